// The form of one tile: deck, type, roads by tapping the edges, what is printed on it, its effects.

import { byId, draw, make, say, smallButton } from "./dom.js";
import { field, toggle } from "./catalogue-fields.js";
import {
  blankEffect,
  deckName,
  DECKS,
  NO_ROADS,
  restNotPrinted,
  setDeck,
  setId,
  setType,
  turned,
  unknownIn,
} from "./catalogue-kept.js";

const EDGES = [["N", "north"], ["W", "west"], ["E", "east"], ["S", "south"]];
const MARKS = ["1+", "4+", "5+"];

export class TileForm {
  /**
   * @param {any} about the forms as the server describes them
   * @param {import("./catalogue-kept.js").Catalogue} catalogue
   * @param {import("./catalogue-kept.js").Tile} tile
   * @param {import("./catalogue-fields.js").Around} around
   * @param {{ done: () => void, another: () => void, drop: () => void, renamed: () => void }} does
   */
  constructor(about, catalogue, tile, around, does) {
    this.about = about;
    this.catalogue = catalogue;
    this.tile = tile;
    this.around = around;
    this.does = does;
    this.place = make("section", { class: "card tile-form", id: "tile-form", "aria-labelledby": "tile-head" });
  }

  get where() {
    return `/tiles/${this.catalogue.tiles.indexOf(this.tile)}`;
  }

  get printed() {
    return this.tile.type !== "disaster";
  }

  // Draws the form anew; the focus goes to the element of that id.
  show(focus) {
    const { tile, printed } = this;
    this.place.replaceChildren(
      this.head(),
      this.naming(),
      ...this.sorting(),
      ...(printed
        ? [this.roads(), ...this.about.tile.map((spec) => this.field(spec)), this.effects(), this.rest()]
        : []),
      make("p", { class: "fault refusal", "data-where": this.where, hidden: true }),
      this.ending(),
    );
    this.tell();
    if (focus) byId(focus)?.focus();
    return tile;
  }

  field(spec) {
    return field(spec, this.tile, this.around, this.where);
  }

  changed() {
    this.tell();
    this.around.changed();
  }

  // After a change of what the form has; the focus goes to the element of that id.
  redrawn(focus) {
    this.around.changed();
    this.show(focus);
  }

  // What the head and the end of the form say changes while one types.
  tell() {
    const { tile } = this;
    const head = this.place.querySelector("#tile-head");
    if (head) head.textContent = tile.name || tile.id;
    const rest = this.place.querySelector("#rest");
    if (rest) rest.hidden = !unknownIn(tile).some((name) => name !== "roads");
  }

  head() {
    return make(
      "div",
      { class: "tile-top" },
      make("h2", { id: "tile-head", tabindex: -1 }),
      smallButton("tile-done-above", "All tiles", () => this.does.done()),
    );
  }

  naming() {
    const { tile } = this;
    const name = make("input", {
      id: "tile-name",
      value: tile.name ?? "",
      maxlength: 100,
      autocomplete: "off",
      input: () => {
        tile.name = name.value;
        this.changed();
      },
    });
    const id = make("input", {
      id: "tile-id",
      value: tile.id ?? "",
      maxlength: 40,
      autocomplete: "off",
      spellcheck: "false",
      change: () => {
        if (setId(this.catalogue, tile, id.value.trim())) {
          this.does.renamed();
          return this.changed();
        }
        say(`${id.value.trim() || "Nothing"} can be no id of this tile: another has it, or it is empty.`);
        id.value = tile.id;
        return undefined;
      },
    });
    return make(
      "div",
      { class: "pair" },
      named("Name", name, `${this.where}/name`),
      named("Id", id, `${this.where}/id`),
    );
  }

  sorting() {
    const { tile } = this;
    const decks = DECKS.map((deck) => [deck, deckName(deck)]);
    const types = this.about.types.map(([kind, name]) => [kind, name]);
    const chosen = (name, says, options, choose) => {
      const chips = options.map(([value, words]) => {
        const id = `tile-${name}.${value}`;
        return toggle(id, words, tile[name] === value, () => {
          choose(value);
          this.redrawn(id);
        });
      });
      return group(says, `${this.where}/${name}`, make("div", { class: "chips" }, ...chips));
    };
    const setsDeck = (deck) => {
      setDeck(this.catalogue, tile, deck);
      this.does.renamed();
    };
    return [
      chosen("type", "Type", types, (type) => setType(tile, type)),
      chosen("deck", "Deck", decks, setsDeck),
      tile.deck === "C" ? null : chosen("mark", "Mark", MARKS.map((one) => [one, one]), (mark) => (tile.mark = mark)),
    ].filter(Boolean);
  }

