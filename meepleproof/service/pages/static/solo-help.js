// Help for puzzles of the Solo Variant without a server: the hints that came with the page as long as the solution is
// followed, and whether the goal can still be reached where that is known here.

import { reaches } from "./solo-goals.js";
import { outcomes } from "./solo-turns.js";

/**
 * The help after a line that can be played.
 * @param {import("./solo-table.js").SoloTables} tables
 * @param {{ help: { hints: any[][], solution: any }, only: boolean }} about
 * @param {string} line
 */
export function helpAfter(tables, { help, only }, line) {
  const made = line ? line.split("~") : [];
  const solution = help.solution.line.split("~");
  const off = made.findIndex((_, number) => !alike(tables, made, solution, number + 1));
  const follows = off < 0;
  const { words } = tables;
  const check = follows || stillReaches(tables, made, solution)
    ? { on_track: true, says: words.said("check.on_track") }
    : only
    ? { on_track: false, says: words.said("check.wrong", { turn: off + 1 }), turn: off + 1 }
    : { on_track: false, says: words.said("check.unknown", { turn: off + 1 }) };
  return { hints: (follows && help.hints[made.length]) || [], check, solution: help.solution };
}

// Whether the table is the same after so many turns of both lines.
function alike(tables, made, solution, number) {
  const [one, other] = [made, solution].map((line) => tables.play(line.slice(0, number)));
  return number <= solution.length && JSON.stringify(one?.position) === JSON.stringify(other?.position);
}

// Whether the goal is reached by the solution's placements with other claims or another order of scoring.
function stillReaches(tables, made, solution) {
  const { goal, hand } = tables.start;
  const placed = solution.map(placementOf);
  if (!goal || hand || made.some((turn, number) => placementOf(turn) !== placed[number])) return false;
  const { position } = tables.play(made);
  return reachedAlong(position, placed.slice(made.length), goal, tables.sheet.tiles);
}

function reachedAlong(position, placed, goal, tiles) {
  if (!placed.length || position.over) return false;
  return outcomes(position, tiles).some((one) => {
    if (!one.turn || placementOf(`${one.turn.tile}${one.turn.rotation}.${one.turn.x}.${one.turn.y}`) !== placed[0])
      return false;
    return reaches(goal, one) || reachedAlong(one.after, placed.slice(1), goal, tiles);
  });
}

// Tile, rotation and square of a turn as lines write it.
function placementOf(turn) {
  return turn.split(".").slice(0, 3).join(".");
}
