// Drawn over and under a maze: the cells explored so far, and lines through points.
import { colours } from "./colours.js";
import { Layer } from "./layer.js";
import { Tasks } from "./tasks.js";

/** The states a search explored, coloured by their order or by the task that walked them. */
export class Explored {
  /** `found` is a solution with a trace, as the server sends it. */
  constructor(maze, found) {
    this.maze = maze;
    this.trace = found.trace ?? [];
    this.taskOf = found.task_of;
    this.tasks = found.lives ? new Tasks(maze, found) : null;
    this.spots = found.spots;
    this.outlines = found.outlines;
    this.shapes = []; // paths of the outlines, made when first drawn
    this.step = 0;
    this.canvas = null;
    this.forget();
  }

  get count() {
    return this.trace.length;
  }

  /** Start over, in the colours of the current theme. */
  forget() {
    this.drawn = 0;
    this.view = ""; // which part of a drawing the canvas shows
    this.times = null;
    if (this.maze.look !== "walls") return;
    this.canvas = new OffscreenCanvas(this.maze.width, this.maze.height); // one pixel per cell, scaled when drawn
    this.context = this.canvas.getContext("2d");
    this.times = new Uint16Array(this.maze.width * this.maze.height); // visits of each cell so far
  }

  colour(number) {
    return this.taskOf ? colours.task(this.taskOf[number]) : colours.order(number, this.count);
  }

  /** Update the pixels to the step to show. */
  catchUp() {
    const { width } = this.maze;
    if (this.step < this.drawn) {
      if (this.drawn - this.step > 2000) this.forget();
      else while (this.drawn > this.step) this.takeBack(this.trace[--this.drawn], width);
    }
    if (this.step - this.drawn > 5000) this.leap();
    while (this.drawn < this.step) {
      const cell = this.trace[this.drawn];
      this.times[cell]++;
      this.context.fillStyle = this.colour(this.drawn++);
      this.context.fillRect(cell % width, Math.floor(cell / width), 1, 1);
    }
  }

  /** Many steps at once, as pixels of an image, because that many strokes are slow. */
  leap() {
    const { width, height } = this.maze;
    const image = this.context.getImageData(0, 0, width, height);
    const pixels = new Uint32Array(image.data.buffer);
    const { orders, tasks } = colours.packed;
    for (; this.drawn < this.step; this.drawn++) {
      const cell = this.trace[this.drawn];
      this.times[cell]++;
      const task = this.taskOf?.[this.drawn];
      pixels[cell] = task < 0 ? colours.pack(colours.named.cell) : this.taskOf ? tasks[task % tasks.length]
        : orders[Math.min(255, Math.floor((255 * this.drawn) / Math.max(1, this.count - 1)))];
    }
    this.context.putImageData(image, 0, 0);
  }

  /** A walker may visit a cell several times: stepping back clears it only at its first visit. */
  takeBack(cell, width) {
    if (--this.times[cell] === 0) this.context.clearRect(cell % width, Math.floor(cell / width), 1, 1);
  }

  draw(context, camera) {
    if (this.maze.look === "walls") this.drawCells(context, camera);
    else this.drawPlaces(context, camera);
  }

  drawCells(context, camera) {
    this.catchUp();
    const [left, top, right, bottom] = camera.seen;
    const x0 = Math.max(0, Math.floor(left)), y0 = Math.max(0, Math.floor(top));
    const x1 = Math.min(this.maze.width, Math.ceil(right)), y1 = Math.min(this.maze.height, Math.ceil(bottom));
    if (x0 >= x1 || y0 >= y1) return;
    const [px, py] = camera.pixel(x0, y0);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.canvas, x0, y0, x1 - x0, y1 - y0, px, py, (x1 - x0) * camera.scale, (y1 - y0) * camera.scale);
    this.tasks?.draw(context, camera, this.step);
  }

  /** The states of a drawing, on a canvas of their own, kept while the view stays and steps only grow. */
  drawPlaces(context, camera) {
    const { x, y, scale, viewWidth, viewHeight } = camera, view = [x, y, scale, viewWidth, viewHeight].join("/");
    if (view !== this.view || this.step < this.drawn) {
      this.canvas = new OffscreenCanvas(viewWidth, viewHeight);
      Object.assign(this, { view, drawn: 0 });
    }
    if (this.drawn < this.step) this.paintPlaces(this.canvas.getContext("2d"), camera);
    this.drawn = this.step;
    context.drawImage(this.canvas, 0, 0);
  }

  /** The states not painted yet, each in its shape where that is known; a repeated one at its last visit. */
  paintPlaces(context, camera) {
    const { trace, step, spots, drawn } = this;
    const last = new Int32Array(spots.length);
    for (let number = drawn; number < step; number++) last[trace[number]] = number;
    const [left, top, right, bottom] = camera.seen, reach = Math.max(2, 2 * this.maze.unit);
    context.save();
    context.translate(...camera.pixel(0, 0));
    context.scale(camera.scale, camera.scale);
    context.lineWidth = 1 / camera.scale; // a hairline around each hides gaps between neighbours
    for (let number = drawn; number < step; number++) {
      const entry = trace[number], spot = spots[entry];
      if (!spot || last[entry] !== number) continue;
      if (spot[0] < left - reach || spot[1] < top - reach || spot[0] > right + reach || spot[1] > bottom + reach) continue;
      context.fillStyle = context.strokeStyle = this.colour(number);
      const shape = this.shapeOf(entry, camera.scale);
      context.fill(shape);
      if (this.outlines) context.stroke(shape);
    }
    context.restore();
  }

  /** The shape of a state, or a dot at its point. */
  shapeOf(entry, scale) {
    if (this.outlines?.[entry].length) return (this.shapes[entry] ??= pathOf(this.outlines[entry]));
    const dot = new Path2D();
    dot.arc(...this.spots[entry], Math.max(2 / scale, 0.3 * this.maze.unit), 0, 2 * Math.PI);
    return dot;
  }
}

