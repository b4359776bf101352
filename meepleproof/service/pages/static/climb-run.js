// A climb: puzzles of rising rating until three are missed. What became of a puzzle is read from the progress.

import { failed, rated, results } from "./rating.js";

export const LIVES = 3;
const BELOW = 300; // points of rating below the player's own at which a climb begins
const STEP = 60; // points from one rung to the next

/**
 * A climb under way: where it began, rungs climbed, puzzles missed, those that were met, and the one to solve now with
 * the failed attempts that it had before.
 * @typedef {{ from: number, rungs: number, missed: number, met: string[], now: string | null, before: number }} Run
 */

/**
 * A new climb for a player.
 * @param {any} kept all progress
 * @param {string} game
 * @returns {Run}
 */
export function newRun(kept, game) {
  const from = Math.max(0, rated(results(kept, game)).rating - BELOW);
  return { from, rungs: 0, missed: 0, met: [], now: null, before: 0 };
}

/**
 * A climb after what its player made of the puzzle of now; the same climb if that is still open.
 * @param {Run} run
 * @param {any} kept
 */
export function judged(run, kept) {
  const one = run.now && kept.puzzles[run.now];
  if (!one || !run.now) return run;
  const missed = Boolean(one.revealed) || failed(one.tries) > run.before;
  if (!missed && !one.solved) return run;
  const met = [...run.met, run.now];
  const [rungs, misses] = missed ? [run.rungs, run.missed + 1] : [run.rungs + 1, run.missed];
  return { ...run, met, rungs, missed: misses, now: null, before: 0 };
}

/**
 * Whether a climb has ended by its misses.
 * @param {Run} run
 */
export function isOver(run) {
  return run.missed >= LIVES;
}

/**
 * A climb with its next puzzle: not yet solved, rated like the rung, and never tried if there are such. It keeps the one
 * it has as long as the list has that; without one left it has none.
 * @param {Run} run
 * @param {import("./puzzle-card.js").List} list
 * @param {any} kept
 * @returns {Run}
 */
export function withNext(run, list, kept) {
  if (isOver(run) || list.puzzles.some(({ id }) => id === run.now)) return run;
  const wanted = run.from + STEP * run.rungs;
  /** @param {import("./puzzle-card.js").Row} one */
  const far = (one) => Math.abs((one.rating ?? 0) - wanted);
  const open = list.puzzles.filter(
    (one) =>
      one.rating !== undefined && list.rated.includes(one.kind) && !run.met.includes(one.id) &&
      !kept.puzzles[one.id]?.solved && !kept.puzzles[one.id]?.revealed,
  );
  const untried = open.filter(({ id }) => !failed(kept.puzzles[id]?.tries));
  const [first, ...others] = untried.length ? untried : open;
  if (!first) return { ...run, now: null, before: 0 };
  const { id } = others.reduce((best, one) => (far(one) < far(best) ? one : best), first);
  return { ...run, now: id, before: failed(kept.puzzles[id]?.tries) };
}
