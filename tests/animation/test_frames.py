"""Steps and animations: on every layout and every board, or refused at once with what does work."""

import io
from typing import Any

import pytest

from mazeworks import MazeError, load, make, solve
from mazeworks.animation.frames import animation, frame_pieces, frames
from mazeworks.cli import run
from mazeworks.core.facets import variants_of
from mazeworks.core.registry import layouts
from mazeworks.drawing.board import board_of
from tests.samples import EXAMPLES

BOARDS = [f"wall:6x6,layout={layout}#4" for layout in layouts] + ["terrain:6x5#2", "coloured:4x4,candidates=20000#1"]


@pytest.mark.parametrize("id", BOARDS)
def test_every_board_is_walked_step_by_step(id: str) -> None:
    for puzzle in variants_of(load(id)).values():
        solution = solve(puzzle)
        assert solution is not None
        drawn = board_of(puzzle).sketch().text().split("\n")
        walked: set[tuple[int, int]] = set()
        seen = 0
        for state, frame in zip(solution.states, frames(puzzle, solution), strict=True):
            column, row = board_of(puzzle).square_of(state)
            walked.add((column, row))
            rows = frame.map.decode().split("\n")
            assert rows[row][column] in "^<V>"
            for y, (now, before) in enumerate(zip(rows, drawn, strict=True)):
                changed = [x for x in range(max(len(now), len(before))) if now[x : x + 1] != before[x : x + 1]]
                blank = [x for x in changed if not now[x : x + 1].strip() and not before[x : x + 1].strip()]
                assert {(x, y) for x in changed} - {(x, y) for x in blank} <= walked
            seen += 1
        assert seen == len(solution) + 1


def test_the_steps_of_a_layout_name_places_and_moves() -> None:
    maze = make("wall", (4, 4), seed=3, layout="floors:2")
    solution = solve(maze)
    assert solution is not None
    text = b"".join(frame_pieces(maze, solution)).decode()
    assert text.count("Current Position:  (") == len(solution) + 1 and text.endswith("Solution Found!\n")
    for state, move in zip(solution.states, solution.moves, strict=False):
        assert f"Current Position:  {tuple(state)}\nCurrent Direction: {move}\n" in text


def test_a_puzzle_without_a_map_is_refused_before_the_screen_is_touched() -> None:
    jugs, screen = make("jugs"), io.StringIO()
    solution = solve(jugs)
    assert solution is not None
    with pytest.raises(MazeError, match="has no map on which steps could be shown"):
        animation(jugs, solution, 20, screen)
    assert screen.getvalue() == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["jugs:#1", "--steps"],
            "a jugs puzzle has no map on which steps could be shown; `maze solve` without --steps",
        ),
        (["jugs:#1", "--animate"], "a jugs puzzle has no map on which steps could be shown; `maze solve` without"),
        (["wall:4x4,layout=hexagon#1", "--animate"], "--animate needs a terminal to draw on; --steps prints every"),
        (["wall:4x4#1", "--animate", "-o", "x.txt"], "--animate draws on the terminal, not into a file; --steps -o"),
        (["wall:4x4#1", "--steps", "--json"], "--json prints one object and no steps; --steps -o writes them"),
        (["wall:4x4#1", "--animate", "--json"], "--json prints one object and no steps"),
        (["wall:4x4#1", "--steps", "--animate"], "use only one of them"),
        (["wall:4x4#1", "--speed", "5"], "--speed needs --animate"),
        (["wall:4x4#1", "--steps", "--format", "svg"], "show the map as text, and take no --format such as 'svg'"),
    ],
)
def test_what_cannot_be_shown_is_refused_before_the_work(words: list[str], sentence: str, capfd: Any) -> None:
    assert run(["solve", *words]) == 2
    out, err = capfd.readouterr()
    assert out == "" and sentence in err and err.count("\n") == 1


def test_steps_on_a_layout_from_the_command_line(capfd: Any) -> None:
    assert run(["solve", "wall:4x4,layout=circle#1", "--steps"]) == 0
    out, _ = capfd.readouterr()
    assert out.endswith("Solution Found!\n") and "Current Direction: cw" in out


@pytest.mark.parametrize(
    ("path", "letters"), [("theseus/waiting.txt", "TM"), ("tilt/match.txt", ""), ("turn/6x6.txt", "")]
)
def test_pieces_stand_once_in_every_frame_and_where_they_are(path: str, letters: str) -> None:
    puzzle = load(EXAMPLES / path)
    solution, board = solve(puzzle), board_of(puzzle)
    assert solution is not None
    for frame, state in zip(frames(puzzle, solution), solution.states, strict=True):
        rows = frame.map.decode().split("\n")
        for letter, place in board.pieces(state):
            column, row = board.square_of(place)
            assert rows[row][column] == letter
        assert all(frame.map.decode().count(letter) == 1 for letter in letters)
