// Answers that are neither a turn nor a place on the board: an amount that is typed, tiles that are
// picked. What is given is the line: an amount as it is, the ids of tiles each after a `*`.

import { make, picture } from "./dom.js";

export class Answers {
  /** @param {Readonly<Pick<import("./game.js").Game, "answer" | "table">>} game */
  constructor(game) {
    this.game = game;
    this.typed = "";
    this.picked = new Set();
  }

  parts() {
    return this.game.table.amount ? this.amount() : this.picks();
  }

  amount() {
    const { ask, unit } = this.game.table.amount;
    const field = make("input", {
      type: "number",
      id: "amount",
      inputmode: "numeric",
      min: 0,
      max: 999,
      step: 1,
      required: true,
      value: this.typed,
      input: (event) => (this.typed = event.target.value),
    });
    const label = make(
      "label",
      { class: "answer amount" },
      make("span", {}, ask),
      make("b", { "aria-hidden": "true" }, unit),
      field,
    );
    return [this.form(() => String(Number(this.typed)), label)];
  }

  picks() {
    const { table } = this.game;
    const { ask, cards } = table.picks;
    const boxes = cards.map((id) => {
      const box = make("input", {
        type: "checkbox",
        id: `pick.${id}`,
        checked: this.picked.has(id),
        change: (event) => {
          if (event.target.checked) this.picked.add(id);
          else this.picked.delete(id);
        },
      });
      return make(
        "label",
        { class: "pick" },
        box,
        picture(table.cards[id].art, [44, 44]),
        make("span", {}, table.cards[id].name),
      );
    });
    const group = make("fieldset", { class: "picks" }, make("legend", {}, ask), ...boxes);
    const none = make("p", { class: "note" }, "Tick all of them that do, or none.");
    return [this.form(() => `*${cards.filter((id) => this.picked.has(id)).join("*")}`, group, none)];
  }

  form(line, ...parts) {
    const submit = (event) => {
      event.preventDefault();
      this.game.answer(line());
    };
    return make(
      "form",
      { class: "answers", id: "answers", submit },
      ...parts,
      make("button", { class: "button main", id: "play" }, "Is that right?"),
    );
  }
}
