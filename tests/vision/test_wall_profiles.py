"""Walls that are thicker or fainter than others, or a pixel beside their places, are still walls."""

import io
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from mazeworks import FormatError, make, save, solve
from mazeworks.core.errors import Note
from mazeworks.files.loading import read_bytes
from mazeworks.vision.arrays import percentile
from mazeworks.vision.wall_profiles import Crossings, classify, doubtful, with_dark_lines
from tests.scans import Scan

NEAREST, BILINEAR, BICUBIC = (Image.Resampling[name] for name in ("NEAREST", "BILINEAR", "BICUBIC"))
BLACK = {"ink": (0, 0, 0), "paper": (255, 255, 255)}
GREY = {"ink": (110, 110, 110), "paper": (200, 200, 200)}


@given(st.lists(st.floats(-9, 9) | st.integers(0, 255), min_size=1, max_size=40), st.floats(0, 1))
def test_percentiles_and_medians_are_those_of_numpy(values: list[float], share: float) -> None:
    ordered = np.sort(values)
    assert percentile(ordered, share) == pytest.approx(np.percentile(ordered, 100 * share), abs=1e-9)
    assert percentile(ordered, 0.5) == np.median(ordered)


def resized(data: bytes, across: float, down: float, how: Image.Resampling) -> bytes:
    image, file = Image.open(io.BytesIO(data)), io.BytesIO()
    image.resize((round(image.width * across), round(image.height * down)), how).save(file, "PNG", compress_level=1)
    return file.getvalue()


def read(data: bytes) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        return read_bytes(data)


@pytest.mark.parametrize(
    ("thick", "cell", "colours", "across", "down", "how"),
    [
        (1, 9, BLACK, 1.03, 1.03, NEAREST),
        (1, 13, BLACK, 1.12, 1.12, NEAREST),
        (2, 12, BLACK, 0.55, 0.55, NEAREST),
        (1, 13, GREY, 1.02, 1, NEAREST),
        (1, 13, GREY, 0.94, 1, BILINEAR),
        (1, 13, BLACK, 1.06, 1, BICUBIC),
    ],
)
def test_lines_of_uneven_strength_are_all_walls(
    thick: int, cell: int, colours: Any, across: float, down: float, how: Image.Resampling
) -> None:
    for seed in (1, 2, 3):
        scan = Scan(16, 12, seed, thick, cell, 15, **colours)
        picture = read(resized(scan.image(), across, down, how))
        assert len(solve(picture)) == len(solve(scan.maze()))
        assert (picture.grid.cells == scan.maze().grid.cells).all()


def test_a_dark_line_is_a_wall_however_thin_it_is() -> None:
    amounts = np.array([0.0, 0.02, 0.01, 0.03, 2.0, 2.0, 1.9, 0.7, 0.7])
    peaks = np.array([0.0, 0.02, 0.01, 0.02, 1.0, 1.0, 0.95, 0.9, 0.5])
    classes = classify(amounts)
    assert classes is not None
    assert classes.walls.tolist() == [False] * 4 + [True] * 3 + [False] * 2
    better = with_dark_lines(Crossings(amounts, peaks, 0 * peaks), classes)
    assert better.walls.tolist() == [False] * 4 + [True] * 4 + [False]
    assert better.sure.tolist() == [True] * 8 + [False]
    assert doubtful(Crossings(amounts, peaks, 0 * peaks), classes.walls).tolist() == [False] * 7 + [True] * 2


@pytest.mark.parametrize(
    ("layout", "seed", "theme", "cell", "wall"),
    [("hexagon", 737, "dark", 12, 1), ("circle", 729, "dark", 9, 2), ("hexagon", 238, "light", 12, 1)],
)
def test_no_path_leads_through_the_walls_of_a_small_layout(
    layout: str, seed: int, theme: str, cell: int, wall: int, tmp_path: Path
) -> None:
    maze = make("wall", (12, 10), seed=seed, layout=layout)
    save(maze, tmp_path / "maze.png", solve(maze), theme=theme, cell=cell, wall=wall)
    image, file = Image.open(tmp_path / "maze.png"), io.BytesIO()
    image.info.clear()
    image.save(file, "PNG", compress_level=1)
    try:
        found = len(solve(read(file.getvalue())))
    except FormatError as error:
        assert "some walls are ambiguous" in str(error)
    else:
        assert found == len(solve(maze))
