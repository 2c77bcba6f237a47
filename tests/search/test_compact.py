"""The compact representation: both tables, arrays that grow, limits, and searches from a later state."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import LimitReached, MazeError, Puzzle, explore, solve
from mazeworks.core.errors import TooManyStates
from mazeworks.core.facets import codec_of, structure_of
from mazeworks.core.memory import Budget
from mazeworks.play import session
from mazeworks.play.session import Onward, Session
from mazeworks.rating.measures import measures_of
from mazeworks.search import compact
from mazeworks.search.shortest_paths import count_shortest, shortest_routes
from mazeworks.solvers.breadth_first import lazily
from tests.logic import brute
from tests.logic.boards import BOARDS, KINDS, Data, boards, places, puzzle_of, wall_rows
from tests.oracle import Plain


def many(seed: int) -> Puzzle[Any]:
    """Three balls that collect five goals: 2^23 states, of which many can be reached."""
    chance = random.Random(seed)
    data = {"walls": wall_rows(chance, 8, 8), "balls": places(chance, 8, 8, 3), "goals": places(chance, 8, 8, 5)}
    return puzzle_of("tilt", data | {"rule": "collect"})


def outcome(work: Any) -> Any:
    """What some work returns, or the error that it raises."""
    try:
        return work()
    except MazeError as error:
        return type(error), str(error)


def as_lists(graph: Any) -> list[Any]:
    return [graph.offsets.tolist(), graph.targets.tolist(), graph.goals.tolist(), list(graph.states), list(graph.moves)]


@pytest.mark.parametrize("kind", KINDS)
def test_it_explores_in_the_order_of_the_search_state_by_state(kind: str, each_speed: str) -> None:
    @given(boards(kind), st.booleans())
    @settings(max_examples=30)
    def holds(data: Data, past_goals: bool) -> None:
        puzzle = puzzle_of(kind, data)
        plain = explore(Plain(puzzle), None, past_goals)
        assert as_lists(explore(puzzle, None, past_goals)) == as_lists(plain)
        count = len(plain)
        for limit in {1, 2, count // 2 + 1, count - 1, count, count + 1} - {0}:
            ours = outcome(lambda: as_lists(explore(puzzle, limit, past_goals)))  # noqa: B023
            assert ours == outcome(lambda: as_lists(explore(Plain(puzzle), limit, past_goals)))  # noqa: B023

    holds()


@pytest.mark.parametrize("kind", KINDS)
def test_a_limit_ends_it_after_as_many_states_as_the_lazy_search(kind: str, each_speed: str) -> None:
    def with_limit(search: Any) -> Any:
        found = outcome(search)
        return found if found is None or isinstance(found, tuple) else (found.states, found.moves, found.explored)

    @given(boards(kind))
    @settings(max_examples=30)
    def holds(data: Data) -> None:
        puzzle = puzzle_of(kind, data)
        count = len(explore(puzzle))
        for limit in {1, 2, 3, count // 2 + 1, count - 1, count, count + 1} - {0}:
            ours = with_limit(lambda: solve(puzzle, "breadth_first", limit=limit))  # noqa: B023
            assert ours == with_limit(lambda: lazily(puzzle, limit, False))  # noqa: B023

    holds()


def test_the_errors_of_limits_say_how_many() -> None:
    puzzle = many(7)
    with pytest.raises(LimitReached, match="no solution among the first 9 states explored"):
        solve(puzzle, limit=9)
    with pytest.raises(TooManyStates, match="more than 9000 states can be reached"):
        explore(puzzle, 9000)


# --- many states


def test_a_graph_of_many_states_is_the_same_by_hashing_and_however_arrays_grow(
    each_speed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = many(3)
    wanted, best = explore(puzzle), solve(puzzle, trace=True)
    assert len(wanted) == len(explore(Plain(puzzle))) > 1500 and best is not None
    for entries, each, room in (
        (0, 0, 1024),
        (0, 0, 1),
        (1 << 23, 8, 1),
        (0, 0, 300),
        (1023, 0, 77),
        (1, 40, 1),
        (1, 8, 7),
    ):
        monkeypatch.setattr(compact, "MOST_ENTRIES", entries)
        monkeypatch.setattr(compact, "ENTRIES_EACH", each)
        monkeypatch.setattr(compact, "ROOM", room)
        graph, found = explore(puzzle), solve(puzzle, trace=True)
        assert np.array_equal(graph.offsets, wanted.offsets) and np.array_equal(graph.targets, wanted.targets)
        assert np.array_equal(graph.goals, wanted.goals) and list(graph.states) == list(wanted.states)
        assert found is not None and (found.states, found.moves) == (best.states, best.moves)
        assert list(found.trace or ()) == list(best.trace or ()) and found.explored == best.explored
        assert shortest_routes(puzzle) == (len(best), count_shortest(wanted))


def test_a_large_board_by_hashing_is_the_same_as_by_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, found = many(7), []
    for entries in (1 << 23, 0):
        monkeypatch.setattr(compact, "MOST_ENTRIES", entries)
        monkeypatch.setattr(compact, "ENTRIES_EACH", 0)
        search = compact.Exploration(structure_of(puzzle).compact(), keep=True)
        assert search.hashed == (entries == 0)
        search.run(0)
        found.append([array.tolist() for array in (search.found, search.parents, search.offsets, search.targets)])
    assert found[0] == found[1] and len(found[0][0]) > 9000


def test_states_that_are_large_numbers_are_told_apart(each_speed: str) -> None:
    """Eight balls on 14x14 squares: numbers of states up to 2^61."""
    rows = ["9" + "1" * 12 + "5", *["8" + "0" * 12 + "4"] * 12, "a" + "2" * 12 + "6"]
    data = {"walls": rows, "balls": [[n, 13 - n] for n in range(8)], "goals": [[13, 0]], "rule": "rest"}
    puzzle, game = puzzle_of("tilt", data), brute.tilt(data)
    reached = explore(puzzle)
    assert dict(zip(reached.states, reached.distances().tolist(), strict=True)) == brute.distances(game)
    assert shortest_routes(puzzle) == brute.shortest(game)
    assert structure_of(puzzle).compact().states > 1 << 60


def test_memory_is_the_limit() -> None:
    puzzle, take = many(7), r"searches of \d+ states take \d.* MB of memory, more than 40 kB"
    with Budget(memory=40_000).begin(), pytest.raises(MazeError, match=take):
        explore(puzzle)


# --- from a later state


@pytest.mark.parametrize("kind", KINDS)
def test_hints_lead_from_any_state_along_a_shortest_way(
    kind: str, each_speed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_many(*_: Any) -> Any:
        raise TooManyStates("too many")

    for seed in range(12):
        data = BOARDS[kind](chance := random.Random(seed))
        puzzle, game = puzzle_of(kind, data), brute.GAMES[kind](data)
        play, state = Session(puzzle), game.start
        for _ in range(5):
            from_here = game._replace(start=state)
            check_hint(play, from_here)
            with monkeypatch.context() as patched:
                patched.setattr(session, "explore", too_many)
                other = Session.load(play.save())
                check_hint(other, from_here)
            onward = Onward(puzzle, play.state)
            assert len(explore(onward)) == len(brute.distances(from_here))
            assert measures_of(onward).shortest_routes() == brute.shortest(from_here)
            moves = game.moves(state)
            if not moves or play.solved:
                break
            name, state = chance.choice(sorted(moves, key=lambda move: move[0]))
            play.play(name)
            assert play.state == game.plain(state)


def check_hint(play: Session, game: brute.Game) -> None:
    """The hint is a move after which one move less is left."""
    left, hint = brute.shortest(game), play.hint()
    if left is None or left[0] == 0:
        assert hint is None
        return
    after = {name: brute.shortest(game._replace(start=state)) for name, state in game.moves(game.start)}
    found = after[str(hint)]
    assert found is not None and found[0] == left[0] - 1
    solution = play.way_on()
    assert solution is not None and len(solution) == left[0]
    assert codec_of(play.puzzle).move_name(solution.moves[0]) in after
