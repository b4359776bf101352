// Makes tables of links by the page's script: a line has the first table, the answers listed, and lines; for each
// its tables are printed.

import { linkTable } from "../../meepleproof/service/pages/static/neom-link.js";

const text = await new Response(Deno.stdin.readable).text();
for (const { first, listed, lines } of text.split("\n").map((one) => JSON.parse(one)))
  console.log(JSON.stringify(lines.map((line) => linkTable(listed, first, line))));
