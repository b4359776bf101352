// Cells of the board, as [x, y]: where they lie in its drawing, and what is drawn in one.

import { boxOf, draw, use } from "./dom.js";

export const TILE = 100; // units of the drawing; its x goes east, its y south

export function same(one, other) {
  return Boolean(one && other) && one[0] === other[0] && one[1] === other[1];
}

export function corner([x, y]) {
  return [x * TILE, -y * TILE];
}

/**
 * @param {HTMLElement & Record<string, any>} node
 * @returns {[number, number]}
 */
export function cellOf(node) {
  return [Number(node.dataset.x), Number(node.dataset.y)];
}

export function piece(one, name) {
  const [left, top] = corner(one.at);
  const label = `${name}: ${one.says}`;
  return draw(
    "g",
    { class: "mp-laid", role: "img", "data-at": one.at.join("."), "aria-label": label },
    use(one.art, [left, top, TILE, TILE]),
  );
}

export function pawnName(colour, art = "pawn") {
  return `${art}.${colour}`;
}

export function pawn(one) {
  const [left, top] = corner(one.at);
  const { colour, art, at, point } = one.meeple;
  const [x, y] = [left + at[0], top + at[1]];
  const drawn = pawnAt(pawnName(colour, art), [x, y], "mp-meeple");
  if (!point) return drawn;
  // On a narrow field it would hide where it lies: it is drawn beside it, with a line to the field.
  const [right, down] = [left + point[0], top + point[1]];
  return draw(
    "g",
    {},
    draw("path", { class: "mp-held", d: `M${x},${y} L${right},${down}` }),
    draw("circle", { class: "mp-foot", cx: right, cy: down, r: 5 }),
    drawn,
  );
}

/**
 * @param {string} name
 * @param {number[]} at
 * @param {string} kind
 */
export function pawnAt(name, [x, y], kind) {
  const [west, north, width, height] = boxOf(name);
  return use(name, [x + west, y + north, width, height], { class: kind, "aria-hidden": "true" });
}

export function outline(at, kind) {
  const [left, top] = corner(at);
  return draw("rect", { class: kind, x: left + 2, y: top + 2, width: 96, height: 96, rx: 6 });
}
