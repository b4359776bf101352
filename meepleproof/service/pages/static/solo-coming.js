// The tiles to come in the Solo Variant, as far as a player may know them.

import { Board } from "./solo-board.js";
import { lettersOf } from "./solo-letters.js";
import { draw } from "./solo-turns.js";

// What a player sees of piles and river: only what is drawn lies face up (SOLO-SETUP-7).
export function faceDown(position, tiles) {
  const drawn = position.over ? null : draw(position, new Board(tiles, position.placements));
  const piles = position.piles.map(({ known, hidden }, pile) => {
    const all = lettersOf(known);
    const left = drawn ? lettersOf(drawn.piles[pile].known).length : all.length;
    return { known: all.slice(0, all.length - left).join(""), hidden: left + hidden };
  });
  return { piles, river: position.river && riverSeen(position.river, drawn) };
}

// A tile that went under the stack lies face down again, and a lone one is known to be the lake (SOLO-BOX-7).
function riverSeen(river, drawn) {
  const stack = lettersOf(river.known);
  if (drawn && !drawn.river?.known) return river;
  const left = drawn ? lettersOf(drawn.river.known) : stack;
  const [up, down] = [drawn ? [...drawn.discards, drawn.tile] : [], left.length === 1 ? left : []];
  return { known: [...up, ...down].join(""), hidden: left.length - down.length };
}

// The tiles to come in turn order up to the last known one, null for one that is not known; a `spare` one stands behind
// the one that it lies below.
export function nextDraws({ to_move: first, rules }, { piles: given, river }) {
  const piles = given.map(({ known, hidden }) => ({ known: lettersOf(known), hidden }));
  const flowing = [...lettersOf(river?.known), ...Array(river?.hidden ?? 0).fill(null)];
  const colourAt = (/** @type {number} */ turn) => (first - 1 + turn) % rules.colours;
  const draws = flowing.map((tile, turn) => ({ colour: colourAt(turn), tile }));
  for (let colour = colourAt(draws.length); piles.some(({ known }) => known.length);) {
    const pile = nextPile(piles, colour, rules);
    if (!pile && rules.switches?.["pile.empty"] === "end_game") break;
    if (pile?.known.length) draws.push({ colour, tile: pile.known.shift() });
    else if (pile) {
      draws.push({ colour, tile: null });
      pile.hidden -= 1;
    }
    colour = (colour + 1) % rules.colours;
  }
  const known = draws.slice(0, draws.findLastIndex(({ tile }) => tile !== null) + 1);
  return flowing.length ? known : withSpares(known);
}

// The draws before the first unknown one, with the others known behind those above them as `spare`: they are drawn at
// once if the one before has no place (SOLO-PLACE-4).
function withSpares(draws) {
  const unknown = draws.findIndex(({ tile }) => tile === null);
  const inTime = unknown < 0 ? draws : draws.slice(0, unknown);
  const below = draws.slice(inTime.length).filter(({ tile }) => tile !== null);
  const last = new Map(inTime.map((drawn) => [drawn.colour, drawn]));
  if (below.some(({ colour }) => !last.has(colour))) return draws;
  return inTime.flatMap((drawn) => {
    const under = below.filter(({ colour }) => last.get(colour) === drawn && colour === drawn.colour);
    return [drawn, ...under.map((other) => ({ ...other, spare: true }))];
  });
}

function nextPile(piles, colour, rules) {
  const own = colour % piles.length;
  const clockwise = piles.map((_, step) => piles[(own + step) % piles.length]);
  const borrows = rules.switches?.["pile.empty"] === "borrow_next_pile";
  return (borrows ? clockwise : clockwise.slice(0, 1)).find(({ known, hidden }) => known.length || hidden);
}
