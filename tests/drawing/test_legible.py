"""Drawings too small to be made out: drawn as asked, with one note that names the smallest size that can be."""

from pathlib import Path

import pytest

from mazeworks import make
from mazeworks.cli import run
from mazeworks.drawing.board import board_of
from mazeworks.drawing.look import smallest_pitch


@pytest.mark.parametrize(
    ("words", "least"),
    [
        (["draw", "alice:4x4,candidates=2000#1", "--cell", "3"], 11),
        (["draw", "coloured:5x4,candidates=20000#1", "--cell", "3"], 9),
        (["draw", "jugs:#1", "--cell", "2"], 9),
        (["draw", "wall:9x7,layout=hexagon#1", "--cell", "2"], 5),
        (["draw", "wall:9x7,layout=weave#1", "--cell", "4", "--solution"], 9),
        (["draw", "wall:9x7,layout=floors#1", "--cell", "4"], 8),
    ],
)
@pytest.mark.parametrize("form", ["png", "gif"])
@pytest.mark.filterwarnings("default::mazeworks.core.errors.Note")
def test_what_is_too_small_to_be_made_out_is_drawn_with_a_note(
    words: list[str], least: int, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / f"a.{form}"
    extra = ["--seconds", "0.5"] if form == "gif" else []
    assert run([*words, "-o", str(target), *extra]) == 0
    said = but_for_stills(capsys.readouterr().err)
    asked = words[words.index("--cell") + 1]
    assert said == f"note: at --cell {asked} this cannot be made out; it can from --cell {least} on\n"
    assert target.stat().st_size > 100
    enough = [str(least) if word.isdigit() else word for word in words]
    assert run([*enough, "-o", str(target), *extra]) == 0
    assert but_for_stills(capsys.readouterr().err) == ""


def but_for_stills(said: str) -> str:
    """Notes but for those on pictures that could have moved."""
    return "".join(line for line in said.splitlines(True) if "this is a still picture" not in line)


def test_sizes_chosen_here_and_plain_rectangles_need_no_note(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["draw", "wall:9x7#3", "-o", str(tmp_path / "a.png"), "--cell", "1"]) == 0
    assert run(["draw", "wall:9x7,layout=weave#3", "-o", str(tmp_path / "b.png")]) == 0
    assert run(["draw", "alice:4x4,candidates=2000#3", "-o", str(tmp_path / "c.svg"), "--cell", "3"]) == 0  # it scales
    assert capsys.readouterr().err == ""
    assert smallest_pitch(board_of(make("wall", (5, 4), seed=1, layout="torus")).scene()) == 3
