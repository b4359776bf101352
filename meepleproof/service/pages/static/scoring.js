// A table that is put together and scored. What fits, what is wrong and who owns what comes from the
// server; here tiles and pieces are chosen and shown.

import { same } from "./cells.js";
import { byId, first, make, picture, say } from "./dom.js";
import { ask, Refused } from "./draft.js";
import { EditingBoard, showChosen } from "./editing.js";
import { Owners } from "./owners.js";
import { coloursOf, listenToDrags, showPalette } from "./palette.js";
import { showResult } from "./result.js";

export class Scoring {
  constructor({ about, boxes, names }, told) {
    this.about = about;
    this.boxes = boxes;
    this.names = names;
    this.kinds = new Map(boxes.flatMap(([, tiles]) => tiles).map((one) => [one.tile, one]));
    this.told = told;
    this.before = [];
    this.held = null; // the tile of the box that is laid next
    this.selected = null;
    this.colour = 1;
    this.sort = "little";
    this.asked = 0;
    this.replaying = this.waiting = null;
    this.hinted = [];
    this.numbers = null;
    this.owners = new Owners(this);
    this.board = new EditingBoard(byId("board"), this);
    this.listen();
  }

  // What the board asks of a game

  get table() {
    this.drawn ??= this.drawing();
    return this.drawn;
  }

  drawing() {
    const { told, held } = this;
    const pieces = told.pieces.filter((one) => one !== this.chosen);
    const open = held
      ? (told.fits ?? []).map(([at, turns]) => ({ at, says: "", ways: turns.map((turn) => ({ turn })) }))
      : [];
    const taken = told.pieces.map(({ at, turn }) => ({ at, says: "", ways: [{ turn }] }));
    return {
      pieces,
      squares: [...open, ...taken],
      tile: held && { art: this.kinds.get(held).art },
      colour: this.colour,
      features: told.features,
    };
  }

  get choice() {
    const { chosen } = this;
    if (!chosen) return { at: null, turn: 0, claim: null };
    return { at: chosen.at, turn: chosen.turn, claim: chosen.meeple?.feature ?? null };
  }

  get way() {
    const { chosen } = this;
    if (!chosen) return null;
    const claims = this.places(chosen).map((one) => ({ ...one, art: one.art[this.sort], plays: [one.name] }));
    return { turn: chosen.turn, claims };
  }

  get art() {
    return this.chosen?.art;
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
    return [
      ...this.owners.cells(),
      ...(this.owners.shown ? [] : this.told.wrong.flatMap((one) => one.cells.map((at) => [at, "mp-misfit"]))),
    ];
  }

  lay(at) {
    if (this.pieceAt(at)) {
      this.select(at);
      return;
    }
    const turns = this.told.fits?.find(([cell]) => same(cell, at))?.[1] ?? [];
    if (!this.held || !turns.length) {
      say("It does not fit here, however you turn it.");
      return;
    }
    const tile = this.held;
    this.change((pieces) => [...pieces, { tile, turn: turns[0], at }], at);
  }

  rotate(by = 1) {
    const { chosen } = this;
    if (!chosen) return;
    const turn = (chosen.turn + by + chosen.turns) % chosen.turns;
    // Its piece would stand elsewhere, so it goes back to the hand.
    this.change((pieces) => pieces.map((one) => (same(one.at, chosen.at) ? { ...one, turn, meeple: undefined } : one)));
  }

  take(name, at = this.selected) {
    const { colour, sort: piece } = this;
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
    this.before.push(this.text());
    this.selected = at;
    this.owners.forget();
    this.refresh({ board: this.text(made(this.told.pieces)) });
  }

  async refresh(query) {
    const number = ++this.asked;
    try {
      const asked = new URLSearchParams({ ...query, ...(this.held ? { tile: this.held } : {}) });
      const told = await ask(`${this.about.told}?${asked}`);
      if (number !== this.asked) return true;
      this.told = told;
      this.tell("");
      if (!this.chosen) this.selected = null;
      history.replaceState(null, "", `?${new URLSearchParams({ board: this.text() })}`);
    } catch (error) {
      if (number !== this.asked) return true;
      if (query.board) this.before.pop();
      this.tell(error instanceof Refused ? error.message : "No connection. Try again when you are online.");
      return false;
    }
    this.show();
    return true;
  }

  tell(text) {
    const place = byId("unread");
    place.textContent = text;
    place.hidden = !text;
  }

  listen() {
    byId("undo").addEventListener("click", () => {
      const text = this.before.pop();
      if (text !== undefined) this.refresh({ board: text });
    });
    byId("which").addEventListener("change", () => this.showBox());
    byId("facts").addEventListener("change", () => {
      const players = Number(byId("facts").elements.players.value);
      const typed = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#scores input"));
      const scores = [...typed].map((one) => Math.max(0, Math.trunc(Number(one.value)) || 0));
      this.before.push(this.text());
      this.refresh({ board: this.text(this.told.pieces, players, scores.slice(0, coloursOf(players))) });
    });
    byId("paste").addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = byId("pasted").value.trim();
      if (!text) return;
      this.before.push(this.text());
      this.selected = this.held = null;
      if (await this.refresh({ paste: text })) byId("result").scrollIntoView({ block: "nearest" });
      else this.before.pop();
    });
    addEventListener("keydown", (event) => {
      if (/** @type {Element} */ (event.target).matches("input, select, textarea")) return;
      if (event.key === "r") this.rotate(1);
      else if (event.key === "Escape") this.select(null);
      else if (event.key.startsWith("Arrow")) this.board.step(event);
    });
    listenToDrags(this);
  }

  // Showing

  show() {
    this.drawn = null;
    this.board.redraw();
    this.board.show();
    showResult(this);
    this.showChosen();
    showPalette(this);
    this.showBox();
    this.showScores();
    byId("undo").disabled = !this.before.length;
  }

  showChosen() {
    const { chosen } = this;
    showChosen(this, {
      places: chosen ? this.places(chosen) : [],
      stands: { where: "Where the piece stands", on: chosen?.meeple?.feature, none: "no piece" },
    });
  }

  pick(change) {
    Object.assign(this, change);
    this.show();
  }

  showBox() {
    const [, tiles] = this.boxes[Number(byId("which").value)];
    const laid = (tile) => this.told.pieces.filter((one) => one.tile === tile).length;
    const had = document.activeElement?.id;
    byId("box").replaceChildren(
      ...tiles.map((one) => {
        const left = one.number - laid(one.tile);
        return make(
          "li",
          {},
          make(
            "button",
            {
              type: "button",
              id: `box.${one.tile}`,
              disabled: left < 1,
              "aria-pressed": String(this.held === one.tile),
              "aria-label": `${one.says}: ${left} left`,
              click: () => this.hold(one.tile),
            },
            picture(one.art[0], [44, 44]),
            make("span", { class: "left" }, String(left)),
          ),
        );
      }),
    );
    if (had?.startsWith("box.")) byId(had)?.focus({ preventScroll: true });
  }

  hold(tile) {
    this.held = this.held === tile ? null : tile;
    this.selected = null;
    this.owners.forget();
    this.refresh({ board: this.text() });
    say(this.held ? "Now a square of the board." : "");
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
