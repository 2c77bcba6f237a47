"""Playing: every kind there is, by its own rules, forward, back, with hints, saved and loaded."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import Maze, MazeError, Puzzle, make, solve
from mazeworks.core.errors import FormatError
from mazeworks.core.facets import codec_of, variants_of
from mazeworks.drawing.board import board_of
from mazeworks.play.session import Session, is_game
from tests.oracle import shortest_length
from tests.samples import loopy, samples

PUZZLES = sorted(samples())
#: Moves that lead no way in the drawing.
AWAY = ("up", "down")


@pytest.fixture(params=PUZZLES)
def puzzle(request: pytest.FixtureRequest) -> Puzzle[Any]:
    return samples()[request.param]


def solution_moves(session: Session) -> list[str] | None:
    solution = solve(session.puzzle)
    return None if solution is None else [codec_of(session.puzzle).move_name(move) for move in solution.moves]


def test_every_kind_is_played_to_its_goal_and_back(puzzle: Puzzle[Any]) -> None:
    for variant in variants_of(puzzle):
        session = Session(puzzle, variant)
        moves = solution_moves(session)
        if moves is None:
            continue
        for move in moves:
            assert move in [choice.name for choice in session.choices()]
            session.play(move)
        assert session.solved and session.count == len(moves)
        while session.undo():
            pass
        assert session.state == session.puzzle.start and not session.moves and len(session.undone) == len(moves)
        while session.redo():
            pass
        assert session.solved and session.moves == moves


def test_hints_lead_the_shortest_way_from_anywhere(puzzle: Puzzle[Any]) -> None:
    session = Session(puzzle)
    expected = shortest_length(session.puzzle)
    if expected is None:
        assert session.hint() is None and session.why_no_hint() == "This has no solution."
        return
    cost = 0
    while not session.solved:
        hint = session.hint()
        assert hint is not None and session.count <= expected
        before = session.state
        move = next(
            move for move, _ in session.puzzle.moves(before) if codec_of(session.puzzle).move_name(move) == hint
        )
        session.play(hint)
        cost += session.puzzle.cost(before, move, session.state)
    hints = session.hints
    assert cost == expected and session.hint() is None and session.hints == hints
    assert session.why_no_hint() == "Already solved."
    with pytest.raises(MazeError, match="already solved"):
        session.give_up()
    assert not session.gave_up


def test_a_hint_after_a_wrong_turn_is_shortest_from_there() -> None:
    maze = loopy(12, 9, 4, 30)
    session = Session(maze)
    for _ in range(15):
        choices = session.choices()
        session.play(choices[-1].name)
    while not session.solved:
        hint = session.hint()
        assert hint is not None
        way = session.way_on()
        session.play(hint)
        after = session.way_on()
        assert way is not None and after is not None and len(after) == len(way) - 1


def test_moves_are_words_and_rules_are_sentences(puzzle: Puzzle[Any]) -> None:
    for variant in variants_of(puzzle):
        session = Session(puzzle, variant)
        assert session.rules[0].isupper() and session.rules.endswith(".") and "  " not in session.rules
        for _ in range(5):
            choices = session.choices()
            for choice in choices:
                assert re.fullmatch(r"[a-z][a-z ,-]+", choice.move), choice
                assert (
                    choice.heading is not None
                    or board_of(session.puzzle).spot(choice.state) is None
                    or choice.name in AWAY
                )
            if choices:
                session.run(choices[-1].name)


def test_a_lost_game_gets_no_hint() -> None:
    class Trap(Puzzle[int]):
        start = 0

        def moves(self, state: int) -> list[tuple[str, int]]:
            return {0: [("goal", 1), ("trap", 2)], 2: [("stay", 2)]}.get(state, [])

        def is_goal(self, state: int) -> bool:
            return state == 1

    session = Session(Trap())
    assert session.hint() == "goal"
    assert session.play("trap").hint() is None
    assert session.why_no_hint() == "The goal can no longer be reached from here."
    assert session.way_on() is None


def test_a_puzzle_that_never_had_a_solution_says_so_from_anywhere() -> None:
    session = Session(make("jugs", sizes="2-4", target=3))
    assert session.hint() is None and session.why_no_hint() == "This has no solution."
    session.play("fill0")
    assert session.hint() is None and session.why_no_hint() == "This has no solution."


def test_giving_up_shows_a_shortest_way_and_is_remembered(puzzle: Puzzle[Any]) -> None:
    session = Session(puzzle)
    solution = session.give_up()
    expected = shortest_length(session.puzzle)
    assert (None if solution is None else solution.cost or len(solution)) == expected
    assert session.gave_up


def test_saved_games_go_on_where_they_were(puzzle: Puzzle[Any]) -> None:
    session = Session(puzzle)
    moves = solution_moves(session) or []
    for move in moves[: len(moves) // 2 + 1]:
        session.play(move)
    session.undo()
    session.hint()
    again = Session.load(session.save())
    assert is_game(session.save())
    assert (again.moves, again.undone, again.hints) == (session.moves, session.undone, session.hints)
    assert again.words == session.words and again.variant == session.variant
    assert codec_of(again.whole).to_data() == codec_of(session.whole).to_data()
    assert again.redo() == bool(moves)


def test_running_stops_at_the_next_fork() -> None:
    maze = Maze.create(15, 15, complexity=0.2, seed=3)
    session = Session(maze)
    made = session.run(session.choices()[0].name)
    assert made == session.count > 0
    assert session.solved or len(session.choices()) != 2
    for state in session.states[1:-1]:
        assert len(list(maze.moves(state))) == 2


def test_a_move_that_is_not_possible_is_refused_with_those_that_are() -> None:
    session = Session(make("wall", (5, 5), seed=1))
    with pytest.raises(MazeError, match="these can: "):
        session.play("up")
    assert session.count == 0


def test_playing_forgets_what_was_undone_and_reset_keeps_it() -> None:
    session = Session(make("jugs"))
    session.play("fill0").play("pour0to1")
    session.reset()
    assert session.count == 0 and session.undone == ["pour0to1", "fill0"]
    session.redo()
    assert session.moves == ["fill0"]
    session.play("empty0")
    assert not session.redo()


def test_a_reset_begins_a_game_without_help_and_help_is_redone_with_its_moves() -> None:
    session = Session(make("jugs"))
    session.play(session.hint() or "")
    session.give_up()
    session.reset()
    assert (session.hints, session.gave_up) == (0, False)
    saved = Session.load(session.save())
    assert (saved.hints, saved.gave_up) == (1, True)  # for its moves can be redone
    assert session.redo() and (session.hints, session.gave_up) == (1, True)
    session.reset()
    session.play("fill0")
    assert (session.hints, session.gave_up) == (0, False)
    assert Session.load(session.save()).hints == 0


def test_an_unknown_variant_is_refused() -> None:
    with pytest.raises(MazeError, match="no variant is called 'blue'"):
        Session(make("jugs"), "blue")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "not a saved game"),
        ('{"mazeworks_game": 2}', "not a saved game"),
        ('{"mazeworks_game": 1}', "has a 'puzzle'"),
        ('{"mazeworks_game": 1, "puzzle": {}}', "not a maze"),
        ('{"mazeworks_game": 1, "puzzle": {"mazeworks": 1, "kind": "jugs"}}', "'sizes'"),
    ],
)
def test_broken_games_are_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        Session.load(text)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)


@given(
    st.fixed_dictionaries(
        {},
        optional=dict.fromkeys(("puzzle", "variant", "moves", "undone", "hints", "gave_up"), values),
    )
)
def test_no_game_is_so_broken_that_it_is_not_a_sentence(extra: dict[str, Any]) -> None:
    whole = json.loads(Session(make("jugs")).save())
    try:
        Session.load(json.dumps(whole | extra))
    except MazeError as error:
        assert "\n" not in str(error)
