// Tiles as lines and positions write them: one capital, after the small letter of its box if it is of another.

const LETTERS = /[ritk]?[A-Z]/g;

/**
 * The tiles of a text, one after another.
 * @param {string} [text]
 * @returns {string[]}
 */
export const lettersOf = (text = "") => text.match(LETTERS) ?? [];
