// The view in which a puzzle is played: by keys, by touch, by clicking where one can go; every rule is the server's.
import { Problem, post, work } from "./api.js";
import { best, keep } from "./best.js";
import { Clock } from "./clock.js";
import { byId, many, sentence } from "./form.js";
import { Route } from "./layers.js";
import { routeOf } from "./watch.js";

const KEYS = { ArrowUp: "N", ArrowDown: "S", ArrowRight: "E", ArrowLeft: "W", w: "N", s: "S", d: "E", a: "W" };
const ARROWS = { N: "↑", S: "↓", E: "→", W: "←", NE: "↗", NW: "↖", SE: "↘", SW: "↙" };
const WORDS = { N: "north", S: "south", E: "east", W: "west", NE: "north-east", NW: "north-west", SE: "south-east", SW: "south-west" };
const TOWARDS = { N: [0, -1], S: [0, 1], E: [1, 0], W: [-1, 0] };
const ACTIONS = { undo: "undo", redo: "redo", hint: "hint", reset: "reset", "give-up": "give_up" };
const LETTERS = { u: "undo", r: "redo", h: "hint" };

export class Play {
  constructor(app) {
    this.app = app;
    this.game = null;
    this.steps = [];
    this.queue = Promise.resolve();
    this.waiting = 0;
    for (const [id, action] of Object.entries(ACTIONS)) byId(id).addEventListener("click", () => this.act(action));
    byId("save-game").addEventListener("click", () => this.save());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  opened(view) {
    this.game = null;
    this.path = null;
    this.diagonals = false;
    if (view.game) this.take(view.game, false);
  }

  enter() {
    this.app.stage.alone();
    if (this.game) this.show();
    else this.queue = this.queue.then(() => this.begin()); // what is pressed meanwhile waits for the game
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

  /** Begin, or go on with a game that the server has forgotten. */
  async begin(before = null) {
    const { maze } = this.app;
    if (!maze) return;
    this.path = null;
    const moves = before ? this.steps.slice(1).map(({ move }) => move) : [];
    const ask = { maze: maze.reference, variant: maze.variant, moves, hints: before?.hints ?? 0, gave_up: before?.gave_up ?? false };
    const game = await this.app.busy("Beginning", (listen) => work("/api/games", ask, listen));
    if (!game || maze !== this.app.maze) return;
    const clock = before ? this.clock : new Clock(); // which goes on where the game does
    this.take(game, true, clock);
  }

  /** Take over where the server says the game stands. */
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

  /** Do one thing after another, in the order asked for; `move` may be chosen when its turn has come. */
  act(action, move = () => "") {
    if (this.waiting > 12) return;
    this.waiting++;
    this.queue = this.queue.then(() => this.send(action, move)).finally(() => { this.waiting--; });
  }

  async send(action, move) {
    const { game } = this;
    if (!game) return;
    const name = typeof move === "function" ? move() : move;
    if (name === null) return void this.app.say("There is no way on in that direction.");
    const ask = name ? { action, move: name } : { action };
    try {
      this.app.problem("");
      const asked = performance.now();
      const after = await post(`/api/games/${game.game}`, ask);
      if (action === "reset") Object.assign(this, { path: null, clock: new Clock() });
      this.take(after, true, this.clock, asked);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status === 404) await this.begin(game);
      else this.app.problem(error.message);
    }
  }

  // --- ways to move

  key(event) {
    const { target } = event;
    if (!this.entered || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest?.("input, select, textarea, [role=tab]")) return;
    const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (KEYS[letter]) this.go(KEYS[letter], event.shiftKey);
    else if (LETTERS[letter]) this.act(LETTERS[letter]);
    else if (/^[1-9]$/.test(letter)) this.act("move", () => this.game.choices[letter - 1]?.move ?? null);
    else return;
    event.preventDefault();
  }

  /** Go in a compass direction: the move of that name, else the one that leads most nearly there. */
  go(name, run) {
    this.act(run ? "run" : "move", () =>
      (this.game.choices.find(({ move }) => move === name) ?? this.nearest(TOWARDS[name]))?.move ?? null);
  }

  nearest([dx, dy]) {
    const here = this.steps[this.steps.length - 1]?.spot;
    if (!here) return null;
    const length = Math.hypot(dx, dy) || 1;
    const scored = this.game.choices.filter(({ spot }) => spot).map((choice) => {
      const x = choice.spot[0] - here[0], y = choice.spot[1] - here[1];
      return { choice, along: (x * dx + y * dy) / (length * (Math.hypot(x, y) || 1)) };
    }).sort((a, b) => b.along - a.along);
    return scored[0]?.along > 0.55 ? scored[0].choice : null;
  }

  /** What the board reports: a choice that was clicked, a way straight on, nothing, or a direction that was swiped in. */
  moved({ move, towards, run, times, nowhere }) {
    if (nowhere) return void this.app.say("There is no way there.");
    if (times) return void this.straight(move, times);
    this.act(run ? "run" : "move", () => move ?? this.nearest(towards)?.move ?? null);
  }

  /** The same move so many times, as long as it can be made. */
  straight(move, times) {
    this.queue = this.queue.then(async () => {
      for (let done = 0; done < times && this.game?.choices.some((choice) => choice.move === move) && !this.game.solved; done++) {
        const { count } = this.game;
        await this.send("move", move);
        if (this.game?.count !== count + 1) return;
      }
    });
  }

  // --- what is shown

  show() {
    const { game, steps } = this;
    const { board } = this.app.stage;
    const now = steps[steps.length - 1];
    board.onMove = (what) => this.moved(what);
    board.canvas?.classList.add("playing");
    board.picture = { trail: this.trail, path: this.path, player: now.spot, choices: game.solved ? [] : game.choices, hint: game.hint, steps };
    if (now.spot && game.count === 0) board.camera?.comeNear(...now.spot);
    if (now.spot) board.camera?.follow(...now.spot);
    board.redraw();
    byId("moves").textContent = game.count;
    byId("moves-word").textContent = game.count === 1 ? "move" : "moves";
    byId("undo").disabled = !game.undoable;
    byId("redo").disabled = !game.redoable;
    byId("hint").disabled = game.solved;
    const record = best(this.name);
    byId("best").textContent = record ? `best: ${many(record.moves, "move")}${taken(record.seconds)}` : "";
    byId("standing").textContent = game.solved ? `Solved: ${now.words}` : `At ${now.words}`;
    this.showChoices();
  }

  get name() {
    return `${this.app.view.id ?? this.app.view.maze}/${this.app.maze.variant}`;
  }

  showChoices() {
    const { choices, hint, solved } = this.game;
    const compass = choices.every(({ move }) => ARROWS[move]) && this.app.maze.look !== "words";
    this.diagonals ||= choices.some(({ move }) => move.length === 2); // shown from then on, so that no button jumps
    const box = byId("choices");
    const focused = box.contains(document.activeElement) ? document.activeElement.dataset.move : null;
    box.className = compass ? "choices compass" : "choices";
    const ways = Object.keys(ARROWS).filter((move) => move.length === 1 || this.diagonals);
    const shown = compass ? ways.map((move) => choices.find((choice) => choice.move === move) ?? { move, off: true }) : choices;
    box.replaceChildren(...(solved && !compass ? [] : shown).map((choice, number) => this.choiceButton(choice, number, compass, hint)));
    if (focused) // a button that went away or off hands its focus on, so that nobody is lost on the page
      (box.querySelector(`[data-move="${CSS.escape(focused)}"]:not(:disabled)`) ?? box.querySelector("button:not(:disabled)"))?.focus();
  }

  choiceButton({ move, words, off }, number, compass, hint) {
    const button = Object.assign(document.createElement("button"), { type: "button", disabled: Boolean(off) });
    button.dataset.move = move;
    if (move === hint) button.classList.add("hinted");
    if (compass) {
      button.textContent = ARROWS[move];
      button.setAttribute("aria-label", off ? `${WORDS[move]}: no way` : `${WORDS[move]}, to ${words}`);
    } else {
      const note = Object.assign(document.createElement("small"), { textContent: ` → ${words}` });
      button.append(number < 9 ? `${number + 1}. ${move}` : move, note);
    }
    button.addEventListener("click", () => this.act("move", move));
    return button;
  }

  /** What happened, in words. */
  tell(before) {
    const { game } = this;
    if (game.solved && !before?.solved) return this.won();
    if (game.solution) return this.app.say(`Given up. The shortest way takes ${many(game.solution.length, "move")}.`);
    if (game.hint) return this.app.say(`Hint: ${WORDS[game.hint] ?? game.hint}.`);
    if (before && game.hints > before.hints && !game.hint) return this.app.say("The goal can no longer be reached from here; undo some moves.");
    this.app.say(this.standing);
  }

  /** Where the game stands, in words. */
  get standing() {
    const { count, choices } = this.game;
    const ways = choices.map(({ move }) => WORDS[move] ?? move).join(", ");
    return `${sentence(`${many(count, "move")}; at ${this.steps[this.steps.length - 1].words}`)} ${ways ? `Ways: ${ways}.` : "No way on."}`;
  }

  /** A game that was saved in a file is open again. */
  tellResumed(name) {
    const { game } = this;
    if (!game) return;
    const { title, variant } = this.app.maze;
    this.app.say(`The saved game ${name} goes on: ${title}${variant ? `, ${variant}` : ""}. ${game.solved ? "It is solved. " : ""}${this.standing}`);
  }

  /** Solved: told, and kept if it is the best so far of what was done without help. */
  won() {
    const { hints, gave_up: gaveUp, count } = this.game;
    const { seconds } = this.clock;
    const helped = hints > 0 || gaveUp;
    const record = !helped && keep(this.name, count, seconds);
    const help = hints ? ` with ${many(hints, "hint")}` : "";
    const verdict = helped ? " That was with help, so it is not kept as a best result." : record ? " That is the best so far." : "";
    this.app.say(`Solved in ${many(count, "move")}${help}${gaveUp ? " after giving up" : ""}${taken(seconds)}.${verdict}`);
    if (this.entered) this.show();
  }

  save() {
    if (!this.game) return;
    const link = Object.assign(document.createElement("a"), { href: `/api/games/${this.game.game}`, download: "game.json" });
    link.click();
  }
}

const taken = (seconds) => (seconds === null ? "" : ` in ${seconds.toFixed(1)} s`);
