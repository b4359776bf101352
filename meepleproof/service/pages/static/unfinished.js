// House games on this device that are not at their end.

import { Store } from "./stores.js";

const MOST = 10;

const unfinished = new Store({
  place: "meepleproof.evenings",
  schema: "evenings",
  what: "unfinished games",
  form: 1,
  empty: () => ({ games: [] }),
  readers: { 0: begunIn, 1: ({ games }) => begunIn(games) },
});

// The list was kept without a form at first; what is no game is left out.
function begunIn(games) {
  const sound = (one) => typeof one?.search === "string" && Number.isInteger(one.turns);
  return Array.isArray(games) ? { games: games.filter(sound) } : null;
}

export function evenings() {
  return unfinished.read().games;
}

export function keepEvening(about, line) {
  if (!line) return;
  const search = `?${new URLSearchParams({ ...about.fixed, line })}`;
  const begun = String(new URLSearchParams(about.fixed));
  const others = evenings().filter((one) => one.begun !== begun);
  unfinished.write({ games: [{ begun, search, turns: line.split("~").length }, ...others].slice(0, MOST) });
}

export function dropEvening(about) {
  const begun = String(new URLSearchParams(about.fixed));
  unfinished.write({ games: evenings().filter((one) => one.begun !== begun) });
}
