// Prints the level of each rating: a line has limits and ratings.

import { levelOf } from "../../meepleproof/service/pages/static/levels.js";

const text = await new Response(Deno.stdin.readable).text();
for (const { limits, ratings } of text.split("\n").map((one) => JSON.parse(one)))
  console.log(JSON.stringify(ratings.map((rating) => levelOf(limits, rating))));
