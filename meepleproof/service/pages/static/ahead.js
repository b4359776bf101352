// Has the next new puzzle made while this one is played, and fetches all answers to a question, or what the engine
// needs of the puzzle, so that they work without a connection.

import { address } from "./place.js";

const LATER = 2000; // milliseconds; a player who stays so long plays this puzzle

async function askFor(request) {
  await fetch(address("/api/generations"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
}

/** @param {{ ahead?: any, answers?: string, packed?: string }} about */
export function prepare({ ahead, answers, packed }) {
  const file = answers ?? packed;
  if (!ahead && !file) return;
  setTimeout(() => {
    /** @type {Promise<unknown>} */
    const met = ahead ? askFor(ahead) : fetch(address(file ?? ""));
    met.catch(() => {
      // The page asks again when it needs it.
    });
  }, LATER);
}
