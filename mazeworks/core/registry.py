"""What there is: kinds, generators, solvers, layouts, formats and renderers, each registering itself.

Files in the folder of a section register what they offer when they are imported; they are found by scanning
the folder, and packages outside join through the entry point group `mazeworks`. A name is looked for in the
file of that name first, so that asking for one thing does not import all others.
"""

import importlib
import importlib.util
import pkgutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from mazeworks.core.errors import MazeError, UnknownName
from mazeworks.core.parameters import Parameter

if TYPE_CHECKING:
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
    #: Whether the function takes `trace=True` and then leaves the order of its work in `puzzle.carved`.
    traces: bool = False

    def facts(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "promises": list(self.promises),
            "size": list(self.size) if self.size else None,
            "parameters": [parameter.to_data() for parameter in self.parameters],
        }


class SolverFunction(Protocol):
    """What a solver is: a puzzle, a limit of states or None, whether to trace, and parameters of its own."""

    def __call__(
        self, puzzle: "Puzzle[Any]", limit: int | None, trace: bool, /, **parameters: Any
    ) -> "Solution[Any] | None": ...


@dataclass(frozen=True)
class Solver:
    """A way to solve."""

    name: str
    sentence: str
    function: SolverFunction
    #: "any" puzzle, or those with a "grid".
    needs: str
    #: "optimal": the shortest way; "complete": finds a way or proves that there is none.
    promises: tuple[str, ...]
    parameters: tuple[Parameter, ...] = ()

    def facts(self) -> dict[str, Any]:
        parameters = [parameter.to_data() for parameter in self.parameters]
        return {"needs": self.needs, "promises": list(self.promises), "parameters": parameters}


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

    def facts(self) -> dict[str, Any]:
        return {}


kinds: Section[Kind] = Section("kind", "puzzles")
generators: Section[Generator] = Section("generator", "generators")
solvers: Section[Solver] = Section("solver", "solvers")
layouts: Section[Layout] = Section("layout", "layouts")
formats: Section[Format] = Section("format", "formats")
renderers: Section[Renderer] = Section("renderer", "renderers")

SECTIONS: dict[str, Section[Any]] = {
    "kinds": kinds,
    "generators": generators,
    "solvers": solvers,
    "layouts": layouts,
    "formats": formats,
    "renderers": renderers,
}

P = TypeVar("P", bound="type[Puzzle[Any]]")
F = TypeVar("F", bound=Callable[..., Any])


def kind(name: str, sentence: str, generator: str = "", format: str = "json") -> Callable[[P], P]:
    """Register the class of a kind of puzzle."""

    def register(puzzle: P) -> P:
        puzzle.kind = name
        kinds.add(Kind(name, sentence, puzzle, generator, format))
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
) -> Callable[[F], F]:
    """Register a maker: `function(random, **parameters)`, with `width, height` first where it has a size."""

    def register(function: F) -> F:
        generators.add(Generator(name, sentence, kind, function, parameters, promises, size, traces))
        return function

    return register


def solver(
    name: str,
    sentence: str,
    needs: str = "any",
    promises: tuple[str, ...] = (),
    parameters: tuple[Parameter, ...] = (),
) -> Callable[[F], F]:
    """Register a solver: `function(puzzle, limit, trace, **parameters)`."""

    def register(function: F) -> F:
        solvers.add(Solver(name, sentence, function, needs, promises, parameters))
        return function

    return register


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
            _import_all()
            _loaded = "yes"


def _import_all() -> None:
    for section in SECTIONS.values():
        package = importlib.import_module(section.folder)
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{section.folder}.{module.name}")
    from importlib.metadata import entry_points

    for point in entry_points(group="mazeworks"):
        point.load()


def all_data() -> dict[str, list[dict[str, Any]]]:
    """The whole registry as plain values."""
    return {
        title: [{"name": e.name, "sentence": e.sentence, **e.facts()} for e in section.values()]
        for title, section in SECTIONS.items()
    }
