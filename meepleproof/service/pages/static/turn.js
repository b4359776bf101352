// The turn in the making: the tile, the place, the meeple, what scores, and why something is not allowed.

import { make, picture, smallButton } from "./dom.js";
import { sortsOf } from "./hand.js";

const MISFIT = "It does not fit here, however you turn it.";

// What the others did since the last turn.
export function answeredOf(game) {
  const { answered } = game.table;
  if (!answered || game.choice.at) return null;
  return make(
    "div",
    { class: "answered", id: "answered" },
    ...answered.map((one) => make("p", { class: "note" }, one.says)),
  );
}

// What follows a mistake in play against an opponent.
export function refutedOf(game) {
  const { refutation, line } = game.table;
  if (!refutation) return null;
  const from = line ? line.split("~").length : 0;
  return make(
    "div",
    { class: "refusal", id: "refuted" },
    make("p", {}, refutation.says),
    make(
      "p",
      { class: "row" },
      smallButton("refute", "Show why", () => game.watch("Why it fails", refutation.line, from)),
      smallButton("take-back", "Take it back", () => game.undo()),
    ),
  );
}

export function headOf(game) {
  const { table } = game;
  const number = `Turn ${table.turns + 1}`;
  const name = table.players[table.colour - 1].name;
  const person = table.people?.find((one) => one.colours.includes(table.colour));
  const named = person && person.name.toLowerCase() !== name;
  const who = named ? `${person.name}: ${name} plays` : `${capital(name)} plays`;
  return make(
    "h2",
    {},
    picture(`pawn.${table.colour}`, [22, 28]),
    make("span", {}, table.heading ?? (table.of ? `${number} of ${table.of}` : number)),
    make("span", { class: "who" }, who),
  );
}

export function making(game) {
  const { square, way, claim, choice } = game;
  if (!game.table.tile)
    return [make("p", { class: "ask" }, make("b", {}, "Which tile do you take? "), "Choose one from the open hand.")];
  if (!choice.at) return [row(turning(game), where(game))];
  if (!way) return [misfit(game, square), back(game)];
  const parts = [row(turning(game), make("p", { class: "ask" }, way.ask)), chips(game, way.claims)];
  if (claim?.not !== undefined) parts.push(refusalAt(game, claim.not));
  if (claim?.plays?.length > 1 && !game.table.either) parts.push(orders(game));
  parts.push(ready(game), closedOf(game, way.claims));
  return parts;
}

function row(...parts) {
  return make("div", { class: "making" }, ...parts);
}

function turning(game) {
  const rotations = game.table.tile.art.length;
  if (rotations === 1 || game.square?.ways.length === 1) return null;
  const button = (id, sign, label, by) =>
    make(
      "button",
      {
        type: "button",
        id,
        class: "button round",
        "aria-label": label,
        click: () => game.rotate(by),
      },
      make("span", { "aria-hidden": "true" }, sign),
    );
  return make(
    "div",
    { class: "turning" },
    button("turn-left", "⟲", "Turn the tile anticlockwise", -1),
    button("turn-right", "⟳", "Turn the tile clockwise", 1),
  );
}

export function where(game) {
  const { squares, tile, grid } = game.table;
  const open = squares.filter((one) => one.ways.length).length;
  const number = open === 1 ? "one square" : `${open} squares`;
  if (!open && grid) return make("p", { class: "ask" }, `${tile.name} fits on no square. Choose one to see why.`);
  if (!open) return make("p", { class: "ask" }, make("b", {}, "This tile fits nowhere now. "), nowhere(game));
  return make(
    "p",
    { class: "ask" },
    make("b", {}, "Where does it go? "),
    `It fits on ${number}.`,
  );
}

// What may be done with a tile that fits nowhere: one of an open hand stays in it.
function nowhere({ table }) {
  const others = table.hand?.some((one) => one.squares.some(({ ways }) => ways.length));
  return others ? "It stays in the hand: choose another." : "Choose a square to see why.";
}

function misfit(game, square) {
  return refusal(misfitSaid(game, square), named(game.table, reasonOf(game, square).rules));
}

export function misfitSaid(game, square) {
  const { says } = reasonOf(game, square);
  return game.table.grid ? says : `${MISFIT} As it lies, ${lower(says)}`;
}

// Why the tile does not fit as it lies.
function reasonOf({ table, choice }, { not }) {
  const [, number] = not.find(([turn]) => turn === choice.turn) ?? not[0];
  return table.reasons[number];
}

function refusalAt(game, number) {
  const { table } = game;
  const { says, rules } = table.reasons[number];
  return refusal(says, named(table, rules));
}

