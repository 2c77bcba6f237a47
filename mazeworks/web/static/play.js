// The view that plays puzzles by keys, touch and clicks; the server applies the rules.
import { Problem, post, work } from "./api.js";
import { best, keep } from "./best.js";
import { Choices } from "./choices.js";
import { Clock } from "./clock.js";
import { byId, many, sentence } from "./form.js";
import { Route } from "./layers.js";
import { routeOf } from "./watch.js";

const UP = [0, -1], DOWN = [0, 1], RIGHT = [1, 0], LEFT = [-1, 0];
const KEYS = { ArrowUp: UP, ArrowDown: DOWN, ArrowRight: RIGHT, ArrowLeft: LEFT, w: UP, s: DOWN, d: RIGHT, a: LEFT };
const ACTIONS = { undo: "undo", redo: "redo", hint: "hint", reset: "reset", "give-up": "give_up" };
const LETTERS = { u: "undo", r: "redo", h: "hint" };

export class Play {
  constructor(app) {
    this.app = app;
    this.game = null;
    this.steps = [];
    this.queue = Promise.resolve();
    this.choices = new Choices(byId("choices"), (move) => this.act("move", { move }));
    this.waiting = 0; // the number of actions not done yet
    for (const [id, action] of Object.entries(ACTIONS)) byId(id).addEventListener("click", () => this.act(action));
    byId("save-game").addEventListener("click", () => this.save());
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pointerdown", () => (this.tabbed = false), true);
  }

  opened(view) {
    this.game = null;
    this.path = null;
    this.choices.forget();
    if (view.game) this.take(view.game, false);
  }

  enter() {
    this.app.stage.alone();
    if (this.game) {
      this.show();
      this.app.say(this.standing);
    } else this.next(() => this.begin()); // keys pressed meanwhile wait for the game
  }

  leave() {
    const { board } = this.app.stage;
    if (!board) return;
    board.onMove = null;
    board.canvas?.classList.remove("playing");
  }

  get entered() {
    return this.app.tab === "play";
  }

  /** Begin a game, or continue one that the server has dropped. */
  async begin(before = null) {
    const { maze } = this.app;
    if (!maze) return;
    this.path = null;
    const moves = before ? this.steps.slice(1).map(({ move }) => move) : [];
    const ask = { maze: maze.reference, variant: maze.variant, moves, hints: before?.hints ?? 0, gave_up: before?.gave_up ?? false };
    const game = await this.app.busy("Beginning", (listen) => work("/api/games", ask, listen));
    if (!game || maze !== this.app.maze) return;
    const clock = before ? this.clock : new Clock(); // a continued game continues its clock
    this.take(game, true, clock);
  }

  /** Take over the state of the game from the server. */
  take(game, telling = true, clock = new Clock(game.count === 0), asked = performance.now()) {
    const before = this.game;
    this.steps.length = game.game === before?.game ? game.since : 0;
    for (const step of game.trail) this.steps.push(step);
    if (game.game !== before?.game) {
      this.clock = clock;
      this.trail = new Route();
    }
    this.trail.cutSteps(Math.max(0, game.since));
    for (const { spot, lines } of game.trail)
      if (lines) this.trail.step(lines);
      else if (spot) this.trail.stepTo(spot);
    this.game = game;
    this.clock.see(game.count, game.solved, asked);
    if (game.solution) this.path = routeOf(this.app.maze, game.solution);
    if (this.entered) this.show();
    if (telling) this.tell(before);
  }

  /** Perform actions one after another, in order; an action may depend on the state of the game by then. */
  act(action, what = {}) {
    this.waiting++;
    this.next(() => this.send(action, typeof what === "function" ? what() : what).finally(() => { this.waiting--; }));
  }

  /** Queue an action after all earlier ones; an error in it is reported to the browser and stops no other. */
  next(doing) {
    this.queue = this.queue.then(doing).catch(reportError);
  }

