"""How rows of datasets are written as files, and read again: Parquet, NumPy's npz, JSON Lines."""

import io
import json
import math
import zipfile
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mazeworks.core.directions import Direction
from mazeworks.drawing.lattice import ASCII, GOAL, START
from mazeworks.scale.mazes import Mazes
from mazeworks.scale.plan import SEED, Plan
from mazeworks.scale.rectangles import mazes_of, side_by_side
from mazeworks.scale.rows import schema_of
from mazeworks.scale.tokens import tokens_of, vocabulary

if TYPE_CHECKING:
    import pyarrow as pa

#: Columns of Parquet that hardly repeat, for which a dictionary of their values would only take room.
UNLIKE = ("index", "seed", "canonical", "id", "puzzle")
#: How many cells are written as texts at a time.
WRITTEN = 1 << 18
#: The time of every file in an npz, which is the earliest that a zip file knows.
EARLIEST = (1980, 1, 1, 0, 0, 0)
#: What columns hold in JSON Lines, where it is not what they hold in Parquet; None for a column that is left out.
JSON_COLUMNS = {
    "template": None,
    "id": "the id of the maze",
    "walls": None,
    "drawing": "the maze drawn with + - and |; S is the start and E the goal",
    "tokens": "the maze and its solution as words: passages, start, goal, path",
    "path": "the moves of the solution as letters: N, S, E, W",
}


class Form(NamedTuple):
    """How rows are written: the rows as they will be read again, their bytes, and how they are read."""

    prepare: "Callable[[Plan, pa.Table], pa.Table]"
    write: "Callable[[Plan, pa.Table], bytes]"
    read: "Callable[[Plan, bytes], pa.Table]"
    #: What columns hold in this form, where it is not what they hold in Parquet; None for a column that is left out.
    columns: dict[str, str | None] = {}


def unchanged(plan: Plan, rows: "pa.Table") -> "pa.Table":
    """The rows."""
    return rows


# --- Parquet


def write_parquet(plan: Plan, rows: "pa.Table") -> bytes:
    """The rows as a Parquet file of one row group, none without rows; the plan is in the metadata of the schema."""
    import pyarrow as pa
    from pyarrow import parquet

    out = pa.BufferOutputStream()
    alike = [path for path in leaves(rows.schema) if path.partition(".")[0] not in UNLIKE]
    noted = rows.replace_schema_metadata({"mazeworks": plan.write()})
    ways: dict[str, Any] = {"compression": "zstd", "compression_level": 1, "use_dictionary": alike}
    ways |= {"column_encoding": {"index": "DELTA_BINARY_PACKED"}, "write_statistics": list(UNLIKE[:3])}
    with parquet.ParquetWriter(out, noted.schema, **ways) as file:
        if len(rows):  # a group without rows stops Hugging Face's `datasets`
            file.write_table(noted, row_group_size=len(rows))
    return out.getvalue()  # type: ignore[no-any-return]


def leaves(schema: "pa.Schema") -> list[str]:
    """The paths of the columns in a Parquet file: that of a list is the path of its items."""
    return [f"{field.name}.list.element" if field.type.num_fields else field.name for field in schema]


def read_parquet(plan: Plan, data: bytes) -> "pa.Table":
    """The rows of a Parquet file."""
    import pyarrow as pa
    from pyarrow import parquet

    return parquet.read_table(pa.BufferReader(data)).replace_schema_metadata(None)


# --- npz


