"""Environments to train in. Importing this gives gymnasium their names, and loads nothing else."""

from mazeworks.core.errors import MazeError

try:
    import gymnasium as gymnasium  # for the environments, which take it from here, so that this says what to install
except ImportError:
    raise MazeError('training needs gymnasium; install it with: pip install "mazeworks[rl]"') from None

#: Where the environment of each name is, and the one that steps many of them at once, if there is one.
ENVIRONMENTS = {
    "mazeworks/Maze-v0": ("mazeworks.training.maze:MazeEnv", "mazeworks.training.vector:MazeVectorEnv"),
    "mazeworks/Puzzle-v0": ("mazeworks.training.puzzle:PuzzleEnv", None),
}

for name, (one, many) in ENVIRONMENTS.items():
    gymnasium.register(name, one, vector_entry_point=many)
