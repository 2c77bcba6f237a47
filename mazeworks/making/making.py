"""Making a puzzle by name, and again from its id: `kind:parameters#seed`."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from mazeworks.core.errors import MazeError, TooLarge, blaming, with_article
from mazeworks.core.parameters import check_parameters, parse_values
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import Random, check_seed, fresh_seed
from mazeworks.core.registry import Generator, generators, kinds

#: The parameters of makers that work on every layout.
ANYWHERE = ("layout", "mask", "mask_text", "islands")


def make(
    kind: str = "wall",
    size: tuple[int, int] | None = None,
    using: str | None = None,
    seed: int | None = None,
    trace: bool = False,
    then: str = "",
    **parameters: Any,
) -> Puzzle[Any]:
    """A new puzzle; the same arguments and seed make the same one everywhere.

    `then` names transforms to change it by, such as `braid:0.5+perturb:10`.
    With `trace`, its `carving` tells the order in which the maker opened passages; of a changed maze, of those that
    are still open.

    >>> make("wall", (8, 5), seed=3).id
    'wall:8x5#3'
    """
    maker = generator_of(kind, using)
    if size is not None and maker.size is None:
        raise MazeError(f"{with_article(kind)} puzzle has no size, but {size[0]}x{size[1]} was given")
    refuse_foreign(maker, parameters)
    values = check_parameters(maker.name, maker.parameters, parameters)
    if maker.size:
        size = settle(maker, values, None if size is None else check_whole(size))
    number = fresh_seed() if seed is None else check_seed(seed)
    if trace and not maker.traces:
        raise MazeError(f"{maker.name} opens no passages one by one, so there is no order of work to tell")
    if then:  # what is wrong with it is told before the work of making a maze
        from mazeworks.making.changing import change, check_anywhere, check_growth, parse_steps

        with blaming("then"):
            chain, layout = parse_steps(then), values.get("layout", "square")
            if layout != "square":
                check_anywhere(chain, f"{layout} maze")
            if size:
                check_growth(size, chain)
    asked = {"trace": True} if trace else {}
    puzzle = maker.function(*(size or ()), Random(number), **values, **asked)
    # A maker that was interrupted tells itself which parameters make the same puzzle again.
    puzzle.id = puzzle.id or write_id(maker, size, values, number)
    if not then:
        return puzzle
    changed = change(puzzle, then)
    if trace and getattr(changed, "carving", None) is None:
        raise MazeError(f"{then} makes other cells of those that were carved, so the order of work is not theirs")
    return changed


def refuse_foreign(maker: Generator, names: Iterable[str]) -> None:
    """Say which makers have a parameter that this one does not have, if any do."""
    mine = {parameter.name for parameter in maker.parameters}
    for name in names:
        others = [] if name in mine else [g for g in generators.values() if g.kind == maker.kind]
        able = [other.name for other in others if any(parameter.name == name for parameter in other.parameters)]
        if able:
            why = ", for it makes plain rectangles of squares alone" if name in ANYWHERE and maker.size else ""
            raise MazeError(f"{maker.name} has no parameter {name}{why}; these makers have: {', '.join(able)}")
        if others and name in ANYWHERE and maker.size:
            why = f"{with_article(maker.kind)} puzzle lies on a rectangle of squares alone"
            raise MazeError(
                f"{why}, so there is no {name} to choose; wall mazes can be had on every layout and in outlines"
            )


def settle(maker: Generator, values: dict[str, Any], size: tuple[int, int] | None) -> tuple[int, int] | None:
    """The size to be made: as given, or as a parameter such as an outline says, which is fitted to it, or the usual."""
    for parameter in maker.parameters:
        values[parameter.name], size = parameter.settled(values[parameter.name], size, values)
    return size or maker.size


def generator_of(kind: str, using: str | None = None) -> Generator:
    """The maker of this name for a kind, or the kind's own."""
    entry = kinds[kind]
    if using is None and not entry.generator:
        raise MazeError(f"{with_article(kind)} puzzle comes from {entry.source}")
    maker = generators[entry.generator if using is None else using]
    if maker.kind != kind:
        able = [other.name for other in generators.values() if other.kind == kind]
        raise MazeError(f"{maker.name} makes {maker.kind} puzzles, not {kind}; for {kind} there are {', '.join(able)}")
    return maker


