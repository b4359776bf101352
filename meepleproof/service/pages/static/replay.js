// A line shown on the board turn by turn, by itself or step by step: a solution, an attempt, a try.

import { make, say, seen, still } from "./dom.js";

const PAUSE = 1500; // milliseconds between turns

export class Replay {
  /**
   * @param {Readonly<Pick<import("./game.js").Game, "board" | "replaying" | "resume" | "show" | "begin" | "table">>} game
   * @param {import("./tables.js").Tables} tables
   * @param {{ head: string, line: string, mine: string }} told `mine` is the player's own line, where the page returns
   */
  constructor(game, tables, { head, line, mine }) {
    this.game = game;
    this.tables = tables;
    this.head = head;
    this.turns = line.split("~");
    this.mine = mine;
    this.number = 0;
    this.timer = null;
    this.lost = false;
    this.ended = false;
  }

  // Starts at a turn: from the first turn it plays by itself, unless the player prefers less motion.
  async begin(number) {
    this.game.board.darken();
    await this.to(number);
    if (!number && !still() && this.showing) this.run();
    document.getElementById(this.timer === null ? "forward" : "pause")?.focus();
  }

  get showing() {
    return this.game.replaying === this && !this.ended;
  }

  get last() {
    return this.turns.length;
  }

  async to(number) {
    const turns = this.turns.slice(0, Math.max(0, Math.min(number, this.last)));
    const answer = await this.tables.exactly(turns.join("~"));
    if (!this.showing) return;
    this.lost = !answer || Boolean(answer.problem);
    if (!this.lost) {
      const onwards = turns.length === this.number + 1;
      this.number = turns.length;
      this.game.begin(answer);
      this.game.show(null);
      this.game.board.darken();
      if (onwards) this.shown(answer);
    } else {
      this.stop();
      this.game.show(null);
    }
    say(this.words());
  }

  shown(table) {
    const { board } = this.game;
    if (!table.last) return;
    board.drop(table.last.at);
    if (table.last.says) board.light(this.tables.lit(table));
  }

  run() {
    this.timer = setTimeout(async () => {
      await this.to(this.number + 1);
      if (this.timer === null || !this.showing) return;
      if (this.number < this.last) this.run();
      else {
        this.stop();
        this.game.show(null);
      }
    }, PAUSE);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  pause() {
    this.stop();
    this.ended = true;
  }

  // What the panel shows of it

  words() {
    const { table } = this.game;
    if (this.lost) return "No connection: this turn is not stored on this device.";
    const move = table.moves.at(-1) ?? "It begins here.";
    return table.end ? `${move} ${table.end.head}` : move;
  }

  card() {
    const { number, last } = this;
    const step = (id, sign, label, does, off) =>
      make(
        "button",
        { type: "button", id, class: "button round", "aria-label": label, disabled: off, click: does },
        make("span", { "aria-hidden": "true" }, sign),
      );
    const by = (to) => () => {
      this.stop();
      this.to(to);
    };
    const running = this.timer !== null;
    const run = () => {
      if (running) this.stop();
      else this.run();
      this.game.show(null);
      document.getElementById(running ? "run" : "pause")?.focus();
    };
    return make(
      "div",
      { class: "hint", id: "replay" },
      make("h2", {}, this.head, make("span", { class: "who" }, `Turn ${number} of ${last}`)),
      make("p", { id: "replayed" }, seen(this.words())),
      make(
        "div",
        { class: "row steps", role: "group", "aria-label": "Steps" },
        step("back", "‹", "One turn back", by(number - 1), !number),
        running ? step("pause", "❚❚", "Pause", run, false) : step("run", "▶", "Go on by itself", run, number === last),
        step("forward", "›", "One turn on", by(number + 1), number === last),
        make(
          "button",
          { type: "button", class: "button", id: "resume", click: () => this.game.resume() },
          "Back to my game",
        ),
      ),
    );
  }
}
