"""Printed walks compared with the true ones: what differs first, in every form, and whatever a file holds."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import load, read_text, solve
from mazeworks.animation.comparison import Difference, compare
from mazeworks.animation.frames import frame_pieces
from mazeworks.cli import run
from tests import ROOT

HASHES = ROOT / "examples" / "textmap" / "hashes.txt"
SMALL = read_text("####\n#  #\n   ###\n   S\n#####\n#\n####E\n")


def walk(puzzle: Any = SMALL, **form: Any) -> str:
    solution = solve(puzzle, "left_hand")
    assert solution is not None
    return b"".join(frame_pieces(puzzle, solution, **form)).decode()


def compared(text: str, puzzle: Any = SMALL, **form: Any) -> Difference | None:
    solution = solve(puzzle, "left_hand")
    assert solution is not None
    return compare(io.StringIO(text), puzzle, solution, **form)


TRUE = walk()
#: Lines of a frame: the map, an empty line, two of the caption, an empty line.
HEIGHT = 7 + 4


@pytest.mark.parametrize("form", [{}, {"mark": "v"}, {"stop": "before"}, {"pad": True}, {"mark": "↓", "pad": True}])
def test_the_true_walk_is_identical_in_its_own_form_alone(form: dict[str, Any]) -> None:
    assert compared(walk(**form), **form) is None
    if form:
        assert compared(walk(**form)) is not None and compared(TRUE, **form) is not None


@given(st.integers(0, len(TRUE) - 1), st.sampled_from("x.#^ \n"))
def test_the_first_difference_is_where_the_texts_differ_first(place: int, char: str) -> None:
    """Against the texts themselves: the line, the column in a map, the frame and the square follow from the place."""
    text = TRUE[:place] + char + TRUE[place + 1 :]
    found = compared(text)
    if char == TRUE[place]:
        assert found is None
        return
    assert found is not None
    lines, others = TRUE.split("\n"), text.split("\n")
    number = next(n for n, (line, other) in enumerate(zip(lines, others, strict=False)) if line != other)
    assert (found.line, found.frame) == (number + 1, min(number, len(lines) - 3) // HEIGHT)
    row = number % HEIGHT
    if found.place is not None:
        line, other = lines[number] + "\n", others[number] + "\n"
        x = next(x for x, (a, b) in enumerate(zip(line, other, strict=False)) if a != b)
        assert row < 7 and found.place == (x, row) and found.column == x + 1
        assert (found.expected, found.found) == (line[x].strip("\n"), other[x].strip("\n"))
    else:
        assert row >= 7 or number >= len(lines) - 2
    assert f"line {found.line}" in found.sentence


def test_sentences() -> None:
    frame = 3 * HEIGHT
    lines = TRUE.split("\n")
    wrong = [*lines[:frame], "###^", *lines[frame + 1 :]]
    assert compared("\n".join(wrong)) == Difference(
        3,
        (3, 0),
        34,
        4,
        "<",
        "^",
        "frame 3 (after 3 steps) differs at (3, 0): expected '<', but found '^' in line 34, column 4",
    )
    cases = {
        "\n".join([*lines[:8], "Current Position: 3,3", *lines[9:]]): "frame 0 (the start) differs below its map: "
        "expected 'Current Position:  3,3', but found 'Current Position: 3,3' in line 9",
        "\n".join(lines[:13]): "the output ends after line 13, where frame 1 (after 1 step) goes on with '   ^##'",
        "": "the output is empty, but frame 0 (the start) begins with '####'",
        TRUE.replace("Solution", "solution"): "after the last frame: expected 'Solution Found!', but found "
        f"'solution Found!' in line {len(lines) - 1}",
        TRUE + "\n": f"the walk is over, but line {len(lines)} is an empty one",
        TRUE + "more\n": f"the walk is over, but there is more: 'more' in line {len(lines)}",
        "###\n" + TRUE.partition("\n")[2]: "frame 0 (the start) differs at (3, 0): expected '#', but found the end of "
        "the row in line 1, column 4",
    }
    for text, sentence in cases.items():
        found = compared(text)
        assert found is not None and found.sentence == sentence


def test_an_option_that_explains_the_difference_is_named() -> None:
    named = {"mark": "--mark v", "stop": "--stop before", "pad": "--pad"}
    for name, value in (("mark", "v"), ("stop", "before"), ("pad", True)):
        there, back = compared(walk(**{name: value})), compared(TRUE, **{name: value})
        assert there is not None and named[name] in there.advice
        assert back is not None and re.search("leave out --|--mark V", back.advice)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "".join(TRUE.splitlines(True)[:HEIGHT]) + "Solution Found!\n",  # it stops too early for any form
        TRUE.replace("<", "x"),
        TRUE.replace("V", "."),
        TRUE.replace("Current Direction: S", "Current Direction: s"),
        TRUE + "\n",
    ],
)
def test_no_option_is_named_that_would_not_explain_it(text: str) -> None:
    found = compared(text)
    assert found is not None and found.advice == ""


@pytest.mark.parametrize("blanks", ["##S#  \n# #  \n  #  \nE##  \n", "##S#\n# # \n  #      \nE##\n"])
@pytest.mark.parametrize("form", [{}, {"stop": "before"}])
def test_blanks_that_the_file_has_at_the_ends_of_rows_do_not_count(blanks: str, form: dict[str, Any]) -> None:
    """A program that keeps the rows of the file, one that fills them up to the widest, and one that does neither."""
    puzzle, rows = read_text(blanks), blanks.split("\n")[:-1]
    true = walk(puzzle, **form).split("\n")
    widest = max(map(len, rows))

    def filled(wide: list[int]) -> str:
        return "\n".join(
            line.ljust(wide[n % 8]) if n % 8 < 4 and n < len(true) - 2 else line for n, line in enumerate(true)
        )

    kept, full = filled(list(map(len, rows))), filled([widest] * 4)
    assert compared(kept, puzzle, **form) is None and compared("Maze? " + kept, puzzle, **form) is None
    assert compared(full, puzzle, pad=True, **form) is None
    there = compared(filled([widest + 1] * 4), puzzle, **form)
    assert there is not None and there.advice.startswith("blanks at the ends of rows count if the file")
    back = compared(kept.replace("E##  ", "E##"), puzzle, pad=True, **form)
    assert back is not None and "leave out --pad to expect rows as in the file" in back.advice


def test_a_walk_without_our_captions_gets_to_know_them() -> None:
    bare = "\n\n".join(TRUE.split("\n\n")[::2])
    found = compared(bare)
    assert found is not None and found.advice.startswith("what stands below a map is our own form")


@pytest.mark.parametrize(
    "question", ["Please give the maze file:\n", "Maze file? ", "file:", "maze: ", "Maze file: corner.txt\n"]
)
def test_a_question_before_the_first_map_does_not_count(question: str) -> None:
    assert compared(question + TRUE) is None
    found = compared(question + "#" + TRUE)
    assert found is not None and found.place == (4, 0)
    assert found.column == (5 if "\n" in question else len(question) + 5)


def test_other_solvers_and_other_boards() -> None:
    puzzle = load("wall:6x4#3")
    solution = solve(puzzle, "right_hand")
    assert solution is not None
    text = b"".join(frame_pieces(puzzle, solution)).decode()
    assert compare(io.StringIO(text), puzzle, solution) is None


# --- the command


def outcome(words: list[str], data: bytes | None = None) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "mazeworks", "compare", *words]
    done = subprocess.run(command, input=data, capture_output=True, cwd=ROOT, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_exit_codes_and_json(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    true, name = walk(load(HASHES)), str(tmp_path / "mine.out")
    Path(name).write_text(true)
    assert run(["compare", name, str(HASHES)]) == 0
    assert capfd.readouterr() == ("identical\n", "")
    assert run(["compare", name, str(HASHES), "--json"]) == 0
    assert json.loads(capfd.readouterr().out) == {"identical": True}
    assert run(["compare", name, str(HASHES), "--with", "right_hand"]) == 1
    assert capfd.readouterr().out.startswith("frame 8 (after 8 steps) differs at (8, 0): expected 'V', but found '>'")
    assert run(["compare", name, str(HASHES), "--mark", "v", "--json"]) == 1
    data = json.loads(capfd.readouterr().out)
    assert (data["identical"], data["frame"], data["place"], data["line"], data["column"]) == (
        False,
        12,
        [12, 0],
        157,
        13,
    )
    assert (data["expected"], data["found"]) == ("v", "V") and "--mark V" in data["advice"]


@pytest.mark.parametrize(
    "data",
    [walk(load(HASHES)).encode("utf-16"), walk(load(HASHES)).replace("\n", "\r\n").encode("utf-8-sig")],
    ids=["utf-16", "crlf"],
)
def test_what_shells_of_windows_write_is_read(data: bytes) -> None:
    assert outcome(["-", str(HASHES)], data) == (0, "identical\n", "")


@pytest.mark.parametrize(
    "data", [b"", b"\0" * 1000, b"\xff" * 1000, b"\xff\xfe\0\xd8", b"#" * 50_000_000, b"\n" * 10_000_000]
)
def test_hostile_output_is_a_difference(data: bytes) -> None:
    code, out, err = outcome(["-", str(HASHES)], data)
    assert (code, err) == (1, "") and out.count("\n") == 1 and len(out) < 300 and out.rstrip("\n").isprintable()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "expected OUT and FILE"),
        (["mine.out"], "expected OUT and FILE"),
        (["-", "-"], "one of which may be -"),
        (["nil.out", str(HASHES)], "there is no file 'nil.out'"),
        ([".", str(HASHES)], "'.' is a folder"),
        ([str(HASHES), "nil.txt"], "there is no file 'nil.txt'"),
        ([str(HASHES), str(HASHES), "--mark", "vv"], "--mark is one character"),
        ([str(HASHES), str(HASHES), "--with", "nobody"], "no solver is called 'nobody'"),
        ([str(HASHES), "examples/alice/4x4.txt"], "left_hand"),
        ([str(HASHES), "examples/coloured/express.txt", "--with", "breadth_first"], "3 travellers"),
    ],
)
def test_bad_words_are_refused(
    words: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert run(["compare", *words]) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.startswith("error: ") and sentence in err and err.count("\n") == 1


def test_swapped_words_are_noticed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.out").write_text(TRUE)
    (tmp_path / "bad.txt").write_text("####\n")
    assert run(["compare", str(HASHES), str(tmp_path / "mine.out")]) == 2
    err = capfd.readouterr().err
    assert err.endswith("; the output comes first, then the maze: maze compare OUT FILE\n") and err.count("\n") == 1
    assert run(["compare", str(tmp_path / "mine.out"), str(tmp_path / "bad.txt")]) == 2
    assert "comes first" not in capfd.readouterr().err


def test_a_map_without_a_solution_has_no_walk(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "map.txt").write_text("#S   #E\n")
    assert run(["compare", str(HASHES), str(tmp_path / "map.txt")]) == 2
    assert "has no solution, and so no walk" in capfd.readouterr().err
