"""The programs in `programs/`: they find mazeworks beside them, take an argument, and speak to their own readers."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import ROOT

PROGRAMS = sorted((ROOT / "programs").glob("*.py"))
READERS = [path for path in PROGRAMS if path.name != "turtle_maze.py"]
MISSING = "; in the folder of mazeworks, type: python -m pip install .\n"
programs = pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
readers = pytest.mark.parametrize("program", READERS, ids=lambda path: path.stem)


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every installed library but mazeworks."""
    folder = tmp_path_factory.mktemp("libraries")
    for path in Path(np.__file__).parents[1].iterdir():
        if "mazeworks" not in path.name.lower():
            (folder / path.name).symlink_to(path)
    return folder


Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(libraries: Path) -> Run:
    """Start a program as a person does who has the libraries, but has not installed mazeworks."""

    def started(program: Path, *words: str, path: Path = libraries, **settings: Any) -> Any:
        variables = {**os.environ, "PYTHONPATH": str(path)}
        command = [sys.executable, "-S", str(program), *words]
        return subprocess.run(command, capture_output=True, text=True, env=variables, timeout=120, **settings)

    return started


def test_there_are_four() -> None:
    assert [path.name for path in PROGRAMS] == ["AliceMazeSolver.py", "express.py", "maze_solver.py", "turtle_maze.py"]
    assert all(len(path.read_text(encoding="utf-8").splitlines()) <= 135 for path in PROGRAMS)


@programs
def test_mazeworks_is_found_beside_the_program(program: Path, run: Run, tmp_path: Path) -> None:
    """In a copy of the project in which only these two folders are, started from elsewhere."""
    for name in ("mazeworks", "programs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    done = run(tmp_path / "programs" / program.name, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    (tmp_path / "mazeworks").rename(tmp_path / "elsewhere")
    done = run(tmp_path / "programs" / program.name, "--help")
    assert (done.returncode, done.stderr) == (2, "error: No module named 'mazeworks'" + MISSING)


@programs
def test_help_says_what_a_program_does(program: Path, run: Run) -> None:
    for word in ("-h", "--help"):
        done = run(program, word)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(f"Usage: {program.name} [OPTIONS]") and "--help" in done.stdout


@programs
def test_without_its_libraries_a_program_says_in_one_sentence_what_to_type(
    program: Path, run: Run, tmp_path: Path
) -> None:
    done = run(program, path=tmp_path, input="")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr in (f"error: No module named {name!r}{MISSING}" for name in ("click", "numpy"))


def test_without_its_libraries_the_command_says_the_same(run: Run, tmp_path: Path) -> None:
    done = run(Path("-m"), "mazeworks", "--help", path=tmp_path, input="", cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"error: No module named 'click'{MISSING}")


def test_a_library_that_is_missing_later_is_named_in_the_same_way(run: Run, libraries: Path, tmp_path: Path) -> None:
    """Pillow is needed only for pictures, and so imported where one is read."""
    (tmp_path / "maze.pbm").write_text("P1\n5 3\n1 0 1 1 1\n1 0 0 0 1\n1 1 1 0 1\n")
    few = tmp_path / "few"
    few.mkdir()
    for path in libraries.iterdir():
        if "pil" not in path.name.lower():
            (few / path.name).symlink_to(path)
    done = run(ROOT / "programs" / "maze_solver.py", "maze.pbm", path=few, cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.startswith("error: ") and done.stderr.endswith(MISSING)
    assert "PIL" in done.stderr and done.stderr.count("\n") == 1


@readers
@pytest.mark.parametrize("name", ["maze.tx", "wall", "a folder/maze.txt"])
def test_a_misspelt_file_cannot_be_found(run: Run, program: Path, name: str, tmp_path: Path) -> None:
    done = run(program, name, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, f"error: cannot find {name!r}\n")


@readers
def test_an_empty_name_is_no_file(run: Run, program: Path, tmp_path: Path) -> None:
    done = run(program, "", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "error: no maze file was named\n")


def test_an_empty_name_is_no_picture(run: Run) -> None:
    done = run(ROOT / "programs" / "turtle_maze.py", "--save", "")
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith(
        "error: '' is not the name of a picture"
    )


@programs
def test_what_a_program_does_not_take_is_named(program: Path, run: Run) -> None:
    for words, named in ((("--colour", "red"), "--colour"), (("a", "b", "c"), "b")):
        done = run(program, *words)
        assert done.returncode == 2 and done.stderr.startswith("error: ") and named in done.stderr
        assert (done.stdout, done.stderr.count("\n")) == ("", 1)


def test_a_missing_argument_is_named(run: Run) -> None:
    done = run(ROOT / "programs" / "AliceMazeSolver.py")
    assert done.stderr == "error: FILE is missing; `AliceMazeSolver.py --help` says what it takes\n"
    assert done.returncode == 2


def test_the_maze_solver_asks_only_without_an_argument(run: Run, tmp_path: Path) -> None:
    program = ROOT / "programs" / "maze_solver.py"
    (tmp_path / "map.txt").write_text("S##\n  E\n")
    asked, given = run(program, input="map.txt\n", cwd=tmp_path), run(program, "map.txt", cwd=tmp_path)
    assert asked.stdout == "Please give the maze file:\n" + given.stdout and given.stdout.startswith(">##\n  E\n")
    assert asked.returncode == given.returncode == 0


def test_no_advice_names_an_option_that_only_the_command_has(run: Run, tmp_path: Path) -> None:
    program = ROOT / "programs" / "maze_solver.py"
    (tmp_path / "map.txt").write_text("S#?E\n")
    done = run(program, "map.txt", cwd=tmp_path)
    assert done.stderr == "error: map.txt: line 1, column 3: '?' is neither path '#' nor wall ' ' nor S nor E\n"
    (tmp_path / "map.txt").write_text("#####\n#S E#\n#####\n")
    done = run(program, "map.txt", cwd=tmp_path)
    assert done.returncode == 0 and done.stderr.startswith("note: ") and "--" not in done.stderr


def test_a_loop_is_one_sentence_with_a_command_that_solves_it(run: Run, tmp_path: Path) -> None:
    upper = "####S#####\n# # # ##### #\n# ### ##### #\n# # # # # #\n"
    rows = upper + "# ### ### #\n# # #\n# #####\n# E#####\n"
    (tmp_path / "my map.txt").write_text(rows)
    done = run(ROOT / "programs" / "maze_solver.py", "my map.txt", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.endswith("never leaves; `maze solve 'my map.txt' --with breadth_first` can\n")
    assert len(done.stderr) < 250 and "these can" not in done.stderr


def test_an_option_is_named_as_it_was_typed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text("S##\n  E\n")
    done = run(ROOT / "programs" / "maze_solver.py", "map.txt", "--mark", "vv", cwd=tmp_path)
    assert done.stderr.startswith("error: --mark is one character") and done.returncode == 2
