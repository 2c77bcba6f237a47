// A maze on a canvas: redrawn after changes, panned and zoomed, with the steps of a search or a player on it.
import { Camera } from "./camera.js";
import { colours } from "./colours.js";
import { attach } from "./pointer.js";

export class Board {
  /** In an element; several boards may share the `tiles` of a maze. */
  constructor(element, maze, tiles) {
    this.maze = maze;
    this.tiles = tiles;
    this.camera = new Camera();
    /** What is shown: explored, path, trail (routes), player, choices, hint. */
    this.picture = {};
    this.onMove = null;
    this.asked = 0;
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", maze.title);
    this.context = this.canvas.getContext("2d");
    element.append(this.canvas);
    this.listen(element);
  }

  listen(element) {
    this.sized = new ResizeObserver(() => this.resize(element));
    this.sized.observe(element);
    this.themed = () => {
      colours.read();
      this.tiles.forget();
      this.picture.explored?.forget();
      this.picture.path?.whole?.forget();
      this.redraw();
    };
    document.addEventListener("themechange", this.themed);
    attach(this.canvas, {
      pan: (dx, dy) => this.change(() => this.camera.pan(dx, dy, this.maze)),
      zoom: (factor, x, y) => this.change(() => this.camera.zoom(factor, x, y, this.maze)),
      tap: (x, y) => this.tap(x, y),
      swipes: () => this.onMove !== null,
      swipe: (dx, dy) => this.onMove?.({ towards: [dx, dy], run: this.maze.look === "walls" }),
    });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.resize(element);
  }

  close() {
    this.sized.disconnect();
    document.removeEventListener("themechange", this.themed);
    this.canvas.remove();
  }

  resize(element) {
    const ratio = window.devicePixelRatio || 1;
    const width = Math.max(1, Math.round(element.clientWidth * ratio));
    const height = Math.max(1, Math.round(element.clientHeight * ratio));
    if (width === this.canvas.width && height === this.canvas.height && this.asked) return;
    this.canvas.width = width;
    this.canvas.height = height;
    this.camera.resize(width, height, this.maze);
    this.draw();
  }

  focus() {
    this.canvas.focus({ preventScroll: true });
  }

  change(what) {
    what();
    this.redraw();
  }

  fit() {
    this.change(() => this.camera.fit(this.maze));
  }

  zoom(factor) {
    this.change(() => this.camera.zoom(factor, this.canvas.width / 2, this.canvas.height / 2, this.maze));
  }

  key(event) {
    const step = 60 * (window.devicePixelRatio || 1);
    const pans = { ArrowUp: [0, step], ArrowDown: [0, -step], ArrowLeft: [step, 0], ArrowRight: [-step, 0] };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") this.zoom(Math.SQRT2);
    else if (event.key === "-") this.zoom(Math.SQRT1_2);
    else if (event.key === "0") this.fit();
    else if (pans[event.key] && !this.onMove) this.change(() => this.camera.pan(...pans[event.key], this.maze));
    else return;
    event.preventDefault();
  }

  /** A tap on the target of a choice makes that move; one straight ahead between walls walks there; others do nothing. */
  tap(px, py) {
    if (!this.onMove) return;
    const [x, y] = this.camera.cell(px, py);
    const finger = (10 * (window.devicePixelRatio || 1)) / this.camera.scale; // a finger cannot hit a cell smaller than itself
    const { player, choices = [] } = this.picture;
    const far = this.maze.look === "walls" ? ([cx, cy]) => Math.max(Math.abs(cx - x), Math.abs(cy - y)) : ([cx, cy]) => Math.hypot(cx - x, cy - y);
    const near = choices.filter(({ spot }) => spot).map((choice) => ({ choice, far: far(choice.spot) })).sort((a, b) => a.far - b.far)[0];
    const reach = this.maze.look === "walls" ? 0.5 : 0.4 * this.maze.unit; // the radius of the ring
    if (near && near.far <= Math.max(reach, Math.min(0.75, finger))) this.onMove({ move: near.choice.move });
    else this.onMove((player && this.maze.look === "walls" && straight(this.maze, player, [x, y])) || { nowhere: true });
  }

