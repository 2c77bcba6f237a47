"""Tilt mazes worked out by hand."""

from typing import Any

from tests.logic.boards import answer, drawn, puzzle_of

#: Two rows that no ball leaves.
ROWS = drawn("""
    +---+---+---+---+
    |               |
    +---+---+---+---+
    |               |
    +---+---+---+---+
""")
SHORT = drawn("""
    +---+---+---+
    |           |
    +---+---+---+
    |           |
    +---+---+---+
""")


def tilt(walls: list[str], balls: list[list[int]], goals: list[list[int]], rule: str) -> Any:
    return answer("tilt", walls=walls, balls=balls, goals=goals, rule=rule)


def test_rolling_over_a_goal_collects_it_but_is_no_rest() -> None:
    """The ball rolls from end to end, past the goal beside its first square."""
    assert tilt(ROWS, [[0, 0]], [[1, 0]], "rest") is None
    assert tilt(ROWS, [[0, 0]], [[1, 0]], "match") is None
    assert tilt(ROWS, [[0, 0]], [[1, 0]], "collect") == ("E", 1)
    assert tilt(ROWS, [[0, 0]], [[3, 0]], "rest") == ("E", 1)


def test_a_ball_stops_another() -> None:
    """Ball 2 lies at the wall, and ball 1 stops beside it, on the goal; tilted west it is the other way round."""
    balls = [[0, 0], [2, 0]]
    assert tilt(SHORT, balls, [[1, 0]], "rest") == ("E", 2)
    assert tilt(SHORT, balls, [[1, 0], [2, 0]], "match") == ("E", 1)
    assert tilt(SHORT, balls, [[0, 0], [1, 0]], "match") == ("W", 1)
    assert tilt(SHORT, balls, [[2, 0], [1, 0]], "match") is None  # they cannot pass each other


def test_balls_in_a_row_all_roll_whichever_is_first() -> None:
    """Ball 1 is behind ball 2, which is behind ball 3; they end side by side at the wall."""
    for balls in ([[0, 0], [1, 0], [2, 0]], [[2, 0], [0, 0], [1, 0]], [[1, 0], [2, 0], [0, 0]]):
        maze = puzzle_of("tilt", {"walls": ROWS, "balls": balls, "goals": [[0, 1]]})
        after = dict(maze.moves(maze.start))
        assert [tuple(state) for state in after.values()] == [tuple(each + (n % 2 == 0) for ball in balls
                for n, each in enumerate(ball))]  # fmt: skip


def test_a_wall_stops_a_ball() -> None:
    walls = drawn("""
        +---+---+---+---+
        |       |       |
        +   +   +   +   +
        |               |
        +---+---+---+---+
    """)
    assert tilt(walls, [[0, 0]], [[1, 0]], "rest") == ("E", 1)
    assert tilt(walls, [[0, 0]], [[1, 1]], "rest") == ("E S", 1)


def test_the_three_rules_on_one_board() -> None:
    """Ball 1 rolls to its goal in the upper row while ball 2 leaves its own in the lower row, and back.

    At first ball 2 rests on a goal, and has collected it; never are both at home.
    """
    balls, goals = [[0, 0], [0, 1]], [[3, 0], [0, 1]]
    assert tilt(ROWS, balls, goals, "rest") == ("", 1)
    assert tilt(ROWS, balls, goals, "collect") == ("E", 1)
    assert tilt(ROWS, balls, goals, "match") is None
    assert tilt(ROWS, balls, [[3, 0], [3, 1]], "match") == ("E", 1)


def test_goals_are_collected_in_any_order_and_stay_collected() -> None:
    """The goals lie in three corners of an open board: around it to the left or to the right, or with a way back."""
    walls = drawn("""
        +---+---+
        |       |
        +   +   +
        |       |
        +---+---+
    """)
    assert tilt(walls, [[0, 0]], [[1, 0], [1, 1], [0, 1]], "collect") in (("E S W", 2), ("S E N", 2))
    assert tilt(walls, [[0, 0]], [[1, 0], [0, 1]], "collect") in [(f"{way}", 4) for way in ("E W S", "E S W", "S N E")]


def test_only_as_many_goals_are_matched_as_there_are_balls() -> None:
    assert tilt(ROWS, [[0, 0]], [[3, 0], [1, 1]], "match") == ("E", 1)


def test_a_tilt_that_moves_nothing_is_no_move() -> None:
    maze = puzzle_of("tilt", {"walls": ROWS, "balls": [[0, 0]], "goals": [[3, 0]]})
    assert [move.letters for move, _ in maze.moves(maze.start)] == ["E"]
