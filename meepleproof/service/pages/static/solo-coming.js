// The tiles to come in the Solo Variant, as far as a player may know them.

import { Board } from "./solo-board.js";
import { draw } from "./solo-turns.js";

// The piles as a player sees them: only what is drawn lies face up (SOLO-SETUP-7).
export function faceDown(position, tiles) {
  const drawn = position.over ? null : draw(position, new Board(tiles, position.placements));
  return position.piles.map(({ known, hidden }, pile) => {
    const left = drawn?.piles ? drawn.piles[pile].known.length : known.length;
    return { known: known.slice(0, known.length - left), hidden: left + hidden };
  });
}

// The tiles to come in turn order up to the last known one, null for one that is not known.
export function nextDraws({ to_move: first, rules }, given) {
  const piles = given.map((pile) => ({ ...pile }));
  const draws = [];
  for (let colour = first - 1; piles.some(({ known }) => known); colour = (colour + 1) % rules.colours) {
    const pile = nextPile(piles, colour, rules);
    if (!pile && rules.switches?.["pile.empty"] === "end_game") break;
    if (pile?.known) {
      draws.push({ colour, tile: pile.known[0] });
      pile.known = pile.known.slice(1);
    } else if (pile) {
      draws.push({ colour, tile: null });
      pile.hidden -= 1;
    }
  }
  return draws;
}

function nextPile(piles, colour, rules) {
  const own = colour % piles.length;
  const clockwise = piles.map((_, step) => piles[(own + step) % piles.length]);
  const borrows = rules.switches?.["pile.empty"] === "borrow_next_pile";
  return (borrows ? clockwise : clockwise.slice(0, 1)).find(({ known, hidden }) => known || hidden);
}
