// The board: tiles, meeples and squares as SVG, and the part of it that is seen. One unit is a
// hundredth of a tile; x goes east, y south.

import { boxOf, draw, still, use } from "./dom.js";
import { ground, nameOf, RIM } from "./grid.js";
import { spotPlaces } from "./spots.js";

const TILE = 100;
const LARGEST = 150; // pixels of a tile at most, when the board is fitted
const SMALLEST = 34; // at least, or the board is shown in part
const STARTING = 46;
const TARGET = 46; // pixels of a place for the meeple
const SLIP = 6; // pixels that a finger may slip and still tap
const ZOOM = 1.3;
const STEPS = { ArrowUp: [0, 1], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowLeft: [-1, 0] };

export class Board {
  constructor(svg, game) {
    this.svg = svg;
    this.game = game;
    this.layers = {};
    for (const name of ["ground", "squares", "pieces", "tints", "marks", "laying", "lights", "pawns", "fields", "spots"])
      svg.append((this.layers[name] = draw("g", { class: name })));
    this.shown = null; // the table whose pieces are drawn
    this.own = false; // whether the player has moved or sized the view
    this.view = { x: 0, y: 0, scale: 1 };
    this.at = null; // the square that had the focus last
    this.listen();
  }

  listen() {
    const { svg } = this;
    new ResizeObserver(() => this.resized()).observe(svg);
    svg.addEventListener("click", (event) => this.clicked(event));
    svg.addEventListener("pointerover", (event) => this.hovered(event));
    svg.addEventListener("pointerleave", () => this.ghost(null));
    svg.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.clicked(event);
    });
    svg.addEventListener("focusin", (event) => {
      if (event.target.dataset?.x !== undefined) {
        this.at = cellOf(event.target);
        this.reveal(this.at);
      }
    });
    this.listenToFingers();
    for (const [id, does] of [
      ["zoom-in", () => this.zoom(ZOOM)],
      ["zoom-out", () => this.zoom(1 / ZOOM)],
      ["zoom-fit", () => this.fit()],
    ])
      document.getElementById(id)?.addEventListener("click", does);
  }

  // What is drawn

  show() {
    const { game, layers } = this;
    const { table } = game;
    if (this.shown !== table) {
      this.shown = table;
      const number = table.pieces.length;
      this.svg.setAttribute("aria-label", `The board: ${number} tile${number > 1 ? "s" : ""}`);
      layers.ground.replaceChildren(...(table.grid ? ground(table.grid) : []));
      layers.pieces.replaceChildren(...table.pieces.map((one) => piece(one, nameOf(table, one.at))));
      layers.pawns.replaceChildren(
        ...table.pieces.filter((one) => one.meeple).map((one) => pawn(one))
      );
      if (!this.own) this.fit();
    }
    const had = document.activeElement?.id;
    layers.squares.replaceChildren(...this.squares());
    if (had?.startsWith("cell.")) document.getElementById(had)?.focus({ preventScroll: true });
    layers.marks.replaceChildren(...this.marks());
    layers.laying.replaceChildren(...this.laying());
    layers.tints.replaceChildren(...(game.tints?.() ?? []));
    layers.fields.replaceChildren(...(game.zones?.() ?? []));
    this.spots();
    this.ghost(null);
  }

  squares() {
    const { game } = this;
    const { table, choice } = game;
    if (game.replaying !== null) return [];
    const squares = (table.squares ?? []).filter((one) => !game.way || !same(one.at, choice.at));
    const first = this.tabStop(squares);
    return squares.map((square) => {
      const [x, y] = square.at;
      const turns = square.ways.map((way) => way.turn);
      const fit = !turns.length ? "closed" : turns.includes(choice.turn) ? "fits" : "turns";
      const asked = choice.at && same(square.at, choice.at) ? " mp-asked" : "";
      const [left, top] = corner(square.at);
      const signs = {
        fits: "M-12,0 H12 M0,-12 V12",
        turns: "M11,-7 A13,13 0 1 0 12,6 M13,-15 L12,-6 L3,-7",
        closed: "M-6,-6 L6,6 M6,-6 L-6,6",
      };
      const words = { fits: "fits as it lies", turns: "fits when turned", closed: "does not fit" };
      const beside = square.says ? `, ${square.says}` : "";
      return draw(
        "g",
        {
          id: `cell.${x}.${y}`,
          class: `mp-step mp-${fit}${asked}`,
          role: "button",
          tabindex: square === first || turns.length ? 0 : -1,
          "data-x": x,
          "data-y": y,
          "aria-label": `${nameOf(table, square.at)}${beside}: ${table.grid && fit === "fits" ? "fits" : words[fit]}`,
        },
        draw("rect", { class: "mp-cell", x: left + 6, y: top + 6, width: 88, height: 88, rx: 8 }),
        draw("path", {
          class: "mp-sign",
          d: signs[fit],
          transform: `translate(${left + TILE / 2} ${top + TILE / 2})`,
        })
      );
    });
  }

  // The square to begin at: the last that had the focus, or of those that fit the nearest.
  tabStop(squares) {
    const kept = this.at && squares.find((one) => same(one.at, this.at));
    if (kept) return kept;
    const about = this.game.choice.at ?? this.game.table.last?.at;
    const open = squares.filter((one) => one.ways.length);
    const among = open.length ? open : squares;
    if (!about) return among[0];
    const far = (one) => Math.abs(one.at[0] - about[0]) + Math.abs(one.at[1] - about[1]);
    return among.reduce((best, one) => (best && far(best) <= far(one) ? best : one), null);
  }

  marks() {
    const { table, choice, hinted } = this.game;
    const framed = this.game.framed?.() ?? [];
    const marks = framed.map(([at, kind]) => outline(at, kind));
    marks.push(...this.covered().map((at) => outline(at, "mp-covers")));
    if (table.last && !choice.at) marks.push(outline(table.last.at, "mp-last"));
    marks.push(...hinted.map((at) => outline(at, "mp-hinted")));
    return marks;
  }

  // Squares that fit but are not seen, as a tile lies there that would be covered.
  covered() {
    const { table, way, replaying } = this.game;
    if (!table.grid || way || replaying !== null) return [];
    const open = (table.squares ?? []).filter((one) => one.ways.length).map((one) => one.at);
    return open.filter((at) => table.pieces.some((one) => same(one.at, at)));
  }

  laying() {
    const { game } = this;
    if (!game.way) return [];
    const [left, top] = corner(game.choice.at);
    return [
      draw(
        "g",
        { id: "spin", class: "mp-spin", "data-turn": game.choice.turn },
        use(game.art, [left, top, TILE, TILE]),
        outline(game.choice.at, "mp-new")
      ),
    ];
  }

  // Places for the meeple stand around the tile, each at its side, so that the tile can be tapped.
  spots() {
    const { game, layers } = this;
    const open = game.way?.claims.filter((one) => one.plays && one.at && (game.sorted?.(one) ?? true)) ?? [];
    const [left, top] = game.way ? corner(game.choice.at) : [0, 0];
    const unit = 1 / this.view.scale;
    const radius = (TARGET / 2) * unit;
    const away = TILE / 2 + radius + 3 * unit;
    const places = spotPlaces(open, radius, away);
    const parts = [];
    for (const [number, one] of open.entries()) {
      const [right, down] = places[number];
      const at = [left + TILE / 2 + right * away, top + TILE / 2 + down * away];
      const stands = [left + one.at[0], top + one.at[1]];
      const chosen = one.name === game.choice.claim;
      const size = radius * 0.8;
      parts.push(
        draw("line", { class: "mp-lead", x1: at[0], y1: at[1], x2: stands[0], y2: stands[1] }),
        draw("circle", { class: "mp-foot", cx: stands[0], cy: stands[1], r: 7 }),
        draw(
          "g",
          {
            id: `spot.${one.name}`,
            class: `mp-spot ${chosen ? "mp-chosen" : "mp-open"}`,
            "aria-hidden": "true",
          },
          draw("circle", { class: "mp-reach", cx: at[0], cy: at[1], r: radius }),
          use(pawnName(game.table.colour, one.art), [
            at[0] - size * 0.78,
            at[1] - size * 0.78,
            size * 1.56,
            size * 1.55,
          ])
        )
      );
      if (chosen) parts.push(pawnAt(pawnName(game.table.colour, one.art), stands, "mp-stands"));
    }
    layers.spots.replaceChildren(...parts);
  }

  ghost(at) {
    const { game, layers } = this;
    layers.laying.querySelector(".mp-ghost")?.remove();
    const square = at && game.table.squares?.find((one) => same(one.at, at));
    if (!square?.ways.length || game.waiting || game.replaying !== null) return;
    const [left, top] = corner(at);
    const turn = [0, 1, 2, 3]
      .map((step) => (game.choice.turn + step) % 4)
      .find((one) => square.ways.some((way) => way.turn === one));
    const art = game.table.tile.art[turn];
    layers.laying.prepend(use(art, [left, top, TILE, TILE], { class: "mp-ghost" }));
  }

  // Choosing

  clicked(event) {
    if (this.moved) return;
    const spot = event.target.closest?.("[id^='spot.']");
    if (spot) this.game.take(spot.id.slice("spot.".length));
    else if (event.target.closest?.("[data-field]"))
      this.game.paint(event.target.closest("[data-field]").dataset.field);
    else if (event.target.closest?.("#spin")) this.game.rotate(1);
    else {
      const step = event.target.closest?.("[data-x]");
      if (step) this.game.lay(cellOf(step));
    }
  }

  hovered(event) {
    if (event.pointerType !== "mouse") return;
    const step = event.target.closest?.("[data-x]");
    this.ghost(step ? cellOf(step) : null);
  }

  step(event) {
    const way = STEPS[event.key];
    const on = document.activeElement?.dataset?.x !== undefined ? document.activeElement : null;
    if (!on && document.activeElement?.closest("#more")) return;
    const to = on ? this.nearest(cellOf(on), way) : this.begin();
    if (!on && !to) return;
    event.preventDefault();
    if (!to) return;
    to.focus();
  }

  // The square that arrows begin at, and the focus after a turn.
  begin() {
    const square = this.tabStop(this.game.table.squares ?? []);
    return square && document.getElementById(`cell.${square.at.join(".")}`);
  }

  nearest([x, y], [east, north]) {
    let [best, least] = [null, Infinity];
    for (const node of this.svg.querySelectorAll(".mp-step")) {
      const [across, up] = [Number(node.dataset.x) - x, Number(node.dataset.y) - y];
      const ahead = across * east + up * north;
      const aside = Math.abs(across * north) + Math.abs(up * east);
      const far = Math.hypot(ahead, aside) + aside / 10;
      if (ahead > 0 && far < least) [best, least] = [node, far];
    }
    return best;
  }

  // The part that is seen

  frame() {
    const { grid } = this.game.table;
    if (grid) return rimmed(grid);
    const cells = [
      ...this.game.table.pieces.flatMap(({ at: [x, y] }) => [[x - 1, y - 1], [x + 1, y + 1]]),
      ...(this.game.choice.at ? [this.game.choice.at] : []),
    ];
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
    const [width, height] = this.size();
    if (!width) return;
    const frame = this.frame();
    let scale = Math.min(width / frame.width, height / frame.height, LARGEST / TILE);
    let [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
    if (scale * TILE < SMALLEST) {
      scale = STARTING / TILE;
      const about = this.game.choice.at ?? this.game.table.last?.at ?? this.centre();
      [x, y] = [about[0] * TILE + TILE / 2, -about[1] * TILE + TILE / 2];
    }
    this.view = this.kept({ x, y, scale });
    this.apply();
  }

  // The middle of the squares where the tile fits.
  centre() {
    const open = (this.game.table.squares ?? []).filter((one) => one.ways.length);
    if (!open.length) return this.game.table.pieces.at(-1).at;
    const mean = (index) => open.reduce((sum, one) => sum + one.at[index], 0) / open.length;
    return [Math.round(mean(0)), Math.round(mean(1))];
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
    this.spots();
  }

  size() {
    const box = this.svg.getBoundingClientRect();
    return [box.width, box.height];
  }

  resized() {
    if (!this.shown) return;
    if (!this.own && !this.game.choice.at) {
      this.fit();
      return;
    }
    this.view = this.kept(this.view);
    this.apply();
    if (this.game.choice.at) this.reveal(this.game.choice.at);
  }

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

  // Moves the view so far that a square is seen.
  reveal([cx, cy]) {
    const [width, height] = this.size();
    const { x, y, scale } = this.view;
    const [left, top] = corner([cx, cy]);
    const room = (middle, half, begin) => {
      if (begin < middle - half) return begin - (middle - half);
      if (begin + TILE > middle + half) return begin + TILE - (middle + half);
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
      const now = place(event);
      const slipped = Math.hypot(now[0] - finger.begun[0], now[1] - finger.begun[1]);
      if (!this.moved && slipped < SLIP) return;
      if (!this.moved) svg.setPointerCapture(event.pointerId);
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
      spread = 0;
    };
    for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, lifted);
    svg.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY / 400), place(event));
      },
      { passive: false }
    );
  }

  pan(right, down) {
    const { x, y, scale } = this.view;
    this.own = true;
    this.view = this.kept({ x: x - right / scale, y: y - down / scale, scale });
    this.apply();
  }

  // Joy

  drop(at) {
    const node = this.layers.pieces.querySelector(`[data-at="${at.join(".")}"]`);
    if (!still()) node?.classList.add("dropped");
  }

  shake() {
    if (!still()) this.layers.laying.querySelector("#spin")?.classList.add("shaken");
  }

  light(cells, kind = "mp-lit") {
    const lights = cells.map((at) => outline(at, kind));
    this.layers.lights.append(...lights);
    if (kind === "mp-lit") setTimeout(() => lights.forEach((one) => one.remove()), 1600);
  }

  darken() {
    this.layers.lights.replaceChildren();
  }

  // What a finger that drags is over

  tileSize() {
    return TILE * this.view.scale;
  }

  cellUnder(x, y) {
    const step = document.elementFromPoint(x, y)?.closest("[data-x]");
    return step ? cellOf(step) : null;
  }

  // The open claim whose place on the tile, or whose target, is nearest; null if none is near.
  claimNear(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
    const [left, top] = corner(this.game.choice.at);
    let [best, least] = [null, TILE * 0.75];
    for (const { name, at } of this.game.way.claims.filter((one) => one.plays && one.at)) {
      const far = Math.hypot(left + at[0] - point.x, top + at[1] - point.y);
      if (far < least) [best, least] = [name, far];
    }
    return best;
  }

  // Where the meeple of a piece stands on the screen.
  spotOnScreen(piece) {
    const [left, top] = corner(piece.at);
    const point = new DOMPoint(left + piece.meeple.at[0], top + piece.meeple.at[1]);
    return point.matrixTransform(this.svg.getScreenCTM());
  }
}

