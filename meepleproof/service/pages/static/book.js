// The ledger as a book of lines: what it says, and what handicaps follow (HOUSE-SETUP-7, -8), as the command
// `meepleproof house` works them out, too. An opening says what a player starts with from there on; an evening adds to
// the handicap of all but its winners. So a line can be taken out, and no other one changes.

/**
 * @typedef {{ kind: "opening", date?: string, name: string, child?: boolean, per_tile?: number, points?: number }} Opening
 * @typedef {{ name: string, points: number, start?: number, computer?: boolean }} Result
 * @typedef {{ setup: string, line: string }} Played
 * @typedef {{ kind: "evening", date?: string, tiles: number, results: Result[], carried?: boolean, game?: Played }} Evening
 * @typedef {Opening | Evening} Line
 * @typedef {{ game: string, lines: Line[] }} Ledger
 * @typedef {{ child: boolean, per_tile: number, points: number }} Standing
 */

/** What a player has that the ledger does not know.
 * @type {Standing} */
export const NONE = { child: false, per_tile: 0, points: 0 };

/**
 * What each player starts with after some lines.
 * @param {Line[]} lines
 * @returns {Record<string, Standing>}
 */
export function standings(lines) {
  /** @type {Record<string, Standing>} */
  let found = Object.create(null);
  for (const { after } of following(lines)) found = after;
  return found;
}

/**
 * Each line with what its players started with before it; what all have after it is the same object, which the next
 * line changes: books may be long.
 * @param {Line[]} lines
 */
export function* following(lines) {
  /** @type {Record<string, Standing>} */
  const found = Object.create(null); // a player may be called "constructor"
  for (const line of lines) {
    const names = line.kind === "opening" ? [line.name] : line.results.map((one) => one.name);
    /** @type {Record<string, Standing>} */
    const before = Object.create(null);
    for (const name of names) if (found[name]) before[name] = found[name];
    if (line.kind === "opening") {
      const { name, child = false, per_tile = 0, points = 0 } = line;
      found[name] = { child, per_tile, points };
    } else Object.assign(found, after(line, found));
    yield { line, before, after: found };
  }
}

/** The points that a player starts with when that many tiles are in the bag. */
export function startWith(standing, tiles) {
  const { per_tile, points } = standing ?? NONE;
  return per_tile * tiles + points;
}

// What each player of an evening came to, the handicap with it.
function totals({ tiles, results }, before) {
  return results.map((one) => {
    const start = one.start ?? (one.computer ? 0 : startWith(before[one.name], tiles));
    return { ...one, start, total: one.points + start };
  });
}

function after(evening, before) {
  const people = totals(evening, before).filter((one) => !one.computer);
  const most = Math.max(...people.map((one) => one.total));
  return Object.fromEntries(people.map(({ name, total }) => {
    const own = before[name] ?? NONE;
    const shift = evening.carried ? 0 : Math.floor((most - total) / (own.child ? 2 : 4));
    return [name, { ...own, points: own.points + shift }];
  }));
}

/**
 * Who won an evening, by how much, with which handicap, and what changes and why; in words.
 * @param {Evening} evening
 * @param {Record<string, Standing>} before what its players started with after the lines before it
 */
export function told(evening, before) {
  if (evening.carried) {
    const points = evening.results.map((one) => `${one.name} ${one.points}`);
    return `On the board: ${listed(points)}. Counted in a handicap that was carried over.`;
  }
  return `${outcome(evening, before)} ${changes(evening, before)}`;
}

function outcome(evening, before) {
  const order = totals(evening, before).sort((one, other) => other.total - one.total);
  const [best, next] = order;
  const winners = order.filter((one) => one.total === best.total).map((one) => one.name);
  const alone = next ? `${best.name} won by ${best.total - next.total}` : `${best.name} played alone`;
  const head = winners.length > 1 ? `${listed(winners)} won together` : alone;
  const points = order.map(({ name, total, start }) =>
    `${name} ${total}${start ? ` with a handicap of ${start}` : ""}`
  );
  return `${head}: ${points.join(", ")}.`;
}

