"""An environment of gymnasium that steps many mazes at once, in one call of a kernel."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError
from mazeworks.core.parameters import plain_number
from mazeworks.core.randomness import check_seed, fresh_seed
from mazeworks.making.request import Size
from mazeworks.training import gymnasium
from mazeworks.training.games import Games
from mazeworks.training.rendering import RATE, Screen
from mazeworks.training.task import Task, check_render_mode

#: How it can show itself, a picture or a text for each maze.
MODES = ("rgb_array", "ansi")

Array = NDArray[Any]


class MazeVectorEnv(gymnasium.vector.VectorEnv[Array, Array, Array]):
    """Many mazes at once, each as in `MazeEnv` with a seed of its own: after `reset(seed=s)` number i has s + i.

    An episode that has ended is followed by the next at the next step, which ignores the action of that maze.
    With `copy=False` the same arrays are returned by every step, which is faster: read them before the next step.

    >>> env = MazeVectorEnv(3, (6, 4), "prim", view=3)
    >>> seen, _ = env.reset(seed=7)
    >>> seen.shape, env.action_masks()[0].tolist(), env.ids()[0]
    ((3, 3, 3), [1, 1, 1, 0], 'wall:6x4,with=prim#6654738377353848610')
    """

    metadata = {
        "render_modes": list(MODES),
        "render_fps": RATE,
        "autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        size: Size = (10, 10),
        generator: str = "backtracker",
        view: int = 5,
        observation: str = "view",
        limit: int | None = None,
        render_mode: str | None = None,
        copy: bool = True,
        **parameters: Any,
    ) -> None:
        check_render_mode(render_mode, MODES)
        count = plain_number(num_envs)
        if type(count) is not int or count < 1:
            raise MazeError(f"num_envs is a whole number of at least 1, not {num_envs!r:.40}")
        self.task = Task.of(size, generator, view, observation, limit, parameters)
        self._games, self._begun = Games(self.task, count), False  # first, because it asks whether there is memory
        self.num_envs, self.copy, self.render_mode = count, copy, render_mode
        self.single_observation_space = self.task.space()
        self.single_action_space = gymnasium.spaces.Discrete(4)
        batch_space = gymnasium.vector.utils.batch_space
        self.observation_space = batch_space(self.single_observation_space, count)
        self.action_space = batch_space(self.single_action_space, count)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin the first episode of each seed, or without one the next episode.

        seed: that of the first maze, each other having the next; or a list, None for mazes that keep theirs.
        options: `reset_mask`, an array of bool, chooses the mazes that begin an episode; by default all.
        """
        chosen = self._chosen(options)
        seeds = self._seeds(seed)
        first = next((each for each in seeds if each is not None), None)
        super().reset(seed=first)
        if not self._begun:
            fresh = fresh_seed()
            seeds = [fresh + number if each is None else each for number, each in enumerate(seeds)]
        self._begun = False  # nothing is played if the mazes cannot be made
        if any(each is not None for each in seeds):
            sown = [number for number in chosen.tolist() if seeds[number] is not None]
            self._games.sow(np.array(sown, np.intp), np.array([seeds[number] for number in sown], np.uint64))
        self._games.begin(chosen)
        self._begun = True
        return self._given(self._games.seen), {}

    def _chosen(self, options: dict[str, Any] | None) -> NDArray[np.intp]:
        """The mazes that a reset is for."""
        if options is not None and not isinstance(options, dict):
            raise MazeError(f"options are a dictionary, such as {{'reset_mask': array}}, not {options!r:.40}")
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.arange(self.num_envs)
        good = isinstance(mask, np.ndarray) and mask.dtype == np.bool_ and mask.shape == (self.num_envs,)
        if not good or not mask.any() or not (self._begun or mask.all()):
            raise MazeError(
                f"reset_mask is an array of {self.num_envs} of bool, True at least once, and everywhere at first"
            )
        return np.flatnonzero(mask)

    def _seeds(self, seed: int | list[int | None] | None) -> list[int | None]:
        """The seed of each maze; None for one that keeps its own."""
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (list, tuple, np.ndarray)):
            if len(seed) != self.num_envs:
                raise MazeError(f"{self.num_envs} seeds are needed, one for each maze, not {len(seed)}")
            return [None if each is None else check_seed(each) for each in seed]
        first = check_seed(seed)
        check_seed(first + self.num_envs - 1)
        return list(range(first, first + self.num_envs))

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """One step of every maze; one whose episode has ended begins its next."""
        games = self._playing()
        if not games.step(self._taken(actions)):
            raise MazeError("an action is 0, 1, 2 or 3: north, south, east or west")
        result = games.seen, games.rewards, games.terminated, games.truncated
        seen, rewards, terminated, truncated = map(self._given, result)
        return seen, rewards, terminated, truncated, {}

    def _playing(self) -> Games:
        """The games, once they have begun."""
        if not self._begun:
            raise MazeError("no episode is being played; reset() begins one")
        return self._games

    def _taken(self, actions: Array) -> NDArray[np.int64]:
        """The actions as kernels take them."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise MazeError(f"actions are {self.num_envs} whole numbers, one for each maze")
        plain = given.dtype == np.int64 and given.flags.c_contiguous and given.flags.writeable
        return given if plain else np.array(given, np.int64)

    def _given(self, array: Array) -> Array:
        return array.copy() if self.copy else array

    # --- what costs time only where it is asked for

    def action_masks(self) -> NDArray[np.int8]:
        """Which actions lead on from where each agent is: `int8[maze, action]`."""
        return self._playing().leading_on()

    def ids(self) -> tuple[str, ...]:
        """The id of each maze; `mazeworks.from_id` makes it."""
        games = self._playing()
        return tuple(self.task.recipe.id(games.seed(number)) for number in range(self.num_envs))

    def render(self) -> tuple[Any, ...] | None:
        """Each maze with its agent, as pictures or as texts."""
        if self.render_mode is None:
            return None
        screen, games = Screen(self.render_mode), self._playing()
        return tuple(screen.show(games.maze(n), Position(*games.position(n))) for n in range(self.num_envs))
