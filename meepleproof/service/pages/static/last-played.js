// Which game was played last on this device: the first page of a visit opens on it.

import { address } from "./place.js";

const PLACE = "meepleproof.home";
const VISITED = "meepleproof.visited";

/**
 * Remembers the home of the game that is played.
 * @param {string} home
 */
export function rememberHome(home) {
  try {
    localStorage.setItem(PLACE, home);
  } catch {
    // Then each visit begins at the first game.
  }
}

/** Leads from the first game's home to that of the game played last, once a visit. */
export function openLastPlayed() {
  const homes = [...document.querySelectorAll(".collection nav a")].map((one) => one.getAttribute("href"));
  try {
    const visited = sessionStorage.getItem(VISITED);
    sessionStorage.setItem(VISITED, "yes");
    const home = localStorage.getItem(PLACE);
    const there = home && home !== "/" ? address(home) : null;
    const here = location.pathname === address("/") && !location.search && !location.hash;
    const known = homes.some((one) => one && new URL(one, location.href).pathname === there);
    if (!visited && here && there && known) location.replace(there);
  } catch {
    // A browser that stores nothing opens on the first game.
  }
}
