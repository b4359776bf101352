// What is read now and then: moves, checklist, notes, sharing, keys, sound.

import { byId, copied, make, say, seen, smallButton } from "./dom.js";
import { claimOf } from "./claim.js";
import { setSounds, sounds } from "./joy.js";
import { address, ALONE } from "./place.js";

const NARROW = "(max-width: 899px)";

export class More {
  /** @param {Readonly<Pick<import("./game.js").Game, "about" | "again" | "asked" | "panel" | "reveal" | "table" | "watch">>} game */
  constructor(game) {
    this.game = game;
    this.place = byId("more");
    this.open = false;
  }

  toggle() {
    this.open = !this.open;
    document.body.classList.toggle("more-open", this.open);
    this.game.panel.toolbar();
    /** @type {HTMLElement | null} */
    const first = this.open ? this.place.querySelector("button, summary, a") : byId("more-button");
    first?.focus();
  }

  show() {
    const { table, asked } = this.game;
    if (this.drawn?.table === table && this.drawn?.asked === asked) return;
    this.drawn = { table, asked };
    const opened = new Set(
      [...this.place.querySelectorAll("details[open]")].map((one) => /** @type {any} */ (one).dataset.part),
    );
    const parts = [
      this.closing(),
      this.actions(),
      this.goals(),
      this.moves(),
      this.facts(),
      this.share(),
      this.square(),
      this.keys(),
    ];
    this.place.replaceChildren(...parts.filter(Boolean));
    for (const one of this.place.querySelectorAll("details"))
      if (opened.has(one.dataset.part)) one.open = true;
  }

  closing() {
    return make(
      "button",
      { type: "button", class: "button closing", id: "less", click: () => this.toggle() },
      "Back to the board",
    );
  }

  actions() {
    const { game } = this;
    const { table } = game;
    const shown = game.asked === "solution";
    const parts = [];
    if (table.turns > 1) parts.push(smallButton("again", "Start again", this.away(() => game.again())));
    if (table.help)
      parts.push(
        smallButton("reveal", shown ? "Hide the solution" : "Solution", this.away(() => game.reveal()), {
          "aria-pressed": String(shown),
        }),
      );
    return parts.length ? make("div", { class: "row" }, ...parts) : null;
  }

  // Does what is seen on the board, which on a phone lies below this.
  away(does) {
    return () => {
      if (this.open) this.toggle();
      does();
    };
  }

  part(name, head, ...parts) {
    return make("details", { "data-part": name, id: name }, make("summary", {}, head), ...parts);
  }

  goals() {
    const { table } = this.game;
    if (!table.goals) return null;
    const met = table.goals.filter((one) => one.met !== undefined);
    const items = table.goals.map((one) =>
      make(
        "li",
        {
          class: one.met === undefined ? null : one.met === table.turns ? "met now" : "met",
          "data-goal": one.id,
        },
        make("span", { class: "box", "aria-hidden": "true" }, one.met === undefined ? "☐" : "☑"),
        make("span", { class: "goal" }, one.says),
        " ",
        make("span", { class: "count" }, one.met === undefined ? (one.so_far ?? "") : `Met in turn ${one.met}.`),
      )
    );
    return this.part(
      "checklist",
      `Checklist: ${met.length} of ${items.length} goals met`,
      make("ol", { class: "checklist" }, ...items),
    );
  }

  moves() {
    const { moves } = this.game.table;
    if (!moves.length) return null;
    // A turn is shown on the board, if the line has one for each sentence.
    const { line } = this.game.table;
    const shown = line.split("~").length === moves.length;
    const items = moves.map((text, index) => {
      const watch = this.away(() => this.game.watch("Moves", line, index + 1));
      const move = shown
        ? make("button", { type: "button", class: "move", title: "Show it on the board", click: watch }, seen(text))
        : seen(text);
      return make("li", { value: index + 1 }, move);
    });
    items.reverse();
    return this.part("moves", `Moves (${moves.length})`, make("ol", { class: "story" }, ...items));
  }

  facts() {
    const { about, table } = this.game;
    // The card of a solved puzzle says what was proved.
    const proof = table.end?.kind === "solved" ? null : about.proof;
    const notes = [proof, ...(table.notes ?? []), about.unhelped].filter(Boolean);
    if (!notes.length) return null;
    const check = about.claims ? claimOf(about.code) : "";
    return make("div", { class: "facts" }, ...notes.map((note) => make("p", { class: "note" }, note)), check);
  }

  share() {
    const { about } = this.game;
    if (about.own) return make("p", { class: "row" }, this.sound());
    const share = about.share && address(about.share);
    const copy = async ({ target }) => {
      const done = await copied(new URL(share ?? location.href, location.href).href);
      target.textContent = done ? "Copied" : "Copy the link by hand";
      say(target.textContent);
    };
    return make(
      "p",
      { class: "row" },
      share ? make("a", { id: "share", class: "button small", href: share }, "Link to this puzzle") : null,
      smallButton("copy", share ? "Copy" : "Copy the link", copy),
      about.paper ? make("a", { id: "paper", class: "button small", href: address(about.paper) }, "Print") : null,
      about.edit ? make("a", { id: "edit", class: "button small", href: address(about.edit) }, "Edit a copy") : null,
      this.sound(),
    );
  }

  // The link as a square code for a phone, drawn when it is wanted.
  square() {
    const { share, opens } = this.game.about;
    if (!share || ALONE || matchMedia("(pointer: coarse)").matches) return null; // a server draws it
    const part = this.part("square", "Open it on a phone");
    part.addEventListener("toggle", () => {
      if (!part.open || part.querySelector("img")) return;
      const src = address(`/qr.svg?${new URLSearchParams({ path: opens ?? share })}`);
      part.append(make("img", { class: "square-code", src, alt: "The link as a square code" }));
    });
    return part;
  }

  sound() {
    const on = sounds();
    return make(
      "button",
      {
        type: "button",
        id: "sound",
        class: "button small",
        "aria-pressed": String(on),
        click: () => {
          setSounds(!on);
          this.drawn = null;
          this.show();
          byId("sound").focus();
        },
      },
      on ? "Sound: on" : "Sound: off",
    );
  }

  keys() {
    const rows = [
      ["Tab, arrows", "go to the squares, and from square to square"],
      ["Enter", "choose"],
      ...(this.game.table.grid ? [] : [["R, Shift R", "turn the tile"]]),
      ["U, Shift U", "undo a step, redo it"],
      ...(this.game.table.help ? [["H", "hint"]] : []),
    ];
    if (matchMedia(NARROW).matches && matchMedia("(pointer: coarse)").matches) return null;
    const items = rows.map(([key, does]) => make("li", {}, make("kbd", {}, key), ` ${does}`));
    return this.part("keys", "Keys", make("ul", { class: "keys" }, ...items));
  }
}
