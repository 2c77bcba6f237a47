"""Outlines: read from text and images, spelt in letters, packed into ids; and what becomes of islands."""

import base64
import io
import math
import re
import warnings
import zlib
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from mazeworks import FormatError, MazeError, load, make, save, solve
from mazeworks.cells.arrangement import arrange
from mazeworks.cells.lettering import LETTERS, lettering
from mazeworks.cells.outline import IslandNote, masked, natural_size, pack, unpack
from mazeworks.cli import run
from mazeworks.core.errors import Note
from mazeworks.core.facets import codec_of, structure_of
from mazeworks.core.registry import layouts
from mazeworks.making.making import from_id
from mazeworks.making.outline_file import pack_file
from mazeworks.puzzles.wall import MazeCodec
from tests.generators.test_generators import GENERATORS, PERFECT

MASKS = arrays(np.bool_, st.tuples(st.integers(2, 9), st.integers(2, 9)))
NOTHING_LEFT = re.compile("no cell has its centre on the outline|no two cells are joined|the mask is empty")
LAYOUTS = ["square", "hexagon", "triangle", "circle", "torus", "weave", "floors:2"]


def read_mask(path: Path) -> np.ndarray[Any, Any]:
    """The outline in a file."""
    return unpack(pack_file(path))


def whole_size(mask: np.ndarray[Any, Any], layout: str) -> tuple[int, int]:
    """A cell for each mark; circles are as wide as high, and that an even number."""
    height, width = mask.shape
    rings = max(width, height) // 2
    return (2 * rings, 2 * rings) if layout == "circle" else (width, height)


def islands_of(layout: str, size: tuple[int, int], seed: int, mask: np.ndarray[Any, Any]) -> list[set[Any]]:
    """The pieces an outline leaves, found cell by cell."""
    cells = arrange(layout, *size, seed)
    height, width = mask.shape
    graph: nx.Graph[Any] = nx.Graph()
    inside = {}
    for number, (x, y) in enumerate(cells.centres().tolist()):
        if layout.startswith("floors"):  # each storey has the same outline
            across, down = (cells.states[number][axis] + 0.5 for axis in (0, 1))
            column, row = across / size[0] * width, down / size[1] * height
        elif layout == "circle":  # the outline keeps its shape, and its farthest corner lies on the outermost ring
            radius = cells.plan.sheet[0] / 2
            corners = [(v + i, u + j) for u, v in np.argwhere(mask).tolist() for i in (0, 1) for j in (0, 1)]
            unit = max([math.hypot(v - width / 2, u - height / 2) for v, u in corners], default=1) / radius
            column, row = (x - radius) * unit + width / 2, (y - radius) * unit + height / 2
        else:
            column, row = x / cells.plan.sheet[0] * width, y / cells.plan.sheet[1] * height
        column, row = math.floor(column + 1e-9), math.floor(row + 1e-9)
        inside[number] = 0 <= row < height and 0 <= column < width and bool(mask[row, column])
        if inside[number]:
            graph.add_node(cells.states[number])
    for source, target in zip(cells.sources.tolist(), cells.targets.tolist(), strict=True):
        if inside[source] and inside[target]:
            graph.add_edge(cells.states[source], cells.states[target])
    return list(nx.connected_components(graph))


@given(MASKS, st.sampled_from(LAYOUTS), st.sampled_from(GENERATORS), st.integers(0, 99))
def test_every_island_is_a_maze_of_its_own(mask: Any, layout: str, generator: str, seed: int) -> None:
    size = whole_size(mask, layout)
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        try:
            maze: Any = make("wall", size, generator, seed, layout=layout, mask=pack(mask))
        except MazeError as error:
            assert NOTHING_LEFT.search(str(error))
            return
    if maze.as_grid() is not None:  # nothing was left out of a plain rectangle
        assert layout == "square" and mask.all()
        return
    pieces = islands_of(layout, size, maze.structure.cells.seed, mask)
    assert set().union(*pieces) == set(maze.cells)
    assert bool(notes) == (len(pieces) > 1)
    if notes:
        assert f"in {len(pieces)} pieces" in str(notes[0].message)
    graph: nx.Graph[Any] = nx.Graph()
    graph.add_nodes_from(maze.cells)
    for state in maze.cells:
        graph.add_edges_from((state, following) for _, following in maze.moves(state))
    if generator in PERFECT:
        assert sorted(map(sorted, nx.connected_components(graph))) == sorted(map(sorted, pieces))
        assert nx.is_forest(graph) and maze.is_perfect()
    assert maze.start != maze.goal and solve(maze) is not None
    assert MazeCodec.from_data(codec_of(maze).to_data()) == maze
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        assert from_id(maze.id) == maze


