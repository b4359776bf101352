// The page of a game: keys, the address, and what the device keeps of it.

import { climbing } from "./climb-kept.js";
import { comingDays } from "./days.js";
import { addSheet, first, today } from "./dom.js";
import { Game } from "./game.js";
import { keepForOffline } from "./offline.js";
import { address } from "./place.js";
import * as progress from "./progress.js";
import { sendUnsent } from "./sending.js";
import { startTimer } from "./timer.js";

const KEYS = {
  r: (game) => game.rotate(1),
  R: (game) => game.rotate(-1),
  u: (game) => game.undo(),
  U: (game) => game.redo(),
  y: (game) => game.redo(),
  h: (game) => game.hint(),
};

function pressed(event, game) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, select, textarea")) return;
  if (KEYS[event.key]) KEYS[event.key](game);
  else if (event.key === "Escape" && (game.choice.at || game.choice.act)) game.lift();
  else if (event.key === "Escape" && game.table.tile?.card) game.putBack();
  else if (event.key.startsWith("Arrow")) game.board.step(event);
}

/**
 * What few tables need.
 * @typedef {{ Quiz?: typeof import("./quiz.js").Quiz, Numbers?: typeof import("./numbers.js").Numbers }} Parts
 * @param {any} table
 * @returns {Promise<Parts>}
 */
async function partsOf(table) {
  return { ...(table.quiz && (await import("./quiz.js"))), ...(table.numbers && (await import("./numbers.js"))) };
}

// The page of a puzzle is the same on every day; whether it is today's is known here.
async function tellToday(about, game) {
  const [id] = await comingDays(about.sort.game, 1);
  if (id !== about.puzzle) return;
  about.day = today();
  first("#facts").append(" · today's puzzle");
  if (game.done) game.show(null);
}

// `about` has its drawings as `sheet`, or their address as `pieces`.
export async function play(about, tables) {
  about.title = first("h1").textContent;
  addSheet(about.sheet ?? (await (await fetch(address(about.pieces))).text()));
  const game = new Game(climbing(about), tables, await partsOf(tables.first));
  const { line } = game.table;
  const kept = progress.lineOf(about);
  // Turns in the address of a puzzle count only if they were made here.
  const isGame = about.game || about.evening;
  const asked = tables.lineOf(location);
  // Without a connection this may be the page of the same game after other turns.
  const isElsewhere = about.line !== undefined && about.line !== asked;
  for (const own of [kept, isGame || history.state?.own ? (isElsewhere ? asked : line) : ""]) game.owns(own);
  history.replaceState({ line, ...history.state }, "");
  game.done = !line && Boolean(about.puzzle && progress.of(about.puzzle).solved);
  if (game.table.end && game.counts) game.remember(game.table, false);
  if (game.done || game.table.end) await game.panel.meetEnd();
  game.show(null);
  document.addEventListener("keydown", (event) => pressed(event, game));
  addEventListener("popstate", () => game.go(tables.lineOf(location)));
  if (isElsewhere) {
    await game.go(asked);
  } else if (!line && !game.table.refused && kept) {
    history.replaceState({ line: kept, own: true }, "", tables.address(kept));
    await game.go(kept);
  } else if (line && !game.table.end) game.keepLine(line);
  if (game.table.goes_on && game.waiting === null) game.goOn(false);
  document.documentElement.dataset.ready = "";
  if (about.puzzle && !about.day) tellToday(game.about, game);
  game.panel.meetEnd().catch(() => {}); // it is asked for again at the end
  startTimer(game);
  keepForOffline();
  sendUnsent();
  addEventListener("online", sendUnsent);
}
