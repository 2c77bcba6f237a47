"""Coloured mazes as text: `.` a node, a letter each line, `+` the start, `*` the goal.

Above the maze may stand lines with a colon. `t teal: blue cyan` adds the letter t, a teal line that carries the
travellers blue and cyan (the name may be left out), `travellers: blue cyan` says who travels at all, and
`traveller: cyan` chooses one of them. Below the maze, after a blank line, may stand drawings of solutions, each
under a line such as `blue:`; reading skips them.
"""

import re
from collections.abc import Iterator
from typing import Any

from mazeworks.core.errors import FormatError, blaming_file
from mazeworks.core.facets import codec_of, variants_of
from mazeworks.core.parameters import parse_values
from mazeworks.core.puzzle import Solved
from mazeworks.core.registry import Format, formats
from mazeworks.drawing.board import named_rows
from mazeworks.puzzles.coloured import COLOURS, Character, Coloured, ColouredCodec

#: A row of nodes with a line between each two, also where an end is missing.
_NODES = re.compile(r"[.+*](?:[^\s.+*][.+*])+[^\s.+*]?")
_COLUMN = re.compile(r"^[.+*]\n\w\n[.+*]$", re.MULTILINE)
_HEADER = re.compile(r"(?P<letter>\S)(?: +(?P<name>[\w-]+))? *: *(?P<carries>[\w -]*)")
#: The most rows that are examined, and the most lines above a maze.
MOST_LOOKED_AT, MOST_HEADERS = 100, 200


def sniff(text: str) -> bool:
    """Whether a row of nodes and letters stands below the optional header lines with a colon."""
    rows = [row.rstrip() for row in _below_headers(text.split("\n"))[0][:MOST_LOOKED_AT]]
    if not rows or ("S" in text and "E" in text and "+" not in text):
        return False  # a text map may be drawn with dots, too
    if _NODES.fullmatch(rows[0]) or _COLUMN.match("\n".join(rows[:3])):
        return True
    marked = "+" in text or "*" in text
    return marked and (any(map(_resembles, rows)) or bool(_COLUMN.search("\n".join(rows))))


def _resembles(row: str) -> bool:
    """Whether most characters of a row are nodes and letters in turn."""
    nodes, letters = row[::2], row[1::2]
    good = sum(mark in ".+*" for mark in nodes), sum(map(str.isalpha, letters))
    return len(row) >= 3 and good[0] >= 0.6 * len(nodes) and good[1] >= 0.6 * len(letters)


def _below_headers(lines: list[str]) -> tuple[list[str], int]:
    """The lines below those with a colon, and how many those are."""
    count = 0
    while count < min(len(lines), MOST_HEADERS) and (":" in lines[count] or not lines[count].strip()):
        count += 1
    return lines[count:], count


def read(text: str, options: dict[str, str]) -> Coloured:
    lines = text.rstrip().split("\n")
    below, first = _below_headers(lines)
    data: dict[str, Any] = {"rows": _without_drawings(below, first + 1), "first_line": first + 1}
    data |= _headers(lines[:first])
    if "goal" in options:
        goal = parse_values("coloured", ColouredCodec.options, {"goal": options.pop("goal")}, typed=True)["goal"]
        data["goal"] = goal if goal is None or isinstance(goal, Character) else list(goal)
    with blaming_file():
        return ColouredCodec.from_data(data)


def _without_drawings(lines: list[str], first_line: int) -> list[str]:
    """The rows of the maze, up to a blank line; below it only named drawings may follow."""
    rows = [line.rstrip() for line in lines]
    if "" not in rows:
        return rows
    end = rows.index("")
    if not re.fullmatch(r"[\w-]+:(?: no way)?", rows[end + 1]):
        where = f"line {first_line + end + 1}"
        raise FormatError(f"{where}: after a blank line {rows[end + 1]!r:.40} is not a name and a colon")
    return rows[:end]


def _headers(lines: list[str]) -> dict[str, Any]:
    """What the lines above a maze say: colours, and travellers if they are named."""
    data: dict[str, Any] = {"colours": {}}
    for number, line in enumerate(lines, 1):
        if line.startswith("travellers:"):
            data["travellers"] = line.partition(":")[2].split()
        elif line.startswith("traveller:"):
            data["traveller"] = line.partition(":")[2].strip()
        elif match := _HEADER.fullmatch(line.strip()):
            letter, name, carries = match.groups()
            usual = COLOURS[letter].name if letter in COLOURS else letter
            data["colours"][letter] = [name or usual, *carries.split()]
        elif line.strip():
            raise FormatError(f"line {number}: {line!r:.60} should be like 't teal: blue cyan' or 'travellers: blue'")
    return data


def write(solved: Solved[Any]) -> Iterator[str]:
    """The maze, and below it the drawing of each solution under the name of its traveller."""
    puzzle = solved.puzzle
    data: dict[str, Any] = codec_of(puzzle).to_data()
    for letter, (name, *carries) in data.get("colours", {}).items():
        yield f"{letter} {name}: {' '.join(carries)}".rstrip() + "\n"
    if "travellers" in data:
        yield f"travellers: {' '.join(data['travellers'])}\n"
    if "traveller" in data:
        yield f"traveller: {data['traveller']}\n"
    yield from (row + "\n" for row in data["rows"])
    first = next(iter(variants_of(puzzle)))  # the traveller whose solution is given alone
    solutions = solved.solutions if solved.together or not solved.solution else {first: solved.solution}
    if solutions:
        yield "\n" + "".join(row + "\n" for row in named_rows(puzzle, solutions))


NODES = "Nodes and letters: . a node, + the start, * the goal, a letter each coloured line."
formats.add(Format("coloured", NODES, (".colours",), sniff, read, write, lambda puzzle: isinstance(puzzle, Coloured)))
