// What a server answers, or in its place the engine of a site that has one.

import { address, ENGINE } from "./place.js";

/** Where a page asks for the table of a puzzle or of a game. */
export const TABLE = "/api/table";

/**
 * The answer to a request; rejected if there is no connection. `packed` is the address of the puzzle that it is about,
 * for the engine.
 * @param {string} path
 * @param {RequestInit} [options]
 * @param {string} [packed]
 * @returns {Promise<Response>}
 */
export async function served(path, options, packed) {
  if (!ENGINE) return await fetch(address(path), options);
  const { engineAnswer } = await import("./engine.js");
  return await engineAnswer(path, options?.body, packed);
}
