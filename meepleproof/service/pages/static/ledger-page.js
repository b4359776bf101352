// The page of the ledger: its lines, what each player starts with next time, and the way out and in.

import { countOf, following, likeness, merged, startWith, told } from "./book.js";
import { dayInWords } from "./book-forms.js";
import { byId, handOut, make, say, smallButton } from "./dom.js";
import { entering } from "./entering.js";
import {
  emptyLedger,
  ledgerDocument,
  ledgersAside,
  parsedLedger,
  readLedger,
  standingsNow,
  writeLedger,
} from "./ledger.js";
import { keepForOffline } from "./offline.js";
import { address } from "./place.js";

const USUAL = 60; // tiles of a game of half an hour
const MEGABYTE = 1_000_000;
const LARGEST = 4; // megabytes of a file

const form = entering(keep);

/** @param {string} text @param {import("./book.js").Ledger | null} before to be had back by a button */
function tell(text, before = null) {
  byId("ledger-told").textContent = text;
  say(text);
  document.getElementById("put-back")?.remove();
  if (!before) return;
  const back = smallButton("put-back", "Undo", () => {
    const fault = writeLedger(before);
    show();
    tell(fault || "It is as it was before.");
    byId("ledger-told").focus();
  });
  byId("undo-place").append(back);
}

/**
 * Keeps other lines, and says so; what was there can be had back.
 * @param {import("./book.js").Line[]} lines
 * @param {string} text
 */
function keep(lines, text) {
  const before = readLedger();
  const fault = writeLedger({ ...before, lines });
  show();
  tell(fault || text, fault ? null : before);
  return !fault;
}

// Next time

function showNext() {
  const all = Object.entries(standingsNow());
  byId("next").hidden = !all.length;
  const tiles = Math.trunc(Number(byId("next-tiles").value)) || 0;
  byId("ledger-rows").replaceChildren(
    ...all.map(([name, one]) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, one.child ? `${name} (child)` : name),
        make("td", {}, make("b", {}, String(startWith(one, tiles)))),
        make("td", {}, handicapInWords(one)),
      )
    ),
  );
}

function handicapInWords({ per_tile, points }) {
  if (!per_tile) return `${points} whatever the tiles`;
  const more = points ? `, ${points < 0 ? `less ${-points}` : `and ${points} more`}` : "";
  return `${per_tile} for each tile${more}`;
}

// Line by line, the latest first

function showLines() {
  const { lines } = readLedger();
  byId("ledger").hidden = !lines.length;
  const alike = countOf(lines.flatMap((one) => one.kind === "evening" ? [likeness(one)] : []));
  const items = [...following(lines)].map(({ line, before }) =>
    line.kind === "evening"
      ? item(line, told(line, before), alike.get(likeness(line)) > 1)
      : item(line, openingInWords(line))
  );
  byId("lines").replaceChildren(...items.reverse());
}

function item(line, says, isTwice = false) {
  const day = line.date ? dayInWords(line.date) : "On a day that is not known";
  const head = line.kind === "evening" ? `${day}, ${line.tiles} tiles` : day;
  return make(
    "li",
    {},
    make("h3", {}, head),
    make("p", {}, says),
    isTwice ? make("p", { class: "note" }, "These players and points stand here twice for this day.") : "",
    make(
      "p",
      { class: "row" },
      make("button", {
        type: "button",
        class: "button small",
        "aria-label": `Remove the line of ${head}`,
        click: () => remove(line),
      }, "Remove"),
      line.game ? make("a", { class: "button small", href: gameOf(line.game) }, "Open the game") : "",
    ),
  );
}

/** @param {import("./book.js").Opening} opening */
function openingInWords({ name, child, per_tile = 0, points = 0 }) {
  return `From here on ${name}${child ? ", a child," : ""} starts with ${handicapInWords({ per_tile, points })}.`;
}

function gameOf({ setup, line }) {
  return address(`/house/game?${setup}&${new URLSearchParams({ line })}`);
}

// By what it says: another window may have taken out lines before it.
function remove(line) {
  const { lines } = readLedger();
  const index = lines.findIndex((one) => JSON.stringify(one) === JSON.stringify(line));
  if (index < 0) return show();
  if (keep(lines.toSpliced(index, 1), "The line is taken out, and handicaps follow from the others."))
    byId("put-back").focus();
}

// Out and in

function save() {
  handOut(JSON.stringify(ledgerDocument({ ...emptyLedger(), ...readLedger() }), null, 1), "ledger.json");
}

async function load(event) {
  const [file] = event.target.files;
  event.target.value = "";
  byId("both").hidden = true;
  if (!file) return;
  if (file.size > LARGEST * MEGABYTE)
    return tell(`This file has more than ${LARGEST} MB, which no ledger has. Nothing was changed.`);
  const { ledger, fault } = parsedLedger(await file.text());
  if (!ledger) return tell(`${fault} Nothing was changed.`);
  const mine = readLedger().lines;
  const both = merged(mine, ledger.lines);
  if (both.length === ledger.lines.length) keep(ledger.lines, "The ledger was read.");
  else askWhich(ledger.lines, both);
}

// The file would drop lines that are here.
function askWhich(theirs, both) {
  const place = byId("both");
  const number = both.length - theirs.length;
  const use = (lines, text) => () => {
    place.hidden = true;
    keep(lines, text);
    byId("ledger-told").focus();
  };
  place.replaceChildren(
    make("p", {}, `The ledger here has ${number === 1 ? "a line" : `${number} lines`} that the file lacks.`),
    make(
      "p",
      { class: "row" },
      smallButton(
        "use-both",
        "Keep the lines of both",
        use(both, "The lines of the file are with those that were here."),
      ),
      smallButton("use-file", "Keep those of the file alone", use(theirs, "The ledger is now that of the file.")),
      smallButton("use-none", "Change nothing", () => {
        place.hidden = true;
        byId("load-ledger").focus();
      }),
    ),
  );
  place.hidden = false;
  byId("use-both").focus();
}

function showAside() {
  byId("aside").replaceChildren(
    ...ledgersAside().map(([name, text]) =>
      make(
        "p",
        { class: "row" },
        make(
          "span",
          { class: "note" },
          "An earlier ledger of this device could not be read. It was set aside as it was.",
        ),
        smallButton(name, "Save it as a file", () => handOut(text ?? "", name)),
      )
    ),
  );
}

function show() {
  showKept();
  form.show();
}

// Also what another window has written; what is being typed here stays.
function showKept() {
  showNext();
  showLines();
  showAside();
}

function begin() {
  const last = readLedger().lines.findLast((one) => one.kind === "evening");
  byId("next-tiles").value = String(last?.kind === "evening" ? last.tiles : USUAL);
  byId("next-tiles").addEventListener("input", showNext);
  byId("save-ledger").addEventListener("click", save);
  byId("load-ledger").addEventListener("change", load);
  addEventListener("storage", showKept);
  show();
  document.documentElement.dataset.ready = "";
  keepForOffline();
}

begin();
