// Tables from the server: each is asked for once, and again for as long as there is no connection.

import { addSheet } from "./dom.js";

const API = "/api/table";
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 20000;

export class Tables {
  constructor(about, first) {
    this.about = about;
    this.first = first;
    this.byLine = new Map();
    this.keep(first);
    this.wake = null;
    addEventListener("online", () => this.hurry());
  }

  // A table answers for the line that was asked for, too, if others went on from it.
  keep(table, line = table.line) {
    unpack(table);
    if (table.refused) return;
    this.byLine.set(line, table);
    this.byLine.set(table.line, table);
  }

  kept(line) {
    return this.byLine.get(line) ?? null;
  }

  address(line) {
    const query = new URLSearchParams({ ...this.about.fixed, ...(line ? { line } : {}) });
    const text = String(query).replaceAll("%7E", "~");
    return text ? `${this.about.path}?${text}` : this.about.path;
  }

  lineOf(place) {
    return new URLSearchParams(place.search).get("line") ?? "";
  }

  // The table after a line; `lost` is told of each attempt that fails, and ends them by false.
  async after(line, lost) {
    if (this.kept(line)) return this.kept(line);
    const query = new URLSearchParams({ ...this.about.asks, ...(line ? { line } : {}) });
    for (let attempt = 1; ; attempt++) {
      const answer = await this.ask(`${this.about.table ?? API}?${query}`);
      if (answer) {
        if (!answer.problem) this.keep(answer, line);
        return answer;
      }
      if (!lost(attempt)) return null;
      await this.pause(Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1)));
    }
  }

  // The table after exactly these turns, which nobody answers; null without a connection.
  async exactly(line) {
    const kept = this.kept(line);
    if (!this.about.answered || kept?.line === line) return this.after(line, () => false);
    const query = new URLSearchParams({ ...this.about.asks, exactly: 1, ...(line ? { line } : {}) });
    const answer = await this.ask(`${this.about.table ?? API}?${query}`);
    return answer && !answer.problem ? unpack(answer) : answer;
  }

  async ask(address) {
    try {
      const answer = await fetch(address, { headers: { accept: "application/json" } });
      if (answer.ok) return await answer.json();
      if ([408, 429, 503, 504].includes(answer.status)) return null;
      const problem = await answer.json();
      return { problem: problem.detail ?? problem.title };
    } catch {
      return null;
    }
  }

  pause(milliseconds) {
    return new Promise((done) => {
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

  // The drawings of all tiles and pawns, once, as symbols of this document.
  async pieces() {
    addSheet(await (await fetch(this.about.pieces)).text());
  }
}

// All squares of a table: for its tile, or for each tile of the open hand.
export function squaresOf(table) {
  return table?.squares ?? (table?.hand ?? []).flatMap((one) => one.squares);
}

// Many ways have the same claims: they name them by a number, and say how their plays begin.
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
