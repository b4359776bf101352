// Packs of puzzles that a player made from a catalogue: what this device keeps of them. The server is sent
// the puzzle that is played, and keeps nothing. What it said is kept beside, for when there is no connection.

import { answered } from "./tables.js";

const PLACE = "meepleproof.neom.packs";
const UNREADABLE = `${PLACE}.unreadable`;
const SCHEMA = "urn:meepleproof:neom-packs:1";
const SAID = "neom-own"; // the cache of what the server said; a new version of the pages empties it

// All packs; `aside` says that what was kept could not be read and was laid aside.
export function kept() {
  let text = null;
  try {
    text = localStorage.getItem(PLACE);
  } catch {
    return { packs: [], shut: true };
  }
  if (text === null) return { packs: [] };
  const packs = parsed(text);
  if (packs) return { packs };
  try {
    localStorage.setItem(UNREADABLE, text);
    localStorage.removeItem(PLACE);
  } catch {
    // It stays where it is.
  }
  return { packs: [], aside: true };
}

function parsed(text) {
  try {
    return packsIn(JSON.parse(text));
  } catch {
    return null;
  }
}

// The packs in a document as it is kept, or saved as a file; null if it is none.
export function packsIn(document) {
  const packs = document?.$schema === SCHEMA ? document.packs : null;
  return Array.isArray(packs) && packs.every(isPack) ? packs : null;
}

export function asFile(pack) {
  return JSON.stringify({ $schema: SCHEMA, packs: [pack] });
}

function isPack(one) {
  return typeof one?.id === "string" && typeof one.title === "string" && Array.isArray(one.puzzles) && one.puzzles.every(isPuzzle);
}

function isPuzzle(one) {
  const texts = [one?.id, one?.title, one?.kind, one?.level];
  return texts.every((text) => typeof text === "string") && Boolean(one.pack?.puzzles) && Boolean(one.solutions?.solutions);
}

function write(packs) {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ $schema: SCHEMA, packs }));
    return true;
  } catch {
    return false;
  }
}

export function keepPack(pack) {
  return write([pack, ...kept().packs.filter((one) => one.id !== pack.id)]);
}

export function dropPack(id) {
  return write(kept().packs.filter((one) => one.id !== id));
}

// A puzzle by its id, and the one after it in its pack.
export function puzzleOf(id) {
  for (const { puzzles } of kept().packs) {
    const place = puzzles.findIndex((one) => one.id === id);
    if (place >= 0) return { puzzle: puzzles[place], next: puzzles[place + 1] };
  }
  return {};
}

// What the server says of a puzzle after a line, from what it said before if it did; null without a
// connection.
export async function tell(address, { id, pack, solutions }, line) {
  const store = globalThis.caches && (await caches.open(SAID));
  const key = `/neom/own/said?${new URLSearchParams({ id, line })}`;
  const said = await store?.match(key);
  if (said) return said.json();
  const answer = await post(address, { pack, solutions, ...(line && { line }) });
  if (answer && !answer.problem) await store?.put(key, new Response(JSON.stringify(answer)));
  return answer;
}

export function post(address, request) {
  return answered(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
}
