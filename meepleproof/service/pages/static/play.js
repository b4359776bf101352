// The page of a game: its first table came with it, or is worked out or asked for here.

import { prepare } from "./ahead.js";
import { byId, given, make, seedByChance } from "./dom.js";
import { rememberPlayed } from "./last-played.js";
import { address } from "./place.js";
import { play } from "./playing.js";
import { Tables } from "./tables.js";

const WAITING = "No connection. The game begins when there is one.";
const NONE = "There is no such game: its address asks for a seed, colours or meeples that there are not.";

// One page for all free games of its kind: its address says which one this is.
async function ofAddress(about) {
  const query = new URLSearchParams(location.search);
  if (!query.get("seed")) {
    query.set("seed", String(seedByChance()));
    history.replaceState(null, "", `${location.pathname}?${query}`);
  }
  const fixed = { ...about.usual, ...Object.fromEntries([...query].filter(([name]) => about.free.includes(name))) };
  const beside = about.beside ? besideOf(about.beside, query, fixed) : {};
  byId("facts").textContent = about.told.replace(
    /\{(\w+)\}/g,
    (_, name) => ({ beside: "", ...fixed, ...beside })[name],
  );
  if (about.undealt) {
    const { gameStart } = await import("./deal.js");
    return { ...about, ...beside.files, fixed, start: gameStart(about.undealt, fixed) };
  }
  return { ...about, fixed, asks: { ...about.asks, ...fixed } };
}

// What lies beside the game itself, as an address has it: letters in their order, though a form sends one for each tick.
function besideOf({ name, means, ...files }, query, fixed) {
  const asked = query.getAll(name).join("");
  const letters = Object.keys(means).filter((letter) => asked.includes(letter));
  const unknown = [...asked].filter((letter) => !means[letter]);
  if (!letters.length && !unknown.length) {
    delete fixed[name];
    return {};
  }
  fixed[name] = [...letters, ...unknown].join("");
  const told = letters.map((letter) => means[letter]).join(", ");
  return { beside: told && `${told} · `, files };
}

function tell(text) {
  byId("turn").replaceChildren(make("p", { class: "refusal", id: "problem" }, text));
  return true;
}

async function begin(about) {
  if (about.start === null) return tell(NONE);
  const tables = await Tables.of(about, given("table"), () => tell(WAITING));
  if (tables.first.problem) tell(tables.first.problem);
  else await play(about, tables);
}

const about = given("about");
rememberPlayed(about.home);
if (about.free && !location.search) location.replace(address(about.home));
else {
  prepare(about);
  await begin(about.free ? await ofAddress(about) : about);
}
