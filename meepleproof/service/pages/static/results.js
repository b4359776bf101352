// Every sentence about how a puzzle went: for its card, for the page of progress, and for what is shared.

import { streak } from "./days.js";
import { today } from "./dom.js";
import { read } from "./progress.js";
import { failed, rated, results } from "./rating.js";

const SHOWN_FROM = 10; // rated puzzles after which the number of the rating is shown

/**
 * What is kept of a puzzle that was solved.
 * @typedef {{ solved?: string, day?: string, alone?: boolean, hints?: boolean, revealed?: boolean, result?: number,
 *   tries?: { line: string, won?: boolean }[], sort?: { game: string, rating?: number } }} Kept
 */

/**
 * How a puzzle was solved, like "at the first attempt, with hints".
 * @param {Kept} kept
 */
export function howSolved({ alone, revealed, tries }) {
  const before = failed(tries);
  const which = before ? `at attempt ${before + 1}` : "at the first attempt";
  return `${which}, ${revealed ? "after seeing the solution" : alone ? "without hints" : "with hints"}`;
}

/**
 * Failed attempts and the solution as signs.
 * @param {Kept} kept
 */
export function signsOf({ alone, tries }) {
  return `${"▫".repeat(failed(tries))}${alone ? "★" : "✓"}`;
}

/**
 * The text about a solved puzzle to share with others, without the solution.
 * @param {Kept} kept
 * @param {string} asked what the puzzle asks for
 * @param {string} facts
 */
export function sharedText(kept, asked, facts) {
  const row = rowOf(kept);
  return [`meepleproof · ${asked}`, facts, `${signsOf(kept)} solved ${howSolved(kept)}`, row && `◆ ${row}`]
    .filter(Boolean)
    .join("\n");
}

/**
 * How many puzzles of the day were solved in a row, if this was one of them; empty for fewer than two.
 * @param {Kept} kept
 */
export function rowOf({ day, sort }) {
  const number = day ? streak(read(), today(), sort?.game) : 0;
  return number > 1 ? `${number} days in a row` : "";
}

/**
 * The rating and what this puzzle did to it, with the reason; until there are some results, how many are missing.
 * @param {Kept} kept
 */
export function ratingSaid(kept) {
  if (!kept.sort?.rating || kept.result === undefined) return "";
  const played = results(read(), kept.sort.game);
  if (played.length < SHOWN_FROM) return soon(played.length);
  const { rating, steps } = rated(played);
  const before = steps.at(-2)?.rating ?? rating;
  const change = `${rating < before ? "−" : "+"}${Math.abs(rating - before)}`;
  return `Your rating: ${rating} (${change}: a puzzle rated ${kept.sort.rating}, solved ${howSolved(kept)}).`;
}

/** When the rating is shown, after so many results. */
export function soon(number) {
  return `Your rating appears after ${SHOWN_FROM} puzzles: ${number} so far.`;
}

/**
 * The rating of a player of a game for a list of facts; empty while it is only a first estimate.
 * @param {any} kept all progress
 * @param {string} game
 */
export function ratingOf(kept, game) {
  const played = results(kept, game);
  return played.length < SHOWN_FROM ? "" : `rated ${rated(played).rating}`;
}

/** Hours until the next puzzle of the day, by the clock of this device. */
export function hoursLeft() {
  return Math.max(1, Math.ceil((Date.parse(`${today()}T24:00:00`) - Date.now()) / 3_600_000));
}
