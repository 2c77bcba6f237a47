"""The one door of vision: other rooms know `read` and `Reading`, and importing the room loads none of its files."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mazeworks
from mazeworks import FormatError, make, save, vision
from mazeworks.images.decoding import Pixels, decode
from tests.scans import Scan
from tests.vision.test_images import open_squares

PACKAGE = Path(mazeworks.__file__).parent


def test_no_other_room_imports_a_file_of_vision() -> None:
    others = [path for path in PACKAGE.rglob("*.py") if path.parent.name != "vision"]
    assert not [path.name for path in others if "mazeworks.vision." in path.read_text(encoding="utf-8")]


def test_importing_the_room_loads_none_of_its_files() -> None:
    code = "import sys, mazeworks.vision; print([name for name in sys.modules if name.startswith('mazeworks.vision.')])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_a_reading_has_the_maze_and_its_ends() -> None:
    reading = vision.read(decode(Scan(seed=3).image()))
    assert isinstance(reading, vision.Reading) and reading.form == "cells" and reading.cells is not None
    assert reading.cells.size == (reading.grid().width, reading.grid().height)
    squares = vision.read(Pixels(open_squares(8, 6, 1).astype(np.uint8) * 255), goal=(1, 1))
    assert squares.form == "squares" and squares.goal == (1, 1) and squares.clearance().shape == (13, 17)


def test_an_image_without_a_maze_is_refused() -> None:
    with pytest.raises(FormatError, match="has one tone"):
        vision.read(Pixels(np.zeros((20, 20), np.uint8)))
    with pytest.raises(AttributeError, match="no attribute 'readings'"):
        vision.readings  # noqa: B018


def test_dark_paper_taken_for_walls_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "dark.png"
    save(make("wall", (12, 12), seed=1), path, theme="dark", cell=8)
    with pytest.raises(FormatError, match="no opening was found in the outline"):
        vision.read(decode(path.read_bytes()), walls="dark")
