"""Pictures out: PNG, SVG, GIF, APNG and PDF, their options, and what the drawings show when they are read back."""

import io
import os
import re
import subprocess
import warnings
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from mazeworks import MazeError, Puzzle, load, make, save, solve, speed
from mazeworks.cli import run
from mazeworks.core.errors import Note
from mazeworks.core.files import pieces, read_bytes
from mazeworks.core.look import look
from mazeworks.core.palette import DISTANCES, THEMES, Palette, gradient, parse_colour
from mazeworks.core.parameters import Parameter
from mazeworks.core.png import packed, png
from mazeworks.core.raster import Raster, distances
from mazeworks.core.registry import renderers
from mazeworks.core.sheets import slots
from mazeworks.kernels.raster import parts
from mazeworks.kernels.strokes import strokes
from tests.browser import PATIENCE, browser
from tests.oracle import graph_of
from tests.samples import EXAMPLES, loopy, samples

PNG = renderers["png"]
SCANNED = EXAMPLES / "picture/scanned.png"


def drawn(renderer: str, puzzle: Puzzle[Any], solution: Any = None, **values: Any) -> bytes:
    parts = pieces(renderers[renderer], puzzle, solution, **values)
    return b"".join(part.encode() if isinstance(part, str) else part for part in parts)


def as_image(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def read_back(path: Path, **options: str) -> Puzzle[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        return load(path, **options)


# --- colours and sizes


def test_colours_are_names_or_digits() -> None:
    assert parse_colour("#FF8800") == parse_colour("f80") == (255, 136, 0)
    exact = {"black": (0, 0, 0), "RED": (255, 0, 0), "blue": (0, 0, 255), "grey": (128, 128, 128)}
    assert {name: parse_colour(name) for name in exact} == exact
    assert [parse_colour(text) for text in ("", "#12", "12345g", "blueish")] == [None] * 4
    colour = Parameter("ink", "colour", "", "")
    assert colour.parse("#f80") == "#f80"
    with pytest.raises(MazeError, match="did you mean green"):
        colour.parse("gren")


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_every_theme_tells_start_from_goal_by_lightness(theme: str) -> None:
    lightness = {role: np.dot(Palette(theme).rgb(role), (0.299, 0.587, 0.114)) for role in THEMES[theme]}
    assert abs(lightness["start"] - lightness["goal"]) > 30
    assert abs(lightness["wall"] - lightness["background"]) > 120
    assert abs(lightness["path"] - lightness["background"]) > 60


def test_a_named_colour_is_exactly_that_in_every_picture() -> None:
    maze = make("wall", (6, 4), seed=1)
    told = {"wall_colour": "red", "background_colour": "black", "path_colour": "lime"}
    image = as_image(drawn("png", maze, solve(maze), **told)).convert("RGB")
    assert {(255, 0, 0), (0, 0, 0), (0, 255, 0)} <= {colour for _, colour in image.getcolors(1 << 16)}
    text = drawn("svg", maze, solve(maze), **told).decode()
    assert all(f'"{digits}"' in text for digits in ("#ff0000", "#000000", "#00ff00"))


@pytest.mark.parametrize("stops", DISTANCES)
def test_the_gradient_of_distances_is_even_for_the_eye(stops: tuple[str, ...]) -> None:
    from mazeworks.core.palette import _to_lab

    lab = np.array([_to_lab(colour) for colour in gradient(stops, 64)])
    steps = np.linalg.norm(np.diff(lab, axis=0), axis=1)
    assert (np.diff(lab[:, 0]) > -1e-3).all()  # ever lighter
    assert steps.max() < 1.5 * np.median(steps)


@given(st.integers(1, 5000), st.integers(1, 5000), st.none() | st.integers(1, 30), st.none() | st.integers(1, 9))
def test_sizes_are_as_told_or_fit(width: int, height: int, cell: int | None, wall: int | None) -> None:
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
    grid = maze.as_grid()
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
    from mazeworks.core.lattice import squares

    maze = make("wall", (30, 20), seed=4)
    save(maze, tmp_path / "maze.png", cell=1, wall=1, theme="light")
    image = np.asarray(as_image((tmp_path / "maze.png").read_bytes()).convert("RGB"))
    assert ((image == Palette().rgb("wall")).all(axis=2) == ~squares(maze.as_walls()[0])).all()


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
    from mazeworks.core.raster import goal_mark, start_mark

    for cell in range(3, 40):
        assert start_mark(cell)[cell // 2, cell // 3]
        assert start_mark(cell).sum() > goal_mark(cell).sum() > 0
        assert goal_mark(cell).any(axis=0).sum() > cell / 2


def test_a_picture_too_large_is_refused() -> None:
    with pytest.raises(MazeError, match="smaller cells would do"):
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


def test_drawn_svg_rastered_by_chromium_is_read_back() -> None:
    looks = [
        ("square", "light"),
        ("square", "blueprint"),
        ("hexagon", "light"),
        ("triangle", "print"),
        ("circle", "dark"),
    ]
    with browser() as chromium, chromium.new_context(viewport={"width": 1000, "height": 1000}) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        for layout, theme in looks:
            maze = make("wall", (15, 12), seed=6, ends="farthest", layout=layout)
            page.set_content(f"<body style='margin: 0'>{drawn('svg', maze, None, theme=theme).decode()}</body>")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", Note)
                again = read_bytes(page.locator("svg").screenshot())
            assert len(solve(again) or ()) == len(solve(maze) or ()), (layout, theme, again)
            assert again.understood.form == ("cells" if layout == "square" else "layout")  # type: ignore[attr-defined]


# --- SVG


def test_svg_has_one_path_of_walls_and_words_for_those_who_listen() -> None:
    maze = make("wall", (20, 15), seed=2)
    text = drawn("svg", maze, solve(maze)).decode()
    root = ElementTree.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    strokes = [path for path in root.iter(f"{space}path") if path.get("stroke") == Palette().hex("wall")]
    assert len(strokes) == 1
    assert root.get("role") == "img"
    assert root.findtext(f"{space}title") == "A maze of 20 by 15 cells"
    assert "wall:20x15#2" in (root.findtext(f"{space}desc") or "")
    assert text == maze._repr_svg_() or "<svg" in maze._repr_svg_()


@given(st.integers(2, 30), st.integers(2, 30), st.integers(0, 99))
def test_svg_strokes_are_all_the_walls_at_both_speeds(width: int, height: int, seed: int) -> None:
    from mazeworks.core.lattice import edges

    maze = loopy(width, height, seed, 9)
    _, across = edges(maze.grid)
    found = []
    for each in ("interpreted", "compiled"):
        out = np.zeros(32 * across.size, np.uint8)
        with speed(each):  # type: ignore[arg-type]
            count = strokes(across.view(np.uint8).reshape(-1), width, 0, height + 1, 1, out)
        found.append(out[:count].tobytes().decode())
    assert found[0] == found[1]
    again = np.zeros_like(across)
    runs = re.findall(r"M(\d+) (\d+)h(\d+)", found[0])
    for x, y, length in (map(int, stroke) for stroke in runs):
        assert not again[y, x : x + length].any()
        again[y, x : x + length] = True
    assert (again == across).all()


def test_svg_tells_kind_size_start_and_goal_to_those_who_listen() -> None:
    expected = {
        "wall:9x7#3": ("A maze of 9 by 7 cells", "It starts at (5, 0), and the aim is to get to (6, 5); without its"),
        "coloured:5x4#1": ("A coloured maze of 5 by 4 nodes", "and the aim is to get to (4, 1)"),
        "jugs:#1": ("A jugs puzzle", "It starts at 0/3  0/5, and the aim is to measure 4 litres in any jug"),
        "wall:6x5,layout=hexagon#1": ("A maze of 30 cells, hexagon", "and the aim is to get to ("),
    }
    for name, (title, told) in expected.items():
        text = load(name)._repr_svg_()
        assert f"<title>{title}</title>" in text and told in text, text[:600]
    for puzzle in samples().values():
        assert "and the aim is to " in puzzle._repr_svg_()
    near = make("wall", (2, 2), seed=1, ends="0/0-0/1")
    assert len(solve(near) or ()) != 1 or "its solution of 1 move is drawn" in drawn("svg", near, solve(near)).decode()


def test_svg_of_every_kind_is_well_formed() -> None:
    for puzzle in samples().values():
        for variant in puzzle.variants().values():
            ElementTree.fromstring(drawn("svg", variant, solve(variant)))
            assert variant._repr_svg_().startswith("<svg")


# --- moving pictures


@pytest.mark.parametrize("form", ["gif", "apng"])
def test_moving_pictures_last_as_long_as_told(form: str) -> None:
    maze = make("wall", (12, 8), seed=5)
    for seconds, solution in ((3, solve(maze, "depth_first")), (2.5, None)):
        image = as_image(drawn(form, maze, solution, seconds=seconds))
        assert image.n_frames > 10  # type: ignore[attr-defined]
        times = []
        for number in range(image.n_frames):  # type: ignore[attr-defined]
            image.seek(number)
            times.append(image.info["duration"])
        assert abs(sum(times) - 1000 * seconds) <= 5
        assert times[-1] >= 1000 * seconds / 4 - 10 and times[-1] == max(times)


@given(st.integers(1, 400), st.floats(0.5, 600), st.sampled_from([1, 10]))
def test_times_of_pictures_add_up_and_the_last_is_held(count: int, seconds: float, unit: int) -> None:
    from mazeworks.core.moving import durations, held

    times = durations(count, seconds, unit)
    assert len(times) == count and abs(sum(times) - 1000 * seconds) <= unit and not any(time % unit for time in times)
    assert times[-1] >= 1000 * held(seconds) - 2 * unit
    before = times[:-1] or [0]
    assert max(before) - min(before) <= 2 * unit and (max(before) <= 50 + unit or count < 40 or seconds > 2)


def test_the_last_picture_is_the_maze_with_its_solution() -> None:
    maze = make("wall", (12, 8), seed=5)
    image = as_image(drawn("gif", maze, solve(maze), seconds=1, cell=9, wall=2))
    image.seek(image.n_frames - 1)  # type: ignore[attr-defined]
    moving, still = (
        np.asarray(i.convert("RGB")) for i in (image, as_image(drawn("png", maze, solve(maze), cell=9, wall=2)))
    )
    red = Palette().rgb("path")
    assert ((moving == red).all(axis=2) == (still == red).all(axis=2)).all()


def test_carving_begins_closed_and_ends_with_the_maze() -> None:
    maze = make("wall", (9, 6), seed=5)
    image = as_image(drawn("gif", maze, None, of="carving", seconds=2, cell=9, wall=2))
    pictures = []
    for number in (0, image.n_frames - 1):  # type: ignore[attr-defined]
        image.seek(number)
        pictures.append(np.asarray(image.convert("RGB")).astype(int))
    still = np.asarray(as_image(drawn("png", maze, cell=9, wall=2)).convert("RGB")).astype(int)
    assert (pictures[1] == still).all()
    assert (pictures[0].sum(axis=2) < 200).mean() > 0.7
    with pytest.raises(MazeError, match="backtracker"):
        drawn("gif", make("jugs"), None, of="carving")


@pytest.mark.parametrize("maker", ["backtracker", "kruskal", "eller"])
def test_carving_is_drawn_for_every_maker_that_tells_its_order(maker: str) -> None:
    maze = make("wall", (8, 7), maker, seed=3)
    image = as_image(drawn("gif", maze, None, of="carving", cell=9, wall=2))
    image.seek(image.n_frames - 1)  # type: ignore[attr-defined]
    still = np.asarray(as_image(drawn("png", maze, cell=9, wall=2)).convert("RGB"))
    assert (np.asarray(image.convert("RGB")) == still).all()


# --- PDF


def pages(data: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", data))


def test_pdf_has_the_solution_on_a_page_of_its_own() -> None:
    maze = make("wall", (10, 8), seed=2)
    assert pages(drawn("pdf", maze)) == 1
    data = drawn("pdf", maze, solve(maze), title="For Ada", paper="A5", margin=20)
    assert data.startswith(b"%PDF") and pages(data) == 2
    assert b"/MediaBox [ 0 0 595.2756 419.5276 ]" in data  # landscape, since the maze is wide
    upright = drawn("pdf", maze, paper="A5", orientation="portrait")
    assert b"/MediaBox [ 0 0 419.5276 595.2756 ]" in upright
    assert data == drawn("pdf", maze, solve(maze), title="For Ada", paper="A5", margin=20)
    with pytest.raises(MazeError, match="no room"):
        drawn("pdf", maze, margin=100, paper="A5")


@given(st.integers(1, 100), st.floats(100, 2000), st.floats(100, 2000))
def test_slots_do_not_overlap_and_stay_on_the_sheet(count: int, width: float, height: float) -> None:
    places = slots(width, height, count)
    assert len(places) == count == len({(round(x, 3), round(y, 3)) for x, y, _, _ in places})
    assert all(x + wide <= width + 1e-6 and y + high <= height + 1e-6 for x, y, wide, high in places)


# --- the command


def test_draw_and_book_by_extension(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for extension in ("png", "svg", "gif", "apng", "pdf", "text"):
        target = tmp_path / f"maze.{extension}"
        assert run(["draw", "wall:9x7#3", "--solution", "-o", str(target)]) == 0
        assert target.stat().st_size > 200
    assert run(["draw", "wall:9x7#3", "-o", str(tmp_path / "a.png"), "--theme", "dark", "--cell=7", "--wall", "2"]) == 0
    assert as_image((tmp_path / "a.png").read_bytes()).size == (9 * 9 + 2 + 8, 7 * 9 + 2 + 8)
    book = tmp_path / "book.pdf"
    assert run(["book", "--count", "3", "--to", "moderate", "--seed", "1", "-o", str(book), "--per-sheet", "2"]) == 0
    assert 3 <= pages(book.read_bytes()) <= 5
    assert run(["book", "wall:9x7#3", "jugs:#1", "-o", str(book), "--title", "Two"]) == 0
    assert pages(book.read_bytes()) == 3
    assert "2 puzzles" in capsys.readouterr().err
    assert run(["book", "jugs:#1", "-o", str(book)]) == 0
    assert capsys.readouterr().err == f"1 puzzle in {book}\n"


@pytest.mark.parametrize(
    "words", [["--distances"], ["--distances", "--theme", "Light"], ["--distances=yes"], ["--distances", "TRUE"]]
)
@pytest.mark.parametrize("command", ["draw", "solve"])
def test_a_flag_needs_no_value_and_a_choice_no_capitals(command: str, words: list[str], tmp_path: Path) -> None:
    target = tmp_path / "a.png"
    solution = solve(make("wall", (9, 7), seed=3)) if command == "solve" else None
    for order in (["wall:9x7#3", *words], [*words, "wall:9x7#3"]):
        assert run([command, *order, "-o", str(target)]) == 0
        expected = as_image(drawn("png", load("wall:9x7#3"), solution, distances=True)).convert("RGB")
        assert (np.asarray(as_image(target.read_bytes()).convert("RGB")) == np.asarray(expected)).all()
    assert run(["draw", "wall:9x7#3", "-o", str(tmp_path / "a.pdf"), "--paper", "a5", "--distances", "no"]) == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["draw", "wall:9x7#3", "-o", "a.png", "--thema", "dark"], "did you mean theme?"),
        (["draw", "wall:9x7#3", "-o", "a.png", "--theme", "drak"], "did you mean dark?"),
        (["draw", "wall:9x7#3", "-o", "a.png", "--cell", "0"], "cell is a whole number from 1 to 1000, not '0'"),
        (["draw", "wall:9x7#3", "-o", "a.png", "--wall-colour", "#12"], "wall_colour is a colour"),
        (["draw", "wall:9x7#3", "-o", "a.bmp"], "no format has the extension '.bmp'; there are .txt, ."),
        (["draw", "wall:9x7#3", "-o", "nowhere/a.png"], "cannot be written"),
        (["draw", "wall:9x7#3", "--show"], "--show opens a file"),
        (["draw", "jugs:#1", "-o", "a.png", "--distances", "yes"], "no places"),
        (["draw", "wall:9x7#3", "-o", "a.gif", "--seconds", "0"], "seconds is a number from 0.5 to 600"),
        (["book", "-o", "a.txt"], "a book is written as .pdf"),
        (["book", "-o", "a.pdf", "--from", "x"], "called 'x'; there are very easy, easy, moderate, hard, very hard"),
        (["book", "-o", "a.pdf", "--to", "moderatly"], "no level is called 'moderatly'; did you mean moderate?"),
        (["book", "-o", "a.pdf", "--from", "hard", "--to", "easy"], "from easy to hard"),
        (["book", "-o", "a.pdf", "--kinds", "jugs"], "no kind that makes puzzles of any size is called 'jugs'"),
        (["book", "-o", "a.pdf", "--papre", "A4"], "did you mean paper?"),
    ],
)
def test_bad_wishes(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    before = os.getcwd()
    os.chdir(tmp_path)
    try:
        assert run(words) == 2
    finally:
        os.chdir(before)
    told = capsys.readouterr().err
    assert told.startswith("error: ") and sentence in told and told.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is read-only for the superuser")
def test_a_folder_nobody_may_write_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tmp_path.chmod(0o500)
    assert run(["draw", "wall:9x7#3", "-o", str(tmp_path / "a.png")]) == 2
    assert "cannot be written: its folder is protected" in capsys.readouterr().err
    tmp_path.chmod(0o700)


def test_small_work_does_not_wait_for_pillow() -> None:
    code = "import sys; from mazeworks.cli import run; run(['new', '8x8', '--seed', '1']); print('PIL' in sys.modules)"
    import sys

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("False\n")
