// The page as a whole: its tabs, the open maze, the address bar, and its messages.
import { Problem, get, work } from "./api.js";
import { Files } from "./files.js";
import { byId, fill, sentence as ended } from "./form.js";
import { Make } from "./make.js";
import { Maze } from "./maze.js";
import { Play } from "./play.js";
import { Race } from "./race.js";
import { Stage } from "./stage.js";
import { Watch } from "./watch.js";

const TABS = ["make", "watch", "race", "play", "files"];
/** Controls that are enabled exactly when a maze is open; the panels handle all others. */
const NEED_MAZE = ["solve", "reset", "give-up", "save-game", "with-solution", "zoom-in", "zoom-out", "zoom-fit"];
const FIRST = { kind: "wall", width: 20, height: 20 };

class App {
  constructor() {
    this.stage = new Stage(byId("board"));
    this.view = this.maze = null;
    this.tab = "make";
    this.abort = null;
    this.heard = []; // the notes of the last work
    this.listen();
  }

  async start() {
    const { registry, limits } = await get("/api/registry");
    this.panels = {
      make: new Make(this, { registry, limits }),
      watch: new Watch(this, registry),
      race: new Race(this, registry),
      play: new Play(this),
      files: new Files(this, limits),
    };
    await this.openAddress();
  }

  listen() {
    for (const name of TABS) byId(`tab-${name}`).addEventListener("click", (event) => {
      this.go(name);
      if (name === "play" && event.detail > 0) this.stage.board?.focus(); // after a click the keys play; after a key they go on to other tabs
    });
    document.querySelector("[role=tablist]").addEventListener("keydown", (event) => this.tabKey(event));
    byId("zoom-in").addEventListener("click", () => this.stage.zoom(Math.SQRT2));
    byId("zoom-out").addEventListener("click", () => this.stage.zoom(Math.SQRT1_2));
    byId("zoom-fit").addEventListener("click", () => this.stage.fit());
    byId("cancel").addEventListener("click", () => {
      this.abort?.abort();
      this.stage.board?.focus(); // the button disappears: keep the focus on the page
    });
    byId("copy-link").addEventListener("click", () => this.copyLink());
    byId("variant").addEventListener("change", () => this.show(this.view, byId("variant").value));
    document.addEventListener("notes", ({ detail }) => this.note(detail));
    window.addEventListener("popstate", () => this.openAddress());
  }

  // --- tabs

  tabKey(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = TABS.indexOf(this.tab);
    const next = step ? TABS[(at + step + TABS.length) % TABS.length] : { Home: TABS[0], End: TABS[TABS.length - 1] }[event.key];
    if (!next) return;
    event.preventDefault();
    this.go(next);
    byId(`tab-${next}`).focus();
  }

  go(name) {
    if (name === this.tab || !this.panels) return;
    this.panels[this.tab].leave?.();
    this.tab = name;
    for (const tab of TABS) {
      byId(`tab-${tab}`).setAttribute("aria-selected", String(tab === name));
      byId(`tab-${tab}`).tabIndex = tab === name ? 0 : -1;
      byId(`panel-${tab}`).hidden = tab !== name;
    }
    if (this.maze) this.problem(""); // but keep the reason why none could be opened
    this.say(this.maze ? "" : "No maze is open.");
    this.enter();
  }

  enter() {
    if (!this.maze) return;
    const panel = this.panels[this.tab];
    if (panel.enter) panel.enter();
    else this.stage.alone();
  }

  // --- the maze

  /** The maze of the address bar, or a first one. */
  async openAddress() {
    const said = new URLSearchParams(location.search.replaceAll("+", "%2B")); // a plus joins transforms, and does not mean a blank
    const ask = Object.fromEntries(["id", "puzzle"].filter((name) => said.get(name)).map((name) => [name, said.get(name)]));
    await this.openWork("/api/mazes", ask.id || ask.puzzle ? ask : FIRST, "Making", false);
  }

