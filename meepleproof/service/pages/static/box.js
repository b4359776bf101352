// The tiles of the box, with how many are left of each, and the tiles of a draft that are to come.

import { byId, make, picture } from "./dom.js";
import { nameOf } from "./facts.js";

/** @param {Readonly<Pick<import("./editor.js").Editor, "box" | "pick" | "told" | "where" | "tile">>} editor */
export function showBox(editor) {
  const place = byId("box");
  if (!place.children.length)
    place.append(
      ...[...editor.box.values()].map((one) =>
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
  for (const one of editor.box.values()) {
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
