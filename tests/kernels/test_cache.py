"""Compiled kernels on disk and in memory: damaged and foreign files are never loaded, interrupts break nothing.

Each test runs in a process of its own: a damaged kernel could end it, and numba must not be imported yet.
"""

import os
import subprocess
import sys
from pathlib import Path

TINY = """
from mazeworks.kernels import kernel
@kernel("i8(u1[::1])")
def total(cells):
    return cells[0] + 2 * cells[1]
"""

DAMAGE = """
import importlib, os, pathlib, sys, types
import numpy as np
from numba.core import caching
from mazeworks.kernels import cache
from mazeworks.kernels.kernel import Kernel
import tiny

loaded = []
def heard(load):
    return lambda data, **more: loaded.append(data) or load(data, **more)
caching.pickle = types.SimpleNamespace(**{
    name: heard(getattr(caching.pickle, name)) if "load" in name else getattr(caching.pickle, name)
    for name in ("load", "loads", "dump", "dumps")
})

def run(factor=2):
    '''What a new process would do: load the kernel, or compile and save it; whether it was loaded.'''
    loaded.clear()
    each = Kernel(tiny.total.function, tiny.total.signature)
    assert each.compile()(np.array([3, 5], np.uint8)) == 3 + factor * 5
    return bool(each.compile().stats.cache_hits)

assert not run() and run()
files = sorted(pathlib.Path(os.environ["NUMBA_CACHE_DIR"]).rglob("*.nb?"))
assert [file.suffix for file in files] == [".nbc", ".nbi"], files
for file in files:
    whole = file.read_bytes()
    places = [9, len(whole) // 2, len(whole) - 17, len(whole) - 1]
    flipped = [whole[:place] + bytes([whole[place] ^ 64]) + whole[place + 1:] for place in places]
    for damaged in [*flipped, b"", whole[: len(whole) // 2]]:
        file.write_bytes(damaged)
        assert not run() and damaged not in loaded and (file.suffix == ".nbc" or not loaded), (file, len(damaged))
        assert run() and file.read_bytes() != damaged  # it was replaced

# A process may be killed after it wrote the index and before the kernel: that of the old source is still there.
old, source = files[0].read_bytes(), pathlib.Path("tiny.py")
source.write_text(source.read_text().replace("2 *", "7 *"))
os.utime(source, (1, 1))
importlib.reload(tiny)
assert not run(7) and run(7)
files[0].write_bytes(old)
assert not run(7) and run(7)

# A later version of numba may have other insides.
cache._checked_cache.cache_clear()
caching.IndexDataCacheFile = None
Kernel(tiny.total.function, tiny.total.signature).compile()
"""

#: Interrupts the import of numba as soon as it looks for one of its modules.
INTERRUPT = """
import os, signal, sys
import numpy as np
from mazeworks.kernels.kernel import Kernel
import tiny

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "numba.core.dispatcher" and self in sys.meta_path:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupting())
try:
    tiny.total.compile()
    print("not interrupted")
except KeyboardInterrupt:
    pass
assert tiny.total.compile()(np.array([3, 5], np.uint8)) == 3 + 2 * 5
assert hasattr(tiny.total.compile(), "stats")  # as compiled functions have it
"""


def python(code: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a program that can import `tiny`, with a cache of its own."""
    (folder / "tiny.py").write_text(TINY)
    path = os.pathsep.join([str(folder), *sys.path])
    settings = os.environ | {"NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": path}
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", code]
    return subprocess.run(command, env=settings, cwd=folder, capture_output=True, text=True, check=False)


def test_damaged_and_foreign_files_are_replaced_and_never_loaded(tmp_path: Path) -> None:
    done = python(DAMAGE, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_interrupt_while_numba_is_imported_leaves_the_process_whole(tmp_path: Path) -> None:
    done = python(INTERRUPT, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