  redraw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  draw() {
    const { context, camera, canvas, picture } = this;
    this.asked++;
    canvas.classList.toggle("still", camera.fitted && !this.onMove);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const scene = this.maze.look === "scene", covers = this.tiles.scene?.covers;
    if (!covers) picture.explored?.draw(context, camera);
    const drawing = picture.path?.whole ?? this.tiles;
    const missing = drawing.draw(context, camera);
    if (covers && picture.explored) {
      context.globalAlpha = 0.75;
      picture.explored.draw(context, camera);
      context.globalAlpha = 1;
      drawing.drawStanding(context, camera);
    }
    const { board: rim, path, trail } = colours.named; // a rim makes it visible on any colour
    if (this.maze.view.signs) context.globalAlpha = 0.5;
    if (!picture.path?.whole) picture.path?.draw(context, camera, [[rim, scene ? 0.26 : 0.36], [path, scene ? 0.16 : 0.24]]);
    if (!scene) this.drawEnds();
    context.globalAlpha = this.maze.unit > 1.6 || this.maze.view.signs ? 0.5 : 1; // long leaps cross what other squares show
    picture.trail?.draw(context, camera, [[trail, scene ? 0.14 : 0.2]]);
    context.globalAlpha = 1;
    this.drawChoices();
    const pieces = picture.pieces ?? this.maze.view.pieces ?? [];
    pieces.forEach((piece, number) => this.drawPiece(piece, number));
    if (picture.player && !pieces.length) this.drawPlayer(picture.player);
    if (missing) this.redraw();
  }

  drawEnds() {
    const { start, goal } = this.maze.view.walls;
    const { context, camera } = this;
    const size = Math.max(0.62 * camera.scale, 7);
    const [sx, sy] = camera.pixel(...this.maze.point(start));
    context.fillStyle = colours.named.start;
    context.fillRect(sx - size / 2, sy - size / 2, size, size);
    this.disc(this.maze.point(goal), 0.34, colours.named.goal, 4);
  }

  disc([x, y], radius, colour, least = 3) {
    const { context, camera } = this;
    context.fillStyle = colour;
    context.beginPath();
    context.arc(...camera.pixel(x, y), Math.max(radius * camera.scale, least), 0, 2 * Math.PI);
    context.fill();
  }

  ring([x, y], radius) {
    const { context, camera } = this;
    for (const [colour, width] of [[colours.named.board, 0.2], [colours.named.trail, 0.12]]) {
      context.strokeStyle = colour;
      context.lineWidth = Math.max(width * camera.scale, 2);
      context.beginPath();
      context.arc(...camera.pixel(x, y), Math.max(radius * camera.scale, 8), 0, 2 * Math.PI);
      context.stroke();
    }
  }

  drawChoices() {
    const { context, camera, picture } = this;
    for (const { move, spot } of picture.choices ?? []) {
      if (!spot) continue;
      const hinted = move === picture.hint;
      if (this.maze.look === "walls" && !hinted) continue;
      context.strokeStyle = hinted ? colours.named.hint : colours.named.trail;
      context.lineWidth = Math.max((hinted ? 0.14 : 0.09) * camera.scale * this.maze.unit, 2);
      context.setLineDash(hinted ? [] : [context.lineWidth * 2.2, context.lineWidth * 1.8]);
      context.beginPath();
      context.arc(...camera.pixel(...spot), Math.max(0.4 * camera.scale * this.maze.unit, 6), 0, 2 * Math.PI);
      context.stroke();
      context.setLineDash([]);
    }
  }

  /** A disc with a letter, where there are several pieces. */
  drawPiece({ letter, spot }, number) {
    const { context, camera } = this;
    this.disc(spot, 0.42, colours.named.board, 8);
    this.disc(spot, 0.36, number ? colours.named.wall : colours.named.trail, 7);
    context.fillStyle = colours.named.board;
    context.font = `bold ${Math.max(0.5 * camera.scale, 9)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(letter, ...camera.pixel(...spot));
  }

  drawPlayer(spot) {
    const { unit } = this.maze;
    if (this.maze.view.signs) return this.ring(spot, 0.42 * unit); // so that the sign of the square can be read
    this.disc(spot, 0.33 * unit, colours.named.board, 6);
    this.disc(spot, 0.27 * unit, colours.named.trail, 5);
    this.disc(spot, 0.1 * unit, colours.named.mark, 2);
  }
}

const NORTH = 1, SOUTH = 2, EAST = 4, WEST = 8;

/** The move that leads straight from one point to the cell of another, and how often; null where a wall or a turn lies between. */
function straight({ walls, width, height }, from, to) {
  let [x, y] = from.map(Math.floor);
  const [toX, toY] = to.map(Math.floor);
  const dx = Math.sign(toX - x), dy = Math.sign(toY - y), times = Math.abs(toX - x) + Math.abs(toY - y);
  if (toX < 0 || toY < 0 || toX >= width || toY >= height || !times || (dx && dy)) return null;
  const [move, flag] = dy < 0 ? ["N", NORTH] : dy > 0 ? ["S", SOUTH] : dx > 0 ? ["E", EAST] : ["W", WEST];
  for (; x !== toX || y !== toY; x += dx, y += dy) if (walls[y * width + x] & flag) return null;
  return { move, times };
}
