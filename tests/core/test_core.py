"""Random numbers, ids, parameters, solutions, sketches and files."""

import importlib
import math
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import (
    Direction,
    LimitReached,
    Maze,
    MazeError,
    Puzzle,
    Random,
    Solution,
    explore,
    from_id,
    make,
    read_text,
    replay,
    save,
    solve,
)
from mazeworks.core.facets import Codec, codec_of
from mazeworks.core.parameters import Parameter
from mazeworks.drawing.sketch import Sketch
from mazeworks.files.saving import write_file
from mazeworks.kernels.random import MULTIPLIER
from mazeworks.search.shortest_paths import count_shortest


class Steps(Puzzle[int]):
    """Count from 0 upward, by 1 or by 2; endless unless a last number is given."""

    start = 0

    def __init__(self, goal: int, last: int | None = None) -> None:
        self.goal, self.last = goal, last

    def moves(self, state: int) -> list[tuple[str, int]]:
        return [(f"+{n}", state + n) for n in (1, 2) if self.last is None or state + n <= self.last]

    def is_goal(self, state: int) -> bool:
        return state == self.goal


def test_a_puzzle_is_a_start_moves_and_a_goal() -> None:
    for using in ("auto", "breadth_first", "a_star", "depth_first"):
        solution = solve(Steps(9, 20), using)
        assert solution is not None and replay(Steps(9, 20), solution.moves) == 9
    assert len(solve(Steps(9)) or ()) == 5
    assert solve(Steps(30, 20)) is None
    for using in ("breadth_first", "a_star", "depth_first"):
        with pytest.raises(LimitReached, match="first 50 states"):
            solve(Steps(-1), using, limit=50)
    with pytest.raises(LimitReached, match="more than 50 states"):
        explore(Steps(-1), limit=50)
    with pytest.raises(MazeError, match="a limit is a whole number"):
        solve(Steps(9), limit=0)


def test_count_shortest_is_exact_when_there_are_astronomically_many() -> None:
    assert count_shortest(explore(Steps(400, 400))) == 1
    open_field = Maze.closed(40, 40)
    for cell in open_field:
        cell.remove_wall(Direction.SOUTH)
        cell.remove_wall(Direction.EAST)
    assert count_shortest(explore(open_field)) == math.comb(78, 39)


def test_replay_says_which_move_cannot_be_made() -> None:
    with pytest.raises(MazeError, match=r"move 2, \+3, is not possible from 1"):
        replay(Steps(9), ["+1", "+3"])


def test_puzzles_that_cannot_be_saved_equal_themselves_alone() -> None:
    class Names(Codec[Any]):
        """A codec for states alone."""

    class Still(Puzzle[int]):
        """A puzzle that is solved."""

        start, _facets = 0, (Names,)

    class Heir(Still):
        """One that inherits its facets."""

    for puzzle in (Still(), Heir()):
        assert puzzle == puzzle and puzzle != type(puzzle)()


def test_detours_are_cut_out() -> None:
    walk = Solution(["a", "b", "c", "b", "d", "a", "e"], [1, 2, 3, 4, 5, 6])
    direct = walk.without_detours()
    assert direct.states == ["a", "e"] and direct.moves == [6]


# --- random numbers


def test_the_same_seed_gives_the_same_numbers_for_ever() -> None:
    """These are a promise: ids must make the same maze in every version."""
    random = Random(7)
    assert [random.draw() for _ in range(3)] == [1412040988, 844409711, 210439244]
    assert Random(7).fork() == Random(7).fork()
    assert Random(1).state != Random(2).state


def test_below_is_even() -> None:
    random = Random(3)
    counts = Counter(random.below(5) for _ in range(10_000))
    assert set(counts) == set(range(5)) and max(counts.values()) < 2200
    assert all(0 <= random.below(2**70) < 2**70 for _ in range(50))
    assert all(0 <= random.fraction() < 1 for _ in range(50))


@given(st.integers(0, 2**63 - 1))
def test_states_stay_within_their_bounds(seed: int) -> None:
    random = Random(seed)
    for _ in range(20):
        random.draw()
        assert 0 < random.state < MULTIPLIER << 32
    items = list(range(20))
    random.shuffle(items)
    assert sorted(items) == list(range(20))


# --- ids


@given(
    st.integers(2, 30),
    st.integers(2, 30),
    st.floats(0, 1),
    st.sampled_from(["random", "corners", "farthest", "0/0-1/1"]),
    st.integers(0, 2**63 - 1),
)
def test_an_id_makes_the_same_maze(width: int, height: int, complexity: float, ends: str, seed: int) -> None:
    maze = Maze.create(width, height, complexity, ends, seed)
    assert maze.id is not None
    assert from_id(maze.id) == maze


def test_ids_are_short() -> None:
    assert make("wall", seed=3).id == "wall:20x20#3"
    assert make("wall", (5, 4), complexity=0.25, seed=3).id == "wall:5x4,complexity=0.25#3"
    assert from_id("jugs:sizes=5-8,target=2#0").id == "jugs:sizes=5-8,target=2#0"


