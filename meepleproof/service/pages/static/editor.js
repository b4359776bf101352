// The editor of puzzles. What fits and what is wrong comes from the server; here tiles are chosen,
// turned and moved, and the draft is shown.

import { bringOthers, showBox, showComing } from "./box.js";
import { same, TILE } from "./cells.js";
import { byId, make, picture, say, smallButton } from "./dom.js";
import { ask, draftOf, Refused, textOf, turned } from "./draft.js";
import { EditingBoard, showChosen } from "./editing.js";
import { nameOf, readFacts, showFacts } from "./facts.js";
import { Proof } from "./proof.js";
import { artOf } from "./solo-large.js";

const LEARNT = 2; // changes after which the note on how to begin goes
const PATIENCE = 250; // milliseconds after the last key in a field

// The board of a draft: what is wrong is marked.
class DraftBoard extends EditingBoard {
  /**
   * All tiles and what is beside them, whichever of them is chosen.
   * @override
   */
  frame() {
    const { pieces } = this.game.draft;
    const cells = pieces.length ? pieces.map(({ at }) => at) : [[0, 0]];
    const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
    const [west, north] = [Math.min(...xs) - 1, -Math.max(...ys) - 1];
    return {
      x: west * TILE,
      y: north * TILE,
      width: (Math.max(...xs) + 2 - west) * TILE,
      height: (2 - Math.min(...ys) - north) * TILE,
    };
  }

  /** @override */
  resized(before) {
    if (!this.own) this.fit();
    else super.resized(before);
  }

  /** @override */
  marks() {
    const { told, focused } = this.game;
    this.darken();
    this.light(told.wrong.flatMap((one) => one.cells), "mp-wrong");
    if (focused && this.game.pieceAt(focused)) this.light([focused], "mp-focused");
    return super.marks();
  }
}

export class Editor {
  constructor(about, box, told) {
    this.about = about;
    this.box = box; // the tiles by their names
    this.told = told;
    this.draft = draftOf(told);
    this.before = []; // drafts to go back to
    this.tile = null; // the tile of the box that is laid next
    this.turn = 0;
    this.selected = null; // the square of the chosen piece
    this.focused = null;
    this.colour = 1; // of the meeples that are set
    this.large = false; // and their size
    this.where = "table";
    this.asked = 0;
    /** @type {ReturnType<typeof setTimeout> | 0} */
    this.typing = 0; // a timer, while the author types
    this.replaying = null;
    this.waiting = null;
    this.hinted = [];
    this.proof = new Proof(this);
    this.board = new DraftBoard(byId("board"), this);
    this.listen();
  }

  // What the board asks of a game

  get table() {
    this.drawn ??= this.drawing();
    return this.drawn;
  }

  drawing() {
    const pieces = this.draft.pieces
      .filter((one) => !same(one.at, this.selected))
      .map((one) => this.looks(one));
    const masks = this.tile ? this.told.fits[this.tile] : "";
    const open = this.told.squares
      .map((at, index) => ({ at, ways: rotations(parseInt(masks[index] ?? "0", 16)) }))
      .filter((one) => !this.pieceAt(one.at) && (this.tile || !this.draft.pieces.length));
    const taken = this.draft.pieces.map((one) => ({ at: one.at, ways: [{ turn: this.turn }] }));
    return {
      pieces,
      squares: [...open, ...taken],
      tile: this.tile && { art: this.box.get(this.tile).art },
      colour: this.chosen?.meeple?.colour ?? this.colour,
    };
  }

  get choice() {
    const { chosen } = this;
    if (!chosen) return { at: null, turn: this.turn, claim: null };
    return { at: chosen.at, turn: chosen.turn, claim: chosen.meeple?.segment ?? null };
  }

  get way() {
    if (!this.chosen) return null;
    const claims = this.segments(this.chosen).map((one) => ({ ...one, plays: [one.name] }));
    return { turn: this.chosen.turn, claims };
  }

