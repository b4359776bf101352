// What comes next in a game of NEOM: what to tell of the stack or pack that is turned up, what may be
// kept, chosen or done, and how a Disaster is answered. All of it is offered by the server.

import { byId, make, say } from "./dom.js";
import { address } from "./place.js";
import { card, chip, result, tileButton } from "./neom-told.js";

export class Next {
  // `game` has `told`, plays an event by `play`, and draws itself by `show`.
  constructor(game) {
    this.game = game;
    this.forget();
  }

  forget() {
    this.turned = []; // tiles that are turned up
    this.filter = "";
    this.tile =
      this.choice =
      this.at =
      this.way =
      this.answer =
        null;
  }

  get begun() {
    return Boolean(this.turned.length || this.tile || this.answer);
  }

  get told() {
    return this.game.told;
  }

  // What the city shows: where the tile held can be laid, and what an answer would lose.
  get wished() {
    const { choice, at, answer } = this;
    const marked = answer?.cells ?? [];
    if (!choice || !choice.ways[0].at) return { marked };
    return { tile: this.told.tiles[choice.holds].art, open: choice.ways.map((one) => one.at), at };
  }

  parts() {
    const { told } = this;
    const head = make("h2", { id: "next-head", tabindex: -1 }, told.head);
    const lacks = told.lacks
      ? make("p", { class: "refusal" }, `${told.lacks} Everything is offered here; what breaks a rule is refused.`)
      : null;
    const kinds = {
      cornerstones: () => this.turning(),
      reveal: () => this.turning(),
      keep: () => this.keeping(),
      tiles: () => this.sets(),
      act: () => this.acting(),
      strike: () => this.answering(),
      end: () => this.scoring(true),
      nothing: () => this.scoring(false),
    };
    const lacking = told.lacks ? this.toType("lacking", "Type what is missing", {}, lackedIn(told.lacks)) : null;
    return [head, lacks, lacking, ...kinds[told.next]()];
  }

  // A stack or a pack is turned up: which tiles are in it?

  turning() {
    const { number, of } = this.told.shown;
    const search = make("input", {
      id: "search",
      type: "search",
      value: this.filter,
      placeholder: "Name, number or type",
      "aria-label": "Search the tiles",
      input: (event) => {
        this.filter = event.target.value;
        this.list();
      },
    });
    return [
      make("p", { class: "note" }, `Choose the ${number} tiles that you see. ${of.length} may be among them.`),
      search,
      make("ul", { id: "unseen", class: "unseen-tiles" }, ...this.items()),
      this.untyped(),
      this.ready(`Turn up ${this.turned.length} of ${number}`, this.turned.length === number && (() => this.turnUp())),
    ];
  }

  // A catalogue that is not complete yet may lack a tile that lies on the table.
  untyped() {
    return this.toType("untyped", "A tile is missing: type it now", { deck: this.told.shown.deck });
  }

