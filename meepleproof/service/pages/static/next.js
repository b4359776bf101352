// What comes next for a player: unsolved puzzles rated like the player, of the sort solved last; small boards for
// beginners.

import { documentAt } from "./documents.js";
import * as progress from "./progress.js";
import { rated, results } from "./rating.js";

const BEGINNER = 10; // solved puzzles after which boards of any size are offered
const LAST = 3; // puzzles solved last, which say what sort is liked
const PER_STEP = 100; // points of rating that weigh as much as another sort of goal
const TILES_PER_STEP = 8; // and tiles on the table of a beginner likewise

/**
 * The unsolved puzzles of a list, the most suitable first; those on other scales of rating are left
 * out. Where each kind has its own scale they come in the order of the list.
 * @param {import("./puzzle-card.js").List} list
 * @param {any} kept
 * @param {string} game
 */
export function nextFor(list, kept, game) {
  const { rating } = rated(results(kept, game));
  const done = Object.values(kept.puzzles)
    .filter((one) => one.solved && one.at && one.sort?.game === game)
    .sort((one, other) => (one.at < other.at ? 1 : -1));
  const liked = new Set(done.slice(0, LAST).map((one) => one.sort.goal));
  const begins = done.length < BEGINNER;
  const far = (one) =>
    Math.abs(one.rating - rating) / PER_STEP +
    (liked.size && !liked.has(one.goal) ? 1 : 0) +
    (begins ? (one.board ?? 0) / TILES_PER_STEP + Number(one.tiles ?? 0) : 0);
  const open = list.puzzles.filter((one) => !kept.puzzles[one.id]?.solved);
  if (!list.rated.length) return open;
  return open
    .filter((one) => one.rating !== undefined && list.rated.includes(one.kind))
    .map((one) => ({ one, far: far(one) }))
    .sort((one, other) => one.far - other.far)
    .map(({ one }) => one);
}

/**
 * The next puzzle for the player of a game, another than this one; null if there is none.
 * @param {string} game
 * @param {string} not
 */
export async function nextOne(game, not) {
  const list = await documentAt(`/list/${game}.json`);
  const found = list && nextFor(list, progress.read(), game).find((one) => one.id !== not);
  return found ? { id: found.id, title: list.titles[found.title] } : null;
}
