// A table that is put together and scored. What fits, what is wrong and who owns what comes from the
// server; here tiles and pieces are chosen and shown.

import { same } from "./cells.js";
import { byId, first, make, say } from "./dom.js";
import { ask, Refused } from "./draft.js";
import { EditingBoard } from "./editing.js";
import { Owners } from "./owners.js";
import { coloursOf, showPieces } from "./pieces.js";
import { showResult } from "./result.js";
import { boxOf, showTiles } from "./tiles.js";

export class Scoring {
  constructor({ about, boxes, names }, told) {
    this.about = about;
    this.boxes = boxes;
    this.names = names;
    this.before = [];
    this.next = null; // the square whose tile is asked for
    this.passed = new Set(); // squares without a tile on the player's table
    this.open = new Set(["base"]); // the boxes that are played with
    this.selected = null;
    this.colour = 1;
    this.sort = "little";
    this.asked = 0;
    this.replaying = this.waiting = null;
    this.hinted = [];
    this.numbers = null;
    this.owners = new Owners(this);
    this.meet(told);
    this.board = new EditingBoard(byId("board"), this);
    this.listen();
  }

  // What the board asks of a game

  get table() {
    this.drawn ??= this.drawing();
    return this.drawn;
  }

  drawing() {
    const { told } = this;
    const squares = told.squares.map((at) => ({ at, says: "", ways: [{ turn: 0 }] }));
    const taken = told.pieces.map(({ at }) => ({ at, says: "", ways: [{ turn: 0 }] }));
    return { pieces: told.pieces, squares: [...squares, ...taken], features: told.features };
  }

  get choice() {
    return { at: null, turn: 0, claim: null };
  }

  // None while it is shown who owns what: the tile is tinted like the others.
  get chosen() {
    return this.owners.shown ? null : this.pieceAt(this.selected);
  }

  pieceAt(at) {
    return at && this.told.pieces.find((one) => same(one.at, at));
  }

  places(piece) {
    const all = this.told.places[piece.art] ?? [];
    return this.sort === "builder" ? all.filter((one) => one.builder) : all;
  }

  tints() {
    return this.owners.tints();
  }

  framed() {
    if (this.owners.shown) return this.owners.cells();
    const { wrong, left_out = [] } = this.told;
    const marked = new Map([...left_out, ...wrong.flatMap(({ cells }) => cells)].map((at) => [String(at), at]));
    return [
      ...[...marked.values()].map((at) => [at, "mp-misfit"]),
      ...(this.chosen ? [[this.selected, "mp-new"]] : []),
      ...(this.next ? [[this.next, "mp-hinted"]] : []),
    ];
  }

  // A square is chosen, or the tile that lies there.
  lay(at) {
    if (this.pieceAt(at)) {
      this.select(at);
      return;
    }
    if (this.next) this.passed.add(String(this.next));
    this.passed.delete(String(at));
    this.next = at;
    this.owners.forget();
    this.show();
    say("Now its tile.");
  }

  // A tile lies on the square that is asked for, as it is drawn in the box.
  put(tile, turn) {
    const at = this.next;
    this.change((pieces) => [...pieces, { tile, turn, at }], at);
  }

  // The square to ask for next: near the tile laid last, onwards from it, and beside many tiles.
  following() {
    const [last, before] = this.told.pieces.slice(-2).reverse().map(({ at }) => at);
    const onwards = before && [2 * last[0] - before[0], 2 * last[1] - before[1]];
    const beside = (at) => this.told.pieces.filter((one) => apart(one.at, at) === 1).length;
    const cost = (at) => apart(at, last) - beside(at) - (onwards && same(at, onwards) ? 0.5 : 0);
    const among = this.told.squares.filter((at) => !this.passed.has(String(at)));
    return among.reduce((best, at) => (best && cost(best) <= cost(at) ? best : at), null);
  }

  rotate(by = 1) {
    const { chosen } = this;
    if (!chosen) return;
    const turn = (chosen.turn + by + chosen.turns) % chosen.turns;
    // Its piece would stand elsewhere, so it goes back to the hand.
    this.change((pieces) => pieces.map((one) => (same(one.at, chosen.at) ? { ...one, turn, meeple: undefined } : one)));
  }

  take(name, colour = this.colour) {
    const at = this.selected;
    this.colour = colour;
    const { sort: piece } = this;
    this.sort = "little"; // of the others each player has one
    this.change((pieces) =>
      pieces.map((one) => {
        if (!same(one.at, at)) return one;
        const again = one.meeple?.feature === name && one.meeple.colour === colour && one.meeple.piece === piece;
        return { ...one, meeple: again || name === null ? undefined : { feature: name, colour, piece } };
      })
    );
  }

