// The smallest client of the conformance suite in JavaScript: copy it, and put your engine behind
// it. It answers `final` as the rules have it, and `turns` by an empty list, until you write that:
//
//     meepleproof conform -- node client.mjs
//     meepleproof conform -- deno run client.mjs
//
// It is asked about the base game alone, as its `can` does not name `boxes`.
// It needs nothing but Node or Deno. This file is CC0-1.0.

import process from "node:process";
import { createInterface } from "node:readline";

/** Say who this is, and what it can be asked. */
function hello() {
  return { protocol: 1, name: "client", version: "1", can: ["final", "turns"] };
}

/** Answer the scores at the end: meeples on tiles bring 2 each while their colour is lowest. */
function final(request) {
  const scores = [...request.scores], meeples = [...request.meeples];
  const lowest = () => scores.findIndex((score, colour) => score === Math.min(...scores) && meeples[colour] > 0);
  for (let colour = lowest(); colour >= 0; colour = lowest()) {
    scores[colour] += 2;
    meeples[colour] -= 1;
  }
  return { final: scores, result: Math.min(...scores) };
}

/** Answer which turns are legal: ask your engine here. */
function turns() {
  return { turns: [] };
}

const answers = { hello, final, turns };
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  const answer = { id: request.id, ...answers[request.ask](request) };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
