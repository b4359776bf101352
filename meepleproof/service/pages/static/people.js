// Who plays, with the sums of their colours and the margin, where a player has several colours or a
// handicap. The numbers come from the server.

import { make, picture } from "./dom.js";

export function peopleOf(table, count) {
  const rows = table.people.map((person, index) => personOf(table, person, index, count));
  return table.people.length === 2 ? [rows[0], marginOf(table), rows[1]] : rows;
}

function personOf(table, person, index, count) {
  const active = !table.end && person.colours.includes(table.colour);
  const points = make("b", { class: "score" }, String(person.points));
  count(points, `person.${index}`, person.points);
  const colours = person.colours.map((number) => colourOf(table, number, count));
  const ends = person.ends === person.points ? null : make(
    "span",
    { class: "ends", title: "with final scoring, if the game ended now" },
    make("span", { "aria-hidden": "true" }, "→ "),
    make("span", { class: "unseen" }, "if the game ended now "),
    String(person.ends),
  );
  return make(
    "li",
    { class: `person${active ? " active" : ""}`, id: `person.${index}` },
    make(
      "span",
      { class: "sum" },
      make("span", { class: "called" }, person.name),
      points,
      make("span", { class: "unseen" }, " points"),
      ends,
    ),
    make(
      "span",
      { class: "theirs" },
      ...colours,
      person.handicap ? make("small", { class: "handicap" }, `${signed(person.handicap)} handicap`) : null,
    ),
  );
}

function colourOf(table, number, count) {
  const player = table.players[number - 1];
  const active = !table.end && number === table.colour;
  const score = make("b", {}, String(player.score));
  count(score, `score.${number}`, player.score);
  const pieces = (player.more ?? []).filter((one) => one.here);
  const words = [`${player.hand} followers`, ...pieces.map((one) => one.says)].join(", ");
  return make(
    "span",
    { class: `one-colour${active ? " active" : ""}`, id: `player.${number}` },
    make("span", { class: `disc ink-${number}`, "aria-hidden": "true" }, String(number)),
    make("span", { class: "unseen" }, `${player.name}${active ? ", to move" : ""}: `),
    score,
    make(
      "span",
      { class: "held-pieces", "aria-hidden": "true" },
      picture(`pawn.${number}`, [13, 17]),
      String(player.hand),
      ...pieces.map((one) => picture(`${one.art}.${number}`, [15, 18])),
    ),
    make("span", { class: "unseen" }, ` points, in hand: ${words}`),
  );
}

// The margin of the reader; of who leads where the reader is none of the players.
function marginOf({ people, end }) {
  const you = people.find(({ name }) => name === "You");
  const one = you ?? (people[1].points > people[0].points ? people[1] : people[0]);
  const other = people.find((person) => person !== one);
  const ends = one.ends - other.ends;
  const now = one.points - other.points;
  return make(
    "li",
    { class: "margin" },
    make("small", { class: "whose" }, now || you ? one.name : "", make("span", { class: "unseen" }, ", margin: ")),
    make("b", {}, signed(now)),
    end || now === ends ? null : make(
      "span",
      { class: "ends" },
      make("span", { "aria-hidden": "true" }, "→ "),
      make("span", { class: "unseen" }, ", if the game ended now "),
      signed(ends),
    ),
  );
}

function signed(number) {
  return number ? `${number > 0 ? "+" : "−"}${Math.abs(number)}` : "±0";
}
