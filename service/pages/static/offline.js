// The service worker keeps what was met; the puzzles of the next days are met here beforehand.

const DAYS = 7;
const LATER = 3000;

export function keepForOffline() {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {
    // Without one the pages work as long as there is a connection.
  });
  if (document.getElementById("daily")) setTimeout(comingDays, LATER);
}

async function comingDays() {
  if (!navigator.serviceWorker.controller || navigator.connection?.saveData) return;
  for (let day = 0; day < DAYS; day++) {
    const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10);
    try {
      const answer = await fetch(`/api/daily/${date}`);
      if (!answer.ok) return;
      const { id } = (await answer.json()).puzzle;
      navigator.serviceWorker.controller.postMessage({ meet: `/puzzle/${id}` });
      await fetch(`/api/table?puzzle=${id}`);
    } catch {
      return;
    }
  }
}