export function refusal(says, rules) {
  return make(
    "div",
    { class: "refusal", id: "refusal", tabindex: -1 },
    make("p", {}, says),
    make(
      "details",
      {},
      make("summary", {}, "Why?"),
      ...Object.entries(rules).map(([rule, sentence]) =>
        make("p", { class: "rule" }, make("b", {}, rule), ` ${sentence}`)
      ),
    ),
  );
}

// Nothing where there is but one thing to do, and nothing to say of it.
export function chips(game, claims) {
  if (claims.length === 1 && !claims[0].says) return null;
  const shown = claims.filter((one) => game.sorted(one));
  const sorts = game.way ? sortsOf(game) : null;
  const open = shown.filter((one) => one.not === undefined);
  // The only thing to do is chosen already, and the sentence above says so.
  const only = open.length === 1 && !open[0].at && open[0].name === game.choice.claim &&
    open.length < shown.length && !sorts;
  const places = !only
    ? make(
      "div",
      { class: "chips", role: "group", "aria-label": game.table.ask ? "What else" : "Places for the meeple" },
      ...open.map((one) => chip(game, one)),
    )
    : null;
  return sorts || places ? make("div", { class: "places" }, sorts ?? "", places ?? "") : null;
}

function chip(game, one) {
  const chosen = one.name === game.choice.claim;
  const off = one.not !== undefined;
  const sign = off ? "✕" : chosen ? "●" : "○";
  return make(
    "button",
    {
      type: "button",
      id: `claim.${one.name}`,
      class: `chip${chosen ? " chosen" : ""}${off ? " off" : ""}`,
      "aria-pressed": String(chosen),
      "aria-label": off ? `${one.says}: not allowed, tell me why` : one.says,
      click: () => game.take(one.name),
    },
    make("span", { "aria-hidden": "true" }, sign),
    one.says,
  );
}

// The places where no meeple may stand, below what is to be done: most players never ask.
export function closedOf(game, claims) {
  const shut = claims.filter((one) => game.sorted(one) && one.not !== undefined);
  if (!shut.length) return null;
  return make(
    "details",
    { class: "shut", id: "shut", open: shut.some((one) => one.name === game.choice.claim) },
    make("summary", {}, "Why nowhere else?"),
    make("div", { class: "chips" }, ...shut.map((one) => chip(game, one))),
  );
}

function orders(game) {
  const { either } = game.table;
  const chips = game.claim.plays.map((play, number) =>
    make(
      "button",
      {
        type: "button",
        id: `order.${number}`,
        class: `chip wide${game.choice.order === number ? " chosen" : ""}`,
        "aria-pressed": String(game.choice.order === number),
        click: () => game.order(number),
      },
      either ? either.says[number] : lines(game.effect(play)),
    )
  );
  return make(
    "div",
    { class: "orders" },
    make("p", { class: "ask" }, make("b", {}, either?.ask ?? "Two things score. Which first?")),
    make("div", { class: "chips", role: "group", "aria-label": "Scoring orders" }, ...chips),
  );
}

function lines(effect) {
  const lines = (effect.lines ?? []).map((line) =>
    make(
      "span",
      {},
      make("b", {}, line.head),
      " ",
      line.nobody ?? line.gains.join(", "),
    )
  );
  if (!lines.length) lines.push(make("span", {}, "Nothing is scored."));
  if (effect.ends) lines.push(make("span", {}, make("b", {}, effect.ends)));
  return make("span", { class: "scored" }, ...lines);
}

export function ready(game) {
  const play = game.play;
  const effect = play && game.effect(play);
  // A question that waits for its answer is asked where the button will be, which is always in sight.
  const asked = game.table.either && game.claim?.plays?.length > 1;
  const told = effect?.says && (game.claim.plays.length === 1 || effect.ends || game.table.either);
  const early = effect?.ends && endsEarly(game);
  const commit = { type: "button", id: "play", class: early ? "button" : "button main", click: () => game.commit() };
  return make(
    "div",
    { class: "ready" },
    asked ? orders(game) : null,
    told ? make("div", { class: early ? "brings warns" : "brings" }, lines(effect)) : null,
    make(
      "div",
      { class: "row" },
      back(game),
      play ? make("button", commit, early ? "Play it all the same" : (game.table.confirm ?? "Play this turn")) : null,
    ),
  );
}

// Whether a turn that ends the game comes before the last tile of a puzzle, and so misses its goal.
function endsEarly({ about, table }) {
  return Boolean(table.of && !about.start?.final && table.turns + 1 < table.of);
}

function back(game) {
  return make(
    "button",
    { type: "button", id: "lift", class: "button", click: () => game.lift() },
    "Take back",
  );
}

function named(table, rules) {
  return Object.fromEntries(rules.map((rule) => [rule, table.rules[rule]]));
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

function lower(text) {
  return text[0].toLowerCase() + text.slice(1);
}
