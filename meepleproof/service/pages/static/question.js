// A question that names what is to be done, and the ways to answer it: a tile with its square, what needs
// no square, an amount, or tiles that are picked.

import { actsOf, factsOf } from "./cards.js";
import { make } from "./dom.js";
import { chips, closedOf, making, ready, where } from "./turn.js";

// The question; once something is chosen, its head alone.
export function askedOf({ table, choice }) {
  const { head, says } = table.ask;
  const begun = table.tile || choice.act;
  return [make("h2", {}, head), begun ? null : make("p", { class: "note" }, says)];
}

// The numbers that the question needs and no tile shows.
export function numbersOf({ table, choice }) {
  const { numbers } = table.ask;
  if (!numbers?.length || choice.at || choice.act) return null;
  return make(
    "section",
    { class: "needed", id: "needed" },
    make("h3", {}, "Numbers"),
    make("ul", {}, ...numbers.map((one) => make("li", {}, one))),
  );
}

export function doing(game) {
  const { table, choice, act } = game;
  if (table.amount || table.picks) return [...game.answers.parts(), factsOf(game)];
  if (act)
    return [
      make("p", { class: "ask" }, make("b", {}, act.says)),
      chips(game, act.claims),
      ready(game),
      closedOf(game, act.claims),
    ];
  if (!table.tile) return [actsOf(game), factsOf(game)];
  if (choice.at) return [...making(game), factsOf(game)];
  const back = () => game.putBack();
  const button = make("button", { type: "button", id: "put-back", class: "button small", click: back }, "Put it back");
  return [where(game), actsOf(game), factsOf(game, button)];
}
