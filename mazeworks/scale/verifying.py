"""Checking of datasets: every file against its hashes, and a sample of rows against the mazes of their ids."""

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mazeworks.core.directions import Direction
from mazeworks.core.errors import MazeError, collecting_notes
from mazeworks.core.facets import replay
from mazeworks.core.progress import report
from mazeworks.drawing.lattice import ASCII, draw
from mazeworks.making.making import from_id
from mazeworks.rating.rating import MOST_STATES, rate
from mazeworks.scale.cluster import need_extra
from mazeworks.scale.folder import CARD, MANIFEST, folder_of, read_manifest
from mazeworks.scale.forms import WAYS
from mazeworks.scale.plan import SEED, Plan
from mazeworks.scale.puzzles import canonical_hash, rows_of
from mazeworks.scale.rows import hash_of
from mazeworks.scale.seeds import seeds_of
from mazeworks.scale.shards import WORK, file_names
from mazeworks.search.solving import solve

if TYPE_CHECKING:
    import pyarrow as pa

#: How many rows of each file are compared with their ids: of plain rectangles, and of puzzles that take long to make.
SAMPLE, SLOW_SAMPLE = 20, 1
#: The measures of a rating that are columns.
MEASURES = ("dead_ends", "junctions", "crossings", "solution_share")
Data = dict[str, Any]


def verify(folder: str | Path) -> list[str]:
    """The faults of a dataset, each in a sentence; none if every file is as its manifest says, and rows fit their ids.

    A few rows of each file are made again from their ids, one by one, and solved by the ordinary solver.
    """
    need_extra()
    place = folder_of(folder)
    manifest = read_manifest(place)
    if manifest is None:
        if not place.is_dir():
            raise MazeError(f"there is no folder {str(place)!r}")
        unfinished = (place / WORK).exists()
        why = "is not complete; start the same command again" if unfinished else f"has no {MANIFEST}"
        raise MazeError(f"the set in {str(place)!r} {why}")
    plan, files = Plan.from_data(manifest["plan"]), manifest["files"]
    listed = {file["file"] for file in files}
    faults = [f"{name} is not in the manifest" for name in sorted(_present(place) - listed)]
    planned = {name for shard in plan.shards for name in file_names(plan, shard)}
    faults += [f"{name} is in the plan of the set, but not in its manifest" for name in sorted(planned - listed)]
    kept, rows = (manifest["made"] - manifest["outside"] - manifest["repeated"]), sum(file["rows"] for file in files)
    faults += [f"{MANIFEST} counts {kept} rows, but its files have {rows}"] if kept != rows else []
    for number, file in enumerate(files):
        report("checking files", number / len(files), file["file"])
        faults += [f"{file['file']} {fault}" for fault in _file_faults(place, plan, file)]
    return faults


def _present(place: Path) -> set[str]:
    """The files in a folder but for the card, the manifest, and hidden ones, such as those of git."""
    found = set()
    for folder, folders, names in os.walk(place):
        folders[:] = [name for name in folders if name[:1] != "."]
        found |= {Path(folder, name).relative_to(place).as_posix() for name in names if name[:1] != "."}
    return found - {CARD, MANIFEST}


def _file_faults(place: Path, plan: Plan, file: Data) -> Iterator[str]:
    """The faults of one file."""
    try:
        data = (place / file["file"]).read_bytes()
    except FileNotFoundError:
        yield "is missing"
        return
    except OSError as error:
        yield f"cannot be read: {error.strerror}"
        return
    if (len(data), sha256(data).hexdigest()) != (file["bytes"], file["sha256"]):
        yield f"was changed: its {len(data)} bytes do not have the hash of the manifest"
    try:
        rows = WAYS[plan.form].read(plan, data)
        same = len(rows) == file["rows"] and hash_of(rows) == file["rows_sha256"]
    except Exception as error:  # whatever a reader of others raises for damaged bytes
        yield f"cannot be read as {plan.form} ({' '.join(str(error).split()) or type(error).__name__:.120})"
        return
    if not same:
        yield f"has other rows: its {len(rows)} rows do not have the hash of the manifest"
    yield from _row_faults(plan, file["split"], rows)


def _row_faults(plan: Plan, side: str, rows: "pa.Table") -> Iterator[str]:
    """The faults of a sample of rows, which are made again from their ids."""
    count = min(len(rows), SAMPLE if plan.plain else SLOW_SAMPLE)
    for number in np.linspace(0, len(rows) - 1, count).astype(int).tolist():
        row = rows.slice(number, 1).to_pylist()[0]
        where = f"has a wrong row {number}"
        try:
            wrong = _wrong_columns(plan, row)
        except (MazeError, LookupError, TypeError, ValueError, AttributeError) as error:
            yield f"{where}: {error}"
            continue
        if wrong:
            yield f"{where}: its number in the set gives other values of {' and '.join(wrong)}"
        elif row["split"] != side or plan.split[int(plan.sides(np.array([row["canonical"]]))[0])][0] != side:
            yield f"{where}: it belongs to another side of the split"


def _wrong_columns(plan: Plan, row: Data) -> list[str]:
    """The columns of a row that do not fit its number, or the puzzle that its id makes."""
    part = next(shard.part for shard in plan.shards if row["index"] < shard.last)
    if row["seed"] != int(seeds_of(plan.seed, row["index"], row["index"] + 1)[0]):
        return ["seed"]
    if row.get("template", part.template) != part.template:
        return ["template"]
    name = row["id"] if "id" in row else row["template"].replace(SEED, str(row["seed"]))
    with collecting_notes():
        puzzle = from_id(name)
    if not plan.plain:
        expected = next(each for each in rows_of(puzzle) if each["traveller"] == row["traveller"])
        return [name for name, value in expected.items() if row[name] != value and value == value]
    expected = _rectangle(puzzle)
    wrong = [column for column, value in expected.items() if column in row and row[column] != value]
    return wrong + (["path"] if not wrong and not _leads(puzzle, row) else [])


def _rectangle(maze: Any) -> Data:
    """The columns of a maze, each found in another way than by a batch."""
    solution = solve(maze)
    length = -1 if solution is None else len(solution)
    grid = maze.as_grid()
    places = {"start": list(maze.start), "goal": list(maze.goal), "width": grid.width, "height": grid.height}
    walls = {"walls": grid.walls.reshape(-1).tolist(), "drawing": "".join(band.text() for band in draw(grid, ASCII))}
    rated = rate(maze) if solution is not None and grid.width * grid.height <= MOST_STATES else None
    measures: Data = (
        {} if rated is None else {name: rated[name] for name in MEASURES} | {"difficulty": rated.difficulty}
    )
    return places | walls | measures | {"length": length, "canonical": canonical_hash(maze)}


def _leads(maze: Any, row: Data) -> bool:
    """Whether the moves of a row lead from the start to the goal, as many as it says; there may be several such."""
    if row["length"] < 0:
        return not row["path"]
    moves = [Direction.named(move) if isinstance(move, str) else Direction(move) for move in row["path"]]
    return len(moves) == row["length"] and bool(maze.is_goal(replay(maze, moves)))
