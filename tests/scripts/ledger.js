// What the pages make of ledgers and of an evening that is entered: a line for each that is read.

import { entered, has, merged, standings, told } from "../../meepleproof/service/pages/static/book.js";
import { ofForm1, ofForm2 } from "../../meepleproof/service/pages/static/book-forms.js";

const asked = await new Response(Deno.stdin.readable).text();
for (const text of asked.split("\n")) {
  const { document, evening } = JSON.parse(text);
  const found = document.$schema.endsWith(":1") ? ofForm1(document) : ofForm2(document);
  if (typeof found === "string") {
    console.log(JSON.stringify({ fault: found }));
    continue;
  }
  const { lines } = found;
  const said = (/** @type {any[]} */ all) =>
    all.flatMap((line, index) => line.kind === "evening" ? [told(line, standings(all.slice(0, index)))] : []);
  const after = entered(lines, evening).lines;
  console.log(JSON.stringify({
    standings: standings(lines),
    told: said(lines),
    after: after,
    has: has(lines, evening),
    again: has(after, evening),
    next: standings(after),
    merged: merged(lines, after).length,
  }));
}
