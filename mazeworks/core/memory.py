"""How much memory is free, and budgets: large work is priced in bytes before it begins, and refused if over."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from mazeworks.core.errors import NotNow, TooLarge

#: Up to this many bytes are taken without asking the system how much memory is free.
SMALL = 1 << 26
#: Bytes left free for the program itself, its compiler and compiled kernels.
PROGRAM = 1 << 27
#: The address space that the compiler and its code take, where a process has a limit.
COMPILER = 1 << 29
NO_LIMIT = 1 << 62
#: Bytes of memory for a state that a search in Python has reached: the state, its key, its entry in a table, a move.
STATE_BYTES = 400
#: Linux's control groups, version 2, then 1: their folder, and the names of their limit, usage and cache of files.
GROUPS = (
    ("sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"),
    ("sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
)


@dataclass
class Budget:
    """The most that pieces of work may take: memory for one of them, cells, pixels or values, and memory for all."""

    memory: int = NO_LIMIT
    cells: int = NO_LIMIT
    pixels: int = NO_LIMIT
    values: int = NO_LIMIT
    shared: int = NO_LIMIT

    def __post_init__(self) -> None:
        self._taken, self._lock = 0, threading.Lock()

    @contextmanager
    def begin(self) -> Iterator[None]:
        """A piece of work under this budget; what it was granted is given back at its end."""
        share = Share(self)
        token = _share.set(share)
        try:
            yield
        finally:
            _share.reset(token)
            self.take(-share.granted)

    def take(self, more: int) -> bool:
        """Take more bytes for a piece of work, unless all together would exceed what they share."""
        with self._lock:
            fits = more <= 0 or self._taken + more <= self.shared
            self._taken += more if fits else 0
        return fits


class Share:
    """What one piece of work was granted of a budget: the largest price that it has named."""

    def __init__(self, budget: Budget) -> None:
        self.budget, self.granted = budget, 0


_share: ContextVar[Share | None] = ContextVar("share", default=None)


def afford(needed: int, what: str, advice: str = "try a smaller one", about: str = "") -> None:
    """Raise TooLarge if `what` (in the plural) takes more bytes than are free, or than the budget grants."""
    share = _share.get()
    if share is None and needed <= SMALL:
        return
    take = f"{what} take {readable_bytes(needed)} of memory"
    if share is not None and needed > (most := share.budget.memory):
        raise TooLarge(f"{take}, more than {readable_bytes(most)}, the most for one request", advice, about)
    if needed > SMALL and needed > (free := free_memory()):
        raise TooLarge(f"{take}, and {readable_bytes(free)} are free", advice, about)
    if share is not None and needed > share.granted:
        if not share.budget.take(needed - share.granted):
            raise NotNow(f"{take}, which other requests need just now; try again in a moment", about=about)
        share.granted = needed


def check_count(what: str, count: int, words: str, about: str = "") -> None:
    """Raise TooLarge for more cells, pixels or values, as `words` name them, than the budget allows, if any."""
    share = _share.get()
    if share is not None and count > (most := getattr(share.budget, what)):
        raise TooLarge(f"{words} are more than {most}, the most for one request; try a smaller one", about=about)


def afford_more(reached: int) -> None:
    """Raise TooLarge if a search that has reached this many states has no room for a quarter more."""
    afford(STATE_BYTES * reached // 4, f"further states, beside the {reached} reached so far,", "give a smaller limit")


def free_memory() -> int:
    """The bytes that this process may still take: free in the system, in its control groups, within its own limits."""
    return max(0, min(_free_in_system() - PROGRAM, free_in_groups() - PROGRAM, _left_to_process()))


def _free_in_system() -> int:
    with suppress(OSError, ValueError), open("/proc/meminfo", encoding="ascii") as file:
        for line in file:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return NO_LIMIT


def free_in_groups(root: str = "/") -> int:
    """The bytes left in the control groups of this process, such as a container, each within the one above it."""
    free = NO_LIMIT
    with suppress(OSError):
        lines = Path(root, "proc/self/cgroup").read_text().splitlines()
        paths = [line.split(":", 2)[1:] for line in lines if line.count(":") >= 2]
        for version, (folder, *names) in enumerate(GROUPS):
            for controllers, path in paths:
                if ("memory" in controllers.split(",")) if version else not controllers:
                    group = Path(path.lstrip("/"))
                    free = min(free, *(_left_in(Path(root, folder, each), *names) for each in (group, *group.parents)))
    return free


def _left_in(group: Path, limit: str, usage: str, cache: str) -> int:
    """The bytes left in one control group; what it holds of files can be taken back."""
    try:
        most = int((group / limit).read_text())
        taken = int((group / usage).read_text())
        lines = [line.split() for line in (group / "memory.stat").read_text().splitlines()]
    except (OSError, ValueError):  # without a limit, or not visible from inside a container
        return NO_LIMIT
    return most - taken + sum(int(line[1]) for line in lines if line[0] == cache)


def _left_to_process() -> int:
    """How many bytes a process may still take, where a limit is set for it (`ulimit -v`, `ulimit -d`)."""
    left = NO_LIMIT
    with suppress(ImportError, AttributeError, OSError, ValueError, IndexError):
        import resource

        limits = [resource.getrlimit(which)[0] for which in (resource.RLIMIT_AS, resource.RLIMIT_DATA)]
        with open("/proc/self/statm", encoding="ascii") as file:
            sizes = [int(word) * resource.getpagesize() for word in file.read().split()]
        for most, taken in zip(limits, (sizes[0], sizes[5]), strict=True):
            if most != resource.RLIM_INFINITY:
                left = min(left, most - taken - (COMPILER if "numba" not in sys.modules else 0))
    return left


def readable_bytes(number: int) -> str:
    """A number of bytes as a person writes it.

    >>> readable_bytes(1_500_000_000)
    '1.5 GB'
    """
    for power, unit in enumerate(("bytes", "kB", "MB", "GB", "TB", "PB")):
        if number < 1000 ** (power + 1):
            return f"{number / 1000**power:.3g} {unit}"
    return "more than 1000 PB"
