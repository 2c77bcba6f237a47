"""The values of answers: puzzles, solutions and games as plain data for the page."""

import base64
import math
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from mazeworks.core.errors import MazeError
from mazeworks.core.facets import codec_of, structure_of, variants_of, words_of
from mazeworks.core.graph import CellPlaces, Picked
from mazeworks.core.grid import Grid
from mazeworks.core.memory import afford
from mazeworks.core.parameters import parse_values
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Puzzle, Solution, Solved
from mazeworks.core.registry import Format, Renderer, formats, kinds, renderers, solvers
from mazeworks.core.walk import Places, Walk
from mazeworks.drawing.board import board_of
from mazeworks.drawing.scene import Area, Dot, Label, Line, Scene, Single, single
from mazeworks.play.session import Session, limit_for
from mazeworks.search.solving import refusal, solve
from mazeworks.search.task_solution import TaskSolution
from mazeworks.web import models
from mazeworks.web.limits import Limits, Refused

#: The most cells whose walls are part of the first answer; the page requests more of them separately, as bytes.
INLINE = 20_000
#: The most explored states that are sent with their shapes; where there are more, each is too small to show one.
OUTLINED = 40_000
#: The most moves of a solution that are sent by name.
MOST_MOVES = 20_000
#: Bytes of memory for each state of a path, as a number in a list and in JSON.
STATE_BYTES = 100
#: What the answer about a game calls as the session does.
SAME = ("variant", "rules", "count", "cost", "solved", "gave_up", "hints")


def opened(reference: str, puzzle: Puzzle[Any]) -> dict[str, Any]:
    """A puzzle as the page needs it."""
    variants = variants_of(puzzle)
    first = next(iter(variants.values()))
    structure = structure_of(first)
    grid = structure.as_grid()
    uploaded = reference.startswith("file-")
    view: dict[str, Any] = dict.fromkeys(("claimed", "carried", "solution", "game")) | {"maze": reference, "notes": []}
    view |= {"id": None, "unnamed": "a file, which has no id"} if uploaded else {"id": puzzle.id, "unnamed": None}
    return view | {
        "kind": puzzle.kind,
        "title": (puzzle.kind or "puzzle") if grid is None else f"{puzzle.kind} {grid.width}×{grid.height}",
        "aim": words_of(first).aim(),
        "look": "walls" if grid is not None else "words" if board_of(first).spot(first.start) is None else "scene",
        "unit": _unit(first),
        "signs": board_of(first).signs,
        "pieces": _pieces(first, first.start),
        "walls": None if grid is None else _walls(grid),
        "variants": list(variants),
        "solvers": [{"name": s.name, "sentence": s.sentence, "why": refusal(s, structure)} for s in solvers.values()],
        "downloads": downloads(puzzle),
    }


def _unit(puzzle: Puzzle[Any]) -> float:
    """The distance between neighbouring places in the drawing, from the first moves: the scale of marks and taps."""
    if board_of(puzzle).unit:
        return board_of(puzzle).unit
    here = board_of(puzzle).spot(puzzle.start)
    spots = [board_of(puzzle).spot(state) for _, state in puzzle.moves(puzzle.start)]
    return min((math.dist(here, spot) for spot in spots if here and spot and spot != here), default=1.0)


def _pieces(puzzle: Puzzle[Any], state: Any) -> list[dict[str, Any]]:
    """The letter and the point of each piece in a state."""
    board = board_of(puzzle)
    return [{"letter": letter, "spot": board.spot(place)} for letter, place in board.pieces(state)]


def _walls(grid: Grid) -> dict[str, Any]:
    few = grid.width * grid.height <= INLINE
    start, goal = (place.y * grid.width + place.x for place in (grid.start, grid.goal))
    data = {"width": grid.width, "height": grid.height, "start": start, "goal": goal}
    return data | {"bytes": base64.b64encode(wall_bytes(grid)).decode() if few else None}


def wall_bytes(grid: Grid) -> bytes:
    """One byte per cell, row by row, without the border."""
    return (grid.walls & 15).tobytes()


def downloads(puzzle: Puzzle[Any]) -> list[dict[str, Any]]:
    """Every registered format and renderer that can write this puzzle, its own format first."""
    own = kinds[puzzle.kind].format if puzzle.kind else ""
    able: list[Format | Renderer] = [entry for entry in formats.values() if entry.holds(puzzle)]
    able.sort(key=lambda entry: entry.name != own)
    found = [
        {"name": entry.name, "extension": entry.extensions[0], "sentence": entry.sentence}
        | {"shows_solution": not isinstance(entry, Format) or entry.shows_solution, "opens": opens(entry, puzzle)}
        for entry in able + list(renderers.values())
        if entry.extensions
    ]
    if found and found[0]["name"] == own and own != "json":
        found[0]["extension"] = ".txt"
    return found


