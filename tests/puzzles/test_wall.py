"""Wall mazes as objects: cells, walls, ends, and what perfect means; the third seed's model."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import Direction, Maze, MazeError, NoSolution, Position, Random, TooLarge, make, solve
from mazeworks.core.directions import CARDINALS
from mazeworks.core.facets import codec_of
from mazeworks.core.registry import layouts
from tests.oracle import graph_of
from tests.samples import loopy

N, S, E, W = CARDINALS


def test_directions_turn_and_combine() -> None:
    assert [d.opposite for d in CARDINALS] == [S, N, W, E]
    assert (N | E).opposite == S | W
    assert Direction.ALL.opposite == Direction.ALL and Direction.NONE.opposite == Direction.NONE
    assert [d.left for d in (N, W, S, E)] == [W, S, E, N]
    assert all(d.left.right == d and d.left.left == d.opposite for d in CARDINALS)
    assert [d.delta for d in CARDINALS] == [(0, -1), (0, 1), (1, 0), (-1, 0)]
    assert (S | E).letters == "SE" and Direction.parse(" nw") == N | W
    with pytest.raises(MazeError, match="'NS' is not a direction"):
        Direction.parse("NS")


def test_positions() -> None:
    place = Position(3, 4)
    assert str(place) == "(3, 4)" and place == (3, 4) and place in {Position(3, 4)}
    assert place.move(N) == (3, 3) and place.move(S | E, 2) == (5, 6)
    assert Position(1, 2) < Position(1, 3) < Position(2, 0)
    random = Random(5)
    drawn = Counter(Position.random(3, 2, random) for _ in range(600))
    assert len(drawn) == 6 and min(drawn.values()) > 60


def test_the_seeds_neighbours_with_all_walls() -> None:
    """Four by four; of the neighbours of A = (1, 2) the western has no North wall and the eastern no East wall."""
    maze = Maze.closed(4, 4)
    maze.remove_wall((0, 2), N)
    maze.remove_wall((2, 2), E)
    around = maze.neighbours_with_all_walls((1, 2))
    assert {d: cell.position for d, cell in around.items()} == {N: (1, 1), S: (1, 3)}
    assert set(maze.neighbours_with_all_walls((3, 0))) == {S, W}


def test_cells_are_views_and_walls_come_down_on_both_sides() -> None:
    maze = Maze.closed(3, 2)
    cell = maze[1, 0]
    assert cell.walls == Direction.ALL and repr(cell) == "<Cell (1, 0) walls NSEW>"
    cell.remove_wall(E)
    assert not cell.walls & E and not maze[2, 0].walls & W
    assert cell.passages == E
    assert maze[Position(1, 0)] == cell and hash(cell) == hash(maze[1, 0])
    maze.remove_wall((1, 0), N)  # an outer wall stays
    assert cell.walls & N
    assert {d: c.position for d, c in maze.accessible_neighbours((2, 0)).items()} == {W: (1, 0)}
    assert maze.accessible_neighbours((2, 0), exclude=W) == {}
    maze.reset()
    assert cell.walls == Direction.ALL
    maze.resize(5, 4)
    assert (maze.width, maze.height, len(maze), len(list(maze))) == (5, 4, 20, 20)


def test_walls_are_a_view_for_numpy() -> None:
    maze = Maze.create(7, 5, seed=1)
    assert maze.walls.shape == (5, 7) and maze.walls.dtype == np.uint8
    assert np.shares_memory(maze.walls, maze.grid.cells)
    assert Direction(int(maze.walls[3, 2])) == maze[2, 3].walls


def test_directions_left_out_are_flags() -> None:
    maze = Maze.closed(3, 3)
    maze.remove_wall((1, 1), Direction.ALL)
    assert list(maze.accessible_neighbours((1, 1))) == [N, S, E, W]
    assert list(maze.accessible_neighbours((1, 1), N)) == [S, E, W]
    assert list(maze.accessible_neighbours((1, 1), N | S)) == list(maze.accessible_neighbours((1, 1), 3)) == [E, W]  # type: ignore[arg-type]


@pytest.mark.parametrize("parameters", [{"layout": "hexagon"}, {"mask_text": "O"}])
def test_directions_are_left_out_and_walls_removed_on_every_structure(parameters: dict[str, Any]) -> None:
    maze: Any = make("wall", (8, 8), seed=1, **parameters)
    place = max(maze.cells, key=lambda place: len(list(maze.moves(place))))
    ways = dict(maze.moves(place))
    assert list(maze.accessible_neighbours(place)) == list(ways)
    assert maze.accessible_neighbours(place, maze.directions) == {}
    assert list(maze.accessible_neighbours(place, next(iter(ways)))) == list(ways)[1:]
    with pytest.raises(MazeError, match=r"'X' is not a move in a .* maze; there are N, "):
        maze.accessible_neighbours(place, "X")
    maze.remove_wall(place, maze.directions)
    assert dict(maze.moves(place)) == maze.neighbours(place)


@pytest.mark.parametrize("parameters", [{}, {"mask_text": "O"}, *({"layout": name} for name in layouts)], ids=str)
def test_walls_have_a_bit_for_each_direction_on_every_layout(parameters: dict[str, Any]) -> None:
    maze: Any = make("wall", (8, 8), "growing_tree", seed=1, **parameters)
    flags = {move: 1 << bit for bit, move in enumerate(maze.directions)}
    names = [move if isinstance(move, str) else move.letters for move in maze.directions]
    assert names[:4] == list("NSEW") or set("NSEW") - set(names)
    for place in maze.cells:
        walls = int(maze.walls[tuple(place[::-1])])
        assert [move for move in maze.directions if move in maze.neighbours(place) and not walls & flags[move]] == [
            move for move in maze.directions if move in dict(maze.moves(place))
        ]
    assert maze.walls.size - np.count_nonzero(maze.walls == sum(flags.values())) <= len(maze)


def test_moves_are_given_by_name_or_as_flags_on_a_rectangle() -> None:
    maze = Maze.closed(3, 3)
    maze.remove_wall((1, 1), "E")
    maze.remove_wall((1, 1), ["N", S])
    assert list(maze.accessible_neighbours((1, 1))) == [N, S, E]
    assert list(maze.accessible_neighbours((1, 1), {"N", "E"})) == [S]


def test_only_a_rectangle_is_resized() -> None:
    maze: Any = make("wall", (5, 5), seed=1, layout="hexagon")
    with pytest.raises(MazeError, match="a hexagon maze cannot be resized"):
        maze.resize(4, 4)


def test_flags_of_directions_serve_squares_in_an_outline() -> None:
    maze: Any = make("wall", (8, 8), seed=1, mask_text="O")
    place = next(place for place in maze.cells if {"E", "S"} <= set(maze.neighbours(place)))
    maze.remove_wall(place, E | S)
    assert {"E", "S"} <= set(maze.accessible_neighbours(place))
    assert not {"E", "S"} & set(maze.accessible_neighbours(place, E | S))


def test_what_is_not_a_direction_chance_grid_or_complexity_is_refused() -> None:
    maze: Any = Maze.create(4, 3, seed=1)
    for wrong in ("X", "", ["N", "X"], 16, -1, 1.0, True):
        for doing in (maze.remove_wall, maze.accessible_neighbours):
            with pytest.raises(MazeError, match=r"is not a direction; expected (flags such as |one of N, E, W, S, )"):
                doing((1, 1), wrong)
        with pytest.raises(MazeError, match="is not a direction"):
            Position(1, 1).move(wrong)
    assert Position(1, 1).move(np.int64(1)) == (1, 0)  # type: ignore[arg-type]
    with pytest.raises(MazeError, match="expected a Random, "):
        Position.random(5, 5, 1)  # type: ignore[arg-type]
    with pytest.raises(MazeError, match=r"Maze\(\) takes a Grid or Passages, not 5; "):
        Maze(5, 5)  # type: ignore[arg-type]
    for value in (5, -0.1, float("nan"), "0.5", True):
        with pytest.raises(MazeError, match="complexity is a number from 0 to 1, not"):
            maze.complexity = value
    maze.complexity = 1
    assert maze.complexity == 1


def test_ends() -> None:
    assert Maze.create(6, 4, ends="corners", seed=1).start == (0, 0)
    assert Maze.create(6, 4, ends="corners", seed=1).goal == (5, 3)
    given_ends = Maze.create(6, 4, ends=((1, 2), (3, 0)), seed=1)
    assert (given_ends.start, given_ends.goal) == ((1, 2), (3, 0))
    assert given_ends.id == "wall:6x4,ends=1/2-3/0#1"
    for seed in range(30):
        maze = Maze.create(2, 2, seed=seed)
        assert maze.start != maze.goal
    with pytest.raises(MazeError, match="they have to differ"):
        Maze.create(6, 4, ends=((1, 2), (1, 2)))
    with pytest.raises(MazeError, match="lies outside the grid of 6x4"):
        Maze.create(6, 4, ends=((1, 2), (6, 0)))
    maze = Maze.create(6, 4, seed=1)
    maze.start, maze.goal = maze.goal, maze.start
    assert maze.id is None
    maze.goal = maze.start
    with pytest.raises(MazeError, match="they have to differ"):
        maze.solve()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"width": 1}, "width is at least 2, not 1"),
        ({"height": 0}, "height is at least 2, not 0"),
        ({"width": -3}, "width is at least 2, not -3"),
        ({"width": 2.5}, "width is a whole number, not 2.5"),
        ({"height": "4"}, "height is a whole number, not '4'"),
        ({"complexity": 1.5}, "complexity is a number from 0 to 1, not '1.5'"),
        ({"complexity": float("nan")}, "complexity is a number from 0 to 1"),
        ({"complexity": "x"}, "complexity is a number"),
        ({"ends": "cornres"}, "did you mean corners"),
        ({"ends": 5}, "ends are a word, or a start and a goal"),
        ({"seed": -1}, "a seed lies between"),
        ({"seed": 1.5}, "a seed is a whole number"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(MazeError) as caught:
        Maze.create(**({"width": 5, "height": 5} | arguments))
    assert sentence in str(caught.value)


def test_too_large_says_how_much_it_would_take() -> None:
    with pytest.raises(TooLarge, match=r"take 1 TB of memory, and .* are free"):
        Maze.create(10**6, 10**6)


def test_equality_and_repr() -> None:
    maze = Maze.create(4, 3, seed=9)
    assert maze == Maze.create(4, 3, seed=9) and maze != Maze.create(4, 3, seed=10) and maze != "maze"
    assert repr(maze) == f"<Maze 4x3 from {maze.start} to {maze.goal} wall:4x3#9>"
    assert maze.id == "wall:4x3#9"
    maze.remove_wall((0, 0), E)
    assert maze.id is None


def mean_hall(complexity: float) -> float:
    """The mean number of cells in a straight hall."""
    lengths = []
    for seed in range(3):
        walls = Maze.create(60, 60, complexity, seed=seed).walls
        for lines, bit in ((walls, 4), (walls.T, 2)):
            for line in lines:
                run = 1
                for cell in line:
                    if cell & bit:
                        lengths += [run] if run > 1 else []
                        run = 1
                    else:
                        run += 1
    return sum(lengths) / len(lengths)


def test_complexity_shortens_the_halls() -> None:
    halls = [mean_hall(complexity) for complexity in (0, 0.25, 0.5, 0.75, 1)]
    assert halls == sorted(halls, reverse=True)
    assert halls[0] > 2 * halls[-1]


# --- what perfect promises


def test_perfect_says_where_it_does_not_hold() -> None:
    closed = Maze.closed(3, 3)
    faults = list(closed.faults())
    assert "the cell (0, 0) has four walls" in faults
    assert "the cell (1, 0) cannot be reached from (0, 0)" in faults
    loop = Maze.create(3, 3, seed=1)
    for direction in CARDINALS:
        loop.remove_wall((1, 1), direction)
    assert any("a loop goes through" in fault for fault in loop.faults())
    broken = Maze.create(3, 3, seed=1)
    broken.walls[0, 1] &= 15 - N
    assert list(broken.faults()) == ["the outer wall is open on the N side of (1, 0)"]
    crooked = Maze.create(3, 3, seed=1)
    crooked.walls[1, 1] ^= E
    assert any("(1, 1) and (2, 1) disagree about the wall between them" in fault for fault in crooked.faults())
    assert not broken.is_perfect() and not crooked.is_perfect() and not loop.is_perfect()


def test_a_maze_in_pieces_has_no_loop_for_that() -> None:
    maze = Maze.closed(4, 4)
    maze.remove_wall((2, 2), E)
    assert not any("loop" in fault for fault in maze.faults())
    assert "the cell (1, 0) cannot be reached from (0, 0)" in list(maze.faults())


@given(st.integers(3, 9), st.integers(3, 9), st.integers(0, 2**40), st.integers(1, 6))
def test_the_loop_that_is_reported_is_one(width: int, height: int, seed: int, holes: int) -> None:
    import networkx as nx

    maze = loopy(width, height, seed, holes)
    graph = graph_of(maze).to_undirected()
    graph.remove_node("goal")
    bridges = set(nx.bridges(graph))
    reported = [fault for fault in maze.faults() if "loop" in fault]
    assert bool(reported) == (len(bridges) < graph.number_of_edges())
    for fault in reported:
        x, y = map(int, fault.rpartition("(")[2].rstrip(")").split(", "))
        assert any({(x, y), other} not in map(set, bridges) for other in graph[Position(x, y)])


def test_walls_of_several_directions_come_down_together() -> None:
    maze = Maze.closed(4, 4)
    maze.remove_wall((0, 0), Direction.ALL)
    assert maze[0, 0].walls == N | W and list(maze.grid.broken_walls()) == []
    maze.remove_wall((1, 1), N | E)
    assert maze[1, 0].walls & S == 0 and list(maze.grid.broken_walls()) == []
    for bad in (16, -1, "X", None):
        with pytest.raises(MazeError, match="is not a direction"):
            maze.remove_wall((1, 1), bad)  # type: ignore[arg-type]


def test_numbers_of_other_sorts() -> None:
    assert Maze.create(np.int64(5), np.uint8(4), seed=1) == Maze.create(5, 4, seed=1)  # type: ignore[arg-type]
    assert Maze.closed(np.uint8(255), np.uint8(255)).width == 255  # type: ignore[arg-type]
    maze = Maze.create(5, 4, seed=1)
    cell = maze[4, 3]
    for bad in (3, None, "ab", (1,), (1, 2, 3), (0.5, 1)):
        with pytest.raises(MazeError, match="not a pair of whole numbers"):
            maze[bad]  # type: ignore[index]
    maze.resize(2, 2)
    with pytest.raises(MazeError, match="lies outside"):
        _ = cell.walls
    with pytest.raises(MazeError, match="a bound is at least 1"):
        Position.random(0, 0, Random(1))
    with pytest.raises(MazeError, match="complexity is a number"):
        Maze.create(5, 5, complexity=10**400)
    with pytest.raises(MazeError, match="no solver is called"):
        solve(maze, None)  # type: ignore[arg-type]


def test_nothing_leaves_through_a_broken_outer_wall(each_speed: str) -> None:
    for direction, x, y in ((N, 1, 0), (S, 1, 2), (E, 2, 1), (W, 0, 1)):
        maze = Maze.create(3, 3, ends="corners", seed=1)
        maze.walls[y, x] &= 15 - direction
        for name in ("auto", "breadth_first", "depth_first", "a_star", "left_hand", "right_hand", "tasks"):
            assert solve(maze, name) is not None, (name, direction)


@given(st.integers(2, 10), st.integers(2, 10), st.floats(0, 1), st.integers(0, 2**40))
def test_every_created_maze_is_perfect(width: int, height: int, complexity: float, seed: int) -> None:
    maze = Maze.create(width, height, complexity, seed=seed)
    assert maze.is_perfect() and list(maze.faults()) == []
    assert all(cell.walls != Direction.ALL for cell in maze)
    assert maze.complexity == complexity


@given(st.integers(2, 8), st.integers(2, 8), st.integers(0, 2**40), st.integers(0, 8))
def test_perfect_agrees_with_networkx(width: int, height: int, seed: int, holes: int) -> None:
    import networkx as nx

    maze = loopy(width, height, seed, holes)
    tree = graph_of(maze).to_undirected()
    tree.remove_node("goal")
    assert maze.is_perfect() == nx.is_tree(tree)


def test_solving_as_a_method_raises() -> None:
    maze = Maze.closed(4, 4)
    with pytest.raises(MazeError, match="no passage at all"):
        maze.solve()
    maze.remove_wall((0, 0), E)
    with pytest.raises(NoSolution, match=r"the goal \(3, 3\) cannot be reached from the start \(0, 0\)"):
        maze.solve()
    with pytest.raises(MazeError, match="lies outside"):
        maze[4, 0]
    created = Maze.create(9, 9, seed=4)
    assert created.solve().moves == created.solve("breadth_first").moves


def test_made_mazes_are_as_likely_as_the_rule_says() -> None:
    """On 2x2 the four mazes, each lacking one passage, come up equally often."""
    shapes = Counter(codec_of(make("wall", (2, 2), seed=seed)).to_data()["walls"].__repr__() for seed in range(2000))
    assert len(shapes) == 4 and min(shapes.values()) > 420
