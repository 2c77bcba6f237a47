"""Logic mazes against brute force: every state, every move, the shortest solutions and their number."""

import random
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
from tests.logic.boards import BOARDS, KINDS, TURNS, Data, boards, puzzle_of

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
    @given(boards(kind), st.sampled_from([(0, 0), (1, 8), (compact.MOST_ENTRIES, 0)]), st.booleans())
    @settings(max_examples=200)
    def holds(data: Data, table: tuple[int, int], narrow: bool) -> None:
        (most, each), room = table, 1 if narrow else compact.ROOM
        with speed(which), mock.patch.multiple(compact, MOST_ENTRIES=most, ENTRIES_EACH=each, ROOM=room):
            puzzle, game = puzzle_of(kind, data), brute.GAMES[kind](data)
            assert puzzle.start == game.plain(game.start)
            check_graph(puzzle, game, past_goals=True)
            check_graph(puzzle, game, past_goals=False)
            check_solution(puzzle, game)

    holds()


@pytest.mark.parametrize("heading", [None, *"NESW"])
def test_every_set_of_forbidden_turns(heading: str | None) -> None:
    sets = [[turn for bit, turn in enumerate(TURNS) if number >> bit & 1] for number in range(15)]
    with speed("compiled"):
        for seed, forbidden in enumerate(sets):
            data = BOARDS["turn"](random.Random(seed)) | {"heading": heading, "forbidden": forbidden}
            puzzle, game = puzzle_of("turn", data), brute.turn(data)
            check_graph(puzzle, game, past_goals=True)
            check_solution(puzzle, game)


@pytest.mark.parametrize("kind", KINDS)
def test_larger_boards(kind: str) -> None:
    most = {"number": 12, "arrow": 9, "turn": 9, "tilt": 6, "theseus": 7}[kind]
    with speed("compiled"):
        for seed in range(25):
            data = BOARDS[kind](random.Random(seed), most=most)
            puzzle, game = puzzle_of(kind, data), brute.GAMES[kind](data)
            check_graph(puzzle, game, past_goals=True)
            check_solution(puzzle, game)


def test_ways_are_counted_exactly_where_there_are_astronomically_many() -> None:
    """East or south 80 times: 80 over 40 ways."""
    data = {"numbers": [[1] * 41] * 41, "start": [0, 0], "goals": [[40, 40]]}
    assert shortest_routes(puzzle_of("number", data)) == (80, 107507208733336176461620)
    assert brute.shortest(brute.number(data)) == (80, 107507208733336176461620)


def test_boards_are_not_all_alike() -> None:
    """Brute force itself sees solutions of many lengths, several as short, and boards without any."""
    for kind in KINDS:
        best = [brute.shortest(brute.GAMES[kind](BOARDS[kind](random.Random(seed)))) for seed in range(200)]
        assert best.count(None) >= 20 and len({each[0] for each in best if each}) >= 5
        assert sum(each[1] > 1 for each in best if each) >= 8
