// What this device keeps of house games: the ledger of evenings, and unfinished games.
// The server knows the rules of handicaps: it says what each player begins the next game with.

import { today } from "./dom.js";
import { without } from "./objects.js";
import { Store } from "./stores.js";

const MOST = 10; // unfinished games

// The ledger

/**
 * @typedef {{ name: string, child?: boolean, handicap?: { per_tile?: number, points?: number } }} LedgerPlayer
 * @typedef {{ game: string, players: LedgerPlayer[], games: object[] }} Ledger
 */

/** @returns {Ledger} */
export function emptyLedger() {
  return { game: "house", players: [], games: [] };
}

/** @type {Store<Ledger>} */
const ledgers = new Store({
  place: "meepleproof.ledger",
  schema: "ledger",
  what: "the ledger",
  form: 1,
  empty: emptyLedger,
  readers: { 1: (found) => faultOf(found) ?? { ...without(found, "$schema"), games: found.games ?? [] } },
});
const past = new Store({
  place: "meepleproof.ledger.past",
  schema: "ledger-past",
  what: "the games of past evenings",
  form: 1,
  empty: () => ({ games: [] }),
  readers: { 0: gamesIn, 1: ({ games }) => gamesIn(games) },
});
const unfinished = new Store({
  place: "meepleproof.evenings",
  schema: "evenings",
  what: "unfinished games",
  form: 1,
  empty: () => ({ games: [] }),
  readers: { 0: begunIn, 1: ({ games }) => begunIn(games) },
});

// Lists were kept without a form at first; what is no game is left out.
function gamesIn(games) {
  return Array.isArray(games) ? { games: games.filter(isGame) } : null;
}

function begunIn(games) {
  const sound = (one) => typeof one?.search === "string" && Number.isInteger(one.turns);
  return Array.isArray(games) ? { games: games.filter(sound) } : null;
}

export function readLedger() {
  return ledgers.read();
}

// The `ledger` of a text, or in words what is wrong with it (`fault`).
export function parsedLedger(text) {
  const { content, fault } = ledgers.parse(text);
  return content ? { ledger: content } : { fault };
}

// The document of a ledger, for a file.
export function ledgerDocument(ledger) {
  return ledgers.document(ledger);
}

function faultOf(found) {
  const { players, games = [] } = found;
  if (!Array.isArray(players) || !Array.isArray(games))
    return "This ledger is damaged: it has no list of players, or something else than a list of games.";
  const player = players.findIndex((one) => typeof one?.name !== "string" || !isHandicap(one.handicap)) + 1;
  if (player) return `This ledger is damaged: player ${player} has no name, or a handicap that is not in whole points.`;
  const game = games.findIndex((one) => !isGame(one)) + 1;
  return game ? `This ledger is damaged: game ${game} lacks its number of tiles or its scores.` : null;
}

function isHandicap(one) {
  if (one === undefined) return true;
  if (typeof one !== "object" || one === null) return false;
  return Number.isInteger(one.per_tile ?? 0) && Number.isInteger(one.points ?? 0);
}

function isGame(one) {
  return (
    Number.isInteger(one?.tiles) &&
    typeof one.scores === "object" &&
    one.scores !== null &&
    Object.values(one.scores).every(Number.isInteger)
  );
}

export function writeLedger(ledger) {
  return ledgers.write(ledger);
}

// Adds a game that ended. Handicaps are kept as they are now, so a ledger begins anew with each game:
// `players` have what the server says for the next one, and `games` is what was played since.
export function addEvening({ tiles, scores, players }) {
  const ledger = readLedger();
  const known = new Map(ledger.players.map((one) => [one.name, one]));
  for (const { name, child, per_tile, points } of players)
    known.set(name, { name, child, handicap: { per_tile, points } });
  const history = [...pastEvenings(), { tiles, scores, at: today() }];
  return past.write({ games: history }) && writeLedger({ ...emptyLedger(), players: [...known.values()] });
}

// The games that were written down, the oldest first.
export function pastEvenings() {
  return past.read().games;
}

// Unfinished games

export function evenings() {
  return unfinished.read().games;
}

export function keepEvening(about, line) {
  if (!line) return;
  const search = `?${new URLSearchParams({ ...about.fixed, line })}`;
  const begun = String(new URLSearchParams(about.fixed));
  const others = evenings().filter((one) => one.begun !== begun);
  unfinished.write({ games: [{ begun, search, turns: line.split("~").length }, ...others].slice(0, MOST) });
}

export function dropEvening(about) {
  const begun = String(new URLSearchParams(about.fixed));
  unfinished.write({ games: evenings().filter((one) => one.begun !== begun) });
}
