"""Make a puzzle by name or from its id, and change it by transforms."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from mazeworks.core.errors import MazeError
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import check_seed, fresh_seed
from mazeworks.making.request import Request
from mazeworks.making.steps import parse_steps


def make(
    kind: str = "wall",
    size: tuple[int, int] | None = None,
    using: str | None = None,
    seed: int | None = None,
    trace: bool = False,
    then: str = "",
    **parameters: Any,
) -> Puzzle[Any]:
    """A new puzzle; the same arguments and seed make the same one everywhere.

    `then` names transforms to change it by, such as `braid:0.5+perturb:10`.
    With `trace`, its `carving` is the order in which the generator opened the passages that are open.

    >>> make("wall", (8, 5), seed=3).id
    'wall:8x5#3'
    """
    return Request.of(kind, size, using, seed, then, parameters).make(trace)


def from_id(text: str, trace: bool = False) -> Puzzle[Any]:
    """The puzzle of an id; with `trace`, it records the order in which its passages were opened.

    >>> from_id("wall:8x5#3").id
    'wall:8x5#3'
    """
    return Request.parse_id(text).make(trace)


def change(puzzle: Puzzle[Any], steps: str, seed: int | None = None) -> Puzzle[Any]:
    """A wall maze on any layout, changed by transforms one after the other; the maze itself is not changed.

    The steps are joined by `+`, and values for a transform follow its name after colons. If no seed is given, the seed
    in the id of the maze is used, and the changed maze has an id too.

    >>> from mazeworks import Maze
    >>> change(Maze.create(8, 5, seed=3), "braid:0.5+perturb:4").id
    'wall:8x5,then=braid:0.5+perturb:4#3'
    """
    from mazeworks.making.changing import transformed

    chain, made = parse_steps(steps), None
    with suppress(MazeError):  # it may have no id, or one that cannot be read here
        made = Request.parse_id(puzzle.id or "")
    number = check_seed(seed) if seed is not None else made.seed if made else fresh_seed()
    changed = transformed(puzzle, chain, number, made.values.get("ends", "random") if made else "random")
    # Steps after other steps would use the same random numbers again, and no id stands for that.
    if made and number == made.seed and not made.then:
        changed.id = replace(made, then=chain).id
    return changed
