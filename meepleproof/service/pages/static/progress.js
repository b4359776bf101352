// What this device remembers of its player, of all games: puzzles solved and begun, attempts, days,
// free games. Nothing leaves the device unless the player exports it or chooses to send results.

import { NOTHING_STORED, today } from "./dom.js";
import { isObject } from "./objects.js";
import { resultOf } from "./rating.js";
import { send } from "./sending.js";
import { Store } from "./stores.js";
import { keepEvening } from "./unfinished.js";

const OLD = "meepleproof.solved"; // a list of ids, as version 0.2 kept it
const GAMES = 10; // free games that can be gone on with
const CODES = 10; // puzzles begun that are not on the shelf
const TRIES = 30; // attempts that are kept of a puzzle

const ID = /^[0-9a-z]{12}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T[0-9:.]+Z$/;
const PATH = /^(\/[0-9A-Za-z-]{1,80}){1,4}$/; // of this site
const NAME = /^[a-z0-9.-]{1,80}$/;

let told = false; // whether the player was told that nothing can be kept

// Reading and writing

function empty() {
  return { puzzles: {}, games: [], codes: [] };
}

const store = new Store({
  place: "meepleproof.progress",
  schema: "progress",
  what: "your progress",
  form: 1,
  empty: () => fromOld(),
  readers: { 1: contentOf },
});

export function read() {
  return store.read();
}

/** @param {any} document */
function contentOf({ puzzles, games, codes = [] }) {
  const sound = isObject(puzzles) &&
    Object.entries(puzzles).every(([id, one]) => ID.test(id) && isPuzzle(one)) &&
    isList(games, isGame) &&
    isList(codes, isBegun);
  return sound ? { puzzles, games, codes } : null;
}

// What is in a text, or what is wrong with it.
export function parsed(text) {
  return store.parse(text);
}

export function exported() {
  return store.document(read());
}

function isList(all, isOne) {
  return Array.isArray(all) && all.every(isOne);
}

function isText(one) {
  return typeof one === "string" && one.length < 4000;
}

function matches(pattern) {
  return (one) => isText(one) && pattern.test(one);
}

const MEMBERS = {
  solved: matches(DAY),
  day: matches(DAY),
  at: matches(MOMENT),
  alone: (one) => one === true,
  hints: (one) => one === true,
  revealed: (one) => one === true,
  result: (one) => one >= 0 && one <= 1,
  line: isText,
  title: isText,
  path: matches(PATH),
  sort: isSort,
  tries: (one) => isList(one, isTry),
};

function isPuzzle(one) {
  return (
    isObject(one) &&
    Object.entries(MEMBERS).every(([name, fits]) => one[name] === undefined || fits(one[name]))
  );
}

function isSort(one) {
  return (
    isObject(one) &&
    [one.game, one.kind, one.goal].every(matches(NAME)) &&
    (one.rating === undefined || Number.isInteger(one.rating))
  );
}

function isTry(one) {
  return (
    isObject(one) &&
    isText(one.line) &&
    isList(one.art, isText) &&
    (one.wrong === undefined || Number.isInteger(one.wrong)) &&
    (one.won === undefined || one.won === true)
  );
}

function isBegun(one) {
  return isObject(one) && isText(one.code) && isText(one.line);
}

function isGame(one) {
  return (
    isObject(one) &&
    typeof one.search === "string" &&
    one.search.startsWith("?") &&
    Number.isInteger(one.turns) &&
    (one.result === undefined || Number.isInteger(one.result))
  );
}

function fromOld() {
  const kept = empty();
  try {
    for (const id of JSON.parse(localStorage.getItem(OLD) || "[]"))
      if (ID.test(id)) kept.puzzles[id] = { solved: today() };
  } catch {
    // Nothing that could be read.
  }
  return kept;
}

export function write(kept) {
  if (store.write(kept)) return true;
  if (!told && store.state !== "newer") {
    told = true;
    const place = document.getElementById("offline");
    if (place) {
      place.textContent = `${NOTHING_STORED} Your progress will be lost.`;
      place.hidden = false;
      setTimeout(() => (place.hidden = true), 6000);
    }
  }
  return false;
}

// Read anew each time: another window may have written.
function change(id, made) {
  const kept = read();
  kept.puzzles[id] = { ...kept.puzzles[id], ...made };
  for (const [name, value] of Object.entries(kept.puzzles[id]))
    if (value === undefined) delete kept.puzzles[id][name];
  if (!Object.keys(kept.puzzles[id]).length) delete kept.puzzles[id];
  return write(kept);
}

// What happens on the page

export function of(id) {
  return read().puzzles[id] ?? {};
}

// The line at which an unsolved puzzle was left; a puzzle that is not on the shelf has a code.
export function lineOf(about) {
  if (about.puzzle) {
    const kept = of(about.puzzle);
    return kept.solved ? "" : (kept.line ?? "");
  }
  const code = about.asks?.code;
  return about.lesson ? "" : (read().codes.find((one) => one.code === code)?.line ?? "");
}

