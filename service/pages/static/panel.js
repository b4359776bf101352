// The strip with scores and tiles, and the turn in the making.

import { attempts } from "./attempts.js";
import { said, sharedText } from "./days.js";
import { draw, make, picture, still } from "./dom.js";
import { stepsInWords } from "./final.js";
import { eveningOf } from "./evening.js";
import { handOf, sortsOf } from "./hand.js";
import { peopleOf } from "./people.js";
import * as progress from "./progress.js";
import { nextAtLevel, placeOf } from "./rating.js";

const MISFIT = "It does not fit here, however you turn it.";
const GIVEN =
  "The turns of the link you opened were not made here, so this does not count as solved. Start again to solve it yourself.";
const NUMBERS = new Map(); // what the scores showed last, to count from

export class Panel {
  constructor(game) {
    this.game = game;
    this.turn = document.getElementById("turn");
    this.tools = document.getElementById("tools");
    this.wrong = "";
  }

  show() {
    this.had = document.activeElement?.id;
    // What does not change while a turn is chosen is left as it is.
    if (this.drawn !== this.game.table) this.players();
    if (this.drawn !== this.game.table || this.art !== this.game.art || this.game.table.hand)
      this.tiles();
    this.drawn = this.game.table;
    this.art = this.game.art;
    this.turn.replaceChildren(...this.parts().filter(Boolean));
    this.toolbar();
    this.wrong = "";
    if (this.had && document.activeElement?.id !== this.had)
      document.getElementById(this.had)?.focus({ preventScroll: true });
  }

  // The strip

  players() {
    const { table } = this.game;
    document.getElementById("players").classList.toggle("people", Boolean(table.people));
    if (table.people) {
      document.getElementById("players").replaceChildren(...peopleOf(table, count));
      return;
    }
    const rows = table.players.map((player, index) => {
      const active = index + 1 === table.colour && !table.end;
      const words = [player.lowest ? "lowest" : "", active ? "to move" : ""].filter(Boolean);
      const pawns = Array.from({ length: player.meeples }, (_, number) => {
        const node = picture(`pawn.${index + 1}`, [18, 23]);
        node.setAttribute("class", number < player.hand ? "pawn" : "pawn spent");
        return node;
      });
      const score = make("b", { class: "score" }, String(player.score));
      count(score, `score.${index}`, player.score);
      return make(
        "li",
        { class: `player ink-edge-${index + 1}${active ? " active" : ""}`, id: `player.${index + 1}` },
        make("span", { class: `disc ink-${index + 1}`, "aria-hidden": "true" }, String(index + 1)),
        make(
          "span",
          { class: "name" },
          make("span", { class: "called" }, player.name),
          make("small", {}, words.join(", "))
        ),
        score,
        make("span", { class: "unseen" }, " points"),
        active && this.game.about.fixed.abbot ? abbot() : null,
        make(
          "span",
          { class: "supply" },
          ...pawns,
          make("span", { class: "unseen" }, `${player.hand} of ${player.meeples} meeples in hand`)
        )
      );
    });
    document.getElementById("players").replaceChildren(...rows);
  }

  tiles() {
    const { game } = this;
    const { table } = game;
    const place = document.getElementById("tiles");
    const parts = table.hand ? handOf(game) : [];
    if (table.tile && !table.hand) {
      parts.push(
        make(
          "div",
          { class: "this-tile" },
          picture(game.art, [56, 56], `${table.tile.name}: ${table.tile.says}`),
          make("span", { class: "caption" }, "This tile")
        )
      );
    }
    const coming = (table.coming ?? []).map((one) =>
      make(
        "li",
        {},
        one.art ? picture(one.art, [40, 40], "tile") : make("span", { class: "facedown" }, "?"),
        picture(`pawn.${one.colour}`, [14, 18], table.players[one.colour - 1].name)
      )
    );
    if (coming.length) {
      parts.push(
        make(
          "div",
          { class: "coming-tiles" },
          make("ol", { class: "coming", "aria-label": "Coming up" }, ...coming),
          make(
            "span",
            { class: "caption", "aria-hidden": "true" },
            table.later ? `Coming up, and ${table.later} more` : "Coming up"
          )
        )
      );
    }
    place.replaceChildren(...parts);
  }

  // The turn

