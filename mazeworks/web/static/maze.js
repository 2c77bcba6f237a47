// A maze in the page: walls as bytes, a drawing in shapes, or words alone.
import { bytes, get } from "./api.js";

export class Maze {
  /** From the answer of the server; fetches the walls or the drawing where it does not include them. */
  static async open(view, variant = "") {
    const maze = new Maze(view, variant);
    if (view.look === "walls") {
      maze.walls = view.walls.bytes === null ? await bytes("/api/walls", { maze: view.maze }) : decode(view.walls.bytes);
      ({ width: maze.width, height: maze.height } = view.walls);
    } else if (view.look === "scene") {
      maze.scene = await get("/api/scene", { maze: view.maze, variant });
      ({ width: maze.width, height: maze.height } = maze.scene);
    }
    return maze;
  }

  constructor(view, variant) {
    this.view = view;
    this.reference = view.maze;
    this.look = view.look;
    this.variant = variant;
    /** The scale of marks: the size of a cell, or the distance between places of a drawing. */
    this.unit = view.look === "scene" ? Math.min(Math.max(view.unit / 1.6, 0.8), 2.2) : 1;
    this.walls = this.scene = null;
    this.width = this.height = 1;
  }

  /** The point of a state, given as a cell number or as an index into a solution's table. */
  point(number, spots) {
    if (this.look === "walls") return [(number % this.width) + 0.5, Math.floor(number / this.width) + 0.5];
    return spots?.[number] ?? null;
  }

  get title() {
    const { kind, walls, aim } = this.view;
    const what = walls ? `A ${kind} maze of ${walls.width} by ${walls.height} cells` : this.scene?.title || `A ${kind} puzzle`;
    return aim ? `${what}: ${aim}` : what;
  }
}

function decode(text) {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
