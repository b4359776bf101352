// How a turn feels: features light up, meeples walk home, the moment a puzzle is solved, and sounds if
// they are switched on. Nothing depends on it, and people who prefer less motion see none of it.

import { pawnName } from "./cells.js";
import { byId, picture, still } from "./dom.js";
import { setSetting, setting } from "./progress.js";

const SOUNDS = "sounds";
const WALK = 700;

export function sounds() {
  return setting(SOUNDS);
}

export function setSounds(on) {
  setSetting(SOUNDS, on);
  if (on) play([523, 659]);
}

let audio = null;

function play(notes, each = 0.11) {
  if (!sounds()) return;
  audio ??= new AudioContext();
  notes.forEach((hertz, index) => {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const begin = audio.currentTime + index * each;
    tone.type = "triangle";
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.12, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + each * 2.2);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + each * 2.5);
  });
}

// The sound of a turn.
export function cheer(effect) {
  play(effect.lines?.some((line) => line.gains) ? [392, 523] : [220]);
}

// Where the meeples that go home stand before the turn is shown: asking afterwards would lay the page out
// once more before it is painted.
export function waysHome(table, laid, effect, board) {
  if (still()) return [];
  return (effect.home ?? []).flatMap((at) => {
    const from = [...table.pieces, laid].find(
      (one) => one.at[0] === at[0] && one.at[1] === at[1] && one.meeple,
    );
    const to = from && byId(`player.${from.meeple.colour}`);
    if (!to) return [];
    const begin = board.spotOnScreen(from);
    const end = to.getBoundingClientRect();
    const there = [end.left + end.width / 2, end.top + end.height / 2];
    return [{ art: pawnName(from.meeple.colour, from.meeple.art), from: [begin.x, begin.y], to: there }];
  });
}

// The tile drops, what was scored lights up, and its meeples walk to their colour in the strip.
export function land(laid, effect, ways, board) {
  board.drop(laid.at);
  const cells = (effect.lines ?? []).flatMap((line) => line.cells);
  if (cells.length) board.light(cells);
  for (const { art, from, to } of ways) walk(art, from, to);
}

function walk(art, from, to) {
  const node = picture(art, [30, 38]);
  node.setAttribute("class", "walker");
  document.body.append(node);
  const place = (/** @type {number[]} */ [x, y], /** @type {number} */ size) =>
    `translate(${x - 15}px, ${y - 19}px) scale(${size})`;
  const middle = [(from[0] + to[0]) / 2, Math.min(from[1], to[1]) - 30];
  const steps = [
    { transform: place(from, 1.2) },
    { transform: place(middle, 1.4), offset: 0.5 },
    { transform: place(to, 0.6), opacity: 0.2 },
  ];
  node.animate(steps, { duration: WALK, easing: "ease-in-out" }).finished.finally(() => node.remove());
}

// The solved moment: what won it stays lit, and the meeples jump.
export function celebrate(board, cells) {
  play([523, 659, 784, 1047], 0.13);
  board.darken();
  board.light(cells, "mp-won");
  if (still()) return;
  // Meeples, or where none are drawn, tiles.
  const drawn = board.game.table.pieces.map((one) => one.art);
  const pieces = byId("pawn.1") ? ["pawn.1", "pawn.2", "pawn.3"] : drawn;
  const middle = byId("board").getBoundingClientRect();
  for (let number = 0; number < 18; number++) {
    const art = pieces[number % pieces.length];
    const node = picture(art, art.startsWith("pawn") ? [22, 28] : [26, 26]);
    node.setAttribute("class", "walker");
    document.body.append(node);
    const angle = (number / 18) * 2 * Math.PI;
    const [x, y] = [middle.left + middle.width / 2, middle.top + middle.height / 2];
    const far = 90 + (number % 3) * 60;
    const steps = [
      { transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: 1 },
      {
        transform: `translate(${x + Math.cos(angle) * far}px, ${y + Math.sin(angle) * far - 60}px) rotate(${
          (number % 2 ? 1 : -1) * 40
        }deg)`,
        opacity: 1,
        offset: 0.6,
      },
      {
        transform: `translate(${x + Math.cos(angle) * far * 1.3}px, ${y + Math.sin(angle) * far + 120}px) rotate(${
          (number % 2 ? 1 : -1) * 160
        }deg)`,
        opacity: 0,
      },
    ];
    node
      .animate(steps, { duration: 1500, delay: (number % 6) * 30, easing: "ease-out", fill: "both" })
      .finished.finally(() => node.remove());
  }
}
