"""Mazes of turns worked out by hand."""

from typing import Any

import pytest

from tests.logic.boards import answer, drawn

#: A way with a single turn: right from the lower left to the lower right, left on the way back.
HOOK = drawn("""
    +---+---+
    |       |
    +   +   +
    |   |   |
    +---+---+
""")
CORRIDOR = drawn("""
    +---+---+---+
    |           |
    +---+---+---+
    |   |   |   |
    +---+---+---+
""")
OPEN = drawn("""
    +---+---+---+
    |           |
    +   +   +   +
    |           |
    +   +   +   +
    |           |
    +---+---+---+
""")


def turn(walls: list[str], start: list[int], goal: list[int], forbidden: list[str], heading: Any = None) -> Any:
    return answer("turn", walls=walls, start=start, goal=goal, forbidden=forbidden, heading=heading)


def test_a_turn_to_the_right_or_to_the_left_that_the_only_way_needs() -> None:
    for forbidden in ([], ["left"], ["straight"], ["back"], ["left", "straight", "back"]):
        assert turn(HOOK, [0, 1], [1, 1], forbidden) == ("N E S", 1)
    assert turn(HOOK, [0, 1], [1, 1], ["right"]) is None
    for forbidden in ([], ["right"], ["straight"], ["back"], ["right", "straight", "back"]):
        assert turn(HOOK, [1, 1], [0, 1], forbidden) == ("N W S", 1)
    assert turn(HOOK, [1, 1], [0, 1], ["left"]) is None


def test_left_turns_and_turning_back_are_forbidden_by_default() -> None:
    assert answer("turn", walls=HOOK, start=[0, 1], goal=[1, 1]) == ("N E S", 1)
    assert answer("turn", walls=HOOK, start=[1, 1], goal=[0, 1]) is None
    assert answer("turn", walls=CORRIDOR, start=[1, 0], goal=[2, 0], heading="W") is None


def test_going_straight_on() -> None:
    """Two steps through a corridor; forbidden, the only other one is back and forth at its end."""
    assert turn(CORRIDOR, [0, 0], [2, 0], ["left", "right", "back"]) == ("E E", 1)
    assert turn(CORRIDOR, [0, 0], [2, 0], ["straight"]) is None
    assert turn(CORRIDOR, [0, 0], [1, 0], ["straight"]) == ("E", 1)
    assert turn(CORRIDOR, [0, 0], [1, 0], ["straight"], "E") is None


def test_turning_back() -> None:
    """Heading west beside the goal: turning is possible at once, or only at the end of the corridor."""
    assert turn(CORRIDOR, [1, 0], [2, 0], ["left"], "W") == ("E", 1)
    assert turn(CORRIDOR, [1, 0], [2, 0], ["left", "back"], "W") is None
    assert turn(CORRIDOR, [1, 0], [2, 0], ["left", "back"], "E") == ("E", 1)


def test_the_first_step_goes_anywhere_without_a_heading() -> None:
    assert turn(CORRIDOR, [1, 0], [2, 0], ["left", "right", "back"]) == ("E", 1)


@pytest.mark.parametrize(("heading", "turns"), [("N", "SRBL"), ("E", "LSRB"), ("S", "BLSR"), ("W", "RBLS")])
def test_each_turn_from_each_heading(heading: str, turns: str) -> None:
    """From the middle one step leads north, east, south or west; each is another turn for another heading."""
    names = {"S": "straight", "R": "right", "B": "back", "L": "left"}
    for goal, way, letter in zip(([1, 0], [2, 1], [1, 2], [0, 1]), "NESW", turns, strict=True):
        others = [name for name in names.values() if name != names[letter]]
        assert turn(OPEN, [1, 1], goal, others, heading) == (way, 1)
        after = turn(OPEN, [1, 1], goal, [names[letter]], heading)
        assert after is None or len(after[0].split()) > 1


def test_three_turns_to_the_right_instead_of_one_to_the_left() -> None:
    """From the middle, heading north, to the left neighbour: around the north-east, or around the south."""
    assert turn(OPEN, [1, 1], [0, 1], [], "N") == ("W", 1)
    found = turn(OPEN, [1, 1], [0, 1], ["left", "back"], "N")
    assert found in (("N E S W W", 2), ("E S W W N", 2))


def test_a_place_may_have_to_be_passed_twice() -> None:
    """With walls around the south only the way around the north-east is left, through the middle again."""
    walls = drawn("""
        +---+---+---+
        |   |       |
        +   +   +   +
        |           |
        +---+---+---+
        |           |
        +---+---+---+
    """)
    assert turn(walls, [1, 1], [0, 0], ["left", "back"], "N") == ("N E S W W N", 1)
