// Solves puzzles by the page's own scripts, without a server: `deno run tests/scripts/solve.js < puzzles.ndjson`.
// A line has a puzzle's id, what its page tells (`about`, the first `table`), the solving line, and the answers
// listed for it, if there are any. For each a line is printed: its id, and how it ended.

import { HandTables } from "../../meepleproof/service/pages/static/solo-hand.js";
import { SoloTables } from "../../meepleproof/service/pages/static/solo-table.js";
import { Tables } from "../../meepleproof/service/pages/static/tables.js";

/** Tables that are told the answers and have no server to ask. */
class Alone extends Tables {
  /** @override */
  listed() {
    return this.about.listed;
  }
}

/**
 * @param {any} one
 * @param {any} sheet
 */
function ended({ about, table, line, listed }, sheet) {
  if (!listed) {
    const { start } = about;
    return new (start.hand ? HandTables : SoloTables)(sheet, start).after(line)?.end?.kind;
  }
  const tables = new Alone({ ...about, answers: "listed", listed }, table);
  const laid = listed.shared ? table : null;
  return tables.answered(line, laid).then((/** @type {any} */ found) => found?.end?.kind);
}

const text = await new Response(Deno.stdin.readable).text();
const [sheet, ...puzzles] = text.trim().split("\n").map((one) => JSON.parse(one));
for (const one of puzzles) console.log(JSON.stringify([one.id, await ended(one, sheet)]));
