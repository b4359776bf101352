// The river of the Solo Variant with other boxes: where it goes on, and what is drawn from its stack (SOLO-BOX-7).

import { lettersOf } from "./solo-letters.js";

const SPRING = "rA";

/** @param {{ known: string, hidden: number } | undefined} river */
export const isFlowing = (river) => Boolean(river && (river.known || river.hidden));

// Where the river goes on, the side on which it comes in there, and how it turned last; null where no spring lies,
// or the lake does. A bend is a number of clockwise quarter turns, 0 for straight on.
export function endOfRiver(board) {
  let cell = board.cellOfTile(SPRING);
  if (!cell) return null;
  let [from, bend] = [-1, 0];
  for (let lying = board.at(cell); lying; lying = board.at(cell)) {
    const side = riverSides(board.drawing(lying)).find((one) => one !== from);
    if (side === undefined) return null;
    bend = from < 0 ? 0 : bendTo(from, side);
    cell = board.beside(cell, side);
    from = (side + 2) % 4;
  }
  return { cell, from, bend };
}

const bendTo = (/** @type {number} */ from, /** @type {number} */ out) => (out - from + 6) % 4;

export const riverSides = ({ terrain }) => [...terrain.keys()].filter((edge) => terrain[edge] === "river");

// Whether a river tile continues the river so: at its end, and two bends in a row never turn to the same side.
export function continuesRiver(board, placement) {
  const end = endOfRiver(board);
  if (!end || placement.x !== end.cell[0] || placement.y !== end.cell[1]) return false;
  const sides = riverSides(board.drawing(placement));
  if (!sides.includes(end.from)) return false;
  const out = sides.find((one) => one !== end.from);
  if (out === undefined) return true;
  const bend = bendTo(end.from, out);
  return !bend || bend !== end.bend;
}

// The next tile of the stack that has a place, what left the game, and the stack afterwards; `tile` is undefined if
// it is not known, and null if even the lake has no place.
export function drawFromRiver({ known, hidden }, board, removes) {
  const hasPlace = (tile) => board.placements(tile).length > 0;
  let stack = lettersOf(known);
  const lake = hidden ? [] : stack.splice(-1);
  const discards = [];
  const leaving = (tile, rest) => ({ tile, discards, river: { known: rest.join(""), hidden } });
  for (let tried = stack.length; tried; tried--) {
    const [tile, ...rest] = stack;
    if (hasPlace(tile)) return leaving(tile, [...rest, ...lake]);
    if (removes) discards.push(tile);
    else if (hidden) return leaving(undefined, []);
    stack = removes ? rest : [...rest, tile];
  }
  if (hidden) return leaving(undefined, []);
  discards.push(...stack);
  if (hasPlace(lake[0])) return leaving(lake[0], []);
  discards.push(...lake);
  return leaving(null, []);
}
