// The best result for each maze, kept in this browser, if it allows that.

const key = (name) => `mazeworks:best:${name}`;

/** The order of results: by the cost of the moves where it differs, then by moves, then by seconds. */
const order = ({ moves, cost, seconds }) => [cost ?? 0, moves, seconds ?? Infinity];

export function best(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(key(name)) ?? "null");
    return Number.isInteger(kept?.moves) ? kept : null;
  } catch {
    return null;
  }
}

/** Keep a result if it is the best so far; true if it is. Its seconds are null where they are unknown. */
export function keep(name, result) {
  const before = best(name);
  if (before && (before.cost == null) === (result.cost == null) && !isBetter(order(result), order(before))) return false;
  try {
    localStorage.setItem(key(name), JSON.stringify(result));
  } catch { /* the browser keeps nothing */ }
  return true;
}

function isBetter(mine, other) {
  const differing = mine.findIndex((part, i) => part !== other[i]);
  return differing >= 0 && mine[differing] < other[differing];
}
