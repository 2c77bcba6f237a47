"""What every entry of the registry promises; a new entry is tested the moment it exists."""

import json
import re
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mazeworks import Puzzle, Solution, Solved, explore, load, make, read_text, replay, save, solve
from mazeworks.core.errors import CannotSolve, Note
from mazeworks.core.facets import codec_of, structure_of, variants_of
from mazeworks.core.registry import SECTIONS, formats, generators, kinds, renderers, solvers
from mazeworks.files.loading import read_bytes
from mazeworks.files.targets import pieces
from mazeworks.making.making import from_id
from mazeworks.rating.measures import measures_of
from mazeworks.search.shortest_paths import count_shortest, shortest_routes
from mazeworks.search.solving import cannot, refusal
from tests.oracle import Plain, shortest_length
from tests.samples import EXAMPLES, made, samples

PUZZLES = sorted(samples())

#: Mazes of several kinds and layouts, with loops and without, by their ids.
TRACED = [
    "wall:12x10#3",
    "wall:12x10,then=braid:0.5#0",
    "wall:9x7,with=percolation#3",
    "wall:9x8,layout=weave,with=kruskal#2",
    "wall:9x8,layout=hexagon,then=braid:0.5#1",
    "wall:6x6,layout=circle,with=prim#2",
    "terrain:9x6#1",
    "jugs:#1",
]


#: Values for every renderer that knows them: pictures that take little time.
SHORT = {"seconds": 0.5, "cell": 12}


