"""A printed walk compared with the true one: the first frame and the first place in which they differ."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, TextIO

from mazeworks.animation.frames import ENDING, FORM, frames
from mazeworks.core.errors import MazeError, counted
from mazeworks.core.parameters import check_parameters
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.drawing.board import board_of

#: How far a line is read beyond the length that it should have, and how much of it is quoted.
BEYOND, QUOTED = 200, 40
#: What a program asks before the first map, on a line of its own or before the first row.
QUESTION = re.compile(r".*[:?] ?")
#: The name of a file, typed after the question.
ANSWER = re.compile(r"[^#]*[A-Za-z]{2}[^#]*")
FOUND = ENDING.rstrip("\n")


class Difference(NamedTuple):
    """The first difference between a printed walk and the true one."""

    #: The frame, counted from 0, the start.
    frame: int
    #: The x and y of the square, if it is in a map.
    place: tuple[int, int] | None
    #: Where it is in the text, counted from 1.
    line: int
    column: int
    #: A character of a map, or a line; empty where a row, or the whole text, ends.
    expected: str
    found: str
    #: All of that in words, and an option that would explain it.
    sentence: str
    advice: str = ""


class Line(NamedTuple):
    """A line that the true walk prints: its frame, its row in the map, None if it is below it, and its text.

    `wider` is the same row with the blanks at its end that the file has, or with --pad the widest row of the file.
    """

    frame: int
    row: int | None
    text: str
    wider: str


def compare(printed: TextIO, puzzle: Puzzle[Any], solution: Solution[Any], **form: Any) -> Difference | None:
    """The first difference between a printed walk and a solution, None if there is none; `form` as for `frames`.

    The text is read line by line, up to the difference. A question before the first map does not count.
    """
    values = check_parameters("steps", FORM, form)
    reader = Reader(printed)
    last = Line(0, None, "", "")
    for last in true_lines(puzzle, solution, **form):
        found = reader.following(last.text, last.wider)
        if found not in (last.text, last.wider):
            on_end = last.frame == len(solution)
            return difference(last, found, reader)._replace(advice=advice(last, found, values, on_end))
    beyond = reader.following("")
    if beyond is None:
        return None
    more = f"there is more: {quoted(beyond)} in line {reader.line}" if beyond else f"line {reader.line} is an empty one"
    sentence = f"the walk is over, but {more}"
    return Difference(last.frame, None, reader.line, 1, "", beyond, sentence)


def true_lines(puzzle: Puzzle[Any], solution: Solution[Any], **form: Any) -> Iterator[Line]:
    """Every line that a walk prints."""
    number, lengths = 0, dict(enumerate(board_of(puzzle).row_lengths()))
    if form.get("pad"):
        lengths = dict.fromkeys(lengths, max(lengths.values(), default=0))
    for number, frame in enumerate(frames(puzzle, solution, **form)):
        rows = frame.map.decode().split("\n")[:-1]
        yield from (Line(number, row, text, text.ljust(lengths.get(row, 0))) for row, text in enumerate(rows))
        yield from (Line(number, None, text, text) for text in frame.caption().decode().split("\n")[:-1])
    yield Line(number, None, FOUND, FOUND)


class Reader:
    """The lines of a text, one at a time, none read much further than expected."""

    def __init__(self, text: TextIO) -> None:
        self._text = text
        #: The number of the last line, and how many characters of it belong to a question.
        self.line = self.skipped = 0

    def following(self, *forms: str) -> str | None:
        """The next line, where one of these is expected, after a question if it is the first; None at the end."""
        line = self._next(forms)
        return line if line is None or line in forms or self.line > 1 else self._after_question(line, forms)

    def _next(self, forms: tuple[str, ...]) -> str | None:
        line = self._text.readline(max(map(len, forms)) + BEYOND)
        self.line, self.skipped = self.line + 1, 0
        return line.removesuffix("\n") if line else None

    def _after_question(self, line: str, forms: tuple[str, ...]) -> str | None:
        ends = [form for form in forms if form and line.endswith(form)]  # a first row may begin with blanks
        before = line.removesuffix(max(ends, key=len, default=""))
        question = QUESTION.fullmatch(before) or QUESTION.match(line)
        if question is None:
            return line
        rest = line[question.end() :]
        if not rest or (not ends and ANSWER.fullmatch(rest)):
            return self._next(forms)
        self.skipped = question.end()
        return rest


def difference(line: Line, found: str | None, reader: Reader) -> Difference:
    """How a line differs from what was found, in words."""
    after = f"after {counted(line.frame, 'step')}" if line.frame else "the start"
    frame = f"frame {line.frame} ({after})"
    column, place, expected = 1, None, line.text
    if found is None and reader.line == 1:
        sentence = f"the output is empty, but {frame} begins with {quoted(expected)}"
    elif found is None:
        sentence = f"the output ends after line {reader.line - 1}, where {frame} goes on with {quoted(expected)}"
    elif found == FOUND:
        sentence = (
            f"{frame} is missing or cut short: found {FOUND!r} in line {reader.line} instead of {quoted(expected)}"
        )
    elif line.row is None:
        where = "after the last frame" if expected == FOUND else f"{frame} differs below its map"
        sentence = f"{where}: expected {quoted(expected)}, but found {quoted(found)} in line {reader.line}"
    else:
        x = next((x for x, (a, b) in enumerate(zip(expected, found, strict=False)) if a != b), None)
        x = min(len(expected), len(found)) if x is None else x
        column, place, expected, found = reader.skipped + x + 1, (x, line.row), expected[x : x + 1], found[x : x + 1]
        what = [quoted(char) if char else "the end of the row" for char in (expected, found)]
        where = f"in line {reader.line}, column {column}"
        sentence = f"{frame} differs at ({x}, {line.row}): expected {what[0]}, but found {what[1]} {where}"
    return Difference(line.frame, place, reader.line, column, expected, found or "", sentence)


def advice(line: Line, found: str | None, form: dict[str, Any], on_end: bool) -> str:
    """The option that would explain a difference, or nothing. `on_end`: whether it is in the frame on the end."""
    if found == FOUND and on_end and line.row == 0:
        return "--stop before expects no frame on the end"
    if line.text == FOUND and form["stop"] == "before":
        return "leave out --stop before to expect a frame on the end"
    if found is None:
        return ""
    if line.row is None:
        own = line.text == FOUND or found.startswith("Current ") or not found
        return (
            "" if own else "what stands below a map is our own form: an empty line, position, direction, an empty line"
        )
    if found.rstrip(" ") == line.text.rstrip(" "):
        return "blanks at the ends of rows count if the file does not have them; " + (
            "leave out --pad to expect rows as in the file" if form["pad"] else "--pad expects full rows"
        )
    expected, mark = next(((a, b) for a, b in zip(line.text, found, strict=False) if a != b), ("", ""))
    return f"--mark {mark} expects that character" if expected == form["mark"] and _is_mark(mark) else ""


def _is_mark(char: str) -> bool:
    """Whether a walker may be written like this."""
    try:
        return bool(check_parameters("steps", FORM, {"mark": char}))
    except MazeError:
        return False


def quoted(text: str) -> str:
    """A text in quotation marks, cut if it is long."""
    return repr(text if len(text) <= QUOTED else text[:QUOTED] + "…")
