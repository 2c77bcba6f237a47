"""The one door of vision: other rooms know `read` and `Reading`, and importing the room loads none of its files."""

import ast
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mazeworks
from mazeworks import FormatError, MazeError, make, save, vision
from mazeworks.cli import run
from mazeworks.images.decoding import Pixels, decode
from mazeworks.vision import recognition
from mazeworks.vision.binarise import off_paper
from tests.samples import EXAMPLES
from tests.scans import Scan
from tests.vision.test_images import open_squares

PACKAGE = Path(mazeworks.__file__).parent


def test_no_other_room_imports_a_file_of_vision() -> None:
    for path in (path for path in PACKAGE.rglob("*.py") if path.parent.name != "vision"):
        text = path.read_text(encoding="utf-8")
        assert "mazeworks.vision." not in text, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module == "mazeworks.vision":
                assert {alias.name for alias in node.names} <= {"read", "Reading"}, path
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "vision":
                assert node.attr in ("read", "Reading"), path


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


def test_a_single_coloured_pixel_has_one_tone() -> None:
    with pytest.raises(FormatError, match="has one tone"):
        vision.read(Pixels(np.array([[[200, 30, 60]]], np.uint8)))


def test_walls_all_over_leave_no_passages() -> None:
    with pytest.raises(FormatError, match="no passages were found"):
        vision.read(Pixels(np.array([[0], [100], [0], [0], [100]], np.uint8)))


def test_paper_between_the_samples_is_found() -> None:
    walls = np.ones((700, 700), np.bool_)
    walls[351, 351] = False
    assert not off_paper(Pixels(np.zeros((700, 700), np.uint8)), walls).any()


@pytest.mark.parametrize("sort", ["noise", "two tones", "three tones", "colours", "squares"])
def test_images_of_a_few_pixels_are_read_or_refused(sort: str) -> None:
    random = np.random.default_rng(15)
    for height, width in [(1, 1), (1, 7), (7, 1), (2, 2), (5, 1), (7, 29), (29, 7), (12, 5)]:
        image = random.integers(0, 256, (height, width, 3) if sort == "colours" else (height, width)).astype(np.uint8)
        if sort in ("two tones", "three tones"):
            image = (image // (128 if sort == "two tones" else 86)) * np.uint8(120)
        elif sort == "squares":
            image[::2, :] = image[:, ::2] = image[0, 0]
        for start in (None, (0, 0)):
            try:
                vision.read(Pixels(image), start)
            except MazeError as error:
                assert error.__cause__ is None, (height, width, start)  # not a fault that was caught at the door


def test_what_goes_wrong_inside_is_a_sentence_with_its_trace_for_debugging(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise fault

    monkeypatch.setattr(recognition, "recognise", broken)
    image = str(EXAMPLES / "picture" / "squares.png")
    fault: Exception = IndexError("index 7 is out of bounds")
    assert run(["solve", image]) == 2
    short = capsys.readouterr().err
    assert short.count("\n") == 1 and "no maze was found in this image" in short
    assert run(["solve", "--debug", image]) == 2
    long = capsys.readouterr().err
    assert "IndexError: index 7 is out of bounds" in long and long.endswith(short)
    fault = MemoryError()
    with pytest.raises(MemoryError):
        vision.read(Pixels(np.zeros((3, 3), np.uint8)))