@given(MASKS, st.sampled_from(LAYOUTS), st.integers(0, 99))
def test_islands_are_refused_or_left_out_as_asked(mask: Any, layout: str, seed: int) -> None:
    size = whole_size(mask, layout)
    settings: dict[str, Any] = {"layout": layout, "mask": pack(mask)}
    try:
        with warnings.catch_warnings(record=True) as notes:
            warnings.simplefilter("always")
            maze: Any = make("wall", size, "prim", seed, islands="largest", **settings)
    except MazeError as error:
        assert NOTHING_LEFT.search(str(error))
        return
    if notes:
        assert "only the largest is a maze" in str(notes[0].message)
        pieces = islands_of(layout, size, maze.structure.cells.seed, mask)
        assert set(maze.cells) in pieces and len(maze) == max(map(len, pieces))
        with pytest.raises(MazeError, match="one piece was asked for"):
            make("wall", size, "prim", seed, islands="refuse", **settings)
    else:
        assert (
            codec_of(make("wall", size, "prim", seed, islands="refuse", **settings)).to_data()
            == codec_of(maze).to_data()
        )


@given(MASKS, st.sampled_from(LAYOUTS), st.integers(0, 99), st.data())
def test_given_ends_lie_in_one_island_or_are_refused(mask: Any, layout: str, seed: int, data: st.DataObject) -> None:
    size = whole_size(mask, layout)
    pieces = [] if layouts[layout.partition(":")[0]].chance else islands_of(layout, size, 0, mask)
    cells = sorted(set().union(*pieces))
    if len(cells) < 2 or len(pieces) < 2:
        return
    start, goal = data.draw(st.lists(st.sampled_from(cells), min_size=2, max_size=2, unique=True))
    ends = "-".join("/".join(map(str, place)) for place in (start, goal))
    home = next(piece for piece in pieces if start in piece)
    settings: dict[str, Any] = {"layout": layout, "mask": pack(mask), "ends": ends}
    if goal in home:
        with pytest.warns(IslandNote, match=f"start and goal in the one of {cells_of(home)} around"):
            maze = make("wall", size, "prim", seed, **settings)
        assert (maze.start, maze.goal) == (start, goal) and solve(maze) is not None  # type: ignore[attr-defined]
    else:
        with pytest.raises(MazeError, match=f"no path can lead from the start .*piece of {cells_of(home)} of"):
            make("wall", size, "prim", seed, **settings)


def cells_of(piece: set[Any]) -> str:
    return "1 cell" if len(piece) == 1 else f"{len(piece)} cells"


def test_ends_that_chance_left_apart_are_noted() -> None:
    with pytest.warns(Note, match=r"no path joins the start \(0, 0\) and the goal \(8, 5\)"):
        maze = make("wall", (9, 6), "percolation", 2, ends="0/0-8/5")
    assert solve(maze) is None


@given(MASKS)
def test_packed_and_back(mask: Any) -> None:
    word = pack(mask)
    assert np.array_equal(unpack(word), mask)
    assert not set(word) & set(",#\n=")


@given(st.text(max_size=60))
def test_no_word_is_unpacked_into_nonsense(word: str) -> None:
    for text in (word, "~" + word, "~5x5~" + word, "~9999x9999~" + word):
        with pytest.raises(MazeError):
            unpack(text)


def test_a_small_word_does_not_ask_for_much_memory() -> None:
    large = base64.urlsafe_b64encode(zlib.compress(bytes(1 << 26))).decode().rstrip("=")
    small = pack(np.ones((9, 9), np.bool_)).split("~")[2]
    for word in (large, small, "__________________8", "ZAE", "5A", pack(np.ones((10, 10), np.bool_))[7:-4]):
        with pytest.raises(MazeError, match="does not hold 10x10 marks"):
            unpack("~10x10~" + word)


