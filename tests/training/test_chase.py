"""The chase: PettingZoo's own test, and games in which the Minotaur is as greedy as in the puzzle."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from mazeworks import from_id, load
from mazeworks.core.directions import CARDINALS, Position
from mazeworks.core.errors import MazeError
from mazeworks.puzzles.theseus import Theseus
from mazeworks.training.chase import MINOTAUR, THESEUS, WAIT, ChaseEnv
from tests import ROOT

SMALL = Theseus(["9115", "a226"], [1, 0], [0, 1], [3, 0])


def waiting() -> Any:
    return load(ROOT / "examples" / "theseus" / "waiting.txt")


@pytest.mark.parametrize("puzzle", [SMALL, waiting()])
@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array"])
def test_pettingzoo_finds_no_fault(puzzle: Theseus, mode: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(ChaseEnv(puzzle, render_mode=mode), num_cycles=60)
    seed_test(lambda: ChaseEnv(puzzle), num_cycles=30)
    assert "Passed" in capsys.readouterr().out


def greedy(env: ChaseEnv) -> int:
    """The Minotaur's step in the puzzle: sideways towards Theseus if it can, else up or down, else none."""
    (x, y, beast_x, beast_y), mask = env.state_of_puzzle, env.infos[MINOTAUR]["action_mask"]
    across = 2 if x > beast_x else 3 if x < beast_x else WAIT
    down = 1 if y > beast_y else 0 if y < beast_y else WAIT
    return next((way for way in (across, down) if way != WAIT and mask[way]), WAIT)


@pytest.mark.parametrize("puzzle", [SMALL, waiting()])
def test_a_greedy_minotaur_plays_the_puzzle(puzzle: Theseus) -> None:
    """Whatever Theseus does, both are where the puzzle's own moves lead."""
    random = np.random.default_rng(1)
    winners = set()
    for _ in range(60):
        env, state = ChaseEnv(puzzle, limit=40), puzzle.start
        env.reset()
        while not env.terminations[THESEUS] and not env.truncations[THESEUS]:
            moves = {str(move): following for move, following in puzzle.moves(state)}
            mask = env.infos[THESEUS]["action_mask"]
            names = [str(int(way)) for way in CARDINALS] + ["wait"]
            ways = {name: way for way, name in enumerate(names) if mask[way]}
            named = {str(int(move)) if move != "wait" else "wait": to for move, to in puzzle.moves(state)}
            assert ways.keys() == named.keys() and len(moves) == len(named)
            name = str(random.choice(sorted(ways)))
            env.step(ways[name])
            while env.agent_selection == MINOTAUR and not env.terminations[MINOTAUR] and not env.truncations[MINOTAUR]:
                env.step(greedy(env))
            state = named[name]
            assert env.state_of_puzzle == state
        if env.terminations[THESEUS]:
            winner = THESEUS if puzzle.is_goal(state) else MINOTAUR
            assert env.rewards == {each: 1.0 if each == winner else -1.0 for each in (THESEUS, MINOTAUR)}
            assert winner == THESEUS or not list(puzzle.moves(state))
            winners.add(winner)
    assert MINOTAUR in winners


def test_nobody_wins_after_the_limit() -> None:
    env = ChaseEnv(waiting(), limit=2)
    env.reset()
    for agent in (THESEUS, MINOTAUR, MINOTAUR, THESEUS, MINOTAUR, MINOTAUR):
        assert env.agent_selection == agent and not env.truncations[agent]
        env.step(WAIT)
    assert env.truncations == {THESEUS: True, MINOTAUR: True} and not any(env.terminations.values())
    assert env.rewards == {THESEUS: 0.0, MINOTAUR: 0.0}
    env.step(None)
    env.step(None)
    assert env.agents == []


def test_both_see_the_board_and_a_step_into_a_wall_is_none() -> None:
    env = ChaseEnv(SMALL)
    env.reset()
    seen = env.observe(THESEUS)
    assert (seen == env.observe(MINOTAUR)).all() and not np.shares_memory(seen, env.observe(THESEUS))
    assert (seen[0] == SMALL.grid.walls).all()
    assert [np.argwhere(plane).tolist() for plane in seen[1:]] == [[[0, 1]], [[1, 0]], [[0, 3]]]
    assert env.infos[THESEUS]["action_mask"][0] == 0
    env.step(0)
    assert env.state_of_puzzle[:2] == Position(1, 0) and env.agent_selection == MINOTAUR


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("wall:4x4#1",), "the chase is on a board of Theseus and the Minotaur, not on <Maze 4x4"),
        ((SMALL, -1), "limit is a number of steps, at least 1, not -1"),
        ((SMALL, None, "rgb"), "no render mode is called 'rgb'"),
    ],
)
def test_bad_arguments(arguments: Any, sentence: str) -> None:
    with pytest.raises(MazeError) as raised:
        ChaseEnv(*arguments)
    assert str(raised.value).startswith(sentence)


def test_a_wrong_action_is_refused() -> None:
    env = ChaseEnv(SMALL, render_mode="ansi")
    env.reset()
    with pytest.raises(MazeError, match="an action is a whole number from 0 to 4, not 5"):
        env.step(5)
    assert {"T", "M", "E"} <= {*env.render()}


def test_an_id_will_do() -> None:
    id = "theseus:3x3,candidates=50#1"
    assert ChaseEnv(id).puzzle == from_id(id)
