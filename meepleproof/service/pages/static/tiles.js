// The tiles of the boxes that fit on the square that is asked for, each as it would lie there.

import { same } from "./cells.js";
import { byId, make, picture, smallButton } from "./dom.js";

export function boxOf(tile) {
  return tile.split("/")[0];
}

/** @typedef {Readonly<Pick<import("./scoring.js").Scoring, "boxes" | "next" | "open" | "put" | "show" | "told">>} Laid */

/** @param {Laid} scoring */
export function showTiles(scoring) {
  const had = document.activeElement?.id;
  byId("played-with").replaceChildren(...scoring.boxes.map((box) => choice(scoring, box)));
  const nodes = fitting(scoring).map((one) => tileNode(scoring, one));
  byId("box").replaceChildren(...nodes);
  byId("none-fits").hidden = nodes.length > 0 || !scoring.next;
  if (!had?.startsWith("box.")) return;
  const node = byId(had) ?? nodes[0]?.firstElementChild;
  node?.focus({ preventScroll: true });
}

// A box that is played with or not.
function choice(scoring, [text, tiles]) {
  const box = boxOf(tiles[0].tile);
  const change = () => {
    if (!scoring.open.delete(box)) scoring.open.add(box);
    scoring.show();
  };
  return smallButton(`box.${box}`, text, change, { class: "chip", "aria-pressed": String(scoring.open.has(box)) });
}

function fitting({ boxes, next, open, told }) {
  const index = told.squares.findIndex((at) => next && same(at, next));
  if (index < 0) return [];
  const laid = (tile) => told.pieces.filter((one) => one.tile === tile).length;
  return boxes
    .flatMap(([, tiles]) => tiles)
    .filter((one) => open.has(boxOf(one.tile)))
    .map((one) => ({ ...one, left: one.number - laid(one.tile), fits: parseInt(told.fits[one.tile][index], 16) }))
    .filter((one) => one.left > 0)
    .flatMap((one) => one.art.map((art, turn) => ({ ...one, art, turn })))
    .filter((one) => one.fits & (1 << one.turn));
}

function tileNode(scoring, { tile, turn, art, says, left }) {
  const button = make(
    "button",
    {
      type: "button",
      id: `box.${tile}.${turn}`,
      "aria-label": `${says[turn]}: ${left} left`,
      click: () => scoring.put(tile, turn),
    },
    picture(art, [44, 44]),
    make("span", { class: "left" }, String(left)),
  );
  return make("li", {}, button);
}
