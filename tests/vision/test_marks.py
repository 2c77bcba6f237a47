"""Start and goal found by marks inside cells: on coloured ground, blurred, beside walls and lines, not specks."""

import io
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

from mazeworks import FormatError, Position, make, save, solve
from mazeworks.core.errors import Note
from mazeworks.core.facets import structure_of
from mazeworks.drawing.lattice import edges
from mazeworks.drawing.palette import THEMES
from mazeworks.files.loading import read_bytes
from mazeworks.images.decoding import Pixels
from mazeworks.vision.endpoints import far_from
from mazeworks.vision.ink import FULL
from mazeworks.vision.lattice import Lattice
from mazeworks.vision.marks import marked_cells
from mazeworks.vision.wall_profiles import crossing_ink
from tests.scans import reading_of


def read(image: Image.Image, form: str = "PNG") -> Any:
    file = io.BytesIO()
    image.save(file, form, compress_level=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        return read_bytes(file.getvalue())


def drawn(maze: Any, folder: Path, solved: bool = False, **look: Any) -> Image.Image:
    """A drawing of ours, without its id."""
    save(maze, folder / "maze.png", solve(maze) if solved else None, **look)
    return Image.open(folder / "maze.png").convert("RGB")


def copied(image: Image.Image, how: str) -> Any:
    """The puzzle read from a copy."""
    if how == "scaled":
        size = round(image.width * 0.8), round(image.height * 0.8)
        return read(image.resize(size, Image.Resampling.LANCZOS))
    return read(image.filter(ImageFilter.GaussianBlur(0.7))) if how == "blurred" else read(image, "JPEG")


# --- on coloured ground


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("how", ["scaled", "blurred", "packed"])
def test_copies_of_coloured_distances_have_their_ends(theme: str, how: str, tmp_path: Path) -> None:
    maze: Any = make("wall", (13, 10), seed=3)
    for solved in (False, True):
        again = copied(drawn(maze, tmp_path, solved, distances=True, theme=theme, cell=15, wall=3), how)
        assert (again.start, again.goal) == (maze.start, maze.goal), reading_of(again).words
        assert len(solve(again)) == len(solve(maze))  # type: ignore[arg-type]


def test_coloured_ground_alone_has_no_marks() -> None:
    """Colours that change from cell to cell, one of them a little farther off than others."""
    colours = np.linspace((40, 60, 200), (240, 230, 90), 48).astype(np.uint8).reshape(6, 8, 3)
    page = np.repeat(np.repeat(colours, 10, axis=0), 10, axis=1)
    page[::10] = page[:, ::10] = 0
    open_lattice = Lattice(0, 0, (10, 10), 1, np.zeros((6, 9), np.bool_), np.zeros((7, 8), np.bool_))
    assert marked_cells(Pixels(page), open_lattice.points()) == []
    for left, top in ((20, 30), (60, 10)):
        page[top + 3 : top + 9, left + 3 : left + 9] = (200, 30, 30)
    page[33 + 2 : 33 + 4, 22 + 3 : 22 + 5] = 255  # hollow, so that it is the goal
    assert marked_cells(Pixels(page), open_lattice.points()) == [1 * 8 + 6, 3 * 8 + 2]


def test_similar_cells_have_no_marks() -> None:
    """Most are paper, some are filled in one colour."""
    page = np.full((60, 80), 255, np.uint8)
    for left in range(0, 80, 20):
        page[30:40, left : left + 10] = page[10:20, left : left + 10] = 90
    page[::10] = page[:, ::10] = 0
    lattice = Lattice(0, 0, (10, 10), 1, np.ones((6, 9), np.bool_), np.ones((7, 8), np.bool_))
    assert marked_cells(Pixels(page), lattice.points()) == []


# --- specks, and blocks of wall


def test_a_mark_is_larger_than_a_speck() -> None:
    page = np.full((60, 80), 255, np.uint8)
    page[::10] = page[:, ::10] = 0
    lattice = Lattice(0, 0, (10, 10), 1, np.ones((6, 9), np.bool_), np.ones((7, 8), np.bool_))
    for speck in ((25, 35), (44, 66)):
        page[speck] = 0
    assert marked_cells(Pixels(page), lattice.points()) == []
    blurred = np.asarray(Image.fromarray(page).filter(ImageFilter.GaussianBlur(0.6)))
    assert marked_cells(Pixels(blurred), lattice.points()) == []
    page[12:18, 13:18], page[53:57, 73:77] = 90, 90
    assert marked_cells(Pixels(page), lattice.points()) == [9, 5 * 8 + 7]


def test_one_opening_and_a_speck_are_not_two_ends() -> None:
    maze: Any = make("wall", (5, 5), seed=4, ends="2/0-0/4")
    down, across = edges(maze.grid)
    across[0, 2] = False
    image = Image.new("L", (80, 80), 255)
    pen = ImageDraw.Draw(image)
    for walls, wide, high in ((across, 9, 2), (down, 2, 9)):
        for y, x in np.argwhere(walls).tolist():
            pen.rectangle([20 + 7 * x, 20 + 7 * y, 20 + 7 * x + wide - 1, 20 + 7 * y + high - 1], fill=0)
    image.putpixel((20 + 7 * 3 + 4, 20 + 7 * 3 + 4), 0)
    with pytest.raises(FormatError, match=r"only one opening .* --start X,Y and --goal X,Y"):
        read(image.filter(ImageFilter.GaussianBlur(0.5)))


def test_a_block_of_wall_is_not_a_passage() -> None:
    ink = np.zeros((20, 60), np.uint8)
    ink[:, 30:] = FULL
    start, end = np.array([[8.0, 10.0], [38.0, 10.0]]), np.array([[20.0, 10.0], [50.0, 10.0]])
    seen = crossing_ink(ink, start, end, np.array([[0.0, 5.0], [0.0, 5.0]]))((3.0, 3.0))
    assert seen.amounts[0] == 0 and seen.amounts[1] > 4


# --- walls beside marks and lines


@pytest.mark.parametrize(
    ("size", "seed", "look"),
    [
        ((9, 14), 23, {"theme": "print", "cell": 13, "wall": 3, "solved": True}),  # a line in both cells beside a wall
        ((13, 7), 102, {"theme": "light", "cell": 15, "wall": 3, "distances": True}),  # a dark mark on light ground
    ],
)
def test_walls_beside_marks_and_lines_stand(size: Any, seed: int, look: dict[str, Any], tmp_path: Path) -> None:
    maze: Any = make("wall", size, seed=seed)
    for scale in (1.0, 1.5):
        image = drawn(maze, tmp_path, **look)
        wide = round(image.width * scale), round(image.height * scale)
        again = read(image.resize(wide, Image.Resampling.LANCZOS))
        assert (structure_of(again).as_walls()[0].walls == structure_of(maze).as_walls()[0].walls).all(), (
            scale,
            reading_of(again).words,
        )


# --- cells that are too small


def doubled(maze: Any) -> Lattice:
    """The walls of a maze, between cells half as large."""
    down, across = edges(maze.grid)
    fine_down, fine_across = np.zeros((2 * len(down), 2 * down.shape[1] - 1), np.bool_), None
    fine_down[:, ::2] = np.repeat(down, 2, axis=0)
    fine_across = np.zeros((2 * len(across) - 1, 2 * across.shape[1]), np.bool_)
    fine_across[::2] = np.repeat(across, 2, axis=1)
    return Lattice(0, 0, (7, 7), 1, fine_down, fine_across)


@pytest.mark.parametrize("seed", range(3))
def test_cells_half_as_large_are_too_fine(seed: int) -> None:
    maze: Any = make("wall", (16, 12), seed=seed)
    lattice = doubled(maze)
    assert lattice.too_fine
    specks = np.random.default_rng(seed)
    for walls in (lattice.down[:, 1:-1], lattice.across[1:-1]):
        walls |= specks.random(walls.shape) < 0.1
    assert lattice.too_fine
    whole = Lattice(0, 0, (14, 14), 1, *edges(maze.grid))
    assert not whole.too_fine


@pytest.mark.parametrize("using", ["backtracker", "recursive_division", "rooms", "spiral", "binary_tree"])
def test_mazes_are_not_too_fine_themselves(using: str) -> None:
    for seed in range(4):
        maze: Any = make("wall", (20, 16), seed=seed, using=using)
        assert not Lattice(0, 0, (14, 14), 1, *edges(maze.grid)).too_fine


def test_a_long_line_along_the_passages_makes_no_smaller_cells(tmp_path: Path) -> None:
    maze: Any = make("wall", (11, 15), seed=320, ends="corners")
    image = drawn(maze, tmp_path, True, theme="blueprint", cell=10, wall=3)
    small = image.resize((round(image.width * 0.69), round(image.height * 0.69)), Image.Resampling.LANCZOS)
    again = read(small, "JPEG")
    assert reading_of(again).words.startswith("11×15 cells") and len(solve(again)) == len(solve(maze))  # type: ignore[arg-type]


# --- what is not believed


def test_a_missing_path_between_marks_is_believed_in_sharp_drawings_only(tmp_path: Path) -> None:
    maze: Any = make("wall", (9, 7), seed=2, ends="0/0-8/6")
    image = drawn(maze, tmp_path, cell=14, wall=3, margin=10)
    ImageDraw.Draw(image).rectangle([10 + 17 * 8, 10, 10 + 17 * 8 + 2, image.height - 11], fill=(27, 35, 48))
    assert solve(read(image)) is None
    with pytest.raises(FormatError, match=r"some walls are ambiguous|nor two marks|no path joins the marks"):
        read(image.filter(ImageFilter.GaussianBlur(1)))


def test_openings_far_from_those_of_cells_do_not_count() -> None:
    ends = Position(10, 10), Position(60, 10)
    assert not far_from(ends, [], 5) and not far_from(ends, [Position(12, 9), Position(62, 9)], 5)
    assert far_from(ends, [Position(12, 9)], 5)


def test_a_broad_strip_around_fine_passages_is_not_a_passage() -> None:
    page = np.full((220, 260), 255, np.uint8)
    page[20:200, 20:240] = 0
    page[24:196, 24:236] = 255  # the strip, open at two corners
    page[22:50, 18:26] = page[170:198, 234:242] = 255
    for line in range(64, 156, 8):
        page[line : line + 4, 64:192] = 0
    page[64:156, 64:68] = 0
    with pytest.raises(FormatError, match="--start X,Y and --goal X,Y"):
        read(Image.fromarray(page))
