// What a pack was made from, and what has changed in the player's catalogue since.

import { make } from "./dom.js";
import { kept } from "./neom-games.js";
import { post } from "./own-packs.js";

const MOST = 12; // changes that are listed

/**
 * A place that says so; what has changed is asked for and comes later.
 * @param {string} address
 * @param {any} pack
 */
export function changesOf(address, pack) {
  const place = make("div", { class: "changes", role: "status" });
  const parts = pack.puzzles.map((one) => one.pack.catalogue);
  if (parts.every((one) => one.invented)) return place;
  const named = pack.made_from
    ? `Made from the catalogue ${pack.made_from}.`
    : "Made from a catalogue it does not name.";
  const { catalogue } = kept();
  place.append(make("p", { class: "note" }, named));
  if (catalogue) tell(place, address, { catalogue, parts }, pack.made_from);
  return place;
}

async function tell(place, address, request, madeFrom) {
  const answer = await post(address, request);
  if (!answer) return; // it is compared when there is a connection
  if (answer.problem) place.append(make("p", { class: "refusal" }, `Your catalogue has a fault: ${answer.problem}`));
  else place.append(...said(answer, madeFrom));
}

/**
 * What there is to say of an answer.
 * @param {{ hash: string, changes: { what: string, values: string[] }[] }} answer
 * @param {string} madeFrom
 */
export function said({ hash, changes }, madeFrom) {
  if (hash === madeFrom) return [make("p", { class: "note" }, "Your catalogue is the same.")];
  if (!changes.length)
    return [make("p", { class: "note" }, `Your catalogue is ${hash} now; nothing that these puzzles use has changed.`)];
  const items = changes.slice(0, MOST).map(({ what, values }) =>
    make("li", {}, `${what}: ${values.map((one) => one.replaceAll("_", " ")).join(", ") || "it is not there any more"}`)
  );
  return [
    make("p", { class: "refusal" }, `Your catalogue is ${hash} now, and this has changed since the pack was made:`),
    make("ul", { class: "faults" }, ...items),
    make("p", {}, "The puzzles ask about the tiles as they were. Make the pack anew for the tiles as they are."),
  ];
}
