"""The registry of kinds, generators, transforms, solvers, layouts, formats and renderers; each registers itself.

A file registers what it offers when it is imported. Asking for one thing imports the file that offers it and no
other: the file of that name, or else the one whose text registers the name. Packages outside join through the entry
point group `mazeworks`; they are imported where no file of ours answers, and where all entries are listed.
"""

import functools
import importlib
import importlib.util
import os
import re
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from mazeworks.core.entries import WHERE_FINITE, Entry, Format, Generator, Kind, Layout, Renderer, Solver, Transform
from mazeworks.core.errors import MazeError, UnknownName, with_article

__all__ = ["WHERE_FINITE", "Format", "Generator", "Kind", "Layout", "Renderer", "Solver", "Transform"]  # from there
E = TypeVar("E", bound=Entry)
F = TypeVar("F", bound=Callable[..., Any])
S = ParamSpec("S")


class Loading:
    """Work that is done once, by the first caller; other threads wait meanwhile."""

    lock = threading.RLock()

    def __init__(self, work: Callable[[], None]) -> None:
        self.work, self.state = work, "no"

    def __call__(self) -> None:
        if self.state == "yes":
            return
        with self.lock:
            if self.state == "no":  # not from within the work itself
                self.state = "begun"
                try:
                    self.work()
                except BaseException:  # such as an interrupt, after which the next caller retries
                    self.state = "no"
                    raise
                self.state = "yes"


class Section(Generic[E]):
    """The entries of one sort, by name."""

    def __init__(self, word: str, folder: str) -> None:
        self.word = word
        self.folder = f"mazeworks.{folder}"
        self._entries: dict[str, E] = {}
        self._aliases: dict[str, str] = {}
        self._homes: dict[str, ModuleType | None] = {}
        #: The names of entries whose files are imported to their end.
        self._whole: set[str] = set()
        #: Imports every file that registers an entry here, ours and those of packages outside.
        self.load = Loading(self._import_all)

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
        self._whole.discard(entry.name)
        return entry

    def __getitem__(self, name: str) -> E:
        if not isinstance(name, str):
            raise UnknownName(self.word, repr(name), self)
        if name in self._whole:
            return self._entries[name]
        if not self.is_own(name):
            self.load()
        name = self._aliases.get(name, name)
        if name not in self._entries:
            raise UnknownName(self.word, name, self._entries, self._aliases)
        home = self._homes[name]
        if home is not None:  # another thread may be importing it, or an import was broken off
            importlib.import_module(home.__name__)
        self._whole.add(name)
        return self._entries[name]

    def is_own(self, name: str) -> bool:
        """Whether a file of ours registers this name or alias, or another package already did; imports the file."""
        path = f"{self.folder}.{name}"
        if name in self._entries or name in self._aliases:
            return True
        if name.isidentifier() and importlib.util.find_spec(path):
            importlib.import_module(path)
        for module in [] if name in self._entries else self._modules.get(name, []):
            importlib.import_module(module)
        return name in self._entries or name in self._aliases

    @functools.cached_property
    def _modules(self) -> dict[str, list[str]]:
        """Modules of ours by the names and aliases that their text registers in this section."""
        registers = re.compile(rf'(?:\b|_)(?:{self.word}\(|{self.word}s\.add\(\s*\w+\()\s*"(\w+)"')
        found: dict[str, list[str]] = {}
        for section in SECTIONS.values():
            for module, text in _texts(section.folder).items():
                names = registers.findall(text)
                aliases = " ".join(re.findall(r"\baliases=\(([^)]*)\)", text)) if names or section is self else ""
                for name in names + re.findall(r'"(\w+)"', aliases):
                    found.setdefault(name, []).append(module)
        return found

    def with_extension(self, extension: str) -> list[E]:
        """Entries of ours that have an extension; only files that register something with it are imported."""
        for module, text in _texts(self.folder).items():
            if f'"{extension}"' in text.partition(f"{self.word}s.add(")[2]:
                importlib.import_module(module)
        ours = [name for name, home in sorted(self._homes.items()) if home and home.__name__ in _texts(self.folder)]
        return [self[name] for name in ours if extension in getattr(self._entries[name], "extensions", ())]

    def refuse_foreign(self, entry: Entry | None, names: Iterable[str], owner: str = "") -> None:
        """Raise an error for a parameter that only other entries have; where none was chosen, of an owner in words."""
        mine = {parameter.name for parameter in (entry.parameters if entry else ())}
        for name in (name for name in names if name not in mine):
            if able := [other.name for other in self.with_parameter(name)]:
                others = f"these {self.word}s have: {', '.join(able)}"
                raise MazeError(f"{entry.name if entry else owner} has no parameter {name}; {others}", about=name)

    def with_parameter(self, name: str) -> list[E]:
        """The entries that have a parameter of this name."""
        return [entry for entry in self.values() if any(each.name == name for each in entry.parameters)]

    def _import_all(self) -> None:
        elsewhere = {module for modules in self._modules.values() for module in modules}
        for module in sorted(elsewhere.union(_texts(self.folder))):
            importlib.import_module(module)
        load_plugins()

    def __contains__(self, name: str) -> bool:
        try:
            self[name]
        except UnknownName:
            return False
        return True

    def __iter__(self) -> Iterator[str]:
        self.load()
        return iter(sorted(self._entries))

    def values(self) -> list[E]:
        """Every entry, in the order of their names."""
        return [self._entries[name] for name in self]


