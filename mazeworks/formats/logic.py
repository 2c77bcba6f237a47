"""Logic mazes as text: lines of a name and a value, and drawings of squares below the name of what they show.

The first line names the kind, as in `kind: number`. A value is a word, or as in JSON. Squares stand one row to a line,
with blanks between them: a number, a word, some words joined by commas, or a dot for none. Walls are drawn with + - |.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from mazeworks.cells.squares import read_walls, walls_data
from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError, blaming_file, counted
from mazeworks.core.facets import codec_class, codec_of
from mazeworks.core.memory import afford
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Puzzle, Solved
from mazeworks.core.registry import Format, formats, kinds
from mazeworks.drawing.lattice import ASCII, draw, from_edges, read_edges
from mazeworks.logic.maze import LogicMaze

#: Lines and their numbers.
Lines = list[tuple[int, str]]

_NAME, _NUMBER = re.compile(r"([a-z_]+):\s*(.*)"), re.compile(r"\d{1,9}", re.ASCII)
_DIGITS = re.compile(r"\w+")
#: Bytes of memory for each character that is read.
CHARACTER_BYTES = 40


def read(text: str, options: dict[str, str]) -> Puzzle[Any]:
    afford(CHARACTER_BYTES * len(text), "texts of logic mazes")
    data: dict[str, Any] = {}
    rows: Lines | None = None
    blocks: dict[str, Lines] = {}
    named: dict[str, int] = {}
    for number, line in enumerate(checked(text.split("\n"), 1000), 1):
        if match := _NAME.fullmatch(line.strip()):
            name, value = match.groups()
            if name in named:
                raise FormatError(f"line {number}: {name!r} stands there again; once is expected")
            named[name], rows = number, None if value else []
            if rows is None:
                data[name] = _value(value, number)
            else:
                blocks[name] = rows
        elif line.strip():
            if rows is None:
                raise FormatError(f"line {number}: {line.strip()!r:.40} should be a name, a colon and a value")
            rows.append((number, line))
    for name, lines in blocks.items():
        data[name] = _walls(lines, named[name]) if name == "walls" else _squares(lines)
    kind = data.pop("kind", None)
    if not isinstance(kind, str):
        raise FormatError("the first line should name the kind, as in 'kind: number'")
    with blaming_file():
        puzzle = kinds[kind].puzzle
        if not issubclass(puzzle, LogicMaze):
            raise FormatError(f"line {named['kind']}: {kind!r} is not a kind of logic maze, which this text is for")
        for name in data:
            if name not in puzzle.FIELDS:
                known = ", ".join(puzzle.FIELDS)
                raise FormatError(f"line {named[name]}: {name!r:.40} is not known; expected {known}")
        return codec_class(puzzle).from_data(data)


def _value(text: str, number: int) -> Any:
    """A value in one line."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        if re.fullmatch(r"[\w-]+", text):
            return text
    raise FormatError(f"line {number}: {text!r:.40} is neither a word nor a value such as 2, true or [3, 4]")


def _squares(lines: Lines) -> list[list[Any]]:
    """Rows of squares."""
    rows: list[list[Any]] = []
    for number, line in lines:
        words = line.split()
        rows.append([int(word) if _NUMBER.fullmatch(word) else None if word == "." else word for word in words])
        if len(words) != len(rows[0]):
            raise FormatError(f"line {number} has {counted(len(words), 'square')}; the first row has {len(rows[0])}")
    return rows


def _walls(lines: Lines, number: int) -> list[str]:
    """Walls drawn with + - and |, or as hexadecimal digits."""
    if not lines:
        raise FormatError(f"line {number}: the walls should stand below their name, or behind it as in JSON")
    if all(_DIGITS.fullmatch(line.strip()) for _, line in lines):
        return [line.strip() for _, line in lines]
    above = "\n" * (lines[0][0] - 1)  # so that errors count lines as the file does
    try:
        _, down, across = read_edges(above + "\n".join(line for _, line in lines), ASCII)
    except FormatError as error:
        where = "" if error.sentence.startswith("line ") else f"the walls below line {number}: "
        raise FormatError(f"{where}{error.sentence}") from None
    return walls_data(from_edges(down, across, Position(0, 0), Position(0, 0)))


def write(solved: Solved[Any]) -> Iterator[str]:
    puzzle: Any = solved.puzzle
    yield f"kind: {puzzle.kind}\n"
    for name, value in codec_of(puzzle).to_data().items():
        if name == "walls":
            grid = read_walls(value, name, Position(0, 0), Position(0, 0))
            yield "walls:\n"
            for band in draw(grid, ASCII):
                yield band.text().replace("S", " ").replace("E", " ")
        elif puzzle.FIELDS[name].rows:
            yield f"{name}:\n"
            yield from _table(value)
        else:
            yield f"{name}: {value if isinstance(value, str) else json.dumps(value)}\n"


def _table(rows: list[list[Any]]) -> Iterator[str]:
    """Rows of squares in columns."""
    words = [[_word(each) for each in row] for row in rows]
    wide = max(len(word) for row in words for word in row)
    for row in words:
        yield " ".join(word.ljust(wide) for word in row).rstrip() + "\n"


def _word(square: Any) -> str:
    """A square as one word; a dot for none."""
    if isinstance(square, list):
        return ",".join(square) or "."
    return "." if square is None else str(square)


def sniff(text: str) -> bool:
    """Whether a text begins by naming a kind."""
    return bool(re.match(r"\s*kind:\s*\w+\s*\n", text))


def holds(puzzle: Puzzle[Any]) -> bool:
    return bool(puzzle.kind) and "logic" in kinds[puzzle.kind].formats


LINES = "Logic mazes: lines of names and values, and drawings of squares."
formats.add(Format("logic", LINES, (".logic",), sniff, read, write, holds, shows_solution=False, header="kind:"))
