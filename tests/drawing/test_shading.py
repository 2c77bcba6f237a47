"""Distances as colours beneath a drawing: every cell's own shape, on every layout, for every kind with places."""

import re
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import MazeError, Position, Solved, make, speed
from mazeworks.core.facets import structure_of
from mazeworks.core.registry import layouts, renderers
from mazeworks.drawing.board import board_of
from mazeworks.drawing.look import look
from mazeworks.drawing.painter import paint
from mazeworks.drawing.palette import Palette
from mazeworks.drawing.shading import LEVELS, shades
from mazeworks.vision.morphology import grid_of, pixel_distances, skeleton
from tests.drawings import as_image, drawn
from tests.oracle import graph_of
from tests.samples import samples
from tests.scans import reading_of
from tests.vision.test_images import WINDING, pixel_graph, read

PNG = renderers["png"]


@pytest.mark.parametrize("layout", list(layouts))
def test_distances_fill_the_shape_of_every_cell(layout: str) -> None:
    """Points all over each cell have its colour, worked out here from the graph's own distances."""
    maze: Any = make("wall", (6, 5), "growing_tree", 1, layout=layout)
    far = nx.single_source_shortest_path_length(graph_of(maze), maze.start)
    farthest = max(steps for state, steps in far.items() if state != "goal")
    colours = Palette().distance_colours(LEVELS)
    shapes = shades(Solved(maze))
    scene = board_of(maze).scene()
    style = look(scene.width, scene.height, {p.name: p.default for p in PNG.parameters} | {"cell": 40, "wall": 1})
    scene.shapes[:] = shapes
    image = np.asarray(paint(scene, style))
    states = list(structure_of(maze).as_graph().states) if layout != "square" else [p for p in far if p != "goal"]
    for state, outlines in zip(states, board_of(maze).outlines(states), strict=True):
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


@given(st.integers(3, 14), st.integers(3, 14), st.integers(1, 4), st.integers(0, 999))
def test_pixels_are_as_far_as_the_middle_of_their_way(width: int, height: int, way: int, seed: int) -> None:
    mask = np.random.default_rng(seed).random((height, width)) < 0.8
    start, goal = Position(0, 0), Position(width - 1, height - 1)
    mask[0, 0] = mask[-1, -1] = True
    lines = skeleton(mask, start, goal)
    found = []
    for each in ("interpreted", "compiled"):
        with speed(each):  # type: ignore[arg-type]
            found.append(pixel_distances(mask, grid_of(lines, start, goal), way))
    assert (found[0] == found[1]).all()
    along = nx.single_source_shortest_path_length(pixel_graph(lines), start)
    graph = pixel_graph(mask)
    reached = {place: steps for place, steps in along.items() if place in graph}
    nearest = nx.multi_source_dijkstra_path_length(graph, set(reached))
    assert {(int(x), int(y)) for y, x in np.argwhere(found[0] >= 0)} == set(nearest)
    paths = nx.multi_source_dijkstra_path(graph, set(reached))
    for (x, y), steps in nearest.items():
        beyond = max(0, steps - way)
        owners = [reached[place] for place in reached if abs(place[0] - x) + abs(place[1] - y) <= steps]
        assert min(owners) + beyond <= found[0][y, x] <= max(owners) + beyond
        assert steps or found[0][y, x] == reached[x, y] == reached[paths[x, y][0]]


def test_distances_fill_ways_that_are_walked_along_their_middle() -> None:
    """Every open pixel has its colour, in one box; and the colours go on into ways that lead nowhere."""
    puzzle: Any = read(WINDING.read_bytes(), goal="105,105")
    understood, covered = reading_of(puzzle), np.zeros(puzzle.size[::-1], np.int64)
    assert understood.form == "pixels"
    levels = np.full(covered.shape, -1)
    for outline, level in board_of(puzzle).reached().items():
        (left, top), (right, bottom) = (
            np.round(np.array(outline[corner]) * understood.passage).astype(int) for corner in (0, 2)
        )
        covered[top:bottom, left:right] += 1
        levels[top:bottom, left:right] = level
    reachable = nx.node_connected_component(pixel_graph(understood.open_pixels), understood.start)
    assert {(int(x), int(y)) for y, x in np.argwhere(covered)} == reachable and covered.max() == 1
    assert levels.max() >= LEVELS // 2 and len(np.unique(levels)) > LEVELS // 2
    assert len(board_of(puzzle).reached()) < 0.2 * len(reachable)
    beside = [levels[1:] - levels[:-1], (levels[:, 1:] - levels[:, :-1]).T]
    both = [(levels[1:] >= 0) & (levels[:-1] >= 0), ((levels[:, 1:] >= 0) & (levels[:, :-1] >= 0)).T]
    assert all(np.median(np.abs(step[where])) == 0 for step, where in zip(beside, both, strict=True))
    shown = [as_image(drawn("png", puzzle, distances=on, theme="dark")).convert("RGB") for on in (False, True)]
    plain, coloured = (np.asarray(image) for image in shown)
    ground = (plain == plain[0, 0]).all(axis=2)
    assert (ground & (coloured != plain).any(axis=2)).sum() > 0.6 * len(reachable) / covered.size * ground.size
