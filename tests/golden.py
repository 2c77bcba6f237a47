"""Checksums of what must not change: puzzles by their ids, what they mean, how they look, and how they are solved.

`python -m tests.golden --because "REASON"` makes the file of checksums anew; the reason is kept in it.
"""

import argparse
import datetime
import hashlib
import io
import json
import tempfile
import warnings
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from PIL import Image

import mazeworks
from mazeworks.cli import run

FILE = Path(__file__).parent / "data" / "golden.json"
#: How many solvers are tried on each id.
SOLVERS_EACH = 5
#: One id in this many records the solvers that refuse it.
REFUSALS = 12
#: What `solve --json` says that may change: the name of the kind.
DROPPED = ("kind",)

Checksums = dict[str, Any]


# --- plain values


def checksum(data: Any) -> str:
    """The first 16 hexadecimal digits of what SHA-256 makes of plain values."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def plain(value: Any) -> Any:
    """A state or a move as lists, numbers and texts, whatever class it has; a direction is its letters."""
    if hasattr(value, "letters"):
        return value.letters
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    return value if value is None or isinstance(value, str) else int(value)


def made(id: str) -> Any:
    """The puzzle of an id, without the notes that come with it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return mazeworks.from_id(id)


def called(*words: str) -> tuple[int, str]:
    """The exit code of a command, and what it prints."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with warnings.catch_warnings(), redirect_stdout(out), redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        code = run(list(words))
    out.flush()
    return code, out.buffer.getvalue().decode()


# --- what a puzzle means


def cells_of(maze: Any) -> list[Any]:
    """Every cell of a wall maze, those out of reach too: all that is known here of how mazes are built inside."""
    return list(maze.cells)


def is_wall_maze(id: str) -> bool:
    """Whether an id names a wall maze on any layout, which no transform makes a maze of another kind."""
    return id.startswith("wall:") and not any(name in id for name in ("theseus", "turn"))


def known_states(id: str, puzzle: Any) -> dict[str, Any]:
    """States by their plain values written as text: all cells of a wall maze, else those that can be reached."""
    first = cells_of(puzzle) if is_wall_maze(id) else [puzzle.start]
    states = {json.dumps(plain(state)): state for state in first}
    waiting = list(states)
    for name in waiting:  # grows while it is read
        found = {json.dumps(plain(following)): following for _, following in puzzle.moves(states[name])}
        waiting += [new for new in found if new not in states]
        states = found | states
    return states


def moves_from(puzzle: Any, state: Any) -> list[Any]:
    """Each move from a state with its cost and where it leads, sorted."""
    found = [(move, following, puzzle.cost(state, move, following)) for move, following in puzzle.moves(state)]
    return sorted([plain(move), plain(following), int(cost)] for move, following, cost in found)


def meaning(id: str, puzzle: Any) -> list[Any]:
    """The start, and of each state whether it is a goal and which moves it has."""
    states = known_states(id, puzzle)
    rules = [[name, bool(puzzle.is_goal(state)), moves_from(puzzle, state)] for name, state in sorted(states.items())]
    return [plain(puzzle.start), len(states), rules]


def saved(id: str, puzzle: Any) -> dict[str, Any]:
    """What the JSON file of a puzzle holds; nothing for a wall maze, whose file may say the same in other words."""
    if is_wall_maze(id):
        return {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzle.json"
        mazeworks.save(puzzle, path)
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return {name: value for name, value in data.items() if name not in ("mazeworks", "check")}


# --- how it looks


def drawn(id: str, ending: str) -> tuple[int, bytes]:
    """The exit code of drawing a puzzle with its solution, and the picture."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"picture.{ending}"
        code, _ = called("draw", id, "-o", str(path), "--solution")
        return code, path.read_bytes() if path.exists() else b""


def svg(id: str) -> list[Any]:
    """The text of the SVG; it names the id, which stays, and not the kind."""
    code, picture = drawn(id, "svg")
    return [code, picture.decode()]


def png(id: str) -> list[Any]:
    """The size and the pixels of the PNG, however they are compressed."""
    code, picture = drawn(id, "png")
    with Image.open(io.BytesIO(picture)) as image:
        return [code, list(image.size), hashlib.sha256(image.convert("RGBA").tobytes()).hexdigest()]


# --- how it is solved


def solved(id: str, solver: str) -> list[Any]:
    """The exit code of a solver, and unless it refuses what it prints as JSON."""
    code, text = called("solve", id, "--with", solver, "--json")
    if code not in (0, 1):
        return [code]
    return [code, {name: value for name, value in json.loads(text).items() if name not in DROPPED}]


def entries(section: str) -> list[dict[str, Any]]:
    """What `maze list` says of each thing in a section."""
    return list(json.loads(called("list", section, "--json")[1])[section])


def names(section: str) -> list[str]:
    """The names in a section of `maze list`."""
    return [entry["name"] for entry in entries(section)]


def chosen_solvers(id: str, number: int) -> list[str]:
    """Solvers for an id, others than for the ids before it; few ids keep those that refuse."""
    every = names("solvers")
    first = number * SOLVERS_EACH
    turn = [every[(first + step) % len(every)] for step in range(len(every))]
    fit = turn if number % REFUSALS == 0 else [solver for solver in turn if len(solved(id, solver)) > 1]
    return fit[:SOLVERS_EACH]


# --- the file


def checksums(id: str, solvers: list[str]) -> Checksums:
    """Every checksum of an id."""
    puzzle = made(id)
    return {
        "meaning": checksum(meaning(id, puzzle)),
        **({} if is_wall_maze(id) else {"data": checksum(saved(id, puzzle))}),
        "svg": checksum(svg(id)),
        "png": checksum(png(id)),
        **{f"solve {solver}": checksum(solved(id, solver)) for solver in solvers},
    }


def solvers_in(known: Checksums) -> list[str]:
    """The solvers of which an id has checksums."""
    return [part.removeprefix("solve ") for part in known if part.startswith("solve ")]


def differing(id: str, known: Checksums) -> list[str]:
    """The parts of a puzzle that are not what they were."""
    now = checksums(id, solvers_in(known))
    return [f"{id}: {part}" for part in sorted(now.keys() | known.keys()) if now.get(part) != known.get(part)]


def read() -> dict[str, Any]:
    """The file, or an empty one where there is none yet."""
    empty: dict[str, Any] = {"reasons": [], "ids": {}}
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else empty


def regenerate(reason: str) -> int:
    """Make every checksum anew and keep the reason; returns how many ids there are."""
    from tests.golden_ids import all_ids

    reasons = [*read()["reasons"], {"date": datetime.date.today().isoformat(), "because": reason}]
    found = {id: checksums(id, chosen_solvers(id, number)) for number, id in enumerate(all_ids())}
    FILE.write_text(json.dumps({"reasons": reasons, "ids": found}, indent=1) + "\n", encoding="utf-8")
    return len(found)


def main() -> None:
    """Make the file anew, for a reason."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description="Make the checksums anew.")
    parser.add_argument("--because", required=True, metavar="REASON", help="why they may differ from now on")
    reason = parser.parse_args().because.strip()
    if not reason:
        parser.error("--because is blank; say why the checksums may differ")
    print(f"{regenerate(reason)} ids in {FILE.name}")


if __name__ == "__main__":
    main()
