// The strip, the turn and the tools: which part of them is shown, and where the focus goes.

import { factsOf, packsOf } from "./cards.js";
import { byId, first, make, smallButton } from "./dom.js";
import { helpOf } from "./help.js";
import { askedOf, doing, numbersOf } from "./question.js";
import { showPlayers, showTiles } from "./strip.js";
import { answeredOf, headOf, making, refusal, refutedOf } from "./turn.js";

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
    this.turn.replaceChildren(...this.parts().filter(Boolean));
    this.toolbar();
    this.wrong = "";
    if (this.had && document.activeElement?.id !== this.had)
      byId(this.had)?.focus({ preventScroll: true });
  }

  parts() {
    const { game } = this;
    const { table } = game;
    if (this.wrong) return [make("p", { class: "refusal", id: "problem" }, this.wrong)];
    if (game.waiting) return [make("p", { class: "waits" }, "…")];
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
    if (table.line && !game.choice.at && !game.choice.act) parts.push(smallButton("undo", "Undo", () => game.undo()));
    if (game.steps.canRedo) parts.push(smallButton("redo", "Redo", () => game.redo()));
    const going = !game.done && (table.tile || table.hand || table.numbers || table.ask || table.quiz) && !table.end &&
      table.help;
    if (going && game.hintsShown < Math.max(1, table.help.hints.length))
      parts.push(smallButton("hint", game.hintsShown ? "Next hint" : "Hint", () => game.hint()));
    if (going && table.turns) parts.push(smallButton("check", "Am I on track?", () => game.check()));
    if (table.aim && !table.end)
      parts.push(
        smallButton("aim", "The table to reach", () => game.showAim(), { "aria-pressed": String(game.aimed) }),
      );
    if (table.features?.length && !table.end)
      parts.push(
        smallButton("owners", "Who owns what?", () => game.owners.toggle(), {
          "aria-pressed": String(game.owners.shown),
        }),
      );
    parts.push(
      smallButton("more-button", "More", () => game.more.toggle(), { "aria-expanded": String(game.more.open) }),
    );
    this.tools.replaceChildren(...parts);
    document.body.classList.toggle("busy", Boolean(game.waiting));
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
