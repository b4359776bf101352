// The open hand in the strip, and the sorts of pieces to choose from once a tile is laid.

import { make, picture } from "./dom.js";

const SORTS = {
  little: "Follower",
  big: "Big follower",
  builder: "Builder",
  meeple: "Meeple",
  large: "Large meeple",
};
const ARTS = { little: "pawn", big: "big", builder: "builder", meeple: "pawn", large: "big" };

export function handOf(game) {
  const { table } = game;
  const cards = table.hand.map((one, number) => {
    const held = game.choice.card === number;
    const turn = held ? game.choice.turn % one.art.length : 0;
    const many = one.number > 1 ? `, ${one.number} of them` : "";
    return make(
      "button",
      {
        type: "button",
        id: `card.${number}`,
        class: `card-tile${held ? " held" : ""}`,
        "aria-pressed": String(held),
        "aria-label": `${one.says}${many}`,
        click: () => game.hold(number),
      },
      picture(one.art[turn], [56, 56]),
      one.card ? make("span", { class: "called", "aria-hidden": "true" }, one.name) : null,
      one.number > 1 ? make("span", { class: "many", "aria-hidden": "true" }, `×${one.number}`) : null,
    );
  });
  const parts = [
    make("div", { class: "hand", role: "group", "aria-label": "The open hand: choose a tile" }, ...cards),
  ];
  if (table.bag) {
    const tiles = table.bag.map((name) => make("li", {}, picture(name, [40, 40], "tile")));
    parts.push(
      make(
        "div",
        { class: "coming-tiles" },
        make("ol", { class: "coming", "aria-label": "Next in the bag" }, ...tiles),
        make("span", { class: "caption", "aria-hidden": "true" }, "In the bag"),
      ),
    );
  }
  return parts;
}

// Null where all claims are of one sort.
export function sortsOf(game) {
  const claims = game.way.claims.filter((one) => one.piece);
  const sorts = [...new Set(claims.map((one) => one.piece))];
  if (sorts.length < 2) return null;
  const chosen = game.piece;
  const chips = sorts.map((sort) => {
    const open = claims.some((one) => one.piece === sort && one.plays);
    return make(
      "button",
      {
        type: "button",
        id: `sort.${sort}`,
        class: `chip sort${sort === chosen ? " chosen" : ""}${open ? "" : " off"}`,
        "aria-pressed": String(sort === chosen),
        click: () => game.sort(sort),
      },
      picture(`${ARTS[sort]}.${game.table.colour}`, [20, 24]),
      SORTS[sort],
    );
  });
  return make("div", { class: "chips sorts", role: "group", "aria-label": "Which piece" }, ...chips);
}
