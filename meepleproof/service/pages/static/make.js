// The page of the editor.

import { addSheet, byId, given } from "./dom.js";
import { ask } from "./draft.js";
import { bringOthers } from "./box.js";
import { Editor } from "./editor.js";
import { keepForOffline } from "./offline.js";
import { address, ALONE } from "./place.js";

const about = given("about");
const box = new Map(given("tiles-of-the-box").map((one) => [one.tile, one]));

async function begin() {
  addSheet(await (await fetch(address(about.pieces))).text());
  byId("game").hidden = false;
  const draft = await drafted();
  await bringOthers(box, about.others, draft);
  new Editor(about, box, draft).show();
  document.documentElement.dataset.ready = "";
  keepForOffline();
}

// A file of a site has the same draft for everyone: that of the address is asked for.
async function drafted() {
  const code = new URLSearchParams(location.search).get("code");
  if (!ALONE || !code) return given("drafted");
  return await ask(`${about.draft}?${new URLSearchParams({ code })}`).catch(() => given("drafted"));
}

begin();
