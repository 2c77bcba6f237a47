"""The turtle tutorial, block by block in its order: what each block asks, asked of our `Maze` in Python 3.

A block's class is replaced by `from mazeworks.turtle import *`; what stands here is what the block does with it. The
stages differ in where `dig` digs, so each block names its rule. `CANNOT` has every block that fails, and why; those
are run too, and have to fail: the one that depends on chance, with one of ten seeds. The last part compares `dig` and
`makeMaze` with a matrix and rules written here.
"""

import io
import random
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext, redirect_stdout, suppress
from typing import Any

import pytest

from mazeworks import turtle as ours
from mazeworks.turtle import EAST, EMPTY, END, INVALID, NORTH, SOUTH, VISITED, WALL, WEST, direction
from tests import ROOT
from tests.turtle_display import BLUE, WHITE, YELLOW, colour, colours, display, window  # noqa: F401

with suppress(ImportError):  # where Python has no Tk, no test comes to use it
    import turtle

#: Each block in the order of the tutorial: its name there, the rule of its stage, and what it does.
BLOCKS: list[tuple[str, str, Callable[[Any], object]]] = []

#: The blocks that fail, with the error and the reason.
CANNOT: dict[str, tuple[type[Exception], str]] = {
    "m_test_map": (NameError, "two lines without a maze; they run after m = Maze()"),
    "m_test_digPath_1": (AssertionError, "wants bare values of neighbors(), and the next block [position, value] each"),
    "m_test_create_1": (
        AssertionError,
        "its direction() has North and South the wrong way round; passes only if it chooses East",
    ),
    "m_test_create_2": (AttributeError, "calls sys.setExecutionLimit, which only the browser's Python has"),
    "m_maze_class_5": (AttributeError, "calls sys.setExecutionLimit, which only the browser's Python has"),
}


def block(*names: str, rule: str = "anywhere") -> Callable[[Callable[[Any], object]], Callable[[Any], object]]:
    def add(function: Callable[[Any], object]) -> Callable[[Any], object]:
        BLOCKS.extend((name, rule, function) for name in names)
        return function

    return add


def tries(maze: Any) -> str:
    """GREEN if a class makes a maze, else RED."""
    try:
        maze()
    except Exception:
        return "RED"
    return "GREEN"


def digs(maze: Any, *ways: int) -> Any:
    """A maze after reset and digging, and what the last `dig` returned."""
    m = maze()
    m.reset()
    return m, [m.dig(way) for way in ways][-1]


# --- the class, its screen and its turtle


@block("m_test_1")
def _(maze: Any) -> None:
    maze()


@block("m_try_1")
def _(maze: Any) -> None:
    assert tries(maze) == "GREEN"


@block("m_class_1")
def _(maze: Any) -> None:
    out = io.StringIO()
    with redirect_stdout(out):
        print("Condition: " + tries(maze))
    assert out.getvalue() == "Condition: GREEN\n"


@block("m_w_1")
def _(maze: Any) -> None:
    wn = turtle.Screen()
    wn.bgcolor("blue")
    assert colour(wn, (0, 0)) == BLUE


@block("m_test_screen", "m_add_screen")
def _(maze: Any) -> None:
    assert type(maze().screen) == turtle.Screen  # noqa: E721


@block("m_turtle_test", "m_add_turtle")
def _(maze: Any) -> None:
    assert type(maze().turtle) == turtle.Turtle  # noqa: E721


@block("m_blue_bg")
def _(maze: Any) -> None:
    m = maze()
    assert m.screen.bgcolor() == "blue"
    assert colour(m.screen, (0, 0)) == BLUE


def stamped(places: list[tuple[int, int]]) -> Any:
    """A blue screen with white squares, drawn with Python's own turtle."""
    turtle.TurtleScreen._RUNNING = True  # type: ignore[attr-defined]  # a window that a test closed leaves it False
    s = turtle.Screen()
    s.bgcolor("blue")
    t = turtle.Turtle()
    t.penup()
    for place in places:
        t.goto(*place)
        t.shape("square")
        t.color("white")
        t.stamp()
    t.hideturtle()
    return s


