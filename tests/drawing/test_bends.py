"""Long paths are drawn from bend to bend: through the same points of the sheet as from move to move."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import MazeError, Position, Solved, make, solve
from mazeworks.core.directions import CARDINALS
from mazeworks.core.memory import Budget
from mazeworks.core.registry import renderers
from mazeworks.core.walk import Moves, Walk
from mazeworks.drawing import scene
from mazeworks.files.targets import pieces


@given(st.lists(st.sampled_from([1, 2, 4, 8]), max_size=60))
def test_straight_lines_between_bends_pass_through_every_place(moves: list[int]) -> None:
    walk = Walk(Position(3, 4), Moves(np.array(moves, np.uint8)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scene, "LONG", 0)
        corners = scene.bends(walk)
    passed = [corners[0]]
    for here, there in zip(corners, corners[1:], strict=False):
        way = next(way for way in CARDINALS if here.move(way, abs(there.x - here.x) + abs(there.y - here.y)) == there)
        while passed[-1] != there:
            passed.append(passed[-1].move(way))
    assert passed == list(walk)


@pytest.mark.parametrize("generator", ["spiral", "backtracker"])
def test_svg_is_the_same_from_bend_to_bend(generator: str, monkeypatch: pytest.MonkeyPatch) -> None:
    maze = make("wall", (30, 20), generator, 1)
    solved = Solved.of(maze, solve(maze))
    whole = "".join(map(str, pieces(renderers["svg"], solved)))
    monkeypatch.setattr(scene, "LONG", 0)
    assert "".join(map(str, pieces(renderers["svg"], solved))) == whole


def test_a_long_walk_names_its_price() -> None:
    walk = Walk(Position(0, 0), Moves(np.full(scene.LONG + 1, 4, np.uint8)))
    assert scene.bends(walk) == [(0, 0), (scene.LONG + 1, 0)]
    with Budget(memory=scene.MOVE * scene.LONG).begin(), pytest.raises(MazeError, match="moves of a path take"):
        scene.bends(walk)
