"""The entries of the registry: kinds, generators, transforms, solvers, formats, renderers, layouts, and their facts."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from mazeworks.core.parameters import Parameter

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mazeworks.core.grid import Grid
    from mazeworks.core.puzzle import Puzzle, Solution, Solved


class Entry:
    """Something in the registry: its name, a sentence, and what else `maze list` shows of it.

    The registered object is the first field, so that a decorator takes all others; aliases are other usual names.
    Names are unique, so entries are compared by identity, which is also faster to define.
    """

    name: str
    sentence: str
    parameters: tuple[Parameter, ...] = ()
    #: Fields and properties that are listed beside these two.
    listed: ClassVar[tuple[str, ...]] = ()

    def facts(self) -> dict[str, Any]:
        """The listed fields as plain values."""
        return {name: _plain(getattr(self, name)) for name in ("name", "sentence", *self.listed)}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value.to_data() if isinstance(value, Parameter) else value


@dataclass(frozen=True, eq=False)
class Kind(Entry):
    """The class of a kind of puzzle, with the facets it has beside its rules."""

    listed = ("aliases", "generator", "format")
    puzzle: "type[Puzzle[Any]]"
    name: str
    sentence: str
    #: The default generator; empty where puzzles of this kind come from files only.
    generator: str = ""
    #: The default formats; a puzzle is written in the first that can hold it.
    formats: tuple[str, ...] = ("json",)
    facets: tuple[type[Any], ...] = ()
    #: Where such a puzzle comes from if its kind has no generator.
    source: str = "a file; this kind has no generator"
    aliases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.puzzle.kind, self.puzzle._facets = self.name, self.facets

    @property
    def format(self) -> str:
        """The format that most puzzles of this kind are written in."""
        return self.formats[0]

    def facts(self) -> dict[str, Any]:
        return super().facts() | {"generator": self.generator or None}


#: Where generators and transforms work, in words.
EVERYWHERE, RECTANGLES = "every layout, masked or not", "rectangles of squares"


@dataclass(frozen=True, eq=False)
class Generator(Entry):
    """A way to make puzzles of one kind: `function(random, **parameters)`, with `width, height` first if it has a size.

    One that traces also takes `trace`; if that is true, it sets `carving` of the puzzle.
    """

    listed = ("aliases", "kind", "works_on", "promises", "size", "most_side", "most_cells", "searches", "parameters")
    function: "Callable[..., Puzzle[Any]]"
    name: str
    sentence: str
    kind: str
    parameters: tuple[Parameter, ...] = ()
    promises: tuple[str, ...] = ()
    #: The default width and height; None where the kind has no size.
    size: tuple[int, int] | None = None
    #: Whether it can record the order in which it opens passages.
    traces: bool = False
    #: Whether it searches among many puzzles, so that making one again takes as long as the first time.
    searches: bool = False
    #: The longest side, and the most cells, that it makes; None where only memory limits them.
    most_side: int | None = None
    most_cells: int | None = None
    aliases: tuple[str, ...] = ()
    #: Of one whose name a kernel for batches has: the settings of that kernel, from the generator's own parameters.
    batch: "Callable[..., Sequence[int]] | None" = None

    @property
    def works_on(self) -> str:
        """Where it makes wall mazes, in words; empty for other kinds."""
        anywhere = any(parameter.name == "layout" for parameter in self.parameters)
        return EVERYWHERE if anywhere else RECTANGLES if self.traces else ""


@dataclass(frozen=True, eq=False)
class Transform(Entry):
    """A way to change a wall maze: `function(grid, random, **parameters)`, and for all other layouts `on_cells`."""

    listed = ("kind", "works_on", "promises", "parameters")
    #: For a plain rectangle; it may change the grid it is given, and returns the new one.
    function: "Callable[..., Grid]"
    name: str
    sentence: str
    parameters: tuple[Parameter, ...] = ()
    promises: tuple[str, ...] = ()
    #: On any layout: `on_cells(passages, random, **parameters)` returns which edges are open then, and changes nothing.
    on_cells: "Callable[..., NDArray[np.uint8]] | None" = None
    #: Why it works only on rectangles, if it does.
    only: str = "it is made for rectangles of squares"
    #: How many times as wide and as high a maze becomes, so that its size is known before any work.
    grows: int = 1
    #: The kind it changes, the kind it makes if another (see `transforms/turn.py`), and the parameter asking for it.
    kind: str = "wall"
    into: str = ""
    asked_by: str = ""

    @property
    def works_on(self) -> str:
        """What it can change, in words."""
        return EVERYWHERE if self.on_cells else RECTANGLES


#: The promise of a solver that may not terminate on infinite puzzles.
WHERE_FINITE = "complete where states are finitely many"
#: What a solver needs, in words.
NEEDS = {
    "any": "any puzzle, endless ones too",
    "finite": "puzzles of finitely many states",
    "both ways": "finite puzzles whose moves can be taken back",
    "grid": "rectangles with walls",
    "walls": "rectangles with walls, though some may be broken",
}


@dataclass(frozen=True, eq=False)
class Solver(Entry):
    """A way to solve: `function(puzzle, limit, trace, **parameters)`, with a limit of states or None."""

    listed = ("aliases", "needs", "weights", "works_on", "promises", "parameters")
    function: "Callable[..., Solution[Any] | None]"
    name: str
    sentence: str
    #: One of NEEDS.
    needs: str = "any"
    #: "optimal": the shortest way; "complete": finds a way, or proves that there is none among finitely many states.
    promises: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    #: "unit" if it assumes that every move costs 1, "any" if it respects the costs of moves.
    weights: str = "unit"
    aliases: tuple[str, ...] = ()

    @property
    def works_on(self) -> str:
        """What it can solve, in words."""
        costs = "whatever moves cost" if self.weights == "any" else "where every move costs 1"
        return f"{NEEDS[self.needs]}, {costs}"

    def completes(self, finite: bool) -> bool:
        """Whether it always finds an existing solution; `finite` says that the puzzle is."""
        return "complete" in self.promises or (finite and WHERE_FINITE in self.promises)


@dataclass(frozen=True, eq=False)
class Format(Entry):
    """A file format."""

    listed = ("extensions", "shows_solution", "options")
    name: str
    sentence: str
    extensions: tuple[str, ...]
    #: Whether the beginning of a file looks like this format.
    sniff: Callable[[Any], bool]
    #: From a text and options of the command line; it removes the options that it handles.
    read: "Callable[[Any, dict[str, Any]], Puzzle[Any]]"
    #: Pieces of text or bytes; raises a MazeError for a puzzle this format cannot hold.
    write: "Callable[[Solved[Any]], Iterator[str | bytes]]"
    #: Whether this format can hold a puzzle.
    holds: "Callable[[Puzzle[Any]], bool]"
    #: Options that only this format understands: where one is given, the text is in this format.
    options: tuple[Parameter, ...] = ()
    #: Whether `sniff` and `read` take the bytes of a file instead of its text.
    binary: bool = False
    #: Whether what it writes shows a solution that it is given.
    shows_solution: bool = True
    #: How a text begins that is in this format for certain, whatever its characters look like.
    header: str = ""


@dataclass(frozen=True, eq=False)
class Renderer(Entry):
    """A way to draw any puzzle."""

    listed = ("extensions", "parameters")
    name: str
    sentence: str
    extensions: tuple[str, ...]
    #: Called with the puzzle and its solutions, and a value for every parameter.
    draw: "Callable[..., Iterator[str | bytes]]"
    parameters: tuple[Parameter, ...] = ()
    #: Whether a file that it writes can be read again as the same puzzle; None where that depends on the drawing.
    reads_back: bool | None = False

    @property
    def defaults(self) -> dict[str, Any]:
        """The value of every parameter where none is given."""
        return {parameter.name: parameter.default for parameter in self.parameters}


@dataclass(frozen=True, eq=False)
class Layout(Entry):
    """An arrangement of cells: `plan(width, height, random)`, with its parameter by name where it has one."""

    listed = ("flat", "parameter")
    plan: Callable[..., Any]
    name: str
    sentence: str
    #: Its parameter, if any, written after a colon, as in `floors:3`.
    parameter: Parameter | None = None
    #: Whether it lies flat on a table: nothing wraps around, and no passage goes over another.
    flat: bool = True
    #: Whether it draws random numbers, so that the same size may be arranged in several ways.
    chance: bool = False
    #: How far a cell reaches across and down on the sheet before the next begins.
    cell: tuple[float, float] = (1, 1)
    #: Whether its cells are rings, of which the lesser of width and height is the diameter.
    round: bool = False
    #: Whether its cells are a plain rectangle of squares, which has the grid as its structure.
    rectangle: bool = False
    #: Whether its setting is a number of storeys, each of the whole size.
    storeys: bool = False
    #: The places at which a book offers it among the layouts that print well, and cells down a sheet for one across.
    in_books: tuple[int, ...] = ()
    shape: float = 1.25
