// What the server would say about a turn of the Solo Variant, for tables that are made without it.

const SIDES = { N: "north", E: "east", S: "south", W: "west" };
const PLACES = { M: "the monastery", F: "the field", "-": "no meeple" };

export const capital = (text) => text[0].toUpperCase() + text.slice(1);
const joined = (names) => names.join(" and ");

export class Words {
  constructor({ tiles, colours }) {
    this.tiles = tiles;
    this.colours = colours;
  }

  feature(name, kind) {
    return PLACES[name] ?? `the ${kind} (${SIDES[name]})`;
  }

  question(colour, due, rule) {
    if (due) return "Where does the meeple go?";
    if (rule === "SOLO-MEEPLE-11")
      return `${capital(this.colours[colour])} must place a meeple but has none left: the game ends with this turn.`;
    return "No free road, city or monastery: no meeple this turn.";
  }

  chosen(name, kind, due) {
    if (name === "-") return due ? "" : "No meeple is placed.";
    return `The meeple goes on ${this.feature(name, kind)}.`;
  }

  piece({ tile, rotation, meeple }) {
    const { says, segments } = this.tiles[tile].drawings[rotation];
    if (!meeple) return says;
    const stands = segments.find(({ name }) => name === meeple.segment);
    return `${says}; a meeple of colour ${meeple.colour} (${this.colours[meeple.colour - 1]}) on the ${segmentSays(stands)}`;
  }

  // What was scored, each with its points and who gains them, or why nobody does.
  lines({ scorings }) {
    return scorings.map((one) => {
      const gains = one.colours.map((colour) => [this.colours[colour], one.before[colour], one.before[colour] + one.value]);
      const head = `${capital(one.kind)}, ${one.value} point${one.value > 1 ? "s" : ""}:`;
      return { head, gains, nobody: gains.length ? "" : this.noPoints(one) };
    });
  }

  noPoints({ majority, before }) {
    const names = joined(majority.map((colour) => this.colours[colour]));
    if (majority.some((colour) => before[colour] === Math.min(...before))) return `no points for ${names}`;
    return `no points, ${names} ${majority.length === 1 ? "is" : "are"} not lowest`;
  }

  brings(outcome) {
    const told = this.lines(outcome).map(
      ({ head, gains, nobody }) => `${head} ${gains.map(([name, before, after]) => `${name} ${before} to ${after}`).join(", ") || nobody}.`
    );
    if (!told.length) told.push("Nothing is scored.");
    if (outcome.result !== null) told.push(`The game ends with a result of ${outcome.result}.`);
    return told.join(" ");
  }

  move(outcome) {
    const leaving = outcome.discards.length;
    const told = leaving ? [leaving === 1 ? "A tile fits nowhere." : `${leaving} tiles fit nowhere.`] : [];
    told.push(this.made(outcome));
    if (outcome.scorings.length || outcome.result !== null) told.push(this.brings(outcome));
    return told.join(" ");
  }

  made({ colour, turn }) {
    if (!turn) return "No tile can be placed any more.";
    const { segments } = this.tiles[turn.tile].drawings[turn.rotation];
    const claimed = segments.find(({ name }) => name === turn.claim);
    const claim = claimed ? ` and claims ${this.feature(turn.claim, claimed.kind)}` : "";
    return `${capital(this.colours[colour])} places the tile on (${turn.x}, ${turn.y})${claim}.`;
  }
}

function segmentSays({ kind, edges, shields }) {
  const sides = edges.map((edge) => Object.values(SIDES)[edge]).join("-");
  return `${kind} ${sides}`.trimEnd() + (shields ? " with a shield" : "");
}
