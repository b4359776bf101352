// What the author of a puzzle from a link claims, and how it is proved: here by the server, or by the command.

import { make, say } from "./dom.js";
import { command, done, Refused } from "./draft.js";
import { ALONE } from "./place.js";

/**
 * A button that has both keys prove the claim; without a server, the command that does.
 * @param {string} code
 */
export function claimOf(code) {
  if (ALONE) return make("p", { class: "note" }, "To prove it: ", make("code", {}, command(code)));
  const told = make("p", { class: "note", role: "status" });
  const prove = make(
    "button",
    { type: "button", id: "prove-claim", class: "button small", click: () => judge(code, prove, told) },
    "Prove it",
  );
  return make("div", { class: "row" }, prove, told);
}

async function judge(code, prove, told) {
  prove.disabled = true;
  told.textContent = "Both programs are looking…";
  try {
    const job = await done("/api/verifications", { puzzle: code }, () => true);
    const unique = job.result.puzzle.answer === "unique";
    told.textContent = unique
      ? "One solution: two independent programs proved it."
      : `Not so. ${job.result.claims[0].why}`;
  } catch (error) {
    told.textContent = error instanceof Refused ? error.message : "No connection. Try again.";
    prove.disabled = false;
  }
  say(told.textContent);
}