  roads() {
    const { tile } = this;
    const known = tile.roads && typeof tile.roads === "object";
    const change = (roads, focus) => {
      tile.roads = roads;
      this.redrawn(focus);
    };
    const edges = EDGES.map(([edge, says]) => {
      const id = `road.${edge}`;
      const more = { class: `edge ${edge}`, "aria-label": `A road to the ${says}` };
      return toggle(id, edge, Boolean(known && tile.roads[edge]), () => change(turned(tile.roads, edge), id), more);
    });
    return group(
      "Roads: tap the edges",
      `${this.where}/roads`,
      make("div", { class: "roads" }, this.picture(), ...edges),
      state("roads.none", "none", Boolean(known && !Object.values(tile.roads).some(Boolean)), { ...NO_ROADS }, change),
      state("roads.unknown", "unknown", !known, null, change),
    );
  }

  picture() {
    const { tile } = this;
    const [, , fill] = this.about.types.find(([kind]) => kind === tile.type) ?? ["", "", "none"];
    const lines = { N: "M60,60 V0", E: "M60,60 H120", S: "M60,60 V120", W: "M60,60 H0" };
    const roads = Object.keys(lines).filter((edge) => tile.roads?.[edge]).map((edge) => lines[edge]).join(" ");
    return draw(
      "svg",
      { viewBox: "0 0 120 120", class: "tile-picture", "aria-hidden": "true" },
      draw("rect", { class: "mp-neom-tile", fill, width: 120, height: 120 }),
      draw("path", { class: "mp-neom-road-edge", d: roads }),
      draw("path", { class: "mp-neom-road", d: roads }),
    );
  }

  // Effects: each of a kind, with the fields of that kind.
  effects() {
    const { tile } = this;
    const listed = Array.isArray(tile.effects) ? tile.effects : [];
    const change = (effects, focus) => {
      tile.effects = effects;
      if (effects === undefined) delete tile.effects;
      this.redrawn(focus);
    };
    const add = make(
      "select",
      {
        id: "effect-add",
        "aria-label": "Add an effect",
        change: () => change([...listed, blankEffect(this.form(add.value))], `effect.${listed.length}`),
      },
      make("option", { value: "" }, "Add an effect ..."),
      ...this.about.effects.map(({ kind, says }) => make("option", { value: kind }, says)),
    );
    const none = tile.effects === undefined || (!listed.length && tile.effects !== null);
    const cards = listed.map((effect, number) => this.effect(effect, number, change, listed));
    return group(
      "Effects",
      `${this.where}/effects`,
      ...cards,
      add,
      state("effects.none", "none", none, undefined, change),
      state("effects.unknown", "unknown", tile.effects === null, null, change),
    );
  }

  form(kind) {
    return this.about.effects.find((one) => one.kind === kind);
  }

  effect(effect, number, change, listed) {
    const form = this.form(effect.kind);
    const where = `${this.where}/effects/${number}`;
    return make(
      "div",
      { class: "effect", id: `effect.${number}`, tabindex: -1 },
      make("p", {}, make("b", {}, form?.says ?? String(effect.kind))),
      ...(form?.fields ?? []).map((spec) => field(spec, effect, this.around, where)),
      smallButton(
        `effect-out.${number}`,
        "Take this effect out",
        () => change(listed.filter((one) => one !== effect), "effect-add"),
      ),
    );
  }

  rest() {
    const click = () => {
      restNotPrinted(this.tile);
      this.redrawn("tile-another");
    };
    return make(
      "p",
      { id: "rest" },
      smallButton("rest-none", "Nothing else is printed on it", click, { class: "button quiet" }),
    );
  }

  ending() {
    return make(
      "p",
      { class: "row ending" },
      make(
        "button",
        { type: "button", id: "tile-another", class: "button main", click: () => this.does.another() },
        "Next tile",
      ),
      smallButton("tile-done", "Done", () => this.does.done()),
      smallButton("tile-drop", "Remove this tile", () => this.does.drop()),
    );
  }
}

// A value that is none or unknown in place of one that is chosen.
function state(id, says, on, value, change) {
  return toggle(id, says, on, () => change(value, id), { class: "chip state" });
}

function named(says, input, where) {
  return make(
    "div",
    { class: "field", "data-where": where },
    make("p", { class: "head" }, make("label", { for: input.id }, says)),
    make("div", { class: "value" }, input),
    make("p", { class: "fault refusal", hidden: true }),
  );
}

function group(says, where, ...parts) {
  return make(
    "fieldset",
    { class: "field", "data-where": where },
    make("legend", {}, says),
    make("div", { class: "value" }, ...parts),
    make("p", { class: "fault refusal", hidden: true }),
  );
}
