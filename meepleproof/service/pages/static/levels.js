// The level of a puzzle in one word, by its rating. From which ratings on puzzles are harder, the page says.

const WORDS = ["easy", "medium", "hard", "expert"];

/**
 * @param {number[]} limits the ratings from which on puzzles are medium, hard, and for experts
 * @param {number} rating
 */
export function levelOf(limits, rating) {
  return WORDS[limits.filter((limit) => limit <= rating).length];
}