def test_the_maze_of_an_id_never_changes() -> None:
    """If this fails, every id people have written down means another maze."""
    assert codec_of(make("wall", (6, 4), seed=2026)).to_data()["walls"] == ["93595d", "cdccec", "cccc94", "a6a26e"]


# --- parameters


def test_a_span_may_be_a_number_a_pair_or_a_list() -> None:
    span = Parameter("moves", "span", (1, 9), "", 1, 9)
    assert span.check(4) == (4, 4) and span.check([2, 5]) == span.check((2, 5)) == (2, 5)
    for bad in ((1, 2, 3), (1,), [], (5, 2), (0, 3), (1, 2.5), True, None, "4"):
        with pytest.raises(MazeError, match=r"moves is a whole number or two, as in 3\.\.7, each from 1 to 9, not "):
            span.check(bad)


@pytest.mark.parametrize(
    ("parameter", "text", "value"),
    [
        (Parameter("n", "whole", 1, "", least=0), "12", 12),
        (Parameter("n", "number", 1.0, ""), "1e-3", 0.001),
        (Parameter("n", "span", (1, 2), ""), "60..80", (60, 80)),
        (Parameter("n", "span", (1, 2), ""), "7", (7, 7)),
        (Parameter("n", "flag", False, ""), "Yes", True),
        (Parameter("n", "choice", "a", "", choices=("a", "b")), "b", "b"),
        (Parameter("n", "text", "", ""), "any-thing", "any-thing"),
    ],
)
def test_parameters_are_read_and_written(parameter: Parameter, text: str, value: Any) -> None:
    assert parameter.parse(text) == value
    assert parameter.parse(parameter.format(value)) == value
    assert parameter.to_data()["kind"] == parameter.kind


@pytest.mark.parametrize(
    ("parameter", "text", "sentence"),
    [
        (Parameter("n", "whole", 1, "", least=0, most=9), "12", "n is a whole number from 0 to 9, not '12'"),
        (Parameter("n", "whole", 1, ""), "1.5", "n is a whole number, not '1.5'"),
        (Parameter("n", "number", 1.0, ""), "inf", "n is a number, not 'inf'"),
        (Parameter("n", "span", (1, 2), ""), "80..60", "not '80..60'"),
        (Parameter("n", "flag", False, ""), "maybe", "n is yes or no, not 'maybe'"),
        (Parameter("n", "choice", "a", "", choices=("apple", "pear")), "aple", "did you mean apple?"),
        (Parameter("n", "text", "", ""), "a,b", "a text without commas"),
    ],
)
def test_bad_parameters_are_refused(parameter: Parameter, text: str, sentence: str) -> None:
    with pytest.raises(MazeError) as caught:
        parameter.parse(text)
    assert sentence in str(caught.value)


# --- sketches and files


def test_a_sketch_colours_by_role() -> None:
    sketch = Sketch.from_lines(["ab", "c"])
    sketch.put(1, 0, "X", "path")
    assert sketch.text() == "aX\nc\n"
    assert sketch.text(colour=True) == "a\033[1;31mX\033[0m\nc\n"
    assert np.array_equal(Sketch.from_lines([]).chars, np.zeros((0, 0)))


def test_files_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    def broken() -> Any:
        yield "half"
        raise KeyboardInterrupt

    target = tmp_path / "maze.txt"
    target.write_text("before")
    with pytest.raises(KeyboardInterrupt):
        write_file(target, broken())
    assert target.read_text() == "before" and len(list(tmp_path.iterdir())) == 1


def test_links_and_pipes_are_written_through(tmp_path: Path) -> None:
    import os
    import threading

    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "real.txt").chmod(0o600)
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    write_file(tmp_path / "link.txt", ["new"])
    assert (tmp_path / "link.txt").is_symlink() and (tmp_path / "real.txt").read_text() == "new"
    assert (tmp_path / "real.txt").stat().st_mode & 0o777 == 0o600
    os.mkfifo(tmp_path / "pipe")
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append((tmp_path / "pipe").read_text()))
    reader.start()
    write_file(tmp_path / "pipe", ["through"])
    reader.join()
    assert heard == ["through"] and (tmp_path / "pipe").is_fifo()
    write_file("/dev/null", ["gone"])
    assert not Path("/dev/null").is_file()


def test_standard_output_by_its_name_is_not_replaced(tmp_path: Path) -> None:
    import subprocess
    import sys

    command = f"(echo before; {sys.executable} -m mazeworks new 3x3 --seed 1 -o /dev/stdout; echo after)"
    subprocess.run(["bash", "-c", f"{command} > {tmp_path}/all.txt"], check=True)
    lines = (tmp_path / "all.txt").read_text().splitlines()
    assert lines[0] == "before" and lines[-1] == "after" and len(lines) == 9
    piped = subprocess.run(["bash", "-c", f"{command} | cat"], capture_output=True, text=True, check=True)
    assert piped.stdout.splitlines() == lines


