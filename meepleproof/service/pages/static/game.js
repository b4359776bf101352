// A game on the page: its turns, help, and all parts that show it. What may be done, what it brings and
// what it is called comes from the server as a table (see docs/development/page.md). No rules.

import { Answers } from "./answers.js";
import { Board } from "./board.js";
import { same } from "./cells.js";
import { Choosing, noChoice } from "./choosing.js";
import { byId, make, say } from "./dom.js";
import { Dragging } from "./drag.js";
import { helpSaid } from "./help.js";
import { celebrate, cheer, land, waysHome } from "./joy.js";
import { squaresOf } from "./lines.js";
import { More } from "./more.js";
import { Owners } from "./owners.js";
import { Panel } from "./panel.js";
import * as progress from "./progress.js";
import { Revealing } from "./revealing.js";
import { Steps } from "./steps.js";
import { afterTurn } from "./tables.js";
import { announcement } from "./words.js";

const AGAIN = 2000; // milliseconds until something is asked for again

export class Game extends Choosing {
  /**
   * @param {any} about
   * @param {import("./tables.js").Tables} tables
   * @param {import("./playing.js").Parts} parts those that few tables have
   */
  constructor(about, tables, { Quiz, Numbers }) {
    super();
    this.about = about;
    this.tables = tables;
    this.quiz = Quiz ? new Quiz(this) : null;
    this.numbers = Numbers ? new Numbers(this) : null;
    this.begin(tables.first);
    this.aimed = false; // whether the table to reach is shown in place of the one that lies
    this.hintsShown = 0;
    this.asked = null; // what is shown beside the turn: "check", "solution", or "sure" before that
    this.done = false; // whether the puzzle was solved before, and its result is shown
    /** @type {(() => void) | null} */
    this.undoing = null;
    this.waiting = null; // a turn that was made and not yet answered
    /** @type {import("./replay.js").Replay | null} */
    this.replaying = null; // what is shown turn by turn instead of the player's own game
    this.ended = ""; // the free game that was played to its end on this page
    this.own = new Set([""]); // lines whose turns were all made here, not by a link
    /** @type {Steps} */
    this.steps = new Steps(this);
    /** @type {Revealing} */
    this.revealing = new Revealing(this);
    /** @type {Owners} */
    this.owners = new Owners(this);
    /** @type {Answers} */
    this.answers = new Answers(this);
    /** @type {Board} */
    this.board = new Board(byId("board"), this);
    /** @type {Panel} */
    this.panel = new Panel(this);
    /** @type {More} */
    this.more = new More(this);
    new Dragging(this);
  }

  /**
   * A table of questions shows one of its frames.
   * @override
   */
  begin(table, card) {
    this.aimed = false;
    super.begin(this.quiz?.begin(table) ?? table, card);
  }

  /**
   * What is tapped is an answer to a question, or, where each tile has its place, the tile to lay there.
   * @override
   */
  lay(at) {
    const { table } = this;
    if (table.end) return;
    if (table.quiz) {
      this.quiz?.tap(at);
      return;
    }
    const card = table.aim && !table.tile ? this.cardFor(at) : -1;
    if (card >= 0) this.hold(card);
    super.lay(at);
  }

  cardFor(at) {
    return (this.table.hand ?? []).findIndex((one) => one.squares.some((square) => same(square.at, at)));
  }

  showAim() {
    this.aimed = !this.aimed;
    this.board.redraw();
    this.show(null);
  }

  // Turns

  async commit() {
    const play = this.play;
    if (!play || this.waiting !== null || this.replaying !== null) return;
    this.revealing.settle();
    const [turn, number] = play;
    const effect = this.table.effects[number];
    const before = this.table;
    const line = before.line ? `${before.line}~${turn}` : turn;
    const laid = this.laid();
    this.owners.forget();
    this.waiting = line;
    const own = this.own.has(before.line);
    history.pushState({ line, from: before.line, own }, "", this.tables.address(line));
    const ways = laid ? waysHome(before, laid, effect, this.board) : [];
    this.begin(afterTurn(before, laid, effect, line));
    this.forgetHelp();
    this.show(null);
    if (laid) land(laid, effect, ways, this.board);
    cheer(effect);
    if (own) this.own.add(line);
    this.keepLine(line);
    await this.arrive(line, true);
  }

