// The calendar of a game: the puzzles of a month, which of them were solved, and how many in a row.

import { byId, first, given, make, today } from "./dom.js";
import { days, longest, streak } from "./days.js";
import { documentAt } from "./documents.js";
import { address, ALONE } from "./place.js";
import { read } from "./progress.js";

const DAY = 86_400_000;
const STATES = {
  day: ["★", "solved on its day"],
  solved: ["✓", "solved later"],
  begun: ["…", "begun"],
};
const { game, path, daily, begins } = given("about");

function stateOf(kept, done, day, id) {
  if (done.has(day)) return "day";
  const one = kept.puzzles[id];
  return one?.solved ? "solved" : one?.line ? "begun" : "";
}

function inWords(time, options) {
  return new Date(time).toLocaleDateString("en-GB", { timeZone: "UTC", ...options }).replace(",", "");
}

// The month that the address asks for, if it is one of the calendar; else this one.
function monthAsked() {
  const asked = new URLSearchParams(location.search).get("month") ?? "";
  const now = today().slice(0, 7);
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) && begins <= asked && asked <= now ? asked : now;
}

function showMonth(month, ids, levels) {
  const begin = Date.parse(`${month}-01`);
  const next = new Date(begin).setUTCMonth(new Date(begin).getUTCMonth() + 1);
  const name = inWords(begin, { month: "long", year: "numeric" });
  byId("month").textContent = name;
  first("#days caption").textContent = `The puzzles of ${name}`;
  byId("before").replaceChildren(...link(new Date(begin - DAY), "‹", "The month before"));
  byId("after").replaceChildren(...link(new Date(next), "›", "The month after"));
  const cells = Array((new Date(begin).getUTCDay() + 6) % 7).fill(null);
  for (let time = begin; time < next; time += DAY) cells.push(time);
  const rows = [];
  while (cells.length) rows.push(make("tr", {}, ...cells.splice(0, 7).map((time) => cell(time, ids, levels))));
  first("#days tbody").replaceChildren(...rows);
}

function link(date, sign, says) {
  const month = date.toISOString().slice(0, 7);
  if (month < begins || month > today().slice(0, 7)) return [];
  const href = address(`${path}?month=${month}`);
  return [make("a", { class: "button", href, "aria-label": says }, make("span", { "aria-hidden": "true" }, sign))];
}

function cell(time, ids, levels) {
  if (time === null) return make("td");
  const day = new Date(time).toISOString().slice(0, 10);
  const number = make("span", { class: "number" }, String(new Date(time).getUTCDate()));
  const id = ids[(time - Date.UTC(Number(day.slice(0, 4)), 0, 1)) / DAY];
  if (!id || day > today()) return make("td", {}, make("span", { class: "day later" }, number));
  const level = levels.get(id) ?? "";
  const now = day === today();
  const says = [inWords(time, { weekday: "long", day: "numeric", month: "long" }), level].filter(Boolean).join(", ");
  const told = {
    class: `day${now ? " now" : ""}`,
    href: address(ALONE ? `/puzzle/${id}` : `${daily}/${day}`),
    "data-day": day,
    "data-puzzle": id,
    "data-says": says,
    "aria-current": now ? "date" : null,
  };
  const state = make("span", { class: "state", "data-state": "", "aria-hidden": "true" });
  return make(
    "td",
    {},
    make("a", told, number, state, make("span", { class: `strength ${level}`, "aria-hidden": "true" })),
  );
}

// Marks the days: what was solved is known to this device alone.
function mark() {
  const kept = read();
  const done = days(kept, game);
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-day]"))) {
    const state = stateOf(kept, done, one.dataset.day, one.dataset.puzzle);
    const [sign, says] = STATES[state] ?? ["", ""];
    one.dataset.was = state;
    one.querySelector("[data-state]")?.replaceChildren(sign);
    one.setAttribute("aria-label", [one.dataset.says, says].filter(Boolean).join(", "));
  }
  const [now, most] = [streak(kept, today(), game), longest(kept, game)];
  byId("row").hidden = !most;
  byId("row").textContent = `Streak: ${now} ${now === 1 ? "day" : "days"} · longest: ${most}`;
}

const month = monthAsked();
const [list, year] = await Promise.all([
  documentAt(`/list/${game}.json`),
  documentAt(`/days/${month.slice(0, 4)}.json`),
]);
if (!year) byId("month").textContent = "No connection, and this calendar is not stored on this device.";
else showMonth(month, year[game], new Map(list?.puzzles.map((one) => [one.id, one.level])));
mark();
addEventListener("storage", mark);
