// A table that is put together and scored. What fits, what is wrong and who owns what is told by the
// server; here it is chosen and shown.

import { Board } from "./board.js";
import { addSheet, make, picture, say } from "./dom.js";
import { ask, Refused } from "./draft.js";
import { keepForOffline } from "./offline.js";
import { Owners } from "./owners.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const about = read("about");
const boxes = read("boxes");
const names = read("colours");
const kinds = new Map(boxes.flatMap(([, tiles]) => tiles).map((one) => [one.tile, one]));
const SORTS = [
  ["little", "pawn", "follower"],
  ["big", "big", "big follower"],
  ["builder", "builder", "builder"],
];
const COLOURS = { 2: 4 }; // of two players; others have one colour each
const SLIP = 8; // pixels after which it is a drag, not a tap
const TILE = 100;

class ScoreBoard extends Board {
  squares() {
    const nodes = super.squares();
    for (const node of nodes) {
      const piece = this.game.pieceAt([Number(node.dataset.x), Number(node.dataset.y)]);
      if (!piece) continue;
      node.classList.add("mp-taken");
      node.setAttribute("aria-label", `(${piece.at.join(", ")}): ${piece.says}: choose it`);
    }
    return nodes;
  }
}

class Scoring {
  constructor(told) {
    this.told = told;
    this.before = [];
    this.held = null; // the tile of the box that is laid next
    this.selected = null;
    this.colour = 1;
    this.sort = "little";
    this.asked = 0;
    this.replaying = this.waiting = null;
    this.hinted = [];
    this.numbers = { paints: new Map() };
    this.owners = new Owners(this);
    this.board = new ScoreBoard(document.getElementById("board"), this);
    this.listen();
  }

  // What the board asks of a game

  get table() {
    this.drawn ??= this.drawing();
    return this.drawn;
  }

  drawing() {
    const { told, held } = this;
    const pieces = told.pieces.filter((one) => !same(one.at, this.selected));
    const open = held
      ? (told.fits ?? []).map(([at, turns]) => ({ at, says: "", ways: turns.map((turn) => ({ turn })) }))
      : [];
    const taken = told.pieces.map(({ at, turn }) => ({ at, says: "", ways: [{ turn }] }));
    return {
      pieces,
      squares: [...open, ...taken],
      tile: held && { art: kinds.get(held).art },
      colour: this.colour,
      features: told.features,
    };
  }

  get choice() {
    const { chosen } = this;
    if (!chosen) return { at: null, turn: this.turn ?? 0, claim: null };
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

  get chosen() {
    return this.pieceAt(this.selected);
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
    // A piece would stand elsewhere: it goes back to the hand.
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
    document.getElementById("turn-right")?.focus({ preventScroll: true });
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
      const told = await ask(`${about.told}?${asked}`);
      if (number !== this.asked) return true;
      this.told = told;
      this.tell("");
      if (!this.chosen) this.selected = null;
      history.replaceState(null, "", `?${new URLSearchParams({ board: this.text() })}`);
    } catch (error) {
      if (number !== this.asked) return true;
      if (query.board) this.before.pop();
      this.tell(error instanceof Refused ? error.message : "No connection: nothing is known just now.");
      return false;
    }
    this.show();
    return true;
  }

  tell(text) {
    const place = document.getElementById("unread");
    place.textContent = text;
    place.hidden = !text;
  }

