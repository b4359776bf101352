// What this device keeps of climbs, by game, and the way back to a climb from its puzzle.

import { first } from "./dom.js";
import { isObject } from "./objects.js";
import { address } from "./place.js";
import { Store } from "./stores.js";

/**
 * The best climb of a game, and the one under way.
 * @typedef {{ best: number, run: import("./climb-run.js").Run | null }} Kept
 */

const store = new Store({
  place: "meepleproof.climb",
  schema: "climb",
  what: "your climbs",
  form: 1,
  empty: () => ({ games: /** @type {Record<string, Kept>} */ ({}) }),
  readers: { 1: ({ games }) => (isObject(games) && Object.values(games).every(isKept) ? { games } : null) },
});

/** @type {{ games: Record<string, Kept> } | null} */
let unkept = null; // what this page has where nothing can be kept

function isKept(one) {
  return isObject(one) && isNumber(one.best) && (one.run === null || isRun(one.run));
}

function isRun(run) {
  return isObject(run) && [run.from, run.rungs, run.missed, run.before].every(isNumber) &&
    (run.now === null || isText(run.now)) && Array.isArray(run.met) && run.met.every(isText);
}

function isNumber(one) {
  return Number.isInteger(one) && one >= 0;
}

function isText(one) {
  return typeof one === "string";
}

/**
 * What is kept of a game.
 * @param {string} game
 * @returns {Kept}
 */
export function climbOf(game) {
  const { games } = unkept ?? store.read();
  return Object.hasOwn(games, game) ? games[game] : { best: 0, run: null };
}

/**
 * Keeps it, and returns whether that lasts longer than the page.
 * @param {string} game
 * @param {Kept} one
 */
export function keepClimb(game, one) {
  const all = { games: { ...(unkept ?? store.read()).games, [game]: one } };
  unkept = store.write(all) ? null : all;
  return !unkept;
}

/**
 * What the page of a puzzle has; if it is that of a climb under way, its ways onwards and back lead there.
 * @param {Record<string, any>} about
 */
export function climbing(about) {
  if (!about.puzzle || climbOf(about.sort.game).run?.now !== about.puzzle) return about;
  const climb = `${about.home === "/" ? "" : about.home}/climb`;
  const back = first(".bar .home");
  back.href = address(climb);
  back.setAttribute("aria-label", "Back to the climb");
  // With `ahead` the next puzzle is settled.
  return { ...about, next: climb, following: "Climb on", others: ["Back to the climb", climb], ahead: true };
}
