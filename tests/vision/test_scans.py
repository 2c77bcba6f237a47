"""Images read back: drawings of every size, theme and layout, rings, outlines of any shape, and random scans."""

import io
import warnings
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from mazeworks import FormatError, Puzzle, make, save, solve, speed
from mazeworks.cli import run
from mazeworks.core.errors import Note
from mazeworks.core.facets import structure_of
from mazeworks.drawing.lattice import squares
from mazeworks.drawing.palette import THEMES
from mazeworks.files.loading import read_bytes
from mazeworks.vision.deskew import skew_of
from mazeworks.vision.morphology import connected_components
from tests.scans import Scan, backdrop_of, reading_of, scan_of


def read(data: bytes, **options: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        return read_bytes(data, **options)


def png_of(image: Any) -> bytes:
    file = io.BytesIO()
    (image if isinstance(image, Image.Image) else Image.fromarray(image)).save(file, "PNG", compress_level=1)
    return file.getvalue()


def length(puzzle: Puzzle[Any]) -> int | None:
    solution = solve(puzzle)
    return None if solution is None else len(solution)


def read_again(maze: Any, folder: Path, solved: bool = False, **look: Any) -> Any:
    """A maze drawn as PNG and read from it, without the id in the file: only the picture counts."""
    save(maze, folder / "maze.png", solve(maze) if solved else None, **look)
    image = Image.open(folder / "maze.png")
    image.info.clear()
    return read(png_of(image))


# --- our own drawings


@pytest.mark.parametrize("cell", range(1, 13))
def test_every_size_of_cells_and_walls(cell: int, tmp_path: Path) -> None:
    maze = make("wall", (13, 9), seed=cell)
    for wall in range(1, 7):
        theme = sorted(THEMES)[(cell + wall) % 4]
        again = read_again(maze, tmp_path, solved=wall % 2 == 0, cell=cell, wall=wall, theme=theme)
        counted = 2 if cell == wall == 1 else 1  # squares of one pixel are walked pixel by pixel
        assert length(again) == counted * (length(maze) or 0), (cell, wall, theme)


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("solved", [False, True])
def test_coloured_distances(theme: str, solved: bool, tmp_path: Path) -> None:
    maze = make("wall", (13, 9), seed=3)
    for cell, wall in ((21, 3), (9, 2), (5, 1), (4, 1), (3, 1), (2, 1), (1, 3)):
        again = read_again(maze, tmp_path, solved, cell=cell, wall=wall, theme=theme, distances=True)
        assert length(again) == length(maze), (cell, wall)


@pytest.mark.parametrize(
    ("size", "seed", "cell", "wall", "theme", "solved"),
    [
        ((4, 4), 142, 7, 1, "dark", False),  # two cells of similar colours are not a line
        ((4, 13), 469, 4, 4, "blueprint", True),  # nor are all cells that differ from one of many colours
        ((20, 15), 6, 5, 1, "blueprint", True),
    ],
)
def test_colours_of_cells_are_not_marks(
    size: tuple[int, int], seed: int, cell: int, wall: int, theme: str, solved: bool, tmp_path: Path
) -> None:
    maze = make("wall", size, seed=seed)
    again = read_again(maze, tmp_path, solved, cell=cell, wall=wall, theme=theme, distances=True)
    assert length(again) == length(maze)


def test_single_colours(tmp_path: Path) -> None:
    maze = make("wall", (13, 9), seed=5)
    for look in (
        {"wall_colour": "#f80", "background_colour": "black"},
        {"path_colour": "blue", "wall_colour": "green"},
    ):
        assert length(read_again(maze, tmp_path, True, **look)) == length(maze)  # type: ignore[arg-type]


@pytest.mark.parametrize("generator", ["spiral", "binary_tree", "rooms", "recursive_division"])
def test_mazes_that_look_alike_inside_out(generator: str, tmp_path: Path) -> None:
    maze = make("wall", (20, 15), seed=4, using=generator)
    for cell, wall in ((1, 3), (3, 1), (2, 2), (4, 4)):
        assert length(read_again(maze, tmp_path, cell=cell, wall=wall)) == length(maze)


LOOKS = (
    {"theme": "light"},
    {"theme": "dark", "solved": True},
    {"theme": "print", "solved": True, "cell": 12, "wall": 2},
    {"theme": "blueprint", "distances": True},
)


@pytest.mark.parametrize("layout", ["hexagon", "triangle", "circle"])
@pytest.mark.parametrize("look", LOOKS)
def test_layouts_are_read(layout: str, look: dict[str, Any], tmp_path: Path) -> None:
    maze = make("wall", (11, 9), seed=7, layout=layout, ends="farthest")
    again = read_again(maze, tmp_path, **look)
    assert reading_of(again).form == "layout" and reading_of(again).cells.cells.layout == layout
    assert (reading_of(again).cells.opens == maze.structure.opens).all()  # type: ignore[attr-defined]
    assert {again.start, again.goal} == {maze.start, maze.goal}  # type: ignore[attr-defined]
    assert length(again) == length(maze)


@pytest.mark.parametrize("layout", ["square", "hexagon", "triangle"])
def test_masked_outlines_are_read(layout: str, tmp_path: Path) -> None:
    maze = make("wall", None, seed=2, mask_text="C", layout=layout)
    again = read_again(maze, tmp_path, cell=14, wall=3)
    assert reading_of(again).form == "layout" and length(again) == length(maze)


def test_a_layout_is_solved_and_drawn_over(tmp_path: Path) -> None:
    maze = make("wall", (9, 8), seed=7, layout="hexagon", ends="farthest")
    again = read_again(maze, tmp_path)
    over = np.asarray(Image.open(io.BytesIO(b"".join(backdrop_of(again).drawn_over(solve(again))))).convert("RGB"))
    before = np.asarray(Image.open(tmp_path / "maze.png").convert("RGB"))
    changed = (over != before).any(axis=2)
    walls = before.sum(axis=2) < 200
    assert 0.01 < changed.mean() < 0.3 and not (changed & walls).any()
    copy = read(png_of(Image.open(tmp_path / "maze.png")))
    assert copy == again and reading_of(copy).start == reading_of(again).start


# --- openings


def rings(gaps: list[tuple[int, int]], mark: bool = False) -> bytes:
    """Rings one inside another, each with a gap at an angle, with its width in degrees."""
    image = Image.new("RGB", (1200, 1200), "white")
    pen = ImageDraw.Draw(image)
    for number, (angle, wide) in enumerate(gaps):
        box = [60 + 90 * number, 60 + 90 * number, 1140 - 90 * number, 1140 - 90 * number]
        pen.arc(box, angle + wide / 2, angle - wide / 2 + 360, fill="black", width=12)
    if mark:
        pen.ellipse([570, 570, 630, 630], fill="red")
    return png_of(image.resize((400, 400), Image.Resampling.LANCZOS))


@pytest.mark.parametrize("wide", [12, 25, 40, 60])
def test_one_wide_gap_is_one_opening(wide: int) -> None:
    data = rings([(0, wide), (90, 25), (180, 25), (270, 30), (45, 40)])
    with pytest.raises(FormatError, match=r"only one opening was found in the outline, at \(3\d\d, (199|200)\)"):
        read(data)
    puzzle = read(data, goal="200,200")
    assert reading_of(puzzle).form == "pixels" and 1100 < (length(puzzle) or 0) < 1250


def test_an_opening_and_a_mark_in_a_free_form() -> None:
    puzzle = read(rings([(0, 30), (90, 25), (180, 25), (270, 30), (45, 40)], mark=True))
    assert "openings at (3" in reading_of(puzzle).words and "marks at (200, 200)" in reading_of(puzzle).words
    assert length(puzzle)


@pytest.mark.parametrize("layout", ["square", "hexagon", "triangle", "circle"])
def test_slanted_outlines_have_no_false_openings(layout: str, tmp_path: Path) -> None:
    maze = make("wall", (10, 8), seed=5, layout=layout, ends="farthest")
    save(maze, tmp_path / "maze.png")
    image = Image.open(tmp_path / "maze.png").convert("RGB")
    puzzle = read(png_of(image.rotate(25, Image.Resampling.BICUBIC, expand=True, fillcolor="white")))
    assert reading_of(puzzle).form == "pixels" and "openings" not in reading_of(puzzle).words
    pixels, cells = length(puzzle), length(maze)
    assert pixels and cells and 0.8 < pixels / (24 * cells) < 1.4


def test_a_gap_around_a_corner_is_one() -> None:
    image = squares(structure_of(make("wall", (8, 6), seed=3)).as_walls()[0])
    image[0, :2] = image[1, 0] = image[-1, -2] = True
    assert reading_of(read(png_of(image))).words.endswith("openings at (0, 0) and (15, 12)")
    scan = np.array(Image.open(io.BytesIO(Scan(seed=28).image())).convert("L"))  # open above (0, 0), below (0, 9)
    scan[23:39, 20:23] = 255
    assert reading_of(read(png_of(scan))).words.endswith("openings at (21, 30) and (30, 211)")


# --- given ends


@pytest.mark.filterwarnings("default::mazeworks.core.errors.Note")
def test_ends_outside_cells_are_moved_with_a_note(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "maze.png").write_bytes(Scan(thick=4, cell=16).image())  # cells from pixel 24 on, 20 apart
    words = ["solve", str(tmp_path / "maze.png"), "-o", str(tmp_path / "solved.png"), "--goal", "172,112"]
    assert run([*words, "--start", "41,31"]) == 0
    notes = capsys.readouterr().err
    assert "the start (41, 31) is not in a cell and was moved to (32, 32)" in notes and "the goal" not in notes
    over = np.asarray(Image.open(tmp_path / "solved.png").convert("RGB"))
    assert over[32, 32].max() > 200 and over[32, 32].min() < 150  # the line begins there
    assert run([*words, "--start", "18,30"]) == 0
    assert "the start (18, 30) is not in a cell and was moved to (32, 32)" in capsys.readouterr().err
    assert run([*words, "--start", "32,32"]) == 0
    assert "moved" not in capsys.readouterr().err


def test_ends_far_from_all_cells_are_refused(tmp_path: Path) -> None:
    data = Scan(margin=60).image()
    with pytest.raises(FormatError, match=r"the start \(5, 30\) lies 5\d pixels away from the maze"):
        read(data, start="5,30", goal="80,80")
    save(make("wall", (9, 8), seed=7, layout="hexagon"), tmp_path / "maze.png", margin=80)
    with pytest.raises(FormatError, match=r"the goal \(3, 4\) lies \d+ pixels away from the maze"):
        read((tmp_path / "maze.png").read_bytes(), goal="3,4")


@given(st.integers(1, 14), st.integers(1, 14), st.integers(0, 999))
def test_components_are_connected_by_sides(width: int, height: int, seed: int) -> None:
    mask = np.random.default_rng(seed).random((height, width)) < 0.6
    found = []
    for each in ("interpreted", "compiled"):
        with speed(each):  # type: ignore[arg-type]
            found.append(connected_components(mask))
    assert (found[0] == found[1]).all() and ((found[0] > 0) == mask).all()
    graph: nx.Graph[Any] = nx.grid_2d_graph(height, width)
    graph.remove_nodes_from([(int(y), int(x)) for y, x in np.argwhere(~mask)])
    parts = {frozenset(part) for part in nx.connected_components(graph)}
    numbers = range(1, int(found[0].max()) + 1)
    assert parts == {frozenset((int(y), int(x)) for y, x in np.argwhere(found[0] == n)) for n in numbers}


# --- scans


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_moderate_scans_are_all_read_right(first: int) -> None:
    for number in range(first, first + 10):
        scan = scan_of(number)
        puzzle = read(scan.image())
        maze = scan.maze()
        assert reading_of(puzzle).words.startswith(f"{scan.width}×{scan.height} cells"), scan
        assert length(puzzle) == length(maze), scan
        assert (structure_of(puzzle).as_walls()[0].walls == structure_of(maze).as_walls()[0].walls).all(), scan


@pytest.mark.parametrize("thick", range(1, 10))
def test_every_thickness_rotated_both_ways(thick: int) -> None:
    for turned in (-1.0, -0.4, 0.7, 1.0):
        scan = Scan(thick=thick, cell=20, seed=thick, turned=turned, noise=5)
        assert length(read(scan.image())) == length(scan.maze()), scan


@pytest.mark.parametrize("angle", [-1.3, -0.5, 0.25, 1.0])
def test_the_skew_of_an_image(angle: float) -> None:
    image = Image.open(io.BytesIO(Scan(thick=4, turned=angle).image())).convert("L")
    turn = skew_of(np.asarray(image) < 128)
    assert turn is not None and abs(np.degrees(turn.angle) + angle) < 0.06
    assert skew_of(np.asarray(Image.open(io.BytesIO(Scan().image())).convert("L")) < 128) is None


@pytest.mark.parametrize(("wide", "high", "wall"), [(20, 9, 2), (24, 10, 2), (33, 9, 3), (12, 24, 3)])
def test_cells_may_be_much_wider_than_high(wide: int, high: int, wall: int) -> None:
    maze: Any = make("wall", (9, 7), seed=wide, ends="0/0-8/6")
    page = np.full((7 * (high + wall) + wall + 40, 9 * (wide + wall) + wall + 40), 255, np.uint8)
    for y in range(7):
        for x in range(9):
            left, top = 20 + x * (wide + wall), 20 + y * (high + wall)
            walls = int(maze.walls[y, x])
            for flag, part in (
                (1, np.s_[top : top + wall, left : left + wide + 2 * wall]),
                (2, np.s_[top + high + wall : top + high + 2 * wall, left : left + wide + 2 * wall]),
                (4, np.s_[top : top + high + 2 * wall, left + wide + wall : left + wide + 2 * wall]),
                (8, np.s_[top : top + high + 2 * wall, left : left + wall]),
            ):
                if walls & flag:
                    page[part] = 0
    page[20 : 20 + wall, 20 + wall : 20 + wall + wide] = 255  # an opening at each end
    page[-20 - wall : -20, -20 - wall - wide : -20 - wall] = 255
    file = io.BytesIO()
    Image.fromarray(page).save(file, "PNG", compress_level=1)
    again = read(file.getvalue())
    assert reading_of(again).words.startswith("9×7 cells") and len(solve(again) or ()) == len(solve(maze) or ())
