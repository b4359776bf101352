// Documents: whether something is one, and one with some members left out.

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

/** Whether something that was read as JSON is a document, and no list. */
export function isObject(one) {
  return typeof one === "object" && one !== null && !Array.isArray(one);
}