  get art() {
    return this.chosen && this.looks(this.chosen).art;
  }

  lay(at) {
    if (this.pieceAt(at)) {
      this.select(at);
      return;
    }
    const index = this.told.squares.findIndex((one) => same(one, at));
    if (!this.tile || index < 0) return;
    const fits = parseInt(this.told.fits[this.tile][index], 16);
    const legal = rotations(fits).map(({ turn }) => turn);
    if (!legal.length) {
      say("It does not fit here, however you turn it.");
      return;
    }
    const turn = [0, 1, 2, 3].map((by) => (this.turn + by) % 4).find((one) => legal.includes(one));
    this.edit((draft) => draft.pieces.push({ tile: this.tile, turn, at, fits }), at);
    byId("turn-right").focus({ preventScroll: true });
    say("The tile lies.");
  }

  rotate(by = 1) {
    const { chosen } = this;
    if (!chosen) return;
    const { fits } = this.told.pieces.find((one) => same(one.at, chosen.at)) ?? chosen;
    const turns = this.box.get(chosen.tile).art.length;
    const steps = [1, 2, 3].map((step) => (((chosen.turn + by * step) % turns) + turns) % turns);
    const to = fits ? steps.find((one) => fits & (1 << one)) : steps[0];
    if (to === undefined || to === chosen.turn) {
      say("It fits only this way round.");
      this.board.shake();
      return;
    }
    this.edit((_, piece) => {
      if (piece.meeple)
        piece.meeple.segment = turned(piece.meeple.segment, to - (piece.turn % turns));
      piece.turn = to;
    });
  }

  take(name) {
    this.edit((_, piece) => {
      const { meeple } = piece;
      const { colour, large } = this;
      const again = meeple?.segment === name && meeple.colour === colour && !meeple.large === !large;
      piece.meeple = again || name === null ? undefined : { segment: name, colour, large };
    });
  }

  remove() {
    this.edit((draft, piece) => draft.pieces.splice(draft.pieces.indexOf(piece), 1), null);
  }

  // The draft

  pieceAt(at) {
    const piece = at && this.draft.pieces.find((one) => same(one.at, at));
    return piece && this.looks(piece);
  }

  get chosen() {
    return this.selected && this.draft.pieces.find((one) => same(one.at, this.selected));
  }

  looks(piece) {
    const { art, says } = this.box.get(piece.tile);
    const looks = { ...piece, art: art[piece.turn % art.length], says };
    const stands = this.segments(piece).find((one) => one.name === piece.meeple?.segment);
    if (piece.meeple)
      looks.meeple = stands && { ...piece.meeple, ...artOf(piece.meeple), at: stands.at };
    return looks;
  }

  segments(piece) {
    const { segments, art } = this.box.get(piece.tile);
    return segments[piece.turn % art.length];
  }

  select(at) {
    this.selected = at;
    this.show();
    byId("turn-right")?.focus({ preventScroll: true });
  }

  // Changes the draft, and asks what follows.
  edit(change, at = this.selected) {
    this.before.push(textOf(this.draft));
    change(this.draft, this.chosen);
    this.selected = at && this.draft.pieces.some((one) => same(one.at, at)) ? at : null;
    this.changed();
  }

  undo() {
    const text = this.before.pop();
    if (text === undefined) return;
    this.selected = null;
    this.proof.forget();
    this.refresh(text);
  }

  changed() {
    this.proof.forget();
    this.show();
    this.refresh(textOf(this.draft));
  }

  async refresh(text) {
    const number = ++this.asked;
    try {
      const told = await ask(`${this.about.draft}?${new URLSearchParams({ code: text })}`);
      await bringOthers(this.box, this.about.others, told);
      if (number !== this.asked) return;
      this.told = told;
      this.draft = draftOf(told);
      this.unread = "";
      history.replaceState(null, "", `?${new URLSearchParams({ code: text })}`);
    } catch (error) {
      if (number !== this.asked) return;
      this.unread = error instanceof Refused
        ? sentence(error.message)
        : "No connection, so the page cannot tell what fits.";
    }
    this.show();
  }

