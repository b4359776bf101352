// Has the next new puzzle made while this one is played, and fetches all answers to a question, or what the engine
// needs of the puzzle, so that they work without a connection.

import { given } from "./dom.js";
import { address } from "./place.js";

const LATER = 2000; // milliseconds; a player who stays so long plays this puzzle

const { ahead, answers, packed } = given("about");
const file = answers ?? packed;

async function askFor(request) {
  await fetch(address("/api/generations"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
}

setTimeout(() => {
  const met = ahead ? askFor(ahead) : file && fetch(address(file));
  met?.catch(() => {
    // The page asks again when it needs it.
  });
}, LATER);
