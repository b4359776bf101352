// The calendar: which puzzles of the days were solved, and how many in a row.

import { first } from "./dom.js";
import { days, longest, streak } from "./days.js";
import { read, today } from "./progress.js";

const STATES = {
  day: ["★", "solved on its day"],
  solved: ["✓", "solved later"],
  begun: ["…", "begun"],
};

function stateOf(kept, done, day, id) {
  if (done.has(day)) return "day";
  const one = kept.puzzles[id];
  return one?.solved ? "solved" : one?.line ? "begun" : null;
}

function show() {
  const kept = read();
  const place = first("[data-days]");
  const game = place.dataset.days;
  const done = days(kept, game);
  for (const link of document.querySelectorAll("[data-day]")) {
    const state = stateOf(kept, done, link.dataset.day, link.dataset.puzzle);
    const [sign, says] = STATES[state] ?? ["", ""];
    link.dataset.was = state ?? "";
    link.querySelector("[data-state]").textContent = sign;
    link.dataset.says ??= link.getAttribute("aria-label");
    link.setAttribute("aria-label", [link.dataset.says, says].filter(Boolean).join(", "));
  }
  const [now, most] = [streak(kept, today(), game), longest(kept, game)];
  place.hidden = !most;
  place.textContent = `Streak: ${now} ${now === 1 ? "day" : "days"} · longest: ${most}`;
}

show();
addEventListener("storage", show);
