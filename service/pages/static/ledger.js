// What this device keeps of house games: the ledger of evenings, and unfinished games.
// The server knows the rules of handicaps: it says what each player begins the next game with.

const LEDGER = "meepleproof.ledger";
const EVENINGS = "meepleproof.evenings";
const UNREADABLE = `${LEDGER}.unreadable`;
const SCHEMA = "urn:meepleproof:ledger:1";
const MOST = 10; // unfinished games

function stored(place) {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

function store(place, value) {
  try {
    localStorage.setItem(place, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

// The ledger

export function emptyLedger() {
  return { $schema: SCHEMA, players: [], games: [] };
}

export function readLedger() {
  const text = stored(LEDGER);
  if (text === null) return emptyLedger();
  const found = parsedLedger(text);
  if (found) return found;
  // Of another version, or damaged: set aside, not overwritten.
  try {
    localStorage.setItem(UNREADABLE, text);
    localStorage.removeItem(LEDGER);
  } catch {
    // It stays where it is.
  }
  return emptyLedger();
}

export function parsedLedger(text) {
  try {
    const found = JSON.parse(text);
    const sound =
      found.$schema === SCHEMA &&
      Array.isArray(found.players) &&
      found.players.every((one) => typeof one.name === "string" && isHandicap(one.handicap)) &&
      Array.isArray(found.games) &&
      found.games.every(isGame);
    return sound ? found : null;
  } catch {
    return null;
  }
}

function isHandicap(one) {
  return one === undefined || (Number.isInteger(one.per_tile ?? 0) && Number.isInteger(one.points ?? 0));
}

function isGame(one) {
  return (
    Number.isInteger(one?.tiles) &&
    typeof one.scores === "object" &&
    one.scores !== null &&
    Object.values(one.scores).every(Number.isInteger)
  );
}

export function writeLedger(ledger) {
  return store(LEDGER, ledger);
}

// Adds a game that ended. Handicaps are kept as they are now, so a ledger begins anew with each game:
// `players` have what the server says for the next one, and `games` is what was played since.
export function addEvening({ tiles, scores, players }) {
  const ledger = readLedger();
  const known = new Map(ledger.players.map((one) => [one.name, one]));
  for (const { name, child, per_tile, points } of players)
    known.set(name, { name, child, handicap: { per_tile, points } });
  const history = [...pastEvenings(), { tiles, scores, at: new Date().toISOString().slice(0, 10) }];
  return (
    store(`${LEDGER}.past`, history) && writeLedger({ ...emptyLedger(), players: [...known.values()] })
  );
}

// The games that were written down, the oldest first.
export function pastEvenings() {
  try {
    const found = JSON.parse(stored(`${LEDGER}.past`) ?? "[]");
    return Array.isArray(found) ? found.filter(isGame) : [];
  } catch {
    return [];
  }
}

// Unfinished games

export function evenings() {
  try {
    const found = JSON.parse(stored(EVENINGS) ?? "[]");
    const sound = (one) => typeof one?.search === "string" && Number.isInteger(one.turns);
    return Array.isArray(found) ? found.filter(sound) : [];
  } catch {
    return [];
  }
}

export function keepEvening(about, line) {
  if (!line) return;
  const search = `?${new URLSearchParams({ ...about.fixed, line })}`;
  const begun = String(new URLSearchParams(about.fixed));
  const others = evenings().filter((one) => one.begun !== begun);
  store(EVENINGS, [{ begun, search, turns: line.split("~").length }, ...others].slice(0, MOST));
}

export function dropEvening(about) {
  const begun = String(new URLSearchParams(about.fixed));
  store(EVENINGS, evenings().filter((one) => one.begun !== begun));
}
