// Large mazes as tiles: each is drawn once and kept while there is room; only visible ones are handled.
import { snap } from "./camera.js";
import { colours } from "./colours.js";
import { Scene, isGround } from "./scene.js";
import { drawWalls, wallPixels } from "./walls.js";

const SIZE = 512;
const MOST = 96;
/** Milliseconds per frame for new tiles; the others wait for the next frame. */
const BUDGET = 7;
/** The most visible cells or shapes that are redrawn in every frame, which is crisper than tiles. */
const FEW = 6000;
const OVERVIEW = 1024;

export class Tiles {
  constructor(maze) {
    this.maze = maze;
    this.scene = maze.scene ? new Scene(maze.scene) : null;
    this.tiles = new Map();
    this.overview = null;
  }

  forget() {
    this.tiles.clear();
    this.overview = null;
  }

  /** Draw the visible part; true if tiles are missing and another frame is needed. */
  draw(context, camera) {
    const { maze } = this;
    const seen = camera.seen;
    const part = [Math.max(0, seen[0]), Math.max(0, seen[1]), Math.min(maze.width, seen[2]), Math.min(maze.height, seen[3])];
    const cells = Math.max(0, part[2] - part[0]) * Math.max(0, part[3] - part[1]);
    const few = this.scene ? this.scene.shapes.length <= FEW : cells <= FEW && camera.scale >= 3;
    if (few) {
      this.paint(context, camera.scale, ...camera.pixel(0, 0), seen);
      return false;
    }
    return this.drawTiles(context, camera, part);
  }

  paint(context, scale, ox, oy, part) {
    if (this.scene) this.scene.draw(context, scale, ox, oy, part, colours);
    else drawWalls(context, this.maze, scale, ox, oy, part, colours.named.wall);
  }

  /** Draw the shapes on the ground again, above what was drawn over them; not with very many shapes, which is slow. */
  drawStanding(context, camera) {
    if (this.scene.shapes.length > FEW) return;
    this.scene.draw(context, camera.scale, ...camera.pixel(0, 0), camera.seen, colours, (shape) => !isGround(shape));
  }

  drawTiles(context, camera, [left, top, right, bottom]) {
    const scale = snap(camera.scale), ratio = camera.scale / scale;
    const [ox, oy] = camera.pixel(0, 0);
    const begun = performance.now();
    let missing = false;
    context.imageSmoothingEnabled = ratio !== 1;
    for (let j = Math.floor((top * scale) / SIZE); j * SIZE <= bottom * scale; j++)
      for (let i = Math.floor((left * scale) / SIZE); i * SIZE <= right * scale; i++) {
        let tile = this.kept(scale, i, j);
        if (!tile && performance.now() - begun < BUDGET) tile = this.make(scale, i, j);
        const px = Math.round(ox + i * SIZE * ratio), py = Math.round(oy + j * SIZE * ratio);
        const wide = Math.round(ox + (i + 1) * SIZE * ratio) - px, high = Math.round(oy + (j + 1) * SIZE * ratio) - py;
        if (tile) context.drawImage(tile, px, py, wide, high); // equal rounding leaves neither gaps nor overlaps between tiles
        else missing = this.stopgap(context, px, py, SIZE * ratio, (i * SIZE) / scale, (j * SIZE) / scale, SIZE / scale);
      }
    return missing;
  }

  key(scale, i, j) {
    return `${scale.toFixed(4)}/${i}/${j}`;
  }

  kept(scale, i, j) {
    const key = this.key(scale, i, j), tile = this.tiles.get(key);
    if (tile) {
      this.tiles.delete(key); // move to the end: the least recently used come first
      this.tiles.set(key, tile);
    }
    return tile;
  }

  make(scale, i, j) {
    const tile = new OffscreenCanvas(SIZE, SIZE);
    const context = tile.getContext("2d");
    const part = [(i * SIZE) / scale - 1, (j * SIZE) / scale - 1, ((i + 1) * SIZE) / scale + 1, ((j + 1) * SIZE) / scale + 1];
    if (this.scene || scale >= 3) this.paint(context, scale, -i * SIZE, -j * SIZE, part);
    else context.putImageData(wallPixels(this.maze, scale, i * SIZE, j * SIZE, SIZE, SIZE, colours.wallRgb), 0, 0);
    this.tiles.set(this.key(scale, i, j), tile);
    if (this.tiles.size > MOST) this.tiles.delete(this.tiles.keys().next().value);
    return tile;
  }

  /** Part of the overview, in place of a tile that is not ready yet. */
  stopgap(context, px, py, size, x, y, cells) {
    if (!this.overview) this.overview = this.makeOverview();
    const { canvas, scale } = this.overview;
    context.drawImage(canvas, x * scale, y * scale, cells * scale, cells * scale, px, py, size, size);
    return true;
  }

  makeOverview() {
    const { maze } = this;
    const scale = Math.min(OVERVIEW / Math.max(maze.width, maze.height), 4);
    const wide = Math.max(1, Math.ceil(maze.width * scale)), high = Math.max(1, Math.ceil(maze.height * scale));
    const canvas = new OffscreenCanvas(wide, high);
    const context = canvas.getContext("2d");
    if (this.scene) this.scene.draw(context, scale, 0, 0, [0, 0, maze.width, maze.height], colours);
    else context.putImageData(wallPixels(maze, scale, 0, 0, wide, high, colours.wallRgb), 0, 0);
    return { canvas, scale };
  }
}
