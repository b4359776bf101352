// The list of a game's puzzles: searched in the browser, with the filter in the address, and the puzzle of today.

import { comingDays, comingOfAll } from "./days.js";
import { documentAt } from "./documents.js";
import { byId, first, make, today } from "./dom.js";
import { isKept, keepForOffline, meetPuzzles } from "./offline.js";
import { drawFrom, pictureOf } from "./pictures.js";
import { address } from "./place.js";
import * as progress from "./progress.js";
import { atLevel } from "./rating.js";

const AT_ONCE = 20;
const AHEAD = 7; // days whose puzzles are fetched early, today's among them
const NEXT = 50; // puzzles for the player that are fetched early
const UNSAFE = "Browsers keep pages for play without a connection at https addresses only; this is none.";
const FILTERS = ["kind", "goal", "level", "tiles", "needs", "decoys"];

/**
 * @typedef {{ id: string, title: number, kind: string, rating?: number, level?: string, goal?: string,
 *   tiles?: number, decoys?: number, needs?: string[] }} Row
 * @typedef {{ titles: string[], kinds: Record<string, [string, string[]]>, puzzles: Row[] }} List
 */

/**
 * Whether a puzzle is what is asked for; of decoys it has so many at least.
 * @param {Row} one
 * @param {Record<string, string>} asked
 * @param {List["kinds"]} kinds
 */
export function fits(one, asked, kinds) {
  return Object.entries(asked).every(([name, value]) => {
    if (!value) return true;
    if (name === "kind") return kinds[value]?.[1].includes(one.kind);
    if (name === "decoys") return (one.decoys ?? 0) >= Number(value);
    if (name === "needs") return one.needs?.includes(value);
    return String(one[name] ?? "") === value;
  });
}

/** What a list says of a puzzle beside its title. */
function factsOf(one, list, rated) {
  if (!rated) return Object.values(list.kinds).find(([, kinds]) => kinds.includes(one.kind))?.[0] ?? "";
  return one.rating === undefined ? "" : `rated ${one.rating}`;
}

class Shelf {
  constructor(form, list) {
    this.form = form;
    this.list = list;
    this.rated = form.dataset.rated !== undefined;
    this.shown = history.state?.shown ?? AT_ONCE;
    this.fill();
    this.listen();
  }

  // What the address asks for is chosen in the form; where it names nothing known, nothing is.
  fill() {
    const query = new URLSearchParams(location.search);
    for (const name of FILTERS) {
      const field = this.form.elements[name];
      if (field) field.value = query.get(name) ?? "";
      if (field?.selectedIndex === -1) field.value = "";
    }
  }

  listen() {
    const tick = byId("hide-solved");
    tick.checked = progress.setting("hide-solved");
    tick.addEventListener("change", () => progress.setSetting("hide-solved", tick.checked));
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("change", () => {
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

  asked() {
    const chosen = FILTERS.map((name) => [name, this.form.elements[name]?.value ?? ""]);
    return Object.fromEntries(chosen.filter(([, value]) => value));
  }

  // The address has the filter; the history has how much of the list was shown, and where.
  keep() {
    const query = String(new URLSearchParams(this.asked()));
    history.replaceState({ shown: this.shown, y: scrollY }, "", query ? `?${query}` : location.pathname);
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
      (one) => fits(one, asked, this.list.kinds) && !(hides && puzzles[one.id]?.solved),
    );
    byId("found").textContent = found.length
      ? `${found.length} puzzle${found.length > 1 ? "s" : ""}`
      : "No puzzle fits";
    byId("shelf").replaceChildren(...found.slice(0, this.shown).map((one) => this.card(one, puzzles[one.id])));
    byId("further").hidden = found.length <= this.shown;
    if (!navigator.onLine) this.markAway();
  }

  // Without a connection only puzzles that this device has can be opened.
  async markAway() {
    const cards = /** @type {NodeListOf<HTMLElement>} */ (byId("shelf").querySelectorAll("[data-card]"));
    for (const card of cards) {
      if (await isKept(`/puzzle/${card.dataset.card}`)) continue;
      card.classList.add("away");
      card.querySelector(".facts")?.append(" · not on this device");
    }
  }

  card(one, kept) {
    const says = factsOf(one, this.list, this.rated);
    const done = make("span", {
      class: "done",
      "data-done": one.id,
      ...(kept?.alone && { title: "solved without hints" }),
    }, stateOf(kept));
    const level = one.level ? make("span", { class: `level ${one.level}` }, one.level) : "";
    const title = make("span", { class: "wish" }, this.list.titles[one.title]);
    const facts = make("span", { class: "facts" }, level, ` ${says}`, done);
    return make(
      "li",
      { "data-card": one.id },
      make("a", { href: address(`/puzzle/${one.id}`) }, pictureOf(one.id), title, facts),
    );
  }
}

function stateOf(kept) {
  if (!kept) return "";
  if (kept.solved) return kept.alone ? "★ solved" : "✓ solved";
  return kept.line ? "begun" : "";
}

function showToday(place, shelf, id) {
  const one = shelf.list.puzzles.find((each) => each.id === id);
  if (!one) return;
  const day = new Date(today()).toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  const href = address(`/puzzle/${id}`);
  place.replaceChildren(
    make("b", {}, day.replace(",", "")),
    " ",
    make("span", { class: `level ${one.level ?? ""}` }, one.level ?? ""),
    shelf.rated && one.rating !== undefined ? ` rated ${one.rating}` : "",
    make("br", {}),
    ` ${shelf.list.titles[one.title].replace(/\.$/, "")}. `,
    make("a", { class: "button main", id: "daily", href }, "Play today's puzzle"),
  );
  place.hidden = false;
  first(".hero").append(make("a", { href, tabindex: "-1", "aria-hidden": "true" }, pictureOf(one.id)));
}

async function begin() {
  const form = first("[data-list]");
  if (form.dataset.pieces) drawFrom(form.dataset.pieces);
  const list = await documentAt(form.dataset.list ?? "");
  if (!list) {
    byId("found").textContent = "No connection, and this list is not stored on this device.";
  } else {
    const shelf = new Shelf(form, list);
    shelf.show();
    if (history.state?.y) scrollTo(0, history.state.y);
    const place = byId("today");
    const game = first("[data-numbers]").dataset.game ?? "";
    const [id] = await comingDays(game, 1);
    showToday(place, shelf, id);
    const next = (await atLevel(progress.read(), game)).slice(0, NEXT);
    meetPuzzles([...(await comingOfAll(AHEAD)), ...next.map((one) => one.id)]);
    if (!isSecureContext) byId("further").after(make("p", { class: "facts" }, UNSAFE));
  }
  document.documentElement.dataset.listed = "";
}

keepForOffline();
begin();
