// Asks for a new puzzle and goes to it. The numbers of wishes count up on this device.

import { byId } from "./dom.js";
import { done, Refused } from "./draft.js";
import { address } from "./place.js";
import { Store } from "./stores.js";

const TRIES = 2; // numbers that are tried where one brings no puzzle

function parsed(id) {
  const place = byId(id);
  return place && JSON.parse(place.textContent);
}

const wishes = new Store({
  place: "meepleproof.wishes",
  schema: "wishes",
  what: "your wishes",
  form: 1,
  empty: () => ({ numbers: {} }),
  readers: { 0: (numbers) => numbersIn(numbers), 1: ({ numbers }) => numbersIn(numbers) },
});

function numbersIn(numbers) {
  const isOne = typeof numbers === "object" && numbers !== null && !Array.isArray(numbers);
  return isOne && Object.values(numbers).every(Number.isInteger) ? { numbers } : null;
}

function counts() {
  return wishes.read().numbers;
}

// If this cannot be kept, the same puzzles come again.
function count(wish, number) {
  wishes.write({ numbers: { ...counts(), [wish]: number } });
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
        location.replace(address(`/made/${job.id}`));
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
