"""Rows of datasets of any puzzles: made and solved one by one, as columns of an Arrow table.

A row is a puzzle for one traveller; only some kinds have several.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from mazeworks.core.errors import LimitReached, MazeError, TooLarge, collecting_notes
from mazeworks.core.facets import codec_of, variants_of
from mazeworks.core.progress import check
from mazeworks.core.puzzle import Puzzle, Solved
from mazeworks.core.registry import formats
from mazeworks.making.many import one_of_many
from mazeworks.puzzles.wall import Maze
from mazeworks.rating.rating import rate
from mazeworks.scale.canonical import canonical_hashes, canonical_walls
from mazeworks.scale.plan import Plan, Shard
from mazeworks.scale.seeds import seeds_of
from mazeworks.search.solving import solve

if TYPE_CHECKING:
    import pyarrow as pa

#: What each column holds, for the card of a set.
COLUMNS = {
    "index": "the number of the puzzle in the set",
    "id": "the id of the puzzle",
    "seed": "the seed of the puzzle",
    "kind": "the kind of the puzzle",
    "puzzle": "the puzzle as JSON, which `mazeworks.read_text` reads",
    "traveller": "who travels, where a puzzle has several travellers; else empty",
    "moves": "the moves of the shortest solution, as they are played",
    "length": "the number of moves of the solution; -1 if there is none",
    "difficulty": "from 0 to 10, as `maze rate` says; not a number without a solution, or with too many states to tell",
    "states": "the number of states that can be reached; -1 if there are too many to tell",
    "unique": "whether the shortest solution is the only one of its length",
    "canonical": "the same number for equal puzzles, and for all rotations and reflections of a wall maze on squares; "
    "it decides the side of the split",
    "split": "the side of the split",
}
Row = dict[str, Any]


def make_rows(plan: Plan, shard: Shard) -> "tuple[pa.Table, list[str]]":
    """The rows of a shard, and why the generator makes no puzzle of some seeds."""
    import pyarrow as pa

    rows: list[Row] = []
    failures: list[str] = []
    seeds = seeds_of(plan.seed, shard.first, shard.last).tolist()
    for index, seed in zip(range(shard.first, shard.last), seeds, strict=True):
        check()
        try:
            with one_of_many(), collecting_notes():
                puzzle = replace(shard.part.request, seed=seed).make()
        except TooLarge:  # for the memory that is free just now
            raise
        except MazeError as error:
            failures.append(error.sentence)
            continue
        rows += [{"index": index, "seed": seed} | row for row in rows_of(puzzle)]
    return pa.Table.from_pylist(rows, schema()), failures


def schema() -> "pa.Schema":
    """The types of the columns."""
    import pyarrow as pa

    wholes = dict.fromkeys(("index", "seed", "states", "canonical"), pa.int64())
    others = {"length": pa.int32(), "difficulty": pa.float64(), "unique": pa.bool_(), "moves": pa.list_(pa.string())}
    types = wholes | others
    return pa.schema([(name, types.get(name, pa.string())) for name in COLUMNS if name != "split"])


def rows_of(puzzle: Puzzle[Any]) -> Iterator[Row]:
    """The row of a puzzle for each of its travellers."""
    text = "".join(map(str, formats["json"].write(Solved(puzzle)))).strip()
    shared = {"id": puzzle.id, "kind": puzzle.kind, "puzzle": text, "canonical": canonical_hash(puzzle)}
    for name, variant in variants_of(puzzle).items():
        yield shared | {"traveller": name} | solved(variant)


def solved(puzzle: Puzzle[Any]) -> Row:
    """The columns of the solution of a puzzle."""
    try:
        rating = rate(puzzle)
        solution, difficulty, states, unique = rating.solution, rating.difficulty, rating.states, rating.unique
    except LimitReached:  # too large to rate, but perhaps not to solve
        solution, difficulty, states, unique = solve(puzzle), None, -1, False
    moves = [] if solution is None else [codec_of(puzzle).move_name(move) for move in solution.moves]
    return {
        "moves": moves,
        "length": -1 if solution is None else len(moves),
        "difficulty": math.nan if difficulty is None else difficulty,
        "states": states,
        "unique": unique,
    }


def exact_form(puzzle: Puzzle[Any]) -> bytes:
    """What is the same for equal puzzles, and for all images of a maze of squares with walls."""
    if isinstance(puzzle, Maze) and (grid := puzzle.as_grid()) is not None:
        return canonical_walls(grid.walls[None])[0]
    data = {"kind": puzzle.kind} | codec_of(puzzle).to_data()
    return json.dumps(data, sort_keys=True).encode()


def canonical_hash(puzzle: Puzzle[Any]) -> int:
    """A hash of 63 bits of the exact form; of a maze of squares with walls the one that sets of those have."""
    if isinstance(puzzle, Maze) and (grid := puzzle.as_grid()) is not None:
        return int(canonical_hashes(grid.walls[None])[0])
    return int.from_bytes(blake2b(exact_form(puzzle), digest_size=8).digest()) >> 1


def exact_forms(rows: "pa.Table") -> list[bytes]:
    """The exact form of the puzzle of each row."""
    read = formats["json"].read
    return [exact_form(read(text, {})) for text in rows["puzzle"].to_pylist()]


def of_indices(rows: "pa.Table", indices: Any) -> "pa.Table":
    """The first row of each of some puzzles, by their numbers in the set."""
    return rows.take(np.searchsorted(rows["index"].to_numpy(), indices))
