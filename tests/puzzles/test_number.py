"""Number mazes worked out by hand."""

from typing import Any

from mazeworks import explore
from tests.logic.boards import answer, puzzle_of


def number(rows: list[list[int]], goal: list[int], start: tuple[int, int] = (0, 0), **more: Any) -> Any:
    return answer("number", numbers=rows, start=start, goals=[goal], **more)


def test_a_zero_cannot_be_left_but_jumped_over() -> None:
    """From the 1 the only move is to the 0, and there it ends; from the 2 the only move passes it."""
    assert number([[1, 0, 1]], [2, 0]) is None
    assert number([[2, 0, 1]], [2, 0]) == ("E", 1)
    assert number([[1, 1, 1]], [2, 0]) == ("E E", 1)


def test_a_zero_can_be_the_goal_and_a_start_on_the_goal_is_solved() -> None:
    assert number([[1, 0]], [1, 0]) == ("E", 1)
    assert number([[0, 0]], [0, 0]) == ("", 1)


def test_diagonal_moves_are_made_if_they_are_allowed() -> None:
    """Beside the first square are nines, which lead off the board; only the diagonal leads past them."""
    rows = [[1, 9, 9], [9, 1, 9], [9, 9, 9]]
    assert number(rows, [2, 2]) is None
    assert number(rows, [2, 2], diagonal=True) == ("SE SE", 1)
    assert number([[9, 9, 2], [9, 9, 9], [9, 9, 9]], [0, 2], (2, 0), diagonal=True) == ("SW", 1)


def test_moves_go_exactly_as_many_squares_and_never_off_the_board() -> None:
    """Twos on the corners lead from corner to corner alone, so the middle cannot be reached."""
    rows = [[2, 1, 2], [1, 1, 1], [2, 1, 2]]
    assert number(rows, [1, 1]) is None
    maze = puzzle_of("number", {"numbers": rows, "start": [0, 0], "goals": [[1, 1]], "diagonal": True})
    assert sorted(explore(maze).states) == [(0, 0), (0, 2), (2, 0), (2, 2)]
    assert number([[1, 3, 1, 1]], [3, 0]) is None  # from the 3 every way leads off the board


def test_the_nearest_of_several_goals_ends_it_and_all_ways_to_it_are_counted() -> None:
    """To the far corner lead a move down and one across in either order; to the other goal, one more."""
    rows = [[2, 9, 2, 1], [9, 9, 9, 9], [2, 9, 1, 9]]
    maze = {"numbers": rows, "start": [0, 0], "goals": [[2, 1], [2, 2]]}
    assert answer("number", **maze) == ("E S", 2)
    assert answer("number", **maze | {"goals": [[2, 1]]}) == ("E S N", 2)
