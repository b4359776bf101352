// Tables from the server: each is asked for once, and again for as long as there is no connection.

import { same } from "./cells.js";
import { Choosing, noChoice } from "./choosing.js";
import { without } from "./objects.js";
import { address, ALONE } from "./place.js";
import { served, TABLE } from "./served.js";

const ASKING = { headers: { accept: "application/json" } };
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 20000;
const FORBIDDEN = "The address has a turn that the rules forbid.";
const LACKING = "This needs the engine, which this site does not have. Play it with the program: meepleproof serve.";

// The answer to a request, or its `problem` in words; null if it did not come through.
export function answered(path, options) {
  return read(fetch(address(path), options));
}

/** The same of what a server answers, or the engine of a site. */
export function answeredByEngine(path, options) {
  return read(served(path, options));
}

async function read(asked) {
  try {
    const answer = await asked;
    if (answer.ok) return await answer.json();
    if ([408, 429, 503, 504].includes(answer.status)) return null;
    const { title, detail } = await answer.json();
    return { problem: detail ?? title };
  } catch {
    return null;
  }
}

export class Tables {
  constructor(about, first) {
    this.about = about;
    this.first = first;
    this.byLine = new Map();
    this.byDevice = new Map(); // tables that were worked out, not kept: with a connection the server tells more
    if (first) this.keep(first);
    this.wake = null;
    addEventListener("online", () => this.hurry());
  }

  /**
   * The tables of a game, of which the first is worked out or asked for if it did not come with the page.
   * @param {any} about
   * @param {any} first
   * @param {() => boolean} lost
   */
  static async of(about, first, lost = () => false) {
    const tables = new Tables(about, first);
    tables.first ??= about.asks ? await tables.after("", lost) : await tables.workedOut("");
    return tables;
  }

  // A table also answers the line that was asked for if others played on from it. While they still do,
  // it is no answer to its own line.
  keep(table, line = table.line) {
    unpack(table);
    if (table.refused || (table.goes_on && line === table.line)) return;
    this.byLine.set(line, table);
    if (!table.goes_on) this.byLine.set(table.line, table);
  }

  kept(line) {
    return this.byLine.get(line) ?? null;
  }

  address(line) {
    const query = new URLSearchParams({ ...this.about.fixed, ...(line ? { line } : {}) });
    const text = String(query).replaceAll("%7E", "~");
    return address(text ? `${this.about.path}?${text}` : this.about.path);
  }

  lineOf(place) {
    return new URLSearchParams(place.search).get("line") ?? "";
  }

