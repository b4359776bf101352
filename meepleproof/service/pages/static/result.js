// What a table comes to, or what is wrong with it.

import { byId, make } from "./dom.js";
import { address } from "./place.js";

const MOST_WRONG = 4; // faults that are shown at once

export function showResult(scoring) {
  const owners = scoring.owners.card();
  byId("result").replaceChildren(...(owners ? [owners] : [...wrongs(scoring.told), ...scores(scoring)]));
}

function wrongs({ wrong, people }) {
  if (!wrong.length) return [];
  const more = wrong.length - MOST_WRONG;
  return [
    make("h2", {}, "This cannot be"),
    ...wrong.slice(0, MOST_WRONG).map((one) =>
      make(
        "div",
        { class: "refusal" },
        make("p", {}, one.says),
        one.rule ? make("p", { class: "rule" }, make("b", {}, one.rule), ` ${one.sentence}`) : null,
      )
    ),
    more > 0 ? make("p", { class: "note" }, `And ${more} more.`) : "",
    people ? make("p", { class: "note" }, "Look at what is marked on the board. The rest comes to this:") : "",
  ];
}

function scores(scoring) {
  const { told } = scoring;
  if (!told.people) return [];
  const rows = told.people.map((one) =>
    make(
      "tr",
      {},
      make(
        "th",
        { scope: "row" },
        ...one.colours.map((number) =>
          make("span", { class: `disc ink-${number}`, "aria-hidden": "true" }, String(number))
        ),
        ` ${one.name}${one.wins ? " ★" : ""}`,
      ),
      make("td", {}, String(one.before)),
      make("td", {}, String(one.total - one.before)),
      make("td", {}, make("b", {}, String(one.total))),
    )
  );
  const heads = ["Player", "On the board", "Final scoring", "Total"];
  return [
    make(
      "table",
      { class: "totals" },
      make("caption", {}, "The scores"),
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...rows),
    ),
    told.features.length
      ? make(
        "button",
        { type: "button", class: "button", id: "owners", click: () => scoring.owners.toggle() },
        "Who owns what, one by one",
      )
      : make("p", { class: "note" }, "No follower is on the table."),
    make("a", { class: "button", id: "to-ledger", href: ledgerOf(told) }, "Write it into the ledger"),
  ];
}

// The form for an evening, with the points, and the tiles that came out of the bag: not those that open the game.
function ledgerOf({ people, pieces }) {
  const tiles = pieces.filter((one) => !one.tile.startsWith("river/")).length;
  const opened = tiles < pieces.length ? 0 : 1;
  const asked = { tiles: String(tiles - opened), points: people.map((one) => one.total).join(".") };
  return address(`/house/ledger?${new URLSearchParams(asked)}`);
}
