"""A dark frame, or a strip at one edge of the page, is no part of the maze."""

import io
import warnings
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageOps

from mazeworks import FormatError, solve
from mazeworks.core.errors import Note
from mazeworks.files.files import read_bytes
from mazeworks.images.decoding import Pixels
from mazeworks.vision.borders import without_frame
from tests.scans import Scan


def framed(data: bytes, border: Any, colour: Any, mode: str) -> bytes:
    file = io.BytesIO()
    ImageOps.expand(Image.open(io.BytesIO(data)).convert("RGB"), border, colour).convert(mode).save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize("border", [3, 30, (30, 0, 0, 0)])
@pytest.mark.parametrize(("colour", "mode"), [((0, 0, 0), "L"), ((90, 60, 30), "RGB"), ((40, 40, 40), "P")])
def test_a_frame_with_paper_inside_is_left_out(border: Any, colour: Any, mode: str) -> None:
    scan = Scan(14, 11, 5, 3, 16, 25, ink=(0, 0, 0), paper=(255, 255, 255))
    with pytest.warns(Note, match="14×11 cells"):
        picture = read_bytes(framed(scan.image(), border, colour, mode))
    assert len(solve(picture)) == len(solve(scan.maze()))


def test_an_outline_is_no_frame() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        picture = read_bytes(Scan(14, 11, 5, 3, 16, 0, ink=(0, 0, 0), paper=(255, 255, 255)).image())
    assert "edge" not in picture.understood.words
    shut = np.zeros((60, 60), np.uint8)
    shut[3:-3, 3:-3] = 255
    shut[30:33, 3:-3] = 0  # a wall that begins at the outline
    assert without_frame(Pixels(shut)) is None


def test_paper_is_what_lies_beside_the_strip() -> None:
    page = np.full((60, 60), 240, np.uint8)
    page[:, :5] = page[:12, 20:] = 0
    found = without_frame(Pixels(page))
    assert found is not None and (found.numbers[:, :20] == 240).all()


@pytest.mark.parametrize("light", [slice(30, 31), slice(28, 36)])
def test_a_crack_in_the_dark_is_no_page(light: slice) -> None:
    page = np.zeros((60, 60), np.uint8)
    page[light] = 255
    assert without_frame(Pixels(page)) is None


def test_what_cannot_be_read_without_its_frame_either_is_refused_for_what_it_is() -> None:
    page = np.full((60, 60), 255, np.uint8)
    page[:3] = page[-3:] = page[25:35, 25:35] = 0
    page[:, :3] = page[:, -3:] = 0
    file = io.BytesIO()
    Image.fromarray(page).save(file, "PNG")
    with pytest.raises(FormatError, match="no opening was found"):
        read_bytes(file.getvalue())
