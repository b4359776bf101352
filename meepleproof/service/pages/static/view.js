// The part of the board that is seen: fitted to the window, or as the player has moved and sized it.

import { corner, same, TILE } from "./cells.js";
import { draw, make } from "./dom.js";
import { rimmed } from "./grid.js";

const LARGEST = 150; // pixels of a tile at most, when the board is fitted
const SMALLEST = 34;
const STARTING = 46;
const SLIP = 6; // pixels that a finger may slip and still tap
const ZOOM = 1.3;
const STEADY = 0.7; // of the scale that fits: above it a board stays as it is

export class View {
  /**
   * @param {any} svg
   * @param {any} game
   */
  constructor(svg, game) {
    this.svg = svg;
    this.game = game;
    this.shown = null; // the table whose pieces are drawn
    this.own = false; // whether the player has moved or sized the view
    this.begun = false; // whether something was done on the board
    this.last = [0, 0]; // the size of the window on it
    this.view = { x: 0, y: 0, scale: 0 };
    this.listenToSizes();
    this.listenToFingers();
  }

  // Pixels of a tile, at least, or the board is shown in part.
  get smallest() {
    return SMALLEST;
  }

  // All pieces are drawn anew when the board is shown next.
  redraw() {
    this.shown = null;
  }

  listenToSizes() {
    new ResizeObserver(() => this.measure()).observe(this.svg);
    this.svg.after(this.sizes());
  }

