"""Drawings in pieces: what each cell and each pixel may take, so that a million cells need less than a gigabyte."""

import gc
import io
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mazeworks import Puzzle, Solved, TooLarge, make, solve, speed
from mazeworks.animation import on_scene, pictures
from mazeworks.animation.pictures import Reel
from mazeworks.core.memory import Budget
from mazeworks.core.registry import layouts, renderers
from mazeworks.drawing import cells, painter, strokes
from mazeworks.drawing.painter import PIXEL, times_finer
from mazeworks.files.targets import pieces
from tests.test_prices import peak

#: The bytes of a pixel in memory, by mode.
BYTES = {"1": 1, "L": 1, "P": 1}


def drawn(renderer: str, puzzle: Puzzle[Any], solution: Any = None, **values: Any) -> bytes:
    parts = pieces(renderers[renderer], Solved.of(puzzle, solution), **values)
    return b"".join(part if isinstance(part, bytes) else part.encode() for part in parts)


def sample(layout: str, side: int) -> tuple[Puzzle[Any], Any]:
    maze = make("wall", (side, side), "kruskal", 1, layout=layout)
    return maze, solve(maze, "breadth_first", trace=True)


def in_pictures() -> int:
    """The bytes of all pictures that Pillow has now."""
    images = [item for item in gc.get_objects() if isinstance(item, Image.Image)]
    return sum(image.width * image.height * BYTES.get(image.mode, 4) for image in images)


@pytest.mark.parametrize("how", ["solving", "distances", "carving"])
@pytest.mark.parametrize("layout", ["weave", "floors"])
def test_what_is_painted_on_stays_within_its_price(layout: str, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (maze, solution), most = sample(layout, 20), [0]
    reduce: Callable[..., Image.Image] = Image.Image.reduce

    def measured(self: Image.Image, *rest: Any) -> Image.Image:
        most[0] = max(most[0], in_pictures() - before)
        return reduce(self, *rest)

    monkeypatch.setattr(Image.Image, "reduce", measured)
    monkeypatch.setattr(painter, "SHRUNK", 1 << 16)  # pieces are as large for small pictures
    gc.collect()
    before = in_pictures()
    values = {"of": "carving"} if how == "carving" else {"distances": how == "distances"}
    data = drawn("gif", maze, None if how == "carving" else solution, seconds=0.5, **values)
    with Image.open(io.BytesIO(data)) as image:
        (wide, high), count = image.size, image.n_frames  # type: ignore[attr-defined]
    assert times_finer(wide, high) == 3
    assert most[0] <= wide * high * (on_scene.SOLVING * 9 + on_scene.PICTURES * PIXEL + count)


@pytest.mark.parametrize("of", ["solving", "carving"])
def test_pictures_that_memory_cannot_hold_are_refused_before_they_are_painted(
    of: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    maze, solution = sample("hexagon", 12)
    monkeypatch.setattr(painter.Painting, "draw", None)  # nothing may be drawn
    with (
        Budget(memory=10**7).begin(),
        pytest.raises(TooLarge, match=r"^pictures of \d+x\d+ pixels take .* of memory, more"),
    ):
        drawn("gif", maze, solution if of == "solving" else None, of=of)


@pytest.mark.parametrize("layout", list(layouts))
@pytest.mark.parametrize("form", ["gif", "apng"])
def test_compressed_pictures_are_the_same(layout: str, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    maze, solution = sample(layout, 6)
    whole = drawn(form, maze, solution, seconds=1)
    monkeypatch.setattr(pictures, "SMALL", 0)
    assert drawn(form, maze, solution, seconds=1) == whole


@pytest.mark.parametrize("small", [0, 1 << 20])
def test_a_reel_keeps_no_picture_that_its_encoder_has_copied(small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "SMALL", small)
    numbers = np.random.default_rng(1).integers(0, 4, (5, 40, 30), dtype=np.uint8)
    reel = Reel((Image.fromarray(some) for some in numbers), painted=True, readings=2)
    assert [np.asarray(picture).tolist() for picture in reel] == numbers[1:].tolist()
    for number, picture in enumerate(reel):
        assert np.asarray(picture).tolist() == numbers[number + 1].tolist()
        assert list.__getitem__(reel, slice(number + 1)) == [None] * (number + 1)
    reel = Reel((Image.fromarray(some) for some in numbers), painted=True, readings=0)  # by another version of Pillow
    for _ in range(3):
        assert [np.asarray(picture).tolist() for picture in reel] == numbers[1:].tolist()


@pytest.mark.parametrize(("layout", "joining", "visiting"), [("weave", 490, 130), ("hexagon", 190, 90)])
def test_a_cell_takes_little_memory_while_it_is_drawn(
    layout: str, joining: int, visiting: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (strokes, cells):
        monkeypatch.setattr(module, "BAND", 1 << 9)  # pieces are as large for few cells
    with speed("compiled"):
        (maze, solution), values = sample(layout, 100), renderers["gif"].defaults

        def write() -> None:
            maze.structure.drawn = None  # type: ignore[attr-defined]
            deque(pieces(renderers["svg"], Solved.of(maze, solution)), maxlen=0)

        write()  # compiles
        count = len(maze.structure)  # type: ignore[attr-defined]
        assert peak(write) < joining * count
        assert peak(lambda: on_scene.Film(Solved.of(maze, solution), values, 10)) < visiting * count
