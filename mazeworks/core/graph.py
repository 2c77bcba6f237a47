"""The graph representation: every state a number, moves in compressed rows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError, TooManyStates
from mazeworks.core.facets import codec_of, puzzle_for, structure_of
from mazeworks.core.grid import Grid
from mazeworks.core.memory import afford, afford_more
from mazeworks.core.progress import check
from mazeworks.core.puzzle import Puzzle, Solution, State
from mazeworks.core.walk import ArraySequence, Moves, Walk
from mazeworks.core.workers import NO_LIMIT as NO_LIMIT
from mazeworks.core.workers import SLICE, bands, in_slices
from mazeworks.kernels import tables
from mazeworks.kernels.searching import graph as loops

Item = TypeVar("Item")
Longs = NDArray[np.int64]

NOTHING: Longs = np.empty(0, np.int64)
#: Bytes of memory per cell of a grid as a graph, and per state of a search over a graph.
GRID_BYTES, SEARCH_BYTES = 72, 88
#: The most moves of a state for a linear search among them.
FEW = 64
#: The highest cost of a move, so that the cost of a path through all states fits into an integer of kernels.
MOST_COST = (1 << 31) - 1
#: The default limit of states to explore.
MOST_STATES = 1_000_000


class Picked(ArraySequence[Item]):
    """Items of a sequence by their numbers."""

    def __init__(self, items: Sequence[Item], numbers: Longs) -> None:
        super().__init__(numbers)
        self.items = items

    def item(self, row: int) -> Item:
        return self.items[row]


@dataclass
class Graph(Generic[State]):
    """States by number; the moves of state k lead to `targets[offsets[k]:offsets[k + 1]]`."""

    offsets: Longs
    targets: Longs
    goals: NDArray[np.uint8]
    states: Sequence[State]
    moves: Sequence[Any]
    #: The number of the state to start from.
    start: int = 0
    #: What each move costs, a whole number, at least 1; None where each costs 1.
    costs: Longs | None = None
    #: For each state a lower bound on the cost to the goal, if there is a useful one.
    estimates: Longs | None = None
    #: Whether every move can be taken back at once; None until `both_ways` finds out.
    mutual: bool | None = None

    def __post_init__(self) -> None:
        if self.costs is not None and len(self.costs):
            whole = self.costs.dtype.kind in "iu"
            bad = ~((self.costs >= 1) & (self.costs <= MOST_COST)) if whole else np.ones(len(self.costs), np.bool_)
            if bad.any():
                first = int(bad.argmax())
                raise bad_cost(str(self.moves[first]), self.costs[first].item())

    def __len__(self) -> int:
        return len(self.goals)

    @property
    def rows(self) -> tuple[Longs, Longs]:
        """Offsets and targets, as kernels take them."""
        return self.offsets, self.targets

    @property
    def weights(self) -> Longs:
        """What each move costs, as kernels take it: empty where each costs 1."""
        return NOTHING if self.costs is None else self.costs

    @property
    def both_ways(self) -> bool:
        """Whether every move can be taken back, at once, though perhaps at another cost."""
        if self.mutual is None:
            self.mutual = self.twins() is not None
        return self.mutual

    def twins(self) -> Longs | None:
        """For each move the one that takes it back; None where some cannot be taken back."""
        twins = np.full(len(self.targets), -1, np.int64)
        if len(self) and int(np.diff(self.offsets).max()) <= FEW:
            alone = (loops.match_twins(*self.rows, twins, first, last) for first, last in bands(len(self)))
            return twins if sum(alone) == 0 else None
        sources = self.sources()
        there, back = np.lexsort((self.targets, sources)), np.lexsort((sources, self.targets))
        same = np.array_equal(sources[there], self.targets[back]) and np.array_equal(self.targets[there], sources[back])
        twins[there] = back
        return twins if same else None

    def distances(self) -> Longs:
        """The least number of moves from the start to each state; -1 where none leads there."""
        return self.search()[0]

    def search(self) -> tuple[Longs, Longs, Longs]:
        """Breadth-first from the start: distances, the state each was reached from, states in order."""
        return _everywhere(self.rows, self.start, len(self))

    def backwards(self) -> tuple[Longs, Longs]:
        """Offsets and targets of the same moves made backwards."""
        if self.mutual:
            return self.offsets, self.targets
        offsets = np.zeros(len(self) + 1, np.int64)
        offsets[1:] = np.cumsum(np.bincount(self.targets, minlength=len(self)))
        return offsets, self.sources()[np.argsort(self.targets, kind="stable")]

    def sources(self) -> Longs:
        """The state each move starts from."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    def goal_distances(self) -> Longs:
        """The least number of moves from each state to a goal; -1 where no goal can be reached."""
        return _everywhere(self.backwards(), np.flatnonzero(self.goals), len(self))[0]

    def shortest(self) -> Solution[State] | None:
        """A shortest solution: from the start to the nearest goal."""
        solution = self.first_found()
        return solution and replace(solution, solver="breadth_first")

    def first_found(self, limit: int | None = None, trace: bool = False) -> Solution[State] | None:
        """The path to the goal that a breadth-first search reaches first."""
        parents = np.full(len(self), -1, np.int64)
        order, taken, goal = breadth_first(self.rows, self.start, parents, self.goals, limit)
        return self.solution_to(goal, parents, taken, order[:taken] if trace else None) if goal >= 0 else None

    # --- solutions

    def solution_to(self, goal: int, parents: Longs, explored: int, order: Longs | None = None) -> Solution[State]:
        """The solution that ends in a goal, followed back along parents."""
        return self.along(path_back(parents, goal), explored, order)

    def along(self, path: Longs, explored: int, order: Longs | None = None) -> Solution[State]:
        """The solution that goes through states, given by number."""
        return self.solution(path, edges_along(self.rows, self.weights, path), explored, order)

    def walked(self, path: Longs, edges: Longs, trace: bool) -> Solution[State]:
        """The solution of a walk through states by moves, both given by number."""
        been = np.zeros(len(self), np.bool_)
        been[path] = True
        return self.solution(path, edges, int(np.count_nonzero(been)), path if trace else None)

    def solution(self, path: Longs, edges: Longs, explored: int, order: Longs | None = None) -> Solution[State]:
        """The solution that goes through states by moves, both given by number."""
        trace = None if order is None else Picked(self.states, order)
        cost = None if self.costs is None else int(self.costs[edges].sum())
        return Solution(*self.steps(path, edges), explored=explored, trace=trace, cost=cost)

    def steps(self, path: Longs, edges: Longs) -> tuple[Sequence[State], Sequence[Any]]:
        """States and moves, both given by number."""
        return Picked(self.states, path), Picked(self.moves, edges)


