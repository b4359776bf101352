// What this device keeps: documents of older forms are read, newer ones left alone, damaged ones set aside.
// `stores/def0155.json` is what the scripts of commit def0155 wrote.

import assert from "node:assert/strict";

const kept = new Map();
Object.defineProperty(globalThis, "localStorage", {
  value: {
    getItem: (/** @type {string} */ place) => kept.get(place) ?? null,
    setItem: (/** @type {string} */ place, /** @type {string} */ text) => kept.set(place, text),
    removeItem: (/** @type {string} */ place) => kept.delete(place),
  },
});

const PAGES = "../../meepleproof/service/pages/static/";
const progress = await import(`${PAGES}progress.js`);
const ledger = await import(`${PAGES}ledger.js`);
const neom = await import(`${PAGES}neom-games.js`);
const packs = await import(`${PAGES}own-packs.js`);
const sending = await import(`${PAGES}sending.js`);
const { Store } = await import(`${PAGES}stores.js`);

const OLD = JSON.parse(await Deno.readTextFile(new URL("stores/def0155.json", import.meta.url)));

/** @param {Record<string, string>} stored */
function begin(stored) {
  kept.clear();
  for (const [place, text] of Object.entries(stored)) kept.set(place, text);
}

Deno.test("what version def0155 kept is read, and kept in today's forms", () => {
  begin(OLD);
  const { puzzles, games, codes } = progress.read();
  assert.deepEqual(Object.keys(puzzles), ["4sx7ch90kg1j", "s541bsvtqta2"]);
  assert.equal(puzzles["4sx7ch90kg1j"].tries.length, 2);
  assert.equal(puzzles.s541bsvtqta2.path, "/house/puzzle/s541bsvtqta2");
  assert.equal(games[0].search, "?seed=5&colours=3&meeples=3&line=I2.0.-1.E");
  assert.equal(codes[0].line, "U0.1.0.E");
  assert.deepEqual(ledger.readLedger().players.map((/** @type {any} */ one) => one.name), ["Ann", "Bea"]);
  assert.equal(ledger.pastEvenings()[0].scores.Ann, 30);
  assert.equal(ledger.evenings()[0].turns, 1);
  assert.equal(neom.kept().games[0].seed, 3);
  assert.equal(packs.kept().packs[0].id, "mine");
  ledger.addEvening({ tiles: 30, scores: { Ann: 1 }, players: [] });
  assert.equal(ledger.pastEvenings().length, 2);
  assert.equal(JSON.parse(kept.get("meepleproof.ledger.past")).$schema, "urn:meepleproof:ledger-past:1");
});

Deno.test("settings that were kept one by one are read, and changed in one document", () => {
  begin(OLD);
  assert.deepEqual(["sounds", "lesson-2", "hide-solved", "lesson-3"].map(progress.setting), [true, true, false, false]);
  progress.setSetting("sounds", false);
  assert.deepEqual(JSON.parse(kept.get("meepleproof.settings")), {
    $schema: "urn:meepleproof:settings:1",
    on: { sounds: false },
  });
  assert.deepEqual(["sounds", "lesson-2"].map(progress.setting), [false, true]);
});

Deno.test("results that did not arrive are sent from the list of an older version", () => {
  begin(OLD);
  /** @type {any[]} */
  const sent = [];
  const real = globalThis.fetch;
  globalThis.fetch =
    /** @type {any} */ ((/** @type {any} */ _address, /** @type {any} */ request) =>
      Promise.resolve(sent.push(JSON.parse(request.body))));
  sending.sendUnsent();
  globalThis.fetch = real;
  assert.equal(sent[0].puzzle, "4sx7ch90kg1j");
  assert.deepEqual(JSON.parse(kept.get("meepleproof.unsent")).results, []);
});

Deno.test("a list of solved puzzles, as version 0.2 kept it, is progress", () => {
  begin({ "meepleproof.solved": OLD["meepleproof.solved"] });
  assert.deepEqual(Object.keys(progress.read().puzzles), ["w1zna9sxvkh4"]);
});

const STORES = {
  "meepleproof.progress": ["progress", () => progress.write({ puzzles: {}, games: [], codes: [] })],
  "meepleproof.settings": ["settings", () => progress.setSetting("sounds", true)],
  "meepleproof.ledger": ["ledger", () => ledger.writeLedger(ledger.emptyLedger())],
  "meepleproof.ledger.past": ["ledger-past", () => ledger.addEvening({ tiles: 1, scores: {}, players: [] })],
  "meepleproof.evenings": ["evenings", () => ledger.keepEvening({ fixed: { seed: "1" } }, "x")],
  "meepleproof.neom": [
    "neom-games",
    () => neom.keepGame(neom.newGame({ kind: "demo", seed: 1, log: { game: "neom", events: [] } })),
  ],
  "meepleproof.neom.packs": ["neom-packs", () => packs.keepPack({ id: "x", title: "x", puzzles: [] })],
};

for (const [place, [schema, write]] of Object.entries(STORES)) {
  Deno.test(`${place} of a newer form is left alone`, () => {
    const newer = JSON.stringify({ $schema: `urn:meepleproof:${schema}:2`, something: "else" });
    begin({ [place]: newer });
    /** @type {any} */ (write)();
    assert.equal(kept.get(place), newer);
    assert.equal(kept.get(`${place}.unreadable`), undefined);
  });

  for (
    const damaged of [
      "{",
      "7",
      '{"a":1}',
      JSON.stringify({ $schema: `urn:meepleproof:${schema}:1`, games: 7, puzzles: 7, players: 7, packs: 7, on: 7 }),
    ]
  )
    Deno.test(`${place} that is damaged is set aside, not lost: ${damaged}`, () => {
      begin({ [place]: damaged });
      /** @type {any} */ (write)();
      assert.equal(kept.get(`${place}.unreadable`), damaged);
      assert.match(kept.get(place), new RegExp(`^{"\\$schema":"urn:meepleproof:${schema}:1"`));
    });
}

Deno.test("a fault of a document is one sentence", () => {
  const store = new Store({
    place: "x",
    schema: "x",
    what: "your things",
    form: 3,
    empty: () => ({}),
    readers: { 2: () => ({}), 3: () => null },
  });
  assert.deepEqual(store.parse('{"$schema":"urn:meepleproof:x:2"}'), { content: {} });
  assert.match(
    store.parse('{"$schema":"urn:meepleproof:x:9"}').fault,
    /is of version 9, but these pages read versions up to 3\.$/,
  );
  assert.match(store.parse('{"$schema":"urn:meepleproof:x:3"}').fault, /is damaged\.$/);
  assert.match(store.parse('{"$schema":"urn:meepleproof:y:3"}').fault, /no document of your things\.$/);
  assert.match(store.parse("[]").fault, /no document of your things\.$/);
});
