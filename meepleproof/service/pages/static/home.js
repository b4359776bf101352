// The home of a game: the board of today, what was begun, what comes next, then all its puzzles.

import { comingDays, comingOfAll, dayBefore, streak } from "./days.js";
import { documentAt } from "./documents.js";
import { byId, first, given, make, today } from "./dom.js";
import { openLastPlayed } from "./last-played.js";
import { Collection, fits } from "./list.js";
import { nextFor } from "./next.js";
import { keepForOffline, meetPuzzles } from "./offline.js";
import { drawFrom, pictureOf } from "./pictures.js";
import { address } from "./place.js";
import * as progress from "./progress.js";
import { cardOf, levelOf, markAway } from "./puzzle-card.js";
import { hoursLeft, howSolved, ratingOf, signsOf } from "./results.js";
import { ofWeek } from "./week.js";

const AHEAD = 7; // days whose puzzles are fetched early, today's among them
const EARLY = 50; // puzzles that are fetched early: those of the days, then what comes next
const IN_ROW = 4; // cards of those begun, and of those that come next
const UNSAFE = "Browsers keep pages for play without a connection at https addresses only; this is none.";
const AWAY = "No connection, and this list is not stored on this device.";

function dayInWords() {
  const options = /** @type {const} */ ({ weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  return new Date(today()).toLocaleDateString("en-GB", options).replace(",", "");
}

// The puzzle of today, large; solved, it says so and when the next one comes.
function showToday(list, id, kept) {
  const one = list.puzzles.find((each) => each.id === id);
  if (!one) return;
  const href = address(`/puzzle/${id}`);
  byId("day").replaceChildren(dayInWords(), " ", one.level ? levelOf(one.level) : "");
  byId("asked").textContent = list.titles[one.title].replace(/\.$/, "");
  byId("today-board").href = href;
  byId("today-board").replaceChildren(pictureOf(id));
  const [play, mine] = [byId("daily"), kept.puzzles[id]];
  play.href = href;
  play.hidden = false;
  if (mine?.solved) {
    byId("done").textContent = `${signsOf(mine)} Solved ${howSolved(mine)}. The next one comes in ${hoursLeft()} h.`;
    byId("done").hidden = false;
    play.textContent = "See it again";
    play.classList.remove("main");
  } else if (mine?.line) play.textContent = "Go on";
  offerFirstSteps(kept);
}

// Who has solved nothing yet is led into the first steps, where the game has such.
function offerFirstSteps(kept) {
  const steps = byId("lessons");
  if (!steps || Object.keys(kept.puzzles).length) return;
  const done = [1, 2, 3, 4, 5].filter((number) => progress.setting(`lesson-${number}`));
  if (done.length === 5) return;
  if (done.length) {
    steps.textContent = "Go on with the first steps";
    steps.href = address(`/first-steps/${done.length + 1}`);
  }
  steps.hidden = false;
  byId("daily").classList.remove("main");
}

async function showYesterday(game) {
  const [id] = await comingDays(game, 1, dayBefore(today()));
  if (!id) return;
  byId("yesterday").href = address(`/puzzle/${id}`);
  byId("yesterday").hidden = false;
}

// Puzzles that were begun and left, those of the list and those from links.
function showBegun(list, kept) {
  const begun = list.puzzles.filter((one) => kept.puzzles[one.id]?.line && !kept.puzzles[one.id].solved);
  const fromLinks = byId("lessons") ? kept.codes : [];
  const cards = begun.slice(0, IN_ROW).map((one) => cardOf(one, list, kept.puzzles[one.id]));
  for (const { code } of fromLinks.slice(0, IN_ROW)) {
    const href = address(`/p?${new URLSearchParams({ code })}`);
    cards.push(make("li", {}, make("a", { href }, make("span", { class: "wish" }, "A puzzle from a link"))));
  }
  first("[data-begun]").replaceChildren(...cards);
  byId("begun").hidden = !cards.length;
}

function showNext(list, kept, coming) {
  const cards = coming.slice(0, IN_ROW).map((one) => cardOf(one, list, kept.puzzles[one.id]));
  first("[data-next]").replaceChildren(...cards);
  byId("coming").hidden = !cards.length;
}

// The theme of this week, by the choices of the filters, and its puzzles: ratings of one theme are on one scale.
function showWeek(form, list, kept) {
  const onScale = list.puzzles.filter((one) => list.rated.includes(one.kind));
  const sorts = [["needs", onScale], ["kind", list.puzzles], ["goal", onScale]].map(([name, puzzles]) =>
    [...(form.elements[name]?.options ?? [])]
      .filter(({ value }) => value)
      .map(({ value, text }) => ({ text, all: puzzles.filter((one) => fits(one, { [name]: value }, list)) }))
  );
  const week = ofWeek(sorts, list.puzzles.length, today());
  byId("week").hidden = !week;
  if (!week) return;
  const { text, puzzles } = week;
  const solved = puzzles.filter((one) => kept.puzzles[one.id]?.solved).length;
  byId("theme").textContent = `This week: ${text}`;
  byId("of-week").textContent = `${solved} of ${puzzles.length} solved`;
  first("[data-week]").replaceChildren(...puzzles.map((one) => cardOf(one, list, kept.puzzles[one.id])));
}

function showNumbers(kept, game) {
  const all = Object.values(kept.puzzles).filter((one) => (one.sort?.game ?? "solo") === game);
  const facts = [
    `${all.filter((one) => one.solved).length} of ${first("[data-numbers]").dataset.numbers} solved`,
    `${all.filter((one) => one.alone).length} without hints`,
  ];
  const row = streak(kept, today(), game);
  if (row > 1) facts.push(`${row} puzzles of the day in a row`);
  const rating = ratingOf(kept, game);
  if (rating) facts.push(rating);
  first("[data-facts]").textContent = facts.join(" · ");
  first("[data-facts]").hidden = !all.length;
}

async function begin() {
  const form = first("[data-list]");
  if (form.dataset.pieces) drawFrom(form.dataset.pieces);
  const game = first("[data-numbers]").dataset.game ?? "";
  /** @type {import("./puzzle-card.js").List | null} */
  const list = await documentAt(form.dataset.list ?? "");
  if (!list) {
    byId("found").textContent = AWAY;
    return;
  }
  const collection = new Collection(form, list);
  const show = async () => {
    const [id] = await comingDays(game, 1); // of the day that it is by then
    const kept = progress.read();
    showToday(list, id, kept);
    showBegun(list, kept);
    showNext(list, kept, nextFor(list, kept, game));
    showWeek(form, list, kept);
    showNumbers(kept, game);
    byId("about").hidden = Object.keys(kept.puzzles).length > 0;
    markAway(first("main"));
  };
  await show();
  collection.show();
  showYesterday(game);
  for (const change of ["storage", "progress"]) addEventListener(change, show);
  addEventListener("pageshow", ({ persisted }) => persisted && show());
  if (history.state?.y) scrollTo(0, history.state.y);
  else if (location.hash || location.search) byId("puzzles").scrollIntoView();
  const next = nextFor(list, progress.read(), game).map((one) => one.id);
  meetPuzzles([...new Set([...(await comingOfAll(AHEAD)), ...next])].slice(0, EARLY));
  if (!isSecureContext) byId("further").after(make("p", { class: "facts" }, UNSAFE));
}

openLastPlayed(given("homes"));
keepForOffline();
await begin();
document.documentElement.dataset.listed = "";
