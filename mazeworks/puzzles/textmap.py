"""Text maps: squares of characters, S the start, E the end, and one character that is the path."""

import unicodedata
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from mazeworks.cells.grid_puzzle import GridPuzzle, GridStructure, GridWords
from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError, MazeError, Note
from mazeworks.core.facets import Codec, P, list_of
from mazeworks.core.grid import BORDER, Grid, walls_beside
from mazeworks.core.memory import check_count
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Solution
from mazeworks.core.registry import kind
from mazeworks.core.walk import path_sides
from mazeworks.drawing.board import Board
from mazeworks.drawing.lattice import GOAL, START, from_squares, misplaced, over_cells
from mazeworks.drawing.scene import Scene, afford_areas, bends, mark_ends, run_bounds
from mazeworks.drawing.sketch import Sketch, among, code_points
from mazeworks.search.flood import Flood

#: Marks of the path in a solved map, read as path; the first that is neither path nor wall is written.
BEEN = ".•*"


class MapNote(Note):
    """How a map was read, if not in the usual way."""


class TextMap(GridPuzzle):
    """A map read from lines of text.

    >>> print(TextMap(["S##", "  #", " #E"]).start)
    (0, 0)
    """

    #: How path and wall were distinguished, for a note; empty where they are given or as usual.
    assumed = ""

    def __init__(self, rows: list[str], path: str | None = None, wall: str | None = None, first_line: int = 1) -> None:
        self.rows, self.chars, self.first_line = rows, code_points(rows), first_line
        check_count("cells", self.chars.size, f"{self.chars.shape[1]}x{self.chars.shape[0]} squares")
        self.start, self.goal = (self._find(letter, what) for letter, what in ((START, "start"), (GOAL, "end")))
        self.path, self.wall = self._orientation(path, wall)
        self._check_characters()
        for mark in BEEN.replace(self.wall, ""):
            self.rows = [row.replace(mark, self.path) for row in self.rows]
        #: The length of each row as it was given, with the blanks at its end.
        self.lengths = list(map(len, self.rows))
        if self.path != " ":
            self.rows = [row.rstrip(" ") for row in self.rows]
        self.rows = self.rows[: max(y for y, row in enumerate(self.rows, 1) if row)]  # as files end
        self.chars = code_points(self.rows)
        self.grid = self._grid_along(self.path, self.wall)

    def _find(self, letter: str, what: str) -> Position:
        found = np.argwhere(self.chars == ord(letter))
        if not len(found):
            raise FormatError(f"there is no {letter}, the {what}; exactly one is expected")
        if len(found) > 1:
            places = " and ".join(self.where(x, y) for y, x in found[:2].tolist())
            raise FormatError(f"there are {len(found)} {letter}, the {what}, at {places}; exactly one is expected")
        return Position(int(found[0][1]), int(found[0][0]))

    def where(self, x: int, y: int) -> str:
        """A square as its line and column in the text."""
        return f"line {y + self.first_line}, column {x + 1}"

    def _orientation(self, path: str | None, wall: str | None) -> tuple[str, str]:
        """The characters of path and wall: as given, else # is the path, unless blanks join S and E."""
        for name, char in (("path", path), ("wall", wall)):
            if char is not None and (not isinstance(char, str) or len(char) != 1 or char in START + GOAL):
                raise MazeError(f"the {name} is one character, and neither S nor E, not {char!r:.60}", about=name)
            if char is not None and (not char.isprintable() or unicodedata.category(char).startswith("M")):
                raise MazeError(f"the {name} is a character that can be seen, or a blank, not {char!r}", about=name)
        if path is not None and path == wall:
            raise MazeError(f"path and wall cannot both be {path!r}")
        if path is not None or wall is not None:
            return path or ("#" if wall != "#" else " "), wall or (" " if path != " " else "#")
        if (self._joined("#", " ") and not self._framed()) or not self._joined(" ", "#"):
            return "#", " "
        why = "# is a closed frame around them" if self._framed() else "not along #"
        self.assumed = f"S and E are joined along blanks, and {why}, so # was read as the wall"
        return " ", "#"

    def _framed(self) -> bool:
        """Whether # goes all the way round, S and E aside: as a path that would be a loop, so it is a wall."""
        if min(self.chars.shape) < 3:
            return False
        rim = [self.chars[0], self.chars[-1], self.chars[:, 0], self.chars[:, -1]]
        return bool(among(np.concatenate(rim), "#" + START + GOAL).all())

    def _joined(self, path: str, wall: str) -> bool:
        grid = self._grid_along(path, wall)
        return Flood(grid, grid.start).run(grid.goal)

    def open_squares(self, path: str, wall: str) -> NDArray[np.bool_]:
        """The squares that can be walked; those filled up beyond the end of a line cannot."""
        open_squares = among(self.chars, path + START + GOAL + BEEN.replace(wall, ""))
        if path == " ":
            for y, row in enumerate(self.rows):
                open_squares[y, len(row) :] = False
        return open_squares

    def _grid_along(self, path: str, wall: str) -> Grid:
        """Walls between squares: none between two that are both path."""
        closed = np.pad(~self.open_squares(path, wall), 1, constant_values=True)
        cells = np.full(closed.shape, BORDER, np.uint8)
        cells[1:-1, 1:-1] = walls_beside(closed)
        return Grid(cells, self.start, self.goal)

    def _check_characters(self) -> None:
        for y, x in np.argwhere(~among(self.chars, self.path + self.wall + START + GOAL + BEEN + " "))[:1].tolist():
            known_ones = f"path {self.path!r} nor wall {self.wall!r} nor S nor E"
            sentence = f"{self.where(x, y)}: {self.rows[y][x]!r} is neither {known_ones}"
            raise FormatError(sentence, "--path and --wall name other characters")

    def __repr__(self) -> str:
        return f"<TextMap {self.chars.shape[1]}x{self.chars.shape[0]} from {self.start} to {self.goal}>"


