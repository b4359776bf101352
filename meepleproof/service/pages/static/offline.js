// The service worker keeps what was met; the puzzles of the next days are met here beforehand.

import { make } from "./dom.js";
import { address } from "./place.js";

const LATER = 3000;

export async function keepForOffline() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return; // without one the pages work as long as there is a connection
  const registration = await serviceWorker.register(address("/sw.js")).catch(() => null);
  if (!registration) return;
  // A new version waits until the player takes it: nothing done on this page is lost, and versions never mix.
  const look = () => {
    if (registration.waiting && serviceWorker.controller) offer(registration.waiting);
  };
  look();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
}

function offer(worker) {
  if (document.getElementById("updated")) return;
  const take = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    worker.postMessage({ takeOver: true });
  };
  document.body.append(
    make(
      "div",
      { id: "updated", class: "offline", role: "status" },
      make("span", {}, "These pages have a new version."),
      make("button", { type: "button", class: "button small", click: take }, "Load it"),
    ),
  );
}

/**
 * Has puzzles kept that the player will probably open: their pages, and what these load.
 * @param {string[]} ids
 */
export function meetPuzzles(ids) {
  setTimeout(async () => {
    const controller = navigator.serviceWorker?.controller;
    const { connection } = /** @type {any} */ (navigator);
    if (!controller || connection?.saveData) return;
    for (const id of ids) {
      const page = address(`/puzzle/${id}`);
      for (const one of [page, ...(await loadedBy(page))]) controller.postMessage({ meet: one });
    }
  }, LATER);
}

async function loadedBy(page) {
  try {
    const text = await (await fetch(page)).text();
    const told = new DOMParser().parseFromString(text, "text/html").getElementById("about");
    const { pieces, answers } = JSON.parse(told?.textContent ?? "{}");
    return [pieces, answers].filter(Boolean).map(address);
  } catch {
    return [];
  }
}
