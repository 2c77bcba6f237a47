// The view that races two to four solvers side by side on the same maze, a step of each at a time.
import { work } from "./api.js";
import { byId, readable } from "./form.js";
import { Explored } from "./layers.js";
import { laneWords, line, outcome, placed, shownOnly } from "./standings.js";
import { Timeline } from "./timeline.js";
import { Parameters } from "./parameters.js";
import { routeOf } from "./watch.js";

const LEAST = 2, MOST = 4;

export class Race {
  constructor(app, registry) {
    this.app = app;
    this.lanes = [];
    this.parameters = new Parameters(byId("racer-parameters"), "race", registry.solvers);
    this.timeline = new Timeline(byId("race-controls"), "race", (step, ended) => this.shown(step, ended));
    byId("race").addEventListener("click", () => this.race());
    byId("racers").addEventListener("change", () => this.count());
  }

  opened(view) {
    const before = this.chosen;
    const usual = before.length ? before : ["breadth_first", "a_star", "depth_first"];
    byId("racers").replaceChildren(byId("racers").querySelector("legend"), ...[...view.solvers].sort((a, b) => Boolean(a.why) - Boolean(b.why)).map(({ name, why }) => {
      const label = Object.assign(document.createElement("label"), { className: why ? "check off" : "check" });
      const box = Object.assign(document.createElement("input"), { type: "checkbox", value: name, disabled: Boolean(why) });
      box.checked = !why && usual.includes(name);
      label.append(box, why ? `${readable(name)} — ${why}` : readable(name));
      return label;
    }));
    this.forget();
    this.count();
  }

  get chosen() {
    return [...byId("racers").querySelectorAll("input:checked")].map((box) => box.value);
  }

  count() {
    const { length } = this.chosen;
    this.parameters.show(this.chosen, true);
    byId("race").disabled = length < LEAST || length > MOST;
    byId("race-note").textContent = length < LEAST ? "Choose two to four solvers." : length > MOST ? `${length} are chosen, and four can race.`
      : this.chosen.map(readable).join(", ");
  }

  forget() {
    this.lanes = [];
    this.timeline.close();
    byId("standings").hidden = true;
  }

  enter() {
    this.app.stage.alone();
    if (this.lanes.length) this.lay();
  }

  leave() {
    this.timeline.pause();
  }

  async race() {
    const { maze } = this.app;
    if (!maze) return;
    const asks = this.chosen.map((solver) => ({ maze: maze.reference, variant: maze.variant, solver, parameters: this.parameters.of(solver), trace: true }));
    const ask = (one, listen) => work("/api/solutions", one, listen).catch((error) => {
      if (error.about) this.parameters.blame(one.solver, error.about);
      throw error;
    });
    const results = await this.app.busy("Solving", (listen) => Promise.all(asks.map((one) => ask(one, listen))));
    if (!results || maze !== this.app.maze) return;
    this.forget();
    const solved = results.filter((found) => found.solved);
    if (!solved.length) return void this.app.problem("no solution; every way from the start was tried");
    this.lanes = solved.map((found) => ({ found, explored: new Explored(maze, found), path: routeOf(maze, found) }));
    this.lay();
    this.timeline.load(Math.max(...this.lanes.map(({ explored }) => explored.count)), false);
    this.timeline.play();
    this.app.say([`${this.lanes.length} solvers are racing.`, shownOnly(solved)].filter(Boolean).join(" "));
  }

  /** Lanes on the stage for the solutions. */
  lay() {
    const places = this.app.stage.lanes(this.lanes.map(({ found }) => readable(found.solver)));
    this.lanes.forEach((lane, number) => Object.assign(lane, places[number]));
    if (this.timeline.count) this.shown(this.timeline.step, this.timeline.step === this.timeline.count);
  }

  shown(step, ended) {
    for (const { found, explored, path, board, count } of this.lanes) {
      if (!board) continue;
      explored.step = Math.min(step, explored.count);
      const arrived = ended || step >= found.steps; // a trace that is cut ends before the solver arrives
      board.picture = { explored, found, path: arrived ? path : null, pathShown: arrived };
      board.redraw();
      count.textContent = laneWords(found, step);
    }
    if (ended && this.lanes.length) this.standings();
    else byId("standings").hidden = true;
  }

  standings() {
    const solutions = this.lanes.map(({ found }) => found);
    byId("standings").replaceChildren(...placed(solutions).map(({ place, found }) =>
      Object.assign(document.createElement("li"), { value: place, textContent: line(found) })));
    byId("standings").hidden = false;
    this.app.say(outcome(solutions));
  }
}
