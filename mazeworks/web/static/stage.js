// The stage that shows mazes: one board, or several side by side for a race.
import { Board } from "./board.js";
import { Tiles } from "./tiles.js";
import { Words } from "./words.js";

export class Stage {
  constructor(element) {
    this.element = element;
    this.boards = [];
    this.maze = null;
  }

  /** Show a maze, alone. */
  show(maze) {
    this.maze = maze;
    this.tiles = maze.look === "words" ? null : new Tiles(maze);
    this.alone();
  }

  get board() {
    return this.boards[0];
  }

  clear() {
    this.boards.forEach((board) => board.close());
    this.boards = [];
    this.element.replaceChildren();
    this.element.classList.remove("many");
  }

  make(element) {
    const board = this.tiles ? new Board(element, this.maze, this.tiles) : new Words(element, this.maze);
    this.boards.push(board);
    return board;
  }

  /** Go back to one board. */
  alone() {
    this.clear();
    if (this.maze) this.make(this.element);
  }

  /** A lane for each title; returns the boards and the places for their counts. */
  lanes(titles) {
    this.clear();
    this.element.classList.add("many");
    return titles.map((title) => {
      const lane = document.createElement("div");
      lane.className = "lane";
      const heading = document.createElement("h3");
      const count = document.createElement("span");
      heading.append(title, count);
      const ground = document.createElement("div");
      ground.style.setProperty("--shape", Math.min(Math.max(this.maze.width / this.maze.height, 0.6), 2.5));
      lane.append(heading, ground);
      this.element.append(lane);
      return { board: this.make(ground), count };
    });
  }

  fit() {
    this.boards.forEach((board) => board.fit());
  }

  zoom(factor) {
    this.boards.forEach((board) => board.zoom(factor));
  }
}
