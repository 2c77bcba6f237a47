"""Where drawings go: refused before the work where that can be known, and shown where there is a program for it."""

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mazeworks import MazeError, Puzzle, make, save
from mazeworks.cli import run
from mazeworks.core.registry import Format, formats
from mazeworks.files.targets import could_hold, writer_for
from tests.samples import EXAMPLES, samples


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["solve", "wall:9x7#3", "-o", "a.bmp"], "no format has the extension '.bmp'; there are .txt, ."),
        (["draw", "wall:9x7#3", "--solution", "-o", "a.bmp"], "no format has the extension '.bmp'"),
        (
            ["solve", "alice:4x4,candidates=2000#1", "-o", "a.box"],
            "box cannot hold an alice puzzle; these can: alice, json",
        ),
        (
            ["solve", "alice:4x4,candidates=2000#1", "--format", "box"],
            "box cannot hold an alice puzzle; these can: alice, json",
        ),
        (["new", "alice", "-o", "a.box"], "box cannot hold an alice puzzle; these can: alice, json"),
        (["new", "coloured", "--format", "alice"], "alice cannot hold a coloured puzzle; these can: coloured, json"),
        (["solve", "wall:9x7#3", "-o", "nowhere/a.png"], "cannot be written"),
        (["solve", "wall:9x7#3", "--steps", "-o", "nowhere/a.log"], "cannot be written"),
        (["solve", "wall:9x7#3", "--steps", "-o", "a.png"], "a text file such as steps.txt, not 'a.png'"),
        (["solve", "wall:9x7#3", "--steps", "-o", "a.log"], "--steps writes a text file such as steps.txt"),
        (["new", "9x7", "-o", "there/"], "'there/' cannot be written: there is no folder of that name"),
        (["solve", "wall:9x7#3", "--steps", "-o", "there/"], "there is no folder of that name"),
        (["convert", "wall:9x7#3", "there/."], "there is no folder of that name"),
        (["convert", "wall:9x7#3", "a.bmp"], "no format has the extension '.bmp'"),
        (["change", "wall:9x7#3", "--then", "braid", "-o", "a.bmp"], "no format has the extension '.bmp'"),
        (["book", "-o", "nowhere/a.pdf"], "cannot be written"),
        (["draw", "wall:9x7#3", "-o", "-", "--format", "png", "--show"], "--show needs -o FILE"),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_work(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def work(*_: Any, **__: Any) -> None:
        raise AssertionError("the work was begun")

    monkeypatch.chdir(tmp_path)
    importlib.import_module("mazeworks.cli.drawing")  # first, so that it keeps the real `solve_all` afterwards
    made = [] if words[0] == "new" else ["mazeworks.cli.solving.solve_all", "mazeworks.making.making.change"]
    for name in [*made, "mazeworks.printing.book.choose"]:
        monkeypatch.setattr(name, work)
    if words[0] == "new":
        monkeypatch.setattr("mazeworks.making.request.Request.make", work)
    assert run(words) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and sentence in error and error.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "is blank; expected the name of a file"),
        ("folder.png", "it is a folder"),
        ("nowhere/a.png", "there is no folder '"),
        ("kept.png/a.png", "there is no folder '"),
        ("locked/a.png", "its folder is protected"),
        ("kept.png", "it is protected"),
        (f"{'a' * 300}.png", "File name too long"),
        ("a\0.png", "no name has a null character in it"),
    ],
)
def test_targets_that_cannot_be_written_are_refused_in_a_sentence_and_nothing_is_lost(
    name: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("folder.png", "locked"):
        (tmp_path / folder).mkdir()
    (tmp_path / "kept.png").write_bytes(b"kept")
    locked = {str(tmp_path / "locked"), str(tmp_path / "kept.png")}  # even to the superuser, who may do anything
    monkeypatch.setattr("os.access", lambda path, mode, **_: str(path) not in locked)
    monkeypatch.chdir(tmp_path)
    for words in (["draw", "wall:9x7#3"], ["book", "wall:9x7#3"], ["solve", "wall:9x7#3"], ["new", "9x7"]):
        target = name.replace(".png", ".pdf") if words[0] == "book" and name not in ("folder.png", "kept.png") else name
        if words[0] == "book" and not target.endswith(".pdf"):
            continue  # it has another sentence for those
        assert run([*words, "-o", target]) == 2
        error = capsys.readouterr().err
        assert error.startswith("error: ") and sentence in error and error.count("\n") == 1
    assert (tmp_path / "kept.png").read_bytes() == b"kept"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["folder.png", "kept.png", "locked"]


def test_a_kind_is_refused_only_by_formats_that_hold_none_of_it() -> None:
    for name, puzzle in samples().items():
        for form in formats.values():
            assert could_hold(form, puzzle.kind) or not form.holds(puzzle), (name, form.name)
    assert not could_hold(formats["box"], "alice") and could_hold(formats["box"], "wall")
    with pytest.raises(ValueError, match="box cannot hold a hexagon maze; these can: json"):
        writer_for(make("wall", (5, 4), seed=1, layout="hexagon"), "a.box")
    assert isinstance(writer_for(make("wall", (5, 4), seed=1), "a.box"), Format)


def test_a_plain_puzzle_cannot_be_saved_in_any_format(tmp_path: Path) -> None:
    class Count(Puzzle[int]):
        start = 0

        def moves(self, state: int) -> Iterator[tuple[str, int]]:
            yield "one", state + 1

        def is_goal(self, state: int) -> bool:
            return state == 3

    for name in ("x.json", "x.txt"):
        with pytest.raises(ValueError, match=r"^a plain puzzle cannot be saved$"):
            save(Count(), tmp_path / name)
    with pytest.raises(ValueError, match=r"^svg has no parameter paper; these renderers have: pdf$"):
        save(make("wall", (5, 5)), tmp_path / "x.svg", paper="A4")


def viewer(folder: Path, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of the name that shows files, which talks a lot and ends with a code."""
    program = folder / "xdg-open"
    program.write_text(f"#!/bin/sh\necho /usr/bin/open: not found\necho no method >&2\nexit {code}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)


@pytest.mark.skipif(os.name != "posix", reason="other systems have other ways to open files")
@pytest.mark.parametrize(("display", "code"), [("", 0), (":7", 3), (":7", None)])
def test_a_missing_viewer_gives_one_sentence(
    display: str, code: int | None, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "a.png"
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", display)
    if code is None:
        monkeypatch.setenv("PATH", str(tmp_path))
    else:
        viewer(tmp_path, code, monkeypatch)
    assert run(["draw", "wall:9x7#3", "-o", str(target), "--show"]) == 2
    out, err = capfd.readouterr()
    assert out == "" and err == f"error: {str(target)!r} is written, but no program was found that shows it\n"
    assert target.stat().st_size > 100


@pytest.mark.skipif(os.name != "posix", reason="other systems have other ways to open files")
def test_a_viewer_is_left_to_itself(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":7")
    viewer(tmp_path, 0, monkeypatch)
    assert run(["draw", str(EXAMPLES / "wall/hexagons.json"), "-o", str(tmp_path / "a.svg"), "--show"]) == 0
    assert capfd.readouterr() == ("", "")


def test_a_name_with_a_final_slash_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(MazeError, match="there is no folder of that name"):
        save(make("wall", (4, 4), seed=1), f"{tmp_path}/there/")
    assert not list(tmp_path.iterdir())


COUNT = """
from mazeworks import Puzzle, generator, kind

@kind("count3", "Count to three.", generator="count3")
class Count(Puzzle):
    start = 0

    def moves(self, state):
        yield "one", state + 1

    def is_goal(self, state):
        return state == 3

@generator("count3", "It is always the same.", "count3")
def count(random):
    return Count()
"""
UNSAVED = "error: a count3 puzzle cannot be saved\n"


def test_a_kind_without_a_codec_is_drawn_but_not_saved(tmp_path: Path) -> None:
    (tmp_path / "count3.py").write_text(COUNT)
    code = f"""
import count3, io, sys
from mazeworks import MazeError, save
from mazeworks.cli import run
assert run(["new", "count3", "--seed", "1"]) == 0 and run(["draw", "count3:#1"]) == 0
for words in ("new count3 -o x.json", "new count3 -o x.txt", "new count3 --format json", "convert count3:#1 -"):
    sys.stderr = io.StringIO()
    assert run(words.split()) == 2 and sys.stderr.getvalue() == {UNSAVED!r}, (words, sys.stderr.getvalue())
try:
    save(count3.Count(), "y.json")
except MazeError as error:
    assert f"error: {{error}}\\n" == {UNSAVED!r}, error
else:
    raise AssertionError
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    new, drawn = done.stdout[: len(done.stdout) // 2], done.stdout[len(done.stdout) // 2 :]
    assert new == drawn != "" and not list(tmp_path.glob("[xy].*"))
