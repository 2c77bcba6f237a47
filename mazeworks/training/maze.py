"""An environment of gymnasium: find the goal of a maze, a fresh one in each episode."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError
from mazeworks.core.randomness import check_seed, fresh_seed
from mazeworks.kernels.batches.stepping import GOAL, START
from mazeworks.making.request import Size
from mazeworks.scale.mazes import Bytes
from mazeworks.scale.seeds import seeds_of
from mazeworks.training import gymnasium
from mazeworks.training.rendering import MODES, RATE, Screen
from mazeworks.training.task import ACTIONS, LEAD_ON, OUTSIDE, Task, check_render_mode

#: The most mazes that are made in advance.
AHEAD = 32


class MazeEnv(gymnasium.Env[NDArray[Any], Any]):
    """Find the goal of a maze: 0, 1, 2 and 3 go north, south, east and west.

    Episode k after `reset(seed=s)` is maze number k of the seed s, as in `batch(…, seed=s)`; `docs/training.md` says
    what is seen, and what is rewarded.

    >>> env = MazeEnv((6, 4), "prim", view=3)
    >>> seen, info = env.reset(seed=7)
    >>> seen.shape, info["action_mask"].tolist(), env.id
    ((3, 3), [1, 1, 1, 0], 'wall:6x4,with=prim#6654738377353848610')
    """

    metadata = {"render_modes": list(MODES), "render_fps": RATE}

    def __init__(
        self,
        size: Size = (10, 10),
        generator: str = "backtracker",
        view: int = 5,
        observation: str = "view",
        limit: int | None = None,
        render_mode: str | None = None,
        **parameters: Any,
    ) -> None:
        check_render_mode(render_mode, MODES)
        self.task = Task.of(size, generator, view, observation, limit, parameters)
        self.render_mode, self._screen = render_mode, Screen(render_mode)
        self.observation_space = self.task.space()
        self.action_space = gymnasium.spaces.Discrete(4)
        self._seed, self.episode, self._over = -1, -1, True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[Any], Any]:
        """Begin the first episode of a seed, or without one the next episode."""
        if seed is not None or self._seed < 0:
            self._seed, self.episode = fresh_seed() if seed is None else check_seed(seed), -1
            self._first, self._made = 0, self.task.recipe.make(seeds_of(0, 0, 0))
        super().reset(seed=seed)
        self.episode += 1
        self._lay_out()
        self._steps, self._over = 0, False
        self._show()
        return self._observation(), self._info()

    def _lay_out(self) -> None:
        """Take up the maze of the episode; where it is not made yet, make as many as were played, up to AHEAD."""
        row = self.episode - self._first
        if row >= len(self._made.walls):
            self._first, row = self.episode, 0
            self._seeds = seeds_of(self._seed, self.episode, self.episode + min(AHEAD, max(1, self.episode)))
            self._made = self.task.recipe.make(self._seeds)
        width, margin = self.task.recipe.size[0], self.task.margin
        self._row, start, goal = row, int(self._made.starts[row]), int(self._made.goals[row])
        self.x, self.y, self._goal = start % width, start // width, (goal % width, goal // width)
        self._cells: Bytes = np.pad(self._made.walls[row], margin, constant_values=OUTSIDE)
        self._cells[self.y + margin, self.x + margin] |= START
        self._cells[self._goal[1] + margin, self._goal[0] + margin] |= GOAL

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Go one step, or stay where a wall is in the way."""
        if self._over:
            raise MazeError("no episode is being played; reset() begins one")
        if not self.action_space.contains(action):
            raise MazeError(f"an action is 0, 1, 2 or 3: north, south, east or west, not {action!r:.40}")
        wall, across, down = ACTIONS[action]
        if not self._walls & wall:
            self.x, self.y = self.x + across, self.y + down
        self._steps += 1
        reached = (self.x, self.y) == self._goal
        late = self._steps >= self.task.limit and not reached
        self._over = reached or late
        self._show()
        return self._observation(), 1.0 if reached else self.task.price, reached, late, self._info()

    @property
    def _walls(self) -> int:
        """The walls around the agent."""
        return int(self._cells[self.y + self.task.margin, self.x + self.task.margin]) & 15

    def _observation(self) -> NDArray[Any]:
        """What is seen; always a new array."""
        if self.task.observation == "view":
            side = 2 * self.task.margin + 1
            return self._cells[self.y : self.y + side, self.x : self.x + side].copy()
        if self.task.observation == "position":
            return np.array([self.x, self.y, *self._goal], np.int32)
        planes = np.zeros((3, *self._cells.shape), np.uint8)
        planes[0], planes[1, self.y, self.x], planes[2] = self._cells & 15, 1, self._cells // GOAL
        return planes

    def _info(self) -> dict[str, Any]:
        """Which actions lead on."""
        return {"action_mask": LEAD_ON[self._walls].copy()}

    # --- for people

    def _check_begun(self) -> None:
        if self.episode < 0:
            raise MazeError("no episode has begun; reset() begins one")

    @property
    def id(self) -> str:
        """The id of the maze; `mazeworks.from_id` makes it."""
        self._check_begun()
        return self.task.recipe.id(self._seeds[self._row])

    @property
    def maze(self) -> Any:
        """The ordinary maze of the episode."""
        self._check_begun()
        made, row = self._made, self._row
        return self.task.recipe.maze(made.walls[row], made.starts[row], made.goals[row], self._seeds[row])

    def render(self) -> Any:
        """The maze with the agent: a picture, a text, or in a window, as `render_mode` says."""
        return self._screen.show(self.maze, Position(self.x, self.y)) if self.render_mode else None

    def _show(self) -> None:
        """A window is kept up to date without being asked."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()
