"""Work names its price in bytes before it begins: whatever takes much memory is refused by a budget below that."""

import io
import subprocess
import sys
import tracemalloc
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageFile

from mazeworks import CannotSolve, LimitReached, MazeError, Puzzle, load, make, rate, read_text, save, solve, speed
from mazeworks.core.memory import Budget
from mazeworks.core.registry import formats, generators, layouts, renderers, solvers, transforms
from mazeworks.drawing.board import board_of
from mazeworks.puzzles.picture import read_image

#: The side of the mazes, and the part of what work takes that its price has to exceed; small work need not name one.
SIDE, SHARE, SMALL = 160, 0.75, 1 << 20
#: Solvers that take long on a maze of this size get a limit that ends them.
LIMITS = {"iterative_deepening": 1000, "collision": 1000, "random_mouse": 300_000}


def peak(work: Callable[[], Any]) -> int:
    """The most bytes that some work has taken at once."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        work()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


def assert_priced(work: Callable[[], Any]) -> None:
    """A budget of less memory than some work takes refuses it."""
    with speed("compiled"), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        work()  # fills caches, and compiles
        taken = int(SHARE * peak(work)) - SMALL
        if taken > 0:
            with Budget(memory=taken).begin(), pytest.raises(MazeError, match="of memory, more than"):
                work()


@cache
def sample(layout: str) -> Puzzle[Any]:
    return make("wall", (SIDE, SIDE), "kruskal", 1, layout=layout)


def makers() -> list[tuple[str, str]]:
    """Every generator of walls with every layout that it has, and the layout of each."""
    able = [entry for entry in generators.values() if entry.kind == "wall"]
    anywhere = {entry.name: any(parameter.name == "layout" for parameter in entry.parameters) for entry in able}
    return [(entry.name, layout) for entry in able for layout in layouts if anywhere[entry.name] or layout == "square"]


@pytest.mark.parametrize("trace", [False, True])
@pytest.mark.parametrize(("generator", "layout"), makers())
def test_making_names_its_price(generator: str, layout: str, trace: bool) -> None:
    values = {} if layout == "square" else {"layout": layout}
    assert_priced(
        lambda: make("wall", (SIDE, SIDE), generator, 1, trace=trace and generators[generator].traces, **values)
    )


@pytest.mark.parametrize("name", list(transforms))
def test_changing_names_its_price(name: str) -> None:
    assert_priced(lambda: make("wall", (SIDE, SIDE), None, 1, then=name))


@pytest.mark.parametrize("trace", [False, True])
@pytest.mark.parametrize("layout", ["square", "hexagon"])
@pytest.mark.parametrize("name", list(solvers))
def test_solving_names_its_price(name: str, layout: str, trace: bool) -> None:
    puzzle = sample(layout)

    def work() -> None:
        with suppress(LimitReached, CannotSolve):
            solve(puzzle, name, LIMITS.get(name), trace)

    assert_priced(work)


@pytest.mark.parametrize("layout", ["square", "hexagon"])
@pytest.mark.parametrize("name", list(formats))
def test_writing_and_reading_name_their_price(name: str, layout: str, tmp_path: Path) -> None:
    target = tmp_path / f"maze{formats[name].extensions[0]}"
    try:
        save(sample(layout), target, None, name)
    except MazeError as error:
        assert "cannot hold" in str(error)
        return
    assert_priced(lambda: save(sample(layout), target, None, name))
    assert_priced(lambda: load(target))


@pytest.mark.parametrize("layout", ["square", "hexagon"])
def test_drawing_in_characters_names_its_price(layout: str, tmp_path: Path) -> None:
    puzzle = sample(layout)
    assert_priced(lambda: save(puzzle, tmp_path / "maze.text", solve(puzzle)))
    assert_priced(lambda: board_of(puzzle).sketch())
    assert_priced(lambda: str(puzzle))


LARGE = {
    "terrain": lambda: make("terrain", (SIDE, SIDE), seed=1),
    "a spiral": lambda: make("wall", (SIDE, SIDE), "spiral", 1),
    "hexagons": lambda: sample("hexagon"),
    "weave": lambda: sample("weave"),
    "a map of dots": lambda: read_text("S" + "# " * SIDE + "#\n" + ("# " * SIDE + "\n") * SIDE + "#E"),
    "a winding map": lambda: read_text("S" + "#" * SIDE + "\n" + winding(SIDE // 2)),
    "a winding image": lambda: read_image(winding_image(2 * SIDE + 1)),
}


def winding(turns: int) -> str:
    """Rows of a map through which one path goes to and fro."""
    sides = [" " * SIDE + "#", "#" + " " * SIDE]
    return "".join(f"{sides[turn % 2]}\n{'#' * (SIDE + 1)}\n" for turn in range(turns - 1)) + sides[1] + "\nE"


def winding_image(side: int) -> bytes:
    """An image of squares of one pixel through which one path goes to and fro."""
    squares = np.zeros((side, side), np.uint8)
    squares[1:-1:2, 1:-1] = 255
    for turn, y in enumerate(range(2, side - 1, 2)):
        squares[y, 1 if turn % 2 else -2] = 255
    squares[0, 1] = squares[-1, -2] = 255
    out = io.BytesIO()
    Image.fromarray(squares).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize("what", list(LARGE))
def test_rating_names_its_price(what: str) -> None:
    puzzle = LARGE[what]()
    if what != "a map of dots":  # whose end cannot be reached
        assert_priced(lambda: rate(puzzle, 10**6))


@pytest.mark.parametrize("what", list(LARGE))
@pytest.mark.parametrize("renderer", [name for name in renderers if "seconds" not in renderers[name].defaults])
def test_drawing_names_its_price(renderer: str, what: str, tmp_path: Path) -> None:
    """Moving pictures are measured in `tests/animation`."""
    puzzle = LARGE[what]()
    solution = solve(puzzle)
    assert_priced(lambda: save(puzzle, tmp_path / "drawing", solution, renderer))


def test_text_is_drawn_in_bands(tmp_path: Path) -> None:
    maze = make("wall", (600, 600), seed=1)
    save(maze, tmp_path / "maze.text")
    assert (tmp_path / "maze.text").read_text() == board_of(maze).sketch().text()
    assert peak(lambda: save(maze, tmp_path / "maze.text")) < 16 * 600 * 600


#: A program that reads an image and prints the most bytes that this took, those of Pillow included; then, with a budget
#: of some bytes less, the error. Whatever is imported or kept on the way is so when it has read a small image.
READING = f"""
import re, sys, warnings
from pathlib import Path
from mazeworks import MazeError, speed
from mazeworks.core.memory import Budget
from mazeworks.images.decoding import decode
from mazeworks.kernels.images.unfilter import unfilter
from mazeworks.making.outline_file import mask_in

