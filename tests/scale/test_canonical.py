"""Canonical names: the same for the eight images of a maze, and for no other maze."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import MazeError, batch, speed
from mazeworks.scale.canonical import canonical_hashes, canonical_walls, images

SIZES = st.tuples(st.integers(2, 7), st.integers(2, 7))


def turned(walls: list[list[int]]) -> list[list[int]]:
    """A maze turned by a quarter, cell by cell: an independent way to make an image."""
    height, width = len(walls), len(walls[0])
    quarter = {1: 4, 4: 2, 2: 8, 8: 1}
    return [
        [sum(quarter[flag] for flag in quarter if walls[height - 1 - x][y] & flag) for x in range(height)]
        for y in range(width)
    ]


def reflected(walls: list[list[int]]) -> list[list[int]]:
    return [[cell & 3 | (cell & 4) << 1 | (cell & 8) >> 1 for cell in row[::-1]] for row in walls]


@settings(deadline=None, max_examples=30)
@given(SIZES, st.sampled_from(["prim", "percolation"]), st.integers(0, 1 << 40))
def test_all_images_have_one_name(size: tuple[int, int], generator: str, seed: int) -> None:
    walls = batch(generator, size, seed=seed, count=1, ends="0/0-1/1").walls
    expected = set()
    for image in (walls[0].tolist(), reflected(walls[0].tolist())):
        for _ in range(4):
            expected.add(str(image))
            other = np.array([image], np.uint8)
            assert canonical_hashes(other)[0] == canonical_hashes(walls)[0]
            assert canonical_walls(other) == canonical_walls(walls)
            image = turned(image)
    assert {str(image[0].tolist()) for image in images(walls)} == expected


@pytest.mark.parametrize(("size", "classes"), [((2, 2), 1), ((3, 2), 6), ((3, 3), 28)])
def test_every_class_of_small_mazes_is_found(size: tuple[int, int], classes: int) -> None:
    """There are 4, 15 and 192 perfect mazes; by hand 1, 6 and 28 up to symmetry."""
    walls = batch("wilson", size, seed=1, count=4000).walls
    assert len(set(canonical_hashes(walls).tolist())) == len(set(canonical_walls(walls))) == classes


def test_other_mazes_have_other_names() -> None:
    walls = batch("wilson", (6, 6), seed=1, count=5000).walls
    assert len(set(canonical_hashes(walls).tolist())) == len(set(canonical_walls(walls)))
    for size in ((4, 3), (6, 5), (5, 5)):
        walls = batch("percolation", size, seed=1, count=5000, chance=0.2).walls
        assert len(set(canonical_hashes(walls).tolist())) == len(set(canonical_walls(walls)))
    closed = [np.full((1, height, width), 15, np.uint8) for width, height in ((3, 4), (2, 6), (4, 4))]
    assert len({canonical_walls(each)[0] for each in closed}) == 3
    assert len({int(canonical_hashes(each)[0]) for each in closed}) == 3


@pytest.mark.parametrize("walls", [np.zeros((2, 2), np.uint8), np.zeros((1, 2, 2)), [[[9, 5]]], None])
def test_other_things_have_no_hash(walls: Any) -> None:
    with pytest.raises(MazeError, match="walls are an array uint8"):
        canonical_hashes(walls)


def test_large_mazes_have_hashes() -> None:
    walls = batch("prim", (150, 120), seed=1, count=1).walls
    assert len({int(canonical_hashes(image)[0]) for image in images(walls)}) == 1


@pytest.mark.parametrize("which", ["interpreted", "compiled"])
def test_both_speeds_have_one_hash(which: Any) -> None:
    walls = batch("kruskal", (5, 4), seed=1, count=20).walls
    before = canonical_hashes(walls).tolist()
    with speed(which):
        assert canonical_hashes(walls).tolist() == before


def test_hashes_do_not_change() -> None:
    """Data sets are split by them."""
    assert canonical_hashes(batch("prim", (4, 3), seed=7, count=2).walls).tolist() == HASHES


HASHES = [1397595991017895310, 1484052616501299141]
