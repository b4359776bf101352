// The page that scores a table.

import { addSheet, byId, given } from "./dom.js";
import { ask } from "./draft.js";
import { keepForOffline } from "./offline.js";
import { address } from "./place.js";
import { Scoring } from "./scoring.js";

const about = given("about");
const EMPTY = "h2"; // the table of two players without a tile

async function begin() {
  addSheet(await (await fetch(address(about.pieces))).text());
  const code = new URLSearchParams(location.search).get("board") ?? EMPTY;
  const told = await scored(code).catch(() => scored(EMPTY));
  byId("game").hidden = false;
  new Scoring({ about, boxes: given("boxes"), names: given("colours") }, told).show();
  document.documentElement.dataset.ready = "";
  keepForOffline();
}

function scored(board) {
  return ask(`${about.told}?${new URLSearchParams({ board })}`);
}

begin();
