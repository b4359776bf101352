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
const unfinished = await import(`${PAGES}unfinished.js`);
const { standings } = await import(`${PAGES}book.js`);
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
  assert.equal(unfinished.evenings()[0].turns, 1);
  assert.equal(neom.kept().games[0].seed, 3);
  assert.equal(packs.kept().packs[0].id, "mine");
});

const PAPER = {
  kind: "evening",
  date: "2026-11-27",
  tiles: 40,
  results: [{ name: "Ann", points: 50 }, { name: "Bea", points: 20 }],
};

Deno.test("a ledger of form 1 and its past evenings are taken over: doubles stay, handicaps count once", () => {
  begin(OLD);
  const games = JSON.parse(OLD["meepleproof.ledger.past"]);
  kept.set("meepleproof.ledger.past", JSON.stringify([...games, ...games, { tiles: "many" }]));
  const had = { Ann: { child: false, per_tile: 0, points: 5 }, Bea: { child: true, per_tile: 1, points: 0 } };
  const { lines } = ledger.readLedger();
  assert.deepEqual(
    lines.map((/** @type {any} */ one) => [one.kind, one.date, one.carried ?? one.name]),
    [
      ["evening", "2026-11-26", true],
      ["evening", "2026-11-26", true],
      ["opening", "2026-11-26", "Ann"],
      ["opening", "2026-11-26", "Bea"],
    ],
  );
  assert.deepEqual({ ...standings(lines) }, had);
  const { at, fault } = ledger.addEvening(PAPER, {});
  assert.deepEqual([at, fault], [4, ""]);
  assert.equal(JSON.parse(kept.get("meepleproof.ledger")).$schema, "urn:meepleproof:ledger:2");
  assert.equal(kept.get("meepleproof.ledger.past"), undefined);
  assert.match(kept.get("meepleproof.ledger.past.unreadable"), /many/);
  // Ann came to 55, Bea to 60 with one point a tile.
  assert.deepEqual({ ...ledger.standingsNow() }, { ...had, Ann: { ...had.Ann, points: 6 } });
  assert.equal(ledger.readLedger().lines.length, 5);
});

Deno.test("past evenings of a newer form stay where they are", () => {
  const newer = '{"$schema":"urn:meepleproof:ledger-past:2"}';
  begin({ "meepleproof.ledger.past": newer });
  ledger.addEvening(PAPER, {});
  assert.equal(kept.get("meepleproof.ledger.past"), newer);
  assert.equal(ledger.readLedger().lines.length, 1);
});

Deno.test("a ledger of a newer form takes no evening, and the page says why", () => {
  const newer = '{"$schema":"urn:meepleproof:ledger:3"}';
  begin({ "meepleproof.ledger": newer });
  assert.match(ledger.addEvening(PAPER, {}).fault, /^A newer version of these pages wrote the ledger/);
  assert.equal(kept.get("meepleproof.ledger"), newer);
});

Deno.test("a game on the device is written once, and a correction takes its place", () => {
  begin({});
  const end = {
    tiles: 24,
    scores: { Ann: 30, Bea: 22, "The computer": 90 },
    players: [{ name: "Ann", child: false }, { name: "Bea", child: true }, { name: "The computer", child: false }],
  };
  const fixed = { seed: "7", players: "3", seats: "person.person.ahead", handicaps: "0:0.c1:-20.0:0" };
  const write = (/** @type {string} */ line, scores = end.scores) => {
    const { evening, own } = ledger.eveningOfGame(fixed, line, { ...end, scores });
    return ledger.addEvening(evening, own);
  };
  assert.equal(write("a~b").was, undefined);
  const first = ledger.readLedger().lines;
  // Bea's handicap was typed, so it stands in the ledger before the evening; the computer has none.
  assert.deepEqual(first.map((/** @type {any} */ one) => one.kind), ["opening", "evening"]);
  assert.deepEqual(first[1].results.map((/** @type {any} */ one) => [one.name, one.start, one.computer]), [
    ["Ann", 0, undefined],
    ["Bea", 4, undefined],
    ["The computer", 0, true],
  ]);
  assert.deepEqual(Object.keys(ledger.standingsNow()), ["Bea", "Ann"]);
  assert.equal(ledger.standingsNow().Bea.points, -18);
  for (let times = 0; times < 3; times++) {
    const again = write("a~b");
    assert.equal(again.was, again.lines[again.at]);
  }
  assert.deepEqual(ledger.readLedger().lines, first);
  write("a~c", { ...end.scores, Ann: 26 });
  assert.equal(ledger.readLedger().lines.length, 2);
  assert.equal(ledger.standingsNow().Bea.points, -20);
  assert.deepEqual(ledger.lastSeats().map((/** @type {any} */ one) => one.seat), ["person", "person", "ahead"]);
});