  parts() {
    const { game } = this;
    const { table } = game;
    if (this.wrong) return [make("p", { class: "refusal", id: "problem" }, this.wrong)];
    if (game.waiting) return [make("p", { class: "waits" }, "…")];
    if (game.replaying !== null) return [game.replaying.card()];
    const help = this.helpCard();
    const owners = game.owners.card();
    if (owners) return [owners];
    if (table.end) return [this.end(), help];
    if (table.numbers) return [...game.numbers.parts(), help];
    const refused = table.refused ? this.refusal(table.refused.says, table.refused.rules) : null;
    if (!table.tile && !table.hand) return [refused, help];
    return [
      this.head(),
      this.game.about.lesson
        ? make("p", { class: "lesson", id: "lesson" }, this.game.about.lesson.says)
        : null,
      refused,
      table.notice ? make("p", { class: "note" }, table.notice) : null,
      this.answered(),
      this.refuted(),
      help,
      ...this.making(),
    ];
  }

  // What the others did since the last turn.
  answered() {
    const { answered } = this.game.table;
    if (!answered || this.game.choice.at) return null;
    return make(
      "div",
      { class: "answered", id: "answered" },
      ...answered.map((one) => make("p", { class: "note" }, one.says))
    );
  }

  // What follows a mistake in play against an opponent.
  refuted() {
    const { game } = this;
    const { refutation, line } = game.table;
    if (!refutation) return null;
    const from = line ? line.split("~").length : 0;
    const button = (id, text, does) =>
      make("button", { type: "button", class: "button small", id, click: does }, text);
    return make(
      "div",
      { class: "refusal", id: "refuted" },
      make("p", {}, refutation.says),
      make(
        "p",
        { class: "row" },
        button("refute", "Show why", () => game.watch("Why it fails", refutation.line, from)),
        button("take-back", "Take it back", () => game.undo())
      )
    );
  }

  head() {
    const { table } = this.game;
    const number = table.turns + 1;
    const name = table.players[table.colour - 1].name;
    const person = table.people?.find((one) => one.colours.includes(table.colour));
    const named = person && person.name.toLowerCase() !== name;
    const who = named ? `${person.name}: ${name} plays` : `${capital(name)} plays`;
    return make(
      "h2",
      {},
      picture(`pawn.${table.colour}`, [22, 28]),
      make("span", {}, table.of ? `Turn ${number} of ${table.of}` : `Turn ${number}`),
      make("span", { class: "who" }, who)
    );
  }

  making() {
    const { game } = this;
    const { square, way, claim, choice } = game;
    if (!game.table.tile)
      return [make("p", { class: "ask" }, make("b", {}, "Which tile do you take? "), "Choose one from the open hand.")];
    if (!choice.at) return [this.row(this.turning(), this.where())];
    if (!way) return [this.misfit(square), this.back()];
    const parts = [this.row(this.turning(), make("p", { class: "ask" }, way.ask)), this.chips()];
    if (claim?.not !== undefined) parts.push(this.refusalAt(claim.not));
    if (claim?.plays?.length > 1) parts.push(this.orders());
    parts.push(this.ready());
    return parts;
  }

  row(...parts) {
    return make("div", { class: "making" }, ...parts);
  }

  turning() {
    const { game } = this;
    const rotations = game.table.tile.art.length;
    if (rotations === 1 || game.square?.ways.length === 1) return null;
    const button = (id, sign, label, by) =>
      make(
        "button",
        {
          type: "button",
          id,
          class: "button round",
          "aria-label": label,
          click: () => game.rotate(by),
        },
        make("span", { "aria-hidden": "true" }, sign)
      );
    return make(
      "div",
      { class: "turning" },
      button("turn-left", "⟲", "Turn the tile anticlockwise", -1),
      button("turn-right", "⟳", "Turn the tile clockwise", 1)
    );
  }

  where() {
    const { squares } = this.game.table;
    const open = squares.filter((one) => one.ways.length).length;
    const number = open === 1 ? "one square" : `${open} squares`;
    return make(
      "p",
      { class: "ask" },
      make("b", {}, "Where does it go? "),
      `Tap a square: it fits on ${number}.`
    );
  }

  misfit(square) {
    const { table, choice } = this.game;
    const reason = square.not.find(([turn]) => turn === choice.turn) ?? square.not[0];
    const { says, rules } = table.reasons[reason[1]];
    return this.refusal(`${MISFIT} As it lies, ${lower(says)}`, named(table, rules));
  }

  refusalOf(square) {
    const { table, choice } = this.game;
    const reason = square.not.find(([turn]) => turn === choice.turn) ?? square.not[0];
    return `${MISFIT} As it lies, ${lower(table.reasons[reason[1]].says)}`;
  }

  refusalAt(number) {
    const { table } = this.game;
    const { says, rules } = table.reasons[number];
    return this.refusal(says, named(table, rules));
  }