@block("m_draw_square")
def _(maze: Any) -> None:
    assert colours(stamped([(-190, 190)]), [(-190, 190), (-170, 190)]) == [WHITE, BLUE]


@block("m_draw_path_1")
def _(maze: Any) -> None:
    places = [(x, 190) for x in range(-190, 210, 20)]
    assert colours(stamped(places), places) == [WHITE] * 20


# --- the matrix


@block("m_test_matrix", "m_add_matrix")
def _(maze: Any) -> None:
    assert len(maze().matrix) == 20


@block("m_reset_test", "m_reset_pass")
def _(maze: Any) -> None:
    m = maze()
    m.reset()
    assert m.matrix[0][0] == 0
    assert m.turtle.pos() == (-190, 190)


@block("m_const")
def _(maze: Any) -> None:
    assert (EAST, NORTH, WEST, SOUTH) == (0, 1, 2, 3)


@block("m_test_dig")
def _(maze: Any) -> None:
    _, r = digs(maze, EAST)
    assert r == (-170, 190)


@block("m_access_matrix")
def _(maze: Any) -> None:
    m = maze()
    m.reset()
    assert m.getMatrixValueAt(m.turtle.position) == 0


@block("m_test_map")
def _(maze: Any) -> None:
    exec("value = m.getMatrixValueAt(m.turtle.position)\nm.setMatrixValueAt(m.turtle.position, value)", {"Maze": maze})


@block("m_test_dig")
def _(maze: Any) -> None:
    m = maze()
    m.reset()
    assert m.getMatrixValueAt(m.turtle.position()) == 0


@block("m_test_dig2", "m_test_dig3")
def _(maze: Any) -> None:
    m = maze()
    m.reset()
    m.reset()
    assert m.getMatrixValueAt(m.turtle.position()) == 0
    assert m.setMatrixValueAt(m.turtle.position(), 1) == True  # noqa: E712
    assert m.matrix[0][0] == 1
    assert colour(m.screen, (-190, 190)) == BLUE  # the white square has gone


@block("m_test_dig4")
def _(maze: Any) -> None:
    m = maze()
    m.reset()
    m.turtle.goto(-170, 190)
    m.turtle.stamp()
    m.setMatrixValueAt(m.turtle.position(), 0)
    assert m.matrix[1][0] == 0
    assert colour(m.screen, (-170, 190)) == WHITE


# --- dig


@block("m_test_dig5")
def _(maze: Any) -> None:
    m, _ = digs(maze, EAST)
    assert m.getMatrixValueAt(m.turtle.position()) == 0
    assert m.turtle.position() == (-170, 190)


@block("m_test_dig6")
def _(maze: Any) -> None:
    m, _ = digs(maze, SOUTH)
    assert m.getMatrixValueAt(m.turtle.position()) == 0
    assert m.turtle.position() == (-190, 170)


@block("m_test_dig7")
def _(maze: Any) -> None:
    assert digs(maze, WEST)[1] == (-190, 190)


@block("m_test_dig9", "m_test_dig10")
def _(maze: Any) -> None:
    _, r = digs(maze, EAST, SOUTH, WEST)
    assert r == (-190, 170)


@block("m_test_dig11")
def _(maze: Any) -> None:
    _, r = digs(maze, EAST, SOUTH, WEST, NORTH)
    assert r == (-190, 190)


@block("m_maze_class")
def _(maze: Any) -> None:
    for name in ("reset", "dig", "getMatrixValueAt", "setMatrixValueAt"):
        assert callable(getattr(maze, name))


# --- dig, and keep paths apart


@block("m_dig_noconnect_test", rule="apart")
def _(maze: Any) -> None:
    class Maze2(maze):  # type: ignore[misc]
        pass

    m = Maze2()
    m.reset()
    m.setMatrixValueAt((-150, 190), 0)
    assert m.dig(EAST) == (-190, 190)


@block("m_dig_noconnect_test2", rule="apart")
def _(maze: Any) -> None:
    m = maze()
    m.reset()
    m.setMatrixValueAt((-150, 190), 0)
    assert colour(m.screen, (-150, 190)) == WHITE  # where it was set, and the turtle is back
    assert m.turtle.position() == (-190, 190)
    assert m.dig(EAST) == (-190, 190)


