// The tile that was laid last, or chosen: it is turned, taken away, or given a piece of a colour.

import { byId, make, picture, smallButton } from "./dom.js";

const SORTS = [
  ["little", "pawn", "Follower"],
  ["big", "big", "Big follower"],
  ["builder", "builder", "Builder"],
];
const COLOURS = { 2: 4 }; // of two players; others have one colour each

export function coloursOf(players) {
  return COLOURS[players] ?? players;
}

/**
 * @typedef {Readonly<Pick<import("./scoring.js").Scoring,
 *   "chosen" | "colour" | "names" | "pick" | "places" | "remove" | "rotate" | "sort" | "take" | "told">>} Set
 */

/** @param {Set} scoring */
export function showPieces(scoring) {
  const { chosen } = scoring;
  const place = byId("chosen");
  place.hidden = !chosen;
  if (!chosen) return;
  const had = document.activeElement?.id;
  place.replaceChildren(
    make(
      "div",
      { class: "row" },
      smallButton("turn-left", "⟲", () => scoring.rotate(-1), { "aria-label": "Turn left" }),
      smallButton("turn-right", "⟳", () => scoring.rotate(1), { "aria-label": "Turn right" }),
      smallButton("remove", "Remove", () => scoring.remove()),
      make(
        "div",
        { class: "row", role: "group", "aria-label": "Which piece" },
        ...SORTS.map((sort) => sortButton(scoring, sort)),
      ),
    ),
    ...scoring.places(chosen).map((one) => placeRow(scoring, one)),
  );
  if (had) byId(had)?.focus({ preventScroll: true });
}

/**
 * @param {Set} scoring
 * @param {string[]} sort
 */
function sortButton(scoring, [sort, art, label]) {
  return smallButton(
    `sort.${sort}`,
    picture(`${art}.${scoring.colour}`, sort === "big" ? [26, 32] : [22, 28]),
    () => scoring.pick({ sort }),
    { "aria-label": label, "aria-pressed": String(scoring.sort === sort) },
  );
}

/**
 * A place for a piece, with the colours: one tap sets it, another takes it away.
 * @param {Set} scoring
 */
function placeRow(scoring, { name, says }) {
  const { chosen, names, told } = scoring;
  const number = coloursOf(told.players);
  const standing = chosen.meeple?.feature === name ? chosen.meeple.colour : 0;
  const buttons = names.slice(0, number).map((colour, index) =>
    smallButton(
      `claim.${name}.${index + 1}`,
      make("span", { class: `disc ink-${index + 1}`, "aria-hidden": "true" }, String(index + 1)),
      () => scoring.take(name, index + 1),
      { "aria-label": `${colour} on ${says}`, "aria-pressed": String(standing === index + 1) },
    )
  );
  return make("div", { class: "row place", role: "group", "aria-label": says }, make("span", {}, says), ...buttons);
}
