// A game of NEOM beside the real one, or dealt by a seed. The page holds the log, sends it after each
// event, and shows what the server says: where the game stands, what may be done, what to remember.

import { City } from "./city.js";
import { addSheet, byId, copied, first, given, make, NOTHING_STORED, say, seedByChance } from "./dom.js";
import { ask, post, Refused } from "./draft.js";
import {
  chosen,
  dropGame,
  exported,
  imported,
  keepCatalogue,
  keepGame,
  keepImported,
  kept,
  newGame,
  save,
} from "./neom-games.js";
import { rememberPlayed } from "./last-played.js";
import { Next } from "./neom-next.js";
import { keepForOffline } from "./offline.js";
import { address } from "./place.js";
import { pairs, remembered, result } from "./neom-told.js";

const about = given("about");
const dealt = about.kind === "demo";

// What to tell of a request that failed; an error of another sort is thrown again.
function saidOf(error) {
  if (error instanceof Refused) return error.message;
  if (error instanceof TypeError) return "There is no connection. Nothing is lost: try again.";
  throw error;
}

class Game {
  constructor(game, told) {
    this.game = game;
    this.next = new Next(this);
    this.city = new City(byId("board"), { choose: (at) => this.next.lay(at) });
    byId("setup").hidden = true;
    byId("game").hidden = false;
    document.body.classList.add("playing");
    byId("notes").value = game.notes;
    this.listen();
    this.stand(told);
  }

  listen() {
    byId("take-back").addEventListener("click", () => this.takeBack());
    byId("save-log").addEventListener("click", () => save(this.told.log, "neom-log.json"));
    byId("copy-link").addEventListener("click", () => this.copy());
    byId("leave").href = location.pathname;
    document.addEventListener("keydown", (event) => this.pressed(event));
    byId("money").addEventListener("submit", (event) => this.noteMoney(event));
    byId("notes").addEventListener("input", (event) => {
      this.game.notes = /** @type {HTMLTextAreaElement} */ (event.target).value;
      this.keep();
    });
  }

  // U takes back what was chosen, then the last event; Escape what was chosen only.
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea") || !["u", "Escape"].includes(event.key)) return;
    if (this.next.begun) {
      this.next.forget();
      this.show("next-head");
    } else if (event.key === "u") this.takeBack();
  }

  async play(event) {
    const { log } = this.told;
    await this.send({ ...log, events: [...log.events, event] });
  }

  async takeBack() {
    const { log, back } = this.told;
    if (!log.events.length) return;
    await this.send({ ...log, events: log.events.slice(0, back) });
    say("Taken back.");
  }

  async noteMoney(event) {
    event.preventDefault();
    const { log } = this.told;
    const { money } = event.target.elements;
    if (!log.events.length || money.value === "") return;
    const last = { ...log.events.at(-1), money: Number(money.value) };
    await this.send({ ...log, events: [...log.events.slice(0, -1), last] });
    event.target.reset();
  }

  async send(log) {
    document.body.classList.add("busy");
    try {
      this.stand(await told({ ...this.game, log }));
      byId("next-head").focus({ preventScroll: true });
      first(".side").scrollTop = 0;
      say(this.told.head);
    } catch (error) {
      this.refuse(error);
    } finally {
      document.body.classList.remove("busy");
    }
  }

  refuse(error) {
    byId("refused").textContent = saidOf(error);
    byId("refused").hidden = false;
    byId("refused").scrollIntoView({ block: "nearest" });
  }

  stand(told) {
    this.told = told;
    this.game.log = told.log;
    this.game.when = told.when;
    this.game.result = told.next === "nothing" ? told.result : undefined;
    this.next.forget();
    addSheet(told.sheet);
    this.keep();
    const query = new URLSearchParams({
      ...(dealt && { seed: this.game.seed }),
      log: told.link,
      ...(this.game.own && { own: "1" }),
    });
    history.replaceState(null, "", `${location.pathname}?${query}`);
    byId("refused").hidden = true;
    byId("when").textContent = told.catalogue.invented ? `${told.when}; the tiles are invented` : told.when;
    byId("have").replaceChildren(...pairs(told.facts));
    byId("chance").textContent = told.odds?.head ?? "";
    byId("remember").replaceChildren(...remembered(told), ...told.wrong.map(warning), ...told.unknown.map(warning));
    byId("story").replaceChildren(...told.events.map(({ when, says }) => make("li", {}, `${when}: ${says}`)));
    byId("so-far").hidden = !told.events.length;
    byId("take-back").disabled = !told.log.events.length;
    byId("invented").textContent = told.note ?? "";
    byId("source").textContent = `Catalogue: ${told.catalogue.provenance}`;
    this.show();
  }

  // Draws what comes next anew, and the city; the focus goes to the element of that id.
  show(focus) {
    byId("next").replaceChildren(...this.next.parts().filter(Boolean));
    this.city.show(this.told.city, this.next.wished);
    if (focus) byId(focus)?.focus({ preventScroll: true });
  }

  keep() {
    if (!this.game.log.events.length && !this.game.notes) return;
    byId("kept").textContent = keepGame(this.game) ? "" : NOTHING_STORED;
  }

  async copy() {
    const says = (await copied(location.href)) ? "The link is copied" : "Copy the address of this page";
    byId("kept").textContent = `${says}: it has the whole game so far.`;
  }
}

