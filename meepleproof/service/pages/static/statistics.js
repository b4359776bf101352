// The player's own progress: numbers, rating, and what was solved of each game, level and goal.

import { longest, streak } from "./days.js";
import { documentAt } from "./documents.js";
import { byId, draw, first, given, make, today } from "./dom.js";
import { levelOf } from "./levels.js";
import { read } from "./progress.js";
import { failed, rated, results } from "./rating.js";
import { ratingOf, soon } from "./results.js";
import { choose, player } from "./sending.js";

const [WIDE, HIGH, EDGE] = [600, 160, 8];
const LATEST = 200; // results that the curve shows

const games = given("games");
const levels = new Map(); // of the puzzles on the lists, by their ids

function show() {
  const kept = read();
  const parts = [numbers(kept), ...shown(kept).flatMap((game) => ofGame(kept, game))].filter(Boolean);
  byId("statistics").replaceChildren(...parts);
}

function shown(kept) {
  const met = new Set(Object.values(kept.puzzles).map((one) => one.sort?.game));
  return games.filter(({ game }, index) => !index || met.has(game));
}

async function learnLevels() {
  for (const { game } of shown(read())) {
    const list = await documentAt(`/list/${game}.json`);
    for (const one of list?.puzzles ?? []) levels.set(one.id, one.level);
  }
  show();
}

function numbers(kept) {
  const all = Object.values(kept.puzzles);
  const solved = all.filter((one) => one.solved);
  const row = most((game) => streak(kept, today(), game));
  const facts = [
    [solved.length, "solved"],
    [solved.filter((one) => one.alone).length, "without hints"],
    [solved.filter((one) => !one.revealed && !failed(one.tries)).length, "at the first attempt"],
    [row, row === 1 ? "puzzle of the day in a row" : "puzzles of the day in a row"],
    [most((game) => longest(kept, game)), "longest streak"],
  ];
  return make(
    "dl",
    { class: "numbers" },
    ...facts.map(([number, says]) => make("div", {}, make("dt", {}, says), make("dd", {}, String(number)))),
  );
}

// Of the game with the longest row, as in the header.
function most(rowOf) {
  return Math.max(0, ...games.map(({ game }) => rowOf(game)));
}

function ofGame(kept, game) {
  const solved = Object.entries(kept.puzzles)
    .filter(([, one]) => one.solved && (one.sort?.game ?? "solo") === game.game)
    .map(([id, one]) => ({ ...one, level: levels.get(id) ?? levelByRating(one, game) }));
  return [
    rating(kept, game),
    make(
      "section",
      { class: "card" },
      make("h2", {}, `${game.name}: ${solved.length} of ${game.all} solved`),
      table(
        "By level",
        game.levels.map(([level, number]) => [level, solved.filter((one) => one.level === level), number]),
      ),
      table(
        "By kind",
        game.kinds.map(([kind, says, number]) => [says, of(solved, "kind", kind), number]),
      ),
      game.goals.length ? byGoal(solved, game) : null,
      uncounted(solved),
    ),
  ];
}

// What is on no list, made here or gone since, has its rating kept, if that is on the scale of its game.
function levelByRating({ sort }, { limits }) {
  return sort?.rating && limits ? levelOf(limits, sort.rating) : null;
}

function byGoal(solved, { goals }) {
  return make(
    "details",
    {},
    make("summary", {}, "By goal"),
    table(
      "By goal",
      goals.map(([goal, says, number]) => [says, of(solved, "goal", goal), number]),
    ),
  );
}

function of(solved, name, value) {
  return solved.filter((one) => one.sort?.[name] === value);
}

function table(head, rows) {
  return make(
    "table",
    { class: "progress" },
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        ...[head, "Solved", "Without hints"].map((text) => make("th", { scope: "col" }, text)),
      ),
    ),
    make(
      "tbody",
      {},
      ...rows.map(([says, solved, number]) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, says),
          make(
            "td",
            {},
            make("progress", { value: solved.length, max: number, "aria-hidden": "true" }),
            ` ${solved.length} of ${number}`,
          ),
          make("td", {}, String(solved.filter((one) => one.alone).length)),
        )
      ),
    ),
  );
}

// Older versions of these pages kept no goals and levels.
function uncounted(solved) {
  const number = solved.filter((one) => !one.sort).length;
  if (!number) return null;
  return make("p", { class: "note" }, `${number} solved before goals and levels were counted.`);
}

function rating(kept, game) {
  const played = results(kept, game.game);
  if (!played.length) return null;
  if (!ratingOf(kept, game.game)) return make("p", { class: "note" }, soon(played.length));
  const { rating, deviation, steps } = rated(played);
  return make(
    "section",
    { class: "card rating" },
    make("h2", {}, `Rating: ${game.name}`),
    make(
      "p",
      { class: "rated" },
      make("b", {}, String(rating)),
      make(
        "span",
        { class: "note" },
        ` give or take ${deviation}, from ${played.length} ${played.length === 1 ? "puzzle" : "puzzles"}`,
      ),
    ),
    steps.length > 1 ? curve(steps.slice(-LATEST).map((one) => one.rating)) : null,
  );
}

function curve(ratings) {
  const [least, most] = [Math.min(...ratings), Math.max(...ratings)];
  const across = (index) => EDGE + (index / (ratings.length - 1)) * (WIDE - 2 * EDGE);
  const up = (one) => HIGH - EDGE - ((one - least) / Math.max(1, most - least)) * (HIGH - 2 * EDGE);
  const points = ratings.map((one, index) => `${across(index)},${up(one)}`);
  return draw(
    "svg",
    {
      class: "curve",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      role: "img",
      "aria-label": `From ${ratings[0]} to ${ratings.at(-1)}, between ${least} and ${most}`,
    },
    draw("polyline", { points: points.join(" ") }),
    draw("circle", { cx: across(ratings.length - 1), cy: up(ratings.at(-1)), r: 5 }),
  );
}

const sends = first("[data-send]");
if (sends) {
  sends.checked = player() !== null;
  sends.addEventListener("change", () => choose(sends.checked));
}

show();
learnLevels();
addEventListener("storage", show);
addEventListener("progress", show);
