// The board as SVG: ground, tiles, meeples and squares, and how squares and places are chosen on it.

import { cellOf, corner, outline, pawn, pawnAt, pawnName, piece, same, TILE } from "./cells.js";
import { draw, renew, still, use } from "./dom.js";
import { bedsOf } from "./fields.js";
import { ground, nameOf } from "./grid.js";
import { spotPlaces } from "./spots.js";
import { View } from "./view.js";

const TARGET = 46; // pixels of a place for the meeple
const STEPS = { ArrowUp: [0, 1], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowLeft: [-1, 0] };

/**
 * What a board shows and asks: a game, a draft of a puzzle, a table to be scored, or a city.
 * @typedef {Readonly<Pick<import("./game.js").Game, "table" | "choice">
 *   & Partial<Pick<import("./game.js").Game, "aimed" | "art" | "framed" | "hinted" | "lay" | "paint" | "quiz" | "replaying"
 *   | "rotate" | "sorted" | "take" | "tints" | "waiting" | "way" | "zones">>>} Shown
 */

export class Board extends View {
  /**
   * @param {any} svg
   * @param {Shown} game
   */
  constructor(svg, game) {
    super(svg, game);
    this.layers = {};
    for (
      const name of ["ground", "squares", "pieces", "tints", "marks", "laying", "lights", "pawns", "fields", "spots"]
    )
      svg.append(this.layers[name] = draw("g", { class: name }));
    /** @type {number[] | null} */
    this.at = null; // the square that had the focus last
    this.listen();
  }

