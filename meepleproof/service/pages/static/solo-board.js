// The table of the Solo Variant: tiles on cells, features, where a tile may lie. Written from the rules by
// their ids, and put to the conformance suite in tests/test_scripts_solo_rules.py. Claims rest on engine and
// model; this is no third key, it only lets a game go on while the server cannot be reached.

import { continuesRiver, riverSides } from "./solo-river.js";

export const STEPS = [[0, 1], [1, 0], [0, -1], [-1, 0]]; // north, east, south, west
const OWN = ["N", "E", "S", "W", "M"];
const AROUND = { n: [0, 1], ne: [1, 1], e: [1, 0], se: [1, -1], s: [0, -1], sw: [-1, -1], w: [-1, 0], nw: [-1, 1] };
export const FEATURES = [...OWN, ...Object.keys(AROUND)]; // their order makes one of equal scoring orders the first

/** @param {number[]} cell */
export const nameOf = ([x, y]) => `${x},${y}`;
export const beside = ([x, y], edge) => [x + STEPS[edge][0], y + STEPS[edge][1]];

export class Board {
  // `sheet` has the drawings of each tile by quarter turns; `placements` are as in a position.
  constructor(sheet, placements) {
    this.sheet = sheet;
    this.lying = new Map(placements.map((one) => [nameOf([one.x, one.y]), one]));
  }

  with(placement) {
    return new Board(this.sheet, [...this.lying.values(), placement]);
  }

  at(cell) {
    return this.lying.get(nameOf(cell));
  }

  drawing({ tile, rotation }) {
    return this.sheet[tile].drawings[rotation];
  }

  // The empty cells beside a tile (BASE-PLACE-2), from west to east and south to north.
  frontier() {
    const found = new Map();
    for (const { x, y } of this.lying.values())
      for (const edge of STEPS.keys()) {
        const cell = beside([x, y], edge);
        if (!this.at(cell)) found.set(nameOf(cell), cell);
      }
    return [...found.values()].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  }

  // The first edge at which a tile does not match its neighbour (BASE-PLACE-3), with both terrains.
  mismatch(placement) {
    const { terrain } = this.drawing(placement);
    for (const [edge, mine] of terrain.entries()) {
      const other = this.at(beside([placement.x, placement.y], edge));
      const theirs = other && this.drawing(other).terrain[(edge + 2) % 4];
      if (other && mine !== theirs) return { mine, theirs };
    }
    return null;
  }

  placements(tile) {
    const flows = riverSides(this.sheet[tile].drawings[0]).length > 0;
    return this.frontier().flatMap(([x, y]) =>
      this.sheet[tile].rotations
        .map((/** @type {number} */ rotation) => ({ tile, rotation, x, y }))
        .filter((placement) => !this.mismatch(placement) && (!flows || continuesRiver(this, placement)))
    );
  }

  beside(cell, edge) {
    return beside(cell, edge);
  }

  // The cell on which a tile lies, null if it does not.
  cellOfTile(tile) {
    const found = [...this.lying.values()].find((one) => one.tile === tile);
    return found ? [found.x, found.y] : null;
  }

  // The feature of a segment: its parts by name, and whether it is complete (BASE-ROAD-1, BASE-CITY-1).
  feature(cell, segment) {
    if (segment.kind === "monastery") return this.monastery(cell);
    const parts = new Map();
    let complete = true;
    const todo = [[cell, segment]];
    for (const [here, piece] of todo) {
      const part = `${nameOf(here)},${piece.name}`;
      if (parts.has(part)) continue;
      parts.set(part, { cell: here, segment: piece });
      for (const edge of piece.edges) {
        const there = beside(here, edge);
        const next = this.at(there);
        if (next) todo.push([there, this.segmentAt(next, (edge + 2) % 4)]);
        else complete = false;
      }
    }
    return { kind: segment.kind, parts, complete, id: [...parts.keys()].sort()[0] };
  }

  monastery(cell) {
    const [x, y] = cell;
    const around = Object.values(AROUND).every(([east, north]) => this.at([x + east, y + north])); // BASE-MON-1
    const id = `${nameOf(cell)},M`;
    return {
      kind: "monastery",
      parts: new Map([[id, { cell, segment: { name: "M", shields: 0 } }]]),
      complete: around,
      id,
    };
  }

  segmentAt(placement, edge) {
    return this.drawing(placement).segments.find((one) => one.edges.includes(edge));
  }

  // The features of the tile on a cell, each under the first of its names (SOLO-MEEPLE-9).
  featuresOf(cell) {
    const found = new Map();
    const { segments } = this.drawing(this.at(cell));
    const ordered = segments.toSorted((one, other) => OWN.indexOf(one.name) - OWN.indexOf(other.name));
    for (const segment of ordered) {
      const feature = this.feature(cell, segment);
      if (![...found.values()].some((one) => one.id === feature.id)) found.set(segment.name, feature);
    }
    return found;
  }

  // The monasteries on the cells around (SOLO-SCORE-1).
  monasteriesAround([x, y]) {
    const found = new Map();
    for (const [name, [east, north]] of Object.entries(AROUND)) {
      const cell = [x + east, y + north];
      const lying = this.at(cell);
      if (lying && this.drawing(lying).segments.some((one) => one.kind === "monastery"))
        found.set(name, this.monastery(cell));
    }
    return found;
  }

  // The meeples that stand on a feature.
  meeplesOn(feature) {
    return [...feature.parts.values()].flatMap(({ cell, segment }) => {
      const { meeple } = this.at(cell);
      return meeple?.segment === segment.name ? [meeple] : [];
    });
  }

  // How much each colour has on a feature: a large meeple counts as two (SOLO-BOX-5).
  countsOn(feature, colours) {
    const on = Array(colours).fill(0);
    for (const { colour, large } of this.meeplesOn(feature)) on[colour - 1] += large ? 2 : 1;
    return on;
  }

  isOccupied(feature) {
    return this.meeplesOn(feature).length > 0;
  }

  // The names of the features of a tile that carry no meeple (DEF-4).
  free(cell) {
    return [...this.featuresOf(cell)].filter(([, feature]) => !this.isOccupied(feature)).map(([name]) => name);
  }
}
