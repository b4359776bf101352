// On pages where nothing is played: what this device remembers, and the worker for offline use.

import { say } from "./dom.js";
import { keepForOffline } from "./offline.js";
import * as progress from "./progress.js";

function marks() {
  const { puzzles } = progress.read();
  for (const place of document.querySelectorAll("[data-done]")) {
    const kept = puzzles[place.dataset.done];
    place.textContent = !kept
      ? ""
      : kept.solved
        ? kept.alone
          ? "★ solved"
          : "✓ solved"
        : kept.line
          ? "begun"
          : "";
    if (kept?.alone) place.title = "solved without hints";
  }
}

function lessons() {
  for (const place of document.querySelectorAll("[data-lesson]"))
    if (progress.setting(`lesson-${place.dataset.lesson}`)) place.textContent = "✓ done";
}

function numbers() {
  const place = document.querySelector("[data-numbers]");
  if (!place) return;
  const kept = progress.read();
  const all = Object.values(kept.puzzles);
  const solved = all.filter((one) => one.solved).length;
  if (!all.length && !kept.games.length) return;
  const alone = all.filter((one) => one.alone).length;
  const streak = progress.streak(kept);
  const facts = [
    `${solved} of ${place.dataset.numbers} solved`,
    `${alone} without hints`,
    streak ? `${streak} ${streak === 1 ? "day" : "days"} in a row` : "",
  ];
  place.querySelector("[data-facts]").textContent = facts.filter(Boolean).join(" · ");
  place.hidden = false;
}

// All puzzles, the easiest first: id, rating, title.
function shelf() {
  const place = document.getElementById("shelf");
  return place ? JSON.parse(place.textContent) : [];
}

// The puzzles begun, and the next one: not solved, and the first that is not easier than those that
// were solved without hints.
function onwards() {
  const { puzzles } = progress.read();
  const list = document.querySelector("[data-begun]");
  const next = document.querySelector("[data-next]");
  if (!list || !next) return;
  const all = shelf();
  list.replaceChildren(
    ...all.filter(([id]) => puzzles[id]?.line && !puzzles[id].solved).slice(0, 6).map(([id, , title]) => {
      const link = document.createElement("a");
      link.className = "button small";
      link.href = `/puzzle/${id}`;
      link.textContent = title;
      return link;
    })
  );
  document.querySelector("[data-begun-part]").hidden = !list.children.length;
  const alone = all.filter(([id]) => puzzles[id]?.alone).map(([, rating]) => rating);
  const level = alone.sort((one, other) => one - other)[Math.floor(alone.length / 2)] ?? 0;
  const open = all.filter(([id]) => !puzzles[id]?.solved);
  const found = open.find(([, rating]) => rating >= level) ?? open[0];
  next.hidden = !found || !Object.values(puzzles).some((one) => one.solved);
  if (found) next.href = `/puzzle/${found[0]}`;
}

// The list is asked for as soon as something is chosen, and shows what is not solved if wished.
function filters() {
  const form = document.querySelector(".filters");
  if (!form) return;
  form.querySelector("[data-show]").hidden = true;
  for (const one of form.querySelectorAll("select"))
    one.addEventListener("change", () => form.requestSubmit());
  const tick = document.getElementById("hide-solved");
  form.querySelector("[data-hide]").hidden = false;
  tick.checked = progress.setting("hide-solved");
  tick.addEventListener("change", () => {
    progress.setSetting("hide-solved", tick.checked);
    hide();
  });
  hide();
}

function hide() {
  const tick = document.getElementById("hide-solved");
  const { puzzles } = progress.read();
  for (const card of document.querySelectorAll("[data-card]"))
    card.hidden = Boolean(tick?.checked && puzzles[card.dataset.card]?.solved);
}

function games() {
  const list = document.querySelector("[data-games]");
  if (!list) return;
  for (const one of progress.read().games) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const query = new URLSearchParams(one.search);
    link.href = `/play${one.search}`;
    const state = one.result === undefined ? `${one.turns} turns` : `result ${one.result}`;
    link.textContent = `Seed ${query.get("seed")}: ${state}`;
    item.append(link);
    list.append(item);
  }
  list.parentElement.hidden = !list.children.length;
}

function tell(text) {
  for (const place of document.querySelectorAll("[data-progress-told]")) place.textContent = text;
  say(text);
}

function taking() {
  document.querySelector("[data-export]")?.addEventListener("click", () => {
    const link = document.createElement("a");
    const text = JSON.stringify(progress.read(), null, 1);
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = "meepleproof-progress.json";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  document.querySelector("[data-import]")?.addEventListener("change", async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    const found = file.size < 4_000_000 ? progress.parsed(await file.text()) : null;
    if (!found) tell("This file is no progress of these pages; nothing was changed.");
    else if (progress.write(progress.merged(progress.read(), found))) {
      show();
      tell("The progress was added to yours.");
    } else tell("This browser keeps nothing for this page (private window, or storage is full).");
  });
}

function show() {
  marks();
  numbers();
  onwards();
  hide();
}

filters();
lessons();
show();
games();
taking();
keepForOffline();
addEventListener("storage", show);
