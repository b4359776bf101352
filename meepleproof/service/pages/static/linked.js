// A puzzle from a link, on a site: the engine beside it reads the code, then the browser plays by its own rules.

import { byId, first, given, make } from "./dom.js";
import { ask, Refused } from "./draft.js";
import { play } from "./playing.js";
import { ENGINE } from "./place.js";
import { Tables } from "./tables.js";

const LACKING = "This site has no engine to read the link. Open it with the program: meepleproof serve.";

function fail(text) {
  byId("turn").replaceChildren(make("p", { class: "refusal", id: "problem" }, text));
  document.documentElement.dataset.ready = "";
}

async function begin() {
  if (!ENGINE) return fail(LACKING);
  const about = given("about");
  try {
    const said = await ask(`${about.told}${location.search}`);
    first("h1").textContent = said.title;
    byId("facts").textContent = said.facts;
    const share = `${about.path}?${new URLSearchParams(said.about.fixed)}`;
    const whole = { ...about, share, opens: share, ...said.about };
    await play(whole, await Tables.of(whole, null));
  } catch (error) {
    fail(error instanceof Refused ? error.message : "There is no connection.");
  }
}

begin();
