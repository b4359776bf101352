// Tiles with many facts, as the tables of some games have them: what a player has, packs that are known,
// what a tile says, and what can be done without a square.

import { make, picture, terms } from "./dom.js";

// What a player has, in the strip.
export function purseOf({ purse }) {
  return purse.map(([heading, said]) =>
    make("li", { class: "purse" }, make("small", {}, heading), make("b", {}, said))
  );
}

// The facts of the tile that is looked at or held, and `beside` them what can be done with it.
export function factsOf(game, beside = null) {
  const { card } = game;
  if (!card) return null;
  const close = make("button", {
    type: "button",
    class: "button small",
    id: "look-away",
    click: () => game.look(card.id),
  }, "Close");
  return make(
    "section",
    { class: "facts-card", id: "facts-card", "aria-label": card.name },
    make("div", { class: "drawn" }, picture(card.art, [88, 88])),
    make("div", {}, make("h3", {}, card.name), make("p", { class: "note" }, card.kind)),
    make("dl", {}, ...terms(card.facts)),
    game.looked ? close : beside,
  );
}

// The packs of these and the next turns, or other tiles that lie beside the city: each can be looked at.
export function packsOf(game) {
  const { packs, cards } = game.table;
  if (!packs) return null;
  const rows = packs.map(({ head, cards: ids }, row) =>
    make(
      "section",
      { class: "pack" },
      make("h3", {}, head),
      make(
        "div",
        { class: "pack-tiles" },
        ...ids.map((id) =>
          make(
            "button",
            {
              type: "button",
              class: `pack-tile${game.looked === id ? " looked" : ""}`,
              id: `pack.${row}.${id}`,
              "aria-pressed": String(game.looked === id),
              "aria-label": `${cards[id].name}, ${cards[id].kind}: show it`,
              click: () => game.look(id),
            },
            picture(cards[id].art, [56, 56]),
            make("span", { "aria-hidden": "true" }, cards[id].name),
          )
        ),
      ),
    )
  );
  return make("div", { class: "packs" }, ...rows);
}

// What can be done without a square.
export function actsOf(game) {
  const { acts } = game.table;
  if (!acts?.length) return null;
  const buttons = acts.map((one) =>
    make(
      "button",
      { type: "button", class: "button", id: `act.${one.name}`, click: () => game.doAct(one.name) },
      one.says,
    )
  );
  return make("div", { class: "row acts", role: "group", "aria-label": "Other actions" }, ...buttons);
}
