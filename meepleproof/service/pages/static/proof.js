// The proof of a draft: what it lacks, the job that both keys do, and what they found.

import { byId, copied, make, say, smallButton } from "./dom.js";
import { done, Refused } from "./draft.js";
import { address } from "./place.js";

/** @typedef {{ code: string, state?: string, id?: string, result?: any, failed?: string }} Job */

export class Proof {
  /** @param {Readonly<Pick<import("./editor.js").Editor, "told" | "unread">>} editor */
  constructor(editor) {
    this.editor = editor;
    /** @type {Job | null} */
    this.job = null;
  }

  // What was proved is not proved of another draft.
  forget() {
    this.job = null;
  }

  show() {
    const { told, unread } = this.editor;
    const ready = Boolean(told.code) && !unread;
    byId("task").textContent = told.task ?? "";
    byId("state").textContent = unread ? "This draft cannot be read." : ready ? "Ready to prove" : told.wrong[0].says;
    const place = byId("proof");
    if (unread) place.replaceChildren(make("p", { class: "refusal" }, unread));
    else if (this.job) place.replaceChildren(...this.judged(this.job));
    else if (ready) place.replaceChildren(this.proveButton());
    else place.replaceChildren(make("ul", { class: "wrongs" }, ...told.wrong.map((one) => this.wrong(one))));
  }

  wrong(one) {
    return make(
      "li",
      { class: one.rules.length ? "refusal" : "missing" },
      make("p", {}, one.says),
      one.rules.length
        ? make(
          "details",
          {},
          make("summary", {}, "Why?"),
          ...one.rules.map((rule) =>
            make("p", { class: "rule" }, make("b", {}, rule), ` ${this.editor.told.rules[rule]}`)
          ),
        )
        : null,
    );
  }

  proveButton() {
    return make(
      "div",
      {},
      make(
        "button",
        { type: "button", id: "prove", class: "button main", click: () => this.prove() },
        "Prove it by both keys",
      ),
      make("p", { class: "note" }, "Has it one solution? Two programs that share no code look for others."),
    );
  }

  async prove() {
    const { code } = this.editor.told;
    const mine = (this.job = { code, state: "queued" });
    this.show();
    try {
      const job = await done("/api/verifications", { puzzle: code }, (now) => {
        if (this.job !== mine) return false;
        if (mine.state !== now.state) {
          mine.state = now.state;
          this.show();
        }
        return true;
      });
      if (this.job !== mine || !job) return;
      this.job = { code, id: job.id, result: job.result };
    } catch (error) {
      if (this.job !== mine) return;
      this.job = {
        code,
        failed: error instanceof Refused ? error.message : "No connection. Try again.",
      };
    }
    this.show();
    byId("judged")?.focus({ preventScroll: false });
  }

  /** @param {Job} job */
  judged(job) {
    if (job.failed)
      return [make("p", { class: "refusal", id: "judged", tabindex: -1 }, job.failed), this.proveButton()];
    if (!job.result) {
      const text = job.state === "queued" ? "Waiting for its turn…" : "Both keys are at work…";
      const stop = () => {
        this.job = null;
        this.show();
      };
      return [
        make("p", { class: "waits" }, text),
        smallButton("stop", "Stop", stop),
      ];
    }
    const { puzzle, claims } = job.result;
    const unique = puzzle.answer === "unique";
    const level = puzzle.level ? ` It is ${puzzle.level}, rated ${puzzle.difficulty.rating}.` : "";
    const link = `/p?${new URLSearchParams({ code: job.code })}`;
    const count = puzzle.answer === "ambiguous"
      ? ` Found: ${puzzle.counted}${puzzle.exhaustive ? "" : " and more"}.`
      : "";
    return [
      make(
        "div",
        { class: `banner ${unique ? "solved" : "missed"}`, id: "judged", tabindex: -1 },
        make("h2", {}, unique ? "★ One solution, proved twice" : claims[0].why),
        make("p", {}, unique ? `Your puzzle is good.${level}` : `You can share it anyway.${count}`),
        make(
          "p",
          { class: "row" },
          make(
            "a",
            { class: "button main", id: "play-it", href: address(unique ? `/made/${job.id}` : link) },
            "Play it",
          ),
          make(
            "button",
            { type: "button", class: "button", id: "copy", click: (event) => copy(event, link) },
            "Copy the link",
          ),
        ),
        make("img", {
          class: "square-code",
          src: address(`/qr.svg?${new URLSearchParams({ path: link })}`),
          alt: "The link as a square code",
          width: 160,
          height: 160,
        }),
      ),
      puzzle.solutions.length
        ? make(
          "details",
          { id: "solutions" },
          make("summary", {}, puzzle.solutions.length === 1 ? "The solution" : "Some solutions"),
          ...puzzle.solutions.map((one) =>
            make("ol", { class: "story" }, ...one.moves.map((text) => make("li", {}, text)))
          ),
        )
        : "",
    ];
  }
}

async function copy(event, link) {
  const { target } = event;
  const done = await copied(new URL(address(link), location.href).href);
  if (done) target.textContent = "Copied";
  else target.replaceWith(make("a", { href: address(link), class: "tall" }, "Copy this link by hand"));
  say(done ? "Copied" : "Copy this link by hand");
}
