"""Compiled kernels on disk and in memory: damaged and foreign files are never loaded, interrupts break nothing.

Each test runs in a process of its own: a damaged kernel could end it, and numba must not be imported yet.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mazeworks.kernels import Kernel, kernel, kernels, machine_code

TINY = """
from mazeworks.kernels import kernel
@kernel("i8(u1[::1])")
def total(cells):
    return cells[0] + 2 * cells[1]
"""

DAMAGE = """
import importlib, os, pathlib
import numpy as np
from mazeworks.kernels import machine_code
from mazeworks.kernels.kernel import Kernel
import tiny

made, make = [], machine_code.make
machine_code.make = lambda *given: made.append(given) or make(*given)

def run(factor=2):
    '''What a new process would do: load the kernel, or compile and save it; whether it was loaded.'''
    made.clear()
    each = Kernel(tiny.total.function, tiny.total.signature)
    assert each.compile()(np.array([3, 5], np.uint8)) == 3 + factor * 5
    return not made

assert not run() and run()
[file] = pathlib.Path(os.environ["NUMBA_CACHE_DIR"]).iterdir()
whole = file.read_bytes()
places = [0, 9, machine_code.LENGTH, len(whole) // 2, len(whole) - 1]
flipped = [whole[:place] + bytes([whole[place] ^ 64]) + whole[place + 1:] for place in places]
for damaged in [*flipped, b"", whole[:7], whole[: len(whole) // 2], whole + b"x"]:
    file.write_bytes(damaged)
    assert not run() and file.read_bytes() != damaged and run()

# The source has changed, and after a crash the file is that of the old one.
source = pathlib.Path("tiny.py")
source.write_text(source.read_text().replace("2 *", "7 *"))
os.utime(source, (1, 1))
importlib.reload(tiny)
assert not run(7) and run(7)
file.write_bytes(whole)
assert not run(7) and run(7)

# It is of another machine.
machine_code._machine = lambda: "another"
assert not run(7) and run(7)

# A later version of numba may have other insides.
def missing(*_):
    raise AttributeError
machine_code._machine = lambda: "a third"
machine_code._compiled = missing
assert not run(7) and not run(7)
"""

#: A file that another user may have written, or that is none, is not read; a new one takes its place.
FOREIGN = """
import os, pathlib
import numpy as np
from mazeworks.kernels import machine_code
from mazeworks.kernels.kernel import Kernel
import tiny

def origin():
    each = Kernel(tiny.total.function, tiny.total.signature)
    assert each.compile()(np.array([3, 5], np.uint8)) == 13
    return each.origin

os.umask(0)
assert [origin(), origin()] == ["compiled", "loaded"]
[file] = pathlib.Path(os.environ["NUMBA_CACHE_DIR"]).iterdir()
file.chmod(0o666)
assert [origin(), origin()] == ["compiled", "loaded"]
file.unlink()
os.mkfifo(file)
assert [origin(), origin()] == ["compiled", "loaded"]
user, os.getuid = os.getuid(), lambda: 12345
if user:
    assert [origin(), origin()] == ["compiled", "compiled"]
"""

#: Numba makes other code with other settings, which is not kept; switched off, kernels run interpreted.
SETTINGS = """
import os
import numpy as np
from mazeworks.kernels.kernel import Kernel
import tiny

for settings, expected in (({"NUMBA_BOUNDSCHECK": "1"}, "compiled"), ({"NUMBA_DISABLE_JIT": "1"}, "")):
    os.environ |= settings
    each = Kernel(tiny.total.function, tiny.total.signature)
    run = each.compile()
    assert each.origin == expected and not os.path.exists(os.environ["NUMBA_CACHE_DIR"])
    if expected:
        try:
            run(np.zeros(1, np.uint8))
            raise SystemExit("an index beyond the end was not noticed")
        except IndexError:
            pass
    assert run(np.array([3, 255], np.uint8)) == 513
    for name in settings:
        del os.environ[name]
"""

#: Without a folder of one's own nothing is written, least of all to where one happens to be.
HOMELESS = """
import os
from pathlib import Path
import tiny
from mazeworks.kernels import machine_code
for name in ("NUMBA_CACHE_DIR", "HOME", "LOCALAPPDATA", "XDG_CACHE_HOME"):
    os.environ.pop(name, None)
os.path.expanduser = str
assert [path.parent.name for path in machine_code._paths(tiny.total)] == ["__pycache__"]
os.environ["XDG_CACHE_HOME"] = "elsewhere"
assert [path.parent.name for path in machine_code._paths(tiny.total)] == ["__pycache__"]
os.environ["XDG_CACHE_HOME"] = os.path.abspath("elsewhere")
assert machine_code._paths(tiny.total)[1].parent == Path.cwd() / "elsewhere" / "mazeworks"
"""

#: Compiles and runs a kernel; whether numba was needed.
NEEDS = """
import sys
import numpy as np
import tiny
assert tiny.total.compile()(np.array([3, 5], np.uint8)) == 13
print("numba" in sys.modules)
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
assert os.listdir(os.environ["NUMBA_CACHE_DIR"])
"""


def python(code: str, folder: Path, cache: str = "cache") -> "subprocess.CompletedProcess[str]":
    """Run a program that can import `tiny`, with a cache of its own."""
    (folder / "tiny.py").write_text(TINY)
    path = os.pathsep.join([str(folder), *sys.path])
    settings = os.environ | {"NUMBA_CACHE_DIR": str(folder / cache), "PYTHONPATH": path}
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", code]
    return subprocess.run(command, env=settings, cwd=folder, capture_output=True, text=True, check=False)


def test_damaged_and_foreign_files_are_replaced_and_never_loaded(tmp_path: Path) -> None:
    done = python(DAMAGE, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("code", [FOREIGN, SETTINGS, HOMELESS])
def test_only_what_is_ours_is_loaded_and_kept(code: str, tmp_path: Path) -> None:
    if code == FOREIGN and os.name != "posix":
        pytest.skip("files have no such owners here")
    done = python(code, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


TABLE = np.array([1, 2, 3])


def looked_up(cells: Any) -> int:
    """What a kernel should not do: read a table that it is not given."""
    return int(TABLE[cells[0]])


def test_a_kernel_whose_constants_may_change_unseen_is_not_kept() -> None:
    with pytest.raises(TypeError, match="uses array"):
        list(machine_code._parts(Kernel(looked_up, "i8(u1[::1])")))


def test_no_kernel_of_ours_uses_such_a_constant() -> None:
    for name, each in kernels().items():
        assert not name.startswith("mazeworks.") or list(machine_code._parts(each))


def test_an_interrupt_while_numba_is_imported_leaves_the_process_whole(tmp_path: Path) -> None:
    done = python(INTERRUPT, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_numba_is_imported_to_compile_but_not_to_load(tmp_path: Path) -> None:
    done = [python(NEEDS, tmp_path) for _ in range(2)]
    assert [(each.returncode, each.stdout, each.stderr) for each in done] == [(0, "True\n", ""), (0, "False\n", "")]


def test_without_a_folder_for_the_code_kernels_are_compiled_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for _ in range(2):
        done = python(NEEDS, tmp_path, "file")
        assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


@kernel("i8(u1[::1], i8[::1], i8, f8)")
def mixed(cells: Any, sums: Any, number: int, share: float) -> int:
    """Arguments of every sort."""
    for place in range(len(sums)):
        sums[place] = cells[place] + number
    return int(len(cells) // number + share)


CELLS, SUMS = np.array([1, 255], np.uint8), np.zeros(2, np.int64)


def test_arguments_are_taken_as_they_are() -> None:
    run = mixed.compile()
    assert run(CELLS, SUMS, np.int32(2), 1) == 2 and SUMS.tolist() == [3, 257]
    assert run(CELLS[:0], SUMS[:0], True, np.float32(2.5)) == 2
    assert run(CELLS, np.zeros(2, np.longlong), -1, -1.0) == -3
    with pytest.raises(ZeroDivisionError):
        run(CELLS, SUMS, 0, 1.0)


def test_wrong_arguments_are_refused_and_leave_nothing_held() -> None:
    run, locked = mixed.compile(), SUMS.copy()
    locked.flags.writeable = False
    wrong = [
        (CELLS, SUMS, 1),
        (CELLS, SUMS, 1, 1.0, 1),
        (CELLS, CELLS, 1, 1.0),
        (CELLS.astype(np.int8), SUMS, 1, 1.0),
        (CELLS.astype(np.bool_), SUMS, 1, 1.0),
        (CELLS, SUMS.astype(">i8"), 1, 1.0),
        (np.zeros(4, np.uint8)[::2], SUMS, 1, 1.0),
        (CELLS[None], SUMS, 1, 1.0),
        (CELLS, locked, 1, 1.0),
        (CELLS, [1, 2], 1, 1.0),
        (CELLS, SUMS, 1.5, 1.0),
        (CELLS, SUMS, 1 << 64, 1.0),
        (CELLS, SUMS, 1, "1"),
    ]
    for arguments in wrong:
        before = [sys.getrefcount(each) for each in arguments[:2]]
        for _ in range(3):
            with pytest.raises((TypeError, OverflowError)):
                run(*arguments)
        assert [sys.getrefcount(each) for each in arguments[:2]] == before
    assert run(CELLS, SUMS, 1, 1.0) == 3
