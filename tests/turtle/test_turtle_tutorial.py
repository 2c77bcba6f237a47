"""The tutorial, stage by stage: every assertion it makes, with the values it expects, on the last stage's class.

Where a later stage changed a rule, the earlier one is asked for by name: `Maze(rule=...)` or `dig(way, rule=...)`.
"""

import random
from contextlib import suppress

import pytest

from mazeworks.turtle import (
    EAST,
    EMPTY,
    END,
    INVALID,
    NORTH,
    SOUTH,
    VISITED,
    WALL,
    WEST,
    Maze,
    direction,
)
from tests.turtle_display import BLUE, WHITE, YELLOW, colour, colours, display, window  # noqa: F401

with suppress(ImportError):  # where Python has no Tk, no test comes to use it
    import turtle


# --- the class, its screen and its turtle


def test_there_is_a_class() -> None:
    condition = "GREEN"
    try:
        Maze()
    except Exception:
        condition = "RED"
    assert condition == "GREEN"


def test_it_has_a_screen() -> None:
    m = Maze()
    assert type(m.screen) == turtle.Screen  # noqa: E721


def test_it_has_a_turtle() -> None:
    m = Maze()
    assert type(m.turtle) == turtle.Turtle  # noqa: E721


def test_screen_and_turtle_are_of_the_classes_this_module_names() -> None:
    import mazeworks.turtle as ours

    m = Maze()
    assert type(m.screen) is ours.Screen
    assert type(m.turtle) is ours.Turtle
    assert turtle.Screen() is m.screen is ours.Screen()


def test_a_window_opened_before_is_taken_over() -> None:
    screen = turtle.Screen()
    m = Maze()
    assert m.screen is screen
    assert type(m.screen) == turtle.Screen  # noqa: E721


def test_the_background_is_blue() -> None:
    m = Maze()
    assert m.screen.bgcolor() == "blue"
    assert colours(m.screen, [(0, 0), (-190, -190), (190, 190), (190, -190)]) == [BLUE] * 4


# --- squares and the matrix


def test_a_white_square_in_the_upper_left_and_a_path_along_the_top() -> None:
    m = Maze(speed=0)
    for x in range(-190, 210, 20):
        m.turtle.goto(x, 190)
        m.turtle.stamp()
    assert colours(m.screen, [(x, 190) for x in range(-190, 210, 20)]) == [WHITE] * 20
    assert colours(m.screen, [(x, 170) for x in range(-190, 210, 20)]) == [BLUE] * 20


def test_the_matrix_has_twenty_columns_of_twenty() -> None:
    m = Maze()
    assert len(m.matrix) == 20
    assert [len(column) for column in m.matrix] == [20] * 20
    assert sum(map(sum, m.matrix)) == 399


def test_reset() -> None:
    m = Maze()
    m.reset()
    assert m.matrix[0][0] == 0
    assert m.turtle.pos() == (-190, 190)
    assert colours(m.screen, [(-190, 190), (-199, 199), (-181, 181)]) == [WHITE] * 3
    assert colours(m.screen, [(-202, 190), (-190, 202), (-178, 190), (-190, 178)]) == [BLUE] * 4


def test_the_constants() -> None:
    assert (EAST, NORTH, WEST, SOUTH) == (0, 1, 2, 3)
    assert (INVALID, EMPTY, WALL, VISITED, END) == (-1, 0, 1, 2, 3)


def test_the_matrix_by_the_turtles_position() -> None:
    m = Maze()
    m.reset()
    value = m.getMatrixValueAt(m.turtle.position)  # the method itself, as the tutorial first writes it
    m.setMatrixValueAt(m.turtle.position, value)
    assert m.getMatrixValueAt(m.turtle.position) == 0
    assert m.getMatrixValueAt(m.turtle.position()) == 0
    assert m.setMatrixValueAt(m.turtle.position(), 1) == True  # noqa: E712
    assert m.matrix[0][0] == 1
    assert colour(m.screen, (-190, 190)) == BLUE  # the white square is gone


