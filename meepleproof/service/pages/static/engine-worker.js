// The engine: Python, and the modules that answer at a server, in a worker. It is told once where it lies, then asked.

const PLACE = "/engine"; // in Python's own file system
const FAILED =
  "The engine failed. Load this page again; if it happens again, play with the program: meepleproof serve.";
const UNFIT = "The engine does not run in this browser. Play with the program: meepleproof serve.";
const MISSING = "A file of the engine is missing on this site. Play with the program: meepleproof serve.";
const LATER = 503; // there is no connection
const FETCHED = ["pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip"];
const WASM = "application/wasm";
const SMALLEST = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]); // a module of WebAssembly without anything in it

/** @type {Promise<any>} */
let engine;
let why = UNFIT; // what to say if it cannot be loaded; nothing if there is no connection
const taken = new Set();
let loaded = 0;

addEventListener("message", async ({ data }) => {
  if (data.runtime) engine = begun(data);
  else postMessage({ number: data.number, ...await answered(data) });
});

async function begun({ runtime, modules }) {
  try {
    await WebAssembly.compile(SMALLEST); // the host may forbid it
    const [archive, ...files] = await Promise.all([modules, ...FETCHED.map((name) => runtime + name)].map(bytesOf));
    const { loadPyodide } = await import(`${runtime}pyodide.mjs`).catch(noConnection);
    giveFetched(files);
    const python = await loadPyodide({ indexURL: runtime });
    python.unpackArchive(await archive.arrayBuffer(), "zip", { extractDir: PLACE });
    python.runPython(`import sys; sys.path.insert(0, "${PLACE}")`);
    const asked = python.pyimport("meepleproof.service.play.asked").Asked();
    postMessage({ ready: true });
    return asked;
  } catch (error) {
    console.error(error);
    postMessage({ ended: true, why });
    return null;
  }
}

// The whole of a file; says meanwhile how much of all files has come.
async function bytesOf(address) {
  const found = await fetch(address).catch(noConnection);
  if (!found.ok || !found.body) {
    why = MISSING;
    throw new Error(`${address}: ${found.status}`);
  }
  const reader = found.body.getReader();
  const parts = [];
  for (;;) {
    const { done, value } = await reader.read().catch(noConnection);
    if (done) return new Blob(parts);
    parts.push(value);
    loaded += value.length;
    postMessage({ loaded });
  }
}

// Pyodide fetches by itself, but waits for ever for what does not come; so it gets what has come already.
function giveFetched(files) {
  const plain = fetch;
  globalThis.fetch = async (what, options) => {
    const number = FETCHED.findIndex((name) => String(what).endsWith(`/${name}`));
    if (number < 0) return plain(what, options);
    const came = new Response(files[number], { headers: { "content-type": WASM } });
    if (number) return came;
    // Browsers keep compiled only what they fetched themselves: it is taken out of their store once more.
    const stored = await plain(what, { cache: "force-cache" }).catch(() => came);
    return stored.ok && stored.headers.get("content-type") === WASM ? stored : came;
  };
}

/**
 * @param {unknown} error
 * @returns {never}
 */
function noConnection(error) {
  why = "";
  throw error;
}

async function answered({ path, body, packed }) {
  const asked = await engine;
  try {
    if (packed && !taken.has(packed)) {
      const found = await fetch(packed).catch(() => null);
      if (!found) return refused(LATER, "There is no connection.");
      asked.take(await found.text());
      taken.add(packed);
    }
    const { status, text } = asked.answer(path, body ?? "");
    return { status, text };
  } catch (error) {
    console.error(error);
    return refused(500, FAILED);
  }
}

function refused(status, detail) {
  return { status, text: JSON.stringify({ detail }) };
}
