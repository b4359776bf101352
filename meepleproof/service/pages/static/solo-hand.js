// Tables of the Solo Variant with tiles in hand, made by the browser: each tile may be the next. A goal or a table
// is to be reached, and rules decide whether a line does.

import { Numbered } from "./numbered.js";
import { Board } from "./solo-board.js";
import { reaches } from "./solo-goals.js";
import { NOTICE, SoloTables } from "./solo-table.js";
import { outcomeOf, parseTurn } from "./solo-turns.js";

export class HandTables extends SoloTables {
  /**
   * Plays turns with tiles of the hand, each dealt to the colour to move; null if one is not legal.
   * @override
   */
  play(turns) {
    let { position } = this.start;
    let left = [...this.start.hand];
    const played = [];
    for (const text of turns) {
      const turn = parseTurn(text);
      const found = left.includes(turn.tile) && outcomeOf(dealt(position, turn.tile), this.sheet.tiles, turn);
      if (!found) return null;
      left = left.toSpliced(left.indexOf(turn.tile), 1);
      played.push(found);
      position = found.after;
    }
    return { position, played, left };
  }

  /**
   * The table after a line; null if one of its turns is not legal.
   * @override
   */
  after(line) {
    const made = this.play(line ? line.split("~") : []);
    if (!made) return null;
    const { position, played, left } = made;
    const { aim, of } = this.start;
    const choices = this.hand(position, left);
    const said = aim ? this.aimed(position) : {};
    return {
      ...this.board(position, played, line),
      of,
      ...choices,
      ...said,
      ...(choices.hand ? {} : { end: this.ending(position, played, left) }),
    };
  }

  hand(position, left) {
    const [effects, reasons] = [new Numbered(), new Numbered()];
    const hand = [];
    let colour = null;
    for (const tile of [...new Set(left)].sort()) {
      const told = this.ways(dealt(position, tile), effects, reasons);
      if (told.tile?.name !== `tile ${tile}`) continue;
      const squares = (told.squares ?? []).map((one) => this.inPlace(one, tile)).filter(Boolean);
      if (!squares.some((one) => one.ways.length)) continue;
      hand.push({ ...told.tile, number: left.filter((one) => one === tile).length, squares });
      colour = told.colour;
    }
    if (!hand.length) return {};
    const rules = reasons.listed.flatMap((reason) => reason.rules).sort();
    return {
      colour,
      hand,
      effects: effects.listed,
      reasons: reasons.listed,
      rules: Object.fromEntries(rules.map((rule) => [rule, this.sheet.rules[rule]])),
      notice: NOTICE,
    };
  }

  // Of a square only the ways in which the table to reach has the tile there, if there is such a table.
  inPlace(square, tile) {
    const { aim } = this.start;
    if (!aim) return square;
    const [x, y] = square.at;
    const wanted = aim.placements.find((one) => one.x === x && one.y === y && one.tile === tile);
    const ways = square.ways.filter(({ turn }) => turn === wanted?.rotation);
    return ways.length ? { ...square, ways, not: [] } : null;
  }

  // The table to reach: its pieces, and its numbers in words.
  aimed(position) {
    const { placements, scores, supplies } = this.start.aim;
    const lies = ({ x, y }) => position.placements.some((one) => one.x === x && one.y === y);
    const told = scores.map((score, colour) =>
      this.words.said("aim.colour", { colour: this.sheet.colours[colour], score, hand: supplies[colour] })
    );
    return {
      aim: placements.map((one) => ({ ...this.piece(one), ...(lies(one) ? {} : { to_lay: true }) })),
      notice: `${this.words.said("aim.scores", { scores: told.join("; ") })} ${NOTICE}`,
    };
  }

  ending(position, played, left) {
    const { goal, aim } = this.start;
    const { words } = this;
    if (left.length) return this.missed(words.said("missed.hand"));
    if (aim ? sameTable(position, aim, this.sheet.tiles) : reaches(goal, played.at(-1)))
      return this.solved(aim ? words.said("solved.table", { turns: this.start.of }) : words.said("solved.last"));
    return this.missed(
      aim ? "All tiles lie, but scores or meeples are not those to reach." : words.said("missed.all_lie"),
    );
  }
}

// The position with a tile for the colour to move on top of its pile.
function dealt(position, tile) {
  const number = (position.to_move - 1) % position.piles.length;
  const piles = position.piles.map((
    pile,
    index,
  ) => (index === number ? { known: tile, hidden: pile.hidden - 1 } : pile));
  return { ...position, piles };
}

// Whether two positions are equal but for their piles. Segments of one feature on a tile are the same place.
function sameTable(one, other, sheet) {
  return JSON.stringify(tableOf(one, sheet)) === JSON.stringify(tableOf(other, sheet));
}

function tableOf({ placements, scores, supplies, large, to_move: mover, monasteries = 0 }, sheet) {
  const board = new Board(sheet, placements);
  const lying = placements.map(({ tile, rotation, x, y, meeple }) => {
    const segment = meeple && board.drawing({ tile, rotation }).segments.find((each) => each.name === meeple.segment);
    const on = meeple ? [meeple.colour, Boolean(meeple.large), board.feature([x, y], segment).id] : [];
    return [x, y, tile, rotation, ...on].join(" ");
  });
  return [lying.sort(), scores, supplies, large, mover, monasteries];
}