@block("m_maze_class_2", rule="apart")
def _(maze: Any) -> None:
    m = maze()
    assert m.getMatrixValueAt((-230, 190)) == m.getMatrixValueAt((190, -230)) == -1


@block("m_test_dig2path", rule="apart")
def _(maze: Any) -> None:
    m = maze()
    m.reset()
    m.setMatrixValueAt((-190, 150), 0)
    assert str(m.turtle.position()) == "(-190.00,190.00)"
    assert m.dig(SOUTH) == (-190, 190)
    m.setMatrixValueAt((-150, 190), 0)
    assert m.dig(EAST) == (-190, 190)
    for place, way in (((-150, 150), WEST), ((-190, 150), NORTH)):
        m.turtle.goto(*place)
        assert m.dig(way) == place
    m.reset()
    assert m.dig(NORTH) == (-190, 190)
    m.turtle.goto(-190, -170)
    assert m.turtle.position()[1] - 20 == -190
    assert m.dig(SOUTH) == (-190, -170)


# --- neighbours


@block("m_test_digPath_1", rule="apart")
def _(maze: Any) -> None:
    m = maze()
    m.reset()
    assert m.neighbors() == [-1, 1, 1, -1]


def check_neighbors(m: Any, invalid: int = -1, wall: int = 1) -> None:
    """The values around three places, North, South, East, West."""
    m.reset()
    for place, sides in ((None, invalid), ((-170, 170), invalid), ((-150, 150), wall)):
        if place:
            m.turtle.goto(*place)
        assert [value for _, value in m.neighbors()] == [sides, wall, wall, sides]


@block("m_test_digPath_2", rule="apart")
def _(maze: Any) -> None:
    class NewMaze(maze):  # type: ignore[misc]
        """With neighbours of its own, as a student writes them."""

        def neighbors(self) -> list[list[Any]]:
            x, y = self.turtle.position()
            places = [(x, y + 40), (x, y - 40), (x + 40, y), (x - 40, y)]
            return [[place, self.getMatrixValueAt(place)] for place in places]

    check_neighbors(NewMaze())
    own = NewMaze()
    own.turtle.goto(-30, 50)
    around = own.neighbors()
    m = maze()
    m.turtle.goto(-30, 50)
    assert m.neighbors() == around


@block("m_maze_class_3", rule="apart")
def _(maze: Any) -> None:
    check_neighbors(maze())


@block("cnst2", rule="apart")
def _(maze: Any) -> None:
    assert (INVALID, EMPTY, WALL, VISITED, END) == (-1, 0, 1, 2, 3)
    check_neighbors(maze(), INVALID, WALL)


# --- the maze


@block("m_maze_class_4", rule="wall")
def _(maze: Any) -> None:
    m = maze()
    assert m.dig(EAST) == (-170, 190)
    assert m.dig(EAST) == (-150, 190)
    assert m.dig(WEST) == (-150, 190)  # not back into the path


def check_first_part(m: Any) -> None:
    """Two squares to the East or to the South of the upper left are dug."""
    values = [m.getMatrixValueAt(place) for place in ((-170, 190), (-150, 190), (-190, 170), (-190, 150))]
    assert values[:2] == [EMPTY, EMPTY] or values[2:] == [EMPTY, EMPTY], values


def upside_down(a: Any, b: Any) -> int:
    """The direction from one position to another, with North and South exchanged."""
    return {NORTH: SOUTH, SOUTH: NORTH}.get(direction(a, b), direction(a, b))


def first_step(maze: Any, towards: Callable[[Any, Any], int]) -> Any:
    """A student's first stage of makeMaze: one passage to a random neighbour."""

    class Maze2(maze):  # type: ignore[misc]
        def makeMaze(self) -> None:
            place = random.choice([place for place, value in self.neighbors() if value == WALL])
            for _ in range(2):
                self.dig(towards(self.turtle.position(), place))

    return Maze2()


