"""Carving many small mazes: one loop over mazes, and in it the kernel that carves a single one, with the same numbers.

So maze number i is that of the ordinary generator with its seed, wall for wall. `cells` is the byte grid of one maze,
as in `kernels/carving/`; the other arrays it is carved with are used again for each. Results are rows of cells without
the border: see `paths.py`.
"""

import sys
from typing import Any, NamedTuple

from mazeworks.kernels.batches.paths import ROOT
from mazeworks.kernels.carving.carve import carve as carve_depth_first
from mazeworks.kernels.carving.grid import CLOSED, IN, OUT, halve, sift
from mazeworks.kernels.carving.grid import growing_tree as grow_tree
from mazeworks.kernels.carving.grid import hunt_and_kill as walk_and_hunt
from mazeworks.kernels.carving.grid import kruskal as merge_trees
from mazeworks.kernels.carving.grid import prim as grow_at_random
from mazeworks.kernels.carving.grid import wilson as walk_at_random
from mazeworks.kernels.carving.rectangle import binary_tree as carve_binary_tree
from mazeworks.kernels.carving.rectangle import eller as carve_rows
from mazeworks.kernels.carving.rectangle import sidewinder as carve_runs
from mazeworks.kernels.kernel import Kernel
from mazeworks.kernels.random import LOW, MULTIPLIER
from mazeworks.kernels.template import instance, part, template

#: More steps than any maze takes.
ENOUGH = 1 << 62
#: Where the registers of `eller` end and its row of neighbours begins.
ROW = 8

carve_one = part(
    "i8(u1[::1], i8[::1], u1[::1], i8, i8[::1], i8[::1], u4[::1], i4[::1], i8[::1], i8[::1], i8, i8)",
    "Carve a closed grid from its cell `first`, and return the number of passages that `order` has.",
)


