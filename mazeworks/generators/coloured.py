"""Invents coloured mazes: every traveller has one long shortest route that differs from those of the others."""

from typing import Any

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.core.errors import MazeError, Note
from mazeworks.core.grid import check_size
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import report
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import Random
from mazeworks.core.registry import generator
from mazeworks.kernels.logic.coloured import FIGURES, KERNELS, LENGTHS
from mazeworks.logic.invention import Find, Plan, id_of, improving
from mazeworks.making.many import is_one_of_many
from mazeworks.puzzles.coloured import COLOURS, Coloured, all_carried, facts_of

#: The most nodes; more would take many minutes to search.
MOST_NODES = 1_600
#: The most candidates of one kernel call, and the most nodes of them together; between calls it can be stopped.
SLICE, SLICE_NODES = 2_500, 250_000
#: Candidates times nodes that are examined by default, so that large mazes take no longer than others.
WORK = 360_000_000
#: No score is as high.
ENDLESS = 1 << 40

LETTERS = "".join(COLOURS)
TRAVELLERS = all_carried(COLOURS)
CARRIES = [sum(1 << TRAVELLERS.index(t) for t in colour.carries) for colour in COLOURS.values()]


@generator(
    "coloured",
    "Changes one line at a time and keeps what makes the routes longer, unique and different from one another.",
    kind="coloured",
    parameters=(
        Parameter("length", "whole", 0, "the least moves of every route; 0: by the size, 24 for 9x9", least=0),
        Parameter("candidates", "whole", 0, "how many mazes to examine; 0: by the size", least=0, most=10**9),
    ),
    promises=("unique",),
    size=(9, 9),
    searches=True,
    most_cells=MOST_NODES,
)
def coloured(width: int, height: int, random: Random, length: int, candidates: int) -> Puzzle[Any]:
    check_size(width, height, least=3)
    if width * height > MOST_NODES:
        why = f"{width}x{height} nodes are more than {MOST_NODES}, the most that can be searched"
        raise MazeError(why, about="size")
    least = length or min((width + height) * 4 // 3, width * height * 3 // 10)
    if least >= width * height:
        raise MazeError(f"a route through {width}x{height} nodes has fewer than {width * height} moves, not {least}")
    search = plan(width, height, least)
    candidates = candidates or max(search.round, min(400_000, WORK // (width * height)))
    search.kernels["climb"].expect(candidates * search.states)
    best, done = None, 0
    try:
        for done, best, _ in improving(search, random, ENDLESS, candidates):
            report("inventing", done / candidates, f"best {best.moves}" if best.moves else "none yet")
    except KeyboardInterrupt:
        if not best or not best.moves or is_one_of_many():
            raise
        maze = search.build(best)
        maze.id = id_of("coloured", (width, height), random, length=length, candidates=done)
        Note(f"interrupted: the best of {done} candidates; its id is {maze.id}").give()
        return maze
    if not best or not best.moves:
        raise MazeError(
            f"none of {candidates} candidates of {width}x{height} has three single routes of at least {least} moves; "
            "try another seed, a smaller length or more candidates"
        )
    return search.build(best)


def plan(width: int, height: int, least: int) -> Plan:
    """How coloured mazes of a size are invented; the moves of a find are its score."""
    nodes, lines = width * height, 2 * width * height - width - height
    round = min(350 * lines, WORK // nodes)
    wishes = len(TRAVELLERS), least, max(1, lines // 16), least // 2, round
    facts = facts_of(width, height, CARRIES, 0, (0, 0), *wishes)

    def fresh(random: Random) -> tuple[Any, int, list[int]]:
        """Lines of random colours, and the ends of the routes, on the left and on the right."""
        ends = [random.below(height) * width + x for x in (0, width - 1)]
        return np.array([_colour(random) for _ in range(lines)], np.uint16), ends[0], ends

    figures = FIGURES + 2 * (LENGTHS + 7 * len(TRAVELLERS) + len(CARRIES))
    return Plan(
        KERNELS, facts, nodes, lines, 2 * nodes, fresh, lambda find: written(find, width, height), round, 0, 0,
        lanes=1, slice=max(1, min(SLICE, SLICE_NODES // nodes)), doubling=False, figures=figures,
    )  # fmt: skip


def _colour(random: Random) -> int:
    """The better of two random colours, so that most mazes are connected at the beginning."""
    first, second = random.below(len(CARRIES)), random.below(len(CARRIES))
    return max(first, second, key=lambda colour: CARRIES[colour].bit_count())


def written(find: Find, width: int, height: int) -> Coloured:
    """The maze of a find."""
    across, down = np.split(np.array(list(LETTERS))[find.board], [(width - 1) * height])
    rows = np.full((2 * height - 1, 2 * width - 1), " ")
    rows[::2, ::2] = "."
    rows[::2, 1::2] = across.reshape(height, -1)
    rows[1::2, ::2] = down.reshape(-1, width)
    start, goal = (Position(node % width, node // width) for node in (find.start, find.goal))
    return Coloured(["".join(row) for row in rows], start, goal)
