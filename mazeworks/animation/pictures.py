"""Moving pictures of carving and of solving, from the traces of generators and solvers."""

import io
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mazeworks.animation.on_grid import COMFORTABLE, affordable, carving_on_grid, solving_on_grid
from mazeworks.animation.on_scene import carving_on_scene, solving_on_scene
from mazeworks.core.errors import MazeError, Note
from mazeworks.core.facets import variants_of, words_of
from mazeworks.core.memory import NO_LIMIT, SMALL
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import check
from mazeworks.core.puzzle import Puzzle, Solution, Solved
from mazeworks.core.registry import generators
from mazeworks.drawing.board import board_of
from mazeworks.drawing.look import PARAMETERS as LOOK
from mazeworks.drawing.look import look, refuse_unseen
from mazeworks.making.carving import built
from mazeworks.making.request import Request
from mazeworks.search.solving import solve

if TYPE_CHECKING:
    from PIL.Image import Image

#: Pictures a second, the most seconds for the last picture, and the most pictures painted from scenes.
RATE, HELD, MOST_PAINTED = 20, 2.0, 120
#: How many times this version of Pillow reads all pictures, by format: for PNG first to find a mode that suits all.
PILLOW, READINGS = "13.0.", {"GIF": 1, "PNG": 2}

PARAMETERS = (
    Parameter("seconds", "number", 8, "how long it lasts, the last picture held included", least=0.5, most=600),
    Parameter("of", "choice", "auto", "what is shown", choices=("auto", "carving", "solving")),
    *LOOK,
)


class Reel(list[Any]):
    """Pictures of one palette for an encoder of Pillow, which reads them some times and keeps copies of them.

    So the last reading takes them out; `readings` is 0 if their number is not known. Painted ones beyond the first
    `SMALL` bytes are compressed until they are read.
    """

    def __init__(self, pictures: "Iterator[Image]", painted: bool, readings: int) -> None:
        super().__init__()
        self.first, self.readings = next(pictures), readings
        unpacked = SMALL // (self.first.width * self.first.height) if painted else NO_LIMIT
        for picture in pictures:
            self.append(picture if len(self) < unpacked else zlib.compress(picture.tobytes(), 1))

    def __iter__(self) -> Iterator["Image"]:
        self.readings -= 1
        for number in range(len(self)):
            check()
            kept, self[number] = self[number], self[number] if self.readings else None
            yield self._like_first(kept) if isinstance(kept, bytes) else kept
            del kept

    def _like_first(self, packed: bytes) -> "Image":
        """The picture of compressed pixels."""
        picture = self.first.copy()
        picture.frombytes(zlib.decompress(packed))
        return picture


def moving(solved: Solved[Any], values: dict[str, Any], form: str, unit: int, **options: Any) -> bytes:
    """A moving picture in a format of Pillow; each picture is shown for a multiple of `unit` milliseconds."""
    import PIL

    count = max(1, int((values["seconds"] - held(values["seconds"])) * RATE))
    readings = READINGS[form] if PIL.__version__.startswith(PILLOW) else 0
    reel = Reel(*_pictures(solved, values | {"form": f".{form.lower()}"}, count), readings)
    times = durations(len(reel) + 1, values["seconds"], unit)
    file = io.BytesIO()
    reel.first.save(file, form, save_all=True, append_images=reel, duration=times, loop=0, **options)
    return file.getvalue()


def held(seconds: float) -> float:
    """The seconds for which the last picture is shown."""
    return min(HELD, seconds / 4)


def durations(count: int, seconds: float, unit: int) -> list[int]:
    """Milliseconds for each picture, multiples of `unit`, so that all together last this long.

    >>> durations(5, 2, 10), durations(1, 2, 10)
    ([380, 370, 370, 380, 500], [2000])
    """
    moved = 0.0 if count == 1 else seconds - held(seconds)
    times = [round(1000 * moved * number / max(1, count - 1) / unit) * unit for number in range(count)]
    times.append(round(1000 * seconds / unit) * unit)
    return [later - sooner for sooner, later in zip(times[:-1], times[1:], strict=True)]


