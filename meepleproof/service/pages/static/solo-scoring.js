// What completed features bring, in each order, and final scoring (SOLO-SCORE-*, SOLO-FINAL-*).

import { FEATURES } from "./solo-board.js";

export const choice = (rules, key) => rules.switches?.[key];

export function lowest(scores) {
  const least = Math.min(...scores);
  return scores.flatMap((score, colour) => (score === least ? [colour] : []));
}

const present = (counts) => counts.flatMap((count, colour) => (count ? [colour] : []));

function majorityOf(counts) {
  const most = Math.max(...counts);
  return counts.flatMap((count, colour) => (count === most ? [colour] : []));
}

// Whether the majority gets points now (SOLO-SCORE-5 to -8).
function qualifies(counts, scores, rules) {
  const [there, majority, last] = [present(counts), majorityOf(counts), lowest(scores)];
  const anyLast = (colours) => colours.some((colour) => last.includes(colour));
  if (there.length === 1) return anyLast(there);
  const anyPresent = majority.length === 1
    ? choice(rules, "score.soleMajority") === "any_present_lowest"
    : choice(rules, "score.qualifier") === "any_present";
  if (majority.length === 1 && choice(rules, "score.soleMajority") === "never") return false;
  return anyLast(anyPresent ? there : majority);
}

// What a completed feature is worth (SOLO-SCORE-2, BASE-COUNT-1), with an inn or a cathedral (SOLO-BOX-3, -4).
export function valueOf(feature, rules) {
  if (feature.kind === "monastery") return 9;
  const parts = [...feature.parts.values()];
  const tiles = new Set(parts.map(({ cell }) => String(cell))).size;
  const has = (/** @type {"inn" | "cathedral"} */ mark) => parts.some(({ segment }) => segment[mark]);
  if (feature.kind === "road") return has("inn") ? 2 * tiles : tiles;
  if (tiles === 2 && choice(rules, "city.two") === "2") return 2;
  return (has("cathedral") ? 3 : 2) * (tiles + parts.reduce((sum, { segment }) => sum + segment.shields, 0));
}

function* permutations(names) {
  if (!names.length) yield [];
  for (const [index, name] of names.entries())
    for (const rest of permutations(names.toSpliced(index, 1))) yield [name, ...rest];
}

function* wishes(number, optional) {
  if (!number) yield [];
  else for (const rest of wishes(number - 1, optional))
      for (const takes of optional ? [true, false] : [true]) yield [...rest, takes];
}

// Scores features one after the other; `takes` says which points are wanted (SOLO-SCORE-14).
export function scoreInOrder(completed, order, takes, scores, rules) {
  let now = scores;
  const scorings = order.map((name, index) => {
    const { feature, counts } = completed.get(name);
    const value = valueOf(feature, rules);
    const colours = takes[index] && qualifies(counts, now, rules) ? majorityOf(counts) : [];
    const before = now;
    now = now.map((score, colour) => score + (colours.includes(colour) ? value : 0));
    return {
      name,
      feature,
      kind: feature.kind,
      value,
      present: present(counts),
      majority: majorityOf(counts),
      colours,
      before,
    };
  });
  return { order, scorings, scores: now };
}

// All that scoring can bring; of orders with equal scores and scoring features only the first (SOLO-SCORE-3).
export function waysToScore(completed, scores, rules) {
  const names = [...completed.keys()].sort((one, other) => FEATURES.indexOf(one) - FEATURES.indexOf(other));
  const found = new Map();
  for (const order of permutations(names))
    for (const takes of wishes(order.length, choice(rules, "score.optional") === "yes")) {
      const way = scoreInOrder(completed, order, takes, scores, rules);
      const scored = way.scorings.filter((one) => one.colours.length).map((one) => one.name);
      const key = `${way.scores}|${scored.sort()}`;
      if (!found.has(key)) found.set(key, way);
    }
  return [...found.values()];
}

// The meeples that score in the end, one step each: the colour, and its points then (SOLO-FINAL-1 to -7).
export function finalSteps(rules, scores, meeples) {
  const [now, left] = [[...scores], [...meeples]];
  /** @type {[number, number][]} */
  const steps = [];
  for (;;) {
    const colour = lowest(now).find((one) => left[one]);
    if (colour === undefined) return steps;
    const taken = choice(rules, "final.unit") === "colour" ? left[colour] : 1;
    now[colour] += 2 * taken;
    left[colour] -= taken;
    steps.push([colour, now[colour]]);
  }
}

export function startScores(rules) {
  const first = choice(rules, "start.spaces") === "0-1-2" ? 0 : 1;
  return Array.from({ length: rules.colours }, (_, colour) => first + colour);
}

// Final scores and the result of the game (SOLO-RESULT-1, -2).
export function finalScoring(rules, scores, meeples) {
  const final = [...scores];
  for (const [colour, points] of finalSteps(rules, scores, meeples)) final[colour] = points;
  const starts = choice(rules, "result.offset") === "subtract_own_start" ? startScores(rules) : final.map(() => 0);
  return { final, result: Math.min(...final.map((score, colour) => score - starts[colour])) };
}
