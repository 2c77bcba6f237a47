"""The search for Alice mazes: its kernels at both speeds and against an oracle, and what the generator promises."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import MazeError, Random, from_id, make, rate, solve, speed
from mazeworks.cli import run
from mazeworks.core import progress
from mazeworks.generators import alice as generator
from mazeworks.kernels.logic.inventing import HALF, LEFT, OWN, SCORE, row
from mazeworks.logic.invention import Lane, chances
from mazeworks.making.request import generator_of

DELTAS = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]  # clockwise from north, as (x, y)


def fresh(width: int, height: int, seed: int, arrows: tuple[int, int] = (1, 3)) -> Lane:
    lane = Lane(generator.plan(width, height, arrows=arrows), Random(seed), 9999)
    lane.begin()
    return lane


def climb(lane: Lane, count: int, chance: Any) -> None:
    """Examine as many candidates, each kept by these chances."""
    lane.registers[LEFT] = count
    board = lane.plan.facts, lane.board, lane.steps, lane.marks, lane.totals, lane.out
    lane.plan.kernels["climb"](*board, chance, lane.registers, lane.found)


def record(lane: Lane) -> Any:
    """The rows of the record of the board that was kept last."""
    return lane.steps.reshape(2, 6, -1)[int(lane.registers[HALF])]


def found(lane: Lane) -> int:
    """The moves to the goal that the record gives, 0 for none."""
    half = int(lane.registers[HALF])
    step = lane.plan.kernels["goal_step"](lane.plan.facts, lane.steps, lane.marks, lane.totals, half)
    return int(record(lane)[1][step]) if step >= 0 else 0


def squares(lane: Lane) -> list[list[int]]:
    """For each square how many arrows it has, eight directions, and its colour."""
    return lane.board.reshape(-1, 10)[:-1].tolist()  # type: ignore[no-any-return]


def oracle(lane: Lane, width: int, height: int, start: int) -> dict[int, tuple[int, int]]:
    """For each cell that can be reached, the fewest moves to it, and how many paths are as short."""
    level, seen = {(start % width, start // width, 1): 1}, {(start % width, start // width, 1)}
    cells: dict[int, tuple[int, int]] = {}
    moves, board = 0, squares(lane)
    while level:
        arrived: dict[int, int] = {}
        following: dict[tuple[int, int, int], int] = {}
        for (x, y, d), ways in level.items():
            arrived[y * width + x] = arrived.get(y * width + x, 0) + ways
            count, *arrows, _ = board[y * width + x]
            for arrow in arrows[:count]:
                to_x, to_y = x + d * DELTAS[arrow][0], y + d * DELTAS[arrow][1]
                if to_x in range(width) and to_y in range(height):
                    to_d = d + board[to_y * width + to_x][-1] - 1
                    if to_d > 0 and (to_x, to_y, to_d) not in seen:
                        following[to_x, to_y, to_d] = following.get((to_x, to_y, to_d), 0) + ways
        cells = {cell: (moves, ways) for cell, ways in arrived.items()} | cells
        seen |= set(following)
        level, moves = following, moves + 1
    return cells


def longest(lane: Lane, width: int, height: int) -> int:
    """The moves to the farthest cell that is apart from the start and that one shortest way leads to."""
    start = int(record(lane)[0][0])  # with d 1, a state is its cell
    cells = oracle(lane, width, height, start)
    side = max(width, height)
    return max(
        (
            moves
            for cell, (moves, ways) in cells.items()
            if ways == 1
            and max(abs(cell % width - start % width), abs(cell // width - start // width)) >= side // 2
            and cell != start
        ),
        default=0,
    )


sizes = st.tuples(st.integers(2, 5), st.integers(2, 5))


@given(sizes, st.integers(0, 10**6))
@settings(max_examples=100, deadline=None)
def test_a_whole_search_agrees_with_the_oracle(size: tuple[int, int], seed: int) -> None:
    lane = fresh(*size, seed)
    assert found(lane) == longest(lane, *size)


@given(sizes, st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_going_on_from_a_record_is_the_same_as_searching_anew(size: tuple[int, int], seed: int) -> None:
    lane = fresh(*size, seed)
    anything = np.array([65536, 65536], np.int64)
    for _ in range(12):
        climb(lane, 5, anything)  # every candidate is taken
        score = int(lane.registers[SCORE])
        assert (score or found(lane)) == found(lane) == longest(lane, *size)


@pytest.mark.parametrize("size", [(2, 2), (5, 3), (7, 7)])
def test_both_speeds_find_the_same(size: tuple[int, int]) -> None:
    after: list[Any] = []
    for which in ("interpreted", "compiled"):
        with speed(which):  # type: ignore[arg-type]
            lane = fresh(*size, 5)
            for part in (0, 0.9):
                climb(lane, 150, chances(part, lane.plan.hot, lane.plan.cold))
        arrays = [lane.board, lane.registers, lane.totals, lane.found]
        steps = record(lane)[:3, : int(lane.totals[3 * int(lane.registers[HALF])])]
        after.append(([array.tolist() for array in arrays], steps.tolist()))
    assert after[0] == after[1]


def test_rejected_candidates_leave_no_trace() -> None:
    lane = fresh(5, 5, 3)
    climb(lane, 300, np.array([65536, 0], np.int64))
    assert int(lane.registers[SCORE]) == found(lane) == longest(lane, 5, 5)
    colours = [each[-1] for each in squares(lane)]
    assert lane.registers[OWN + 2 : OWN + 5].tolist() == [colours.count(number) for number in range(3)]


def test_arrows_stay_in_their_bounds_and_differ() -> None:
    lane = fresh(4, 4, 8, (2, 4))
    climb(lane, 2000, np.array([65536, 30000], np.int64))
    for count, *ways, _ in squares(lane):
        assert 2 <= count <= 4
        assert len(set(ways[:count])) == count


# --- the generator


@pytest.mark.parametrize(
    ("size", "arrows"), [((4, 4), (1, 3)), ((6, 3), (1, 2)), ((5, 5), (2, 2)), ((3, 3), (1, 1)), ((3, 4), (8, 8))]
)
def test_a_maze_keeps_every_promise(size: tuple[int, int], arrows: tuple[int, int]) -> None:
    maze: Any = make("alice", size, seed=4, arrows=arrows, candidates=4000)
    rating = rate(maze)
    assert rating.unique and (maze.width, maze.height) == size
    squares = [square for row in maze.squares for square in row]
    assert {square.colour for square in squares} == {"black", "red", "yellow"}
    goal = maze.goals[0]
    for place, square in zip(((x, y) for y in range(size[1]) for x in range(size[0])), squares, strict=True):
        assert len(square.arrows) in ((0,) if place == goal else range(arrows[0], arrows[1] + 1))
    assert max(abs(goal.x - maze.start.x), abs(goal.y - maze.start.y)) >= max(size) // 2


def test_the_same_seed_makes_the_same_maze_and_its_id_too() -> None:
    first = make("alice", (5, 5), seed=9, candidates=3000)
    assert first.id == "alice:5x5,candidates=3000#9"
    assert from_id(first.id) == first == make("alice", (5, 5), seed=9, candidates=3000)
    assert make("alice", (5, 5), seed=10, candidates=3000) != first


def test_moves_are_kept_within_their_bounds() -> None:
    for seed in range(5):
        assert 9 <= rate(make("alice", (5, 5), seed=seed, moves=(9, 12), candidates=20_000))["moves"] <= 12
    assert rate(make("alice", (6, 6), seed=1, moves=(5, 5), candidates=20_000))["moves"] == 5


def test_more_moves_than_can_be_found_raise_with_the_best() -> None:
    with pytest.raises(MazeError, match=r"none of the \d+ 3x3 mazes examined takes 26\.\.300 moves; .* took \d+ moves"):
        make("alice", (3, 3), seed=1, moves=(26, 300), candidates=2000)


@pytest.mark.parametrize(
    ("size", "moves", "message"),
    [
        ((4, 4), (1, 1), "a 4x4 maze can take from 2 to 63 moves, not 1..1: start and goal lie at least 2"),
        ((4, 4), (64, 9999), "a 4x4 maze can take from 2 to 63 moves, not 64..9999"),
        ((30, 2), (3, 4), "a 30x2 maze can take from 5 to 1799 moves"),
    ],
)
def test_moves_that_no_maze_can_take_are_refused_before_the_search(
    size: tuple[int, int], moves: tuple[int, int], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generator, "plan", lambda *_, **__: pytest.fail("the search was begun"))
    with pytest.raises(MazeError, match=message):
        make("alice", size, moves=moves)


@pytest.mark.parametrize(
    ("size", "parameters", "message"),
    [
        ((1, 5), {}, "width is at least 2"),
        ((31, 5), {}, "the largest alice maze that can be generated is 30x30"),
        ((5, 5), {"arrows": (0, 3)}, "arrows"),
        ((5, 5), {"arrows": (3, 9)}, "arrows"),
        ((5, 5), {"moves": (80, 60)}, "moves"),
        ((5, 5), {"candidates": -1}, "candidates"),
    ],
)
def test_parameters_that_make_no_sense(size: tuple[int, int], parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(MazeError, match=message):
        make("alice", size, seed=1, **parameters)


def test_progress_tells_the_best_so_far() -> None:
    heard: list[tuple[str, float, str]] = []
    with progress.listening(lambda *report: heard.append(report)):
        make("alice", (4, 4), seed=2, candidates=3 * generator.SLICE)
    assert [fraction for _, fraction, _ in heard] == pytest.approx([1 / 3, 2 / 3, 1])
    lengths = [int(note.split()[0]) for _, _, note in heard]
    assert lengths == sorted(lengths) and lengths[0] > 0


def test_a_search_broken_off_keeps_the_best_and_an_id_that_makes_it_again() -> None:
    def interrupt(title: str, fraction: float, note: str) -> None:
        if fraction >= 0.5:
            raise KeyboardInterrupt

    with progress.listening(interrupt), pytest.warns(UserWarning, match=f"best of {2 * generator.SLICE}.*; its id is"):
        maze = make("alice", (4, 4), seed=2, candidates=4 * generator.SLICE)
    assert maze.id == f"alice:4x4,candidates={2 * generator.SLICE}#2"
    assert from_id(maze.id) == maze
    assert rate(maze).unique
    moves = len(solve(maze) or ())
    with (
        progress.listening(interrupt),
        pytest.warns(UserWarning, match=f"takes {moves} moves, fewer than the 60 asked for; its id is alice:4x4,"),
    ):
        short = make("alice", (4, 4), seed=2, candidates=4 * generator.SLICE, moves=(60, 9999))
    assert short == maze and short.id is not None and from_id(short.id) == maze


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = str(tmp_path / "maze.txt")
    wanted = ["--moves", "10..14", "--arrows", "1..2", "--candidates", "20000", "--seed", "3"]
    assert run(["new", "alice", "5x5", *wanted, "-o", target]) == 0
    assert run(["rate", target]) == 0
    assert "it is the only shortest one" in capsys.readouterr().out
    assert run(["new", "alice", "3x3", "--moves", "26", "--candidates", "500", "--seed", "1"]) == 2
    assert "error: none of the 500 3x3 mazes examined takes 26..26 moves" in capsys.readouterr().err
    assert generator_of("alice").promises == ("one shortest solution",)


def test_an_interpreted_kernel_calls_another_that_is_compiled_already() -> None:
    row.compile()
    lane = fresh(4, 4, 1)
    lane.plan.kernels["begin"].function(lane.plan.facts.data, lane.steps.data, lane.marks.data, 0, 3)
    assert lane.steps[0] == 3


def test_larger_boards_have_fewer_candidates_unless_said_and_the_id_does_not_tell() -> None:
    assert [generator.by_size(side * side) for side in (2, 7, 10)] == [3_000_000] * 3
    assert all(generator.by_size(cells) <= 3_000_000_000 / cells**1.4 for cells in range(100, 901))
    assert generator_of("alice").most_side == 30
    few = make("alice", (5, 5), seed=1, candidates=500)
    assert few.id == "alice:5x5,candidates=500#1"