@pytest.fixture(params=PUZZLES)
def sample(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def puzzle(sample: str) -> Puzzle[Any]:
    return samples()[sample]


@cache
def shortest(sample: str, variant: str) -> int | None:
    """What the oracle says of a variant of a sample; asked once for all solvers."""
    return shortest_length(variants_of(samples()[sample])[variant])


def text_of(entry: Any, puzzle: Puzzle[Any], solution: Solution[Any] | None = None, **drawing: Any) -> str | bytes:
    parts = list(pieces(entry, Solved.of(puzzle, solution), **drawing))
    return "".join(parts) if all(isinstance(part, str) for part in parts) else b"".join(parts)  # type: ignore[arg-type]


def same(first: Puzzle[Any], second: Puzzle[Any]) -> bool:
    return first.kind == second.kind and codec_of(first).to_data() == codec_of(second).to_data()


@pytest.mark.parametrize("name", sorted(SECTIONS))
def test_every_entry_has_a_sentence(name: str) -> None:
    for entry in SECTIONS[name].values():
        assert entry.sentence.endswith("."), entry
        assert entry.name.isidentifier(), entry
        json.dumps(entry.facts())


def test_every_kind_has_a_source() -> None:
    for kind in kinds.values():
        assert kind.generator or list((EXAMPLES / kind.name).glob("*.*")), f"no example of {kind.name}"
        if kind.generator:
            assert generators[kind.generator].kind == kind.name
        assert kind.format in formats


@pytest.mark.parametrize("name", list(generators))
def test_same_seed_same_puzzle_and_the_id_makes_it_again(name: str) -> None:
    first = made(name, 1)
    assert first.id is not None
    assert same(from_id(first.id), first)


def test_what_was_saved_is_equal(puzzle: Puzzle[Any], tmp_path: Path) -> None:
    save(puzzle, tmp_path / "puzzle.json")
    assert load(tmp_path / "puzzle.json") == puzzle
    assert puzzle != made("terrain" if puzzle.kind != "terrain" else "jugs", 5)


@pytest.mark.parametrize("name", list(generators))
def test_every_made_puzzle_has_a_solution(name: str) -> None:
    for variant in variants_of(made(name, 2)).values():
        assert solve(variant) is not None


@pytest.mark.parametrize("name", [g.name for g in generators.values() if "perfect" in g.promises])
def test_a_perfect_generator_makes_perfect_mazes(name: str) -> None:
    for seed in range(5):
        assert make(generators[name].kind, (7, 5), name, seed).is_perfect()  # type: ignore[attr-defined]


@pytest.mark.parametrize("solver", list(solvers))
def test_every_solver_on_every_puzzle(solver: str, sample: str) -> None:
    """It solves by the puzzle's own rules, as short as it promises, or says why it cannot."""
    entry = solvers[solver]
    for name, variant in variants_of(samples()[sample]).items():
        if refusal(entry, structure_of(variant)):
            with pytest.raises(CannotSolve, match=r"these can: .*auto"):
                solve(variant, solver)
            continue
        expected = shortest(sample, name)
        try:
            solution = solve(variant, solver, trace=True)
        except CannotSolve as error:  # found out on the way, where that is no breach of a promise
            assert not entry.completes(True) or entry.needs == "both ways"
            assert re.search(r"these can: .*auto", str(error))
            continue
        assert (solution is None) == (expected is None)
        if solution is None:
            continue
        check(variant, solution)
        check(variant, solution.without_detours())
        assert solution.solver == solver
        if "optimal" in entry.promises:
            assert total_cost(variant, solution) == expected
        assert solution.trace is not None and variant.start in list(solution.trace)
        assert solution.states[-1] in list(solution.trace)


@pytest.mark.parametrize("solver", list(solvers))
def test_asking_for_a_trace_changes_nothing_else(solver: str) -> None:
    for name in TRACED:
        puzzle = from_id(name)
        try:
            plain, traced = solve(puzzle, solver), solve(puzzle, solver, trace=True)
        except CannotSolve:
            continue
        assert plain is not None and traced is not None and plain.trace is None and traced.trace is not None
        assert (plain.explored, plain.cost, plain.ways) == (traced.explored, traced.cost, traced.ways), name
        assert len(plain) == len(traced), name
        assert len(set(map(puzzle.key, traced.trace))) <= traced.explored, name


def test_a_refusal_names_exactly_those_that_can(puzzle: Puzzle[Any]) -> None:
    for variant in variants_of(puzzle).values():
        sentence = str(cannot("this_solver", variant, "it is not real"))
        match = re.fullmatch(r"this_solver .* real; these can: ([\w, ]+)(?:; these may, .*: ([\w, ]+))?", sentence)
        assert match is not None
        sure, perhaps = ([] if names is None else names.split(", ") for names in match.groups())
        assert sure + perhaps == [*sorted(sure), *sorted(perhaps)] and not set(sure) & set(perhaps)
        for entry in solvers.values():
            try:
                solve(variant, entry.name)
                assert entry.name in (sure if entry.completes(True) else perhaps)
            except CannotSolve:
                assert entry.name not in sure


def total_cost(puzzle: Puzzle[Any], solution: Solution[Any]) -> int:
    steps = zip(list(solution.states)[:-1], list(solution.moves), list(solution.states)[1:], strict=True)
    total = sum(puzzle.cost(*step) for step in steps)
    assert solution.cost == (total if structure_of(puzzle).weighted else None)
    return total


def check(puzzle: Puzzle[Any], solution: Solution[Any]) -> None:
    assert len(solution.states) == len(solution.moves) + 1
    assert puzzle.key(solution.states[0]) == puzzle.key(puzzle.start)
    assert puzzle.is_goal(replay(puzzle, solution.moves))
    for number in range(len(solution.moves)):
        following = {codec_of(puzzle).move_name(m): puzzle.key(s) for m, s in puzzle.moves(solution.states[number])}
        assert following[codec_of(puzzle).move_name(solution.moves[number])] == puzzle.key(solution.states[number + 1])


@pytest.mark.parametrize("form", list(formats))
def test_every_format_is_read_back(form: str, puzzle: Puzzle[Any]) -> None:
    entry = formats[form]
    if not entry.holds(puzzle):
        pytest.skip(f"{form} does not hold {puzzle.kind}")
    solution = None if len(variants_of(puzzle)) > 1 else solve(puzzle)
    try:
        plain = text_of(entry, puzzle)
    except ValueError as error:
        assert "no wall maze" in str(error)
        return
    if entry.binary:
        read_back_from_bytes(entry, puzzle, solution)
        return
    for text in (plain, text_of(entry, puzzle, solution)):
        assert isinstance(text, str)
        claimed = [other.name for other in formats.values() if not other.binary and other.sniff(text[:4096])]
        assert claimed[0] == form
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Note)
            again = read_text(text)
        if again.kind == puzzle.kind:
            assert codec_of(again).to_data() | {"complexity": 0} == codec_of(puzzle).to_data() | {"complexity": 0}
        assert text_of(entry, again) == (plain if form != "json" or again.id == puzzle.id else text_of(entry, again))


