"""What an agent is trained on: mazes of one recipe, what it sees of them, and how long it has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from mazeworks.core.directions import CARDINALS
from mazeworks.core.errors import MazeError, UnknownName
from mazeworks.core.grid import check_size
from mazeworks.core.parameters import plain_number
from mazeworks.kernels.batches.stepping import GOAL, START
from mazeworks.making.request import Size
from mazeworks.scale.mazes import Recipe
from mazeworks.training import gymnasium

#: What an agent may see.
OBSERVATIONS = ("view", "grid", "position")
#: The actions: the wall that is in the way, and how x and y change. For each cell by its walls, which lead on.
ACTIONS = [(int(way), *way.delta) for way in CARDINALS]
LEAD_ON = np.array([[not walls & way for way, _, _ in ACTIONS] for walls in range(16)], np.int8)
#: What the cells outside a maze look like: solid.
OUTSIDE = 15
#: The largest side of a view.
WIDEST = 255
#: The default limit of steps, for each cell or state.
STEPS_EACH = 4


@dataclass(frozen=True)
class Task:
    """Mazes of a recipe, what is seen of them, and the most steps of an episode.

    >>> task = Task.of((10, 10), "prim", 5, "view", None, {})
    >>> task.limit, task.margin, task.space().shape
    (400, 2, (5, 5))
    """

    recipe: Recipe
    observation: str
    #: How far a view reaches to each side; 0 where it is not a view.
    margin: int
    limit: int

    @classmethod
    def of(
        cls, size: Size, generator: str, view: int, observation: str, limit: int | None, parameters: dict[str, Any]
    ) -> Task:
        """The task that the arguments of an environment describe."""
        recipe = Recipe.of(generator, size, **parameters)
        width, height = check_size(*recipe.size)
        if observation not in OBSERVATIONS:
            raise UnknownName("observation", str(observation), OBSERVATIONS)
        view = plain_number(view)
        if type(view) is not int or not 1 <= view <= WIDEST or not view % 2:
            raise MazeError(f"a view is as wide as an odd number of cells, from 1 to {WIDEST}, not {view!r:.40}")
        return cls(recipe, observation, view // 2 * (observation == "view"), limit_of(limit, width * height))

    @property
    def price(self) -> float:
        """The reward of a step that does not reach the goal."""
        return -1 / self.limit

    def space(self) -> gymnasium.spaces.Box:
        """What can be seen."""
        width, height = self.recipe.size
        if self.observation == "view":
            side = 2 * self.margin + 1
            return gymnasium.spaces.Box(0, OUTSIDE | START | GOAL, (side, side), np.uint8)
        if self.observation == "grid":
            highest = np.broadcast_to(np.array([15, 1, 1], np.uint8)[:, None, None], (3, height, width))
            return gymnasium.spaces.Box(np.zeros(highest.shape, np.uint8), highest.copy(), dtype=np.uint8)
        last = np.array([width - 1, height - 1] * 2, np.int32)
        return gymnasium.spaces.Box(np.zeros(4, np.int32), last, dtype=np.int32)


def limit_of(limit: object, states: int) -> int:
    """The most steps of an episode; by default four for each cell or state."""
    steps = STEPS_EACH * states if limit is None else plain_number(limit)
    if type(steps) is not int or not 1 <= steps < 1 << 62:
        raise MazeError(f"limit is a number of steps, at least 1, not {limit!r:.40}")
    return steps


def check_render_mode(mode: str | None, modes: Iterable[str]) -> None:
    """Refuse to render in a way that there is not."""
    if mode is not None and mode not in modes:
        raise UnknownName("render mode", str(mode), modes)
