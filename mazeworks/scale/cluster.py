"""Work on a Dask cluster: one on this computer, or the one of a scheduler's address; its troubles in one sentence."""

import asyncio
import logging
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from mazeworks.core.errors import MazeError, collecting_notes
from mazeworks.core.progress import listening_here
from mazeworks.core.workers import workers as threads
from mazeworks.version import __version__

if TYPE_CHECKING:
    from distributed import Client

#: Seconds after which a scheduler that does not answer counts as not there.
PATIENCE = 10
#: What stops a worker that is not one of ours from mixing its files with those of others.
Versions = dict[str, str]
#: Where a cluster on this computer has the pages of its state, and that none are shown there.
HERE = "127.0.0.1:0"
WITHOUT_PAGES: dict[str, list[str]] = {"distributed.scheduler.http.routes": [], "distributed.worker.http.routes": []}
#: The packages whose loggers are silent meanwhile.
LOGGING = ("distributed", "tornado", "asyncio")
#: What can be done about a cluster that failed.
AGAIN = "start the same command again to go on"
#: A function, and its arguments.
Task = tuple[Any, ...]


def need_extra() -> None:
    """Raise an error that names the extra if what datasets need is not installed."""
    try:
        import distributed  # noqa: F401
        import pyarrow  # noqa: F401
    except ImportError as error:
        name = (error.name or "a package").partition(".")[0]
        raise MazeError(f'datasets need {name}; install it with: pip install "mazeworks[scale]"') from None


def versions() -> Versions:
    """The versions that decide which bytes are written."""
    import pyarrow

    return {"mazeworks": __version__, "pyarrow": pyarrow.__version__}


@contextmanager
def cluster(address: str | None, count: int, scratch: Path) -> "Iterator[Client]":
    """A client of the scheduler at an address; without one, of a cluster of `count` processes on this computer."""
    with _quiet():
        if address is not None:
            _ask(address)
        with _local(count, scratch) if address is None else _remote(address) as client:
            yield client


@contextmanager
def _local(count: int, scratch: Path) -> "Iterator[Client]":
    """A cluster on this computer: processes of one thread each; a single one is a thread of this process."""
    import dask
    from distributed import Client, LocalCluster

    own: dict[str, Any] = {"preload": [__name__]} if count > 1 else _in_process()
    try:
        with dask.config.set(WITHOUT_PAGES), _deaf_to_interrupts():
            started = LocalCluster(
                n_workers=count,
                threads_per_worker=1,
                processes=count > 1,
                dashboard_address=None,
                scheduler_kwargs={"dashboard_address": HERE},
                memory_limit=0,
                silence_logs=logging.CRITICAL,
                local_directory=str(scratch),
                **own,
            )
    except RuntimeError as error:
        why = f"{AGAIN}; a program of yours calls this under `if __name__ == '__main__':`"
        raise MazeError(f"no cluster can be started on this computer ({error}); {why}") from None
    except OSError as error:
        raise MazeError(f"no cluster can be started on this computer: {error.strerror or error}") from None
    with started, Client(started, set_as_default=False) as client:
        yield client


def _in_process() -> dict[str, Any]:
    """What makes a worker of a thread of this process, which is told nothing through a port."""
    from distributed import Worker

    class Thread(Worker):  # type: ignore[misc]
        """A worker whose pages, which Dask always has, are seen by this computer alone."""

        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options | {"dashboard_address": HERE})

    return {"protocol": "inproc://", "worker_class": Thread}


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Start processes that ignore interrupts, as this one does for that second: they are for the client alone."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


def dask_setup(worker: Any) -> None:
    """Called by Dask in each process of a cluster on this computer, for those that replace a killed one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def end_worker_in_caller() -> None:
    """End a process of a cluster, silently, that imports the caller's program and so came here again."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_globals.get("__name__") == "__mp_main__":
            raise SystemExit(1)  # the client says what to do about it
        frame = frame.f_back


