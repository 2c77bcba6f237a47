"""Many tasks shown as they grow: step by step in characters, and in moving pictures."""

import io
import re
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mazeworks import Solved, load, make, solve
from mazeworks.animation.frames import animation, frames
from mazeworks.animation.task_frames import TaskFrame
from mazeworks.core.registry import renderers
from mazeworks.drawing.board import board_of
from mazeworks.drawing.palette import TASK_COLOURS, Palette
from mazeworks.drawing.sketch import GROUNDS, ROLES
from mazeworks.files.targets import pieces
from mazeworks.search.task_solution import TaskSolution
from tests import ROOT

FIGURE = load(ROOT / "examples/wall/tasks.txt")


def traced(puzzle: Any) -> TaskSolution:
    solution = solve(puzzle, "tasks", trace=True)
    assert isinstance(solution, TaskSolution) and solution.trace is not None
    return solution


@pytest.mark.parametrize("id", ["wall:9x5#4", "wall:30x20#4", str(ROOT / "examples/textmap/hashes.txt")])
def test_every_step_writes_the_task_into_its_cell(id: str) -> None:
    puzzle = load(id)
    solution = traced(puzzle)
    board, before = board_of(puzzle), board_of(puzzle).sketch().text().split("\n")
    touched: dict[Any, int] = {}
    shown = list(frames(puzzle, solution))
    assert len(shown) == len(solution.trace or ())
    for frame, place, task in zip(shown, solution.trace or (), solution.task_of().tolist(), strict=True):
        if task >= 0 and tuple(place) != tuple(puzzle.goal):  # type: ignore[attr-defined]
            touched[tuple(place)] = task + 1
        now = frame.map.decode().split("\n")
        for (x, y), number in touched.items():
            column, row = board.square_of((x, y))
            text = now[row][max(0, column - 1) : column + 2] if "wall" in id else now[row][column]
            assert text.strip() == (f"T{number}" if number < 100 else str(number)) if "wall" in id else str(number)[-1]
        assert len(now) == len(before)


def test_captions_tell_births_ends_the_signal_and_what_was_never_touched() -> None:
    solution, puzzle = traced(load("wall:9x5#4")), load("wall:9x5#4")
    captions = [frame.caption().decode() for frame in frames(puzzle, solution)]
    assert captions[-1] == "\nT5 enters (6, 4), the goal; the signal stops T4\nNever touched: 15 cells\n\n"
    assert solution.stopped() == [3] and len(solution.untouched()) == 15
    named = re.findall(r"T(\d+) (?:north|south|east|west)", "".join(captions))
    assert [int(number) for number in named] == list(range(1, solution.tasks + 1))  # each is born once, in order
    live: set[str] = set()
    for caption in captions[:-1]:
        live |= set(re.findall(r"T\d+", caption.partition(" starts ")[2].partition("\n")[0]))
        if match := re.search(r"(T\d+) enters \S+ \d+\) and (?:ends|starts)", caption):
            live.discard(match[1])
        assert set(caption.rpartition("Live: ")[2].split()) == live


def test_many_live_tasks_are_named_in_part() -> None:
    maze: Any = load("wall:40x40,then=braid:1+perturb:300#1")
    captions = [frame.caption().decode() for frame in frames(maze, traced(maze))]
    assert any(re.search(r"Live: (T\d+ ){12}and \d+ more\n", caption) for caption in captions)