function changes(evening, before) {
  const people = totals(evening, before).filter((one) => !one.computer);
  if (people.length === 1) return "A game of one person against the computer changes no handicap.";
  const now = after(evening, before);
  const most = Math.max(...people.map((one) => one.total));
  const said = people.flatMap(({ name, total }) => {
    const shift = now[name].points - (before[name] ?? NONE).points;
    if (!shift) return [];
    const starts = startWith(now[name], evening.tiles);
    const part = now[name].child ? "half" : "a quarter";
    return [`${name} starts with ${starts}: ${shift} more, ${part} of the ${most - total} points behind`];
  });
  if (said.length) return `With ${evening.tiles} tiles again ${said.join("; ")}.`;
  return people.some((one) => one.total < most)
    ? "No handicap changes: the part that is made good is less than a point."
    : "No handicap changes.";
}

export function listed(names) {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}

// Entering

/** Whether an evening of that date has these players with these points already. */
export function has(lines, evening) {
  return lines.some((line) => line.kind === "evening" && isSame(line, evening));
}

function isSame(one, other) {
  return likeness(one) === likeness(other);
}

/**
 * What evenings of one date with the same players and points have in common.
 * @param {Evening} evening
 */
export function likeness({ date, results }) {
  return JSON.stringify([date, results.map((one) => [one.name, one.points]).sort()]);
}

/** Where a line of a day stands: after all that are not of a later day. */
export function placeOf(lines, date) {
  let place = lines.length;
  while (date && place && (lines[place - 1].date ?? "") > date) place--;
  return place;
}

/**
 * The lines with an evening after all that are not of a later day, or in place of the same game on this device, and
 * where it stands. Whoever started with something else than these lines say has a new opening before it.
 * @param {Line[]} lines
 * @param {Evening} evening
 * @param {Record<string, Standing>} [own] what people started with
 * @returns {{ lines: Line[], at: number, was?: Evening }}
 */
export function entered(lines, evening, own = Object.create(null)) {
  const { game } = evening;
  const found = game ? lines.findIndex((one) => one.kind === "evening" && one.game?.setup === game.setup) : -1;
  const was = /** @type {Evening | undefined} */ (lines[found]);
  if (was && was.game?.line === game?.line) return { lines, at: found, was };
  const date = was ? was.date : evening.date;
  const place = was ? found : placeOf(lines, date);
  const before = standings(lines.slice(0, place));
  const people = evening.results.filter((one) => !one.computer);
  /** @type {Opening[]} */
  const openings = people.length === 1 ? [] : people.flatMap(({ name }) => {
    const is = own[name] ?? before[name] ?? NONE;
    if (isLike(is, before[name] ?? NONE)) return [];
    return [opening(name, is, date)];
  });
  const started = standings(openings);
  const results = evening.results.map((one) => {
    const follows = one.computer ? 0 : startWith(started[one.name] ?? before[one.name], evening.tiles);
    return { ...one, start: one.start ?? follows };
  });
  const line = { ...evening, ...(date ? { date } : {}), results };
  const rest = lines.slice(was ? place + 1 : place);
  return { lines: [...lines.slice(0, place), ...openings, line, ...rest], at: place + openings.length, was };
}

/** @returns {Opening} */
function opening(name, { child, per_tile, points }, date) {
  return { kind: "opening", ...(date ? { date } : {}), name, ...(child ? { child } : {}), per_tile, points };
}

export function isLike(one, other) {
  return one.child === other.child && one.per_tile === other.per_tile && one.points === other.points;
}

/**
 * The lines of two books, each once, by their days.
 * @param {Line[]} mine
 * @param {Line[]} theirs
 */
export function merged(mine, theirs) {
  const both = [...mine];
  const left = countOf(mine.map(textOf));
  for (const line of theirs) {
    const text = textOf(line);
    const known = left.get(text) ?? 0;
    left.set(text, known - 1);
    if (known <= 0) both.splice(placeOf(both, line.date), 0, line);
  }
  return both;
}

/**
 * How often each text is there.
 * @param {string[]} texts
 */
export function countOf(texts) {
  const found = new Map();
  for (const text of texts) found.set(text, (found.get(text) ?? 0) + 1);
  return found;
}

// The same line may have its members in another order.
function textOf(line) {
  return JSON.stringify(
    line,
    (_, one) =>
      one && typeof one === "object" && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).sort()) : one,
  );
}
