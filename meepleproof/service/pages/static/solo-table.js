// Tables of the Solo Variant made by the browser, for as long as the server cannot be reached. They have what
// the server's have but for hints, closeness, and a link to the file of a finished game.

import { Numbered } from "./numbered.js";
import { ALONE } from "./place.js";
import { Board, nameOf, STEPS } from "./solo-board.js";
import { faceDown, nextDraws } from "./solo-coming.js";
import { continuesRiver, riverSides } from "./solo-river.js";
import { reaches } from "./solo-goals.js";
import { finalSteps } from "./solo-scoring.js";
import { artOf, ordinary, pieceOf, piecesOfOne } from "./solo-large.js";
import { lettersOf } from "./solo-letters.js";
import { draw, inHand, outcomeOf, outcomes, parseTurn, tilesToCome, turnText } from "./solo-turns.js";
import { capital, Words } from "./solo-words.js";

const SIDES = ["north", "east", "south", "west"];
const DRAWN = 12; // how many tiles to come are shown

export class SoloTables {
  // `sheet` is what the server says about tiles and rules; `start` is a position, and the goal of a puzzle or
  // seed and goals of a free game, whose piles lie face down.
  constructor(sheet, start) {
    this.sheet = sheet;
    this.start = start;
    this.words = new Words(sheet);
  }

  // The table after a line; null if one of its turns is not legal.
  /**
   * @param {string} line
   * @returns {any}
   */
  after(line) {
    const turns = line ? line.split("~") : [];
    const made = this.play(turns);
    if (!made) return null;
    const { position, played } = made;
    const met = this.start.goal ? played.findIndex((one) => reaches(this.start.goal, one)) + 1 : 0;
    return {
      ...this.board(position, played, line),
      ...(this.start.of ? { of: this.start.of } : {}),
      ...(met || position.over ? {} : this.ways(position)),
      ...this.coming(position, met || position.over),
      ...this.end(position, played, met, line),
      ...this.checklist(played),
    };
  }

  play(line) {
    let { position } = this.start;
    const played = [];
    for (const text of line) {
      const found = outcomeOf(position, this.sheet.tiles, parseTurn(text));
      if (!found) return null;
      played.push(found);
      position = found.after;
    }
    const [next] = position.over || !this.hasNoPlace(position) ? [] : outcomes(position, this.sheet.tiles);
    if (next) played.push(next); // SOLO-END-6
    return { position: next?.after ?? position, played };
  }

  hasNoPlace(position) {
    return draw(position, new Board(this.sheet.tiles, position.placements)).tile === null;
  }

  board(position, played, line) {
    const turns = played.flatMap(({ turn }) => turn ?? []);
    const last = turns.at(-1);
    const scored = played.findLast(({ turn }) => turn);
    const said = scored?.scorings.length
      ? { says: this.words.said("scored.in_turn", { turn: turns.length, scored: this.words.brings(scored) }) }
      : {};
    return {
      game: "solo",
      line,
      turns: turns.length,
      pieces: position.placements.map((one) => this.piece(one)),
      players: this.players(position, played.at(-1)?.final),
      moves: played.map((one) => this.words.move(one)),
      path: turns.map((turn) => [`${turn.tile}.${turn.rotation}`, [turn.x, turn.y]]),
      ...(last ? { last: { at: [last.x, last.y], ...said } } : {}),
      ...this.notes(position),
    };
  }

  piece(placement) {
    const { tile, rotation, x, y, meeple } = placement;
    const segment = meeple && this.segment(placement, meeple.segment);
    return {
      art: `${tile}.${rotation}`,
      at: [x, y],
      says: this.words.piece(placement),
      ...(meeple ? { meeple: { colour: meeple.colour, at: segment.at, ...artOf(meeple) } } : {}),
    };
  }

  segment({ tile, rotation }, name) {
    return this.sheet.tiles[tile].drawings[rotation].segments.find((one) => one.name === name);
  }

  players({ scores, supplies, large, rules }, final) {
    const now = final ?? scores;
    return now.map((score, colour) => ({
      name: this.sheet.colours[colour],
      score,
      hand: supplies[colour],
      meeples: ordinary(rules),
      lowest: score === Math.min(...now),
      ...(large ? piecesOfOne(this.words.said("large"), large[colour] > 0) : {}),
    }));
  }

