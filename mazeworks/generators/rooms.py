"""Rooms joined by corridors, as in dungeons (after Nystrom, "Rooms and Mazes", 2014)."""

import numpy as np

from mazeworks.core.errors import MazeError
from mazeworks.core.grid import Grid
from mazeworks.core.parameters import Parameter
from mazeworks.core.randomness import Random
from mazeworks.kernels import tables
from mazeworks.kernels.carving import regions
from mazeworks.making.carving import carve_from
from mazeworks.making.rectangle import Longs, join, labels_of, record_passages, rectangle_generator
from mazeworks.search.dead_ends import fill_grid

SIZES = Parameter("rooms", "span", (2, 6), "the least and the most cells along a side of a room", least=2, most=64)
TRIES = Parameter("tries", "number", 1.0, "how densely to place rooms; 0 gives none", least=0, most=10)
DOORS = Parameter("doors", "number", 0.02, "the share of walls that become doors besides those needed", least=0, most=1)
DEAD_ENDS = Parameter("dead_ends", "flag", False, "whether to keep the dead ends of corridors")


@rectangle_generator(
    "rooms",
    "Places rooms and joins them by corridors; every room can be reached.",
    promises=("start and goal are joined", "not perfect: rooms are open, and doors make loops"),
    parameters=(SIZES, TRIES, DOORS, DEAD_ENDS),
    aliases=("dungeon",),
)
def rooms(
    grid: Grid, random: Random, order: Longs, rooms: tuple[int, int], tries: float, doors: float, dead_ends: bool
) -> int:
    cells, steps = grid.flat, tables.steps(grid.stride)
    least, most = rooms
    if tries and least > min(grid.width, grid.height):
        raise MazeError(f"no room of {least}x{least} cells fits into {grid.width}x{grid.height}", about="rooms")
    trials = int(tries * grid.width * grid.height * 2 / (least + most)) + int(10 * (tries > 0))
    placed = np.empty(4 * (grid.width * grid.height // (least * least) + 1), np.int64)
    regions.place_rooms(cells, steps, grid.width, grid.height, trials, least, most, random.fork(), placed)
    count = record_passages(grid, order) if len(order) else 0
    count = _corridors(grid, random, order, count)
    labels, number = labels_of(grid)
    count += join(grid, labels, number, random, doors, order=order[count:])
    if not dead_ends:
        fill_grid(cells, grid.stride, [grid.index(grid.start), grid.index(grid.goal)])
    return count


def _corridors(grid: Grid, random: Random, order: Longs, count: int) -> int:
    """Carve depth-first between the rooms."""
    here = regions.next_closed(grid.flat, 0, grid.flat.size)
    while here < grid.flat.size:
        count += carve_from(grid, here, 0.25, random, order[count:])
        here = regions.next_closed(grid.flat, here + 1, grid.flat.size)
    return count
