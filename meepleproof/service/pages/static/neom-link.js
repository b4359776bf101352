// The table after tiles of a link were placed, from what the server listed beforehand of every city that they
// can make: which squares are closed, and why, or how it ended.

import { same } from "./cells.js";
import { without } from "./objects.js";

const SIDE = 5;

export function linkTable(listed, first, line) {
  const texts = line.split("~");
  const city = listed.cities[[...texts].sort().join("~")];
  if (city === undefined) return null;
  const placed = texts.map((text) => text.split("*"));
  const pieces = placed.reduce(
    (lying, [tile, name]) => withTile(lying, listed.pieces[tile], cellOf(first, name)),
    first.pieces,
  );
  const { claims } = first;
  const rest = without(first, "hand", "reasons", "rules", "claims");
  const at = placed.map(([, name]) => cellOf(first, name));
  return {
    ...rest,
    line,
    turns: placed.length,
    pieces,
    moves: placed.map(([tile, name]) => `${first.cards[tile].name} on ${name}.`),
    path: placed.map(([tile], index) => [first.cards[tile].art, at[index]]),
    purse: [[first.purse[0][0], String(first.of - placed.length)]],
    ask: { ...first.ask, head: `Tile ${placed.length + 1} of ${first.of}`, says: listed.says },
    last: { at: at.at(-1) },
    help: helpAfter(listed, first.help, texts),
    ...(Number.isInteger(city) ? { end: listed.ends[city] } : { claims, ...handOf(listed, first, pieces, city) }),
  };
}

function cellOf({ grid }, name) {
  return [grid.columns.indexOf(name[0]), SIDE - 1 - grid.rows.indexOf(name[1])];
}

// What lay on the square is covered. Pieces go by rows from the north; the bare City Center comes last.
function withTile(pieces, [piece, onCentre], at) {
  const below = pieces.find((one) => same(one.at, at));
  const bareCentre = below && !below.tile;
  const centre = at.every((each) => each === (SIDE - 1) / 2);
  const laid = { ...(bareCentre || centre ? onCentre : piece), at };
  const place = (one) => (one.tile ? (SIDE - 1 - one.at[1]) * SIDE + one.at[0] : SIDE * SIDE);
  return [...pieces.filter((one) => one !== below), laid].sort((one, other) => place(one) - place(other));
}

function helpAfter(listed, help, texts) {
  const right = help.solution.line.split("~");
  const onTrack = texts.every((text) => right.includes(text));
  const check = { on_track: onTrack, says: listed.checks[onTrack ? 0 : 1] };
  return { ...help, hints: onTrack ? help.hints : [], check };
}

// The tiles that are left, each with all squares; reasons are numbered as they come.
function handOf(listed, first, pieces, city) {
  const numbers = new Map();
  const numberOf = (reason) => numbers.get(reason) ?? numbers.set(reason, numbers.size).get(reason);
  const hand = Object.entries(city).map(([tile, closed]) => {
    const held = first.hand.find((one) => one.card === tile);
    const squares = held.squares.map(({ at }, index) => square(first, pieces, tile, at, closed[index], numberOf));
    return { ...held, squares };
  });
  const reasons = [...numbers.keys()].map((number) => listed.reasons[number]);
  const rules = Object.fromEntries(reasons.flatMap((one) => one.rules).map((rule) => [rule, listed.rules[rule]]));
  return { hand, reasons, rules };
}

function square({ cards, grid }, pieces, tile, at, closed, numberOf) {
  const below = pieces.find((one) => one.tile && same(one.at, at));
  const says = below ? `over ${cards[below.tile].name}` : "";
  if (closed >= 0) return { at, says, ways: [], not: [[0, numberOf(closed)]] };
  const name = `${grid.columns[at[0]]}${grid.rows[SIDE - 1 - at[1]]}`;
  const ask = `${cards[tile].name} on ${name}${says && `, ${says}`}.`;
  return { at, says, ways: [{ turn: 0, ask, claims: 0, begins: `${tile}*${name}` }], not: [] };
}
