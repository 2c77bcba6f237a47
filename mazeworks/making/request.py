"""Requests for puzzles, parsed once from an id `kind:parameters#seed` or from the words of a command."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from mazeworks.core.errors import MazeError, TooLarge, UnknownName, blaming, with_article
from mazeworks.core.parameters import parse_values
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import Random, check_seed, fresh_seed
from mazeworks.core.registry import Generator, generators, kinds, layouts, transforms

if TYPE_CHECKING:
    from mazeworks.making.steps import Chain

#: Width and height; None for a kind without a size, or where none is given.
Size = tuple[int, int] | None
#: Values by the names of their parameters.
Values = dict[str, Any]
#: The parameters of generators that work on every layout.
ANYWHERE = ("layout", "mask", "mask_text", "islands")


@dataclass(frozen=True)
class Request:
    """A puzzle to make: its generator, size, parameters and seed, and the transforms that change it.

    >>> Request.parse_id("wall:8x5,with=prim,ends=random,then=braid:1.0#3").id
    'wall:8x5,with=prim,then=braid#3'
    """

    generator: Generator
    size: Size
    #: A value for each parameter of the generator.
    values: Values
    seed: int
    then: "Chain" = ()

    @classmethod
    def of(
        cls, kind: str, size: Size, using: str | None, seed: int | None, then: str, given: Values, written: str = ""
    ) -> "Request":
        """A request with defaults for everything not given; values are texts if they are `written` in a form or id."""
        generator = generator_of(kind, using)
        then, given = with_asked_steps(generator, then, given)
        refuse_foreign(generator, given)
        values = {parameter.name: parameter.default for parameter in generator.parameters}
        values |= parse_values(generator.name, generator.parameters, given, typed=not written)
        if written != "id":  # old ids stay readable
            refuse_idle(generator, values)
        if size is not None and generator.size is None:
            raise MazeError(f"{with_article(generator.kind)} puzzle has no size, but {size[0]}x{size[1]} was given")
        if generator.size:
            size = None if size is None else check_whole(size)
            for parameter in generator.parameters:  # an outline fits itself to the size, or sets it
                values[parameter.name], size = parameter.fit_to_size(values[parameter.name], size, values)
            size = size or generator.size
        request = cls(generator, size, values, fresh_seed() if seed is None else check_seed(seed))
        return request._followed_by(then) if then else request

    def _followed_by(self, steps: str) -> "Request":
        """This request with transforms; raises an error before any work if they are impossible."""
        from mazeworks.making.steps import check_anywhere, check_growth, check_kind, parse_steps

        with blaming("then"):
            chain, layout = parse_steps(steps), self.values.get("layout", "")
            check_kind(chain, self.kind)
            if layout and not layouts[layout.partition(":")[0]].rectangle:
                check_anywhere(chain, f"{layout} maze")
            if self.size:
                check_growth(self.size, chain)
        return replace(self, then=chain)

    @classmethod
    def parse_id(cls, text: str) -> "Request":
        """The request that an id stands for."""
        if not isinstance(text, str):
            raise MazeError(f"an id is a text such as wall:20x20#7, not {text!r:.60}")
        head, mark, tail = text.strip().rpartition("#")
        if not mark:
            raise MazeError(f"the id {text!r:.200} has no seed; expected kind:parameters#seed, as in wall:20x20#7")
        seed = parse_seed(tail)
        kind, _, rest = head.partition(":")
        size, given = split_parameters(rest, text)
        then = given.pop("then", None)
        if then == "":
            raise MazeError(f"the id {text!r:.60} has a 'then' without a transform; expected one such as braid:0.5")
        return cls.of(kind, size, given.pop("with", None), seed, then or "", given, "id")

    @property
    def kind(self) -> str:
        """The kind of the puzzle."""
        return self.generator.kind

    @property
    def id(self) -> str:
        """The shortest id that makes this puzzle again: only what differs from the defaults."""
        parts = [f"{self.size[0]}x{self.size[1]}"] if self.size else []
        if self.generator.name != kinds[self.kind].generator:
            parts.append(f"with={self.generator.name}")
        known = [(each, self.values[each.name]) for each in self.generator.parameters]
        parts += [f"{each.name}={each.format(value)}" for each, value in known if value != each.default]
        parts += [f"then={self.steps}"] if self.then else []
        return f"{self.kind}:{','.join(parts)}#{self.seed}"

    @property
    def steps(self) -> str:
        """The transforms as an id names them."""
        from mazeworks.making.steps import write_steps

        return write_steps(self.then)

    def make(self, trace: bool = False) -> Puzzle[Any]:
        """The puzzle; with `trace`, with the order in which its passages were opened."""
        if trace and not self.generator.traces:
            raise MazeError(f"{self.generator.name} does not open passages one by one, so there is no order of work")
        asked = {"trace": True} if trace else {}
        puzzle = self.generator.function(*(self.size or ()), Random(self.seed), **self.values, **asked)
        # An interrupted generator sets the id itself, with the parameters that make the same puzzle again.
        puzzle.id = puzzle.id or (replace(self, then=()) if self.then else self).id
        if not self.then:
            return puzzle
        from mazeworks.drawing.board import board_of

        changed = self.changed(puzzle, self.then)
        if trace and board_of(changed).carving() is None:
            raise MazeError(f"{self.steps} replaces the cells that were carved, so their order of work is lost")
        return changed

    def changed(self, puzzle: Puzzle[Any], chain: "Chain") -> Puzzle[Any]:
        """A puzzle made by this request without its transforms, changed by `chain`."""
        from mazeworks.making.changing import transformed

        changed = transformed(puzzle, chain, self.seed, self.values.get("ends", "random"))
        changed.id = replace(self, then=chain).id
        return changed


def split_parameters(text: str, id: str) -> tuple[Size, Values]:
    """The size in the middle part of an id, if there is one, and its parameters as they are written."""
    size: Size = None
    given: Values = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if name in given or (not equals and size is not None):
            raise MazeError(f"the id {id!r:.200} says {name if equals else 'a size'} twice; once is expected")
        if equals:
            given[name] = value
        else:
            size = parse_size(part)
    return size, given


def with_asked_steps(generator: Generator, then: str, given: Values) -> tuple[str, Values]:
    """The steps with those that a parameter asks for, such as turn:left by forbid=left, and the other parameters."""
    mine, rest = {parameter.name for parameter in generator.parameters}, dict(given)
    for name in given.keys() - mine:
        for step in transforms.with_parameter(name):
            if step.kind == generator.kind and step.asked_by == name:
                [parameter] = [each for each in step.parameters if each.name == name]
                with blaming(name):
                    value = parameter.format(parameter.value(rest.pop(name)))
                then = "+".join(filter(None, (then, f"{step.name}:{value}")))
    return then, rest


def refuse_foreign(generator: Generator, names: Iterable[str]) -> None:
    """Raise an error for a parameter that only other generators have; it names them, or their kinds."""
    mine = {parameter.name for parameter in generator.parameters}
    for name in (name for name in names if name not in mine):
        able = generators.with_parameter(name)
        own = ", ".join(other.name for other in able if other.kind == generator.kind)
        others = f"these kinds have: {', '.join(sorted({other.kind for other in able}))}"
        sentence = f"{generator.name if own else with_article(generator.kind) + ' puzzle'} has no parameter {name}"
        why = ", because it makes only plain rectangles of squares" if own and name in ANYWHERE else ""
        if able:
            raise MazeError(f"{sentence}{why}; {f'these generators have: {own}' if own else others}", about=name)


def refuse_idle(generator: Generator, values: Values) -> None:
    """Raise an error for a parameter that needs another one, which is missing."""
    for parameter in generator.parameters:
        idle = parameter.needs and not any(values[name] for name in parameter.needs)
        if idle and values[parameter.name] != parameter.default:
            others = " or ".join(parameter.needs).replace("_", " ")
            raise MazeError(f"{parameter.name} has no effect without {others}", about=parameter.name)


def generator_of(kind: str, using: str | None = None) -> Generator:
    """The generator of this name for a kind, or the default of the kind."""
    entry = kinds[kind]
    if using is None and not entry.generator:
        raise MazeError(f"{with_article(kind)} puzzle comes from {entry.source}")
    kind = entry.name  # where an alias was given
    try:
        generator = generators[entry.generator if using is None else using]
    except UnknownName as error:
        able = generators_of(kind)
        aliases = [alias for other in able for alias in other.aliases]
        raise UnknownName("generator", error.name, [other.name for other in able], aliases) from None
    if generator.kind != kind:
        names = ", ".join(other.name for other in generators_of(kind))
        raise MazeError(f"{generator.name} makes {generator.kind} puzzles, not {kind}; for {kind} there are {names}")
    return generator


def generators_of(kind: str) -> list[Generator]:
    """All generators of a kind."""
    return [generator for generator in generators.values() if generator.kind == kind]


def looks_like_id(text: str) -> bool:
    """Whether a text is meant as an id rather than as the name of a file."""
    head, colon, _ = text.partition(":")
    return bool(colon) and head.isidentifier() and len(head) > 1


def parse_size(text: str) -> tuple[int, int]:
    """Width and height written `20x30`; one number makes a square."""
    match = re.fullmatch(r"([-+]?\d{1,18})(?:[x×]([-+]?\d{1,18}))?", text, re.ASCII | re.IGNORECASE)
    if not match and re.fullmatch(r"\+?\d+(?:[x×]\+?\d+)?", text, re.ASCII | re.IGNORECASE):
        raise TooLarge(f"{text!r:.60} is too large a size: it would take more than 1000 PB of memory", about="size")
    if not match:
        raise MazeError(f"{text!r:.60} is not a size; write WIDTHxHEIGHT, as in 20x30")
    return int(match[1]), int(match[2] or match[1])


def parse_seed(text: str) -> int:
    """A seed written as text."""
    if not re.fullmatch(r"\d{1,19}", text, re.ASCII):
        raise MazeError(f"a seed is a whole number from 0 to 2^63 - 1, not {text!r:.60}")
    return check_seed(int(text))


def check_whole(size: Any) -> tuple[int, int]:
    """A size as plain numbers, whatever sort of whole numbers it was given in."""
    if isinstance(size, (str, dict, set)) or not hasattr(size, "__len__") or len(size) != 2:
        raise MazeError(f"a size is width and height, as in (20, 30), not {size!r:.60}")
    width, height = size
    for what, number in (("width", width), ("height", height)):
        if isinstance(number, bool) or not hasattr(number, "__index__"):
            raise MazeError(f"the {what} is a whole number, not {number!r}", about=what)
    return width.__index__(), height.__index__()
