"""Cancelling: all work that a request can ask for ends soon after it is cancelled, and leaves its thread free."""

import io
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Event
from typing import Any

import pytest

from mazeworks import MazeError, Puzzle, from_id, solve
from mazeworks.core.memory import Budget
from mazeworks.core.progress import Cancelled, cancelled_by, check, checked, in_context, report
from mazeworks.core.registry import formats, generators, layouts, load_all, renderers, solvers, transforms
from mazeworks.core.workers import in_order, share_out, workers
from mazeworks.kernels import warm_up
from mazeworks.play.session import Session
from mazeworks.web import answers
from mazeworks.web.limits import Limits
from mazeworks.web.service import Service
from mazeworks.web.work import Work
from tests.serving import CEILING

#: Seconds of the processor after which cancelled work has ended; a few tenths are usual.
SOON = 3.0
SERVICE = Service(Limits())
load_all()


class Endless(Puzzle[tuple[int, int]]):
    """A plane without a goal, whose moves are listed by Python."""

    start = (0, 0)

    def moves(self, state: tuple[int, int]) -> Iterable[tuple[str, tuple[int, int]]]:
        x, y = state
        return [("N", (x, y - 1)), ("S", (x, y + 1)), ("E", (x + 1, y)), ("W", (x - 1, y))]

    def is_goal(self, state: tuple[int, int]) -> bool:
        return False


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiling is the one thing that cannot be cancelled; a server does it when it starts."""
    warm_up()


@cache
def puzzle(id: str) -> Puzzle[Any]:
    return Endless() if id == "endless" else from_id(id)


def cancelled(function: Callable[[], Any]) -> bool:
    """Cancel work at its first report, or after a tenth of a second; whether it was going on. It has to end soon."""
    work = Work(function)
    with ThreadPoolExecutor(1) as threads:
        future = threads.submit(work.run, Budget())
        latest = time.monotonic() + 0.1
        while work.progress is None and not future.done() and time.monotonic() < latest:
            time.sleep(0.001)
        work.stop()
        begun = time.process_time()  # so that it does not matter what else the machine does
        error = future.exception(CEILING)
        assert time.process_time() - begun < SOON
        assert threads.submit(lambda: "free").result(SOON) == "free"
    assert error is None or isinstance(error, (Cancelled, MazeError)), error
    return isinstance(error, Cancelled)


# --- making


@pytest.mark.parametrize("name", list(generators))
def test_making_is_cancelled(name: str) -> None:
    entry = generators[name]
    side = min(30, entry.most_side or 30) if entry.searches else 1500
    size = "" if entry.size is None else f"{side}x{side}"
    stopped = cancelled(lambda: from_id(f"{entry.kind}:{size}{',' if size else ''}with={name}#7"))
    assert stopped or not entry.searches


@pytest.mark.parametrize("name", list(layouts))
def test_making_is_cancelled_on_every_layout(name: str) -> None:
    assert cancelled(lambda: from_id(f"wall:900x900,with=wilson,layout={name}#7"))


@pytest.mark.parametrize("name", list(transforms))
@pytest.mark.parametrize("layout", ["square", "hexagon"])
def test_transforms_are_cancelled(name: str, layout: str) -> None:
    maze = f"wall:900x900,layout={layout}"
    cancelled(lambda: from_id(f"{maze},then={name}+{name}#7"))


# --- solving


@pytest.mark.parametrize("name", list(solvers))
@pytest.mark.parametrize(
    "id", ["endless", "wall:1500x1500,with=prim#1", "wall:500x500,layout=hexagon#1", "terrain:400x400#1"]
)
def test_solving_is_cancelled(name: str, id: str) -> None:
    whole = puzzle(id)
    if id == "endless":
        assert cancelled(lambda: solve(whole, name)) or solvers[name].needs in ("grid", "walls")
    else:
        cancelled(lambda: answers.solved(whole, name, {}, True, SERVICE.limits))


def test_hints_are_cancelled() -> None:
    session = Session(Endless())
    assert cancelled(session.hint) and cancelled(session.give_up)


# --- drawings and files


@pytest.mark.parametrize("name", [*renderers, *formats])
@pytest.mark.parametrize("id", ["wall:1000x1000#1", "wall:200x200,layout=hexagon#1"])
def test_downloads_are_cancelled(name: str, id: str) -> None:
    whole = puzzle(id)
    if name in {entry["name"] for entry in answers.downloads(whole)}:
        cancelled(lambda: SERVICE.download(whole, name, "breadth_first"))
        from_id(id)  # nothing of it is broken afterwards


def test_reading_images_is_cancelled() -> None:
    from PIL import Image

    file = io.BytesIO()
    Image.effect_noise((1200, 1200), 90).save(file, "PNG")
    assert cancelled(lambda: SERVICE.open(file.getvalue(), "noise.png"))


# --- the means


def test_a_check_raises_only_in_work_that_was_cancelled() -> None:
    event = Event()
    check()
    with cancelled_by(event):
        check()
        event.set()
        for ask in (check, lambda: report("working", 0.5), lambda: list(checked("ab"))):
            with pytest.raises(Cancelled):
                ask()
    check()


@pytest.mark.parametrize("count", [1, 2])
def test_threads_that_work_starts_are_cancelled_with_it(count: int) -> None:
    event, done = Event(), list[int]()

    def job(first: int, last: int = 0) -> None:
        done.append(first)
        event.set()
        check()

    with workers(count), cancelled_by(event):
        with pytest.raises(Cancelled):
            share_out(job, 1 << 22)
        with pytest.raises(Cancelled):
            list(in_order(job, iter(range(100))))
        with pytest.raises(Cancelled):
            in_context(job)(1)
    assert len(done) <= count


@pytest.fixture(scope="module", autouse=True)
def forgotten() -> Iterator[None]:
    yield
    puzzle.cache_clear()