  notes(position) {
    const { piles, river } = this.start.goals ? faceDown(position, this.sheet.tiles) : { piles: [] };
    const { meeples } = position.rules;
    const told = [
      meeples !== 4 && this.words.said("note.meeples", { number: meeples }),
      piles.some(({ hidden }) => hidden) &&
      this.words.said("note.face_down", { numbers: piles.map(({ hidden }) => hidden).join(" · ") }),
      river?.hidden && this.words.said("note.river", { number: river.hidden }),
      position.monasteries && this.words.said("note.monasteries", { number: position.monasteries }),
      position.discards && this.words.said("note.out", { letters: lettersOf(position.discards).join(" ") }),
      !position.over && this.draws(position).some(({ spare }) => spare) && this.words.said("note.spare", {}),
      ...Object.entries(position.rules.switches ?? {}).map(([key, value]) => `${key}: ${value}`),
    ].filter(Boolean);
    return told.length ? { notes: told } : {};
  }

  draws(position) {
    return nextDraws(position, this.start.goals ? faceDown(position, this.sheet.tiles) : position);
  }

  // All ways to make the next turn, nothing if its tile is not known.
  ways(position, effects = new Numbered(), reasons = new Numbered()) {
    const listed = outcomes(position, this.sheet.tiles);
    if (!listed[0]?.turn) return {};
    const board = new Board(this.sheet.tiles, position.placements);
    const { tile } = listed[0].turn;
    const telling = { position, board, tile, colour: listed[0].colour, listed, effects, reasons };
    const squares = board.frontier().map((cell) => this.square(cell, telling));
    const rules = telling.reasons.listed.flatMap((reason) => reason.rules).sort();
    return {
      colour: telling.colour + 1,
      tile: {
        name: `tile ${tile}`,
        says: this.sheet.tiles[tile].drawings[0].says,
        art: this.sheet.tiles[tile].rotations.map((rotation) => `${tile}.${rotation}`),
      },
      squares,
      effects: telling.effects.listed,
      reasons: telling.reasons.listed,
      rules: Object.fromEntries(rules.map((rule) => [rule, this.sheet.rules[rule]])),
      notice: this.leaving(listed[0].discards) + NOTICE,
    };
  }

  leaving(discards) {
    const letters = discards.join(" and ");
    return letters ? `${this.words.saidOf(discards.length, "leaves", { letters })} ` : "";
  }

  square(cell, telling) {
    const { board, tile, listed } = telling;
    const sides = STEPS.flatMap(([east, north], edge) => {
      const other = board.at([cell[0] + east, cell[1] + north]);
      return other ? `${board.drawing(other).terrain[(edge + 2) % 4]} in the ${SIDES[edge]}` : [];
    });
    /** @type {any[]} */
    const ways = [];
    /** @type {[number, number][]} */
    const not = [];
    for (const rotation of this.sheet.tiles[tile].rotations) {
      const placement = { tile, rotation, x: cell[0], y: cell[1] };
      const here = listed.filter(({ turn }) => turn.rotation === rotation && nameOf([turn.x, turn.y]) === nameOf(cell));
      if (here.length) ways.push(this.way(placement, here, telling));
      else not.push([rotation, telling.reasons.number(misplaced(board, placement))]);
    }
    return { at: cell, says: sides.join(" and "), ways, not };
  }

  way(placement, here, telling) {
    const due = here.every(({ turn }) => turn.claim !== "-");
    const lacking = here[0].after.over && !inHand(telling.position, telling.colour);
    const rule = lacking ? "SOLO-MEEPLE-11" : "SOLO-MEEPLE-4";
    const ask = this.words.question(telling.colour, due, rule, here.every(({ turn }) => turn.large));
    const claims = this.claims(placement, here, due, telling);
    const why = due ? {} : { why: telling.reasons.number({ says: ask, rules: [rule] }) };
    return { turn: placement.rotation, ask, claims, ...why };
  }

