// The page of the editor.

import { addSheet, byId, given } from "./dom.js";
import { Editor } from "./editor.js";
import { keepForOffline } from "./offline.js";
import { address } from "./place.js";

const about = given("about");
const box = new Map(given("tiles-of-the-box").map((one) => [one.tile, one]));

async function begin() {
  addSheet(await (await fetch(address(about.pieces))).text());
  byId("game").hidden = false;
  new Editor(about, box, given("drafted")).show();
  document.documentElement.dataset.ready = "";
  keepForOffline();
}

begin();
