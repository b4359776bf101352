// Whether a turn reaches a goal (SOLO-GOAL-*), by the goal as a document: its kind, bounds and colours.

import { choice, startScores } from "./solo-scoring.js";
import { monasteriesScored, tilesToCome } from "./solo-turns.js";

export function reaches(goal, outcome) {
  return worths(goal, outcome).length > 0;
}

function worths(goal, outcome) {
  if (goal.kind !== "two-goals") return numbers(goal, outcome).filter((number) => isWithin(goal, number));
  const [one, other] = goal.parts;
  const asksMonasteries = goal.parts.some(({ kind }) => kind === "monasteries");
  if (asksMonasteries && !monasteriesScored(outcome.scorings, outcome.after.rules)) return [];
  return worths(one, outcome).flatMap((a) => worths(other, outcome).map((b) => a + b));
}

const isWithin = ({ at_least: least = 0, at_most: most = Infinity }, number) => least <= number && number <= most;

function numbers(goal, { scorings, after, final }) {
  const { rules } = after;
  if (goal.kind === "road" || goal.kind === "city")
    return scorings.filter((one) => one.kind === goal.kind && counts(goal, one, rules)).map((one) => worth(one, rules));
  if (goal.kind === "monasteries") return scorings.some(({ kind }) => kind === "monastery") ? [after.monasteries] : [];
  if (goal.kind === "stay") return after.over ? [] : [after.placements.length];
  if (goal.kind === "level") return [Math.max(...after.scores) - Math.min(...after.scores)];
  if (goal.kind === "restraint") return after.over ? [after.scores.reduce((sum, one) => sum + one, 0)] : [];
  if (!final || (goal.kind === "all-tiles" && !isAllOut(after))) return [];
  return [total(rules, final)];
}

function counts(goal, scoring, rules) {
  if (choice(rules, "goal.scored") !== "completed_suffices" && !scoring.colours.length) return false;
  const colours = { majority: scoring.majority, present: scoring.present }[choice(rules, "goal.colours")] ??
    scoring.colours;
  const asked = goal.colours ?? 0;
  return asked && choice(rules, "goal.count") === "exactly" ? colours.length === asked : colours.length >= asked;
}

function worth({ value, colours }, rules) {
  return choice(rules, "goal.worth") === "sum_over_colours" ? value * colours.length : value;
}

function total(rules, final) {
  const subtracts = choice(rules, "result.offset") === "subtract_own_start";
  const each = final.map((score, colour) => score - (subtracts ? startScores(rules)[colour] : 0));
  return choice(rules, "goal.total") === "sum" ? each.reduce((sum, one) => sum + one, 0) : Math.min(...each);
}

function isAllOut(after) {
  const { discards, rules } = after;
  return !tilesToCome(after) && !(choice(rules, "goal.allTiles") === "all_placed" && discards);
}
