"""Wall mazes: made, checked, solved."""

from mazeworks import Maze, solve


def test_a_created_maze_is_perfect_and_solved() -> None:
    maze = Maze.create(9, 7, seed=1)
    assert maze.is_perfect()
    assert solve(maze) is not None
