// The engine of a site that has one, in a worker of its own: it is loaded when it is first asked, or beforehand.

import { handedOn } from "./beforehand.js";
import { make } from "./dom.js";
import { isKept } from "./offline.js";
import { address, ENGINE } from "./place.js";

const STOPPED = "The engine was stopped.";
const { runtime, modules, megabytes, fetched } = /** @type {NonNullable<typeof ENGINE>} */ (ENGINE);

/** @type {Worker | null} */
let worker = null;
/** @type {HTMLElement | null} what says how much is loaded */
let place = null;
let last = 0;
let ready = false;
/** @type {Map<number, { done: (answer: Response) => void, failed: (error: Error) => void }>} */
const waiting = new Map();

/**
 * What the engine answers; rejected if it cannot be loaded for lack of a connection.
 * @param {string} path
 * @param {BodyInit | null} [body]
 * @param {string} [packed]
 * @returns {Promise<Response>}
 */
export function engineAnswer(path, body, packed) {
  worker ??= begun();
  const known = handedOn(path);
  if (known) return Promise.resolve(known);
  const number = ++last;
  worker.postMessage({ number, path, body, packed: packed && address(packed) });
  return new Promise((done, failed) => waiting.set(number, { done, failed }));
}

/** Loads the engine before it is asked. */
export function beginEngine() {
  worker ??= begun();
}

/** Whether the engine is loaded, so that an answer takes no longer than it is thought about. */
export function isReady() {
  return ready;
}

/** Ends the engine, whatever it is at; it begins anew when it is asked the next time. */
export function stopEngine() {
  ended(STOPPED);
}

function begun() {
  const made = new Worker(new URL("engine-worker.js", import.meta.url), { type: "module" });
  made.addEventListener("message", ({ data }) => heard(data));
  made.addEventListener("error", (event) => {
    event.preventDefault();
    ended();
  });
  made.postMessage({ runtime: address(runtime), modules: address(modules ?? "") });
  const said = told();
  document.body.append(said);
  place = said;
  return made;
}

// How much is loaded, an answer, or that nothing more will come.
function heard(said) {
  if (said.ready) {
    ready = true;
    place?.remove();
  } else if (said.ended) ended(said.why);
  else if (said.number) {
    waiting.get(said.number)?.done(new Response(said.text, { status: said.status }));
    waiting.delete(said.number);
  } else place?.querySelector("progress")?.setAttribute("value", said.loaded);
}

// Without a reason there was no connection, and what was asked is asked again.
function ended(why = "") {
  place?.remove();
  worker?.terminate();
  worker = null;
  ready = false;
  for (const { done, failed } of waiting.values()) {
    if (why) done(new Response(JSON.stringify({ detail: why }), { status: 500 }));
    else failed(new TypeError("no connection"));
  }
  waiting.clear();
}

function told() {
  const size = { max: Number(fetched), value: 0, "aria-label": "Loaded" };
  const words = make("span", {}, `Loading the engine, ${megabytes} MB, once`);
  // What this device has costs nothing, and is not loaded again.
  isKept(modules ?? "").then((kept) => kept && (words.textContent = "Starting the engine"));
  return make("div", { id: "engine", class: "offline", role: "status" }, words, make("progress", size));
}
