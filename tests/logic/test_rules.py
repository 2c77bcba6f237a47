"""Logic mazes against brute force: every state, every move, the shortest solutions and their number."""

from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import Puzzle, rate, solve, speed
from mazeworks.core.facets import codec_of
from mazeworks.core.graph import explore
from mazeworks.search import compact
from mazeworks.search.shortest_paths import shortest_routes
from mazeworks.solvers.breadth_first import lazily
from tests.logic import brute
from tests.logic.boards import KINDS, Data, boards, puzzle_of

SPEEDS: Any = ("interpreted", "compiled")


def check_graph(puzzle: Puzzle[Any], game: brute.Game, past_goals: bool) -> None:
    """All that an exploration finds is what brute force finds."""
    graph, name = explore(puzzle, None, past_goals), codec_of(puzzle).move_name
    states = list(graph.states)
    assert dict(zip(states, graph.distances().tolist(), strict=True)) == brute.distances(game, past_goals)
    assert len(graph) == len(brute.distances(game, past_goals))
    counts = dict(enumerate(np.bincount(graph.distances()).tolist()))
    assert counts == brute.by_distance(game, past_goals)
    sources = graph.sources().tolist()
    moves = zip(sources, graph.moves, graph.targets.tolist(), strict=True)
    assert brute.edges(game, past_goals) == brute.Counter((states[a], name(m), states[b]) for a, m, b in moves)
    goals = {game.plain(state) for level in brute.levels(game, past_goals) for state in level if game.solved(state)}
    assert {state for state, goal in zip(states, graph.goals, strict=True) if goal} == goals


def check_solution(puzzle: Puzzle[Any], game: brute.Game) -> None:
    """The solution is a shortest one, and the same as that of the search state by state."""
    best, found, plain = brute.shortest(game), solve(puzzle, "breadth_first", trace=True), lazily(puzzle, None, True)
    assert (None if found is None else len(found)) == (best and best[0])
    assert (plain is None) == (found is None)
    if found is not None and plain is not None:
        assert list(found.states) == list(plain.states) and list(found.moves) == list(plain.moves)
        assert found.explored == plain.explored
        assert list(found.trace or ()) == list(plain.trace or ())
    assert shortest_routes(puzzle) == best
    rating, anywhere = rate(puzzle), brute.all_go_back(game)
    assert rating.solvable == (best is not None) and rating.ways == (best or (0, 0))[1]
    assert rating.states == len(brute.distances(game, past_goals=anywhere))
    assert rating.solution is None or len(rating.solution) == (best or (0, 0))[0] == rating["moves"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("which", SPEEDS)
def test_every_board_has_the_states_moves_and_solutions_of_brute_force(kind: str, which: Any) -> None:
    @given(boards(kind), st.booleans(), st.booleans())
    @settings(max_examples=120)
    def holds(data: Data, hashed: bool, narrow: bool) -> None:
        table, room = 0 if hashed else compact.MOST_ENTRIES, 1 if narrow else compact.ROOM
        with speed(which), mock.patch.multiple(compact, MOST_ENTRIES=table, ROOM=room):
            puzzle, game = puzzle_of(kind, data), brute.GAMES[kind](data)
            assert puzzle.start == game.plain(game.start)
            check_graph(puzzle, game, past_goals=True)
            check_graph(puzzle, game, past_goals=False)
            check_solution(puzzle, game)

    holds()