def opens(entry: Format | Renderer, puzzle: Puzzle[Any]) -> bool | None:
    """Whether a file that this writes can be opened again; None where that depends on the drawing."""
    if isinstance(entry, Format):
        return True
    if entry.extensions != (".text",):  # drawings in characters, which some kinds read back
        return entry.reads_back
    own = formats[kinds[puzzle.kind].format] if puzzle.kind else None
    has_walls = structure_of(puzzle).as_grid() is not None
    if has_walls or own is None or not own.holds(puzzle):
        return has_walls
    drawn, written = ("".join(map(str, write(Solved(puzzle)))).split() for write in (entry.draw, own.write))
    return drawn == written  # shown in the terminal as it is written


# --- drawings


def shapes(scene: Scene, most: int) -> dict[str, Any]:
    """A scene as lists."""
    if (count := scene.count(most)) > most:
        raise Refused(422, f"this drawing has {count} shapes, more than the {most} that can be shown")
    drawn = [shape for shape in map(_shape, checked(single(scene.shapes), 1000)) if shape]
    return {"width": scene.width, "height": scene.height, "title": scene.title, "shapes": drawn}


def _shape(shape: Single) -> list[Any]:
    match shape:
        case Line(points, role, width, dashed):
            return ["line", role, width, dashed, _flat(points)]
        case Area(points, role):
            return ["area", role, _flat(points)]
        case Dot((x, y), radius, role, ring):
            return ["dot", role, x, y, radius, ring]
        case Label((x, y), text, role, size):
            return ["label", role, x, y, text, size]
    return []


def _flat(points: Sequence[tuple[float, float]], digits: int = 4) -> list[float]:
    return [round(number, digits) for point in points for number in point]


# --- solutions


def solved(puzzle: Puzzle[Any], solver: str, parameters: dict[str, str], trace: bool, limits: Limits) -> dict[str, Any]:
    """What a solver finds in a puzzle, and how long it takes; its parameters are texts."""
    solver = solvers[solver].name  # where an alias was given
    solvers.refuse_foreign(solvers[solver], parameters)
    values = parse_values(solver, solvers[solver].parameters, parameters)
    begun = time.perf_counter()
    solution = solve(puzzle, solver, limit_for(puzzle, limits.states), trace, **values)
    seconds = time.perf_counter() - begun
    if solution is None:
        return {"solver": solver, "solved": False, "seconds": seconds}
    return solution_data(puzzle, solution, limits) | {"solver": solver, "seconds": seconds}


def solution_data(puzzle: Puzzle[Any], solution: Solution[Any], limits: Limits) -> dict[str, Any]:
    """A solution as plain values."""
    afford(STATE_BYTES * len(solution), f"an answer with {len(solution)} moves", "try a smaller maze")
    data: dict[str, Any] = {"solver": solution.solver, "solved": True, "seconds": 0.0, "length": len(solution)}
    data |= {"explored": solution.explored, "cost": solution.cost, "direct": len(solution.without_detours())}
    moves = list(checked(solution.moves[:MOST_MOVES], 1000))
    data["moves"] = list(map(codec_of(puzzle).move_name, moves))
    trace = None if solution.trace is None else solution.trace[: limits.steps]
    data["steps"] = None if solution.trace is None else len(solution.trace)
    data["cut"] = trace is not None and len(trace) < data["steps"]
    grid = structure_of(puzzle).as_grid()
    if grid is None:
        data["says"] = list(map(words_of(puzzle).move_words, moves))
        data |= _by_table(puzzle, solution.states, trace)
        if not data["lines"] and len(solution) and board_of(puzzle).spot(puzzle.start) is not None:
            data["scene"] = shapes(board_of(puzzle).scene(solution), limits.shapes)
        return data
    data["path"] = _cells(grid, solution.states)
    data["trace"] = None if trace is None else _cells(grid, trace)
    if isinstance(solution, TaskSolution):
        data["tasks"] = solution.tasks
        if trace is not None and solution.lives is not None:
            data |= {"task_of": solution.task_of()[: len(trace)].tolist(), "lives": solution.lives.tolist()}
            data["untouched"] = len(solution.untouched())
    return data


