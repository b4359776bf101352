// The theme of a week and its puzzles: the same on every device that has the same list, by the date of the device.

const FIRST = Date.UTC(2026, 0, 5); // a Monday
const WEEK = 7 * 86_400_000;
export const PUZZLES = 4; // of a week, from easy to hard
const MOST = 3 / 4; // of all puzzles: what has more of them is no theme

/**
 * The puzzles that fit a choice of the filters, in words.
 * @typedef {{ text: string, all: import("./puzzle-card.js").Row[] }} Theme
 */

/**
 * The number of the week of a day, from Monday to Sunday; below 0 before the first.
 * @param {string} day
 */
export function weekOf(day) {
  return Math.floor((Date.parse(day) - FIRST) / WEEK);
}

/**
 * The theme of the week of a day, and four of its puzzles; null if there is none. Each sort of themes has its week in
 * turn, and so has each of its themes; a theme that returns has other puzzles.
 * @param {Theme[][]} sorts
 * @param {number} number how many puzzles there are
 * @param {string} day
 */
export function ofWeek(sorts, number, day) {
  const fit = sorts
    .map((themes) => themes.filter(({ all }) => all.length >= PUZZLES && all.length <= MOST * number))
    .filter((themes) => themes.length);
  if (!fit.length) return null;
  const [themes, week] = inTurn(fit, weekOf(day));
  const [{ text, all }, turn] = inTurn(themes, week);
  const rising = all.toSorted((one, other) => (one.rating ?? 0) - (other.rating ?? 0));
  const puzzles = Array.from({ length: PUZZLES }, (_, quarter) => {
    const [from, to] = [quarter, quarter + 1].map((end) => Math.floor((end * rising.length) / PUZZLES));
    return inTurn(rising.slice(from, to), turn)[0];
  });
  return { text, puzzles };
}

/**
 * The one of some whose turn it is, and how often all had theirs before.
 * @template T
 * @param {T[]} all
 * @param {number} number
 * @returns {[T, number]}
 */
function inTurn(all, number) {
  const turn = Math.floor(number / all.length);
  return [all[number - turn * all.length], turn];
}
