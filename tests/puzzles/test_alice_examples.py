"""The Alice mazes in examples/: that each has exactly one shortest solution, and how long it is."""

import pytest

from mazeworks import explore, load, replay, solve
from mazeworks.search.shortest_paths import count_shortest
from tests import ROOT
from tests.puzzles.test_alice import brute_force

FOLDER = ROOT / "examples" / "alice"
MOVES = {
    "first_steps": 4,
    "looking_glass": 4,
    "4x4": 32,
    "5x5": 65,
    "6x6": 108,
    "7x7": 160,
    "8x8": 219,
    "9x9": 287,
    "10x10": 340,
}


@pytest.mark.parametrize("name", sorted(MOVES))
def test_the_only_shortest_solution_takes_so_many_moves(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    assert brute_force(path.read_text()) == (MOVES[name], 1)  # a search of its own, straight from the text
    maze = load(path)
    solution = solve(maze)
    assert solution is not None and len(solution) == MOVES[name]
    assert count_shortest(explore(maze)) == 1
    assert maze.is_goal(replay(maze, solution.moves))


def test_every_example_is_proved() -> None:
    assert sorted(MOVES) == sorted(path.stem for path in FOLDER.glob("*.txt"))
