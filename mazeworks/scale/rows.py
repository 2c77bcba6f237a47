"""Rows of datasets, whatever their mazes are: made, kept between two passes, compared, and hashed."""

import io
import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.files.saving import write_file
from mazeworks.scale import puzzles, rectangles
from mazeworks.scale.plan import Plan, Shard

if TYPE_CHECKING:
    import pyarrow as pa

#: What is counted in a table of rows for the summary, where it has the column.
COUNTED = ("length", "difficulty", "dead_ends")
#: The first maze of a shard, which a kernel makes where there are none to tell the types of columns from.
FIRST = np.zeros(1, np.int64)


def made_rows(
    work: Path, plan: Plan, shard: Shard, chosen: NDArray[np.int64] | None = None
) -> "tuple[pa.Table, list[str]]":
    """The rows of a shard, or of some of its mazes by their places in it; and why others could not be made.

    Puzzles that are needed twice are kept in the folder `work`, because making one may take seconds.
    """
    if plan.plain:
        return rectangles.make_rows(plan, shard, chosen)
    rows, failures = _kept_rows(work, plan, shard) if plan.unique else puzzles.make_rows(plan, shard)
    return (rows if chosen is None else puzzles.of_indices(rows, chosen + shard.first)), failures


def _kept_rows(work: Path, plan: Plan, shard: Shard) -> "tuple[pa.Table, list[str]]":
    """The rows of a shard of puzzles from a file; made and written if there is none."""
    import pyarrow as pa

    place = work / f"rows-{shard.name}.arrow"
    if not place.exists():
        rows, failures = puzzles.make_rows(plan, shard)
        out = io.BytesIO()
        with pa.ipc.new_file(out, rows.schema.with_metadata({"failures": json.dumps(failures)})) as file:
            file.write_table(rows)
        write_file(place, [out.getvalue()])
    with pa.OSFile(str(place)) as file:
        rows = pa.ipc.open_file(file).read_all()
    return rows.replace_schema_metadata(None), json.loads(rows.schema.metadata[b"failures"])


def exact_forms(plan: Plan, rows: "pa.Table") -> list[bytes]:
    """For each row what is the same for rows that count as one, and for no others."""
    return rectangles.exact_forms(rows) if plan.plain else puzzles.exact_forms(rows)


def columns_of(plan: Plan) -> dict[str, str]:
    """What each column holds."""
    return rectangles.COLUMNS if plan.plain else puzzles.COLUMNS


def schema_of(plan: Plan) -> "pa.Schema":
    """The types of the columns, but for the side of the split."""
    return rectangles.make_rows(plan, plan.shards[0], FIRST)[0].schema if plan.plain else puzzles.schema()


def within(rows: "pa.Table", shard: Shard) -> "pa.Table":
    """The rows whose columns lie within the bounds of their part; a row without a solution lies within none."""
    import pyarrow as pa

    kept = np.ones(len(rows), np.bool_)
    for name, (least, most) in shard.part.spans.items():
        values = rows[name].to_numpy()
        kept &= (values >= least) & (values <= most)
    return rows if kept.all() else rows.filter(pa.array(kept))


def counts_of(rows: "pa.Table") -> dict[str, dict[str, int]]:
    """How often each value of the columns of the summary is there."""
    found = {}
    for name in (each for each in COUNTED if each in rows.column_names):
        values, counts = np.unique(rows[name].to_numpy(), return_counts=True)
        both = zip(values.tolist(), counts.tolist(), strict=True)
        found[name] = {str(value): count for value, count in both if value == value and value >= 0}
    return found


def hash_of(rows: "pa.Table") -> str:
    """A hash of the names, types and values of the columns, whatever file they come from."""
    digest = sha256()
    for field, column in zip(rows.schema, rows.columns, strict=True):
        digest.update(f"{field.name}:{type_name(field.type)}:{len(rows)}\n".encode())
        _feed(digest, column.combine_chunks())
    return digest.hexdigest()


def type_name(kind: "pa.DataType") -> str:
    """The name of a type, such as `int64` or `list of 100 uint8`."""
    if not kind.num_fields:
        return str(kind)
    return f"list of {getattr(kind, 'list_size', 'any number of')} {kind.value_type}"


def _feed(digest: Any, array: "pa.Array") -> None:
    """Add the values of an array: of lists and texts their lengths, then all that is in them."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if array.type.num_fields:
        digest.update(pc.list_value_length(array).to_numpy(zero_copy_only=False).astype(np.int32).tobytes())
        _feed(digest, array.flatten())
    elif pa.types.is_string(array.type):
        digest.update(pc.binary_length(array).to_numpy(zero_copy_only=False).astype(np.int32).tobytes())
        _, offsets, texts = array.buffers()
        ends = np.frombuffer(offsets, np.int32)[[array.offset, array.offset + len(array)]] if len(array) else [0, 0]
        digest.update(memoryview(texts)[ends[0] : ends[1]] if texts else b"")
    else:
        digest.update(np.ascontiguousarray(array.to_numpy(zero_copy_only=False)).tobytes())