  /** Let the server perform an action: a move by name, or `towards` a direction; tries again if it had dropped the game. */
  async send(action, what, again = true) {
    const { game } = this;
    if (!game) return;
    if (what === null) return void this.app.say(this.lost ? this.standing : "There is no such choice.");
    if (action === "hint" && game.solved) return void this.app.say("Already solved."); // as its button is disabled
    const ask = { action, ...what };
    try {
      this.app.problem("");
      const asked = performance.now();
      const after = await post(`/api/games/${game.game}`, ask);
      if (after.nowhere) return void this.app.say(this.lost ? this.standing : "There is no way on in that direction.");
      if (action === "reset") Object.assign(this, { path: null, clock: new Clock() });
      this.take(after, true, this.clock, asked);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status !== 404 || !again) return void this.app.problem(error.message);
      await this.begin(game);
      if (this.game && this.game !== game) await this.send(action, what, false);
    }
  }

  // --- ways to move

  key(event) {
    const { target } = event;
    if (event.key === "Tab") this.tabbed = true; // a button that Tab chose takes Space itself
    if (!this.entered || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest?.("input:not([type=checkbox]), textarea")) return; // these take letters themselves
    const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (letter.startsWith("Arrow") && target.closest?.("select, [role=tab]")) return; // arrows choose from these
    if (event.repeat && this.waiting > 1) return event.preventDefault(); // a key held down moves only until its release
    if (KEYS[letter]) this.act(event.shiftKey ? "run" : "move", { towards: KEYS[letter] });
    else if (LETTERS[letter]) this.act(LETTERS[letter]);
    else if (letter === " " && !(this.tabbed && target.closest?.("button")) && this.game?.choices.some(({ move }) => move === "wait")) {
      target.blur?.(); // a button that was clicked before would be pressed again
      if (!this.game.solved) this.act("move", { move: "wait" });
    }
    else if (/^[1-9]$/.test(letter)) this.act("move", () => (this.game?.choices[letter - 1] ? { move: this.game.choices[letter - 1].move } : null));
    else return;
    event.preventDefault();
  }

  /** What the board reports: a clicked choice, a straight run, nothing, or the direction of a swipe. */
  moved({ move, towards, run, times, nowhere }) {
    if (nowhere) return void this.app.say("There is no way there.");
    if (times) return void this.straight(move, times);
    this.act(run ? "run" : "move", towards ? { towards } : { move });
  }

  /** The same move `times` times, as long as it is possible. */
  straight(move, times) {
    this.next(async () => {
      for (let done = 0; done < times && this.game?.choices.some((choice) => choice.move === move) && !this.game.solved; done++) {
        const { count } = this.game;
        await this.send("move", { move });
        if (this.game?.count !== count + 1) return;
      }
    });
  }

  // --- display

  show() {
    const { game, steps } = this;
    const { board } = this.app.stage;
    const now = steps[steps.length - 1];
    board.onMove = (what) => this.moved(what);
    board.canvas?.classList.add("playing");
    board.picture = { trail: this.trail, path: this.path, player: now.spot, pieces: now.pieces, choices: game.solved ? [] : game.choices, hint: game.hint, steps };
    if (now.spot && game.count === 0) board.camera?.comeNear(...now.spot);
    if (now.spot) board.camera?.follow(...now.spot);
    board.redraw();
    byId("moves").textContent = game.count;
    byId("moves-word").textContent = game.count === 1 ? "move" : "moves";
    byId("cost").textContent = game.cost === null ? "" : `cost ${game.cost}`;
    if (byId("rules").textContent !== game.rules) byId("rules").textContent = game.rules; // announced once, when it changes
    byId("undo").disabled = !game.undoable;
    byId("redo").disabled = !game.redoable;
    byId("hint").disabled = game.solved;
    const record = best(this.name);
    byId("best").textContent = record ? `best: ${result(record)}${taken(record.seconds)}` : "";
    byId("standing").textContent = game.solved ? `Solved: ${now.words}` : `At ${now.words}`;
    this.choices.show(game, this.app.maze.look);
  }

  get name() {
    return `${this.app.view.id ?? this.app.view.maze}/${this.app.maze.variant}`;
  }

  /** The last event, in words. */
  tell(before) {
    const { game } = this;
    if (game.solved && !before?.solved) return this.won();
    if (game.solution) return this.app.say(givenUp(game.solution));
    if (game.hint) return this.app.say(sentence(`Hint: ${game.choices.find(({ move }) => move === game.hint)?.says ?? game.hint}`));
    if (game.said) return this.app.say(/no longer/.test(game.said) ? `${game.said} Undo some moves.` : game.said);
    this.app.say(this.standing);
  }

  /** Whether no move is possible, and the goal not reached. */
  get lost() {
    return this.game && !this.game.solved && !this.game.choices.length;
  }

  /** The state of the game, in words. */
  get standing() {
    const { choices, solved } = this.game;
    const ways = solved ? "Solved." : choices.length ? sentence(`Ways: ${choices.map(({ says }) => says).join("; ")}`) : "Lost: no way leads on. Undo takes moves back.";
    return `${sentence(`${result({ moves: this.game.count, cost: this.game.cost })}; at ${this.steps[this.steps.length - 1].words}`)} ${ways}`;
  }

  /** Continue a game from a saved file. */
  tellResumed(name) {
    const { game } = this;
    if (!game) return;
    const { title, variant } = this.app.maze;
    this.app.say(`The saved game ${name} goes on: ${title}${variant ? `, ${variant}` : ""}. ${this.standing}`);
  }

  /** Announce the solution; keep the result if it is the best one reached without help. */
  won() {
    const { hints, gave_up: gaveUp, count: moves, cost } = this.game;
    const { seconds } = this.clock;
    const help = [hints ? `with ${many(hints, "hint")}` : "", gaveUp ? "after giving up" : ""].filter(Boolean).join(" and ");
    const record = !help && keep(this.name, { moves, cost, seconds });
    const verdict = help ? ` That was ${help}, so it is not kept as a best result.` : record ? " That is the best so far." : "";
    this.app.say(`Solved in ${result({ moves, cost })}.${seconds === null ? "" : ` It took ${seconds.toFixed(1)} s.`}${verdict}`);
    if (this.entered) this.show();
  }

  save() {
    if (!this.game) return;
    const link = Object.assign(document.createElement("a"), { href: `/api/games/${this.game.game}`, download: "game.json" });
    link.click();
  }
}

/** A result in words: its moves, and their cost where that differs. */
const result = ({ moves, cost }) => many(moves, "move") + (cost == null ? "" : `, cost ${cost}`);

const givenUp = ({ length, cost }) => (cost == null ? `Given up. The shortest way takes ${many(length, "move")}.`
  : `Given up. The cheapest way costs ${cost}, in ${many(length, "move")}.`);

const taken = (seconds) => (seconds === null ? "" : ` in ${seconds.toFixed(1)} s`);
