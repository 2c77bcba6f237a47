"""Free memory within the limits of a container and of the process, and budgets that refuse work beforehand."""

import io
import json
import os
import subprocess
import sys
import threading
import tracemalloc
import types
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mazeworks import MazeError, Puzzle, TooLarge, make, solve
from mazeworks.core import memory
from mazeworks.core.errors import NotNow, blaming_file
from mazeworks.core.memory import Budget, afford, check_count, free_in_groups, free_memory
from mazeworks.core.workers import share_out, workers
from mazeworks.files.loading import read_bytes, read_text
from mazeworks.making import file_bytes
from mazeworks.making.file_bytes import read_at_most
from mazeworks.making.request import Request

MB = 1 << 20


def control_group(
    root: Path, line: str, folder: str, names: tuple[str, str, str], figures: tuple[str, int, int]
) -> None:
    """Write a control group below `root`, as Linux shows it to the processes in it."""
    (root / "proc/self").mkdir(parents=True, exist_ok=True)
    (root / "proc/self/cgroup").write_text(line)
    group = root / folder
    group.mkdir(parents=True, exist_ok=True)
    limit, usage, cache = names
    (group / limit).write_text(f"{figures[0]}\n")
    (group / usage).write_text(f"{figures[1]}\n")
    (group / "memory.stat").write_text(f"anon 5\n{cache} {figures[2]}\n")


SECOND = ("memory.max", "memory.current", "inactive_file")
FIRST = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")


def test_the_second_version_of_control_groups_limits_what_is_free(tmp_path: Path) -> None:
    control_group(tmp_path, "0::/box/inner\n", "sys/fs/cgroup/box/inner", SECOND, ("max", 90 * MB, 0))
    assert free_in_groups(str(tmp_path)) == memory.NO_LIMIT
    control_group(tmp_path, "0::/box/inner\n", "sys/fs/cgroup/box", SECOND, (str(700 * MB), 100 * MB, 30 * MB))
    assert free_in_groups(str(tmp_path)) == 630 * MB  # the group above limits the ones in it


def test_the_first_version_of_control_groups_limits_what_is_free(tmp_path: Path) -> None:
    line = "5:cpu:/\n4:memory:/docker/abc\n0::/\n"
    # Inside a container the path is often that of the machine outside, and the limit stands at the top.
    control_group(tmp_path, line, "sys/fs/cgroup/memory", FIRST, (str(700 * MB), 650 * MB, 0))
    assert free_in_groups(str(tmp_path)) == 50 * MB


def test_a_machine_without_control_groups_has_no_such_limit(tmp_path: Path) -> None:
    assert free_in_groups(str(tmp_path)) == memory.NO_LIMIT
    assert 0 < free_memory() < memory.NO_LIMIT


def test_a_container_refuses_a_maze_that_it_cannot_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "free_in_groups", lambda: 700 * MB)
    with pytest.raises(TooLarge, match=r"40000x40000 cells take .* GB of memory, and 600 MB are free"):
        Request.parse_id("wall:40000x40000#1").make()


def test_work_over_its_budget_is_refused_beforehand() -> None:
    with Budget(memory=10 * MB).begin():
        afford(10 * MB, "small things")
        with pytest.raises(TooLarge, match=r"large things take 21 MB of memory, more than 10.5 MB, the most for one"):
            afford(20 * MB, "large things")
    afford(20 * MB, "large things")


def test_pieces_of_work_share_a_budget_and_give_it_back() -> None:
    budget = Budget(memory=10 * MB, shared=15 * MB)
    with budget.begin():
        afford(4 * MB, "things")
        afford(10 * MB, "things")  # only the largest price counts

        def other(needed: int) -> str:
            try:
                with budget.begin():
                    afford(needed, "others")
            except TooLarge as error:
                return str(error)
            return ""

        answers: list[str] = []
        for needed in (6 * MB, 5 * MB):
            thread = threading.Thread(target=lambda needed=needed: answers.append(other(needed)))
            thread.start()
            thread.join()
    assert answers == ["others take 6.29 MB of memory, which other requests need just now; try again in a moment", ""]
    with budget.begin():
        afford(10 * MB, "things")


def test_threads_of_a_piece_of_work_have_its_budget() -> None:
    refused = pytest.raises(TooLarge, match="3x3 cells are more than 7, the most for one request")
    with Budget(cells=7).begin(), workers(3), refused:
        share_out(lambda first, last: check_count("cells", 9, "3x3 cells"), 3, alone_below=1)
    check_count("cells", 9, "3x3 cells")


@pytest.mark.parametrize("id", ["wall:30x30#1", "wall:30x30,layout=hexagon#1", "wall:10x10,layout=floors:9#1"])
def test_the_limit_of_cells_counts_every_cell(id: str) -> None:
    with Budget(cells=899).begin(), pytest.raises(TooLarge, match=r"\d+x\d+ cells.* are more than 899"):
        Request.parse_id(id).make()


