// What progress is counted from: days in a row, and a rating from results.

import assert from "node:assert/strict";

const PAGES = "../../meepleproof/service/pages/static/";
const { streak } = await import(`${PAGES}days.js`);
const { rated } = await import(`${PAGES}rating.js`);

Deno.test("days in a row are counted, today's or yesterday's last", () => {
  const days = ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-18"];
  const puzzles = Object.fromEntries(days.map((day, number) => [`puzzle-${number}`, { solved: day, day }]));
  const counted = ["2026-11-22", "2026-11-23", "2026-11-24"].map((day) => streak({ puzzles, games: [] }, day));
  assert.deepEqual(counted, [3, 3, 0]);
});

Deno.test("the rating comes to what a player is worth", () => {
  // A player of strength 1200 plays puzzles from 600 to 1800, with the results to be expected.
  const results = Array.from({ length: 200 }, (_, number) => {
    const puzzle = ((600 + 37 * number) % 1200) + 600;
    const day = String(1 + Math.floor(number / 20)).padStart(2, "0");
    const hour = String(number % 20).padStart(2, "0");
    return {
      at: `2026-11-${day}T${hour}:00:00Z`,
      rating: puzzle,
      result: 1 / (1 + 10 ** ((puzzle - 1200) / 400)),
    };
  });
  const { rating, sure, steps } = rated(results);
  assert.ok(Math.abs(rating - 1200) < 25, String(rating));
  assert.ok(sure);
  assert.equal(steps.length, results.length);
});

const { nextFor } = await import(`${PAGES}next.js`);
const { squaresOf, firstOther } = await import(`${PAGES}lines.js`);

const LIST = {
  titles: [""],
  kinds: {},
  rated: ["goal"],
  puzzles: [400, 500, 560, 900].map((rating) => ({
    id: `p${rating}`,
    title: 0,
    kind: "goal",
    rating,
    goal: "g",
    board: rating / 10,
  })),
};

Deno.test("beginners are offered small boards, others what is rated like them", () => {
  const beginner = nextFor(LIST, { puzzles: {} }, "solo").map(({ id }) => id);
  assert.deepEqual(beginner, ["p400", "p500", "p560", "p900"]);
  const solved = Array.from({ length: 12 }, (_, number) => [`done-${number}`, {
    solved: "2026-11-20",
    at: `2026-11-20T0${number % 10}:00:00Z`,
    result: 1,
    sort: { game: "solo", goal: "g", rating: 900 },
  }]);
  assert.equal(nextFor(LIST, { puzzles: Object.fromEntries(solved) }, "solo")[0].id, "p900");
});

Deno.test("lines name squares, and where they part", () => {
  assert.deepEqual(squaresOf("U0.-1.2.N~tb-B3.0.1~demo-I-08*B3"), [[-1, 2], [0, 1]]);
  assert.equal(firstOther("a~b~c", "a~x"), 1);
});
