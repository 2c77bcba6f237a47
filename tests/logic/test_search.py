"""The search that invents logic mazes: going on from a record, rejected candidates, and both speeds."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mazeworks import Puzzle, Random, speed
from mazeworks.kernels.logic.inventing import BEST, GOAL, HALF, LEFT, NEVER, RANDOM, SCORE, START, place_of
from mazeworks.kernels.random import LOW, MULTIPLIER
from mazeworks.logic.invention import Find, Lane, Plan, chances
from mazeworks.puzzles.arrow import arrow
from mazeworks.puzzles.number import number
from mazeworks.puzzles.theseus import theseus
from mazeworks.puzzles.tilt import tilt
from mazeworks.puzzles.turn import turn
from tests.logic import brute
from tests.logic.hops import hops

PLANS: dict[str, Callable[..., Plan]] = {
    "number": number, "arrow": arrow, "turn": turn, "tilt": tilt, "theseus": theseus, "hops": hops,
}  # fmt: skip
#: Every kind with all its parameters.
WAYS: list[tuple[str, tuple[Any, ...]]] = [
    ("number", (False,)), ("number", (True,)), ("arrow", (2,)), ("arrow", (4,)),
    *[("turn", (forbid,)) for forbid in ("left/back", "left", "right/straight", "straight/back", "back")],
    *[("tilt", (balls,)) for balls in (1, 2, 3)],
    *[("theseus", (steps, order)) for steps in (1, 2, 3) for order in ("horizontal", "vertical")],
]  # fmt: skip
SIZES = [(4, 4), (5, 3), (2, 4), (3, 2)]
#: Chances with which every candidate is kept, and with which none is.
ALL, NONE = np.array([65536, 65536], np.int64), np.array([0, 0], np.int64)


def lane_of(kind: str, options: tuple[Any, ...], size: tuple[int, int], seed: int, longest: int = 9999) -> Lane:
    """A search that has begun."""
    lane = Lane(PLANS[kind](*size, *options), Random(seed), longest)
    lane.begin()
    return lane


def climb(lane: Lane, chance: Any, count: int = 1) -> None:
    """Examine candidates."""
    lane.registers[LEFT] = count
    board = lane.plan.facts, lane.board, lane.steps, lane.marks, lane.totals, lane.out
    lane.plan.kernels["climb"](*board, chance, lane.registers, lane.found)


def record(steps: Any, marks: Any, totals: Any, half: int) -> list[Any]:
    """All that half a record tells."""
    put, known, ended = totals[3 * half : 3 * half + 3].tolist()
    queue, far, second, found, seen, index = steps.reshape(2, 6, -1)[half]
    born, barred, shared, firsts = marks.reshape(2, 4, -1)[half]
    rows = queue[:put], far[:put], second[:put], found[:ended], seen[:ended], index, born, barred, shared
    return [put, known, ended, firsts[:known].tolist(), *[row.tolist() for row in rows]]


def anew(lane: Lane) -> list[Any]:
    """The record of a search of the same board that begins with its start."""
    plan, start = lane.plan, int(lane.steps.reshape(2, 6, -1)[int(lane.registers[HALF]), 0, 0])
    steps, marks, totals = (np.zeros_like(array) for array in (lane.steps, lane.marks, lane.totals))
    plan.kernels["begin"](plan.facts, steps, marks, 0, start)
    plan.kernels["examine"](plan.facts, lane.board, steps, marks, totals, lane.out, 0, 0)
    return record(steps, marks, totals, 0)


def kept(lane: Lane) -> list[Any]:
    """The record of the board that the search keeps."""
    return record(lane.steps, lane.marks, lane.totals, int(lane.registers[HALF]))


def puzzle_of(lane: Lane) -> tuple[Puzzle[Any] | None, int]:
    """The puzzle of the board that the search keeps, and its moves; None if no goal can be anywhere."""
    half, plan = int(lane.registers[HALF]), lane.plan
    queue, far = lane.steps.reshape(2, 6, -1)[half, :2]
    step = plan.kernels["goal_step"](plan.facts, lane.steps, lane.marks, lane.totals, half)
    if step < 0:
        return None, 0
    place = plan.kernels.get("place_of", place_of)(plan.facts, int(queue[step]))
    return plan.build(Find(int(far[step]), int(queue[0]), int(place), lane.board)), int(far[step])


def check_by_brute_force(kind: str, lane: Lane) -> None:
    """No place that only one shortest way leads to is farther, and one is as far."""
    puzzle, moves = puzzle_of(lane)
    if puzzle is None:
        return
    values: dict[str, Any] = puzzle.values  # type: ignore[attr-defined]
    game = brute.GAMES[kind](values)
    assert brute.shortest(game) == (moves, 1)
    ends = {"turn": lambda state: state[0], "theseus": lambda state: state[0]}.get(kind, game.plain)
    nowhere = {"goal": [-1, -1]} if "goal" in values else {}
    assert moves == brute.hardest(brute.GAMES[kind](values | nowhere), ends)


@pytest.mark.parametrize(("kind", "options"), WAYS)
def test_going_on_from_a_record_is_the_same_as_searching_anew(kind: str, options: tuple[Any, ...]) -> None:
    with speed("compiled"):
        for seed, size in enumerate(SIZES):
            lane = lane_of(kind, options, size, seed)
            for candidate in range(150):
                assert kept(lane) == anew(lane)
                if candidate % 15 == 0:
                    check_by_brute_force(kind, lane)
                climb(lane, ALL)


def test_a_board_may_forbid_to_land_on_a_square() -> None:
    """The record then also says where a square mattered that was not reached."""
    with speed("interpreted"):
        for seed, size in enumerate(SIZES):
            lane, forbidden = lane_of("hops", (), size, seed), 0
            for candidate in range(150):
                assert kept(lane) == anew(lane)
                forbidden += (lane.marks.reshape(2, 4, -1)[int(lane.registers[HALF]), 1] < NEVER).any()
                climb(lane, ALL if candidate % 3 else NONE)
            assert forbidden > 50


@pytest.mark.parametrize(("kind", "options"), WAYS)
def test_rejected_candidates_leave_no_trace(kind: str, options: tuple[Any, ...]) -> None:
    """A change that no step of the search reaches is kept without one; any other is undone."""
    with speed("compiled"):
        lane = lane_of(kind, options, (4, 4), 3)
        climb(lane, ALL, 20)
        examined = 0
        for _ in range(300):
            board, changed, before = lane.board.copy(), lane.board.copy(), kept(lane)
            random, registers = int(lane.registers[RANDOM]), lane.registers.copy()
            random = MULTIPLIER * (random & LOW) + (random >> 32)
            half = int(registers[HALF])
            arrays = lane.steps, lane.marks, lane.totals
            step = lane.plan.kernels["alter"](lane.plan.facts, changed, *arrays, registers, half, random)
            climb(lane, NONE)
            rejected = step < lane.totals[3 * half + 2]
            examined += rejected
            assert lane.board.tolist() == (board if rejected else changed).tolist()
            assert kept(lane) == before == anew(lane)
        assert examined > 20


@pytest.mark.parametrize(("kind", "options"), WAYS)
def test_both_speeds_find_the_same(kind: str, options: tuple[Any, ...]) -> None:
    after: list[Any] = []
    for which in ("interpreted", "compiled"):
        with speed(which):  # type: ignore[arg-type]
            lane = lane_of(kind, options, (4, 3), 5)
            for part in (0, 0.9):
                climb(lane, chances(part, lane.plan.hot, lane.plan.cold), 40)
        arrays = lane.board, lane.found, lane.registers, lane.totals
        after.append(([array.tolist() for array in arrays], kept(lane)))
    assert after[0] == after[1]


@pytest.mark.parametrize(("kind", "options"), WAYS)
def test_the_best_board_is_as_good_as_the_search_says(kind: str, options: tuple[Any, ...]) -> None:
    with speed("compiled"):
        for longest in (9999, 4):
            lane = lane_of(kind, options, (4, 4), 7, longest)
            climb(lane, chances(0.5, lane.plan.hot, lane.plan.cold), 600)
            best, start, goal = lane.registers[[BEST, START, GOAL]].tolist()
            assert 0 < best <= longest and kept(lane) == anew(lane)
            puzzle: Any = lane.plan.build(Find(best, start, goal, lane.found))
            assert brute.shortest(brute.GAMES[kind](puzzle.values)) == (best, 1)
            if longest == 9999:
                assert lane.registers[SCORE] == puzzle_of(lane)[1]
