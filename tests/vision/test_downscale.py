"""Large images: a small copy decides what to search for, and layouts are filtered before they are tried."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mazeworks import make, save, solve
from mazeworks.cells.arrangement import arrange
from mazeworks.core.progress import listening
from mazeworks.images.decoding import Pixels, decode
from mazeworks.vision import cell_mazes, downscale
from mazeworks.vision.binarise import dark_pixels
from mazeworks.vision.deskew import Rotation
from mazeworks.vision.downscale import downscaled
from mazeworks.vision.layout_fit import Placed, sketched
from mazeworks.vision.layout_search import PATCH, patches_fit
from mazeworks.vision.run_lengths import extent
from tests.scans import Scan, reading_of
from tests.vision.test_images import WINDING, read

EVEN = ("square", "hexagon", "triangle")


def winding(times: int) -> bytes:
    """Passages of any shape, scaled up by a factor, as JPEG."""
    image = Image.open(WINDING).convert("RGB")
    file = io.BytesIO()
    image.resize((image.width * times, image.height * times), Image.Resampling.BICUBIC).save(file, "JPEG", quality=90)
    return file.getvalue()


def drawn(folder: Path, layout: str, size: tuple[int, int] = (9, 8)) -> tuple[Any, bytes]:
    """A maze on a layout, with thick walls, a little blurred, and without its id."""
    maze = make("wall", size, seed=3, layout=layout)
    save(maze, folder / "maze.png", cell=36, wall=8, theme="print")
    file = io.BytesIO()
    Image.open(folder / "maze.png").convert("RGB").save(file, "JPEG", quality=90)
    return maze, file.getvalue()


@pytest.fixture
def all_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every image counts as large."""
    monkeypatch.setattr(downscale, "WORTH", 1)


def test_an_image_shrinks_as_far_as_its_lines_allow(all_large: None) -> None:
    for thick, times in ((5, 1), (6, 2), (9, 2), (17, 4)):
        pixels = decode(Scan(width=6, height=5, thick=thick, cell=40, noise=3).image())
        found = downscaled(pixels, dark_pixels(pixels))
        expected = None if times == 1 else tuple(-(-side // times) for side in pixels.shape)
        assert (found and found.shape) == expected, thick
    lines = np.zeros((99, 99), np.uint8)
    lines[::9] = 255
    assert downscaled(Pixels(lines), lines == 0) is None  # passages of one pixel would be lost


def test_cells_are_seen_in_the_small_copy_and_read_from_the_large_one(all_large: None, tmp_path: Path) -> None:
    for turned in (0, 1.2):
        scan = Scan(width=9, height=7, thick=8, cell=32, noise=5, blur=1, turned=turned, jpeg=True)
        puzzle: Any = read(scan.image())
        assert reading_of(puzzle).words.startswith("9×7 cells, wall 8 px")
        assert len(solve(puzzle) or ()) == len(solve(scan.maze()) or ())
    for layout in ("hexagon", "circle"):
        maze, data = drawn(tmp_path, layout)
        puzzle = read(data)
        assert f"layout {layout}" in reading_of(puzzle).words
        assert len(solve(puzzle) or ()) == len(solve(maze) or ())


def test_without_cells_in_the_small_copy_none_are_searched(all_large: None, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = []
    read_layout = cell_mazes._layouts
    monkeypatch.setattr(
        cell_mazes, "_layouts", lambda hypotheses, most=99: looked_at.append(most) or read_layout(hypotheses, most)
    )
    data = winding(3)
    puzzle: Any = read(data, goal="315,315")
    assert reading_of(puzzle).form == "pixels" and looked_at == [2]
    assert solve(puzzle) is not None


def test_reading_reports_progress(all_large: None) -> None:
    heard: list[tuple[str, float]] = []
    with listening(lambda title, fraction, _: heard.append((title, fraction))):
        read(winding(3), goal="315,315")
    fractions = [fraction for title, fraction in heard if title == "reading the image"]
    assert all(0 <= fraction <= 1 for fraction in fractions)
    assert min(fractions) < 0.05 and max(fractions) > 0.6 and len(set(fractions)) > 12


@pytest.mark.parametrize("layout", EVEN)
def test_a_patch_repeats_after_two_cells(layout: str) -> None:
    small, large = arrange(layout, PATCH, PATCH), arrange(layout, PATCH + 6, PATCH + 4)
    growth = [(arrange(layout, 6, 6).plan.sheet[n] - arrange(layout, 4, 4).plan.sheet[n]) / 2 for n in (0, 1)]
    middles = {tuple(np.round(place, 6)) for place in large.centres()}
    assert all(tuple(np.round(place + np.multiply(growth, (6, 4)), 6)) in middles for place in small.centres())


@pytest.mark.parametrize("layout", EVEN)
def test_the_true_place_of_a_layout_passes_the_filter_and_others_do_not(layout: str, tmp_path: Path) -> None:
    _, data = drawn(tmp_path, layout, (16, 15))
    walls = dark_pixels(decode(data))
    box = extent(walls)
    assert box is not None
    cells, wall = arrange(layout, 16, 15), 8
    width, height = cells.plan.sheet
    growth = np.array([(arrange(layout, 6, 6).plan.sheet[n] - arrange(layout, 4, 4).plan.sheet[n]) / 2 for n in (0, 1)])
    corner, wide = (box[0] + wall / 2, box[1] + wall / 2), box[2] - box[0] - wall
    others = [(0.31 * n, 0.17 * n, width + 0.4 * n, height) for n in range(1, 40)]
    frames = np.array([(0.0, 0.0, width, height), *others])
    fits = patches_fit(walls, wall, corner, wide, layout, growth, frames)
    assert fits[0] and fits[1:].mean() < 0.3
    assert Placed(wide / width, corner, wall, walls, Rotation()).misfit(sketched(cells)) < 0.1
