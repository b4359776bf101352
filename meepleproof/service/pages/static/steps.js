// Undo and redo: one step at a time, the scoring order, the meeple, the tile, then the turn.

import { say } from "./dom.js";

/** @typedef {{ from: string, choice?: any, line?: string }} Undone what was undone, and the state it was undone to */

export class Steps {
  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Undone[]} */
    this.undone = [];
  }

  // What was undone can be done again as long as nothing else was done since.
  state() {
    return JSON.stringify([this.game.table.line, this.game.choice]);
  }

  get canRedo() {
    return this.undone.at(-1)?.from === this.state() && this.game.replaying === null && this.game.waiting === null;
  }

  undo() {
    const { game } = this;
    const choice = { ...game.choice };
    const { line } = game.table;
    if (choice.at || choice.act) {
      this.takeBack(choice);
      this.undone.push({ from: this.state(), choice });
      game.show(game.choice.at ? "answer" : "board");
      return;
    }
    if (!line) return;
    game.undoTurn(() => this.undone.push({ from: this.state(), line }));
  }

  // The last of the choices: the order of scoring, the place of the meeple, or the tile itself.
  takeBack({ order, claim, turn, card, piece }) {
    const { game } = this;
    const open = ((game.act ?? game.way)?.claims ?? []).filter((one) => one.plays);
    if (order !== null) game.choice = { ...game.choice, order: null };
    else if (claim && open.length > 1) game.choice = { ...game.choice, claim: null };
    else {
      game.choice = { ...game.choice, at: null, act: null, claim: null, order: null, turn, card, piece };
      say("The tile is back in your hand.");
    }
  }

  redo() {
    if (!this.canRedo) return;
    const { choice, line } = /** @type {Undone} */ (this.undone.pop());
    const { game } = this;
    if (line !== undefined) game.redoTurn(line);
    else {
      game.choice = choice;
      game.show("answer");
    }
  }
}
