// What a screen reader says of the game.

import { misfitSaid } from "./turn.js";

// What is chosen, and what it brings.
export function wordsOf(game) {
  const { table, square, way, claim, play, choice } = game;
  const { tile } = table;
  if (game.act) return claim ? `${game.act.says}. ${claim.chosen}` : game.act.says;
  if (!tile) return "";
  if (!choice.at && table.grid) {
    const number = table.squares.filter((one) => one.ways.length).length;
    return `${tile.name}: fits on ${number === 1 ? "one square" : `${number} squares`}.`;
  }
  if (!choice.at) {
    const fits = table.squares.filter((one) => one.ways.some((way) => way.turn === choice.turn));
    return `${tile.name}, turned ${choice.turn} quarters: fits on ${fits.length} squares as it lies.`;
  }
  if (!way) return misfitSaid(game, square);
  if (claim?.not !== undefined) return `Not allowed. ${table.reasons[claim.not].says}`;
  if (play) return `${claim.chosen || way.ask} ${game.effect(play).says}`.trim();
  return claim ? (table.either?.ask ?? "Two things score. Which first?") : way.ask;
}

// A tile with all that it says.
export function factsSaid({ name, kind, facts }) {
  return `${name}: ${kind}. ${facts.map((fact) => fact.join(" ")).join(". ")}`;
}

// What the last turn brought, and who plays.
export function announcement({ table }) {
  const met = (table.goals ?? []).filter((one) => one.met === table.turns);
  const answers = (table.answered ?? []).map((one) => one.says);
  const scored = [...answers, table.last?.says, ...met.map((one) => `Goal met: ${one.says}.`)]
    .filter(Boolean)
    .join(" ");
  if (table.refused) return `Not allowed. ${table.refused.says}`;
  if (table.end) return `${table.end.head.replace(/[.!]$/, "")}. ${table.end.says} ${scored}`.trim();
  if (table.refutation) return `${scored} ${table.refutation.says}`.trim();
  if (table.ask) return `${scored} ${table.ask.head}. ${table.ask.says}`.trim();
  if (!table.colour) return scored;
  const name = table.players[table.colour - 1].name;
  if (table.hand) return `${scored} ${name} plays. Choose a tile from the hand.`.trim();
  return `${scored} ${name} plays ${table.tile.name}. Choose a square.`.trim();
}