export function played(about, line) {
  if (about.puzzle) {
    if (of(about.puzzle).solved) return;
    const { title, path } = line ? about : {};
    change(about.puzzle, { line: line || undefined, title, path });
  } else if (about.evening) keepEvening(about, line);
  else if (about.game) keepGame(about, line, undefined);
  else if (about.asks?.code && !about.lesson) keepCode(about.asks.code, line);
}

export function helped(about, how) {
  const kept = about.puzzle && of(about.puzzle);
  if (!kept || kept.solved) return;
  const shown = how === "revealed" ? outcome(about, { ...kept, revealed: true }) : {};
  change(about.puzzle, { [how]: true, ...shown });
}

export function solved(about, attempt) {
  if (!about.puzzle) {
    if (about.asks?.code && !about.lesson) keepCode(about.asks.code, "");
    return;
  }
  const kept = of(about.puzzle);
  if (kept.solved) return;
  change(about.puzzle, {
    solved: today(),
    alone: (!kept.hints && !kept.revealed) || undefined,
    day: about.day && about.day === today() ? about.day : undefined,
    line: undefined,
    title: undefined,
    path: undefined,
    tries: [...(kept.tries ?? []), { ...attempt, won: true }].slice(-TRIES),
    ...outcome(about, kept),
  });
  // Some browsers forget what pages store unless they are asked to keep it.
  if (Object.values(read().puzzles).filter((one) => one.solved).length === 1)
    globalThis.navigator?.storage?.persist?.();
}

// An attempt that ended without the goal: its line, the drawings of its tiles, the turn that was wrong.
// `told` is whether the answer is known now.
export function missed(about, attempt, told = false) {
  const kept = about.puzzle && of(about.puzzle);
  if (!kept || kept.solved) return;
  const { tries = [] } = kept;
  if (tries.some((one) => one.line === attempt.line)) return;
  change(about.puzzle, { tries: [...tries, attempt].slice(-TRIES) });
  if (told) helped(about, "revealed");
}

// What counts for the rating, once; it is sent where the player chose that.
function outcome(about, kept) {
  if (kept.result !== undefined || !about.sort) return {};
  send(about.puzzle, kept);
  return { sort: about.sort, at: new Date().toISOString(), result: resultOf(kept) };
}

export function ended(about, table) {
  if (about.game) keepGame(about, table.line, table.end.record?.result);
}

function keepCode(code, line) {
  const kept = read();
  kept.codes = kept.codes.filter((one) => one.code !== code);
  if (line) kept.codes.unshift({ code, line });
  kept.codes.length = Math.min(kept.codes.length, CODES);
  write(kept);
}

function keepGame(about, line, result) {
  if (!line) return;
  const kept = read();
  const search = `?${new URLSearchParams({ ...about.fixed, line })}`;
  const key = (one) => new URLSearchParams(one.search);
  const same = (one) =>
    ["seed", "colours", "meeples", "with"].every(
      (name) => (key(one).get(name) ?? "") === String(about.fixed[name] ?? ""),
    );
  kept.games = kept.games.filter((one) => !same(one));
  kept.games.unshift({
    search,
    turns: line.split("~").length,
    ...(result === undefined ? {} : { result }),
  });
  kept.games.length = Math.min(kept.games.length, GAMES);
  write(kept);
}

// Wishes about the pages, apart from the progress

const settings = new Store({
  place: "meepleproof.settings",
  schema: "settings",
  what: "your settings",
  form: 1,
  empty: () => ({ on: {} }),
  readers: {
    1: ({ on }) => (isObject(on) && Object.values(on).every((one) => typeof one === "boolean") ? { on } : null),
  },
});

export function setting(name) {
  return settings.read().on[name] ?? formerSetting(name);
}

// Each setting was kept at a place of its own.
function formerSetting(name) {
  try {
    return localStorage.getItem(`meepleproof.${name}`) === "on";
  } catch {
    return false;
  }
}

// What cannot be kept is as it was the next time.
export function setSetting(name, on) {
  settings.write({ on: { ...settings.read().on, [name]: on } });
}

// Merges an import: of each puzzle the better of both, and the earlier result.
export function merged(mine, theirs) {
  const both = structuredClone(mine);
  for (const [id, one] of Object.entries(theirs.puzzles)) {
    const own = both.puzzles[id];
    const better = !own || (one.solved && (!own.solved || (one.alone && !own.alone))) ? one : own;
    const [first] = [own, one]
      .filter((each) => each?.at)
      .sort((a, b) => (a.at < b.at ? -1 : 1));
    both.puzzles[id] = { ...better, ...(first && resultIn(first)) };
    const day = own?.day ?? one.day;
    if (day) both.puzzles[id].day = day;
  }
  both.games = joined(both.games, theirs.games, "search", GAMES);
  both.codes = joined(both.codes, theirs.codes, "code", CODES);
  return both;
}

function resultIn({ at, result, sort }) {
  return { at, result, sort };
}

function joined(mine, theirs, key, most) {
  const known = new Set(mine.map((one) => one[key]));
  return [...mine, ...theirs.filter((one) => !known.has(one[key]))].slice(0, most);
}
