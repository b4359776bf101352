// What this device keeps of NEOM: games with their logs and notes, results, and a catalogue. It leaves
// the device only by the player's export; logs and the catalogue go to the server to be judged, which
// keeps neither.

import { handOut, localDay } from "./dom.js";

const PLACE = "meepleproof.neom";
const UNREADABLE = `${PLACE}.unreadable`;
const SCHEMA = "urn:meepleproof:neom-games:1";
const MOST = 30; // games

function empty() {
  return { $schema: SCHEMA, games: [], catalogue: null };
}

// What is kept; `aside` says that something could not be read and was laid aside.
export function kept() {
  let text = null;
  try {
    text = localStorage.getItem(PLACE);
  } catch {
    return { ...empty(), shut: true };
  }
  if (text === null) return empty();
  const found = parsed(text);
  if (found) return found;
  try {
    localStorage.setItem(UNREADABLE, text);
    localStorage.removeItem(PLACE);
  } catch {
    // It stays where it is.
  }
  return { ...empty(), aside: true };
}

function parsed(text) {
  try {
    const { $schema, games, catalogue = null } = JSON.parse(text);
    const sound = $schema === SCHEMA && Array.isArray(games) && games.every(isGame) && typeof catalogue === "object";
    return sound ? { $schema, games, catalogue } : null;
  } catch {
    return null;
  }
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

function write(found) {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ $schema: SCHEMA, games: found.games, catalogue: found.catalogue }));
    return true;
  } catch {
    return false;
  }
}

export function keepGame(game) {
  const found = kept();
  const others = found.games.filter((one) => one.id !== game.id);
  return write({ ...found, games: [game, ...others].slice(0, MOST) });
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
  return { id, at: localDay(), notes: "", ...more };
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
  if (found?.$schema === SCHEMA) return parsed(JSON.stringify(found))?.games ?? null;
  return isLog(found) && kind === "table" ? [newGame({ kind, own: false, log: found })] : null;
}