  claims(placement, here, due, telling) {
    const cell = [placement.x, placement.y];
    const board = telling.board.with(placement);
    const features = board.featuresOf(cell);
    const names = new Map();
    const { segments } = board.drawing(placement);
    for (const segment of segments) {
      const { id } = board.feature(cell, segment);
      const [name] = [...features].find(([, feature]) => feature.id === id);
      names.set(name, segment);
    }
    const of = (name, large) => here.filter(({ turn }) => turn.claim === name && turn.large === (large ?? turn.large));
    const free = [...names].filter(([name]) => of(name).length).map(([name, { kind }]) =>
      this.words.feature(name, kind, segments)
    );
    const claims = [...names].flatMap(/** @returns {any[]} */ ([name, { kind }]) => {
      const says = this.words.feature(name, kind, segments);
      const bySize = [of(name, false), of(name, true)].filter((found) => found.length);
      if (bySize.length) return bySize.map((found) => this.allowed(name, kind, due, found, placement, telling));
      const isFree = !board.isOccupied(features.get(name));
      return [{ name, says, not: telling.reasons.number(this.unclaimable(says, isFree)) }];
    });
    if (board.drawing(placement).terrain.includes("field")) claims.push(this.noField(telling));
    const must = { says: this.words.said("claim.must", { features: free.join(" or ") }), rules: ["SOLO-MEEPLE-1"] };
    claims.push(
      due
        ? { name: "-", says: this.words.feature("-"), not: telling.reasons.number(must) }
        : this.allowed("-", "none", due, of("-"), placement, telling),
    );
    return claims;
  }

  noField({ reasons }) {
    const not = reasons.number({ says: this.words.said("claim.fields"), rules: ["SOLO-MEEPLE-3"] });
    return { name: "F", says: this.words.feature("F"), not };
  }

  unclaimable(says, isFree) {
    if (isFree) return { says: "The supply is empty.", rules: ["SOLO-MEEPLE-11"] };
    return { says: this.words.said("claim.taken", { feature: capital(says) }), rules: ["SOLO-MEEPLE-5"] };
  }

  allowed(name, kind, due, found, placement, telling) {
    const at = name === "-" ? {} : { at: this.segment(placement, name).at };
    const plays = ordersToChoose(found).map((
      outcome,
    ) => [turnText(outcome.turn), telling.effects.number(this.effect(telling.position, outcome))]);
    const { segments } = this.sheet.tiles[placement.tile].drawings[placement.rotation];
    const says = this.words.feature(name, kind, segments);
    const { large } = found[0].turn;
    const piece = telling.position.rules.large && name !== "-" ? pieceOf(name, { large }) : {};
    return { name, says, ...piece, ...at, chosen: this.words.chosen(name, kind, due, segments, large), plays };
  }

  // What a turn brings: what scores and lights up, whose meeples come home, the numbers afterwards.
  effect(position, outcome) {
    const { after, final, result, scorings } = outcome;
    const lines = this.words.lines(outcome).map(({ head, gains, nobody }, index) => ({
      head,
      ...(gains.length ? { gains: gains.map(([name, from, to]) => `${name} ${from} → ${to}`) } : { nobody }),
      cells: this.scoredCells(scorings[index], after),
    }));
    const home = cameHome(position, outcome);
    return {
      says: this.words.brings(outcome),
      scores: final ?? after.scores,
      hands: after.supplies,
      ...(lines.length ? { lines } : {}),
      ...(home.length ? { home } : {}),
      ...(result === null ? {} : { ends: this.words.said("result", { result }) }),
    };
  }

  scoredCells({ feature }, after) {
    const cells = [...feature.parts.values()].map(({ cell }) => cell);
    if (feature.kind !== "monastery") return inOrder(cells);
    const [[x, y]] = cells;
    const block = [-1, 0, 1].flatMap((east) => [-1, 0, 1].map((north) => [x + east, y + north]));
    return block.filter(([east, north]) => after.placements.some((one) => one.x === east && one.y === north));
  }

  coming(position, over) {
    if (position.over) return {};
    const draws = this.draws(position);
    const skipped = over || !outcomes(position, this.sheet.tiles).length ? 0 : 1;
    const left = draws.slice(skipped);
    // What lies below the tile at hand is not drawn for it any more.
    while (skipped && left[0]?.spare) left.shift();
    if (!left.length) return {};
    const coming = left.slice(0, DRAWN).map(({ colour, tile, spare }) => ({
      colour: colour + 1,
      ...(tile ? { art: `${tile}.0` } : {}),
      ...(spare ? { spare } : {}),
    }));
    return { coming, ...(left.length > DRAWN ? { later: left.length - DRAWN } : {}) };
  }

  end(position, played, met, line) {
    if (this.start.goals) return position.over ? { end: this.over(position, played, line) } : {};
    const final = this.start.final ? this.final(position, played) : {};
    if (met) return { end: this.solved(this.words.saidOf(met, "solved", { turns: met }), final) };
    if (!position.over && outcomes(position, this.sheet.tiles).length) return {};
    // Scores that jump are explained, whatever the goal.
    return { end: this.missed(this.whyMissed(position, played), this.final(position, played)) };
  }

