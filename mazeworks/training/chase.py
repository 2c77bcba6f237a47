"""An environment of PettingZoo: Theseus and the Minotaur, each an agent, on the boards of the kind `theseus`."""

from __future__ import annotations

from typing import Any

from mazeworks.core.errors import MazeError

try:
    from pettingzoo import AECEnv
except ImportError:
    raise MazeError("the chase needs PettingZoo; install it with: pip install pettingzoo") from None

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import CARDINALS, Position
from mazeworks.making.making import from_id
from mazeworks.puzzles.theseus import Chase, Theseus
from mazeworks.training import gymnasium
from mazeworks.training.rendering import MODES, RATE, Screen
from mazeworks.training.task import check_render_mode, limit_of

THESEUS, MINOTAUR = AGENTS = ("theseus_0", "minotaur_0")
#: The action that stays.
WAIT = 4

Planes = NDArray[np.uint8]


class ChaseEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Theseus takes one step, then the Minotaur two (or as many as its board says): north, south, east, west, or wait.

    Theseus wins on the goal and the Minotaur on Theseus: 1 for the winner, -1 for the other. After `limit` steps of
    Theseus nobody has won. Both see the board as planes: walls, Theseus, the Minotaur, and the goal.

    >>> env = ChaseEnv(Theseus(["9115", "a226"], [1, 0], [0, 1], [3, 0]))
    >>> env.reset()
    >>> env.agent_selection, env.last()[4]["action_mask"].tolist()
    ('theseus_0', [0, 1, 1, 1, 1])
    """

    metadata = {
        "name": "mazeworks_chase_v0",
        "render_modes": list(MODES),
        "render_fps": RATE,
        "is_parallelizable": False,
    }

    def __init__(self, puzzle: str | Theseus, limit: int | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        check_render_mode(render_mode, MODES)
        made = from_id(puzzle) if isinstance(puzzle, str) else puzzle
        if not isinstance(made, Theseus):
            raise MazeError(f"the chase is on a board of Theseus and the Minotaur, not on {made!r:.60}")
        self.puzzle = made
        self.limit = limit_of(limit, made.width * made.height)
        self.possible_agents, self.agents = list(AGENTS), list[str]()
        seen = gymnasium.spaces.Box(0, 15, (4, made.height, made.width), np.uint8)
        self.observation_spaces: Any = dict.fromkeys(AGENTS, seen)
        self.action_spaces: Any = {agent: gymnasium.spaces.Discrete(WAIT + 1) for agent in AGENTS}
        self.render_mode, self._screen = render_mode, Screen(render_mode)

    def observation_space(self, agent: str) -> Any:
        """What an agent sees: the same for both."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent can do: the same for both."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin at the start; a seed changes nothing, since nothing is left to chance."""
        self.agents, self.agent_selection = list(AGENTS), THESEUS
        x, y, *beast = self.puzzle.start
        self._places = {THESEUS: Position(x, y), MINOTAUR: Position(*beast)}
        self._turns, self._steps_left = 0, 1
        self.rewards, self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0), dict.fromkeys(AGENTS, 0.0)
        self.terminations, self.truncations = dict.fromkeys(AGENTS, False), dict.fromkeys(AGENTS, False)
        self._inform()
        self._show()

    def step(self, action: Any) -> None:
        """One step of the agent whose turn it is; one that it cannot make is none."""
        if not hasattr(self, "_places"):
            raise MazeError("no game is being played; reset() begins one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not self.action_space(agent).contains(action):
            raise MazeError(f"an action is a whole number from 0 to {WAIT}, not {action!r:.40}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if action != WAIT and self.infos[agent]["action_mask"][action]:
            self._places[agent] = self._places[agent].move(CARDINALS[int(action)])
        self._end_step(agent)
        self._accumulate_rewards()
        self._inform()
        self._show()

    def _end_step(self, agent: str) -> None:
        """Who has won, if anybody has; else whose step is next."""
        self._turns += agent == THESEUS
        self._steps_left -= 1
        winner = self._winner()
        if winner:
            self.rewards = {each: 1.0 if each == winner else -1.0 for each in AGENTS}
            self.terminations = dict.fromkeys(AGENTS, True)
        if winner or not self._steps_left:
            late = agent == MINOTAUR and self._turns >= self.limit and not winner
            self.truncations = dict.fromkeys(AGENTS, late)
            self.agent_selection = MINOTAUR if agent == THESEUS else THESEUS
            self._steps_left = self.puzzle.values["steps"] if agent == THESEUS else 1

    def _winner(self) -> str:
        """Theseus on the goal, or the Minotaur where it has caught him; empty for none."""
        if self._places[THESEUS] == self._places[MINOTAUR]:
            return MINOTAUR
        return THESEUS if self._places[THESEUS] == tuple(self.puzzle.values["goal"]) else ""

    def _inform(self) -> None:
        """Tell both which actions they have now: Theseus does not walk into the Minotaur."""
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> NDArray[np.int8]:
        place, other = self._places[agent], self._places[MINOTAUR]
        walls = int(self.puzzle.grid.walls[place.y, place.x])
        barred = [walls & way or (agent == THESEUS and place.move(way) == other) for way in CARDINALS]
        return np.array([*(not each for each in barred), True], np.int8)

    def observe(self, agent: str) -> Planes:
        """The board as planes, `uint8[plane, y, x]`; always a new array."""
        planes = np.zeros(self.observation_space(agent).shape, np.uint8)
        planes[0] = self.puzzle.grid.walls
        for plane, (x, y) in enumerate((*self._places.values(), self.puzzle.values["goal"]), 1):
            planes[plane, y, x] = 1
        return planes

    @property
    def state_of_puzzle(self) -> Chase:
        """The same position as a state of the puzzle."""
        return Chase(*self._places[THESEUS], *self._places[MINOTAUR])

    def render(self) -> Any:
        """The board with both: a picture, a text, or in a window, as `render_mode` says."""
        if not hasattr(self, "_places"):
            raise MazeError("no game is being played; reset() begins one")
        return self._screen.show(self.puzzle, self.state_of_puzzle) if self.render_mode else None

    def _show(self) -> None:
        """A window is kept up to date without being asked."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()
