// Deals free games: the first line has what they are dealt from, each other one a seed and rules; prints where they start.

import { gameStart } from "../../meepleproof/service/pages/static/deal.js";

const text = await new Response(Deno.stdin.readable).text();
const [undealt, ...asked] = text.split("\n").map((one) => JSON.parse(one));
for (const one of asked) console.log(JSON.stringify(gameStart(undealt, one)));