  remove() {
    const at = this.selected;
    this.change((pieces) => pieces.filter((one) => !same(one.at, at)), null);
  }

  select(at) {
    this.owners.forget();
    this.selected = at;
    this.show();
    byId("turn-right")?.focus({ preventScroll: true });
  }

  // The board as text, and what follows from it

  text(pieces = this.told.pieces, players = this.told.players, scores = this.told.scores) {
    const words = [`h${players}`, `p${scores.join(".")}`];
    for (const { tile, turn, at, meeple } of pieces) {
      const word = `${tile}${turn}.${at[0]}.${at[1]}`;
      words.push(meeple ? `${word}.${meeple.piece}.${meeple.feature}.${meeple.colour}` : word);
    }
    return words.join("~");
  }

  change(made, at = this.selected) {
    this.selected = at;
    this.owners.forget();
    this.step({ board: this.text(made(this.told.pieces)) });
  }

  // A step that can be undone if it was made.
  async step(query) {
    this.before.push(this.text());
    const isMade = await this.refresh(query);
    if (!isMade) this.before.pop();
    return isMade;
  }

  async refresh(query) {
    const number = ++this.asked;
    try {
      const told = await ask(`${this.about.told}?${new URLSearchParams(query)}`);
      if (number !== this.asked) return true;
      this.meet(told);
      this.tell("");
      if (!this.chosen) this.selected = null;
      history.replaceState(null, "", `?${new URLSearchParams({ board: this.text() })}`);
    } catch (error) {
      if (number !== this.asked) return true;
      this.tell(error instanceof Refused ? error.message : "No connection. Try again when you are online.");
      return false;
    }
    this.show();
    return true;
  }

  meet(told) {
    this.told = told;
    for (const { tile } of told.pieces) this.open.add(boxOf(tile));
    if (!told.squares.some((at) => this.next && same(at, this.next))) this.next = this.following();
  }

  tell(text) {
    const place = byId("unread");
    place.textContent = text;
    place.hidden = !text;
  }

  listen() {
    byId("undo").addEventListener("click", async () => {
      const text = this.before.pop();
      if (text !== undefined && !(await this.refresh({ board: text }))) this.before.push(text);
    });
    byId("facts").addEventListener("change", () => {
      const players = Number(byId("facts").elements.players.value);
      const typed = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#scores input"));
      const scores = [...typed].map((one) => Math.max(0, Math.trunc(Number(one.value)) || 0));
      this.step({ board: this.text(this.told.pieces, players, scores.slice(0, coloursOf(players))) });
    });
    byId("paste").addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = byId("pasted").value.trim();
      if (!text) return;
      this.selected = this.next = null;
      if (await this.step({ paste: text })) byId("result").scrollIntoView({ block: "nearest" });
    });
    addEventListener("keydown", (event) => {
      if (/** @type {Element} */ (event.target).matches("input, select, textarea")) return;
      if (event.key === "r") this.rotate(1);
      else if (event.key === "Escape") this.select(null);
      else if (event.key.startsWith("Arrow")) this.board.step(event);
    });
  }

  // Showing

  show() {
    this.drawn = null;
    this.board.redraw();
    this.board.show();
    if (this.next) this.board.reveal(this.next);
    showResult(this);
    showPieces(this);
    showTiles(this);
    this.showScores();
    byId("undo").disabled = !this.before.length;
  }

  pick(change) {
    Object.assign(this, change);
    this.show();
  }

  showScores() {
    const { players, scores } = this.told;
    byId("facts").elements.players.value = String(players);
    const place = byId("scores");
    const had = document.activeElement?.id;
    place.replaceChildren(
      first("#scores legend"),
      ...scores.map((score, index) =>
        make(
          "label",
          { class: "answer" },
          make("span", { class: `disc ink-${index + 1}`, "aria-hidden": "true" }, String(index + 1)),
          make("span", {}, this.names[index]),
          make("input", {
            type: "number",
            id: `points.${index}`,
            min: 0,
            max: 9999,
            value: score,
            inputmode: "numeric",
          }),
        )
      ),
    );
    if (had?.startsWith("points.")) byId(had)?.focus();
  }
}

function apart([x, y], [east, north]) {
  return Math.abs(x - east) + Math.abs(y - north);
}