  // The way to the player's own catalogue, and back from there into this game.
  toType(id, says, more, value = "") {
    if (!this.game.game.own) return null;
    const query = new URLSearchParams({ ...more, back: location.search.slice(1) });
    const href = address(`/neom/catalogue?${query}${value && `#${value}`}`);
    return make("p", { class: "note" }, make("a", { class: "tall", id, href }, says));
  }

  items() {
    const { tiles, shown } = this.told;
    const wanted = this.filter.trim().toLowerCase();
    const fits = (id) => `${id} ${tiles[id].name} ${tiles[id].kind}`.toLowerCase().includes(wanted);
    const found = shown.of.filter((id) => fits(id) || this.turned.includes(id));
    return found.map((id) => {
      const pressed = this.turned.includes(id);
      const click = () => {
        this.turned = pressed ? this.turned.filter((one) => one !== id) : [...this.turned, id];
        this.game.show(`turn.${id}`);
      };
      return make("li", {}, tileButton(this.told.tiles[id], { id: `turn.${id}`, pressed, small: true, click }));
    });
  }

  // While one types only the list changes, so that the field keeps the focus.
  list() {
    const items = this.items();
    byId("unseen").replaceChildren(...items);
    say(`${items.length} tiles`);
  }

  turnUp() {
    this.game.play({ [this.told.shown.key]: this.turned });
  }

  // The Preliminary Round

  keeping() {
    const { tile } = this;
    return [
      this.tiles(this.told.keep, (id) => {
        this.tile = id;
      }),
      tile ? card(this.told.tiles[tile]) : null,
      tile ? this.ready("Keep it", () => this.game.play({ keep: tile })) : null,
    ];
  }

  tiles(ids, choose) {
    const buttons = ids.map((id) =>
      tileButton(this.told.tiles[id], {
        id: `tile.${id}`,
        pressed: this.tile === id,
        click: () => {
          choose(id);
          this.game.show(`tile.${id}`);
        },
      })
    );
    return make("div", { class: "pack", role: "group", "aria-label": "Tiles turned up" }, ...buttons);
  }

  sets() {
    const chips = this.told.sets.map(({ says, tiles, event }) =>
      chip(`set.${says}`, `${says}: ${tiles} tiles in each Generation`, { click: () => this.game.play(event) })
    );
    return [make("div", { class: "chips" }, ...chips)];
  }

  // A turn: a tile, what is done with it, where, and how it is paid

  acting() {
    const { told, tile, choice } = this;
    const ids = [...new Set(told.choices.map((one) => one.tile))];
    const seen = told.pack.filter((id) => !ids.includes(id));
    const parts = [
      this.tiles(ids, (id) => {
        this.tile = id;
        this.choice = this.at = this.way = null;
        const offers = told.choices.filter((one) => one.tile === id);
        if (offers.length === 1) this.choose(offers[0]);
      }),
      seen.length
        ? make("p", { class: "note" }, `Cannot be selected: ${seen.map((id) => told.tiles[id].name).join(", ")}.`)
        : null,
    ];
    if (!tile) return parts;
    parts.push(card(told.tiles[tile]), this.offers());
    if (choice?.ways[0].at && !this.at) parts.push(make("p", { class: "ask" }, "Now a square of the city."));
    const ways = this.at ? this.waysHere() : [];
    if (ways.length > 1) parts.push(this.paying(ways));
    if (this.way) parts.push(this.ready(this.sentence(), () => this.game.play(this.event())));
    return parts;
  }

  offers() {
    const offers = this.told.choices.filter((one) => one.tile === this.tile);
    return this.chips("offer", "What to do with it", offers, this.choice, (one) => this.choose(one));
  }

  choose(choice) {
    this.choice = choice;
    this.at = null;
    this.way = choice.ways[0].at ? null : choice.ways[0];
  }

  lay(at) {
    this.at = at;
    const ways = this.waysHere();
    this.way = ways.length === 1 ? ways[0] : null;
    this.game.show(ways.length === 1 ? "play" : "pay.0");
  }

  waysHere() {
    const [x, y] = this.at;
    return this.choice.ways.filter((one) => one.at[0] === x && one.at[1] === y);
  }

  paying(ways) {
    return this.chips("pay", "How to pay", ways, this.way, (one) => (this.way = one));
  }

  sentence() {
    const { choice, way, told } = this;
    if (!way.at) return choice.says;
    return `Place ${told.tiles[choice.holds].name} on ${way.square} ${way.says}`.trim();
  }

  event() {
    const { square, bought, routes } = this.way;
    return { ...this.choice.event, ...(square && { square }), ...(bought && { bought }), ...(routes && { routes }) };
  }

  // A Disaster strikes

  answering() {
    const { answer } = this;
    return [
      this.chips("answer", "Answers", this.told.answers, answer, (one) => (this.answer = one)),
      answer ? this.ready("Give this answer", () => this.game.play(answer.event)) : null,
    ];
  }

  // The end

  scoring(noting) {
    const { told } = this;
    if (!told.result) return [];
    if (!noting) return [result(told.result, false)];
    const submit = (event) => {
      event.preventDefault();
      const counted = [...event.target.elements].filter((one) => one.name && one.value !== "");
      const headings = Object.fromEntries(
        counted.filter((one) => one.name !== "total").map((one) => [one.name, Number(one.value)]),
      );
      const total = counted.find((one) => one.name === "total");
      this.game.play({
        end: { ...(Object.keys(headings).length && { headings }), ...(total && { total: Number(total.value) }) },
      });
    };
    return [
      make(
        "form",
        { id: "score", submit },
        result(told.result, true),
        make("p", { class: "row" }, make("button", { class: "button main", id: "play" }, "Close the game")),
      ),
    ];
  }

  // What the server offers, one of which may be chosen.
  chips(name, label, offered, chosen, choose) {
    const all = offered.map((one, number) => {
      const id = `${name}.${number}`;
      const click = () => {
        choose(one);
        this.game.show(id);
      };
      return chip(id, one.says, { pressed: one === chosen, click });
    });
    return make("div", { class: "chips", role: "group", "aria-label": label }, ...all);
  }

  ready(says, does) {
    return make(
      "div",
      { class: "ready" },
      make(
        "button",
        { type: "button", class: "button main", id: "play", disabled: !does, click: does || (() => {}) },
        says,
      ),
    );
  }
}

// The tile or number that a sentence ends with, as the page of the catalogue names it in its address.
function lackedIn(sentence) {
  const path = / needs ([\w./-]+)\.$/.exec(sentence)?.[1] ?? "";
  return path.startsWith("tiles/") ? path.split("/")[1] : path;
}
