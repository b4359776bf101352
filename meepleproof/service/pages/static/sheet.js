// The record sheet: results of free games with notes, kept in this browser and nowhere else.

import { byId, first, handOut, NOTHING_STORED, today } from "./dom.js";
import { address } from "./place.js";
import { Store } from "./stores.js";

const IDENTITY = ["seed", "colours", "meeples", "with", "line"];
const USUAL = { with: "", abbot: false }; // what games leave out
const COLUMNS = ["date", "result", "scores", "goals", "notes", "seed", "colours", "meeples", "line", "abbot"];
const NOTES = 2000;

const store = new Store({
  place: "meepleproof.record-sheet",
  schema: "record-sheet",
  what: "your record",
  form: 1,
  empty: () => ({ games: [] }),
  readers: { 1: ({ games }) => (Array.isArray(games) && games.every(isGame) ? { games } : null) },
});

function read() {
  const { games } = store.read();
  if (store.state === "aside")
    tell("What was kept here could not be read; it was laid aside, and this is a new sheet.");
  return games;
}

function write(games) {
  if (store.write({ games })) return true;
  if (store.state !== "newer") tell(NOTHING_STORED);
  return false;
}

function isGame(game) {
  return (
    Boolean(game) &&
    ["date", "line", "notes"].every((name) => typeof game[name] === "string") &&
    ["seed", "result", "colours", "meeples"].every((name) => Number.isInteger(game[name])) &&
    ["undefined", "boolean"].includes(typeof game.abbot) &&
    ["undefined", "string"].includes(typeof game.with) &&
    Array.isArray(game.scores) &&
    game.scores.every(Number.isInteger) &&
    Array.isArray(game.goals) &&
    game.goals.every((goal) => typeof goal === "string")
  );
}

function documentOf(games) {
  return JSON.stringify(store.document({ games }), null, 1);
}

function same(one, other) {
  return IDENTITY.every((name) => one[name] === other[name]);
}

function tell(text) {
  for (const place of document.querySelectorAll("[data-sheet-told]")) place.textContent = text;
}

// Writing a game down, at its end

function writeDown(form) {
  const game = JSON.parse(form.dataset.game);
  const notes = form.elements.notes.value.slice(0, NOTES);
  const games = read();
  const written = games.find((one) => same(one, game));
  if (written) Object.assign(written, game, { notes, abbot: game.abbot });
  else games.push({ ...game, date: today(), notes });
  if (write(games)) tell(written ? "The notes are changed." : "It is on your record.");
}

function fillIn(form) {
  form.hidden = false;
  const game = JSON.parse(form.dataset.game);
  const written = read().find((one) => same(one, game));
  if (written) {
    form.elements.notes.value = written.notes;
    tell("This game is on your record; you may change its notes.");
  } else if ("played" in form.dataset) writeDown(form);
}

// The sheet

function show(sheet) {
  const games = read();
  sheet.replaceChildren(...games.map((game) => shown(sheet, game)).reverse());
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-sheet-if]")))
    part.hidden = (part.dataset.sheetIf === "games") !== games.length > 0;
  for (const goal of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-sheet-goal]"))) {
    const met = games.filter((game) => game.goals.includes(goal.dataset.sheetGoal)).length;
    goal.classList.toggle("met", met > 0);
    const [box, count] = [".box", "[data-sheet-count]"].map((one) => /** @type {Element} */ (goal.querySelector(one)));
    box.textContent = met > 0 ? "☑" : "☐";
    count.textContent = met > 0 ? `met in ${met} ${met === 1 ? "game" : "games"}` : "not yet";
  }
}

function shown(sheet, game) {
  const made = first("[data-sheet-game]").content.cloneNode(true);
  const part = (name) => made.querySelector(`[data-part=${name}]`);
  const name = `the game ${game.seed} of ${game.date}`;
  for (const fact of ["date", "result"]) part(fact).textContent = game[fact];
  const abbot = game.abbot ? ", with the abbot" : "";
  part("options").textContent = `${game.colours} colours, ${game.meeples} meeples each${besideOf(game)}${abbot}`;
  part("scores").textContent = game.scores.join(" · ");
  part("goals").textContent = goalsInWords(game.goals);
  part("game").textContent = `Seed ${game.seed}`;
  part("game").href = address(addressOf(game));
  const notes = part("notes");
  notes.value = game.notes;
  notes.setAttribute("aria-label", `Notes on ${name}`);
  // Every letter is saved, as the page may be closed at any time; the end of the edit is reported.
  notes.addEventListener("input", () => note(game, notes.value));
  notes.addEventListener("change", () => {
    if (note(game, notes.value)) tell("The notes are changed.");
  });
  part("strike").setAttribute("aria-label", `Delete ${name}`);
  part("strike").addEventListener("click", () => {
    if (!confirm(`Delete ${name}?`)) return;
    if (write(read().filter((one) => !same(one, game)))) tell("The game is deleted.");
    show(sheet);
    byId("content").focus();
  });
  return made;
}

// The other boxes that were in play, which the sheet names by their letters.
function besideOf(game) {
  const names = JSON.parse(first("[data-sheet]").dataset.sheet ?? "{}");
  const played = [...(game.with ?? "")].map((letter) => names[letter] ?? letter);
  return played.length ? `, with ${played.join(", ")}` : "";
}

function note(game, text) {
  const games = read();
  const written = games.find((one) => same(one, game));
  if (written) written.notes = text.slice(0, NOTES);
  return Boolean(written) && write(games);
}

function addressOf(game) {
  const told = IDENTITY.filter((key) => game[key] !== undefined).map((key) => [key, game[key]]);
  return `/play?${new URLSearchParams(game.abbot ? [...told, ["abbot", "on"]] : told)}`;
}

function goalsInWords(goals) {
  const wish = (goal) => first(`[data-sheet-goal="${CSS.escape(goal)}"] .goal`)?.textContent ?? goal;
  return goals.length ? `Goals met: ${goals.map(wish).join("; ")}` : "No goal met";
}

// Export

function csv(games) {
  // A text that a spreadsheet would run as a formula is preceded by an apostrophe.
  const cell = (value) => {
    const text = Array.isArray(value) ? value.join(" ") : String(value);
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const columns = games.some((game) => game.with) ? [...COLUMNS, "with"] : COLUMNS;
  const lines = games.map((game) => columns.map((name) => cell(game[name] ?? USUAL[name])).join(","));
  return [columns.join(","), ...lines].map((line) => `${line}\r\n`).join("");
}

function exported(kind) {
  if (kind === "csv") handOut(csv(read()), "record-sheet.csv", "text/csv");
  else handOut(documentOf(read()), "record-sheet.json");
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("form[data-game]")) return;
  event.preventDefault();
  writeDown(form);
});
document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-sheet-export]");
  const kind = /** @type {HTMLElement | null} */ (button)?.dataset.sheetExport;
  if (kind) exported(kind);
});

const sheet = first("[data-sheet]");
if (sheet) {
  show(sheet);
  // Another window may have written on it.
  addEventListener("storage", () => show(sheet));
}

function fillInNew() {
  document.querySelectorAll("form[data-game][hidden]").forEach(fillIn);
}

// The end of a game may come without a new page.
fillInNew();
new MutationObserver(fillInNew).observe(document.body, { childList: true, subtree: true });
