"""Inventing logic mazes: what the generators of all kinds promise."""

import re
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mazeworks import MazeError, from_id, make, rate, solve, speed
from mazeworks.cli import run
from mazeworks.core import progress
from mazeworks.core.workers import workers
from mazeworks.logic import invention
from mazeworks.logic.invention import DEGREES
from mazeworks.rating.survey import survey
from mazeworks.search.shortest_paths import shortest_routes
from tests.logic import brute
from tests.logic.boards import KINDS
from tests.logic.test_search import PLANS
from tests.samples import EXAMPLES

#: Parameters of each kind other than its own.
OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("number", {"diagonal": True}), ("arrow", {"colours": 3}), ("turn", {"forbid": "right,back"}),
    ("tilt", {"balls": 2}), ("theseus", {"steps": 1, "order": "vertical"}),
]  # fmt: skip
#: What an interrupt or an error may say of a puzzle.
FEW = {"candidates": 4000}


def invented(kind: str, size: tuple[int, int] = (5, 4), seed: int = 1, **parameters: Any) -> Any:
    """A puzzle, by compiled kernels."""
    with speed("compiled"):
        return make(kind, size, seed=seed, **FEW | parameters)


def check_moves(puzzle: Any) -> int:
    """The moves of the only shortest solution, on which brute force agrees."""
    best = brute.shortest(brute.GAMES[puzzle.kind](puzzle.values))
    assert best is not None and best[1] == 1
    assert shortest_routes(puzzle) == best and len(solve(puzzle) or ()) == best[0]
    return best[0]


@pytest.mark.parametrize(("kind", "parameters"), [*[(kind, {}) for kind in KINDS], *OTHERS])
def test_the_shortest_solution_is_the_only_one_and_its_id_makes_the_puzzle_again(
    kind: str, parameters: dict[str, Any]
) -> None:
    for seed in (1, 2):
        puzzle = invented(kind, seed=seed, **parameters)
        assert check_moves(puzzle) >= 5
        with speed("compiled"):
            again = from_id(puzzle.id)
        assert again == puzzle and (puzzle.width, puzzle.height) == (5, 4)
    assert invented(kind, **parameters) != invented(kind, seed=2, **parameters)


@pytest.mark.parametrize("kind", KINDS)
def test_the_parameters_are_those_of_the_puzzle(kind: str) -> None:
    plain, other = invented(kind).values, invented(kind, **dict(OTHERS)[kind]).values
    match kind:
        case "number":
            assert (plain["diagonal"], other["diagonal"]) == (False, True)
        case "arrow":
            assert [len({word for row in each["colours"] for word in row}) for each in (plain, other)] == [2, 3]
        case "turn":
            assert (plain["forbidden"], other["forbidden"]) == (["left", "back"], ["right", "back"])
        case "tilt":
            assert [(len(each["balls"]), each["rule"]) for each in (plain, other)] == [(1, "rest"), (2, "match")]
        case _:
            assert [(each["steps"], each["order"]) for each in (plain, other)] == [(2, "horizontal"), (1, "vertical")]


@pytest.mark.parametrize("kind", KINDS)
def test_any_number_of_workers_and_either_speed_make_the_same_puzzle(kind: str) -> None:
    made = []
    for count in (1, 2, 3):
        with workers(count):
            made.append(invented(kind, candidates=9000))
    assert made[0] == made[1] == made[2]
    with speed("interpreted"):
        slow = make(kind, (4, 3), seed=5, candidates=160)
    assert slow == invented(kind, (4, 3), 5, candidates=160)


@pytest.mark.parametrize("kind", KINDS)
def test_moves_are_kept_within_their_bounds(kind: str) -> None:
    for moves in ((3, 3), (4, 6), (1, 1)):
        for seed in (1, 2):
            assert moves[0] <= check_moves(invented(kind, seed=seed, moves=moves)) <= moves[1]


@pytest.mark.parametrize("kind", KINDS)
def test_more_candidates_are_no_worse(kind: str) -> None:
    lengths = [check_moves(invented(kind, candidates=count)) for count in (40, 400, 4000, 12_000)]
    assert lengths == sorted(lengths)


@pytest.mark.parametrize("kind", KINDS)
def test_more_moves_than_can_be_found_raise_with_the_best(kind: str) -> None:
    said = r"none of the 4000 3x3 mazes examined takes 200\.\.300 moves; the longest solution found took \d moves; ask"
    with pytest.raises(MazeError, match=said):
        invented(kind, (3, 3), moves=(200, 300))


