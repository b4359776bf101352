// The card of a puzzle: its picture, what it asks, how hard it is, and what its player made of it.

import { make } from "./dom.js";
import { isConnected, isKept } from "./offline.js";
import { pictureOf } from "./pictures.js";
import { address } from "./place.js";

/**
 * @typedef {{ id: string, title: number, kind: string, rating?: number, level?: string, goal?: string,
 *   tiles?: number, board?: number, decoys?: number, needs?: string[] }} Row
 * @typedef {{ titles: string[], rated: string[], kinds: Record<string, [string, string[]]>, puzzles: Row[] }} List
 */

/**
 * What a list calls the kind of a puzzle.
 * @param {Row} one
 * @param {List} list
 */
export function kindOf(one, list) {
  return Object.values(list.kinds).find(([, kinds]) => kinds.includes(one.kind))?.[0] ?? "";
}

/**
 * @param {Row} one
 * @param {List} list
 * @param {{ solved?: string, alone?: boolean, line?: string } | undefined} kept
 */
export function cardOf(one, list, kept) {
  const says = list.rated.length ? (one.rating ?? "") : kindOf(one, list);
  const state = { class: "done", "data-done": one.id, title: kept?.alone ? "solved without hints" : null };
  return make(
    "li",
    { "data-card": one.id },
    make(
      "a",
      { href: address(`/puzzle/${one.id}`) },
      pictureOf(one.id),
      make("span", { class: "wish" }, list.titles[one.title]),
      make(
        "span",
        { class: "facts" },
        one.level ? levelOf(one.level) : "",
        says === "" ? "" : ` ${says}`,
        make("span", state, stateOf(kept)),
      ),
    ),
  );
}

/** @param {string} level */
export function levelOf(level) {
  return make("span", { class: `level ${level}` }, level);
}

function stateOf(kept) {
  if (!kept) return "";
  if (kept.solved) return kept.alone ? "★ solved" : "✓ solved";
  return kept.line ? "begun" : "";
}

/**
 * Marks the cards whose puzzles this device has not stored: without a connection they cannot be opened.
 * @param {ParentNode} place
 */
export async function markAway(place) {
  if (await isConnected()) return;
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-card]"))) {
    if (await isKept(`/puzzle/${card.dataset.card}`)) continue;
    card.classList.add("away");
    card.querySelector(".facts")?.append(" · not on this device");
  }
}
