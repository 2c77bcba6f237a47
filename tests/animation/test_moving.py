"""Moving pictures on every layout: carving as it was done, solving for one and for several travellers."""

import io
import re
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mazeworks import MazeError, Puzzle, Solved, load, make, solve
from mazeworks.animation.pictures import stages, why_not
from mazeworks.cli import run
from mazeworks.core.errors import Note
from mazeworks.core.facets import codec_of, variants_of
from mazeworks.core.registry import layouts, renderers
from mazeworks.drawing.board import board_of
from mazeworks.drawing.cells import opening_times
from mazeworks.drawing.painter import Painting
from mazeworks.drawing.palette import Palette
from mazeworks.drawing.raster import Raster
from mazeworks.drawing.scene import Line
from mazeworks.files.targets import pieces
from mazeworks.making.making import from_id
from mazeworks.making.request import Request
from tests import ROOT

#: Fewer candidates than by default, which take as many pictures.
INVENTED: dict[str, dict[str, Any]] = {"coloured": {"candidates": 20_000}, "alice": {"candidates": 100_000}}
ON_LAYOUTS = [name for name in layouts if name != "square"]


def drawn(renderer: str, puzzle: Puzzle[Any] | Solved[Any], solution: Any = None, **values: Any) -> Image.Image:
    solved = puzzle if isinstance(puzzle, Solved) else Solved.of(puzzle, solution)
    parts = pieces(renderers[renderer], solved, **values)
    image = Image.open(io.BytesIO(b"".join(part if isinstance(part, bytes) else part.encode() for part in parts)))
    image.load()
    return image


def pictures(image: Image.Image) -> list[np.ndarray[Any, Any]]:
    """Every picture of an animation as an array of colours."""
    found = []
    for number in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(number)
        found.append(np.asarray(image.convert("RGB")).astype(int))
    return found


def solid(picture: np.ndarray[Any, Any]) -> float:
    """The share of a picture that is wall."""
    return float((np.abs(picture - Palette().rgb("wall")).sum(axis=2) < 60).mean())


@cache
def invented(kind: str, seed: int) -> Puzzle[Any]:
    """A puzzle that takes long to be invented; made once, and changed by no test."""
    return make(kind, (5, 4) if kind == "coloured" else (4, 4), seed=seed, **INVENTED[kind])


# --- carving


@pytest.mark.parametrize("layout", ON_LAYOUTS)
@pytest.mark.parametrize("form", ["gif", "apng"])
def test_carving_goes_from_solid_cells_to_the_maze_on_every_layout(layout: str, form: str) -> None:
    maze = make("wall", (7, 6), "kruskal", 4, layout=layout)
    shown = pictures(drawn(form, maze, of="carving", seconds=2, cell=12, wall=2))
    still = np.asarray(drawn("png", maze, cell=12, wall=2).convert("RGB")).astype(int)
    walls = [solid(picture) for picture in shown]
    assert len(shown) > 15
    assert np.abs(shown[-1] - still).max() < 90  # the colours of an animation are fewer
    assert walls[0] > 2 * walls[-1]
    assert walls == sorted(walls, reverse=True) or layout == "weave"  # where passages bring walls along them


def test_carving_of_a_mask_and_of_a_maze_that_was_traced() -> None:
    letters = make("wall", mask_text="AB", seed=2)
    assert len(pictures(drawn("gif", letters, of="carving", seconds=1))) > 10
    traced = make("wall", (6, 5), "wilson", 3, trace=True, layout="hexagon")
    traced.id = None
    assert len(pictures(drawn("gif", traced, seconds=1))) > 10


@pytest.mark.parametrize("layout", ON_LAYOUTS)
def test_every_open_edge_has_the_step_that_opened_it(layout: str) -> None:
    maze: Any = make("wall", (6, 5), "prim", 5, trace=True, layout=layout)
    opened = {frozenset(pair): step for step, pair in enumerate(maze.carving.tolist(), 1)}
    times = opening_times(maze.structure.cells, maze.structure.opens, maze.carving).tolist()
    for edge, time in enumerate(times):
        ends = frozenset((int(maze.structure.cells.sources[edge]), int(maze.structure.cells.targets[edge])))
        assert time == (opened[ends] if maze.structure.opens[edge] else 0)


@pytest.mark.parametrize("layout", ["hexagon", "circle", "torus"])
def test_carving_of_a_changed_maze_on_other_layouts(layout: str) -> None:
    maze = make("wall", (7, 6), seed=3, layout=layout, then="braid+perturb:3")
    shown = pictures(drawn("gif", maze, of="carving", seconds=2, cell=12, wall=2))
    still = np.asarray(drawn("png", maze, cell=12, wall=2).convert("RGB")).astype(int)
    assert len(stages(maze)) == 3 and len(shown) > 10 and np.abs(shown[-1] - still).max() < 90


