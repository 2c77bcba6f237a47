"""Alice mazes as text: the number of rows and columns, the start as `y, x`, then `colour; directions; isGoal` a line.

Lines that are blank, spacing and case do not matter. The start may stand in parentheses, `(y, x)`. Beside the square of
the first line there may be a rectangle, `ROWS, COLUMNS`; a colour may be `blank`; and several cells may be goals.
"""

import re
from collections.abc import Iterator
from typing import Any

from mazeworks.core.directions import Direction
from mazeworks.core.errors import FormatError, MazeError
from mazeworks.core.memory import afford
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Puzzle, Solved
from mazeworks.core.registry import Format, formats
from mazeworks.puzzles.alice import AliceMaze, Square

#: A line that may be meant as a cell, and one that can be nothing else.
CELL = re.compile(r"[^;\n{}\[\]]*;[^;\n]*;[^;\n]*")
SURELY = re.compile(r"\s*\w+\s*;[^;{}]*;\s*(?:true|false)\s*", re.IGNORECASE)
NUMBERS = re.compile(r"\s*([+-]?\d+)\s*(?:,\s*([+-]?\d+)\s*)?", re.ASCII)
PLACE = re.compile(r"\s*(\(\s*)?([+-]?\d+)\s*,\s*([+-]?\d+)\s*(?(1)\)\s*)", re.ASCII)
#: The most lines that are searched for a cell.
MOST_LOOKED_AT = 200
#: Bytes of memory for each line and each character of a text that is read.
LINE_BYTES, TEXT_BYTES = 400, 2
#: The most lines whose cells are kept to read the same line again.
MOST_KNOWN = 10_000
FLAGS = {"true": True, "false": False}


def sniff(text: str) -> bool:
    """Whether a text is meant as such a maze, even with faults: by a cell, or by the numbers above the cells."""
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines or lines[0].lstrip()[0] in "{[":
        return False
    if NUMBERS.fullmatch(lines[0]) and (len(lines) == 1 or PLACE.fullmatch(lines[1])):
        return True
    return any(map(SURELY.fullmatch, lines[:MOST_LOOKED_AT])) or _may_be_cells(lines[:5])


def _may_be_cells(lines: list[str]) -> bool:
    """Whether all lines after the first two may be cells; without numbers above, three such lines are needed."""
    cells = [bool(CELL.fullmatch(line)) for line in lines[2:]]
    numbers = sum(bool(NUMBERS.fullmatch(line) or PLACE.fullmatch(line)) for line in lines[:2])
    return all(cells) and len(cells) >= max(1, 3 - 2 * numbers)


