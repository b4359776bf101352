// Who owns what, on demand: the features with followers, one by one, a farm with its fields in the
// colours of its owners and the completed cities that it touches.

import { draw, make, smallButton } from "./dom.js";
import { tinted } from "./fields.js";
import { helped } from "./progress.js";

export class Owners {
  /**
   * @param {Readonly<Pick<import("./game.js").Game, "about" | "board" | "show" | "table">
   *   & { numbers: Pick<import("./numbers.js").Numbers, "paints"> | null }>} game
   */
  constructor(game) {
    this.game = game;
    this.shown = false;
    this.number = 0;
  }

  // After a mistake about farms these are shown, else all that is owned.
  get features() {
    const { table } = this.game;
    return table.mistakes ?? table.features ?? [];
  }

  get feature() {
    return this.shown ? this.features[this.number] : null;
  }

  forget() {
    this.shown = false;
    this.number = 0;
  }

  toggle() {
    this.shown = !this.shown;
    this.number = 0;
    if (this.shown && this.game.table.mistakes) helped(this.game.about, "revealed");
    this.game.show(null);
    this.look();
    document.getElementById(this.shown ? "owned" : "owners")?.focus();
  }

  step(by) {
    const all = this.features.length;
    this.number = (this.number + by + all) % all;
    this.game.show(null);
    this.look();
    document.getElementById("owned-says")?.focus();
  }

  // Brings what is shown into view: all of it if there is room, else its middle.
  look() {
    const { feature } = this;
    const cells = feature?.fields ?? feature?.cells ?? [];
    if (!cells.length) return;
    const ends = [0, 1].map((axis) => {
      const found = cells.map((cell) => cell[axis]);
      return [Math.min(...found), Math.max(...found)];
    });
    for (const end of [0, 1]) this.game.board.reveal(ends.map((pair) => pair[end]));
    this.game.board.reveal(ends.map(([least, most]) => Math.round((least + most) / 2)));
  }

  // The way in from the end of a game.
  offer() {
    const { table } = this.game;
    if (!this.features.length) return null;
    const over = table.end?.kind === "over" ? "Final scoring, feature by feature" : "Who owned what?";
    const text = table.mistakes ? "Show what was misread" : over;
    return make(
      "button",
      { type: "button", class: "button", id: "owners", click: () => this.toggle() },
      text,
    );
  }

  head() {
    const { table } = this.game;
    if (table.mistakes) return "What was misread";
    return table.end?.kind === "over" ? "Final scoring" : "Who owns what";
  }

  card() {
    const { feature } = this;
    if (!feature) return null;
    const wrong = this.misread().length;
    return make(
      "div",
      { class: "owned", id: "owned", tabindex: -1 },
      make("h2", {}, this.head()),
      make(
        "p",
        { id: "owned-says", tabindex: -1 },
        ...feature.owners.map((number) =>
          make("span", { class: `disc ink-${number}`, "aria-hidden": "true" }, String(number))
        ),
        make("span", {}, ` ${feature.says}`),
      ),
      wrong
        ? make("p", { class: "note" }, `${wrong} of the fields that you tinted belong to others: they are crossed out.`)
        : null,
      make(
        "p",
        { class: "row" },
        ...(this.features.length > 1
          ? [
            smallButton("owned-before", "‹ Before", () => this.step(-1)),
            make("span", { class: "of" }, `${this.number + 1} of ${this.features.length}`),
            smallButton("owned-next", "Next ›", () => this.step(1)),
          ]
          : []),
        smallButton("owned-close", "Close", () => this.toggle()),
      ),
    );
  }

  // What is drawn: fields in the owners' colours, and frames around cells.

  tints() {
    const { feature } = this;
    if (!feature?.fields) return [];
    return [
      ...tinted(this.game.table, feature.fields.map((field) => [field, feature.owners])),
      ...this.misread().map((field) => crossed(field)),
    ];
  }

  cells() {
    const { feature } = this;
    if (!feature) return [];
    const cells = (feature.cells ?? []).map((at) => [at, "mp-owned"]);
    const cities = (feature.cities ?? []).flat().map((at) => [at, "mp-fed"]);
    return [...cells, ...cities];
  }

  // The fields of the farm that the player tinted for others.
  misread() {
    const { feature, game } = this;
    if (!feature?.fields) return [];
    return feature.fields.filter((field) => {
      const paint = game.numbers?.paints.get(field.join("."));
      return paint && !feature.owners.includes(paint);
    });
  }
}

function crossed(at) {
  const [x, y] = at;
  return draw("path", {
    class: "mp-wrong",
    d: `M${x * 100 + 12},${-y * 100 + 12} l76,76 m0,-76 l-76,76`,
  });
}
