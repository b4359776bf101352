// The form beside the editor: scores, who plays first, and the goal.

import { byId, first } from "./dom.js";
import { playWith } from "./draft.js";

/** @param {Readonly<Pick<import("./editor.js").Editor, "draft" | "told" | "typing">>} editor */
export function showFacts(editor) {
  if (editor.typing) return; // the draft does not have what is being typed
  const form = byId("facts");
  const rows = /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-colour]"));
  rows.forEach((row, index) => {
    row.hidden = index >= editor.told.colours;
    if (row.hidden) return;
    const score = /** @type {HTMLInputElement} */ (row.querySelector("[name=score]"));
    if (document.activeElement !== score) score.value = editor.draft.scores[index] ?? "";
    const moves = /** @type {HTMLInputElement} */ (row.querySelector("[name=to_move]"));
    moves.checked = editor.draft.first === index + 1;
    const hand = /** @type {HTMLElement} */ (row.querySelector("[data-hand]"));
    hand.textContent = `${Math.max(0, editor.told.hands[index])} in hand`;
  });
  const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name=with]"));
  for (const box of boxes) box.checked = editor.told.with.includes(box.value);
  const goal = editor.draft.goal ?? { kind: "road", least: 5, most: 5, colours: 0 };
  const own = byId("own-goal");
  own.hidden = !goal.word;
  own.textContent = goal.word ? "This puzzle keeps its own goal, which you cannot choose here." : "";
  const { elements } = form;
  const values = { ...goal, most: goal.most ?? "", monasteries: editor.draft.monasteries };
  for (const name of ["kind", "least", "most", "colours", "monasteries"])
    if (document.activeElement !== elements[name]) elements[name].value = values[name] ?? "";
  for (const label of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for]")))
    label.hidden = !label.dataset.for?.split(" ").includes(goal.kind);
}

/**
 * What the form says now, for the draft.
 * @param {{ colours: number }} told
 * @param {any} draft
 * @param {HTMLFormElement} form
 */
export function readFacts(told, draft, form) {
  const elements = /** @type {Record<string, any>} */ (form.elements);
  const number = (field, usual) =>
    field.value === ""
      ? usual
      : Math.min(Math.max(Math.trunc(Number(field.value)), Number(field.min)), Number(field.max));
  const chosen = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name=with]:checked"));
  playWith(draft, [...chosen].map((box) => box.value).join(""));
  draft.scores = [...elements.score].slice(0, told.colours).map((one) => number(one, 0));
  draft.first = Number(elements.to_move.value || 1);
  draft.monasteries = number(elements.monasteries, 0);
  draft.goal = {
    kind: elements.kind.value,
    least: number(elements.least, 0),
    most: number(elements.most, null),
    colours: Number(elements.colours.value),
  };
}

/**
 * What the form calls a colour.
 * @param {number} colour
 */
export function nameOf(colour) {
  return first(`[data-colour="${colour}"] .called`).firstChild?.textContent;
}
