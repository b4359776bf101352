// What the pages have in common on which a board is put together: all tiles on it can be chosen, and the
// chosen one turned, taken away, and given a piece.

import { Board } from "./board.js";
import { cellOf } from "./cells.js";
import { byId, make, smallButton } from "./dom.js";

const SMALLEST = 24; // pixels: one sees the whole table that one copies

export class EditingBoard extends Board {
  /** @override */
  get smallest() {
    return SMALLEST;
  }

  /** @override */
  squares() {
    const nodes = super.squares();
    for (const node of nodes) {
      const piece = this.game.pieceAt(cellOf(node));
      if (!piece) continue;
      node.classList.add("mp-taken");
      node.setAttribute("aria-label", `(${piece.at.join(", ")}): ${piece.says ?? "tile"}: choose it`);
    }
    return nodes;
  }
}

/**
 * Shows the chosen tile with its tools, and the places for a piece.
 * @param {Readonly<Pick<import("./editor.js").Editor, "chosen" | "remove" | "rotate" | "select" | "take">>} game
 * @param {{ places: { name: string, says: string }[], stands: { where: string, on?: string, none: string },
 *   colours?: HTMLElement | null }} told
 */
export function showChosen(game, { places, stands, colours }) {
  const place = byId("chosen");
  place.hidden = !game.chosen;
  if (!game.chosen) return;
  const had = document.activeElement?.id;
  const chip = (name, text, pressed) =>
    smallButton(`claim.${name ?? "-"}`, text, () => game.take(name), {
      class: "chip",
      "aria-pressed": String(pressed),
    });
  place.replaceChildren(
    make("h2", {}, "This tile"),
    make(
      "div",
      { class: "row" },
      smallButton("turn-left", "⟲", () => game.rotate(-1), { "aria-label": "Turn left" }),
      smallButton("turn-right", "⟳", () => game.rotate(1), { "aria-label": "Turn right" }),
      smallButton("remove", "Remove", () => game.remove()),
      smallButton("leave", "Done", () => game.select(null)),
    ),
    colours ?? "",
    make(
      "div",
      { class: "chips", role: "group", "aria-label": stands.where },
      ...places.map((one) => chip(one.name, one.says, stands.on === one.name)),
      chip(null, stands.none, !stands.on),
    ),
  );
  if (had) byId(had)?.focus({ preventScroll: true });
}
