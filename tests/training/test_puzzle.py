"""The environment of any finite puzzle: gymnasium's checks, its moves, lost states, and what is refused."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from mazeworks import Puzzle, codec_of, load, solve
from mazeworks.core.errors import MazeError
from mazeworks.core.facets import variants_of
from mazeworks.puzzles.theseus import Theseus
from mazeworks.training.puzzle import PuzzleEnv
from tests import ROOT
from tests.samples import samples

#: A maze in which Theseus can be caught.
CAUGHT = Theseus(["9115", "a226"], [1, 0], [0, 1], [3, 0])


@pytest.mark.parametrize("id", ["jugs:#1", "wall:4x3#1", "wall:3x3,layout=hexagon#1", "terrain:4x4#1"])
def test_gymnasium_finds_no_fault(id: str) -> None:
    check_env(gymnasium.make("mazeworks/Puzzle-v0", puzzle=id).unwrapped, skip_render_check=True)
    for mode in ("ansi", "rgb_array"):
        env: Any = gymnasium.make("mazeworks/Puzzle-v0", puzzle=id, render_mode=mode).unwrapped
        check_env(env, skip_render_check=True)
        env.reset()
        assert type(env.render()) is (str if mode == "ansi" else np.ndarray)


@pytest.mark.parametrize("kind", sorted(samples().ready))
def test_every_kind_is_solved_by_its_solution(kind: str) -> None:
    """The moves of a shortest solution, each found among the actions by its name, lead to the goal."""
    puzzle = samples().ready[kind]
    first = next(iter(variants_of(puzzle).values()))
    solution = solve(first)
    try:
        env = PuzzleEnv(puzzle, render_mode="ansi")
    except MazeError as error:
        assert "too large to train in" in str(error)
        return
    number, info = env.reset(seed=1)
    assert solution is not None and number in env.observation_space and env.rules
    name, total = codec_of(first).move_name, 0.0
    for step, (move, state) in enumerate(zip(solution.moves, solution.states[1:], strict=True), 1):
        assert env.render() and info["action_mask"].sum() == len(env.moves())
        number, reward, terminated, truncated, info = env.step(env.moves().index(name(move)))
        assert first.key(env.state) == first.key(state) and not truncated
        assert terminated == (step == len(solution))
        total += reward
    cost = len(solution) - 1 if solution.cost is None else None
    assert reward == 1.0 and (cost is None or total == pytest.approx(1 - cost / env.limit))


def test_an_action_that_is_no_move_stays_and_costs_a_step() -> None:
    env = PuzzleEnv("jugs:#1", limit=5)
    _, info = env.reset()
    assert info["action_mask"].tolist() == [1, 1, 0, 0]
    assert env.step(3)[:4] == (0, -1 / 5, False, False)
    for _ in range(3):
        env.step(2)
    assert env.step(2)[:4] == (0, -1 / 5, False, True)
    with pytest.raises(MazeError, match=r"reset\(\) begins one"):
        env.step(0)


def test_a_state_without_moves_is_lost() -> None:
    env = PuzzleEnv(CAUGHT)
    env.reset()
    assert env.moves() == ["4", "2", "8", "wait"] or len(env.moves()) == 4
    lost = [(action, *env.step(action)[1:4]) for action in range(4) if env.reset()]
    assert (-1.0, True, False) in [each[1:] for each in lost]
    assert all(reward in (-1.0, -1 / env.limit) for _, reward, _, _ in lost)


def test_moves_cost_what_the_puzzle_says() -> None:
    env = PuzzleEnv("terrain:5x5#1")
    env.reset()
    rewards = [env.step(action)[1] * env.limit for action in range(len(env.moves())) if env.reset()]
    puzzle: Any = env.puzzle
    costs = [puzzle.cost(puzzle.start, move, following) for move, following in puzzle.moves(puzzle.start)]
    assert rewards == pytest.approx([-cost for cost in costs])


class Endless(Puzzle[int]):
    """A row of numbers without an end."""

    start = 0

    def moves(self, state: int) -> list[tuple[str, int]]:
        return [("on", state + 1)]

    def is_goal(self, state: int) -> bool:
        return False


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nonsense",), "the id 'nonsense' has no seed"),
        ((7,), "expected a puzzle, such as make"),
        (("jugs:#1", 0), "limit is a number of steps, at least 1, not 0"),
        (("jugs:#1", None, "rgb"), "no render mode is called 'rgb'"),
    ],
)
def test_bad_arguments(arguments: Any, sentence: str) -> None:
    with pytest.raises(MazeError) as raised:
        PuzzleEnv(*arguments)
    assert str(raised.value).startswith(sentence)


def test_large_mazes_are_refused() -> None:
    with pytest.raises(MazeError, match="too large to train in"):
        PuzzleEnv("wall:1001x1000#1")


def test_too_many_states_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mazeworks.training.puzzle.MOST_STATES", 1000)
    with pytest.raises(MazeError, match="with more than 1000 states is too large to train in"):
        PuzzleEnv(Endless())


@pytest.mark.parametrize("action", [4, -1, 1.5, None])
def test_a_wrong_action_is_refused(action: Any) -> None:
    env = PuzzleEnv("jugs:#1")
    env.reset()
    with pytest.raises(MazeError, match="an action is a whole number below 4, not "):
        env.step(action)


def test_a_puzzle_from_a_file_has_pieces_and_pictures() -> None:
    for file in ("theseus/waiting.txt", "tilt/collect.txt", "number/first_steps.txt", "alice/6x6.txt"):
        env = PuzzleEnv(load(ROOT / "examples" / file), render_mode="rgb_array")
        env.reset()
        before = env.render()
        env.step(0)
        assert before.dtype == np.uint8 and (env.render() != before).any(), file