function warning(text) {
  return make("p", { class: "refusal" }, text);
}

// Where a game stands by the server; of a game with a catalogue of its own that is sent along.
function told({ seed, log, own }) {
  const request = {};
  if (dealt) request.seed = seed;
  if (log) request.log = log;
  if (own) request.catalogue = kept().catalogue;
  return post(about.table, request);
}

// The set-up

const setUp = { own: false, waiting: null }; // whose tiles, and the game that waits for a catalogue

function tell(text) {
  byId("setup-told").textContent = text;
  byId("setup-told").hidden = !text;
}

async function open(game) {
  if (game.own && !kept().catalogue) {
    tell("This game was played with a catalogue that is not on this device. Load it, and the game goes on.");
    setUp.waiting = game;
    chooseTiles("own");
    return showSetUp();
  }
  byId("setup").inert = true; // a second tap opens no second game
  try {
    new Game(game, await told(game));
  } catch (error) {
    tell(saidOf(error));
    showSetUp();
    if (game.own) chooseTiles("own");
  } finally {
    byId("setup").inert = false;
  }
}

function begin(event) {
  event.preventDefault();
  const { elements } = byId("begin");
  tell("");
  if (dealt) {
    const seed = elements.seed.value === "" ? seedByChance() : Number(elements.seed.value);
    return open(newGame({ kind: "demo", seed }));
  }
  if (setUp.own && !kept().catalogue) return tell("Type or load your catalogue first, or choose the demo.");
  const log = { game: "neom", board: elements.board.value, events: [] };
  return open(newGame({ kind: "table", own: setUp.own, log }));
}

async function load(event) {
  const found = await chosen(event);
  const games = found && imported(found, about.kind);
  const sort = dealt ? "list of games" : "log";
  if (!games) return tell(`This file is no ${sort} of NEOM that can be read here; nothing was changed.`);
  tell("");
  if (found.events) return open({ ...games[0], own: setUp.own });
  const { isKept, left } = keepImported(games);
  if (!isKept) return tell(NOTHING_STORED);
  if (left) tell(`${left} of its games had no place: this device keeps as many as it has now.`);
  return showSetUp();
}

async function loadCatalogue(event) {
  const found = await chosen(event);
  const place = byId("catalogue-told");
  if (!found) return place.replaceChildren(warning("This file is no JSON; nothing was changed."));
  try {
    const checked = await post(about.check, { catalogue: found });
    const faults = [...checked.form, ...checked.contradictions];
    if (!faults.length && !keepCatalogue(found)) return place.replaceChildren(warning(NOTHING_STORED));
    if (!faults.length && setUp.waiting) return open(setUp.waiting);
    if (!faults.length) showCatalogue();
    place.replaceChildren(...(faults.length ? faulty(faults) : sound(checked)));
  } catch (error) {
    place.replaceChildren(warning(saidOf(error)));
  }
  return undefined;
}

const MOST_FAULTS = 30;

function faulty(faults) {
  const items = faults.slice(0, MOST_FAULTS).map(({ message, place, rule }) =>
    make("li", {}, message, " ", make("small", {}, [place && `at ${place}`, rule].filter(Boolean).join("; ")))
  );
  const more = faults.length > MOST_FAULTS ? `, of which ${MOST_FAULTS} are shown` : "";
  return [
    warning(`The catalogue is not taken: ${faults.length} fault${faults.length > 1 ? "s" : ""}${more}. Mend it there:`),
    make("p", {}, make("a", { class: "tall", href: address("/neom/catalogue") }, "Your catalogue")),
    make("ul", { class: "faults" }, ...items),
  ];
}

function sound({ unknown, catalogue }) {
  const parts = [make("p", {}, `The catalogue contradicts no rule. From: ${catalogue.provenance}`)];
  if (unknown.length)
    parts.push(
      make(
        "details",
        {},
        make("summary", {}, `${unknown.length} values are unknown: what needs them cannot be determined`),
        make("p", { class: "note" }, unknown.join(", ")),
      ),
    );
  return parts;
}