def write_npz(plan: Plan, rows: "pa.Table") -> bytes:
    """The rows as arrays: `walls[maze, y, x]`, `path[maze, move]` with zeros behind each path, texts only once."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, array in arrays_of(plan, rows).items():
            with file.open(zipfile.ZipInfo(f"{name}.npy", EARLIEST), "w", force_zip64=True) as place:
                np.lib.format.write_array(place, array, allow_pickle=False)
    return out.getvalue()


def arrays_of(plan: Plan, rows: "pa.Table") -> dict[str, Any]:
    """The rows as arrays by their names."""
    import pyarrow as pa

    [(width, height)] = plan.sizes
    found = {}
    for field, column in zip(rows.schema, (each.combine_chunks() for each in rows.columns), strict=True):
        if pa.types.is_string(field.type):  # the same in all rows
            found[field.name] = np.array(column[0].as_py() if len(column) else "")
        elif field.name == "path":
            found[field.name] = padded(column)
        elif field.type.num_fields:
            shape = (len(rows), height, width) if field.name == "walls" else (len(rows), field.type.list_size)
            found[field.name] = column.flatten().to_numpy().reshape(shape)
        elif field.name not in ("width", "height"):
            found[field.name] = column.to_numpy()
    return found


def padded(column: "pa.Array") -> Any:
    """Lists as the rows of one array, with zeros behind each."""
    import pyarrow.compute as pc

    lengths = pc.list_value_length(column).to_numpy()
    array = np.zeros((len(column), int(lengths.max(initial=0))), np.uint8)
    array[np.arange(array.shape[1]) < lengths[:, None]] = column.flatten().to_numpy()
    return array


def read_npz(plan: Plan, data: bytes) -> "pa.Table":
    """The rows of an npz file."""
    import pyarrow as pa

    [(width, height)] = plan.sizes
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        found = {name: file[name] for name in file.files}
    count, lengths = len(found["index"]), np.maximum(found["length"], 0)
    columns: dict[str, Any] = {}
    for name, array in found.items():
        if name == "path":
            offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
            columns[name] = pa.ListArray.from_arrays(
                offsets, pa.array(array[np.arange(array.shape[1]) < lengths[:, None]])
            )
        elif array.ndim == 0:
            columns[name] = pa.repeat(str(array), count)
        else:
            columns[name] = (
                side_by_side(array.reshape(count, math.prod(array.shape[1:])), fixed=True) if array.ndim > 1 else array
            )
        if name == "seed":
            columns |= {"width": np.full(count, width, np.int32), "height": np.full(count, height, np.int32)}
    return pa.table(columns)


# --- JSON Lines


def texts_of(plan: Plan, rows: "pa.Table") -> "pa.Table":
    """The rows as texts: of a rectangle its id, a drawing with + - and |, and the letters of the path."""
    import pyarrow as pa

    if not plan.plain:
        return rows
    columns: dict[str, Any] = {}
    for name in rows.column_names:
        column = rows[name].combine_chunks()
        if name == "template":
            columns["id"] = ids(column, rows["seed"].combine_chunks())
        elif name == "walls":
            columns["drawing"] = pa.array(_of_some(rows, drawings), pa.string())
            columns["tokens"] = pa.array(_of_some(rows, token_texts), pa.string())
        else:
            columns[name] = letters(column) if name == "path" else column
    return pa.table(columns)


def ids(templates: "pa.Array", seeds: "pa.Array") -> "pa.Array":
    """The ids of mazes: the seed is the end of each template."""
    import pyarrow.compute as pc

    return pc.binary_join_element_wise(pc.utf8_slice_codeunits(templates, 0, -len(SEED)), seeds.cast("string"), "")


def letters(paths: "pa.Array") -> "pa.Array":
    """Moves as letters."""
    import pyarrow as pa

    names = np.array([ord(Direction(flag).letters) if flag in (1, 2, 4, 8) else 0 for flag in range(9)], np.uint8)
    texts = names[paths.flatten().to_numpy()]
    return pa.StringArray.from_buffers(len(paths), offsets_of(paths), pa.py_buffer(texts))


def offsets_of(lists: "pa.Array") -> "pa.Buffer":
    """Where each list begins among the items of all, and where the last ends."""
    import pyarrow as pa
    import pyarrow.compute as pc

    ends = np.cumsum(pc.list_value_length(lists).to_numpy(zero_copy_only=False))
    return pa.py_buffer(np.concatenate([[0], ends]).astype(np.int32))


def _of_some(rows: "pa.Table", texts: Callable[[Mazes], Iterator[str]]) -> Iterator[str]:
    """The texts of mazes of one size, of some at a time."""
    if len(rows):
        width, height = rows["width"][0].as_py(), rows["height"][0].as_py()
        for some in rows.to_batches(max(1, WRITTEN // (width * height))):
            yield from texts(mazes_of(some, width, height))


def drawings(mazes: Mazes) -> Iterator[str]:
    """Each maze as the format `ascii` draws it."""
    walls, (count, height, width) = mazes.walls, mazes.walls.shape
    chars = np.full((count, 2 * height + 1, 4 * width + 2), ord(" "), np.uint8)
    chars[:, ::2, :-1:4], chars[:, :, -1] = ord("+"), ord("\n")
    for shift in (1, 2, 3):
        chars[:, :-1:2, shift:-1:4][walls & 1 > 0] = ord(ASCII.across)
        chars[:, -1, shift:-1:4][walls[:, -1] & 2 > 0] = ord(ASCII.across)
    chars[:, 1::2, :-2:4][walls & 8 > 0] = ord(ASCII.down)
    chars[:, 1::2, -2][walls[:, :, -1] & 4 > 0] = ord(ASCII.down)
    for cells, letter in ((mazes.starts, START), (mazes.goals, GOAL)):
        y, x = np.divmod(cells, width)
        chars[np.arange(count), 2 * y + 1, 4 * x + 2] = ord(letter)
    yield from (maze.tobytes().decode() for maze in chars)


def token_texts(mazes: Mazes) -> Iterator[str]:
    """Each maze and its path as tokens in words."""
    height, width = mazes.walls.shape[1:]
    words = np.array(vocabulary(width, height), object)
    yield from (" ".join(words[row[row > 0]]) for row in tokens_of(mazes))


def write_lines(plan: Plan, rows: "pa.Table") -> bytes:
    """The rows as objects of JSON, one in each line; a number that is not one is null."""
    columns = {name: column.to_pylist() for name, column in zip(rows.column_names, rows.columns, strict=True)}
    lines = (dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True))
    return "".join(json.dumps(_plain(line), ensure_ascii=False) + "\n" for line in lines).encode()


def _plain(line: dict[str, Any]) -> dict[str, Any]:
    return {name: None if value != value else value for name, value in line.items()}


def read_lines(plan: Plan, data: bytes) -> "pa.Table":
    """The rows of JSON Lines."""
    import pyarrow as pa

    kinds = texts_of(plan, schema_of(plan).empty_table()).schema.append(pa.field("split", pa.string()))
    floats = {field.name for field in kinds if pa.types.is_floating(field.type)}
    rows = [json.loads(line) for line in data.split(b"\n") if line]
    for row in rows:
        row |= {name: math.nan for name in floats if row[name] is None}
    return pa.Table.from_pylist(rows, kinds)


#: Every way to write rows.
WAYS = {
    "parquet": Form(unchanged, write_parquet, read_parquet),
    "npz": Form(unchanged, write_npz, read_npz, {"width": None, "height": None}),
    "jsonl": Form(texts_of, write_lines, read_lines, JSON_COLUMNS),
}
