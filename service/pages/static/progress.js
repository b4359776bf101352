// What this device remembers of its player: puzzles solved and begun, days, games. Nothing of it
// leaves the device but by the player's own export.

const PLACE = "meepleproof.progress";
const UNREADABLE = `${PLACE}.unreadable`;
const OLD = "meepleproof.solved"; // a list of ids, as version 0.2 kept it
const SCHEMA = "urn:meepleproof:progress:1";
const GAMES = 10; // free games that can be gone on with

let told = false; // whether the player was told that nothing can be kept

export function today() {
  return new Date().toISOString().slice(0, 10);
}

// Reading and writing

function empty() {
  return { $schema: SCHEMA, puzzles: {}, games: [] };
}

export function read() {
  let text = null;
  try {
    text = localStorage.getItem(PLACE);
  } catch {
    return empty();
  }
  if (text === null) return fromOld();
  const found = parsed(text);
  if (found) return found;
  // Whatever it is, it belongs to somebody: set aside, not overwritten.
  try {
    localStorage.setItem(UNREADABLE, text);
    localStorage.removeItem(PLACE);
  } catch {
    // It stays where it is.
  }
  return empty();
}

export function parsed(text) {
  try {
    const { $schema, puzzles, games } = JSON.parse(text);
    const sound =
      $schema === SCHEMA &&
      isObject(puzzles) &&
      Object.entries(puzzles).every(([id, one]) => /^[0-9a-z]{12}$/.test(id) && isPuzzle(one)) &&
      Array.isArray(games) &&
      games.every(isGame);
    return sound ? { $schema, puzzles, games } : null;
  } catch {
    return null;
  }
}

function isObject(one) {
  return typeof one === "object" && one !== null && !Array.isArray(one);
}

function isPuzzle(one) {
  const day = (text) => text === undefined || /^\d{4}-\d{2}-\d{2}$/.test(text);
  return (
    isObject(one) &&
    day(one.solved) &&
    day(one.day) &&
    [undefined, true].includes(one.alone) &&
    [undefined, true].includes(one.hints) &&
    [undefined, true].includes(one.revealed) &&
    (one.line === undefined || typeof one.line === "string")
  );
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
      if (/^[0-9a-z]{12}$/.test(id)) kept.puzzles[id] = { solved: today() };
  } catch {
    // Nothing that could be read.
  }
  return kept;
}

export function write(kept) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
    return true;
  } catch {
    if (!told) {
      told = true;
      const place = document.getElementById("offline");
      if (place) {
        place.textContent =
          "This browser keeps nothing for this page (private window, or storage is full): your progress will be lost.";
        place.hidden = false;
        setTimeout(() => (place.hidden = true), 6000);
      }
    }
    return false;
  }
}

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

// The line to go on from, of a puzzle that is not solved.
export function lineOf(about) {
  if (!about.puzzle) return "";
  const kept = of(about.puzzle);
  return kept.solved ? "" : (kept.line ?? "");
}

export function played(about, line) {
  if (about.puzzle) {
    if (!of(about.puzzle).solved) change(about.puzzle, { line: line || undefined });
  } else if (about.game) keepGame(about, line, undefined);
}

export function helped(about, how) {
  if (about.puzzle && !of(about.puzzle).solved) change(about.puzzle, { [how]: true });
}

export function solved(about) {
  const kept = of(about.puzzle);
  if (kept.solved) return;
  const alone = !kept.hints && !kept.revealed;
  change(about.puzzle, {
    solved: today(),
    alone: alone || undefined,
    day: about.day && about.day === today() ? about.day : undefined,
    line: undefined,
  });
}

export function ended(about, table) {
  if (about.game) keepGame(about, table.line, table.end.record?.result);
}

function keepGame(about, line, result) {
  if (!line) return;
  const kept = read();
  const search = `?${new URLSearchParams({ ...about.fixed, line })}`;
  const key = (one) => new URLSearchParams(one.search);
  const same = (one) =>
    ["seed", "colours", "meeples"].every(
      (name) => key(one).get(name) === String(about.fixed[name] ?? "")
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

export function setting(name) {
  try {
    return localStorage.getItem(`meepleproof.${name}`) === "on";
  } catch {
    return false;
  }
}

export function setSetting(name, on) {
  try {
    localStorage.setItem(`meepleproof.${name}`, on ? "on" : "off");
  } catch {
    // It is as it was the next time.
  }
}

// Days

export function days(kept = read()) {
  return new Set(Object.values(kept.puzzles).map((one) => one.day).filter(Boolean));
}

// How many days in a row the puzzle of the day was solved on its day, up to today or yesterday.
export function streak(kept = read(), from = today()) {
  const done = days(kept);
  const before = (day) => {
    const date = new Date(`${day}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - 1);
    return date.toISOString().slice(0, 10);
  };
  let day = done.has(from) ? from : before(from);
  let number = 0;
  for (; done.has(day); day = before(day)) number++;
  return number;
}

// What is said of a solved puzzle.
export function said(kept, about) {
  const words = [kept.alone ? "Solved without hints. " : ""];
  const number = streak();
  if (about.day && kept.day && number > 1) words.push(`${number} days in a row.`);
  const all = Object.values(read().puzzles).filter((one) => one.solved).length;
  words.push(` ${all} solved so far.`);
  return words;
}

// What is told to others of a solved puzzle, without the solution.
export function sharedText(kept, about, task) {
  const which = about.day ? `the puzzle of ${about.day}` : "a puzzle";
  const how = kept.alone ? "★ without hints" : "✓";
  const number = streak();
  const row = about.day && number > 1 ? `, ${number} days in a row` : "";
  return `meepleproof: I solved ${which} ${how}${row}\n${task}`;
}

// Taking it along: what both know of a puzzle, the better of the two.
export function merged(mine, theirs) {
  const both = structuredClone(mine);
  for (const [id, one] of Object.entries(theirs.puzzles)) {
    const own = both.puzzles[id];
    if (!own || (one.solved && (!own.solved || (one.alone && !own.alone)))) both.puzzles[id] = one;
  }
  const known = new Set(both.games.map((one) => one.search));
  both.games.push(...theirs.games.filter((one) => !known.has(one.search)));
  both.games.length = Math.min(both.games.length, GAMES);
  return both;
}
