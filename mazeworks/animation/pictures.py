"""Moving pictures of carving and of solving, from the traces that makers and solvers leave."""

import warnings
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mazeworks.animation.on_grid import carving_on_grid, solving_on_grid
from mazeworks.animation.on_scene import carving_on_scene, solving_on_scene
from mazeworks.core.errors import MazeError, Note, with_article
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import generators
from mazeworks.drawing.look import PARAMETERS as LOOK
from mazeworks.making.request import Request
from mazeworks.search.solving import solve

if TYPE_CHECKING:
    from PIL.Image import Image

#: Pictures a second, the longest that the last one is held, and the most pictures painted from scenes.
RATE, HELD, MOST_PAINTED = 20, 2.0, 120

PARAMETERS = (
    Parameter("seconds", "number", 8, "how long it lasts, the last picture held included", least=0.5, most=600),
    Parameter("of", "choice", "auto", "what is shown", choices=("auto", "carving", "solving")),
    *LOOK,
)


def moving(
    puzzle: Puzzle[Any], solution: Solution[Any] | None, values: dict[str, Any], unit: int
) -> tuple[list["Image"], list[int]]:
    """The pictures, and how many milliseconds each is shown, in whole units of so many."""
    count = max(1, int((values["seconds"] - held(values["seconds"])) * RATE))
    pictures = list(_pictures(puzzle, solution, values, count))
    return pictures, durations(len(pictures), values["seconds"], unit)


def held(seconds: float) -> float:
    """How long the last picture is shown."""
    return min(HELD, seconds / 4)


def durations(count: int, seconds: float, unit: int) -> list[int]:
    """Milliseconds for each picture, in whole units, so that all last as long as told and the last is held.

    >>> durations(5, 2, 10), durations(1, 2, 10)
    ([380, 370, 370, 380, 500], [2000])
    """
    moved = 0.0 if count == 1 else seconds - held(seconds)
    times = [round(1000 * moved * number / max(1, count - 1) / unit) * unit for number in range(count)]
    times.append(round(1000 * seconds / unit) * unit)
    return [later - sooner for sooner, later in zip(times[:-1], times[1:], strict=True)]


def _pictures(
    puzzle: Puzzle[Any], solution: Solution[Any] | None, values: dict[str, Any], count: int
) -> Iterator["Image"]:
    subject = values["of"] if values["of"] != "auto" else _subject(puzzle, solution)
    if subject == "carving":
        parts = stages(puzzle)
        if all(part.drawn_walls() is not None for part in parts):
            yield from carving_on_grid(parts, values, count)
        else:
            yield from carving_on_scene(parts, values, min(count, MOST_PAINTED))
        return
    solutions = _traced(puzzle, solution) if subject == "solving" else {}
    if puzzle.drawn_walls() is not None:
        yield from solving_on_grid(puzzle, solutions.get(""), values, count)
    else:
        yield from solving_on_scene(puzzle, solutions, values, min(count, MOST_PAINTED))


def _subject(puzzle: Puzzle[Any], solution: Solution[Any] | None) -> str:
    """What is shown where nothing was said: solving, or carving, or else a still picture, with a note that says why."""
    if solution is not None or puzzle.routes:
        return "solving"
    reason = why_not(puzzle)
    if reason:
        told = f"this is a still picture: {reason.partition(';')[0]}"  # without those that could
        warnings.warn(Note(told, "--solution shows how it is solved"), stacklevel=2)
    return "standing" if reason else "carving"


# --- solutions


def _traced(puzzle: Puzzle[Any], solution: Solution[Any] | None) -> dict[str, Solution[Any] | None]:
    """Solutions with their traces, by the variant of the puzzle they are shown for; of one alone its name is empty."""
    if solution is None and puzzle.routes:
        variants = puzzle.variants()
        known = {name: route for name, route in puzzle.routes.items() if route is not None}
        return dict.fromkeys(puzzle.routes) | {n: _with_trace(variants[n], route) for n, route in known.items()}
    return {"": _with_trace(puzzle, solution)}


def _with_trace(puzzle: Puzzle[Any], solution: Solution[Any] | None) -> Solution[Any]:
    """The solution with its trace, found again where it has none."""
    if solution is not None and solution.trace is not None:
        return solution
    again = solve(puzzle, (solution.solver if solution is not None else "") or "auto", trace=True)
    if again is None:
        raise MazeError("this puzzle has no solution that could be shown")
    return again.without_detours()


# --- how it was carved


def why_not(puzzle: Puzzle[Any]) -> str:
    """Why the carving of a puzzle cannot be shown, in a sentence; empty where it can."""
    return _why_not(puzzle, Request.parse_id(puzzle.id) if puzzle.id else None)


def _why_not(puzzle: Puzzle[Any], made: Request | None) -> str:
    if puzzle.carving is not None:
        return ""
    if made is None:
        what = with_article(puzzle.kind or "plain")
        return f"how this was carved is not known: {what} puzzle tells that only where an id made it"
    if not made.generator.traces:
        able = ", ".join(g.name for g in generators.values() if g.traces)
        name = made.generator.name
        return f"{name} opens no passages one by one, so no carving can be shown; these makers do: {able}"
    return ""


def stages(puzzle: Puzzle[Any]) -> list[Puzzle[Any]]:
    """The maze as its generator carved it, with the order of that, and then after each transform that changed it."""
    made = Request.parse_id(puzzle.id) if puzzle.id else None
    if reason := _why_not(puzzle, made):
        raise MazeError(reason)
    if made is None or (puzzle.carving is not None and not made.then):
        return [puzzle]
    found = [replace(made, then=()).make(trace=True)]
    # Every chain draws from the same seed, so that its beginning alone makes the same as on the way to the whole.
    found += [made.changed(found[0], made.then[: count + 1]) for count in range(len(made.then))]
    if found[-1].to_data() != puzzle.to_data():
        raise MazeError(f"how this was carved is not known: its id {puzzle.id} makes another maze")
    return found
