// The turn that is being chosen: tile, square, rotation, piece, and the order of scoring.

import { same } from "./cells.js";
import { say } from "./dom.js";
import { factsSaid, wordsOf } from "./words.js";

export class Choosing {
  /**
   * Shows everything anew; the focus goes to the place that is named, if one is.
   * @param {string | null} _focus
   */
  show(_focus) {}

  // The tile that is laid does not turn.
  shake() {}

  // What follows from the choices

  get square() {
    return this.choice.at && this.table.squares?.find((one) => same(one.at, this.choice.at));
  }

  get way() {
    return this.square?.ways.find((one) => one.turn === this.choice.turn);
  }

  // What is done without a square, where there is such a thing.
  get act() {
    return this.table.acts?.find((one) => one.name === this.choice.act);
  }

  get claim() {
    return (this.act ?? this.way)?.claims.find((one) => one.name === this.choice.claim);
  }

  // The tile whose facts are shown: that which is looked at, or held.
  get card() {
    return this.table.cards?.[this.looked ?? this.table.tile?.card];
  }

  get play() {
    const plays = this.claim?.plays;
    if (!plays) return null;
    return plays.length === 1 ? plays[0] : (plays[this.choice.order] ?? null);
  }

  effect(play) {
    return this.table.effects[play[1]];
  }

  // Whether a claim is with the chosen sort of piece; claiming nothing goes with every sort.
  sorted(claim) {
    return !claim.piece || claim.piece === this.piece;
  }

  // The sort of piece: the last one chosen, if it can be placed here.
  get piece() {
    const open = (this.way?.claims ?? []).filter((one) => one.piece && one.plays);
    const found = open.find((one) => one.piece === this.choice.piece) ?? open[0];
    return found?.piece ?? this.way?.claims.find((one) => one.piece)?.piece ?? null;
  }

  get art() {
    return this.table.tile?.art[this.choice.turn % this.table.tile.art.length];
  }

  // Choosing

  // Takes a tile from the open hand: from now on it is the tile to place.
  hold(card) {
    const { piece } = this.choice;
    this.begin(this.table, card);
    this.choice.piece = piece;
    this.show("board");
    say(wordsOf(this));
  }

  // Begins a turn at a table: a hand of equal tiles leaves no choice of the tile.
  begin(table, card = table.hand?.length === 1 ? 0 : null) {
    const held = card === null ? undefined : table.hand?.[card];
    this.looked = null;
    this.table = held ? { ...table, tile: held, squares: held.squares } : table;
    this.choice = { ...noChoice(), card };
  }

  // Puts the tile that is held back into the hand.
  putBack() {
    const { table } = this;
    this.begin({ ...table, tile: undefined, squares: undefined }, null);
    this.show("board");
    say("The tile is back in your hand.");
  }

  // Shows the facts of a tile, by its id or its cell, or no more.
  look(tile) {
    const { pieces, cards } = this.table;
    const found = Array.isArray(tile) ? pieces.find((one) => same(one.at, tile))?.tile : tile;
    if (!cards?.[found]) return;
    this.looked = this.looked === found ? null : found;
    this.show(null);
    if (this.looked) say(factsSaid(this.card));
  }

  // Chooses what is done without a square.
  doAct(name) {
    this.choice = { ...noChoice(), card: this.choice.card, act: name };
    if (this.act.claims.length === 1) this.choice.claim = this.act.claims[0].name;
    this.show("answer");
    say(wordsOf(this));
  }

  lay(at) {
    const square = this.table.squares?.find((one) => same(one.at, at));
    if (!square) {
      this.look(at);
      return;
    }
    this.looked = null;
    const turn = nextLegal(square, this.choice.turn, 1, true) ?? this.choice.turn;
    this.choose({ at, turn });
  }

  choose({ at, turn }) {
    this.choice = { ...this.choice, at, turn, act: null, claim: null, order: null };
    const open = this.way?.claims.filter((one) => one.plays) ?? [];
    if (open.length === 1) this.choice.claim = open[0].name;
    this.show(this.way ? "answer" : at ? "refusal" : null);
    say(wordsOf(this));
  }

  rotate(by = 1) {
    const rotations = this.table.tile?.art.length;
    if (!rotations) return;
    const square = this.square;
    if (square?.ways.length) {
      const turn = nextLegal(square, this.choice.turn, by, false);
      if (turn === null) {
        say("It fits only this way round.");
        this.shake();
        return;
      }
      this.choose({ at: this.choice.at, turn });
    } else {
      const turn = (this.choice.turn + by + rotations) % rotations;
      this.choose({ at: this.choice.at, turn });
    }
  }

  take(name) {
    const claim = (this.act ?? this.way)?.claims.find((one) => one.name === name);
    if (!claim) return;
    this.choice = { ...this.choice, claim: name, order: null };
    this.show(claim.plays ? "answer" : "refusal");
    say(wordsOf(this));
  }

  // Chooses the sort of piece, where there are several; the place is chosen next.
  sort(piece) {
    this.choice = { ...this.choice, piece, claim: null, order: null };
    this.show("answer");
    say(wordsOf(this));
  }

  order(number) {
    this.choice = { ...this.choice, order: number };
    this.show("answer");
    say(wordsOf(this));
  }

  lift() {
    const { turn, card, piece } = this.choice;
    this.choice = { ...noChoice(), turn, card, piece };
    this.show("board");
    say("The tile is back in your hand.");
  }

  // Nothing is laid by what needs no square.
  laid() {
    if (this.act) return null;
    const [x, y] = this.choice.at;
    const piece = { art: this.art, at: [x, y], says: "" };
    const claim = this.claim;
    if (claim?.at) {
      const { at, art, field } = claim;
      piece.meeple = { colour: this.table.colour, at, art, ...(field !== undefined && { field }) };
    }
    return piece;
  }
}

export function noChoice() {
  return { card: null, at: null, act: null, turn: 0, piece: null, claim: null, order: null };
}

// The next legal rotation from one, itself first if it counts; null if there is no other.
function nextLegal(square, from, by, itself) {
  const legal = square.ways.map((way) => way.turn);
  for (let step = itself ? 0 : 1; step < 4; step++) {
    const turn = (((from + by * step) % 4) + 4) % 4;
    if (legal.includes(turn)) return turn;
  }
  return null;
}