  refusal(says, rules) {
    return make(
      "div",
      { class: "refusal", id: "refusal", tabindex: -1 },
      make("p", {}, says),
      make(
        "details",
        {},
        make("summary", {}, "Why?"),
        ...Object.entries(rules).map(([rule, sentence]) =>
          make("p", { class: "rule" }, make("b", {}, rule), ` ${sentence}`)
        )
      )
    );
  }

  chips() {
    const { game } = this;
    const shown = game.way.claims.filter((one) => game.sorted(one));
    const ordered = shown.sort((one, other) => !one.plays - !other.plays);
    const sorts = sortsOf(game);
    const chips = ordered.map((one) => {
      const chosen = one.name === game.choice.claim;
      const off = one.not !== undefined;
      const sign = off ? "✕" : chosen ? "●" : "○";
      return make(
        "button",
        {
          type: "button",
          id: `claim.${one.name}`,
          class: `chip${chosen ? " chosen" : ""}${off ? " off" : ""}`,
          "aria-pressed": String(chosen),
          "aria-label": off ? `${one.says}: not allowed, tell me why` : one.says,
          click: () => game.take(one.name),
        },
        make("span", { "aria-hidden": "true" }, sign),
        one.says
      );
    });
    const places = make(
      "div",
      { class: "chips", role: "group", "aria-label": "Places for the meeple" },
      ...chips
    );
    return sorts ? make("div", { class: "sorted" }, sorts, places) : places;
  }

  orders() {
    const { game } = this;
    const { either } = game.table;
    const chips = game.claim.plays.map((play, number) =>
      make(
        "button",
        {
          type: "button",
          id: `order.${number}`,
          class: `chip wide${game.choice.order === number ? " chosen" : ""}`,
          "aria-pressed": String(game.choice.order === number),
          click: () => game.order(number),
        },
        either ? either.says[number] : this.lines(game.effect(play))
      )
    );
    return make(
      "div",
      {},
      make("p", { class: "ask" }, make("b", {}, either?.ask ?? "Two things score. Which first?")),
      make("div", { class: "chips", role: "group", "aria-label": "Scoring orders" }, ...chips)
    );
  }

  lines(effect) {
    const lines = (effect.lines ?? []).map((line) =>
      make(
        "span",
        {},
        make("b", {}, line.head),
        " ",
        line.nobody ?? line.gains.join(", ")
      )
    );
    if (!lines.length) lines.push(make("span", {}, "Nothing is scored."));
    if (effect.ends) lines.push(make("span", {}, make("b", {}, effect.ends)));
    return make("span", { class: "scored" }, ...lines);
  }

  ready() {
    const { game } = this;
    const play = game.play;
    const effect = play && game.effect(play);
    const told = effect && (game.claim.plays.length === 1 || effect.ends || game.table.either);
    return make(
      "div",
      { class: "ready" },
      told ? make("div", { class: "brings" }, this.lines(effect)) : null,
      make(
        "div",
        { class: "row" },
        this.back(),
        make(
          "button",
          {
            type: "button",
            id: play ? "play" : "not-yet",
            class: "button main",
            disabled: !play,
            click: () => game.commit(),
          },
          "Play this turn"
        )
      )
    );
  }

  back() {
    return make(
      "button",
      { type: "button", id: "lift", class: "button", click: () => this.game.lift() },
      "Take back"
    );
  }

  // The end

  end() {
    const { game } = this;
    const { table, about } = game;
    const { end } = table;
    const solved = end.kind === "solved";
    const kept = solved && about.puzzle ? progress.of(about.puzzle) : null;
    return make(
      "div",
      { class: `banner ${end.kind}`, id: "banner", tabindex: -1 },
      make("h2", {}, solved ? make("span", { "aria-hidden": "true" }, "★ ") : null, end.head),
      make("p", {}, end.says),
      this.answered(),
      table.last?.says ? make("p", { class: "note", id: "scored" }, table.last.says) : null,
      solved && about.proof ? make("p", { class: "proof" }, about.proof) : null,
      solved && !game.counts ? make("p", { class: "note" }, GIVEN) : null,
      kept?.solved ? make("p", { class: "kept" }, ...said(kept, about)) : null,
      game.owners.offer(),
      this.tries(),
      end.final ? this.final(end) : null,
      end.steps ? stepsInWords(table) : null,
      end.record ? this.record(end) : null,
      about.evening ? eveningOf(game) : null,
      this.onwards(solved),
      about.puzzle ? attempts(game, progress.of(about.puzzle).tries) : null
    );
  }

