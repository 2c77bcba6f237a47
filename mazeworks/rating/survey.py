"""Ratings of many puzzles: a table of their measures, and a histogram."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import MazeError
from mazeworks.core.facets import variants_of
from mazeworks.core.parameters import plain_number
from mazeworks.core.progress import step
from mazeworks.making.many import one_of_many
from mazeworks.making.request import Request
from mazeworks.rating.rating import Rating, rate

#: The most puzzles of one survey.
MOST = 1_000_000
FIGURES = ("least", "median", "mean", "most", "deviation")


class Survey:
    """The values of every measure over many ratings, except those without a solution."""

    def __init__(self, ratings: Iterable[Rating], count: int | None = None) -> None:
        columns: dict[str, list[float]] = {"difficulty": []}
        self.ratings = self.unsolvable = 0
        for rating in ratings:
            self.ratings += 1
            if rating.difficulty is None:
                self.unsolvable += 1
                continue
            columns["difficulty"].append(rating.difficulty)
            for measure in rating.measures:
                columns.setdefault(measure.name, []).append(measure.value)
        #: The number of puzzles; a puzzle with several travellers is rated for each of them.
        self.count = self.ratings if count is None else count
        #: For each measure its values, one per rating.
        self.columns: dict[str, NDArray[np.float64]] = {name: np.array(values) for name, values in columns.items()}

    def table(self) -> dict[str, dict[str, float]]:
        """For each measure its least value, median, mean, most and standard deviation."""
        return {name: self._figures(values) for name, values in self.columns.items() if len(values)}

    def _figures(self, values: NDArray[np.float64]) -> dict[str, float]:
        found = (values.min(), np.median(values), values.mean(), values.max(), values.std())
        return {name: round(float(value), 3) for name, value in zip(FIGURES, found, strict=True)}

    def histogram(self, name: str = "difficulty", bars: int = 10) -> list[tuple[float, float, int]]:
        """A histogram with equal bins: from, to, count; the last bin includes its end."""
        if name not in self.columns:
            raise MazeError(f"{name!r} was not measured; there are {', '.join(self.columns)}")
        values = self.columns[name]
        if not len(values):
            return []
        span = (0.0, 10.0) if name == "difficulty" else (float(values.min()), float(values.max()))
        counts, edges = np.histogram(values, bars, span)
        return [(float(a), float(b), int(n)) for a, b, n in zip(edges[:-1], edges[1:], counts, strict=True)]

    def to_data(self) -> dict[str, Any]:
        """The survey for `maze rate --many --json`."""
        spans = [{"from": first, "to": last, "count": count} for first, last, count in self.histogram()]
        data = {"count": self.count, "ratings": self.ratings, "unsolvable": self.unsolvable}
        return data | {"measures": self.table(), "histogram": spans}


def survey(count: int, kind: str = "wall", seed: int | None = None, limit: int | None = None, **order: Any) -> Survey:
    """The ratings of many puzzles with consecutive seeds; `order` is passed to `make`.

    >>> survey(5, size=(6, 4), seed=1).count
    5
    """
    size, using, then = order.pop("size", None), order.pop("using", None), order.pop("then", "")
    return survey_of(Request.of(kind, size, using, seed, then, order), count, limit)


def survey_of(request: Request, count: int, limit: int | None = None) -> Survey:
    """The ratings of many puzzles of a request; the seed of each is one more than that of the one before."""
    count = plain_number(count)
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST:
        raise MazeError(f"many must be a whole number from 1 to {MOST}, not {count!r}")

    def ratings() -> Iterable[Rating]:
        for number in range(count):
            with step("rating", number / count, f"{number} of {count}"), one_of_many():
                puzzle = replace(request, seed=(request.seed + number) & ((1 << 63) - 1)).make()
                rated = [rate(variant, limit) for variant in variants_of(puzzle).values()]
            yield from rated

    return Survey(ratings(), count)
