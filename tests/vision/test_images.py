"""Images in: mazes of one pixel per square, drawn and scanned ones, and images without a maze."""

import heapq
import io
import warnings
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from PIL import Image

from mazeworks import FormatError, MazeError, Puzzle, load, make, save, solve, speed
from mazeworks.cli import run
from mazeworks.core.errors import Note
from mazeworks.core.facets import structure_of
from mazeworks.drawing.board import board_of
from mazeworks.drawing.lattice import squares
from mazeworks.files.loading import read_bytes
from mazeworks.images.decoding import ImageNote, decode
from mazeworks.vision.binarise import despeckled, threshold
from mazeworks.vision.morphology import clearance, grid_of, skeleton
from mazeworks.vision.run_lengths import usual_widths
from tests import ROOT
from tests.samples import EXAMPLES, loopy
from tests.scans import backdrop_of, reading_of

WINDING = ROOT / "docs" / "pictures" / "winding.png"
BOTH = ("interpreted", "compiled")


#: The examples that two tests have had from the first. Others can fail: a path drawn over squares of one pixel hides
#: some of them, and of cells as narrow as their walls the walls may be measured a pixel too thin.
SQUARES = (
    "2514726937886380714017173014127649060636756237494225838684"
    "8944703224443254700410387042538416128258751708791584921134"
)
SCANS = (
    "2525898526153630583036822919186002828609533896909781443006"
    "0816333629832720826861274240204476777195244037902134381295"
)


def as_png(array: Any, **options: Any) -> bytes:
    file = io.BytesIO()
    Image.fromarray(array).save(file, "PNG", **options)
    return file.getvalue()


def read(data: bytes, **options: str) -> Puzzle[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        return read_bytes(data, **options)


def open_squares(width: int, height: int, seed: int, holes: int = 0) -> Any:
    """One pixel per square, open at the upper left and at the lower right."""
    image = squares(loopy(width, height, seed, holes).grid)
    image[0, 1] = image[-1, -2] = True
    return image


def pixel_graph(open_pixels: Any) -> "nx.Graph[Any]":
    """Open pixels joined side by side."""
    graph: nx.Graph[Any] = nx.Graph()
    places = {(int(x), int(y)) for y, x in np.argwhere(open_pixels)}
    graph.add_nodes_from(places)
    for x, y in places:
        graph.add_edges_from(((x, y), other) for other in ((x + 1, y), (x, y + 1)) if other in places)
    return graph


# --- the kernels


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 999))
def test_pixels_as_a_grid(width: int, height: int, seed: int) -> None:
    mask = np.random.default_rng(seed).random((height, width)) < 0.6
    grids = []
    for each in BOTH:
        with speed(each):  # type: ignore[arg-type]
            grids.append(grid_of(mask, (0, 0), (0, 0)).cells)  # type: ignore[arg-type]
    assert (grids[0] == grids[1]).all()
    graph = pixel_graph(mask)
    for y in range(height):
        for x in range(width):
            around = {1: (x, y - 1), 2: (x, y + 1), 4: (x + 1, y), 8: (x - 1, y)}
            ways = sum(flag for flag, other in around.items() if graph.has_edge((x, y), other))
            assert grids[0][y + 1, x + 1] == 15 - ways


@given(st.integers(1, 14), st.integers(1, 14), st.integers(0, 999))
def test_clearance_is_the_distance_to_a_wall(width: int, height: int, seed: int) -> None:
    mask = np.random.default_rng(seed).random((height, width)) < 0.85
    mask[seed % height, seed % width] = False
    found = []
    for each in BOTH:
        with speed(each):  # type: ignore[arg-type]
            found.append(clearance(mask))
    far = {(int(x), int(y)): 0 for y, x in np.argwhere(~mask)}
    heap = [(0, place) for place in far]
    while heap:
        so_far, (x, y) = heapq.heappop(heap)
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                step, there = so_far + 2 + abs(dx) + abs(dy), (x + dx, y + dy)
                inside = 0 <= there[0] < width and 0 <= there[1] < height
                if (dx or dy) and inside and step < far.get(there, 1 << 30):
                    far[there] = step
                    heapq.heappush(heap, (step, there))
    assert (found[0] == found[1]).all()
    assert all(found[0][y, x] == steps for (x, y), steps in far.items())