def image_of(width: int, height: int) -> bytes:
    """A grey PNG with noise."""
    greys = np.random.default_rng(1).integers(0, 256, (height, width), dtype=np.uint8)
    file = io.BytesIO()
    Image.fromarray(greys).save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize(
    ("budget", "why"),
    [
        (Budget(pixels=5999), "100x60 pixels are more than 5999, the most for one request"),
        (Budget(memory=20_000), "100x60 pixels take 24 kB of memory, more than 20 kB, the most for one request"),
        (Budget(memory=280_000), "searches of 100x60 pixels take 288 kB of memory, more than 280 kB"),
    ],
)
def test_images_are_priced_by_their_pixels_before_they_are_decoded_and_searched(budget: Budget, why: str) -> None:
    with budget.begin(), pytest.raises(MazeError, match=why):
        read_bytes(image_of(100, 60))


def test_a_ragged_map_is_priced_with_its_short_lines_filled_up() -> None:
    text = "\n".join(["S" + "#" * 998 + "E", *["#"] * 999])
    with (
        Budget(memory=19_000_000).begin(),
        pytest.raises(TooLarge, match="1000x1000 characters"),
    ):
        read_text(text)


def test_storeys_count_in_a_file_and_in_a_link() -> None:
    data = {"mazeworks": 1, "kind": "wall", "layout": "floors:1000", "width": 60, "height": 60, "passages": ["00" * 60]}
    with pytest.raises(MazeError, match="far too short for 60x60 cells"):
        read_text(json.dumps(data))
    data |= {"passages": ["0" * 120] * 60 * 8}
    with Budget(cells=4_000_000, memory=1 << 28).begin(), pytest.raises(MazeError, match="60x60 cells on 1000 floors"):
        read_text(json.dumps(data))


def test_a_mouse_with_endless_patience_is_refused_at_once() -> None:
    maze = make("wall", (9, 6), seed=1)
    with pytest.raises(TooLarge, match=r"1000000000000000 steps take 28 PB of memory, .*; give it less --patience"):
        solve(maze, "random_mouse", patience=10**15)


# --- what grows while it is read or searched


class Endless(Puzzle[int]):
    """Whole numbers without an end."""

    start = 0

    def moves(self, state: int) -> list[tuple[str, int]]:
        return [("more", state + 1)]

    def is_goal(self, state: int) -> bool:
        return False


@pytest.mark.parametrize("solver", ["breadth_first", "depth_first", "dijkstra", "a_star", "greedy", "all_shortest"])
def test_a_search_in_python_ends_before_memory_does(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "SMALL", 0)
    monkeypatch.setattr(memory, "free_memory", lambda: 2_000_000)
    with pytest.raises(TooLarge, match=r"further states, beside the 2\d{4} reached so far, take .* 2 MB are free"):
        solve(Endless(), solver, limit=None if solver == "all_shortest" else 10**9)


def test_a_pipe_is_priced_as_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "free_memory", lambda: 90_000_000)
    reading, writing = os.pipe()
    endless = threading.Thread(target=_fill, args=(writing,))
    endless.start()
    with open(reading, "rb") as file, pytest.raises(TooLarge, match=r"the contents of standard input take 91\.2 MB"):
        read_at_most(file, 1 << 30, "standard input")
    endless.join()


def _fill(number: int) -> None:
    with open(number, "wb", buffering=0) as file, suppress(BrokenPipeError):
        while True:
            file.write(bytes(1 << 16))


@pytest.mark.parametrize("value", ["{}", "[]", '{"a":{}}', "0", '"a"', "[[]]"])
def test_json_takes_no_more_than_its_price(value: str) -> None:
    text = f'{{"mazeworks":1,"kind":[{",".join([value] * 20_000)}]}}'
    price = 0

    def note(needed: int, *_: Any) -> None:
        nonlocal price
        price = max(price, needed)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file_bytes, "afford", note)
        file_bytes.check_values(text)
    tracemalloc.start()
    try:
        kept = json.loads(text)
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert kept and 0 < taken <= price


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
@pytest.mark.parametrize("limit", [300, 400, 500, 600])
def test_no_limit_of_addresses_ends_the_process(limit: int, tmp_path: Path) -> None:
    """The compiler and threads need many addresses, and abort where they get none."""
    command = f"ulimit -v {limit}000; exec {sys.executable} -m mazeworks solve wall:1100x1100#1 -o {tmp_path}/x.png"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.returncode == 0 and "129779 moves" in done.stderr, done.stderr


def test_a_file_is_not_blamed_for_memory_that_others_need() -> None:
    with pytest.raises(NotNow), blaming_file():
        raise NotNow("these pixels take 1 GB of memory, which other requests need just now")


def test_a_limit_of_addresses_leaves_room_for_a_compiler_only_until_it_is_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (100 << 30, 100 << 30))
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    without = memory._left_to_process()
    monkeypatch.setitem(sys.modules, "numba", types.ModuleType("numba"))
    assert abs(memory._left_to_process() - without - memory.COMPILER) < 50 * MB
