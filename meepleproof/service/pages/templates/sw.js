// Keeps what was visited, so that it is there without a connection. A new version of the pages comes with
// a new version of this, which waits until the player takes it or all pages are closed. Then the old copies go.
const VERSION = {{ version|tojson }};
const BASE = new URL(self.registration.scope).pathname; // the pages may lie in any folder of a host
const KEPT = {{ kept|tojson }}.map((name) => BASE + name);
const ENGINE = {{ engine|tojson }}.map((name) => BASE + name); // kept once they were loaded: megabytes
const OURS = `meepleproof ${BASE} `; // how the names of our caches begin: others on this host have theirs
const SHELL = `${OURS}shell ${VERSION}`;
const MET = `${OURS}met ${VERSION}`;
const LOADED = `${OURS}engine`; // another version of the pages may have the same engine
const PATIENCE = 4000; // milliseconds, after which a copy will do
const MOST = 600; // pages and tables that are kept

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => Promise.all(KEPT.map((one) => add(cache, one)))));
});

async function add(cache, address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new TypeError(`${address}: ${answer.status}`);
  await cache.put(address, itself(answer));
}

// Some hosts lead from a file to a shorter name; a browser opens no page with an answer that came by such a way.
function itself(answer) {
  return answer.redirected ? new Response(answer.body, { status: answer.status, headers: answer.headers }) : answer;
}

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(dropOldEngine)
      .then(() => self.clients.claim())
  );
});

// Earlier versions, which were served at the root alone, gave their caches other names.
function isOld(name) {
  if (BASE === "/" && /^(shell|met)-[0-9a-f]{12}$/.test(name)) return true;
  return name.startsWith(OURS) && ![SHELL, MET, LOADED].includes(name);
}

async function dropOldEngine() {
  if (!(await caches.has(LOADED))) return;
  const cache = await caches.open(LOADED);
  const old = (await cache.keys()).filter(({ url }) => !ENGINE.includes(new URL(url).pathname));
  await Promise.all(old.map((one) => cache.delete(one)));
}