  // The table after a line; `lost` is told when an attempt fails, and ends them by false. `laid` is the
  // table as it looks until then.
  async after(line, lost, laid = null) {
    if (this.kept(line)) return this.kept(line);
    const alone = ALONE && !this.about.asks;
    if (alone && !this.about.start && !this.about.answers) return { problem: LACKING };
    const query = new URLSearchParams({ ...this.about.asks, ...(line ? { line } : {}) });
    for (let attempt = 1;; attempt++) {
      const answer = alone ? null : await this.served(query);
      if (answer) {
        if (!answer.problem) this.keep(answer, line);
        return answer;
      }
      const met = (await this.answered(line, laid)) ?? (await this.workedOut(line));
      if (met) return met;
      if (!lost()) return null;
      await this.pause(Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1)));
    }
  }

  // The table after an answer to a question whose answers were all fetched beforehand.
  async answered(line, laid) {
    const first = this.about.answers && this.byLine.get("");
    if (!first) return null;
    const listed = await this.listed();
    if (listed?.cities) return this.linked(listed, first, line);
    const changed = listed?.answers && answerIn(listed, line);
    const before = listed?.shared ? (laid ?? laidBy(first, line)) : first;
    if (!changed || !before) return null;
    const stays = Object.entries(before).filter(([name]) => !listed.without?.includes(name));
    const help = { ...first.help, ...changed.help };
    this.keep({ ...Object.fromEntries(stays), ...changed, line, help }, line);
    return this.kept(line);
  }

  // The table after tiles of a link.
  async linked(listed, first, line) {
    try {
      const { linkTable } = await import("./neom-link.js");
      const table = linkTable(listed, first, line);
      if (table) this.keep(table);
      return table && this.kept(line);
    } catch {
      return null; // this page was never stored with its scripts
    }
  }

  // The table after a line of the Solo Variant by the browser's own rules, which are loaded when they are needed.
  async workedOut(line) {
    const { start, rules } = this.about;
    if (!start) return null;
    try {
      const { HandTables, helpAfter, SoloTables } = await import("./solo-rules.js");
      const sheet = await this.ask(rules);
      const tables = sheet && new (start.hand ? HandTables : SoloTables)(sheet, start);
      const table = tables && tables.after(line);
      if (tables && !table && ALONE) return { problem: FORBIDDEN };
      if (table && this.about.help) table.help = helpAfter(tables, this.about, line);
      if (table && ALONE) this.keep(table);
      if (table) this.byDevice.set(line, table);
      return table;
    } catch {
      return null; // this page was never stored with its scripts
    }
  }

  listed() {
    return this.ask(this.about.answers);
  }

  // The table after exactly these turns, without the opponent's answer; null without a connection.
  async exactly(line) {
    const kept = this.kept(line);
    if (!this.about.answered || kept?.line === line) return this.after(line, () => false);
    const query = new URLSearchParams({ ...this.about.asks, exactly: 1, ...(line ? { line } : {}) });
    const answer = await this.served(query);
    return answer && !answer.problem ? unpack(answer) : answer;
  }

  ask(path) {
    return answered(path, ASKING);
  }

  served(query) {
    return read(served(`${this.about.table ?? TABLE}?${query}`, ASKING, this.about.packed));
  }

  // The cells to light up for the last turn: those of what it scored.
  lit(table) {
    const turns = table.line.split("~");
    const before = turns.slice(0, -1).join("~");
    const kept = this.kept(before) ?? this.byDevice.get(before);
    for (const square of squaresOf(kept))
      for (const way of square.ways)
        for (const claim of way.claims)
          for (const [text, number] of claim.plays ?? [])
            if (text === turns.at(-1))
              return (kept.effects[number].lines ?? []).flatMap((one) => one.cells);
    return table.last ? [table.last.at] : [];
  }

  pause(milliseconds) {
    return new Promise((/** @type {(value?: unknown) => void} */ done) => {
      const timer = setTimeout(done, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  hurry() {
    this.wake?.();
  }
}

// What an answer changes: listed by its line, shared by several lines, or by the numbers of what is wrong in it,
// with what was answered in place of {1}, {2}.
function answerIn({ answers, shared, right, off, apart }, line) {
  const found = answers[line];
  if (found !== undefined || !right) return shared?.[found] ?? found;
  const given = apart ? line.split(apart) : line.split(".").map(Number);
  const wrong = given.flatMap((each, index) => (each === right[index] ? [] : [index + 1]));
  const told = JSON.stringify(off[wrong.join(".")] ?? null);
  return JSON.parse(told.replace(/\{(\d)\}/g, (_, number) => given[number - 1]));
}

/**
 * The table as it looks after its turn, where a link names the turn; null if it lists no such turn.
 * @param {any} table
 * @param {string} line
 */
function laidBy(table, line) {
  const choosing = new Choosing();
  for (const square of squaresOf(table))
    for (const way of square.ways)
      for (const claim of way.claims)
        for (const [text, number] of claim.plays ?? [])
          if (text === line) {
            choosing.begin(table);
            choosing.choice = { ...noChoice(), at: square.at, turn: way.turn, claim: claim.name };
            return afterTurn(table, choosing.laid(), table.effects[number], line);
          }
  return null;
}

// The table as it looks until the server has answered: the tile lies, meeples are home.
export function afterTurn(table, laid, effect, line) {
  const home = effect.home ?? [];
  const lying = laid ? [...table.pieces.filter((one) => !same(one.at, laid.at)), laid] : table.pieces;
  const pieces = lying.map((piece) => home.some((at) => same(at, piece.at)) ? { ...piece, meeple: undefined } : piece);
  const players = table.players.map((player, index) => ({
    ...player,
    score: effect.scores[index],
    hand: effect.hands[index],
    lowest: player.lowest !== undefined && effect.scores[index] === Math.min(...effect.scores),
  }));
  const rest = without(table, "squares", "tile", "hand", "acts", "end", "help", "refutation", "answered");
  const last = laid ? { last: { at: laid.at }, path: [...table.path, [laid.art, laid.at]] } : {};
  return { ...rest, line, turns: table.turns + 1, pieces, players, ...last };
}

// All squares of a table: for its tile, or for each tile of the open hand.
export function squaresOf(table) {
  return table?.squares ?? (table?.hand ?? []).flatMap((one) => one.squares);
}

// Ways with the same claims share them by number, and say how their plays begin.
export function unpack(table) {
  for (const square of squaresOf(table))
    for (const way of square.ways)
      if (Number.isInteger(way.claims))
        way.claims = table.claims[way.claims].map((one) => ({
          ...one,
          ...(one.plays && { plays: one.plays.map(([rest, effect]) => [way.begins + rest, effect]) }),
        }));
  return table;
}
