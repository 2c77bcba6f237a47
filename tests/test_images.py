"""Images in: mazes of one pixel per square, drawn ones and scanned ones, and images that are no maze at all."""

import heapq
import io
import struct
import warnings
import zlib
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from mazeworks import FormatError, MazeError, Puzzle, load, make, save, solve, speed
from mazeworks.cli import run
from mazeworks.core.errors import Note
from mazeworks.core.files import read_bytes
from mazeworks.core.images import ImageNote, decode
from mazeworks.core.lattice import squares
from mazeworks.core.scan import threshold, usual_widths, without_specks
from mazeworks.core.ways import clearance, grid_of, middle_lines
from tests.samples import EXAMPLES, loopy

WINDING = Path(__file__).parent.parent / "docs" / "pictures" / "winding.png"
BOTH = ("interpreted", "compiled")


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


# --- decoding


@given(st.integers(1, 40), st.integers(1, 30), st.sampled_from(["1", "L", "P"]), st.integers(0, 999))
def test_plain_png_is_decoded_as_pillow_does(width: int, height: int, mode: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    ramp = (np.arange(width)[None] * 3 + np.arange(height)[:, None] * 7 + random.integers(0, 9, (height, width))) % 256
    image = Image.fromarray(ramp.astype(np.uint8))
    image = image.convert("1") if mode == "1" else image.quantize(int(random.integers(2, 30))) if mode == "P" else image
    file = io.BytesIO()
    image.save(file, "PNG", optimize=bool(seed % 2))
    expected = np.asarray(image.convert("RGB"))
    for each in BOTH:
        with speed(each):  # type: ignore[arg-type]
            assert (decode(file.getvalue()).rgb() == expected).all()


def test_every_filter_of_png_is_undone(each_speed: str) -> None:
    rows = np.random.default_rng(1).integers(0, 256, (5, 9)).astype(np.uint8)
    filtered = b""
    for number, row in enumerate(rows):
        above = rows[number - 1] if number else np.zeros(9, np.uint8)
        out = [number]
        for x in range(9):
            left, corner = (int(row[x - 1]), int(above[x - 1])) if x else (0, 0)
            guesses = [0, left, int(above[x]), (left + int(above[x])) // 2, paeth(left, int(above[x]), corner)]
            out.append((int(row[x]) - guesses[number]) % 256)
        filtered += bytes(out)
    data = png_file(9, 5, 8, 0, filtered)
    assert (decode(data).grey == rows).all()


def paeth(left: int, above: int, corner: int) -> int:
    sum_of = left + above - corner
    return min((left, above, corner), key=lambda value: abs(sum_of - value))


def png_file(width: int, height: int, bits: int, colour: int, rows: bytes, check: bytes | None = None) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0)
    packed = zlib.compress(rows)
    packed = packed if check is None else packed[:-4] + check
    parts = chunk(b"IHDR", header), chunk(b"IDAT", packed), chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


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
def test_clearance_is_the_shortest_way_to_a_wall(width: int, height: int, seed: int) -> None:
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
def test_middle_lines_join_what_was_joined(width: int, height: int, seed: int) -> None:
    from mazeworks import Position

    mask = np.random.default_rng(seed).random((height, width)) < 0.75
    start, goal = Position(0, 0), Position(width - 1, height - 1)
    mask[start.y, start.x] = mask[goal.y, goal.x] = True
    lines = []
    for each in BOTH:
        with speed(each):  # type: ignore[arg-type]
            lines.append(middle_lines(mask, start, goal))
    assert (lines[0] == lines[1]).all()
    assert not (lines[0] & ~mask).any()
    before, after = pixel_graph(mask), pixel_graph(lines[0])
    assert nx.has_path(before, start, goal) == nx.has_path(after, start, goal)
    assert before.number_of_nodes() >= after.number_of_nodes()


# --- what an image is understood to be


def test_the_threshold_parts_two_clusters() -> None:
    counts = np.zeros(256, np.int64)
    counts[40:60], counts[180:230] = 10, 30
    assert 60 <= threshold(counts) <= 180
    counts[:] = 0
    counts[[0, 255]] = 1, 9
    assert 0 < threshold(counts) <= 255


def test_specks_are_turned_over() -> None:
    walls = np.zeros((9, 9), bool)
    walls[4, 4] = True
    assert not without_specks(walls).any()
    assert without_specks(~walls).all()
    walls[4] = True
    assert (without_specks(walls) == walls).all()


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
    over = decode(b"".join(puzzle.drawn_over(solution))).rgb()  # type: ignore[attr-defined]
    changed = (over != decode(as_png(image)).rgb()).any(axis=2)
    assert {(int(x), int(y)) for y, x in np.argwhere(changed)} == set(map(tuple, solution.states))
    if not holes:
        assert len(solve(read(b"".join(puzzle.drawn_over(solution)))) or ()) == expected  # type: ignore[attr-defined]


def test_openings_on_any_two_sides() -> None:
    image = squares(make("wall", (8, 6), seed=3).as_walls()[0])
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
    assert puzzle.understood.words.startswith(f"{w}×{h} cells, wall {wall} px")  # type: ignore[attr-defined]
    first, second = solve(maze), solve(puzzle)
    assert first is not None and second is not None and len(first) == len(second)
    assert (puzzle.as_walls()[0].walls == maze.as_walls()[0].walls).all()


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


def test_ways_of_any_shape_are_walked_along_their_middle() -> None:
    data = WINDING.read_bytes()
    with pytest.warns(ImageNote, match="no even cells, so ways about .* px wide"):
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


def test_ends_as_told(tmp_path: Path) -> None:
    maze = make("wall", (12, 9), seed=3, ends="3/4-10/1")
    save(maze, tmp_path / "maze.png", cell=9, wall=3, margin=5, start_colour="white", goal_colour="white")
    data = (tmp_path / "maze.png").read_bytes()
    with pytest.raises(FormatError, match="no opening was found in the outline"):
        read(data)
    puzzle = read(data, start=f"{5 + 12 * 3 + 7},{5 + 12 * 4 + 7}", goal=f"{5 + 12 * 10 + 7}/{5 + 12 + 7}")
    assert (puzzle.start, puzzle.goal) == ((3, 4), (10, 1))  # type: ignore[attr-defined]
    assert len(solve(puzzle) or ()) == len(solve(maze) or ())
    turned = puzzle.configured(goal=(8, 8))
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


def test_ways_of_any_shape_are_drawn_as_large_as_cells_are() -> None:
    puzzle: Any = read((EXAMPLES.parent / "docs" / "pictures" / "winding.png").read_bytes(), goal="105,105")
    (height, width), margin = puzzle.pixels.shape, 3
    scene, way = puzzle.scene(solve(puzzle)), puzzle.understood.way
    assert puzzle.understood.form == "pixels"
    assert way > 5 and (scene.width, scene.height) == (width / way, height / way)
    walls = {point for shape in scene.shapes if shape.role == "pixel:wall" for point in shape.points}
    assert min(x for x, _ in walls) > margin / way and max(y for _, y in walls) < (height - margin) / way
    assert puzzle.spot((60, 45)) == (60.5 / way, 45.5 / way)


@pytest.mark.parametrize("form", ["png", "gif", "jpg"])
@pytest.mark.parametrize("id", ["terrain:6x5#3", "wall:6x5,layout=cylinder#3"])
def test_drawings_that_cannot_be_read_back_are_known_by_their_id(form: str, id: str, tmp_path: Path) -> None:
    target = tmp_path / f"own.{form}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        save(load(id), target)
        with pytest.raises(FormatError, match=f"this is a drawing of {id}"):
            load(target)


def few_squares() -> dict[str, tuple[Any, tuple[int, int], tuple[int, int], int]]:
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


@pytest.mark.parametrize("name", few_squares())
def test_squares_of_one_pixel_may_be_few(name: str) -> None:
    image, start, goal, length = few_squares()[name]
    puzzle = read(as_png(image))
    assert (puzzle.start, puzzle.goal) == (start, goal)  # type: ignore[attr-defined]
    assert len(solve(puzzle) or ()) == length
    if name != "a room":
        assert len(solve(read(as_png(~image), walls="light")) or ()) == length


# --- bad input


def bad_images() -> dict[str, tuple[bytes, str]]:
    good = (EXAMPLES / "picture" / "scanned.png").read_bytes()
    closed = squares(make("wall", (8, 6), seed=3).as_walls()[0])
    one, three = closed.copy(), closed.copy()
    one[0, 1] = three[0, 1] = three[-1, 1] = three[-1, 3] = True
    jpeg = io.BytesIO()
    Image.fromarray(closed).convert("L").save(jpeg, "JPEG")
    return {
        "cut off": (good[: len(good) // 2], "the image is cut off after"),
        "no end": (good[:-12], "the image is cut off"),
        "only a header": (good[:33], "the image is cut off"),
        "less than a header": (good[:20], "the image is cut off or corrupt"),
        "corrupt": (flipped_in(good), "a check sum is wrong"),
        "corrupt in colour": (flipped_in(saved(Image.fromarray(closed).convert("RGB"), "PNG")), "a check sum is wrong"),
        "corrupt and interlaced": (flipped_in(interlaced(closed.view(np.uint8))), "a check sum is wrong"),
        "a wrong sum within": (png_file(9, 9, 8, 0, bytes(90), b"oops"), "after its pixels is wrong"),
        "a wrong sum in colour": (png_file(9, 9, 8, 2, bytes(252), b"oops"), "after its pixels is wrong"),
        "no sum in colour": (png_file(9, 9, 8, 6, bytes(333), b""), "after its pixels is missing"),
        "a wrong sum behind more": (png_file(9, 9, 8, 2, bytes(999), b"oops"), "after its pixels is wrong"),
        "no sum and deep": (png_file(9, 9, 16, 0, bytes(171), b""), "after its pixels is missing"),
        "no sum and interlaced": (interlaced(closed.view(np.uint8), b""), "after its pixels is missing"),
        "rows missing in colour": (png_file(9, 9, 8, 2, bytes(100)), "100 of 252 bytes of pixels are there"),
        "far more than told": (png_file(9, 9, 8, 0, bytes(3 * 10**6)), "far more lies packed in it"),
        "no sum within": (png_file(9, 9, 8, 0, bytes(90), b""), "after its pixels is missing"),
        "rows missing": (png_file(9, 9, 8, 0, bytes(40)), "40 of 90 bytes of pixels are there"),
        "unknown filter": (png_file(9, 2, 8, 0, bytes([9] * 20)), "row 0 has a filter nobody knows"),
        "a bomb": (png_file(60_000, 60_000, 1, 0, bytes(9)), "60000x60000 pixels, more than 268435456; --max-pixels"),
        "a bomb in colour": (png_file(60_000, 60_000, 8, 2, bytes(9)), "--max-pixels raises the limit"),
        "more than told": (png_file(9, 9, 8, 0, bytes(10**6)), "the whole image is of one tone"),
        "half a JPEG": (jpeg.getvalue()[:150], "the image is cut off or corrupt"),
        "one pixel": (as_png(np.zeros((1, 1), np.uint8)), "of one tone"),
        "no openings": (as_png(closed), "no opening was found in the outline, nor two marks inside; --start"),
        "one opening": (as_png(one), "only one opening was found in the outline, at (1, 0)"),
        "three openings": (as_png(three), "3 openings were found in the outline, at (1, 0) and (1, 12) and (3, 12)"),
        "not an image": (b"GIF89a and nothing more", "its header makes no sense"),
        "random bytes": (np.random.default_rng(1).bytes(500), "this is no image of a format known by its first bytes"),
        "words": (b"hello, world", "this is no image of a format known, nor a maze in text"),
        "no pixels": (png_file(0, 5, 8, 0, b""), "its header makes no sense"),
        "absurd": (png_file(2**31 - 1, 2**31 - 1, 1, 0, b""), "2147483647x2147483647 pixels, more than"),
        "no numbers": (b"P2\nabc def\n255\n1 2 3", "corrupt: its header makes no sense\n"),
        "half a number": (b"P5\n17 x\n255\n", "corrupt: its header makes no sense\n"),
        "a long number": (b"P5\n99999999999 99999999999\n255\n", "corrupt: its header makes no sense\n"),
        "nothing of it": (b"P5\n", "corrupt: its header ends too early\n"),
        "a few of many": (b"P5\n17 13\n255\nabc", "corrupt: its data ends too early\n"),
        "no bits": (b"P1\n3 3\n1 0 1 x 0 1", "corrupt: its data makes no sense\n"),
        "a random TIFF": (b"II*\0" + np.random.default_rng(1).bytes(200), "its header makes no sense"),
        "a random WebP": (b"RIFF\x10\0\0\0WEBP" + bytes(50), "its header makes no sense"),
        "a random JPEG": (b"\xff\xd8\xff" + np.random.default_rng(1).bytes(300), "its header makes no sense"),
        "half a bitmap": (saved(closed, "BMP")[:70], "corrupt: its data ends too early\n"),
        "half a GIF": (saved(closed, "GIF")[:-20], "corrupt: its data ends too early\n"),
    }


def flipped_in(data: bytes) -> bytes:
    """A file with a byte of its middle turned over."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 255]) + data[middle + 1 :]


def saved(image: Any, form: str, **options: Any) -> bytes:
    """An image, given as an array or by pillow, in a format."""
    file = io.BytesIO()
    drawn = image if isinstance(image, Image.Image) else Image.fromarray(image)
    drawn.save(file, form, **options)
    return file.getvalue()


def interlaced(rows: Any, check: bytes | None = None) -> bytes:
    """Greys as PNG in seven passes."""
    passes = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
    parts = [rows[y::down, x::across] for x, y, across, down in passes]
    data = b"".join(b"\0" + row.tobytes() for part in parts if part.size for row in part)
    plain = png_file(rows.shape[1], rows.shape[0], 8, 0, data, check)
    header = plain[12:28] + b"\1"
    return plain[:12] + header + struct.pack(">I", zlib.crc32(header)) + plain[33:]


def test_many_sorts_of_images_are_read() -> None:
    image = Image.fromarray(open_squares(8, 6, 3)).convert("L")
    large = image.resize((17 * 8, 13 * 8), Image.Resampling.NEAREST)
    deep = Image.fromarray(np.asarray(image).astype(np.uint16) * 257)
    clear = Image.merge("LA", [Image.new("L", image.size, 255), image.point(lambda grey: 255 - grey)])
    squares_ = {
        "interlaced": interlaced(np.asarray(image)),
        "16 bits": saved(deep, "PNG"),
        "16 bits in TIFF": saved(deep, "TIFF"),
        "floating": saved(Image.fromarray(np.asarray(image).astype(np.float32)), "TIFF"),
        "bits": saved(image.convert("1"), "BMP"),
        "plain numbers": b"P2 17 13 255 " + b" ".join(b"%d" % grey for grey in np.asarray(image).reshape(-1)),
        "WebP": saved(image, "WEBP", lossless=True),
        "white on nothing": saved(clear, "PNG"),
    }
    for name, data in squares_.items():
        assert "17×13 squares" in read(data).understood.words, name  # type: ignore[attr-defined]
    for mode, options in (("CMYK", {}), ("L", {"progressive": True}), ("RGB", {"quality": 60})):
        data = saved(large.convert(mode), "JPEG", **options)
        assert "8×6 cells" in read(data).understood.words, mode  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", sorted(bad_images()))
def test_bad_images_are_told_in_a_sentence(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, sentence = bad_images()[name]
    (tmp_path / "bad.png").write_bytes(data)
    assert run(["solve", str(tmp_path / "bad.png"), "-o", str(tmp_path / "out.png")]) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: ") and sentence in told and told.count("\n") == 1
    assert not (tmp_path / "out.png").exists()


@pytest.mark.filterwarnings("default::mazeworks.core.errors.Note")
def test_no_way_through_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = open_squares(8, 6, 3)
    image[2, :] = False
    Image.fromarray(image).save(tmp_path / "blocked.png")
    assert run(["solve", str(tmp_path / "blocked.png"), "-o", str(tmp_path / "out.png")]) == 1
    assert "error: no solution" in capsys.readouterr().err
    assert not (tmp_path / "out.png").exists()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"max_pixels": "100"}, "17x13 pixels, more than 100"),
        ({"start": "0,0", "goal": "3,12"}, r"the pixel \(0, 0\) is wall"),
        ({"start": "99,0", "goal": "3,12"}, r"the start \(99, 0\) lies outside the image of 17x13 pixels"),
        ({"start": "1,1", "goal": "1,1"}, "have to differ"),
        ({"start": "1;1"}, "start is a place x,y, as in 8,1, not '1;1'"),
        ({"walls": "thick"}, "walls is one of auto, dark, light"),
        ({"strat": "1,1"}, "did you mean start"),
    ],
)
def test_bad_options(options: dict[str, str], sentence: str) -> None:
    with pytest.raises(MazeError, match=sentence):
        read(as_png(open_squares(8, 6, 3)), **options)


def test_animated_and_colour_mapped_images() -> None:
    image = Image.fromarray(open_squares(8, 6, 3)).convert("L")
    file = io.BytesIO()
    image.save(file, "GIF", save_all=True, append_images=[image.rotate(180)])
    with pytest.warns(ImageNote) as notes:
        puzzle = read_bytes(file.getvalue())
    assert ["the image has 2 pictures; the first was read" in str(note.message) for note in notes] == [True, False]
    expected = len(solve(puzzle) or ())
    for mode in ("P", "RGBA", "LA", "CMYK", "I;16"):
        file = io.BytesIO()
        deep = Image.fromarray(np.asarray(image).astype(np.uint16) * 257)
        changed = deep if mode == "I;16" else image.convert(mode)
        changed.save(file, "TIFF" if mode == "CMYK" else "PNG")
        assert len(solve(read(file.getvalue())) or ()) == expected, mode


@given(st.data())
@settings(max_examples=80)
def test_no_bytes_end_in_a_traceback(data: st.DataObject) -> None:
    source = data.draw(st.sampled_from(["squares.png", "scanned.png"]))
    content = bytearray((EXAMPLES / "picture" / source).read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] = data.draw(st.integers(0, 255))
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(8, len(content))) :]
    try:
        solve(read(bytes(content), max_pixels="1000000"))
    except MazeError as error:
        assert str(error)


# --- the command


@pytest.mark.filterwarnings("default::mazeworks.core.errors.Note")
def test_solve_draws_over_the_original(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = EXAMPLES / "picture" / "scanned.png"
    assert run(["solve", str(source), "-o", str(tmp_path / "solved.png")]) == 0
    before, after = (np.asarray(decode(path.read_bytes()).rgb()) for path in (source, tmp_path / "solved.png"))
    changed = (before != after).any(axis=2)
    assert before.shape == after.shape and 0.02 < changed.mean() < 0.2
    assert len(np.unique(after[changed], axis=0)) > 50  # a gradient
    told = capsys.readouterr().err
    assert "27 moves" in told and "note: 9×6 cells, wall 3 px, way 11 px, openings at (22, 15) and (134, 99)\n" in told


@pytest.mark.filterwarnings("default::mazeworks.core.errors.Note")
def test_an_image_as_a_wall_maze(tmp_path: Path) -> None:
    maze = loopy(8, 6, 3, 0)
    (tmp_path / "maze.png").write_bytes(as_png(open_squares(8, 6, 3)))
    assert run(["convert", str(tmp_path / "maze.png"), str(tmp_path / "maze.asc")]) == 0
    again = load(tmp_path / "maze.asc")
    assert (again.as_walls()[0].walls == maze.grid.walls).all()
    assert run(["draw", str(tmp_path / "maze.png"), "-o", str(tmp_path / "a.png"), "--theme", "dark"]) == 0


def test_no_image_is_written_under_the_name_of_a_text(tmp_path: Path) -> None:
    scanned = Path(__file__).parent.parent / "examples" / "picture" / "scanned.png"
    with pytest.warns(Note):
        save(load(scanned), tmp_path / "maze.txt")
    assert load(tmp_path / "maze.txt").kind == "wall"
