// The pictures of puzzles on cards: an image for each, or drawings of the sheet that all cards of the page share.

import { addSheet, draw, make } from "./dom.js";
import { address } from "./place.js";

const NEAR = "200px"; // how far below what is seen pictures are loaded

/** @type {Promise<boolean> | null} */
let sheet = null;

/**
 * Has cards drawn from the sheet at this address.
 * @param {string} place
 */
export function drawFrom(place) {
  sheet = fetch(address(place)).then(async (answer) => {
    if (answer.ok) addSheet(await answer.text());
    return answer.ok;
  }, () => false);
}

/**
 * The picture of a puzzle; it is loaded once it comes near what is seen.
 * @param {string} id
 */
export function pictureOf(id) {
  const place = address(`/puzzle/${id}/board.svg`);
  if (!sheet) return make("img", { src: place, alt: "", loading: "lazy" });
  const node = draw("svg", { class: "picture", "aria-hidden": "true", "data-place": place });
  watcher.observe(node);
  return node;
}

const watcher = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) {
    if (!isIntersecting) continue;
    watcher.unobserve(target);
    fill(/** @type {SVGElement} */ (target));
  }
}, { rootMargin: NEAR });

// Without a connection a picture that is not on the device stays empty.
async function fill(node) {
  try {
    const [answer, drawn] = await Promise.all([fetch(node.dataset.place ?? ""), sheet]);
    if (!answer.ok || !drawn) return;
    const found = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    node.setAttribute("viewBox", found.getAttribute("viewBox") ?? "");
    node.replaceChildren(...document.importNode(found, true).childNodes);
  } catch {
    node.replaceChildren();
  }
}
