// Has the next new puzzle made while this one is played, and fetches what follows the turns of a first step,
// or all answers to a question, so that they work without a connection.

import { given } from "./dom.js";
import { squaresOf, unpack } from "./tables.js";

const LATER = 2000; // milliseconds; a player who stays so long plays this puzzle
const API = "/api/table";

const { ahead, answers, asks, lesson } = given("about");

async function askFor(request) {
  await fetch("/api/generations", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
}

// A first step has one tile, so its turns are few; those of a game would be too many.
async function meetAll(table) {
  const ways = [...squaresOf(table).flatMap((square) => square.ways), ...(table.acts ?? [])];
  const plays = ways.flatMap((way) => way.claims).flatMap((claim) => claim.plays ?? []);
  for (const [line] of plays) await fetch(`${API}?${new URLSearchParams({ ...asks, line })}`);
}

setTimeout(() => {
  const met = ahead ? askFor(ahead) : lesson ? meetAll(unpack(given("table"))) : null;
  (met ?? (answers && fetch(answers)))?.catch(() => {
    // The page asks again when it needs it.
  });
}, LATER);
