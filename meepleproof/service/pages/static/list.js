// All puzzles of a game: searched in the browser, with what is asked for in the address.

import { byId } from "./dom.js";
import * as progress from "./progress.js";
import { cardOf, kindOf, markAway } from "./puzzle-card.js";

const AT_ONCE = 20;
const FILTERS = ["kind", "goal", "level", "tiles", "needs", "decoys"];

/**
 * @typedef {import("./puzzle-card.js").Row} Row
 * @typedef {import("./puzzle-card.js").List} List
 */

/**
 * Whether a puzzle is what is asked for; of decoys it has so many at least.
 * @param {Row} one
 * @param {Record<string, string>} asked
 * @param {List} list
 */
export function fits(one, asked, list) {
  return Object.entries(asked).every(([name, value]) => {
    if (!value) return true;
    if (name === "words") return haveWords(one, value, list);
    if (name === "kind") return list.kinds[value]?.[1].includes(one.kind);
    if (name === "decoys") return (one.decoys ?? 0) >= Number(value);
    if (name === "needs") return one.needs?.includes(value);
    return String(one[name] ?? "") === value;
  });
}

// Each word that is looked for begins one of the words about the puzzle.
function haveWords(one, asked, list) {
  const said = [list.titles[one.title], kindOf(one, list), one.level, one.rating, one.id];
  const about = [...said, ...(one.needs ?? [])].join(" ");
  const words = wordsIn(about);
  return wordsIn(asked).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

function wordsIn(text) {
  return text.toLowerCase().split(/[^a-z0-9-]+/).filter(Boolean);
}

/** The list on the page, with its search line and filters. */
export class Collection {
  /**
   * @param {HTMLElement & Record<string, any>} form
   * @param {List} list
   */
  constructor(form, list) {
    this.form = form;
    this.list = list;
    this.shown = history.state?.shown ?? AT_ONCE;
    this.fill();
    this.listen();
  }

  // What the address asks for is chosen in the form; where it names nothing known, nothing is.
  fill() {
    const query = new URLSearchParams(location.search);
    for (const name of [...FILTERS, "words"]) {
      const field = this.form.elements[name];
      if (field) field.value = query.get(name) ?? "";
      if (field?.selectedIndex === -1) field.value = "";
    }
    byId("filters").open = FILTERS.some((name) => this.form.elements[name]?.value);
  }

  listen() {
    const tick = byId("hide-solved");
    tick.checked = progress.setting("hide-solved");
    tick.addEventListener("change", () => progress.setSetting("hide-solved", tick.checked));
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("input", () => {
      this.shown = AT_ONCE;
      this.keep();
      this.show();
    });
    byId("further").addEventListener("click", () => this.further());
    for (const change of ["storage", "online", "offline"]) addEventListener(change, () => this.show());
    addEventListener("popstate", () => {
      this.fill();
      this.show();
    });
    addEventListener("pagehide", () => this.keep());
  }

  /** What is asked for, as the address has it. */
  asked() {
    const chosen = [...FILTERS, "words"].map((name) => [name, this.form.elements[name]?.value.trim() ?? ""]);
    return Object.fromEntries(chosen.filter(([, value]) => value));
  }

  // The address has what is asked for; the history has how much of the list was shown, and where.
  keep() {
    const query = String(new URLSearchParams(this.asked()));
    const address = `${location.pathname}${query ? `?${query}` : ""}${location.hash}`;
    history.replaceState({ shown: this.shown, y: scrollY }, "", address);
  }

  further() {
    const next = this.shown;
    this.shown += AT_ONCE;
    this.show();
    byId("shelf").querySelectorAll("a")[next]?.focus();
  }

  show() {
    const { puzzles } = progress.read();
    const [asked, hides] = [this.asked(), byId("hide-solved").checked];
    const found = this.list.puzzles.filter(
      (one) => fits(one, asked, this.list) && !(hides && puzzles[one.id]?.solved),
    );
    byId("found").textContent = found.length
      ? `${found.length} puzzle${found.length > 1 ? "s" : ""}`
      : "No puzzle fits";
    const cards = found.slice(0, this.shown).map((one) => cardOf(one, this.list, puzzles[one.id]));
    byId("shelf").replaceChildren(...cards);
    byId("further").hidden = found.length <= this.shown;
    markAway(byId("shelf"));
  }
}