@pytest.mark.parametrize("then", ["braid:0.5", "braid+symmetric", "unicursal", "unicursal+perturb:3+fill_dead_ends"])
def test_carving_of_a_changed_maze_shows_the_maze_before_and_every_change(then: str) -> None:
    maze = make("wall", (8, 6), seed=3, then=then)
    parts = stages(maze)
    assert [codec_of(part).to_data() for part in (parts[0], parts[-1])] == [
        codec_of(from_id("wall:8x6#3")).to_data(),
        codec_of(maze).to_data(),
    ]
    assert len(parts) == then.count("+") + 2
    shown = pictures(drawn("gif", maze, of="carving", seconds=3, cell=9, wall=2))
    still = np.asarray(drawn("png", maze, cell=9, wall=2).convert("RGB")).astype(int)
    assert (shown[-1] == still).all() and {picture.shape for picture in shown} == {still.shape}


@pytest.mark.parametrize("layout", ["square", "hexagon"])
@pytest.mark.parametrize("of", ["carving", "solving"])
def test_long_and_large_moving_pictures_stay_within_memory(
    layout: str, of: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    maze = make("wall", (9, 8), seed=1, layout=layout)
    monkeypatch.setattr("mazeworks.animation.on_grid.MOST_PIXELS", 30 * 110 * 100)
    image = drawn("gif", maze, solve(maze, trace=True) if of == "solving" else None, of=of, seconds=600, cell=9)
    assert 5 < image.n_frames <= 40  # type: ignore[attr-defined]
    with pytest.raises(MazeError, match=r"a moving picture of \d+x\d+ pixels is too large; choose a smaller --cell"):
        drawn("gif", maze, solve(maze, trace=True) if of == "solving" else None, of=of, cell=90)


def test_what_was_not_carved_says_so_truly() -> None:
    with pytest.raises(MazeError, match=r"^jugs opens no passages one by one.*backtracker"):
        drawn("gif", make("jugs"), of="carving")
    nameless = make("wall", (6, 5), seed=1, layout="circle")
    nameless.id = None
    with pytest.raises(MazeError, match="not known: a circle maze shows that only where an id made it"):
        drawn("gif", nameless, of="carving")
    other = make("wall", (6, 5), seed=1)
    other.id = "wall:6x5#2"
    with pytest.raises(MazeError, match="its id wall:6x5#2 makes another maze"):
        drawn("gif", other, of="carving")
    assert why_not(make("wall", (6, 5), seed=1, layout="weave")) == ""


@pytest.mark.parametrize("form", ["gif", "apng"])
@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("examples/textmap/hashes.txt", "how this was carved is not known: a textmap puzzle shows that only where an"),
        ("jugs:#1", "jugs opens no passages one by one, so no carving can be shown; --solution shows how"),
    ],
)
@pytest.mark.filterwarnings("default::mazeworks.core.errors.Note")
def test_a_still_picture_says_why_it_does_not_move(
    form: str, source: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / f"a.{form}"
    assert run(["draw", source, "-o", str(target)]) == 0
    said = capsys.readouterr().err
    assert said.startswith(f"note: this is a still picture: {reason}") and said.count("\n") == 1
    assert run(["draw", source, "-o", str(target), "--solution", "--seconds", "1"]) == 0
    assert capsys.readouterr().err == "" and len(pictures(Image.open(io.BytesIO(target.read_bytes())))) > 3


# --- solving


@pytest.mark.parametrize("form", ["gif", "apng"])
def test_several_travellers_move_at_once(form: str, tmp_path: Path) -> None:
    target = tmp_path / f"all.{form}"
    maze = invented("coloured", 1)
    assert run(["draw", str(maze.id), "--solution", "-o", str(target), "--seconds", "2"]) == 0
    shown = pictures(Image.open(io.BytesIO(target.read_bytes())))
    assert len(shown) > 10 and len({picture.tobytes() for picture in shown}) > 10
    routes = {name: solve(variant) for name, variant in variants_of(maze).items()}
    still = np.asarray(drawn("png", Solved(maze, routes), cell=12).convert("RGB")).astype(int)
    moving = pictures(drawn(form, Solved(maze, routes), cell=12, seconds=1))
    changed = np.abs(moving[-1] - still).max(axis=2) > 60
    assert changed.mean() < 0.8  # but for the nodes that were looked at, the last picture is the drawing


def test_several_travellers_on_paper_have_a_page_without_their_routes() -> None:
    maze = invented("coloured", 1)
    shown = Solved(maze, {name: solve(variant) for name, variant in variants_of(maze).items()})
    data = b"".join(part for part in pieces(renderers["pdf"], shown) if isinstance(part, bytes))
    assert len(re.findall(rb"/Type /Page\b", data)) == 2
    text = "".join(str(part) for part in pieces(renderers["svg"], shown))
    assert "solved: blue in" in text and "without its solution" not in text


def test_lines_of_a_long_alice_solution_do_not_come_and_go() -> None:
    maze = invented("alice", 1)
    solution = solve(maze)
    assert solution is not None and len(solution) > 20

    def strokes(length: int) -> int:
        part = type(solution)(solution.states[: length + 1], solution.moves[:length])
        lines = [
            s
            for s in board_of(maze).scene(part).shapes
            if isinstance(s, Line) and s.role == "path:blue" and s.width == 0.05
        ]
        return sum(len(line.points) - 1 for line in lines)

    assert [strokes(length) for length in range(1, len(solution))] == [min(n, 5) for n in range(1, len(solution))]
    assert strokes(len(solution)) == 0


@pytest.mark.parametrize("theme", ["light", "dark", "blueprint"])
def test_what_was_looked_at_is_seen_on_distances_too(theme: str) -> None:
    maze = make("wall", (7, 6), "growing_tree", 4, layout="hexagon")
    solution = solve(maze, "breadth_first", trace=True)
    shown = pictures(drawn("gif", maze, solution, seconds=1, cell=14, wall=1, theme=theme, distances=True))
    ink = Palette(theme).rgb("text")
    dots = [(np.abs(picture - ink).sum(axis=2) < 30).sum() for picture in shown]
    assert max(dots) > dots[0] + 100


@pytest.mark.parametrize("layout", ON_LAYOUTS)
def test_solving_fills_the_cells_that_were_looked_at(layout: str) -> None:
    maze = make("wall", (7, 6), "growing_tree", 4, layout=layout)
    shown = pictures(drawn("gif", maze, solve(maze, "breadth_first", trace=True), seconds=2, cell=12, wall=2))
    seen = [(np.abs(picture - Palette().rgb("seen")).sum(axis=2) < 30).sum() for picture in shown]
    assert seen[0] < 50 and max(seen) > 200  # some edges of strokes are as pale
    assert (np.abs(shown[-1] - Palette().rgb("path")).sum(axis=2) < 60).any()


def test_ways_of_any_shape_are_walked_in_a_broad_line_between_marked_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    # Looking for cells first takes seconds and finds none; tests/vision reads this image that way too.
    monkeypatch.setattr("mazeworks.vision.recognition.FORMS", ())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        picture = load(ROOT / "docs/pictures/winding.png", goal="105,105")
    scene = board_of(picture).scene(solve(picture))
    [path] = [shape for shape in scene.shapes if isinstance(shape, Line) and shape.role == "path"]
    assert path.width == 0 and scene.width < 20  # a fifth of a way, as in cells
    shown = pictures(drawn("gif", picture, solve(picture), seconds=1, cell=42))
    assert len(shown) > 10
    for role, least in (("start", 300), ("goal", 300)):
        assert all((np.abs(p - Palette().rgb(role)).sum(axis=2) < 30).sum() > least for p in (shown[0], shown[-1]))
    red = [(np.abs(picture - Palette().rgb("path")).sum(axis=2) < 30).sum() for picture in shown]
    assert red == sorted(red) and red[0] < 50 and red[-1] > 5000


@pytest.mark.parametrize("distances", [False, True])
def test_no_colour_that_means_something_is_lost(distances: bool) -> None:
    maze = invented("alice", 3)
    for picture in pictures(drawn("gif", maze, solve(maze), seconds=1, distances=distances))[::5]:
        for role in ("arrow:red", "arrow:yellow", "text"):
            assert (picture == Palette().rgb(role)).all(axis=2).sum() > 20


def test_distances_are_coloured_while_it_is_solved() -> None:
    terrain = make("terrain", (9, 6), seed=2)
    shown = pictures(drawn("gif", terrain, solve(terrain, trace=True), seconds=1, cell=12, wall=2))
    orange = [(np.abs(picture - Palette().rgb("ground:orange")).sum(axis=2) < 60).sum() for picture in shown]
    assert orange[-1] > orange[0] / 2 > 0


@pytest.mark.parametrize("layout", ["square", "hexagon"])
def test_a_picture_too_long_for_its_format_is_refused_before_it_is_drawn(
    layout: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def painted(*_: object) -> None:
        raise AssertionError("it was drawn")

    monkeypatch.setattr(Raster, "image", painted)
    monkeypatch.setattr(Painting, "draw", painted)
    maze = make("wall", (80, 2), seed=1, layout=layout)
    for solution in (None, solve(maze)):
        with pytest.raises(MazeError, match=r"pixels is too large for \.gif; \.apng holds it; \.gif ends at 65535"):
            drawn("gif", maze, solution, cell=1000)
    with pytest.raises(MazeError, match=r"a moving picture of .* pixels is too large; choose a smaller --cell"):
        drawn("apng", make("wall", (20, 20), seed=1, layout=layout), cell=1000)
    for renderer in ("jpeg", "webp"):
        with pytest.raises(MazeError, match=r"pixels is too large for \.(jpg|webp); \.png holds it"):
            drawn(renderer, maze, cell=1000)


@pytest.mark.parametrize("of", ["carving", "solving"])
@pytest.mark.parametrize("layout", ["square", "circle", "weave"])
def test_a_picture_that_is_too_large_is_refused_before_its_trace_is_recorded(
    layout: str, of: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def again(*_: object, **__: object) -> None:
        raise AssertionError("the work was done")

    maze = make("wall", (60, 60), seed=1, layout=layout)
    monkeypatch.setattr(Request, "make", again)
    monkeypatch.setattr("mazeworks.animation.pictures.solve", again)
    with pytest.raises(MazeError, match=r"a moving picture of \d+x\d+ pixels is too large"):
        drawn("gif", maze, of=of, cell=100)
