// The pieces to set on a table that is scored: chosen by colour and sort, or dragged onto a tile.

import { TILE } from "./cells.js";
import { byId, make, picture } from "./dom.js";

const SORTS = [
  ["little", "pawn", "follower"],
  ["big", "big", "big follower"],
  ["builder", "builder", "builder"],
];
const COLOURS = { 2: 4 }; // of two players; others have one colour each
const SLIP = 8; // pixels after which it is a drag, not a tap

export function coloursOf(players) {
  return COLOURS[players] ?? players;
}

/** @param {Readonly<Pick<import("./scoring.js").Scoring, "colour" | "names" | "pick" | "sort" | "told">>} scoring */
export function showPalette(scoring) {
  const place = byId("palette");
  const had = document.activeElement?.id;
  const colours = coloursOf(scoring.told.players);
  const choose = (id, label, pressed, does, ...parts) =>
    make("button", {
      type: "button",
      id,
      class: "button small",
      "aria-label": label,
      "aria-pressed": String(pressed),
      click: does,
    }, ...parts);
  place.replaceChildren(
    make(
      "div",
      { class: "row", role: "group", "aria-label": "Colour of the pieces" },
      ...scoring.names.slice(0, colours).map((name, index) =>
        choose(
          `colour.${index + 1}`,
          name,
          scoring.colour === index + 1,
          () => scoring.pick({ colour: index + 1 }),
          make("span", { class: `disc ink-${index + 1}`, "aria-hidden": "true" }, String(index + 1)),
        )
      ),
    ),
    make(
      "div",
      { class: "row", role: "group", "aria-label": "Piece: choose or drag" },
      ...SORTS.map(([sort, art, label]) => {
        const node = choose(
          `sort.${sort}`,
          label,
          scoring.sort === sort,
          () => scoring.pick({ sort }),
          picture(`${art}.${scoring.colour}`, sort === "big" ? [32, 39] : [22, 28]),
        );
        node.dataset.sort = sort;
        node.dataset.art = art;
        return node;
      }),
    ),
  );
  if (had) byId(had)?.focus({ preventScroll: true });
}

/**
 * A piece that is dragged stands on the nearest place of the tile it is dropped on.
 * @param {Pick<import("./scoring.js").Scoring, "board" | "colour" | "pieceAt" | "places" | "selected" | "sort" | "take">} scoring
 */
export function listenToDrags(scoring) {
  let held = null;
  byId("palette").addEventListener("pointerdown", (event) => {
    const node = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-sort]"));
    if (node) held = { from: [event.clientX, event.clientY], sort: node.dataset.sort, art: node.dataset.art };
  });
  addEventListener("pointermove", (event) => {
    if (!held) return;
    const { clientX: x, clientY: y } = event;
    if (!held.node) {
      if (Math.hypot(x - held.from[0], y - held.from[1]) < SLIP) return;
      held.node = picture(`${held.art}.${scoring.colour}`, [36, 46]);
      held.node.setAttribute("class", "dragged");
      document.body.append(held.node);
    }
    held.node.style.transform = `translate(${x - 18}px, ${y - 23}px)`;
  });
  addEventListener("pointerup", ({ clientX: x, clientY: y }) => {
    const dragged = held;
    held = null;
    if (!dragged?.node) return;
    dragged.node.remove();
    scoring.sort = dragged.sort;
    const at = new DOMPoint(x, y).matrixTransform(scoring.board.svg.getScreenCTM().inverse());
    const cell = [Math.floor(at.x / TILE), -Math.floor(at.y / TILE)];
    const piece = scoring.pieceAt(cell);
    if (!piece) return;
    const inside = [at.x - cell[0] * TILE, at.y + cell[1] * TILE];
    const far = (one) => Math.hypot(one.at[0] - inside[0], one.at[1] - inside[1]);
    const [nearest] = scoring.places(piece).sort((one, other) => far(one) - far(other));
    if (!nearest) return;
    scoring.selected = cell;
    scoring.take(nearest.name, cell);
  });
  addEventListener("pointercancel", () => {
    held?.node?.remove();
    held = null;
  });
}
