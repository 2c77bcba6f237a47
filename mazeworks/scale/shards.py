"""The tasks of making a dataset: each works on one range and writes its files whole or not at all.

A task has read and written everything it needs in the folder of the set, so it can be done again at any time, on any
computer that sees the folder. What it returns is on the disk too, in the folder WORK, until the set is complete.
"""

import io
import json
import os
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import MazeError
from mazeworks.files.saving import write_file
from mazeworks.scale.forms import WAYS
from mazeworks.scale.plan import Plan, Shard, read_plan
from mazeworks.scale.rows import counts_of, exact_forms, hash_of, made_rows, within
from mazeworks.scale.seeds import mixed

if TYPE_CHECKING:
    import pyarrow as pa

#: The folders inside that of a set: of its files, and of what is kept until it is complete.
DATA, WORK = "data", ".maze-work"
#: About how many hashes are compared at a time, and of how many cells the walls are, to compare them exactly.
COMPARED, AGAIN = 1 << 22, 1 << 23
#: The rows of an array of hashes: mixed hashes in order, and the numbers of their mazes.
HASH, INDEX = 0, 1
Record = dict[str, Any]


def make_shard(folder: str, plan_text: str, number: int) -> Record:
    """Write the files of a shard, one for each side of the split; returns what the manifest says of it."""
    work, plan, shard = _opened(folder, plan_text, number)
    rows, record = kept_rows(work, plan, shard)
    if plan.unique:
        rows = without(rows, _repeats_in(work, shard), record)
    sides = plan.sides(rows["canonical"].to_numpy())
    names = zip(file_names(plan, shard), plan.split, strict=True)
    record["files"] = [
        _write(folder, plan, name, side, chosen(rows, sides == place)) for place, (name, (side, _)) in enumerate(names)
    ]
    record["counts"] = counts_of(rows)
    write_file(record_place(work, shard), [json.dumps(record)])
    return record


def _opened(folder: str, plan_text: str, number: int) -> tuple[Path, Plan, Shard]:
    """The folder of work, the plan, and a shard; refuses a folder that is not the one of the client."""
    work, plan = Path(folder, WORK), read_plan(plan_text)
    if not work.is_dir():
        why = f"a worker does not see the folder {str(work)!r}"
        raise MazeError(f"{why}; the folder of a set has to be on a disk that all workers share")
    return work, plan, plan.shards[number]


def record_place(work: Path, shard: Shard) -> Path:
    """Where it is written down what a shard has."""
    return work / f"shard-{shard.name}.json"


def file_names(plan: Plan, shard: Shard) -> list[str]:
    """The names of the files of a shard, one for each side of the split."""
    ending = f"{shard.number:05d}-of-{len(plan.shards):05d}.{plan.form}"
    return [f"{DATA}/{side}-{ending}" for side, _ in plan.split]


def kept_rows(work: Path, plan: Plan, shard: Shard) -> "tuple[pa.Table, Record]":
    """The rows of a shard within the bounds of its part, without those that repeat an earlier one; and counts."""
    made, failures = made_rows(work, plan, shard)
    rows = within(made, shard)
    record = {"made": len(made), "failed": len(failures), "outside": len(made) - len(rows), "repeated": 0}
    record["failures"] = failures[:1]
    if plan.unique:
        first = first_rows(rows)
        hashes, indices = (rows[name].to_numpy()[first] for name in ("canonical", "index"))
        again = repeats(hashes, lambda places: exact_forms(plan, rows.take(first[places])), at_once(plan))
        rows = without(rows, indices[again], record)
    return rows, record


def first_rows(rows: "pa.Table") -> NDArray[np.int64]:
    """The place of the first row of each maze; only puzzles with several travellers have more."""
    return np.unique(rows["index"].to_numpy(), return_index=True)[1]


def without(rows: "pa.Table", indices: NDArray[np.int64], record: Record) -> "pa.Table":
    """The rows but for those of mazes that repeat others, which the record counts."""
    kept = chosen(rows, np.isin(rows["index"].to_numpy(), indices, invert=True))
    record["repeated"] += len(rows) - len(kept)
    return kept


def chosen(rows: "pa.Table", which: NDArray[np.bool_]) -> "pa.Table":
    """The rows that are chosen."""
    import pyarrow as pa

    return rows if which.all() else rows.filter(pa.array(which))


def _write(folder: str, plan: Plan, name: str, side: str, rows: "pa.Table") -> Record:
    """Write the rows of one side as a file; returns what the manifest says of it."""
    import pyarrow as pa

    way = WAYS[plan.form]
    rows = way.prepare(plan, rows.append_column("split", pa.repeat(side, len(rows))))
    data = way.write(plan, rows)
    write_file(os.path.join(folder, name), [data])
    hashes = {"sha256": sha256(data).hexdigest(), "rows_sha256": hash_of(rows)}
    return {"file": name, "split": side, "rows": len(rows), "bytes": len(data)} | hashes


# --- duplicates: hashes of all shards are sorted on disk, and compared a part of all words at a time


