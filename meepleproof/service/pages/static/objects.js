// Documents as they come from the server, with some members left out.

/**
 * @template {Record<string, any>} T
 * @param {T} document
 * @param {...string} names
 * @returns {T}
 */
export function without(document, ...names) {
  const kept = Object.entries(document).filter(([name]) => !names.includes(name));
  return /** @type {any} */ (Object.fromEntries(kept));
}
