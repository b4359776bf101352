// The end of a game: how it ended, what was scored, and where to go from here.

import { attempts } from "./attempts.js";
import { byId, copied, make } from "./dom.js";
import { eveningOf } from "./evening.js";
import { stepsInWords } from "./final.js";
import { triesOf } from "./help.js";
import { nextOne } from "./next.js";
import { address } from "./place.js";
import * as progress from "./progress.js";
import { hoursLeft, howSolved, ratingSaid, rowOf, sharedText, signsOf } from "./results.js";
import { answeredOf } from "./turn.js";

export { countUp } from "./final.js";
export { Replay } from "./replay.js";

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
    ...(kept?.solved ? keptOf(game, kept) : []),
    onwards(game, solved),
    game.owners.offer(),
    triesOf(game),
    end.final ? finalOf(end) : null,
    end.steps ? stepsInWords(table) : null,
    end.record ? recordOf(game, end) : null,
    about.evening ? eveningOf(game) : null,
    about.puzzle ? attempts(game, progress.of(about.puzzle).tries) : null,
  );
}

/** What is shown of a puzzle that was solved before, until it is played again. */
export function doneOf(game) {
  const { about } = game;
  const kept = progress.of(about.puzzle);
  const line = (kept.tries ?? []).find((one) => one.won)?.line;
  return make(
    "div",
    { class: "banner solved", id: "banner", tabindex: -1 },
    make("h2", {}, make("span", { "aria-hidden": "true" }, "★ "), "Solved"),
    make("p", {}, `On ${dayOf(kept.solved)}.`),
    ...keptOf(game, kept),
    make(
      "p",
      { class: "row" },
      about.next ? nextOf(game) : null,
      resultOf(game),
      line ? replayOf(game, "Your solution", line) : null,
      button("play-again", "Play it again", () => game.again()),
    ),
    triesOf(game),
    attempts(game, kept.tries),
  );
}

// What a result is worth: how it was solved, the row of days, the rating, when the next one comes.
function keptOf({ about }, kept) {
  const row = rowOf(kept);
  const rating = ratingSaid(kept);
  return [
    make("p", { class: "kept", id: "how" }, `${signsOf(kept)} Solved ${howSolved(kept)}.`),
    row ? make("p", { class: "kept streak-row", id: "row" }, `◆ ${row}`) : null,
    about.day
      ? make("p", { class: "note", id: "next-day" }, `The next puzzle of the day comes in ${hoursLeft()} h.`)
      : null,
    rating ? make("p", { class: "note", id: "rating" }, rating) : null,
  ];
}

function dayOf(day) {
  const options = /** @type {const} */ ({ day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", options);
}

function button(id, text, does, more = {}) {
  return make("button", { type: "button", class: "button", id, click: does, ...more }, text);
}

function replayOf(game, head, line) {
  return button("again-shown", "Replay", () => game.watch(head, line));
}

export function onwards(game, solved) {
  const { about, table } = game;
  const links = [];
  if (table.end?.kind === "missed") links.push(tryAgain(game));
  if (solved && about.next) links.push(nextOf(game));
  if (solved && about.puzzle && progress.of(about.puzzle).solved) links.push(resultOf(game));
  if (solved && table.turns > 1) links.push(replayOf(game, "Your solution", table.line));
  const isPuzzle = about.puzzle || about.share || about.lesson;
  if (isPuzzle) {
    const [text, path] = about.others ?? [solved ? "All puzzles" : "Another puzzle", about.home ?? "/"];
    if (!solved || path !== about.next) links.push(make("a", { class: "button", href: address(path) }, text));
  } else links.push(make("a", { class: "button", href: address(about.home ?? "/play") }, "New game"));
  return make("p", { class: "row" }, ...links);
}

// Back to where the goal could still be reached, if that is known; else to the start.
function tryAgain(game) {
  const { table } = game;
  const wrong = table.help?.check.turn;
  const line = wrong ? table.line.split("~").slice(0, wrong - 1).join("~") : "";
  const text = wrong > 1 ? `Try again from turn ${wrong}` : "Try again";
  return button("try-again", text, () => game.again(line), { class: "button main" });
}

// The next puzzle of the pack, until one that suits the player is found.
function nextOf(game) {
  const { about } = game;
  const text = about.following ?? "Next puzzle";
  const link = make("a", { class: "button main", id: "next", href: address(about.next) }, text);
  const wanted = about.sort?.rating && !about.ahead ? about.sort.game : about.lesson?.leads;
  if (wanted)
    nextOne(wanted, about.puzzle ?? "").then((found) => {
      if (!found) return;
      link.href = address(`/puzzle/${found.id}`);
      link.title = found.title;
    });
  return link;
}

// A text to share, which gives nothing away, and a picture where the device can share one.
function resultOf(game) {
  const { about } = game;
  const kept = progress.of(about.puzzle);
  // Only its owner can open a puzzle made here, but its link contains the puzzle.
  const link = new URL(address(about.table ? about.share : about.opens ?? about.path), location.href).href;
  const text = () => `${sharedText(kept, about.title, byId("facts").textContent)}\n${link}`;
  const copy = async ({ target }) => {
    target.textContent = (await copied(text())) ? "Copied" : "Cannot copy here";
  };
  const draw = async ({ target }) => {
    const drawing = await import("./share-picture.js").catch(() => null);
    target.textContent = drawing ? await drawing.shareCard(game, kept, text()) : "No connection";
  };
  return make(
    "span",
    { class: "row", role: "group", "aria-label": "Share" },
    button("result", "Share", copy),
    button("share-picture", "Share picture", draw),
  );
}

function finalOf(end) {
  const heads = ["Colour", "Before", "Meeples that score", "Final"];
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
  const played = game.ended === game.table.line;
  const form = make(
    "form",
    // A game that was played here goes on the record by itself.
    { "data-game": JSON.stringify({ ...end.record, ...abbot }), "data-played": played || null, hidden: true },
    make("label", { for: "notes" }, "Notes"),
    make("textarea", { id: "notes", name: "notes", rows: 3, maxlength: 2000 }),
    make(
      "p",
      { class: "row" },
      make("button", { class: "button" }, played ? "Save the notes" : "Save to my record"),
      make("a", { href: address("/play/sheet") }, "My record"),
    ),
    make("p", { "data-sheet-told": true, role: "status" }),
  );
  const file = end.file &&
    make(
      "p",
      { class: "note" },
      make("a", { href: end.file }, "Download this game"),
      ": ",
      make("code", {}, "meepleproof verify"),
      " checks it.",
    );
  return make("div", { class: "write-down" }, form, file);
}