def repeats(hashes: NDArray[Any], exact: Any, at_once: int) -> NDArray[np.int64]:
    """The places of all that repeat an earlier one: `exact(places)` tells apart those with the same hash.

    >>> import numpy as np
    >>> repeats(np.array([5, 7, 5, 5]), lambda places: [b"aabc"[place : place + 1] for place in places], 9).tolist()
    []
    >>> repeats(np.array([5, 7, 5, 5]), lambda places: [b"abba"[place : place + 1] for place in places], 9).tolist()
    [3]
    """
    order = np.argsort(hashes, kind="stable")
    same = np.append(hashes[order][1:] == hashes[order][:-1], np.zeros(min(1, len(order)), np.bool_))
    places = order[same | np.roll(same, 1)]
    found: list[int] = []
    hash, seen = -1, set[bytes]()
    for first in range(0, len(places), at_once):
        some = places[first : first + at_once]
        for place, form, its_hash in zip(some.tolist(), exact(some), hashes[some].tolist(), strict=True):
            if its_hash != hash:
                hash, seen = its_hash, set()
            if form in seen:
                found.append(place)
            seen.add(form)
    return np.array(sorted(found), np.int64)


def at_once(plan: Plan) -> int:
    """How many mazes are compared at once."""
    return max(1, AGAIN // max([width * height for width, height in plan.sizes], default=1))


def write_hashes(folder: str, plan_text: str, number: int) -> int:
    """Write the hashes of the rows of a shard that do not repeat an earlier one in it; returns how many."""
    work, plan, shard = _opened(folder, plan_text, number)
    rows, _ = kept_rows(work, plan, shard)
    hashes, indices = (rows[name].to_numpy()[first_rows(rows)].astype(np.uint64) for name in ("canonical", "index"))
    hashes = mixed(hashes)
    order = np.argsort(hashes, kind="stable")
    _write_array(hashes_place(work, shard), np.stack([hashes[order], indices[order]]))
    return len(order)


def hashes_place(work: Path, shard: Shard) -> Path:
    """Where the hashes of a shard are written."""
    return work / f"hashes-{shard.name}.npy"


def hash_count(work: Path, shard: Shard) -> int:
    """How many hashes a shard has."""
    return int(np.load(hashes_place(work, shard), mmap_mode="r", allow_pickle=False).shape[1])


def repeats_place(work: Path, section: int, sections: int) -> Path:
    """Where the numbers of the mazes are written that repeat an earlier one, for a section of all hashes."""
    return work / f"repeats-{section:05d}-of-{sections:05d}.npy"


def _write_array(place: Path, array: NDArray[Any]) -> None:
    out = io.BytesIO()
    np.save(out, array, allow_pickle=False)
    write_file(place, [out.getvalue()])


def find_repeats(folder: str, plan_text: str, section: int, sections: int) -> int:
    """Write the numbers of the mazes that repeat an earlier one, among the hashes of a section; returns how many."""
    work, plan, _ = _opened(folder, plan_text, 0)
    slices = [_section(hashes_place(work, shard), section, sections) for shard in plan.shards]
    hashes, numbers = np.concatenate(slices, axis=1)
    forms = lambda places: _forms_again(work, plan, numbers[places].astype(np.int64))  # noqa: E731
    again = repeats(hashes, forms, at_once(plan))
    _write_array(repeats_place(work, section, sections), np.unique(numbers[again].astype(np.int64)))
    return len(again)


def _section(place: Path, section: int, sections: int) -> NDArray[np.uint64]:
    """The hashes of a file that lie in a section of all words of 64 bits."""
    both = np.load(place, mmap_mode="r", allow_pickle=False)
    ends = [(1 << 64) * number // sections for number in (section, section + 1)]
    first = int(np.searchsorted(both[HASH], np.uint64(ends[0])))
    last = int(np.searchsorted(both[HASH], np.uint64(ends[1]))) if ends[1] < 1 << 64 else both.shape[1]
    return np.array(both[:, first:last])


def _forms_again(work: Path, plan: Plan, numbers: NDArray[np.int64]) -> list[bytes]:
    """The exact forms of mazes by their numbers, which are made again; those of a shard together."""
    forms: list[bytes] = [b""] * len(numbers)
    for shard in plan.shards:
        [places] = np.nonzero((numbers >= shard.first) & (numbers < shard.last))
        if len(places):
            rows, _ = made_rows(work, plan, shard, numbers[places] - shard.first)
            for place, form in zip(places.tolist(), exact_forms(plan, rows), strict=True):
                forms[place] = form
    return forms


def _repeats_in(work: Path, shard: Shard) -> NDArray[np.int64]:
    """The numbers of the mazes of a shard that repeat one of an earlier shard."""
    found = []
    for place in sorted(work.glob("repeats-*.npy")):
        numbers = np.load(place, mmap_mode="r", allow_pickle=False)
        found.append(np.array(numbers[slice(*np.searchsorted(numbers, [shard.first, shard.last]))]))
    return np.concatenate(found)
