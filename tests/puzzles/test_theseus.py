"""Theseus and the Minotaur, worked out by hand."""

from typing import Any

from tests.logic.boards import answer, drawn, puzzle_of

OPEN = drawn("""
    +---+---+---+
    |           |
    +   +   +   +
    |           |
    +---+---+---+
""")
ROW = drawn("""
    +---+---+---+---+
    |               |
    +---+---+---+---+
    |   |   |   |   |
    +---+---+---+---+
""")


def theseus(walls: list[str], here: list[int], beast: list[int], goal: list[int], **more: Any) -> Any:
    return answer("theseus", walls=walls, theseus=here, minotaur=beast, goal=goal, **more)


def after(walls: list[str], here: list[int], beast: list[int], **more: Any) -> dict[str, tuple[int, ...]]:
    """Where each move leads, with the goal on the last square unless given."""
    last = [len(walls[0]) - 1, len(walls) - 1]
    maze = puzzle_of("theseus", {"walls": walls, "theseus": here, "minotaur": beast, "goal": last} | more)
    return {getattr(move, "letters", move): tuple(state) for move, state in maze.moves(maze.start)}


def test_it_prefers_its_order() -> None:
    """Sideways first it runs past below, and upwards first onto the goal; on the other board the other way round."""
    assert theseus(OPEN, [0, 1], [2, 1], [1, 0], order="horizontal") == ("N E", 1)
    assert theseus(OPEN, [0, 1], [2, 1], [1, 0], order="vertical") is None
    assert theseus(OPEN, [1, 1], [0, 0], [2, 0], order="vertical") == ("E N", 1)
    assert theseus(OPEN, [1, 1], [0, 0], [2, 0], order="horizontal") is None


def test_one_step_leaves_time_that_two_do_not() -> None:
    """After E it is one square from the goal, or already on it."""
    assert theseus(OPEN, [1, 1], [0, 0], [2, 0], steps=1) == ("E N", 1)
    assert theseus(OPEN, [1, 1], [0, 0], [2, 0], steps=2) is None
    assert theseus(OPEN, [1, 1], [0, 0], [2, 0]) is None  # two is the default


def test_its_steps_are_counted() -> None:
    big = drawn("\n".join(["+---+---+---+", *["|           |", "+   +   +   +"] * 2, "|           |", "+---+---+---+"]))
    waits = {}
    for order in ("horizontal", "vertical"):
        for steps in (1, 2, 3):
            waits[order, steps] = after(big, [0, 0], [2, 2], steps=steps, order=order)["wait"][2:]
    assert [waits["horizontal", steps] for steps in (1, 2, 3)] == [(1, 2), (0, 2), (0, 1)]
    assert [waits["vertical", steps] for steps in (1, 2, 3)] == [(2, 1), (2, 0), (1, 0)]


def test_waiting_may_be_needed() -> None:
    """While Theseus waits, it goes to the upper right, behind the wall, from where it comes a step too late.

    If he goes at once, it meets him halfway.
    """
    walls = drawn("""
        +---+---+---+
        |           |
        +   +   +---+
        |           |
        +   +   +---+
        |           |
        +---+---+---+
    """)
    assert theseus(walls, [2, 2], [1, 0], [0, 2]) == ("wait W W", 1)
    assert after(walls, [2, 2], [1, 0], goal=[0, 2])["wait"] == (2, 2, 2, 0)
    assert after(walls, [2, 2], [1, 0], goal=[0, 2])["W"] == (1, 2, 1, 2)


def test_he_wins_just_before_he_would_be_caught() -> None:
    """Both stand beside the goal; he goes first, and nobody moves any more."""
    assert theseus(ROW, [1, 0], [3, 0], [2, 0]) == ("E", 1)
    maze = puzzle_of("theseus", {"walls": ROW, "theseus": [1, 0], "minotaur": [3, 0], "goal": [2, 0]})
    assert {tuple(state) for _, state in maze.moves(maze.start)} == {(2, 0, 3, 0), (0, 0, 1, 0), (1, 0, 1, 0)}


def test_caught_after_the_first_of_two_steps_he_has_lost() -> None:
    """It stands beside him and stays where it has caught him; there are no further moves."""
    caught = after(ROW, [1, 0], [2, 0])["wait"]
    assert caught == (1, 0, 1, 0)
    maze = puzzle_of("theseus", {"walls": ROW, "theseus": [1, 0], "minotaur": [2, 0], "goal": [3, 0]})
    assert [list(maze.moves(state)) for _, state in maze.moves(maze.start)] == [[], []]
    assert theseus(ROW, [1, 0], [2, 0], [0, 0]) == ("W", 1)
    assert theseus(ROW, [1, 0], [2, 0], [3, 0]) is None


def test_he_never_steps_onto_it() -> None:
    assert set(after(ROW, [1, 0], [2, 0])) == {"W", "wait"}
    assert theseus(ROW, [1, 0], [2, 0], [2, 0]) is None  # it waits on the goal


def test_it_takes_the_other_axis_only_if_that_brings_it_nearer() -> None:
    """Below him a wall holds it, and sideways it would be no nearer; beside another wall it goes up instead."""
    walls = drawn("""
        +---+---+---+
        |           |
        +---+   +   +
        |           |
        +---+---+---+
    """)
    assert after(walls, [0, 0], [0, 1])["wait"] == (0, 0, 0, 1)
    walls = drawn("""
        +---+---+---+
        |           |
        +   +   +   +
        |   |       |
        +---+---+---+
    """)
    assert after(walls, [2, 0], [0, 1])["wait"] == (2, 0, 1, 0)
    assert after(walls, [2, 1], [0, 1])["wait"] == (2, 1, 0, 1)  # on his row, so only sideways is nearer


def test_it_goes_on_sideways_after_its_first_step_upwards() -> None:
    """Upwards first: one step brings it onto his row, so the second goes sideways."""
    assert after(OPEN, [2, 0], [0, 1], order="vertical")["wait"] == (2, 0, 1, 0)
    assert after(OPEN, [2, 0], [0, 1], order="horizontal")["wait"] == (2, 0, 2, 1)
