// What the engine of a site does while a game is set up, so that nobody waits for it when the game begins: it is loaded,
// and the first table of the game is handed on to its page.

import { isKeeping, savesData } from "./offline.js";
import { address, ENGINE } from "./place.js";

const PLACE = "meepleproof.first-table";

/**
 * Loads the engine, and what the page of the game draws with, unless the browser saves data.
 * @param {string} pieces
 */
export async function loadBeforehand(pieces) {
  if (!ENGINE || savesData()) return;
  await isKeeping(); // what came before then would be missing without a connection
  const engine = await import("./engine.js").catch(() => null); // without a connection
  engine?.beginEngine();
  await fetch(address(pieces)).catch(() => {}); // the page of the game fetches it again
}

/**
 * Hands the answer to a request on to the next page, if the engine is loaded: there it would have to begin anew.
 * @param {string} path
 */
export async function handOn(path) {
  if (!ENGINE) return;
  const engine = await import("./engine.js").catch(() => null);
  if (!engine?.isReady()) return;
  const answer = await engine.engineAnswer(path).catch(() => null); // the page of the game says what is wrong
  if (!answer?.ok) return;
  try {
    sessionStorage.setItem(PLACE, JSON.stringify({ path, by: ENGINE.modules, text: await answer.text() }));
  } catch {
    // Nothing can be kept here: the page of the game asks for itself.
  }
}

/**
 * The answer to a request that the page before handed on; null if it did not.
 * @param {string} path
 * @returns {Response | null}
 */
export function handedOn(path) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? "null");
    if (kept?.path !== path || kept.by !== ENGINE?.modules) return null;
    sessionStorage.removeItem(PLACE);
    return new Response(kept.text);
  } catch {
    return null;
  }
}
