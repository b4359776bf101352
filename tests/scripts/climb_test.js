// Climbs, themes of weeks, and times in words: what is worked out, and what is kept.

import assert from "node:assert/strict";

/** @type {Map<string, string>} */
const stored = new Map();
let full = false;
Object.defineProperty(globalThis, "localStorage", {
  value: {
    getItem: (/** @type {string} */ place) => stored.get(place) ?? null,
    setItem: (/** @type {string} */ place, /** @type {string} */ text) => {
      if (full) throw new DOMException("full", "QuotaExceededError");
      stored.set(place, text);
    },
    removeItem: (/** @type {string} */ place) => stored.delete(place),
  },
});

const PAGES = "../../meepleproof/service/pages/static/";
const { isOver, judged, newRun, withNext } = await import(`${PAGES}climb-run.js`);
const { climbing, climbOf, keepClimb } = await import(`${PAGES}climb-kept.js`);
const { ofWeek, weekOf } = await import(`${PAGES}week.js`);
const { inWords } = await import(`${PAGES}timer.js`);

const PLACE = "meepleproof.climb";
const RUN = { from: 500, rungs: 2, missed: 1, met: ["a"], now: "b", before: 0 };

/** @param {number[]} ratings */
function listOf(...ratings) {
  const puzzles = ratings.map((rating) => ({ id: `p${rating}`, title: 0, kind: "goal", rating }));
  const other = { id: "other-scale", title: 0, kind: "quiz", rating: 500 };
  return { titles: [""], kinds: {}, rated: ["goal"], puzzles: [other, ...puzzles] };
}

Deno.test("a climb goes on with what is solved, and ends at the third miss", () => {
  const list = listOf(400, 500, 560, 900);
  /** @type {{ puzzles: Record<string, any> }} */
  const kept = { puzzles: {} };
  let run = withNext(newRun(kept, "solo"), list, kept);
  assert.deepEqual([run.from, run.now], [500, "p500"]);
  assert.equal(withNext(judged(run, kept), list, kept), run);
  kept.puzzles.p500 = { solved: "2026-11-27", hints: true, tries: [{ won: true }] };
  run = withNext(judged(run, kept), list, kept);
  assert.deepEqual([run.rungs, run.missed, run.now], [1, 0, "p560"]);
  kept.puzzles.p560 = { tries: [{}] };
  run = withNext(judged(run, kept), list, kept);
  assert.deepEqual([run.rungs, run.missed, run.now], [1, 1, "p400"]);
  kept.puzzles.p400 = { revealed: true };
  run = withNext(judged(run, kept), list, kept);
  assert.deepEqual([run.missed, run.now], [2, "p900"]);
  kept.puzzles.p900 = { tries: [{}], solved: "2026-11-27" };
  run = withNext(judged(run, kept), list, kept);
  assert.deepEqual([run.rungs, run.missed, run.now, isOver(run)], [1, 3, null, true]);
});

Deno.test("a climb leaves out what was solved or shown, and what was tried comes last", () => {
  const list = listOf(500, 510, 520, 530);
  const kept = { puzzles: { p500: { tries: [{}] }, p510: { solved: "2026-11-27" }, p520: { revealed: true } } };
  const first = withNext(newRun(kept, "solo"), list, kept);
  assert.equal(first.now, "p530");
  const second = withNext({ ...first, met: ["p530"], now: null }, list, kept);
  assert.deepEqual([second.now, second.before], ["p500", 1]);
  assert.equal(judged(second, kept), second);
  assert.equal(withNext({ ...second, met: ["p530", "p500"], now: null }, list, kept).now, null);
});

Deno.test("a puzzle that left the list is replaced and does not count", () => {
  const run = { ...RUN, now: "withdrawn", before: 2 };
  assert.deepEqual(withNext(run, listOf(600), { puzzles: {} }), { ...run, now: "p600", before: 0 });
});

Deno.test("climbs are kept by game; a damaged document is set aside, one of a newer form left alone", () => {
  assert.deepEqual(climbOf("solo"), { best: 0, run: null });
  assert.ok(keepClimb("solo", { best: 2, run: RUN }) && keepClimb("house", { best: 1, run: null }));
  assert.deepEqual([climbOf("solo"), climbOf("house")], [{ best: 2, run: RUN }, { best: 1, run: null }]);
  const $schema = "urn:meepleproof:climb:1";
  const wrong = [
    "{damaged",
    JSON.stringify({ $schema }),
    ...[null, 5, { best: -1, run: null }, { best: 1 }, { best: 1, run: { ...RUN, met: [5] } }].map((solo) =>
      JSON.stringify({ $schema, games: { solo } })
    ),
  ];
  for (const text of wrong) {
    stored.set(PLACE, text);
    assert.deepEqual(climbOf("solo"), { best: 0, run: null });
    assert.equal(stored.get(`${PLACE}.unreadable`), text);
  }
  const newer = JSON.stringify({ $schema: "urn:meepleproof:climb:2", games: [] });
  stored.set(PLACE, newer);
  assert.equal(keepClimb("solo", { best: 1, run: null }), false);
  assert.equal(stored.get(PLACE), newer);
  stored.clear();
});

Deno.test("where the storage is full a climb lasts as long as the page", () => {
  full = true;
  assert.equal(keepClimb("solo", { best: 0, run: RUN }), false);
  assert.deepEqual(climbOf("solo").run, RUN);
  full = false;
  assert.ok(keepClimb("solo", { best: 3, run: null }));
  assert.equal(climbOf("solo").best, 3);
  stored.clear();
});

Deno.test("puzzles that are not of the climb lead where they did", () => {
  keepClimb("solo", { best: 0, run: RUN });
  for (const about of [{ asks: {} }, { puzzle: "c", sort: { game: "solo" } }, { puzzle: "b", sort: { game: "house" } }])
    assert.equal(climbing(about), about);
  stored.clear();
});

/** @param {string} text @param {number} number */
function theme(text, number) {
  return { text, all: Array.from({ length: number }, (_, index) => ({ id: `${text}${index}`, rating: -index })) };
}

Deno.test("a week begins on Monday, whatever the year", () => {
  assert.deepEqual(
    ["2026-01-05", "2026-01-11", "2026-01-12", "2025-12-30", "1970-01-01"].map(weekOf),
    [0, 0, 1, -1, -2923],
  );
});

Deno.test("sorts of themes and their themes take turns, and what returns has other puzzles", () => {
  const sorts = [[theme("a", 8), theme("b", 8), theme("small", 3)], [], [theme("c", 9), theme("all", 40)]];
  const weeks = ["2026-01-05", "2026-01-18", "2026-01-19", "2026-01-26", "2026-02-02", "2025-12-29"];
  const found = weeks.map((day) => ofWeek(sorts, 40, day));
  assert.deepEqual(found.map(({ text }) => text), ["a", "c", "b", "c", "a", "c"]);
  const [once, , , , again] = found.map(({ puzzles }) => puzzles.map((/** @type {any} */ one) => one.id));
  assert.deepEqual([once, again], [["a7", "a5", "a3", "a1"], ["a6", "a4", "a2", "a0"]]);
  assert.equal(ofWeek([[theme("small", 3)], []], 40, "2026-01-05"), null);
});

Deno.test("a time is told in minutes and seconds", () => {
  assert.deepEqual([0, 59, 80].map(inWords), ["0 s", "59 s", "1 min 20 s"]);
});
