// The editor. Where tiles fit and what is wrong is told by the server; here it is chosen and shown.

import { Board } from "./board.js";
import { addSheet, make, picture, say } from "./dom.js";
import { ask, done, draftOf, Refused, textOf, turned } from "./draft.js";
import { keepForOffline } from "./offline.js";

const about = read("about");
const box = new Map(read("tiles-of-the-box").map((one) => [one.tile, one]));
const TILE = 100; // units of the board
const MOST_COMING = 7;
const LEARNT = 2; // changes after which nobody needs to be told how
const PATIENCE = 250; // milliseconds after the last key in a field

function read(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

// The board of a draft: all tiles can be chosen, and what is wrong is marked.
class DraftBoard extends Board {
  squares() {
    const nodes = super.squares();
    for (const node of nodes) {
      const piece = this.game.pieceAt([Number(node.dataset.x), Number(node.dataset.y)]);
      if (piece) {
        node.classList.add("mp-taken");
        node.setAttribute("aria-label", `${piece.says ?? "tile"}: choose it`);
      }
    }
    return nodes;
  }

  // All tiles and what is beside them, whichever of them is chosen.
  frame() {
    const cells = this.game.draft.pieces.map((one) => ({ at: one.at }));
    const [xs, ys] = [0, 1].map((index) => (cells.length ? cells : [{ at: [0, 0] }]).map(({ at }) => at[index]));
    const [west, north] = [Math.min(...xs) - 1, -Math.max(...ys) - 1];
    return {
      x: west * TILE,
      y: north * TILE,
      width: (Math.max(...xs) + 2 - west) * TILE,
      height: (2 - Math.min(...ys) - north) * TILE,
    };
  }

  resized() {
    if (this.shown && !this.own) this.fit();
    else super.resized();
  }

  marks() {
    const { told, focused } = this.game;
    const cells = told.wrong.flatMap((one) => one.cells);
    const [shown, kind] = [this.layers.lights, "mp-wrong"];
    shown.replaceChildren();
    this.light(cells, kind);
    if (focused && this.game.pieceAt(focused)) this.light([focused], "mp-focused");
    return super.marks();
  }
}

class Editor {
  constructor(told) {
    this.told = told;
    this.draft = draftOf(told);
    this.before = []; // drafts to go back to
    this.tile = null; // the tile of the box that is laid next
    this.turn = 0;
    this.selected = null; // the square of the chosen piece
    this.focused = null;
    this.colour = 1; // of the meeples that are set
    this.where = "table";
    this.asked = 0;
    this.typing = 0; // a timer, while somebody types
    this.replaying = null;
    this.waiting = null;
    this.hinted = [];
    this.job = null;
    this.board = new DraftBoard(document.getElementById("board"), this);
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
      tile: this.tile && { art: box.get(this.tile).art },
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
    document.getElementById("turn-right").focus({ preventScroll: true });
    say("The tile lies.");
  }

  rotate(by = 1) {
    const { chosen } = this;
    if (!chosen) return;
    const { fits } = this.told.pieces.find((one) => same(one.at, chosen.at)) ?? chosen;
    const turns = box.get(chosen.tile).art.length;
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
      const again = meeple?.segment === name && meeple.colour === this.colour;
      piece.meeple = again || name === null ? undefined : { segment: name, colour: this.colour };
    });
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
    const { art, says } = box.get(piece.tile);
    const looks = { ...piece, art: art[piece.turn % art.length], says };
    const stands = this.segments(piece).find((one) => one.name === piece.meeple?.segment);
    if (piece.meeple) looks.meeple = stands && { ...piece.meeple, at: stands.at };
    return looks;
  }

  segments(piece) {
    const { segments, art } = box.get(piece.tile);
    return segments[piece.turn % art.length];
  }

  select(at) {
    this.selected = at;
    this.show();
    document.getElementById("turn-right")?.focus({ preventScroll: true });
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
    this.refresh(text);
  }

  changed() {
    this.job = null;
    this.show();
    this.refresh(textOf(this.draft));
  }

  async refresh(text) {
    const number = ++this.asked;
    try {
      const told = await ask(`${about.draft}?${new URLSearchParams({ code: text })}`);
      if (number !== this.asked) return;
      this.told = told;
      this.draft = draftOf(told);
      this.unread = "";
      history.replaceState(null, "", `?${new URLSearchParams({ code: text })}`);
    } catch (error) {
      if (number !== this.asked) return;
      this.unread =
        error instanceof Refused
          ? sentence(error.message)
          : "No connection: what fits is not known just now.";
    }
    this.show();
  }

  // Showing

  show() {
    this.drawn = null;
    this.board.shown = null;
    this.board.show();
    this.showChosen();
    this.showBox();
    this.showComing();
    this.showFacts();
    this.showProof();
    document.getElementById("undo").disabled = !this.before.length;
    document.getElementById("how").hidden = this.before.length > LEARNT;
  }

  showChosen() {
    const place = document.getElementById("chosen");
    const { chosen } = this;
    place.hidden = !chosen;
    if (!chosen) return;
    const had = document.activeElement?.id;
    const button = (id, text, does, more = {}) =>
      make("button", { type: "button", id, class: "button small", click: does, ...more }, text);
    const names = this.told.scores.map((_, index) => nameOf(index + 1));
    place.replaceChildren(
      make("h2", {}, "This tile"),
      make(
        "div",
        { class: "row" },
        button("turn-left", "↺", () => this.rotate(-1), { "aria-label": "Turn left" }),
        button("turn-right", "↻", () => this.rotate(1), { "aria-label": "Turn right" }),
        button("remove", "Remove", () =>
          this.edit((draft, piece) => draft.pieces.splice(draft.pieces.indexOf(piece), 1), null)
        ),
        button("leave", "Done", () => this.select(null))
      ),
      make(
        "div",
        { class: "row meeples", role: "group", "aria-label": "Colour of the meeple" },
        ...names.map((name, index) =>
          make(
            "button",
            {
              type: "button",
              id: `colour.${index + 1}`,
              class: "button small",
              "aria-pressed": String(this.colour === index + 1),
              "aria-label": name,
              click: () => {
                this.colour = index + 1;
                if (this.chosen.meeple)
                  this.edit((_, piece) => (piece.meeple.colour = this.colour));
                else this.show();
              },
            },
            picture(`pawn.${index + 1}`, [18, 23])
          )
        )
      ),
      make(
        "div",
        { class: "chips", role: "group", "aria-label": "Where a meeple stands" },
        ...this.segments(chosen).map((one) =>
          button(`claim.${one.name}`, one.says, () => this.take(one.name), {
            class: "chip",
            "aria-pressed": String(chosen.meeple?.segment === one.name),
          })
        ),
        button("claim.-", "no meeple", () => this.take(null), {
          class: "chip",
          "aria-pressed": String(!chosen.meeple),
        })
      )
    );
    if (had) document.getElementById(had)?.focus({ preventScroll: true });
  }

  showBox() {
    const place = document.getElementById("box");
    if (!place.children.length)
      place.append(
        ...[...box.values()].map((one) =>
          make(
            "li",
            {},
            make(
              "button",
              { type: "button", id: `box.${one.tile}`, click: () => this.pick(one.tile) },
              picture(one.art[0], [44, 44]),
              make("span", { class: "left" })
            )
          )
        )
      );
    for (const one of box.values()) {
      const node = document.getElementById(`box.${one.tile}`);
      const left = this.told.left[one.tile];
      node.querySelector(".left").textContent = String(left);
      node.setAttribute("aria-label", `${one.says}: ${left} left`);
      node.setAttribute("aria-pressed", String(this.where === "table" && this.tile === one.tile));
      node.disabled = left < 1;
    }
  }

  pick(tile) {
    if (this.where === "table") {
      this.tile = this.tile === tile ? null : tile;
      this.selected = null;
      this.turn = 0;
      this.show();
      say(this.tile ? "Now a square of the board." : "");
    } else if (this.draft.coming.length < MOST_COMING)
      this.edit((draft) => draft.coming.push(tile));
    else say("Seven tiles are the most.");
  }

  showComing() {
    const place = document.getElementById("coming");
    place.replaceChildren(
      ...this.draft.coming.map((tile, index) => {
        const colour = ((this.draft.first - 1 + index) % this.told.colours) + 1;
        return make(
          "li",
          {},
          make(
            "button",
            {
              type: "button",
              id: `coming.${index}`,
              "aria-label": `${box.get(tile).says}, for ${nameOf(colour)}: take it away`,
              click: () => this.edit((draft) => draft.coming.splice(index, 1)),
            },
            picture(box.get(tile).art[0], [40, 40]),
            picture(`pawn.${colour}`, [14, 18])
          )
        );
      })
    );
    if (!this.draft.coming.length) place.append(make("li", { class: "note" }, "no tile yet"));
  }

  showFacts() {
    if (this.typing) return; // the fields know more than the draft
    const form = document.getElementById("facts");
    form.querySelectorAll("[data-colour]").forEach((row, index) => {
      row.hidden = index >= this.told.colours;
      if (row.hidden) return;
      const score = row.querySelector("[name=score]");
      if (document.activeElement !== score) score.value = this.draft.scores[index] ?? "";
      row.querySelector("[name=to_move]").checked = this.draft.first === index + 1;
      row.querySelector("[data-hand]").textContent =
        `${Math.max(0, this.told.hands[index])} in hand`;
    });
    const goal = this.draft.goal ?? { kind: "road", least: 5, most: 5, colours: 0 };
    const own = document.getElementById("own-goal");
    own.hidden = !goal.word;
    own.textContent = goal.word ? "It keeps its goal, which cannot be chosen here." : "";
    const { elements } = form;
    const values = { ...goal, most: goal.most ?? "", monasteries: this.draft.monasteries };
    for (const name of ["kind", "least", "most", "colours", "monasteries"])
      if (document.activeElement !== elements[name]) elements[name].value = values[name] ?? "";
    for (const label of form.querySelectorAll("[data-for]"))
      label.hidden = !label.dataset.for.split(" ").includes(goal.kind);
  }

  listen() {
    const form = document.getElementById("facts");
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => {
        this.typing = 0;
        this.edit((draft) => this.fromForm(draft, form));
      }, PATIENCE);
    });
    for (const one of document.querySelectorAll("[name=where]"))
      one.addEventListener("change", () => {
        this.where = one.value;
        this.show();
      });
    document.getElementById("undo").addEventListener("click", () => this.undo());
    document.getElementById("state").addEventListener("click", () => {
      document.getElementById("proof").scrollIntoView({ block: "end" });
    });
    document.getElementById("board").addEventListener("focusin", (event) => {
      const { x, y } = event.target.dataset;
      const seen = x !== undefined && event.target.matches(":focus-visible");
      this.focused = seen ? [Number(x), Number(y)] : null;
      this.board.marks();
    });
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  fromForm(draft, { elements }) {
    const number = (field, usual) =>
      field.value === ""
        ? usual
        : Math.min(Math.max(Math.trunc(Number(field.value)), Number(field.min)), Number(field.max));
    draft.scores = [...elements.score].slice(0, this.told.colours).map((one) => number(one, 0));
    draft.first = Number(elements.to_move.value || 1);
    draft.monasteries = number(elements.monasteries, 0);
    draft.goal = {
      kind: elements.kind.value,
      least: number(elements.least, 0),
      most: number(elements.most, null),
      colours: Number(elements.colours.value),
    };
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea")) return;
    if (event.key === "r") this.rotate(1);
    else if (event.key === "R") this.rotate(-1);
    else if (event.key === "u") this.undo();
    else if (event.key === "Escape" && this.selected) this.select(null);
    else if (event.key === "Delete" && this.chosen) document.getElementById("remove").click();
    else if (event.key.startsWith("Arrow")) this.board.step(event);
  }

  // The proof

  showProof() {
    const { told, unread } = this;
    const ready = Boolean(told.code) && !unread;
    document.getElementById("task").textContent = told.task ?? "";
    document.getElementById("state").textContent = unread
      ? "This cannot be read."
      : ready
        ? "Ready to be proved"
        : told.wrong[0].says;
    const place = document.getElementById("proof");
    if (unread) place.replaceChildren(make("p", { class: "refusal" }, unread));
    else if (this.job) place.replaceChildren(...this.judged());
    else if (ready) place.replaceChildren(this.proveButton());
    else place.replaceChildren(make("ul", { class: "wrongs" }, ...told.wrong.map((one) => this.wrong(one))));
  }

  wrong(one) {
    return make(
      "li",
      { class: one.rules.length ? "refusal" : "missing" },
      make("p", {}, one.says),
      one.rules.length
        ? make(
            "details",
            {},
            make("summary", {}, "Why?"),
            ...one.rules.map((rule) =>
              make("p", { class: "rule" }, make("b", {}, rule), ` ${this.told.rules[rule]}`)
            )
          )
        : null
    );
  }

  proveButton() {
    return make(
      "div",
      {},
      make(
        "button",
        { type: "button", id: "prove", class: "button main", click: () => this.prove() },
        "Prove it by both keys"
      ),
      make("p", { class: "note" }, "Has it one solution? Two programs that share no code look for others.")
    );
  }

  async prove() {
    const { code } = this.told;
    const mine = (this.job = { code, state: "queued" });
    this.showProof();
    try {
      const job = await done("/api/verifications", { puzzle: code }, (now) => {
        if (this.job !== mine) return false;
        if (mine.state !== now.state) {
          mine.state = now.state;
          this.showProof();
        }
        return true;
      });
      if (this.job !== mine || !job) return;
      this.job = { code, id: job.id, result: job.result };
    } catch (error) {
      if (this.job !== mine) return;
      this.job = {
        code,
        failed: error instanceof Refused ? error.message : "No connection. Try again.",
      };
    }
    this.showProof();
    document.getElementById("judged")?.focus({ preventScroll: false });
  }

  judged() {
    const { job } = this;
    if (job.failed) return [make("p", { class: "refusal", id: "judged", tabindex: -1 }, job.failed), this.proveButton()];
    if (!job.result) {
      const text = job.state === "queued" ? "Waiting for its turn…" : "Both keys are at work…";
      const stop = () => {
        this.job = null;
        this.showProof();
      };
      return [
        make("p", { class: "waits" }, text),
        make("button", { type: "button", class: "button small", id: "stop", click: stop }, "Stop"),
      ];
    }
    const { puzzle, claims } = job.result;
    const unique = puzzle.answer === "unique";
    const level = puzzle.difficulty ? ` It is ${puzzle.difficulty.level}, rated ${puzzle.difficulty.rating}.` : "";
    const link = `/p?${new URLSearchParams({ code: job.code })}`;
    const count = puzzle.answer === "ambiguous" ? ` Found: ${puzzle.counted}${puzzle.exhaustive ? "" : " and more"}.` : "";
    return [
      make(
        "div",
        { class: `banner ${unique ? "solved" : "missed"}`, id: "judged", tabindex: -1 },
        make("h2", {}, unique ? "★ One solution, proved twice" : claims[0].why),
        make("p", {}, unique ? `Your puzzle is good.${level}` : `You can share it all the same.${count}`),
        make(
          "p",
          { class: "row" },
          make("a", { class: "button main", id: "play-it", href: unique ? `/made/${job.id}` : link }, "Play it"),
          make("button", { type: "button", class: "button", id: "copy", click: (event) => copy(event, link) }, "Copy the link")
        ),
        make("img", { class: "square-code", src: `/qr.svg?${new URLSearchParams({ path: link })}`, alt: "The link as a square code", width: 160, height: 160 })
      ),
      puzzle.solutions.length
        ? make(
            "details",
            { id: "solutions" },
            make("summary", {}, puzzle.solutions.length === 1 ? "The solution" : "Some solutions"),
            ...puzzle.solutions.map((one) =>
              make("ol", { class: "story" }, ...one.moves.map((text) => make("li", {}, text)))
            )
          )
        : "",
    ];
  }
}

// A refusal without the name of the goal, which its author has not given.
function sentence(text) {
  const said = text.replace(/^goal '[^']*': /, "");
  return `${said[0].toUpperCase()}${said.slice(1)}.`;
}

async function copy(event, link) {
  const { target } = event;
  try {
    await navigator.clipboard.writeText(new URL(link, location.href).href);
    target.textContent = "Copied";
  } catch {
    target.replaceWith(make("a", { href: link, class: "tall" }, "Copy this link by hand"));
  }
  say("Copied");
}

function nameOf(colour) {
  const row = document.querySelector(`[data-colour="${colour}"] .called`);
  return row.firstChild.textContent;
}

function rotations(mask) {
  return [0, 1, 2, 3].filter((turn) => mask & (1 << turn)).map((turn) => ({ turn }));
}

function same(one, other) {
  return Boolean(one && other) && one[0] === other[0] && one[1] === other[1];
}

async function begin() {
  addSheet(await (await fetch(about.pieces)).text());
  document.getElementById("game").hidden = false;
  new Editor(read("drafted")).show();
  document.documentElement.dataset.ready = "";
  keepForOffline();
}

begin();
