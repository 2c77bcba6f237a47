"""Moving pictures by their times, and the commands that draw: extensions, wishes, bad targets."""

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import MazeError, load, make, solve
from mazeworks.cli import run
from mazeworks.drawing.palette import Palette
from tests.drawings import as_image, drawn, pages

# --- moving pictures


@pytest.mark.parametrize("form", ["gif", "apng"])
def test_moving_pictures_last_as_long_as_asked(form: str) -> None:
    maze = make("wall", (12, 8), seed=5)
    for seconds, solution in ((3, solve(maze, "depth_first")), (2.5, None)):
        image = as_image(drawn(form, maze, solution, seconds=seconds))
        assert image.n_frames > 10  # type: ignore[attr-defined]
        times = []
        for number in range(image.n_frames):  # type: ignore[attr-defined]
            image.seek(number)
            times.append(image.info["duration"])
        assert abs(sum(times) - 1000 * seconds) <= 5
        assert times[-1] >= 1000 * seconds / 4 - 10 and times[-1] == max(times)


@given(st.integers(1, 400), st.floats(0.5, 600), st.sampled_from([1, 10]))
def test_times_of_pictures_add_up_and_the_last_is_held(count: int, seconds: float, unit: int) -> None:
    from mazeworks.animation.pictures import durations, held

    times = durations(count, seconds, unit)
    assert len(times) == count and abs(sum(times) - 1000 * seconds) <= unit and not any(time % unit for time in times)
    assert times[-1] >= 1000 * held(seconds) - 2 * unit
    before = times[:-1] or [0]
    assert max(before) - min(before) <= 2 * unit and (max(before) <= 50 + unit or count < 40 or seconds > 2)


def test_the_last_picture_is_the_maze_with_its_solution() -> None:
    maze = make("wall", (12, 8), seed=5)
    image = as_image(drawn("gif", maze, solve(maze), seconds=1, cell=9, wall=2))
    image.seek(image.n_frames - 1)  # type: ignore[attr-defined]
    moving, still = (
        np.asarray(i.convert("RGB")) for i in (image, as_image(drawn("png", maze, solve(maze), cell=9, wall=2)))
    )
    red = Palette().rgb("path")
    assert ((moving == red).all(axis=2) == (still == red).all(axis=2)).all()


def test_carving_begins_closed_and_ends_with_the_maze() -> None:
    maze = make("wall", (9, 6), seed=5)
    image = as_image(drawn("gif", maze, None, of="carving", seconds=2, cell=9, wall=2))
    pictures = []
    for number in (0, image.n_frames - 1):  # type: ignore[attr-defined]
        image.seek(number)
        pictures.append(np.asarray(image.convert("RGB")).astype(int))
    still = np.asarray(as_image(drawn("png", maze, cell=9, wall=2)).convert("RGB")).astype(int)
    assert (pictures[1] == still).all()
    assert (pictures[0].sum(axis=2) < 200).mean() > 0.7
    with pytest.raises(MazeError, match="backtracker"):
        drawn("gif", make("jugs"), None, of="carving")


@pytest.mark.parametrize("generator", ["backtracker", "kruskal", "eller"])
def test_carving_is_drawn_for_every_generator_that_records_its_order(generator: str) -> None:
    maze = make("wall", (8, 7), generator, seed=3)
    image = as_image(drawn("gif", maze, None, of="carving", cell=9, wall=2))
    image.seek(image.n_frames - 1)  # type: ignore[attr-defined]
    still = np.asarray(as_image(drawn("png", maze, cell=9, wall=2)).convert("RGB"))
    assert (np.asarray(image.convert("RGB")) == still).all()


# --- the command


