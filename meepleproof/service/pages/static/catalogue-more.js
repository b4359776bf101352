// What a catalogue has beside tiles: goods, City boards, the numbers of the rulebook, and who typed it.

import { field, toggle, word } from "./catalogue-fields.js";
import { turned } from "./catalogue-kept.js";
import { byId, make, smallButton } from "./dom.js";

const TIERS = [["raw", "raw"], ["processed", "processed"], ["luxury", "luxury"]];
const EDGES = [["N", "north"], ["E", "east"], ["S", "south"], ["W", "west"]];

/**
 * @typedef {import("./catalogue-kept.js").Catalogue} Catalogue
 * @typedef {import("./catalogue-fields.js").Around} Around
 */

/**
 * The goods with their tiers, and a line for one more.
 * @param {Catalogue} catalogue
 * @param {Around} around
 */
export function goods(catalogue, around) {
  const place = make("div", { class: "lines" });
  const show = (focus) => {
    const rows = catalogue.goods.map((good, number) =>
      make(
        "div",
        { class: "line", "data-where": `/goods/${number}` },
        make("b", {}, String(good.id).replaceAll("_", " ")),
        select(`Tier of ${good.id}`, TIERS, good.tier, (tier) => {
          good.tier = tier;
          around.changed();
        }),
        smallButton(`good-out.${good.id}`, "Take it out", () => {
          catalogue.goods.splice(catalogue.goods.indexOf(good), 1);
          around.changed();
          show("good-name");
        }),
        fault(),
      )
    );
    const name = make("input", { id: "good-name", "aria-label": "Name of a good", autocomplete: "off", maxlength: 40 });
    const tier = select("Its tier", TIERS, "processed", () => {});
    const add = () => {
      if (!word(name.value)) return name.focus();
      catalogue.goods.push({ id: word(name.value), tier: tier.value });
      around.changed();
      return show("good-name");
    };
    place.replaceChildren(
      ...rows,
      make("div", { class: "line" }, name, tier, smallButton("good-add", "Add this good", add)),
    );
    if (focus) byId(focus).focus();
  };
  show();
  return place;
}

/**
 * The City boards: the good of each Center, and its roads.
 * @param {Catalogue} catalogue
 * @param {Around} around
 */
export function boards(catalogue, around) {
  const place = make("div", { class: "lines" });
  const show = (focus) => {
    place.replaceChildren(
      ...catalogue.boards.map((board, number) => boardLine(catalogue, board, number, around, show)),
      smallButton("board-add", "Add a City board", () => {
        catalogue.boards.push({ id: `board-${catalogue.boards.length + 1}`, good: null, roads: null });
        around.changed();
        show("board-add");
      }),
    );
    if (focus) byId(focus)?.focus();
  };
  show();
  return place;
}

function boardLine(catalogue, board, number, around, show) {
  const name = make("input", {
    id: `board.${number}`,
    "aria-label": `Name of board ${number + 1}`,
    value: board.id ?? "",
    maxlength: 40,
    change: () => {
      board.id = name.value.trim().replaceAll(/\s+/g, "-");
      around.changed();
    },
  });
  const options = [["", "good unknown"], ...catalogue.goods.map(({ id }) => [id, id.replaceAll("_", " ")])];
  const good = select(`Good of ${board.id}`, options, board.good ?? "", (value) => {
    board.good = value || null;
    around.changed();
  });
  const set = (roads, focus) => {
    board.roads = roads;
    around.changed();
    show(focus);
  };
  const edges = EDGES.map(([edge, says]) => {
    const id = `board-road.${number}.${edge}`;
    const label = { "aria-label": `${board.id}: a road to the ${says}` };
    return toggle(id, edge, Boolean(board.roads?.[edge]), () => set(turned(board.roads, edge), id), label);
  });
  const open = `board-road.${number}.unknown`;
  const unknown = toggle(open, "roads unknown", !board.roads, () => set(null, open), { class: "chip state" });
  const drop = smallButton(`board-out.${number}`, "Take it out", () => {
    catalogue.boards.splice(number, 1);
    around.changed();
    show("board-add");
  });
  const where = `/boards/${number}`;
  return make("div", { class: "line", "data-where": where }, name, good, ...edges, unknown, drop, fault());
}

/**
 * The numbers of the rulebook, in sections.
 * @param {any[]} sections
 * @param {Catalogue} catalogue
 * @param {Around} around
 */
export function numbers(sections, catalogue, around) {
  return sections.map(({ title, fields }) =>
    make(
      "details",
      { class: "section" },
      make("summary", {}, title),
      ...fields.map((spec) => field(spec, catalogue.params, around, "/params")),
    )
  );
}

/**
 * Who typed the catalogue, and whether it has all tiles.
 * @param {Catalogue} catalogue
 * @param {Around} around
 */
export function about(catalogue, around) {
  const typed = { path: ["provenance"], label: "Who typed it, and from which copy", kind: "text", states: [] };
  const complete = make("input", {
    id: "complete",
    type: "checkbox",
    checked: catalogue.complete !== false,
    change: () => {
      if (complete.checked) delete catalogue.complete;
      else catalogue.complete = false;
      around.changed();
    },
  });
  return [
    field({ ...typed, long: 2000 }, catalogue, around, ""),
    make("label", { class: "tick" }, complete, " All tiles of the box are here: have them counted"),
  ];
}

function select(label, options, chosen, choose) {
  const element = make(
    "select",
    { "aria-label": label, change: () => choose(element.value) },
    ...options.map(([value, says]) => make("option", { value, selected: value === chosen }, says)),
  );
  return element;
}

function fault() {
  return make("p", { class: "fault refusal", hidden: true });
}
