// The fields of tiles, which the sheet of drawings has one by one: tinted for a farm, or below a piece.

import { draw } from "./dom.js";

// The field on which each farmer lies, in its colour: the piece itself may reach over a road or a wall.
export function bedsOf(table, lying) {
  const beds = lying.filter((one) => one.meeple?.field !== undefined);
  return tinted(table, beds.map(({ at, meeple }) => [[...at, meeple.field], [meeple.colour]]), "mp-bed");
}

// Fields with the colours that tint them: what is drawn over the fields of a tile is drawn again.
export function tinted(table, rows, kind = "mp-tint") {
  const under = [];
  const over = new Map();
  for (const [[x, y, number], colours] of rows) {
    const piece = table.pieces.find((one) => one.at[0] === x && one.at[1] === y);
    if (!piece) continue;
    under.push(field(piece, number, { fill: fillOf(colours), class: kind }));
    over.set(piece.art, [...(over.get(piece.art) ?? []), piece.at]);
  }
  const drawn = [...over].flatMap(([art, cells]) =>
    [...new Set(cells.map(String))].map((cell) => {
      const [x, y] = cell.split(",").map(Number);
      return draw("use", { href: `#over.${art}`, transform: `translate(${x * 100} ${-y * 100})` });
    })
  );
  return [...under, ...drawn];
}

export function field(piece, number, attributes) {
  const [name, turns] = split(piece.art);
  const [x, y] = piece.at;
  const place = `translate(${x * 100} ${-y * 100}) rotate(${turns * 90} 50 50)`;
  return draw("use", { href: `#field.${name}.${number}`, transform: place, ...attributes });
}

// How many fields a tile has: the sheet has a drawing of each.
export function fieldsOn(piece) {
  const [name] = split(piece.art);
  let number = 0;
  while (document.getElementById(`field.${name}.${number}`)) number++;
  return number;
}

function split(art) {
  const dot = art.lastIndexOf(".");
  return [art.slice(0, dot), Number(art.slice(dot + 1))];
}

// One colour, or stripes of several.
function fillOf(colours) {
  return `url(#stripes.${[...colours].sort().join("-")})`;
}