  // What else was possible, and why it fails: once it is solved, or the solution is shown.
  tries() {
    const { game } = this;
    const tries = game.table.help?.solution.tries ?? [];
    if (!tries.length || game.table.end?.kind === "missed") return null;
    const items = tries.map((one, number) =>
      make(
        "li",
        {},
        one.says,
        " ",
        make(
          "button",
          { type: "button", class: "button small", id: `try.${number}`, "aria-label": `Show try ${number + 1}`, click: () => game.watch("A try", one.line) },
          "Show"
        )
      )
    );
    return make(
      "details",
      { id: "tries" },
      make("summary", {}, `The tries, and why they fail (${tries.length})`),
      make("ol", { class: "story" }, ...items)
    );
  }

  onwards(solved) {
    const { game } = this;
    const { about, table } = game;
    const links = [];
    if (solved && about.next) links.push(this.next());
    if (solved && about.puzzle && progress.of(about.puzzle).solved) links.push(this.result());
    if (solved && table.turns > 1) {
      const watch = () => game.watch("Your solution", table.line);
      links.push(make("button", { type: "button", class: "button", id: "again-shown", click: watch }, "Replay"));
    }
    if (about.puzzle || about.share || about.lesson)
      links.push(make("a", { class: "button", href: about.home ?? "/" }, "Choose a puzzle"));
    else links.push(make("a", { class: "button", href: about.home ?? "/play" }, "New game"));
    return make("p", { class: "row" }, ...links);
  }

  // The next puzzle of the pack, until one as hard as the player is strong was found.
  next() {
    const { about } = this.game;
    const text = about.following ?? "Next puzzle";
    const link = make("a", { class: "button main", id: "next", href: about.next }, text);
    if (about.puzzle && about.sort && !about.ahead)
      nextAtLevel(progress.read(), about.sort.game, about.puzzle).then((found) => {
        if (!found) return;
        link.href = `${placeOf(about.sort.game)}/puzzle/${found[0]}`;
        link.textContent = "Next at your level";
        link.title = found[2];
      });
    return link;
  }

  // A text to share, which gives nothing away.
  result() {
    const { about } = this.game;
    const kept = progress.of(about.puzzle);
    // What was made here is known to its owner alone, but its link holds the puzzle.
    const address = new URL(about.table ? about.share : about.path, location.href).href;
    const copy = async (event) => {
      const text = sharedText(kept, about, document.getElementById("facts").textContent);
      try {
        await navigator.clipboard.writeText(`${text}\n${address}`);
        event.target.textContent = "Copied";
      } catch {
        event.target.textContent = "Cannot copy here";
      }
    };
    return make("button", { type: "button", class: "button", id: "result", click: copy }, "Share");
  }

  final(end) {
    const heads = ["Colour", "Before", "Meeples that score", "In the end"];
    return make(
      "table",
      {},
      make("caption", {}, "Final scoring: 2 points for each meeple that scores"),
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make(
        "tbody",
        {},
        ...end.final.map((row) =>
          make(
            "tr",
            {},
            make("th", { scope: "row" }, row.name),
            make("td", {}, String(row.before)),
            make("td", {}, `${row.scored} of ${row.on_tiles}`),
            make("td", {}, make("b", {}, String(row.after)))
          )
        )
      )
    );
  }

  // The form that the record sheet's script shows and reads.
  record(end) {
    const { about } = this.game;
    const abbot = about.fixed.abbot ? { abbot: true } : {};
    const form = make(
      "form",
      { "data-game": JSON.stringify({ ...end.record, ...abbot }), hidden: true },
      make("label", { for: "notes" }, "Notes for the record sheet"),
      make("textarea", { id: "notes", name: "notes", rows: 3, maxlength: 2000 }),
      make(
        "p",
        { class: "row" },
        make("button", { class: "button main" }, "Write it on the record sheet"),
        make("a", { href: "/play/sheet" }, "See the record sheet")
      ),
      make("p", { "data-sheet-told": true, role: "status" })
    );
    const file = make(
      "p",
      { class: "note" },
      make("a", { href: end.file }, "Download this game"),
      ", which both programs can verify."
    );
    return make("div", { class: "write-down" }, form, file);
  }

  // Help

