"""`maze bench`: what it measures, skips and prints; small mazes take the place of its own."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from mazeworks import MazeError, benchmark, make, workers
from mazeworks.cli import run
from mazeworks.core.errors import TooLarge
from mazeworks.core.memory import NO_LIMIT
from mazeworks.core.progress import Cancelled, cancelled_by, listening
from mazeworks.making.request import Request

FEW = (benchmark.ids_of("6x5"), benchmark.ids_of("5x4", ("prim", "wilson"), ",layout=hexagon"))
TIME = r"[\d.]+ (?:ns|µs|ms|s)"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command measures few small mazes, each once, and starts no programs."""
    monkeypatch.setattr(benchmark, "STEADY", 0.0)
    monkeypatch.setattr(benchmark, "start_up", lambda: {"numpy": 0.05, "maze_new": None})
    for function in (benchmark.load_kernels, benchmark.tables):
        monkeypatch.setattr(function, "__defaults__", (FEW, *(function.__defaults__ or ())[1:]))


@pytest.mark.usefixtures("small")
def test_the_text_has_the_computer_the_start_and_a_row_for_each_maze(capfd: Any) -> None:
    assert run(["bench"]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    for name, value in benchmark.versions().items():
        assert re.search(rf"^{name} +{re.escape(value)}$", out, re.M)
    for name in ("system", "processor", "cores", "threads", "memory"):
        assert re.search(rf"^{name} +\S", out, re.M)
    assert re.search(r"^  import numpy +50 ms$", out, re.M) and re.search(
        r"^  maze new 20x20 +not measured$", out, re.M
    )
    assert re.search(rf"^  (?:loading kernels|compiling, this once) +{TIME}$", out, re.M) and "without numba" not in out
    tables = out.split("\n\n")[3:]
    assert [re.split("  +", table)[0] for table in tables] == ["6x5 square", "5x4 hexagon"]
    for table, ids in zip(tables, FEW, strict=True):
        assert len(re.findall(rf"^  \w+(?: +{TIME}){{3}}$", table, re.M)) == len(ids)
    assert max(map(len, out.partition("start-up")[2].splitlines())) <= 40


@pytest.mark.usefixtures("small")
def test_json_is_one_object_with_the_same(capfd: Any) -> None:
    assert run(["bench", "--json"]) == 0
    out, err = capfd.readouterr()
    data = json.loads(out)
    assert err == "" and out.count("\n") == 1
    assert data["versions"] == benchmark.versions() and data["cores"] >= data["usable_cores"] >= 1
    assert data["start_up_seconds"] == {"numpy": 0.05, "maze_new": None}
    assert data["kernels"]["seconds"] > 0 and data["kernels"]["origin"] in ("compiled", "loaded")
    assert [row["id"] for row in data["rows"]] == [Request.parse_id(id).id for ids in FEW for id in ids]
    for row in data["rows"]:
        assert row["make_ns_per_cell"] == pytest.approx(1e9 * row["make_seconds"] / row["cells"])
        assert row["solve_seconds"] > 0 and row["skipped"] == ""


@pytest.mark.usefixtures("small")
def test_what_takes_too_long_or_too_much_memory_is_skipped_with_the_reason(
    capfd: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def best_times(request: Request) -> tuple[float, float, int]:
        if request.generator.name == "prim":
            raise TooLarge("6x5 cells take 9 GB of memory, and 1 GB are free", "try a smaller one")
        return 100.0, 20.0, 30

    monkeypatch.setattr(benchmark, "best_times", best_times)
    assert run(["bench"]) == 0
    said = capfd.readouterr().out
    assert "  prim         not measured: 6x5 cells take 9 GB of memory, and 1 GB are free\n" in said
    assert "  wilson       not measured: it would take about 80 s\n" in said
    rows = [row for rows in benchmark.tables(FEW) for row in rows]
    assert [row.to_data()["make_ns_per_cell"] is None for row in rows] == [bool(row.skipped) for row in rows]
    assert {row.skipped for rows in benchmark.tables(FEW, 0.0) for row in rows} == {"no time is left for it"}
    assert benchmark.too_long(2, 5, 1) == "no time is left for it" and benchmark.too_long(2, 5, 3) == ""


@pytest.mark.parametrize(("steady", "twice", "times"), [(0.0, 5.0, 2), (0.0, 1e-9, 1), (1e-9, 1e-9, 1)])
def test_a_maze_is_made_twice_unless_that_takes_too_long(
    steady: float, twice: float, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    make = Request.make
    monkeypatch.setattr(Request, "make", lambda self: made.append(self.id) or make(self))
    monkeypatch.setattr(benchmark, "STEADY", steady)
    monkeypatch.setattr(benchmark, "TWICE", twice)
    [[row]] = benchmark.tables([["wall:6x5#1"]])
    assert made == times * ["wall:6x5#1"] and row.make_seconds and row.solve_seconds


def test_without_numba_the_text_says_so(capfd: Any, monkeypatch: pytest.MonkeyPatch, small: None) -> None:
    monkeypatch.setattr(benchmark, "origin_of_kernels", str)
    assert run(["bench"]) == 0
    assert "\n  kernels run without numba: large mazes are slow\n" in capfd.readouterr().out


def test_all_mazes_have_the_same_seed_and_other_sizes() -> None:
    requests = [Request.parse_id(id) for ids in benchmark.MAZES for id in ids]
    assert {request.seed for request in requests} == {1} and len({request.id for request in requests}) == len(requests)


@pytest.mark.parametrize(
    ("id", "sentence"),
    [
        ("jugs:#1", "'jugs:#1' makes a puzzle without a size; only one with a width and a height can be measured"),
        ("wall:5x5,with=prmi#1", "did you mean prim?"),
        ("wall:5x5", "has no seed"),
    ],
)
def test_a_bad_id_is_refused_before_anything_is_measured(
    id: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benchmark, "best_times", lambda _: pytest.fail("it began to measure"))
    with pytest.raises(MazeError, match=re.escape(sentence)):
        next(benchmark.tables([["wall:5x5#1"], [id]]))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("bench 20x20", "`maze bench` does not take '20x20'; `maze bench --help` says what it takes"),
        ("bench --jsn", "there is no option --jsn; did you mean --json?"),
        ("bench --json=yes", "the option --json takes no value"),
        ("bnech", "no command is called 'bnech'; did you mean bench?"),
    ],
)
def test_words_that_it_does_not_take_are_refused(words: str, sentence: str, capfd: Any) -> None:
    assert run(words.split()) == 2
    assert capfd.readouterr() == ("", f"error: {sentence}\n")


@pytest.mark.usefixtures("small")
def test_an_interrupt_ends_it_after_the_tables_so_far(capfd: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def best_times(request: Request) -> tuple[float, float, int]:
        if request.values.get("layout") == "hexagon":
            raise KeyboardInterrupt
        return 1e-6, 1e-6, 30

    monkeypatch.setattr(benchmark, "best_times", best_times)
    assert run(["bench"]) == 130
    out, err = capfd.readouterr()
    assert "6x5 square" in out and "hexagon" not in out and err == "interrupted\n"
    assert run(["bench", "--json"]) == 130
    assert capfd.readouterr() == ("", "interrupted\n")


def test_cancelled_work_stops() -> None:
    event = Event()
    with cancelled_by(event):
        tables = benchmark.tables(FEW)
        assert len(next(tables)) == len(FEW[0])
        event.set()
        with pytest.raises(Cancelled):
            next(tables)
        for work in (benchmark.load_kernels, benchmark.start_up):
            with pytest.raises(Cancelled):
                work()


@pytest.mark.usefixtures("small")
def test_progress_names_each_maze_and_never_goes_back() -> None:
    heard: list[tuple[str, float, str]] = []
    with listening(lambda *report: heard.append(report)):
        rows = [row for rows in benchmark.tables(FEW) for row in rows]
    assert list(dict.fromkeys(note for *_, note in heard)) == [f"{r.width}x{r.height} {r.generator}" for r in rows]
    assert {title for title, *_ in heard} == {"measuring"}
    assert heard == sorted(heard, key=lambda report: report[1])


def test_the_computer_is_told_whatever_the_system_hides(capfd: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from mazeworks.cli.measuring import print_machine

    with workers(3):
        assert benchmark.machine()["threads"] == 3
    monkeypatch.setattr(benchmark, "free_memory", lambda: NO_LIMIT)
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    data = benchmark.machine() | {"versions": {"numba": "none"}, "usable_cores": 2}
    print_machine(data)
    assert data["free_memory"] is None
    said = capfd.readouterr().out
    assert re.search(r"^memory +unknown$", said, re.M) and re.search(r"^cores +64, 2 usable$", said, re.M)


def test_a_program_that_cannot_be_started_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "STARTS", 1)
    found = benchmark.start_up()
    assert list(found) == ["numpy", "maze_new"] and all(seconds and seconds > 0 for seconds in found.values())
    assert benchmark.program_time(["raise SystemExit(3)"]) is None
    monkeypatch.setattr(benchmark, "PATIENCE", 0.2)
    assert benchmark.program_time(["import time; time.sleep(60)"]) is None
    for executable in ("", "/nowhere/python"):
        monkeypatch.setattr(sys, "executable", executable)
        assert benchmark.program_time(["pass"]) is None


@pytest.mark.parametrize("layout", ["circle", "floors", "weave"])
def test_the_cells_of_other_layouts_are_counted(layout: str) -> None:
    [[row]] = benchmark.tables([[f"wall:9x9,layout={layout}#1"]])
    assert row.cells == len(make("wall", (9, 9), seed=1, layout=layout)) != 81
    assert row.to_data()["make_ns_per_cell"] == pytest.approx(1e9 * (row.make_seconds or 0) / row.cells)


ORIGIN = """
from mazeworks import benchmark
assert benchmark.origin_of_kernels() == ""
benchmark.load_kernels([["wall:5x5#1"]])
print(benchmark.origin_of_kernels())
"""


def test_kernels_are_compiled_once_and_loaded_then(tmp_path: Path) -> None:
    hide = "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None\n"
    off = {"NUMBA_DISABLE_JIT": "1"}
    for hidden, settings, origin in ((hide, {}, ""), ("", {}, "compiled"), ("", {}, "loaded"), ("", off, "")):
        words = [sys.executable, "-W", "ignore", "-c", hidden + ORIGIN]
        settings = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)} | settings
        assert subprocess.run(words, env=settings, capture_output=True, text=True, check=True).stdout.strip() == origin