@block("m_test_create_1", rule="wall")
def _(maze: Any) -> None:
    for seed in range(10):  # with this direction(), only a choice of East digs
        random.seed(seed)
        m = first_step(maze, upside_down)
        m.makeMaze()
        check_first_part(m)


def recursive(maze: Any) -> Any:
    """A student's second stage of makeMaze: once more from every cell that it digs."""

    class Maze2(maze):  # type: ignore[misc]
        def makeMaze(self) -> None:
            here, around = self.turtle.position(), self.neighbors()
            random.shuffle(around)
            for place, _ in around:
                self.turtle.goto(here)
                if self.getMatrixValueAt(place) == WALL:
                    self.dig(direction(here, place))
                    self.dig(direction(here, place))
                    self.makeMaze()

    return Maze2(9, speed=0)


@block("m_test_create_2", rule="wall")
def _(maze: Any) -> None:
    sys.setExecutionLimit(50000)  # type: ignore[attr-defined]
    m = recursive(maze)
    m.makeMaze()
    check_first_part(m)


@block("m_maze_class_5", rule="wall")
def _(maze: Any) -> None:
    sys.setExecutionLimit(50000)  # type: ignore[attr-defined]
    last_program(maze)


def last_program(maze: Any) -> Any:
    m = maze(speed=0)
    m.makeMaze()
    m.turtle.goto(170, -170)
    m.turtle.color("yellow")
    m.turtle.stamp()
    return m


# --- the blocks as tests


def staged(rule: str) -> Any:
    """Our class with the rule of a stage."""

    class Maze(ours.Maze):
        def __init__(self, size: Any = 20, speed: int = 0) -> None:
            super().__init__(size, speed=speed, rule=rule)

    return Maze


@pytest.mark.parametrize(("name", "rule", "function"), BLOCKS, ids=[f"{n}-{b[0]}" for n, b in enumerate(BLOCKS, 1)])
def test_block(name: str, rule: str, function: Callable[[Any], object]) -> None:
    with pytest.raises(CANNOT[name][0]) if name in CANNOT else nullcontext():
        function(staged(rule))


def test_all_blocks_are_here() -> None:
    assert len(BLOCKS) == 42


@pytest.mark.parametrize("name", ["m_test_dig9", "m_test_dig10", "m_test_dig11"])
def test_the_default_rule_passes_what_the_last_stage_passes(name: str) -> None:
    """Of the first stage, only the block that digs into its own path contradicts the last one."""
    function = next(each[2] for each in BLOCKS if each[0] == name)
    with pytest.raises(AssertionError) if name == "m_test_dig11" else nullcontext():
        function(staged("wall"))


def test_what_the_failing_blocks_ask_holds_without_their_fault() -> None:
    m = ours.Maze(speed=0)
    assert [value for _, value in m.neighbors()] == [-1, 1, 1, -1]
    m.setMatrixValueAt(m.turtle.position, m.getMatrixValueAt(m.turtle.position))
    assert m.matrix[0][0] == 0
    lucky = []
    for seed in range(6):
        random.seed(seed)
        m = first_step(staged("wall"), direction)
        m.makeMaze()
        check_first_part(m)
        lucky.append(m.turtle.position() == (-150, 190))  # East: there the direction() of the block passes too
    assert {True, False} == set(lucky)
    m = recursive(staged("wall"))
    m.makeMaze()
    check_perfect(m)
    m = last_program(staged("wall"))
    check_perfect(m)
    assert colour(m.screen, (170, -170)) == YELLOW


PAGE = ROOT / "docs" / "from-turtle.md"


def blocks_of_page(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)