def read(text: str, options: dict[str, str]) -> AliceMaze:
    afford(LINE_BYTES * text.count("\n") + TEXT_BYTES * len(text), "lines of an Alice maze")
    lines = text.split("\n")
    numbers = [number for number, line in enumerate(checked(lines, 1000), 1) if line and not line.isspace()]
    rows, columns = _size(numbers[0], lines[numbers[0] - 1])
    if len(numbers) < 2:
        raise FormatError(f"line {numbers[0] + 1}: the file ends before the start, which is written 'y, x'")
    y, x = _start(numbers[1], lines[numbers[1] - 1], rows, columns)
    cells = _cells(lines, numbers, rows * columns)
    goals = [(place % columns, place // columns) for place, (_, goal) in enumerate(cells) if goal]
    if not goals:
        raise FormatError(f"lines {numbers[2]} to {numbers[-1]}: no cell is a goal; at least one should say true")
    if cells[y * columns + x][0].colour == "blank":
        raise FormatError(f"line {numbers[1]}: the start (y, x) = ({y}, {x}) is a blank cell, which cannot be entered")
    squares = [square for square, _ in cells]
    table = [squares[first : first + columns] for first in range(0, len(squares), columns)]
    return AliceMaze(table, (x, y), goals)


def _size(number: int, line: str) -> tuple[int, int]:
    match = NUMBERS.fullmatch(line)
    if not match:
        expected = "the number of rows and columns, as in 7, or rows and columns, as in 5, 7"
        raise FormatError(f"line {number}: expected {expected}; not {line.strip()!r:.40}")
    for text in filter(None, match.groups()):
        # Length first: a number of a million digits is not worth converting.
        if len(text) > 9 or int(text) < 1:
            raise FormatError(f"line {number}: expected 1 or more rows and columns, up to 9 digits, not {text:.20}")
    return int(match[1]), int(match[2] or match[1])


def _start(number: int, line: str, rows: int, columns: int) -> tuple[int, int]:
    match = PLACE.fullmatch(line)
    if not match:
        expected = "the start as 'y, x', as in 2, 0, or in parentheses, as in (2, 0)"
        raise FormatError(f"line {number}: expected {expected}; not {line.strip()!r:.40}")
    y, x = (int(text) if len(text) < 10 else -1 for text in match.group(2, 3))
    if not (0 <= y < rows and 0 <= x < columns):
        wrong, expected = f"({match[2]:.12}, {match[3]:.12})", f"0 to {rows - 1} and 0 to {columns - 1}"
        raise FormatError(f"line {number}: the start (y, x) = {wrong} lies outside; expected {expected}")
    return y, x


def _cells(lines: list[str], numbers: list[int], count: int) -> list[tuple[Square, bool]]:
    """Each cell, and whether it is a goal; equal cells are one object."""
    known: dict[str, tuple[Square, bool]] = {}
    shared: dict[tuple[Square, bool], tuple[Square, bool]] = {}
    cells = []
    for number in checked(numbers[2 : count + 2], 1000):
        line = lines[number - 1]
        if line not in known:
            if len(known) == MOST_KNOWN:
                known.clear()
            cell = _cell(number, line)
            known[line] = shared.setdefault(cell, cell)
        cells.append(known[line])
    found = len(numbers) - 2
    if found < count:
        raise FormatError(f"line {numbers[-1] + 1}: the file ends after {found} of {count} cells")
    if found > count:
        raise FormatError(f"line {numbers[count + 2]}: expected the end of the file after all {count} cells")
    return cells


def _cell(number: int, line: str) -> tuple[Square, bool]:
    parts = [part.strip() for part in line.split(";")]
    if len(parts) != 3:
        raise FormatError(f"line {number}: expected 'colour; directions; isGoal', not {line.strip()!r:.40}")
    colour, goal = parts[0].lower(), FLAGS.get(parts[2].lower())
    if colour not in AliceMaze.COLOURS:
        raise FormatError(f"line {number}: expected a colour, {', '.join(AliceMaze.COLOURS)}; not {parts[0]!r:.40}")
    try:
        arrows = [Direction.parse(f"{word.strip():.20}") for word in parts[1].split(",")] if parts[1] else []
    except MazeError as error:
        raise FormatError(f"line {number}: {error}") from None
    if goal is None:
        raise FormatError(f"line {number}: expected true or false for a goal, not {parts[2]!r:.40}")
    if colour == "blank" and (arrows or goal):
        raise FormatError(f"line {number}: a blank cell has no arrows and is not a goal; expected 'blank; ; false'")
    return Square(colour, tuple(dict.fromkeys(arrows))), goal


def write(solved: Solved[Any]) -> Iterator[str]:
    maze: Any = solved.puzzle
    yield f"{maze.height}\n" if maze.height == maze.width else f"{maze.height}, {maze.width}\n"
    yield f"{maze.start.y}, {maze.start.x}\n"
    for y, row in enumerate(maze.squares):
        for x, (colour, arrows) in enumerate(row):
            goal = "true" if (x, y) in maze.goals else "false"
            yield f"{colour}; {', '.join(arrow.letters for arrow in arrows)}; {goal}\n"


def holds(puzzle: Puzzle[Any]) -> bool:
    return isinstance(puzzle, AliceMaze)


LINES = "Alice mazes, a line for each square."  # and none for a solution
formats.add(Format("alice", LINES, (".alice",), sniff, read, write, holds, shows_solution=False))