def test_of_equally_long_finds_the_hardest_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def levels() -> list[float]:
        return [rate(invented("number", (5, 5), seed, moves=(6, 6))).difficulty or 0 for seed in range(12)]

    hardest, own = levels(), invention.Lane.difficulty
    monkeypatch.setattr(invention.Lane, "difficulty", lambda lane: -own(lane))
    easiest = levels()
    assert all(high >= low for high, low in zip(hardest, easiest, strict=True))
    assert sum(high > low for high, low in zip(hardest, easiest, strict=True)) >= 6


# --- difficulties


@pytest.mark.parametrize("kind", KINDS)
def test_a_difficulty_is_that_of_the_rating_or_the_nearest_is_told(kind: str) -> None:
    made = []
    for degree in DEGREES:
        try:
            puzzle = invented(kind, difficulty=degree, candidates=12_000)
        except MazeError as error:
            assert f"mazes examined is {degree}; the nearest found takes " in str(error)
            assert any(f" moves and is {other}; ask for another diff" in str(error) for other in {*DEGREES} - {degree})
            continue
        assert rate(puzzle).level.replace(" ", "-") == degree
        check_moves(puzzle)
        with speed("compiled"):
            assert from_id(puzzle.id) == puzzle
        made.append(degree)
    assert made[:2] == ["very-easy", "easy"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_difficulty_and_moves_hold_both(kind: str) -> None:
    puzzle = invented(kind, difficulty="very-easy", moves=(3, 5), candidates=20_000)
    assert rate(puzzle).level == "very easy" and 3 <= check_moves(puzzle) <= 5
    with pytest.raises(
        MazeError, match=r"takes 2..2 moves and is very-hard; the nearest found takes 2 moves and is very"
    ):
        invented(kind, (3, 3), moves=(2, 2), difficulty="very-hard")
    said = r"takes 60..70 moves and is very-easy; the nearest found takes \d+ moves and is [a-z-]+; ask for fewer moves"
    with pytest.raises(MazeError, match=said):
        invented(kind, (3, 3), moves=(60, 70), difficulty="very-easy")


def test_words_with_hyphens_alone_are_difficulties() -> None:
    assert DEGREES == ("very-easy", "easy", "moderate", "hard", "very-hard")
    with pytest.raises(MazeError, match="difficulty"):
        make("number", (4, 4), difficulty="very easy")


# --- interrupts and progress


def interrupt(title: str, fraction: float, note: str) -> None:
    """A listener that ends the work half-way."""
    if fraction >= 0.5:
        raise KeyboardInterrupt


@pytest.mark.parametrize("kind", KINDS)
def test_a_search_broken_off_keeps_the_best_and_an_id_that_makes_it_again(kind: str) -> None:
    parameters = dict(OTHERS)[kind]
    with progress.listening(interrupt), pytest.warns(UserWarning, match=r"best of 8000 .*; its id is"):
        puzzle = invented(kind, candidates=16_000, **parameters)
    assert puzzle.id.endswith(",candidates=8000#1")
    moves = check_moves(puzzle)
    with speed("compiled"):
        assert from_id(puzzle.id) == puzzle == invented(kind, candidates=8000, **parameters)
    few = f"takes {moves} moves, fewer than the 90 asked for; its id is {kind}:5x4,moves={moves}..95"
    with progress.listening(interrupt), pytest.warns(UserWarning, match=few), workers(2):
        short = invented(kind, candidates=16_000, moves=(90, 95), **parameters)
    with speed("compiled"):
        assert short == puzzle == from_id(short.id)


def test_a_search_for_a_difficulty_broken_off_keeps_the_nearest() -> None:
    with progress.listening(interrupt), pytest.warns(UserWarning, match="nearest of .* moves, and is "):
        puzzle = invented("number", (4, 4), difficulty="very-hard", candidates=9000)
    check_moves(puzzle)


def test_an_interrupt_before_anything_is_found_ends_all() -> None:
    def at_once(*_: Any) -> None:
        raise KeyboardInterrupt

    with progress.listening(at_once), pytest.raises(KeyboardInterrupt):
        invented("number", (2, 2), moves=(1, 9), candidates=1)


def test_progress_tells_the_best_so_far() -> None:
    heard: list[tuple[str, float, str]] = []
    with progress.listening(lambda *report: heard.append(report)), warnings.catch_warnings():
        invented("arrow", candidates=10_000)
    assert [fraction for _, fraction, _ in heard] == pytest.approx([0.4, 0.8, 1])
    lengths = [int(note.split()[0]) for _, _, note in heard]
    assert lengths == sorted(lengths) and lengths[0] > 0


def test_rounds_double() -> None:
    plan = replace(PLANS["number"](3, 3, False), round=5)
    rounds = [plan.into_round(done) for done in range(70)]
    assert [done for done, (part, _) in enumerate(rounds) if part == 0] == [0, 5, 15, 35]
    assert all(part < length for part, length in rounds) and {length for _, length in rounds} == {5, 10, 20, 40}
    equal = replace(plan, doubling=False)
    assert [equal.into_round(done) for done in (0, 4, 5, 13)] == [(0, 5), (4, 5), (0, 5), (3, 5)]


def test_hard_ones_are_found_where_there_are_some() -> None:
    for kind, seed, own in (("theseus", 1, {}), ("theseus", 2, {}), ("theseus", 3, {"moves": (60, 100)})):
        with speed("compiled"):
            puzzle = make(kind, (6, 6), seed=seed, difficulty="hard", candidates=400_000, **own)
        assert len(solve(puzzle) or ()) >= own.get("moves", (1, 1))[0]
        assert rate(puzzle).level == "hard"


@pytest.mark.parametrize("kind", ["number", "coloured"])
def test_an_interrupt_ends_a_survey_of_many(kind: str) -> None:
    def interrupt(title: str, fraction: float, note: str) -> None:
        if fraction > 0:
            raise KeyboardInterrupt

    with warnings.catch_warnings(), progress.listening(interrupt), pytest.raises(KeyboardInterrupt):
        warnings.simplefilter("error")
        survey(5, kind, seed=1, size=(5, 5), candidates=20_000)


def test_check_says_whether_the_shortest_solution_is_the_only_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", str(EXAMPLES / "theseus" / "waiting.txt")]) == 0
    assert re.fullmatch(r"one shortest solution, of \d+ moves\n", capsys.readouterr().out)
    text = '{"mazeworks": 1, "kind": "number", "numbers": [[%s, 1], [1, 1]], "start": [0, 0], "goals": [[1, 1]]}'
    for number, said in ((1, "2 shortest solutions, of 2 moves\n"), (0, "no solution\n")):
        (tmp_path / "maze.json").write_text(text % number)
        assert run(["check", str(tmp_path / "maze.json")]) == 1
        assert capsys.readouterr().out == said
    assert run(["check", str(EXAMPLES / "coloured" / "express.txt")]) in (0, 1)
    assert "red: " in capsys.readouterr().out


# --- what is refused


@pytest.mark.parametrize(
    ("kind", "size", "parameters", "message"),
    [
        ("number", (1, 5), {}, "width is at least 2"),
        ("number", (61, 5), {}, "the largest number maze that can be generated is 60x60, not 61x5"),
        ("arrow", (5, 41), {}, "the largest arrow maze that can be generated is 40x40, not 5x41"),
        ("turn", (61, 61), {}, "the largest turn maze that can be generated is 60x60"),
        ("theseus", (16, 15), {}, "the largest theseus maze that can be generated is 15x15"),
        ("tilt", (17, 16), {"balls": 2}, "17x16 squares do not suit 2 balls: there would be 73984 states"),
        ("tilt", (7, 6), {"balls": 3}, "7x6 squares do not suit 3 balls"),
        ("tilt", (5, 5), {"balls": 4}, "balls"),
        ("arrow", (5, 5), {"colours": 1}, "colours"),
        ("arrow", (5, 5), {"colours": 7}, "colours"),
        ("turn", (5, 5), {"forbid": "left,up"}, "'forbid' has 'up'; the turns are left, right, straight, back"),
        ("turn", (5, 5), {"forbid": "left,right,straight,back"}, "all four turns; one at least"),
        ("theseus", (5, 5), {"steps": 0}, "steps"),
        ("theseus", (5, 5), {"order": "sideways"}, "order"),
        ("theseus", (5, 5), {"moves": (0, 4)}, "moves"),
        ("theseus", (5, 5), {"candidates": -1}, "candidates"),
    ],
)
def test_parameters_that_make_no_sense(
    kind: str, size: tuple[int, int], parameters: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invention, "Lane", lambda *_: pytest.fail("the search was begun"))
    with pytest.raises(MazeError, match=message):
        make(kind, size, seed=1, **parameters)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "maze.json"
    wanted = ["--candidates", "4000", "--seed", "3", "--moves", "3..9", "-o", str(target)]
    assert run(["new", "turn", "4x4", *wanted, "--forbid", "left,straight"]) == 0
    assert '"forbidden": ["left", "straight"]' in target.read_text()
    assert run(["rate", str(target)]) == 0
    assert "it is the only shortest one" in capsys.readouterr().out
    assert run(["new", "number", "3x3", "--moves", "60", "--candidates", "500", "--seed", "1"]) == 2
    assert "error: none of the 500 3x3 mazes examined takes 60..60 moves" in capsys.readouterr().err
