"""Many games at once, each in a maze of its own: arrays that kernels step, and mazes made in advance."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.memory import afford
from mazeworks.kernels.batches import stepping
from mazeworks.scale.mazes import Bytes
from mazeworks.scale.seeds import Seeds, seeds_at
from mazeworks.training.task import LEAD_ON, OUTSIDE, Task

#: The fewest and the most mazes that each game has at hand, the one it is in included, and the bytes for all of them
#: above which there are fewer.
FEWEST, MOST, ROOM = 2, 16, 1 << 26
#: Bytes for each game beside its mazes and what it sees.
GAME_BYTES = 128


class Games:
    """Games of one task, each with a seed; episode k of a game is maze number k of its seed.

    The mazes of coming episodes are made in bulk, for all games together, when one of them has none left.
    """

    def __init__(self, task: Task, count: int) -> None:
        self.task, self.count = task, count
        (width, height), margin = task.recipe.size, task.margin
        area, stride = width * height, width + 2 * margin
        size, space = stride * (height + 2 * margin), task.space()
        self.ahead = min(max(FEWEST, ROOM // (count * area)), MOST)
        seen = int(np.prod(space.shape)) * space.dtype.itemsize
        afford(count * (size + self.ahead * area + 2 * seen + GAME_BYTES), f"{count} games of {width}x{height} cells")
        self.facts = np.array([width, height, stride, margin, size, self.ahead, task.limit], np.int64)
        self.cells = np.full(count * size, OUTSIDE, np.uint8)
        self.seeds: Seeds = np.zeros(count, np.uint64)
        #: The place of each agent, its steps, its episode, and the first episode whose maze is not ready.
        self.places, self.ages, self.episodes, self.ready, self.shown = np.zeros((5, count), np.int64)
        self.episodes -= 1
        #: The games whose next step begins an episode; some may wait for a maze that is not ready.
        self.waiting, self.missing = np.ones(count, np.uint8), count
        self.walls = np.empty(count * self.ahead * area, np.uint8)
        self.starts, self.goals = np.empty((2, count * self.ahead), np.int32)
        self.rewards = np.zeros(count)
        self.terminated, self.truncated = np.zeros((2, count), np.bool_)
        self.seen: NDArray[Any] = np.zeros((count, *space.shape), space.dtype)

    def sow(self, chosen: NDArray[np.intp], seeds: Seeds) -> None:
        """Give some games new seeds, whose first episode comes next."""
        self.seeds[chosen] = seeds
        self.episodes[chosen], self.ready[chosen] = -1, 0

    def begin(self, chosen: NDArray[np.intp]) -> None:
        """Begin the next episode of some games."""
        if (self.episodes[chosen] + 1 >= self.ready[chosen]).any():
            self._make_ready()
        self.missing = stepping.begin(*self._mazes, chosen, self.waiting)
        self.look()

    def step(self, actions: NDArray[np.int64]) -> bool:
        """One step of every game; False, and nothing is done, if an action is wrong."""
        if self.missing:
            self._make_ready()
        # Views are made each time: a copy of the games would have arrays apart from them.
        ends = self.terminated.view(np.uint8), self.truncated.view(np.uint8)
        missing = stepping.step(*self._mazes, actions, self.waiting, self.task.price, self.rewards, *ends)
        if missing < 0:
            return False
        self.missing = missing
        self.look()
        return True

    def look(self) -> None:
        """Bring what is seen up to date."""
        seen = self.seen.reshape(-1)
        if self.task.observation == "view":
            stepping.views(self.cells, self.facts, self.places, seen)
        elif self.task.observation == "grid":
            stepping.planes(self.cells, self.facts, self.places, self.ages, self.shown, seen)
        else:
            stepping.positions(self.facts, self.places, self.episodes, self.goals, seen)

    @property
    def _mazes(self) -> tuple[NDArray[Any], ...]:
        """The arrays with which every kernel that moves agents begins."""
        state = self.cells, self.facts, self.places, self.ages, self.episodes, self.ready
        return *state, self.walls, self.starts, self.goals

    def _make_ready(self) -> None:
        """Make the mazes of the coming episodes of all games, in one go; at first few, since a game may be short."""
        current = np.maximum(self.episodes, 0)
        coming = current + np.minimum(current + FEWEST, self.ahead)
        counts = coming - self.ready
        games = np.repeat(np.arange(self.count), counts)
        before = np.repeat(np.cumsum(counts) - counts, counts)
        numbers = self.ready[games] + np.arange(len(games)) - before
        made = self.task.recipe.make(seeds_at(self.seeds[games], numbers.astype(np.uint64)))
        slots = games * self.ahead + numbers % self.ahead
        self.walls.reshape(self.count * self.ahead, -1)[slots] = made.walls.reshape(len(games), -1)
        self.starts[slots], self.goals[slots] = self._places(made.starts), self._places(made.goals)
        self.ready, self.missing = coming, 0

    def _places(self, cells: NDArray[np.int32]) -> NDArray[np.int32]:
        """Places in a box of cells in a maze."""
        width, margin = self.task.recipe.size[0], self.task.margin
        stride = width + 2 * margin
        return (cells // width + margin) * stride + cells % width + margin

    def _cells(self, places: NDArray[Any]) -> NDArray[Any]:
        """The same back."""
        width, margin = self.task.recipe.size[0], self.task.margin
        rows, columns = np.divmod(places, width + 2 * margin)
        return (rows - margin) * width + columns - margin

    # --- for people, and for what is asked now and then

    def leading_on(self) -> NDArray[np.int8]:
        """Which of the four actions lead on from where each agent is: `int8[game, action]`."""
        here = self.cells[np.arange(self.count) * self.facts[stepping.SIZE] + self.places]
        leading: NDArray[np.int8] = LEAD_ON[here & 15]
        return leading

    def seed(self, game: int) -> int:
        """The seed of the maze that a game is in."""
        numbers = self.episodes[game : game + 1].astype(np.uint64)
        return int(seeds_at(self.seeds[game : game + 1], numbers)[0])

    def maze(self, game: int) -> Any:
        """The ordinary maze that a game is in."""
        slot, (width, height) = game * self.ahead + self.episodes[game] % self.ahead, self.task.recipe.size
        walls: Bytes = self.walls.reshape(-1, height, width)[slot]
        start, goal = self._cells(np.array([self.starts[slot], self.goals[slot]])).tolist()
        return self.task.recipe.maze(walls, start, goal, self.seed(game))

    def position(self, game: int) -> tuple[int, int]:
        """Where an agent is: x, y."""
        y, x = divmod(int(self._cells(self.places[game])), self.task.recipe.size[0])
        return x, y
