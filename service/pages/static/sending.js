// Results that players choose to send, so that ratings can be fitted to what players make of puzzles.
// Those who choose to are given a random number, which goes with each result and with nothing else.

import { failed } from "./rating.js";

const PLACE = "meepleproof.player";
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
    else localStorage.removeItem(PLACE);
  } catch {
    // Nothing can be kept, so nothing is sent.
  }
}

function drawn() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A result that does not arrive is lost: it is one of many.
export function send(puzzle, { hints = false, revealed = false, tries }) {
  const who = player();
  if (!who) return;
  fetch("/api/results", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ puzzle, player: who, failed: Math.min(failed(tries), MOST), hints, revealed }),
    keepalive: true,
  }).catch(() => {});
}
