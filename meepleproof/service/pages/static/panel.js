// The strip, the turn and the tools: which part of them is shown, and where the focus goes.

import { factsOf, packsOf } from "./cards.js";
import { byId, draw, first, make, smallButton } from "./dom.js";
import { helpOf } from "./help.js";
import { askedOf, doing, numbersOf } from "./question.js";
import { showPlayers, showTiles } from "./strip.js";
import { answeredOf, headOf, making, refusal, refutedOf } from "./turn.js";

// Strokes on a square of 20, beside the words of a tool.
const SIGNS = {
  undo: "M8,4 L3,9 L8,14 M3,9 H12 A4,4 0 0 1 12,17 H9",
  redo: "M12,4 L17,9 L12,14 M17,9 H8 A4,4 0 0 0 8,17 H11",
  hint: "M7,14 C3,10 5,3 10,3 C15,3 17,10 13,14 Z M8,17.5 H12",
  check: "M3,11 L8,16 L17,4",
  aim: "M10,2 A8,8 0 1 0 10.01,2 M10,7 A3,3 0 1 0 10.01,7",
  owners: "M10,3 A3,3 0 1 0 10.01,3 M3,17 C4,9 16,9 17,17 Z",
  "more-button": "M3,5 H17 M3,10 H17 M3,15 H17",
};

const AT_ONCE = 150; // milliseconds

export class Panel {
  /** @param {Readonly<Pick<import("./game.js").Game, "about" | "aimed" | "art" | "board" | "check" | "choice" | "hint" | "hintsShown" | "more" | "numbers" | "owners" | "again" | "done" | "quiz" | "redo" | "replaying" | "revealing" | "showAim" | "steps" | "table" | "undo" | "waiting">>} game */
  constructor(game) {
    this.game = game;
    this.turn = byId("turn");
    this.tools = byId("tools");
    this.wrong = "";
    /** @type {typeof import("./end.js") | null} */
    this.ends = null;
  }

  // What shows the end of a game, and lines turn by turn, is fetched when the first turn can be made already.
  async meetEnd() {
    this.ends ??= await import("./end.js");
    return this.ends;
  }

  show() {
    this.had = document.activeElement?.id;
    // What does not change while a turn is chosen is left as it is.
    if (this.drawn !== this.game.table) showPlayers(this.game);
    if (this.drawn !== this.game.table || this.art !== this.game.art || this.game.table.hand)
      showTiles(this.game);
    this.drawn = this.game.table;
    this.art = this.game.art;
    this.turn.inert = this.game.waiting !== null;
    if (this.game.waiting !== null && !this.wrong) this.wait();
    else this.turn.replaceChildren(...this.parts().filter(Boolean));
    this.toolbar();
    this.wrong = "";
    if (this.had && document.activeElement?.id !== this.had)
      byId(this.had)?.focus({ preventScroll: true });
  }

  // Most answers come at once: the turn just made stays until then, so that the board keeps its size.
  wait() {
    const { waiting } = this.game;
    setTimeout(() => {
      if (this.game.waiting === waiting) this.turn.replaceChildren(make("p", { class: "waits" }, "…"));
    }, AT_ONCE);
  }

  parts() {
    const { game } = this;
    const { table } = game;
    if (this.wrong) return [make("p", { class: "refusal", id: "problem" }, this.wrong)];
    if (game.replaying !== null) return [game.replaying.card()];
    const help = helpOf(game);
    const owners = game.owners.card();
    if (owners) return [owners];
    if (game.done) return [this.ends?.doneOf(game), help];
    if (table.end) return [this.ends?.endOf(game), help, factsOf(game), packsOf(game)];
    if (table.numbers) return [...(game.numbers?.parts() ?? []), help];
    if (table.quiz) return [...(game.quiz?.parts() ?? []), help];
    const refused = table.refused ? refusal(table.refused.says, table.refused.rules) : null;
    if (table.ask) return [...askedOf(game), refused, help, ...doing(game), numbersOf(game), packsOf(game)];
    if (!table.tile && !table.hand) return [refused, help];
    return [
      headOf(game),
      game.about.lesson && !game.choice.at
        ? make("p", { class: "lesson", id: "lesson" }, game.about.lesson.says)
        : null,
      refused,
      table.notice ? make("p", { class: "note" }, table.notice) : null,
      answeredOf(game),
      refutedOf(game),
      help,
      ...making(game),
    ];
  }

  toolbar() {
    const { game } = this;
    const { table } = game;
    if (game.replaying !== null) {
      this.tools.replaceChildren();
      return;
    }
    const parts = [];
    if (table.line && !game.choice.at && !game.choice.act) parts.push(tool("undo", "Undo", () => game.undo()));
    if (game.steps.canRedo) parts.push(tool("redo", "Redo", () => game.redo()));
    const going = !game.done && (table.tile || table.hand || table.numbers || table.ask || table.quiz) && !table.end &&
      table.help;
    if (going && game.hintsShown < Math.max(1, table.help.hints.length))
      parts.push(tool("hint", game.hintsShown ? "Next hint" : "Hint", () => game.hint()));
    if (going && table.turns) parts.push(tool("check", "Am I on track?", () => game.check()));
    if (table.aim && !table.end)
      parts.push(
        tool("aim", "The table to reach", () => game.showAim(), { "aria-pressed": String(game.aimed) }),
      );
    if (table.features?.length && !table.end)
      parts.push(
        tool("owners", "Who owns what?", () => game.owners.toggle(), {
          "aria-pressed": String(game.owners.shown),
        }),
      );
    parts.push(
      tool("more-button", "More", () => game.more.toggle(), { "aria-expanded": String(game.more.open) }),
    );
    this.tools.replaceChildren(...parts);
    document.body.classList.toggle("busy", game.waiting !== null);
  }

  async problem(text) {
    this.wrong = text;
    const told = make("p", { class: "refusal", id: "problem", tabindex: -1 }, text);
    this.turn.replaceChildren(told);
    const ends = await this.meetEnd().catch(() => null); // there may be no connection
    if (ends) told.after(ends.onwards(this.game, false));
  }

  // The focus goes to what can be done next.
  focus(on) {
    const places = {
      answer: ["play", "order.0", ".chip:not(.off)", "turn-right"],
      refusal: ["refusal", "turn-right"],
      board: [],
      turn: ["banner", "owned"],
      end: ["banner"],
      help: ["told", "reveal", "more-button"],
    }[on];
    // Who turns the tile by its buttons goes on turning it.
    if (on === "answer" && document.activeElement?.matches(".turning .button")) return;
    if (!this.game.table.tile && this.game.table.hand && on === "turn") {
      byId("card.0")?.focus({ preventScroll: true });
      return;
    }
    if (!byId("banner") && (on === "board" || on === "turn")) {
      this.game.board.begin()?.focus({ preventScroll: true });
      return;
    }
    for (const place of places) {
      const found = byId(place) ?? query(place);
      if (!found) continue;
      found.focus();
      return;
    }
  }
}

function query(place) {
  return /^[.#]/.test(place) ? first(place) : null;
}

/**
 * A button of the tools: its sign and its words.
 * @param {keyof typeof SIGNS} id
 * @param {string} text
 * @param {() => void} does
 * @param {Record<string, string>} more
 */
function tool(id, text, does, more = {}) {
  const button = smallButton(id, text, does, more);
  button.prepend(
    draw("svg", { viewBox: "0 0 20 20", class: "sign", "aria-hidden": "true" }, draw("path", { d: SIGNS[id] })),
  );
  return button;
}
