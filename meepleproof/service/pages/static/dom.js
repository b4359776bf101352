// Small helpers for elements, and the words that a screen reader says.

const SVG = "http://www.w3.org/2000/svg";

export function make(tag, attributes = {}, ...parts) {
  return filled(document.createElement(tag), attributes, parts);
}

export function smallButton(id, text, does, more = {}) {
  return make("button", { type: "button", id, class: "button small", click: does, ...more }, text);
}

/**
 * Puts nodes into a place; those that it has already stay, so that only what changed is drawn anew.
 * @param {Element} place
 * @param {Element[]} nodes
 */
export function renew(place, nodes) {
  const before = [...place.children];
  const kept = nodes.map((node) => {
    const at = before.findIndex((one) => one.isEqualNode(node));
    return at < 0 ? node : before.splice(at, 1)[0];
  });
  for (const gone of before) gone.remove();
  for (const [index, node] of kept.entries())
    if (place.children[index] !== node) place.insertBefore(node, place.children[index] ?? null);
}

export function draw(tag, attributes = {}, ...parts) {
  return filled(document.createElementNS(SVG, tag), attributes, parts);
}

function filled(node, attributes, parts) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...parts.flat().filter((part) => part !== null && part !== undefined && part !== ""));
  return node;
}

export function use(name, box, more = {}) {
  const [x, y, width, height] = box;
  return draw("use", { href: `#${name}`, x, y, width, height, ...more });
}

/**
 * The element of that id, which the page's template has, or what was drawn before.
 * @param {string} id
 * @returns {HTMLElement & Record<string, any>}
 */
export function byId(id) {
  return /** @type {any} */ (document.getElementById(id));
}

/**
 * The first element that fits a selector, likewise.
 * @param {string} selector
 * @returns {HTMLElement & Record<string, any>}
 */
export function first(selector) {
  return /** @type {any} */ (document.querySelector(selector));
}

// The frame that a drawing of the sheet has: x, y, width and height.
export function boxOf(name) {
  const symbol = /** @type {any} */ (document.getElementById(name));
  const box = symbol?.viewBox?.baseVal;
  return box ? [box.x, box.y, box.width, box.height] : [0, 0, 100, 100];
}

export function picture(name, size, label) {
  const [width, height] = size;
  const box = boxOf(name);
  const node = draw("svg", { viewBox: box.join(" "), width, height }, use(name, box));
  if (label) {
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", label);
  } else node.setAttribute("aria-hidden", "true");
  return node;
}

// A sheet of drawings, as symbols of this document; one that was added before is replaced.
export function addSheet(text) {
  const found = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const sheet = document.importNode(found, true);
  sheet.setAttribute("class", "sheet");
  sheet.setAttribute("aria-hidden", "true");
  document.querySelector("body > .sheet")?.remove();
  document.body.prepend(sheet);
}

// What the page brought as JSON.
export function given(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

export function say(text) {
  const place = document.getElementById("says");
  if (!place) return;
  place.textContent = "";
  place.textContent = text;
}

// A sentence in which squares like "on (1, -2)" are only for screen readers: who sees the board sees
// them marked on it, without numbers.
const SQUARE = /(,? (?:on )?\(-?\d+, -?\d+\))/;

export function seen(text) {
  return text
    .split(SQUARE)
    .map((part) => (SQUARE.test(part) ? make("span", { class: "unseen" }, part) : part));
}

// Puts a text into the clipboard; false if the browser does not allow it.
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// Hands a text to the player as a file.
export function handOut(text, name, type = "application/json") {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

// Headings and words, as the parts of a <dl>.
export function terms(all) {
  return all.flatMap(([heading, said]) => [make("dt", {}, heading), make("dd", {}, said)]);
}

// What to say where nothing can be stored.
export const NOTHING_STORED = "This browser stores nothing for this page (private window, or its storage is full).";

export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The seed of a game that was asked for without one. */
export function seedByChance() {
  return Math.floor(Math.random() * 1_000_000);
}

/** The date by the clock of this device. */
export function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