def test_draw_and_book_by_extension(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for extension in ("png", "svg", "gif", "apng", "pdf", "text"):
        target = tmp_path / f"maze.{extension}"
        assert run(["draw", "wall:9x7#3", "--solution", "-o", str(target)]) == 0
        assert target.stat().st_size > 200
    assert run(["draw", "wall:9x7#3", "-o", str(tmp_path / "a.png"), "--theme", "dark", "--cell=7", "--wall", "2"]) == 0
    assert as_image((tmp_path / "a.png").read_bytes()).size == (9 * 9 + 2 + 8, 7 * 9 + 2 + 8)
    book = tmp_path / "book.pdf"
    assert run(["book", "--count", "3", "--to", "moderate", "--seed", "1", "-o", str(book), "--per-sheet", "2"]) == 0
    assert 3 <= pages(book.read_bytes()) <= 5
    assert run(["book", "wall:9x7#3", "jugs:#1", "-o", str(book), "--title", "Two"]) == 0
    assert pages(book.read_bytes()) == 3
    assert "2 puzzles" in capsys.readouterr().err
    assert run(["book", "jugs:#1", "-o", str(book)]) == 0
    assert capsys.readouterr().err == f"1 puzzle in {book}\n"


@pytest.mark.parametrize(
    "words", [["--distances"], ["--distances", "--theme", "Light"], ["--distances=yes"], ["--distances", "TRUE"]]
)
@pytest.mark.parametrize("command", ["draw", "solve"])
def test_a_flag_needs_no_value_and_a_choice_no_capitals(command: str, words: list[str], tmp_path: Path) -> None:
    target = tmp_path / "a.png"
    solution = solve(make("wall", (9, 7), seed=3)) if command == "solve" else None
    for order in (["wall:9x7#3", *words], [*words, "wall:9x7#3"]):
        assert run([command, *order, "-o", str(target)]) == 0
        expected = as_image(drawn("png", load("wall:9x7#3"), solution, distances=True)).convert("RGB")
        assert (np.asarray(as_image(target.read_bytes()).convert("RGB")) == np.asarray(expected)).all()
    assert run(["draw", "wall:9x7#3", "-o", str(tmp_path / "a.pdf"), "--paper", "a5", "--distances", "no"]) == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["draw", "wall:9x7#3", "-o", "a.png", "--thema", "dark"], "did you mean --theme?"),
        (["draw", "wall:9x7#3", "-o", "a.png", "--theme", "drak"], "did you mean dark?"),
        (["draw", "wall:9x7#3", "-o", "a.png", "--cell", "0"], "cell is a whole number from 1 to 1000, not '0'"),
        (["draw", "wall:9x7#3", "-o", "a.png", "--wall-colour", "#12"], "--wall-colour is a colour"),
        (["draw", "wall:9x7#3", "-o", "a.bmp"], "no format has the extension '.bmp'; there are .txt, ."),
        (["draw", "wall:9x7#3", "-o", "nowhere/a.png"], "cannot be written"),
        (["draw", "wall:9x7#3", "--show"], "--show needs -o FILE"),
        (["draw", "jugs:#1", "-o", "a.png", "--distances", "yes"], "no places"),
        (["draw", "wall:9x7#3", "-o", "a.gif", "--seconds", "0"], "seconds is a number from 0.5 to 600"),
        (["book", "-o", "a.txt"], "a book is written as .pdf"),
        (["book", "-o", "a.pdf", "--from", "x"], "called 'x'; there are very easy, easy, moderate, hard, very hard"),
        (["book", "-o", "a.pdf", "--to", "moderatly"], "no level is called 'moderatly'; did you mean moderate?"),
        (["book", "-o", "a.pdf", "--from", "hard", "--to", "easy"], "from easy to hard"),
        (
            ["book", "-o", "a.pdf", "--kinds", "jugs"],
            "books cannot contain 'jugs'; choose alice, arrow, coloured, number, terrain, theseus, tilt, turn or wall",
        ),
        (["book", "-o", "a.pdf", "--kinds", "wal"], "no kind is called 'wal'; did you mean wall?"),
        (["book", "-o", "a.pdf", "--papre", "A4"], "did you mean --paper?"),
    ],
)
def test_bad_wishes(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    before = os.getcwd()
    os.chdir(tmp_path)
    try:
        assert run(words) == 2
    finally:
        os.chdir(before)
    said = capsys.readouterr().err
    assert said.startswith("error: ") and sentence in said and said.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is read-only for the superuser")
def test_a_folder_that_may_not_be_written_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tmp_path.chmod(0o500)
    assert run(["draw", "wall:9x7#3", "-o", str(tmp_path / "a.png")]) == 2
    assert "cannot be written: its folder is protected" in capsys.readouterr().err
    tmp_path.chmod(0o700)


def test_small_work_does_not_wait_for_pillow() -> None:
    code = "import sys; from mazeworks.cli import run; run(['new', '8x8', '--seed', '1']); print('PIL' in sys.modules)"
    import sys

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("False\n")
