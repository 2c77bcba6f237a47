"""One source, two speeds: `@kernel` runs a flat loop in the interpreter or under numba.

A kernel is a plain function over flat arrays and integers. At first it runs in the interpreter, on `memoryview`s of
its arrays, and numba is not imported. Once compiling pays, it runs compiled, for small calls too, with the same result.
"""

import _thread
import atexit
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from typing import Any, Literal

import numpy as np

Speed = Literal["auto", "interpreted", "compiled"]

#: Cells a kernel may handle in the interpreter, over all its calls, before compiling it pays.
PAYS_AFTER = 250_000

#: A compilation that takes longer than this many seconds is announced on a terminal.
FELT_AFTER = 0.8

#: Settings of numba that make no other code; with any other, numba compiles each time, and nothing is kept.
HARMLESS = {"NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_THREADING_LAYER", "NUMBA_DISABLE_JIT"}

#: Bytes of addresses that numba needs: with fewer it would not raise an error, but end the process.
COMPILER = 320 << 20


class SlowWarning(RuntimeWarning):
    """Raised once if numba cannot be imported and large work runs interpreted."""


_speed: Speed = "auto"
_before: Callable[[], None] | None = None
_lock = threading.RLock()
_kernels: dict[str, "Kernel"] = {}
atexit.register(_lock.acquire)  # a process that ends while numba compiles may crash


class Kernel:
    """A function over flat arrays with a fixed signature, callable at either speed.

    inline: whether it is compiled into each place that calls it, for what is called at every step of a loop.
    """

    def __init__(self, function: Callable[..., Any], signature: str, inline: bool = False) -> None:
        self.function = function
        self.signature = signature
        self.inline = inline
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self.work = 0
        #: Where its machine code comes from: "compiled" now, or "loaded" from a file. Empty if it has none: before that
        #: is needed, and where numba is missing, fails or is switched off.
        self.origin: Literal["", "compiled", "loaded"] = ""
        self._compiled: Callable[..., Any] | None = None
        _kernels[self.name] = self

    def __repr__(self) -> str:
        return f"<kernel {self.name}>"

    def __call__(self, *arguments: Any) -> Any:
        if self.runs_compiled(arguments):
            if _before is not None:
                _before()
            return (self._compiled or self.compile())(*arguments)
        return self._interpreted(*arguments)

    def _interpreted(self, *arguments: Any) -> Any:
        return self.function(*(a.data if isinstance(a, np.ndarray) else a for a in arguments))

    def runs_compiled(self, arguments: tuple[Any, ...]) -> bool:
        """Whether this call runs compiled; counts its cells (its longest array) towards that."""
        if memoryview in map(type, arguments):  # called by a kernel that runs interpreted
            return False
        if _speed != "auto":
            return _speed == "compiled"
        if self._compiled is None:
            self.work += max((a.size for a in arguments if isinstance(a, np.ndarray)), default=0)
        return self._compiled is not None or self.work > PAYS_AFTER

    def expect(self, work: int) -> None:
        """Count expected work that the length of the arrays does not show."""
        self.work += work

    def compile(self) -> Callable[..., Any]:
        """The compiled function, made (or loaded from a cache) on first use; the interpreted one if numba fails."""
        if self._compiled is None:
            _without_interrupts(self._compile_once)
        assert self._compiled is not None
        return self._compiled

    def _compile_once(self) -> Callable[..., Any]:
        with _lock:
            if self._compiled is None:
                self._compiled = self._build()
            return self._compiled

    def _build(self) -> Callable[..., Any]:
        if "[" in self.signature.partition("(")[0]:
            return self.function  # only other kernels can take an array, and have this one compiled into them
        if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
            return self._interpreted
        kept = all(name in HARMLESS for name in os.environ if name.startswith("NUMBA_"))
        try:
            _need_room("llvmlite.binding")
            from mazeworks.kernels import machine_code

            loaded = None
            with suppress(Exception):  # such as no folder, or no LLVM; numba says what is missing
                loaded = machine_code.load(self) if kept else None
            if loaded is not None:
                self.origin = "loaded"
                return loaded
            _need_room("numba")
            import numba  # importing takes time too, but only compiling is announced

            if numba.config.DISABLE_JIT:
                return self._interpreted
            with _announced():
                made = None
                with suppress(Exception):  # such as a later numba with other insides, or an array returned
                    made = machine_code.make(self, numba) if kept else None
                made = made or machine_code.by_numba(self, numba)
            self.origin = "compiled"
            return made
        except MemoryError:
            raise
        except Exception as error:
            fault = "be imported" if isinstance(error, ImportError) else f"compile {self.name}"
            warnings.warn(f"numba cannot {fault}, so large mazes will be slow", SlowWarning, stacklevel=4)
            return self._interpreted


