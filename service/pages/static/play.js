// A game on the page. What may be done, what it brings and what it is called comes from the server
// as a table (see docs/page.md); what is chosen, shown and moved is decided here. No rules.

import { Board } from "./board.js";
import { Dragging } from "./drag.js";
import { countUp } from "./final.js";
import { celebrate, cheer, walkHome } from "./joy.js";
import { make, say } from "./dom.js";
import { More } from "./more.js";
import { Numbers } from "./numbers.js";
import { keepForOffline } from "./offline.js";
import { Owners } from "./owners.js";
import { Panel } from "./panel.js";
import * as progress from "./progress.js";
import { Replay } from "./replay.js";
import { squaresOf, Tables } from "./tables.js";

const about = JSON.parse(document.getElementById("about").textContent);
about.title = document.querySelector("h1").textContent;
const tables = new Tables(about, JSON.parse(document.getElementById("table").textContent));

class Game {
  constructor(table) {
    this.about = about;
    this.begin(table);
    this.hintsShown = 0;
    this.asked = null; // what is shown beside the turn: "check" or "solution"
    this.waiting = null; // a turn that was made and not yet answered
    this.replaying = null; // what is shown turn by turn instead of the player's own game
    this.own = new Set([""]); // lines whose turns were all made here, not by a link
    this.owners = new Owners(this);
    this.numbers = new Numbers(this);
    this.board = new Board(document.getElementById("board"), this);
    this.panel = new Panel(this);
    this.more = new More(this);
    new Dragging(this);
  }

  // What follows from the choices

  get square() {
    return this.choice.at && this.table.squares?.find((one) => same(one.at, this.choice.at));
  }

  get way() {
    return this.square?.ways.find((one) => one.turn === this.choice.turn);
  }

  get claim() {
    return this.way?.claims.find((one) => one.name === this.choice.claim);
  }

  get play() {
    const plays = this.claim?.plays;
    if (!plays) return null;
    return plays.length === 1 ? plays[0] : (plays[this.choice.order] ?? null);
  }

  effect(play) {
    return this.table.effects[play[1]];
  }

  // Whether a claim is of the sort of piece that is chosen; no piece is of all sorts.
  sorted(claim) {
    return !claim.piece || claim.piece === this.piece;
  }

  // The sort of piece: that chosen last, if it can be had here.
  get piece() {
    const open = (this.way?.claims ?? []).filter((one) => one.piece && one.plays);
    const found = open.find((one) => one.piece === this.choice.piece) ?? open[0];
    return found?.piece ?? this.way?.claims.find((one) => one.piece)?.piece ?? null;
  }

  get art() {
    return this.table.tile?.art[this.choice.turn % this.table.tile.art.length];
  }

  // Choosing

  // Takes a tile from the open hand: from now on it is the tile to place.
  hold(card) {
    const { piece } = this.choice;
    this.begin(this.table, card);
    this.choice.piece = piece;
    this.show("board");
    say(this.words());
  }

  // Begins a turn at a table: a hand of equal tiles leaves no choice of the tile.
  begin(table, card = table.hand?.length === 1 ? 0 : null) {
    const held = table.hand?.[card];
    this.table = held ? { ...table, tile: held, squares: held.squares } : table;
    this.choice = { ...nothing(), card };
  }

  lay(at) {
    const square = this.table.squares?.find((one) => same(one.at, at));
    if (!square) return;
    const turn = nextLegal(square, this.choice.turn, 1, true) ?? this.choice.turn;
    this.choose({ at, turn });
  }

  choose({ at, turn }) {
    this.choice = { ...this.choice, at, turn, claim: null, order: null };
    const open = this.way?.claims.filter((one) => one.plays) ?? [];
    if (open.length === 1) this.choice.claim = open[0].name;
    this.show(this.way ? "answer" : at ? "refusal" : null);
    say(this.words());
  }

  rotate(by = 1) {
    const rotations = this.table.tile?.art.length;
    if (!rotations) return;
    const square = this.square;
    if (square?.ways.length) {
      const turn = nextLegal(square, this.choice.turn, by, false);
      if (turn === null) {
        say("It fits only this way round.");
        this.board.shake();
        return;
      }
      this.choose({ at: this.choice.at, turn });
    } else {
      const turn = (this.choice.turn + by + rotations) % rotations;
      this.choose({ at: this.choice.at, turn });
    }
  }

