"""The perfect-maze project (the third of the documents this project grew from), from its first page to its last.

Each part of it is tried on `mazeworks.perfect` against a reference written here after the document's own code, and its
figure of the tasks on everything that shows them.
"""

import random
import re
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import Direction, MazeError, SolveTimeout, load, perfect, solve
from mazeworks import Maze as LibraryMaze
from mazeworks import Position as LibraryPosition
from mazeworks.core.grid import Grid
from mazeworks.perfect import Constants, Maze, MazeCell, MazeCellArray, Position, Range
from mazeworks.search.task_solution import Replay, TaskSolution
from mazeworks.web.link import unpack
from tests import ROOT

N, S, E, W = Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST
#: The steps of the document's MovePosition: x grows to the east, y to the south.
STEPS = {N: (0, -1), S: (0, 1), E: (1, 0), W: (-1, 0)}
BACK = {N: S, S: N, E: W, W: E}
FLAGS = [Direction(number) for number in range(16)]
FIGURE = ROOT / "examples/wall/tasks.txt"


@pytest.fixture
def small_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures are 4 by 4, smaller than the sizes that the document allows."""
    monkeypatch.setattr(Constants, "MIN_WIDTH", 2)
    monkeypatch.setattr(Constants, "MIN_HEIGHT", 2)


def walls_of(maze: Maze) -> dict[tuple[int, int], Direction]:
    return {(x, y): maze[x, y].walls for y in range(maze.height) for x in range(maze.width)}


# --- Creating a maze: the constraints


@given(st.integers(5, 50), st.integers(5, 50), st.floats(0, 1), st.integers(0, 2**32))
def test_a_created_maze_keeps_every_constraint(width: int, height: int, complexity: float, seed: int) -> None:
    random.seed(seed)
    maze = Maze(width, height)
    maze.create_maze(complexity)
    walls = walls_of(maze)
    assert len(walls) == width * height and all(wall != Direction.ALL for wall in walls.values())
    passages = set()
    for (x, y), standing in walls.items():
        for direction, (dx, dy) in STEPS.items():
            if direction not in standing:
                there = (x + dx, y + dy)
                assert there in walls, "the outer border cannot be crossed"
                assert BACK[direction] not in walls[there], "a wall is down on both sides"
                passages.add(frozenset(((x, y), there)))
    assert len(passages) == width * height - 1  # with the next line: one path between any two cells
    assert reached(walls, (0, 0)) == walls.keys()


def reached(walls: dict[tuple[int, int], Direction], start: tuple[int, int]) -> set[tuple[int, int]]:
    found, waiting = {start}, [start]
    while waiting:
        x, y = waiting.pop()
        for direction, (dx, dy) in STEPS.items():
            there = (x + dx, y + dy)
            if direction not in walls[x, y] and there not in found:
                found.add(there)
                waiting.append(there)
    return found


# --- DirectionEnum, Constants, EnumMethods


def test_directions_are_flags_with_the_documents_values() -> None:
    assert [Direction.NONE, N, S, E, W, Direction.ALL] == [0, 1, 2, 4, 8, 15]
    assert Direction.ALL == N | S | E | W
    test = N | E
    assert E in test and W not in test
    test = test | W
    test &= ~N
    assert test == E | W
    assert Direction.NONE in test  # HasFlag(None) is true of every value


def test_constants() -> None:
    sizes = Constants.MIN_WIDTH, Constants.MAX_WIDTH, Constants.MIN_HEIGHT, Constants.MAX_HEIGHT
    assert sizes == (5, 50, 5, 50) and Constants.CARDINALS == (N, S, E, W)


@pytest.mark.parametrize("direction", FLAGS)
def test_get_opposite(direction: Direction) -> None:
    result = Direction.NONE
    for flag, other in ((E, W), (W, E), (N, S), (S, N)):
        if flag in direction:
            result |= other
    assert direction.opposite == result


# --- Range and Position


def test_a_range_includes_both_ends() -> None:
    values = Range(2, 4)
    assert [values.contains(number) for number in range(1, 6)] == [False, True, True, True, False]
    values.max = 5
    assert values.contains(5) and (values.min, values.max) == (2, 5)


def test_a_position() -> None:
    place = Position(3, 4)
    assert (place.x, place.y, str(place)) == (3, 4, "(3, 4)")
    assert (Position().x, Position().y) == (0, 0)
    assert place == Position(3, 4) and place != Position(4, 3) and place != (3, 4) and place != "(3, 4)"
    assert hash(place) == 3 ^ 4 and {place: "key"}[Position(3, 4)] == "key"
    place.x, place.y = 7, 1
    assert place == Position(7, 1) and hash(place) == 7 ^ 1


@pytest.mark.parametrize("direction", FLAGS)
def test_move_position(direction: Direction) -> None:
    x, y = 3, 4
    if N in direction:
        y -= 1
    if S in direction:
        y += 1
    if E in direction:
        x += 1
    if W in direction:
        x -= 1
    place = Position(3, 4)
    assert place.move(direction) == Position(x, y) and place == Position(3, 4)


def test_random_positions_reach_both_ends_and_repeat_with_a_seed() -> None:
    random.seed(1)
    drawn = [Position.random(Range(2, 5), Range(-1, 0)) for _ in range(400)]
    assert {(place.x, place.y) for place in drawn} == {(x, y) for x in range(2, 6) for y in (-1, 0)}
    random.seed(1)
    assert [Position.random(Range(2, 5), Range(-1, 0)) for _ in range(400)] == drawn
    assert Position.random(Range(3, 3), Range(4, 4)) == Position(3, 4)
    with pytest.raises(MazeError, match="no number lies in a range from 3 to 2"):
        Position.random(Range(3, 2), Range(0, 1))


# --- MazeCell


def test_a_cell() -> None:
    plain, other = MazeCell(), MazeCell(Position(3, 4), N | E)
    assert (plain.position, plain.walls) == (Position(0, 0), Direction.ALL)
    assert (other.position, other.walls) == (Position(3, 4), N | E)
    other.remove_wall(E)
    other.remove_wall(E)  # a wall that is down already
    assert other.walls == N
    other.walls = Direction.ALL
    other.remove_wall(S | W)
    other.position = Position(1, 2)
    assert (other.position, other.walls, str(other)) == (Position(1, 2), N | E, "(1, 2) NE")


def test_a_position_that_is_set_is_copied() -> None:
    place = Position(1, 2)
    cell, maze = MazeCell(place), Maze()
    maze.start_point = maze.end_point = place
    place.x = 9
    assert cell.position == maze.start_point == maze.end_point == Position(1, 2)
    maze.start_point.x = 4
    assert maze.start_point == Position(4, 2) and maze.end_point == Position(1, 2)


def test_what_is_no_range_no_number_and_no_place_is_told_in_a_sentence() -> None:
    with pytest.raises(MazeError, match=r"^5 is not a Range; expected one such as Range\(0, 4\)$"):
        Position.random(5, 5)  # type: ignore[arg-type]
    with pytest.raises(MazeError, match=r"^'a' is not a number; Range\(min=0, max=4\) holds whole numbers$"):
        Range(0, 4).contains("a")  # type: ignore[arg-type]
    for wrong in ("x", (1,), (1, "2"), None, Position("1", 2)):  # type: ignore[arg-type]
        with pytest.raises(MazeError, match="is not a place; expected a Position, or two whole numbers x, y"):
            Maze().start_point = wrong  # type: ignore[assignment]
        with pytest.raises(MazeError, match=r"is not a place"):
            assert wrong in Maze()


def test_a_pair_and_a_position_of_the_library_are_places_too() -> None:
    maze = Maze()
    maze.start_point, maze.end_point = LibraryPosition(1, 2), (3, 4)
    assert (type(maze.start_point), maze.start_point, maze.end_point) == (Position, Position(1, 2), Position(3, 4))
    assert MazeCell((3, 4)).position == Position(3, 4) and maze[LibraryPosition(1, 2)] is maze[1, 2]


# --- MazeCellArray


def test_cells_are_gone_through_row_by_row_and_asked_for_a_place_or_a_cell() -> None:
    maze = Maze(6, 7)
    assert [cell.position for cell in maze.cells] == [Position(x, y) for y in range(7) for x in range(6)]
    assert [*maze] == [*maze.cells]
    inside = Position(5, 6), (5, 6), LibraryPosition(0, 0), maze[3, 3]
    outside = Position(6, 0), (0, 7), (-1, 0), MazeCell()
    assert all(each in maze.cells and each in maze for each in inside)
    assert not any(each in maze.cells or each in maze for each in outside)
    assert maze.cells.contains((1, 1)) and not maze.cells.contains((6, 1))


def test_the_indexers_read_and_write() -> None:
    cells = MazeCellArray(6, 7)
    assert cells[4, 5] is cells[Position(4, 5)] and cells[4, 5].position == Position(4, 5)
    mine = MazeCell(Position(4, 5), N)
    cells[4, 5] = mine
    assert cells[Position(4, 5)] is mine
    cells[Position(0, 6)] = mine  # the array holds what it is given
    mine.remove_wall(N)
    assert cells[0, 6].walls == Direction.NONE
    for place in ((6, 0), (0, 7), (-1, 0), Position(0, -1), (0,), 3, (0, "1"), (True, 0), (1.0, 0)):
        with pytest.raises(MazeError, match=r"lies outside the maze of 6x7 cells|is not a place"):
            cells[place]  # type: ignore[index]
    with pytest.raises(MazeError, match="3 is not a MazeCell"):
        cells[0, 0] = 3  # type: ignore[assignment]


def test_the_sizes_ranges_and_limits() -> None:
    cells = MazeCellArray(6, 9)
    assert (cells.width, cells.height) == (6, 9)
    assert (cells.x_range, cells.y_range) == (Range(0, 5), Range(0, 8))  # not the slip of the document's YRange
    cells.resize(50, 5)
    assert (cells.width, cells.height, cells.x_range, cells.y_range) == (50, 5, Range(0, 49), Range(0, 4))
    for width, height in ((4, 5), (5, 4), (51, 5), (5, 51), (5.0, 5), (True, 5), ("5", 5)):
        with pytest.raises(MazeError, match=r"^the (width|height) is a whole number from 5 to 50, not "):
            MazeCellArray(width, height)  # type: ignore[arg-type]
        with pytest.raises(MazeError):
            Maze(width, height)  # type: ignore[arg-type]


def test_reset_puts_new_cells_at_all_places() -> None:
    cells = MazeCellArray(5, 6)
    before = cells[2, 3]
    before.walls = N
    cells.reset()
    assert cells[2, 3] is not before
    for y in range(6):
        for x in range(5):
            assert (cells[x, y].position, cells[x, y].walls) == (Position(x, y), Direction.ALL)


@pytest.mark.usefixtures("small_sizes")
def test_the_figure_of_neighbours_with_all_walls() -> None:
    cells = MazeCellArray(4, 4)
    cells.remove_cell_wall(Position(0, 2), N)
    cells.remove_cell_wall(Position(2, 2), E)
    found = cells.neighbor_cells_with_all_walls(Position(1, 2))
    assert list(found.items()) == [(N, cells[1, 1]), (S, cells[1, 3])]
    assert list(cells.neighbor_cells_with_all_walls(Position(0, 0))) == [E]  # its southern one lacks a wall


class ReferenceCells:
    """The document's MazeCellArray over a dictionary of walls, after its pseudo code."""

    def __init__(self, width: int, height: int) -> None:
        self.walls = {(x, y): Direction.ALL for y in range(height) for x in range(width)}

    def with_all_walls(self, x: int, y: int) -> dict[Direction, tuple[int, int]]:
        beside = {way: (x + dx, y + dy) for way, (dx, dy) in STEPS.items()}
        return {way: there for way, there in beside.items() if self.walls.get(there) == Direction.ALL}

    def accessible(self, x: int, y: int, exclude: Direction) -> dict[Direction, tuple[int, int]]:
        beside = {way: (x + dx, y + dy) for way, (dx, dy) in STEPS.items() if way != exclude}
        return {way: there for way, there in beside.items() if way not in self.walls[x, y] and there in self.walls}

    def remove(self, x: int, y: int, way: Direction) -> None:
        there = x + STEPS[way][0], y + STEPS[way][1]
        if there in self.walls:
            self.walls[x, y] &= ~way
            self.walls[there] &= ~BACK[way]


