"""Alice mazes on the compact representation: against the search state by state, on large boards, and within memory."""

import random
import time
from typing import Any

import pytest

from mazeworks import Direction, LimitReached, MazeError, explore, read_text, replay, save, solve, speed
from mazeworks.core.memory import Budget
from mazeworks.drawing.board import board_of
from mazeworks.puzzles.alice import COMPASS, AliceMaze, Square
from mazeworks.rating.measures import measures_of
from mazeworks.search.shortest_paths import count_shortest
from mazeworks.solvers.breadth_first import lazily
from tests.test_prices import assert_priced


def made_up(width: int, height: int, seed: int, most: int = 3) -> AliceMaze:
    """A random board with one goal."""
    chance = random.Random(seed)
    colours = ["black", "red", "yellow", "blank"]
    rows = []
    for _ in range(height):
        drawn = [chance.choices(colours, (5, 5, 5, 1))[0] for _ in range(width)]
        arrows = [tuple(chance.sample(COMPASS, chance.randint(1, most))) for _ in range(width)]
        rows.append([Square(c, () if c == "blank" else a) for c, a in zip(drawn, arrows, strict=True)])
    places = [(chance.randrange(width), chance.randrange(height)) for _ in range(2)]
    for x, y in places:
        rows[y][x] = Square("black", tuple(COMPASS[:most]))
    return AliceMaze(rows, places[0], places[1:])


@pytest.mark.parametrize("seed", range(40))
def test_it_finds_what_the_search_state_by_state_finds(seed: int, each_speed: str) -> None:
    maze = made_up(2 + seed % 9, 1 + seed * 3 % 8, seed, 1 + seed % 8)
    ours, plain = solve(maze, "breadth_first", trace=True), lazily(maze, None, True)
    counted = measures_of(maze).shortest_routes()
    if plain is None:
        assert ours is None and counted is None
        return
    assert ours is not None
    assert (ours.states, ours.moves, ours.explored) == (plain.states, plain.moves, plain.explored)
    assert list(ours.trace or ()) == list(plain.trace or ())
    assert counted == (len(plain), count_shortest(explore(maze)))


def test_every_seed_is_not_the_same_case() -> None:
    lengths = [solve(made_up(2 + seed % 9, 1 + seed * 3 % 8, seed, 1 + seed % 8)) for seed in range(40)]
    assert sum(each is None for each in lengths) >= 3
    assert max(len(each) for each in lengths if each is not None) >= 5


def test_a_limit_ends_it_after_as_many_states() -> None:
    maze = made_up(9, 8, 2, 8)
    solution = solve(maze)
    assert solution is not None and len(solve(maze, limit=solution.explored) or ()) == len(solution)
    with pytest.raises(LimitReached, match=f"among the first {solution.explored - 1} states explored"):
        solve(maze, limit=solution.explored - 1)


def red_row(leaps: int) -> AliceMaze:
    """A row of red squares that lead east; after n leaps the traveller has come n(n + 1)/2 squares far."""
    square = Square("red", (Direction.EAST,))
    long = leaps * (leaps + 1) // 2
    return AliceMaze([[square] * (long + 1)], (0, 0), [(long, 0)])


def test_d_grows_as_far_as_the_board_allows() -> None:
    with speed("compiled"):
        solution = solve(red_row(200))
    assert solution is not None
    assert [tuple(state) for state in solution.states] == [(n * (n + 1) // 2, 0, n + 1) for n in range(201)]
    assert measures_of(red_row(5)).shortest_routes() == (5, 1)


def test_ways_are_counted_exactly_where_there_are_astronomically_many() -> None:
    square = Square("black", (Direction.EAST, Direction.SOUTH))
    maze = AliceMaze([[square] * 41] * 41, (0, 0), [(40, 40)])
    assert measures_of(maze).shortest_routes() == (80, 107507208733336176461620)  # 80 over 40


@pytest.mark.parametrize("width, height", [(300, 300), (2, 5000), (5000, 2)])
def test_large_boards(width: int, height: int) -> None:
    square, last = Square("black", tuple(COMPASS)), (width - 1, height - 1)
    with speed("compiled"):
        maze = AliceMaze([[square] * width] * height, (0, 0), [last])
        solution = solve(maze)
    assert solution is not None and len(solution) == max(last)
    assert maze.is_goal(replay(maze, solution.moves))


def test_a_large_board_is_solved_fast_and_shortest() -> None:
    maze = made_up(120, 120, 13)
    with speed("compiled"):
        ours, ours_took = timed(lambda: solve(maze))
        plain, plain_took = timed(lambda: lazily(maze, None, False))
    assert ours.explored == plain.explored > 5_000 and ours.states == plain.states
    assert ours_took < plain_took / 2, (ours_took, plain_took)


def timed(work: Any) -> tuple[Any, float]:
    work()
    before = time.process_time()
    return work(), time.process_time() - before


def test_memory_is_the_limit_and_the_error_says_how_much() -> None:
    maze = made_up(250, 250, 4)
    with (
        Budget(memory=4_000_000).begin(),
        pytest.raises(MazeError, match=r"searches of 250x250 squares take \d.* MB of memory"),
    ):
        solve(maze)
    with Budget(memory=10_000).begin(), pytest.raises(MazeError, match=r"lines of an Alice maze take \d.* kB of mem"):
        read_text("40\n(0, 0)\n" + "red; E; true\n" * 1600)
    with Budget(memory=10_000).begin(), pytest.raises(MazeError, match="40x40 cells take"):
        AliceMaze([[Square("black")] * 40] * 40, (0, 0), [(1, 1)])


def text_of(maze: AliceMaze, tmp_path: Any) -> str:
    save(maze, tmp_path / "maze.alice")
    return str((tmp_path / "maze.alice").read_text())


def test_all_work_on_large_boards_names_its_price(tmp_path: Any) -> None:
    large, maze = made_up(100, 100, 15), made_up(32, 32, 1)
    text = text_of(large, tmp_path)
    assert_priced(lambda: solve(large, trace=True))
    assert_priced(lambda: read_text(text))
    assert_priced(lambda: board_of(maze).scene(solve(maze)))
    assert_priced(lambda: board_of(maze).sketch(solve(maze)))
    assert_priced(lambda: save(maze, tmp_path / "maze.svg", solve(maze)))