def test_a_loading_that_was_interrupted_is_made_good(monkeypatch: pytest.MonkeyPatch) -> None:
    from mazeworks.core import registry

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(registry.solvers.load, "state", "no")
    with monkeypatch.context() as patch:
        patch.setattr(registry.solvers.load, "work", interrupted)
        with pytest.raises(KeyboardInterrupt):
            registry.load_all()
    assert "auto" in list(registry.solvers)


def test_a_plugin_that_cannot_be_loaded_gives_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.metadata

    from mazeworks.core import registry

    broken = importlib.metadata.EntryPoint("bad", "no_such_module_at_all", "mazeworks")
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [broken])
    with pytest.warns(registry.PluginWarning, match="the plugin 'bad' cannot be loaded"):
        registry.load_plugins.work()


def test_the_registry_is_whole_for_every_thread() -> None:
    import subprocess
    import sys

    code = (
        "import threading, mazeworks\n"
        "errors = []\n"
        "def read():\n"
        "    try: mazeworks.read_text('+---+---+\\n| S     |\\n+   +---+\\n|     E |\\n+---+---+\\n')\n"
        "    except Exception as error: errors.append(error)\n"
        "threads = [threading.Thread(target=read) for _ in range(8)]\n"
        "[t.start() for t in threads]; [t.join() for t in threads]; print(errors)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_what_a_broken_off_import_registered_is_imported_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mazeworks.core.registry import Section

    names: Section[Any] = Section("word", "puzzles")
    monkeypatch.setattr("mazeworks.core.registry.words", names, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "interrupted.py").write_text(
        "from types import SimpleNamespace\n"
        "from mazeworks.core import registry\n"
        "registry.words.add(SimpleNamespace(name='half', function=lambda: rest))\n"
        "if not hasattr(registry.words, 'tried'):\n"
        "    registry.words.tried = True\n"
        "    raise KeyboardInterrupt\n"
        "rest = 'the rest'\n"
    )
    with pytest.raises(KeyboardInterrupt):
        importlib.import_module("interrupted")
    assert names["half"].function() == "the rest"
    with pytest.raises(MazeError, match="there is already a word called 'half'"):
        names.add(names["half"])


@pytest.mark.parametrize(
    ("parameter", "given", "value"),
    [
        (Parameter("n", "number", 1.0, "", 0, 1), np.float32(0.5), 0.5),
        (Parameter("n", "number", 1.0, "", 0, 1), np.int64(1), 1.0),
        (Parameter("n", "number", 1.0, "", 0, 1), Fraction(1, 4), 0.25),
        (Parameter("n", "whole", 1, "", 0, 9), np.uint8(7), 7),
        (Parameter("n", "span", (1, 2), ""), np.int64(3), (3, 3)),
        (Parameter("n", "span", (1, 2), ""), [np.int32(3), 4], (3, 4)),
        (Parameter("n", "place", (1, 2), ""), (np.int64(3), np.int8(4)), (3, 4)),
    ],
)
def test_numbers_of_any_sort_are_taken(parameter: Parameter, given: Any, value: Any) -> None:
    taken = parameter.value(given)
    assert taken == value and repr(taken) == repr(value)


@pytest.mark.parametrize("given", [np.float32(0.5), np.float64(2), True, np.bool_(True), Fraction(10**400), None])
def test_what_is_not_a_whole_number_is_refused(given: Any) -> None:
    with pytest.raises(MazeError, match="n is a whole number"):
        Parameter("n", "whole", 1, "").value(given)


@pytest.mark.parametrize("target", [-1, 0, 10_001, 10**4298])
def test_jugs_measure_an_amount_that_a_jug_may_hold(target: int) -> None:
    with pytest.raises(MazeError, match="the amount to measure is 1 to 10000 litres, not"):
        read_text(f'{{"mazeworks": 1, "kind": "jugs", "sizes": [3, 5], "target": {target}}}')


def test_sizes_complexity_and_limits_of_numpy() -> None:
    maze = Maze.create(np.int64(5), np.int64(4), complexity=np.float32(0.25), seed=np.int64(1))
    assert maze.id == "wall:5x4,complexity=0.25#1" and maze == Maze.create(5, 4, complexity=0.25, seed=1)
    assert solve(maze, limit=np.int64(20)) is not None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: from_id("wall:5x5,complexity=0.5,complexity=0.9#1"), "says complexity twice; once is expected"),
        (lambda: from_id("wall:5x5,6x6#1"), "says a size twice"),
        (lambda: from_id(5), "an id is a text such as wall:20x20#7, not 5"),  # type: ignore[arg-type]
        (lambda: read_text(b"S#E"), "a text was expected, not b'S#E'"),  # type: ignore[arg-type]
        (lambda: save(Maze.create(3, 3), 5), "the name of a file was expected, not 5"),  # type: ignore[arg-type]
        (lambda: save(5, "x.json"), "expected a puzzle, such as make"),  # type: ignore[arg-type]
    ],
)
def test_what_is_not_an_id_text_puzzle_or_name_is_refused(call: Any, sentence: str) -> None:
    with pytest.raises(MazeError, match=sentence):
        call()
