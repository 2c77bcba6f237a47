// The view that shows a solver step by step, forward and back, with its figures.
import { work } from "./api.js";
import { taskHue } from "./colours.js";
import { byId, fill, many, readable } from "./form.js";
import { Explored, Route } from "./layers.js";
import { Tiles } from "./tiles.js";
import { Timeline } from "./timeline.js";
import { Parameters } from "./parameters.js";

/** The most task colours in the legend. */
const BARS = 8;

export class Watch {
  constructor(app, registry) {
    this.app = app;
    this.found = null;
    this.parameters = new Parameters(byId("solver-parameters"), "watch", registry.solvers);
    this.timeline = new Timeline(byId("watch-controls"), "watch", (step, ended) => this.shown(step, ended));
    byId("solve").addEventListener("click", () => this.solve());
    byId("solver").addEventListener("change", () => this.note());
  }

  opened(view) {
    const before = byId("solver").value;
    const able = view.solvers.filter(({ why }) => !why).map(({ name }) => name);
    fill(byId("solver"), view.solvers.map(({ name, why }) => ({
      name, disabled: why, label: why ? `${readable(name)} — ${why}` : readable(name),
    })), able.includes(before) ? before : able.includes("breadth_first") ? "breadth_first" : able[0]);
    this.note();
    this.forget();
  }

  note() {
    const chosen = this.app.view?.solvers.find(({ name }) => name === byId("solver").value);
    byId("solver-note").textContent = chosen?.sentence ?? "";
    this.parameters.show(chosen ? [chosen.name] : []);
  }

  forget() {
    this.found = this.explored = this.path = null;
    this.timeline.close();
    byId("figures").hidden = byId("legend").hidden = byId("task-words").hidden = true;
  }

  /** Show the solution on the board again when this view opens again. */
  enter() {
    this.app.stage.alone();
    if (this.found) this.shown(this.timeline.step, this.timeline.step === this.timeline.count);
  }

  leave() {
    this.timeline.pause();
  }

  async solve() {
    const { maze } = this.app;
    if (!maze) return;
    const solver = byId("solver").value;
    const ask = { maze: maze.reference, variant: maze.variant, solver, parameters: this.parameters.of(solver), trace: true };
    const found = await this.app.busy("Solving", (listen) => work("/api/solutions", ask, listen), (about) => this.parameters.blame(solver, about));
    if (!found || maze !== this.app.maze) return;
    this.forget();
    if (!found.solved) {
      this.app.problem(`${readable(found.solver)}: no solution; every way from the start was tried`);
      return;
    }
    this.found = found;
    this.explored = new Explored(maze, found);
    this.path = routeOf(maze, found);
    this.figures(found);
    this.timeline.load(this.explored.count, true, this.explored.tasks ? 1 : 0); // tasks count the start as step 0
    this.app.say(`${readable(found.solver)} found a way of ${many(found.length, "move")}${found.cost == null ? "" : `, cost ${found.cost},`} and explored ${many(found.explored, "state")}.`);
  }

  shown(step, ended) {
    const { board } = this.app.stage;
    if (!board || !this.explored) return;
    this.explored.step = step;
    byId("task-words").hidden = !this.explored.tasks;
    byId("task-words").textContent = this.explored.tasks?.words(step) ?? "";
    board.picture = { explored: this.explored, found: this.found, path: ended ? this.path : null, pathShown: ended };
    board.redraw();
  }

  figures(found) {
    const rows = [["Length", many(found.length, "move")], ["Explored", many(found.explored, "state")], ["Time", duration(found.seconds)]];
    if (found.direct < found.length) rows.splice(1, 0, ["Without detours", many(found.direct, "move")]);
    if (found.cost) rows.splice(1, 0, ["Cost", String(found.cost)]);
    if (found.tasks) rows.push(["Tasks", String(found.tasks)]);
    if (found.lives) rows.push(["Stopped by the signal", String(found.lives.filter(([, ended]) => ended === found.steps).length)], ["Never touched", many(found.untouched, "cell")]);
    if (found.cut) rows.push(["Shown", `the first ${found.trace.length} steps`]);
    byId("figures").replaceChildren(...rows.flatMap(([name, value]) => [
      Object.assign(document.createElement("dt"), { textContent: name }),
      Object.assign(document.createElement("dd"), { textContent: value })]));
    byId("legend-bar").className = `bar ${found.task_of ? "tasks" : "order"}`;
    const tasks = found.task_of ? Math.min(found.tasks, BARS) : 0;
    byId("legend-bar").style.background = tasks ? `linear-gradient(90deg, ${Array.from({ length: tasks }, (_, task) => band(task, tasks)).join(", ")})` : "";
    byId("legend-words").textContent = !tasks ? "explored first … last"
      : `${tasks > 1 ? `T1 … T${tasks}` : "T1"}; green frame: live; green bar: will start there; red: stopped`;
    byId("figures").hidden = byId("legend").hidden = false;
  }
}

/** The colour of a task as a band of a gradient, which follows the theme. */
function band(task, tasks) {
  const colour = `hsl(${taskHue(task)} var(--explored-saturation) var(--explored-lightness))`;
  return `${colour} ${(100 * task) / tasks}% ${(100 * (task + 1)) / tasks}%`;
}

/** The path found: a line, or a whole drawing with the path in it; null for a puzzle in words. */
export function routeOf(maze, found) {
  if (maze.look === "words") return null;
  if (found.scene) return { whole: new Tiles({ scene: found.scene, width: found.scene.width, height: found.scene.height }) };
  if (found.lines) return Route.ofLines(found.lines);
  return new Route(found.path.map((number) => maze.point(number, found.spots)).filter(Boolean));
}

export function duration(seconds) {
  return seconds < 1 ? `${(seconds * 1000).toPrecision(3)} ms` : `${seconds.toFixed(2)} s`;
}