  take(name) {
    const claim = this.way?.claims.find((one) => one.name === name);
    if (!claim) return;
    this.choice = { ...this.choice, claim: name, order: null };
    this.show(claim.plays ? "answer" : "refusal");
    say(this.words());
  }

  // Chooses the sort of piece, where there are several; the place is chosen next.
  sort(piece) {
    this.choice = { ...this.choice, piece, claim: null, order: null };
    this.show("answer");
    say(this.words());
  }

  order(number) {
    this.choice = { ...this.choice, order: number };
    this.show("answer");
    say(this.words());
  }

  lift() {
    const { turn, card, piece } = this.choice;
    this.choice = { ...nothing(), turn, card, piece };
    this.show("board");
    say("The tile is back in your hand.");
  }

  // Turns

  async commit() {
    const play = this.play;
    if (!play || this.waiting || this.replaying !== null) return;
    const [turn, number] = play;
    const effect = this.table.effects[number];
    const before = this.table;
    const line = before.line ? `${before.line}~${turn}` : turn;
    const laid = this.laid();
    this.owners.forget();
    this.waiting = line;
    const own = this.own.has(before.line);
    history.pushState({ line, from: before.line, own }, "", tables.address(line));
    this.begin(after(before, laid, effect, line));
    this.forgetHelp();
    this.show(null);
    this.board.drop(laid.at);
    walkHome(before, laid, effect, this.board);
    cheer(effect);
    if (own) this.own.add(line);
    this.keepLine(line);
    await this.arrive(line, true);
  }

  // Gives an answer that is typed, not played.
  async answer(line) {
    if (this.waiting) return;
    this.waiting = line;
    this.own.add(line);
    history.pushState({ line, from: this.table.line, own: true }, "", tables.address(line));
    this.forgetHelp();
    this.show(null);
    await this.arrive(line, true);
  }

  laid() {
    const [x, y] = this.choice.at;
    const piece = { art: this.art, at: [x, y], says: "" };
    const claim = this.claim;
    if (claim?.at) piece.meeple = { colour: this.table.colour, at: claim.at, art: claim.art };
    return piece;
  }

  // Asks for the table after a line, again and again if there is no connection.
  async arrive(line, mine) {
    const answer = await tables.after(line, (attempt) => this.lost(attempt, line));
    if (answer === null || this.waiting !== line) return;
    this.waiting = null;
    this.found();
    if (answer.problem) {
      this.panel.problem(answer.problem);
      return;
    }
    const solved = answer.end?.kind === "solved" && mine;
    this.begin(answer);
    if (answer.line !== line) this.goneOn(line, answer);
    if (answer.end && mine && this.own.has(line)) this.remember(answer);
    this.show(answer.end ? "end" : "turn");
    if (mine) for (const one of answer.answered ?? []) this.board.drop(one.at);
    say(this.announcement());
    if (mine && answer.end?.steps) await countUp(this, answer.end.steps);
    if (solved && this.table === answer) celebrate(this.board, this.lit(answer));
  }

  // Others answered: the line is longer than what was asked for, and undo leads before the own turn.
  goneOn(line, answer) {
    const own = this.own.has(line);
    if (own) this.own.add(answer.line);
    history.replaceState(
      { line: answer.line, from: answer.back ?? line, own },
      "",
      tables.address(answer.line)
    );
    if (!answer.end) this.keepLine(answer.line);
  }

  // An attempt that has come to its end.
  remember({ line, end, path, help }) {
    const attempt = { line, art: path.map(([art]) => art) };
    if (end.kind === "missed") {
      if (help?.check.turn) attempt.wrong = help.check.turn;
      progress.missed(about, attempt);
    }
    if (end.kind === "solved") progress.solved(about, attempt);
    if (end.kind === "solved" && about.lesson)
      progress.setSetting(`lesson-${about.lesson.number}`, true);
    if (end.kind === "over") progress.ended(about, this.table);
  }

  // All turns of a line were made here.
  owns(line) {
    const turns = line.split("~");
    for (let number = 1; number <= turns.length; number++)
      this.own.add(turns.slice(0, number).join("~"));
  }

