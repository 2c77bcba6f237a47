// A puzzle without a drawing, shown in words: its states as a list, in place of a board.
import { colours } from "./colours.js";

const MOST_CHIPS = 400;

export class Words {
  constructor(element, maze) {
    this.maze = maze;
    this.picture = {};
    this.onMove = null;
    this.element = document.createElement("div");
    this.level = element.closest(".lane") ? "h4" : "h3"; // below the heading of the lane or of the maze
    this.element.className = "words";
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "region");
    const lane = element.closest(".lane")?.querySelector("h3").firstChild.textContent; // each region needs its own name
    this.element.setAttribute("aria-label", lane ? `${lane}: ${maze.title}` : maze.title);
    element.append(this.element);
    this.themed = () => {
      colours.read();
      this.redraw();
    };
    document.addEventListener("themechange", this.themed);
    this.redraw();
  }

  close() {
    document.removeEventListener("themechange", this.themed);
    this.element.remove();
  }

  focus() {
    this.element.focus({ preventScroll: true });
  }

  fit() {}
  zoom() {}

  redraw() {
    const { explored, found, pathShown, steps } = this.picture;
    this.element.replaceChildren();
    if (steps) this.game(steps);
    if (explored) this.chips(explored, found);
    if (found && pathShown) this.list("The way", found.path.map((number, i) => [found.says[i - 1] ?? found.moves[i - 1] ?? "", found.words[number]]));
    if (!steps && !found) this.add("p", "now", this.maze.start ?? "");
  }

  game(steps) {
    this.add("p", "now", steps[steps.length - 1].words);
    this.list("Moves so far", steps.map(({ says, words }) => [says ?? "", words]));
  }

  chips(explored, found) {
    this.add(this.level, "", `Explored: ${explored.step} of ${explored.count}`);
    const box = this.add("div", "chips");
    const last = Math.min(explored.step, MOST_CHIPS);
    for (let number = 0; number < last; number++) {
      const chip = document.createElement("span");
      chip.textContent = found.words[explored.trace[number]];
      chip.style.background = explored.colour(number);
      box.append(chip);
    }
    if (explored.step > MOST_CHIPS) box.append(` and ${explored.step - MOST_CHIPS} more`);
  }

  list(title, rows) {
    this.add(this.level, "", title);
    const list = this.add("ol");
    list.start = 0;
    for (const [move, words] of rows.slice(-300)) {
      const item = document.createElement("li");
      if (move) item.append(Object.assign(document.createElement("b"), { textContent: move }));
      item.append(words);
      list.append(item);
    }
    if (rows.length > 300) list.start = rows.length - 300;
  }

  add(tag, name, text = "") {
    const element = document.createElement(tag);
    if (name) element.className = name;
    element.textContent = text;
    this.element.append(element);
    return element;
  }
}
