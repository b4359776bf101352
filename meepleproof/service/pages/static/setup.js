// The set-up of a house game: who plays, with which handicaps, how long, with which boxes.

import { byId, handOut, make, NOTHING_STORED, say } from "./dom.js";
import {
  emptyLedger,
  evenings,
  ledgerDocument,
  parsedLedger,
  pastEvenings,
  readLedger,
  writeLedger,
} from "./ledger.js";
import { keepForOffline } from "./offline.js";
import { address } from "./place.js";

const form = byId("setup");
const SEATS = [
  ["person", "a person"],
  ["greedy", "the computer, greedy"],
  ["ahead", "the computer, looking ahead"],
];
/** @typedef {{ child: boolean, per_tile: number, points: number }} Handicap */
/** @type {{ name: string, seat: string, own?: Handicap }[]} */
const guests = Array.from({ length: 6 }, (_, index) => ({
  name: index ? `Player ${index + 1}` : "You",
  seat: index === 1 ? "ahead" : "person",
}));

function players() {
  return Number(form.elements.players.value);
}

// The handicap of a player in the ledger; nothing for others.
function known(name) {
  const found = readLedger().players.find((one) => one.name === name);
  return { child: Boolean(found?.child), per_tile: 0, points: 0, ...found?.handicap };
}

function rows() {
  const place = byId("guests");
  place.replaceChildren(
    ...guests.slice(0, players()).map((guest, index) => {
      const { child, per_tile, points } = { ...known(guest.name), ...guest.own };
      const change = (name, value) => (guest.own = { child, per_tile, points, ...guest.own, [name]: value });
      return make(
        "fieldset",
        { class: "guest" },
        make("legend", {}, `Player ${index + 1}`),
        make(
          "label",
          {},
          make("span", {}, "Name"),
          make("input", {
            id: `name.${index}`,
            value: guest.name,
            maxlength: 30,
            required: true,
            list: "known",
            change: (event) => {
              guest.name = event.target.value.replaceAll("~", " ").trim();
              delete guest.own;
              rows();
            },
          }),
        ),
        make("label", {}, make("span", {}, "Played by"), seats(guest, index)),
        make(
          "label",
          {},
          make("span", {}, "Handicap, points"),
          number(`points.${index}`, points, -9999, 9999, (to) => change("points", to)),
        ),
        make(
          "label",
          {},
          make("span", {}, "and for each tile"),
          number(`tile.${index}`, per_tile, -99, 99, (to) => change("per_tile", to)),
        ),
        make(
          "label",
          { class: "tick" },
          make("input", {
            type: "checkbox",
            id: `child.${index}`,
            checked: child,
            change: (event) => change("child", event.target.checked),
          }),
          " a child",
        ),
      );
    }),
  );
  byId("known").replaceChildren(
    ...readLedger().players.map((one) => make("option", { value: one.name })),
  );
}

function seats(guest, index) {
  const select = make(
    "select",
    { id: `seat.${index}`, change: (event) => (guest.seat = event.target.value) },
    ...SEATS.map(([value, text]) => make("option", { value, selected: value === guest.seat }, text)),
  );
  return select;
}

function number(id, value, min, max, does) {
  return make("input", {
    type: "number",
    id,
    value,
    min,
    max,
    change: (event) => does(Math.trunc(Number(event.target.value)) || 0),
  });
}

function begin(event) {
  event.preventDefault();
  const { elements } = form;
  const here = guests.slice(0, players());
  const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-set]:checked"));
  const sets = [...boxes].map((one) => one.value);
  const query = new URLSearchParams({
    players: String(players()),
    minutes: elements.minutes.value,
    sets: ["base", ...sets].join("."),
    hand: String(elements.hand.value === "colours" ? { 2: 4 }[players()] ?? players() : 3),
    names: here.map((one) => one.name).join("~"),
    seats: here.map((one) => one.seat).join("."),
    handicaps: here
      .map((one) => ({ ...known(one.name), ...one.own }))
      .map(({ child, per_tile, points }) => `${child ? "c" : ""}${per_tile}:${points}`)
      .join("."),
    seed: elements.seed.value,
  });
  location.href = `${form.action}?${query}`;
}

// Unfinished games, and the ledger

function goOn() {
  const list = byId("evenings");
  list.replaceChildren(
    ...evenings().map((one) => {
      const query = new URLSearchParams(one.search);
      const names = (query.get("names") ?? "").replaceAll("~", ", ");
      return make(
        "li",
        {},
        make("a", { href: address(`${form.dataset.game}${one.search}`) }, `${names}: ${one.turns} tiles played`),
      );
    }),
  );
  /** @type {HTMLElement} */ (list.parentElement).hidden = !list.children.length;
}

function showLedger() {
  const { players: all } = readLedger();
  const past = pastEvenings();
  byId("ledger-rows").replaceChildren(
    ...all.map(({ name, child, handicap = {} }) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, child ? `${name} (child)` : name),
        make("td", {}, String(handicap.points ?? 0)),
        make("td", {}, String(handicap.per_tile ?? 0)),
      )
    ),
  );
  byId("past").replaceChildren(
    ...past
      .slice(-10)
      .reverse()
      .map(({ at, tiles, scores }) =>
        make(
          "li",
          {},
          `${at ?? ""} ${tiles} tiles: ${Object.entries(scores).map(([name, score]) => `${name} ${score}`).join(", ")}`,
        )
      ),
  );
  byId("ledger").hidden = !all.length && !past.length;
}

function tell(text) {
  byId("ledger-told").textContent = text;
  say(text);
}

function save() {
  const ledger = ledgerDocument({ ...emptyLedger(), players: readLedger().players });
  handOut(JSON.stringify(ledger, null, 1), "ledger.json");
}

async function load(event) {
  const [file] = event.target.files;
  event.target.value = "";
  if (!file) return;
  const { ledger, fault } = parsedLedger(file.size < 1_000_000 ? await file.text() : "");
  if (!ledger) tell(`${fault} Nothing was changed.`);
  else if (ledger.games.length)
    tell(
      "This ledger has games that are not settled yet. 'meepleproof house result' settles them; then read the new file.",
    );
  else if (writeLedger(ledger)) {
    show();
    tell("The ledger was read.");
  } else tell(NOTHING_STORED);
}

function show() {
  rows();
  goOn();
  showLedger();
}

form.elements.players.addEventListener("change", rows);
form.addEventListener("submit", begin);
byId("save-ledger").addEventListener("click", save);
byId("load-ledger").addEventListener("change", load);
show();
keepForOffline();
