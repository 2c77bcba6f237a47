"""The card of a dataset: a README.md that people read, and that Hugging Face's `datasets` takes the splits from."""

import json
from typing import Any

from mazeworks.scale.forms import WAYS
from mazeworks.scale.plan import SEED, Plan
from mazeworks.scale.rows import columns_of
from mazeworks.scale.shards import DATA

#: The names of sizes of sets, each below a bound, as the card states them.
SIZES = (("n<1K", 10**3), ("1K<n<10K", 10**4), ("10K<n<100K", 10**5), ("100K<n<1M", 10**6), ("1M<n<10M", 10**7))
MORE = (("10M<n<100M", 10**8), ("100M<n<1B", 10**9), ("1B<n<10B", 10**10))
LARGEST = "10B<n<100B"
#: How a maze is made again from its row, for rows with a template and for rows with an id.
AGAIN = {
    "template": f'mazeworks.from_id(row["template"].replace("{SEED}", str(row["seed"])))',
    "id": 'mazeworks.from_id(row["id"])',
}


def card_of(plan: Plan, manifest: dict[str, Any]) -> str:
    """The card of a set, from its plan and its manifest."""
    rows = sum(file["rows"] for file in manifest["files"])
    return "\n".join([*_front_matter(plan, rows, manifest), *_text(plan, rows, manifest)]) + "\n"


def _front_matter(plan: Plan, rows: int, manifest: dict[str, Any]) -> list[str]:
    """What programs read: the size, and the files of each side that has rows."""
    size = next((name for name, bound in (*SIZES, *MORE) if rows < bound), LARGEST)
    lines = ["---", "pretty_name: Mazes", "tags:", "- mazes", "size_categories:", f"- {size}"]
    sides = [side for side, _ in plan.split if any(file["rows"] for file in manifest["files"] if file["split"] == side)]
    if plan.form != "npz" and sides:
        lines += ["configs:", "- config_name: default", "  data_files:"]
        for side in sides:
            lines += [f"  - split: {side}", f"    path: {DATA}/{side}-*.{plan.form}"]
    return [*lines, "---", ""]


def _text(plan: Plan, rows: int, manifest: dict[str, Any]) -> list[str]:
    """What people read."""
    columns = columns_of(plan) | WAYS[plan.form].columns
    again = AGAIN["id" if columns.get("id") else "template"]
    lines = ["# Mazes", "", f"{rows} solved mazes, made by mazeworks {manifest['made_by']['mazeworks']}.", ""]
    lines += ["| mazes | made | kept |", "|---|---|---|"]
    for part in plan.parts:
        bounds = [f"{name} {least:g} to {most:g}" for name, (least, most) in part.spans.items()]
        lines.append(f"| `{part.template}` | {part.count} | {' and '.join(bounds) or 'all'} |")
    lines += ["", f"Left out: {manifest['outside']} outside these bounds, {manifest['repeated']} that repeat another."]
    lines += ["", "| column | what it holds |", "|---|---|"]
    lines += [f"| `{name}` | {words} |" for name, words in columns.items() if words]
    lines += ["", f"A maze comes back from its row by `{again}`." if plan.form != "npz" else _again_from_arrays()]
    lines += ["", "A maze and all its rotations and reflections are on one side of the split.", ""]
    return [*lines, "All that decides what is in this set:", "", "```json", json.dumps(plan.to_data(), indent=1), "```"]


def _again_from_arrays() -> str:
    return f'Maze `i` comes back by `mazeworks.from_id(str(template).replace("{SEED}", str(seed[i])))`.'
