// A catalogue of NEOM's tiles as its owner types it: new tiles, what belongs to which tile, search. It is a document
// of the schema neom-catalogue all the time; what is wrong in it is for the check to say.

/**
 * @typedef {{ id: string, name?: string, deck: string, mark: string, type: string, [value: string]: any }} Tile
 * @typedef {{ tiles: Tile[], goods: { id: string, tier: string }[], boards: any[], params: any, provenance: string,
 *   complete?: boolean, invented?: boolean, [value: string]: any }} Catalogue
 * @typedef {{ message: string, where: string, place: string, rule: string }} Fault
 */

export const DECKS = ["I", "II", "III", "C"];
const IN_DECK = { I: 40, II: 40, III: 40, C: 30 }; // tiles in the box
const PRINTED = ["cost", "needs_goods", "needs_tiles", "produces", "on_place", "income", "vp", "effects", "tags"];

/** A name for a deck. */
export function deckName(deck) {
  return deck === "C" ? "Cornerstones" : `Generation ${deck}`;
}

/** How many tiles a deck of the box has, or all decks. */
export function inBox(deck) {
  return deck ? IN_DECK[deck] : Object.values(IN_DECK).reduce((sum, one) => sum + one);
}

/**
 * Adds a tile of which nothing but its deck and type is known.
 * @param {Catalogue} catalogue
 * @param {string} deck
 * @param {string} type
 * @param {string} [mark]
 */
export function addTile(catalogue, deck, type, mark = "1+") {
  const tile = { id: freeId(catalogue, deck), name: "", deck, mark: deck === "C" ? "C" : mark, type, ...unread(type) };
  catalogue.tiles.push(tile);
  return tile;
}

function freeId({ tiles }, deck) {
  const taken = new Set(tiles.map((one) => one.id));
  let number = 1;
  const id = () => `${deck}-${String(number).padStart(2, "0")}`;
  while (taken.has(id())) number++;
  return id();
}

function unread(type) {
  return type === "disaster" ? {} : { roads: null, ...Object.fromEntries(PRINTED.map((name) => [name, null])) };
}

/** Gives a tile another type; a Disaster has nothing printed on it. */
export function setType(tile, type) {
  if (type === "disaster") { for (const name of ["roads", "conditional", ...PRINTED]) delete tile[name]; }
  else if (tile.type === "disaster") Object.assign(tile, unread(type));
  tile.type = type;
}

/** Gives a tile another deck, and another id if it still has the one it was given. */
export function setDeck(catalogue, tile, deck) {
  if (/^(I|II|III|C)-\d{2,}$/.test(tile.id)) {
    const wanted = `${deck}-${tile.id.split("-")[1]}`;
    tile.id = catalogue.tiles.some((one) => one.id === wanted) ? freeId(catalogue, deck) : wanted;
  }
  tile.deck = deck;
  tile.mark = deck === "C" ? "C" : tile.mark === "C" ? "1+" : tile.mark;
}

/**
 * An effect of a kind of which nothing else is known; where that cannot be unknown, it is the first of what it can be.
 * @param {{ kind: string, fields: { path: string[], kind: string, states: string[], options?: [any, string][] }[] }} form
 */
export function blankEffect({ kind, fields }) {
  const values = fields.map(({ path, kind: control, states, options }) => {
    const unknown = states.includes("unknown") || control === "target";
    return [path[0], unknown ? null : control === "choice" ? options?.[0][0] : undefined];
  });
  const words = kind === "custom" ? { text: "" } : {}; // it has nothing but its words
  return { kind, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)), ...words };
}

/** The values of a tile that are still unknown. */
export function unknownIn(tile) {
  return ["roads", ...PRINTED].filter((name) => tile[name] === null);
}

export const NO_ROADS = { N: false, E: false, S: false, W: false };

/** Roads with that of one edge there if it was not, and gone if it was; unknown ones begin with none. */
export function turned(roads, edge) {
  return { ...NO_ROADS, ...roads, [edge]: !roads?.[edge] };
}

/** Says of all that is still unknown on a tile that it is not printed there; roads are for a person to see. */
export function restNotPrinted(tile) {
  for (const name of PRINTED) if (tile[name] === null) delete tile[name];
}

/**
 * The tiles of a deck, or of all, that have the words somewhere: in name, id, type, goods or tags.
 * @param {Catalogue} catalogue
 * @param {string} words
 * @param {string} deck
 */
export function found({ tiles }, words, deck) {
  const wanted = words.trim().toLowerCase().split(/\s+/);
  return tiles.filter((tile) => {
    const listed = [tile.tags, tile.needs_goods, tile.produces].flatMap((one) => one ?? []);
    const text = [tile.id, tile.name, tile.type, tile.mark, ...listed].join(" ").replaceAll("_", " ").toLowerCase();
    return (!deck || tile.deck === deck) && wanted.every((word) => text.includes(word));
  });
}

/** All tags that tiles of a catalogue have, in their order. */
export function tagsIn({ tiles }) {
  return [...new Set(tiles.flatMap((one) => one.tags ?? []))].sort();
}

/**
 * The faults at a place of the document or below it.
 * @param {Fault[]} faults
 * @param {string} where
 */
export function faultsAt(faults, where) {
  return faults.filter((one) => one.where === where || one.where.startsWith(`${where}/`));
}

/**
 * What is at a path of an object; undefined if nothing is.
 * @param {any} whole
 * @param {string[]} path
 */
export function valueAt(whole, path) {
  return path.reduce((part, name) => part?.[name], whole);
}

/**
 * Puts a value at a path of an object, or takes it out if it is undefined.
 * @param {any} whole
 * @param {string[]} path
 * @param {any} value
 */
export function setAt(whole, path, value) {
  const last = path.at(-1) ?? "";
  let part = whole;
  for (const name of path.slice(0, -1)) {
    if (!isObject(part[name])) part[name] = {};
    part = part[name];
  }
  if (value === undefined) delete part[last];
  else part[last] = value;
}

/**
 * What is wrong with a document that should become the catalogue, in a sentence; empty if the page can show it. Faults
 * of single values are no reason against it: the page is where they are mended.
 * @param {any} document
 */
export function unreadable(document) {
  if (document?.game !== "neom" || !("tiles" in document) || !("params" in document))
    return 'This file is no catalogue of NEOM: it needs "game": "neom", params, goods, boards and tiles.';
  for (const name of ["tiles", "goods", "boards"])
    if (!isList(document[name])) return `"${name}" of this catalogue is no list of objects.`;
  if (!isObject(document.params)) return '"params" of this catalogue is no object.';
  const odd = document.tiles.find(({ effects }) => Array.isArray(effects) && !isList(effects));
  return odd ? `"effects" of the tile ${odd.id} is no list of objects.` : "";
}

/** @param {any} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value) {
  return Array.isArray(value) && value.every(isObject);
}

/**
 * Gives a tile an id; false if that cannot be: none, or another tile's.
 * @param {Catalogue} catalogue
 * @param {Tile} tile
 * @param {string} id
 */
export function setId({ tiles }, tile, id) {
  if (!id || tiles.some((one) => one !== tile && one.id === id)) return false;
  tile.id = id;
  return true;
}