HEART = "  ..   ##  ##\n   ##########\n     ###.##\n\n"


def test_an_outline_in_a_text_file(tmp_path: Path, capfd: Any) -> None:
    file = tmp_path / "heart.txt"
    file.write_text(HEART)
    mask = read_mask(file)
    assert mask.shape == (3, 10) and mask.sum() == 4 + 10 + 5
    assert natural_size(mask) == (10, 3)
    maze: Any = make("wall", None, "prim", 1, mask=file)
    assert len(maze) == 19 and maze.id.startswith("wall:10x3,with=prim,mask=~10x3~")
    save(maze, tmp_path / "maze.json")
    assert load(tmp_path / "maze.json") == maze == from_id(maze.id)
    assert run(["new", "--mask", str(file), "--with", "prim", "--seed", "1", "-o", str(tmp_path / "two.json")]) == 0
    assert load(tmp_path / "two.json") == maze
    larger: Any = make("wall", (20, 6), "prim", 1, mask=file)
    assert len(larger) == 4 * 19


@pytest.mark.parametrize(("form", "mode"), [("PNG", "L"), ("PNG", "RGBA"), ("BMP", "RGB"), ("GIF", "P"), ("JPEG", "L")])
def test_an_outline_in_an_image(tmp_path: Path, form: str, mode: str) -> None:
    pixels = np.full((40, 60), 255, np.uint8)
    pixels[8:32, 8:56] = 0
    image = Image.fromarray(pixels)
    if mode == "RGBA":
        alpha = Image.fromarray(255 - pixels)
        image = Image.merge("RGBA", (*[Image.new("L", image.size)] * 3, alpha))
    file = tmp_path / "shape.img"
    image.convert(mode).save(file, form)
    mask = read_mask(file)
    assert mask.shape == (24, 48) and mask.all()


def test_a_large_image_is_made_smaller(tmp_path: Path) -> None:
    Image.new("L", (3000, 1500), 0).save(tmp_path / "large.png")
    mask = read_mask(tmp_path / "large.png")
    assert mask.shape == (500, 1000) and natural_size(mask, pixels=True) == (60, 30)
    maze: Any = make("wall", None, "prim", 1, mask=tmp_path / "large.png")
    assert maze.id == "wall:60x30,with=prim,mask=" + pack(np.ones((30, 60), np.bool_)) + "#1"


@pytest.mark.parametrize("width", [121, 400])
def test_a_large_text_has_a_cell_for_each_mark(tmp_path: Path, width: int) -> None:
    """A gap of one mark parts it, however wide it is."""
    file = tmp_path / "wide.txt"
    file.write_text(("#" * 60 + "." + "#" * (width - 61) + "\n") * 3)
    with pytest.warns(IslandNote, match=f"2 pieces, of {3 * (width - 61)}, 180 cells"):
        maze: Any = make("wall", None, "prim", 1, mask=file)
    assert maze.structure.cells.size == (width, 3) and len(maze) == 3 * (width - 1)


