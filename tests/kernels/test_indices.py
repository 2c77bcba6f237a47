"""No kernel has negative indices, so numba compiles all of them without the code for those."""

import linecache
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from PIL import Image, ImageDraw

from mazeworks import Maze, Position, Puzzle, batch, distances, explore, from_id, make, rate, solve
from mazeworks.core.errors import MazeError
from mazeworks.core.facets import structure_of
from mazeworks.core.grid import Grid
from mazeworks.core.registry import generators, layouts, renderers, solvers, transforms
from mazeworks.images.decoding import Pixels
from mazeworks.kernels import Kernel, kernels
from mazeworks.kernels.carving.place import root
from mazeworks.kernels.images import pixels
from mazeworks.kernels.images.strokes import write_coordinate
from mazeworks.kernels.images.unfilter import unfilter
from mazeworks.kernels.indices import UNSIGNED, unsigned_code
from mazeworks.scale.canonical import canonical_hashes
from mazeworks.search import compact, dead_ends
from mazeworks.solvers import tasks
from mazeworks.training.games import Games
from mazeworks.training.task import OBSERVATIONS, Task
from mazeworks.vision import read
from tests.drawings import as_image, drawn
from tests.kernels.guarded import Guarded, NegativeIndex, guarded, lines_with_indices
from tests.logic.boards import BOARDS, KINDS, puzzle_of
from tests.logic.test_search import WAYS, climb, lane_of
from tests.samples import samples


def test_a_guarded_array_refuses_negative_indices() -> None:
    guard = Guarded(np.arange(5).data)
    assert len(guard) == 5 and guard[4] == 4 and guard[1:3][1] == 2
    guard[0] = 7
    assert guard[0] == 7
    for bad in (-1, slice(-2, None), slice(0, -1)):
        with pytest.raises(NegativeIndex):
            guard[bad]
    with pytest.raises(NegativeIndex):
        guard[-1] = 0


def test_a_kernel_with_a_negative_index_is_found() -> None:
    last = Kernel(defined_by(ITEM.replace("index]", "-index]"), "nowhere.py"), "i8(u1[::1], i8)")
    with guarded(), pytest.raises(NegativeIndex):
        last(np.zeros(3, np.uint8), 1)


