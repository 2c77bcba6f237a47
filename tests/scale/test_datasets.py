"""Datasets: every row is the maze of its id; rows, sides and duplicates do not depend on how the work is shared out."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from mazeworks import MazeError, batch, from_id, rate, read_text, replay, solve
from mazeworks.cli import run
from mazeworks.core.errors import collecting_notes
from mazeworks.making.request import Request
from mazeworks.scale import Summary, dataset, verify
from mazeworks.scale import shards as tasks
from mazeworks.scale.canonical import canonical_hashes, canonical_walls, images
from mazeworks.scale.plan import Part, Plan, read_span, read_split
from mazeworks.scale.puzzles import canonical_hash
from mazeworks.scale.tokens import maze_of

#: A split that most tests use.
SPLIT = "train=3,test=1"


def rows_in(folder: Path, side: str = "*") -> list[dict[str, Any]]:
    """The rows of a set in the order of their numbers."""
    files = sorted(folder.glob(f"data/{side}-*.parquet"))
    rows = [row for file in files for row in parquet.read_table(file).to_pylist()]
    return sorted(rows, key=lambda row: row["index"])


def small(folder: Path, size: Any = (5, 4), count: int | None = 60, **options: Any) -> Summary:
    """A set made in this process."""
    return dataset(folder, size, count, **{"seed": 7, "split": SPLIT, "workers": 1} | options)


def id_of(row: dict[str, Any]) -> str:
    """The id of a row, by its template."""
    return str(row["template"].replace("{seed}", str(row["seed"])))


def plan(*sizes: tuple[int, int], count: int = 100, **options: Any) -> Plan:
    """A plan of plain rectangles."""
    requests = [Request.of("wall", size, None, 0, "", {}) for size in sizes]
    return Plan.of([Part(request, count) for request in requests], 7, **options)


# --- rows


@pytest.mark.parametrize(
    ("size", "options"),
    [
        ((6, 5), {}),
        ((5, 5), {"generator": "wilson", "ends": "corners"}),
        ((7, 3), {"generator": "percolation", "chance": 0.7}),
        ((4, 4), {"generator": "recursive_division"}),
    ],
)
def test_every_row_is_the_solved_maze_of_its_id(tmp_path: Path, size: tuple[int, int], options: Any) -> None:
    summary = small(tmp_path / "set", size, 40, **options)
    rows = rows_in(tmp_path / "set")
    assert [row["index"] for row in rows] == list(range(40)) and sum(summary.rows.values()) == 40
    for row in rows:
        with collecting_notes():
            maze: Any = from_id(id_of(row))
        rating, grid = rate(maze), maze.as_grid()
        assert (row["width"], row["height"]) == size == (grid.width, grid.height)
        assert (tuple(row["start"]), tuple(row["goal"])) == (maze.start, maze.goal)
        assert np.array(row["walls"]).reshape(size[::-1]).tolist() == grid.walls.tolist()
        assert row["length"] == len(row["path"]) == len(solve(maze))  # type: ignore[arg-type]
        flags = {1: "N", 2: "S", 4: "E", 8: "W"}
        assert replay(maze, [flags[flag] for flag in row["path"]]) == maze.goal
        assert row["difficulty"] == rating.difficulty and row["dead_ends"] == rating["dead_ends"]
        assert row["canonical"] == canonical_hash(maze)


def test_rows_are_those_of_a_batch(tmp_path: Path) -> None:
    small(tmp_path, (6, 5), 30, shard=7, generator="prim")
    made = batch("prim", (6, 5), seed=7, count=30)
    rows = rows_in(tmp_path)
    assert [id_of(row) for row in rows] == [made.id(number) for number in range(30)]
    assert [row["walls"] for row in rows] == made.walls.reshape(30, -1).tolist()


def test_an_unsolvable_maze_has_no_path(tmp_path: Path) -> None:
    small(tmp_path, (4, 4), 20, generator="percolation", chance=0.5, ends="0/0-3/3")
    unsolved = [row for row in rows_in(tmp_path) if row["length"] < 0]
    assert unsolved and all(row["path"] == [] for row in unsolved) and not verify(tmp_path)


@settings(max_examples=12)
@given(st.integers(1, 40), st.integers(1, 45), st.sampled_from([False, True]))
def test_rows_do_not_depend_on_the_shards(
    tmp_path_factory: pytest.TempPathFactory, count: int, shard: int, unique: bool
) -> None:
    folder = tmp_path_factory.mktemp("shards")
    small(folder / "one", (3, 3), count, shard=count, unique=unique)
    small(folder / "many", (3, 3), count, shard=shard, unique=unique)
    for side in ("train", "test"):
        assert rows_in(folder / "one", side) == rows_in(folder / "many", side)


def test_a_larger_set_begins_with_the_smaller(tmp_path: Path) -> None:
    small(tmp_path / "small", count=20)
    small(tmp_path / "large", count=50, shard=8)
    assert rows_in(tmp_path / "large")[:20] == rows_in(tmp_path / "small")


def test_several_sizes_have_one_schema(tmp_path: Path) -> None:
    mixture = tmp_path / "mixture.yaml"
    mixture.write_text("mazes:\n- {size: 4x3, count: 10}\n- {size: 5, count: 12, generator: wilson, length: 3..9}\n")
    summary = small(tmp_path / "set", None, None, config=mixture, shard=8)
    schemas = [parquet.read_schema(file) for file in (tmp_path / "set/data").iterdir()]
    assert all(schema.equals(schemas[0]) for schema in schemas)
    rows = rows_in(tmp_path / "set")
    assert {row["template"] for row in rows} == {"wall:4x3#{seed}", "wall:5x5,with=wilson#{seed}"}
    assert all(len(row["walls"]) == row["width"] * row["height"] for row in rows)
    assert summary.data["made"] == 22 and summary.data["outside"] == 22 - len(rows)
    assert not verify(tmp_path / "set")


def test_filters_drop_rows_and_are_counted(tmp_path: Path) -> None:
    small(tmp_path / "all")
    kept = [row for row in rows_in(tmp_path / "all") if 4 <= row["length"] <= 9 and 0.5 <= row["difficulty"] <= 1.5]
    summary = small(tmp_path / "some", length=(4, 9), difficulty="0.5..1.5", shard=11)
    assert rows_in(tmp_path / "some") == kept and 0 < len(kept) < 60
    assert (summary.data["made"], summary.data["outside"]) == (60, 60 - len(kept))


def test_the_schema_names_the_plan(tmp_path: Path) -> None:
    small(tmp_path, generator="prim")
    for file in (tmp_path / "data").iterdir():
        schema = parquet.read_schema(file)
        assert json.loads(schema.metadata[b"mazeworks"])["parts"] == [{"id": "wall:5x4,with=prim#{seed}", "count": 60}]
        assert not any(pa.types.is_binary(field.type) or pa.types.is_fixed_size_binary(field.type) for field in schema)
        assert schema.field("walls").type.list_size == 20


# --- the split


def test_all_images_of_a_maze_are_on_one_side() -> None:
    some = plan((6, 6), (5, 3), split="a=1,b=1,c=1")
    for size in ((6, 6), (5, 3)):
        walls = batch("wilson", size, seed=3, count=200).walls
        sides = some.sides(canonical_hashes(walls))
        assert set(sides.tolist()) == {0, 1, 2}
        for image in images(walls):
            assert (some.sides(canonical_hashes(image)) == sides).all()


def test_sides_have_their_shares() -> None:
    hashes = canonical_hashes(batch("backtracker", (8, 8), seed=1, count=20_000).walls)
    made = plan((8, 8), split="train=0.9,valid=0.04,test=0.06")
    assert [name for name, _ in made.split] == ["train", "test", "valid"]
    sides = made.sides(hashes)
    assert np.abs(np.bincount(sides) / len(hashes) - [0.9, 0.06, 0.04]).max() < 0.01
    assert np.array_equal(plan((8, 8), split={"valid": 2, "test": 3, "train": 45}).sides(hashes), sides)


def test_shares_are_exact() -> None:
    bounds = plan((5, 5), split={"a": 1, "b": 2, "c": 0.1})._bounds
    assert bounds.tolist() == [(1 << 64) * 20 // 31, (1 << 64) * 30 // 31]  # b, then a, then c


def test_no_test_maze_is_an_image_of_a_training_maze(tmp_path: Path) -> None:
    small(tmp_path, (3, 3), 400, shard=90)
    forms = {
        side: {canonical_walls(np.array(row["walls"], np.uint8).reshape(1, 3, 3))[0] for row in rows_in(tmp_path, side)}
        for side in ("train", "test")
    }
    assert forms["train"] and forms["test"] and not forms["train"] & forms["test"]


# --- duplicates


def classes(rows: list[dict[str, Any]]) -> list[bytes]:
    """What is the same for images of one maze."""
    walls = [np.array(row["walls"], np.uint8).reshape(1, row["height"], row["width"]) for row in rows]
    return [canonical_walls(each)[0] for each in walls]


@pytest.mark.parametrize("hashing", ["good", "colliding", "the same for all"])
def test_unique_keeps_the_first_of_each(tmp_path: Path, hashing: str) -> None:
    shrink = {"good": lambda h: h, "colliding": lambda h: h % np.uint64(3), "the same for all": lambda h: h * 0}[
        hashing
    ]
    two = tmp_path / "two.toml"
    two.write_text('mazes = [{size = "4x3", count = 90}, {size = "3x4", count = 60, generator = "wilson"}]')
    small(tmp_path / "all", None, None, config=two)
    rows = rows_in(tmp_path / "all")
    first = {form: row["index"] for row, form in reversed(list(zip(rows, classes(rows), strict=True)))}
    with (
        patch("mazeworks.scale.rectangles.canonical_hashes", lambda walls: shrink(canonical_hashes(walls))),
        patch.object(tasks, "AGAIN", 12 * 16),
        patch("mazeworks.scale.shards.COMPARED", 40),
    ):
        summary = small(tmp_path / "unique", None, None, config=two, unique=True, shard=25)
    kept = rows_in(tmp_path / "unique")
    assert [row["index"] for row in kept] == sorted(first.values())
    assert summary.data["repeated"] == 150 - len(kept) > 20


def test_unique_among_what_is_kept(tmp_path: Path) -> None:
    small(tmp_path, (3, 3), 300, unique=True, length=(4, 8), shard=50)
    rows = rows_in(tmp_path)
    assert len(set(classes(rows))) == len(rows) > 3 and all(4 <= row["length"] <= 8 for row in rows)


def test_unique_logic_mazes(tmp_path: Path) -> None:
    with patch("mazeworks.scale.puzzles.rate", wraps=rate) as rated:
        summary = small(tmp_path, None, 6, kind="jugs", unique=True, shard=2)
    assert (summary.data["made"], summary.data["repeated"], sum(summary.rows.values())) == (6, 5, 1)
    assert rated.call_count == 6  # each is made once, though it is needed twice


# --- files


def test_read_by_polars_and_duckdb(tmp_path: Path) -> None:
    import duckdb
    import polars

    small(tmp_path, count=80, shard=30)
    rows = rows_in(tmp_path)
    frame = polars.read_parquet(tmp_path / "data/*.parquet").sort("index")
    assert frame["walls"].to_list() == [row["walls"] for row in rows]
    assert frame["path"].to_list() == [row["path"] for row in rows]
    found = duckdb.sql(f"select seed, path, walls[1], split from '{tmp_path}/data/*.parquet' order by index").fetchall()
    assert found == [(row["seed"], row["path"], row["walls"][0], row["split"]) for row in rows]


def test_read_by_pandas(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    small(tmp_path, count=20)
    frame = pandas.concat(map(pandas.read_parquet, (tmp_path / "data").iterdir())).sort_values("index")
    assert [walls.tolist() for walls in frame["walls"]] == [row["walls"] for row in rows_in(tmp_path)]


@pytest.mark.parametrize("form", ["parquet", "jsonl"])
def test_read_by_datasets(tmp_path: Path, form: str) -> None:
    """In a process of its own, which needs no network."""
    pytest.importorskip("datasets")
    small(tmp_path / "set", count=40, shard=15, format=form)
    code = (
        "import sys, json; from datasets import load_dataset\n"
        "found = load_dataset(sys.argv[1], cache_dir=sys.argv[2])\n"
        "print(json.dumps({side: rows['index'][:] for side, rows in found.items()}))"
    )
    quiet = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_DISABLE_PROGRESS_BARS": "1", "HF_HOME": str(tmp_path / "home")}
    import os

    command = [sys.executable, "-c", code, str(tmp_path / "set"), str(tmp_path / "cache")]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | quiet, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    expected = small(tmp_path / "parquet", count=40, shard=40)
    assert {side: len(rows) for side, rows in found.items()} == expected.rows
    for side, indices in found.items():
        assert sorted(indices) == [row["index"] for row in rows_in(tmp_path / "parquet", side)]


def test_npz_needs_no_pickle(tmp_path: Path) -> None:
    small(tmp_path / "set", (6, 5), 30, format="npz", shard=20)
    small(tmp_path / "rows", (6, 5), 30)
    found = {}
    for file in sorted((tmp_path / "set/data").iterdir()):
        with np.load(file, allow_pickle=False) as arrays:
            assert arrays["walls"].shape[1:] == (5, 6) and arrays["walls"].dtype == np.uint8
            for number, index in enumerate(arrays["index"].tolist()):
                length = arrays["length"][number]
                path = arrays["path"][number].tolist()
                assert path[length:] == [0] * (len(path) - length)
                place = str(arrays["split"]), str(arrays["template"])
                found[index] = arrays["walls"][number].reshape(-1).tolist(), path[:length], *place
    assert found == {
        row["index"]: (row["walls"], row["path"], row["split"], row["template"]) for row in rows_in(tmp_path / "rows")
    }


def test_json_lines_have_texts(tmp_path: Path) -> None:
    small(tmp_path, (6, 5), 30, format="jsonl", generator="wilson")
    lines = [line for file in sorted((tmp_path / "data").iterdir()) for line in file.read_text().splitlines()]
    for row in map(json.loads, lines):
        maze = from_id(row["id"])
        assert read_text(row["drawing"]) == maze == maze_of(row["tokens"], 6, 5)
        assert replay(maze, row["path"]) == maze.goal and len(row["path"]) == row["length"]  # type: ignore[attr-defined]
        assert "walls" not in row


def test_the_card_says_how_to_read_the_set(tmp_path: Path) -> None:
    import yaml

    summary = small(tmp_path, count=100)
    text = (tmp_path / "README.md").read_text()
    front = yaml.safe_load(text.split("---")[1])
    assert front["size_categories"] == ["n<1K"] and "license" not in front
    assert front["configs"][0]["data_files"] == [
        {"split": side, "path": f"data/{side}-*.parquet"} for side in summary.rows
    ]
    schema = parquet.read_schema(next((tmp_path / "data").iterdir()))
    assert all(f"| `{name}` |" in text for name in schema.names)


# --- puzzles one by one


@pytest.mark.parametrize(
    ("kind", "size", "options"),
    [
        ("alice", (4, 4), {"candidates": 400}),
        ("coloured", (4, 4), {"candidates": 40_000}),
        ("terrain", (5, 4), {}),
        ("wall", (4, 4), {"layout": "hexagon"}),
        ("wall", (5, 4), {"then": "braid:0.5"}),
        ("jugs", None, {}),
    ],
)
def test_puzzles_of_any_kind(tmp_path: Path, kind: str, size: Any, options: Any) -> None:
    summary = small(tmp_path, size, 4, kind=kind, **options)
    rows = rows_in(tmp_path)
    assert {row["index"] for row in rows} == {0, 1, 2, 3} and summary.data["failed"] == 0
    for row in rows:
        puzzle: Any = from_id(row["id"])
        assert read_text(row["puzzle"]).id == row["id"] and row["kind"] == kind
        variant = puzzle.as_traveller(row["traveller"]) if row["traveller"] else puzzle
        assert variant.is_goal(replay(variant, row["moves"])) and len(row["moves"]) == row["length"]
        assert rate(variant).difficulty == row["difficulty"]
    assert not verify(tmp_path)


def test_a_row_for_each_traveller(tmp_path: Path) -> None:
    small(tmp_path, (4, 4), 2, kind="coloured", candidates=40_000)
    rows = rows_in(tmp_path)
    assert Counter(row["traveller"] for row in rows) == {"blue": 2, "yellow": 2, "red": 2}
    assert len({(row["index"], row["split"]) for row in rows}) == 2


def test_images_of_walls_count_as_one_among_other_puzzles(tmp_path: Path) -> None:
    small(tmp_path, (3, 3), 60, then="braid:0.5", unique=True)
    forms = [canonical_walls(read_text(row["puzzle"]).as_grid().walls[None])[0] for row in rows_in(tmp_path)]  # type: ignore[attr-defined]
    assert len(set(forms)) == len(forms) < 60


def test_seeds_without_a_puzzle_are_left_out(tmp_path: Path) -> None:
    whole = Request.make

    def sometimes(request: Request, trace: bool = False) -> Any:
        if request.seed % 2:
            raise MazeError("none of the candidates will do")
        return whole(request, trace)

    with patch.object(Request, "make", sometimes):
        summary = small(tmp_path / "some", (4, 4), 12, layout="hexagon", shard=12)
    assert summary.data["failed"] == 12 - sum(summary.rows.values()) > 0
    with pytest.raises(MazeError, match="fewer than 16 moves"):
        small(tmp_path / "none", (4, 4), 3, kind="coloured", coloured_length=90)


# --- asking for a set, and asking wrongly


def test_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["dataset", "3x3", "--with", "prim", "--count", "1_00", "--seed", "7", "--split", SPLIT, "--workers", "1"]
    command += ["--ends", "corners", "--length", "5..9", "--unique", "--shard", "3_0"]
    assert run([*command, "-o", str(tmp_path / "a"), "--json"]) == 0
    out, err = capsys.readouterr()
    data = json.loads(out)
    options = {"generator": "prim", "ends": "corners", "length": (5, 9), "unique": True, "shard": 30}
    summary = small(tmp_path / "b", (3, 3), 100, **options)
    assert data == summary.to_data() | {"folder": str(tmp_path / "a")} and not err
    assert sum(each["count"] for each in data["histograms"]["length"]) == sum(data["rows"].values())
    for name in ("manifest.json", "README.md", *(file["file"] for file in summary.data["files"])):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert run([*command, "-o", str(tmp_path / "a")]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"{sum(data['rows'].values())} rows in {tmp_path / 'a'}: 8 files of ") and "█" in out
    assert "repeat another" in out and "outside the bounds" in out


def test_an_option_of_a_generator_with_a_taken_name(tmp_path: Path) -> None:
    command = ["dataset", "alice", "4x4", "--count", "1", "--alice-difficulty", "very-easy", "--difficulty", "0..2"]
    assert run([*command, "--candidates", "3000", "--seed", "3", "--workers", "1", "-o", str(tmp_path)]) == 0
    [row] = rows_in(tmp_path)
    assert "difficulty=very-easy" in row["id"] and row["difficulty"] < 2


def test_a_set_without_a_seed_goes_on_with_its_own(tmp_path: Path) -> None:
    first = small(tmp_path, count=5, seed=None)
    assert small(tmp_path, count=5, seed=None) == first


WRONG = {
    "split is written": {"split": " "},
    "'te-st'": {"split": "train=1,te-st=1"},
    "share of test": {"split": "train=1,test=0"},
    "share of a": {"split": {"a": float("nan")}},
    "names Train twice": {"split": "train=1,Train=2"},
    "1 to 100 sides": {"split": {}},
    "format is one of": {"format": "csv"},
    "count is a whole number": {"count": 0},
    "count is missing": {"count": None},
    "shard is a whole number": {"shard": -1},
    "more than 100000 shards": {"count": 10**7, "shard": 1},
    "and 2147483647 are the most": {"count": 10**9, "shard": 10**8, "size": (10, 10)},
    "length is a number or two": {"length": "9..3"},
    "difficulty is a number or two": {"difficulty": "easy"},
    "no generator is called": {"generator": "nobody"},
    "workers is a whole number": {"workers": 0},
    "name one of both": {"cluster": "tcp://localhost:1"},
    "npz holds plain rectangles": {"format": "npz", "layout": "hexagon"},
    "unique is true or false": {"unique": "yes"},
    "has no parameter candidates": {"candidates": 5},
    "has no effect with a file": {"config": "a.toml"},
}


@pytest.mark.parametrize("sentence", WRONG)
def test_wrong_options_are_one_sentence(tmp_path: Path, sentence: str) -> None:
    with pytest.raises(MazeError, match=sentence):
        small(tmp_path / "set", **WRONG[sentence])
    assert not (tmp_path / "set").exists()


#: What is wrong with files: their names, their texts, and the sentence.
FILES = [
    ("a.json", "", "': a file that says what is in a set is called .toml, .yaml or .yml"),
    ("a.toml", None, "': it cannot be read: No such file or directory"),
    ("a.toml", "seed = 1", "': expected 'mazes', a list of 1 to 1000 sorts of mazes"),
    ("a.toml", "sede = 1", "': no entry is called 'sede'; did you mean seed?"),
    ("a.toml", "seed ? 1", "': Expected '=' after a key"),
    ("a.toml", "seed = true", "': seed cannot be bool"),
    ("a.toml", "seed = 9223372036854775809999", "': seed is too large a number"),
    ("a.toml", "mazes = [{size = '4x4', count = 1}, {colour = 1}]", "': mazes 2: no entry is called 'colour'"),
    ("a.toml", "mazes = [{size = '4x4'}]", "': mazes 1: count is missing"),
    ("a.toml", "mazes = [{count = '4x4'}]", "': mazes 1: count cannot be '4x4'"),
    ("a.toml", "mazes = [{count = 1, size = '4by4'}]", "': mazes 1: '4by4' is not a size"),
    ("a.toml", "mazes = [{count = 1, parameters = {rooms = 3}}]", "': mazes 1: backtracker has no parameter rooms"),
    ("a.toml", "mazes = [{count = 1, parameters = {ends = [[3]]}}]", "': mazes 1: parameters cannot be"),
    ("a.toml", "mazes = [3]", "': mazes 1: expected size, count"),
    ("a.toml", b"\xff", "': it is not a text in UTF-8"),
    ("a.yaml", "mazes: *a", "': found undefined alias"),
    ("a.yaml", "mazes: !!python/object:os.system {}", "': could not determine a constructor"),
    ("a.yaml", "split: &a [1]\nmazes: [*a]", "': split cannot be [1]"),
    ("a.yaml", "split:\n  a: &a [1, 1]\n  b: &b [*a, *a]\n", "': split cannot be {"),
    ("a.yaml", "[1]", "': expected seed, split, unique, format, shard, mazes, not [1]"),
    ("a.yml", "#" * 70_000, "': it has more than 65536 bytes"),
    ("a.yml", "[" * 20_000, "': it is nested too deeply"),
]


@pytest.mark.parametrize(("name", "text", "sentence"), FILES)
def test_wrong_files_are_one_sentence_with_the_place(tmp_path: Path, name: str, text: Any, sentence: str) -> None:
    if text is not None:
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(MazeError) as caught:
        small(tmp_path / "set", None, None, config=tmp_path / name)
    assert str(caught.value).startswith(f"in '{tmp_path / name}{sentence}") and "\n" not in str(caught.value)
    assert not (tmp_path / "set").exists()


def test_options_win_over_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text('seed = 3\nunique = true\nsplit = "a=1"\nmazes = [{size = "4x4", count = 5}]')
    data = small(tmp_path / "set", None, None, config=file, seed=None, split=None).data["plan"]
    assert (data["seed"], data["unique"], data["split"]) == (3, True, {"a": 1.0})
    data = small(tmp_path / "other", None, None, config=file, seed=4).data["plan"]
    assert (data["seed"], data["unique"], data["split"]) == (4, True, {"train": 3.0, "test": 1.0})


def test_bad_command_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command, words in {
        "5x5 --count 10": "-o is missing; expected the name of a folder",
        "5x5 --count ten -o a": "--count is a whole number, at least 1, not 'ten'",
        "5x5 --verify a": "--verify FOLDER checks a set that is there",
        "--config a.toml 5x5 -o a": "size has no effect with a file",
        "5x5 -o a": "--count is missing; expected a whole number",
        "5x5 --count 5 --rooms 3..4 -o a": "has no parameter --rooms",
        "--verify nowhere": "there is no folder 'nowhere'",
    }.items():
        assert run(["dataset", *command.split()]) == 2
        out, err = capsys.readouterr()
        assert err.startswith("error: ") and words in err and err.count("\n") == 1 and not out


@pytest.mark.parametrize("missing", ["pyarrow", "distributed"])
def test_without_the_extra_one_sentence_names_it(missing: str, tmp_path: Path) -> None:
    with patch.dict(sys.modules, {missing: None}):
        for work in (lambda: small(tmp_path), lambda: verify(tmp_path)):
            with pytest.raises(MazeError, match=rf'datasets need {missing}; .*pip install "mazeworks\[scale\]"$'):
                work()


def test_the_room_loads_nothing_heavy() -> None:
    code = (
        "import sys, mazeworks, mazeworks.scale, mazeworks.cli; from mazeworks.cli import run; run(['dataset', '-h'])\n"
        "print(sorted({'numba', 'pyarrow', 'dask', 'distributed', 'yaml'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


@given(st.dictionaries(st.from_regex(r"\A[a-z]{1,8}\Z"), st.floats(1e-9, 1e9), min_size=1, max_size=6))
def test_a_split_is_read_as_it_is_written(split: dict[str, float]) -> None:
    assert read_split(",".join(f"{name}={share!r}" for name, share in split.items())) == read_split(split) == split


@given(st.floats(0, 1e6), st.floats(0, 1e6))
def test_a_span_is_read_as_it_is_written(one: float, other: float) -> None:
    span = min(one, other), max(one, other)
    assert read_span("length", f"{span[0]!r}..{span[1]!r}") == read_span("length", span) == span


def test_a_plan_is_read_as_it_is_written(tmp_path: Path) -> None:
    spoken = [
        Request.of("wall", (9, 4), "wilson", 0, "", {"ends": "1/1-2/2"}),
        Request.of("wall", None, None, 0, "", {"mask_text": "HI", "layout": "hexagon"}),
        Request.of("jugs", None, None, 0, "", {}),
    ]
    for form in ("parquet", "jsonl"):
        some = Plan.of([Part(each, 5, (3, 9)) for each in spoken], 2, "a=1,b=2", True, form, 4)
        assert Plan.from_data(json.loads(some.write())) == some


def test_mazes_without_joined_cells_have_no_row(tmp_path: Path) -> None:
    options: dict[str, Any] = {"generator": "percolation", "seed": 1, "workers": 1, "shard": 50}
    summary = dataset(tmp_path / "some", (3, 3), 200, chance=0.15, unique=True, **options)
    assert summary.data["failed"] > 0 and verify(tmp_path / "some") == []
    assert summary.data["made"] + summary.data["failed"] == 200
    with pytest.raises(MazeError, match="no two cells of wall:3x3,with=percolation,chance=0#"):
        dataset(tmp_path / "none", (3, 3), 200, chance=0.0, **options)


def test_sets_with_empty_files_are_read(tmp_path: Path) -> None:
    """As by Hugging Face's `datasets`, which stops at a group without rows."""
    from pyarrow import dataset as arrow
    from pyarrow import parquet

    options: dict[str, Any] = {"shard": 50, "unique": True, "split": "train=0.9,test=0.1", "generator": "wilson"}
    dataset(tmp_path, (3, 3), 1000, seed=1, workers=1, **options)
    files = sorted((tmp_path / "data").glob("*.parquet"))
    empty = [file for file in files if not parquet.ParquetFile(file).metadata.num_rows]
    assert empty and all(parquet.ParquetFile(file).metadata.num_row_groups == 0 for file in empty)
    assert len(arrow.dataset(files).to_table()) == 28 and verify(tmp_path) == []


@pytest.mark.parametrize("words", [["jugs"], ["--with", "prim"]])
def test_a_size_can_be_left_out(tmp_path: Path, words: list[str]) -> None:
    options = ["--count", "2", "--seed", "1", "--workers", "1", "-o", str(tmp_path / "set")]
    assert run(["dataset", *words, *options]) == 0 and verify(tmp_path / "set") == []


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"split": "all=1"}, "all means all sides to programs that read sets"),
        ({"difficulty": 11}, "difficulty is at most 10, so none has 11"),
    ],
)
def test_what_would_be_of_no_use_is_refused(tmp_path: Path, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(MazeError, match=sentence):
        dataset(tmp_path, (3, 3), 4, seed=1, workers=1, **options)


def test_a_set_that_had_no_time_to_write_its_plan_goes_on(tmp_path: Path) -> None:
    for name in ("data", ".maze-work"):
        (tmp_path / name).mkdir()
    dataset(tmp_path, (3, 3), 4, seed=1, workers=1)
    assert verify(tmp_path) == []
