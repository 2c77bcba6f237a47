"""The folder of a dataset: what it holds, who works in it, and what is left over there."""

import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from mazeworks.core.errors import MazeError
from mazeworks.files.saving import remove_parts, write_file
from mazeworks.scale.plan import Plan
from mazeworks.scale.shards import DATA, WORK

#: What says of a set that it is complete, and what is in it; its card; and the plan of a set that is not.
MANIFEST, CARD, PLAN = "manifest.json", "README.md", "plan.json"
#: The largest manifest that is read, in bytes.
MOST_BYTES = 1 << 28
Data = dict[str, Any]
#: What a manifest says of a set, and of each of its files.
FIGURES = ("made", "failed", "outside", "repeated")
OF_SET = {"mazeworks": int, "plan": dict, "made_by": dict, "counts": dict} | dict.fromkeys(FIGURES, int)
OF_FILE = {"file": str, "split": str, "rows": int, "bytes": int, "sha256": str, "rows_sha256": str}


def folder_of(name: str | Path) -> Path:
    """The folder of a set by its name; refuses what cannot be one."""
    if not isinstance(name, (str, os.PathLike)) or not str(name).strip() or "\0" in str(name):
        raise MazeError(f"the name of a folder was expected, not {name!r:.60}")
    return Path(name)


def read_object(place: Path) -> Data | None:
    """The object in a JSON file of a set; None if there is no such file."""
    try:
        if place.stat().st_size > MOST_BYTES:
            raise MazeError(f"{str(place)!r} is too large to be one of a set of mazes")
        data = json.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError):
        raise MazeError(f"{str(place)!r} is not one of a set of mazes: it is not JSON") from None
    except OSError as error:
        raise MazeError(f"{str(place)!r} cannot be read: {error.strerror}") from None
    if not isinstance(data, dict):
        raise MazeError(f"{str(place)!r} is not one of a set of mazes: an object was expected")
    return data


def read_manifest(folder: Path) -> Data | None:
    """The manifest of a complete set; None if there is none, and an error if it is not one of ours."""
    data = read_object(folder / MANIFEST)
    if data is None:
        return None
    with suppress(MazeError, LookupError, TypeError, AttributeError, ValueError):
        form, files = Plan.from_data(data["plan"]).form, data["files"]
        named = all(re.fullmatch(rf"{DATA}/\w+-\d+-of-\d+\.{form}", file["file"]) for file in files)
        sides = {file["split"] for file in files} <= set(data["plan"]["split"])
        if named and sides and _fits(data, OF_SET) and all(_fits(file, OF_FILE) for file in files):
            return data
    raise MazeError(f"{str(folder / MANIFEST)!r} is damaged: it does not say what is in the set")


def _fits(data: Data, kinds: Mapping[str, type]) -> bool:
    """Whether an object has values of these types."""
    return all(type(data[name]) is kind for name, kind in kinds.items())


def begun(folder: Path) -> Data | None:
    """The plan of the set in a folder, complete or not, and by which versions it is made; None in an empty folder."""
    if folder.exists() and not folder.is_dir():
        raise MazeError(f"{str(folder)!r} is a file, and a set of mazes needs a folder")
    for place in (folder / MANIFEST, folder / WORK / PLAN):
        data = read_object(place)
        if data is not None:
            if isinstance(data.get("plan"), dict) and isinstance(data.get("made_by"), dict):
                return {"plan": data["plan"], "made_by": data["made_by"]}
            raise MazeError(f"{str(place)!r} is not one of a set of mazes: it has no plan")
    if folder.is_dir() and any(name != WORK and _has_files(folder / name) for name in os.listdir(folder)):
        raise MazeError(f"the folder {str(folder)!r} holds other files; name a new one for a set of mazes")
    return None


def _has_files(place: Path) -> bool:
    """Whether something is more than the folder for files that a set begins with."""
    return place.name != DATA or not place.is_dir() or bool(os.listdir(place))


def check_same(folder: Path, before: Data, wanted: Data) -> None:
    """Refuse to go on with a set that was begun in another way."""
    for name in ("plan", "made_by"):
        for key in sorted({*before[name], *wanted[name]}):
            old, new = (each[name].get(key) for each in (before, wanted))
            if old != new:
                change = f"was begun with {key} {json.dumps(old):.120}, not {json.dumps(new):.120}"
                raise MazeError(f"the set in {str(folder)!r} {change}; name another folder, or remove that one")


@contextmanager
def claimed(folder: Path, wanted: Mapping[str, Any]) -> Iterator[Path]:
    """The folder for work on a set, for this process alone; parts of files that killed processes left are removed."""
    work = folder / WORK
    with ExitStack() as stack:
        with _writing(folder):
            for each in (folder / DATA, work):
                each.mkdir(parents=True, exist_ok=True)
            _lock(stack.enter_context(open(work / "lock", "wb")), folder)
            remove_left_overs(folder)
            if not (work / PLAN).exists():
                write_file(work / PLAN, [json.dumps(wanted)])
        yield work
        remove_left_overs(folder)
        shutil.rmtree(work, ignore_errors=True)  # while no other process can claim it
    with _writing(folder):
        if work.exists():  # where an open file, such as the lock, cannot be removed
            shutil.rmtree(work)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Say in one sentence what the system refuses inside this block."""
    try:
        yield
    except OSError as error:
        raise MazeError(f"{error.filename or str(folder)!r} cannot be written: {error.strerror}") from None


def _lock(file: Any, folder: Path) -> None:
    """Refuse a folder in which another process works; where files cannot be locked, nobody is refused."""
    with suppress(ImportError, OSError):
        from fcntl import LOCK_EX, LOCK_NB, flock

        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise MazeError(f"another process is making the set in {str(folder)!r}; wait until it is done") from None


def remove_left_overs(folder: Path) -> None:
    """Remove the parts of files that no process writes any more."""
    for each in (folder, folder / DATA, folder / WORK):
        remove_parts(each)
