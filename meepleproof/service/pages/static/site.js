// On pages where nothing is played: what this device remembers, and the worker for offline use.

import { streak } from "./days.js";
import { first, handOut, make, NOTHING_STORED, say, today } from "./dom.js";
import { keepForOffline, tellConnection } from "./offline.js";
import { address } from "./place.js";
import * as progress from "./progress.js";
import { nextAtLevel, rated, results } from "./rating.js";

function lessons() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lesson]")))
    if (progress.setting(`lesson-${place.dataset.lesson}`)) place.textContent = "✓ done";
}

// The game that this page is about.
function gameHere() {
  return first("[data-numbers]")?.dataset.game ?? "solo";
}

function numbers() {
  const place = first("[data-numbers]");
  if (!place) return;
  const kept = progress.read();
  const game = gameHere();
  const all = Object.values(kept.puzzles).filter((one) => (one.sort?.game ?? "solo") === game);
  const solved = all.filter((one) => one.solved).length;
  if (!all.length && !(game === "solo" && kept.games.length)) return;
  const alone = all.filter((one) => one.alone).length;
  const row = streak(kept, today(), game);
  const played = results(kept, game);
  const facts = [
    `${solved} of ${place.dataset.numbers} solved`,
    `${alone} without hints`,
    row ? `${row} ${row === 1 ? "day" : "days"} in a row` : "",
    played.length ? `rated ${rated(played).rating}${rated(played).sure ? "" : "?"}` : "",
  ];
  first("[data-numbers] [data-facts]").textContent = facts.filter(Boolean).join(" · ");
  place.hidden = false;
}

// The puzzles begun, and the next one at the player's level.
async function onwards() {
  const kept = progress.read();
  const list = first("[data-begun]");
  const next = first("[data-next]");
  if (!list) return;
  const begun = Object.entries(kept.puzzles).filter(([, one]) => one.line && !one.solved);
  const links = begun
    .map(([id, one]) => [one.path ?? `/puzzle/${id}`, one.title ?? "A puzzle that you began"])
    .concat(kept.codes.map(({ code }) => [`/p?${new URLSearchParams({ code })}`, "A puzzle from a link"]));
  list.replaceChildren(
    ...links.slice(-6).reverse().map(([href, text]) => make("a", { class: "button small", href: address(href) }, text)),
  );
  first("[data-begun-part]").hidden = !links.length;
  if (!next || !Object.values(kept.puzzles).some((one) => one.solved)) return;
  const found = await nextAtLevel(kept, gameHere());
  next.hidden = !found;
  if (found) next.href = address(`/puzzle/${found.id}`);
}

function games() {
  const list = first("[data-games]");
  if (!list) return;
  for (const one of progress.read().games) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const query = new URLSearchParams(one.search);
    link.href = address(`/play${one.search}`);
    const state = one.result === undefined ? `${one.turns} turns` : `result ${one.result}`;
    link.textContent = `Seed ${query.get("seed")}: ${state}`;
    item.append(link);
    list.append(item);
  }
  /** @type {HTMLElement} */ (list.parentElement).hidden = !list.children.length;
}

// The deal of the day, by the date of this device; and where no server deals, the page that does.
function deals() {
  const place = first("[data-deal]");
  if (!place) return;
  const query = new URLSearchParams({ seed: today().replaceAll("-", "") });
  place.href = address(`/play?${query}`);
  const { dealt } = first("form.options").dataset;
  if (dealt && location.search) location.replace(address(dealt + location.search));
}

function tell(text) {
  for (const place of document.querySelectorAll("[data-progress-told]")) place.textContent = text;
  say(text);
}

function taking() {
  first("[data-export]")?.addEventListener("click", () => {
    handOut(JSON.stringify(progress.exported(), null, 1), "meepleproof-progress.json");
  });
  first("[data-import]")?.addEventListener("change", async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const [file] = input.files ?? [];
    input.value = "";
    if (!file) return;
    const { content, newer, fault } = progress.parsed(file.size < 4_000_000 ? await file.text() : "");
    if (newer) tell(`${fault} Nothing was changed.`);
    else if (!content) tell("This file is no progress of these pages; nothing was changed.");
    else if (progress.write(progress.merged(progress.read(), content))) {
      show();
      dispatchEvent(new Event("progress"));
      tell("The progress was added to yours.");
    } else tell(NOTHING_STORED);
  });
}

function show() {
  numbers();
  onwards();
}

// On a phone the header scrolls to the current place.
first(".top [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
lessons();
show();
games();
deals();
taking();
keepForOffline();
tellConnection();
addEventListener("storage", show);