  listen() {
    const { svg } = this;
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
        const at = cellOf(event.target);
        this.at = at;
        this.reveal(at);
      }
    });
  }

  // What is drawn

  show() {
    const { game, layers } = this;
    const { table, choice } = game;
    if (choice.at || (this.shown && this.shown !== table)) this.begun = true;
    if (this.shown !== table) {
      this.shown = table;
      const number = table.pieces.length;
      this.svg.setAttribute("aria-label", `The board: ${number} tile${number > 1 ? "s" : ""}`);
      layers.ground.replaceChildren(...(table.grid ? ground(table.grid) : []));
      // Where tiles can be covered, their squares are seen above them.
      if (table.grid) layers.marks.after(layers.squares);
      const lying = game.aimed ? table.aim : table.pieces;
      const tiles = lying.map((one) => piece(one, nameOf(table, one.at)));
      renew(layers.pieces, [...this.aims(), ...tiles, ...bedsOf(table, lying)]);
      renew(layers.pawns, lying.filter((one) => one.meeple).map(pawn));
      if (!this.own) this.settle();
    }
    const had = document.activeElement?.id;
    renew(layers.squares, this.squares());
    if (had?.startsWith("cell.")) document.getElementById(had)?.focus({ preventScroll: true });
    layers.marks.replaceChildren(...this.marks());
    layers.laying.replaceChildren(...this.laying());
    layers.tints.replaceChildren(...(game.tints?.() ?? []));
    layers.fields.replaceChildren(...(game.zones?.() ?? []));
    this.spots();
    this.ghost(null);
    if (game.way) this.reveal(choice.at);
  }

  squares() {
    const { game } = this;
    const { table, choice } = game;
    if (game.replaying !== null || game.done) return [];
    const all = game.aimed ? [] : (table.squares ?? this.looks());
    const squares = all.filter((one) => !game.way || !same(one.at, choice.at));
    const first = this.tabStop(squares);
    return squares.map((square) => {
      const [x, y] = square.at;
      const turns = square.ways.map((way) => way.turn);
      const fit = square.look ? "look" : !turns.length ? "closed" : turns.includes(choice.turn) ? "fits" : "turns";
      const over = table.grid && table.pieces.some((one) => same(one.at, square.at)) ? " mp-over" : "";
      const asked = choice.at && same(square.at, choice.at) ? " mp-asked" : "";
      const [left, top] = corner(square.at);
      const signs = {
        fits: "M-12,0 H12 M0,-12 V12",
        turns: "M11,-7 A13,13 0 1 0 12,6 M13,-15 L12,-6 L3,-7",
        closed: "",
        look: "",
      };
      const fits = table.grid ? "fits" : "fits as it lies";
      const words = { fits, turns: "fits when turned", closed: "does not fit", look: "show this tile" };
      const beside = square.says ? `, ${square.says}` : "";
      return draw(
        "g",
        {
          id: `cell.${x}.${y}`,
          class: `mp-step mp-${fit}${asked}${over}`,
          role: "button",
          tabindex: square === first || turns.length || square.look ? 0 : -1,
          "data-x": x,
          "data-y": y,
          "aria-label": `${nameOf(table, square.at)}${beside}: ${square.does ?? words[fit]}`,
        },
        draw("rect", { class: "mp-cell", x: left + 6, y: top + 6, width: 88, height: 88, rx: 8 }),
        draw("path", {
          class: "mp-sign",
          d: signs[fit],
          transform: `translate(${left + TILE / 2} ${top + TILE / 2})`,
        }),
      );
    });
  }

  // The tiles that are still to lay, faintly, where the table to reach is known.
  aims() {
    const { aim } = this.game.table;
    if (!aim || this.game.aimed) return [];
    return aim.filter((one) => one.to_lay).map(({ art, at }) => {
      const [left, top] = corner(at);
      return use(art, [left, top, TILE, TILE], { class: "mp-aim", "aria-hidden": "true" });
    });
  }

  // What can be tapped while no tile is held: answers, tiles to lay, or tiles to look at.
  looks() {
    const { table, quiz } = this.game;
    if (table.quiz) return table.end ? [] : quiz.squares();
    if (table.aim) return toLay(table);
    if (!table.cards) return [];
    const tiles = table.pieces.filter((one) => one.tile);
    return tiles.map(({ at, says }) => ({ at, says, ways: [], look: true }));
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
    if (table.last && !choice.at) marks.push(outline(table.last.at, "mp-last"));
    if (table.quiz) marks.push(...this.game.quiz.marks());
    marks.push(...hinted.map((at) => outline(at, "mp-hinted")));
    marks.push(...(this.game.numbered ?? []).map(badge));
    return marks;
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
        outline(game.choice.at, "mp-new"),
      ),
    ];
  }

  // The claims whose places are shown around the tile.
  open() {
    const { game } = this;
    return game.way?.claims.filter((one) => one.plays && one.at && (game.sorted?.(one) ?? true)) ?? [];
  }

  /** @override */
  beside() {
    return this.open().length ? (2.3 * (TARGET / 2) + 8) / this.view.scale : 0;
  }

  // Places for the meeple stand around the tile, each at its side, so that the tile can be tapped.
  spots() {
    const { game, layers } = this;
    const open = this.open();
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
          ]),
        ),
      );
      if (chosen) parts.push(pawnAt(pawnName(game.table.colour, one.art), stands, "mp-stands"));
    }
    layers.spots.replaceChildren(...parts);
  }

  /**
   * The targets keep their size on the screen.
   * @override
   */
  apply() {
    super.apply();
    this.spots();
  }

  ghost(at) {
    const { game, layers } = this;
    layers.laying.querySelector(".mp-ghost")?.remove();
    const square = at && game.table.squares?.find((one) => same(one.at, at));
    if (!game.table.tile || !square?.ways.length || game.waiting !== null || game.replaying !== null) return;
    const [left, top] = corner(at);
    const turn = [0, 1, 2, 3]
      .map((step) => (game.choice.turn + step) % 4)
      .find((one) => square.ways.some((way) => way.turn === one));
    const art = game.table.tile.art[turn ?? 0];
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
    const focused = /** @type {any} */ (document.activeElement);
    const on = focused?.dataset?.x !== undefined ? focused : null;
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

  /**
   * @param {number[]} from
   * @param {number[]} way
   */
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

  // What lies below a dragging finger

  tileSize() {
    return TILE * this.view.scale;
  }

  cellUnder(x, y) {
    const step = /** @type {any} */ (document.elementFromPoint(x, y)?.closest("[data-x]"));
    return step ? cellOf(step) : null;
  }

  // The open claim whose place on the tile, or whose target, is nearest; null if none is near.
  claimNear(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
    const [left, top] = corner(this.game.choice.at);
    let [best, least] = [null, TILE * 0.75];
    for (const { name, at } of this.open()) {
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

// The squares where a tile of the hand has its place.
function toLay({ hand = [] }) {
  const all = hand.flatMap((one) =>
    one.squares.map(({ at }) => ({ at, says: one.says, ways: [], look: true, does: "lay this tile" }))
  );
  return all.filter((one, number) => all.findIndex((other) => same(other.at, one.at)) === number);
}

// The number of a turn on its square.
function badge(at, number) {
  const [left, top] = corner(at);
  return draw(
    "g",
    { class: "mp-number", transform: `translate(${left + TILE - 18} ${top + 18})` },
    draw("circle", { class: "mp-badge", r: 16 }),
    draw("text", { class: "mp-text mp-badge-text", y: 8 }, String(number + 1)),
  );
}
