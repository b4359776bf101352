// Help: hints, whether all is well so far, the solution and the tries.

import { make, seen, smallButton } from "./dom.js";
import { firstOther, squaresOf } from "./lines.js";

// What else was possible, and why it fails: once it is solved, or the solution is shown.
export function triesOf(game) {
  const { tries = [], tries_head: head, line = "" } = game.table.help?.solution ?? {};
  if (!tries.length || game.table.end?.kind === "missed") return null;
  const items = tries.map((one, number) =>
    make(
      "li",
      {},
      whereOf(game.table, one.line, line),
      one.says,
      " ",
      smallButton(`try.${number}`, "Show", () => game.watch("A tempting line", one.line), {
        "aria-label": `Show number ${number + 1}`,
      }),
    )
  );
  return make(
    "details",
    { id: "tries" },
    make("summary", {}, `${head ?? "What nearly works, and why it fails"} (${tries.length})`),
    make("ol", { class: "story" }, ...items),
  );
}

// Where on the board a line leaves the solution, like "Tile 1 at the top right: "; nothing if it names no square.
function whereOf({ pieces }, line, solution) {
  const number = firstOther(line, solution);
  const [x, y] = squaresOf(line.split("~")[number] ?? "")[0] ?? [];
  if (x === undefined || y === undefined) return "";
  const [xs, ys] = [0, 1].map((axis) => pieces.map(({ at }) => at[axis]));
  const across = ["left", "", "right"][third(x, xs)];
  const up = ["bottom", "", "top"][third(y, ys)];
  const place = [up, across].filter(Boolean).join(" ") || "middle";
  return make("b", {}, `Tile ${number + 1} ${place === "middle" ? "in the middle" : `at the ${place}`}: `);
}

// In which third of a stretch a number lies, 0 to 2.
function third(one, all) {
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return Math.min(2, Math.max(0, Math.floor((3 * (one - least)) / (most - least + 1))));
}

export function helpOf(game) {
  const { table, revealing } = game;
  const { help } = table;
  if (!help) return null;
  const parts = hintsOf(help.hints.slice(0, game.hintsShown));
  if (game.asked === "check") parts.push(make("p", { id: "checked" }, help.check.says));
  if (game.asked === "sure") parts.push(sureOf(revealing));
  if (game.asked === "solution") {
    const hide = smallButton("hide-again", "Undo: hide it again", () => revealing.hide());
    parts.push(
      make(
        "div",
        { id: "solution" },
        make("h3", {}, help.solution.head),
        revealing.fresh ? hide : null,
        help.solution.line
          ? smallButton("watch", "Show it on the board", () => game.watch(help.solution.head, help.solution.line))
          : null,
        make(
          "ol",
          { class: "story" },
          ...help.solution.moves.map((text, number) => make("li", {}, onSquare(text, number))),
        ),
        table.end ? null : triesOf(game),
      ),
    );
  }
  return parts.length ? make("div", { class: "hint", id: "told", tabindex: -1 }, ...parts) : null;
}

// The newest hint; those before it are folded.
function hintsOf(shown) {
  if (!shown.length) return [];
  const texts = shown.map((one) => make("p", {}, seen(one.says)));
  const newest = texts.pop();
  const before = texts.length
    ? [make("details", { id: "earlier" }, make("summary", {}, `Earlier hints (${texts.length})`), ...texts)]
    : [];
  return [newest, ...before];
}

function sureOf(revealing) {
  return make(
    "div",
    { id: "sure" },
    make("p", {}, "Show the solution? The puzzle then counts as not solved."),
    make(
      "p",
      { class: "row" },
      smallButton("show-it", "Show it", () => revealing.sure()),
      smallButton("keep-trying", "Keep trying", () => revealing.keepTrying()),
    ),
  );
}

// The squares of a shown solution have the numbers of its turns.
function onSquare(text, number) {
  const found = /^(.*? places the tile) on \(-?\d+, -?\d+\)(.*)$/.exec(text);
  return found ? [`${found[1]} on square ${number + 1}`, ...seen(found[2] ?? "")] : seen(text);
}

export function helpSaid(game) {
  if (game.asked === "check") return game.table.help.check.says;
  return `Hint: ${game.table.help.hints[game.hintsShown - 1]?.says ?? ""}`;
}
