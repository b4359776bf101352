// Answers requests of the conformance suite by the scripts with which pages play on without a connection, and makes
// tables. The first line has the sheet of tiles and the goals, each other line a request or a start with a line.

import { reaches } from "../../meepleproof/service/pages/static/solo-goals.js";
import { finalScoring } from "../../meepleproof/service/pages/static/solo-scoring.js";
import { SoloTables } from "../../meepleproof/service/pages/static/solo-table.js";
import { outcomeOf, outcomes, parseTurn, turnText } from "../../meepleproof/service/pages/static/solo-turns.js";

const text = await new Response(Deno.stdin.readable).text();
const [{ sheet, goals }, ...given] = text.split("\n").map((one) => JSON.parse(one));
const { tiles } = sheet;

const ANSWERS = {
  turns({ position }) {
    const found = outcomes(position, tiles).map(({ turn }) => (turn ? turnText({ ...turn, order: [] }) : "none"));
    return { turns: [...new Set(found)] };
  },
  play({ position, turn }) {
    const found = made(position, turn);
    if (!found) return { legal: false };
    const { after, final, result } = found;
    return { legal: true, ...told(after), ...(after.over ? { final, result } : {}) };
  },
  goals({ position, turn }) {
    const found = made(position, turn);
    const met = goals.filter((goal) => reaches(goal, found) && !metBefore(goal, position));
    return { goals: met.map(({ id }) => id) };
  },
  final({ rules, scores, meeples }) {
    return finalScoring(rules, scores, meeples);
  },
  outcomes({ position }) {
    return outcomes(position, tiles).map(({ turn, after, final }) => ({
      turn: turn ? turnText(turn) : "none",
      scores: after.scores,
      supplies: after.supplies,
      large: after.large ?? [],
      river: after.river ?? { known: "", hidden: 0 },
      piles: after.piles,
      over: after.over,
      final,
    }));
  },
  count({ position, depth }) {
    const leaves = Array(depth).fill(0);
    count(position, 0, leaves);
    return { leaves };
  },
};

function metBefore({ kind, at_least: least }, { monasteries = 0 }) {
  return kind === "monasteries" && monasteries >= least;
}

function made(position, text) {
  if (text === "none") return outcomes(position, tiles).find(({ turn }) => !turn);
  return outcomeOf(position, tiles, parseTurn(text));
}

function told({ scores, supplies, large, placements, over }) {
  const standing = placements.filter(({ meeple }) => meeple);
  const meeples = standing.map(({ x, y, meeple: { segment, colour, large } }) =>
    `${x}.${y}.${large ? "L" : ""}${segment}${colour}`
  );
  return { scores, supplies, ...(large ? { large } : {}), meeples, over };
}

function count(position, ply, leaves) {
  if (ply === leaves.length) return;
  for (const { after } of outcomes(position, tiles)) {
    leaves[ply] += 1;
    if (!after.over) count(after, ply + 1, leaves);
  }
}

for (const one of given) {
  const answer = one.ask ? ANSWERS[one.ask](one) : new SoloTables(sheet, one.start).after(one.line);
  console.log(JSON.stringify(answer));
}