@given(
    st.integers(5, 9),
    st.integers(5, 9),
    st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), st.sampled_from([N, S, E, W]), st.booleans())),
)
def test_walls_and_neighbours_are_those_of_the_reference(
    width: int, height: int, removals: list[tuple[int, int, Direction, bool]]
) -> None:
    cells, reference = MazeCellArray(width, height), ReferenceCells(width, height)
    for x, y, way, both in removals:
        x, y = x % width, y % height
        if both:
            cells.remove_cell_wall(Position(x, y), way)
            reference.remove(x, y, way)
        else:
            cells[x, y].remove_wall(way)
            reference.walls[x, y] &= ~way
    for (x, y), walls in reference.walls.items():
        assert cells[x, y].walls == walls
        closed = cells.neighbor_cells_with_all_walls(Position(x, y))
        assert {way: (c.position.x, c.position.y) for way, c in closed.items()} == reference.with_all_walls(x, y)
        for exclude in (Direction.NONE, N, S, E, W):
            able = cells.accessible_neighbor_cells(Position(x, y), exclude)
            expected = reference.accessible(x, y, exclude)
            assert {way: (c.position.x, c.position.y) for way, c in able.items()} == expected


# --- Maze: making


def test_a_maze_before_it_is_created() -> None:
    assert (Maze().width, Maze().height) == (5, 5)
    maze = Maze(12, 7)
    assert (maze.width, maze.height, maze.complexity, maze.solution) == (12, 7, 0.0, [])
    assert maze[3, 4] is maze[Position(3, 4)] is maze.cells[3, 4]
    maze[3, 4] = cell = MazeCell(Position(3, 4), N)
    assert maze.cells[Position(3, 4)] is cell
    with pytest.raises(MazeError, match=r"^Maze not created!$"):
        maze.solve_maze()


