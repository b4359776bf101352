// On pages where nothing is played: what this device remembers, and the worker for offline use.

import { streak } from "./days.js";
import { byId, first, today } from "./dom.js";
import { keepForOffline, tellConnection } from "./offline.js";
import { address } from "./place.js";
import * as progress from "./progress.js";
import { offerTaking, takeFromLink } from "./taking.js";

function lessons() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lesson]")))
    if (progress.setting(`lesson-${place.dataset.lesson}`)) place.textContent = "✓ done";
}

// How many days in a row the puzzle of the day was solved, in the header; of the game with the longest row.
function showStreak() {
  const kept = progress.read();
  const games = new Set(Object.values(kept.puzzles).map((one) => one.sort?.game ?? "solo"));
  const row = Math.max(0, ...[...games].map((game) => streak(kept, today(), game)));
  const place = byId("streak");
  if (!place) return;
  place.textContent = `◆ ${row} ${row === 1 ? "day" : "days"}`;
  place.setAttribute("aria-label", `Puzzle of the day solved ${row} ${row === 1 ? "day" : "days"} in a row: progress`);
  place.hidden = !row;
}

function games() {
  const list = first("[data-games]");
  if (!list) return;
  for (const one of progress.read().games) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const query = new URLSearchParams(one.search);
    link.href = address(`/play${one.search}`);
    const state = one.result === undefined ? `${one.turns} turns` : `result ${one.result}`;
    link.textContent = `Seed ${query.get("seed")}${besideOf(query)}: ${state}`;
    item.append(link);
    list.append(item);
  }
  /** @type {HTMLElement} */ (list.parentElement).hidden = !list.children.length;
}

// What lies beside the game itself, as the form on the page calls it.
function besideOf(query) {
  const ticks = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("form.options .beside input")]);
  const names = ticks.filter((one) => query.get(one.name)?.includes(one.value)).map((one) =>
    one.labels?.[0]?.innerText
  );
  return names.length ? ` (${names.join(", ")})` : "";
}

// The deal of the day, by the date of this device; and where no server deals, the page that does.
function deals() {
  const place = first("[data-deal]");
  if (!place) return;
  const query = new URLSearchParams({ seed: today().replaceAll("-", "") });
  place.href = address(`/play?${query}`);
  const { dealt } = first("form.options").dataset;
  if (dealt && location.search) location.replace(address(dealt + location.search));
}

// Wishes about the pages.
function settings() {
  for (const tick of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-setting]"))) {
    const name = tick.dataset.setting ?? "";
    tick.checked = progress.setting(name);
    tick.addEventListener("change", () => progress.setSetting(name, tick.checked));
  }
}

lessons();
settings();
showStreak();
games();
deals();
offerTaking();
takeFromLink();
keepForOffline();
tellConnection();
for (const change of ["storage", "progress"]) addEventListener(change, showStreak);
