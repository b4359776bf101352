// Which game was played last on this device: the first page of a visit opens on it.

import { address, pathOf } from "./place.js";

const PLACE = "meepleproof.last";
const VISITED = "meepleproof.visited";

/**
 * Remembers where something is played; of a puzzle, the home of its game.
 * @param {string} [path]
 */
export function rememberPlayed(path = pathOf(location.pathname)) {
  try {
    localStorage.setItem(PLACE, path);
  } catch {
    // Then each visit begins at the first game.
  }
}

/**
 * Leads from the first game's home to that of the game played last, once a visit.
 * @param {string[]} homes
 */
export function openLastPlayed(homes) {
  try {
    const visited = sessionStorage.getItem(VISITED);
    sessionStorage.setItem(VISITED, "yes");
    const last = localStorage.getItem(PLACE) ?? "";
    const here = pathOf(location.pathname) === "/" && !location.search && !location.hash;
    const home = homes.find((one) => one !== "/" && `${last}/`.startsWith(`${one}/`));
    if (!visited && here && home) location.replace(address(home));
  } catch {
    // A browser that stores nothing opens on the first game.
  }
}
