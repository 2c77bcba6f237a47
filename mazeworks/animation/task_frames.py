"""The steps of many tasks: the map after each, with the number of a task in every cell that it walked."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mazeworks.animation.frame import Frame
from mazeworks.core.directions import Direction, Position
from mazeworks.core.errors import counted
from mazeworks.core.puzzle import Puzzle
from mazeworks.drawing.board import board_of
from mazeworks.drawing.sketch import GROUNDS, Sketch
from mazeworks.search.task_solution import Replay, TaskSolution

#: The most tasks that a caption names.
NAMED = 12


@dataclass
class TaskFrame(Frame):
    """The map after a step of one task, in words and with the ground of each task."""

    words: str
    sketch: Sketch

    def caption(self) -> bytes:
        return f"\n{self.words}\n\n".encode()

    def status(self, number: int) -> list[str]:
        columns = shutil.get_terminal_size().columns
        return [line[:columns] for line in f"step {number}: {self.words}".split("\n")]

    def window(self, top: int, left: int, lines: int, columns: int, colour: bool) -> list[str]:
        part = slice(top, top + lines), slice(left, left + columns)
        return list(Sketch(self.sketch.chars[part].copy(), self.sketch.roles[part].copy()).rows(colour))


def task_frames(puzzle: Puzzle[Any], solution: TaskSolution) -> Iterator[TaskFrame]:
    """A frame for the start, and one after each step of the trace."""
    (trace, _, _), board, replay = solution.traced(), board_of(puzzle), Replay(solution)
    sketch = board.sketch()
    room = max(1, board.square_of(Position(1, 0))[0] - board.square_of(Position(0, 0))[0] - 1)
    for step, place in enumerate(trace):
        replay.go(step)
        if step:
            _label(sketch, board.square_of(place), int(replay.task_of[step]), room, place == trace.grid.goal)
        yield TaskFrame(sketch.text().encode(), place, str(place), "", _caption(solution, replay, place), sketch)


def _label(sketch: Sketch, square: tuple[int, int], task: int, room: int, is_goal: bool) -> None:
    """Write the number of a task into its cell, on its ground; the letter of the goal stays."""
    column, row = square[0] - room // 2, square[1]
    text = "" if is_goal else f"{name(task):^{room}}" if len(name(task)) <= room else str(task + 1)[-room:]
    letter = sketch.chars[row, square[0]]
    sketch.put(column, row, text or " " * room, GROUNDS[task % len(GROUNDS)])
    if is_goal:
        sketch.chars[row, square[0]] = letter


def name(task: int) -> str:
    """The name of a task: they are counted from T1 on, in the order of their birth."""
    return f"T{task + 1}"


def _caption(solution: TaskSolution, replay: Replay, place: Position) -> str:
    """What happened in this step, and which tasks are live after it."""
    live = _names(replay.live().tolist())
    newborn = [f"{name(task)} {Direction(int(replay.sides[task])).words}" for task in replay.newborn()]
    starts = f" and starts {', '.join(newborn)}" if newborn else ""
    if replay.step == 0:
        return f"The start {place}{starts.replace(' and', '')}\nLive: {live}"
    task = int(replay.task_of[replay.step])
    entered = f"{name(task)} enters {place}"
    if replay.over:
        stopped = f"the signal stops {live}" if solution.stopped() else "no other task is live"
        return f"{entered}, the goal; {stopped}\nNever touched: {counted(len(solution.untouched()), 'cell')}"
    ended = "" if newborn or replay.ended[task] > replay.step else " and ends"
    return f"{entered}{starts}{ended}\nLive: {live}"


def _names(tasks: list[int]) -> str:
    """The names of some tasks, the first ones where there are many."""
    more = f" and {len(tasks) - NAMED} more" if len(tasks) > NAMED else ""
    return " ".join(map(name, tasks[:NAMED])) + more
