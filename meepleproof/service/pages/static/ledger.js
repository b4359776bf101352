// The ledger that this device keeps, of form 2; what earlier versions kept is taken over.

import { entered, following, isLike, merged, NONE, standings } from "./book.js";
import { eveningOf1, isGame, ofForm1, ofForm2 } from "./book-forms.js";
import { NOTHING_STORED, today } from "./dom.js";
import { Store } from "./stores.js";

const NEWER = "A newer version of these pages wrote the ledger on this device. Nothing was changed.";

/** @returns {import("./book.js").Ledger} */
export function emptyLedger() {
  return { game: "house", lines: [] };
}

/** @type {Store<import("./book.js").Ledger>} */
const ledgers = new Store({
  place: "meepleproof.ledger",
  schema: "ledger",
  what: "the ledger",
  form: 2,
  empty: emptyLedger,
  readers: { 1: ofForm1, 2: ofForm2 },
});
// Form 1 had the handicaps of the day in the ledger, and the games they came from here.
const past = new Store({
  place: "meepleproof.ledger.past",
  schema: "ledger-past",
  what: "the games of past evenings",
  form: 1,
  empty: () => ({ games: [], damaged: false }),
  readers: { 0: gamesIn, 1: ({ games }) => gamesIn(games) },
});

function gamesIn(games) {
  if (!Array.isArray(games)) return null;
  const sound = games.filter(isGame);
  return { games: sound, damaged: sound.length < games.length };
}

export function readLedger() {
  const ledger = ledgers.read();
  const { games } = past.read();
  return games.length ? withPast(ledger, games) : ledger;
}

// The handicaps of form 1 have the games in them: these come first, and shift nothing.
/** @param {import("./book.js").Ledger} ledger */
function withPast(ledger, games) {
  const carried = games.map((one) => ({ ...eveningOf1(one), carried: true }));
  const date = carried.at(-1)?.date;
  const dated = ledger.lines.map((one) => one.kind === "opening" && !one.date && date ? { ...one, date } : one);
  return { ...ledger, lines: [...carried, ...dated] };
}

/**
 * Keeps a ledger, what was taken over with it; returns why it could not, nothing if it did.
 * @param {import("./book.js").Ledger} ledger
 */
export function writeLedger(ledger) {
  const sound = ofForm2(ledger); // else it could not be read again
  if (typeof sound === "string") return `${sound} Nothing was written.`;
  if (!ledgers.write(ledger)) return ledgers.state === "newer" ? NEWER : NOTHING_STORED;
  const { games, damaged } = past.read();
  if (games.length || damaged) past.remove(damaged);
  return "";
}

// The `ledger` of a text, or in words what is wrong with it (`fault`).
export function parsedLedger(text) {
  const { content, fault } = ledgers.parse(text);
  return content ? { ledger: content } : { fault };
}

/**
 * Adds the lines of a ledger in a text to those here; returns what came of it, in words.
 * @param {string} text
 */
export function addLedger(text) {
  const { ledger, fault } = parsedLedger(text);
  if (!ledger) return `${fault} The ledger here was not changed.`;
  const mine = readLedger();
  return writeLedger({ ...mine, lines: merged(mine.lines, ledger.lines) }) || "The ledger was added to yours.";
}

/** What could not be read and was set aside, by the name of a file for it. */
export function ledgersAside() {
  const all = { "ledger-damaged.json": ledgers.aside(), "ledger-past-damaged.json": past.aside() };
  return Object.entries(all).filter(([, text]) => text !== null);
}

// The document of a ledger, for a file.
export function ledgerDocument(ledger) {
  return ledgers.document(ledger);
}

/** What each player starts the next game with. */
export function standingsNow() {
  return standings(readLedger().lines);
}

/**
 * The evening of a game on this device that is at its end, and what people there started with that was typed.
 * @param {any} fixed the set-up of the game, as in its address
 * @param {string} line
 * @param {any} end what the table says for the ledger
 */
export function eveningOfGame(fixed, line, { tiles, scores, players }) {
  const seats = (fixed.seats ?? "").split(".");
  const handicaps = (fixed.handicaps ?? "").split(".").map((one) => one.replace("c", "").split(":").map(Number));
  /** @type {Record<string, import("./book.js").Standing>} */
  const own = Object.create(null);
  const results = players.map(({ name, child }, index) => {
    const [per_tile = 0, points = 0] = handicaps[index] ?? [];
    const standing = { child, per_tile, points };
    if (!hadOnce(name, standing)) own[name] = standing;
    const computer = (seats[index] || "person") !== "person";
    return { name, points: scores[name], start: per_tile * tiles + points, ...(computer ? { computer } : {}) };
  });
  const sorted = Object.entries(fixed).map(([name, one]) => [name, String(one)]).sort();
  const game = { setup: String(new URLSearchParams(sorted)), line };
  return { evening: /** @type {const} */ ({ kind: "evening", date: today(), tiles, results, game }), own };
}

// A handicap that the ledger once gave was not typed: the game was begun before other evenings were written down.
function hadOnce(name, standing) {
  if (isLike(NONE, standing)) return true;
  for (const { after } of following(readLedger().lines)) if (after[name] && isLike(after[name], standing)) return true;
  return false;
}

/**
 * Writes an evening into the ledger. Returns the evening as it stands there, the `lines`, and where it is; the one
 * it took the place of (`was`); or why nothing was kept (`fault`).
 * @param {import("./book.js").Evening} evening
 * @param {Record<string, import("./book.js").Standing>} own
 */
export function addEvening(evening, own) {
  const ledger = readLedger();
  const made = entered(ledger.lines, evening, own);
  const fault = made.lines === ledger.lines ? "" : writeLedger({ ...ledger, lines: made.lines });
  return { ...made, fault };
}

/**
 * Who played last, in the order of the seats; nothing if no evening is known.
 * @returns {{ name: string, seat: string }[]}
 */
export function lastSeats() {
  const last = readLedger().lines.findLast((one) => one.kind === "evening");
  if (!last || last.kind !== "evening") return [];
  const seats = (new URLSearchParams(last.game?.setup).get("seats") ?? "").split(".");
  return last.results.map(({ name, computer }, index) => ({
    name,
    seat: computer ? (seats[index] || "ahead") : "person",
  }));
}
