// A free solo game is dealt from a seed as `play/solo/free.py` deals it: the tiles, sorted, are shuffled by SplitMix64,
// which a SHA-256 of the seed begins. (Browsers have a SHA-256 of their own at https addresses only.)

import { lettersOf } from "./solo-letters.js";

const DEAL = "free-1";
const WITH_BOXES = "free-boxes-1";
const RIVER = "free-river-1";
const LARGE = "L";
const WORD = (1n << 64n) - 1n;

/** The first 64 primes. */
const PRIMES = [];
for (let number = 2; PRIMES.length < 64; number++)
  if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);

/**
 * The first 32 bits behind the point of a root, worked out in whole numbers.
 * @param {number} value
 * @param {bigint} power
 */
function fraction(value, power) {
  const shifted = BigInt(value) << (32n * power);
  let root = 0n;
  for (let bit = 1n << 35n; bit; bit >>= 1n)
    if ((root + bit) ** power <= shifted) root += bit;
  return Number(root & 0xffffffffn);
}

const STEPS = PRIMES.map((prime) => fraction(prime, 3n));

/**
 * The SHA-256 of a text of at most 55 ASCII characters, which fill one block: eight numbers of 32 bits (FIPS 180-4).
 * @param {string} text
 * @returns {number[]}
 */
export function digest(text) {
  const block = new DataView(new ArrayBuffer(64));
  [...text].forEach((sign, index) => block.setUint8(index, sign.charCodeAt(0)));
  block.setUint8(text.length, 0x80);
  block.setUint32(60, text.length * 8);
  const words = Array.from({ length: 16 }, (_, index) => block.getUint32(4 * index));
  const turned = (/** @type {number} */ word, /** @type {number} */ by) => (word >>> by) | (word << (32 - by));
  for (let index = 16; index < 64; index++) {
    const [first, last] = [words[index - 15], words[index - 2]];
    const low = turned(first, 7) ^ turned(first, 18) ^ (first >>> 3);
    const high = turned(last, 17) ^ turned(last, 19) ^ (last >>> 10);
    words.push((words[index - 16] + low + words[index - 7] + high) >>> 0);
  }
  const begin = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2n));
  let [a, b, c, d, e, f, g, h] = begin;
  for (let index = 0; index < 64; index++) {
    const chosen = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + STEPS[index] + words[index]) >>> 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) >>> 0;
    [a, b, c, d, e, f, g, h] = [(one + two) >>> 0, a, b, c, (d + one) >>> 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + begin[index]) >>> 0);
}

/**
 * Tiles in the order in which a seed deals them by a stream of chance.
 * @param {string[]} tiles
 * @param {string} stream
 * @param {number} seed
 */
function shuffled(tiles, stream, seed) {
  const [high, low] = digest(`${stream}/${seed}`);
  let state = (BigInt(high) << 32n) | BigInt(low);
  const next = () => {
    state = (state + 0x9e3779b97f4a7c15n) & WORD;
    let word = state;
    word = ((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
    word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & WORD;
    return word ^ (word >> 31n);
  };
  const left = [...tiles];
  for (let place = left.length - 1; place > 0; place--) {
    const other = Number(next() % BigInt(place + 1));
    [left[place], left[other]] = [left[other], left[place]];
  }
  return left;
}

/**
 * The sizes of the piles: the larger ones go to the colours that come first to draw from them (SOLO-BOX-2).
 * @param {number} tiles
 * @param {number} colours
 * @param {number} first the colour that does, from 0
 */
function pileSizes(tiles, colours, first) {
  const larger = tiles % colours;
  const isLarger = (/** @type {number} */ colour) => (colour - first + colours) % colours < larger;
  return Array.from({ length: colours }, (_, colour) => Math.floor(tiles / colours) + (isLarger(colour) ? 1 : 0));
}

/**
 * What a browser deals free games from: set-ups by the number of colours, the numbers of meeples there may be, the tiles
 * of the piles, those of each box by its letter, the ends of the river, and the goals.
 * @typedef {{ starts: Record<string, any>, meeples: number[], bag: string, goals: any[],
 *   boxes: Record<string, { box: string, tiles: string }>, river: { spring: string, lake: string } }} Undealt
 */

/**
 * Where a free game starts. What lies beside the base game is asked for by its letters.
 * @param {Undealt} undealt
 * @param {Record<"seed" | "colours" | "meeples", string> & { with?: string }} asks
 * @returns {any} null if it asks for what there is not
 */
export function gameStart({ starts, meeples: numbers, bag, boxes, river: { spring, lake }, goals }, asks) {
  const [seed, meeples, start] = [Number(asks.seed), Number(asks.meeples), starts[asks.colours]];
  const beside = asks.with ?? "";
  const chosen = [...beside].filter((one) => one !== LARGE);
  if (!Number.isSafeInteger(seed) || seed < 0 || !numbers.includes(meeples) || !start) return null;
  if (chosen.some((letter) => !boxes[letter])) return null;
  const added = chosen.flatMap((letter) => lettersOf(boxes[letter].tiles));
  const flowing = added.filter((tile) => tile[0] === spring[0]);
  const land = [...lettersOf(bag), ...added.filter((tile) => !flowing.includes(tile))].sort();
  const tiles = shuffled(land, chosen.length ? WITH_BOXES : DEAL, seed);
  const river = flowing.length ? [...shuffled(flowing.sort(), RIVER, seed), lake] : [];
  const each = start.supplies.map(() => 1);
  const sizes = pileSizes(tiles.length, each.length, river.length % each.length);
  const position = {
    ...start,
    rules: { ...start.rules, meeples, ...rulesBeside(chosen.map((letter) => boxes[letter].box), beside) },
    placements: river.length ? [{ ...start.placements[0], tile: spring }] : start.placements,
    supplies: each.map(() => meeples),
    piles: sizes.map((size) => ({ known: tiles.splice(0, size).join(""), hidden: 0 })),
    ...(beside.includes(LARGE) ? { large: each } : {}),
    ...(river.length ? { river: { known: river.join(""), hidden: 0 } } : {}),
  };
  return { position, seed, ...(beside ? { beside } : {}), goals };
}

function rulesBeside(boxes, beside) {
  return { ...(boxes.length ? { boxes } : {}), ...(beside.includes(LARGE) ? { large: true } : {}) };
}