class CellPlaces(Sequence[Position]):
    """The positions of a rectangle, row by row."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height

    def __len__(self) -> int:
        return self.width * self.height

    def __getitem__(self, which: Any) -> Any:
        if isinstance(which, slice):
            return [self[number] for number in range(*which.indices(len(self)))]
        y, x = divmod(range(len(self))[which], self.width)
        return Position(x, y)


class GridGraph(Graph[Position]):
    """The graph of a grid: its cells row by row, its moves directions."""

    def steps(self, path: Longs, edges: Longs) -> tuple[Walk, Moves]:
        assert isinstance(self.moves, Moves)
        moves = Moves(self.moves.array[edges])
        return Walk(self.states[int(path[0])], moves), moves


def grid_graph(grid: Grid) -> GridGraph:
    """The graph of a grid's cells.

    >>> from mazeworks import Maze
    >>> graph = grid_graph(Maze.create(6, 5, seed=1).grid)
    >>> len(graph), len(graph.targets)
    (30, 58)
    """
    grid.afford(GRID_BYTES + SEARCH_BYTES, "the solvers auto and breadth_first take less")
    count = grid.width * grid.height
    offsets, targets = np.zeros(count + 1, np.int64), np.empty(4 * count, np.int64)
    flags, goals = np.empty(4 * count, np.uint8), np.zeros(count, np.uint8)
    steps = tables.steps(grid.stride)
    moves = loops.rows_of_grid(grid.flat, steps, grid.width, grid.height, offsets, targets, flags)
    goals[grid.goal.y * grid.width + grid.goal.x] = 1
    return GridGraph(
        offsets,
        targets[:moves],
        goals,
        CellPlaces(grid.width, grid.height),
        Moves(flags[:moves]),
        start=grid.start.y * grid.width + grid.start.x,
        estimates=_manhattan(grid),
        mutual=next(grid.broken_walls(), None) is None or None,
    )


def _manhattan(grid: Grid) -> Longs:
    """The Manhattan distance of each cell to the goal."""
    across = np.abs(np.arange(grid.width, dtype=np.int64) - grid.goal.x)
    down = np.abs(np.arange(grid.height, dtype=np.int64) - grid.goal.y)
    return (down[:, None] + across[None, :]).reshape(-1)


def graph_of(puzzle: Puzzle[State], limit: int | None = None) -> Graph[State]:
    """The graph of any finite puzzle: the one it has, or every state that can be reached, up to a limit."""
    return ready_graph(puzzle) or explore(puzzle, limit or MOST_STATES)


def ready_graph(puzzle: Puzzle[State]) -> Graph[State] | None:
    """The graph of a puzzle, if that needs no exploring."""
    puzzle = puzzle_for(puzzle)
    graph, grid = structure_of(puzzle).as_graph(), structure_of(puzzle).as_grid()
    if graph is not None:
        afford(SEARCH_BYTES * len(graph), f"searches of {len(graph)} states", "the solver auto may take less")
    if graph is not None or grid is None or structure_of(puzzle).weighted:
        return graph
    return grid_graph(grid)  # type: ignore[return-value]


def checked_cost(puzzle: Puzzle[State], state: State, move: Any, following: State) -> int:
    """The cost of a move, if it is a whole number of at least 1: with others a search might never end."""
    cost = puzzle.cost(state, move, following)
    if not isinstance(cost, (int, np.integer)) or not 1 <= cost <= MOST_COST:
        raise bad_cost(codec_of(puzzle).move_name(move), cost)
    return int(cost)


def bad_cost(move: str, cost: Any) -> MazeError:
    """The error for a move with an invalid cost."""
    return MazeError(f"the move {move} costs {cost!r:.40}; a whole number from 1 to {MOST_COST} was expected")


def cost_of(puzzle: Puzzle[State], states: Sequence[State], moves: Sequence[Any]) -> int | None:
    """The total cost of moves through states; None where every move costs 1."""
    if not structure_of(puzzle).weighted:
        return None
    return sum(checked_cost(puzzle, *step) for step in zip(states[:-1], moves, states[1:], strict=True))


def explore(puzzle: Puzzle[State], limit: int | None = MOST_STATES, past_goals: bool = True) -> Graph[State]:
    """Every state that can be reached, and every move; raises LimitReached past `limit` states.

    Without `past_goals` a goal is the end: no moves are made from it.

    >>> from mazeworks import make
    >>> len(explore(make("jugs")))
    16
    """
    puzzle = puzzle_for(puzzle)
    if (compact := structure_of(puzzle).compact()) is not None:
        return compact.explore(limit, past_goals)  # type: ignore[no-any-return]
    numbers = {puzzle.key(puzzle.start): 0}
    states = [puzzle.start]
    offsets = [0]
    targets: list[int] = []
    moves: list[Any] = []
    costs: list[int] = []
    weighted = structure_of(puzzle).weighted
    for state in states:  # grows while it is read
        if not len(offsets) & 1023:
            check()
            afford_more(len(states))
        for move, following in puzzle.moves(state) if past_goals or not puzzle.is_goal(state) else ():
            number = numbers.setdefault(puzzle.key(following), len(states))
            if number == len(states):
                if limit is not None and number >= limit:
                    raise TooManyStates(f"more than {limit} states can be reached")
                states.append(following)
            targets.append(number)
            moves.append(move)
            if weighted:
                costs.append(checked_cost(puzzle, state, move, following))
        offsets.append(len(targets))
    goals = np.fromiter((puzzle.is_goal(state) for state in states), np.uint8, len(states))
    prices = np.array(costs, np.int64) if weighted else None
    return Graph(np.array(offsets, np.int64), np.array(targets, np.int64), goals, states, moves, costs=prices)


# --- searches by kernels, in slices


def breadth_first(
    rows: tuple[Longs, Longs],
    firsts: int | Longs,
    parents: Longs,
    goals: NDArray[np.uint8] | None = None,
    limit: int | None = None,
    distances: Longs = NOTHING,
) -> tuple[Longs, int, int]:
    """Search to a goal, or everywhere without `goals`: states reached, in order, how many were explored, goal or -1."""
    stops = np.empty(0, np.uint8) if goals is None else goals
    order, begin = np.empty(len(parents), np.int64), np.size(firsts)
    order[:begin] = parents[firsts] = firsts
    registers = np.array([0, begin, -1], np.int64)
    if len(distances):
        distances[firsts] = 0

    def search(most: int) -> Any:
        return loops.breadth_first(*rows, stops, int(goals is not None), most, distances, parents, order, registers)

    in_slices(search, registers, limit, len(parents))
    taken, reached, goal = registers.tolist()
    return order[:reached], taken, goal


def _everywhere(rows: tuple[Longs, Longs], firsts: int | Longs, count: int) -> tuple[Longs, Longs, Longs]:
    """Search from some states to all: distances, the state each was reached from, states in order."""
    distances, parents = (np.full(count, -1, np.int64) for _ in range(2))
    order, _, _ = breadth_first(rows, firsts, parents, distances=distances)
    return distances, parents, order


def path_back(parents: Longs, state: int) -> Longs:
    """The states from where a search began to one of its states."""
    pieces = []
    room = 1 << 10
    while True:
        piece = np.empty(room, np.int64)
        pieces.append(piece[: loops.trace_back(parents, state, piece)])
        last = int(pieces[-1][-1])
        if parents[last] == last:
            return np.concatenate(pieces)[::-1].copy()
        state, room = int(parents[last]), min(2 * room, SLICE)


def edges_along(rows: tuple[Longs, Longs], costs: Longs, path: Longs) -> Longs:
    """The move from each state of a path to the next: the cheapest, where there are several."""
    edges = np.empty(len(path) - 1, np.int64)
    for first, last in bands(len(edges)):
        loops.edges_along(*rows, costs, path[first : last + 1], edges[first:last])
    return edges
