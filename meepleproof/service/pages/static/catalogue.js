// The page on which an owner of the box types its tiles. All of it stays on the device; the server, or the engine of a
// site, checks it as one types, and keeps nothing.

import { TileForm } from "./catalogue-tile.js";
import { toggle } from "./catalogue-fields.js";
import * as more from "./catalogue-more.js";
import { addTile, deckName, DECKS, faultsAt, found, inBox, tagsIn, unknownIn, unreadable } from "./catalogue-kept.js";
import { byId, given, make, NOTHING_STORED, say } from "./dom.js";
import { post, Refused } from "./draft.js";
import { chosen, keepCatalogue, kept, save } from "./neom-games.js";
import { address } from "./place.js";

const about = given("about");
const MOST_FAULTS = 20; // that are listed
const PAUSE = 400; // milliseconds without typing, after which the catalogue is checked

class Page {
  constructor(catalogue) {
    this.catalogue = catalogue;
    this.deck = "";
    this.form = null;
    this.check = null; // what the last check said
    this.asking = false;
    this.again = false; // what was checked has changed since
    this.around = {
      changed: () => this.changed(),
      goods: () => this.catalogue.goods.map((one) => String(one.id)),
      tags: () => tagsIn(this.catalogue),
    };
    byId("search").addEventListener("input", () => this.list());
    byId("save").addEventListener("click", () => save(this.catalogue, "neom-catalogue.json"));
    byId("load").addEventListener("change", (event) => this.load(event));
    byId("drop").addEventListener("click", () => this.drop());
    addEventListener("hashchange", () => this.open());
    addEventListener("storage", () => this.comeBack());
    addEventListener("pageshow", ({ persisted }) => persisted && this.comeBack());
  }

  // Another window may have typed meanwhile: all of it is kept at each change.
  comeBack() {
    const { catalogue } = kept();
    if (!catalogue || JSON.stringify(catalogue) === JSON.stringify(this.catalogue)) return;
    this.catalogue = catalogue;
    this.begin();
  }

  // Draws all of it anew, as after another catalogue was loaded.
  begin() {
    this.decks();
    this.types();
    this.rest();
    this.open();
    this.ask();
  }

  get faults() {
    return this.check ? [...this.check.form, ...this.check.contradictions] : [];
  }

