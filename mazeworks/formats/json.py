"""JSON for every kind: `{"mazeworks": 1, "kind": …}` and the fields of the kind's codec."""

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mazeworks.core.errors import FormatError, MazeError, Note, blaming_file
from mazeworks.core.facets import codec_class, codec_of, structure_of
from mazeworks.core.progress import slices
from mazeworks.core.puzzle import Puzzle, Solved
from mazeworks.core.registry import Format, formats, kinds
from mazeworks.making.file_bytes import check_values
from mazeworks.making.request import Request, looks_like_id

VERSION = 1
MOST_OF_AN_ID = 500
#: How many moves or states are written at a time.
SLICE = 10_000


def write(solved: Solved[Any]) -> Iterator[str]:
    puzzle, solution, codec = solved.puzzle, solved.solution, codec_of(solved.puzzle)
    data: dict[str, Any] = {"mazeworks": VERSION, "kind": puzzle.kind}
    own = codec.to_data()
    if puzzle.id:
        data |= {"id": puzzle.id, "check": check_sum(puzzle.id, own)}
    data |= own
    text = json.dumps(data, ensure_ascii=False)
    if solution is None:
        yield text + "\n"
        return
    yield text[:-1] + ', "solution": {"moves": ['
    yield from _in_slices(solution.moves, codec.move_name)
    yield '], "path": ['
    yield from _in_slices(solution.states, codec.state_data)
    yield "]}}\n"


def _in_slices(items: Sequence[Any], plain: Callable[[Any], Any]) -> Iterator[str]:
    """The values of a list of JSON, one slice after the other: a path may have millions."""
    for number, some in enumerate(slices(items, SLICE)):
        yield ", " * (number > 0) + json.dumps([plain(item) for item in some], ensure_ascii=False)[1:-1]


def read(text: str, options: dict[str, str]) -> Puzzle[Any]:
    check_values(text)
    try:
        data = json.loads(text)
        if "\\ud" in text.lower():
            json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise FormatError(f"line {error.lineno}, column {error.colno}: the JSON is broken: {error.msg}") from None
    except UnicodeEncodeError:
        raise FormatError("the JSON holds half a character (a lone surrogate)") from None
    except (RecursionError, ValueError):
        raise FormatError("the JSON is nested too deeply or holds a number too large") from None
    if not isinstance(data, dict) or "mazeworks" not in data:
        raise FormatError("this JSON is not a maze; expected an object with 'mazeworks' and 'kind'")
    if data["mazeworks"] != VERSION or isinstance(data["mazeworks"], bool):
        raise FormatError(f"this is version {data['mazeworks']!r:.20}; only version {VERSION} can be read")
    if not isinstance(data.get("kind"), str):
        raise FormatError("'kind' should name a kind of puzzle")
    with blaming_file():
        puzzle = codec_class(kinds[data["kind"]].puzzle).from_data(data)
    name = data.get("id")
    if isinstance(name, str) and len(name) <= MOST_OF_AN_ID and name.isprintable() and looks_like_id(name):
        if fits(name, puzzle, data.get("check")):
            puzzle.id = name
        else:
            note = f"the maze was changed since it was saved: its id {name} makes another, and is left out"
            Note(note).give()
    return puzzle


def check_sum(name: str, own: dict[str, Any]) -> str:
    """The check sum of an id and the data of its puzzle, which shows whether either was changed."""
    text = json.dumps([name, own], sort_keys=True, separators=(",", ":"))
    return f"{zlib.crc32(text.encode()):08x}"


def fits(name: str, puzzle: Puzzle[Any], check: Any) -> bool:
    """Whether an id may be that of a puzzle: by the check sum, or in a file without one by kind and size."""
    if check is not None:
        return bool(check == check_sum(name, codec_of(puzzle).to_data()))
    try:
        made = Request.parse_id(name)
    except MazeError:
        return False
    grid = structure_of(puzzle).as_grid()
    same_size = grid is None or made.size is None or bool(made.then) or made.size == (grid.width, grid.height)
    return made.kind == puzzle.kind and same_size


def holds(puzzle: Puzzle[Any]) -> bool:
    return bool(puzzle.kind) and codec_of(puzzle).saves


JSON = "JSON, for every kind."
formats.add(
    Format("json", JSON, (".json",), lambda text: text.lstrip()[:1] in ("{", "["), read, write, holds, header="{")
)
