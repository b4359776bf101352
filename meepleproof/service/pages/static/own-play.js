// A puzzle of a pack that only this device has: what the page needs comes by the puzzle itself.

import { byId, first, given, make } from "./dom.js";
import { puzzleOf, tell } from "./own-packs.js";
import { address } from "./place.js";
import { play } from "./playing.js";
import { Tables } from "./tables.js";

const { told, home } = given("about");

class OwnTables extends Tables {
  constructor(about, first, puzzle) {
    super(about, first);
    this.puzzle = puzzle;
  }

  /** @override */
  async served(query) {
    const said = await tell(told, this.puzzle, query.get("line") ?? "");
    return said?.table ?? said;
  }

  /** @override */
  listed() {
    return this.about.answers;
  }
}

function fail(text) {
  byId("turn").replaceChildren(
    make("p", { class: "refusal", id: "problem" }, text),
    make("p", {}, make("a", { class: "button", href: address(home) }, "Your own puzzles")),
  );
  document.documentElement.dataset.ready = "";
}

async function begin() {
  const id = new URLSearchParams(location.search).get("id") ?? "";
  const { puzzle, next } = puzzleOf(id);
  if (!puzzle) return fail("This puzzle is not on this device. Add its pack, or open it on the device that has it.");
  const said = await tell(told, puzzle, "");
  if (!said) return fail("There is no connection, and this puzzle was not opened before.");
  if (said.problem) return fail(said.problem);
  const { about, title, facts, table, sheet } = said;
  first("h1").textContent = title;
  document.title = document.title.replace(/^[^·]*/, `${title} `);
  byId("facts").textContent = facts;
  const path = `${home}/puzzle`;
  const more = { own: true, home, path, sheet, fixed: { id }, ...(next && { next: `${path}?id=${next.id}` }) };
  const whole = { ...about, ...more };
  play(whole, new OwnTables(whole, table, puzzle));
}

begin();
