// The service worker keeps what was met; the puzzles of the next days are met here beforehand.

import { make, today } from "./dom.js";
import { address } from "./place.js";

const LATER = 3000;

export async function keepForOffline() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return; // without one the pages work as long as there is a connection
  const registration = await serviceWorker.register(address("/sw.js")).catch(() => null);
  if (!registration) return;
  // A new version waits until the player takes it: nothing done on this page is lost, and versions never mix.
  const look = () => {
    if (registration.waiting && serviceWorker.controller) offer(registration);
  };
  look();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
}

/** @param {ServiceWorkerRegistration} registration */
function offer(registration) {
  if (document.getElementById("updated")) return;
  const take = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    // It may be a newer one by now, or none, if another window has taken it.
    if (registration.waiting) registration.waiting.postMessage({ takeOver: true });
    else location.reload();
  };
  // It is offered again on the next page.
  const later = () => document.getElementById("updated")?.remove();
  document.body.append(
    make(
      "div",
      { id: "updated", class: "offline", role: "status" },
      make("span", {}, "These pages have a new version."),
      make("button", { type: "button", class: "button small", click: take }, "Load it"),
      make("button", { type: "button", class: "button small", click: later }, "Later"),
    ),
  );
}

/** Whether the browser was told to load as little as it can. */
export function savesData() {
  const { connection } = /** @type {any} */ (navigator);
  return Boolean(connection?.saveData);
}

/**
 * Has puzzles kept that the player will probably open, and the days of this year.
 * @param {string[]} ids
 */
export function meetPuzzles(ids) {
  if (savesData()) return;
  const puzzles = [...new Set(ids)].map((id) => `/puzzle/${id}`);
  const pages = [`/days/${today().slice(0, 4)}.json`, ...puzzles].map(address);
  setTimeout(async () => {
    const worker = await navigator.serviceWorker?.ready;
    worker?.active?.postMessage({ meet: pages });
  }, LATER);
}

/** Waits until the service worker keeps what this page loads from then on; not where there is none. */
export async function isKeeping() {
  const { serviceWorker } = navigator;
  if (!serviceWorker || serviceWorker.controller) return;
  await new Promise((done) => serviceWorker.addEventListener("controllerchange", done, { once: true }));
}

/**
 * Whether this device has a copy of a page.
 * @param {string} path
 */
export async function isKept(path) {
  const found = await globalThis.caches?.match(address(path), { ignoreVary: true, ignoreSearch: true });
  return Boolean(found);
}

/** @type {Promise<boolean> | null} what was found, until the network changes */
let found = null;
for (const change of ["online", "offline"]) addEventListener(change, () => (found = null));

/** Whether the host can be reached; a browser that has a network does not know. */
export function isConnected() {
  found ??= isReached();
  return found;
}

async function isReached() {
  if (!navigator.onLine || !navigator.serviceWorker?.controller) return navigator.onLine;
  const asked = { method: "HEAD", cache: /** @type {const} */ ("no-store") }; // the service worker has no copy of a HEAD
  return await fetch(address("/manifest.webmanifest"), asked).then(() => true, () => false);
}

/** Says that there is no connection, as long as there is none. */
export function tellConnection() {
  const tell = async () => {
    document.getElementById("no-connection")?.remove();
    if (await isConnected()) return;
    const words = "No connection. What this device has stored can be played.";
    document.querySelector("main")?.prepend(make("p", { id: "no-connection", class: "notice", role: "status" }, words));
  };
  for (const change of ["online", "offline"]) addEventListener(change, tell);
  tell();
}