/** Outlines, each an alternating list of x and y, as one path. */
function pathOf(outlines) {
  const path = new Path2D();
  for (const points of outlines) {
    path.moveTo(points[0], points[1]);
    for (let i = 2; i < points.length; i += 2) path.lineTo(points[i], points[i + 1]);
    path.closePath();
  }
  return path;
}

const CHUNK = 256;
/** A line of at least this many visible points is painted as pixels, unless it is wider than this many pixels. */
const MANY = 3000, WIDEST = 4;
/** The thinnest line, in pixels. */
const THINNEST = 1.6;

/** A line through many points; only its visible parts are drawn. */
export class Route {
  constructor(points = []) {
    this.points = [];
    this.boxes = [];
    this.lifted = new Set(); // indices of points to which no line leads: where a path continues elsewhere
    this.ends = []; // the number of points after each step
    this.changes = 0;
    this.layer = null;
    points.forEach((point) => this.push(point));
  }

  /** A line for each alternating list of x and y. */
  static ofLines(lines) {
    const route = new Route();
    route.step(lines);
    return route;
  }

  /** Append the lines of a step; joins a line that begins where the last one ended. */
  step(lines) {
    for (const line of lines) {
      const [x, y] = this.points[this.points.length - 1] ?? [];
      const joined = Math.abs(line[0] - x) < 1e-3 && Math.abs(line[1] - y) < 1e-3;
      if (!joined) this.lifted.add(this.points.length);
      for (let i = joined ? 2 : 0; i < line.length; i += 2) this.push([line[i], line[i + 1]]);
    }
    this.ends.push(this.points.length);
  }

  /** Append a straight line to a point. */
  stepTo(point) {
    this.push(point);
    this.ends.push(this.points.length);
  }

  /** Keep only the first steps. */
  cutSteps(count) {
    this.ends.length = Math.min(count, this.ends.length);
    this.cut(this.ends[this.ends.length - 1] ?? 0);
  }

  push(point) {
    this.changes++;
    const number = this.points.push(point) - 1;
    const box = (this.boxes[Math.floor(number / CHUNK)] ??= [Infinity, Infinity, -Infinity, -Infinity]);
    box[0] = Math.min(box[0], point[0]);
    box[1] = Math.min(box[1], point[1]);
    box[2] = Math.max(box[2], point[0]);
    box[3] = Math.max(box[3], point[1]);
  }

  /** Keep only the first points; boxes may stay too large, which costs little. */
  cut(length) {
    this.changes++;
    this.points.length = Math.min(length, this.points.length);
    for (const number of this.lifted) if (number >= this.points.length) this.lifted.delete(number);
    this.boxes.length = Math.ceil(this.points.length / CHUNK);
  }

  /** Whether the pen is lifted between the point drawn before and this one. */
  lifts(number, skip) {
    if (!this.lifted.size) return false;
    for (let back = 0; back < skip; back++) if (this.lifted.has(number - back)) return true;
    return false;
  }

  /** Draw with several pens, each a colour and a width in cells, one over the other. */
  draw(context, camera, pens) {
    const widths = pens.map(([, width]) => Math.max(width * camera.scale, THINNEST));
    const seen = pens.map(([colour], i) => ({ colour, width: widths[i] })).filter(({ width }, i) => !(width <= widths[i + 1])); // a rim is wider
    const shown = this.within(camera.seen);
    if (shown.length * CHUNK < MANY || Math.max(...widths) > WIDEST) for (const pen of seen) this.stroke(context, camera, shown, pen);
    else this.drawLayer(context, camera, seen);
  }

  /** The indices of the chunks that may reach into a rectangle of cells. */
  within([left, top, right, bottom]) {
    const found = [];
    this.boxes.forEach((box, chunk) => {
      if (box[0] <= right + 1 && box[1] <= bottom + 1 && box[2] >= left - 1 && box[3] >= top - 1) found.push(chunk);
    });
    return found;
  }

  stroke(context, camera, chunks, { colour, width }) {
    const skip = Math.max(1, Math.floor(0.7 / camera.scale)); // points less than a pixel apart need not all be drawn
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.lineCap = context.lineJoin = "round";
    context.beginPath();
    for (const chunk of chunks) {
      const last = Math.min((chunk + 1) * CHUNK, this.points.length - 1);
      for (let i = chunk * CHUNK; i <= last; i += skip) {
        const [px, py] = camera.pixel(...this.points[i]);
        if (i === chunk * CHUNK || this.lifts(i, skip)) context.moveTo(px, py);
        else context.lineTo(px, py);
      }
      if (last >= 0 && skip > 1) context.lineTo(...camera.pixel(...this.points[last]));
    }
    context.stroke();
  }

  /** Too many points to stroke in every frame: painted once as pixels for the current view. */
  drawLayer(context, camera, pens) {
    this.layer ??= new Layer();
    const { points, lifted } = this;
    const key = `${this.changes}/${pens.map(({ colour }) => colour).join("/")}`;
    this.layer.draw(context, camera, key, (layer) => {
      const chunks = this.within(layer.seen);
      for (const { colour, width } of pens) {
        const packed = colours.pack(colour), thick = Math.round(width);
        for (const chunk of chunks) {
          const last = Math.min((chunk + 1) * CHUNK, points.length - 1);
          for (let i = chunk * CHUNK + 1; i <= last; i++)
            if (!lifted.size || !lifted.has(i)) layer.line(points[i - 1], points[i], thick, packed);
        }
      }
    });
  }
}