  helpCard() {
    const { game } = this;
    const { table } = game;
    const { help } = table;
    if (!help) return null;
    const parts = [];
    for (const hint of help.hints.slice(0, game.hintsShown))
      parts.push(make("p", {}, hint.says));
    if (game.asked === "check") parts.push(make("p", { id: "checked" }, help.check.says));
    if (game.asked === "solution") {
      parts.push(
        make(
          "div",
          { id: "solution" },
          make("h3", {}, help.solution.head),
          help.solution.line
            ? make(
                "button",
                {
                  type: "button",
                  class: "button small",
                  id: "watch",
                  click: () => game.watch(help.solution.head, help.solution.line),
                },
                "Show it on the board"
              )
            : null,
          make("ol", { class: "story" }, ...help.solution.moves.map((text) => make("li", {}, text))),
          table.end ? null : this.tries()
        )
      );
    }
    return parts.length ? make("div", { class: "hint", id: "told", tabindex: -1 }, ...parts) : null;
  }

  help() {
    const { game } = this;
    if (game.asked === "check") return game.table.help.check.says;
    return `Hint: ${game.table.help.hints[game.hintsShown - 1]?.says ?? ""}`;
  }

  toolbar() {
    const { game } = this;
    const { table } = game;
    if (game.replaying !== null) {
      this.tools.replaceChildren();
      return;
    }
    const tool = (id, text, does, more = {}) =>
      make("button", { type: "button", id, class: "button small", click: does, ...more }, text);
    const parts = [];
    if (table.line && !game.choice.at) parts.push(tool("undo", "Undo", () => game.undo()));
    const going = (table.tile || table.hand || table.numbers) && !table.end && table.help;
    if (going && game.hintsShown < Math.max(1, table.help.hints.length))
      parts.push(tool("hint", game.hintsShown ? "More hint" : "Hint", () => game.hint()));
    if (going && table.turns) parts.push(tool("check", "Am I on track?", () => game.check()));
    if (table.features?.length && !table.end)
      parts.push(
        tool("owners", "Who owns what?", () => game.owners.toggle(), {
          "aria-pressed": String(game.owners.shown),
        })
      );
    parts.push(
      tool("more-button", "More", () => game.more.toggle(), { "aria-expanded": String(game.more.open) })
    );
    this.tools.replaceChildren(...parts);
    document.body.classList.toggle("busy", Boolean(game.waiting));
  }

  problem(text) {
    this.wrong = text;
    this.turn.replaceChildren(
      make("p", { class: "refusal", id: "problem", tabindex: -1 }, text),
      this.onwards(false)
    );
  }

  // The focus goes to what can be done next.
  focus(on) {
    const places = {
      answer: ["play", "order.0", ".chip:not(.off)", "turn-right"],
      refusal: ["refusal", "turn-right"],
      board: [],
      turn: ["banner", "owned"],
      end: ["banner"],
      help: ["told", "reveal", "more-button"],
    }[on];
    // Who turns the tile by its buttons goes on turning it.
    if (on === "answer" && document.activeElement?.matches(".turning .button")) return;
    if (!this.game.table.tile && this.game.table.hand && on === "turn") {
      document.getElementById("card.0")?.focus({ preventScroll: true });
      return;
    }
    if (!document.getElementById("banner") && (on === "board" || on === "turn")) {
      this.game.board.begin()?.focus({ preventScroll: true });
      return;
    }
    for (const place of places) {
      const found = document.getElementById(place) ?? query(place);
      if (!found) continue;
      found.focus();
      return;
    }
  }
}

// A marker of whose turn it is, and nothing else.
function abbot() {
  return draw(
    "svg",
    { viewBox: "0 0 24 32", class: "abbot", width: 15, height: 20, role: "img", "aria-label": "the abbot stands here" },
    draw("path", { d: "M8,14 A5,5 0 1 1 16,14 C19,18 22,25 22,31 H2 C2,25 5,18 8,14 Z" }),
    draw("path", { d: "M7,10 L12,1 L17,10 Z" })
  );
}

function query(place) {
  return /^[.#]/.test(place) ? document.querySelector(place) : null;
}

function named(table, rules) {
  return Object.fromEntries(rules.map((rule) => [rule, table.rules[rule]]));
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

function lower(text) {
  return text[0].toLowerCase() + text.slice(1);
}

// Numbers count up to what they are.
function count(node, key, to) {
  const from = NUMBERS.get(key) ?? to;
  NUMBERS.set(key, to);
  if (from === to || still()) return;
  node.classList.add("counting");
  const begun = performance.now();
  const step = (now) => {
    const part = Math.min(1, (now - begun) / 700);
    node.textContent = String(Math.round(from + (to - from) * part));
    if (part < 1 && node.isConnected) requestAnimationFrame(step);
    else node.textContent = String(to);
  };
  requestAnimationFrame(step);
}
