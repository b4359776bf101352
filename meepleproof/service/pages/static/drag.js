// Dragging a tile from the hand to a square, or a meeple to a place on the tile. Dropped elsewhere, it
// goes back. Tapping and the keyboard do the same.

import { pawnName } from "./cells.js";
import { byId, picture } from "./dom.js";

const SLIP = 8; // pixels after which it is a drag, not a tap

export class Dragging {
  /** @param {Readonly<Pick<import("./game.js").Game, "art" | "board" | "hold" | "lay" | "replaying" | "table" | "take" | "waiting" | "way">>} game */
  constructor(game) {
    this.game = game;
    this.held = null;
    const strip = byId("strip");
    strip.addEventListener("pointerdown", (event) => this.grip(event));
    strip.addEventListener("dragstart", (event) => event.preventDefault());
    addEventListener("pointermove", (event) => this.move(event), { passive: false });
    addEventListener("pointerup", (event) => this.drop(event));
    addEventListener("pointercancel", () => this.end());
  }

  grip(event) {
    const { game } = this;
    if (event.button || game.waiting !== null || game.replaying !== null) return;
    const card = event.target.closest(".card-tile");
    if (card) game.hold(Number(card.id.slice("card.".length)));
    if (!game.table.tile) return;
    const tile = card ?? event.target.closest(".this-tile");
    const pawn = event.target.closest(`#player\\.${game.table.colour} .supply`);
    if (!tile && !(pawn && game.way)) return;
    const figure = pawnName(game.table.colour, game.board.open()[0]?.art);
    const [art, size] = tile ? [game.art, game.board.tileSize()] : [figure, 34];
    event.preventDefault();
    this.held = { kind: tile ? "tile" : "pawn", art, size, from: [event.clientX, event.clientY] };
  }

  move(event) {
    const { held } = this;
    if (!held) return;
    const { clientX: x, clientY: y } = event;
    if (!held.node) {
      if (Math.hypot(x - held.from[0], y - held.from[1]) < SLIP) return;
      held.node = picture(held.art, [held.size, held.size * (held.kind === "pawn" ? 1.28 : 1)]);
      held.node.setAttribute("class", "dragged");
      document.body.append(held.node);
      document.body.classList.add("dragging");
    }
    held.node.style.transform = `translate(${x - held.size / 2}px, ${y - held.size / 2}px)`;
    if (held.kind === "tile") this.game.board.ghost(this.game.board.cellUnder(x, y));
  }

  drop(event) {
    const { held, game } = this;
    if (!held?.node) {
      this.held = null;
      return;
    }
    const { clientX: x, clientY: y } = event;
    this.end();
    if (held.kind === "tile") {
      const cell = game.board.cellUnder(x, y);
      if (cell) game.lay(cell);
    } else {
      const claim = game.board.claimNear(x, y);
      if (claim) game.take(claim);
    }
  }

  end() {
    this.held?.node?.remove();
    this.held = null;
    this.game.board.ghost(null);
    document.body.classList.remove("dragging");
  }
}
