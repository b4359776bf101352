// Lines as text: turns joined by `~`; of Carcassonne each begins with tile and rotation, then the square.

const SQUARE = /^[^.~]+\.(-?\d+)\.(-?\d+)(?:\.|$)/;

/**
 * The squares of the turns of a line, as far as they name any.
 * @param {string} line
 * @returns {[number, number][]}
 */
export function squaresOf(line) {
  return line.split("~").flatMap((turn) => {
    const found = SQUARE.exec(turn);
    return found ? [[Number(found[1]), Number(found[2])]] : [];
  });
}

/**
 * The first turn in which a line differs from another, by its number from 0.
 * @param {string} line
 * @param {string} other
 */
export function firstOther(line, other) {
  const turns = other.split("~");
  return line.split("~").findIndex((turn, number) => turn !== turns[number]);
}
