"""An environment of gymnasium: any puzzle with finitely many states, through its moves."""

from __future__ import annotations

from typing import Any

import numpy as np

from mazeworks.core.errors import MazeError, TooManyStates
from mazeworks.core.facets import codec_of, puzzle_for, words_of
from mazeworks.core.graph import MOST_STATES, explore, ready_graph
from mazeworks.core.puzzle import Puzzle
from mazeworks.making.making import from_id
from mazeworks.training import gymnasium
from mazeworks.training.rendering import MODES, RATE, Screen
from mazeworks.training.task import check_render_mode, limit_of


class PuzzleEnv(gymnasium.Env[int, Any]):
    """Solve a puzzle, given as an id or as it is; action k is the move number k of those that a state has.

    A state is seen as its number. A state without moves that is no goal is lost: it ends the episode.

    >>> env = PuzzleEnv("jugs:#1")
    >>> env.reset()[0], env.moves()
    (0, ['fill0', 'fill1'])
    >>> env.step(1)[:3], env.moves()
    ((2, -0.015625, False), ['fill0', 'empty1', 'pour1to0'])
    """

    metadata = {"render_modes": list(MODES), "render_fps": RATE}

    def __init__(self, puzzle: str | Puzzle[Any], limit: int | None = None, render_mode: str | None = None) -> None:
        check_render_mode(render_mode, MODES)
        self.puzzle = puzzle_for(from_id(puzzle) if isinstance(puzzle, str) else puzzle)
        try:
            self._graph = ready_graph(self.puzzle) or explore(self.puzzle, past_goals=False)
        except TooManyStates:
            raise self._too_large() from None
        if len(self._graph) > MOST_STATES:
            raise self._too_large()
        self._ways = np.diff(self._graph.offsets)
        self._ways[self._graph.goals != 0] = 0
        self.limit = limit_of(limit, len(self._graph))
        self.render_mode, self._screen = render_mode, Screen(render_mode)
        self.observation_space = gymnasium.spaces.Discrete(len(self._graph))  # type: ignore[assignment]
        self._most = max(1, int(self._ways.max()))
        self.action_space = gymnasium.spaces.Discrete(self._most)
        self.number, self._steps, self._over = self._graph.start, 0, True

    def _too_large(self) -> MazeError:
        name = words_of(self.puzzle).name()
        return MazeError(f"{name} with more than {MOST_STATES} states is too large to train in")

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[int, dict[str, Any]]:
        """Begin at the start; a seed changes nothing, since nothing is left to chance."""
        super().reset(seed=seed)
        self.number, self._steps, self._over = self._graph.start, 0, False
        self._show()
        return self.number, self._info()

    def step(self, action: Any) -> tuple[int, float, bool, bool, dict[str, Any]]:
        """Make a move, or stay where the state has no move of this number."""
        if self._over:
            raise MazeError("no episode is being played; reset() begins one")
        if not self.action_space.contains(action):
            raise MazeError(f"an action is a whole number below {self._most}, not {action!r:.40}")
        graph, cost = self._graph, 1
        if action < self._ways[self.number]:
            move = int(graph.offsets[self.number]) + int(action)
            cost = 1 if graph.costs is None else int(graph.costs[move])
            self.number = int(graph.targets[move])
        self._steps += 1
        solved = bool(graph.goals[self.number])
        ended = solved or not self._ways[self.number]
        late = self._steps >= self.limit and not ended
        self._over = ended or late
        self._show()
        reward = 1.0 if solved else -1.0 if ended else -cost / self.limit
        return self.number, reward, ended, late, self._info()

    def _info(self) -> dict[str, Any]:
        """Which actions are moves."""
        return {"action_mask": (np.arange(self._most) < self._ways[self.number]).astype(np.int8)}

    # --- for people

    @property
    def state(self) -> Any:
        """The state of the puzzle itself."""
        return self._graph.states[self.number]

    @property
    def rules(self) -> str:
        """How the puzzle is played, in a sentence or two."""
        return words_of(self.puzzle).rules()

    def moves(self) -> list[str]:
        """The names of the moves of this state; action k makes the one of number k."""
        first, ways = int(self._graph.offsets[self.number]), int(self._ways[self.number])
        return [codec_of(self.puzzle).move_name(self._graph.moves[first + way]) for way in range(ways)]

    def render(self) -> Any:
        """The puzzle in this state: a picture, a text, or in a window, as `render_mode` says."""
        return self._screen.show(self.puzzle, self.state) if self.render_mode else None

    def _show(self) -> None:
        """A window is kept up to date without being asked."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()
