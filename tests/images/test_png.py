"""Plain PNG files are decoded as Pillow does, at both speeds."""

import io
import struct
import zlib
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from mazeworks import load, make, solve, speed
from mazeworks.cli import run
from mazeworks.core.facets import structure_of
from mazeworks.drawing.lattice import squares
from mazeworks.drawing.palette import ALONG, gradient
from mazeworks.images import decoding, png
from mazeworks.images.decoding import decode
from mazeworks.search.planes import Planes
from mazeworks.vision import morphology

BOTH = ("interpreted", "compiled")


@given(st.integers(1, 40), st.integers(1, 30), st.sampled_from(["1", "L", "P"]), st.integers(0, 999))
def test_plain_png_is_decoded_as_pillow_does(width: int, height: int, mode: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    ramp = (np.arange(width)[None] * 3 + np.arange(height)[:, None] * 7 + random.integers(0, 9, (height, width))) % 256
    image = Image.fromarray(ramp.astype(np.uint8))
    image = image.convert("1") if mode == "1" else image.quantize(int(random.integers(2, 30))) if mode == "P" else image
    file = io.BytesIO()
    image.save(file, "PNG", optimize=bool(seed % 2))
    expected = np.asarray(image.convert("RGB"))
    for each in BOTH:
        with speed(each):  # type: ignore[arg-type]
            assert (decode(file.getvalue()).rgb() == expected).all()


def test_every_filter_of_png_is_undone(each_speed: str) -> None:
    rows = np.random.default_rng(1).integers(0, 256, (5, 9)).astype(np.uint8)
    filtered = b""
    for number, row in enumerate(rows):
        above = rows[number - 1] if number else np.zeros(9, np.uint8)
        out = [number]
        for x in range(9):
            left, corner = (int(row[x - 1]), int(above[x - 1])) if x else (0, 0)
            predictions = [0, left, int(above[x]), (left + int(above[x])) // 2, paeth(left, int(above[x]), corner)]
            out.append((int(row[x]) - predictions[number]) % 256)
        filtered += bytes(out)
    data = png_file(9, 5, 8, 0, filtered)
    assert (decode(data).grey == rows).all()


def paeth(left: int, above: int, corner: int) -> int:
    sum_of = left + above - corner
    return min((left, above, corner), key=lambda value: abs(sum_of - value))


def png_file(width: int, height: int, bits: int, colour: int, rows: bytes, check: bytes | None = None) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0)
    packed = zlib.compress(rows)
    packed = packed if check is None else packed[:-4] + check
    parts = chunk(b"IHDR", header), chunk(b"IDAT", packed), chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def in_colour(mode: str, seed: int) -> Image.Image:
    """An image of a few colours or of many, large enough that Pillow does not read it; some transparent."""
    random = np.random.default_rng(seed)
    colours = random.integers(0, 256, (2 + 60 * (seed % 2), 4)).astype(np.uint8)
    colours[:, 3] |= 255 * (seed % 3 > 0)
    across, down = np.arange(61), np.arange(47)[:, None]
    picture = Image.fromarray(colours[(across * down + random.integers(0, 2, (47, 61))) % len(colours)])
    return picture.convert("L").convert(mode) if mode == "LA" else picture.convert(mode)


@given(st.sampled_from(["RGB", "RGBA", "LA"]), st.integers(0, 5), st.booleans())
def test_colours_are_decoded_as_pillow_does(mode: str, seed: int, small: bool) -> None:
    file = io.BytesIO()
    in_colour(mode, seed).save(file, "PNG", compress_level=9 * small)
    expected = decode(file.getvalue()).rgb()
    with patch.object(decoding, "MANY", 1), patch.object(decoding, "opened", None):
        for each in BOTH:
            with speed(each):  # type: ignore[arg-type]
                assert (decode(file.getvalue()).rgb() == expected).all()


@pytest.mark.filterwarnings("ignore::mazeworks.core.errors.Note")
@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA"])
def test_an_image_is_inflated_searched_and_solved_once(mode: str, tmp_path: Path) -> None:
    """The path is painted over the pixels that were decoded, and the picture is as it ever was."""
    maze = from_squares(mode)
    maze.save(tmp_path / "maze.png")
    with (
        counted(png, "inflated") as inflated,
        counted(morphology, "grid_of") as grids,
        counted(Planes, "fill") as fills,
    ):
        assert run(["solve", str(tmp_path / "maze.png"), "-o", str(tmp_path / "out.png")]) == 0
    assert (inflated.call_count, grids.call_count, fills.call_count) == (1, 1, 1)
    before, after = (np.asarray(Image.open(tmp_path / name).convert("RGB")) for name in ("maze.png", "out.png"))
    path = (before != after).any(axis=2)
    solution = solve(load(tmp_path / "maze.png"))
    assert solution is not None
    states = np.array(solution.states)
    assert path.sum() == len(states) and path[states[:, 1], states[:, 0]].all()
    ends = [after[y, x].tolist() for x, y in (states[0], states[-1])]
    assert ends == [list(each) for each in gradient(ALONG, 254)[::253]]


def from_squares(mode: str) -> Image.Image:
    """A maze of squares of one pixel, of more pixels than Pillow is given in colour."""
    grid, _ = structure_of(make("wall", (260, 260), seed=1)).as_walls()
    image = squares(grid)
    image[0, 1] = image[-1, -2] = True
    return Image.fromarray(image).convert(mode)


def counted(where: Any, name: str) -> Any:
    """Count the calls of a function, which does what it ever does."""
    return patch.object(where, name, autospec=True, side_effect=getattr(where, name))
