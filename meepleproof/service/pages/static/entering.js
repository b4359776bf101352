// The form for an evening with real tiles: who played, with how many tiles, and the points.

import { entered, has, isLike, NONE, placeOf, standings, startWith, told } from "./book.js";
import { dayInWords } from "./book-forms.js";
import { byId, make, smallButton, today } from "./dom.js";
import { lastSeats, readLedger } from "./ledger.js";

/** @typedef {{ name: string, points: string, start?: string, child?: boolean }} Row what was typed for a player */

/**
 * Listens to the form. `keep` is given the lines with the new evening, and what to say; it returns whether they are kept.
 * @param {(lines: import("./book.js").Line[], text: string) => boolean} keep
 */
export function entering(keep) {
  const form = byId("enter");
  const { elements } = form;
  const asked = new URLSearchParams(location.search); // by "Score our table"
  const counted = (asked.get("points") ?? "").split(".").filter((one) => /^\d{1,5}$/.test(one));
  const people = lastSeats().filter((one) => one.seat === "person");
  /** @type {Row[]} */
  const rows = Array.from({ length: 6 }, (_, index) => ({
    name: people[index]?.name ?? "",
    points: counted[index] ?? "",
  }));
  elements.players.value = String(Math.min(6, Math.max(2, counted.length || people.length)));
  elements.date.value = today();
  elements.tiles.value = /^\d{1,3}$/.test(asked.get("tiles") ?? "") ? asked.get("tiles") : "";

  const here = () => rows.slice(0, Number(elements.players.value));
  const tiles = () => Math.trunc(Number(elements.tiles.value)) || 0;
  const before = () => {
    const { lines } = readLedger();
    return standings(lines.slice(0, placeOf(lines, elements.date.value)));
  };

  // What a player starts with by the ledger, unless something else is typed.
  function showStarts() {
    const known = before();
    for (const [index, row] of here().entries()) {
      const standing = known[row.name.trim()];
      const start = byId(`start.${index}`);
      if (row.start === undefined) start.value = String(startWith(standing, tiles()));
      if (row.child === undefined) byId(`child.${index}`).checked = Boolean(standing?.child);
    }
  }

  function show() {
    byId("seats").replaceChildren(...here().map((row, index) => seat(row, index, showStarts)));
    byId("known").replaceChildren(...Object.keys(before()).map((name) => make("option", { value: name })));
    showStarts();
  }

  function refuse(text, id) {
    byId("enter-fault").textContent = text;
    byId("enter-fault").hidden = !text;
    if (id) (document.getElementById(id) ?? elements[id])?.focus();
  }

  /** The evening as it was typed; null, with the reason said, if something is missing. */
  function evening() {
    if (!elements.date.value) return refuse("The day is missing.", "date");
    if (!isPoints(elements.tiles.value, 131) || !tiles())
      return refuse("How many tiles were in the bag? Give a number from 1 to 131.", "tiles");
    const names = here().map((one) => one.name.trim());
    const results = [];
    for (const [index, { points, start = "0" }] of here().entries()) {
      const name = names[index];
      if (!name) return refuse(`The name of player ${index + 1} is missing.`, `name.${index}`);
      if (names.indexOf(name) < index) return refuse(`Two players are called ${name}.`, `name.${index}`);
      if (!isPoints(points, 10_000))
        return refuse(
          `The points of ${name} are missing: give a whole number, without the handicap.`,
          `points.${index}`,
        );
      if (!isPoints(start.replace(/^-/, ""), 5000))
        return refuse(`What ${name} started with is no whole number up to 5000.`, `start.${index}`);
      results.push({ name, points: Number(points) });
    }
    refuse("");
    return /** @type {const} */ ({ kind: "evening", date: elements.date.value, tiles: tiles(), results });
  }

  // With what people started, where that is not what the ledger says.
  function typed() {
    const known = before();
    /** @type {Record<string, import("./book.js").Standing>} */
    const own = Object.create(null);
    for (const { name: text, start, child } of here()) {
      const name = text.trim();
      const is = known[name] ?? NONE;
      const points = start === undefined ? is.points : Math.trunc(Number(start)) - is.per_tile * tiles();
      const set = { ...is, child: child ?? is.child, points };
      if (!isLike(set, is)) own[name] = set;
    }
    return own;
  }

  function enter(one) {
    const { lines, at } = entered(readLedger().lines, one, typed());
    byId("again").hidden = true;
    const line = /** @type {import("./book.js").Evening} */ (lines[at]);
    const text = told(line, standings(lines.slice(0, at)));
    for (const row of rows) Object.assign(row, { points: "", start: undefined, child: undefined });
    if (keep(lines, text)) byId("ledger-told").scrollIntoView({ block: "center" });
  }

  function ask(one) {
    const place = byId("again");
    place.replaceChildren(
      make(
        "p",
        {},
        `${dayInWords(one.date)} has these players with these points already. Is it the same evening again?`,
      ),
      make(
        "p",
        { class: "row" },
        smallButton("same", "The same: leave it out", () => {
          place.hidden = true;
          byId("write").focus();
        }),
        smallButton("another", "Another one: write it down", () => enter(one)),
      ),
    );
    place.hidden = false;
    byId("same").focus();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    byId("again").hidden = true;
    const one = evening();
    if (!one) return;
    if (has(readLedger().lines, one)) ask(one);
    else enter(one);
  });
  elements.players.addEventListener("change", show);
  for (const name of ["tiles", "date"]) elements[name].addEventListener("input", showStarts);
  return { show };
}

function isPoints(text, most) {
  return /^\d{1,5}$/.test(String(text).trim()) && Number(text) <= most;
}

/** @param {Row} row */
function seat(row, index, showStarts) {
  return make(
    "fieldset",
    { class: "seat" },
    make("legend", { class: "unseen" }, `Player ${index + 1}`),
    labelled(
      "Name",
      make("input", {
        id: `name.${index}`,
        value: row.name,
        maxlength: 30,
        list: "known",
        placeholder: `Player ${index + 1}`,
        input: (event) => {
          row.name = event.target.value.replaceAll("~", " "); // as names are parted in addresses
          row.start = row.child = undefined;
          showStarts();
        },
      }),
    ),
    labelled("Points", number(`points.${index}`, row.points, "numeric", (to) => (row.points = to))),
    labelled("Started with", number(`start.${index}`, row.start ?? "", "text", (to) => (row.start = to || undefined))),
    labelled(
      "Child",
      make("input", {
        type: "checkbox",
        id: `child.${index}`,
        checked: row.child,
        change: (event) => (row.child = event.target.checked),
      }),
    ),
  );
}

function labelled(text, input) {
  return make("label", {}, make("span", {}, text), input);
}

// The keys for numbers lack the minus on some phones.
function number(id, value, inputmode, does) {
  return make("input", { type: "number", id, value, inputmode, input: (event) => does(event.target.value) });
}
