// The solution: it is asked for twice, as the puzzle then counts as not solved, and can be hidden again for a moment.

import * as progress from "./progress.js";

const MOMENT = 10_000; // milliseconds in which it can be hidden again as if it had not been shown

export class Revealing {
  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.timer = null;
    addEventListener("pagehide", () => this.settle());
  }

  /** Whether it was just shown, and can still be hidden again. */
  get fresh() {
    return this.timer !== null;
  }

  // Nothing is lost where the puzzle is solved already, or its solution was seen before.
  get costs() {
    const { about, table } = this.game;
    if (!about.puzzle || table.end?.kind === "solved") return false;
    const { solved, revealed } = progress.of(about.puzzle);
    return !solved && !revealed;
  }

  toggle() {
    const { game } = this;
    const shown = game.asked === "solution" || game.asked === "sure";
    if (!shown && this.costs) game.asked = "sure";
    else {
      game.asked = shown ? null : "solution";
      if (!shown && game.about.puzzle && !progress.of(game.about.puzzle).solved)
        progress.helped(game.about, "revealed");
    }
    game.show("help");
  }

  sure() {
    this.game.asked = "solution";
    this.timer = setTimeout(() => {
      this.settle();
      this.game.show(null);
    }, MOMENT);
    this.game.show("help");
  }

  keepTrying() {
    this.game.asked = null;
    this.game.show("turn");
  }

  /** Hides it again; nothing of it is kept. */
  hide() {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.keepTrying();
  }

  // The moment is over: now it counts.
  settle() {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
    progress.helped(this.game.about, "revealed");
  }
}
