"""The command of the benchmarks, and the bench of images: that it knows right from refused and wrong."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from benchmarks import images, limit, verdicts
from benchmarks.__main__ import main, sections
from benchmarks.images import MAKERS, sheet_of, table_of
from benchmarks.sheets import Pen, Sheet, drawn, maze_of, ours, squared
from benchmarks.verdicts import REFUSED, RIGHT, WRONG, along, judge, near
from mazeworks import make, solve


def test_help_and_unknown_names_measure_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0 and "--thorough" in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main(["nonsense"])
    said = capsys.readouterr().err
    assert ended.value.code == 2 and "no benchmark is called 'nonsense'" in said and ", ".join(sections()) in said


# --- images


def small(seed: int = 1) -> Sheet:
    """A maze of 8 by 6 cells, open at the top and the bottom."""
    return drawn(make("wall", (8, 6), seed=seed, ends="2/0-5/5"), Pen(10, 2, 40))


def in_cells(name: str = "1/1-6/4") -> Sheet:
    """Our own drawing, with marks in cells as its ends."""
    return ours(make("wall", (8, 6), seed=3, ends=name), 12, 2, 6)


def verdict(sheet: Sheet, folder: Path, reader: Callable[[Path], Any] = verdicts.read) -> str:
    file = folder / "maze.png"
    sheet.image.save(file)
    found: str = judge(sheet, file, reader)["verdict"]
    return found


@pytest.mark.parametrize("name", MAKERS)
def test_a_class_makes_the_same_image_again_and_its_path_lies_in_it(name: str) -> None:
    sheet, again, other = sheet_of(name, 7, 1), sheet_of(name, 7, 1), sheet_of(name, 8, 1)
    assert sheet.image.tobytes() == again.image.tobytes() != other.image.tobytes()
    assert (sheet.path >= 0).all() and (sheet.path < sheet.image.size).all()
    assert len(sheet.path) == len(solve(sheet.maze)) + 1  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["squares", "cropped", "lines", "thick", "coloured", "dark", "framed", "titled"])
def test_no_wall_stands_on_the_true_path(name: str) -> None:
    for number in range(3):
        sheet = sheet_of(name, 3, number)
        colours = np.asarray(sheet.image.convert("RGB"))
        x, y = np.floor(along(sheet.path, sheet.pitch) + 0.5).astype(int).T
        assert len(np.unique(colours[y, x], axis=0)) == 1


def test_what_is_read_well_is_right(tmp_path: Path) -> None:
    random = np.random.default_rng(5)
    for sheet in (small(), in_cells(), squared(maze_of(random, 12, "rows"), random), sheet_of("shapes", 1, 0)):
        assert verdict(sheet, tmp_path) == RIGHT


def test_perspective_moves_the_path_with_the_image(tmp_path: Path) -> None:
    """The walls of the turned image are where the turned path is not: it is read as passages, pixel by pixel."""
    for name in ("turned", "scaled"):
        assert verdict(sheet_of(name, 1, 1), tmp_path) == RIGHT


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    blank = replace(small(), image=Image.new("RGB", (120, 90), (255, 255, 255)))
    assert verdict(blank, tmp_path) == REFUSED


@pytest.mark.parametrize("sheet", [small(), in_cells()], ids=["openings", "marks"])
def test_other_walls_other_ends_and_no_path_are_wrong(sheet: Sheet, tmp_path: Path) -> None:
    def reader_of(other: Sheet) -> Callable[[Path], Any]:
        other.image.save(tmp_path / "other.png")
        return lambda file: verdicts.read(tmp_path / "other.png")

    assert verdict(sheet, tmp_path, reader_of(sheet)) == RIGHT
    assert verdict(sheet, tmp_path, reader_of(small(9))) == WRONG
    assert verdict(sheet, tmp_path, reader_of(in_cells("1/1-6/5"))) == WRONG
    assert verdict(sheet, tmp_path, lambda file: (verdicts.read(file)[0], None)) == WRONG

    def broken(file: Path) -> Any:
        raise IndexError("7")

    assert verdict(sheet, tmp_path, broken) == WRONG


def test_a_path_over_pixels_may_bend_but_not_leave_its_passage() -> None:
    sheet = small()
    line = along(sheet.path, sheet.pitch)
    assert near(sheet, line) and near(sheet, line[::-1] + 0.2 * sheet.pitch)
    assert not near(sheet, line[: -len(line) // 4])  # it ends too early
    assert not near(sheet, line + sheet.pitch)  # in the next passages
    assert not near(sheet, line[:0])
    detour = np.concatenate([line, along(sheet.path[-1] + np.array([[0, 0], [0, 3 * sheet.pitch]]), sheet.pitch)])
    assert not near(sheet, detour)
    assert near(sheet, detour[: -len(detour) + len(line) + 4])  # out of the opening


def records(*verdicts: str) -> list[dict[str, Any]]:
    return [{"class": "blur", "number": n, "verdict": each, "seconds": 0.5} for n, each in enumerate(verdicts)]


def test_targets_and_classes_that_got_worse() -> None:
    group, blur = table_of(records(*[RIGHT] * 9, REFUSED), [])
    assert group.reached is True and blur.reached is None and "right 90 %, refused 10 %, wrong 0 %" in group.ours
    assert next(table_of(records(*[RIGHT] * 9, WRONG), [])).reached is False
    assert next(table_of(records(*[RIGHT] * 8, REFUSED, REFUSED), [])).reached is False
    _, better = table_of(records(RIGHT, RIGHT), records(RIGHT, REFUSED, RIGHT))
    assert better.reached is True and "right 50 %" in better.theirs  # of the images that both have
    for worse in ((RIGHT, REFUSED), (RIGHT, WRONG)):
        _, row = table_of(records(*worse), records(RIGHT, RIGHT))
        assert row.reached is False


def test_two_runs_are_compared_in_one_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(names: list[str], count: int, seed: int, keep: str | None) -> list[Any]:
        return [images.record((names[0], seed, number, keep)) for number in range(count)]

    monkeypatch.setattr(images, "records", here)  # without other processes
    words = ["--count", "2", "--classes", "squares", "--seed", "4"]
    assert images.main([*words, "--to", str(tmp_path / "before.json")]) == 0
    assert images.main([*words, "--before", str(tmp_path / "before.json"), "--keep", str(tmp_path / "kept")]) == 0
    assert "| before | right 100 %" in capsys.readouterr().out and not list((tmp_path / "kept").iterdir())
    with pytest.raises(SystemExit, match="seed 4"):
        images.main(["--count", "1", "--seed", "5", "--before", str(tmp_path / "before.json")])


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_plain_c_makes_and_solves_the_same_mazes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The yardsticks work: their mazes are perfect, and their paths as long as ours."""
    monkeypatch.setattr(limit, "SIDE", 60)
    monkeypatch.setattr(limit, "warm_up", lambda: None)
    monkeypatch.setattr(limit, "how_many", lambda: 1)
    found = [row.work for row in limit.rows()]
    assert found[:2] == ["carve 60x60 depth-first", "`auto`, 60x60 of backtracker, one core"] and len(found) == 6


@pytest.mark.parametrize("compiler", ["no such compiler", "false -x", "true"])
def test_without_a_compiler_that_works_there_is_one_row_that_says_so(
    compiler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", compiler)
    [row] = limit.rows()
    assert row.ours.startswith("not measured: ") and row.reached is None
