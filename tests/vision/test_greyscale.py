"""Walls and paper that differ in colour, not in brightness, in squares, cells, layouts and passages of any shape."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mazeworks import FormatError, make, save, solve
from mazeworks.images.decoding import Pixels, decode
from mazeworks.vision.greyscale import to_greyscale
from tests.scans import Scan, backdrop_of, reading_of
from tests.vision.test_images import WINDING, open_squares, read

#: Pairs of equally bright inks and papers.
PAIRS = (((236, 41, 41), (0, 170, 0)), ((180, 92, 200), (90, 160, 60)), ((0, 130, 0), (255, 0, 0)))
NOTE = "; walls and paper differ in colour, not in brightness"


def brightness(colour: tuple[int, int, int]) -> int:
    return int(Pixels(np.array([[colour]], np.uint8)).grey[0, 0])


def inked(grey: Any, pair: int) -> Image.Image:
    """A drawing in black and white in two colours, and mixtures of them."""
    share = np.asarray(grey, np.float64)[..., None] / 255
    ink, paper = (np.array(colour) for colour in PAIRS[pair])
    return Image.fromarray((share * paper + (1 - share) * ink).round().astype(np.uint8))


def files(image: Image.Image) -> dict[str, bytes]:
    """The same image as it is, with a palette, noisy, and as JPEG, which keeps colours half as sharp as brightness."""
    noise = np.random.default_rng(1).normal(0, 10, (*image.size[::-1], 3))
    noisy = Image.fromarray((np.asarray(image) + noise).clip(0, 255).astype(np.uint8))
    ways: dict[str, tuple[Image.Image, str, dict[str, Any]]] = {
        "plain": (image, "PNG", {}),
        "palette": (image.quantize(32), "PNG", {}),
        "noisy": (noisy, "PNG", {}),
        "jpeg": (image, "JPEG", {"quality": 85}),
        "noisy jpeg": (noisy, "JPEG", {"quality": 85}),
    }
    found = {}
    for name, (each, form, options) in ways.items():
        file = io.BytesIO()
        each.save(file, form, **options)
        found[name] = file.getvalue()
    return found


def test_the_pairs_are_equally_bright() -> None:
    assert all(abs(brightness(ink) - brightness(paper)) <= 3 for ink, paper in PAIRS)


@pytest.mark.parametrize("pair", range(len(PAIRS)))
def test_squares_of_one_pixel_in_two_colours(pair: int) -> None:
    image = open_squares(14, 10, pair)
    expected = len(solve(read(files(Image.fromarray(image).convert("RGB"))["plain"])) or ())
    for name, data in files(inked(image * 255, pair)).items():
        if "jpeg" in name:  # every second pixel takes its colour from its neighbour
            with pytest.raises(FormatError):
                read(data)
            continue
        puzzle: Any = read(data)
        assert reading_of(puzzle).words.startswith("29×21 squares of one pixel, openings at (1, 0)"), name
        assert reading_of(puzzle).words.endswith(NOTE) and len(solve(puzzle) or ()) == expected


@pytest.mark.parametrize("pair", range(len(PAIRS)))
def test_cells_in_two_colours(pair: int) -> None:
    scan = Scan(seed=pair, thick=3 + pair, cell=16 + pair, margin=18)
    for name, data in files(inked(scan._lines().convert("L"), pair)).items():
        puzzle: Any = read(data)
        assert reading_of(puzzle).words.startswith("14×10 cells") and reading_of(puzzle).words.endswith(NOTE), name
        assert len(solve(puzzle) or ()) == len(solve(scan.maze()) or ())
        assert np.asarray(Image.open(io.BytesIO(b"".join(backdrop_of(puzzle).drawn_over())))).shape[2:] in ((), (3,))


def test_a_layout_in_two_colours(tmp_path: Path) -> None:
    maze = make("wall", (9, 8), seed=2, layout="hexagon")
    save(maze, tmp_path / "maze.png", cell=24, wall=3, theme="print")
    for name, data in files(inked(Image.open(tmp_path / "maze.png").convert("L"), 0)).items():
        puzzle: Any = read(data)
        assert "layout hexagon" in reading_of(puzzle).words, name
        assert len(solve(puzzle) or ()) == len(solve(maze) or ())


def test_passages_of_any_shape_in_two_colours() -> None:
    expected = len(solve(read(WINDING.read_bytes(), goal="105,105")) or ())
    for name, data in files(inked(Image.open(WINDING).convert("L"), 1)).items():
        puzzle: Any = read(data, goal="105,105")
        assert reading_of(puzzle).form == "pixels", name
        assert abs(len(solve(puzzle) or ()) - expected) < 0.05 * expected


def test_colour_is_used_only_where_brightness_does_not_separate() -> None:
    """Greys, dark walls on paper of several colours, and coloured ink on white."""
    random = np.random.default_rng(1)
    walls = random.random((60, 60)) < 0.3
    hues = np.stack([np.linspace(0, 255, 60), np.linspace(130, 0, 60), np.full(60, 60)], axis=-1)
    gaudy = np.where(walls[..., None], 0, np.broadcast_to(hues, (60, 60, 3))).astype(np.uint8)
    greys = np.where(walls[..., None], 90, 120).astype(np.uint8).repeat(3, axis=2)
    red = np.where(walls[..., None], (200, 40, 40), (255, 255, 255)).astype(np.uint8)
    for image in (gaudy, greys, red):
        noisy = (image + random.normal(0, 8, image.shape)).clip(0, 255).astype(np.uint8)
        assert to_greyscale(Pixels(image)) is None and to_greyscale(Pixels(noisy)) is None
    plain = Image.fromarray(np.full((40, 40, 3), (0, 170, 0), np.uint8))
    for name, data in files(plain).items():
        assert to_greyscale(decode(data)) is None, name
        with pytest.raises(FormatError):
            read(data)