@pytest.mark.parametrize("plain", [False, True])
def test_the_terminal_shows_the_tasks_in_colours(plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setenv("LINES", "12")
    monkeypatch.delenv("NO_COLOR", raising=False)
    if plain:
        monkeypatch.setenv("NO_COLOR", "1")
    puzzle, screen = load("wall:30x20#4"), io.StringIO()
    solution = traced(puzzle)
    animation(puzzle, solution, 1000, screen)
    text = screen.getvalue()
    drawn = text.split("\033[H")[1:]
    assert len(drawn) == len(solution.trace or ()) and ("\033[48;5;" in text) is not plain
    for number, picture in enumerate(drawn[:-1]):
        lines = [re.sub(r"\033\[[\d;]*m", "", line) for line in picture.replace("\033[J", "").split("\033[K\n")]
        assert len(lines) <= 12 and all(len(line.replace("\033[K", "")) <= 30 for line in lines)
        assert f"step {number}: " in picture


def test_eight_tasks_have_grounds_that_differ_and_white_letters_stand_out() -> None:
    from mazeworks.drawing.palette import contrast

    codes = [ROLES[ground].split(";") for ground in GROUNDS]
    assert len(codes) == 8 and all(code[:2] == ["48", "5"] and code[3:] == ["97"] for code in codes)
    levels = (0, 95, 135, 175, 215, 255)  # of the 6x6x6 colours of terminals, numbered from 16 on
    numbers = [int(code[2]) for code in codes]
    colours = [
        (8 + 10 * (n - 232),) * 3 if n >= 232 else tuple(levels[(n - 16) // part % 6] for part in (36, 6, 1))
        for n in numbers
    ]
    assert len(set(colours)) == 8
    assert all(contrast((255, 255, 255), (red, green, blue)) >= 4 for red, green, blue in colours)


# --- moving pictures


def pictures(puzzle: Any, form: str = "gif", **values: Any) -> list[np.ndarray[Any, Any]]:
    solved = Solved.of(puzzle, solve(puzzle, "tasks"))
    parts = pieces(renderers[form], solved, **values)
    image = Image.open(io.BytesIO(b"".join(part if isinstance(part, bytes) else part.encode() for part in parts)))
    found = []
    for number in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(number)
        found.append(np.asarray(image.convert("RGB")).astype(int))
    return found


def corner(picture: np.ndarray[Any, Any], x: int, y: int) -> tuple[int, ...]:
    """The colour of a cell beside what is written and drawn in it, for cells of 40, walls of 4, and no margin."""
    return tuple(picture[4 + 44 * y + 31, 4 + 44 * x + 31].tolist())


@pytest.mark.parametrize("form", ["gif", "apng"])
def test_pictures_colour_the_cells_in_the_order_of_the_turns(form: str) -> None:
    solution, colours = traced(FIGURE), Palette().task_colours()
    order, tasks = [tuple(place) for place in solution.trace or ()], solution.task_of().tolist()
    grown, seen = 0, []
    for picture in pictures(FIGURE, form, cell=40, wall=4, margin=0, seconds=6):
        inner = list(range(1, len(order) - 1))  # without start and goal, which have plates
        filled = [n for n in inner if corner(picture, *order[n]) != (255, 255, 255)]
        assert filled == inner[: len(filled)] and len(filled) >= grown
        assert all(corner(picture, *order[n]) == colours[tasks[n] % TASK_COLOURS] for n in filled)
        grown = len(filled)
        seen.append(grown)
        for place in solution.untouched():
            assert corner(picture, *place) == (255, 255, 255)
    assert set(seen) == set(range(len(order) - 1))


def test_live_tasks_are_framed_and_red_once_the_signal_has_stopped_them() -> None:
    maze: Any = load("wall:9x5#4")
    solution = traced(maze)
    shown = pictures(maze, cell=40, wall=4, margin=0, seconds=6)
    start, path = Palette().rgb("start"), Palette().rgb("path")
    (stopped,) = solution.stopped()
    last = [place for place, task in zip(solution.trace or (), solution.task_of(), strict=True) if task == stopped][-1]
    rims = [tuple(picture[4 + 44 * last.y, 4 + 44 * last.x + 20].tolist()) for picture in shown]
    first = rims.index(start)
    assert start not in rims[:first] and path not in rims[:first] and rims[-1] == path
    assert rims[first:] == sorted(rims[first:], key=lambda colour: colour == path)  # green, then red for good


@pytest.mark.parametrize(("cell", "named"), [(30, False), (40, True), (56, True), (80, True)])
def test_names_stand_in_a_corner_that_the_path_leaves_free(cell: int, named: bool) -> None:
    solution, letters, path = traced(FIGURE), Palette().rgb("wall"), Palette().rgb("path")
    *_, last = pictures(FIGURE, cell=cell, wall=4, margin=0, seconds=6)
    frame, near = cell // 14, (cell - cell // 3) // 2
    for place in solution.states[1:-1]:
        left, top = (4 + (cell + 4) * number for number in tuple(place))
        assert tuple(last[top + cell // 2, left + cell // 2]) == path
        inside = {tuple(colour) for colour in last[top + frame : top + near, left + frame : left + near].reshape(-1, 3)}
        assert (letters in inside) is named and path not in inside
        everywhere = last[top + frame : top + cell - frame, left + frame : left + cell - frame]
        written = (everywhere == letters).all(axis=2).nonzero()
        assert all(max(along, default=0) < near - frame for along in written)  # nothing is cut off by the path


def test_a_newborn_task_has_a_bar_where_it_will_set_out() -> None:
    shown, left, top = pictures(FIGURE, cell=40, wall=4, margin=0, seconds=6), 4 + 44, 4 + 2 * 44
    sides = {"N": (20, 0), "S": (20, 39), "E": (39, 20), "W": (0, 20)}
    bars = [
        {name for name, (x, y) in sides.items() if tuple(picture[top + y, left + x]) == Palette().rgb("start")}
        for picture in shown
    ]
    assert [bar for n, bar in enumerate(bars) if n == 0 or bar != bars[n - 1]] == [set("NSE"), set("SE"), {"E"}, set()]


def test_with_distances_the_cells_of_tasks_keep_one_colour() -> None:
    maze: Any = make("wall", (12, 9), seed=4)
    shown = pictures(maze, distances=True, seconds=1, cell=12)
    colours = {tuple(colour) for colour in shown[-1].reshape(-1, 3).tolist()}
    assert Palette().rgb("seen") in colours


@pytest.mark.parametrize("theme", ["light", "dark", "print", "blueprint"])
def test_walls_and_letters_stand_out_from_the_colours_of_tasks(theme: str) -> None:
    from mazeworks.drawing.palette import contrast

    palette = Palette(theme)
    colours = palette.task_colours()
    assert len(set(colours)) == TASK_COLOURS
    assert min(contrast(palette.rgb("wall"), colour) for colour in colours) >= 3
    assert all(np.abs(np.subtract(a, b)).sum() > 40 for a, b in zip(colours[:-1], colours[1:], strict=True))


def test_a_step_knows_its_map() -> None:
    frame = next(iter(frames(FIGURE, traced(FIGURE))))
    assert isinstance(frame, TaskFrame) and frame.place == "(1, 2)"
    assert frame.words == "The start (1, 2) starts T1 north, T2 south, T3 east\nLive: T1 T2 T3"
