// Asks for a new puzzle and goes to it. The numbers of wishes count up on this device.

import { byId } from "./dom.js";
import { done, Refused } from "./draft.js";

const PLACE = "meepleproof.wishes";
const TRIES = 2; // numbers that are tried where one brings no puzzle

function parsed(id) {
  const place = byId(id);
  return place && JSON.parse(place.textContent);
}

function counts() {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

function count(wish, number) {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...counts(), [wish]: number }));
  } catch {
    // The same puzzles come again.
  }
}

function told(job) {
  if (job.state === "queued") return "Waiting for its turn…";
  const tried = job.progress.candidates ?? 0;
  return tried ? `Tried and rejected: ${tried}. Good puzzles are rare…` : "Trying the first one…";
}

async function begin() {
  const wish = parsed("wish");
  if (!wish) return;
  const [key, asked] = [JSON.stringify(wish), parsed("number")];
  const first = asked ?? (Number(counts()[key]) || 0) + 1;
  let stopped = false;
  const making = byId("making");
  const form = byId("wishes");
  making.hidden = false;
  form.hidden = true;
  making.scrollIntoView({ block: "nearest" });
  byId("stop").addEventListener("click", () => {
    stopped = true;
    making.hidden = true;
    form.hidden = false;
    history.replaceState(null, "", location.pathname);
  });
  const tell = (job) => {
    byId("progress").textContent = told(job);
    return !stopped;
  };
  try {
    for (let number = first; number < first + TRIES; number++) {
      const job = await done("/api/generations", { ...wish, seed: number }, tell);
      if (stopped || !job) return;
      count(key, number);
      if (job.result.puzzles.length) {
        location.replace(`/made/${job.id}`);
        return;
      }
    }
    refuse("No such puzzle was found. Try any level, or fewer rules.");
  } catch (error) {
    if (!stopped) refuse(error instanceof Refused ? error.message : "No connection. Try again.");
  }
}

function refuse(text) {
  byId("making").hidden = true;
  byId("wishes").hidden = false;
  const place = byId("refused");
  place.textContent = text;
  place.hidden = false;
}

begin();
