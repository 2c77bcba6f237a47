// The best result for each maze, kept in this browser; a browser that keeps nothing plays all the same.

const key = (name) => `mazeworks:best:${name}`;

export function best(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(key(name)) ?? "null");
    return Number.isInteger(kept?.moves) ? kept : null;
  } catch {
    return null;
  }
}

/** Keep a result if it is the best so far; true if it is. Its seconds are null where nobody counted them. */
export function keep(name, moves, seconds) {
  const before = best(name);
  if (before && (before.moves < moves || (before.moves === moves && (before.seconds ?? Infinity) <= (seconds ?? Infinity)))) return false;
  try {
    localStorage.setItem(key(name), JSON.stringify({ moves, seconds }));
  } catch { /* nothing is kept, and the game goes on */ }
  return true;
}
