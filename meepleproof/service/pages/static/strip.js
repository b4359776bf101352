// The strip: who plays, with scores and meeples, and the tiles to place.

import { purseOf } from "./cards.js";
import { byId, draw, make, picture, still } from "./dom.js";
import { handOf } from "./hand.js";
import { peopleOf } from "./people.js";

const NUMBERS = new Map(); // what the scores showed last, to count from

export function showPlayers(game) {
  const { table } = game;
  byId("players").classList.toggle("people", Boolean(table.people));
  if (table.purse) {
    byId("players").replaceChildren(...purseOf(table));
    return;
  }
  if (table.people) {
    byId("players").replaceChildren(...peopleOf(table, count));
    return;
  }
  const rows = table.players.map((player, index) => {
    const active = index + 1 === table.colour && !table.end;
    const pawns = Array.from({ length: player.meeples }, (_, number) => {
      const node = picture(`pawn.${index + 1}`, [18, 23]);
      node.setAttribute("class", number < player.hand ? "pawn" : "pawn spent");
      return node;
    });
    // Of some pieces a player has one at most.
    const others = (player.more ?? []).map((one) => {
      const node = picture(`${one.art}.${index + 1}`, [23, 29]);
      node.setAttribute("class", one.here ? "pawn other" : "pawn other spent");
      return node;
    });
    const held = [`${player.hand} of ${player.meeples} meeples`]
      .concat((player.more ?? []).filter((one) => one.here).map((one) => `the ${one.says}`));
    const score = make("b", { class: "score" }, String(player.score));
    count(score, `score.${index}`, player.score);
    return make(
      "li",
      { class: `player ink-edge-${index + 1}${active ? " active" : ""}`, id: `player.${index + 1}` },
      make("span", { class: `disc ink-${index + 1}`, "aria-hidden": "true" }, String(index + 1)),
      make(
        "span",
        { class: "name" },
        make("span", { class: "called" }, player.name),
        make(
          "small",
          {},
          player.lowest ? "lowest" : "",
          active ? make("span", { class: "moving" }, player.lowest ? ", to move" : "to move") : null,
        ),
      ),
      score,
      make("span", { class: "unseen" }, " points"),
      active && game.about.fixed.abbot ? abbot() : null,
      make(
        "span",
        { class: "supply" },
        ...pawns,
        ...others,
        make("span", { class: "unseen" }, `${held.join(" and ")} in hand`),
      ),
    );
  });
  byId("players").replaceChildren(...rows);
}

export function showTiles(game) {
  const { table } = game;
  const place = byId("tiles");
  const parts = table.hand ? handOf(game) : [];
  if (table.tile && !table.hand) {
    parts.push(
      make(
        "div",
        { class: "this-tile" },
        picture(game.art, [56, 56], `${table.tile.name}: ${table.tile.says}`),
        make("span", { class: "caption" }, "This tile"),
      ),
    );
  }
  const coming = (table.coming ?? []).map((one) =>
    make(
      "li",
      one.spare ? { class: "spare" } : {},
      one.art ? picture(one.art, [40, 40], "tile") : make("span", { class: "facedown" }, "?"),
      picture(`pawn.${one.colour}`, [14, 18], table.players[one.colour - 1].name),
    )
  );
  if (coming.length) {
    parts.push(
      make(
        "div",
        { class: "coming-tiles" },
        make("ol", { class: "coming", "aria-label": "Coming up" }, ...coming),
        make(
          "span",
          { class: "caption", "aria-hidden": "true" },
          table.later ? `Coming up, and ${table.later} more` : "Coming up",
        ),
      ),
    );
  }
  place.replaceChildren(...parts);
}

// A marker of whose turn it is, and nothing else.
function abbot() {
  return draw(
    "svg",
    { viewBox: "0 0 24 32", class: "abbot", width: 15, height: 20, role: "img", "aria-label": "the abbot stands here" },
    draw("path", { d: "M8,14 A5,5 0 1 1 16,14 C19,18 22,25 22,31 H2 C2,25 5,18 8,14 Z" }),
    draw("path", { d: "M7,10 L12,1 L17,10 Z" }),
  );
}

// Numbers count up to what they are.
function count(node, key, to) {
  const from = NUMBERS.get(key) ?? to;
  NUMBERS.set(key, to);
  if (from === to || still()) return;
  node.classList.add("counting");
  const begun = performance.now();
  const step = (now) => {
    const part = Math.min(1, (now - begun) / 700);
    node.textContent = String(Math.round(from + (to - from) * part));
    if (part < 1 && node.isConnected) requestAnimationFrame(step);
    else node.textContent = String(to);
  };
  requestAnimationFrame(step);
}
