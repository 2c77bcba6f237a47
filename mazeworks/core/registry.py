"""What there is: kinds, generators, transforms, solvers, layouts, formats and renderers, each registering itself.

Files in the folder of a section register what they offer when they are imported; they are found by scanning
the folder, and packages outside join through the entry point group `mazeworks`. A name is looked for in the
file of that name first, so that asking for one thing does not import all others.
"""

import importlib
import importlib.util
import pkgutil
import threading
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from mazeworks.core.errors import MazeError, UnknownName
from mazeworks.core.parameters import Parameter

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mazeworks.core.arrangement import Plan
    from mazeworks.core.grid import Grid
    from mazeworks.core.puzzle import Puzzle, Solution


class Entry(Protocol):
    """Anything with a name, a sentence, and facts for `maze list`."""

    @property
    def name(self) -> str: ...
    @property
    def sentence(self) -> str: ...
    def facts(self) -> dict[str, Any]: ...


E = TypeVar("E", bound=Entry)


class Section(Generic[E]):
    """The entries of one sort, by name."""

    def __init__(self, word: str, folder: str) -> None:
        self.word = word
        self.folder = f"mazeworks.{folder}"
        self._entries: dict[str, E] = {}

    def add(self, entry: E) -> E:
        """Register an entry; a name is taken only once."""
        if entry.name in self._entries:
            raise MazeError(f"there is already a {self.word} called {entry.name!r}")
        self._entries[entry.name] = entry
        return entry

    def __getitem__(self, name: str) -> E:
        if not isinstance(name, str):
            raise UnknownName(self.word, repr(name), self)
        path = f"{self.folder}.{name}"
        if name not in self._entries and name.isidentifier() and importlib.util.find_spec(path):
            importlib.import_module(path)
        if name not in self._entries:
            load_all()
        if name not in self._entries:
            raise UnknownName(self.word, name, self._entries)
        return self._entries[name]

    def __contains__(self, name: str) -> bool:
        try:
            self[name]
        except UnknownName:
            return False
        return True

    def __iter__(self) -> Iterator[str]:
        load_all()
        return iter(sorted(self._entries))

    def values(self) -> list[E]:
        """Every entry, in the order of their names."""
        return [self._entries[name] for name in self]


@dataclass(frozen=True)
class Kind:
    """A kind of puzzle."""

    name: str
    sentence: str
    puzzle: "type[Puzzle[Any]]"
    #: The maker used where none is named; empty where a puzzle of this kind comes from files only.
    generator: str
    #: The format it is written in where none is named.
    format: str
    #: Where such a puzzle comes from if it has no maker of its own.
    source: str = "a file; none can be made by chance"

    def facts(self) -> dict[str, Any]:
        return {"generator": self.generator or None, "format": self.format}


@dataclass(frozen=True)
class Generator:
    """A way to make puzzles of one kind."""

    name: str
    sentence: str
    kind: str
    function: "Callable[..., Puzzle[Any]]"
    parameters: tuple[Parameter, ...]
    promises: tuple[str, ...]
    #: Width and height made where none are given; None where the kind has no size.
    size: tuple[int, int] | None
    #: Whether it can tell the order in which it opened passages.
    traces: bool = False
    #: Whether it looks through many puzzles for a good one, so that making the same again takes as long again.
    searches: bool = False

    def facts(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "promises": list(self.promises),
            "size": list(self.size) if self.size else None,
            "searches": self.searches,
            "parameters": [parameter.to_data() for parameter in self.parameters],
        }


@dataclass(frozen=True)
class Transform:
    """A way to change a wall maze into another."""

    name: str
    sentence: str
    #: On a plain rectangle: `function(grid, random, **parameters)`; it may change the grid it is given, and returns
    #: the new one.
    function: "Callable[..., Grid]"
    parameters: tuple[Parameter, ...]
    promises: tuple[str, ...]
    #: On any layout and outline: `on_cells(maze, random, **parameters)`, from a maze of cells to which of its
    #: edges are open afterwards; that maze stays as it is.
    on_cells: "Callable[..., NDArray[np.uint8]] | None" = None
    #: Where it cannot, why not.
    only: str = ""

    @property
    def works_on(self) -> str:
        """What it can change, in words."""
        return "every layout, masked or not" if self.on_cells else "rectangles of squares"

    def facts(self) -> dict[str, Any]:
        parameters = [parameter.to_data() for parameter in self.parameters]
        return {"works_on": self.works_on, "promises": list(self.promises), "parameters": parameters}


