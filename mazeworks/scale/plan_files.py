"""Files that say what is in a dataset, in TOML or YAML: several sizes, generators or kinds in one set."""

import reprlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mazeworks.core.errors import FormatError, MazeError, UnknownName
from mazeworks.making.carving import WALLS
from mazeworks.making.file_bytes import read_at_most
from mazeworks.making.request import Request, check_whole, parse_size
from mazeworks.scale.plan import MOST, Part, read_span, whole

#: The largest file that is read, in bytes, and the most sorts of mazes.
MOST_BYTES, MOST_PARTS = 1 << 16, 1000
#: What a file may say of a set, and of one sort of mazes, with the types of the values.
SET = {"seed": int, "split": (str, dict), "unique": bool, "format": str, "shard": int, "mazes": list}
MAZES = {
    "size": (str, int, list),
    "count": int,
    "kind": str,
    "generator": str,
    "parameters": dict,
    "then": str,
    "length": (str, int, float, list),
    "difficulty": (str, int, float, list),
}


def read_plan_file(name: str | Path) -> dict[str, Any]:
    """What a file says of a set: `mazes`, a list of its parts, and options."""
    with _in_place(f"in {str(name)!r}"):
        if (form := Path(name).suffix.lower()) not in READERS:
            raise MazeError("a file that says what is in a set is called .toml, .yaml or .yml")
        return parse_plan(_text(Path(name)), form)


def parse_plan(text: str, form: str) -> dict[str, Any]:
    """What a text says of a set, in the form of an extension."""
    data: dict[str, Any] = _values(text, form)
    _check_names(data, SET)
    if not 1 <= len(data.get("mazes", [])) <= MOST_PARTS:
        raise FormatError(f"expected 'mazes', a list of 1 to {MOST_PARTS} sorts of mazes")
    parts = []
    for number, mazes in enumerate(data.pop("mazes"), 1):
        with _in_place(f"mazes {number}"):
            _check_names(mazes, MAZES)
            parts.append(part_of(mazes))
    return data | {"mazes": parts}


def part_of(mazes: Mapping[str, Any]) -> Part:
    """One sort of mazes, from what a file or a caller says."""
    size, count = mazes.get("size"), mazes.get("count")
    if count is None:
        raise MazeError("count is missing: how many mazes are made", about="count")
    if isinstance(size, (str, int)):
        size = parse_size(str(size))
    parameters = mazes.get("parameters") or {}
    size = None if size is None else check_whole(size)
    request = Request.of(
        mazes.get("kind") or WALLS, size, mazes.get("generator"), 0, mazes.get("then") or "", parameters
    )
    spans = (read_span(name, mazes.get(name)) for name in ("length", "difficulty"))
    return Part(request, whole("count", count, MOST), *spans)


@contextmanager
def _in_place(where: str) -> Iterator[None]:
    """Say in errors inside this block where in a file they are."""
    try:
        yield
    except MazeError as error:
        raise FormatError(f"{where}: {error.sentence}", error.advice, error.about) from None


def _text(path: Path) -> str:
    """The text of a file, which is short."""
    try:
        with open(path, "rb") as file:
            data = read_at_most(file, MOST_BYTES, "it")
        if len(data) > MOST_BYTES:
            raise MazeError(f"it has more than {MOST_BYTES} bytes")
        return data.decode()
    except OSError as error:
        raise MazeError(f"it cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise MazeError("it is not a text in UTF-8") from None


def _values(text: str, form: str) -> Any:
    """The values in a text of TOML or YAML."""
    try:
        return READERS[form](text)
    except RecursionError:
        raise MazeError("it is nested too deeply") from None
    except MazeError:
        raise
    except ValueError as error:
        raise MazeError(" ".join(str(error).split())[:200]) from None


def _toml(text: str) -> Any:
    import tomllib

    return tomllib.loads(text)


def _yaml(text: str) -> Any:
    import yaml

    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from None


#: How files are read, by their extensions.
READERS = {".toml": _toml, ".yaml": _yaml, ".yml": _yaml}


def _check_names(data: Any, known: Mapping[str, Any]) -> None:
    """Refuse what is not an object, and names and types that are not expected."""
    if not isinstance(data, dict):
        raise MazeError(f"expected {', '.join(known)}, not {reprlib.repr(data):.60}")
    for name, value in data.items():
        if name not in known:
            raise UnknownName("entry", str(name), known)
        inside = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
        good = isinstance(value, known[name]) and (not isinstance(value, bool) or known[name] is bool)
        if not good or (value is not data.get("mazes") and not all(map(_is_plain, inside))):
            raise MazeError(f"{name} cannot be {_short(value)}", about=name)
        if not all(map(_is_small, [value, *inside])):
            raise MazeError(f"{name} is too large a number", about=name)


def _is_plain(value: Any) -> bool:
    """Whether a value is a text, a number, true or false."""
    return isinstance(value, (str, int, float))


def _is_small(value: Any) -> bool:
    """Whether a value is no number, or one that can be written in messages."""
    return not isinstance(value, int) or abs(value) <= MOST


def _short(value: Any) -> str:
    """A value in a few characters, also one that contains itself many times."""
    return type(value).__name__ if isinstance(value, int) else f"{reprlib.repr(value):.60}"