  // Showing

  show() {
    this.drawn = null;
    this.board.redraw();
    this.board.show();
    this.showChosen();
    showBox(this);
    showComing(this);
    showFacts(this);
    this.proof.show();
    byId("undo").disabled = !this.before.length;
    byId("how").hidden = this.before.length > LEARNT;
  }

  showChosen() {
    const { chosen } = this;
    showChosen(this, {
      places: chosen ? this.segments(chosen) : [],
      stands: { where: "Where a meeple stands", on: chosen?.meeple?.segment, none: "no meeple" },
      colours: chosen && this.colours(),
    });
  }

  // Pawns to choose the colour and size of the meeple from: one that stands here changes its own.
  colours() {
    const change = (does) => {
      if (this.chosen.meeple) this.edit((_, piece) => does(piece.meeple));
      else this.show();
    };
    const buttons = this.told.scores.map((_, index) => {
      const colour = index + 1;
      const choose = () => {
        this.colour = colour;
        change((meeple) => (meeple.colour = colour));
      };
      return smallButton(`colour.${colour}`, picture(`pawn.${colour}`, [18, 23]), choose, {
        "aria-pressed": String(this.colour === colour),
        "aria-label": nameOf(colour),
      });
    });
    if (this.told.with.includes("L")) {
      const enlarge = () => {
        this.large = !this.large;
        change((meeple) => (meeple.large = this.large));
      };
      buttons.push(smallButton("large", "large", enlarge, { "aria-pressed": String(this.large) }));
    }
    return make(
      "div",
      { class: "row meeples", role: "group", "aria-label": "Colour and size of the meeple" },
      ...buttons,
    );
  }

  pick(tile) {
    if (this.where === "table") {
      this.tile = this.tile === tile ? null : tile;
      this.selected = null;
      this.turn = 0;
      this.show();
      say(this.tile ? "Now a square of the board." : "");
    } else if (this.draft.coming.length < this.about.most_coming)
      this.edit((draft) => draft.coming.push(tile));
    else say(`No more than ${this.about.most_coming} tiles can come.`);
  }

  // What the player does

  listen() {
    const form = /** @type {HTMLFormElement} */ (byId("facts"));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => {
        this.typing = 0;
        this.edit((draft) => readFacts(this.told, draft, form));
      }, PATIENCE);
    });
    for (const one of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=where]")))
      one.addEventListener("change", () => {
        this.where = one.value;
        this.show();
      });
    byId("undo").addEventListener("click", () => this.undo());
    byId("state").addEventListener("click", () => {
      byId("proof").scrollIntoView({ block: "end" });
    });
    byId("board").addEventListener("focusin", (event) => {
      const on = /** @type {SVGElement} */ (event.target);
      const { x, y } = on.dataset;
      const seen = x !== undefined && on.matches(":focus-visible");
      this.focused = seen ? [Number(x), Number(y)] : null;
      this.board.marks();
    });
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea")) return;
    if (event.key === "r") this.rotate(1);
    else if (event.key === "R") this.rotate(-1);
    else if (event.key === "u") this.undo();
    else if (event.key === "Escape" && this.selected) this.select(null);
    else if (event.key === "Delete" && this.chosen) this.remove();
    else if (event.key.startsWith("Arrow")) this.board.step(event);
  }
}

// A refusal without the name of the goal, which its author did not choose.
function sentence(text) {
  const said = text.replace(/^goal '[^']*': /, "");
  return `${said[0].toUpperCase()}${said.slice(1)}.`;
}

function rotations(mask) {
  return [0, 1, 2, 3].filter((turn) => mask & (1 << turn)).map((turn) => ({ turn }));
}
