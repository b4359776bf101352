// The service worker keeps what was met; the puzzles of the next days are met here beforehand.

import { make } from "./dom.js";

const LATER = 3000;

export function keepForOffline() {
  if (!("serviceWorker" in navigator)) return;
  const had = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.register("/sw.js").catch(() => {
    // Without one the pages work as long as there is a connection.
  });
  // This page goes on in the old version; nothing done on it is lost.
  if (had) navigator.serviceWorker.addEventListener("controllerchange", offer);
  const days = document.getElementById("days");
  if (days) setTimeout(() => meet(JSON.parse(days.textContent)), LATER);
}

function offer() {
  if (document.getElementById("updated")) return;
  const again = () => location.reload();
  document.body.append(
    make(
      "div",
      { id: "updated", class: "offline", role: "status" },
      make("span", {}, "These pages have a new version."),
      make("button", { type: "button", class: "button small", click: again }, "Load it")
    )
  );
}

function meet(addresses) {
  const { controller } = navigator.serviceWorker;
  const { connection } = /** @type {any} */ (navigator);
  if (!controller || connection?.saveData) return;
  for (const address of addresses) controller.postMessage({ meet: address });
}