function showCatalogue() {
  const { catalogue } = kept();
  byId("drop-catalogue").hidden = !catalogue;
  byId("catalogue-told").replaceChildren(
    ...(catalogue
      ? [make("p", {}, `On this device: ${catalogue.tiles?.length ?? 0} tiles. From: ${catalogue.provenance}`)]
      : []),
  );
  showBoards();
}

function chooseTiles(whose) {
  setUp.own = whose === "own";
  byId("begin").elements.tiles.value = whose;
  byId("own").hidden = !setUp.own;
  showCatalogue();
}

const demoBoards = dealt ? [] : [...byId("begin").elements.board.children];

function showBoards() {
  const own = setUp.own ? (kept().catalogue?.boards ?? []) : null;
  const options = own
    ? own.map(({ id, good }) =>
      make("option", { value: id }, `${id}, ${(good ?? "good unknown").replaceAll("_", " ")}`)
    )
    : demoBoards;
  byId("begin").elements.board.replaceChildren(...options);
}

function showSetUp() {
  byId("setup").hidden = false;
  const { games, aside, shut } = kept();
  if (aside) tell("What was kept here is of another version or damaged; it was laid aside, and the list begins anew.");
  if (shut) tell(NOTHING_STORED);
  const here = games.filter((one) => one.kind === about.kind);
  const going = here.filter((one) => !one.result);
  const over = here.filter((one) => one.result);
  byId("going").hidden = !going.length;
  byId("going-list").replaceChildren(...going.map((one) => make("li", {}, goOn(one), drop(one))));
  byId("results").hidden = !over.length;
  byId("results-list").replaceChildren(...over.map(resultOf));
}

function titleOf({ kind, seed, at, log }) {
  return kind === "demo" ? `Seed ${seed}, ${at}` : `Board ${log.board ?? log.start.board}, ${at}`;
}

function goOn(game) {
  const says = `${titleOf(game)}: ${game.when ?? `${game.log.events.length} events`}`;
  return make("button", { type: "button", class: "button", click: () => open(game) }, says);
}

function drop(game) {
  const click = () => {
    dropGame(game.id);
    showSetUp();
  };
  return make(
    "button",
    { type: "button", class: "button small", "aria-label": `Remove ${titleOf(game)}`, click },
    "Remove",
  );
}

function resultOf(game) {
  const notes = make("textarea", {
    rows: 2,
    maxlength: 2000,
    "aria-label": `Notes on ${titleOf(game)}`,
    input: (event) => keepGame({ ...game, notes: event.target.value }),
  });
  notes.value = game.notes;
  const sheet = make(
    "details",
    {},
    make(
      "summary",
      {},
      `${titleOf(game)}: ${game.result.total} points${game.result.rank ? `, ${game.result.rank}` : ""}`,
    ),
    result(game.result, false),
    notes,
    make("p", { class: "row" }, goOn(game), drop(game)),
  );
  return make("li", {}, sheet);
}

// What the address says of a game, where no server has read it.
async function readAddress() {
  if (!about.linked || !/[?&](log|seed)=/.test(location.search)) return;
  try {
    Object.assign(about, await ask(`${about.linked}${location.search}`));
  } catch (error) {
    tell(saidOf(error));
  }
}

async function start() {
  await readAddress();
  byId("begin").addEventListener("submit", begin);
  byId("load-game").addEventListener("change", load);
  byId("save-all").addEventListener("click", () => {
    save(exported(), "neom-games.json");
  });
  if (!dealt) {
    byId("load-catalogue").addEventListener("change", loadCatalogue);
    byId("drop-catalogue").addEventListener("click", () => {
      keepCatalogue(null);
      showCatalogue();
    });
    byId("begin").addEventListener("change", (event) => {
      const target = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
      if (target.name === "tiles") chooseTiles(target.value);
    });
  }
  const own = new URLSearchParams(location.search).get("own") === "1";
  if (about.log || about.seed !== undefined) {
    const here = (one) => one.kind === about.kind && one.seed === about.seed;
    const same = kept().games.find((one) => here(one) && JSON.stringify(one.log) === JSON.stringify(about.log));
    return open(same ?? newGame({ kind: about.kind, own, seed: about.seed, log: about.log }));
  }
  showSetUp();
  if (!dealt && (own || kept().catalogue)) chooseTiles("own");
  return undefined;
}

start();
rememberPlayed();
keepForOffline();
