// Results that players choose to send, so that ratings can be fitted to what players make of puzzles.
// Those who choose to are given a random number, which goes with each result and with nothing else.

import { address } from "./place.js";
import { failed } from "./rating.js";
import { Store } from "./stores.js";

const PLACE = "meepleproof.player";
const UNSENT = "meepleproof.unsent"; // results that did not arrive
const MOST_UNSENT = 100;
const unsentResults = new Store({
  place: UNSENT,
  schema: "unsent",
  what: "results to send",
  form: 1,
  empty: () => ({ results: [] }),
  readers: {
    0: (results) => (Array.isArray(results) ? { results } : null),
    1: ({ results }) => (Array.isArray(results) ? { results } : null),
  },
});
const BYTES = 8;
const MOST = 99;

export function player() {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

export function choose(sends) {
  try {
    if (sends) localStorage.setItem(PLACE, drawn());
    else [PLACE, UNSENT].forEach((place) => localStorage.removeItem(place));
  } catch {
    // Nothing can be kept, so nothing is sent.
  }
}

function drawn() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function send(puzzle, { hints = false, revealed = false, tries }) {
  const who = player();
  if (!who) return;
  post({ puzzle, player: who, failed: Math.min(failed(tries), MOST), hints, revealed });
}

// Sends what did not arrive before, as puzzles are solved without a connection, too.
export function sendUnsent() {
  const waiting = unsent();
  if (!waiting.length) return;
  keepUnsent([]);
  waiting.forEach(post);
}

function post(result) {
  fetch(address("/api/results"), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(result),
    keepalive: true,
  }).catch(() => {
    if (player()) keepUnsent([...unsent(), result].slice(-MOST_UNSENT));
  });
}

function unsent() {
  return unsentResults.read().results;
}

// A result that cannot be kept is lost: it is one of many.
function keepUnsent(results) {
  unsentResults.write({ results });
}
