// The page of a climb: its rung, its misses, the best one, and the puzzle to solve now.

import { climbOf, keepClimb } from "./climb-kept.js";
import { isOver, judged, LIVES, newRun, withNext } from "./climb-run.js";
import { documentAt } from "./documents.js";
import { byId, given, make } from "./dom.js";
import { drawFrom } from "./pictures.js";
import * as progress from "./progress.js";
import { cardOf } from "./puzzle-card.js";

const AWAY = "No connection, and the list of puzzles is not stored on this device.";
const UNKEPT = "Nothing can be stored here, so a climb ends when you leave this page.";
const about = given("about");

class Climb {
  /** @param {import("./puzzle-card.js").List} list */
  constructor(list) {
    this.list = list;
    this.shown = "";
    byId("begin").addEventListener("click", () => {
      this.keep({ ...climbOf(about.game), run: newRun(progress.read(), about.game) });
      this.show();
    });
    for (const change of ["storage", "pageshow", "focus"]) addEventListener(change, () => this.show());
  }

  keep(one) {
    byId("unkept").textContent = keepClimb(about.game, one) ? "" : UNKEPT;
  }

  // What became of the last puzzle is looked at whenever the page is seen.
  show() {
    const { best, run } = climbOf(about.game);
    const mine = progress.read();
    const now = run && withNext(judged(run, mine), this.list, mine);
    const most = Math.max(best, now?.rungs ?? 0);
    if (JSON.stringify(now) !== JSON.stringify(run)) this.keep({ best: most, run: now });
    const one = this.list.puzzles.find(({ id }) => id === now?.now);
    const kept = one && mine.puzzles[one.id];
    // A card that is replaced while it is clicked is not opened.
    const shows = JSON.stringify([now, most, kept]);
    if (shows === this.shown) return;
    this.shown = shows;
    this.tell(now, most);
    byId("puzzle").replaceChildren(...(one ? [cardOf(one, this.list, kept)] : []));
    byId("begin").hidden = Boolean(now && !isOver(now));
    byId("begin").textContent = now ? "Climb again" : "Begin";
  }

  tell(run, best) {
    byId("best").textContent = best ? `Your best: ${rungs(best)}` : "";
    byId("rungs").textContent = run ? stateOf(run) : "";
    byId("lives").replaceChildren(...(run ? livesOf(run) : []));
  }
}

/** @param {import("./climb-run.js").Run} run */
function stateOf(run) {
  if (isOver(run)) return `You climbed ${rungs(run.rungs)}.`;
  return run.now ? `Rung ${run.rungs + 1}` : `You climbed ${rungs(run.rungs)}: no unsolved puzzle is left.`;
}

/** @param {import("./climb-run.js").Run} run */
function livesOf({ missed }) {
  const hearts = "♥".repeat(LIVES - missed) + "♡".repeat(missed);
  return [make("span", { class: "hearts", "aria-hidden": "true" }, hearts), ` ${missed} of ${LIVES} missed`];
}

function rungs(number) {
  return `${number} ${number === 1 ? "rung" : "rungs"}`;
}

if (about.pieces) drawFrom(about.pieces);
const list = await documentAt(about.list);
if (list) new Climb(list).show();
else byId("rungs").textContent = AWAY;
document.documentElement.dataset.ready = "";
