// The time a player thinks, shown if the player wants it: while the page is seen, until the puzzle ends.

import { byId, make } from "./dom.js";

const SECOND = 1000;

/**
 * A time in words, like "1 min 20 s".
 * @param {number} seconds
 */
export function inWords(seconds) {
  const minutes = Math.floor(seconds / 60);
  return minutes ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** @param {import("./game.js").Game} game */
export function startTimer(game) {
  const place = make("span", { id: "timer", role: "timer" });
  byId("facts").after(" ", place);
  let seconds = 0;
  const timer = setInterval(() => {
    if (game.table.end?.kind === "solved" || game.done) clearInterval(timer);
    else if (!document.hidden) place.textContent = `· ${inWords(++seconds)}`;
  }, SECOND);
}
