"""Checking of datasets: every fault is found, and named in one sentence."""

import io
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from mazeworks import MazeError
from mazeworks.cli import run
from mazeworks.scale import dataset, verify
from mazeworks.scale.rows import hash_of

FIRST = "data/train-00000-of-00003.parquet"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small set."""
    dataset(tmp_path, (5, 4), 60, seed=7, split="train=3,test=1", shard=20, workers=1)
    return tmp_path


@pytest.mark.parametrize("form", ["parquet", "npz", "jsonl"])
@pytest.mark.parametrize("options", [{}, {"count": 8, "split": "train=1000,test=1"}, {"length": (500, 600)}])
def test_a_good_set_has_no_fault(tmp_path: Path, form: str, options: Any) -> None:
    dataset(tmp_path, **{"size": (5, 4), "count": 60, "seed": 7, "shard": 25, "format": form, "workers": 1} | options)
    assert verify(tmp_path) == []


def test_hidden_files_and_a_changed_card_are_no_faults(folder: Path) -> None:
    (folder / ".git").mkdir()
    (folder / ".git" / "config").touch()
    (folder / ".gitattributes").touch()
    (folder / "README.md").write_text("license: mit")
    assert verify(folder) == []


def test_any_flipped_byte_is_found(folder: Path) -> None:
    file = folder / FIRST
    data = file.read_bytes()
    for place in np.linspace(0, len(data) - 1, 25).astype(int).tolist():
        file.write_bytes(data[:place] + bytes([data[place] ^ 16]) + data[place + 1 :])
        faults = verify(folder)
        assert faults[0] == f"{FIRST} was changed: its {len(data)} bytes do not have the hash of the manifest"
        assert all(fault.startswith(FIRST) and "\n" not in fault for fault in faults)


def test_missing_and_extra_files_are_found(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / FIRST).rename(folder / "data/train-00009-of-00003.parquet")
    (folder / "notes.txt").touch()
    faults = ["data/train-00009-of-00003.parquet is not in the manifest", "notes.txt is not in the manifest"]
    faults += [f"{FIRST} is missing"]
    assert verify(folder) == faults
    assert run(["dataset", "--verify", str(folder)]) == 1
    assert capsys.readouterr() == ("\n".join(faults) + "\n", "")
    assert run(["dataset", "--verify", str(folder), "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {"folder": str(folder), "faults": faults}


def test_a_short_file_is_found(folder: Path) -> None:
    (folder / FIRST).write_bytes(b"")
    assert len(verify(folder)) == 2


def forged(folder: Path, change: Callable[[list[dict[str, Any]]], object]) -> None:
    """Change the rows of the first file, and all its hashes."""
    table = parquet.read_table(folder / FIRST)
    rows = table.to_pylist()
    change(rows)
    table = pa.Table.from_pylist(rows, table.schema)
    out = io.BytesIO()
    parquet.write_table(table, out)
    data = out.getvalue()
    (folder / FIRST).write_bytes(data)
    manifest = json.loads((folder / "manifest.json").read_text())
    facts = {"rows": len(rows), "bytes": len(data), "sha256": sha256(data).hexdigest()}
    manifest["files"][0] |= facts | {"rows_sha256": hash_of(table.replace_schema_metadata(None))}
    (folder / "manifest.json").write_text(json.dumps(manifest))


def rename_seeds(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        row["seed"] += 1


def reverse_paths(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        row["path"].reverse()


def turn_walls(rows: list[dict[str, Any]]) -> None:
    rows[0]["walls"].reverse()


def lengthen(rows: list[dict[str, Any]]) -> None:
    rows[-1]["length"] += 1


def break_template(rows: list[dict[str, Any]]) -> None:
    rows[0]["template"] = "nothing"


def swap_sides(rows: list[dict[str, Any]]) -> None:
    rows[0]["split"] = "test"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (rename_seeds, "wrong row 0: its number in the set gives other values of seed"),
        (turn_walls, "wrong row 0: its number in the set gives other values of walls"),
        (reverse_paths, "wrong row"),
        (lengthen, "its number in the set gives other values of length"),
        (break_template, "wrong row 0: its number in the set gives other values of template"),
        (swap_sides, "wrong row 0: it belongs to another side of the split"),
    ],
)
def test_a_wrong_row_is_found_behind_right_hashes(folder: Path, change: Any, words: str) -> None:
    forged(folder, lambda rows: None)
    assert verify(folder) == []
    forged(folder, change)
    faults = verify(folder)
    assert faults and all(fault.startswith(f"{FIRST} has a wrong row") for fault in faults)
    assert any(words in fault for fault in faults)


def test_a_row_on_the_wrong_side_is_found(folder: Path) -> None:
    other = parquet.read_table(folder / FIRST.replace("train", "test")).to_pylist()
    forged(folder, lambda rows: rows.__setitem__(0, other[0] | {"split": "train"}))
    assert verify(folder) == [f"{FIRST} has a wrong row 0: it belongs to another side of the split"]


DAMAGES: dict[str, Callable[[Any], object]] = {
    "no plan": lambda data: data.pop("plan"),
    "no files": lambda data: data.pop("files"),
    "a file elsewhere": lambda data: data["files"][0].update(file="../secret"),
    "another type": lambda data: data["files"][0].update(rows="5"),
    "an unknown side": lambda data: data["files"][0].update(split="other"),
    "a broken id": lambda data: data["plan"]["parts"][0].update(id="wall"),
    "too many shards": lambda data: data["plan"].update(shard=0),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_manifest_is_one_sentence(folder: Path, damage: str) -> None:
    place = folder / "manifest.json"
    data = json.loads(place.read_text())
    DAMAGES[damage](data)
    place.write_text(json.dumps(data))
    with pytest.raises(MazeError, match="is damaged: it does not say what is in the set"):
        verify(folder)


@pytest.mark.parametrize("text", ["", "[1]", "{", "[" * 100_000])
def test_a_manifest_that_is_none_is_one_sentence(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text)
    with pytest.raises(MazeError, match="is not one of a set of mazes"):
        verify(folder)
    with pytest.raises(MazeError, match="is not one of a set of mazes"):
        dataset(folder, (5, 4), 60, seed=7, workers=1)


def test_a_manifest_that_does_not_add_up_is_found(folder: Path) -> None:
    place = folder / "manifest.json"
    manifest = json.loads(place.read_text())
    gone = manifest["files"].pop()
    place.write_text(json.dumps(manifest))
    (folder / gone["file"]).unlink()
    assert verify(folder) == [
        f"{gone['file']} is in the plan of the set, but not in its manifest",
        f"manifest.json counts 60 rows, but its files have {60 - gone['rows']}",
    ]


@pytest.mark.parametrize("column", ["dead_ends", "junctions", "solution_share", "difficulty"])
def test_wrong_measures_are_found(folder: Path, column: str) -> None:
    rows = parquet.read_table(folder / FIRST)
    wrong = pa.array([value + 1 for value in rows[column].to_pylist()], rows.schema.field(column).type)
    rows = rows.set_column(rows.schema.get_field_index(column), column, wrong)
    parquet.write_table(rows, folder / FIRST)
    manifest = json.loads((folder / "manifest.json").read_text())
    data = (folder / FIRST).read_bytes()
    [file] = [each for each in manifest["files"] if each["file"] == FIRST]
    plain = rows.replace_schema_metadata(None)
    file |= {"bytes": len(data), "sha256": sha256(data).hexdigest(), "rows_sha256": hash_of(plain)}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    faults = verify(folder)
    assert faults and all(fault.endswith(f"gives other values of {column}") for fault in faults)
