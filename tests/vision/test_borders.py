"""The borders of an image: frames around the page, outer walls that are cut off, openings side by side."""

import io
import warnings
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageOps

from mazeworks import FormatError, make, solve
from mazeworks.core.errors import Note
from mazeworks.core.facets import structure_of
from mazeworks.drawing.lattice import edges
from mazeworks.files.loading import read_bytes
from mazeworks.images.decoding import Pixels
from mazeworks.vision.borders import Cut, cuts_of, without_frame
from tests.scans import Scan, reading_of

WIDTH, HEIGHT, CELL, WALL = 12, 9, 12, 4
PITCH = CELL + WALL


def read(data: bytes, **options: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        return read_bytes(data, **options)


def drawn(ends: list[tuple[int, int]], gaps: str, cut: tuple[int, int, int, int], margin: int = 0) -> tuple[bytes, int]:
    """An image of a maze that is open beside its ends, on these sides, cropped; and the length of its path."""
    maze: Any = make("wall", (WIDTH, HEIGHT), seed=8, ends="-".join(f"{x}/{y}" for x, y in ends))
    down, across = edges(maze.grid)
    for (x, y), side in zip(ends, gaps, strict=False):
        flags, place = {"n": (across, (0, x)), "s": (across, (-1, x)), "w": (down, (y, 0)), "e": (down, (y, -1))}[side]
        flags[place] = False
    size = [side * PITCH + WALL + 2 * margin for side in (WIDTH, HEIGHT)]
    image = Image.new("L", (size[0], size[1]), 255)
    pen = ImageDraw.Draw(image)
    for walls, wide, high in ((across, PITCH + WALL, WALL), (down, WALL, PITCH + WALL)):
        for y, x in np.argwhere(walls).tolist():
            left, top = margin + x * PITCH, margin + y * PITCH
            pen.rectangle([left, top, left + wide - 1, top + high - 1], fill=30)
    left, top, right, bottom = cut
    file = io.BytesIO()
    image.crop((left, top, image.width - right, image.height - bottom)).save(file, "PNG", compress_level=1)
    return file.getvalue(), len(solve(maze))


# --- outer walls that are cut off


@pytest.mark.parametrize(
    ("cut", "margin", "words"),
    [
        ((4, 0, 0, 0), 0, "the outer wall is cut off at the left, so"),
        ((4, 0, 0, 4), 0, "the outer wall is cut off at the left and bottom, so"),
        ((4, 0, 4, 4), 0, "the outer wall is cut off at the left, right and bottom, so"),
        ((2, 3, 1, 2), 0, ""),
        ((12, 2, 10, 12), 8, "the outer wall is cut off at the left and bottom, so"),
    ],
)
def test_openings_in_what_is_left(cut: tuple[int, int, int, int], margin: int, words: str) -> None:
    data, length = drawn([(2, 0), (9, 0)], "nn", cut, margin)
    picture = read(data)
    assert reading_of(picture).form == "cells" and reading_of(picture).cells.size == (WIDTH, HEIGHT)
    assert words in reading_of(picture).words and (words or "cut off" not in reading_of(picture).words)
    assert len(solve(picture)) == length
    assert {tuple(picture.start), tuple(picture.goal)} == {(2, 0), (9, 0)}


@pytest.mark.parametrize("more", [0, 1])
def test_given_ends_where_all_of_the_outer_wall_is_gone(more: int) -> None:
    ends = [(0, 0), (11, 8)]
    data, length = drawn(ends, "", (WALL + more,) * 4)
    start, goal = (f"{x * PITCH + CELL // 2 - more},{y * PITCH + CELL // 2 - more}" for x, y in ends)
    picture = read(data, start=start, goal=goal)
    assert reading_of(picture).form == "cells" and reading_of(picture).cells.size == (WIDTH, HEIGHT)
    assert len(solve(picture)) == length


def test_what_is_whole_is_not_cut_off() -> None:
    walls = np.zeros((60, 60), np.bool_)
    walls[::12] = walls[:, ::12] = True
    walls[1::12] = walls[:, 1::12] = True
    assert cuts_of(walls[:50, :50]) == []
    assert cuts_of(np.pad(walls[:50, :50], 6)) == []
    [cut] = cuts_of(walls[1:50, :50])
    assert cut.part == (0, 1, 0, 0) and not any(cut.whole)
    [cut] = cuts_of(walls[:50, 2:50])
    assert cut.whole == (True, False, False, False) and not any(cut.part)


def neighbours(walled: bool) -> list[tuple[int, int]]:
    """Two cells side by side at the top, with a wall between them, or none."""
    down, _ = edges(structure_of(make("wall", (WIDTH, HEIGHT), seed=8)).as_walls()[0])
    x = next(x for x in range(WIDTH - 1) if down[0, x + 1] == walled)
    return [(x, 0), (x + 1, 0)]


def test_two_openings_side_by_side() -> None:
    data, length = drawn(neighbours(True), "nn", (0, 0, 0, 0), 10)
    picture = read(data)
    assert reading_of(picture).form == "cells" and len(solve(picture)) == length > 1
    data, _ = drawn(neighbours(False), "nn", (0, 0, 0, 0), 10)
    with pytest.raises(FormatError, match="only one opening was found in the outline"):
        read(data)


def test_a_margin_as_wide_as_a_cell_is_not_cells_if_the_outline_stands_inside_it() -> None:
    down, across = np.zeros((6, 8), np.bool_), np.zeros((7, 7), np.bool_)
    cut = Cut((0, 0, 0, 0), (True, True, True, True), 3)
    assert not cut.is_implausible(down, across)
    down[1:-1, [1, -2]] = across[[1, -2], 1:-1] = True
    down[1, 1] = across[-2, 2] = False  # the openings
    assert cut.is_implausible(down, across)
    assert not Cut((0, 0, 0, 0), (True, False, False, False), 3).is_implausible(down, across)


# --- frames


def framed(data: bytes, border: Any, colour: Any, mode: str) -> bytes:
    file = io.BytesIO()
    ImageOps.expand(Image.open(io.BytesIO(data)).convert("RGB"), border, colour).convert(mode).save(
        file, "PNG", compress_level=1
    )
    return file.getvalue()


@pytest.mark.parametrize("border", [3, 30, (30, 0, 0, 0)])
@pytest.mark.parametrize(("colour", "mode"), [((0, 0, 0), "L"), ((90, 60, 30), "RGB"), ((40, 40, 40), "P")])
def test_a_frame_with_paper_inside_is_left_out(border: Any, colour: Any, mode: str) -> None:
    scan = Scan(14, 11, 5, 3, 16, 25, ink=(0, 0, 0), paper=(255, 255, 255))
    with pytest.warns(Note, match="14×11 cells"):
        picture = read_bytes(framed(scan.image(), border, colour, mode))
    assert len(solve(picture)) == len(solve(scan.maze()))


def test_an_outline_is_not_a_frame() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        picture = read_bytes(Scan(14, 11, 5, 3, 16, 0, ink=(0, 0, 0), paper=(255, 255, 255)).image())
    assert "edge" not in reading_of(picture).words
    shut = np.zeros((60, 60), np.uint8)
    shut[3:-3, 3:-3] = 255
    shut[30:33, 3:-3] = 0  # a wall that begins at the outline
    assert without_frame(Pixels(shut)) is None


def test_the_paper_is_sampled_beside_the_strip() -> None:
    page = np.full((60, 60), 240, np.uint8)
    page[:, :5] = page[:12, 20:] = 0
    found = without_frame(Pixels(page))
    assert found is not None and (found.numbers[:, :20] == 240).all()


@pytest.mark.parametrize("light", [slice(30, 31), slice(28, 36)])
def test_a_crack_in_the_dark_is_not_a_page(light: slice) -> None:
    page = np.zeros((60, 60), np.uint8)
    page[light] = 255
    assert without_frame(Pixels(page)) is None


def test_an_image_unreadable_without_its_frame_too_gives_the_first_error() -> None:
    page = np.full((60, 60), 255, np.uint8)
    page[:3] = page[-3:] = page[25:35, 25:35] = 0
    page[:, :3] = page[:, -3:] = 0
    file = io.BytesIO()
    Image.fromarray(page).save(file, "PNG", compress_level=1)
    with pytest.raises(FormatError, match="no opening was found"):
        read_bytes(file.getvalue())