Deno.test("a game begun before another evening was written down does not set handicaps back", () => {
  begin({});
  const end = {
    tiles: 24,
    scores: { Ann: 20, Bea: 30 },
    players: [{ name: "Ann", child: false }, { name: "Bea", child: false }],
  };
  const { evening, own } = ledger.eveningOfGame({ seed: "7", handicaps: "0:0.0:0" }, "a", end);
  ledger.addEvening({ ...PAPER, results: [{ name: "Ann", points: 10 }, { name: "Bea", points: 50 }] }, {});
  assert.equal(ledger.standingsNow().Ann.points, 10);
  assert.deepEqual(ledger.eveningOfGame({ seed: "7", handicaps: "0:0.0:0" }, "a", end), { evening, own });
  ledger.addEvening(evening, own);
  assert.equal(ledger.standingsNow().Ann.points, 12);
  assert.deepEqual(evening.results.map((/** @type {any} */ one) => one.start), [0, 0]);
});

Deno.test("nothing is written that could not be read again", () => {
  begin({});
  assert.match(ledger.addEvening({ ...PAPER, tiles: 500 }, {}).fault, /tiles is missing\. Nothing was written\.$/);
  assert.equal(kept.size, 0);
});

Deno.test("past evenings that are damaged are set aside", () => {
  begin({ "meepleproof.ledger.past": '{"games":7}' });
  ledger.addEvening(PAPER, {});
  assert.equal(kept.get("meepleproof.ledger.past.unreadable"), '{"games":7}');
  assert.equal(ledger.readLedger().lines.length, 1);
});

Deno.test("what cannot be stored is said, and the ledger stays", () => {
  begin(OLD);
  const { setItem } = localStorage;
  localStorage.setItem = () => {
    throw new DOMException("full");
  };
  assert.match(ledger.addEvening(PAPER, {}).fault, /stores nothing/);
  localStorage.setItem = setItem;
  assert.equal(kept.get("meepleproof.ledger.past"), OLD["meepleproof.ledger.past"]);
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
  "meepleproof.ledger": ["ledger", () => ledger.writeLedger(ledger.emptyLedger()), 2],
  "meepleproof.evenings": ["evenings", () => unfinished.keepEvening({ fixed: { seed: "1" } }, "x")],
  "meepleproof.neom": [
    "neom-games",
    () => neom.keepGame(neom.newGame({ kind: "demo", seed: 1, log: { game: "neom", events: [] } })),
  ],
  "meepleproof.neom.packs": ["neom-packs", () => packs.keepPack({ id: "x", title: "x", puzzles: [] })],
};

for (const [place, [schema, write, form = 1]] of Object.entries(STORES)) {
  Deno.test(`${place} of a newer form is left alone`, () => {
    const newer = JSON.stringify({ $schema: `urn:meepleproof:${schema}:${Number(form) + 1}`, something: "else" });
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
      JSON.stringify({
        $schema: `urn:meepleproof:${schema}:${form}`,
        games: 7,
        puzzles: 7,
        players: 7,
        packs: 7,
        on: 7,
        lines: 7,
      }),
    ]
  )
    Deno.test(`${place} that is damaged is set aside, not lost: ${damaged}`, () => {
      begin({ [place]: damaged });
      /** @type {any} */ (write)();
      assert.equal(kept.get(`${place}.unreadable`), damaged);
      assert.match(kept.get(place), new RegExp(`^{"\\$schema":"urn:meepleproof:${schema}:${form}"`));
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
