// Final scoring, meeple by meeple, in the order and with the scores that the server sends. Players who
// prefer less motion see the end at once.

import { make, picture, still } from "./dom.js";

const STEP = 650; // milliseconds for a meeple
const MOST = 8000; // and for all of them

export async function countUp(game, steps) {
  if (!steps.length || still()) return;
  const { table } = game;
  const places = [...document.querySelectorAll("#players .score")];
  const each = Math.min(STEP, MOST / steps.length);
  let skipped = false;
  const skip = make("button", { type: "button", class: "button small", id: "skip" }, "Skip");
  skip.addEventListener("click", () => (skipped = true));
  document.querySelector("#banner h2")?.after(skip);
  table.end.final.forEach((row, index) => (places[index].textContent = String(row.before)));
  for (const { colour, at, score } of steps) {
    if (skipped || game.table !== table) break;
    game.board.darken();
    game.board.light([at], "mp-won");
    const place = places[colour - 1];
    place.textContent = String(score);
    place.classList.add("counting");
    await new Promise((done) => setTimeout(done, each));
    place.classList.remove("counting");
  }
  game.board.darken();
  skip.remove();
  table.end.final.forEach((row, index) => (places[index].textContent = String(row.after)));
}

// The same in words.
export function stepsInWords(table) {
  const names = table.players.map((one) => one.name);
  const before = new Map(table.end.final.map((row, index) => [index + 1, row.before]));
  const items = table.end.steps.map(({ colour, score }) => {
    const from = before.get(colour);
    before.set(colour, score);
    return make("li", {}, picture(`pawn.${colour}`, [14, 18]), ` ${names[colour - 1]} ${from} → ${score}`);
  });
  return make(
    "details",
    { id: "steps" },
    make("summary", {}, "Meeple by meeple"),
    items.length
      ? make("ol", { class: "story" }, ...items)
      : make("p", {}, "The lowest colour has no meeple on a tile, so nothing is scored."),
  );
}