@contextmanager
def _remote(address: str) -> "Iterator[Client]":
    """A client of a scheduler elsewhere."""
    from distributed import Client

    with Client(address, timeout=PATIENCE, set_as_default=False) as client:
        yield client


def _ask(address: str) -> None:
    """Refuse an address at which no scheduler answers."""
    from distributed import rpc

    async def identity() -> Any:
        async with rpc(address, timeout=PATIENCE) as scheduler:
            return await asyncio.wait_for(scheduler.identity(), PATIENCE)

    try:
        with ThreadPoolExecutor(1) as thread:  # the caller may have an event loop of its own
            thread.submit(asyncio.run, identity()).result()
    except ValueError as error:
        raise MazeError(f"{address!r:.80} is not the address of a scheduler ({error}); write tcp://HOST:PORT") from None
    except OSError:
        raise MazeError(f"no Dask scheduler answers at {address!r:.80} within {PATIENCE} seconds") from None
    except Exception:  # whatever its bytes are taken for
        raise MazeError(f"what answers at {address!r:.80} is not a Dask scheduler") from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what Dask logs from the terminal: a worker that dies is no news, since its tasks go to others."""
    import distributed  # noqa: F401 - it sets levels of its own when it is imported

    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in LOGGING]
    loggers = [logging.getLogger(name) for name in names]
    levels = [logger.level for logger in loggers]
    try:
        for logger in loggers:
            logger.setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def results(client: "Client", tasks: Mapping[str, Task]) -> Generator[tuple[str, Any], None, None]:
    """The names of tasks and what they return, in the order in which they end; names say the range, for the keys."""
    from distributed import as_completed

    here, perform = versions(), _performer()
    futures = {
        client.submit(perform, here, task[0].__module__, task[0].__name__, *task[1:], key=name, pure=False): name
        for name, task in tasks.items()
    }
    try:
        for future in as_completed(list(futures), loop=client.loop):
            yield futures.pop(future), _result(client, future)
            future.release()
    finally:
        client.cancel(list(futures))


def _result(client: "Client", future: Any) -> Any:
    """What a task returned; its errors as ours."""
    from concurrent.futures import CancelledError

    from distributed import KilledWorker

    try:
        return future.result()
    except MazeError:
        raise
    except (CancelledError, OSError):
        raise MazeError(f"the connection to the scheduler was lost; {AGAIN}") from None
    except KilledWorker:
        raise MazeError(
            f"workers ended again and again while at {future.key}; is there enough memory? {AGAIN}"
        ) from None
    except (ImportError, RuntimeError) as error:
        if (missing := _missing(error)) is None:
            raise
        why = f"the scheduler or a worker lacks a package ({missing})"
        raise MazeError(f"{why}; install mazeworks[scale] {__version__} wherever the cluster runs") from None
    except MemoryError:
        raise MazeError(f"a worker ran out of memory; make the shards smaller, or use fewer workers. {AGAIN}") from None


def _missing(error: BaseException | None) -> ImportError | AttributeError | None:
    """The error of a part that is not there, if that is the cause of one."""
    while error is not None and not isinstance(error, (ImportError, AttributeError)):
        error = error.__cause__
    return error


def _performer() -> Callable[..., Any]:
    """A function that does a task on a worker, pickled whole: a worker that cannot find one by its name would end."""

    def perform(versions, module, name, *arguments):  # type: ignore[no-untyped-def]
        from importlib import import_module

        work = getattr(import_module(module), name)
        return import_module("mazeworks.scale.cluster").work_here(versions, work, *arguments)

    return perform


def work_here(theirs: Versions, work: Callable[..., Any], *arguments: Any) -> Any:
    """Do a task on a worker: in one thread, silently, and only with the versions of the client."""
    if theirs != (ours := versions()):
        both = (", ".join(f"{name} {number}" for name, number in each.items()) for each in (ours, theirs))
        raise MazeError("a worker has {} and the client {}; their files would differ".format(*both))
    with threads(1), collecting_notes(), listening_here(lambda *_: None):
        return work(*arguments)