def write_id(maker: Generator, size: tuple[int, int] | None, values: dict[str, Any], seed: int) -> str:
    """The shortest id that makes this puzzle again: only what differs from the defaults."""
    parts = [f"{size[0]}x{size[1]}"] if size else []
    if maker.name != kinds[maker.kind].generator:
        parts.append(f"with={maker.name}")
    parts += [f"{p.name}={p.format(values[p.name])}" for p in maker.parameters if values[p.name] != p.default]
    return f"{maker.kind}:{','.join(parts)}#{seed}"


def looks_like_id(text: str) -> bool:
    """Whether a text is meant as an id rather than as the name of a file."""
    head, colon, _ = text.partition(":")
    return bool(colon) and head.isidentifier() and len(head) > 1


class Id(NamedTuple):
    """What an id says; parameters of the maker as they are written."""

    kind: str
    size: tuple[int, int] | None
    using: str | None
    then: str
    given: dict[str, str]
    seed: int


def parse_id(text: str) -> Id:
    """The parts of an id.

    >>> parse_id("wall:8x5,with=prim,layout=hexagon#3")
    Id(kind='wall', size=(8, 5), using='prim', then='', given={'layout': 'hexagon'}, seed=3)
    """
    if not isinstance(text, str):
        raise MazeError(f"an id is a text such as wall:20x20#7, not {text!r:.60}")
    head, mark, tail = text.strip().rpartition("#")
    if not mark:
        raise MazeError(f"the id {text!r:.200} has no seed; expected kind:parameters#seed, as in wall:20x20#7")
    seed = parse_seed(tail)
    kind, _, rest = head.partition(":")
    size: tuple[int, int] | None = None
    given: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        name, equals, value = part.partition("=")
        if name in given or (not equals and size is not None):
            raise MazeError(f"the id {text!r:.200} says {name if equals else 'a size'} twice; once is expected")
        if equals:
            given[name] = value
        else:
            size = parse_size(part)
    if given.get("then") == "":
        raise MazeError(f"the id {text!r:.60} has a 'then' without a transform; expected one such as braid:0.5")
    return Id(kind, size, given.pop("with", None), given.pop("then", ""), given, seed)


def from_id(text: str, trace: bool = False) -> Puzzle[Any]:
    """The puzzle an id names; with `trace`, and with the order in which it was made.

    >>> from_id("wall:8x5#3").id
    'wall:8x5#3'
    """
    return make_from(parse_id(text), trace)


def make_from(parts: Id, trace: bool = False) -> Puzzle[Any]:
    """The puzzle that the parts of an id name."""
    kind, size, using, then, given, seed = parts
    return make(kind, size, using, seed, trace, then, **parse_parameters(generator_of(kind, using), given))


def parse_parameters(maker: Generator, given: dict[str, str], typed: bool = False) -> dict[str, Any]:
    """Parameters written as text, as values; those typed by a person may name files."""
    refuse_foreign(maker, given)
    return parse_values(maker.name, maker.parameters, given, typed)


def parse_size(text: str) -> tuple[int, int]:
    """Width and height written `20x30`; one number makes a square."""
    match = re.fullmatch(r"([-+]?\d{1,18})(?:[x×]([-+]?\d{1,18}))?", text, re.ASCII | re.IGNORECASE)
    if not match and re.fullmatch(r"\+?\d+(?:[x×]\+?\d+)?", text, re.ASCII | re.IGNORECASE):
        raise TooLarge(f"{text!r:.60} is too large a size: it would take more than 1000 PB of memory", about="size")
    if not match:
        raise MazeError(f"{text!r:.60} is no size; expected WIDTHxHEIGHT, as in 20x30")
    return int(match[1]), int(match[2] or match[1])


def parse_seed(text: str) -> int:
    """A seed written as text."""
    if not re.fullmatch(r"\d{1,19}", text, re.ASCII):
        raise MazeError(f"a seed is a whole number from 0 to 2^63 - 1, not {text!r:.60}")
    return check_seed(int(text))


def check_whole(size: Any) -> tuple[int, int]:
    """A size as plain numbers, whatever sort of whole numbers it was given in."""
    if isinstance(size, (str, dict)) or not hasattr(size, "__len__") or len(size) != 2:
        raise MazeError(f"a size is width and height, as in (20, 30), not {size!r:.60}")
    width, height = size
    for what, number in (("width", width), ("height", height)):
        if isinstance(number, bool) or not hasattr(number, "__index__"):
            raise MazeError(f"the {what} is a whole number, not {number!r}", about=what)
    return width.__index__(), height.__index__()
