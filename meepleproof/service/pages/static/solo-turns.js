// The turns of the Solo Variant: drawing, claiming, scoring, the end. A position is as in the schema
// `position`: tiles by letter, colours from 1; `to_move` is the colour whose turn it is.

import { without } from "./objects.js";
import { Board } from "./solo-board.js";
import { lettersOf } from "./solo-letters.js";
import { drawFromRiver, isFlowing } from "./solo-river.js";
import { choice, finalScoring, scoreInOrder, waysToScore } from "./solo-scoring.js";

const sizeOf = ({ known, hidden }) => known.length + hidden;

// What is drawn (SOLO-PLACE-1, -4, -5): by which colour, from which pile, what was laid aside; `tile` is null
// if no tile can be placed any more, and undefined if the next one is not known. The river comes first (SOLO-BOX-7).
export function draw(position, board) {
  const { river } = position;
  if (!isFlowing(river)) return drawFromPiles(position, board);
  const removes = choice(position.rules, "box.riverUnplaceable") === "remove";
  const drawn = drawFromRiver(river, board, removes);
  if (drawn.tile === null) return { ...drawFromPiles(position, board, drawn.discards), river: drawn.river };
  return { colour: position.to_move - 1, piles: position.piles, ...drawn };
}

function drawFromPiles(position, board, before = []) {
  const { rules } = position;
  const piles = position.piles.map((pile) => ({ ...pile }));
  const discards = [...before];
  let colour = position.to_move - 1;
  let at = colour % piles.length;
  const next = () => {
    colour = (colour + 1) % rules.colours;
    at = colour % piles.length;
  };
  const endsEmpty = choice(rules, "pile.empty") === "end_game";
  while (piles.some(sizeOf) && !(endsEmpty && !sizeOf(piles[at]))) {
    if (!sizeOf(piles[at])) {
      if (choice(rules, "pile.empty") === "borrow_next_pile") at = nextPile(piles, at);
      else next();
      continue;
    }
    const [tile] = lettersOf(piles[at].known);
    if (tile === undefined) return { colour, tile, discards: [], piles };
    piles[at].known = piles[at].known.slice(tile.length);
    if (board.placements(tile).length) return { colour, tile, discards, piles };
    discards.push(tile);
    const then = choice(rules, "tile.unplaceable");
    if (then === "end_game") break;
    if (then === "redraw_next_pile") at = nextPile(piles, at);
    if (then === "skip_turn") next();
  }
  return { colour: position.to_move - 1, tile: null, discards, piles };
}

// The next pile clockwise that is not empty, else the same.
function nextPile(piles, at) {
  for (let step = 1; step <= piles.length; step++) {
    const pile = (at + step) % piles.length;
    if (sizeOf(piles[pile])) return pile;
  }
  return at;
}

// The placements that may be chosen (SOLO-PLACE-3).
function allowed(position, board, drawn) {
  const legal = board.placements(drawn.tile);
  if (choice(position.rules, "place.free") !== "must_allow_meeple" || !inHand(position, drawn.colour)) return legal;
  const claiming = legal.filter((one) => board.with(one).free([one.x, one.y]).length);
  return claiming.length ? claiming : legal;
}

// All outcomes of the turn to make; none if its tile is not known or the game is over.
export function outcomes(position, sheet) {
  if (position.over) return [];
  const board = new Board(sheet, position.placements);
  const drawn = draw(position, board);
  if (drawn.tile === undefined) return [];
  if (drawn.tile === null) return [ended(position, drawn)];
  return allowed(position, board, drawn).flatMap((placement) => played(position, drawn, board, placement));
}

// The outcome of a turn in just its scoring order, all points taken; null if it is not legal.
export function outcomeOf(position, sheet, turn) {
  if (position.over) return null;
  const board = new Board(sheet, position.placements);
  const drawn = draw(position, board);
  if (!drawn.tile) return null;
  const isIt = ({ x, y, rotation }) =>
    x === turn.x && y === turn.y && looksAlike(sheet[drawn.tile], rotation, turn.rotation);
  const placement = allowed(position, board, drawn).find(isIt);
  if (!placement || drawn.tile !== turn.tile) return null;
  const found = played(position, drawn, board, placement, turn.order);
  return found.find((one) => one.turn.claim === turn.claim && one.turn.large === turn.large) ?? null;
}

const looksAlike = ({ rotations }, one, other) => one % rotations.length === other % rotations.length;

// The end of a game in which no tile can be placed any more (SOLO-END-6).
/**
 * @param {any} position
 * @param {{ colour: number, discards: string[], piles: any[], river?: any }} drawn
 */
function ended(position, { colour, discards, piles, river }) {
  const after = { ...position, piles, discards: laidAside(position, { discards }), over: true, ...flowing(river) };
  return { colour, discards, turn: null, scorings: [], after, ...endOf(after) };
}

const laidAside = (position, { discards }) => [...lettersOf(position.discards), ...discards].sort().join("");

const flowing = (river) => (river ? { river } : {});

// How many meeples a colour has in hand, its large one as one (SOLO-BOX-5).
export const inHand = ({ supplies, large }, colour) => supplies[colour] + (large?.[colour] ?? 0);

function endOf(after) {
  const meeples = after.supplies.map(() => 0);
  for (const { meeple } of after.placements) if (meeple) meeples[meeple.colour - 1] += 1;
  return finalScoring(after.rules, after.scores, meeples);
}

