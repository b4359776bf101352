// The page of a player's own packs: they are added, listed and removed.

import { byId, given, handOut, make, NOTHING_STORED } from "./dom.js";
import { levelOf } from "./levels.js";
import { changesOf } from "./own-changes.js";
import { asFile, dropPack, keepPack, kept, packsIn, post, tell } from "./own-packs.js";
import { address } from "./place.js";
import * as progress from "./progress.js";

const about = given("about");
const FORMS = { pack: "urn:meepleproof:neom-pack:", solutions: "urn:meepleproof:neom-solutions:" };
const NO_CONNECTION = "There is no connection. The server has to look at a pack once; try again later.";

function told(text) {
  byId("told").textContent = text;
}

function refuse(text) {
  const place = byId("refused");
  place.textContent = text;
  place.hidden = !text;
}

async function documentsOf(files) {
  const found = {};
  for (const file of files) {
    let document = null;
    try {
      document = JSON.parse(await file.text());
    } catch {
      return { problem: `${file.name} is no JSON file. Nothing was added.` };
    }
    const saved = packsIn(document);
    if (saved) return { saved };
    const form = Object.keys(FORMS).find((name) => String(document?.$schema).startsWith(FORMS[name]));
    if (!form)
      return { problem: `${file.name} is neither a pack of NEOM's puzzles nor its solutions. Nothing was added.` };
    found[form] = document;
  }
  if (!found.pack) return { problem: "This is not the pack itself. Choose it together with its solutions." };
  if (!found.solutions)
    return { problem: "The solutions are missing. Choose both files at once: NAME.json and NAME.solutions.json." };
  return found;
}

async function add(event) {
  const files = [...event.target.files];
  event.target.value = "";
  if (!files.length) return;
  refuse("");
  told("Looking at the pack…");
  const found = await documentsOf(files);
  const answer = found.problem || found.saved ? found : await post(about.pack, found);
  const packs = answer?.saved ?? [answer];
  const why = answer === null ? NO_CONNECTION : answer.problem;
  if (why || !packs.every(keepPack)) {
    told("");
    refuse(why ?? NOTHING_STORED);
    return;
  }
  show();
  for (const pack of packs) await meet(pack);
}

// Asks for all that its puzzles need, so that they can be played without a connection.
async function meet({ puzzles }) {
  for (const [number, one] of puzzles.entries()) {
    told(`Getting ready for offline: ${number + 1} of ${puzzles.length}`);
    const answer = await tell(about.told, one, "");
    if (answer?.problem) return refuse(answer.problem);
  }
  told(`${puzzles.length} puzzle${puzzles.length === 1 ? "" : "s"} added.`);
}

function show() {
  const { packs, aside, shut } = kept();
  if (aside) refuse("The packs kept on this device could not be read. They were laid aside, not deleted.");
  if (shut) refuse("This browser stores nothing for this page, so no pack can be kept.");
  byId("packs").replaceChildren(...packs.map(section));
}

function section(pack) {
  const remove = () => {
    if (!confirm(`Remove ${pack.title} from this device?`)) return;
    dropPack(pack.id);
    show();
  };
  const save = () => handOut(asFile(pack), `${pack.id}.device.json`);
  const button = (text, click) => make("button", { type: "button", class: "button small", click }, text);
  return make(
    "section",
    { class: "card", "aria-label": pack.title },
    make("h2", {}, pack.title),
    changesOf(about.changes, pack),
    make("ul", { class: "own-puzzles" }, ...pack.puzzles.map(item)),
    make("p", { class: "row" }, button("Save this pack", save), button("Remove this pack", remove)),
  );
}

// A pack of an earlier version keeps another word beside it.
function levelIn({ puzzles: [puzzle] }) {
  const limits = about.limits[puzzle?.question?.kind];
  return limits ? levelOf(limits, puzzle.difficulty?.rating) : "";
}

function item({ id, title, kind, pack }) {
  const level = levelIn(pack);
  const { solved, alone, line } = progress.of(id);
  const done = solved ? (alone ? "★ solved" : "✓ solved") : line ? "begun" : "";
  return make(
    "li",
    {},
    make("a", { class: "tall", href: address(`${about.home}/puzzle?id=${id}`) }, title),
    make("span", { class: `level ${level}` }, level),
    make("span", { class: "note" }, kind),
    make("span", { class: "done" }, done),
  );
}

byId("load-pack").addEventListener("change", add);
show();