  keepLine(line) {
    if (this.own.has(line)) progress.played(about, line);
  }

  // Whether what is on the board was done here, so that it counts.
  get counts() {
    return this.own.has(this.table.line);
  }

  lost(attempt, line) {
    if (this.waiting !== line) return false;
    const place = document.getElementById("offline");
    place.replaceChildren(
      make("span", {}, "No connection. Your turn is kept; trying again…"),
      make("button", { type: "button", class: "button small", id: "retry" }, "Try now")
    );
    place.querySelector("#retry").addEventListener("click", () => tables.hurry());
    place.hidden = false;
    return true;
  }

  found() {
    document.getElementById("offline").hidden = true;
  }

  undo() {
    if (this.replaying !== null) {
      this.resume();
      return;
    }
    if (this.choice.at) {
      this.lift();
      return;
    }
    const line = this.table.line;
    if (!line) return;
    const shorter = this.table.back ?? line.split("~").slice(0, -1).join("~");
    this.owners.forget();
    this.waiting = null;
    this.found();
    if (history.state?.line === line && history.state.from === shorter) history.back();
    else {
      history.replaceState({ line: shorter, own: this.counts }, "", tables.address(shorter));
      this.go(shorter);
    }
  }

  again() {
    history.pushState({ line: "", from: this.table.line }, "", tables.address(""));
    this.go("");
  }

  // Shows the table after a line that was not just played: taken back, opened, gone on with.
  async go(line) {
    this.replaying?.pause();
    this.replaying = null;
    this.waiting = line;
    this.choice = nothing();
    this.owners.forget();
    this.forgetHelp();
    const kept = tables.kept(line);
    if (kept) this.begin(kept);
    this.show(kept ? "turn" : null);
    await this.arrive(line, false);
    if (!this.table.end) this.keepLine(line);
  }

  // Help

  hint() {
    const hints = this.table.help?.hints;
    if (!hints) return;
    if (!hints.length) this.asked = "check";
    else this.hintsShown = Math.min(this.hintsShown + 1, hints.length);
    progress.helped(about, "hints");
    this.show("help");
    say(this.panel.help());
  }

  check() {
    this.asked = "check";
    progress.helped(about, "hints");
    this.show("help");
    say(this.table.help.check.says);
  }

  reveal() {
    this.asked = this.asked === "solution" ? null : "solution";
    if (this.asked) progress.helped(about, "revealed");
    this.show("help");
  }

  // Shows a line turn by turn; the player's own game stays as it is.
  watch(head, line, number = 0) {
    const mine = this.replaying?.mine ?? this.table.line;
    this.choice = nothing();
    this.asked = null;
    this.waiting = null;
    this.owners.forget();
    this.replaying?.pause();
    this.replaying = new Replay(this, tables, { head, line, mine });
    this.replaying.begin(number);
  }

  // Back to the player's own game.
  resume() {
    const { mine } = this.replaying;
    this.replaying.pause();
    this.replaying = null;
    this.go(mine);
  }

  // What is drawn on the board beside tiles and pieces: tints, frames, and fields to tap

  tints() {
    return [...this.owners.tints(), ...this.numbers.tints()];
  }

  framed() {
    return this.owners.cells();
  }

  zones() {
    return this.numbers.fields();
  }

  paint(field) {
    this.numbers.paint(field);
  }

  forgetHelp() {
    this.hintsShown = 0;
    if (this.asked === "check") this.asked = null;
  }

  get hinted() {
    const hints = this.table.help?.hints ?? [];
    const hint = hints[this.hintsShown - 1];
    return hint?.at ? [hint.at] : (hint?.cells ?? []);
  }

  // Words for those who listen

  words() {
    const { table, square, way, claim, play } = this;
    const { tile } = table;
    if (!tile) return "";
    if (!this.choice.at) {
      const fits = table.squares.filter((one) =>
        one.ways.some((way) => way.turn === this.choice.turn)
      );
      return `${tile.name}, turned ${this.choice.turn} quarters: fits on ${fits.length} squares as it lies.`;
    }
    if (!way) return this.panel.refusalOf(square);
    if (claim?.not !== undefined) return `Not allowed. ${table.reasons[claim.not].says}`;
    if (play) return `${claim.chosen || way.ask} ${this.effect(play).says}`.trim();
    return claim ? (table.either?.ask ?? "Two things score. Which first?") : way.ask;
  }