def test_digging_by_hand() -> None:
    m = Maze()
    m.reset()
    m.turtle.goto(-170, 190)
    m.turtle.stamp()
    m.setMatrixValueAt(m.turtle.position(), 0)
    assert m.matrix[1][0] == 0
    assert colours(m.screen, [(-190, 190), (-170, 190), (-190, 170)]) == [WHITE, WHITE, BLUE]


# --- dig


def test_dig_east() -> None:
    m = Maze()
    m.reset()
    r = m.dig(EAST)
    assert r == (-170, 190), "got " + str(r)
    assert m.getMatrixValueAt(m.turtle.position()) == 0
    assert m.turtle.position() == (-170, 190)
    assert m.matrix[1][0] == 0


def test_dig_south() -> None:
    m = Maze()
    m.reset()
    m.dig(SOUTH)
    assert m.getMatrixValueAt(m.turtle.position()) == 0
    assert m.turtle.position() == (-190, 170)
    assert m.matrix[0][1] == 0


def test_dig_west_at_the_border() -> None:
    m = Maze()
    m.reset()
    assert m.dig(WEST) == (-190, 190)


def test_dig_east_south_west() -> None:
    m = Maze()
    m.reset()
    m.dig(EAST)
    m.dig(SOUTH)
    r = m.dig(WEST)
    assert r == (-190, 170), "should be at (-190,170) but got " + str(r)


def test_dig_round_to_where_it_began() -> None:
    m = Maze(rule="anywhere")
    m.reset()
    m.dig(EAST)
    m.dig(SOUTH)
    m.dig(WEST)
    r = m.dig(NORTH)
    assert r == (-190, 190), "should be at (-190,190) but got " + str(r)


def test_the_last_stage_digs_where_no_path_is_yet() -> None:
    m = Maze()
    for way in (EAST, SOUTH, WEST):
        m.dig(way)
    assert m.dig(NORTH) == (-190, 170)
    assert m.dig(NORTH, rule="anywhere") == (-190, 190)


def test_every_border_stops_every_rule_and_a_position_comes_back() -> None:
    for rule in ("anywhere", "wall", "apart"):
        for way, corner in ((EAST, (190, 190)), (NORTH, (190, 190)), (WEST, (-190, -190)), (SOUTH, (-190, -190))):
            m = Maze(speed=0)
            m.turtle.goto(corner)
            assert m.dig(way, rule) == corner


# --- dig, and keep paths apart


def test_dig_does_not_join_a_path_ahead() -> None:
    m = Maze(rule="apart")
    m.reset()
    m.setMatrixValueAt((-150, 190), 0)
    assert colour(m.screen, (-150, 190)) == WHITE  # seen where it was set, though the turtle is elsewhere
    assert m.turtle.position() == (-190, 190)
    r = m.dig(EAST)
    assert r == (-190, 190), "Not at Home position, got " + str(r)


@pytest.mark.parametrize("place", ["the maze", "dig"])
def test_dig_does_not_join_paths(place: str) -> None:
    m = Maze(rule="apart") if place == "the maze" else Maze()

    def dig(way: int) -> tuple[float, float]:
        return m.dig(way) if place == "the maze" else m.dig(way, rule="apart")

    m.reset()
    m.setMatrixValueAt((-190, 150), 0)
    r = dig(SOUTH)
    assert r == (-190, 190), "got " + str(r)
    m.setMatrixValueAt((-150, 190), 0)
    r = dig(EAST)
    assert r == (-190, 190), "got " + str(r)
    m.turtle.goto(-150, 150)
    r = dig(WEST)
    assert r == (-150, 150), "got " + str(r)
    m.turtle.goto(-190, 150)
    r = dig(NORTH)
    assert r == (-190, 150), "got " + str(r)
    m.reset()
    r = dig(NORTH)
    assert r == (-190, 190), "got " + str(r)
    m.turtle.goto(-190, -170)
    r = dig(SOUTH)
    assert r == (-190, -170), "got " + str(r)


@pytest.mark.parametrize("beside", [(-170, 170), (-170, 130)])
def test_dig_does_not_join_a_path_beside(beside: tuple[int, int]) -> None:
    m = Maze(speed=0, rule="apart")
    m.turtle.goto(-190, 150)
    m.setMatrixValueAt(m.turtle.position(), 0)
    assert m.dig(EAST) == (-170, 150)
    m.setMatrixValueAt((-170, 150), 1)
    m.turtle.goto(-190, 150)
    m.setMatrixValueAt(beside, 0)
    assert m.dig(EAST) == (-190, 150)


