// The page of a climb: its rung, its misses, the best one, and the puzzle to solve now.

import { judged, LIVES, newRun, withNext } from "./climb-run.js";
import { documentAt } from "./documents.js";
import { byId, given } from "./dom.js";
import { drawFrom } from "./pictures.js";
import * as progress from "./progress.js";
import { cardOf } from "./puzzle-card.js";
import { Store } from "./stores.js";

const AWAY = "No connection, and the list of puzzles is not stored on this device.";
const about = given("about");

const store = new Store({
  place: "meepleproof.climb",
  schema: "climb",
  what: "your climbs",
  form: 1,
  empty: () => ({ games: {} }),
  readers: { 1: ({ games }) => (isGames(games) ? { games } : null) },
});

function isGames(games) {
  return typeof games === "object" && games !== null && Object.values(games).every(isGame);
}

function isGame(one) {
  const { best, run } = one ?? {};
  const numbers = run ? [best, run.from, run.rungs, run.missed, run.before] : [best];
  const texts = run && (run.now === null || typeof run.now === "string") && Array.isArray(run.met);
  return numbers.every((number) => Number.isInteger(number) && number >= 0) && (run === null || texts);
}

function kept() {
  return store.read().games[about.game] ?? { best: 0, run: null };
}

function keep(one) {
  const all = store.read();
  store.write({ games: { ...all.games, [about.game]: one } });
}

class Climb {
  /** @param {import("./puzzle-card.js").List} list */
  constructor(list) {
    this.list = list;
    byId("begin").addEventListener("click", () => {
      keep({ ...kept(), run: newRun(progress.read(), about.game) });
      this.show();
    });
    for (const change of ["storage", "pageshow", "focus"]) addEventListener(change, () => this.show());
  }

  // What became of the last puzzle is looked at whenever the page is seen.
  show() {
    const { best, run } = kept();
    const mine = progress.read();
    const now = run && withNext(judged(run, mine), this.list, mine);
    const most = Math.max(best, now?.rungs ?? 0);
    if (JSON.stringify(now) !== JSON.stringify(run)) keep({ best: most, run: now });
    this.tell(now, most);
    const one = this.list.puzzles.find(({ id }) => id === now?.now);
    byId("puzzle").replaceChildren(
      ...(one && now && now.missed < LIVES ? [cardOf(one, this.list, mine.puzzles[one.id])] : []),
    );
    byId("begin").hidden = Boolean(one && now && now.missed < LIVES);
    byId("begin").textContent = run ? "Climb again" : "Begin";
  }

  tell(run, best) {
    const over = run && run.missed >= LIVES;
    const left = LIVES - (run?.missed ?? 0);
    byId("rungs").textContent = run ? `${over ? "You climbed" : "Rung"} ${over ? run.rungs : run.rungs + 1}` : "";
    byId("lives").textContent = !run
      ? ""
      : over
      ? `${run.rungs === 1 ? "1 rung" : `${run.rungs} rungs`}, then the third miss.`
      : `${"♥".repeat(left)}${"♡".repeat(LIVES - left)} ${left === 1 ? "1 miss" : `${left} misses`} left`;
    byId("best").textContent = best ? `Your best: ${best}` : "";
  }
}

if (about.pieces) drawFrom(about.pieces);
const list = await documentAt(about.list);
if (list) new Climb(list).show();
else byId("rungs").textContent = AWAY;
document.documentElement.dataset.ready = "";