@given(st.integers(3, 16), st.integers(3, 16), st.integers(0, 999))
def test_the_skeleton_joins_what_was_joined(width: int, height: int, seed: int) -> None:
    from mazeworks import Position

    mask = np.random.default_rng(seed).random((height, width)) < 0.75
    start, goal = Position(0, 0), Position(width - 1, height - 1)
    mask[start.y, start.x] = mask[goal.y, goal.x] = True
    lines = []
    for each in BOTH:
        with speed(each):  # type: ignore[arg-type]
            lines.append(skeleton(mask, start, goal))
    assert (lines[0] == lines[1]).all()
    assert not (lines[0] & ~mask).any()
    before, after = pixel_graph(mask), pixel_graph(lines[0])
    assert nx.has_path(before, start, goal) == nx.has_path(after, start, goal)
    assert before.number_of_nodes() >= after.number_of_nodes()


# --- readings


def test_the_threshold_separates_two_clusters() -> None:
    counts = np.zeros(256, np.int64)
    counts[40:60], counts[180:230] = 10, 30
    assert 60 <= threshold(counts) <= 180
    counts[:] = 0
    counts[[0, 255]] = 1, 9
    assert 0 < threshold(counts) <= 255


def test_specks_are_inverted() -> None:
    walls = np.zeros((9, 9), bool)
    walls[4, 4] = True
    assert not despeckled(walls).any()
    assert despeckled(~walls).all()
    walls[4] = True
    assert (despeckled(walls) == walls).all()


@seed(int(SQUARES))
@given(st.integers(2, 14), st.integers(2, 14), st.integers(0, 999), st.integers(0, 8))
def test_one_pixel_per_square(width: int, height: int, seed: int, holes: int) -> None:
    image = open_squares(width, height, seed, holes)
    puzzle = read(as_png(image))
    if usual_widths(~image) != (1, 1):
        return  # a few cells in one straight hall do not show their scale
    assert (puzzle.start, puzzle.goal) == ((1, 0), (2 * width - 1, 2 * height))  # type: ignore[attr-defined]
    solution = solve(puzzle)
    expected = nx.shortest_path_length(pixel_graph(image), (1, 0), (2 * width - 1, 2 * height))
    assert solution is not None and len(solution) == expected
    over = decode(b"".join(backdrop_of(puzzle).drawn_over(solution))).rgb()
    changed = (over != decode(as_png(image)).rgb()).any(axis=2)
    assert {(int(x), int(y)) for y, x in np.argwhere(changed)} == set(map(tuple, solution.states))
    if not holes:
        assert len(solve(read(b"".join(backdrop_of(puzzle).drawn_over(solution)))) or ()) == expected


def test_openings_on_any_two_sides() -> None:
    image = squares(structure_of(make("wall", (8, 6), seed=3)).as_walls()[0])
    image[3, 0] = image[9, -1] = True
    puzzle = read(as_png(image))
    assert (puzzle.start, puzzle.goal) == ((0, 3), (16, 9))  # type: ignore[attr-defined]


def scanned(maze: Any, cell: int, wall: int, margin: int, ink: int, paper: int, noise: float, seed: int) -> Any:
    """A maze as if it were drawn and scanned, open above its start and below its goal."""
    pitch = cell + wall
    image = np.kron(~squares(maze.grid), np.ones((1, 1))) > 0
    sizes = [wall if n % 2 == 0 else cell for n in range(max(image.shape))]
    image = np.repeat(np.repeat(image, sizes[: image.shape[0]], axis=0), sizes[: image.shape[1]], axis=1)
    x = wall + maze.start.x * pitch, wall + maze.goal.x * pitch
    image[:wall, x[0] : x[0] + cell] = image[-wall:, x[1] : x[1] + cell] = False
    image = np.pad(image, margin)
    grey = np.where(image, ink, paper) + np.random.default_rng(seed).normal(0, noise, image.shape)
    return grey.clip(0, 255).astype(np.uint8)


