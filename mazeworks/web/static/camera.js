// The visible part of a maze: the cell in the middle, and pixels per cell.

/** Scales of tiles: powers of the square root of two, so that few are needed. */
export const snap = (scale) => 2 ** (Math.round(Math.log2(scale) * 2) / 2);

export class Camera {
  constructor() {
    this.x = this.y = 0.5;
    this.scale = 10;
    this.viewWidth = this.viewHeight = 1;
    this.fitted = true;
  }

  /** Show the whole maze, with a margin. */
  fit(maze) {
    const room = Math.min(this.viewWidth, this.viewHeight) < 500 ? 12 : 28;
    const scale = Math.min((this.viewWidth - 2 * room) / maze.width, (this.viewHeight - 2 * room) / maze.height);
    this.scale = Math.max(Math.min(scale, 90 * (window.devicePixelRatio || 1)), 0.05);
    this.x = maze.width / 2;
    this.y = maze.height / 2;
    this.fitted = true;
  }

  resize(width, height, maze) {
    this.viewWidth = width;
    this.viewHeight = height;
    if (this.fitted) this.fit(maze);
  }

  /** Zoom by a factor, keeping the point under (px, py) where it is. */
  zoom(factor, px, py, maze) {
    const [x, y] = this.cell(px, py);
    const smallest = Math.min(this.viewWidth / maze.width, this.viewHeight / maze.height) / 2;
    this.scale = Math.min(Math.max(this.scale * factor, Math.min(smallest, 4)), 240);
    this.x = x - (px - this.viewWidth / 2) / this.scale;
    this.y = y - (py - this.viewHeight / 2) / this.scale;
    this.fitted = false;
    this.clamp(maze);
  }

  pan(dx, dy, maze) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.fitted = false;
    this.clamp(maze);
  }

  clamp(maze) {
    this.x = Math.min(Math.max(this.x, 0), maze.width);
    this.y = Math.min(Math.max(this.y, 0), maze.height);
  }

  /** The pixel of a point of the maze. */
  pixel(x, y) {
    return [(x - this.x) * this.scale + this.viewWidth / 2, (y - this.y) * this.scale + this.viewHeight / 2];
  }

  /** The point of the maze at a pixel. */
  cell(px, py) {
    return [(px - this.viewWidth / 2) / this.scale + this.x, (py - this.viewHeight / 2) / this.scale + this.y];
  }

  /** The visible rectangle, in cells: left, top, right, bottom. */
  get seen() {
    return [...this.cell(0, 0), ...this.cell(this.viewWidth, this.viewHeight)];
  }

  /** Zoom in on a point where the whole maze is too small to play. */
  comeNear(x, y) {
    const ratio = window.devicePixelRatio || 1;
    if (!this.fitted || this.scale >= 7 * ratio) return;
    Object.assign(this, { x, y, scale: 24 * ratio, fitted: false });
  }

  /** Scroll a point back into view where it has left it or is about to. */
  follow(x, y) {
    const [px, py] = this.pixel(x, y);
    const edge = Math.min(this.viewWidth, this.viewHeight) * 0.12;
    if (px < edge || py < edge || px > this.viewWidth - edge || py > this.viewHeight - edge) {
      if (this.fitted) return;
      this.x = x;
      this.y = y;
    }
  }
}
