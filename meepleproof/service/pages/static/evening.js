// The end of a house game: into the ledger, the record as a file, and what both keys say of it.

import { standings, told as toldOf } from "./book.js";
import { handOut, make, say } from "./dom.js";
import { ask, done } from "./draft.js";
import { addEvening, eveningOfGame } from "./ledger.js";
import { address, ALONE } from "./place.js";
import { dropEvening } from "./unfinished.js";

const BY_COMMAND = "Both keys verify the record by the command: meepleproof verify house-game.json";

export function eveningOf(game) {
  const { end } = game.table;
  const told = make("p", { class: "note", id: "evening-told", role: "status" });
  const tell = (text) => {
    told.textContent = text;
    say(text);
  };
  const button = (id, text, does) => make("button", { type: "button", class: "button", id, click: does }, text);
  const parts = ALONE ? [button("record", "Download the record", () => download(end, tell))] : [
    button("verify", "Check the game", (event) => verify(game, event.target, tell)),
    make("a", { class: "button", id: "record", href: `${end.file}&download=1` }, "Download the record"),
  ];
  if (end.evening)
    parts.unshift(button("to-ledger", "Write it into the ledger", (event) => write(game, event.target, tell)));
  return make("div", { class: "write-down" }, make("p", { class: "row" }, ...parts), told);
}

async function download(end, tell) {
  try {
    handOut(JSON.stringify(await ask(end.file)), "house-game.json");
    tell(BY_COMMAND);
  } catch (error) {
    tell(`There is no record: ${/** @type {Error} */ (error).message}`);
  }
}

function write(game, button, tell) {
  const { about, table } = game;
  const { evening, own } = eveningOfGame(about.fixed, table.line, table.end.evening);
  if (new Set(evening.results.map((one) => one.name)).size < evening.results.length)
    return tell("Two players have one name, so the ledger cannot tell them apart. Nothing was written.");
  const { lines, at, was, fault } = addEvening(evening, own);
  if (fault) return tell(fault);
  dropEvening(about);
  button.disabled = true;
  const same = was && was === lines[at];
  const how = same ? "It was in the ledger already." : was ? "It takes the place of this game's earlier end." : "";
  const line = /** @type {import("./book.js").Evening} */ (lines[at]);
  tell(`${how} ${toldOf(line, standings(lines.slice(0, at)))}`.trim());
  button.after(make("a", { class: "button", id: "see-ledger", href: address("/house/ledger") }, "See the ledger"));
}

async function verify(game, button, tell) {
  button.disabled = true;
  tell("Both programs replay the game…");
  try {
    const record = await ask(game.table.end.file);
    const job = await done("/api/verifications", { record }, () => true);
    const { verdict } = job.result;
    tell(
      verdict === "holds"
        ? "Two independent programs agree: the game keeps to the rules, and these are its scores."
        : `Two independent programs judged it: ${verdict}.`,
    );
  } catch (error) {
    tell(`It was not checked: ${/** @type {Error} */ (error).message}`);
    button.disabled = false;
  }
}
