// How strong a player is, on the scale of the puzzles: Glicko (Glickman 1999), each puzzle an opponent
// with a known rating. A result counts once, when a puzzle is solved or its solution shown: 1 at the
// first attempt, a half after one that failed, a third after two; half of that with hints; 0 if shown.

const Q = Math.LN10 / 400;
const BEGIN = { rating: 800, deviation: 250 };
const OF_PUZZLES = 80; // how far off the rating of a puzzle may be
const LEAST = 50; // the deviation never falls below it
const DRIFT = 20; // it grows by this a day, in squares, while nothing is played
const SURE = 110; // with a greater deviation the rating is a first estimate
const DAY = 86_400_000;

const G = 1 / Math.sqrt(1 + (3 * Q ** 2 * OF_PUZZLES ** 2) / Math.PI ** 2);

export function resultOf({ hints, revealed, tries }) {
  return revealed ? 0 : (hints ? 0.5 : 1) / (1 + failed(tries));
}

export function failed(tries = []) {
  return tries.filter((one) => !one.won).length;
}

// The results of a player, the oldest first: of puzzles of that game that have a rating.
export function results(kept, game) {
  return Object.values(kept.puzzles)
    .filter((one) => one.result !== undefined && one.sort?.game === game && one.sort.rating)
    .map(({ at, result, sort }) => ({ at, result, rating: sort.rating }))
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}

// The rating after all results, and after each.
export function rated(played) {
  let { rating, deviation } = BEGIN;
  let before = null;
  const steps = [];
  for (const { at, result, rating: puzzle } of played) {
    const day = Date.parse(at) / DAY;
    const idle = before === null ? 0 : Math.max(0, day - before);
    deviation = Math.min(BEGIN.deviation, Math.hypot(deviation, DRIFT * Math.sqrt(idle)));
    before = day;
    const expected = 1 / (1 + 10 ** ((-G * (rating - puzzle)) / 400));
    const known = Q ** 2 * G ** 2 * expected * (1 - expected);
    const variance = 1 / (1 / deviation ** 2 + known);
    rating = Math.max(0, rating + Q * variance * G * (result - expected));
    deviation = Math.max(LEAST, Math.sqrt(variance));
    steps.push({ at, rating: Math.round(rating) });
  }
  return {
    rating: Math.round(rating),
    deviation: Math.round(deviation),
    sure: deviation <= SURE,
    steps,
  };
}