@template(
    "void(i4[::1], i8[::1], i8, i8[::1], i8[::1], u1[::1], u1[::1], u1[::1], u4[::1], i4[::1], i8[::1], i8[::1],"
    "u1[::1], u1[::1], i8, i8)"
)
def carve_all(
    firsts, states, count, settings, steps, pick, blank, cells, numbers, parents, registers, order, walls, ways,
    width, height
):  # fmt: skip
    """Carve every maze from its first cell, with `count` states of random numbers each.

    blank: what `cells` is before each maze, with all walls.
    order: empty, or room for all passages of one maze, where each leads away from the first cell; then `ways` is set.
    """
    stride = width + 2
    for maze in range(len(firsts)):
        for place in range(len(cells)):
            cells[place] = blank[place]
        first = (firsts[maze] // width + 1) * stride + firsts[maze] % width + 1
        mine = states[maze * count : maze * count + count]
        passages = carve_one(
            cells, steps, pick, first, mine, settings, numbers, parents, registers, order, width, height
        )
        put = maze * width * height
        for y in range(1, height + 1):
            for place in range(y * stride + 1, y * stride + 1 + width):
                walls[put] = cells[place] & CLOSED
                put += 1
        if len(order):
            cells[first] = ROOT
            for number in range(passages):
                passage = order[number]
                cells[passage >> 4] = ((passage & 5) << 1) | ((passage & 10) >> 1)
            put = maze * width * height
            for y in range(1, height + 1):
                for place in range(y * stride + 1, y * stride + 1 + width):
                    ways[put] = cells[place]
                    put += 1


def backtracker(cells, steps, pick, first, states, settings, numbers, parents, registers, order, width, height):
    """Depth-first; settings: 65536 × complexity."""
    registers[0], registers[1], registers[2], registers[3] = first, 0, states[1], 0
    cells[first] = 255
    carve_depth_first(cells, steps, pick, settings[0], ENOUGH, registers, order)
    return registers[3]


def wilson(cells, steps, pick, first, states, settings, numbers, parents, registers, order, width, height):
    """Loop-erased walks."""
    cells[first] = CLOSED | IN
    begin = width + 3
    registers[0], registers[1], registers[2], registers[3] = 0, begin, begin, states[1]
    registers[4], registers[5] = 0, 0
    walk_at_random(cells, steps, ENOUGH, registers, order)
    return registers[0]


def prim(cells, steps, pick, first, states, settings, numbers, parents, registers, order, width, height):
    """Random cells of the frontier."""
    cells[first] = CLOSED | IN
    numbers[0] = first
    registers[0], registers[1], registers[2] = 0, 1, states[1]
    grow_at_random(cells, steps, pick, numbers, ENOUGH, registers, order)
    return registers[0]


def hunt_and_kill(cells, steps, pick, first, states, settings, numbers, parents, registers, order, width, height):
    """Walks, and hunts for the next cell."""
    cells[first] = CLOSED | IN
    registers[0], registers[1], registers[2], registers[3] = 0, first, len(cells), states[1]
    walk_and_hunt(cells, steps, pick, ENOUGH, registers, order)
    return registers[0]


def growing_tree(cells, steps, pick, first, states, settings, numbers, parents, registers, order, width, height):
    """A list of active cells; settings: the bounds of its rules."""
    cells[first] = CLOSED | IN
    active, links = numbers[: width * height], numbers[width * height :]
    active[0] = first
    registers[0], registers[1], registers[2], registers[3], registers[4] = 0, 0, 1, 0, states[1]
    grow_tree(cells, steps, pick, active, links, settings, ENOUGH, registers, order)
    return registers[0]


def kruskal(cells, steps, pick, first, states, settings, numbers, parents, registers, order, width, height):
    """Two random halves of the walls, the second sifted before it is taken."""
    stride = width + 2
    count = 2 * width * height - width - height
    registers[0], registers[1], registers[2], registers[3] = 0, 0, count, 0
    registers[4], registers[5] = 0, states[1]
    halve(width, height, stride, numbers, height, registers)
    half = registers[1]
    for place in range(len(parents)):
        parents[place] = -1
    registers[0], registers[1], registers[2], registers[3] = 0, 0, width * height - 1, states[2]
    merge_trees(cells, steps, numbers[:half], parents, ENOUGH, registers, order)
    kept = registers[4:6]
    kept[0], kept[1] = 0, 0
    rest = numbers[half:count]
    sift(stride, rest, parents, ENOUGH, kept)
    registers[1] = 0
    merge_trees(cells, steps, rest[: kept[1]], parents, ENOUGH, registers, order)
    return registers[0]


def sidewinder(cells, steps, pick, first, states, settings, numbers, parents, registers, order, width, height):
    """Runs to the east; settings: the chance that a run ends."""
    registers[0], registers[1] = states[1], 0
    carve_runs(cells, steps, width, height, settings[0], registers, order)
    return registers[1]


def binary_tree(cells, steps, pick, first, states, settings, numbers, parents, registers, order, width, height):
    """Towards one corner; settings: the two directions there, and the chance of the first."""
    registers[0], registers[1] = states[1], 0
    carve_binary_tree(cells, steps, width, height, settings[0], settings[1], settings[2], registers, order)
    return registers[1]


def eller(cells, steps, pick, first, states, settings, numbers, parents, registers, order, width, height):
    """Row by row; settings: the chances of its two choices."""
    registers[0], registers[1] = states[1], 0
    left, right = registers[ROW : ROW + width], registers[ROW + width : ROW + 2 * width]
    for x in range(width):
        left[x] = right[x] = x
    carve_rows(cells, steps, width, 0, height, 1, left, right, settings[0], settings[1], registers, order)
    return registers[1]


def percolation(cells, steps, pick, first, states, settings, numbers, parents, registers, order, width, height):
    """Every wall opens by chance; settings: that chance, of 2³²."""
    random = states[1]
    for y in range(1, height + 1):
        here = y * (width + 2)
        for x in range(width):
            here += 1
            for side in (4, 2):
                there = here + steps[side]
                if (y < height) if side == 2 else (x + 1 < width):
                    random = MULTIPLIER * (random & LOW) + (random >> 32)
                    if random & LOW < settings[0]:
                        cells[here] -= side
                        cells[there] -= side >> 1 if side == 2 else 8
    return 0


class Carver(NamedTuple):
    """How a generator carves many mazes."""

    kernel: Kernel
    #: Whether it grows a tree from its first cell, so that its passages lead away from it.
    grows: bool
    #: The mark of a cell that it has not carved yet, beside its walls.
    mark: int


def carver(one: Any, grows: bool = False, mark: int = 0) -> Carver:
    """How many mazes are carved by a function that carves one."""
    return Carver(instance(one.__name__, sys.modules[__name__], carve_one=one)["carve_all"], grows, mark)


#: By the name of a generator.
CARVERS = {
    one.__name__: carver(one, *facts)
    for one, *facts in (
        (backtracker, True),
        (wilson, True, OUT),
        (prim, True, OUT),
        (hunt_and_kill, True, OUT),
        (growing_tree, True, OUT),
        (kruskal,),
        (sidewinder,),
        (binary_tree,),
        (eller,),
        (percolation,),
    )
}
