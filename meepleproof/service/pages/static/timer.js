// The time a player thinks about a puzzle, for those who want it: while the page is seen, until the end. It is not kept.

import { byId, make } from "./dom.js";
import * as progress from "./progress.js";

const SECOND = 1000;

/**
 * A time in words, like "1 min 20 s".
 * @param {number} seconds
 */
export function inWords(seconds) {
  const minutes = Math.floor(seconds / 60);
  return minutes ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/**
 * Shows the time on the page of a puzzle, if that is wished. Seconds are counted, so the clock of the device is free to change.
 * @param {import("./game.js").Game} game
 */
export function startTimer(game) {
  const { about } = game;
  if (about.game || about.evening || about.lesson || !progress.setting("timer")) return;
  const place = make("span", { id: "timer", role: "timer" });
  byId("facts").after(" ", place);
  let [seconds, solved] = [0, false];
  setInterval(() => {
    const { end } = game.table;
    if (document.hidden || game.done || game.replaying || (end && (solved || end.kind !== "solved" || !seconds)))
      return;
    if (!end && solved) seconds = 0; // it is played again
    solved = Boolean(end);
    place.textContent = solved ? `· in ${inWords(seconds)}` : `· ${inWords(++seconds)}`;
  }, SECOND);
}
