"""Books: from easy to hard as told, hard ones really hard, each page made again by its id."""

import re

import pytest

from mazeworks.core.book import bounds, choose
from mazeworks.core.making import from_id
from mazeworks.core.registry import generators


def test_a_book_goes_from_easy_to_hard() -> None:
    book = choose(8, "very easy", "moderate", seed=4, kinds=["wall"])
    figures = [page.difficulty for page in book]
    assert figures == sorted(figures) and 0 <= figures[0] < 2.5 and 3.5 < figures[-1] < 6
    assert len({page.puzzle.id for page in book}) == 8
    assert [page.puzzle.id for page in choose(8, "very easy", "moderate", 4, ["wall"])] == [p.puzzle.id for p in book]
    assert bounds("very-easy", "very_hard") == (0, 11)


@pytest.mark.parametrize("seed", range(3))
def test_a_hard_book_of_wall_mazes_is_hard(seed: int) -> None:
    book = choose(12, "easy", "hard", seed, ["wall"])
    figures = [page.difficulty for page in book]
    assert figures == sorted(figures) and figures[0] < 4 and 7.2 <= figures[-1] < 8
    for page in book:
        assert page.puzzle.id is not None and from_id(page.puzzle.id).to_data() == page.puzzle.to_data()
    hard = [generators[match[1]] for page in book[-3:] if (match := re.search(r"with=(\w+)", page.puzzle.id or ""))]
    assert all("perfect" in maker.promises for maker in hard)
    very = choose(4, "very hard", "very hard", seed, ["wall"])
    assert all(page.difficulty >= 8 and page.rating.level == "very hard" for page in very)


def test_a_book_mixes_kinds_and_layouts() -> None:
    book = choose(16, "very easy", "hard", 1)
    assert len({page.puzzle.kind for page in book}) >= 4
    assert {page.puzzle.kind for page in choose(20, "easy", "hard", 1, ["wall"])} == {"wall", "cells"}
