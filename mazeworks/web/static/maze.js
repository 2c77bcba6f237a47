// A maze as the page has it: walls as bytes, or a drawing in shapes, or words alone.
import { bytes, get } from "./api.js";

export class Maze {
  /** From what the server tells of a puzzle; fetches the walls or the drawing where they are not told with it. */
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
    /** How large marks are: as cells are, or as the places of a drawing lie apart. */
    this.unit = view.look === "scene" ? Math.min(Math.max(view.unit / 1.6, 0.8), 2.2) : 1;
    this.walls = this.scene = null;
    this.width = this.height = 1;
  }

  /** The point of a state: the number of a cell, or of an entry in a solution's table. */
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
