// What this device keeps of NEOM: games with their logs and notes, results, and a catalogue. It leaves
// the device only by the player's export; logs and the catalogue go to the server to be judged, which
// keeps neither.

import { handOut, today } from "./dom.js";
import { Store } from "./stores.js";

const MOST = 30; // games

/** @typedef {{ provenance: string, tiles?: object[], boards?: { id: string, good?: string }[] }} Catalogue */

/** @type {Store<{ games: any[], catalogue: Catalogue | null }>} */
const store = new Store({
  place: "meepleproof.neom",
  schema: "neom-games",
  what: "your games of NEOM",
  form: 1,
  empty: () => ({ games: [], catalogue: null }),
  readers: { 1: contentOf },
});

// What is kept; `aside` says that something could not be read and was laid aside, `shut` that nothing can be kept.
export function kept() {
  const found = store.read();
  return { ...found, aside: store.state === "aside", shut: store.state === "shut" };
}

// All games without a catalogue, as they are exported.
export function exported() {
  return store.document({ games: kept().games, catalogue: null });
}

function contentOf({ games, catalogue = null }) {
  const sound = Array.isArray(games) && games.every(isGame) && typeof catalogue === "object";
  return sound ? { games, catalogue } : null;
}

function isGame(one) {
  return (
    ["table", "demo"].includes(one?.kind) &&
    typeof one.id === "string" &&
    isLog(one.log) &&
    (one.kind === "table" || Number.isInteger(one.seed)) &&
    typeof (one.notes ?? "") === "string" &&
    (one.result === undefined || Array.isArray(one.result?.headings))
  );
}

function isLog(log) {
  return typeof log === "object" && log !== null && log.game === "neom" && Array.isArray(log.events);
}

function write({ games, catalogue }) {
  return store.write({ games, catalogue });
}

export function keepGame(game) {
  const found = kept();
  const others = found.games.filter((one) => one.id !== game.id);
  return write({ ...found, games: [game, ...others].slice(0, MOST) });
}

/**
 * Keeps games of a file beside those that are here; of one that is in both, the longer log.
 * @param {any[]} games
 * @returns {{ isKept: boolean, left: number }} whether they are kept, and how many had no place
 */
export function keepImported(games) {
  const found = kept();
  const mine = found.games.map((one) => games.find((other) => other.id === one.id && isLonger(other, one)) ?? one);
  const all = [...mine, ...games.filter((one) => !mine.some((own) => own.id === one.id))];
  return { isKept: write({ ...found, games: all.slice(0, MOST) }), left: Math.max(0, all.length - MOST) };
}

function isLonger(one, other) {
  return one.log.events.length > other.log.events.length;
}

export function dropGame(id) {
  const found = kept();
  return write({ ...found, games: found.games.filter((one) => one.id !== id) });
}

export function keepCatalogue(catalogue) {
  return write({ ...kept(), catalogue });
}

export function newGame(more) {
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
  return { id, at: today(), notes: "", ...more };
}

// Files

export function save(document, name) {
  handOut(`${JSON.stringify(document, null, 1)}\n`, name);
}

// The document of a file that was chosen; null if there is none, or it is no JSON.
export async function chosen(event) {
  const [file] = event.target.files;
  event.target.value = "";
  if (!file || file.size > 1_000_000) return null;
  try {
    return JSON.parse(await file.text());
  } catch {
    return null;
  }
}

// The games of an imported file: a log, or all games as they are exported. Null if it is neither.
export function imported(found, kind) {
  if (found && store.formOf(found) !== null) return store.parse(JSON.stringify(found)).content?.games ?? null;
  return isLog(found) && kind === "table" ? [newGame({ kind, own: false, log: found })] : null;
}