warnings.simplefilter("ignore")
read = decode if sys.argv[1] == "image" else lambda data: mask_in(data, "mask")
small, large = (Path(name).read_bytes() for name in sys.argv[2:])

def most():
    return int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1]) * 1024

with speed("compiled"):
    unfilter.compile()
    read(small)
before = most()
read(large)
taken = most() - before
print(taken)
try:
    with Budget(memory=taken - {SMALL}).begin():
        read(large)
except MazeError as error:
    print(error)
"""


#: Modes with numbers that are no bytes.
DEEP: dict[str, type[Any]] = {"I;16": np.uint16, "I": np.int32, "F": np.float32}


def noisy(mode: str, side: int) -> Image.Image:
    """A square image of noise, which no format packs."""
    noise = np.random.default_rng(1).integers(0, 256, (side, side, 4), dtype=np.uint8)
    if mode in DEEP:
        return Image.fromarray(noise[..., 0].astype(DEEP[mode]) * DEEP[mode](100))
    return Image.fromarray(noise if mode in ("RGBA", "LA") else noise[..., :3]).convert(mode)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux says how much a process has taken")
@pytest.mark.parametrize("what", ["image", "mask"])
@pytest.mark.parametrize(
    ("mode", "form", "options"),
    [
        ("1", "PNG", {}),
        ("1", "TIFF", {}),
        ("L", "PNG", {}),
        ("L", "TIFF", {}),
        ("LA", "PNG", {}),
        ("P", "GIF", {}),
        ("P", "PNG", {"transparency": 3}),
        ("RGB", "PNG", {}),
        ("RGB", "JPEG", {"progressive": True, "subsampling": 0}),
        ("RGB", "WEBP", {"quality": 90}),
        ("RGBA", "PNG", {}),
        ("RGBA", "TIFF", {}),
        ("RGBA", "WEBP", {"lossless": True, "method": 0}),
        ("RGBA", "WEBP", {"lossless": True, "method": 0, "save_all": True}),
        ("I;16", "PNG", {}),
        ("I", "TIFF", {}),
        ("CMYK", "JPEG", {"progressive": True, "subsampling": 0}),
        ("CMYK", "TIFF", {}),
        ("F", "TIFF", {}),
    ],
)
def test_images_of_every_mode_name_their_price(
    what: str, mode: str, form: str, options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ImageFile, "MAXBLOCK", 1 << 24)  # Pillow writes a progressive JPEG from one block
    names = [str(tmp_path / name) for name in ("small", "large")]
    for name, side in zip(names, (64, 1500), strict=True):
        more = {"append_images": [noisy(mode, side).rotate(90)]} if "save_all" in options else {}
        noisy(mode, side).save(name, form, **options, **more)
    program = subprocess.run([sys.executable, "-c", READING, what, *names], capture_output=True, text=True, check=True)
    assert "1500x1500 pixels take" in program.stdout, program.stdout
