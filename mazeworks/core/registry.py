"""What there is: kinds, generators, transforms, solvers, layouts, formats and renderers, each registering itself.

Files in the folder of a section register what they offer when they are imported; they are found by scanning
the folder, and packages outside join through the entry point group `mazeworks`. A name is looked for in the
file of that name first, so that asking for one thing does not import all others.
"""

import importlib
import importlib.util
import pkgutil
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from mazeworks.core.entries import WHERE_FINITE as WHERE_FINITE
from mazeworks.core.entries import Format as Format
from mazeworks.core.entries import Generator as Generator
from mazeworks.core.entries import Kind as Kind
from mazeworks.core.entries import Layout as Layout
from mazeworks.core.entries import Renderer as Renderer
from mazeworks.core.entries import Solver as Solver
from mazeworks.core.entries import Transform as Transform
from mazeworks.core.errors import MazeError, UnknownName
from mazeworks.core.parameters import Parameter

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mazeworks.core.puzzle import Puzzle


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
        self._aliases: dict[str, str] = {}
        self._homes: dict[str, ModuleType | None] = {}

    def add(self, entry: E) -> E:
        """Register an entry; a name or alias is taken only once, unless an interrupt ended the import that took it."""
        home, before = _home(), self._homes.get(entry.name)
        again = home and before and home is not before and home.__name__ == before.__name__
        aliases: tuple[str, ...] = getattr(entry, "aliases", ())
        for name in (entry.name, *aliases):
            if (name in self._entries or name in self._aliases) and not again:
                raise MazeError(f"there is already a {self.word} called {name!r}")
        self._entries[entry.name], self._homes[entry.name] = entry, home
        self._aliases |= dict.fromkeys(aliases, entry.name)
        return entry

    def __getitem__(self, name: str) -> E:
        if not isinstance(name, str):
            raise UnknownName(self.word, repr(name), self)
        path = f"{self.folder}.{name}"
        if name not in self._entries and name.isidentifier() and importlib.util.find_spec(path):
            importlib.import_module(path)
        if self._aliases.get(name, name) not in self._entries:
            self.load()
        if self._aliases.get(name, name) not in self._entries:
            load_all()
        name = self._aliases.get(name, name)
        if name not in self._entries:
            raise UnknownName(self.word, name, self._entries, self._aliases)
        home = self._homes[name]
        if home is not None:  # whole by now, also where another thread is importing it or an import was broken off
            importlib.import_module(home.__name__)
        return self._entries[name]

    def load(self) -> None:
        """Import every file in the folder of this section."""
        package = importlib.import_module(self.folder)
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{self.folder}.{module.name}")

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


def _home() -> ModuleType | None:
    """The module that is registering something; None where it is no module that can be imported."""
    frame = sys._getframe(2)
    while frame.f_globals is globals() and frame.f_back is not None:
        frame = frame.f_back
    home = sys.modules.get(frame.f_globals.get("__name__", ""))
    return home if home is not None and home.__dict__ is frame.f_globals and home.__spec__ is not None else None


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
    formats: tuple[str, ...] = ("json",),
    facets: tuple[type[Any], ...] = (),
    source: str = "a file; none can be made by chance",
    aliases: tuple[str, ...] = (),
) -> Callable[[P], P]:
    """Register the class of a kind of puzzle, and the facets it has beside its rules."""

    def register(puzzle: P) -> P:
        puzzle.kind, puzzle._facets = name, facets
        kinds.add(Kind(name, sentence, puzzle, generator, formats, source, aliases))
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
    most_side: int | None = None,
    most_cells: int | None = None,
    aliases: tuple[str, ...] = (),
) -> Callable[[F], F]:
    """Register a generator: `function(random, **parameters)`, with `width, height` first if it has a size.

    One that traces also takes `trace`; if that is true, it sets `carving` of the puzzle.
    """

    def register(function: F) -> F:
        made = Generator(name, sentence, kind, function, parameters, promises, size, traces, searches)
        generators.add(replace(made, most_side=most_side, most_cells=most_cells, aliases=aliases))
        return function

    return register


def transform(
    name: str,
    sentence: str,
    parameters: tuple[Parameter, ...] = (),
    promises: tuple[str, ...] = (),
    on_cells: "Callable[..., NDArray[np.uint8]] | None" = None,
    only: str = "it is made for rectangles of squares",
    grows: int = 1,
) -> Callable[[F], F]:
    """Register a transform: `function(grid, random, **parameters)`, and for all other layouts `on_cells`."""

    def register(function: F) -> F:
        transforms.add(Transform(name, sentence, function, parameters, promises, on_cells, only, grows))
        return function

    return register


def solver(
    name: str,
    sentence: str,
    needs: str = "any",
    promises: tuple[str, ...] = (),
    parameters: tuple[Parameter, ...] = (),
    weights: str = "unit",
    aliases: tuple[str, ...] = (),
) -> Callable[[F], F]:
    """Register a solver: `function(puzzle, limit, trace, **parameters)`."""

    def register(function: F) -> F:
        solvers.add(Solver(name, sentence, function, needs, promises, parameters, weights, aliases))
        return function

    return register


def layout(
    name: str,
    sentence: str,
    parameter: Parameter | None = None,
    flat: bool = True,
    chance: bool = False,
    cell: tuple[float, float] = (1, 1),
    round: bool = False,
    rectangle: bool = False,
) -> Callable[[F], F]:
    """Register an arrangement of cells: `plan(width, height, random)`, with its parameter where it has one."""

    def register(plan: F) -> F:
        layouts.add(Layout(name, sentence, plan, parameter, flat, chance, cell, round, rectangle))
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
        section.load()
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