# --- neighbours


def test_neighbors_as_values() -> None:
    m = Maze()
    m.reset()
    assert [value for _, value in m.neighbors()] == [-1, 1, 1, -1]


def test_neighbors() -> None:
    m = Maze()
    m.reset()
    r = m.neighbors()
    assert r[0][1] == -1 and r[1][1] == 1 and r[2][1] == 1 and r[3][1] == -1, "got " + str(r)
    assert r == [[(-190, 230), -1], [(-190, 150), 1], [(-150, 190), 1], [(-230, 190), -1]]
    m.turtle.goto(-170, 170)
    r = m.neighbors()
    assert r[0][1] == -1 and r[1][1] == 1 and r[2][1] == 1 and r[3][1] == -1, "got " + str(r)
    m.turtle.goto(-150, 150)
    r = m.neighbors()
    assert r[0][1] == 1 and r[1][1] == 1 and r[2][1] == 1 and r[3][1] == 1, "got " + str(r)


def test_neighbors_by_the_names_of_values() -> None:
    m = Maze()
    m.reset()
    for place, values in (
        ((-190, 190), [INVALID, WALL, WALL, INVALID]),
        ((-170, 170), [INVALID, WALL, WALL, INVALID]),
        ((-150, 150), [WALL, WALL, WALL, WALL]),
        ((190, -190), [WALL, INVALID, INVALID, WALL]),
    ):
        m.turtle.goto(place)
        assert [r[1] for r in m.neighbors()] == values


# --- the maze


def first_part_is_dug(m: Maze) -> bool:
    """Whether two squares to the East or two to the South of the upper left are dug."""
    east = m.getMatrixValueAt((-170, 190)) == EMPTY and m.getMatrixValueAt((-150, 190)) == EMPTY
    south = m.getMatrixValueAt((-190, 170)) == EMPTY and m.getMatrixValueAt((-190, 150)) == EMPTY
    return east or south


def test_direction_has_north_up() -> None:
    assert direction((0, 0), (0, 40)) == NORTH
    assert direction((0, 0), (0, -40)) == SOUTH
    assert direction((0, 0), (40, 0)) == EAST
    assert direction((0, 0), (-40, 0)) == WEST


def test_make_maze_digs_a_first_part() -> None:
    m = Maze(speed=0)
    m.reset()
    m.makeMaze()
    assert first_part_is_dug(m)


def test_a_students_own_first_step_stands_on_this_class() -> None:
    chance = random.Random(1)

    class Maze2(Maze):
        def makeMaze(self) -> None:
            around = [place for place, value in self.neighbors() if value == WALL]
            way = direction(self.turtle.position(), chance.choice(around))
            self.dig(way)
            self.dig(way)

    m = Maze2()
    m.reset()
    m.makeMaze()
    assert first_part_is_dug(m)
    assert sum(column.count(EMPTY) for column in m.matrix) == 3


def test_a_students_own_dig_is_the_one_that_makes_the_maze() -> None:
    dug = []

    class Maze2(Maze):
        def dig(self, dir: int) -> tuple[float, float]:  # type: ignore[override]
            dug.append(dir)
            return super().dig(dir)

    m = Maze2(9, speed=0)
    m.makeMaze()
    assert len(dug) == 2 * 24
    assert set(dug) <= {EAST, NORTH, WEST, SOUTH}


def test_the_last_program() -> None:
    m = Maze(speed=0)
    m.makeMaze()
    m.turtle.goto(170, -170)
    m.turtle.color("yellow")
    m.turtle.stamp()
    assert first_part_is_dug(m)
    assert colour(m.screen, (170, -170)) == YELLOW
    assert m.getMatrixValueAt((170, -170)) == EMPTY
    path = m.solve()
    assert path is not None and path[0] == (-190, 190) and path[-1] == (170, -170)
    assert m.getMatrixValueAt((170, -170)) == END