// Fetches puzzles that the player will probably open; or takes over from an older version.
self.addEventListener("message", (event) => {
  const { meet, takeOver } = event.data ?? {};
  if (takeOver) self.skipWaiting();
  if (Array.isArray(meet)) event.waitUntil(meetAll(meet.filter((one) => /^\/(puzzle|days)\//.test(pathOf(one)))));
});

// One after the other: the player's own requests come first.
async function meetAll(pages) {
  const cache = await caches.open(MET);
  for (const page of pages)
    try {
      await meetOne(cache, page);
    } catch {
      return; // the connection is gone
    }
}

// Keeps a page or document, and what the page of a puzzle says that it loads.
async function meetOne(cache, page) {
  if (await cache.match(page, { ignoreVary: true })) return;
  const answer = await fetch(page);
  if (!answer.ok) return;
  const about = /<script[^>]*id="about">(.*?)<\/script>/s.exec(await answer.clone().text());
  const { pieces, answers, packed } = JSON.parse(about?.[1] ?? "{}");
  for (const one of [pieces, answers, packed].filter(Boolean).map((path) => BASE + path.slice(1)))
    if (!(await caches.match(one, { ignoreVary: true }))) await add(cache, one);
  await keep(cache, page, itself(answer));
}

// The path of an address as `serve` has it, in whatever folder the pages lie.
function pathOf(pathname) {
  return `/${pathname.slice(BASE.length)}`.replace(/\/index\.html$/, "/").replace(/\.html$/, "");
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(BASE)) return;
  const path = pathOf(url.pathname);
  if (ENGINE.includes(url.pathname)) event.respondWith(fromEngine(event));
  else if (KEPT.includes(url.pathname) && path.startsWith("/static/")) event.respondWith(fromShell(request));
  else if (isDocument(path) || request.mode === "navigate" || isPicture(path)) event.respondWith(fresh(request, url));
});

function isDocument(path) {
  return /^\/(puzzle\/[^/]+\/(answers|packed\.json)|(list|days)\/\w+\.json|api\/table|made\/[^/]+\/table)$/.test(path);
}

function isPicture(path) {
  return /\/(board|tiles|rules\/[\w-]+)\.svg$/.test(path) || path.startsWith("/static/");
}

async function fromShell(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

// The address changes with the content, so a copy is as good as the file.
async function fromEngine(event) {
  const { request } = event;
  const cache = await caches.open(LOADED);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  const full = () => {}; // then the engine is loaded again next time
  if (answer.ok) event.waitUntil(cache.put(request, answer.clone()).catch(full));
  return answer;
}

// From the network if possible, else the copy; of a page, whatever its query.
async function fresh(request, url) {
  const cache = await caches.open(MET);
  const asked = fetch(request);
  try {
    const answer = await inTime(asked);
    if (answer.ok && !answer.redirected)
      await keep(cache, request, answer.clone()).catch(() => {
        // The store is full: the page goes on without a copy.
      });
    return answer;
  } catch {
    const whole = { ignoreVary: true };
    const kept = (await cache.match(request, whole)) ?? (await caches.match(request, whole));
    if (kept) return kept;
    const moved = leadsTo(pathOf(url.pathname));
    if (moved && request.mode === "navigate")
      return Response.redirect(`${BASE}${moved.slice(1)}${url.search}`, 308);
    const daily = request.mode === "navigate" && (await puzzleOfDay(pathOf(url.pathname)));
    if (daily) return Response.redirect(daily, 302);
    const page = request.mode === "navigate" && ((await atAnotherLine(cache, url)) ?? (await byPath(url.pathname)));
    return page || asked.catch(() => (request.mode === "navigate" ? notMet() : Response.error()));
  }
}

// Where a page of an older address is now, as the server would say; null if it is where it was.
function leadsTo(path) {
  const [, plain] = /^\/plain(\/.*)$/.exec(path) ?? [];
  const [, puzzle] = /^\/(?:house|neom)(\/puzzle\/.*)$/.exec(path) ?? [];
  return plain ?? puzzle ?? (path === "/house/p" ? "/p" : null);
}

// Where the puzzle of a day is, or of today, by the days that this device has; null if it does not know.
async function puzzleOfDay(path) {
  const found = /^(?:\/(\w+))?\/daily(?:\/(\d{4}-\d\d-\d\d))?$/.exec(path);
  if (!found) return null;
  const now = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000);
  const [, game = "solo", day = now.toISOString().slice(0, 10)] = found;
  const days = await (await caches.match(`${BASE}days/${day.slice(0, 4)}.json`))?.json();
  const id = days?.[game]?.[(Date.parse(day) - Date.UTC(Number(day.slice(0, 4)), 0, 1)) / 86_400_000];
  return id ? `${BASE}puzzle/${id}` : null;
}

// A page that was kept without a query: it reads that by itself. One kept with its query is about something else.
// Some hosts leave out the end of its name.
async function byPath(path) {
  const options = { ignoreVary: true };
  return (await caches.match(path, options)) ?? caches.match(`${path}.html`, options);
}

// The page of the same game after other turns: it goes to its own line by itself.
async function atAnotherLine(cache, url) {
  const asked = withoutLine(url);
  const kept = await cache.keys();
  const found = kept.findLast((one) => withoutLine(new URL(one.url)) === asked);
  return found && cache.match(found, { ignoreVary: true });
}

function withoutLine({ pathname, search }) {
  const query = new URLSearchParams(search);
  query.delete("line");
  query.sort();
  return `${pathname}?${query}`;
}

async function keep(cache, request, answer) {
  await cache.put(request, answer);
  const all = await cache.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST))) await cache.delete(old);
}

function notMet() {
  return new Response(
    "<!doctype html><html lang=en><meta charset=utf-8><title>No connection</title>" +
      `<h1>No connection</h1><p>This page is not stored on this device. <a href="${BASE}">Puzzles</a></p>`,
    { status: 503, headers: { "content-type": "text/html" } }
  );
}

function inTime(promise) {
  return new Promise((done, failed) => {
    setTimeout(() => failed(new Error("too slow")), PATIENCE);
    promise.then(done, failed);
  });
}
