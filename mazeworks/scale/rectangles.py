"""Rows of datasets of plain rectangles: many mazes at once, as columns of an Arrow table."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.scale.canonical import canonical_hashes, canonical_walls
from mazeworks.scale.mazes import Mazes
from mazeworks.scale.plan import Plan, Shard
from mazeworks.scale.seeds import seeds_of
from mazeworks.scale.statistics import statistics_of

if TYPE_CHECKING:
    import pyarrow as pa

Longs = NDArray[np.int64]
#: What each column holds, for the card of a set.
COLUMNS = {
    "index": "the number of the maze in the set",
    "template": "the id of the maze, with `{seed}` where its seed stands",
    "seed": "the seed of the maze",
    "width": "cells across",
    "height": "cells down",
    "start": "x and y of the start; (0, 0) is at the upper left",
    "goal": "x and y of the goal",
    "walls": "the walls of each cell, row by row: a sum of north 1, south 2, east 4, west 8; a set bit is a wall",
    "path": "the moves of the solution: north 1, south 2, east 4, west 8",
    "length": "the number of moves of the solution; -1 if there is none",
    "dead_ends": "cells with one passage",
    "junctions": "cells with three passages",
    "crossings": "cells with four passages",
    "solution_share": "the share of the cells that the solution visits",
    "difficulty": "from 0 to 10, as `maze rate` says",
    "canonical": "the same number for all rotations and reflections of the walls; it decides the side of the split",
    "split": "the side of the split",
}


def make_rows(plan: Plan, shard: Shard, chosen: Longs | None = None) -> "tuple[pa.Table, list[str]]":
    """The rows of a shard, or of some of its mazes by their places in it; and why others have no row."""
    import pyarrow as pa

    recipe = shard.part.recipe
    assert recipe is not None
    numbers = np.arange(shard.first, shard.last)
    seeds = seeds_of(plan.seed, shard.first, shard.last)
    if chosen is not None:
        numbers, seeds = numbers[chosen], seeds[chosen]
    (width, height), count, mazes = recipe.size, len(seeds), recipe.make(seeds)
    columns = {
        "index": numbers,
        "template": pa.repeat(shard.part.template, count),
        "seed": seeds.astype(np.int64),
        "width": np.full(count, width, np.int32),
        "height": np.full(count, height, np.int32),
        "start": places(mazes.starts, width),
        "goal": places(mazes.goals, width),
        "walls": side_by_side(mazes.walls.reshape(count, width * height), fixed=len(plan.sizes) == 1),
        "path": paths(mazes),
        "length": mazes.lengths,
    }
    hashes = canonical_hashes(mazes.walls).astype(np.int64)
    rows = pa.table(columns | statistics_of(mazes) | {"canonical": hashes})
    apart = mazes.starts == mazes.goals
    return (rows.filter(pa.array(~apart)) if apart.any() else rows), [recipe.without_ends(s) for s in seeds[apart]]


def places(cells: NDArray[np.int32], width: int) -> "pa.Array":
    """Cells as x and y."""
    return side_by_side(np.stack(np.divmod(cells, np.int32(width))[::-1], axis=-1), fixed=True)


def side_by_side(rows: NDArray[Any], fixed: bool) -> "pa.Array":
    """Rows of equal length as a column of lists, whose type says the length if it is `fixed` for the whole set."""
    import pyarrow as pa

    count, length = rows.shape
    if fixed:
        return pa.FixedSizeListArray.from_arrays(pa.array(rows.reshape(-1)), length)
    return pa.ListArray.from_arrays(np.arange(count + 1, dtype=np.int32) * np.int32(length), pa.array(rows.reshape(-1)))


def paths(mazes: Mazes) -> "pa.Array":
    """The moves of all mazes as a column of lists."""
    import pyarrow as pa

    offsets = np.zeros(len(mazes.lengths) + 1, np.int32)
    np.cumsum(np.maximum(mazes.lengths, 0), out=offsets[1:])
    return pa.ListArray.from_arrays(offsets, pa.array(mazes.moves))


def mazes_of(rows: "pa.RecordBatch", width: int, height: int) -> Mazes:
    """The mazes of some rows, of one size."""
    # Kernels take arrays that may be written to.
    start, goal, walls, path = (np.array(rows[name].flatten()) for name in ("start", "goal", "walls", "path"))
    starts, goals = (place.reshape(-1, 2) @ np.array([1, width], np.int32) for place in (start, goal))
    return Mazes(walls.reshape(-1, height, width), starts, goals, np.array(rows["length"]), path)


def exact_forms(rows: "pa.Table") -> list[bytes]:
    """For each row what is the same for all images of its maze, and for no other maze."""
    (width,), (height,) = (set(rows[name].to_pylist()) for name in ("width", "height"))
    walls = rows["walls"].combine_chunks().flatten().to_numpy().reshape(-1, height, width)
    return canonical_walls(walls)