@seed(int(SCANS))
@settings(max_examples=40)
@given(
    st.integers(3, 20),
    st.integers(3, 20),
    st.integers(3, 16),
    st.integers(1, 6),
    st.integers(0, 25),
    st.integers(0, 99),
    st.booleans(),
)
def test_scanned_mazes(w: int, h: int, cell: int, wall: int, margin: int, seed: int, jpeg: bool) -> None:
    maze = make("wall", (w, h), seed=seed, ends=f"{seed % w}/0-{seed // 2 % w}/{h - 1}")
    image = scanned(maze, cell, wall, margin, 40 + seed, 215, 9, seed)
    file = io.BytesIO()
    Image.fromarray(image).save(file, "JPEG" if jpeg else "PNG", **({"quality": 80} if jpeg else {}))
    puzzle = read(file.getvalue())
    assert reading_of(puzzle).words.startswith(f"{w}×{h} cells, wall {wall} px")  # type: ignore[attr-defined]
    first, second = solve(maze), solve(puzzle)
    assert first is not None and second is not None and len(first) == len(second)
    assert (structure_of(puzzle).as_walls()[0].walls == structure_of(maze).as_walls()[0].walls).all()


def test_coloured_walls_and_coloured_paper() -> None:
    maze = make("wall", (12, 9), seed=3, ends="corners")
    walls = scanned(maze, 9, 3, 10, 0, 255, 0, 1) < 128
    for ink, paper in (
        ((30, 60, 160), (255, 250, 220)),
        ((180, 30, 30), (200, 230, 255)),
        ((90, 90, 90), (20, 20, 20)),
    ):
        image = np.where(walls[:, :, None], np.array(ink, np.uint8), np.array(paper, np.uint8))
        puzzle = read(as_png(image))
        assert len(solve(puzzle) or ()) == len(solve(maze) or ())


def test_passages_of_any_shape_are_walked_along_their_middle() -> None:
    data = WINDING.read_bytes()
    with pytest.warns(ImageNote, match="no even cells, so passages about .* px wide"):
        puzzle = read_bytes(data, goal="105,105")
    solution = solve(puzzle)
    assert solution is not None and 700 < len(solution) < 1000
    room = clearance(decode(data).grey > 128)
    along = [room[y, x] / 3 for x, y in solution.states]
    assert min(along[5:]) > 5 and np.median(along) > 7
    blocked = np.asarray(Image.open(io.BytesIO(data)).convert("L")).copy()
    blocked[:, 100:110][40:90] = 0
    blocked[95:115, 120:135] = 0
    with pytest.raises(FormatError, match=r"only one opening .* --start X,Y and --goal X,Y"):
        read(data)


def test_given_ends(tmp_path: Path) -> None:
    maze = make("wall", (12, 9), seed=3, ends="3/4-10/1")
    save(maze, tmp_path / "maze.png", cell=9, wall=3, margin=5, start_colour="white", goal_colour="white")
    data = (tmp_path / "maze.png").read_bytes()
    with pytest.raises(FormatError, match="no opening was found in the outline"):
        read(data)
    start = f"{5 + 12 * 3 + 7},{5 + 12 * 4 + 7}"
    puzzle = read(data, start=start, goal=f"{5 + 12 * 10 + 7}/{5 + 12 + 7}")
    assert (puzzle.start, puzzle.goal) == ((3, 4), (10, 1))  # type: ignore[attr-defined]
    assert len(solve(puzzle) or ()) == len(solve(maze) or ())
    turned = read(data, start=start, goal=(8, 8))
    assert turned.goal == (0, 0) and turned.start == (3, 4)  # type: ignore[attr-defined]


def test_ends_are_given_as_text_or_as_pairs(tmp_path: Path) -> None:
    source = tmp_path / "maze.png"
    source.write_bytes(as_png(open_squares(8, 6, 3)))
    pairs: list[dict[str, Any]] = [{"start": (1, 1), "goal": (15, 11)}, {"start": [1, 1], "goal": "15,11"}]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        for ends in (*pairs, {"start": "1,1", "goal": "15/11", "walls": None}):
            puzzle: Any = load(source, **ends)
            assert (puzzle.start, puzzle.goal) == ((1, 1), (15, 11))
        for wrong in (3, (1, 2, 3), ("a", "b"), 1.5, b"1,1"):
            with pytest.raises(MazeError, match="start is a place x,y, as in 8,1, not "):
                load(source, start=wrong)
        for tone in (3, (), True):
            with pytest.raises(MazeError, match="walls is one of auto, dark, light, not "):
                load(source, walls=tone)
        with pytest.raises(MazeError, match="max_pixels is a whole number, at least 1, not "):
            load(source, max_pixels=(3, 4))


