// The list of puzzles: which fit what is asked for.

import assert from "node:assert/strict";

// Pictures wait until they are seen, which nothing is here.
Object.assign(globalThis, { IntersectionObserver: class {} });

const { fits } = await import("../../meepleproof/service/pages/static/list.js");

const LIST = /** @type {any} */ ({ titles: ["In two turns: score a road"], kinds: { goals: ["goals", ["goal"]] } });
const INNS = /** @type {any} */ ({ title: 0, kind: "goal", level: "hard", rating: 900, id: "a1", needs: ["inns"] });
const PLAIN = { ...INNS, id: "b2", needs: undefined };

Deno.test("words begin words of the title, the level, the rules it needs", () => {
  const found = (/** @type {string} */ words) =>
    [INNS, PLAIN].filter((one) => fits(one, { words }, LIST)).map(({ id }) => id);
  assert.deepEqual(found("ROA hard"), ["a1", "b2"]);
  assert.deepEqual(found("inn"), ["a1"]);
  assert.deepEqual(found("b2"), ["b2"]);
  assert.deepEqual(found("inn easy"), []);
});
