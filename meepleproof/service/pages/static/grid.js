// A board of a fixed size, like the 5 x 5 squares of a city: its ground, and the names of its squares.
// A table has one by its `grid`: { columns: ["A", ...], rows: ["1", ...] }, from the west and the north.

import { TILE } from "./cells.js";
import { draw } from "./dom.js";

const RIM = 34; // of the ground about the squares

// What a cell is called: B3 on a board with a grid, (2, 3) on others.
export function nameOf({ grid }, [x, y]) {
  if (!grid) return `(${x}, ${y})`;
  return `${grid.columns[x]}${grid.rows[grid.rows.length - 1 - y]}`;
}

// The whole board with its rim, as x, y, width and height.
export function rimmed({ columns, rows }) {
  const [x, y] = [-RIM, TILE - rows.length * TILE - RIM];
  return { x, y, width: columns.length * TILE + 2 * RIM, height: rows.length * TILE + 2 * RIM };
}

// The ground with its squares, and the names of columns and rows.
export function ground({ columns, rows }) {
  const [wide, high] = [columns.length * TILE, rows.length * TILE];
  const north = TILE - high;
  const parts = [
    draw("rect", {
      class: "mp-ground",
      x: -RIM,
      y: north - RIM,
      width: wide + 2 * RIM,
      height: high + 2 * RIM,
      rx: 14,
    }),
  ];
  const label = (text, x, y) => draw("text", { class: "mp-text mp-rim", x, y, "aria-hidden": "true" }, text);
  for (const [x, name] of columns.entries()) {
    const middle = x * TILE + TILE / 2;
    parts.push(label(name, middle, north - 11), label(name, middle, TILE + RIM - 11));
    for (const [down, row] of rows.entries()) {
      const top = north + down * TILE;
      parts.push(
        draw("rect", { class: "mp-empty", x: x * TILE + 5, y: top + 5, width: TILE - 10, height: TILE - 10, rx: 6 }),
      );
      if (!x) parts.push(label(row, -RIM / 2, top + TILE / 2 + 7), label(row, wide + RIM / 2, top + TILE / 2 + 7));
    }
  }
  return parts;
}