def _need_room(module: str) -> None:
    """Refuse to import a compiler where too few addresses are left for it."""
    if module not in sys.modules and addresses_left() < COMPILER:
        raise ImportError(f"too few addresses are left for {module}")


def _without_interrupts(work: Callable[[], object]) -> None:
    """Work in a thread of its own, which no interrupt reaches: one in its middle would leave numba half imported.

    An interrupt ends the waiting alone; the work goes on, and the next caller or the end of the process waits for it.
    """
    done, trouble = _thread.allocate_lock(), []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            trouble.append(error)
        finally:
            done.release()

    done.acquire()
    try:
        _thread.start_new_thread(copy_context().run, (run,))
    except RuntimeError:  # no thread can be started
        run()
    done.acquire()
    if trouble:
        raise trouble[0]


def compiling() -> bool:
    """Whether a kernel is being compiled now, in another thread."""
    free = _lock.acquire(blocking=False)
    if free:
        _lock.release()
    return not free


def before_each(function: Callable[[], None]) -> None:
    """Call this before every call that runs compiled: what it raises ends work between two kernels."""
    global _before
    _before = function


def address_limit() -> int:
    """The most bytes of addresses that this process may have (`ulimit -v`)."""
    with suppress(ImportError, AttributeError, OSError):
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        return limit if limit != resource.RLIM_INFINITY else sys.maxsize
    return sys.maxsize


def addresses_left() -> int:
    """The bytes of addresses that this process may still take."""
    limit = address_limit()
    with suppress(OSError, ValueError, IndexError):
        if limit < sys.maxsize:
            with open("/proc/self/statm", encoding="ascii") as file:
                return limit - int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return limit


def kernel(signature: str) -> Callable[[Callable[..., Any]], Kernel]:
    """Decorate a flat loop; `signature` is numba's, such as `"i8(u1[::1], i8)"`."""
    return lambda function: Kernel(function, signature)


@contextmanager
def speed(which: Speed) -> Iterator[None]:
    """Force every kernel to one speed for the length of a `with` block; `core.workers` checks which."""
    global _speed
    before, _speed = _speed, which
    try:
        yield
    finally:
        _speed = before


def kernels() -> dict[str, Kernel]:
    """Every kernel by its full name."""
    import importlib
    import pkgutil

    for module in pkgutil.walk_packages([os.path.dirname(__file__)], "mazeworks.kernels."):
        importlib.import_module(module.name)
    return dict(sorted(_kernels.items()))


def warm_up(wanted: Callable[[], bool] = lambda: True) -> None:
    """Compile every kernel now, so that no later call waits for it; can be stopped early."""
    for each in kernels().values():
        if not wanted():
            return
        each.compile()


@contextmanager
def _announced() -> Iterator[None]:
    """Announce a compilation on a terminal if it takes long."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    announced = threading.Event()

    def announce() -> None:
        announced.set()
        print("compiling, this once … ", end="", file=sys.stderr, flush=True)

    timer = threading.Timer(FELT_AFTER, announce)
    timer.daemon = True
    with suppress(RuntimeError):  # no thread can be started
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if timer.ident is not None:
            timer.join()
        if announced.is_set():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