class SolverFunction(Protocol):
    """What a solver is: a puzzle, a limit of states or None, whether to trace, and parameters of its own."""

    def __call__(
        self, puzzle: "Puzzle[Any]", limit: int | None, trace: bool, /, **parameters: Any
    ) -> "Solution[Any] | None": ...


#: What a solver promises that may follow an endless way for ever, past the goal.
WHERE_FINITE = "complete where states are finitely many"


@dataclass(frozen=True)
class Solver:
    """A way to solve."""

    name: str
    sentence: str
    function: SolverFunction
    #: "any" puzzle; one with "finite" states; one where moves go "both ways", finite too; or one with a "grid".
    needs: str
    #: "optimal": the shortest way; "complete": finds a way, or proves that there is none among finitely many states.
    promises: tuple[str, ...]
    parameters: tuple[Parameter, ...] = ()
    #: "unit" for a solver that takes every move to cost 1, "any" for one that is right whatever moves cost.
    weights: str = "unit"

    def completes(self, finite: bool) -> bool:
        """Whether it is sure to find a way where there is one, on a puzzle it can work on, finite or perhaps not."""
        return "complete" in self.promises or (finite and WHERE_FINITE in self.promises)

    def facts(self) -> dict[str, Any]:
        parameters = [parameter.to_data() for parameter in self.parameters]
        facts = {"needs": self.needs, "weights": self.weights, "promises": list(self.promises)}
        return facts | {"parameters": parameters}


@dataclass(frozen=True)
class Format:
    """A file format."""

    name: str
    sentence: str
    extensions: tuple[str, ...]
    #: Whether the beginning of a file looks like this format.
    sniff: Callable[[Any], bool]
    #: From a text and options of the command line; it takes out of the options what it understands.
    read: "Callable[[Any, dict[str, str]], Puzzle[Any]]"
    #: Pieces of text or bytes; raises a MazeError for a puzzle this format cannot hold.
    write: "Callable[[Puzzle[Any], Solution[Any] | None], Iterator[str | bytes]]"
    #: Whether this format can hold a puzzle.
    holds: "Callable[[Puzzle[Any]], bool]"
    #: Options that only this format understands: where one is given, the text is in this format.
    options: tuple[str, ...] = ()
    #: Whether `sniff` and `read` are given the bytes of a file as they stand, rather than its text.
    binary: bool = False

    def facts(self) -> dict[str, Any]:
        return {"extensions": list(self.extensions)}


@dataclass(frozen=True)
class Renderer:
    """A way to draw any puzzle."""

    name: str
    sentence: str
    extensions: tuple[str, ...]
    #: Called with the puzzle, its solution or None, and a value for every parameter.
    draw: "Callable[..., Iterator[str | bytes]]"
    parameters: tuple[Parameter, ...] = ()

    def facts(self) -> dict[str, Any]:
        return {
            "extensions": list(self.extensions),
            "parameters": [parameter.to_data() for parameter in self.parameters],
        }


@dataclass(frozen=True)
class Layout:
    """An arrangement of cells."""

    name: str
    sentence: str
    #: `plan(width, height, random)`, with its parameter by name where it has one.
    plan: "Callable[..., Plan]"
    #: What can be set, written after a colon, as in `floors:3`.
    parameter: Parameter | None = None
    #: Whether it lies flat on a table: nothing wraps around, and no passage goes over another.
    flat: bool = True
    #: Whether it draws random numbers, so that the same size may be arranged in several ways.
    chance: bool = False

    def facts(self) -> dict[str, Any]:
        return {"flat": self.flat, "parameter": self.parameter.to_data() if self.parameter else None}


kinds: Section[Kind] = Section("kind", "puzzles")
generators: Section[Generator] = Section("generator", "generators")
transforms: Section[Transform] = Section("transform", "transforms")
solvers: Section[Solver] = Section("solver", "solvers")
layouts: Section[Layout] = Section("layout", "layouts")
formats: Section[Format] = Section("format", "formats")
renderers: Section[Renderer] = Section("renderer", "renderers")

