// How tables tell of large meeples (SOLO-BOX-5).

const ART = "big"; // its drawing, without the colour

/** @param {{ large?: boolean }} meeple */
export const artOf = ({ large }) => (large ? { art: ART } : {});

// Which meeple claims a feature, where there are two sorts.
export function pieceOf(name, { large }) {
  return large ? { name: `large.${name}`, piece: "large", ...artOf({ large }) } : { piece: "meeple" };
}

// The large meeple of a player, in hand or not.
export function piecesOfOne(says, here) {
  return { more: [{ art: ART, says, here }] };
}

// How many ordinary meeples each colour has.
export function ordinary({ meeples, large, switches }) {
  return large && switches?.["box.large"] === "instead" ? meeples - 1 : meeples;
}
