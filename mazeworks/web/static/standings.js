// The result of a race: places by the steps of each solver, shared by equal ones, and its words.
import { many, readable } from "./form.js";

/** The length of a path, and its cost where that differs. */
export const way = ({ length, cost }) => many(length, "move") + (cost == null ? "" : `, cost ${cost}`);

/** Solutions in order of arrival, each with its place; equal steps share a place. */
export function placed(solutions) {
  const order = [...solutions].sort((a, b) => a.steps - b.steps);
  return order.map((found) => ({ place: 1 + order.findIndex(({ steps }) => steps === found.steps), found }));
}

export const line = (found) => `${readable(found.solver)}: ${many(found.steps, "step")}, ${many(found.explored, "state")} explored, ${way(found)}`;

/** The heading of a lane at a step of the race. */
export function laneWords(found, step) {
  if (step < found.trace.length) return `step ${step}`;
  return `there in ${many(found.steps, "step")}, ${way(found)}${found.cut ? `; the first ${found.trace.length} are shown` : ""}`;
}

/** The words at the end of the race. */
export function outcome(solutions) {
  const first = placed(solutions).filter(({ place }) => place === 1).map(({ found }) => found);
  const names = first.map(({ solver }) => readable(solver));
  const all = first.length === solutions.length;
  const won = first.length === 1 ? `First: ${line(first[0])}.`
    : `${all ? `All ${["", "", "two", "three", "four"][first.length]} at once` : "First at once"}: ${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}, in ${many(first[0].steps, "step")}.`;
  return [won, shownOnly(solutions)].filter(Boolean).join(" ");
}

/** The number of steps shown, where not all are. */
export function shownOnly(solutions) {
  const cut = solutions.find((found) => found.cut);
  return cut ? `Only the first ${many(cut.trace.length, "step")} of each are shown; the counts are of all.` : "";
}
