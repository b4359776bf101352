// The end of a game: how it ended, what was scored, and where to go from here.

import { attempts } from "./attempts.js";
import { said, sharedText } from "./days.js";
import { byId, copied, make } from "./dom.js";
import { eveningOf } from "./evening.js";
import { stepsInWords } from "./final.js";
import { triesOf } from "./help.js";
import { address } from "./place.js";
import * as progress from "./progress.js";
import { nextAtLevel } from "./rating.js";
import { answeredOf } from "./turn.js";

const GIVEN = "The turns came with the link, so this does not count as solved. Start again to solve it yourself.";

export function endOf(game) {
  const { table, about } = game;
  const { end } = table;
  const solved = end.kind === "solved";
  const kept = solved && about.puzzle ? progress.of(about.puzzle) : null;
  return make(
    "div",
    { class: `banner ${end.kind}`, id: "banner", tabindex: -1 },
    make("h2", {}, solved ? make("span", { "aria-hidden": "true" }, "★ ") : null, end.head),
    make("p", {}, end.says),
    answeredOf(game),
    table.last?.says ? make("p", { class: "note", id: "scored" }, table.last.says) : null,
    solved && about.proof ? make("p", { class: "proof" }, about.proof) : null,
    solved && !game.counts ? make("p", { class: "note" }, GIVEN) : null,
    kept?.solved ? make("p", { class: "kept" }, ...said(kept, about)) : null,
    game.owners.offer(),
    triesOf(game),
    end.final ? finalOf(end) : null,
    end.steps ? stepsInWords(table) : null,
    end.record ? recordOf(game, end) : null,
    about.evening ? eveningOf(game) : null,
    onwards(game, solved),
    about.puzzle ? attempts(game, progress.of(about.puzzle).tries) : null,
  );
}

export function onwards(game, solved) {
  const { about, table } = game;
  const links = [];
  if (solved && about.next) links.push(nextOf(game));
  if (solved && about.puzzle && progress.of(about.puzzle).solved) links.push(resultOf(game));
  if (solved && table.turns > 1) {
    const watch = () => game.watch("Your solution", table.line);
    links.push(make("button", { type: "button", class: "button", id: "again-shown", click: watch }, "Replay"));
  }
  if (about.puzzle || about.share || about.lesson)
    links.push(make("a", { class: "button", href: address(about.home ?? "/") }, "Choose a puzzle"));
  else links.push(make("a", { class: "button", href: address(about.home ?? "/play") }, "New game"));
  return make("p", { class: "row" }, ...links);
}

// The next puzzle of the pack, until one at the player's level is found.
function nextOf(game) {
  const { about } = game;
  const text = about.following ?? "Next puzzle";
  const link = make("a", { class: "button main", id: "next", href: address(about.next) }, text);
  if (about.puzzle && about.sort?.rating && !about.ahead)
    nextAtLevel(progress.read(), about.sort.game, about.puzzle).then((found) => {
      if (!found) return;
      link.href = address(`/puzzle/${found.id}`);
      link.textContent = "Next at your level";
      link.title = found.title;
    });
  return link;
}

// A text to share, which gives nothing away.
function resultOf(game) {
  const { about } = game;
  const kept = progress.of(about.puzzle);
  // Only its owner can open a puzzle made here, but its link contains the puzzle.
  const link = new URL(address(about.table ? about.share : about.path), location.href).href;
  const copy = async ({ target }) => {
    const text = sharedText(kept, about, byId("facts").textContent);
    target.textContent = (await copied(`${text}\n${link}`)) ? "Copied" : "Cannot copy here";
  };
  return make("button", { type: "button", class: "button", id: "result", click: copy }, "Share");
}

function finalOf(end) {
  const heads = ["Colour", "Before", "Meeples that score", "In the end"];
  return make(
    "table",
    {},
    make("caption", {}, "Final scoring: 2 points for each meeple that scores"),
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make(
      "tbody",
      {},
      ...end.final.map((row) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, row.name),
          make("td", {}, String(row.before)),
          make("td", {}, `${row.scored} of ${row.on_tiles}`),
          make("td", {}, make("b", {}, String(row.after))),
        )
      ),
    ),
  );
}

// The form that the record sheet's script shows and reads.
function recordOf(game, end) {
  const { about } = game;
  const abbot = about.fixed.abbot ? { abbot: true } : {};
  const form = make(
    "form",
    { "data-game": JSON.stringify({ ...end.record, ...abbot }), hidden: true },
    make("label", { for: "notes" }, "Notes for the record sheet"),
    make("textarea", { id: "notes", name: "notes", rows: 3, maxlength: 2000 }),
    make(
      "p",
      { class: "row" },
      make("button", { class: "button main" }, "Write it on the record sheet"),
      make("a", { href: address("/play/sheet") }, "See the record sheet"),
    ),
    make("p", { "data-sheet-told": true, role: "status" }),
  );
  const file = end.file &&
    make(
      "p",
      { class: "note" },
      make("a", { href: end.file }, "Download this game"),
      ", which both programs can verify.",
    );
  return make("div", { class: "write-down" }, form, file);
}