// All outcomes of the tile on one cell in one rotation (SOLO-MEEPLE-1 to -11).
function played(position, drawn, board, placement, order = null) {
  const cell = [placement.x, placement.y];
  const free = board.with(placement).free(cell);
  const lacking = free.length > 0 && !inHand(position, drawn.colour); // SOLO-END-1
  const claims = lacking ? [] : free.flatMap((segment) => meeplesFor(position, drawn.colour, segment));
  return (claims.length ? claims : [null]).flatMap((meeple) => {
    const table = board.with(meeple ? { ...placement, meeple } : placement);
    return scored(position, drawn, table, { placement, cell, meeple, lacking }, order);
  });
}

// The meeples in hand with which a segment may be claimed: which of the two is a choice (SOLO-BOX-5).
function meeplesFor({ supplies, large }, colour, segment) {
  const meeple = { segment, colour: colour + 1 };
  return [...(supplies[colour] ? [meeple] : []), ...(large?.[colour] ? [{ ...meeple, large: true }] : [])];
}

function completedBy(table, cell, colours) {
  const around = [...table.featuresOf(cell), ...table.monasteriesAround(cell)];
  return new Map(
    around
      .filter(([, feature]) => feature.complete && table.isOccupied(feature))
      .map(([name, feature]) => [name, {
        feature,
        counts: table.countsOn(feature, colours),
        standing: table.meeplesOn(feature),
      }]),
  );
}

function scored(position, drawn, table, made, order) {
  const completed = completedBy(table, made.cell, position.rules.colours);
  return scorings(completed, order, position).map((way) => {
    const after = positionAfter(position, drawn, table, made, completed, way);
    const { tile, rotation, x, y } = made.placement;
    const { segment, large = false } = made.meeple ?? {};
    const turn = { tile, rotation, x, y, claim: segment ?? "-", large, order: way.order };
    return {
      colour: drawn.colour,
      discards: drawn.discards,
      turn,
      scorings: way.scorings,
      after,
      ...(after.over ? endOf(after) : { final: null, result: null }),
    };
  });
}

function scorings(completed, order, { scores, rules }) {
  if (!order) return waysToScore(completed, scores, rules);
  if (String([...order].sort()) !== String([...completed.keys()].sort())) return [];
  return [scoreInOrder(completed, order, order.map(() => true), scores, rules)];
}

function positionAfter(position, drawn, table, made, completed, way) {
  const { rules } = position;
  const home = [...completed.values()].flatMap(({ standing }) => standing);
  const rescued = choice(rules, "end.rescue") === "yes" && home.some(({ colour }) => colour === drawn.colour + 1);
  const rest = without(position, "over");
  // Those in hand of one size: without the one placed, with those that come home (SOLO-SCORE-11).
  const inHandOf = (before, isLarge) => {
    const moved = (meeples, colour) =>
      meeples.filter((one) => one?.colour === colour + 1 && Boolean(one.large) === isLarge).length;
    return before.map((each, colour) => each - moved([made.meeple], colour) + moved(home, colour));
  };
  return {
    ...rest,
    placements: withoutMeeples(table, completed),
    scores: way.scores,
    supplies: inHandOf(position.supplies, false),
    ...(position.large ? { large: inHandOf(position.large, true) } : {}),
    ...flowing(drawn.river ?? position.river),
    to_move: ((drawn.colour + 1) % rules.colours) + 1,
    piles: drawn.piles,
    discards: laidAside(position, drawn),
    monasteries: (position.monasteries ?? 0) + monasteriesScored(way.scorings, rules),
    over: (made.lacking && !rescued) || !tilesToCome(drawn), // SOLO-END-1, -4
  };
}

export const tilesToCome = ({ piles, river }) => piles.some(sizeOf) || isFlowing(river);

function withoutMeeples(table, completed) {
  const parts = [...completed.values()].flatMap(({ feature }) => [...feature.parts.keys()]);
  const sorted = [...table.lying.values()].sort((one, other) => one.y - other.y || one.x - other.x);
  return sorted.map((one) => {
    if (!one.meeple || !parts.includes(`${one.x},${one.y},${one.meeple.segment}`)) return one;
    return without(one, "meeple");
  });
}

// How many monasteries count for SOLO-GOAL-9.
export function monasteriesScored(scorings, rules) {
  const any = choice(rules, "goal.monastery") === "completed" || choice(rules, "goal.scored") === "completed_suffices";
  return scorings.filter((one) => one.kind === "monastery" && (any || one.colours.length)).length;
}

// A turn of a line.
export function parseTurn(text) {
  const [placed, x, y, claim, order] = text.split(".");
  const [tile] = lettersOf(placed);
  return {
    tile,
    rotation: Number(placed.slice(tile?.length)),
    x: Number(x),
    y: Number(y),
    claim: claim?.replace(/^L/, ""),
    large: Boolean(claim?.startsWith("L")),
    order: order ? order.split("-") : [],
  };
}

// A turn as a line writes it.
export function turnText({ tile, rotation, x, y, claim, large, order }) {
  const turned = `${tile}${rotation}.${x}.${y}.${large ? "L" : ""}${claim}`;
  return order.length ? `${turned}.${order.join("-")}` : turned;
}