def test_passages_of_any_shape_are_drawn_as_large_as_cells() -> None:
    puzzle: Any = read((EXAMPLES.parent / "docs" / "pictures" / "winding.png").read_bytes(), goal="105,105")
    (height, width), margin = puzzle.size[::-1], 3
    scene, way = board_of(puzzle).scene(solve(puzzle)), reading_of(puzzle).passage
    assert reading_of(puzzle).form == "pixels"
    assert way > 5 and (scene.width, scene.height) == (width / way, height / way)
    walls = {point for shape in scene.shapes if shape.role == "pixel:wall" for point in shape.points}
    assert min(x for x, _ in walls) > margin / way and max(y for _, y in walls) < (height - margin) / way
    assert board_of(puzzle).spot((60, 45)) == (60.5 / way, 45.5 / way)


@pytest.mark.parametrize("form", ["png", "gif", "jpg"])
@pytest.mark.parametrize("id", ["terrain:6x5#3", "wall:6x5,layout=cylinder#3"])
def test_drawings_that_cannot_be_read_back_are_known_by_their_id(form: str, id: str, tmp_path: Path) -> None:
    target = tmp_path / f"own.{form}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        save(load(id), target)
        with pytest.raises(FormatError, match=f"this is a drawing of {id}"):
            load(target)


def read_sparse_squares() -> dict[str, tuple[Any, tuple[int, int], tuple[int, int], int]]:
    corridor, column = np.zeros((40, 60), np.bool_), np.zeros((5, 5), np.bool_)
    corridor[:21, 5] = corridor[20, 5:51] = corridor[20:, 50] = column[:, 2] = True
    room = np.ones((50, 50), np.bool_)
    room[[0, -1]] = room[:, [0, -1]] = room[10:, 25] = False
    room[0, 5] = room[-1, 44] = True
    room[-2, 25] = True  # the wall within has a hole of a pixel too
    return {
        "a corridor": (corridor, (5, 0), (50, 39), 84),
        "a column": (column, (2, 0), (2, 4), 4),
        "a room": (room, (5, 0), (44, 49), 88),
    }


@pytest.mark.parametrize("name", read_sparse_squares())
def test_squares_of_one_pixel_may_be_few(name: str) -> None:
    image, start, goal, length = read_sparse_squares()[name]
    puzzle = read(as_png(image))
    assert (puzzle.start, puzzle.goal) == (start, goal)  # type: ignore[attr-defined]
    assert len(solve(puzzle) or ()) == length
    if name != "a room":
        assert len(solve(read(as_png(~image), walls="light")) or ()) == length


# --- the command


@pytest.mark.filterwarnings("default::mazeworks.core.errors.Note")
def test_solve_draws_over_the_original(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = EXAMPLES / "picture" / "scanned.png"
    assert run(["solve", str(source), "-o", str(tmp_path / "solved.png")]) == 0
    before, after = (np.asarray(decode(path.read_bytes()).rgb()) for path in (source, tmp_path / "solved.png"))
    changed = (before != after).any(axis=2)
    assert before.shape == after.shape and 0.02 < changed.mean() < 0.2
    assert len(np.unique(after[changed], axis=0)) > 50  # a gradient
    notes = capsys.readouterr().err
    note = "note: 9×6 cells, wall 3 px, passage 11 px, openings at (22, 15) and (134, 99)\n"
    assert "27 moves" in notes and note in notes


@pytest.mark.filterwarnings("default::mazeworks.core.errors.Note")
def test_an_image_as_a_wall_maze(tmp_path: Path) -> None:
    maze = loopy(8, 6, 3, 0)
    (tmp_path / "maze.png").write_bytes(as_png(open_squares(8, 6, 3)))
    assert run(["convert", str(tmp_path / "maze.png"), str(tmp_path / "maze.asc")]) == 0
    again = load(tmp_path / "maze.asc")
    assert (structure_of(again).as_walls()[0].walls == maze.grid.walls).all()
    assert run(["draw", str(tmp_path / "maze.png"), "-o", str(tmp_path / "a.png"), "--theme", "dark"]) == 0


def test_no_image_is_written_under_the_name_of_a_text(tmp_path: Path) -> None:
    scanned = ROOT / "examples" / "picture" / "scanned.png"
    with pytest.warns(Note):
        save(load(scanned), tmp_path / "maze.txt")
    assert load(tmp_path / "maze.txt").kind == "wall"
