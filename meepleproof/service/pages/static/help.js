// Help: hints, whether all is well so far, the solution and the tries.

import { make, seen, smallButton } from "./dom.js";

// What else was possible, and why it fails: once it is solved, or the solution is shown.
export function triesOf(game) {
  const { tries = [], tries_head: head } = game.table.help?.solution ?? {};
  if (!tries.length || game.table.end?.kind === "missed") return null;
  const items = tries.map((one, number) =>
    make(
      "li",
      {},
      one.says,
      " ",
      smallButton(`try.${number}`, "Show", () => game.watch("A try", one.line), {
        "aria-label": `Show try ${number + 1}`,
      }),
    )
  );
  return make(
    "details",
    { id: "tries" },
    make("summary", {}, `${head ?? "The tries, and why they fail"} (${tries.length})`),
    make("ol", { class: "story" }, ...items),
  );
}

export function helpOf(game) {
  const { table } = game;
  const { help } = table;
  if (!help) return null;
  const parts = [];
  for (const hint of help.hints.slice(0, game.hintsShown))
    parts.push(make("p", {}, seen(hint.says)));
  if (game.asked === "check") parts.push(make("p", { id: "checked" }, help.check.says));
  if (game.asked === "solution") {
    parts.push(
      make(
        "div",
        { id: "solution" },
        make("h3", {}, help.solution.head),
        help.solution.line
          ? smallButton("watch", "Show it on the board", () => game.watch(help.solution.head, help.solution.line))
          : null,
        make("ol", { class: "story" }, ...help.solution.moves.map((text) => make("li", {}, seen(text)))),
        table.end ? null : triesOf(game),
      ),
    );
  }
  return parts.length ? make("div", { class: "hint", id: "told", tabindex: -1 }, ...parts) : null;
}

export function helpSaid(game) {
  if (game.asked === "check") return game.table.help.check.says;
  return `Hint: ${game.table.help.hints[game.hintsShown - 1]?.says ?? ""}`;
}