  /** Let the server make or read a puzzle, and show it; returns its answer, or nothing. */
  async openWork(path, body, words, remember = true, blame = null) {
    this.opening?.abort();  // the earlier request is obsolete
    const working = this.busy(words, (listen) => work(path, body, listen), blame);
    this.opening = this.abort;
    const view = await working;
    if (!view) return null;
    await this.show(view, view.game?.variant ?? view.variants[0], remember);
    return view;
  }

  async show(view, variant, remember = true) {
    const maze = await this.busy("Drawing", () => Maze.open(view, variant));
    if (!maze) return;
    this.view = view;
    this.maze = maze;
    this.stage.show(maze);
    for (const id of NEED_MAZE) byId(id).disabled = false;
    document.querySelector(".zoom").hidden = maze.look === "words";
    fill(byId("variant"), view.variants.map((name) => ({ name })), variant);
    byId("variant-field").hidden = view.variants.length < 2;
    if (maze.look === "words") maze.start = view.game?.trail[0]?.words ?? maze.title;
    this.address(view, remember);
    for (const panel of Object.values(this.panels)) panel.opened?.(view);
    this.enter();
    document.body.dataset.maze = view.maze;
    this.note();
    this.say(ended(`${maze.title}${view.id ? `, ${view.id}` : ""}`));
  }

  /** The address of a puzzle: its id, and the puzzle itself where making it again takes a search. */
  address(view, remember) {
    const id = view.id ?? view.claimed ?? "";
    byId("maze-id").textContent = view.id || (id ? `${id}, as its link says` : view.unnamed);
    byId("copy-link").hidden = !id && !view.carried;
    const parts = [["id", id], ["puzzle", view.carried ?? ""]].filter(([, value]) => value)
      .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3D", "=")}`);
    const target = location.pathname + (parts.length ? `?${parts.join("&")}` : "");
    if (target !== location.pathname + location.search) history[remember ? "pushState" : "replaceState"](null, "", target);
    document.title = id ? `${id} – mazeworks` : "mazeworks";
  }

  async copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.say("The link is copied.");
    } catch {
      this.say(`The link is ${location.href}`);
    }
  }

  // --- work and messages

  /** Do work that may take a while; shows an error, and returns nothing then. */
  async busy(words, doing, blame = null) {
    const abort = new AbortController();
    this.abort = abort;
    this.problem("");
    this.heard = [];
    this.note();
    const bar = byId("progress-bar");
    bar.removeAttribute("value");
    byId("progress-words").textContent = `${words} …`;
    const soon = setTimeout(() => { byId("progress").hidden = false; }, 250);
    const report = ({ title, fraction, note }) => {
      bar.value = fraction;
      byId("progress-words").textContent = note ? `${title}: ${note}` : title;
    };
    try {
      return await doing({ signal: abort.signal, report });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.message === "cancelled") this.say("Cancelled.");
      else this.problem(error.message);
      if (error.about) blame?.(error.about);
      return null;
    } finally {
      clearTimeout(soon);
      if (this.abort === abort) byId("progress").hidden = true;
    }
  }

  say(words) {
    byId("status").textContent = words;
  }

  /** Show the notes about the open maze, and those of the last work on it. */
  note(notes = []) {
    this.heard.push(...notes);
    const shown = [...new Set([...(this.view?.notes ?? []), ...this.heard])];
    byId("notes").replaceChildren(...shown.map((note) => Object.assign(document.createElement("p"), { textContent: begun(note) })));
    byId("notes").hidden = !shown.length;
  }

  problem(sentence) {
    byId("problem").textContent = sentence && begun(sentence);
    byId("problem").hidden = !sentence;
  }
}

/** A sentence with a capital and a full stop. */
const begun = (sentence) => ended(sentence.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase())); // but not a file name

const app = new App();
window.mazeworks = app; // for tests and the curious
app.start().catch((error) => {
  if (!(error instanceof Problem)) throw error;
  app.problem(error.message);
});