@pytest.mark.parametrize(("text", "count"), [("#####\n", 5), ("#\n#\n#\n", 3), ("##\n", 2)])
def test_what_is_one_row_or_column_wide_stays_so(tmp_path: Path, text: str, count: int) -> None:
    (tmp_path / "row.txt").write_text(text)
    maze: Any = make("wall", None, "prim", 1, mask=tmp_path / "row.txt")
    width = len(text.split()[0])
    assert set(maze.cells) == {(n % width, n // width) for n in range(count)}
    assert from_id(maze.id) == maze
    twice: Any = make("wall", (2 * width, 2 * len(text.split())), "prim", 1, mask=tmp_path / "row.txt")
    assert len(twice) == 4 * count  # a size that is given is filled


def extent(maze: Any) -> tuple[float, float]:
    """How far the cells of a maze reach across and down."""
    corners = np.concatenate([walls.reshape(-1, 2) for walls in (maze.structure.cells.outer_walls(),)])
    across, down = (corners.max(axis=0) - corners.min(axis=0)).tolist()
    return across, down


@pytest.mark.parametrize("layout", ["square", "hexagon", "triangle", "circle"])
def test_the_size_an_outline_takes_by_itself_keeps_its_shape(tmp_path: Path, layout: str) -> None:
    disc = (np.hypot(*np.mgrid[-30:31, -30:31]) <= 30) ^ (np.hypot(*np.mgrid[-30:31, -30:31]) <= 8)
    Image.fromarray(~np.repeat(disc, 2, axis=1)).save(tmp_path / "ring.png")
    for mask in ({"mask": tmp_path / "ring.png"}, {"mask_text": "HELLO"}):
        maze: Any = make("wall", None, "prim", 1, layout=layout, **mask)
        wanted = 122 / 61 if "mask" in mask else 29 / 8
        across, down = extent(maze)
        assert across / down == pytest.approx(wanted, rel=0.12) and not maze.structure.cells.islands.any()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_mark_has_a_cell_in_the_size_it_takes_by_itself(layout: str) -> None:
    letters = lettering("HELLO")
    cells = arrange(layout, *natural_size(letters, layout), 1)
    for row, column in np.argwhere(letters).tolist():
        alone = np.zeros(letters.shape, np.bool_)
        alone[row, column] = True
        if layout == "circle":  # where it is placed depends on the whole of it
            without = letters & ~alone
            assert without.sum() and len(masked(cells, without)) < len(masked(cells, letters))
        else:
            assert len(masked(cells, alone)) > 0


def test_the_same_outline_is_cut_out_of_every_storey() -> None:
    maze: Any = make("wall", None, "prim", 1, layout="floors:3", mask_text="HI")
    storeys = [{(x, y) for x, y, z in maze.cells if z == storey} for storey in range(3)]
    assert storeys[0] == storeys[1] == storeys[2] and maze.structure.cells.size == (33, 24)


def test_storeys_whose_last_rows_are_left_out_are_kept_in_a_file() -> None:
    mask = np.zeros((5, 4), np.bool_)
    mask[:3] = True
    maze: Any = make("wall", (4, 5), "prim", 4, layout="floors:3", mask=pack(mask))
    assert MazeCodec.from_data(codec_of(maze).to_data()) == maze


@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_id_is_as_short_as_the_cells_allow(tmp_path: Path, layout: str) -> None:
    Image.fromarray(np.random.default_rng(1).integers(0, 256, (500, 700), np.uint8)).save(tmp_path / "noise.png")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        for size in (None, (40, 30)):
            maze: Any = make("wall", size, "prim", 1, layout=layout, mask=tmp_path / "noise.png")
            width, height = maze.structure.cells.size
            assert len(maze.id) < 60 + 4 * width * height / 6 * 1.1  # four marks a cell, six to a character
            again = from_id(maze.id)
            assert again == maze and again.id == maze.id


@pytest.mark.parametrize(("size", "across"), [((7, 7), 6), ((9, 4), 4), ((3, 5), 2), ((8, 8), None)])
def test_the_width_of_a_circle_is_noted_if_it_differs(size: tuple[int, int], across: int | None) -> None:
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        maze: Any = make("wall", size, "prim", 1, layout="circle")
    assert [str(note.message)[:27] for note in notes] == ([f"this circle is {across} cells acro"] if across else [])
    assert maze.structure.cells.plan.sheet[0] == across or size[0]


def test_bad_outlines(tmp_path: Path, capfd: Any) -> None:
    with pytest.raises(MazeError, match="cannot be read"):
        read_mask(tmp_path / "none.txt")
    with pytest.raises(MazeError, match="cannot be read"):
        read_mask(tmp_path)
    file = tmp_path / "mask"
    for data, sentence in (
        (b"", "is empty"),
        (b" ..\n", "is empty"),
        (b"\x89PNG\r\n\x1a\n" + bytes(30), "neither text nor an image"),
        (b"\xff\xfe\x00junk", "neither text nor an image that can be read$"),
        (b"#" * 2000, "has 1 row of up to 2000 marks; at most 1000"),
        (b"##\0##\n", "neither text nor an image"),
        (b"<?xml version='1.0'?>\n<svg/>", "is an SVG drawing; expected a text of marks, or an image such as PNG"),
    ):
        file.write_bytes(data)
        with pytest.raises(FormatError, match=sentence):
            read_mask(file)
    buffer = io.BytesIO()
    Image.new("1", (6000, 6000)).save(buffer, "PNG")
    file.write_bytes(buffer.getvalue())
    with pytest.raises(FormatError, match="6000x6000 pixels"):
        read_mask(file)
    file.write_bytes(buffer.getvalue()[:200])
    with pytest.raises(FormatError):
        read_mask(file)
    assert run(["new", "--mask", str(tmp_path / "none.txt")]) == 2
    assert "error: --mask '" in capfd.readouterr().err


def test_lines_too_thin_for_the_cells_are_noted(tmp_path: Path) -> None:
    pixels = np.full((400, 400), 255, np.uint8)
    pixels[:, 201] = pixels[201] = 0
    Image.fromarray(pixels).save(tmp_path / "cross.png")
    with pytest.raises(MazeError, match="at 60x60 no cell has its centre on the outline; try a larger size"):
        make("wall", None, "prim", 1, mask=tmp_path / "cross.png")
    assert len(structure_of(make("wall", (400, 400), "prim", 1, mask=tmp_path / "cross.png")).as_graph() or ()) == 799


def test_an_id_reads_no_files(tmp_path: Path) -> None:
    file = tmp_path / "mask.txt"
    file.write_text(HEART)
    with pytest.raises(MazeError, match="packed into an id"):
        from_id(f"wall:10x3,mask={file}#1")
    with pytest.raises(MazeError, match="packed into an id"):
        make("wall", (10, 3), mask=str(file))


def test_lettering() -> None:
    for letter in LETTERS:
        if letter not in "!?-+ ":
            cells = arrange("square", 5, 8)
            assert not masked(cells, lettering(letter)).islands.any(), letter
    maze: Any = make("wall", None, "kruskal", 1, mask_text="Hello")
    assert maze.structure.cells.size == (29 * 3, 24) and maze.is_perfect() and not maze.structure.cells.islands.any()
    assert maze.id == "wall:87x24,with=kruskal,mask_text=Hello#1" and from_id(maze.id) == maze
    hexagons: Any = make("wall", (80, 30), "prim", 1, mask_text="OK", layout="hexagon")
    assert hexagons.is_perfect()
    with pytest.warns(IslandNote, match="in 2 pieces"):
        make("wall", None, "prim", 1, mask_text="no!")
    with pytest.raises(MazeError, match="has no letter 'ß'"):
        make("wall", mask_text="Maß")
    with pytest.raises(MazeError, match="is blank"):
        make("wall", mask_text="  ")
    with pytest.raises(MazeError, match="at most 60 letters"):
        make("wall", mask_text="A" * 61)
    with pytest.raises(MazeError, match="either a mask or letters"):
        make("wall", (5, 5), mask_text="A", mask=pack(np.ones((3, 3), np.bool_)))


def enough_for(layout: str, size: tuple[int, int], letters: str) -> tuple[int, int]:
    """The least size at which letters can be read, as the note says."""
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        make("wall", size, "prim", 1, mask_text=letters, layout=layout)
    expected = r"at \d+x\d+ the letters '\w+' cannot be read; they need at least (\d+)x(\d+)"
    [match] = filter(None, (re.fullmatch(expected, str(note.message)) for note in notes))
    return int(match[1]), int(match[2])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_letters_too_small_to_be_read_are_noted_with_a_size_that_is_enough(layout: str) -> None:
    least = enough_for(layout, (7, 5), "HELLO")
    if layout in ("square", "torus"):
        assert least == (29, 8)
        cells = arrange(layout, *least)
        marks = lettering("HELLO")
        assert set(masked(cells, marks).states) == {(x, y) for y, x in np.argwhere(marks).tolist()}
    for size, enough in ((least, True), ((least[0] - 1, least[1]), False), ((least[0], least[1] - 1), False)):
        with warnings.catch_warnings(record=True) as notes:
            warnings.simplefilter("always")
            make("wall", size, "prim", 1, mask_text="HELLO", layout=layout)
        assert any("cannot be read" in str(note.message) for note in notes) != enough, size


def test_the_command_reports_islands(capfd: Any) -> None:
    assert run(["new", "--mask-text", "no!", "--islands", "refuse"]) == 2
    assert "error: the outline is in 2 pieces" in capfd.readouterr().err
