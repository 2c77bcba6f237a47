"""Arrow mazes worked out by hand."""

from typing import Any

from tests.logic.boards import answer, puzzle_of

COLOURS = {"r": "red", "b": "blue", "g": "green", ".": None}


def row(arrows: str, colours: str, goal: int, **more: Any) -> Any:
    """A single row: the arrows of its squares, with a dot for none, and the first letters of their colours."""
    ways = [[] if word == "." else word.split(",") for word in arrows.split()]
    painted = [COLOURS[letter] for letter in colours]
    return answer("arrow", arrows=[ways], colours=[painted], start=[0, 0], goals=[[goal, 0]], **more)


def test_a_move_goes_any_distance_along_an_arrow() -> None:
    """One move leads straight there, although there are squares to land on before it."""
    assert row("E E E .", "rbgb", 3) == ("E3", 1)
    assert row("E . . .", "rbbr", 2) == ("E2", 1)


def test_a_move_ends_on_another_colour_if_colours_alternate() -> None:
    """The goal is red like the start, so a blue square has to come between, from which an arrow leads there."""
    assert row("E E .", "rbr", 2) == ("E1 E1", 1)
    assert row("E . .", "rbr", 2) is None
    assert row("E . .", "rbr", 2, alternate=False) == ("E2", 1)
    assert row("E . .", "rrr", 1) is None
    assert row("E . .", "rrr", 1, alternate=False) == ("E1", 1)


def test_a_way_back_past_the_goal() -> None:
    """Only from the last square does the arrow lead to the goal, whose colour the start has too."""
    assert row("E . . W", "rrgb", 1) == ("E3 W2", 1)


def test_a_square_without_a_colour_is_passed_but_not_landed_on() -> None:
    """Its arrow would be the only one to the goal; passed over, it does not help."""
    assert row("E E .", "r.b", 2) == ("E2", 1)
    assert row("E E .", "r.r", 2) is None
    assert row("E E .", "r.r", 2, alternate=False) == ("E2", 1)
    maze = puzzle_of(
        "arrow", {"arrows": [[["E"], [], []]], "colours": [["red", None, "blue"]], "start": [0, 0], "goals": [[2, 0]]}
    )
    assert [(move, *place) for move, place in maze.moves(maze.start)] == [("E2", 2, 0)]


def test_all_eight_directions_lead_away_from_the_middle() -> None:
    ways = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    board: dict[str, Any] = {"arrows": [[[]] * 3, [[], ways, []], [[]] * 3], "start": [1, 1], "goals": [[0, 0]]}
    colours = [["red"] * 3, ["red", "blue", "red"], ["red"] * 3]
    maze = puzzle_of("arrow", board | {"colours": colours})
    around = [(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0)]
    assert [(move, place) for move, place in maze.moves(maze.start)] == [
        (f"{way}1", place) for way, place in zip(ways, around, strict=True)
    ]
