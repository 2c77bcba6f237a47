"""Datasets: millions of solved mazes in a folder of files, made by a cluster, without leaks between the sides."""

import json
import math
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mazeworks.core.errors import MazeError
from mazeworks.core.progress import between, report
from mazeworks.core.randomness import fresh_seed
from mazeworks.core.workers import MOST_WORKERS, how_many, speed
from mazeworks.files.saving import write_file
from mazeworks.making.carving import WALLS
from mazeworks.making.request import Size, generator_of
from mazeworks.scale import shards
from mazeworks.scale.card import card_of
from mazeworks.scale.cluster import Task, cluster, end_worker_in_caller, need_extra, results, versions
from mazeworks.scale.folder import (
    CARD,
    FIGURES,
    MANIFEST,
    begun,
    check_same,
    claimed,
    folder_of,
    read_manifest,
    read_object,
)
from mazeworks.scale.plan import FORMS, Plan, Shard, whole
from mazeworks.scale.plan_files import part_of, read_plan_file
from mazeworks.scale.rectangles import make_rows

if TYPE_CHECKING:
    from distributed import Client

Data = dict[str, Any]
#: The version of manifests.
VERSION = 1
#: How far the progress is when all mazes were compared.
FIRST_PASS = 0.5
#: Columns whose values are not whole numbers.
FROM_0_TO_10 = ("difficulty",)
#: More mazes than this are worth compiling kernels for before the work is shared out.
WORTH_COMPILING = 10_000


@dataclass(frozen=True)
class Summary:
    """What is in a dataset, as its manifest says."""

    folder: Path
    data: dict[str, Any]

    @property
    def rows(self) -> dict[str, int]:
        """How many rows each side of the split has."""
        found = dict.fromkeys(self.data["plan"]["split"], 0)
        for file in self.data["files"]:
            found[file["split"]] += file["rows"]
        return found

    @property
    def bytes(self) -> int:
        """How large all files are together."""
        return sum(file["bytes"] for file in self.data["files"])

    def histogram(self, name: str, bars: int = 10) -> list[tuple[float, float, int]]:
        """A histogram with equal bins: from, to, count; of whole numbers, each from its first to its last."""
        counts = {float(value): count for value, count in self.data["counts"].get(name, {}).items()}
        if name in FROM_0_TO_10:
            numbers, edges = np.histogram(list(counts), bars, (0, 10), weights=list(counts.values()))
            return [(float(a), float(b), int(n)) for a, b, n in zip(edges[:-1], edges[1:], numbers, strict=True)]
        least, most = min(counts, default=0), max(counts, default=-1)
        width = max(1, math.ceil((most - least + 1) / bars))
        firsts = np.arange(least, most + 1, width)
        numbers, _ = np.histogram(list(counts), [*firsts, least + width * len(firsts)], weights=list(counts.values()))
        both = zip(firsts.tolist(), numbers.tolist(), strict=True)
        return [(first, first + width - 1, int(number)) for first, number in both]

    def to_data(self) -> dict[str, Any]:
        """The summary for `maze dataset --json`."""
        histograms = {
            name: [{"from": first, "to": last, "count": count} for first, last, count in self.histogram(name)]
            for name in self.data["counts"]
        }
        figures = {name: self.data[name] for name in FIGURES}
        whole = {"folder": str(self.folder), "seed": self.data["plan"]["seed"], "rows": self.rows, "bytes": self.bytes}
        return whole | {"files": len(self.data["files"])} | figures | {"histograms": histograms}


