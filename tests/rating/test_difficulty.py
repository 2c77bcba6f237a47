"""The order in which ratings put Alice mazes: by a simulated person of limited memory, and where no choice is left."""

import math
import random
from typing import Any

import numpy as np
import pytest
from scipy.stats import spearmanr

from mazeworks import Direction, MazeError, explore, make, rate
from mazeworks.core.graph import Graph
from mazeworks.puzzles.alice import COMPASS, AliceMaze, Square

EAST, SOUTH = Direction.EAST, Direction.SOUTH


def random_maze(seed: int) -> AliceMaze:
    """A random board of any size from 3 to 7, with up to four arrows a square."""
    chance = random.Random(seed)
    width, height, most = chance.randint(3, 7), chance.randint(3, 7), chance.randint(2, 4)

    def square() -> Square:
        return Square(chance.choice(["red", "yellow", "black"]), tuple(chance.sample(COMPASS, chance.randint(1, most))))

    rows = [[square() for _ in range(width)] for _ in range(height)]
    start, goal = ((chance.randrange(width), chance.randrange(height)) for _ in range(2))
    return AliceMaze(rows, start, [goal])


def mazes() -> list[AliceMaze]:
    """Random boards that have a solution, and mazes from short searches, of many lengths."""
    found = [maze for maze in map(random_maze, range(480)) if explore(maze).shortest()]
    for seed in range(40):
        size, candidates, arrows = 3 + seed % 4, (20, 500, 5000)[seed % 3], ((1, 2), (1, 3), (2, 4))[seed % 3]
        try:
            found.append(make("alice", (size, size), seed=seed, candidates=candidates, arrows=arrows))
        except MazeError:  # no maze with a single shortest solution
            continue
    return found


def moves_of_a_person(graph: Graph[Any], memory: int, chance: random.Random, most: int = 3000) -> int:
    """The moves that a person needs who remembers the last few states, tries others first, and may start over."""
    offsets, targets, goals = graph.offsets.tolist(), graph.targets.tolist(), graph.goals.tolist()
    seen: dict[int, int] = {}
    here = moves = 0
    while not goals[here] and moves < most:
        seen[here] = moves
        moves += 1
        onward = targets[offsets[here] : offsets[here + 1]]
        new = [state for state in onward if moves - seen.get(state, -memory) > memory or state not in seen]
        if new:
            here = chance.choice(new)
        else:
            here = 0 if not onward or chance.random() < 0.5 else chance.choice(onward)
    return moves


@pytest.mark.parametrize("memory", [5, 12])
def test_the_difficulty_orders_mazes_as_the_moves_of_a_person_do(memory: int) -> None:
    chance, figures, moves = random.Random(memory), [], []
    for maze in mazes():
        graph = explore(maze, past_goals=False)
        figures.append(rate(maze).difficulty)
        moves.append(np.mean([moves_of_a_person(graph, memory, chance) for _ in range(12)]))
    assert len(figures) > 90 and len(set(figures)) > 25
    assert spearmanr(figures, moves)[0] >= 0.85


def forced(length: int) -> AliceMaze:
    """A row of squares with one way on each."""
    return AliceMaze([[Square("black", (EAST,))] * length], (0, 0), [(length - 1, 0)])


@pytest.mark.parametrize("length", [2, 30, 1000])
def test_without_a_choice_there_is_no_difficulty(length: int) -> None:
    rating = rate(forced(length))
    assert (rating["guesses"], rating.difficulty, rating.level) == (0, 0, "very easy")


def test_ways_back_are_no_choice() -> None:
    back = Square("black", (Direction.WEST, EAST))
    maze = AliceMaze([[Square("black", (EAST,)), *[back] * 60, Square("black")]], (0, 0), [(61, 0)])
    assert rate(maze)["choices"] == 60 and rate(maze).difficulty == 0


def test_what_is_solved_by_going_towards_the_goal_is_nearly_no_puzzle() -> None:
    towards = Square("black", (EAST, SOUTH, Direction.NORTH))
    trap = Square("black")
    rows = [[trap] * 40, [towards] * 40, [trap] * 40]
    rating = rate(AliceMaze(rows, (0, 1), [(39, 1)]))
    assert rating["guesses"] > 50 and rating["misled"] == 0
    assert rating.difficulty is not None and 0 < rating.difficulty < 0.5


def test_guesses_count_ways_and_misleading_ones() -> None:
    """From (1, 1) four ways lead on, and only the one away from the goal goes on: west onto red, then two squares."""
    rows = [[Square("black")] * 4 for _ in range(4)]
    rows[1][0] = Square("red", (SOUTH | EAST,))
    rows[1][1] = Square("black", (Direction.WEST, EAST, Direction.NORTH, Direction.NORTH | EAST))
    rating = rate(AliceMaze(rows, (1, 1), [(2, 3)]))
    assert rating["moves"] == 2
    assert rating["guesses"] == 2  # four ways on at first, then one
    # All four end two or three squares from (2, 3): (2, 1) is two away, as (0, 1) is; the others are three away.
    assert rating["misled"] == 0
    rows[1][1] = Square("black", (Direction.WEST, SOUTH, SOUTH | EAST, Direction.NORTH))
    rating = rate(AliceMaze(rows, (1, 1), [(2, 3)]))
    assert rating["misled"] == round(math.log2(3), 2)  # (1, 2) and (2, 2) are one square from it