def test_resizing_forgets_the_maze() -> None:
    maze = Maze(6, 6)
    maze.create_maze(0.5)
    assert maze.maze_created and maze.solve_maze()
    maze.resize(7, 5)
    assert (maze.width, maze.height) == (7, 5) and set(walls_of(maze).values()) == {Direction.ALL}
    with pytest.raises(MazeError, match=r"^Maze not created!$"):
        maze.solve_maze()


def test_ends_are_distinct_and_anywhere_and_a_seed_repeats_a_maze() -> None:
    seen, maze = set(), Maze(5, 5)
    random.seed(11)
    for _ in range(300):
        maze.create_maze(0.25)
        assert maze.start_point != maze.end_point and maze.complexity == 0.25
        seen |= {("start", str(maze.start_point)), ("end", str(maze.end_point))}
    assert len(seen) == 50  # every cell was a start, and an end
    made = []
    for _ in range(2):
        random.seed(5)
        maze.create_maze(1)
        made.append((walls_of(maze), str(maze.start_point), str(maze.end_point)))
    assert made[0] == made[1]


@pytest.mark.parametrize("complexity", [-0.1, 1.1, float("nan"), "hard", None])
def test_a_complexity_that_is_none(complexity: Any) -> None:
    maze = Maze()
    with pytest.raises(MazeError, match="complexity"):
        maze.create_maze(complexity)
    assert not maze.maze_created and set(walls_of(maze).values()) == {Direction.ALL}


