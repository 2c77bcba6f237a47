"""Drawings without pixels: SVG, read by eyes and ears and browsers, and PDF."""

import re
import warnings
import zlib
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser

from mazeworks import MazeError, load, make, solve, speed
from mazeworks.core.errors import Note
from mazeworks.core.facets import variants_of
from mazeworks.drawing.palette import Palette
from mazeworks.files.loading import read_bytes
from mazeworks.kernels.images.strokes import strokes
from mazeworks.printing.page_layout import arranged
from tests.browser import PATIENCE
from tests.drawings import drawn, pages
from tests.samples import loopy, samples
from tests.scans import reading_of


def test_drawn_svg_rastered_by_chromium_is_read_back(browser: Browser) -> None:
    looks = [
        ("square", "light"),
        ("square", "blueprint"),
        ("hexagon", "light"),
        ("triangle", "print"),
        ("circle", "dark"),
    ]
    with browser.new_context(viewport={"width": 1000, "height": 1000}) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        for layout, theme in looks:
            maze = make("wall", (15, 12), seed=6, ends="farthest", layout=layout)
            page.set_content(f"<body style='margin: 0'>{drawn('svg', maze, None, theme=theme).decode()}</body>")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", Note)
                again = read_bytes(page.locator("svg").screenshot())
            assert len(solve(again) or ()) == len(solve(maze) or ()), (layout, theme, again)
            assert reading_of(again).form == ("cells" if layout == "square" else "layout")  # type: ignore[attr-defined]


# --- SVG


def test_svg_has_one_path_of_walls_and_words_for_screen_readers() -> None:
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
    from mazeworks.drawing.lattice import edges

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


def test_svg_describes_kind_size_start_and_goal_for_screen_readers() -> None:
    expected = {
        "wall:9x7#3": ("A maze of 9 by 7 cells", "It starts at (5, 0), and the aim is to get to (6, 5); without its"),
        "coloured:5x4#1": ("A coloured maze of 5 by 4 nodes", "and the aim is to get to (4, 1)"),
        "jugs:#1": ("A jugs puzzle", "It starts at 0/3  0/5, and the aim is to measure 4 litres in any jug"),
        "wall:6x5,layout=hexagon#1": ("A maze of 30 cells, hexagon", "and the aim is to get to ("),
    }
    for name, (title, description) in expected.items():
        text = load(name)._repr_svg_()
        assert f"<title>{title}</title>" in text and description in text, text[:600]
    for puzzle in samples().values():
        assert "and the aim is to " in puzzle._repr_svg_()
    near = make("wall", (2, 2), seed=1, ends="0/0-0/1")
    assert len(solve(near) or ()) != 1 or "its solution of 1 move is drawn" in drawn("svg", near, solve(near)).decode()


def test_svg_of_every_kind_is_well_formed() -> None:
    for puzzle in samples().values():
        for variant in variants_of(puzzle).values():
            ElementTree.fromstring(drawn("svg", variant, solve(variant)))
            assert variant._repr_svg_().startswith("<svg")


# --- PDF


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


@given(st.integers(2, 12), st.integers(2, 12), st.integers(0, 99))
def test_pdf_has_all_the_walls_of_a_grid_once(width: int, height: int, seed: int) -> None:
    from mazeworks.drawing.lattice import edges

    maze = loopy(width, height, seed, 9)
    data = drawn("pdf", maze, solve(maze))
    forms = re.findall(rb"/Subtype /Form.*?stream\r?\n(.*?)endstream", data, re.S)
    assert len(forms) == 1, "the walls are in the file once, for both pages"
    runs = re.findall(rb"(\d+) (\d+) m\n(\d+) (\d+) l\n", zlib.decompress(forms[0]))
    down, across = (np.zeros_like(each) for each in edges(maze.grid))
    for x, y, right, below in (map(int, run) for run in runs):
        (down if x == right else across)[y : max(below, y + 1), x : max(right, x + 1)] += True
    for found, expected in zip((down, across), edges(maze.grid), strict=True):
        assert (found == expected).all()


@given(st.integers(1, 100), st.floats(100, 2000), st.floats(100, 2000))
def test_slots_do_not_overlap_and_stay_on_the_sheet(count: int, width: float, height: float) -> None:
    places, _ = arranged(width, height, count, ())
    assert len(places) == count == len({(round(x, 3), round(y, 3)) for x, y, _, _ in places})
    assert all(x + wide <= width + 1e-6 and y + high <= height + 1e-6 for x, y, wide, high in places)