@functools.cache
def _texts(folder: str) -> dict[str, str]:
    """The text of every file in a folder of the package, by the name of its module."""
    spec = importlib.util.find_spec(folder)
    [path] = (spec and spec.submodule_search_locations) or [""]
    if not os.path.isdir(path):  # the package is in a zip file
        import pkgutil

        inside: Any = pkgutil.iter_modules([path], f"{folder}.")
        return {file.name: file.module_finder.find_spec(file.name).loader.get_source(file.name) for file in inside}
    found = {}
    for file in sorted(os.listdir(path)):
        if file.endswith(".py") and file != "__init__.py":
            with open(os.path.join(path, file), encoding="utf-8") as text:
                found[f"{folder}.{file[:-3]}"] = text.read()
    return found


def _home() -> ModuleType | None:
    """The module that registers an entry; None where it cannot be imported again."""
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
    f"{section.word}s": section
    for section in (kinds, generators, transforms, solvers, layouts, formats, renderers)  # as they are listed
}


def register(entry: E) -> E:
    """Register an entry, such as a `Format` or a `Renderer`."""
    section: Section[E] = SECTIONS[f"{type(entry).__name__.lower()}s"]
    return section.add(entry)


def _registering(section: Section[E], entry: Callable[Concatenate[Any, S], E]) -> Callable[S, Callable[[F], F]]:
    """A function that takes the facts of an entry and returns a decorator for the function or class that it names."""

    def facts(*args: S.args, **kwargs: S.kwargs) -> Callable[[F], F]:
        def register(thing: F) -> F:
            section.add(entry(thing, *args, **kwargs))
            return thing

        return register

    facts.__name__, facts.__doc__ = section.word, f"Register {with_article(section.word)}. {entry.__doc__}"
    return facts


kind = _registering(kinds, Kind)
generator = _registering(generators, Generator)
transform = _registering(transforms, Transform)
solver = _registering(solvers, Solver)
layout = _registering(layouts, Layout)


class PluginWarning(RuntimeWarning):
    """A plug-in that failed to load."""


def _import_plugins() -> None:
    from importlib.metadata import entry_points

    for point in entry_points(group="mazeworks"):
        try:
            point.load()
        except Exception as error:  # code of others, which must not stop ours
            warnings.warn(f"the plugin {point.name!r} cannot be loaded: {error}", PluginWarning, stacklevel=2)


load_plugins = Loading(_import_plugins)


def load_all() -> None:
    """Import every file that registers something, ours and those of packages outside."""
    for section in SECTIONS.values():
        section.load()


def all_data() -> dict[str, list[dict[str, Any]]]:
    """The whole registry as plain values."""
    return {title: [entry.facts() for entry in section.values()] for title, section in SECTIONS.items()}