def process_cell(reference: ReferenceCells, place: tuple[int, int], complexity: float, dice: random.Random) -> None:
    """The document's ProcessCell, with a stack instead of recursion."""
    stack = [(place, Direction.NONE, reference.with_all_walls(*place))]
    chosen = [True]
    while stack:
        here, heading, neighbors = stack[-1]
        new_heading = Direction.NONE
        if chosen[-1]:  # steps 3 and 4 come once in a cell
            chosen[-1] = False
            if dice.random() > complexity and heading in neighbors:
                new_heading = heading
        if not neighbors:
            stack.pop()
            chosen.pop()
            continue
        if new_heading == Direction.NONE:
            new_heading = dice.choice(list(neighbors))
        there = neighbors.pop(new_heading)
        if reference.walls[there] == Direction.ALL:
            reference.remove(*here, new_heading)
            stack.append((there, new_heading, reference.with_all_walls(*there)))
            chosen.append(True)


def figures(walls: dict[tuple[int, int], Direction], start: tuple[int, int]) -> tuple[float, float, float]:
    """The shares of cells passed straight, and of dead ends; and the walls around the start."""
    straight = sum(standing in (N | S, E | W) for standing in walls.values())
    ends = sum(len(standing) == 3 for standing in walls.values())
    return straight / len(walls), ends / len(walls), len(walls[start])


@pytest.mark.parametrize("complexity", [0, 0.25, 0.5, 1])
def test_the_carving_is_the_documents(complexity: float) -> None:
    """Over 60 mazes, each mean is within five standard errors of that of the reference, also around the start."""
    random.seed(17)
    dice, ours, theirs, maze = random.Random(23), [], [], Maze(16, 12)
    for _ in range(60):
        maze.create_maze(complexity)
        ours.append(figures(walls_of(maze), (maze.start_point.x, maze.start_point.y)))
        start = dice.randrange(16), dice.randrange(12)
        reference = ReferenceCells(16, 12)
        process_cell(reference, start, complexity, dice)
        theirs.append(figures(reference.walls, start))
    error = np.sqrt((np.var(ours, axis=0) + np.var(theirs, axis=0)) / 60)
    assert (np.abs(np.mean(ours, axis=0) - np.mean(theirs, axis=0)) <= 5 * error).all()