  changed() {
    this.tell(keepCatalogue(this.catalogue) ? "" : NOTHING_STORED);
    byId("checked").dataset.state = "asking";
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.ask(), PAUSE);
    this.list();
    this.decks();
  }

  tell(text) {
    byId("told").textContent = text;
    byId("told").hidden = !text;
  }

  // The check

  // One check at a time: what is typed meanwhile is checked after it.
  async ask() {
    this.again = true;
    if (this.asking) return;
    this.asking = true;
    let failed = "";
    while (this.again) {
      this.again = false;
      failed = await this.checkOnce();
    }
    this.asking = false;
    byId("checked").dataset.state = "told";
    this.told(failed);
  }

  // Returns why it could not be checked; empty if it was.
  async checkOnce() {
    try {
      this.check = await post(about.check, { catalogue: this.catalogue });
      return "";
    } catch (error) {
      if (error instanceof Refused) return error.message;
      if (error instanceof TypeError) return "There is no connection: not checked. What you type is kept.";
      throw error;
    }
  }

  told(failed) {
    const { faults, check } = this;
    const count = faults.length;
    const head = failed || (count ? `${count} fault${count > 1 ? "s" : ""}:` : "It contradicts no rule.");
    const unknown = check?.unknown.length ?? 0;
    const named = check?.hash ? `Catalogue ${check.hash}; ${unknown} values are unknown. ${unknownNote(unknown)}` : "";
    byId("checked").replaceChildren(
      make("p", { class: count || failed ? "refusal" : "" }, head),
      make("ul", { class: "faults" }, ...faults.slice(0, MOST_FAULTS).map((one) => this.fault(one))),
      make("p", { class: "note", hidden: !named }, named),
    );
    this.mark();
    this.list();
  }

  // A fault names its tile; a tap opens it.
  fault({ message, where, place, rule }) {
    const tile = this.tileAt(where);
    const named = tile
      ? make("a", { class: "tall", href: `#${encodeURIComponent(tile.id)}` }, place)
      : make("b", {}, place);
    return make(
      "li",
      {},
      place ? named : null,
      place ? ": " : "",
      message,
      rule ? make("small", {}, ` ${rule}`) : null,
    );
  }

  tileAt(where) {
    const number = /^\/tiles\/(\d+)/.exec(where)?.[1];
    return number === undefined ? null : this.catalogue.tiles[Number(number)];
  }

  // Faults stand beside the fields that they are about: each at the nearest one that is shown.
  mark() {
    const places = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-where]")]);
    const texts = new Map();
    for (const fault of this.faults) {
      const long = (one) => one.dataset.where.length;
      const near = places.filter((one) => faultsAt([fault], one.dataset.where ?? "").length);
      const nearest = near.sort((one, other) => long(other) - long(one))[0];
      if (nearest) texts.set(nearest, [...(texts.get(nearest) ?? []), fault.message]);
    }
    for (const place of places) {
      const text = place.matches(".fault")
        ? place
        : /** @type {HTMLElement} */ (place.querySelector(":scope > .fault"));
      const said = (texts.get(place) ?? []).join("; ");
      if (!text) continue;
      text.textContent = said;
      text.hidden = !said;
    }
  }

  // The list

  decks() {
    const chip = (deck, name) => {
      const here = found(this.catalogue, "", deck).length;
      const id = `deck.${deck || "all"}`;
      return toggle(id, `${name}: ${here} of ${inBox(deck)}`, this.deck === deck, () => {
        this.deck = deck;
        this.decks();
        this.types();
        this.list();
        byId(id).focus();
      });
    };
    byId("decks").replaceChildren(
      chip("", "All"),
      ...DECKS.map((deck) => chip(deck, deck === "C" ? deckName(deck) : deck)),
    );
  }

  // A tile begins with its type, in the deck that is shown.
  types() {
    const deck = this.deck || DECKS[0];
    const types = about.types.filter(([kind]) => deck !== "C" || kind !== "disaster");
    byId("add-head").textContent = `Add a tile of ${deckName(deck)}`;
    byId("add").replaceChildren(
      ...types.map(([kind, name]) =>
        make("button", { type: "button", id: `add.${kind}`, class: "chip", click: () => this.add(deck, kind) }, name)
      ),
    );
  }

  list() {
    const { catalogue, faults } = this;
    const tiles = found(catalogue, byId("search").value, this.deck);
    byId("tiles").replaceChildren(...tiles.map((tile) => {
      const wrong = faultsAt(faults, `/tiles/${catalogue.tiles.indexOf(tile)}`).length;
      const open = unknownIn(tile).length;
      const state = [wrong && `${wrong} fault${wrong > 1 ? "s" : ""}`, open && `${open} unknown`].filter(Boolean);
      const what = [tile.id, tile.type, tile.deck === "C" ? "" : tile.mark, ...state].filter(Boolean).join(", ");
      return make(
        "li",
        {},
        make(
          "a",
          { class: `tile-button small${wrong ? " wrong" : ""}`, href: `#${encodeURIComponent(tile.id)}` },
          make("span", { class: "called" }, make("b", {}, tile.name || tile.id), " ", make("small", {}, what)),
        ),
      );
    }));
    byId("none").hidden = tiles.length > 0;
    byId("tags").replaceChildren(...tagsIn(catalogue).map((value) => make("option", { value })));
  }

  // One tile

  add(deck, type, mark) {
    const tile = addTile(this.catalogue, deck, type, mark);
    this.changed();
    location.hash = encodeURIComponent(tile.id);
  }

  // Shows the tile that the address names, or the list.
  open() {
    const id = decodeURIComponent(location.hash.slice(1));
    const tile = id ? this.catalogue.tiles.find((one) => one.id === id) : null;
    byId("all").hidden = Boolean(tile);
    byId("tile").hidden = !tile;
    this.form = tile && new TileForm(about, this.catalogue, tile, this.around, {
      done: () => this.close(),
      another: () => this.add(tile.deck, tile.type, tile.deck === "C" ? undefined : tile.mark),
      drop: () => this.dropTile(tile),
      renamed: () => history.replaceState(null, "", `#${encodeURIComponent(tile.id)}`),
    });
    byId("tile").replaceChildren(...(this.form ? [this.form.place] : []));
    this.form?.show(tile.name ? "tile-head" : "tile-name");
    this.mark();
    if (tile) scrollTo(0, 0);
    else this.list();
    if (id && !tile) this.openValue(id);
  }

  // Shows the field of a number of the rulebook, named like flood.pay, or of a City board.
  openValue(path) {
    const wanted = [`/params/${path.replaceAll(".", "/")}`, path.startsWith("boards/") && "/boards/0"];
    const places = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#all [data-where]")]);
    const place = places.find((one) => wanted.includes(one.dataset.where ?? ""));
    for (let one = place?.closest("details"); one; one = one.parentElement?.closest("details")) one.open = true;
    const control = /** @type {HTMLElement | null} */ (place?.querySelector("input, select, button") ?? null);
    control?.focus();
  }

  close() {
    history.pushState(null, "", location.pathname + location.search);
    this.open();
    byId("search").focus();
  }

  dropTile(tile) {
    if (!confirm(`Remove ${tile.name || tile.id} from this catalogue?`)) return;
    this.catalogue.tiles.splice(this.catalogue.tiles.indexOf(tile), 1);
    this.changed();
    this.close();
  }

  // Goods, City boards, numbers, and who typed it

  rest() {
    byId("goods").replaceChildren(more.goods(this.catalogue, this.around));
    byId("boards").replaceChildren(more.boards(this.catalogue, this.around));
    byId("numbers").replaceChildren(...more.numbers(about.numbers, this.catalogue, this.around));
    byId("about-it").replaceChildren(...more.about(this.catalogue, this.around));
  }

  // Files

  async load(event) {
    const document = await chosen(event);
    const why = document ? unreadable(document) : "This file is no JSON.";
    if (why) return this.tell(`${why} Nothing was changed.`);
    const { tiles } = this.catalogue;
    const typed = tiles.length > about.begun.tiles.length;
    if (typed && !confirm(`Put this file in place of your catalogue of ${tiles.length} tiles?`)) return undefined;
    this.catalogue = document;
    this.tell(keepCatalogue(document) ? "" : NOTHING_STORED);
    say(`${document.tiles.length} tiles`);
    return this.begin();
  }

  drop() {
    if (!confirm("Remove this catalogue from the device? Export it first if you want to keep it.")) return;
    keepCatalogue(null);
    this.catalogue = structuredClone(about.begun);
    this.begin();
  }
}

function unknownNote(unknown) {
  return unknown ? "What needs one of them cannot be determined; all else can." : "";
}

// The way back to a game that wanted a tile which is not typed yet.
function wayBack() {
  const query = new URLSearchParams(location.search);
  const back = query.get("back");
  if (!back) return;
  byId("back").replaceChildren(
    make("a", { class: "button", href: `${address(about.helper)}?${back}` }, "Back to the game"),
  );
}

function start() {
  const page = new Page(kept().catalogue ?? structuredClone(about.begun));
  const deck = new URLSearchParams(location.search).get("deck");
  if (deck && DECKS.includes(deck)) page.deck = deck;
  wayBack();
  page.begin();
  if (kept().shut) page.tell(NOTHING_STORED);
  document.documentElement.dataset.ready = "";
}

start();