function corner([x, y]) {
  return [x * TILE, -y * TILE];
}

function cellOf(node) {
  return [Number(node.dataset.x), Number(node.dataset.y)];
}

function same(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}

// A board of a fixed size, with the names of columns and rows about it.
function rimmed({ columns, rows }) {
  const [x, y] = [-RIM, TILE - rows.length * TILE - RIM];
  return { x, y, width: columns.length * TILE + 2 * RIM, height: rows.length * TILE + 2 * RIM };
}

function piece(one, name) {
  const [left, top] = corner(one.at);
  const label = `${name}: ${one.says}`;
  return draw(
    "g",
    { class: "mp-laid", role: "img", "data-at": one.at.join("."), "aria-label": label },
    use(one.art, [left, top, TILE, TILE])
  );
}

function pawnName(colour, art = "pawn") {
  return `${art}.${colour}`;
}

function pawn(one) {
  const [left, top] = corner(one.at);
  const { colour, art, at } = one.meeple;
  return pawnAt(pawnName(colour, art), [left + at[0], top + at[1]], "mp-meeple");
}

function pawnAt(name, [x, y], kind) {
  const [west, north, width, height] = boxOf(name);
  return use(name, [x + west, y + north, width, height], { class: kind, "aria-hidden": "true" });
}

function outline(at, kind) {
  const [left, top] = corner(at);
  return draw("rect", { class: kind, x: left + 2, y: top + 2, width: 96, height: 96, rx: 6 });
}
