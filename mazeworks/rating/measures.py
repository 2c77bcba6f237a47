"""The measures facet: what a kind adds to a rating."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mazeworks.core.facets import Facet, P, facet_of, structure_of
from mazeworks.core.puzzle import Puzzle, Solution

if TYPE_CHECKING:  # `maze new` asks for measures, and needs no graph
    from mazeworks.core.graph import Graph


@dataclass(frozen=True)
class Measure:
    """One measure: its name in `--json`, its value, the same in words, and what it adds to the difficulty.

    `part` lies between 0 and 1; `weight` is how much it matters beside the others, 0 for what is only reported.
    `scale` multiplies the whole difficulty: 0 for a puzzle that this measure alone shows to be without any.
    """

    name: str
    value: float
    words: str
    part: float = 0
    weight: float = 0
    scale: float = 1

    @property
    def points(self) -> float:
        """What this measure adds to the difficulty, before scaling to 0 … 10."""
        return self.part * self.weight


def saturating(value: Any, half: float) -> Any:
    """A value from 0 towards 1, one half at `half`: each further step counts less.

    >>> saturating(20, 20)
    0.5
    """
    return value / (value + half)


class Measures(Facet[P]):
    """The measures of a kind beside those of any puzzle: by default none."""

    def measures(self, graph: "Graph[Any]", solution: Solution[Any]) -> Iterable[Measure]:
        """What this kind adds to a rating."""
        return ()

    def shortest_routes(self) -> tuple[int, int] | None:
        """The length of the shortest solutions and their exact number, for a kind that always reports both.

        By default one with a compact representation does.
        """
        if structure_of(self.puzzle).compact() is None:
            return None
        from mazeworks.search.shortest_paths import shortest_routes

        return shortest_routes(self.puzzle)


def measures_of(puzzle: Puzzle[Any]) -> Measures[Any]:
    """What a puzzle adds to its rating."""
    return facet_of(puzzle, Measures)
