// The theme of a week: the same on every device, by the date of the device, from what the list can be filtered by.

const FIRST = Date.UTC(2026, 0, 5); // a Monday
const WEEK = 7 * 86_400_000;

/**
 * The number of the week of a day, from Monday to Sunday; below 0 before the first.
 * @param {string} day
 */
export function weekOf(day) {
  return Math.floor((Date.parse(day) - FIRST) / WEEK);
}

/**
 * The theme of the week of a day.
 * @template T
 * @param {T[]} themes
 * @param {string} day
 * @returns {T | undefined}
 */
export function themeOf(themes, day) {
  const { length } = themes;
  return length ? themes[((weekOf(day) % length) + length) % length] : undefined;
}
