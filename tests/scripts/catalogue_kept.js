// Does with a catalogue what the page does: each line of the input has a catalogue and what is done with it, one after
// another; printed is the catalogue after all of it, and what each returned.

import * as kept from "../../meepleproof/service/pages/static/catalogue-kept.js";

const text = await new Response(Deno.stdin.readable).text();
for (const { catalogue, does } of text.split("\n").map((one) => JSON.parse(one))) {
  const tile = (number) => catalogue.tiles[number];
  const told = does.map(([name, ...given]) => {
    if (name === "addTile") return kept.addTile(catalogue, given[0], given[1]).id;
    if (name === "setType") return kept.setType(tile(given[0]), given[1]) ?? null;
    if (name === "setDeck") return kept.setDeck(catalogue, tile(given[0]), given[1]) ?? null;
    if (name === "setId") return kept.setId(catalogue, tile(given[0]), given[1]);
    if (name === "rest") return kept.restNotPrinted(tile(given[0])) ?? null;
    if (name === "found") return kept.found(catalogue, given[0], given[1]).map((one) => one.id);
    if (name === "blankEffect") return kept.blankEffect(given[0]);
    if (name === "setAt") return kept.setAt(catalogue.params, given[0], given[1]) ?? null;
    return kept.unreadable(given[0]);
  });
  console.log(JSON.stringify({ catalogue, told }));
}