  solved(says, final = {}) {
    return { kind: "solved", head: this.words.said("solved.head"), says, ...final };
  }

  // Why no turn is left.
  whyMissed(position, played) {
    const { words } = this;
    if (!position.over) return words.said("missed.no_tile");
    const { turn, colour } = played.at(-1);
    return words.said(`missed.${whyOver(position, turn)}`, { colour: capital(words.colours[colour]) });
  }

  missed(says, final = {}) {
    return { kind: "missed", head: this.words.said("missed.head"), says, ...final };
  }

  over(position, played, line) {
    const { final: scores, result, turn } = played.at(-1);
    const rule = whyOver(position, turn);
    const head = this.words.said("result.head", { result });
    const says = this.words.said(`over.${rule}`);
    const { colours, meeples } = position.rules;
    const beside = this.start.beside ? { with: this.start.beside } : {};
    const goals = this.checklist(played).goals.filter(({ met }) => met).map(({ id }) => id);
    const record = { seed: this.start.seed, colours, meeples, ...beside, line, result, scores, goals };
    return { kind: "over", head, says, rule, ...this.final(position, played), record };
  }

  // Final scoring, colour by colour and meeple by meeple; nothing before the end.
  final({ scores, placements, rules }, played) {
    const final = played.at(-1)?.final;
    if (!final) return {};
    const standing = scores.map((_, colour) =>
      placements.filter(({ meeple }) => meeple?.colour === colour + 1).map(({ x, y }) => [x, y])
    );
    const onTiles = standing.map((cells) => cells.length);
    const rows = scores.map((before, colour) => ({
      name: this.sheet.colours[colour],
      before,
      scored: (final[colour] - before) / 2,
      on_tiles: onTiles[colour],
      after: final[colour],
    }));
    const steps = finalSteps(rules, scores, onTiles).map(([colour, score]) => ({
      colour: colour + 1,
      at: standing[colour].shift(),
      score,
    }));
    return { final: rows, steps };
  }

  checklist(played) {
    if (!this.start.goals) return {};
    const turns = played.filter(({ turn }) => turn).length;
    const goals = this.start.goals.map(({ id, says, goal }) => {
      const met = played.findIndex((one) => reaches(goal, one)) + 1;
      return { id, says, ...(met ? { met: Math.min(met, turns) } : {}) };
    });
    return { goals };
  }
}

function misplaced(board, placement) {
  const found = board.mismatch(placement);
  if (found) return { says: `Its ${found.mine} meets the ${found.theirs}.`, rules: ["BASE-PLACE-3"] };
  if (riverSides(board.drawing(placement)).length && !continuesRiver(board, placement)) {
    const says = "The river goes on at its open end, and no two bends in a row turn to one side.";
    return { says, rules: ["SOLO-BOX-7"] };
  }
  return { says: "Another placement allows a meeple, and place.free demands one that does.", rules: ["SOLO-PLACE-3"] };
}

export const NOTICE = ALONE ? "" : "No connection: this device plays on by itself.";

// One outcome for each scoring order; where points may be declined, the one that takes most.
function ordersToChoose(found) {
  const scored = ({ scorings }) => scorings.filter(({ colours }) => colours.length).length;
  const best = new Map();
  for (const one of found.toSorted((a, b) => scored(a) - scored(b))) best.set(String(one.turn.order), one);
  return found.filter((one) => best.get(String(one.turn.order)) === one);
}

// The cells from which a meeple comes home, perhaps that of the tile just placed.
function cameHome(position, { turn, after }) {
  const standing = new Set(after.placements.filter(({ meeple }) => meeple).map(({ x, y }) => nameOf([x, y])));
  const stood = position.placements.filter(({ meeple }) => meeple).map(({ x, y }) => [x, y]);
  if (turn && turn.order.includes(turn.claim)) stood.push([turn.x, turn.y]);
  return stood.filter((cell) => !standing.has(nameOf(cell)));
}

function inOrder(cells) {
  const each = new Map(cells.map((cell) => [nameOf(cell), cell]));
  return [...each.values()].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
}

function whyOver(position, turn) {
  if (!turn) return "SOLO-END-6";
  return tilesToCome(position) ? "SOLO-END-1" : "SOLO-END-4";
}
