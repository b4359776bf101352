// The proof of a draft: what it lacks, the job that both keys do, and what they found. On a site the engine
// looks for solutions by itself: what it finds is not proved.

import { byId, copied, make, say, smallButton } from "./dom.js";
import { ask, command, done, Refused } from "./draft.js";
import { address, ALONE } from "./place.js";

const PATIENCE = 60_000; // milliseconds that the engine of a site may look for solutions
const TOO_LONG = "The engine has not found out within a minute. The command takes its time:";
const BY_KEYS = {
  prove: "Check that it has one solution",
  asks: "Two programs that share no code look for others.",
  works: "Both programs are looking…",
  one: "★ One solution: two independent programs proved it",
};
const BY_ENGINE = {
  prove: "Look for its solutions",
  asks: "The engine looks for them, a minute at most.",
  works: "The engine is looking…",
  one: "★ One solution, found by the engine",
};
const SAYS = ALONE ? BY_ENGINE : BY_KEYS;

/** @typedef {{ code: string, state?: string, id?: string, result?: any, failed?: string, late?: boolean }} Job */

export class Proof {
  /** @param {Readonly<Pick<import("./editor.js").Editor, "told" | "unread">>} editor */
  constructor(editor) {
    this.editor = editor;
    /** @type {Job | null} */
    this.job = null;
    /** @type {(() => void) | null} */
    this.end = null; // ends a search of the engine
  }

  // What was proved is not proved of another draft.
  forget() {
    this.job = null;
  }

  show() {
    const { told, unread } = this.editor;
    const ready = Boolean(told.code) && !unread;
    byId("task").textContent = told.task ?? "";
    byId("state").textContent = unread ? "This draft cannot be read." : ready ? "Ready to check" : told.wrong[0].says;
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
        SAYS.prove,
      ),
      make("p", { class: "note" }, SAYS.asks),
    );
  }

  async prove() {
    const { code } = this.editor.told;
    const mine = (this.job = { code, state: "queued" });
    this.show();
    try {
      const job = ALONE ? await this.search(code) : await done("/api/verifications", { puzzle: code }, (now) => {
        if (this.job !== mine) return false;
        if (mine.state !== now.state) {
          mine.state = now.state;
          this.show();
        }
        return true;
      });
      if (this.job !== mine || !job) return;
      this.job = { code, ...job };
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

  // What the engine of a site finds, unless it takes too long.
  async search(code) {
    const mine = this.job;
    const { stopEngine } = await import("./engine.js");
    if (this.job !== mine) return null;
    this.end = stopEngine;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      stopEngine();
    }, PATIENCE);
    try {
      return { result: { puzzle: await ask(`/make/searched?${new URLSearchParams({ code })}`) } };
    } catch (error) {
      if (late) return { late };
      throw error;
    } finally {
      clearTimeout(timer);
      this.end = null;
    }
  }

  // The link of a puzzle, with what its author adds; only one that is unique has its solution along.
  linkOf(job, unique) {
    const { title, author } = byId("credit").elements;
    const solution = unique ? { solution: job.result.puzzle.solutions[0].line, one: "1" } : {};
    const given = { code: job.code, title: title.value.trim(), author: author.value.trim(), ...solution };
    return `/p?${new URLSearchParams(Object.entries(given).filter(([, value]) => value))}`;
  }

  /** @param {Job} job */
  judged(job) {
    if (job.late) {
      return [
        make("p", { class: "refusal", id: "judged", tabindex: -1 }, TOO_LONG, make("code", {}, command(job.code))),
        this.proveButton(),
      ];
    }
    if (job.failed)
      return [make("p", { class: "refusal", id: "judged", tabindex: -1 }, job.failed), this.proveButton()];
    if (!job.result) {
      const text = job.state === "queued" && !ALONE ? "Waiting for its turn…" : SAYS.works;
      const stop = () => {
        this.job = null;
        this.end?.();
        this.show();
      };
      return [
        make("p", { class: "waits" }, text),
        smallButton("stop", "Stop", stop),
      ];
    }
    const { puzzle, claims } = job.result;
    const unique = puzzle.answer === "unique";
    const link = this.linkOf(job, unique);
    const level = puzzle.level ? ` It is ${puzzle.level}, rated ${puzzle.difficulty.rating}.` : "";
    const count = puzzle.answer === "ambiguous"
      ? ` ${puzzle.counted}${puzzle.exhaustive ? "" : " and more"} solutions found.`
      : "";
    return [
      make(
        "div",
        { class: `banner ${unique ? "solved" : "missed"}`, id: "judged", tabindex: -1 },
        make("h2", {}, unique ? SAYS.one : (puzzle.why ?? claims[0].why)),
        make("p", {}, unique ? `Your puzzle is good.${level}` : `You can share it anyway.${count}`),
        ALONE && unique
          ? make("p", {}, "Both keys prove it with the command: ", make("code", {}, command(job.code)))
          : "",
        make(
          "p",
          { class: "row" },
          make(
            "a",
            { class: "button main", id: "play-it", href: address(unique && !ALONE ? `/made/${job.id}` : link) },
            "Play it",
          ),
          make(
            "button",
            { type: "button", class: "button", id: "copy", click: (event) => copy(event, this.linkOf(job, unique)) },
            "Copy the link",
          ),
        ),
        ALONE ? "" : make("img", {
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