  announcement() {
    const { table } = this;
    const met = (table.goals ?? []).filter((one) => one.met === table.turns);
    const answers = (table.answered ?? []).map((one) => one.says);
    const scored = [...answers, table.last?.says, ...met.map((one) => `Goal met: ${one.says}.`)]
      .filter(Boolean)
      .join(" ");
    if (table.refused) return `Not allowed. ${table.refused.says}`;
    if (table.end) return `${table.end.head}. ${table.end.says} ${scored}`.trim();
    if (table.refutation) return `${scored} ${table.refutation.says}`.trim();
    if (!table.colour) return scored;
    const name = table.players[table.colour - 1].name;
    if (table.hand) return `${scored} ${name} plays. Choose a tile from the hand.`.trim();
    return `${scored} ${name} plays ${table.tile.name}. Choose a square.`.trim();
  }

  // The cells to light up for the last turn: those of what it scored.
  lit(table) {
    const turns = table.line.split("~");
    const kept = tables.kept(turns.slice(0, -1).join("~"));
    for (const square of squaresOf(kept))
      for (const way of square.ways)
        for (const claim of way.claims)
          for (const [text, number] of claim.plays ?? [])
            if (text === turns.at(-1))
              return (kept.effects[number].lines ?? []).flatMap((one) => one.cells);
    return table.last ? [table.last.at] : [];
  }

  // Showing: all parts, and where the focus goes.
  show(focus) {
    this.panel.show();
    this.board.show();
    this.more.show();
    if (focus) this.panel.focus(focus);
  }
}

function nothing() {
  return { card: null, at: null, turn: 0, piece: null, claim: null, order: null };
}

function same(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}

// The next legal rotation from one, itself first if it counts; null if there is no other.
function nextLegal(square, from, by, itself) {
  const legal = square.ways.map((way) => way.turn);
  for (let step = itself ? 0 : 1; step < 4; step++) {
    const turn = (((from + by * step) % 4) + 4) % 4;
    if (legal.includes(turn)) return turn;
  }
  return null;
}

// The table as it looks until the server has answered: the tile lies, meeples are home.
function after(table, laid, effect, line) {
  const home = effect.home ?? [];
  const pieces = [...table.pieces, laid].map((piece) =>
    home.some((at) => same(at, piece.at)) ? { ...piece, meeple: undefined } : piece
  );
  const players = table.players.map((player, index) => ({
    ...player,
    score: effect.scores[index],
    hand: effect.hands[index],
    lowest: player.lowest !== undefined && effect.scores[index] === Math.min(...effect.scores),
  }));
  const { squares, tile, hand, end, help, refutation, answered, ...rest } = table;
  return { ...rest, line, turns: table.turns + 1, pieces, players, last: { at: laid.at } };
}

const KEYS = {
  r: (game) => game.rotate(1),
  R: (game) => game.rotate(-1),
  u: (game) => game.undo(),
  h: (game) => game.hint(),
};

function pressed(event, game) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, select, textarea")) return;
  if (KEYS[event.key]) KEYS[event.key](game);
  else if (event.key === "Escape" && game.choice.at) game.lift();
  else if (event.key.startsWith("Arrow")) game.board.step(event);
}

async function begin() {
  await tables.pieces();
  const game = new Game(tables.first);
  const { line } = game.table;
  const kept = progress.lineOf(about);
  // Turns that stand in the address of a puzzle count only if they were made here.
  const isGame = about.game || about.evening;
  for (const own of [kept, isGame || history.state?.own ? line : ""]) game.owns(own);
  history.replaceState({ line, ...history.state }, "");
  game.show(null);
  document.addEventListener("keydown", (event) => pressed(event, game));
  addEventListener("popstate", () => game.go(tables.lineOf(location)));
  if (!line && !game.table.refused && kept) {
    history.replaceState({ line: kept, own: true }, "", tables.address(kept));
    await game.go(kept);
  } else if (line && !game.table.end) game.keepLine(line);
  document.documentElement.dataset.ready = "";
  keepForOffline();
}

begin();
