"""Walls joined to strokes and written by kernels, against plain functions on lists, at both speeds; and in bands."""

import tracemalloc
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from mazeworks import TooLarge, load, make, save, solve, speed
from mazeworks.core.memory import Budget
from mazeworks.core.registry import layouts
from mazeworks.drawing import cells, painter, strokes
from mazeworks.drawing.board import board_of
from mazeworks.drawing.cells import standing_walls
from mazeworks.drawing.scene import Line, single
from mazeworks.drawing.strokes import NEAR, Strokes
from mazeworks.kernels.images.strokes import pdf_paths, svg_paths, write_coordinate
from mazeworks.renderers.svg import _path, chained, path_data

Corner = tuple[int, int]
OTHERS = [name for name in layouts if not layouts[name].rectangle]
#: A drawing of each layout, some with loops.
IDS = [f"wall:9x8,layout={layout}{then}#3" for layout in OTHERS for then in ("", ",then=braid:0.6")]


# --- the independent answer: walls joined one by one


def joined(walls: Any) -> Iterator[list[tuple[float, float]]]:
    """Walls end to end as long strokes, as far as they line up, without points inside straight parts."""
    chains = [list(map(tuple, wall)) for wall in np.round(walls / NEAR).astype(np.int64).tolist()]
    used: set[int] = set()
    for number, chain in enumerate(chains):
        if number not in used:
            used.add(number)
            for _ in range(2):  # onward from its end, then from its beginning
                chain = extended(chain, chains, used)[::-1]
            yield [(x * NEAR, y * NEAR) for x, y in straightened(chain)]


def extended(stroke: list[Any], chains: list[list[Any]], used: set[int]) -> list[Any]:
    """A stroke with every unused wall added that goes straight on from its end."""
    for number, wall in enumerate(chains):
        if number not in used and stroke[-1] in (wall[0], wall[-1]):
            onward = wall if wall[0] == stroke[-1] else wall[::-1]
            if lines_up(stroke[-2], stroke[-1], onward[1]):
                used.add(number)
                return extended([*stroke, *onward[1:]], chains, used)
    return stroke


def lines_up(before: Corner, middle: Corner, after: Corner) -> bool:
    ax, ay, bx, by = middle[0] - before[0], middle[1] - before[1], after[0] - middle[0], after[1] - middle[1]
    return ax * bx + ay * by > 3 * abs(ax * by - ay * bx)


def straightened(stroke: list[Corner]) -> list[Corner]:
    kept = stroke[:1]
    for (mx, my), (bx, by) in zip(stroke[1:-1], stroke[2:], strict=True):
        ax, ay = kept[-1]
        across = (mx - ax) * (by - my) - (my - ay) * (bx - mx)
        if abs(across) > 1e-5 * (abs(mx - ax) + abs(my - ay)) * (abs(bx - mx) + abs(by - my)):
            kept.append((mx, my))
    return [*kept, stroke[-1]]


# --- joining and writing


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("band", [1, 50, 1 << 15])
def test_strokes_and_their_text_are_those_of_walls_joined_one_by_one(
    id: str, band: int, each_speed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strokes, "BAND", band)
    structure = load(id).structure
    walls = standing_walls(structure.cells, structure.opens)
    found, expected = Strokes(walls), list(joined(walls[np.arange(len(walls))]))
    assert list(found) == expected and len(found) == len(expected)
    text = "".join(map(_path, chained([Line(tuple(points), "wall") for points in expected])))
    assert "".join(path_data(found)) == text
    lengths = [sum(np.hypot(*np.diff(stroke, axis=0).T)) for stroke in map(np.array, expected)]
    assert found.reach[2] == pytest.approx(min(lengths))


def test_a_wall_that_ends_where_it_begins(each_speed: str) -> None:
    ring = np.array([[(0, 0), (1, 0), (1, 1), (0, 0)]], np.float64)
    assert list(Strokes(ring)) == list(joined(ring)) == [[(0, 0), (1, 0), (1, 1), (0, 0)]]
    assert not list(Strokes(ring[:0])) and not list(Strokes(ring[:0]).chains()) and not len(Strokes(ring[:0]))


def written(millionths: int) -> str:
    out = np.zeros(32, np.uint8)
    return out[: write_coordinate(out, 0, millionths)].tobytes().decode()


#: Numbers of any size, and those halfway between two that can be written.
HALVES = st.tuples(st.integers(0, 10**6), st.sampled_from([500, 62_500, 5_000, 50_000, 500_000]))
COORDINATES = st.integers(-(10**9), 999_999 * 10**6) | HALVES.map(lambda half: (2 * half[0] + 1) * half[1])


