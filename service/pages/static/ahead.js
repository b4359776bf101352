// What will be wanted: the next new puzzle is made while this one is played, and what each turn of a
// first step leads to is met, so that first steps are played without a connection, too.

import { given } from "./dom.js";
import { unpack } from "./tables.js";

const LATER = 2000; // milliseconds, after which a player has not just passed by
const API = "/api/table";

const { ahead, asks, lesson } = given("about");

async function askFor(request) {
  await fetch("/api/generations", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
}

// A first step has one tile, and so few turns that all are met; of a game there are too many.
async function meetAll(table) {
  const ways = (table.squares ?? []).flatMap((square) => square.ways);
  const plays = ways.flatMap((way) => way.claims).flatMap((claim) => claim.plays ?? []);
  for (const [line] of plays) await fetch(`${API}?${new URLSearchParams({ ...asks, line })}`);
}

setTimeout(() => {
  const met = ahead ? askFor(ahead) : lesson ? meetAll(unpack(given("table"))) : null;
  met?.catch(() => {
    // It is asked for when it is wanted.
  });
}, LATER);
