// The house games of this device that are not at their end, the latest first.

import { byId, make } from "./dom.js";
import { address } from "./place.js";
import { evenings } from "./unfinished.js";

const list = byId("evenings");

list.replaceChildren(...evenings().map((one) => make("li", {}, make("a", { href: addressOf(one) }, told(one)))));
/** @type {HTMLElement} */ (list.parentElement).hidden = !list.children.length;

function addressOf({ search }) {
  return address(`${list.dataset.game}${search}`);
}

function told({ search, turns }) {
  const names = (new URLSearchParams(search).get("names") ?? "").replaceAll("~", ", ");
  return `${names}: ${turns} ${turns === 1 ? "tile" : "tiles"} played`;
}
