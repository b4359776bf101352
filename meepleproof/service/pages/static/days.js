// Days: which puzzles of the day were solved on their day, how many in a row, and the text to share.

import { documentAt } from "./documents.js";
import { today } from "./dom.js";
import { read } from "./progress.js";

const DAY = 86_400_000;

// Each game has its own puzzle of the day.
export function days(kept = read(), game = "solo") {
  const all = Object.values(kept.puzzles).filter((one) => (one.sort?.game ?? "solo") === game);
  return new Set(all.map((one) => one.day).filter(Boolean));
}

/** The day before a day, both like "2026-11-23". */
export function dayBefore(day) {
  return moved(day, -1);
}

function moved(day, by) {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + by);
  return date.toISOString().slice(0, 10);
}

// How many days in a row the puzzle of the day was solved on its day, up to today or yesterday.
export function streak(kept = read(), from = today(), game = "solo") {
  const done = days(kept, game);
  return lengthTo(done, done.has(from) ? from : moved(from, -1));
}

export function longest(kept = read(), game = "solo") {
  const done = days(kept, game);
  const ends = [...done].filter((day) => !done.has(moved(day, 1)));
  return Math.max(0, ...ends.map((day) => lengthTo(done, day)));
}

function lengthTo(done, last) {
  let number = 0;
  for (let day = last; done.has(day); day = moved(day, -1)) number++;
  return number;
}

/**
 * The ids of the puzzles of so many days, of all games.
 * @param {number} number
 * @returns {Promise<string[]>}
 */
export async function comingOfAll(number) {
  const games = Object.keys((await documentAt(`/days/${today().slice(0, 4)}.json`)) ?? {});
  return (await Promise.all(games.map((game) => comingDays(game, number)))).flat();
}

/**
 * The ids of a game's puzzles of so many days, from today on by the date of this device; fewer where they are not known.
 * @param {string} game
 * @param {number} number
 * @param {string} [from] another first day
 * @returns {Promise<string[]>}
 */
export async function comingDays(game, number, from = today()) {
  const found = [];
  for (let ahead = 0; ahead < number; ahead++) {
    const at = Date.parse(from) + ahead * DAY;
    const year = new Date(at).getUTCFullYear();
    const all = await documentAt(`/days/${year}.json`);
    found.push(all?.[game]?.[(at - Date.UTC(year, 0, 1)) / DAY] ?? "");
  }
  return found.filter(Boolean);
}
