// What this device keeps, taken along: to a file and from one, or by a link to the same pages at another address.

import { byId, first, handOut, make, NOTHING_STORED, say } from "./dom.js";
import * as progress from "./progress.js";

const MARK = "#take="; // then all stores, compressed
const KEPT = "meepleproof."; // how the places of our stores begin
const PROGRESS = `${KEPT}progress`;
const LEDGER = `${KEPT}ledger`;
const LEFT = /\.(unreadable|player|unsent|last)$/; // what belongs to this device alone
const LARGEST = 4_000_000; // characters of a file, and of what a link brings

function tell(text) {
  for (const place of document.querySelectorAll("[data-progress-told]")) place.textContent = text;
  say(text);
}

/** Connects the buttons of a page that exports, imports, and makes links. */
export function offerTaking() {
  first("[data-export]")?.addEventListener("click", () => {
    handOut(JSON.stringify(progress.exported(), null, 1), "meepleproof-progress.json");
  });
  first("[data-import]")?.addEventListener("change", async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const [file] = input.files ?? [];
    input.value = "";
    if (file) tell(addProgress(file.size < LARGEST ? await file.text() : ""));
  });
  first("[data-elsewhere]")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { elements } = /** @type {HTMLFormElement} */ (event.target);
    const there = addressIn(/** @type {any} */ (elements).there.value.trim());
    if (!there) tell("Give the whole address of the other page, with https:// or http://.");
    else location.assign(`${there}${MARK}${await packed(stores())}`);
  });
}

/** @param {string} text the address of a page, which may lack its scheme */
function addressIn(text) {
  try {
    const found = new URL(text);
    found.hash = "";
    return /^https?:$/.test(found.protocol) ? found.href : null;
  } catch {
    return null;
  }
}

// Adds what a text has to the progress here; returns what came of it, in words.
function addProgress(text) {
  const { content, newer, fault } = progress.parsed(text);
  if (newer) return `${fault} Nothing was changed.`;
  if (!content) return "This file is no progress of these pages; nothing was changed.";
  if (!progress.write(progress.merged(progress.read(), content))) return NOTHING_STORED;
  dispatchEvent(new Event("progress"));
  return "The progress was added to yours.";
}

/** All that is kept for its player, by place. */
function stores() {
  const places = Object.keys(localStorage).filter((place) => place.startsWith(KEPT) && !LEFT.test(place));
  return Object.fromEntries(places.map((place) => [place, localStorage.getItem(place) ?? ""]));
}

/** Asks whether to add what the link of this page brings; the address forgets it at once. */
export async function takeFromLink() {
  if (!location.hash.startsWith(MARK)) return;
  const text = location.hash.slice(MARK.length);
  history.replaceState(history.state, "", location.pathname + location.search);
  const brought = await unpacked(text);
  const end = (said) => {
    byId("brought").remove();
    if (said) document.body.append(make("div", { class: "offline", role: "status", id: "brought" }, said));
  };
  document.body.append(
    make(
      "div",
      { class: "offline", role: "alert", id: "brought" },
      make(
        "span",
        {},
        brought ? told(brought) : "The link brought something that cannot be read. Nothing was changed.",
      ),
      brought
        ? make(
          "button",
          { type: "button", class: "button small", id: "take", click: async () => end(await added(brought)) },
          "Add it",
        )
        : "",
      make("button", { type: "button", class: "button small", id: "leave", click: () => end("") }, "Close"),
    ),
  );
}

function told(brought) {
  const { content } = progress.parsed(brought[PROGRESS] ?? "");
  const number = Object.values(content?.puzzles ?? {}).filter((one) => one.solved).length;
  return `The link brings what another page kept: ${number} solved puzzle${
    number === 1 ? "" : "s"
  }, games and settings.`;
}

// Progress and the ledger are added to those of this device; of all else what is here stays.
async function added(brought) {
  const { [PROGRESS]: progressText, [LEDGER]: ledgerText, ...others } = brought;
  try {
    for (const [place, text] of Object.entries(others))
      if (localStorage.getItem(place) === null) localStorage.setItem(place, text);
  } catch {
    return NOTHING_STORED;
  }
  const said = progressText ? [addProgress(progressText)] : [];
  if (ledgerText) said.push(await addedLedger(ledgerText));
  return said.join(" ") || "It was added.";
}

async function addedLedger(text) {
  const books = await import("./ledger.js").catch(() => null);
  return books?.addLedger(text) ?? "No connection, so the ledger was not added. Open the link again.";
}

async function packed(document) {
  const zipped = new Blob([JSON.stringify(document)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(zipped).arrayBuffer());
  const text = Array.from(bytes, (one) => String.fromCharCode(one)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @returns {Promise<Record<string, string> | null>} the stores in a text; null if it is damaged */
async function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const found = JSON.parse(await readUpTo(stream, LARGEST));
    const ours = ([place, kept]) => place.startsWith(KEPT) && !LEFT.test(place) && typeof kept === "string";
    return Object.entries(found).every(ours) ? found : null;
  } catch {
    return null;
  }
}

// The text of a stream; rejected if it is longer, as a small link may unpack to any size.
async function readUpTo(stream, most) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = "";;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > most) throw new RangeError("too large");
  }
}
