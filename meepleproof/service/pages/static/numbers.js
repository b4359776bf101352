// A question about a finished table: what does each colour get? The player may tint fields while
// thinking, and types the answer.

import { draw, make, say } from "./dom.js";
import { field, fieldsOn, tinted } from "./fields.js";

export class Numbers {
  /** @param {Readonly<Pick<import("./game.js").Game, "answer" | "owners" | "show" | "table">>} game */
  constructor(game) {
    this.game = game;
    this.paints = new Map(); // from a field, like "0.1.2", to the colour that tints it
    this.colour = 1;
    this.points = [];
  }

  get asked() {
    return this.game.table.numbers;
  }

  parts() {
    const { table } = this.game;
    const brush = (number, label, sign) =>
      make(
        "button",
        {
          type: "button",
          id: `brush.${number}`,
          class: `chip${this.colour === number ? " chosen" : ""}`,
          "aria-pressed": String(this.colour === number),
          click: () => this.dip(number),
        },
        sign,
        label,
      );
    const brushes = table.players.map((player, index) =>
      brush(
        index + 1,
        player.name,
        make("span", { class: `disc ink-${index + 1}`, "aria-hidden": "true" }, String(index + 1)),
      )
    );
    const rows = table.players.map((player, index) =>
      make(
        "label",
        { class: "answer" },
        make("span", { class: `disc ink-${index + 1}`, "aria-hidden": "true" }, String(index + 1)),
        make("span", {}, player.name),
        make("input", {
          type: "number",
          id: `points.${index}`,
          inputmode: "numeric",
          min: 0,
          max: 999,
          step: 1,
          required: true,
          value: this.points[index] ?? "",
          input: (event) => (this.points[index] = event.target.value),
        }),
      )
    );
    const form = make(
      "form",
      { class: "answers", id: "answers", submit: (event) => this.answer(event) },
      ...rows,
      make("button", { class: "button main", id: "play" }, "Is that right?"),
    );
    return [
      make("h2", {}, this.asked.ask),
      make("p", { class: "note" }, this.asked.says),
      make(
        "div",
        { class: "chips", role: "group", "aria-label": "Tint fields for" },
        ...brushes,
        brush(0, "Wipe", null),
      ),
      form,
    ];
  }

  dip(colour) {
    this.colour = colour;
    this.game.show(null);
  }

  paint(key) {
    const { table } = this.game;
    if (!this.asked || table.end) return;
    if (!this.colour || this.paints.get(key) === this.colour) this.paints.delete(key);
    else this.paints.set(key, this.colour);
    this.game.show(null);
    say(this.label(key));
    document.getElementById(`field-${key}`)?.focus({ preventScroll: true });
  }

  answer(event) {
    event.preventDefault();
    const points = this.game.table.players.map((_, index) => String(Number(this.points[index] ?? 0)));
    this.game.answer(points.join("."));
  }

  // What is drawn

  tints() {
    if (!this.paints.size || this.game.owners.shown) return [];
    const rows = [...this.paints].map(([key, colour]) => [key.split(".").map(Number), [colour]]);
    return tinted(this.game.table, rows);
  }

  fields() {
    const { table } = this.game;
    if (!this.asked || table.end) return [];
    return table.pieces.flatMap((piece) =>
      Array.from({ length: fieldsOn(piece) }, (_, number) => {
        const key = [...piece.at, number].join(".");
        return draw(
          "g",
          {
            id: `field-${key}`,
            class: "mp-zone",
            role: "button",
            tabindex: 0,
            "data-field": key,
            "aria-label": this.label(key),
            "aria-pressed": String(this.paints.has(key)),
          },
          field(piece, number, {}),
        );
      })
    );
  }

  label(key) {
    const [x, y, number] = key.split(".").map(Number);
    const paint = this.paints.get(key);
    const whose = paint ? this.game.table.players[paint - 1].name : "not tinted";
    return `field ${number + 1} of (${x}, ${y}): ${whose}`;
  }
}
