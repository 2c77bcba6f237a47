"""Distances as colours beneath a drawing: every cell's own shape, on every layout, for every kind with places."""

import re
from typing import Any

import networkx as nx
import numpy as np
import pytest

from mazeworks import MazeError, make
from mazeworks.core.look import look
from mazeworks.core.painting import paint
from mazeworks.core.palette import Palette
from mazeworks.core.registry import layouts, renderers
from mazeworks.core.shading import LEVELS, shades
from tests.drawings import as_image, drawn
from tests.oracle import graph_of
from tests.samples import samples

PNG = renderers["png"]


@pytest.mark.parametrize("layout", list(layouts))
def test_distances_fill_the_shape_of_every_cell(layout: str) -> None:
    """Points all over each cell have its colour, worked out here from the graph's own distances."""
    maze: Any = make("wall", (6, 5), "growing_tree", 1, layout=layout)
    far = nx.single_source_shortest_path_length(graph_of(maze), maze.start)
    farthest = max(steps for state, steps in far.items() if state != "goal")
    colours = Palette().distances(LEVELS)
    shapes = shades(maze)
    scene = maze.scene()
    style = look(scene.width, scene.height, {p.name: p.default for p in PNG.parameters} | {"cell": 40, "wall": 1})
    scene.shapes[:] = shapes
    image = np.asarray(paint(scene, style))
    states = list(maze.as_graph().states) if layout != "square" else [p for p in far if p != "goal"]
    for state, outlines in zip(states, maze.outlines(states), strict=True):
        assert outlines
        for outline in outlines:
            middle = np.mean(outline, axis=0)
            for corner in outline:
                x, y = np.floor((middle + 0.8 * (np.array(corner) - middle)) * 41 + style.margin + 0.5).astype(int)
                wanted = colours[far[state] * (LEVELS - 1) // farthest]
                assert tuple(image[y, x]) == wanted or layout == "weave", (state, corner)
    if layout not in ("weave", "hexagon", "triangle", "circle", "floors"):
        assert (
            not (image[style.margin + 2 : -style.margin - 2, style.margin + 2 : -style.margin - 2] == 255).all(2).any()
        )


@pytest.mark.parametrize("renderer", ["png", "svg", "pdf"])
def test_distances_are_drawn_by_every_still_renderer_on_every_kind_with_places(renderer: str) -> None:
    for name, puzzle in samples().items():
        if puzzle.kind == "jugs":
            with pytest.raises(MazeError, match="a jugs puzzle has no places"):
                drawn(renderer, puzzle, distances=True)
        elif name.endswith("#1"):
            assert drawn(renderer, puzzle, distances=True) != drawn(renderer, puzzle)


def test_shades_in_svg_leave_no_light_lines_and_one_path_a_colour() -> None:
    text = drawn("svg", make("wall", (12, 9), seed=1, layout="hexagon"), distances=True).decode()
    paths = re.findall(r'<path d="[^"]*Z" fill="(#\w+)" stroke="(#\w+)"', text)
    assert len(paths) == len(set(paths)) and all(fill == stroke for fill, stroke in paths) and len(paths) > 5


def test_distances_lie_on_the_floor_of_pictures_and_maps() -> None:
    for name in ("picture/squares", "textmap/hashes", "textmap/blanks"):
        puzzle = samples()[name]
        colours = [
            as_image(drawn("png", puzzle, distances=on)).convert("RGB").getcolors(1 << 20) for on in (False, True)
        ]
        few, many = (len([count for count, _ in found if count > 20]) for found in colours)
        assert many > few + 15