def test_a_complexity_or_one_number_as_size_is_refused_at_once() -> None:
    maze = Maze()
    for wrong in (1.1, -1, "0.5", "x", True, None, float("nan")):
        with pytest.raises(MazeError) as refused:
            maze.complexity = wrong  # type: ignore[assignment]
        assert str(refused.value) == f"complexity is a number from 0 to 1, not {wrong!r}"
        with pytest.raises(MazeError, match=r"^complexity is a number from 0 to 1, not "):
            maze.create_maze(wrong)  # type: ignore[arg-type]
    assert maze.complexity == 0 and not maze.maze_created
    for size in ({"width": 7}, {"height": 7}):
        with pytest.raises(MazeError, match=r"^Maze\(\) takes a width and a height, or neither$"):
            Maze(**size)


def test_another_size_or_maze_forgets_the_solution_and_keeps_the_ends_inside() -> None:
    random.seed(2)
    maze = Maze(9, 8)
    maze.create_maze(0.5)
    assert maze.solve_maze() and maze.solution
    maze.create_maze(0.5)
    assert maze.solution == []
    maze.start_point, maze.end_point = (8, 2), LibraryPosition(1, 7)
    assert maze.solve_maze() and maze.solution
    maze.resize(6, 5)
    assert (maze.solution, maze.start_point, maze.end_point) == ([], Position(5, 2), Position(1, 4))


def test_a_maze_is_printed_as_its_drawing_where_it_has_one() -> None:
    maze = Maze(8, 5)
    maze.create_maze(0.5)
    assert str(maze) == str(maze.as_maze()) and repr(maze) == "<Maze 8x5>"
    maze[0, 0].walls = Direction.NONE  # on this side alone
    assert f"{maze}" == "Maze 8x5"


# --- Maze: solving


def threaded(maze: Maze) -> list[Direction]:
    """The document's SolveMaze, with a real thread for each of its tasks."""
    done, solution, threads = threading.Event(), list[Direction](), list[threading.Thread]()

    def solve_maze_path(cell: MazeCell, heading: Direction, directions: list[Direction]) -> None:
        while not done.is_set():
            assert len(directions) <= maze.width * maze.height
            if heading:
                directions.append(heading)
            if cell.position == maze.end_point:
                solution[:] = directions
                done.set()
                return
            neighbors = maze.cells.accessible_neighbor_cells(cell.position, heading.opposite)
            if len(neighbors) != 1:
                for way, neighbor in neighbors.items():
                    threads.append(threading.Thread(target=solve_maze_path, args=(neighbor, way, list(directions))))
                    threads[-1].start()
                return
            (heading, cell) = next(iter(neighbors.items()))

    solve_maze_path(maze[maze.start_point], Direction.NONE, [])
    assert done.wait(30)
    for thread in threads:
        thread.join()
    return solution


@pytest.mark.parametrize("seed", range(12))
def test_the_solution_is_that_of_the_documents_threads(seed: int) -> None:
    random.seed(seed)
    maze = Maze(5 + 3 * seed, 40 - 3 * seed)
    maze.create_maze(seed / 11)
    assert maze.solve_maze() is True
    assert maze.solution == threaded(maze) and all(isinstance(move, Direction) for move in maze.solution)
    place = maze.start_point
    for move in maze.solution:
        assert move not in maze[place].walls
        place = place.move(move)
    assert place == maze.end_point


def test_ends_that_are_moved_by_hand() -> None:
    random.seed(2)
    maze = Maze(9, 9)
    maze.create_maze(0.5)
    maze.start_point, maze.end_point = Position(0, 0), Position(8, 8)
    assert maze.solve_maze() and maze.solution == threaded(maze)
    maze.end_point = maze.start_point
    assert maze.solve_maze() and maze.solution == []
    maze.end_point = Position(9, 0)
    with pytest.raises(MazeError, match=r"the end \(9, 0\) lies outside"):
        maze.solve_maze()