  sizes() {
    const what = this.svg.dataset.what ?? "board";
    const whole = draw(
      "svg",
      { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" },
      draw("path", {
        d: "M2 7V2h5M13 2h5v5M18 13v5h-5M7 18H2v-5",
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 2.2,
      }),
    );
    const round = (id, part, label, does) =>
      make("button", { type: "button", class: "button round", id, "aria-label": label, click: does }, part);
    return make(
      "div",
      { class: "zoom", role: "group", "aria-label": `Size of the ${what}` },
      round("zoom-in", "+", "Larger", () => this.zoom(ZOOM)),
      round("zoom-out", "−", "Smaller", () => this.zoom(1 / ZOOM)),
      round("zoom-fit", whole, `Fit the ${what} to the view`, () => this.fit()),
    );
  }

  frame() {
    const { grid } = this.game.table;
    if (grid) return rimmed(grid);
    const { pieces, aim = [], span = [] } = this.game.table;
    const lying = [...[...pieces, ...aim].map(({ at }) => at), ...span];
    const cells = lying.flatMap(([x, y]) => [[x - 1, y - 1], [x + 1, y + 1]]);
    if (this.game.choice.at) {
      const [x, y] = this.game.choice.at;
      const beside = this.beside() / TILE;
      cells.push([x - beside, y - beside], [x + beside, y + beside]);
    }
    const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => -y)];
    const [west, north] = [Math.min(...xs) * TILE, Math.min(...ys) * TILE];
    return {
      x: west,
      y: north,
      width: Math.max(...xs) * TILE + TILE - west,
      height: Math.max(...ys) * TILE + TILE - north,
    };
  }

  fit() {
    this.own = false;
    if (!this.size()[0]) return;
    const frame = this.frame();
    const scale = this.fitting(frame);
    const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
    this.look(scale * TILE < this.smallest ? this.kept({ ...this.middle(), scale: STARTING / TILE }) : { x, y, scale });
  }

  // After a turn, or in a window of another size, the board stays where it is as long as all of it is seen
  // and it is not much smaller than it could be: squares that move are missed.
  settle() {
    if (!this.size()[0]) return;
    const frame = this.frame();
    const whole = this.fitting(frame);
    const { x, y, scale } = this.view;
    if (whole * TILE < this.smallest) {
      // In part, the board shows what is around the last tile, if not all squares that fit are seen.
      const open = this.openSquares();
      const seen = open.length > 0 && open.every((at) => this.sees(at));
      if (!seen || Math.abs(scale * TILE - STARTING) > 1) return this.fit();
      this.look(this.kept(this.view));
      return;
    }
    if (scale > whole * 1.001 || scale < whole * STEADY) return this.fit();
    const [wide, high] = this.size().map((one) => one / scale);
    const moved = (middle, seen, begin, length) =>
      Math.max(begin + length - seen / 2, Math.min(begin + seen / 2, middle));
    const right = moved(x, wide, frame.x, frame.width);
    this.look({ x: right, y: moved(y, high, frame.y, frame.height), scale });
  }

  // The scale at which a frame is seen as a whole.
  fitting(frame) {
    const [width, height] = this.size();
    return Math.min(width / frame.width, height / frame.height, LARGEST / TILE);
  }

  // Where one looks first on a board that is shown in part.
  middle() {
    const about = this.game.choice.at ?? this.game.table.last?.at ?? this.centre();
    return { x: about[0] * TILE + TILE / 2, y: -about[1] * TILE + TILE / 2 };
  }

  look(view) {
    this.view = view;
    this.apply();
  }

  // The middle of the squares where the tile fits.
  centre() {
    const open = this.openSquares();
    if (!open.length) return this.game.table.pieces.at(-1).at;
    const mean = (index) => open.reduce((sum, at) => sum + at[index], 0) / open.length;
    return [Math.round(mean(0)), Math.round(mean(1))];
  }

  // The squares where the tile fits.
  openSquares() {
    return (this.game.table.squares ?? []).filter((one) => one.ways.length).map(({ at }) => at);
  }

  // Whether the middle of a square is in the window.
  sees(at) {
    const { scale, ...middle } = this.view;
    const [left, top] = corner(at);
    const [wide, high] = this.size().map((one) => one / scale / 2);
    return Math.abs(left + TILE / 2 - middle.x) < wide && Math.abs(top + TILE / 2 - middle.y) < high;
  }

  // A view of which at least the middle is on the board.
  kept({ x, y, scale }) {
    const frame = this.frame();
    const [width, height] = this.size().map((one) => one / scale);
    const held = (middle, begin, length, seen) => {
      if (length <= seen) return begin + length / 2;
      return Math.min(Math.max(middle, begin + seen / 2), begin + length - seen / 2);
    };
    return {
      x: held(x, frame.x, frame.width, width),
      y: held(y, frame.y, frame.height, height),
      scale,
    };
  }

  apply() {
    const [width, height] = this.size();
    const { x, y, scale } = this.view;
    const [wide, high] = [width / scale, height / scale];
    const frame = this.frame();
    const whole = wide >= frame.width - 1 && high >= frame.height - 1;
    this.svg.parentElement.classList.toggle("whole", whole && !this.own);
    this.svg.setAttribute("viewBox", `${x - wide / 2} ${y - high / 2} ${wide} ${high}`);
  }

  // The size of the window that was last laid out: asking the browser for another one while a turn is shown
  // would lay the page out twice.
  size() {
    return this.last;
  }

  measure() {
    const before = this.last;
    const box = this.svg.getBoundingClientRect();
    this.last = [box.width, box.height];
    if (this.shown) this.resized(before);
  }

  /** @param {number[]} before */
  resized(before) {
    if (!this.own && !this.begun) return this.fit();
    // What is seen stays under the finger: the window grows and shrinks at its right and lower edges.
    const [right, down] = this.last.map((one, axis) => (one - before[axis]) / this.view.scale / 2);
    this.view = { ...this.view, x: this.view.x + right, y: this.view.y + down };
    if (!this.own && !this.game.choice.at) return this.settle();
    this.look(this.own ? this.kept(this.view) : this.view);
    if (this.game.choice.at) this.reveal(this.game.choice.at);
  }

  /**
   * @param {number} by
   * @param {number[] | null} about
   */
  zoom(by, about = null) {
    const [width, height] = this.size();
    const frame = this.frame();
    const least = Math.min(width / frame.width, height / frame.height, LARGEST / TILE);
    const scale = Math.min(3, Math.max(least, this.view.scale * by));
    const [px, py] = about ?? [width / 2, height / 2];
    const point = (at) => [
      this.view.x + (px - width / 2) / at,
      this.view.y + (py - height / 2) / at,
    ];
    const [before, then] = [point(this.view.scale), point(scale)];
    this.own = scale > least * 1.01;
    this.view = this.kept({
      x: this.view.x + before[0] - then[0],
      y: this.view.y + before[1] - then[1],
      scale,
    });
    this.apply();
  }

  // The room that is needed around the tile that is being laid, in units of the drawing.
  beside() {
    return 0;
  }

  // Moves the view so far that a square is seen, with what stands around it.
  /** @param {number[]} at */
  reveal([cx, cy]) {
    const [width, height] = this.size();
    const { x, y, scale } = this.view;
    const beside = same([cx, cy], this.game.choice.at) ? this.beside() : 0;
    const [left, top] = corner([cx, cy]).map((one) => one - beside);
    const length = TILE + 2 * beside;
    const room = (middle, half, begin) => {
      if (begin < middle - half) return begin - (middle - half);
      if (begin + length > middle + half) return begin + length - (middle + half);
      return 0;
    };
    const [right, down] = [
      room(x, width / scale / 2, left),
      room(y, height / scale / 2, top),
    ];
    if (!right && !down) return;
    this.view = this.kept({ x: x + right, y: y + down, scale });
    this.apply();
  }

  listenToFingers() {
    const { svg } = this;
    const fingers = new Map();
    let spread = 0;
    const place = (event) => {
      const box = svg.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    svg.addEventListener("pointerdown", (event) => {
      if (!fingers.size) this.moved = false;
      fingers.set(event.pointerId, { at: place(event), begun: place(event) });
      spread = 0;
    });
    svg.addEventListener("pointermove", (event) => {
      const finger = fingers.get(event.pointerId);
      if (!finger) return;
      if (event.pointerType === "mouse" && !event.buttons) return lifted(event); // it was let go elsewhere
      const now = place(event);
      const slipped = Math.hypot(now[0] - finger.begun[0], now[1] - finger.begun[1]);
      if (!this.moved && slipped < SLIP) return;
      if (!this.moved) {
        svg.setPointerCapture(event.pointerId);
        svg.classList.add("held");
      }
      this.moved = true;
      const before = finger.at;
      finger.at = now;
      if (fingers.size === 1) this.pan(now[0] - before[0], now[1] - before[1]);
      else {
        const [one, other] = [...fingers.values()].map(({ at }) => at);
        const wide = Math.hypot(one[0] - other[0], one[1] - other[1]);
        if (spread) this.zoom(wide / spread, [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]);
        spread = wide;
      }
    });
    const lifted = (event) => {
      fingers.delete(event.pointerId);
      if (!fingers.size) svg.classList.remove("held");
      spread = 0;
    };
    for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, lifted);
    svg.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY / 400), place(event));
      },
      { passive: false },
    );
  }

  pan(right, down) {
    const { x, y, scale } = this.view;
    this.own = true;
    this.view = this.kept({ x: x - right / scale, y: y - down / scale, scale });
    this.apply();
  }
}
