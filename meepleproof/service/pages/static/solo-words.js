// What the server would say about a turn of the Solo Variant, for tables that are made without it. Both have
// the sentences from one file, sentences.json; the browser gets them with the sheet of tiles.

const SIDES = { N: "north", E: "east", S: "south", W: "west" };
const PLACES = { M: "the.monastery", F: "the.field", "-": "no.meeple" };

export const capital = (text) => text[0].toUpperCase() + text.slice(1);
const joined = (names) => names.join(" and ");

export class Words {
  constructor({ tiles, colours, says }) {
    this.tiles = tiles;
    this.colours = colours;
    this.says = says;
  }

  /**
   * A sentence with its values.
   * @param {string} name
   * @param {Record<string, string | number>} values
   * @returns {string}
   */
  said(name, values = {}) {
    return this.says[name].replace(/\{(\w+)\}/g, (_, value) => String(values[value]));
  }

  /** The sentence about one or about many. */
  saidOf(number, name, values) {
    return this.said(`${name}.${number === 1 ? "one" : "many"}`, values);
  }

  // The side is named where the tile has several of the kind.
  feature(name, kind, segments = []) {
    if (PLACES[name]) return this.said(PLACES[name]);
    const only = segments.filter((one) => one.kind === kind).length === 1;
    return this.said(only ? "the.only" : "the.feature", { kind, side: SIDES[name] });
  }

  question(colour, due, rule, onlyLarge) {
    if (due) return this.said(onlyLarge ? "ask.where_large" : "ask.where");
    if (rule === "SOLO-MEEPLE-11") return this.said("ask.none_in_hand", { colour: capital(this.colours[colour]) });
    return this.said("ask.none_free");
  }

  chosen(name, kind, due, segments, large) {
    if (name === "-") return due ? "" : this.said("chosen.none");
    return this.said(large ? "chosen.large" : "chosen.on", { feature: this.feature(name, kind, segments) });
  }

  piece({ tile, rotation, meeple }) {
    const { says, segments } = this.tiles[tile].drawings[rotation];
    if (!meeple) return says;
    const stands = segments.find(({ name }) => name === meeple.segment);
    return `${says}; a ${meeple.large ? "large meeple" : "meeple"} of colour ${meeple.colour} (${
      this.colours[meeple.colour - 1]
    }) on the ${segmentSays(stands)}`;
  }

  // What was scored, each with its points and who gains them, or why nobody does.
  lines({ scorings }) {
    return scorings.map((one) => {
      const gains = one.colours.map((
        colour,
      ) => [this.colours[colour], one.before[colour], one.before[colour] + one.value]);
      const head = this.saidOf(one.value, "scored", { kind: capital(one.kind), points: one.value });
      return { head, gains, nobody: gains.length ? "" : this.noPoints(one) };
    });
  }

  noPoints({ majority, before }) {
    const names = joined(majority.map((colour) => this.colours[colour]));
    if (majority.some((colour) => before[colour] === Math.min(...before)))
      return this.said("scored.for_nobody", { names });
    return this.saidOf(majority.length, "scored.not_lowest", { names });
  }

  brings(outcome) {
    const told = this.lines(outcome).map(
      ({ head, gains, nobody }) =>
        `${head} ${gains.map(([name, before, after]) => `${name} ${before} to ${after}`).join(", ") || nobody}.`,
    );
    if (!told.length) told.push(this.said("scored.nothing"));
    if (outcome.result !== null) told.push(this.said("result", outcome));
    return told.join(" ");
  }

  move(outcome) {
    const number = outcome.discards.length;
    const told = number ? [this.saidOf(number, "move.leaves", { number })] : [];
    told.push(this.made(outcome));
    if (outcome.scorings.length || outcome.result !== null) told.push(this.brings(outcome));
    return told.join(" ");
  }

  made({ colour, turn }) {
    if (!turn) return this.said("move.none");
    const { segments } = this.tiles[turn.tile].drawings[turn.rotation];
    const claimed = segments.find(({ name }) => name === turn.claim);
    const placed = { colour: capital(this.colours[colour]), x: turn.x, y: turn.y };
    if (!claimed) return this.said("move.places", placed);
    return this.said(turn.large ? "move.claims_large" : "move.claims", {
      ...placed,
      feature: this.feature(turn.claim, claimed.kind, segments),
    });
  }
}

function segmentSays({ kind, edges, shields, inn, cathedral }) {
  const sides = edges.map((edge) => Object.values(SIDES)[edge]).join("-");
  const marks = [shields && "a shield", inn && "an inn", cathedral && "a cathedral"].filter(Boolean);
  return `${kind} ${sides}`.trimEnd() + (marks.length ? ` with ${joined(marks)}` : "");
}