  // Gives an answer that is typed, not played.
  async answer(line) {
    if (this.waiting !== null) return;
    this.revealing.settle();
    this.waiting = line;
    this.own.add(line);
    history.pushState({ line, from: this.table.line, own: true }, "", this.tables.address(line));
    this.forgetHelp();
    this.show(null);
    await this.arrive(line, true);
  }

  // Asks for the table after a line, again and again if there is no connection; false if another line was
  // asked for meanwhile. `others` is what others played since the last turn.
  async arrive(line, mine, others = []) {
    const laid = this.table.line === line ? this.table : null;
    const answer = await this.tables.after(line, () => this.lost(line), laid);
    if (answer === null || this.waiting !== line) return false;
    if (answer.end && !(await this.meetEnd(line))) return false;
    this.waiting = answer.goes_on ? answer.line : null;
    this.found();
    if (answer.problem) {
      this.panel.problem(answer.problem);
      return true;
    }
    const solved = answer.end?.kind === "solved" && mine;
    const played = answer.answered ?? [];
    this.begin(others.length ? { ...answer, answered: [...others, ...played] } : answer);
    if (answer.line !== line) this.goneOn(line, answer);
    // Also if the page was closed before the answer came: what is remembered already is not counted again.
    if (answer.end && this.own.has(line)) this.remember(answer, mine);
    this.show(answer.end ? "end" : "turn");
    if (mine) { for (const one of played) this.board.drop(one.at); }
    say(announcement(this));
    if (mine && answer.end?.steps) {
      const { countUp } = await this.panel.meetEnd();
      await countUp(this, answer.end.steps);
    }
    if (solved && this.table === answer) celebrate(this.board, this.tables.lit(answer));
    if (this.table.goes_on) await this.goOn(mine);
    return true;
  }

  // Others are still to move: asks for what they play next.
  async goOn(mine) {
    const { line, answered } = this.table;
    this.waiting = line; // until they have played
    await this.arrive(line, mine, answered ?? []);
  }

  // Others answered: the line is longer than the one asked for, and undo goes back before the player's turn.
  goneOn(line, answer) {
    const own = this.own.has(line);
    if (own) this.own.add(answer.line);
    history.replaceState(
      { line: answer.line, from: answer.back ?? line, own },
      "",
      this.tables.address(answer.line),
    );
    if (!answer.end) this.keepLine(answer.line);
  }

  // An attempt that has come to its end; a free game counts only if that was just played.
  remember({ line, end, path, help }, mine) {
    const attempt = { line, art: path.map(([art]) => art) };
    if (end.kind === "missed") {
      if (help?.check.turn) attempt.wrong = help.check.turn;
      progress.missed(this.about, attempt, end.tells);
    }
    if (end.kind === "solved") progress.solved(this.about, attempt);
    if (end.kind === "solved" && this.about.lesson)
      progress.setSetting(`lesson-${this.about.lesson.number}`, true);
    if (end.kind !== "over" || !mine) return;
    this.ended = line;
    progress.ended(this.about, this.table);
  }

  // All turns of a line were made here.
  owns(line) {
    const turns = line.split("~");
    for (let number = 1; number <= turns.length; number++)
      this.own.add(turns.slice(0, number).join("~"));
  }

  keepLine(line) {
    if (this.own.has(line)) progress.played(this.about, line);
  }

  // Whether the turns on the board were made here, so that they count.
  get counts() {
    return this.own.has(this.table.line);
  }

  // What shows an end is asked for until it is here; false if it is not awaited any more.
  async meetEnd(line) {
    while (!(await this.panel.meetEnd().catch(() => null))) {
      if (!this.lost(line)) return false;
      await this.tables.pause(AGAIN);
    }
    return this.waiting === line;
  }

  lost(line) {
    if (this.waiting !== line) return false;
    const place = byId("offline");
    place.replaceChildren(
      make("span", {}, "No connection. Your turn is kept; trying again…"),
      make("button", { type: "button", class: "button small", id: "retry" }, "Try now"),
    );
    byId("retry").addEventListener("click", () => this.tables.hurry());
    place.hidden = false;
    return true;
  }

  found() {
    byId("offline").hidden = true;
  }

  undo() {
    if (this.replaying !== null) this.resume();
    else this.steps.undo();
  }

