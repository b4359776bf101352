// Where the places for a piece stand around its tile: each at its side; where there are many, apart
// from each other on a circle.

const SIDES = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
const MIDDLE_PLACES = [[0, -1], [1, 0], [0, 1], [-1, 0]]; // where the target of a monastery may be
const ROUNDS = 40;

// For each claim the way from the middle of the tile, in units of its distance `away`.
export function spotPlaces(claims, radius, away) {
  const names = claims.map((one) => one.name.split(".").at(-1));
  if (names.every((name) => SIDES[name] || name === "M")) return aroundSides(names);
  const angles = claims.map(({ at }, number) =>
    SIDES[names[number]]
      ? Math.atan2(SIDES[names[number]][1], SIDES[names[number]][0])
      : Math.atan2(at[1] - 50, at[0] - 50)
  );
  const far = 1.12;
  const least = Math.min((2 * Math.PI) / claims.length, 2 * Math.asin(Math.min(1, radius / (away * far))));
  return apart(angles, least).map((angle) => [far * Math.cos(angle), far * Math.sin(angle)]);
}

function aroundSides(names) {
  const taken = names.map((name) => SIDES[name]).filter(Boolean);
  const free = MIDDLE_PLACES.find((place) => !taken.includes(Object.values(SIDES).find((one) => same(one, place))));
  return names.map((name) => SIDES[name] ?? free ?? [0.8, -0.8]);
}

function same(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}

// Angles pushed apart, in their order, until neighbours are at least so far from each other.
function apart(angles, least) {
  const found = [...angles];
  const order = found.map((_, index) => index).sort((one, other) => found[one] - found[other]);
  for (let round = 0; round < ROUNDS; round++)
    order.forEach((index, place) => {
      const next = order[(place + 1) % order.length];
      const turn = place + 1 === order.length ? 2 * Math.PI : 0;
      const missing = least - (found[next] + turn - found[index]);
      if (next === index || missing <= 0) return;
      found[index] -= missing / 2;
      found[next] += missing / 2;
    });
  return found;
}