SECTIONS: dict[str, Section[Any]] = {
    "kinds": kinds,
    "generators": generators,
    "transforms": transforms,
    "solvers": solvers,
    "layouts": layouts,
    "formats": formats,
    "renderers": renderers,
}

P = TypeVar("P", bound="type[Puzzle[Any]]")
F = TypeVar("F", bound=Callable[..., Any])


def kind(
    name: str,
    sentence: str,
    generator: str = "",
    format: str = "json",
    source: str = "a file; none can be made by chance",
) -> Callable[[P], P]:
    """Register the class of a kind of puzzle."""

    def register(puzzle: P) -> P:
        puzzle.kind = name
        kinds.add(Kind(name, sentence, puzzle, generator, format, source))
        return puzzle

    return register


def generator(
    name: str,
    sentence: str,
    kind: str,
    parameters: tuple[Parameter, ...] = (),
    promises: tuple[str, ...] = (),
    size: tuple[int, int] | None = None,
    traces: bool = False,
    searches: bool = False,
) -> Callable[[F], F]:
    """Register a maker: `function(random, **parameters)`, with `width, height` first where it has a size.

    One that traces takes `trace` too, and where that is true sets `carving` of the puzzle.
    """

    def register(function: F) -> F:
        generators.add(Generator(name, sentence, kind, function, parameters, promises, size, traces, searches))
        return function

    return register


def transform(
    name: str,
    sentence: str,
    parameters: tuple[Parameter, ...] = (),
    promises: tuple[str, ...] = (),
    on_cells: "Callable[..., NDArray[np.uint8]] | None" = None,
    only: str = "it is made for rectangles of squares",
) -> Callable[[F], F]:
    """Register a transform: `function(grid, random, **parameters)`, and for all other layouts `on_cells`."""

    def register(function: F) -> F:
        transforms.add(Transform(name, sentence, function, parameters, promises, on_cells, only))
        return function

    return register


def solver(
    name: str,
    sentence: str,
    needs: str = "any",
    promises: tuple[str, ...] = (),
    parameters: tuple[Parameter, ...] = (),
    weights: str = "unit",
) -> Callable[[F], F]:
    """Register a solver: `function(puzzle, limit, trace, **parameters)`."""

    def register(function: F) -> F:
        solvers.add(Solver(name, sentence, function, needs, promises, parameters, weights))
        return function

    return register


def layout(
    name: str, sentence: str, parameter: Parameter | None = None, flat: bool = True, chance: bool = False
) -> Callable[["Callable[..., Plan]"], "Callable[..., Plan]"]:
    """Register an arrangement of cells: `plan(width, height, random)`, with its parameter where it has one."""

    def register(plan: "Callable[..., Plan]") -> "Callable[..., Plan]":
        layouts.add(Layout(name, sentence, plan, parameter, flat, chance))
        return plan

    return register


class PluginWarning(RuntimeWarning):
    """A package outside that wanted to join, and could not."""


_loading = threading.RLock()
_loaded = "no"


def load_all() -> None:
    """Import every file that registers something, ours and those of packages outside; others wait meanwhile."""
    global _loaded
    if _loaded == "yes":
        return
    with _loading:
        if _loaded == "no":  # not from within the loading itself
            _loaded = "begun"
            try:
                _import_all()
            except BaseException:  # an interrupt, say: the next who asks loads again
                _loaded = "no"
                raise
            _loaded = "yes"


def _import_all() -> None:
    for section in SECTIONS.values():
        package = importlib.import_module(section.folder)
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{section.folder}.{module.name}")
    from importlib.metadata import entry_points

    for point in entry_points(group="mazeworks"):
        try:
            point.load()
        except Exception as error:  # somebody else's code, which must not stop ours
            warnings.warn(f"the plugin {point.name!r} cannot be loaded: {error}", PluginWarning, stacklevel=2)


def all_data() -> dict[str, list[dict[str, Any]]]:
    """The whole registry as plain values."""
    return {
        title: [{"name": e.name, "sentence": e.sentence, **e.facts()} for e in section.values()]
        for title, section in SECTIONS.items()
    }
