// A puzzle in the making: its author's choices as text, and what the server says about them.

import { served } from "./served.js";

export function draftOf(told) {
  return {
    rest: told.rest,
    pieces: told.pieces.map(({ tile, turn, at, meeple }) => ({
      tile,
      turn,
      at,
      meeple: meeple && { segment: meeple.segment, colour: meeple.colour, large: meeple.large },
    })),
    scores: [...told.scores],
    first: told.to_move,
    coming: [...told.coming],
    monasteries: told.monasteries,
    goal: told.goal && { ...told.goal },
  };
}

// The draft as the server reads it, see meepleproof/service/play/solo/drafts.py.
export function textOf(draft) {
  const words = [...draft.rest];
  for (const { tile, turn, at, meeple } of draft.pieces) {
    const word = `${tile}${turn}.${at[0]}.${at[1]}`;
    words.push(meeple ? `${word}.${meeple.large ? "L" : ""}${meeple.segment}${meeple.colour}` : word);
  }
  words.push(`p${draft.scores.join(".")}`, `t${draft.first}`, `n${draft.coming.join("")}`);
  if (draft.monasteries) words.push(`m${draft.monasteries}`);
  if (draft.goal) words.push(`g.${goalWord(draft.goal)}`);
  return words.join("~");
}

function goalWord({ word, kind, least, most, colours }) {
  if (word) return word;
  const counted = ["road", "city"].includes(kind) ? colours : 0;
  return `${kind}.${least}.${kind === "stay" ? "x" : (most ?? "x")}.${counted}`;
}

/**
 * Plays a draft with other boxes, by the letters that its first word ends with.
 * @param {{ rest: string[] }} draft
 * @param {string} letters
 */
export function playWith(draft, letters) {
  const at = draft.rest.findIndex((word) => word.startsWith("s"));
  const [, colours, meeples] = /s(\d+)\.(\d+)/.exec(draft.rest[at]) ?? [];
  draft.rest[at] = `s${colours}.${meeples}${letters ? `.${letters}` : ""}`;
}

const SEGMENTS = "NESW";

// What a segment is called after a quarter turn of its tile.
export function turned(segment, by) {
  const place = SEGMENTS.indexOf(segment);
  return place < 0 ? segment : SEGMENTS[(place + by + 4) % 4];
}

export async function ask(path, options = {}) {
  const answer = await served(path, {
    ...options,
    headers: { accept: "application/json", ...options.headers },
  });
  const document = await answer.json().catch(() => {
    throw new TypeError("no answer of the service"); // a proxy says that it cannot be reached
  });
  if (!answer.ok) throw new Refused(document.detail ?? document.title);
  return document;
}

export function post(path, request) {
  return ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
}

/**
 * The command with which both keys prove that a puzzle has one solution.
 * @param {string} code
 */
export function command(code) {
  return `meepleproof solve '${code}' --prove`;
}

// The server answered, and said no.
export class Refused extends Error {}

const OFTEN = 700; // milliseconds between two looks at a job

// Asks for a job and waits for its end; calls `tell` with it meanwhile, and cancels it if that returns false.
export async function done(path, request, tell) {
  let job = await post(path, request);
  while (["queued", "running"].includes(job.state)) {
    if (tell(job) === false) {
      await ask(`/api/jobs/${job.id}`, { method: "DELETE" }).catch(() => {});
      return null;
    }
    await new Promise((later) => setTimeout(later, OFTEN));
    job = await ask(`/api/jobs/${job.id}`);
  }
  if (job.state !== "done") throw new Refused(job.problem?.detail ?? "It was cancelled.");
  return job;
}
