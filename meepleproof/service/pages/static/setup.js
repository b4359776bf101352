// The set-up of a house game: who plays, with which handicaps, how long, with which boxes. The engine of a site that has
// one is loaded meanwhile.

import { handOn, loadBeforehand } from "./beforehand.js";
import { listed, NONE, standings, startWith } from "./book.js";
import { byId, first, given, make, seedByChance } from "./dom.js";
import { lastSeats, readLedger } from "./ledger.js";
import { keepForOffline } from "./offline.js";
import { TABLE } from "./served.js";

const form = byId("setup");
const { elements } = form;
const { tiles: boxes, a_minute, held_back, opening } = given("boxes");
const SEATS = [
  ["person", "a person"],
  ["greedy", "the computer, greedy"],
  ["ahead", "the computer, looking ahead"],
];
/** @typedef {import("./book.js").Standing} Standing */
/** @typedef {{ name: string, seat: string, own?: Standing }} Guest whose `own` handicap was typed */

const last = lastSeats();
/** @type {Guest[]} */
const guests = Array.from({ length: 6 }, (_, index) => last[index] ?? usual(index));

// Before the first evening one plays against the computer.
function usual(index) {
  const computer = index === 1 && !last.length;
  return computer ? { name: "Computer", seat: "ahead" } : { name: `Player ${index + 1}`, seat: "person" };
}

function here() {
  return guests.slice(0, Number(elements.players.value));
}

// What a guest starts with: as was typed, else as the ledger says of a person of that name.
function standingOf(guest) {
  const found = guest.seat === "person" ? standings(readLedger().lines)[guest.name] : undefined;
  return guest.own ?? found ?? NONE;
}

// How many tiles go into the bag, as `plan_table` of Python says (HOUSE-SETUP-3, -4).
function bag() {
  const players = here().length;
  const wanted = a_minute * Math.trunc(Number(elements.minutes.value) || 0);
  // The turns of the river are counted in, so that all have as many.
  const least = sets().includes("river") ? (players - opening % players) % players : 0;
  const down = (tiles) => tiles - (tiles - least) % players;
  const below = wanted < least ? least - players : down(wanted);
  const nearest = wanted - below <= below + players - wanted ? below : below + players;
  const mixed = sets().reduce((sum, name) => sum + boxes[name], 0);
  return Math.min(nearest, down(mixed - held_back));
}

function sets() {
  const ticked = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-set]:checked"));
  return ["base", ...[...ticked].map((one) => one.value)];
}

function showStarts() {
  const tiles = bag();
  const minutes = elements.minutes.value;
  const starts = here().map((one) => [one.name, startWith(standingOf(one), tiles)]).filter(([, start]) => start);
  const said = starts.map(([name, start]) => `${name} starts with ${start}`);
  const who = said.length ? listed(said) : "all start with 0";
  byId("starts").textContent = tiles > 0 ? `${minutes} minutes: ${tiles} tiles, ${who}.` : "";
}

// The rows are made anew for another number of players only: whoever types keeps the field.
function rows() {
  byId("guests").replaceChildren(...here().map(row));
  const known = Object.keys(standings(readLedger().lines));
  byId("known").replaceChildren(...known.map((name) => make("option", { value: name })));
  here().forEach(fill);
  showStarts();
}

function row(guest, index) {
  const change = (name, value) => {
    guest.own = { ...standingOf(guest), [name]: value };
    showStarts();
  };
  return make(
    "fieldset",
    { class: "guest" },
    make("legend", {}, `Player ${index + 1}`),
    labelled(
      "Name",
      make("input", {
        id: `name.${index}`,
        value: guest.name,
        maxlength: 30,
        required: true,
        list: "known",
        input: (event) => {
          guest.name = event.target.value.replaceAll("~", " ").trim();
          delete guest.own;
          fill(guest, index);
          refuseTwice();
          showStarts();
        },
      }),
    ),
    labelled("Played by", seats(guest, index)),
    labelled("Handicap, points", number(`points.${index}`, -9999, 9999, (to) => change("points", to))),
    labelled("and for each tile", number(`tile.${index}`, -99, 99, (to) => change("per_tile", to))),
    make(
      "label",
      { class: "tick" },
      make("input", {
        type: "checkbox",
        id: `child.${index}`,
        change: (event) => change("child", event.target.checked),
      }),
      " a child",
    ),
  );
}

function labelled(text, input) {
  return make("label", {}, make("span", {}, text), input);
}

function fill(guest, index) {
  const { child, per_tile, points } = standingOf(guest);
  byId(`points.${index}`).value = String(points);
  byId(`tile.${index}`).value = String(per_tile);
  byId(`child.${index}`).checked = child;
}

function seats(guest, index) {
  return make(
    "select",
    { id: `seat.${index}`, change: (event) => seated(guest, index, event.target.value) },
    ...SEATS.map(([value, text]) => make("option", { value, selected: value === guest.seat }, text)),
  );
}

// The computer does not take the name of a person along, nor the handicap.
function seated(guest, index, seat) {
  const changes = (guest.seat === "person") !== (seat === "person");
  guest.seat = seat;
  if (!changes) return;
  delete guest.own;
  guest.name = seat === "person" ? `Player ${index + 1}` : free("Computer");
  byId(`name.${index}`).value = guest.name;
  fill(guest, index);
  refuseTwice();
  showStarts();
}

function free(name) {
  const names = new Set(here().map((one) => one.name));
  for (let number = 1;; number++) {
    const found = number === 1 ? name : `${name} ${number}`;
    if (!names.has(found)) return found;
  }
}

// The ledger tells players apart by their names.
function refuseTwice() {
  const names = here().map((one) => one.name);
  for (const [index, name] of names.entries())
    byId(`name.${index}`).setCustomValidity(names.indexOf(name) < index ? `Two players are called ${name}.` : "");
}

function number(id, min, max, does) {
  return make("input", {
    type: "number",
    id,
    min,
    max,
    input: (event) => does(Math.trunc(Number(event.target.value)) || 0),
  });
}

async function begin(event) {
  event.preventDefault();
  const players = here();
  const query = new URLSearchParams({
    players: String(players.length),
    minutes: elements.minutes.value,
    sets: sets().join("."),
    hand: String(elements.hand.value === "colours" ? { 2: 4 }[players.length] ?? players.length : 3),
    names: players.map((one) => one.name).join("~"),
    seats: players.map((one) => one.seat).join("."),
    handicaps: players
      .map(standingOf)
      .map(({ child, per_tile, points }) => `${child ? "c" : ""}${per_tile}:${points}`)
      .join("."),
    seed: elements.seed.value || String(seedByChance()),
  });
  const button = first("#setup .main");
  button.disabled = true;
  button.textContent = "Dealing the tiles…";
  await handOn(`${TABLE}?${new URLSearchParams([["game", "house"], ...query])}`);
  button.disabled = false; // for when the player comes back
  button.textContent = "Begin";
  location.href = `${form.action}?${query}`;
}

if (last.length) elements.players.value = String(last.length);
elements.players.addEventListener("change", () => {
  rows();
  refuseTwice();
});
form.addEventListener("input", showStarts);
form.addEventListener("submit", begin);
rows();
keepForOffline();
loadBeforehand(/** @type {string} */ (form.dataset.pieces));
