// What this device keeps of house games: the ledger of evenings, and unfinished games.
// The server knows the rules of handicaps: it says what each player begins the next game with.

import { localDay } from "./dom.js";

const LEDGER = "meepleproof.ledger";
const EVENINGS = "meepleproof.evenings";
const UNREADABLE = `${LEDGER}.unreadable`;
const SCHEMA = "urn:meepleproof:ledger:";
const VERSION = "1";
const MOST = 10; // unfinished games

function stored(place) {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

function store(place, value) {
  try {
    localStorage.setItem(place, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

// The ledger

export function emptyLedger() {
  return { $schema: `${SCHEMA}${VERSION}`, game: "house", players: [], games: [] };
}

export function readLedger() {
  const text = stored(LEDGER);
  if (text === null) return emptyLedger();
  const { ledger } = parsedLedger(text);
  if (ledger) return ledger;
  // Of another version, or damaged: set aside, not overwritten.
  try {
    localStorage.setItem(UNREADABLE, text);
    localStorage.removeItem(LEDGER);
  } catch {
    // It stays where it is.
  }
  return emptyLedger();
}

// The `ledger` of a text, or in words what is wrong with it (`fault`).
export function parsedLedger(text) {
  let found = null;
  try {
    found = JSON.parse(text);
  } catch {
    return { fault: "This file is damaged or no ledger: it cannot be read as JSON." };
  }
  const fault = faultOf(found);
  return fault ? { fault } : { ledger: { ...found, games: found.games ?? [] } };
}

function faultOf(found) {
  const schema = String(found?.$schema);
  if (!schema.startsWith(SCHEMA)) return "This file is no ledger.";
  const version = schema.slice(SCHEMA.length);
  if (version !== VERSION) return `This ledger is of version ${version}, but this page reads version ${VERSION}.`;
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
  return store(LEDGER, ledger);
}

// Adds a game that ended. Handicaps are kept as they are now, so a ledger begins anew with each game:
// `players` have what the server says for the next one, and `games` is what was played since.
export function addEvening({ tiles, scores, players }) {
  const ledger = readLedger();
  const known = new Map(ledger.players.map((one) => [one.name, one]));
  for (const { name, child, per_tile, points } of players)
    known.set(name, { name, child, handicap: { per_tile, points } });
  const history = [...pastEvenings(), { tiles, scores, at: localDay() }];
  return (
    store(`${LEDGER}.past`, history) && writeLedger({ ...emptyLedger(), players: [...known.values()] })
  );
}

// The games that were written down, the oldest first.
export function pastEvenings() {
  try {
    const found = JSON.parse(stored(`${LEDGER}.past`) ?? "[]");
    return Array.isArray(found) ? found.filter(isGame) : [];
  } catch {
    return [];
  }
}

// Unfinished games

export function evenings() {
  try {
    const found = JSON.parse(stored(EVENINGS) ?? "[]");
    const sound = (one) => typeof one?.search === "string" && Number.isInteger(one.turns);
    return Array.isArray(found) ? found.filter(sound) : [];
  } catch {
    return [];
  }
}

export function keepEvening(about, line) {
  if (!line) return;
  const search = `?${new URLSearchParams({ ...about.fixed, line })}`;
  const begun = String(new URLSearchParams(about.fixed));
  const others = evenings().filter((one) => one.begun !== begun);
  store(EVENINGS, [{ begun, search, turns: line.split("~").length }, ...others].slice(0, MOST));
}

export function dropEvening(about) {
  const begun = String(new URLSearchParams(about.fixed));
  store(EVENINGS, evenings().filter((one) => one.begun !== begun));
}