def test_a_maze_carved_by_hand_with_walls_on_one_side() -> None:
    maze = Maze(5, 5)
    maze.start_point, maze.end_point = Position(0, 0), Position(2, 0)
    maze[0, 0].remove_wall(E)
    maze[1, 0].remove_wall(E)
    maze[1, 0].remove_wall(N)  # through the outer wall, where nothing is
    maze.maze_created = True
    assert maze.solve_maze() and maze.solution == [E, E]
    maze.start_point, maze.end_point = maze.end_point, maze.start_point
    assert not maze.solve_maze() and maze.solution == []  # a way in one direction alone
    maze.cells.reset()
    assert maze.solve_maze() is False and maze.solution == []  # all walls stand
    maze[1, 0].remove_wall(N)
    with pytest.raises(MazeError, match=r"disagree about the wall|the outer wall is open"):
        maze.as_maze()


def test_thirty_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert perfect.SECONDS == 30
    maze = Maze()
    maze.create_maze(0.5)
    monkeypatch.setattr(perfect, "SECONDS", 0.0)
    with pytest.raises(SolveTimeout, match="was not solved within 0 seconds"):
        maze.solve_maze()
    assert issubclass(SolveTimeout, TimeoutError) and issubclass(SolveTimeout, MazeError)


def test_the_rest_of_the_library_takes_it() -> None:
    random.seed(4)
    maze = Maze(7, 6)
    maze.create_maze(0.75)
    other = maze.as_maze()
    assert isinstance(other, LibraryMaze) and other.is_perfect() and other.complexity == 0.75
    assert list(other.solve("breadth_first").moves) == (maze.solution if maze.solve_maze() else None)
    for (x, y), walls in walls_of(maze).items():
        assert other[x, y].walls == walls


# --- the tasks take turns; `tests/solvers/test_turns.py` compares them with a reference


def figure() -> LibraryMaze:
    """The maze of the document's figure, passage by passage from its text."""
    maze = LibraryMaze.closed(4, 4)
    for place, ways in (
        *(((1, 2), N | S | E), ((1, 3), W)),  # T1; T2 to the west; T3
        *(((2, 2), E), ((3, 2), N | S)),  # T3 to the junction of T4 and T5
        *(((3, 3), W), ((3, 1), N | W)),  # T4 to its dead end; T5 to the junction of T6 and T7
        *(((2, 1), N), ((2, 0), W), ((1, 0), W)),  # T7 to E
        *(((0, 0), S), ((0, 1), S)),  # never touched
    ):
        for way in (way for way in STEPS if way in ways):
            maze.remove_wall(place, way)
    maze.start, maze.goal = (1, 2), (0, 0)
    return maze


def traced(maze: LibraryMaze) -> TaskSolution:
    solution = solve(maze, "tasks", trace=True)
    assert isinstance(solution, TaskSolution)
    return solution


def test_the_link_on_the_page_opens_the_figure() -> None:
    page = (ROOT / "docs/from-perfect.md").read_text(encoding="utf-8")
    (link,) = re.findall(r"\?puzzle=([\w-]+)", page)
    assert unpack(link) == figure()


def test_the_example_is_the_figure() -> None:
    assert load(FIGURE) == figure() and figure().is_perfect()


def test_the_tasks_of_the_figure_grow_together(each_speed: str) -> None:
    solution = traced(figure())
    assert solution.walked_by is not None and solution.lives is not None
    # The picture's labels, but for T4 and T5, which start in the order of Cardinals; 0 for S and what is never touched.
    assert (solution.walked_by + 1).tolist() == [[7, 7, 7, 6], [0, 1, 7, 4], [0, 0, 3, 3], [2, 2, 5, 5]]
    assert list(solution.moves) == [E, E, N, W, N, W, W]
    replay, live = Replay(solution), []
    for step in range(len(solution.trace or ())):
        replay.go(step)
        live.append({task + 1 for task in replay.live().tolist()})
    assert live[0] == {1, 2, 3} and {4, 5} in live and {5, 6, 7} in live  # each junction's tasks at once
    assert live[-1] == set() and solution.stopped() == []
    assert [str(place) for place in solution.untouched()] == ["(0, 1)", "(0, 2)"]


def test_the_library_refuses_no_size_of_the_document() -> None:
    for size in ((5, 5), (5, 50), (50, 5), (50, 50)):
        maze = Maze(*size)
        maze.create_maze(0.5)
        assert maze.solve_maze()
        assert isinstance(maze.as_maze().structure, Grid)


SHOWN: list[Callable[[], object]] = [Maze, MazeCell, lambda: MazeCellArray(5, 5), Position, lambda: Range(0, 1)]


@pytest.mark.parametrize("make", SHOWN)
def test_everything_has_a_text(make: Callable[[], object]) -> None:
    assert repr(make())
