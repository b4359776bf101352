// Questions about what was played: each has options to choose from, by a list or on the board. Frames show it
// step by step.

import { outline, same } from "./cells.js";
import { make, say, seen } from "./dom.js";

const APART = "*";

export class Quiz {
  /** @param {Readonly<Pick<import("./game.js").Game, "answer" | "board" | "show" | "table">>} game */
  constructor(game) {
    this.game = game;
    this.chosen = []; // the value chosen for each question
    this.frame = 0;
    this.number = 0; // of the question that is asked now
  }

  get asked() {
    return this.game.table.quiz;
  }

  get question() {
    return this.asked.questions[this.number];
  }

  begin(table) {
    this.number = 0;
    return this.lay(table);
  }

  // Lays the pieces of the frame that is shown onto a table of questions; others stay as they are.
  lay(table) {
    const { quiz } = table;
    if (!quiz) return table;
    quiz.base ??= table.pieces;
    const shown = this.shown(quiz);
    const more = shown.flatMap((frame) => frame.pieces);
    table.span = [...quiz.base, ...quiz.frames.flatMap((frame) => frame.pieces)].map((one) => one.at);
    const under = quiz.base.filter((one) => !more.some((other) => same(one.at, other.at)));
    table.pieces = [...under, ...lastOf(more)];
    return table;
  }

  // The frames up to the one that is shown; of those that stand alone just that one.
  shown({ frames }) {
    const frame = frames[this.frame];
    if (!frame) return [];
    return frame.alone ? [frame] : frames.slice(0, this.frame + 1);
  }

  // The options of a question that go with what was chosen before.
  options(number = this.number) {
    const [first] = this.chosen;
    return this.asked.questions[number].options.filter((one) => !one.of || one.of.includes(first));
  }

  step(to) {
    const { frames } = this.asked;
    this.frame = Math.max(0, Math.min(frames.length - 1, to));
    this.draw();
    say(frames[this.frame].says);
  }

  ask(number) {
    this.number = number;
    const { frame } = this.question;
    if (frame !== undefined) this.frame = frame;
    this.draw();
    say(this.question.ask);
  }

  choose(value) {
    const { questions } = this.asked;
    this.chosen[this.number] = value;
    if (this.number === 0 && questions.some((one) => one.options.some((each) => each.of))) this.chosen.length = 1;
    const open = questions.findIndex((_, number) => this.chosen[number] === undefined);
    const isFirstOfTwo = questions.length === 2 && this.number === 0;
    if (open >= 0) this.ask(open);
    else if (isFirstOfTwo) this.ask(1);
    else this.draw();
  }

  // A tile that was tapped is an answer where it is one of the options.
  tap(at) {
    const found = this.tapped().find((one) => same(one.at, at));
    if (!found) return;
    this.number = 0;
    this.choose(found.value);
  }

  // Options on the board: those of the first question that lie there now.
  tapped() {
    const lying = this.game.table.pieces;
    const all = this.asked.questions[0].options.filter((one) => one.at);
    return all.filter((one) => lying.some((piece) => same(piece.at, one.at)));
  }

  squares() {
    return this.tapped().map(({ at, says }) => ({ at, says, ways: [], look: true, does: "choose" }));
  }

  marks() {
    const marked = this.asked.frames[this.frame]?.marked ?? [];
    const first = this.asked.questions[0].options.find((one) => one.value === this.chosen[0]);
    return [
      ...marked.map((at) => outline(at, "mp-last")),
      ...(first?.at ? [outline(first.at, "mp-new")] : []),
    ];
  }

  draw() {
    const { game } = this;
    this.lay(game.table);
    game.board.redraw();
    game.show(null);
  }

  // What the panel shows

  parts() {
    const { questions, frames } = this.asked;
    const ready = questions.every((_, number) => this.chosen[number] !== undefined);
    const submit = make(
      "button",
      { type: "button", id: "play", class: "button main", disabled: !ready, click: () => this.answer() },
      "Is that right?",
    );
    return [
      frames.length ? this.steps() : null,
      questions.length > 1 ? this.all() : null,
      this.one(),
      make("div", { class: "ready" }, make("div", { class: "row" }, submit)),
    ];
  }

  answer() {
    this.frame = Math.max(0, this.asked.frames.length - 1);
    this.game.answer(this.chosen.join(APART));
  }

  steps() {
    const { frames } = this.asked;
    const by = (id, sign, label, to) =>
      make(
        "button",
        {
          type: "button",
          id,
          class: "button round",
          "aria-label": label,
          disabled: to < 0 || to >= frames.length,
          click: () => this.step(to),
        },
        make("span", { "aria-hidden": "true" }, sign),
      );
    return make(
      "div",
      { class: "quiz-steps" },
      make(
        "div",
        { class: "row steps", role: "group", "aria-label": "Steps" },
        by("back", "‹", "One step back", this.frame - 1),
        by("forward", "›", "One step on", this.frame + 1),
      ),
      make("p", { id: "frame" }, seen(frames[this.frame].says)),
    );
  }

  // All questions with what was answered.
  all() {
    const items = this.asked.questions.map((one, number) => {
      const value = this.chosen[number];
      const found = one.options.find((each) => each.value === value);
      return make(
        "button",
        {
          type: "button",
          id: `ask.${number}`,
          class: `chip${number === this.number ? " chosen" : ""}`,
          "aria-pressed": String(number === this.number),
          "aria-label": `${one.ask} ${found?.says ?? "not answered"}`,
          click: () => this.ask(number),
        },
        `${one.short}: ${found ? (found.short ?? found.says) : "…"}`,
      );
    });
    return make("div", { class: "chips quiz", role: "group", "aria-label": "Questions" }, ...items);
  }

  one() {
    const { ask } = this.question;
    const chips = this.options().map((one) =>
      make(
        "button",
        {
          type: "button",
          id: `option.${one.value}`,
          class: `chip${this.chosen[this.number] === one.value ? " chosen" : ""}`,
          "aria-pressed": String(this.chosen[this.number] === one.value),
          click: () => this.choose(one.value),
        },
        one.says,
      )
    );
    const onBoard = this.number === 0 && this.tapped().length ? " Tap it on the board, or choose:" : "";
    return make(
      "div",
      {},
      make("p", { class: "ask" }, make("b", {}, ask), onBoard),
      make("div", { class: "chips quiz", role: "group", "aria-label": ask }, ...chips),
    );
  }
}

// Of several pieces on one square the last.
function lastOf(pieces) {
  return pieces.filter((one, number) => !pieces.slice(number + 1).some((other) => same(one.at, other.at)));
}
