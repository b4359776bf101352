// What a document of the ledger has in it, of form 1 and form 2, or in words what is wrong with it and where.

import { isObject } from "./objects.js";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOST = {
  lines: 10_000,
  results: 6,
  name: 40,
  tiles: 131,
  points: 10_000,
  per_tile: 99,
  more: 9999,
  setup: 4000,
  line: 8000,
};
const HAS = {
  opening: ["kind", "date", "name", "child", "per_tile", "points"],
  evening: ["kind", "date", "tiles", "results", "carried", "game"],
  result: ["name", "points", "start", "computer"],
  game: ["setup", "line"],
};

/**
 * @param {any} found a document of form 2
 * @returns {import("./book.js").Ledger | string}
 */
export function ofForm2({ game, lines }) {
  if (game !== "house") return "This ledger is not of the house game.";
  if (!Array.isArray(lines)) return "This ledger is damaged: it has no list of lines.";
  if (lines.length > MOST.lines)
    return `This ledger has ${inThousands(lines.length)} lines; these pages keep ${inThousands(MOST.lines)} at most.`;
  for (const [index, line] of lines.entries()) {
    const fault = faultOf(line);
    if (fault) return `This ledger is damaged in line ${index + 1}${inWords(line)}: ${fault}.`;
  }
  return { game, lines };
}

function inWords(line) {
  const what = { evening: "the evening", opening: "where somebody starts" }[line?.kind];
  return what ? `, ${what}${isDay(line.date) ? ` of ${dayInWords(line.date)}` : ""}` : "";
}

/** @param {string} date like 2026-11-27 */
export function dayInWords(date) {
  const options = /** @type {const} */ ({ day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  const day = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(Number(day)) ? date : day.toLocaleDateString("en-GB", options);
}

function faultOf(line) {
  if (!["evening", "opening"].includes(line?.kind)) return "it is neither an evening nor where somebody starts";
  if (line.date !== undefined && !isDay(line.date)) return "its date is none";
  return strangerIn(line, HAS[line.kind]) ?? (line.kind === "opening" ? ofOpening(line) : ofEvening(line));
}

// What the command does not know either; a newer form says that it is one.
function strangerIn(part, known) {
  const stranger = Object.keys(part).find((name) => !known.includes(name));
  return stranger === undefined ? null : `it has '${stranger.slice(0, MOST.name)}', which is no part of it`;
}

function isDay(date) {
  return typeof date === "string" && DAY.test(date);
}

function ofOpening({ name, child = false, per_tile = 0, points = 0 }) {
  if (!isName(name)) return "it names no player";
  if (typeof child !== "boolean") return `whether ${name} is a child is neither true nor false`;
  const sound = isWhole(per_tile, MOST.per_tile) && isWhole(points, MOST.more);
  return sound ? null : `the handicap of ${name} is not in whole points, or too large`;
}

function ofEvening({ tiles, results, carried, game }) {
  if (!isWhole(tiles, MOST.tiles) || tiles < 1) return "the number of its tiles is missing";
  if (!Array.isArray(results) || !results.length || results.length > MOST.results)
    return `it has no list of up to ${MOST.results} players`;
  if (carried !== undefined && carried !== true) return "whether it is carried over is not said";
  if (game !== undefined && !isPlayed(game)) return "its game on the device is damaged";
  const names = new Set();
  for (const [index, one] of results.entries()) {
    if (!isName(one?.name)) return `player ${index + 1} has no name`;
    const { name, points, start = 0, computer } = one;
    if (names.has(name)) return `${name} is in it twice`;
    names.add(name);
    const stranger = strangerIn(one, HAS.result);
    if (stranger) return `of ${name} ${stranger}`;
    if (!isWhole(points, MOST.points) || points < 0) return `the points of ${name} are missing`;
    if (!isWhole(start, 100_000)) return `what ${name} started with is no number of points`;
    if (computer !== undefined && computer !== true) return `whether the computer played for ${name} is not said`;
  }
  return null;
}

function isPlayed(game) {
  if (!isObject(game) || strangerIn(game, HAS.game)) return false;
  const { setup, line } = game;
  return isText(setup, MOST.setup) && setup !== "" && isText(line, MOST.line);
}

function isText(one, most) {
  return typeof one === "string" && one.length <= most;
}

function inThousands(number) {
  return number.toLocaleString("en-GB");
}

function isName(one) {
  return typeof one === "string" && one.length > 0 && one.length <= MOST.name;
}

function isWhole(one, most) {
  return Number.isInteger(one) && Math.abs(one) <= most;
}

/**
 * The players of form 1 are openings, its games evenings without a date.
 * @param {any} found a document of form 1
 * @returns {import("./book.js").Ledger | string}
 */
export function ofForm1({ players, games = [] }) {
  if (!Array.isArray(players) || !Array.isArray(games))
    return "This ledger is damaged: it has no list of players, or something else than a list of games.";
  const names = new Set();
  /** @type {import("./book.js").Line[]} */
  const lines = [];
  for (const [index, one] of players.entries()) {
    const { name, child = false, handicap = {} } = isObject(one) ? one : {};
    const { per_tile = 0, points = 0 } = isObject(handicap) ? handicap : {};
    const line = /** @type {const} */ ({
      kind: "opening",
      name,
      ...(child === false ? {} : { child }),
      per_tile,
      points,
    });
    const fault = isObject(handicap) ? faultOf(line) : "its handicap is not in whole points";
    if (fault) return `This ledger is damaged in player ${index + 1}: ${fault}.`;
    if (names.has(name)) return `This ledger is damaged: two players are called ${name}.`;
    names.add(name);
    lines.push(line);
  }
  for (const [index, one] of games.entries()) {
    const fault = isGame(one) ? null : "it lacks its number of tiles or its points";
    const stranger = fault ? null : Object.keys(one.scores).find((name) => !names.has(name));
    if (fault || stranger)
      return `This ledger is damaged in game ${index + 1}: ${fault ?? `${stranger} is not among its players`}.`;
    lines.push(eveningOf1(one));
  }
  return { game: "house", lines };
}

/** Whether something is a game as form 1 kept it. */
export function isGame(one) {
  return isObject(one) && isObject(one.scores) && faultOf(eveningOf1(one)) === null;
}

/**
 * @param {any} game a game as form 1 kept it
 * @returns {import("./book.js").Evening}
 */
export function eveningOf1({ tiles, scores, at }) {
  const results = Object.entries(scores).map(([name, points]) => ({ name, points }));
  return { kind: "evening", ...(at === undefined ? {} : { date: at }), tiles, results };
}
