"""Small drawings with their path over them are read right, and no reading contradicts the pixels."""

import io
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageFilter

from mazeworks import FormatError, Maze, make, save, solve, vision
from mazeworks.core.errors import Note
from mazeworks.files.loading import read_bytes
from mazeworks.images.decoding import decode
from mazeworks.vision.ink import FULL, ink_of
from mazeworks.vision.ridges import ridge_heights
from mazeworks.vision.verification import contradicts_image, crosses_a_wall
from tests.scans import Scan, reading_of


def read(data: bytes, **options: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        return read_bytes(data, **options)


def as_png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=1)
    return file.getvalue()


def made(seed: int, layout: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)  # how wide circles are
        return make("wall", (12, 10), seed=seed, layout=layout)


def drawn(maze: Any, folder: Path, scale: float = 1, **look: Any) -> bytes:
    """A maze drawn with its path, without its id, and scaled."""
    save(maze, folder / "maze.png", solve(maze), **look)
    image = Image.open(folder / "maze.png")
    image.info.clear()
    if scale != 1:
        size = round(image.width * scale), round(image.height * scale)
        image = image.convert("RGB").resize(size, Image.Resampling.BILINEAR)
    return as_png(image)


# --- small drawings with their path over them


@pytest.mark.parametrize(
    ("layout", "seed", "cell", "wall", "theme"),
    [
        ("circle", 1832, 9, 3, "print"),  # the ends of the line, not where its grey varies
        ("circle", 753, 8, 2, "light"),
        ("circle", 4177, 18, 1, "print"),  # no layout twice as fine
        ("circle", 152, 10, 1, "print"),  # no openings where a thin line is faint
        ("circle", 2017, 12, 3, "light"),  # a mark that touches the walls of its cell
        ("hexagon", 2586, 14, 1, "dark"),  # walls between cells that both have the line in them
        ("triangle", 4267, 9, 1, "print"),
        ("triangle", 69707, 9, 1, "blueprint"),  # slanted walls are not those of squares
    ],
)
def test_small_layouts_with_their_path(
    layout: str, seed: int, cell: int, wall: int, theme: str, tmp_path: Path
) -> None:
    maze = made(seed, layout)
    again = read(drawn(maze, tmp_path, cell=cell, wall=wall, theme=theme))
    assert {tuple(again.start), tuple(again.goal)} == {tuple(maze.start), tuple(maze.goal)}
    assert len(solve(again)) == len(solve(maze))
    assert (reading_of(again).cells.opens == maze.structure.opens).all()


def test_a_ring_at_the_end_of_a_line_may_be_too_thin_to_count_as_a_mark(tmp_path: Path) -> None:
    maze = made(62144, "square")
    again = read(drawn(maze, tmp_path, cell=12, wall=1, theme="print"))
    assert len(solve(again)) == len(solve(maze)) == 48


def test_a_line_in_coloured_cells_ends_where_it_ends(tmp_path: Path) -> None:
    maze = made(3069, "circle")
    again = read(drawn(maze, tmp_path, cell=10, wall=2, theme="blueprint", distances=True))
    assert {tuple(again.start), tuple(again.goal)} == {tuple(maze.start), tuple(maze.goal)}
    assert len(solve(again)) == len(solve(maze))


def test_no_path_leads_through_a_wall_between_two_parts_of_a_line(tmp_path: Path) -> None:
    maze = made(3207, "square")
    again = read(drawn(maze, tmp_path, 1.3, cell=12, wall=3, theme="print"))
    assert len(solve(again)) == len(solve(maze)) == 37


# --- how lines stand out


def test_walls_stand_out_and_paths_drawn_across_do_not() -> None:
    ink = np.zeros((40, 40), np.uint8)
    ink[19:21] = FULL  # a wall
    ink[:, 9:12] = FULL // 2  # a path drawn through it, as through a passage
    ink[:, 30:] = FULL  # a mark that is as dark, all over the right
    lines = np.array([[[14, 19.5], [26, 19.5]], [[14, 8.0], [26, 8]], [[4, 30.0], [16, 30]], [[32, 8.0], [38, 8]]])
    above, along = ridge_heights(np.pad(ink, 1), lines, 4)
    assert above.round(2).tolist() == [1, 0, 0, 0]
    assert along.round(2).tolist() == [1, 0, 0, 1]


def test_a_path_crosses_a_wall_if_it_does_not_come_back() -> None:
    wall = np.array([[[5.0, 0.0], [5.0, 8.0]], [[5.0, 20.0], [5.0, 28.0]]])
    straight = np.array([[x, 4] for x in range(10)])
    assert crosses_a_wall(straight, wall)
    assert not crosses_a_wall(np.concatenate([straight, straight[::-1]]), wall)
    assert not crosses_a_wall(straight + np.array([0, 8]), wall)
    assert not crosses_a_wall(np.array([[x, 0] for x in range(10)]), wall)  # around its end


# --- readings that the pixels contradict


def misread(reading: Any, opened: bool) -> Any:
    """The reading without a wall, which shortens the path, or with one more, which blocks it."""
    lattice, path = reading.cells, solve_cells(reading)
    down, across = lattice.down.copy(), lattice.across.copy()
    steps = {cell: number for number, cell in enumerate(path)}
    for (x, y), number in steps.items():
        for walls, other in ((down, (x + 1, y)), (across, (x, y + 1))):
            apart = abs(steps.get(other, number) - number)
            if apart > 4 if opened else apart == 1:
                walls[other[1], other[0]] = not opened
                return replace(reading, cells=replace(lattice, down=down, across=across))
    raise AssertionError("no such wall")


def solve_cells(reading: Any) -> list[tuple[int, int]]:
    maze = Maze(reading.grid())
    return [(int(x), int(y)) for x, y in solve(maze).states]


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("look", [{"cell": 16, "thick": 3}, {"cell": 4, "thick": 2}, {"cell": 10, "thick": 1}])
def test_misreadings_are_contradicted(look: dict[str, int], opened: bool) -> None:
    data = Scan(seed=5, **look).image()
    ink = ink_of(decode(data, 1 << 20))
    reading = vision.read(decode(data))
    walls = ink > FULL // 2
    assert not contradicts_image(reading, walls, ink, exact=True)
    assert contradicts_image(misread(reading, opened), walls, ink, exact=True)


def test_unconnected_marks_prove_nothing_unless_walls_are_sharp() -> None:
    image = np.full((60, 60, 3), 255, np.uint8)
    image[5:55, 5:8] = image[5:55, 52:55] = image[5:8, 5:55] = image[52:55, 5:55] = image[5:55, 29:32] = 0
    image[12:20, 12:20] = image[40:48, 40:48] = (220, 30, 30)
    assert solve(read(as_png(Image.fromarray(image)))) is None
    with pytest.raises(FormatError, match=r"no path joins the marks|nor two marks|some walls are ambiguous"):
        read(as_png(Image.fromarray(image).filter(ImageFilter.GaussianBlur(1.5))))