  redo() {
    this.steps.redo();
  }

  // Goes back before the last turn; `done` is called once the table is that of before.
  undoTurn(done) {
    const { line } = this.table;
    const shorter = this.table.back ?? line.split("~").slice(0, -1).join("~");
    this.owners.forget();
    this.waiting = null;
    this.found();
    this.undoing = done;
    if (history.state?.line === line && history.state.from === shorter) history.back();
    else {
      history.replaceState({ line: shorter, own: this.counts }, "", this.tables.address(shorter));
      this.go(shorter);
    }
  }

  // Goes on to a line that was undone.
  redoTurn(line) {
    const { line: from } = this.table;
    history.pushState({ line, from, own: this.own.has(line) }, "", this.tables.address(line));
    this.go(line);
  }

  /** Begins anew, from a line that may be empty. */
  again(line = "") {
    this.done = false;
    if (line === this.table.line) {
      this.show("board");
      return;
    }
    history.pushState({ line, from: this.table.line, own: this.own.has(line) }, "", this.tables.address(line));
    this.go(line);
  }
  // Shows the table after a line that was not just played: after undo, opening or resuming.
  async go(line) {
    this.replaying?.pause();
    this.replaying = null;
    this.waiting = line;
    this.choice = noChoice();
    this.owners.forget();
    this.forgetHelp();
    const kept = this.tables.kept(line);
    if (kept) this.begin(kept);
    this.show(kept ? "turn" : null);
    if (!(await this.arrive(line, false))) return;
    this.undoing?.();
    this.undoing = null;
    if (this.steps.canRedo) this.show(null);
    if (!this.table.end) this.keepLine(line);
  }

  // Help

  hint() {
    const hints = this.table.help?.hints;
    if (!hints) return;
    if (!hints.length) this.asked = "check";
    else this.hintsShown = Math.min(this.hintsShown + 1, hints.length);
    progress.helped(this.about, "hints");
    this.show("help");
    for (const at of this.hinted) this.board.reveal(at);
    say(helpSaid(this));
  }

  check() {
    this.asked = "check";
    progress.helped(this.about, "hints");
    this.show("help");
    say(this.table.help.check.says);
  }

  reveal() {
    this.revealing.toggle();
  }

  // Shows a line turn by turn; the player's own game stays as it is.
  async watch(head, line, number = 0) {
    const ends = await this.panel.meetEnd().catch(() => null);
    if (!ends) return this.panel.problem("No connection: this cannot be shown now.");
    const mine = this.replaying?.mine ?? this.table.line;
    this.choice = noChoice();
    this.asked = null;
    this.waiting = null;
    this.owners.forget();
    this.replaying?.pause();
    this.replaying = new ends.Replay(this, this.tables, { head, line, mine });
    this.replaying.begin(number);
  }

  // Back to the player's own game.
  resume() {
    const { replaying } = this;
    replaying?.pause();
    this.replaying = null;
    if (replaying) this.go(replaying.mine);
  }

  // What is drawn on the board beside tiles and pieces: tints, frames, and fields to tap

  tints() {
    return [...this.owners.tints(), ...(this.numbers?.tints() ?? [])];
  }

  framed() {
    return this.owners.cells();
  }

  zones() {
    return this.numbers?.fields() ?? [];
  }

  paint(field) {
    this.numbers?.paint(field);
  }

  forgetHelp() {
    this.hintsShown = 0;
    if (this.asked !== "solution") this.asked = null;
  }

  get hinted() {
    const hints = this.table.help?.hints ?? [];
    // A solution without turns is about what the last hint marks.
    const told = this.asked === "solution" && !this.table.help?.solution.line;
    const hint = told ? hints.at(-1) : hints[this.hintsShown - 1];
    return hint?.at ? [hint.at] : (hint?.cells ?? []);
  }

  // The squares of the solution in the order of its turns, while it is shown in words.
  get numbered() {
    return this.asked === "solution" ? squaresOf(this.table.help?.solution.line ?? "") : [];
  }

  /** @override */
  shake() {
    this.board.shake();
  }

  /**
   * Showing: all parts, and where the focus goes.
   * @override
   */
  show(focus) {
    this.panel.show();
    this.board.show();
    this.more.show();
    if (focus) this.panel.focus(focus);
  }
}
