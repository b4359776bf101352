// A game on the page. What may be done, what it brings and what it is called comes from the server
// as a table (see docs/page.md); what is chosen, shown and moved is decided here. No rules.

import { Board } from "./board.js";
import { celebrate, cheer, walkHome } from "./joy.js";
import { make, say } from "./dom.js";
import { More } from "./more.js";
import { keepForOffline } from "./offline.js";
import { Panel } from "./panel.js";
import * as progress from "./progress.js";
import { Tables } from "./tables.js";

const about = JSON.parse(document.getElementById("about").textContent);
const tables = new Tables(about, JSON.parse(document.getElementById("table").textContent));

class Game {
  constructor(table) {
    this.about = about;
    this.table = table;
    this.choice = nothing();
    this.hintsShown = 0;
    this.asked = null; // what is shown beside the turn: "check" or "solution"
    this.waiting = null; // a turn that was made and not yet answered
    this.replaying = null; // the player's own line, while the solution is shown instead
    this.board = new Board(document.getElementById("board"), this);
    this.panel = new Panel(this);
    this.more = new More(this);
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

  get art() {
    return this.table.tile?.art[this.choice.turn % this.table.tile.art.length];
  }

  // Choosing

  lay(at) {
    const square = this.table.squares?.find((one) => same(one.at, at));
    if (!square) return;
    const turn = nextLegal(square, this.choice.turn, 1, true) ?? this.choice.turn;
    this.choose({ at, turn });
  }

  choose({ at, turn }) {
    this.choice = { at, turn, claim: null, order: null };
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

  order(number) {
    this.choice = { ...this.choice, order: number };
    this.show("answer");
    say(this.words());
  }

  lift() {
    this.choice = { ...nothing(), turn: this.choice.turn };
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
    this.waiting = line;
    history.pushState({ line, from: before.line }, "", tables.address(line));
    this.table = after(before, laid, effect, line);
    this.choice = nothing();
    this.forgetHelp();
    this.show(null);
    this.board.drop(laid.at);
    walkHome(before, laid, effect, this.board);
    cheer(effect);
    progress.played(about, line);
    await this.arrive(line, true);
  }

  laid() {
    const [x, y] = this.choice.at;
    const piece = { art: this.art, at: [x, y], says: "" };
    const claim = this.claim;
    if (claim?.at) piece.meeple = { colour: this.table.colour, at: claim.at };
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
    this.table = answer;
    if (solved && about.puzzle) progress.solved(about, answer);
    if (solved && about.lesson) progress.setSetting(`lesson-${about.lesson.number}`, true);
    if (answer.end?.kind === "over") progress.ended(about, answer);
    this.show(answer.end ? "end" : "turn");
    say(this.announcement());
    if (solved) celebrate(this.board, before(answer));
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
    const shorter = line.split("~").slice(0, -1).join("~");
    this.waiting = null;
    this.found();
    if (history.state?.line === line && history.state.from === shorter) history.back();
    else {
      history.replaceState({ line: shorter }, "", tables.address(shorter));
      this.go(shorter);
    }
  }

  again() {
    history.pushState({ line: "", from: this.table.line }, "", tables.address(""));
    this.go("");
  }

  // Shows the table after a line that was not just played: taken back, opened, gone on with.
  async go(line) {
    this.replaying = null;
    this.waiting = line;
    this.choice = nothing();
    this.forgetHelp();
    const kept = tables.kept(line);
    if (kept) this.table = kept;
    this.show(kept ? "turn" : null);
    await this.arrive(line, false);
    if (!this.table.end) progress.played(about, line);
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

  // Plays the solution on the board, turn by turn; the player's own game stays as it is.
  async replay() {
    const mine = this.table.line;
    const turns = this.table.help.solution.line.split("~");
    this.choice = nothing();
    this.asked = null;
    this.replaying = mine;
    for (let number = 0; number <= turns.length && this.replaying === mine; number++) {
      const answer = await tables.after(turns.slice(0, number).join("~"), () => false);
      if (!answer || answer.problem) break;
      if (this.replaying !== mine) return;
      this.table = answer;
      this.show(null);
      if (number) this.board.drop(answer.last.at);
      say(answer.moves.at(-1) ?? "The solution.");
      if (number < turns.length) await new Promise((done) => setTimeout(done, PAUSE));
    }
  }

  // Back from the solution to the player's own game.
  resume() {
    const mine = this.replaying;
    this.replaying = null;
    this.go(mine);
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
    if (!table.tile) return "";
    if (!this.choice.at) {
      const fits = table.squares.filter((one) =>
        one.ways.some((way) => way.turn === this.choice.turn)
      );
      return `${table.tile.name}, turned ${this.choice.turn} quarters: fits on ${fits.length} squares as it lies.`;
    }
    if (!way) return this.panel.refusalOf(square);
    if (claim?.not !== undefined) return `Not allowed. ${table.reasons[claim.not].says}`;
    if (play) return `${claim.chosen || way.ask} ${this.effect(play).says}`.trim();
    return claim ? "Two things score. Which first?" : way.ask;
  }

  announcement() {
    const { table } = this;
    const met = (table.goals ?? []).filter((one) => one.met === table.turns);
    const scored = [table.last?.says, ...met.map((one) => `Goal met: ${one.says}.`)]
      .filter(Boolean)
      .join(" ");
    if (table.refused) return `Not allowed. ${table.refused.says}`;
    if (table.end) return `${table.end.head}. ${table.end.says} ${scored}`.trim();
    const name = table.players[table.colour - 1].name;
    return `${scored} ${name} plays ${table.tile.name}. Choose a square.`.trim();
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
  return { at: null, turn: 0, claim: null, order: null };
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
    lowest: effect.scores[index] === Math.min(...effect.scores),
  }));
  const { squares, tile, end, help, ...rest } = table;
  return { ...rest, line, turns: table.turns + 1, pieces, players, last: { at: laid.at } };
}

// The cells to light up when the puzzle is solved: those of the last turn's scorings.
function before(table) {
  const line = table.line.split("~").slice(0, -1).join("~");
  const turn = table.line.split("~").at(-1);
  const kept = tables.kept(line);
  for (const square of kept?.squares ?? [])
    for (const way of square.ways)
      for (const claim of way.claims)
        for (const [text, number] of claim.plays ?? [])
          if (text === turn) return (kept.effects[number].lines ?? []).flatMap((one) => one.cells);
  return [table.last.at];
}

const PAUSE = 1400; // milliseconds between the turns of the solution

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
  const line = game.table.line;
  history.replaceState({ line, ...history.state }, "");
  game.show(null);
  document.addEventListener("keydown", (event) => pressed(event, game));
  addEventListener("popstate", () => game.go(tables.lineOf(location)));
  const resumed = !line && !game.table.refused && progress.lineOf(about);
  if (resumed) {
    history.replaceState({ line: resumed }, "", tables.address(resumed));
    await game.go(resumed);
  } else if (line && !game.table.end) progress.played(about, line);
  document.documentElement.dataset.ready = "";
  keepForOffline();
}

begin();