  listen() {
    document.getElementById("undo").addEventListener("click", () => {
      const text = this.before.pop();
      if (text !== undefined) this.refresh({ board: text });
    });
    document.getElementById("which").addEventListener("change", () => this.showBox());
    document.getElementById("facts").addEventListener("change", () => {
      const players = Number(document.forms.facts.elements.players.value);
      const scores = [...document.querySelectorAll("#scores input")].map((one) => Math.max(0, Math.trunc(Number(one.value)) || 0));
      const colours = COLOURS[players] ?? players;
      this.before.push(this.text());
      this.refresh({ board: this.text(this.told.pieces, players, scores.slice(0, colours)) });
    });
    document.getElementById("paste").addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = document.getElementById("pasted").value.trim();
      if (!text) return;
      this.before.push(this.text());
      this.selected = this.held = null;
      if (await this.refresh({ paste: text })) document.getElementById("result").scrollIntoView({ block: "nearest" });
      else this.before.pop();
    });
    addEventListener("keydown", (event) => {
      if (event.target.matches("input, select, textarea")) return;
      if (event.key === "r") this.rotate(1);
      else if (event.key === "Escape") this.select(null);
      else if (event.key.startsWith("Arrow")) this.board.step(event);
    });
    this.listenToDrags();
  }

  // A piece that is dragged stands on the nearest place of the tile it is dropped on.
  listenToDrags() {
    let held = null;
    document.getElementById("palette").addEventListener("pointerdown", (event) => {
      const node = event.target.closest("[data-sort]");
      if (node) held = { from: [event.clientX, event.clientY], sort: node.dataset.sort, art: node.dataset.art };
    });
    addEventListener("pointermove", (event) => {
      if (!held) return;
      const { clientX: x, clientY: y } = event;
      if (!held.node) {
        if (Math.hypot(x - held.from[0], y - held.from[1]) < SLIP) return;
        held.node = picture(`${held.art}.${this.colour}`, [36, 46]);
        held.node.setAttribute("class", "dragged");
        document.body.append(held.node);
      }
      held.node.style.transform = `translate(${x - 18}px, ${y - 23}px)`;
    });
    addEventListener("pointerup", ({ clientX: x, clientY: y }) => {
      const dragged = held;
      held = null;
      if (!dragged?.node) return;
      dragged.node.remove();
      this.sort = dragged.sort;
      const at = new DOMPoint(x, y).matrixTransform(this.board.svg.getScreenCTM().inverse());
      const cell = [Math.floor(at.x / TILE), -Math.floor(at.y / TILE)];
      const piece = this.pieceAt(cell);
      if (!piece) return;
      const inside = [at.x - cell[0] * TILE, at.y + cell[1] * TILE];
      const far = (one) => Math.hypot(one.at[0] - inside[0], one.at[1] - inside[1]);
      const [nearest] = this.places(piece).sort((one, other) => far(one) - far(other));
      if (!nearest) return;
      this.selected = cell;
      this.take(nearest.name, cell);
    });
    addEventListener("pointercancel", () => {
      held?.node?.remove();
      held = null;
    });
  }

  // Showing

  show() {
    this.drawn = null;
    this.board.shown = null;
    this.board.show();
    this.showResult();
    this.showChosen();
    this.showPalette();
    this.showBox();
    this.showScores();
    document.getElementById("undo").disabled = !this.before.length;
  }

  showResult() {
    const { told } = this;
    const place = document.getElementById("result");
    const owners = this.owners.card();
    if (owners) {
      place.replaceChildren(owners);
      return;
    }
    if (told.wrong.length) {
      place.replaceChildren(
        make("h2", {}, "This cannot be"),
        ...told.wrong.slice(0, 4).map((one) =>
          make(
            "div",
            { class: "refusal" },
            make("p", {}, one.says),
            one.rule ? make("p", { class: "rule" }, make("b", {}, one.rule), ` ${one.sentence}`) : null
          )
        ),
        told.wrong.length > 4 ? make("p", { class: "note" }, `And ${told.wrong.length - 4} more.`) : ""
      );
      return;
    }
    const rows = told.people.map((one) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, ...one.colours.map((number) => make("span", { class: `disc ink-${number}`, "aria-hidden": "true" }, String(number))), ` ${one.name}${one.wins ? " ★" : ""}`),
        make("td", {}, String(one.before)),
        make("td", {}, String(one.total - one.before)),
        make("td", {}, make("b", {}, String(one.total)))
      )
    );
    const heads = ["Player", "On the board", "Final scoring", "Total"];
    place.replaceChildren(
      make(
        "table",
        { class: "totals" },
        make("caption", {}, "What it comes to, by both keys"),
        make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
        make("tbody", {}, ...rows)
      ),
      told.features.length
        ? make("button", { type: "button", class: "button", id: "owners", click: () => this.owners.toggle() }, "Who owns what, one by one")
        : make("p", { class: "note" }, "No follower is on the table.")
    );
  }

  showChosen() {
    const place = document.getElementById("chosen");
    const { chosen } = this;
    place.hidden = !chosen;
    if (!chosen) return;
    const had = document.activeElement?.id;
    const button = (id, text, does, more = {}) =>
      make("button", { type: "button", id, class: "button small", click: does, ...more }, text);
    place.replaceChildren(
      make("h2", {}, "This tile"),
      make(
        "div",
        { class: "row" },
        button("turn-left", "⟲", () => this.rotate(-1), { "aria-label": "Turn left" }),
        button("turn-right", "⟳", () => this.rotate(1), { "aria-label": "Turn right" }),
        button("remove", "Remove", () => this.remove()),
        button("leave", "Done", () => this.select(null))
      ),
      make(
        "div",
        { class: "chips", role: "group", "aria-label": "Where the piece stands" },
        ...this.places(chosen).map((one) =>
          button(`claim.${one.name}`, one.says, () => this.take(one.name), {
            class: "chip",
            "aria-pressed": String(chosen.meeple?.feature === one.name),
          })
        ),
        button("claim.-", "no piece", () => this.take(null), { class: "chip", "aria-pressed": String(!chosen.meeple) })
      )
    );
    if (had) document.getElementById(had)?.focus({ preventScroll: true });
  }

  showPalette() {
    const place = document.getElementById("palette");
    const had = document.activeElement?.id;
    const colours = COLOURS[this.told.players] ?? this.told.players;
    const choose = (id, label, pressed, does, ...parts) =>
      make("button", { type: "button", id, class: "button small", "aria-label": label, "aria-pressed": String(pressed), click: does }, ...parts);
    place.replaceChildren(
      make(
        "div",
        { class: "row", role: "group", "aria-label": "Colour of the pieces" },
        ...names.slice(0, colours).map((name, index) =>
          choose(`colour.${index + 1}`, name, this.colour === index + 1, () => this.pick({ colour: index + 1 }), make("span", { class: `disc ink-${index + 1}`, "aria-hidden": "true" }, String(index + 1)))
        )
      ),
      make(
        "div",
        { class: "row", role: "group", "aria-label": "Piece: choose or drag" },
        ...SORTS.map(([sort, art, label]) => {
          const node = choose(`sort.${sort}`, label, this.sort === sort, () => this.pick({ sort }), picture(`${art}.${this.colour}`, sort === "big" ? [32, 39] : [22, 28]));
          node.dataset.sort = sort;
          node.dataset.art = art;
          return node;
        })
      )
    );
    if (had) document.getElementById(had)?.focus({ preventScroll: true });
  }

  pick(change) {
    Object.assign(this, change);
    this.show();
  }

  showBox() {
    const [, tiles] = boxes[Number(document.getElementById("which").value)];
    const laid = (tile) => this.told.pieces.filter((one) => one.tile === tile).length;
    const had = document.activeElement?.id;
    document.getElementById("box").replaceChildren(
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
            make("span", { class: "left" }, String(left))
          )
        );
      })
    );
    if (had?.startsWith("box.")) document.getElementById(had)?.focus({ preventScroll: true });
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
    document.forms.facts.elements.players.value = String(players);
    const place = document.getElementById("scores");
    const had = document.activeElement?.id;
    place.replaceChildren(
      place.querySelector("legend"),
      ...scores.map((score, index) =>
        make(
          "label",
          { class: "answer" },
          make("span", { class: `disc ink-${index + 1}`, "aria-hidden": "true" }, String(index + 1)),
          make("span", {}, names[index]),
          make("input", { type: "number", id: `points.${index}`, min: 0, max: 9999, value: score, inputmode: "numeric" })
        )
      )
    );
    if (had?.startsWith("points.")) document.getElementById(had)?.focus();
  }
}

function same(one, other) {
  return Boolean(one && other) && one[0] === other[0] && one[1] === other[1];
}

async function begin() {
  addSheet(await (await fetch(about.pieces)).text());
  const query = new URLSearchParams(location.search);
  let told;
  try {
    told = await ask(`${about.told}?${new URLSearchParams({ board: query.get("board") ?? "h2" })}`);
  } catch {
    told = await ask(`${about.told}?${new URLSearchParams({ board: "h2" })}`);
  }
  document.getElementById("game").hidden = false;
  const scoring = new Scoring(told);
  scoring.show();
  document.documentElement.dataset.ready = "";
  keepForOffline();
}

begin();
