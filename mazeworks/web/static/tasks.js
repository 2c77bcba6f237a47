// Many tasks on a maze: the number of a task in each cell it walked, and marks on those that are live.
import { colours } from "./colours.js";

/** The fewest pixels of letters, on a display of single density, and of a cell with marks. */
const LETTERS = 7, MARKED = 5;
/** In parts of a cell: where frames begin, how thick they are, and where the corner beside the path's rim ends. */
const GAP = 0.06, THICK = 0.05, CORNER = 0.31;
const NORTH = 1, SOUTH = 2, EAST = 4, WEST = 8;
const SIDES = { [NORTH]: "north", [SOUTH]: "south", [EAST]: "east", [WEST]: "west" };

/** Tasks are counted from T1 on, in the order of their birth. */
const name = (task) => `T${task + 1}`;

export class Tasks {
  /** `found` is a solution with a trace of tasks, as the server sends it. */
  constructor(maze, { trace, task_of: taskOf, lives, steps }) {
    Object.assign(this, { maze, trace, taskOf, lives, steps });
    const { start, goal } = maze.view.walls;
    this.ends = new Set([start, goal]);
    this.forget();
  }

  /** The live tasks after a step of the trace. */
  live(step) {
    const now = Math.max(0, step - 1); // the timeline counts the start as a step
    return [...this.lives.keys()].filter((task) => this.lives[task][0] <= now && now < this.lives[task][1]);
  }

  /** What a step of the timeline does, in words. */
  words(step) {
    if (!step) return "";
    const now = step - 1, live = this.live(step), place = this.place(this.trace[now]);
    const born = [...this.lives.keys()].filter((task) => this.lives[task][0] === now).map((task) => `${name(task)} ${SIDES[this.lives[task][2]]}`);
    if (!now) return `The start ${place} starts ${born.join(", ")}; live: ${many(live)}`;
    const task = this.taskOf[now];
    if (step === this.steps) return `${name(task)} enters ${place}, the goal; ${live.length ? `the signal stops ${many(live)}` : "no other task is live"}`;
    const after = born.length ? ` and starts ${born.join(", ")}` : this.lives[task][1] === now ? " and ends" : "";
    return `${name(task)} enters ${place}${after}; live: ${many(live) || "none"}`;
  }

  /** Column and row of a cell. */
  place(cell) {
    return `(${cell % this.maze.width}, ${Math.floor(cell / this.maze.width)})`;
  }

  /** The task of each cell that was walked before a step, and the last cell of each task. */
  catchUp(step) {
    if (step < this.step) this.forget();
    for (; this.step < step; this.step++) {
      this.walkedBy.set(this.trace[this.step], this.taskOf[this.step]);
      this.places.set(this.taskOf[this.step], this.trace[this.step]);
    }
  }

  forget() {
    this.step = 1; // the start, where no task walked
    this.walkedBy = new Map();
    this.places = new Map();
  }

  /** Write the numbers, and mark the live tasks: green, and red once the signal has stopped them. */
  draw(context, camera, step) {
    if (!step || camera.scale < MARKED) return;
    this.catchUp(step);
    const [left, top, right, bottom] = camera.seen, { width, height } = this.maze;
    const x0 = Math.max(0, Math.floor(left)), y0 = Math.max(0, Math.floor(top));
    const x1 = Math.min(width, Math.ceil(right)), y1 = Math.min(height, Math.ceil(bottom));
    if (this.letters(context, camera) >= LETTERS * (window.devicePixelRatio || 1)) for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) this.write(context, camera, x, y);
    context.fillStyle = step === this.steps ? colours.named.path : colours.named.start;
    for (const task of this.live(step)) {
      const cell = this.places.get(task) ?? this.trace[this.lives[task][0]], x = cell % width, y = Math.floor(cell / width);
      if (x >= x0 && y >= y0 && x < x1 && y < y1) this.mark(context, camera, x, y, this.places.has(task) ? 0 : this.lives[task][2]);
    }
  }

  /** Choose letters with which the longest name fits between the frame and the path; returns their size in pixels. */
  letters(context, camera) {
    const room = (CORNER - GAP - THICK) * camera.scale - 1, longest = name(this.lives.length - 1);
    context.font = "100px system-ui, sans-serif";
    const size = Math.floor(Math.min(room / 0.75, (100 * room) / context.measureText(longest).width)); // capitals are 0.75 high
    context.font = `${size}px system-ui, sans-serif`;
    return size;
  }

  /** The name of the task that walked a cell, in the upper left corner, where no path covers it. */
  write(context, camera, x, y) {
    const cell = y * this.maze.width + x, task = this.walkedBy.get(cell);
    if (task === undefined || this.ends.has(cell)) return;
    Object.assign(context, { fillStyle: colours.named.ink, textAlign: "left", textBaseline: "alphabetic" });
    const [left, top] = camera.pixel(x + GAP + THICK, y + GAP + THICK), { actualBoundingBoxAscent: high } = context.measureText("T");
    context.fillText(name(task), Math.round(left + 1), Math.round(top + 1 + high));
  }

  /** A frame in a cell, or only the side of it where a task will set out. */
  mark(context, camera, x, y, side) {
    const [px, py] = camera.pixel(x, y), gap = GAP * camera.scale, size = camera.scale - 2 * gap, thick = Math.max(1.5, THICK * camera.scale);
    const bars = { [NORTH]: [gap, gap, size, thick], [SOUTH]: [gap, gap + size - thick, size, thick],
      [EAST]: [gap + size - thick, gap, thick, size], [WEST]: [gap, gap, thick, size] };
    for (const [flag, [dx, dy, wide, high]] of Object.entries(bars))
      if (!side || side === Number(flag)) context.fillRect(px + dx, py + dy, wide, high);
  }
}

const MOST = 8;

/** The names of some tasks, the first ones where there are many. */
function many(tasks) {
  return tasks.slice(0, MOST).map(name).join(" ") + (tasks.length > MOST ? ` and ${tasks.length - MOST} more` : "");
}
