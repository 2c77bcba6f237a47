"""A few puzzles of every kind there is: made by every generator, and read from `examples/`."""

import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from mazeworks import Direction, Maze, Position, Puzzle, Random, load, make
from mazeworks.core.errors import Note
from mazeworks.core.facets import variants_of
from mazeworks.core.registry import generators, kinds, layouts
from tests import ROOT

EXAMPLES = ROOT / "examples"

#: Sizes other than a generator's own, for those that would take long in a test.
_CARVERS = (
    "backtracker growing_tree prim kruskal boruvka wilson aldous_broder hunt_and_kill percolation "
    "eller sidewinder binary_tree recursive_division spiral rooms cellular terrain"
)
SIZES: dict[str, tuple[int, int]] = dict.fromkeys(_CARVERS.split(), (9, 6)) | {"coloured": (5, 4)}

#: Parameters other than a generator's own, for the same reason.
PARAMETERS: dict[str, dict[str, Any]] = {"coloured": {"candidates": 20_000}}


@cache
def made(generator: str, seed: int) -> Puzzle[Any]:
    """A puzzle of a generator; small, and the same for the same seed."""
    entry = generators[generator]
    size, few = ((4, 4), {"candidates": 400}) if entry.searches else (None, {})
    return make(entry.kind, SIZES.get(generator, size), generator, seed, **PARAMETERS.get(generator, few))


class Samples(Mapping[str, Puzzle[Any]]):
    """Puzzles by name; those of generators are made once a test asks for them, so that collecting tests is quick."""

    def __init__(self, ready: dict[str, Puzzle[Any]]) -> None:
        self.ready = ready
        self.generated = {f"{name}#{seed}": (name, seed) for name in generators for seed in (1, 2)}

    def __getitem__(self, name: str) -> Puzzle[Any]:
        return self.ready[name] if name in self.ready else made(*self.generated[name])

    def __iter__(self) -> Iterator[str]:
        return iter({**self.generated, **self.ready})

    def __len__(self) -> int:
        return len({**self.generated, **self.ready})


@cache
def samples() -> Samples:
    """Puzzles by name: two per generator, one per layout, and the first two examples of each kind."""
    found: dict[str, Puzzle[Any]] = {}
    for layout in layouts.values():
        size = (6, 6) if layout.round else (6, 5)
        found[f"{layout.name}#1"] = make("wall", size, "growing_tree", 1, layout=layout.name)
    for kind in kinds:
        for path in sorted((EXAMPLES / kind).glob("*.*"))[:2]:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", Note)
                puzzle = load(path)
            found |= {f"{kind}/{path.stem}{'/' + name if name else ''}": p for name, p in variants_of(puzzle).items()}
    return Samples(found)


def loopy(width: int, height: int, seed: int, holes: int) -> Maze:
    """A maze with some further walls taken down, so that it has loops."""
    maze = Maze.create(width, height, seed=seed)
    random = Random(seed)
    for _ in range(holes):
        place = Position.random(width, height, random)
        maze.remove_wall(place, random.choice((Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST)))
    return maze
