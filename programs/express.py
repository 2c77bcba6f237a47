#!/usr/bin/env python3
"""The coloured maze of the train network as a puzzle that is its own position, solved for blue, yellow and red."""

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # finds mazeworks beside this folder if it is not installed
try:
    import click

    from mazeworks import MazeError, NoSolution, Position, Solution, load, read_text, save, variants_of
    from mazeworks.cli.program import run_program
    from mazeworks.core.errors import Note, counted
    from mazeworks.files.targets import check_place
    from mazeworks.position import Puzzle
    from mazeworks.puzzles.coloured import Coloured
except ImportError as error:
    print(f"error: {error}; in the folder of mazeworks, type: python -m pip install .", file=sys.stderr)
    sys.exit(2)

STARTING_POS = """\
.g.p.p.w.p.w.w.g.
w r w y p g r b o
.r.b.y.k.r.k.o.b.
y w g p w y g k w
.y.r.b.r.o.w.g.r.
w k o w k p y k r
.w.o.o.g.g.p.y.g.
y g p g o b o p o
.k.o.b.p.k.g.p.k.
w p k o r p o b p
.w.g.b.g.o.b.o.p.
g r p o y b k o y
.y.p.g.k.o.b.b.g.
w k w o p r w r o
+p.k.r.b.g.w.y.p.
o g o b o k w b o
.o.p.w.w.w.r.o.g.
"""
GOAL = 2, 16
#: The most nodes of a maze, for every position holds the whole maze.
MOST_NODES = 2500


class RiddlerMaze(Puzzle):
    """The maze as text, with a + where we are; a goal is a row and a column of that text."""

    pos = STARTING_POS
    goal = GOAL

    def __init__(self, valid_edge_colors: str, pos: str | None = None, goal: tuple[int, int] = GOAL) -> None:
        super().__init__(pos)
        self.valid_edge_colors, self.goal = valid_edge_colors, goal

    @property
    def location(self) -> tuple[int, int]:
        """The row and column of the +."""
        return divmod(self.pos.find("+"), self.pos.find("\n") + 1)

    def isgoal(self) -> bool:
        return self.location == self.goal

    def __iter__(self) -> Iterator["RiddlerMaze"]:
        row, col = self.location
        grid = self.pos.splitlines()
        for down, right in [(1, 0), (-1, 0), (0, 1), (0, -1)]:
            edge_row, edge_col = row + down, col + right
            on_grid = 0 <= edge_row < len(grid) and 0 <= edge_col < len(grid[0])
            if on_grid and grid[edge_row][edge_col] in self.valid_edge_colors:
                yield self.moved_to(row + 2 * down, col + 2 * right)

    def moved_to(self, row: int, col: int) -> "RiddlerMaze":
        """The same maze with the + somewhere else."""
        text, place = self.pos.replace("+", "."), row * (self.pos.find("\n") + 1) + col
        return RiddlerMaze(self.valid_edge_colors, text[:place] + "+" + text[place + 1 :], self.goal)


def picture(path: list[RiddlerMaze]) -> str:
    """The maze with | and - along a path, and the + at its end."""
    rows = [list(row) for row in path[-1].pos.splitlines()]
    for here, there in zip(path, path[1:], strict=False):
        (row, col), (next_row, next_col) = here.location, there.location
        rows[row][col] = rows[(row + next_row) // 2][(col + next_col) // 2] = "-" if row == next_row else "|"
    return "".join("".join(row) + "\n" for row in rows)


def travelled(maze: Coloured) -> list[RiddlerMaze] | None:
    """The positions of a shortest route through a maze for its traveller; None if there is none."""
    rows = "".join(row + "\n" for row in maze.rows)
    begin = RiddlerMaze("".join(maze.usable), rows, (2 * maze.goal.y, 2 * maze.goal.x))
    try:
        return begin.moved_to(2 * maze.start.y, 2 * maze.start.x).solve()
    except NoSolution:
        return None


def draw(name: str, maze: Coloured, path: list[RiddlerMaze]) -> None:
    """Write a path through a maze as a picture, such as blue.png."""
    nodes = [Position(col // 2, row // 2) for row, col in (step.location for step in path)]
    pairs = zip(nodes, nodes[1:], strict=False)
    moves = [move for here, there in pairs for move, node in maze.moves(here) if node == there]
    save(maze, f"{name}.png", Solution(nodes, moves))


@click.command()
@click.argument("file", required=False)
@click.option("--goal", metavar="GOAL", help="The node to reach: x,y or '(row, column)' of its character.")
@click.option("--pictures", is_flag=True, help="Write blue.png, yellow.png and red.png, too.")
def express(file: str | None, goal: str | None, pictures: bool) -> None:
    """Print all routes through the maze in FILE, or the train network; exit code 1 if a traveller has none."""
    given = {} if goal is None else {"goal": goal}
    maze = read_text(STARTING_POS, "the maze", **{"goal": str(GOAL), **given}) if file is None else load(file, **given)
    if not isinstance(maze, Coloured):
        raise MazeError(f"{file}: this is a puzzle of the kind {maze.kind}, not a coloured maze")
    if maze.width * maze.height > MOST_NODES:
        raise MazeError(f"{maze.width}x{maze.height} nodes are too many; this program solves at most {MOST_NODES}")
    travellers = variants_of(maze)
    for name in travellers if pictures else ():
        check_place(f"{name}.png")
    paths = {name: travelled(each) for name, each in travellers.items()}
    for name, path in paths.items():
        print(f"{name.capitalize()}: {'no way' if path is None else counted(len(path) - 1, 'move')}")
        print(travellers[name] if path is None else picture(path), flush=True)
        if pictures and path is None:
            older = Path(f"{name}.png").exists()
            Note(f"{name}.png was not written" + "; the file of this name is an older one" * older).give()
        elif pictures and path is not None:
            draw(name, travellers[name], path)
    if None in paths.values():
        sys.exit(1)


if __name__ == "__main__":
    sys.exit(run_program(express))
