// Documents that pages ask for once: lists of puzzles, and the puzzles of the days.

import { address } from "./place.js";

const fetched = new Map();

/**
 * A document; null if it cannot be had.
 * @param {string} path
 * @returns {Promise<any>}
 */
export function documentAt(path) {
  const got = fetched.get(path) ?? ask(path);
  fetched.set(path, got);
  return got;
}

async function ask(path) {
  try {
    const answer = await fetch(address(path));
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
