// Shows what the server says about a game of NEOM; it decides nothing itself.

import { make, picture, terms } from "./dom.js";

// Facts in a strip, where a heading stays beside its words.
export function pairs(all) {
  return all.map((one) => make("div", {}, ...terms([one])));
}

// What to remember: the Disaster first, then what may be bought, and what is left.
export function remembered({ reminders, odds }) {
  if (!reminders.length) return [];
  const [disaster, ...others] = reminders;
  return [
    make("h2", {}, "To remember"),
    make("dl", { class: "facts" }, ...terms([disaster])),
    ...(odds ? chances(odds) : []),
    make("dl", { class: "facts reminders" }, ...terms(others)),
  ];
}

function chances({ packs, lines }) {
  const rows = packs.map(([name, ...cells]) =>
    make("tr", {}, make("th", { scope: "row" }, name), ...cells.map((cell) => make("td", {}, cell)))
  );
  const heads = ["Pack", "Tiles", "The Disaster is there"].slice(0, packs[0].length);
  return [
    make(
      "details",
      {},
      make("summary", {}, "Packs to come"),
      make(
        "table",
        {},
        make("thead", {}, make("tr", {}, ...heads.map((one) => make("th", { scope: "col" }, one)))),
        make("tbody", {}, ...rows),
      ),
      lines.length ? make("p", { class: "note" }, "The Disaster") : null,
      make(
        "ul",
        { class: "lines" },
        ...lines.map(([said, chance]) => make("li", {}, chance ? `${said}: ${chance}` : said)),
      ),
    ),
  ];
}

// The result by headings; where it can be noted, with a field for what the player counted.
export function result({ headings, total, rank }, noting) {
  const counted = (name, label) =>
    make(
      "td",
      {},
      make("input", { name, type: "number", min: -999, max: 999, inputmode: "numeric", "aria-label": label }),
    );
  const row = ({ name, says, points, unknown, rule }) =>
    make(
      "tr",
      {},
      make(
        "th",
        { scope: "row" },
        says,
        " ",
        make("small", {}, rule),
        ...unknown.map((one) => make("small", { class: "unknown" }, one)),
      ),
      make("td", { class: "points" }, points),
      noting ? counted(name, `You counted, ${says}`) : null,
    );
  const head = make(
    "tr",
    {},
    ...["Heading", "Points", ...(noting ? ["You counted"] : [])].map((one) => make("th", { scope: "col" }, one)),
  );
  const sum = make(
    "tr",
    { class: "sum" },
    make("th", { scope: "row" }, rank ? `total: ${rank}` : "total"),
    make("td", { class: "points" }, total),
    noting ? counted("total", "You counted, total") : null,
  );
  return make("table", { class: "result" }, make("thead", {}, head), make("tbody", {}, ...headings.map(row), sum));
}

// A tile as a button, with its drawing.
/**
 * @param {any} tile
 * @param {{ id: string, pressed: boolean, small?: boolean, click: () => void }} does
 */
export function tileButton(tile, { id, pressed, small, click }) {
  return make(
    "button",
    { type: "button", id, class: `tile-button${small ? " small" : ""}`, "aria-pressed": String(pressed), click },
    small ? null : picture(tile.art, [76, 76]),
    make("span", { class: "called" }, make("b", {}, tile.name), " ", small ? make("small", {}, tile.kind) : null),
  );
}

// A choice among others, as a button.
/**
 * @param {string} id
 * @param {string} says
 * @param {{ pressed?: boolean, click: () => void }} does
 */
export function chip(id, says, { pressed, click }) {
  const state = pressed === undefined ? null : String(pressed);
  return make("button", { type: "button", id, class: "chip wide", "aria-pressed": state, click }, says);
}

// All that is printed on a tile.
export function card(tile) {
  return make(
    "div",
    { class: "printed" },
    make("h3", {}, tile.name, " ", make("small", {}, `${tile.kind}, ${tile.id}`)),
    make("dl", { class: "facts" }, ...terms(tile.facts)),
  );
}
