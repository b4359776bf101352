// Packs of puzzles that a player made from a catalogue: what this device keeps of them. The server is sent
// the puzzle that is played, and keeps nothing. What it said is kept beside, for when there is no connection.

import { address } from "./place.js";
import { Store } from "./stores.js";
import { answeredByEngine } from "./tables.js";

const SAID = `meepleproof ${address("/")} said`; // what the server said; the worker of a new version drops it

const store = new Store({
  place: "meepleproof.neom.packs",
  schema: "neom-packs",
  what: "your packs",
  form: 1,
  empty: () => ({ packs: [] }),
  readers: { 1: ({ packs }) => (Array.isArray(packs) && packs.every(isPack) ? { packs } : null) },
});

// All packs; `aside` says that what was kept could not be read and was laid aside, `shut` that nothing can be kept.
export function kept() {
  const { packs } = store.read();
  return { packs, aside: store.state === "aside", shut: store.state === "shut" };
}

// The packs in a document as it is kept, or saved as a file; null if it is none.
export function packsIn(document) {
  return document?.$schema ? (store.parse(JSON.stringify(document)).content?.packs ?? null) : null;
}

export function asFile(pack) {
  return JSON.stringify(store.document({ packs: [pack] }));
}

function isPack(one) {
  return typeof one?.id === "string" && typeof one.title === "string" && Array.isArray(one.puzzles) &&
    one.puzzles.every(isPuzzle);
}

function isPuzzle(one) {
  const texts = [one?.id, one?.title, one?.kind];
  return texts.every((text) => typeof text === "string") && Boolean(one.pack?.puzzles) &&
    Boolean(one.solutions?.solutions);
}

function write(packs) {
  return store.write({ packs });
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
export async function tell(place, { id, pack, solutions }, line) {
  const full = () => {}; // then the server is asked again
  const store = await globalThis.caches?.open(SAID).catch(full);
  const key = `/neom/own/said?${new URLSearchParams({ id, line })}`;
  const said = await store?.match(key);
  if (said) return said.json();
  const answer = await post(place, { pack, solutions, ...(line && { line }) });
  if (answer && !answer.problem) await store?.put(key, new Response(JSON.stringify(answer))).catch(full);
  return answer;
}

export function post(place, request) {
  return answeredByEngine(place, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
}