def test_the_blocks_of_the_page_run(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for code in blocks_of_page("python"):
        exec(compile(code, PAGE.name, "exec"), names)
    assert [path.name for path in tmp_path.iterdir()] == ["solved.png"]


def test_the_commands_of_the_page_print_what_it_shows() -> None:
    (text,) = blocks_of_page("text")
    command, printed = text.split("\n", 1)
    words = [sys.executable, *command.removeprefix("$ python ").split()]
    assert subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout == printed


def test_the_page_lists_the_blocks_that_cannot_pass() -> None:
    text = PAGE.read_text(encoding="utf-8")
    listed = [line.split("`")[1] for line in text.split("\n") if line.startswith("| `m_")]
    assert [name for name in listed if name in CANNOT] == list(CANNOT)


# --- against rules written here


def check_perfect(m: Any) -> None:
    """Every second square is reached from the upper left, by passages one fewer than such squares."""
    opened = {(x, y) for x in range(m.width) for y in range(m.height) if m.matrix[x][y] != WALL}
    cells = {(x, y) for x in range(0, m.width, 2) for y in range(0, m.height, 2)}
    assert cells <= opened and len(opened) == 2 * len(cells) - 1
    reached, waiting = {(0, 0)}, [(0, 0)]
    while waiting:
        x, y = waiting.pop()
        new = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & opened - reached
        reached |= new
        waiting += new
    assert reached == opened


class Plain:
    """The tutorial's matrix without a screen: 20 squares by 20, dug from the upper left."""

    def __init__(self, rule: str) -> None:
        self.rule, self.x, self.y = rule, 0, 0
        self.dug = {(0, 0)}

    def dig(self, way: int) -> tuple[int, int]:
        dx, dy = ((1, 0), (0, -1), (-1, 0), (0, 1))[way]
        ahead, beyond = (self.x + dx, self.y + dy), (self.x + 2 * dx, self.y + 2 * dy)
        allowed = inside(ahead)
        if self.rule != "anywhere":
            allowed &= ahead not in self.dug
        if self.rule == "apart":
            beside = {(ahead[0] + dy, ahead[1] + dx), (ahead[0] - dy, ahead[1] - dx)}
            allowed &= inside(beyond) and not ({beyond} | beside) & self.dug
        if allowed:
            self.x, self.y = ahead
            self.dug.add(ahead)
        return 20 * self.x - 190, 190 - 20 * self.y


def inside(place: tuple[int, int]) -> bool:
    return 0 <= place[0] < 20 and 0 <= place[1] < 20


@pytest.mark.parametrize("rule", ["anywhere", "wall", "apart"])
def test_digging_at_random_is_as_the_rules_say(rule: str) -> None:
    chance = random.Random(7)
    for _ in range(4):
        m, plain = ours.Maze(speed=0, rule=rule), Plain(rule)
        m.screen.tracer(0)
        for _ in range(120):
            way = chance.choice((EAST, EAST, SOUTH, SOUTH, WEST, NORTH))
            assert m.dig(way) == plain.dig(way)
        assert {(x, y) for x in range(20) for y in range(20) if m.matrix[x][y] == EMPTY} == plain.dug


def dug(seed: int | None = None, size: int = 9) -> Any:
    m = ours.Maze(size, speed=0, seed=seed)
    m.makeMaze()
    check_perfect(m)
    return m


def test_without_a_seed_the_maze_is_drawn_from_pythons_random() -> None:
    random.seed(1)
    first, second = dug(), dug()
    random.seed(1)
    again = dug()
    assert first.matrix == again.matrix != second.matrix
    assert dug(first.seed).matrix == first.matrix
    m = ours.Maze(9, speed=0)
    random.seed(1)  # between the maze and its digging, too
    m.makeMaze()
    assert m.matrix == first.matrix


def test_with_a_seed_random_is_left_alone() -> None:
    random.seed(1)
    expected = random.random()
    random.seed(1)
    matrix = dug(4).matrix
    assert random.random() == expected and dug(4).matrix == matrix


def test_part_two_solves_what_was_dug() -> None:
    for seed in range(3):
        m = ours.Maze(speed=0, seed=seed)
        m.makeMaze()
        m.markEnd()
        path = m.solve()
        assert path is not None and path[0] == (-190, 190) and path[-1] == (170, -170)
        assert all(abs(x - i) + abs(y - j) == 20 for (x, y), (i, j) in zip(path[:-1], path[1:], strict=True))
        assert all(m.getMatrixValueAt(place) in (VISITED, END) for place in path)
        assert len(path) == len(set(path))