class MapStructure(GridStructure[TextMap]):
    """The grid of its squares, and the wall maze that it is a drawing of."""

    def as_walls(self, solution: Solution[Position] | None = None) -> tuple[Grid, Solution[Position] | None]:
        """The wall maze this map is of: every second square a cell, the squares between them passages."""
        open_squares = self.puzzle.open_squares(self.puzzle.path, self.puzzle.wall)
        rows, columns = np.nonzero(open_squares.any(axis=1))[0], np.nonzero(open_squares.any(axis=0))[0]
        left, top = int(columns[0]), int(rows[0])
        inside = open_squares[top : rows[-1] + 1, left : columns[-1] + 1]
        self._check_lattice(inside, left, top)

        def halved(place: Position) -> Position:
            return Position((place[0] - left) // 2, (place[1] - top) // 2)

        grid = from_squares(np.pad(inside, 1), halved(self.puzzle.start), halved(self.puzzle.goal))
        return grid, None if solution is None else over_cells(solution, halved)

    def _check_lattice(self, inside: NDArray[np.bool_], left: int, top: int) -> None:
        """Refuse a map that is not a wall maze, and say where."""
        wrong = misplaced(inside)
        for place in (self.puzzle.start, self.puzzle.goal):
            wrong[place.y - top, place.x - left] |= (place.x - left) % 2 == 1 or (place.y - top) % 2 == 1
        for y, x in np.argwhere(wrong)[:1].tolist():
            should = "a cell, and so path" if y % 2 == x % 2 == 0 else "the corner of four cells, and so wall"
            should = "S or E in the middle of a cell" if y % 2 != x % 2 else should
            where = self.puzzle.where(x + left, y + top)
            raise MazeError(f"this map is not a wall maze: {where} would have to be {should}")
        if inside.shape[0] % 2 == 0 or inside.shape[1] % 2 == 0 or min(inside.shape) < 3:
            size = f"{inside.shape[1]}x{inside.shape[0]}"
            raise MazeError(f"this map is not a wall maze: {size} squares are not an odd number, at least 3, each way")


class SquaresBoard(Board[P]):
    """A sketch with one character per square of a grid."""

    def square_of(self, state: Position) -> tuple[int, int]:
        return state[0], state[1]

    def drawn(self, chars: NDArray[np.uint32], mark: str, solution: Solution[Any] | None) -> Sketch:
        """The characters, with start, goal and the mark on each square of a path."""
        sketch, puzzle = Sketch(chars), cast("GridPuzzle", self.puzzle)
        if solution is not None:
            on_path = path_sides(puzzle.grid, solution.states) != 0
            sketch.chars[on_path] = ord(mark)
            sketch.colour(on_path, "path")
        sketch.put(*puzzle.start, START, "start")
        sketch.put(*puzzle.goal, GOAL, "goal")
        return sketch


class MapBoard(SquaresBoard[TextMap]):
    """The map in its own characters."""

    def sketch(self, solution: Solution[Position] | None = None) -> Sketch:
        mark = next(mark for mark in BEEN if mark not in self.puzzle.path + self.puzzle.wall)
        return self.drawn(self.puzzle.chars.copy(), mark, solution)

    def row_lengths(self) -> list[int]:
        return self.puzzle.lengths

    def scene(self, solution: Solution[Position] | None = None) -> Scene:
        height, width = self.puzzle.chars.shape
        scene = Scene(width, height, f"A map of {width} by {height} squares")
        scene.box(0, 0, width, height, "wall")
        found = run_bounds(self.puzzle.open_squares(self.puzzle.path, self.puzzle.wall))
        afford_areas(len(found), "runs of open squares")
        for y, first, last in checked(found.tolist(), 1000):
            scene.box(first, y, last - first, 1, "pixel:cell")
        if solution is not None:
            scene.line([(p[0] + 0.5, p[1] + 0.5) for p in bends(solution.states)], "path")
        mark_ends(scene, self.puzzle.start, self.puzzle.goal)
        return scene


class MapCodec(Codec[TextMap]):
    """The rows of the map, and its characters for path and wall."""

    def to_data(self) -> dict[str, Any]:
        return {"path": self.puzzle.path, "wall": self.puzzle.wall, "rows": self.puzzle.rows}

    @classmethod
    def from_data(cls, data: dict[str, Any], first_line: int = 1) -> TextMap:
        path, wall = data.get("path"), data.get("wall")
        sentence = "'rows' should be a list of strings, one per line of the map"
        rows = list_of(data.get("rows"), str, sentence, least=1)
        if any("\n" in row for row in rows) or not any(rows):
            raise FormatError("'rows' should hold one line of the map each")
        if not all(value is None or isinstance(value, str) for value in (path, wall)):
            raise FormatError("'path' and 'wall' should be one character each")
        puzzle = TextMap(rows, path, wall, first_line)
        if puzzle.assumed:
            MapNote(puzzle.assumed, "--path and --wall choose").give()
        return puzzle


kind(
    "textmap",
    "A map of characters: S the start, E the end, # the path.",
    formats=("textmap",),
    facets=(MapStructure, GridWords, MapBoard, MapCodec),
)(TextMap)
