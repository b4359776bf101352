// A city of NEOM on pages that are no puzzle: 5 x 5 squares, drawn by the board of all games.
//
// The server says what to draw (meepleproof/service/play/neom/document.py, city_document): `grid`, and
// `pieces` with `art`, `at`, `says`, and `tile` for those that are tiles. Drawings are symbols of a
// sheet (neom_sheet in drawings.py, of any catalogue), which must be in the page: addSheet of dom.js.
//
//     const city = new City(document.getElementById("board"), { choose: (at) => ... });
//     city.show(told, {
//       tile: "neom.demo-I-07",  // the drawing held: its ghost is seen on open squares
//       open: [[2, 3], ...],     // cells that fit; they can be tapped, and reached by keys
//       closed: [[0, 0], ...],   // cells that can be tapped all the same, to ask why not
//       at: [2, 3],              // where the tile lies on trial
//       marked: [[1, 1], ...],   // cells with a frame
//     });
//
// The page needs play.css, neom.css and neom-drawing.css, and an <svg id="board" class="board"
// role="group"> in an element of the class "stage"; buttons #zoom-in, #zoom-out and #zoom-fit if wished.
// Cells are [x, y], x east and y north: A5 is [0, 0], E1 is [4, 4]; nameOf of grid.js names them.

import { Board } from "./board.js";

export class City {
  constructor(svg, { choose }) {
    this.lay = choose;
    this.told = { pieces: [], grid: { columns: [], rows: [] } };
    this.wished = {};
    this.waiting = this.replaying = null;
    this.board = new Board(svg, this);
    svg.closest("body").addEventListener("keydown", (event) => {
      if (event.key.startsWith("Arrow") && svg.contains(event.target)) this.board.step(event);
    });
  }

  show(told, wished = {}) {
    this.told = told;
    this.wished = wished;
    this.drawn = null;
    this.board.show();
  }

  // What the board asks of a game

  get table() {
    this.drawn ??= {
      ...this.told,
      tile: this.wished.tile ? { art: [this.wished.tile] } : null,
      squares: [
        ...(this.wished.open ?? []).map((at) => ({ at, ways: [{ turn: 0, claims: [] }] })),
        ...(this.wished.closed ?? []).map((at) => ({ at, ways: [] })),
      ],
    };
    return this.drawn;
  }

  get choice() {
    return { at: this.wished.at ?? null, turn: 0, claim: null };
  }

  get way() {
    return this.wished.at ? { turn: 0, claims: [] } : null;
  }

  get art() {
    return this.wished.tile;
  }

  get hinted() {
    return this.wished.marked ?? [];
  }

  // Tiles are never turned.
  rotate() {}
}