def _pictures(solved: Solved[Any], values: dict[str, Any], count: int) -> tuple[Iterator["Image"], bool]:
    """The pictures, and whether they are painted from scenes, which takes far longer than to compress them."""
    subject = values["of"] if values["of"] != "auto" else _subject(solved)
    unseen = "a solution" if solved.solutions else "distances" if values["distances"] else ""
    if subject == "carving" and unseen:
        raise MazeError(f"a picture of carving does not show {unseen}", "--of solving does")
    if subject != "standing":
        _check_size(solved.puzzle, values, count)
    shown = _traced(solved) if subject == "solving" else Solved(solved.puzzle)
    refuse_unseen(shown, values)
    parts = stages(solved.puzzle) if subject == "carving" else [solved.puzzle]
    on_grid = all(board_of(part).drawn_walls() is not None for part in parts)
    count = count if on_grid else min(count, MOST_PAINTED)
    if subject == "carving":
        return (carving_on_grid if on_grid else carving_on_scene)(parts, values, count), not on_grid
    return (solving_on_grid if on_grid else solving_on_scene)(shown, values, count), not on_grid


def _check_size(puzzle: Puzzle[Any], values: dict[str, Any], count: int) -> None:
    """Refuse pictures that are too large; this is asked before the maze is carved or solved again with a trace."""
    grid = board_of(puzzle).drawn_walls()
    drawn = board_of(puzzle).scene() if grid is None else grid
    pixels = look(drawn.width, drawn.height, values, COMFORTABLE).pixels(drawn.width, drawn.height)
    affordable(min(count, MOST_PAINTED) if grid is None else count, pixels)


def _subject(solved: Solved[Any]) -> str:
    """The default subject: solving, or carving, or a still picture with a note that says why."""
    if solved.solutions:
        return "solving"
    reason = why_not(solved.puzzle)
    if reason:
        note = f"this is a still picture: {reason.partition(';')[0]}"  # without the names of generators
        Note(note, "--solution shows how it is solved").give()
    return "standing" if reason else "carving"


def _traced(solved: Solved[Any]) -> Solved[Any]:
    """The puzzle with solutions that have traces; solve it if it has none."""
    if not solved.together:
        return Solved.of(solved.puzzle, _with_trace(solved.puzzle, solved.solution))
    variants = variants_of(solved.puzzle)
    traced = {name: None if s is None else _with_trace(variants[name], s) for name, s in solved.solutions.items()}
    return Solved(solved.puzzle, traced)


def _with_trace(puzzle: Puzzle[Any], solution: Solution[Any] | None) -> Solution[Any]:
    """The solution with its trace; solve the puzzle again if it has none."""
    if solution is not None and solution.trace is not None:
        return solution
    again = solve(puzzle, (solution.solver if solution is not None else "") or "auto", trace=True)
    if again is None:
        raise MazeError("this puzzle has no solution that could be shown")
    return again.without_detours()


def why_not(puzzle: Puzzle[Any]) -> str:
    """Why the carving of a puzzle cannot be shown, in a sentence; empty if it can."""
    if board_of(puzzle).carving() is not None:
        return ""
    if not puzzle.id:
        return f"how this was carved is not known: {words_of(puzzle).name()} shows that only where an id made it"
    generator = Request.parse_id(puzzle.id).generator
    if generator.traces:
        return ""
    able = ", ".join(g.name for g in generators.values() if g.traces)
    return f"{generator.name} opens no passages one by one, so no carving can be shown; these generators do: {able}"


def stages(puzzle: Puzzle[Any]) -> list[Puzzle[Any]]:
    """The maze as its generator carved it, with the order of its passages, and then after each transform."""
    if reason := why_not(puzzle):
        raise MazeError(reason)
    made = Request.parse_id(puzzle.id) if puzzle.id else None
    if made is None or (board_of(puzzle).carving() is not None and not made.then):
        return [puzzle]
    found = [replace(made, then=()).make(trace=True)]
    # A chain of transforms draws from one seed, so each beginning of it makes the same maze as the whole chain does.
    found += [made.changed(found[0], made.then[: count + 1]) for count in range(len(made.then))]
    if found[-1] != puzzle:
        raise MazeError(f"how this was carved is not known: its id {puzzle.id} makes another maze")
    structure = getattr(puzzle, "structure", None)
    if structure is None or made.then:
        return found
    return [built(puzzle.kind, structure, board_of(found[0]).carving())]  # the cells are held once
