"""The board facet: where a state is in the picture, what is drawn there, and in which direction a move leads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mazeworks.core.directions import Position
from mazeworks.core.errors import counted, with_article
from mazeworks.core.facets import Facet, P, codec_of, direction_of, facet_of, variants_of, words_of
from mazeworks.core.puzzle import Puzzle, Solution, Solved
from mazeworks.drawing.sketch import Sketch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mazeworks.core.grid import Grid
    from mazeworks.drawing.scene import Outline, Point, Scene, Timed
    from mazeworks.drawing.strokes import Pieces

#: The gap between the pictures of two variants, and the height below them for their names, in cell units.
GAP, HEADING = 0.6, 1.0

Solutions = Mapping[str, Solution[Any] | None]


class Board(Facet[P]):
    """How a puzzle looks: by default its states in words."""

    def scene(self, solution: Solution[Any] | None = None) -> Scene:
        """What to draw, in cell units; by default the states of the solution as a chain of words, and the aim."""
        from mazeworks.drawing.scene import chain

        words = words_of(self.puzzle)
        described = [words.describe(state) for state in (solution.states if solution else [self.puzzle.start])]
        title = f"{with_article(self.puzzle.kind or 'plain')} puzzle".capitalize()
        return chain(described, title, words.aim())

    def sketch(self, solution: Solution[Any] | None = None) -> Sketch:
        """What to show in a terminal; by default one line per state of the solution."""
        words, codec = words_of(self.puzzle), codec_of(self.puzzle)
        if solution is None:
            return Sketch.from_lines([words.describe(self.puzzle.start)])
        moves = ["", *(codec.move_name(move) for move in solution.moves)]
        width = max(map(len, moves))
        return Sketch.from_lines(
            f"{move:{width}}  {words.describe(state)}".rstrip()
            for move, state in zip(moves, solution.states, strict=True)
        )

    def sketches(self, solution: Solution[Any] | None = None) -> Iterable[Sketch]:
        """The sketch in bands of rows, for a kind whose sketches may be larger than memory."""
        yield self.sketch(solution)

    def drawn_walls(self) -> Grid | None:
        """The walls, if they, the start and the goal are the whole picture; renderers draw them fast."""
        return None

    #: Whether squares show signs that a player has to read, so that nothing may cover them.
    signs = False
    #: The distance between neighbouring places in the scene; 0 if that is the one of the first moves.
    unit: float = 0

    def place(self, state: Any) -> tuple[int, int] | None:
        """The cell of a state, for a kind with cells; several states may share one."""
        return state if isinstance(state, Position) else None

    def spot(self, state: Any) -> Point | None:
        """The point of a state in the scene; None for a kind without places."""
        place = self.place(state)
        return None if place is None else (place[0] + 0.5, place[1] + 0.5)

    def pieces(self, state: Any) -> Sequence[tuple[str, tuple[int, int]]]:
        """The letter and the cell of each piece in a state, where there are several; the first is the traveller."""
        return ()

    def at(self, state: Any) -> Board[P]:
        """The board with its pieces where they are in a state, or without them for None; by default itself."""
        return self

    def target(self, state: Any, following: Any) -> Point | None:
        """The point to click for a move: by default that of the state it leads to."""
        return self.spot(following)

    def square_of(self, state: Any) -> tuple[int, int]:
        """Column and row of a state in the sketch, if it has a place."""
        x, y, *_ = codec_of(self.puzzle).state_data(state)
        return x, y

    @property
    def breadth(self) -> int:
        """How many columns a square of the sketch has to the right of `square_of`; 0 if that is its middle."""
        return 0

    def has_map(self) -> bool:
        """Whether every state has a square in the sketch, so that a path can be shown on it."""
        return type(self).square_of is not Board.square_of

    def row_lengths(self) -> list[int]:
        """How long each row of the map is in the text it was read from, blanks included; empty if it was not read."""
        return []

    def outlines(self, states: Sequence[Any]) -> Iterable[Sequence[Outline]]:
        """For each state the shapes that it fills in the scene; states may share shapes."""
        from mazeworks.drawing.scene import square_around

        for state in states:
            spot = self.spot(state)
            yield () if spot is None else (square_around(*spot),)

    def patches(self, states: Sequence[Any] | None = None) -> tuple[Pieces, NDArray[np.integer[Any]]] | None:
        """The same as arrays, for a kind that may have millions: all shapes, and the number of the state of each.

        states: those of all cells by default, in the order of their numbers.
        """
        return None

    def track(self, states: Sequence[Any]) -> list[list[Point]]:
        """A path through states as lines in the scene; empty if only the scene with a solution shows it well."""
        spots = [spot for state in states if (spot := self.spot(state)) is not None]
        return [spots] if len(spots) > 1 else []

    def heading(self, state: Any, move: Any, following: Any) -> Point | None:
        """The direction of a move in the drawing, for keys and swipes; None if it has none."""
        direction, here, there = direction_of(move), self.spot(state), self.spot(following)
        if direction is not None:
            return direction.delta
        return None if here is None or there is None else (there[0] - here[0], there[1] - here[1])

    def reached(self) -> dict[Outline, int] | None:
        """The distance of each shape from the start; None if the outlines of states give it."""
        return None

    def carving(self) -> NDArray[np.int64] | None:
        """The passages in the order in which the generator opened them, if it recorded that: pairs of cell numbers."""
        return getattr(self.puzzle, "carving", None)

    def carved(self, carving: NDArray[np.int64]) -> Iterable[Timed]:
        """The walls of the scene and the marks of passages while passages are opened, one per step."""
        return ()

    def backdrop(self) -> Any:
        """The image that the puzzle was read from, to draw a solution over, if any."""
        return getattr(self.puzzle, "backdrop", None)


def board_of(puzzle: Puzzle[Any]) -> Board[Any]:
    """How a puzzle looks."""
    return facet_of(puzzle, Board)


def scene_of(solved: Solved[Any], moving: bool = False) -> Scene:
    """The scene of a puzzle with its solution; of several variants one picture each, side by side.

    moving: whether pieces are where the last move left them.
    """
    from mazeworks.drawing.scene import Scene, shifted, single

    if not solved.together:
        board, solution = board_of(solved.puzzle), solved.solution
        return (board.at(solution.states[-1]) if moving and solution is not None else board).scene(solution)
    variants, scenes = variants_of(solved.puzzle), []
    for name, solution in solved.solutions.items():
        scene = board_of(variants[name]).scene(solution)
        words = "no way" if solution is None else counted(len(solution), "move")
        scene.label(scene.width / 2, scene.height + 0.4, f"{name}: {words}", "text", 0.8)
        scenes.append(scene)
    pitch = scenes[0].width + GAP
    whole = Scene(pitch * len(scenes) - GAP, scenes[0].height + HEADING, scenes[0].title)
    for number, scene in enumerate(scenes):
        whole.shapes += [shifted(shape, number * pitch) for shape in single(scene.shapes)]
    return whole


def panels(solved: Solved[Any]) -> dict[str, float]:
    """The x coordinate of the picture of each variant in the scene of all."""
    pitch = board_of(solved.puzzle).scene().width + GAP
    return {name: number * pitch * solved.together for number, name in enumerate(solved.solutions)}


def sketch_of(solved: Solved[Any]) -> Sketch:
    """The sketch of a puzzle with its solution; of several variants one below the other, each under its name."""
    if not solved.together:
        return board_of(solved.puzzle).sketch(solved.solution)
    return Sketch.from_lines(named_rows(solved.puzzle, solved.solutions))


def named_rows(puzzle: Puzzle[Any], solutions: Solutions) -> Iterator[str]:
    """The rows of the sketch of each variant, below its name."""
    variants = variants_of(puzzle)
    for number, (name, solution) in enumerate(solutions.items()):
        if number:
            yield ""
        if solution is None:
            yield f"{name}: no way"
        else:
            yield f"{name}:"
            yield from board_of(variants[name]).sketch(solution).rows()