def read_back_from_bytes(entry: Any, puzzle: Puzzle[Any], solution: Solution[Any] | None) -> None:
    """A binary format knows its own bytes, and gives the same puzzle; with a solution in it, one as long."""
    for drawn in (None, solution):
        data = text_of(entry, puzzle, drawn)
        assert isinstance(data, bytes)
        assert [other.name for other in formats.values() if other.binary and other.sniff(data[:4096])] == [entry.name]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Note)
            again = read_bytes(data)
        assert again.kind == puzzle.kind
        if drawn is None:
            assert codec_of(again).to_data() == codec_of(puzzle).to_data()
        found = solve(again)
        assert (found is None) == (solution is None)
        assert found is None or solution is None or len(found) == len(solution)


def test_every_kind_is_read_back_from_its_own_format(puzzle: Puzzle[Any], tmp_path: Any) -> None:
    from mazeworks import save

    own = formats[kinds[puzzle.kind].format]
    target = tmp_path / f"puzzle{own.extensions[0] if own.binary else '.txt'}"
    save(puzzle, target)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        again = load(target)
    assert again.kind == puzzle.kind
    assert codec_of(again).to_data() | {"complexity": 0} == codec_of(puzzle).to_data() | {"complexity": 0}


@pytest.mark.parametrize("renderer", list(renderers))
@pytest.mark.filterwarnings("ignore::mazeworks.core.errors.Note")
def test_every_renderer_draws_every_kind(renderer: str, puzzle: Puzzle[Any]) -> None:
    entry = renderers[renderer]
    known = {parameter.name for parameter in entry.parameters}
    short = {name: value for name, value in SHORT.items() if name in known}
    for variant in variants_of(puzzle).values():
        plain = text_of(entry, variant, **short)
        solved = text_of(entry, variant, solve(variant), **short)
        assert plain and solved and plain != solved


# --- kinds with a compact representation


def test_the_compact_representation_agrees_with_the_search_that_lists_moves(puzzle: Puzzle[Any]) -> None:
    """The same states in the same order, the same moves and goals, distances, and number of shortest solutions."""
    for variant in variants_of(puzzle).values():
        compact = structure_of(variant).compact()
        if compact is None:
            assert puzzle.kind not in COMPACT
            continue
        plain = explore(Plain(variant))
        ours = compact.explore(None, True)
        assert list(ours.states) == list(plain.states) and list(ours.moves) == list(plain.moves)
        for name in ("offsets", "targets", "goals"):
            assert getattr(ours, name).tolist() == getattr(plain, name).tolist()
        numbers, far = compact.reach()
        assert [compact.decode(int(number)) for number in numbers] == list(plain.states)
        assert [compact.encode(state) for state in plain.states] == numbers.tolist()
        assert far.tolist() == plain.distances().tolist()
        length = shortest_length(variant)
        wanted = None if length is None else (length, count_shortest(plain))
        assert measures_of(variant).shortest_routes() == shortest_routes(variant) == wanted


#: The kinds that have one.
COMPACT = {"alice", "arrow", "coloured", "number", "theseus", "tilt", "turn"}
