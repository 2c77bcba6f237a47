"""Whether a solution read from an image is the true one: right, refused or wrong."""

import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from benchmarks.sheets import Points, Sheet
from mazeworks import MazeError, board_of, load, save, solve
from mazeworks.drawing.lattice import edges

#: What was read from an image: the puzzle and its solution.
Found = tuple[Any, Any]
#: What is known about one image after it was read.
Record = dict[str, Any]

RIGHT, REFUSED, WRONG = "right", "refused", "wrong"
#: How far a path may lie from the true one, in cells: less than the way to the next passage.
NEAR = 0.6


def read(file: Path) -> Found:
    """The puzzle in an image file, and its shortest solution."""
    puzzle = load(file)
    return puzzle, solve(puzzle)


def judge(sheet: Sheet, file: Path, reader: Callable[[Path], Found] = read) -> Record:
    """Read an image and say whether the solution is the true one, with the seconds of the processor that this took."""
    begun = time.process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            puzzle, solution = reader(file)
    except MazeError as error:
        said = str(error).replace(str(file), "").removeprefix(": ")
        return {"verdict": REFUSED, "seconds": time.process_time() - begun, "said": said}
    except Exception as error:
        return {"verdict": WRONG, "seconds": time.process_time() - begun, "said": f"{type(error).__name__}: {error}"}
    seconds = time.process_time() - begun
    words = board_of(puzzle).backdrop().reading.words
    if solution is None:
        return {"verdict": WRONG, "seconds": seconds, "said": f"no path; {words}"}
    right = same_cells(sheet, puzzle, solution) or near(sheet, points_of(sheet, puzzle, solution))
    found = {"verdict": RIGHT if right else WRONG, "seconds": seconds, "said": words}
    return found | ({"misread": misread(sheet, puzzle)} if same_size(sheet, puzzle) else {})


def same_size(sheet: Sheet, puzzle: Any) -> bool:
    """Whether cells in rows and columns were read, as many as there are."""
    if board_of(puzzle).backdrop().reading.form != "cells" or not hasattr(sheet.maze, "grid"):
        return False
    return bool(puzzle.grid.walls.shape == sheet.maze.grid.walls.shape)


def same_cells(sheet: Sheet, puzzle: Any, solution: Any) -> bool:
    """Whether the solution goes from cell to cell as the true one does, in either direction."""
    if not same_size(sheet, puzzle):
        return False
    true = solve(sheet.maze)
    assert true is not None
    cells, true_cells = ([tuple(state) for state in each.states] for each in (solution, true))
    return cells in (true_cells, true_cells[::-1])


def misread(sheet: Sheet, puzzle: Any) -> int:
    """The number of walls inside the outline that were read wrong, on the path or not."""
    (down, across), (true_down, true_across) = (edges(maze.grid) for maze in (puzzle, sheet.maze))
    wrong = np.count_nonzero((down != true_down)[:, 1:-1]) + np.count_nonzero((across != true_across)[1:-1])
    return int(wrong)


def points_of(sheet: Sheet, puzzle: Any, solution: Any) -> Points:
    """The pixels of the solution: its states, or what is drawn of it over the image."""
    if board_of(puzzle).backdrop().reading.form in ("squares", "pixels"):
        return np.array([tuple(state) for state in solution.states], np.float64)
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder) / "before.png", Path(folder) / "after.png"
        save(puzzle, before)
        save(puzzle, after, solution)
        with Image.open(before) as one, Image.open(after) as other:
            changed = np.asarray(one.convert("RGB")) != np.asarray(other.convert("RGB"))
    return np.argwhere(changed.any(axis=2))[:, ::-1].astype(np.float64)


def near(sheet: Sheet, points: Points) -> bool:
    """Whether every point lies near the true path, and all of the true path near a point."""
    size, reach = sheet.image.size, max(1, round(NEAR * sheet.pitch))
    true = stamped(along(sheet.path, sheet.pitch), size, reach)
    beyond = true.copy()
    if sheet.tails is not None:  # the path may begin and end a little outside the openings
        for cell, tail in zip(sheet.path[[0, -1]], sheet.tails, strict=True):
            beyond |= stamped(along(np.array([cell, tail]), sheet.pitch), size, reach)
    inside = whole(points, size)
    if not 0 < len(inside) == len(points) or not beyond[inside[:, 1], inside[:, 0]].all():
        return False
    counts = np.zeros((size[1] + 1, size[0] + 1), np.int64)
    counts[inside[:, 1] + 1, inside[:, 0] + 1] = 1
    counts = counts.cumsum(axis=0).cumsum(axis=1)
    low = np.clip(np.round(sheet.path).astype(int) - reach, 0, size)
    high = np.clip(np.round(sheet.path).astype(int) + reach + 1, 0, size)
    (x0, y0), (x1, y1) = low.T, high.T
    return bool((counts[y1, x1] - counts[y0, x1] - counts[y1, x0] + counts[y0, x0] > 0).all())


def along(corners: Points, pitch: float) -> Points:
    """Points from corner to corner, at most a quarter of a cell apart."""
    steps = max(1, int(np.ceil(4 * np.abs(np.diff(corners, axis=0)).max() / pitch)))
    shares = np.arange(steps)[:, None, None] / steps
    between = corners[:-1] + shares * (corners[1:] - corners[:-1])
    return np.concatenate([between.swapaxes(0, 1).reshape(-1, 2), corners[-1:]])


def whole(points: Points, size: tuple[int, int]) -> Any:
    """The nearest pixels of points that lie in the image."""
    nearest = np.round(points).astype(np.int64)
    return nearest[((nearest >= 0) & (nearest < size)).all(axis=1)]


def stamped(points: Points, size: tuple[int, int], reach: int) -> Any:
    """The pixels at most `reach` away from any of the points, across and down."""
    mask = np.zeros((size[1], size[0]), np.bool_)
    for x, y in np.round(points).astype(int).tolist():
        mask[max(0, y - reach) : max(0, y + reach + 1), max(0, x - reach) : max(0, x + reach + 1)] = True
    return mask
