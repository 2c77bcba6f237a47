"""The page about a new logic maze: its code is the example, and runs as it says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

PAGE = (ROOT / "docs" / "new-logic-maze.md").read_text(encoding="utf-8")
CODE = re.findall(r"^```python\n(.*?)^```", PAGE, re.S | re.M)
#: Everything that a kind gets from the engine and the default facets, tried on the new one.
TRIED = """
import signposts, sys
from mazeworks import Solved, explore, from_id, load, make, rate, save, solve, speed
from mazeworks.core.registry import renderers
from mazeworks.drawing.board import board_of
from mazeworks.play.session import Session
from mazeworks.solvers.breadth_first import lazily
from mazeworks.web.answers import opened

for seed in range(3):
    maze = make("signposts", (4, 4), seed=seed, candidates=2000)
    with speed(sys.argv[1]):
        solution = solve(maze)
        plain = lazily(maze, None, False)
        assert solution.states == plain.states and list(solution.moves) == list(plain.moves)
        assert rate(maze).unique and len(explore(maze)) <= 16
    assert from_id(maze.id) == maze
    for name in ("maze.txt", "maze.json"):
        save(maze, name)
        assert load(name) == maze
    for entry in ("svg", "png", "text"):
        assert list(renderers[entry].draw(Solved.of(maze, solution), **renderers[entry].defaults))
    game = Session(maze)
    while not game.solved:
        game.play(game.hint())
    assert game.count == len(solution)
    assert "↕" in board_of(maze).sketch().text() and opened("maze", maze)["look"] == "scene"
assert 'harder' not in make("signposts", (5, 5), seed=2, candidates=50000, difficulty="easy").id
try:
    load_text = "kind: signposts\\nsigns:\\n0 7\\n1 1\\nstart: [0, 0]\\ngoal: [1, 1]\\n"
    from mazeworks import read_text
    read_text(load_text)
except ValueError as error:
    assert "(1, 0) of 'signs' is 7; expected 0, 1 or 2" in str(error), error
"""


def run(code: str, folder: Path, *arguments: str) -> str:
    """What a program prints that can import the example."""
    setting = f"import sys; sys.path[:0] = [{str(ROOT / 'examples')!r}, {str(ROOT)!r}]\n"
    command = [sys.executable, "-W", "error", "-c", setting + code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_shows_the_example() -> None:
    assert CODE[0] == (ROOT / "examples" / "signposts.py").read_text(encoding="utf-8")
    assert sum(bool(line.strip()) for line in CODE[0].splitlines()) <= 60


def test_what_the_page_prints_is_true(tmp_path: Path) -> None:
    printed = run(CODE[1], tmp_path).strip()
    assert f"prints `{printed}`" in PAGE


@pytest.mark.parametrize("speed", ["interpreted", "compiled"])
def test_a_new_kind_gets_all_that_others_have(speed: str, tmp_path: Path) -> None:
    run(TRIED, tmp_path, speed)