@given(st.lists(COORDINATES.filter(lambda n: n < 999_999 * 10**6), max_size=30))
def test_coordinates_are_written_as_python_writes_them(numbers: list[int]) -> None:
    for each in ("interpreted", "compiled"):
        with speed(each):  # type: ignore[arg-type]
            assert [written(number) for number in numbers] == [f"{round(n * 1e-6, 3):g}" for n in numbers]


def test_lines_as_operators_of_pdf(each_speed: str) -> None:
    points = np.array([(0, 0), (1, 0), (1.5, 2), (3, 3), (4, 3.0006)])
    whole, starts, out = (
        np.round(points / NEAR).astype(np.int64).reshape(-1),
        np.array([0, 3, 5]),
        np.zeros(999, np.uint8),
    )
    text = out[: pdf_paths(whole, starts, 2, 0, out)].tobytes().decode()
    assert text.split("\n")[:-1] == ["0 0 m", "1 0 l", "1.5 2 l", "3 3 m", "4 3.001 l"]
    assert out[: pdf_paths(whole, starts, 2, 1, out)].tobytes().count(b"h\n") == 2
    assert out[: svg_paths(whole, starts, 2, 1, out)].tobytes() == b"M0 0H1L1.5 2ZM3 3L4 3.001Z"


# --- painting in bands


@pytest.mark.parametrize("id", IDS[::2])
def test_a_picture_in_bands_has_the_same_pixels(id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    maze = load(id)
    solution = solve(maze)
    for number, (cell, wall, distances) in enumerate([(9, 1, False), (14, 2, True), (25, 5, False)]):
        files = [tmp_path / f"{name}{number}.png" for name in ("whole", "bands")]
        for file, most in zip(files, (10**9, 1), strict=True):
            monkeypatch.setattr(painter, "FINER", 1)
            monkeypatch.setattr(painter, "MOST_FINE_PIXELS", most)
            monkeypatch.setattr(painter, "BAND", 4000)
            save(maze, file, solution, cell=cell, wall=wall, distances=distances)
        whole, bands = (np.asarray(Image.open(file).convert("RGB")) for file in files)
        assert np.array_equal(whole, bands)
        assert len(np.unique(whole.reshape(-1, 3), axis=0)) > 3


# --- counting


def test_shapes_are_counted_before_they_are_built(monkeypatch: pytest.MonkeyPatch) -> None:
    maze = make("wall", (60, 60), seed=1, layout="hexagon")
    scene = board_of(maze).scene()
    count = scene.count(10**6)
    assert count == len(list(single(scene.shapes))) > len(scene.shapes)
    again = board_of(make("wall", (60, 60), seed=1, layout="hexagon")).scene()
    monkeypatch.setattr(Strokes, "_joined", None)  # far too many walls are not even joined
    assert again.count(1000) == count


# --- memory


@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "text"])
@pytest.mark.parametrize("layout", ["hexagon", "circle", "weave"])
def test_a_cell_takes_few_bytes_to_draw(
    layout: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At most 800 bytes a cell, so a million cells take less than a gigabyte with the maze; objects take thousands."""
    monkeypatch.setattr(strokes, "BAND", 1 << 10)
    monkeypatch.setattr(cells, "BAND", 1 << 10)
    maze = make("wall", (90, 90), seed=1, layout=layout)
    values: dict[str, Any] = {"cell": 1} if ending == "png" else {}
    with warnings.catch_warnings(), speed("compiled"):
        warnings.simplefilter("ignore")  # cells of a pixel
        save(
            make("wall", (4, 4), seed=1, layout=layout), tmp_path / f"first.{ending}", **values
        )  # imports and compiles
        tracemalloc.start()
        try:
            save(maze, tmp_path / f"maze.{ending}", **values)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert peak < 800 * len(maze)


@pytest.mark.parametrize("layout", ["square", "hexagon", "weave"])
@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "text", "gif", "webp"])
def test_a_drawing_over_the_budget_is_refused_before_it_begins(layout: str, ending: str, tmp_path: Path) -> None:
    maze = make("wall", (40, 40), seed=1, layout=layout)
    with (
        Budget(memory=3000).begin(),
        pytest.raises(TooLarge, match=r"(cells|pixels|webp) take .* of memory, more than 3"),
    ):
        save(maze, tmp_path / f"maze.{ending}", solve(maze))
    assert not list(tmp_path.iterdir())
    with Budget(memory=1 << 30).begin():
        save(maze, tmp_path / f"maze.{ending}", solve(maze), **({"seconds": 0.5} if ending == "gif" else {}))
