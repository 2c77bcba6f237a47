"""Pictures out: their colours and sizes, PNG, and what drawings show when they are read back."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageColor

from mazeworks import MazeError, make, save, solve, speed
from mazeworks.cli import run
from mazeworks.core.facets import structure_of
from mazeworks.core.registry import renderers
from mazeworks.drawing.look import look
from mazeworks.drawing.palette import (
    DISTANCES,
    THEMES,
    ColourParameter,
    Palette,
    gradient,
    known_colours,
    parse_colour,
    to_lab,
)
from mazeworks.drawing.raster import Raster, distances
from mazeworks.images.png import packed, png
from mazeworks.kernels.images.raster import parts
from tests.drawings import as_image, drawn, read_back
from tests.oracle import graph_of
from tests.samples import EXAMPLES, loopy

PNG = renderers["png"]
SCANNED = EXAMPLES / "picture/scanned.png"


# --- colours and sizes


def test_colours_are_names_or_digits() -> None:
    assert parse_colour("#FF8800") == parse_colour("f80") == (255, 136, 0)
    exact = {"black": (0, 0, 0), "RED": (255, 0, 0), "blue": (0, 0, 255), "grey": (128, 128, 128)}
    assert {name: parse_colour(name) for name in exact} == exact
    assert [parse_colour(text) for text in ("", "#12", "12345g", "blueish")] == [None] * 4
    colour = ColourParameter("ink", "colour", "", "")
    assert colour.parse("#f80") == "#f80"
    with pytest.raises(MazeError, match="did you mean green"):
        colour.parse("gren")


def test_colours_are_known_also_after_pillow_was_asked_for_one() -> None:
    before = dict(known_colours())
    ImageColor.getrgb("tomato")
    known_colours.cache_clear()
    assert known_colours() == before and parse_colour("tomato") == (255, 99, 71)


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_every_theme_tells_start_from_goal_by_lightness(theme: str) -> None:
    lightness = {role: np.dot(Palette(theme).rgb(role), (0.299, 0.587, 0.114)) for role in THEMES[theme]}
    assert abs(lightness["start"] - lightness["goal"]) > 30
    assert abs(lightness["wall"] - lightness["background"]) > 120
    assert abs(lightness["path"] - lightness["background"]) > 60


def test_a_named_colour_is_exactly_that_in_every_picture() -> None:
    maze = make("wall", (6, 4), seed=1)
    colours = {"wall_colour": "red", "background_colour": "black", "path_colour": "lime"}
    image = as_image(drawn("png", maze, solve(maze), **colours)).convert("RGB")
    assert {(255, 0, 0), (0, 0, 0), (0, 255, 0)} <= {colour for _, colour in image.getcolors(1 << 16)}
    text = drawn("svg", maze, solve(maze), **colours).decode()
    assert all(f'"{digits}"' in text for digits in ("#ff0000", "#000000", "#00ff00"))


@pytest.mark.parametrize("stops", DISTANCES)
def test_the_gradient_of_distances_is_even_for_the_eye(stops: tuple[str, ...]) -> None:
    lab = to_lab(gradient(stops, 64))
    steps = np.linalg.norm(np.diff(lab, axis=0), axis=1)
    assert (np.diff(lab[:, 0]) > -1e-3).all()  # ever lighter
    assert steps.max() < 1.5 * np.median(steps)


@given(st.integers(1, 5000), st.integers(1, 5000), st.none() | st.integers(1, 30), st.none() | st.integers(1, 9))
def test_sizes_are_as_asked_or_fit(width: int, height: int, cell: int | None, wall: int | None) -> None:
    values = {p.name: p.default for p in PNG.parameters} | {"cell": cell, "wall": wall}
    style = look(width, height, values)
    assert cell in (None, style.cell) and wall in (None, style.wall)
    if cell is wall is None:
        assert style.pixels(width, height)[0] <= max(4100, 2 * width + 3)


# --- PNG


@given(st.integers(1, 40), st.integers(1, 9), st.sampled_from([1, 2, 4, 8]), st.integers(0, 9))
def test_png_of_every_depth(width: int, height: int, bits: int, seed: int) -> None:
    numbers = np.random.default_rng(seed).integers(0, 1 << bits, (height, width)).astype(np.uint8)
    palette = [(n, 255 - n, n // 2) for n in range(1 << bits)]
    data = b"".join(png(width, height, [numbers[:1], numbers[1:]] if height > 1 else [numbers], palette))
    image = as_image(data)
    assert (np.asarray(image.convert("RGB")) == np.array(palette, np.uint8)[numbers]).all()
    assert len(packed(numbers, bits)[0]) == -(-width * bits // 8)


def test_png_in_full_colour() -> None:
    colours = np.arange(5 * 4 * 3, dtype=np.uint8).reshape(5, 4, 3)
    data = b"".join(png(4, 5, [colours], texts={"Comment": "x#7"}))
    assert (np.asarray(as_image(data)) == colours).all()
    assert as_image(data).info["Comment"] == "x#7"


def pixel_by_pixel(maze: Any, cell: int, wall: int) -> np.ndarray[Any, Any]:
    """The walls of a maze as a picture, worked out one pixel at a time."""
    pitch = cell + wall
    out = np.zeros((maze.height * pitch + wall, maze.width * pitch + wall), bool)
    for each in maze:
        x, y = each.position.x * pitch, each.position.y * pitch
        if each.walls & 1:
            out[y : y + wall, x : x + pitch + wall] = True
        if each.walls & 2:
            out[y + pitch : y + pitch + wall, x : x + pitch + wall] = True
        if each.walls & 4:
            out[y : y + pitch + wall, x + pitch : x + pitch + wall] = True
        if each.walls & 8:
            out[y : y + pitch + wall, x : x + wall] = True
    return out


@given(st.integers(2, 12), st.integers(2, 12), st.integers(0, 99), st.integers(1, 6), st.integers(1, 4))
def test_walls_are_where_they_stand_at_both_speeds(width: int, height: int, seed: int, cell: int, wall: int) -> None:
    maze = loopy(width, height, seed, 12)
    values = {p.name: p.default for p in PNG.parameters} | {"cell": cell, "wall": wall, "margin": 0}
    images = []
    for each in ("interpreted", "compiled"):
        with speed(each):  # type: ignore[arg-type]
            images.append(Raster(maze.grid, look(width, height, values)).image())
    assert (images[0] == images[1]).all()
    assert ((images[0] == 1) == pixel_by_pixel(maze, cell, wall)).all()


def test_the_kernel_joins_colours_and_paths(each_speed: str) -> None:
    maze = make("wall", (3, 2), seed=1)
    grid = structure_of(maze).as_grid()
    assert grid is not None
    grid.walls[:] = [[9, 1, 5], [10, 2, 6]]  # no inner wall at all
    fills = np.full(grid.cells.shape, 7, np.uint8)
    ways = np.zeros(grid.cells.shape, np.uint8)
    ways[1, 1] = 4
    out = np.empty(3 * 2 * 4, np.uint8)
    parts(grid.flat, fills.reshape(-1), ways.reshape(-1), out, grid.stride, 0, 2, 2)
    assert out.reshape(2, 3, 4)[0].tolist() == [[7, 2, 7, 7], [7, 7, 7, 7], [7, 1, 7, 1]]


@pytest.mark.parametrize("cell", [1, 2, 3, 4])
def test_a_path_that_fills_its_cells_does_not_leak_into_side_passages(cell: int, each_speed: str) -> None:
    maze = loopy(12, 9, 3, 9)
    values = {p.name: p.default for p in PNG.parameters} | {"cell": cell, "wall": 1, "margin": 0, "distances": True}
    solution = solve(maze)
    assert solution is not None
    image = Raster(maze.grid, look(12, 9, values), solution).image()
    joined = {frozenset(map(tuple, pair)) for pair in zip(solution.states[:-1], solution.states[1:], strict=True)}
    for x, y in ((x, y) for y in range(9) for x in range(11)):
        passage = image[1 + y * (cell + 1), (x + 1) * (cell + 1)]
        assert (passage == 2) == (frozenset({(x, y), (x + 1, y)}) in joined)
        below = image[(y + 1) * (cell + 1), 1 + x * (cell + 1)]
        assert (below == 2) == (frozenset({(x, y), (x, y + 1)}) in joined)


@given(st.integers(2, 12), st.integers(2, 12), st.integers(0, 99))
def test_distances_agree_with_networkx(width: int, height: int, seed: int) -> None:
    import networkx as nx

    maze = loopy(width, height, seed, 5)
    expected = nx.single_source_shortest_path_length(graph_of(maze), maze.start)
    for each in ("interpreted", "compiled"):
        with speed(each):  # type: ignore[arg-type]
            far = distances(maze.grid, maze.start)
        assert all(far[maze.grid.index(p)] == steps for p, steps in expected.items() if p != "goal")


def test_one_pixel_each_is_one_pixel_per_square(tmp_path: Path) -> None:
    from mazeworks.drawing.lattice import squares

    maze = make("wall", (30, 20), seed=4)
    save(maze, tmp_path / "maze.png", cell=1, wall=1, theme="light")
    image = np.asarray(as_image((tmp_path / "maze.png").read_bytes()).convert("RGB"))
    assert ((image == Palette().rgb("wall")).all(axis=2) == ~squares(structure_of(maze).as_walls()[0])).all()


def test_the_solution_and_distances_are_drawn() -> None:
    maze = make("wall", (12, 9), seed=3)
    solution = solve(maze)
    red = np.array(Palette().rgb("path"), np.uint8)
    for cell in (1, 3, 9):
        plain, solved = (
            np.asarray(as_image(drawn("png", maze, s, cell=cell)).convert("RGB")) for s in (None, solution)
        )
        assert not (plain == red).all(axis=2).any()
        assert (solved == red).all(axis=2).sum() >= len(solution or ())
    shaded = as_image(drawn("png", maze, distances=True, cell=9))
    assert len(shaded.convert("RGB").getcolors(4096)) > 50


def test_start_and_goal_differ_in_shape() -> None:
    from mazeworks.drawing.raster import goal_mark, start_mark

    for cell in range(3, 40):
        assert start_mark(cell)[cell // 2, cell // 3]
        assert start_mark(cell).sum() > goal_mark(cell).sum() > 0
        assert goal_mark(cell).any(axis=0).sum() > cell / 2


def test_a_picture_too_large_is_refused() -> None:
    with pytest.raises(MazeError, match="choose a smaller --cell"):
        drawn("png", make("wall", (300, 300), seed=1), cell=1000)


@pytest.mark.parametrize("extension", ["jpg", "jpeg", "webp"])
def test_other_sorts_of_pictures_show_the_same(extension: str, tmp_path: Path) -> None:
    maze = make("wall", (9, 7), seed=3)
    target = tmp_path / f"maze.{extension}"
    save(maze, target, solve(maze), theme="dark", cell=10)
    image = as_image(target.read_bytes())
    assert image.format == ("WEBP" if extension == "webp" else "JPEG")
    still = np.asarray(as_image(drawn("png", maze, solve(maze), theme="dark", cell=10)).convert("RGB")).astype(int)
    apart = np.abs(np.asarray(image.convert("RGB")).astype(int) - still)
    assert apart.max() == 0 if extension == "webp" else apart.mean() < 4
    save(maze, target, theme="light", cell=10, wall=2)
    assert len(solve(read_back(target)) or ()) == len(solve(maze) or ())
    with pytest.raises(MazeError, match=r"400005x2005 pixels is too large for \.(jpg|webp); \.png holds it"):
        save(make("wall", (400, 2), seed=1), target, cell=995, wall=5, margin=0)


@pytest.mark.parametrize("extension", ["png", "jpg", "webp"])
@pytest.mark.filterwarnings("default::mazeworks.core.errors.Note")
def test_a_solution_is_drawn_over_the_image_in_other_sorts_too(
    extension: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / f"solved.{extension}"
    assert run(["solve", "examples/picture/scanned.png", "-o", str(target)]) == 0
    assert "27 moves" in capsys.readouterr().err
    over, original = (as_image(path.read_bytes()).convert("RGB") for path in (target, SCANNED))
    apart = np.abs(np.asarray(over).astype(int) - np.asarray(original).astype(int)).max(axis=2)
    assert over.size == original.size and 0.02 < (apart > 60).mean() < 0.3  # the way, and nothing else
    assert len(solve(read_back(target)) or ()) == 27


# --- read back


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("size", [(20, 14, 12, 3), (9, 30, 8, 2), (17, 12, 5, 5)])
def test_drawn_png_is_read_back_to_the_same_length(tmp_path: Path, theme: str, size: tuple[int, ...]) -> None:
    width, height, cell, wall = size
    maze = make("wall", (width, height), seed=width, ends="farthest")
    save(maze, tmp_path / "maze.png", cell=cell, wall=wall, theme=theme)
    again = read_back(tmp_path / "maze.png")
    first, second = solve(maze), solve(again)
    assert first is not None and second is not None
    assert {tuple(again.start), tuple(again.goal)} == {tuple(maze.start), tuple(maze.goal)}  # type: ignore[attr-defined]
    assert len(first) == len(second)
