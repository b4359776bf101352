// The tiles of the box, with how many are left of each, and the tiles of a draft that are to come.

import { addSheet, byId, make, picture } from "./dom.js";
import { nameOf } from "./facts.js";
import { address } from "./place.js";

const SPRING = "rA"; // of another box: where it is, all are

/**
 * Brings the tiles and drawings of other boxes, once a draft needs them.
 * @param {Map<string, any>} box
 * @param {{ pieces: string, tiles: string }} others their addresses
 * @param {any} told
 */
export async function bringOthers(box, others, told) {
  const tiles = [...told.pieces.map(({ tile }) => tile), ...told.coming];
  if (box.has(SPRING) || !(told.with || tiles.some((tile) => !box.has(tile)))) return;
  const [sheet, more] = await Promise.all([others.pieces, others.tiles].map((path) => fetch(address(path))));
  addSheet(await sheet.text());
  for (const one of await more.json()) box.set(one.tile, one);
}

/** @param {Readonly<Pick<import("./editor.js").Editor, "box" | "pick" | "told" | "where" | "tile">>} editor */
export function showBox(editor) {
  const place = byId("box");
  const playing = [...editor.box.values()].filter((one) => one.tile in editor.told.left);
  const names = playing.map((one) => one.tile).join(" ");
  if (place.dataset.tiles !== names) {
    place.dataset.tiles = names;
    place.replaceChildren(
      ...playing.map((one) =>
        make(
          "li",
          {},
          make(
            "button",
            { type: "button", id: `box.${one.tile}`, click: () => editor.pick(one.tile) },
            picture(one.art[0], [44, 44]),
            make("span", { class: "left" }),
          ),
        )
      ),
    );
  }
  for (const one of playing) {
    const node = byId(`box.${one.tile}`);
    const left = editor.told.left[one.tile];
    /** @type {HTMLElement} */ (node.querySelector(".left")).textContent = String(left);
    node.setAttribute("aria-label", `${one.says}: ${left} left`);
    node.setAttribute("aria-pressed", String(editor.where === "table" && editor.tile === one.tile));
    node.disabled = left < 1;
  }
}

/** @param {Readonly<Pick<import("./editor.js").Editor, "box" | "draft" | "edit" | "told">>} editor */
export function showComing(editor) {
  const place = byId("coming");
  place.replaceChildren(
    ...editor.draft.coming.map((tile, index) => {
      const colour = ((editor.draft.first - 1 + index) % editor.told.colours) + 1;
      return make(
        "li",
        {},
        make(
          "button",
          {
            type: "button",
            id: `coming.${index}`,
            "aria-label": `${editor.box.get(tile).says}, for ${nameOf(colour)}: take it away`,
            click: () => editor.edit((draft) => draft.coming.splice(index, 1)),
          },
          picture(editor.box.get(tile).art[0], [40, 40]),
          picture(`pawn.${colour}`, [14, 18]),
        ),
      );
    }),
  );
}
