// The picture of a solved puzzle to share, drawn on this device: the table it began with, what was asked, and how it
// went. The tiles that were laid are not on it. Shapes are painted from the drawings on the page, so no file is loaded.

import { corner, pawnName, TILE } from "./cells.js";
import { boxOf, handOut } from "./dom.js";
import { howSolved, rowOf, signsOf } from "./results.js";

const [WIDE, HIGH] = [1080, 1080];
const BOARD = { x: 60, y: 130, width: 960, height: 600 };
const PAPER = "#f4eee2";
const [INK, SOFT, GREEN] = ["#2a251f", "#6f6558", "#1d5a45"];
const FONT = '"Meepleproof Sans", "Source Sans 3", "Segoe UI", "DejaVu Sans", sans-serif';
const SERIF = '"Meepleproof Serif", "Source Serif 4", Georgia, "DejaVu Serif", serif';

/**
 * Makes the picture and shares it, or hands it out as a file where the device cannot share files; says what it did.
 * @param {import("./game.js").Game} game
 * @param {import("./results.js").Kept} kept
 * @param {string} text
 */
export async function shareCard(game, kept, text) {
  const blob = await cardOf(game, kept);
  if (!blob) return "Cannot draw here";
  const file = new File([blob], "meepleproof.png", { type: "image/png" });
  if (!navigator.canShare?.({ files: [file] })) {
    handOut(blob, file.name, file.type);
    return "Picture saved";
  }
  try {
    await navigator.share({ files: [file], text });
    return "Shared";
  } catch {
    return "Not shared"; // the player thought better of it
  }
}

async function cardOf(game, kept) {
  const canvas = new OffscreenCanvas(WIDE, HIGH);
  const paint = canvas.getContext("2d");
  const first = await game.tables.exactly("");
  if (!paint || !first?.pieces) return null;
  paint.fillStyle = PAPER;
  paint.fillRect(0, 0, WIDE, HIGH);
  words(paint, "meepleproof", [60, 90], `700 44px ${FONT}`, GREEN);
  boardOn(paint, first.pieces);
  let below = 800;
  for (const line of wrapped(paint, game.about.title, `600 46px ${SERIF}`, WIDE - 120).slice(0, 3)) {
    words(paint, line, [60, below], `600 46px ${SERIF}`, INK);
    below += 58;
  }
  words(paint, signsOf(kept), [60, below + 16], `700 52px ${FONT}`, GREEN);
  const row = rowOf(kept);
  words(paint, `Solved ${howSolved(kept)}${row ? ` · ${row}` : ""}`, [60, HIGH - 40], `400 34px ${FONT}`, SOFT);
  return await canvas.convertToBlob({ type: "image/png" });
}

function words(paint, text, [x, y], font, colour) {
  paint.font = font;
  paint.fillStyle = colour;
  paint.textAlign = "left";
  paint.fillText(text, x, y);
}

function wrapped(paint, text, font, most) {
  paint.font = font;
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (paint.measureText(longer).width <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

// The pieces of a table, as large as they fit.
function boardOn(paint, pieces) {
  const corners = pieces.map(({ at }) => corner(at));
  const [xs, ys] = [0, 1].map((axis) => corners.map((one) => one[axis]));
  const [west, north] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) + TILE - west, Math.max(...ys) + TILE - north];
  const scale = Math.min(BOARD.width / width, BOARD.height / height, 1.6);
  paint.save();
  paint.translate(
    BOARD.x + (BOARD.width - width * scale) / 2 - west * scale,
    BOARD.y + (BOARD.height - height * scale) / 2 - north * scale,
  );
  paint.scale(scale, scale);
  for (const { art, at } of pieces) {
    const [left, top] = corner(at);
    symbolOn(paint, art, [left, top, TILE, TILE]);
  }
  for (const { at, meeple } of pieces) {
    if (!meeple) continue;
    const [left, top] = corner(at);
    const name = pawnName(meeple.colour, meeple.art);
    const [west, north, width, height] = boxOf(name);
    symbolOn(paint, name, [left + meeple.at[0] + west, top + meeple.at[1] + north, width, height]);
  }
  paint.restore();
}

// A symbol of the page's sheet in a box.
function symbolOn(paint, name, [x, y, width, height]) {
  const symbol = document.getElementById(name);
  if (!symbol) return;
  const [left, top, wide, high] = boxOf(name);
  paint.save();
  paint.translate(x, y);
  paint.scale(width / wide, height / high);
  paint.translate(-left, -top);
  for (const part of symbol.children) partOn(paint, part);
  paint.restore();
}

function partOn(paint, node) {
  const style = getComputedStyle(node);
  paint.save();
  const matrix = node.transform?.baseVal?.consolidate()?.matrix;
  if (matrix) paint.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
  if (node.localName === "g") { for (const part of node.children) partOn(paint, part); }
  else if (node.localName === "text") textOn(paint, node, style);
  else {
    const path = pathOf(node);
    if (path) shapeOn(paint, path, style);
  }
  paint.restore();
}

function shapeOn(paint, path, style) {
  if (plain(style.fill)) {
    paint.globalAlpha = Number(style.fillOpacity);
    paint.fillStyle = style.fill;
    paint.fill(path);
  }
  const width = parseFloat(style.strokeWidth);
  if (!plain(style.stroke) || !width) return;
  paint.globalAlpha = Number(style.strokeOpacity);
  paint.strokeStyle = style.stroke;
  paint.lineWidth = width;
  paint.lineJoin = /** @type {CanvasLineJoin} */ (style.strokeLinejoin);
  const dashes = style.strokeDasharray;
  paint.setLineDash(dashes === "none" ? [] : dashes.split(/[ ,]+/).map(parseFloat));
  paint.stroke(path);
}

// Patterns and gradients are left out: only colours can be painted.
function plain(colour) {
  return colour !== "none" && !colour.startsWith("url(");
}

function textOn(paint, node, style) {
  const [x, y] = ["x", "y"].map((name) => Number(node.getAttribute(name) ?? 0));
  paint.font = `${style.fontWeight} ${style.fontSize} ${FONT}`;
  paint.fillStyle = style.fill;
  paint.textAlign = style.textAnchor === "middle" ? "center" : "left";
  paint.fillText(node.textContent ?? "", x, y);
}

function pathOf(node) {
  const [x, y, width, height, cx, cy, r, rx, ry] = ["x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"].map(
    (name) => Number(node.getAttribute(name) ?? 0),
  );
  if (node.localName === "path") return new Path2D(node.getAttribute("d") ?? "");
  const path = new Path2D();
  if (node.localName === "rect") path.roundRect(x, y, width, height, rx);
  else if (node.localName === "circle") path.arc(cx, cy, r, 0, 2 * Math.PI);
  else if (node.localName === "ellipse") path.ellipse(cx, cy, rx, ry, 0, 0, 2 * Math.PI);
  else return null;
  return path;
}