def _cells(grid: Grid, states: Sequence[Any]) -> list[int]:
    """States as cell numbers, row by row."""
    numbers: Any
    if isinstance(states, Places):
        rows, columns = np.divmod(states.array, grid.stride)
        numbers = (rows - 1) * grid.width + columns - 1
    elif isinstance(states, Picked) and isinstance(states.items, CellPlaces):
        numbers = states.array
    else:
        places = states.array if isinstance(states, Walk) else [tuple(s)[:2] for s in checked(states, 1000)]
        x, y = np.array(places).reshape(-1, 2).T
        numbers = y * grid.width + x
    return list(numbers.tolist())


def _by_table(puzzle: Puzzle[Any], states: Sequence[Any], trace: Sequence[Any] | None) -> dict[str, Any]:
    """States as indices into a table that holds the point and the words of each."""
    numbers: dict[Any, int] = {}
    entries: list[Any] = []

    def number(state: Any) -> int:
        key = puzzle.key(state)
        if key not in numbers:
            numbers[key] = len(numbers)
            entries.append(state)
        return numbers[key]

    path = [number(state) for state in checked(states, 1000)]
    order = None if trace is None else [number(state) for state in checked(trace, 1000)]
    board, words = board_of(puzzle), words_of(puzzle)
    spots = [board.spot(state) for state in checked(entries, 1000)]
    table = {"path": path, "lines": [_flat(line) for line in board.track(states)], "trace": order, "spots": spots}
    table["words"] = [words.describe(state) for state in checked(entries, 1000)]
    if trace is not None and spots[0] is not None and len(entries) <= OUTLINED:
        table["outlines"] = [[_flat(outline, 3) for outline in some] for some in board.outlines(entries)]
    return table


# --- games


def game(token: str, session: Session, since: int = 0) -> dict[str, Any]:
    """The state of a game."""
    weighted = structure_of(session.puzzle).weighted
    view = {name: getattr(session, name) for name in SAME} | dict.fromkeys(("hint", "said", "solution"))
    view |= {"game": token, "nowhere": False, "undoable": bool(session.moves), "redoable": bool(session.undone)}
    view |= {"since": since, "trail": [_step(session, number) for number in range(since, len(session.states))]}
    view["choices"] = [
        {"move": each.name, "says": each.move, "words": each.words, "spot": each.spot}
        | {"cost": each.cost if weighted else None}
        for each in session.choices()
    ]
    return view


def _step(session: Session, number: int) -> dict[str, Any]:
    """A state of a game, with the lines that lead to it where the drawing is more than walls."""
    words, board, state = words_of(session.puzzle), board_of(session.puzzle), session.states[number]
    step: dict[str, Any] = {"words": words.describe(state), "spot": board.spot(state), "lines": None, "move": ""}
    step["pieces"] = _pieces(session.puzzle, state)
    if number:
        step |= {"says": words.move_words(session.made[number - 1]), "move": session.moves[number - 1]}
        if structure_of(session.puzzle).as_grid() is None:
            step["lines"] = [_flat(line) for line in board.track(session.states[number - 1 : number + 1])]
    return step


def act(token: str, session: Session, ask: models.PlayRequest, limits: Limits) -> dict[str, Any]:
    """Perform an action in a game; the state of the game afterwards."""
    before, move = session.count, ask.move
    moving, given = ask.action in ("move", "run"), sorted(ask.model_fields_set - {"action"})
    if len(given) > moving:
        takes = "takes move or towards, not both" if moving else f"does not take {given[-1]}"
        raise Refused(422, f"{ask.action} {takes}", given[-1])
    if ask.towards is not None:
        choice = session.towards(*ask.towards)
        if choice is None:
            return game(token, session, before) | {"nowhere": True}
        move = choice.name
    elif moving and not move:
        raise Refused(422, "move is missing; expected the name of a move, or towards, how far right and down", "move")
    extra: dict[str, Any] = {}
    match ask.action:
        case "move":
            session.play(move)
        case "run":
            session.run(move)
        case "undo" | "redo" | "reset":
            getattr(session, ask.action)()
        case "hint":
            extra["hint"] = session.hint()
            extra["said"] = None if extra["hint"] else session.why_no_hint()
        case _:
            solution = session.give_up()
            if solution is None:
                raise MazeError("this has no solution: every way from the start was tried")
            extra["solution"] = solution_data(session.puzzle, solution, limits)
    # Sent again from the last unchanged step on: the page cuts its trail there.
    return game(token, session, min(before, session.count)) | extra