def attempt(work: Callable[..., Any], *arguments: Any, **values: Any) -> None:
    """Do some work, which may say that it does not apply."""
    with suppress(MazeError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        work(*arguments, **values)


#: Wall mazes on all structures, with loops and without, and puzzles of other kinds.
WALLS = ("7x6#1", "7x6,then=braid#1", "6x6,then=braid,layout=hexagon#1", "5x5,layout=weave#1")
SOLVED = (*(f"wall:{name}" for name in WALLS), "terrain:6x5#1", "jugs:#1")


def make_all() -> None:
    for name in generators:
        if generators[name].kind != "wall":
            continue
        attempt(make, "wall", (9, 7), name, 1, trace=True)
        for layout in layouts:
            attempt(make, "wall", (5, 4), name, 1, layout=layout, trace=True)
    make("alice", (4, 4), seed=1, candidates=300, arrows=(5, 8))
    for seed in range(1, 5):
        make("alice", (4, 4), seed=seed, candidates=300, moves=(2, 6))
    make("coloured", (3, 4), seed=19, candidates=200, length=3)
    make("terrain", (5, 4), seed=1)
    assert root(np.array([1, 2, 3, -4], np.int32), 0) == 3
    for layout in ("square", "hexagon"):
        for pick in ("middle", "newest+middle", "oldest"):
            make("wall", (12, 12), "growing_tree", 1, layout=layout, pick=pick)
        make("wall", (20, 20), "kruskal", 1, layout=layout)
    for more in ({"ends": "farthest"}, {"over": 0.5, "layout": "weave"}, {"mask_text": "A"}):
        attempt(make, "wall", (9, 9), "backtracker", 1, **more)


def invent_all() -> None:
    """Logic mazes of all kinds: invented, and explored with both tables."""
    for kind, options in [*WAYS, ("hops", ())]:
        for most in (3, 9999):
            lane = lane_of(kind, options, (2, 2) if options in ((2,), (3,)) else (3, 3), 2, most)
            climb(lane, np.array([65536, 30_000, 0], np.int64), 70)
    for kind in KINDS:
        for seed in range(8):
            maze = puzzle_of(kind, BOARDS[kind](Random(seed)))
            for entries, each in ((0, 0), (1, 8), (1 << 16, 0)):
                with patch.multiple(compact, MOST_ENTRIES=entries, ENTRIES_EACH=each, ROOM=1):
                    solve(maze), explore(maze), explore(maze, past_goals=False), structure_of(maze).compact().reach()


def batch_all() -> None:
    """Batches of every generator with a kernel for them, and all that is made of their arrays."""
    for name in generators:
        for ends in ("random", "corners", "farthest", "0/0-1/1"):
            if generators[name].batch:
                some = batch(name, (5, 4), seed=1, count=3, ends=ends)
                (
                    some.moves,
                    some.statistics,
                    some.tokens(),
                    some.distances(),
                    some.adjacency(),
                    some.images(True),
                    canonical_hashes(some.walls),
                )


def train_all() -> None:
    """Games of every sort, with episodes that end, and mazes made anew."""
    for observation in OBSERVATIONS:
        games = Games(Task.of((3, 2), "prim", 3, observation, 4, {}), 3)
        games.begin(np.arange(3))
        for number in range(40):
            assert games.step(np.arange(number, number + 3) % 4)


def change_all() -> None:
    for layout in ("square", "hexagon"):
        for name in transforms:
            for first in ("", "braid:0.3+"):
                attempt(make, "wall", (6, 6), "kruskal", 1, layout=layout, then=first + name)


class Stutter(Puzzle[int]):
    """A row of states with two moves to each neighbour, and one that stays."""

    start = 0

    def moves(self, state: int) -> list[tuple[str, int]]:
        return [(f"{way}{to}", to) for way in "ab" for to in (state - 1, state, state + 1) if 0 <= to < 5]

    def is_goal(self, state: int) -> bool:
        return state == 3


def around_an_island(goal: tuple[int, int]) -> Maze:
    """Cells without walls between them, except one that no passage leads to."""
    cells = np.zeros((7, 7), np.uint8)
    for rows, wall in ((cells[0], 1), (cells[-1], 2), (cells[:, -1], 4), (cells[:, 0], 8)):
        rows |= wall
    cells[3, 3] = 15
    for place, wall in (((2, 3), 2), ((4, 3), 1), ((3, 2), 4), ((3, 4), 8)):
        cells[place] |= wall
    return Maze(Grid.from_walls(cells, Position(0, 3), Position(*goal)))


def solve_all() -> None:
    of_each_kind = {maze.kind: maze for maze in samples().ready.values()}
    own = (Stutter(), Maze.closed(3, 3), around_an_island((3, 3)), from_id("wall:20x20,then=braid#1"))
    for maze in [*map(from_id, SOLVED), *of_each_kind.values(), *own]:
        for name in solvers:
            attempt(solve, maze, name, limit=2000)
            attempt(walk, maze, name)
        with patch.object(tasks, "SLICE", 20):  # so that this maze is a large one, with tasks in several threads
            attempt(solve, maze, "tasks", limit=2000)
        with patch.object(dead_ends, "FEW_CELLS", 0):  # likewise, on planes of bits
            attempt(solve, maze)
        attempt(rate, maze)
        if isinstance(maze, Maze):
            maze.faults()
            distances(maze)


def walk(maze: Puzzle[Any], name: str) -> None:
    solution = solve(maze, name, limit=2000, trace=True)
    assert solution is None or solution.without_detours()


def draw_all() -> None:
    assert write_coordinate(np.zeros(20, np.uint8), 0, -1_500_000) == 4
    for maze in [*map(from_id, (*SOLVED, "wall:8x8,layout=circle#1")), around_an_island((6, 3))]:
        solution = solve(maze, trace=True)
        for name in renderers:
            for values in ({}, {"distances": True}, {"of": "carving"}, {"cell": 1}, {"cell": 1, "distances": True}):
                attempt(drawn, name, maze, solution, **values)


def read_all() -> None:
    """Read images of cells, and of ways of no regular shape; then the kernels that small images do not need."""
    cells = as_image(drawn("png", make("wall", (3, 3), seed=1), cell=12)).convert("L")
    bent = Image.new("L", (48, 40), 255)
    pen = ImageDraw.Draw(bent)
    for line in ([(4, 14), (22, 4), (42, 18), (36, 36)], [(30, 35), (9, 33), (5, 22)], [(14, 17), (26, 16), (30, 25)]):
        pen.line(line, 0, 3)
    assert "3×3 cells" in read(Pixels(np.array(cells))).words
    assert "from (7, 18) to (33, 36)" in read(Pixels(np.array(bent)), (7, 18), (33, 36)).words
    ways = np.zeros((9, 12), np.uint8)
    ways[1:-1, 1:-1] = 1
    far = np.full(ways.size, -1, np.int32)
    far[13] = 0
    queue = np.zeros(8 * ways.size, np.int64)
    pixels.fan_out(ways.reshape(-1), far, queue, 12, 2)
    pixels.thin(ways.reshape(-1), far, np.flatnonzero(ways), np.ones(256, np.uint8), queue, 12)
    for depth in (1, 4):
        rows = np.ones((5, 9), np.uint8)
        rows[:, 0] = range(5)  # each row with another filter
        assert unfilter(rows.reshape(-1), 9, 5, depth) == -1
    pixels.turned(ways.reshape(-1), ways.reshape(-1).copy(), 12, 9, 0.8, 0.6, 4.0, 4.0, 0, 9)


def test_no_kernel_has_negative_indices() -> None:
    with guarded() as ran:
        for work in (make_all, invent_all, batch_all, train_all, change_all, solve_all, draw_all, read_all):
            work()
    ours = [each for name, each in kernels().items() if name.startswith("mazeworks.")]
    missed = {line for each in ours for line in lines_with_indices(each)} - ran
    assert sorted(f"{Path(file).name}:{line}" for file, line in missed) == []


def test_every_kernel_compiles_with_unsigned_indices() -> None:
    for name, each in kernels().items():
        if name.startswith("mazeworks."):
            assert unsigned_code(each.function.__code__, each.function.__globals__) is not None, name
    code = unsigned_code(each_of.__code__, globals())
    assert code is not None and code.co_names == (UNSIGNED,)
    assert FunctionType(code, {UNSIGNED: lambda index: index + 1})([3, 5, 7], 0) == (3, 5, [5])


def each_of(cells: Any, index: int) -> Any:
    return cells[0], cells[index], cells[index + 1 : 2]


def defined_by(text: str, file: str) -> Any:
    """The function that a text defines."""
    names: dict[str, Any] = {"__name__": "anywhere"}
    exec(compile(text, file, "exec"), names)
    return names["item"]


ITEM = 'def item(cells, index):\n    """An item."""\n    return cells[index]\n'


def test_without_its_source_a_kernel_compiles_as_before() -> None:
    each = Kernel(defined_by(ITEM, "nowhere.py"), "i8(u1[::1], i8)")
    assert unsigned_code(each.function.__code__, {}) is None
    assert each.compile()(np.array([3, 5], np.uint8), 1) == 5


def test_a_source_that_has_changed_is_not_used(tmp_path: Path) -> None:
    file = tmp_path / "changed.py"
    file.write_text(ITEM)
    item = defined_by(ITEM, str(file))
    assert unsigned_code(item.__code__, {}) is not None
    file.write_text(ITEM.replace("return", "return 2 *"))
    linecache.checkcache()
    assert unsigned_code(item.__code__, {}) is None
