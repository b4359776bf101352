// The service worker keeps what was met; the puzzles of the next days are met here beforehand.

const LATER = 3000;

export function keepForOffline() {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {
    // Without one the pages work as long as there is a connection.
  });
  const days = document.getElementById("days");
  if (days) setTimeout(() => meet(JSON.parse(days.textContent)), LATER);
}

function meet(puzzles) {
  const { controller } = navigator.serviceWorker;
  if (!controller || navigator.connection?.saveData) return;
  for (const id of puzzles) controller.postMessage({ meet: `/puzzle/${id}` });
}