def dataset(
    folder: str | Path,
    size: Size = None,
    count: int | None = None,
    *,
    kind: str | None = None,
    generator: str | None = None,
    then: str = "",
    length: Any = None,
    difficulty: Any = None,
    config: str | Path | None = None,
    seed: int | None = None,
    split: str | Mapping[str, float] | None = None,
    unique: bool | None = None,
    format: str | None = None,
    shard: int | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    **parameters: Any,
) -> Summary:
    """Make a dataset of `count` solved mazes in a folder, or go on with one that was interrupted.

    `length` and `difficulty` bound what is kept, as in (20, 80). `config` is a TOML or YAML file that says which mazes
    instead, and may say all that follows: `split` gives sides and their shares, as in `train=0.95,test=0.05`, and a
    maze and its rotations and reflections are always on one side; `unique` leaves out what repeats an earlier maze;
    `format` is parquet, npz or jsonl; `shard` is the number of mazes of each file. `workers` are processes on this
    computer; `cluster` is the address of a Dask scheduler instead. `parameters` are those of the generator; one that
    has the name of an argument is given with the name of its generator before it, as in `alice_difficulty`.
    """
    mazes: Data = {"size": size, "count": count, "kind": kind, "generator": generator, "then": then}
    mazes |= {"length": length, "difficulty": difficulty, "parameters": own_names(kind, generator, parameters)}
    asked = {"seed": seed, "split": split, "unique": unique, "format": format, "shard": shard}
    return make(plan_for(folder, mazes, config, asked), folder, workers, cluster)


def own_names(kind: str | None, generator: str | None, parameters: dict[str, Any]) -> dict[str, Any]:
    """Parameters without the name of their generator before them, which some need beside the arguments of `dataset`."""
    of_kind = kind or WALLS
    entry = generator_of(of_kind, generator)
    known = {f"{entry.name}_{parameter.name}": parameter.name for parameter in entry.parameters}
    return {known.get(name, name): value for name, value in parameters.items()}


def plan_for(folder: str | Path, mazes: Data, config: str | Path | None, asked: Data) -> Plan:
    """The plan of a set: from arguments, or from a file, over which the arguments that it may have win."""
    need_extra()
    given = {name: value for name, value in asked.items() if value is not None}
    if config is None:
        whole_plan = {"mazes": [part_of(mazes)]} | given
    else:
        for name in (name for name, value in mazes.items() if value):
            raise MazeError(f"{name} has no effect with a file that says which mazes", about=name)
        whole_plan = read_plan_file(config) | given
    before = begun(folder_of(folder))
    seed = before["plan"].get("seed") if before else fresh_seed()  # without a seed, an interrupted set goes on
    options: Data = {"seed": seed} | whole_plan
    return Plan.of(options.pop("mazes"), form=options.pop("format", FORMS[0]), **options)


def make(plan: Plan, folder: str | Path, workers: int | None = None, address: str | None = None) -> Summary:
    """Make the set of a plan in a folder, or what is missing of it."""
    end_worker_in_caller()
    if workers is not None:
        whole("workers", workers, MOST_WORKERS)
    if workers is not None and address is not None:
        raise MazeError("workers are started on this computer, and a cluster has its own; name one of both")
    place = folder_of(folder).resolve()
    wanted = json.loads(json.dumps({"plan": plan.to_data(), "made_by": versions()}))
    before = begun(place)
    if before is not None:
        check_same(place, before, wanted)
    if not (place / MANIFEST).exists() or (place / shards.WORK).exists():
        with claimed(place, wanted) as work:
            if not (place / MANIFEST).exists():
                _finish(place, plan, wanted, _records(work, plan, workers, address))
    data = read_manifest(place)
    assert data is not None
    return Summary(Path(folder), data)


def _finish(folder: Path, plan: Plan, wanted: Data, records: list[Data]) -> None:
    """Write the card and, last of all, the manifest, which says that the set is complete."""
    figures = {name: sum(record[name] for record in records) for name in FIGURES}
    if not figures["made"]:
        raise MazeError(next(failure for record in records for failure in record["failures"]))
    files = [file for record in records for file in record["files"]]
    manifest = {"mazeworks": VERSION} | wanted | figures | {"counts": _added(records), "files": files}
    write_file(folder / CARD, [card_of(plan, manifest)])
    write_file(folder / MANIFEST, [json.dumps(manifest, indent=1)])


def _added(records: list[Data]) -> dict[str, dict[str, int]]:
    """How often each value of each column is there, in all shards."""
    found: dict[str, Counter[str]] = {}
    for record in records:
        for name, counts in record["counts"].items():
            found.setdefault(name, Counter()).update(counts)
    return {name: dict(sorted(counts.items(), key=lambda pair: float(pair[0]))) for name, counts in found.items()}


# --- the work, a shard at a time


