// Answers requests of the conformance suite by the scripts with which pages play on without a connection.

import { reaches } from "/static/solo-goals.js";
import { finalScoring } from "/static/solo-scoring.js";
import { SoloTables } from "/static/solo-table.js";
import { outcomeOf, outcomes, parseTurn, turnText } from "/static/solo-turns.js";

const sheet = await (await fetch("/static/solo.json")).json();
const goals = await (await fetch("/goals")).json();
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

function told({ scores, supplies, placements, over }) {
  const standing = placements.filter(({ meeple }) => meeple);
  const meeples = standing.map(({ x, y, meeple }) => `${x}.${y}.${meeple.segment}${meeple.colour}`);
  return { scores, supplies, meeples, over };
}

function count(position, ply, leaves) {
  if (ply === leaves.length) return;
  for (const { after } of outcomes(position, tiles)) {
    leaves[ply] += 1;
    if (!after.over) count(after, ply + 1, leaves);
  }
}

window.tablesAfter = (asked) => asked.map(([start, line]) => new SoloTables(sheet, start).after(line));
window.answersTo = (requests) => requests.map((request) => ANSWERS[request.ask](request));
