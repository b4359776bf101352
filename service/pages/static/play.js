// Every step of the game is a link. This script only makes following one smoother: it fetches the
// page, puts its game in place of the old one, and keeps the focus. Without it all works the same.
"use strict";

const SOLVED = "meepleproof.solved";

function game() {
  return document.getElementById("game");
}

let asked = 0;

async function show(address, then, same) {
  const mine = ++asked;
  game().ariaBusy = "true";
  const answer = await fetch(address, { headers: { accept: "text/html" } }).catch(() => null);
  const text = answer && (await answer.text());
  if (mine !== asked) return; // another step was taken since
  if (!answer) {
    location.assign(address);
    return;
  }
  const next = new DOMParser().parseFromString(text, "text/html");
  const found = next.getElementById("game");
  if (!found || !game()) {
    location.assign(address);
    return;
  }
  const scrolled = document.querySelector(".board-scroll");
  const [left, top] = scrolled ? [scrolled.scrollLeft, scrolled.scrollTop] : [0, 0];
  game().replaceWith(document.adoptNode(found));
  document.title = next.title;
  const board = document.querySelector(".board-scroll");
  if (board) board.scrollTo(left, top);
  say(game().dataset.say || "");
  refocus(then, same);
  arrived();
}

function say(text) {
  document.getElementById("says").textContent = text;
}

// The focus after a step: what was asked for, what can be done next, or the same thing as before.
function refocus(then, same) {
  const found = [
    then && document.getElementById(then),
    same && document.getElementById(same),
    document.getElementById("banner"),
    document.getElementById("play"),
    document.getElementById("refusal"),
    document.querySelector(".chip:not(.off)"),
    document.getElementById("turn"),
  ].find(Boolean);
  if (!found) return;
  if (!found.matches("a, button")) found.tabIndex = -1;
  const sought = [then, "banner", "refusal"].includes(found.id);
  found.focus({ preventScroll: !sought });
}

function followed(event) {
  const link = event.target.closest("#game a[data-step]");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !plain) return;
  event.preventDefault();
  const address = link.getAttribute("href");
  history.pushState(null, "", address);
  show(address, link.dataset.then, link.id);
}

// Letters turn the tile, take back and hint, wherever one is but in a field. Arrows go from cell to
// cell, and from anywhere else in the game to one; a board that scrolls does so by them.
const STEPS = { ArrowUp: [0, 1], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowLeft: [-1, 0] };
const KEYS = { r: "turn-right", R: "turn-left", u: "undo", h: "hint" };

function pressed(event) {
  if (!game() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, select, textarea")) return;
  if (STEPS[event.key]) stepped(event);
  else if (KEYS[event.key])
    document.getElementById(KEYS[event.key])?.dispatchEvent(
      new MouseEvent("click", { bubbles: true, cancelable: true })
    );
}

function stepped(event) {
  if (!event.target.closest("#game") || scrolls(event.target)) return;
  const from = event.target.closest("a[data-x]");
  const to = from ? nearest(from, STEPS[event.key]) : first();
  if (!from && !to) return;
  event.preventDefault();
  to?.focus();
}

function scrolls(place) {
  const wide = place.scrollWidth > place.clientWidth;
  const high = place.scrollHeight > place.clientHeight;
  return place.matches(".board-scroll") && (wide || high);
}

// The first cell for the arrows: of those where the tile fits, the one nearest to the last tile.
function first() {
  const about = document.querySelector("#spin, .mp-last");
  const cells = [about ? ".mp-fits, .mp-turns" : ".mp-fits", ".mp-step"]
    .map((kind) => [...document.querySelector("#board").querySelectorAll(kind)])
    .find((found) => found.length);
  if (!cells || !about) return cells?.[0];
  const far = (cell) =>
    Math.abs(cell.dataset.x - about.dataset.x) + Math.abs(cell.dataset.y - about.dataset.y);
  return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
}

function nearest(from, [east, north]) {
  const [x, y] = [Number(from.dataset.x), Number(from.dataset.y)];
  let best = null;
  let least = Infinity;
  for (const cell of document.querySelectorAll("#board .mp-step")) {
    const [across, up] = [Number(cell.dataset.x) - x, Number(cell.dataset.y) - y];
    const ahead = across * east + up * north;
    const aside = Math.abs(across * north) + Math.abs(up * east);
    if (ahead > 0 && ahead + 2 * aside < least) {
      least = ahead + 2 * aside;
      best = cell;
    }
  }
  return best;
}

// Solved puzzles are remembered on this device only.
function solved() {
  try {
    const kept = JSON.parse(localStorage.getItem(SOLVED) || "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

// A wide board scrolls on a small screen, to the part that matters, or can be shown as a whole.
function framed() {
  const scroll = document.querySelector(".left > .board-scroll");
  const button = document.querySelector("[data-whole]");
  if (!scroll) return;
  if (button) {
    const whole = document.documentElement.classList.contains("whole");
    button.hidden = !whole && scroll.scrollWidth <= scroll.clientWidth;
    button.textContent = whole ? "Larger board" : "Whole board";
  }
}

function centred() {
  const scroll = document.querySelector(".left > .board-scroll");
  const about = scroll?.querySelector(".mp-spin, .mp-last, .mp-fits");
  if (!about) return;
  const [inner, outer] = [about.getBoundingClientRect(), scroll.getBoundingClientRect()];
  scroll.scrollBy(
    inner.left + inner.width / 2 - outer.left - outer.width / 2,
    inner.top + inner.height / 2 - outer.top - outer.height / 2
  );
}

function wholeBoard(event) {
  if (!event.target.closest("[data-whole]")) return;
  document.documentElement.classList.toggle("whole");
  framed();
}

function arrived() {
  framed();
  const identity = game()?.dataset.solved;
  if (identity && !solved().includes(identity)) {
    try {
      localStorage.setItem(SOLVED, JSON.stringify([...solved(), identity]));
    } catch {
      say("Solved! This browser keeps no notes, so it will not be remembered.");
    }
  }
  for (const place of document.querySelectorAll("[data-done]")) {
    if (solved().includes(place.dataset.done)) place.textContent = "✓ solved";
  }
}

async function copied(event) {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(new URL(button.dataset.copy, location.href).href);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Copy the link by hand";
  }
  say(button.textContent);
}

document.addEventListener("click", followed);
document.addEventListener("click", copied);
document.addEventListener("click", wholeBoard);
document.addEventListener("keydown", pressed);
window.addEventListener("popstate", () => {
  if (game()) show(location.href);
});
arrived();
centred();