def _records(work: Path, plan: Plan, workers: int | None, address: str | None) -> list[Data]:
    """What is written down of every shard; those without it are made."""
    records = {shard.name: _record(work, shard) for shard in plan.shards}
    left = [shard for shard in plan.shards if records[shard.name] is None]
    if left:
        if address is None and plan.plain and plan.count > WORTH_COMPILING:
            _compile(plan)
        count = min(how_many() if workers is None else workers, len(left))
        with cluster(address, count, work) as client:
            crew = Crew(client, work.parent, plan)
            if plan.unique:
                with between(0, FIRST_PASS):
                    _find_repeats(crew, work, plan)
            with between(FIRST_PASS if plan.unique else 0, 1):
                records |= crew.do("making mazes", [_job(shards.make_shard, shard) for shard in left])
    return [record for record in records.values() if record is not None]


def _job(work: Callable[..., Any], shard: Shard) -> "Job":
    """What is to be done with a shard."""
    return Job(shard.name, shard.last - shard.first, (work, shard.number))


def _record(work: Path, shard: Shard) -> Data | None:
    """What is written down of a shard, if all its files are there."""
    record = read_object(shards.record_place(work, shard))
    sizes = {file["file"]: file["bytes"] for file in record["files"]} if record else {}
    places = [(work.parent / name, size) for name, size in sizes.items()]
    return record if all(place.exists() and place.stat().st_size == size for place, size in places) else None


def _compile(plan: Plan) -> None:
    """Compile the kernels once, for all workers to load."""
    with speed("compiled"):
        for part in plan.parts:
            shard = next(each for each in plan.shards if each.part is part)
            make_rows(plan, shard, np.zeros(1, np.int64))


def _find_repeats(crew: "Crew", work: Path, plan: Plan) -> None:
    """Write down which mazes repeat earlier ones: first the hashes of every shard, then all of a section at a time."""
    left = [shard for shard in plan.shards if not shards.hashes_place(work, shard).exists()]
    crew.do("comparing mazes", [_job(shards.write_hashes, shard) for shard in left])
    total = sum(shards.hash_count(work, shard) for shard in plan.shards)
    count = max(1, -(-total // shards.COMPARED))
    sections = [each for each in range(count) if not shards.repeats_place(work, each, count).exists()]
    jobs = [Job(f"{each}-of-{count}", 1, (shards.find_repeats, each, count)) for each in sections]
    crew.do("comparing hashes", jobs)


class Job(NamedTuple):
    """A task with its range as its name, and how large it is beside others."""

    name: str
    size: int
    task: Task


@dataclass(frozen=True)
class Crew:
    """The workers of a cluster at work on one set."""

    client: "Client"
    folder: Path
    plan: Plan

    def do(self, title: str, jobs: list[Job]) -> dict[str, Any]:
        """What the tasks return, by the names of their jobs."""
        text = self.plan.write()
        # The names of tasks say of which set they are, for other clients of the same scheduler.
        which = blake2b(f"{self.folder} {text}".encode(), digest_size=6).hexdigest()
        keys = {f"{title.replace(' ', '-')}-{job.name}-{which}": job for job in jobs}
        tasks = {key: (job.task[0], str(self.folder), text, *job.task[1:]) for key, job in keys.items()}
        total, done, begin, found = sum(job.size for job in jobs), 0, time.monotonic(), {}
        report(title, 0, "" if self.client.scheduler_info()["workers"] else "waiting for workers")
        with closing(results(self.client, tasks)) as ended:
            for key, result in ended:
                found[keys[key].name] = result
                done += keys[key].size
                report(title, done / total, time_left(done, total, time.monotonic() - begin))
        return found


def time_left(done: int, total: int, seconds: float) -> str:
    """How fast work is, and how long the rest will take.

    >>> time_left(1_000_000, 4_000_000, 2.0)
    '500,000/s, 6 s left'
    """
    rate = done / max(seconds, 1e-9)
    left = (total - done) / rate
    shown = f"{left:.0f} s" if left < 100 else f"{left / 60:.0f} min" if left < 6000 else f"{left / 3600:.0f} h"
    return f"{rate:,.{0 if rate > 10 else 2}f}/s, {shown} left"
