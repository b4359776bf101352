// On pages where nothing is played: what this device remembers, and the worker for offline use.

import { say } from "./dom.js";
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

// The puzzles begun, and the next one: of those not solved, the easiest.
function onwards() {
  const { puzzles } = progress.read();
  const list = document.querySelector("[data-begun]");
  for (const card of document.querySelectorAll("[data-order] [data-puzzle]")) {
    const kept = puzzles[card.dataset.puzzle];
    if (list && kept?.line && !kept.solved) {
      const link = document.createElement("a");
      link.className = "button";
      link.href = `/puzzle/${card.dataset.puzzle}`;
      link.textContent = card.textContent;
      list.append(link);
      list.parentElement.hidden = false;
    }
  }
  const next = document.querySelector("[data-next]");
  if (!next) return;
  const order = [...document.querySelectorAll("[data-order] [data-puzzle]")];
  const open = order.find((one) => !puzzles[one.dataset.puzzle]?.solved);
  const any = Object.values(puzzles).some((one) => one.solved);
  if (!open || !any) return;
  next.href = `/puzzle/${open.dataset.puzzle}`;
  next.hidden = false;
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
}

show();
onwards();
games();
taking();
addEventListener("storage", show);
