"""Readings agree with the image: no path through walls, and a missing path is really missing, also after damage."""

import io
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFilter

from mazeworks import FormatError, Position, make, save, solve, speed
from mazeworks.core.errors import Note
from mazeworks.core.facets import structure_of
from mazeworks.files.loading import read_bytes
from mazeworks.images.decoding import decode
from mazeworks.images.signatures import own_id
from mazeworks.kernels.images.crossings import profiles
from mazeworks.vision.deskew import Rotation
from mazeworks.vision.ink import FULL, Paper, ink_of
from mazeworks.vision.morphology import clearance
from mazeworks.vision.polyline import normals_along, points_along
from mazeworks.vision.ridges import ALONG, ASIDE, FINE, ridge_heights
from mazeworks.vision.wall_profiles import classify
from tests.scans import Scan, backdrop_of, reading_of


def read(data: bytes, **options: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        return read_bytes(data, **options)


def filed(image: Image.Image, form: str = "PNG", **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, form, **{"compress_level": 1} | options)
    return file.getvalue()


def drawn(scan: Scan) -> Image.Image:
    return Image.open(io.BytesIO(scan.image())).convert("L")


def resized(image: Image.Image, across: float, down: float, how: Image.Resampling) -> Image.Image:
    return image.resize((round(image.width * across), round(image.height * down)), how)


def length(puzzle: Any) -> int | None:
    solution = solve(puzzle)
    return None if solution is None else len(solution)


# --- profiles, rotation, classification, ink


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 999))
def test_profiles_are_the_same_at_both_speeds_and_right(width: int, height: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    ink = random.integers(0, 256, (height, width)).astype(np.uint8)
    start, end, side = (random.uniform(-2, 13, (5, 2)) for _ in range(3))
    along, steps, found = np.array([-0.5, 0, 0.5]), 7, []
    for each in ("interpreted", "compiled"):
        out = np.zeros(5 * steps)
        with speed(each):  # type: ignore[arg-type]
            flat = (points.reshape(-1) for points in (start, end, side))
            profiles(ink.reshape(-1), width, height, *flat, along, out, steps)
        found.append(out.reshape(5, steps))
    assert (found[0] == found[1]).all()
    for line in range(5):
        for step in range(steps):
            share = step / (steps - 1)
            seen = []
            for aside in along:
                x, y = np.floor(start[line] * (1 - share) + end[line] * share + side[line] * aside + 0.5).astype(int)
                seen.append(int(ink[y, x]) if 0 <= x < width and 0 <= y < height else 0)
            assert abs(found[0][line, step] - np.mean(seen)) < 1e-9


def ridge_heights_by_numpy(ink: Any, lines: Any, reach: float) -> Any:
    """The same as `ridge_heights`, with whole arrays."""
    half = int(np.ceil(reach * FINE))
    across = np.arange(-half, half + 1) / FINE
    near = np.abs(across) <= ASIDE
    first, last = np.flatnonzero(near)[[0, -1]].tolist()
    points = points_along(lines, ALONG)[:, :, None] + normals_along(lines, ALONG)[:, :, None] * across[:, None]
    height, width = ink.shape
    padded = np.pad(ink, 1)
    x, y = (points[..., axis].clip(-1, side) + 1 for axis, side in ((0, width), (1, height)))
    left, top = np.minimum(x.astype(int), width), np.minimum(y.astype(int), height)
    right, down = x - left, y - top
    upper = padded[top, left] * (1 - right) + padded[top, left + 1] * right
    lower = padded[top + 1, left] * (1 - right) + padded[top + 1, left + 1] * right
    looks = (upper * (1 - down) + lower * down) / FULL
    profile = np.sort(looks, axis=1)[:, 1]
    beside = np.maximum(profile[:, : first + 1].min(axis=1), profile[:, last:].min(axis=1))
    return profile[:, near].max(axis=1) - beside, np.sort(looks[:, :, near].max(axis=2), axis=1)[:, 1]


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 999), st.floats(2, 4))
def test_ridges_are_the_same_at_both_speeds_and_right(width: int, height: int, seed: int, reach: float) -> None:
    random = np.random.default_rng(seed)
    ink = random.integers(0, 256, (height, width)).astype(np.uint8)
    lines = random.uniform(-3, 15, (seed % 4, 3, 2))
    expected = ridge_heights_by_numpy(ink, lines, reach)
    for each in ("interpreted", "compiled"):
        with speed(each):  # type: ignore[arg-type]
            assert np.array_equal(ridge_heights(np.pad(ink, 1), lines, reach), expected)


@given(st.integers(1, 14), st.integers(1, 14), st.integers(0, 999))
def test_images_are_rotated_equally_at_both_speeds(width: int, height: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    ink = random.integers(1, 256, (height, width)).astype(np.uint8)
    turn = Rotation(float(random.uniform(-0.5, 0.5)), width / 2, height / 2)
    found = []
    for each in ("interpreted", "compiled"):
        with speed(each):  # type: ignore[arg-type]
            found.append(turn.upright(ink))
    assert (found[0] == found[1]).all()
    for y in range(height):
        for x in range(width):
            column, row = np.floor(turn.to_image(np.array([x, y], np.float64)) + 0.5).astype(int)
            inside = 0 <= column < width and 0 <= row < height
            assert found[0][y, x] == (ink[row, column] if inside else 0)


def test_amounts_are_classified_in_two_or_not_at_all() -> None:
    classes = classify(np.array([0.0, 0.1, -0.1, 0.05, 2.0, 2.1, 1.9, 1.1]))
    assert classes is not None and classes.walls.tolist()[:7] == [False] * 4 + [True] * 3
    assert classes.sure.tolist() == [True] * 7 + [False] and 1.8 < classes.thick < 2.1
    assert classify(np.zeros(9)) is None


def test_ink_is_even_where_light_is_not() -> None:
    image = np.asarray(drawn(Scan(width=20))).astype(float) * np.linspace(1, 0.45, 440)[: 20 * 19 + 43][None]
    pixels = decode(filed(Image.fromarray(image.astype(np.uint8))))
    ink, (low, high) = ink_of(pixels), np.percentile(Paper(pixels.grey).blocks, (5, 95))
    walls = np.asarray(drawn(Scan(width=20))) < 128
    assert low < 0.85 * high and ink[walls].min() > 0.7 * FULL and ink[~walls].max() < 0.3 * FULL


# --- scans that were scaled, blurred, packed, turned, stretched, or lit from the side

SCALES = [
    (2, 10, 0.75, Image.Resampling.BILINEAR, 0.0, 0),
    (3, 12, 0.55, Image.Resampling.LANCZOS, 0.0, 60),
    (3, 16, 0.62, Image.Resampling.BOX, 0.6, 0),
    (4, 9, 0.6, Image.Resampling.BICUBIC, 0.4, 40),
    (5, 20, 0.75, Image.Resampling.BILINEAR, 0.0, 90),
    (5, 11, 0.57, Image.Resampling.BOX, 0.0, 53),
]


@pytest.mark.parametrize(("wall", "cell", "scale", "how", "blur", "quality"), SCALES)
@pytest.mark.parametrize("turned", [0.0, -0.44, 1.4])
def test_scaled_scans_are_read_right(
    wall: int, cell: int, scale: float, how: Image.Resampling, blur: float, quality: int, turned: float
) -> None:
    for seed, ours, margin in ((wall, False, 8), (wall + 9, True, 25)):
        margin = margin if not turned else 25
        scan = Scan(width=15, height=11, seed=seed, thick=wall, cell=cell, margin=margin, ours=ours, turned=turned)
        image = resized(drawn(scan), scale, scale, how).filter(ImageFilter.GaussianBlur(blur))
        puzzle = read(filed(image, "JPEG", quality=quality) if quality else filed(image))
        assert reading_of(puzzle).words.startswith("15×11 cells"), (scan, reading_of(puzzle).words)
        assert length(puzzle) == length(scan.maze()), scan
        assert (structure_of(puzzle).as_walls()[0].walls == structure_of(scan.maze()).as_walls()[0].walls).all(), scan


@pytest.mark.parametrize(("across", "down"), [(1.0, 0.7), (0.68, 1.0), (1.3, 1.0)])
def test_stretched_scans(across: float, down: float) -> None:
    scan = Scan(width=24, height=17, seed=4)
    puzzle = read(filed(resized(drawn(scan), across, down, Image.Resampling.BICUBIC)))
    assert reading_of(puzzle).words.startswith("24×17 cells") and length(puzzle) == length(scan.maze())


@pytest.mark.parametrize("dimmest", [0.75, 0.5, 0.35])
def test_light_from_one_side(dimmest: float) -> None:
    scan = Scan(width=24, height=17, seed=4, noise=3)
    page = np.asarray(drawn(scan)).astype(float)
    lit = page * np.linspace(1, dimmest, page.shape[1])[None] * np.linspace(0.95, 1, len(page))[:, None]
    puzzle = read(filed(Image.fromarray(lit.astype(np.uint8))))
    assert reading_of(puzzle).words.startswith("24×17 cells") and length(puzzle) == length(scan.maze())


def test_a_wall_across_the_maze_is_believed_and_a_faint_one_is_not_crossed() -> None:
    scan = Scan(width=12, height=9, seed=3, thick=3, cell=16)
    page = np.asarray(drawn(scan)).copy()
    page[20 + 19 * 4 : 20 + 19 * 4 + 3, 20:-20] = 20
    blurred = Image.fromarray(page).filter(ImageFilter.GaussianBlur(0.8))
    assert solve(read(filed(blurred))) is None
    page[20 + 19 * 4 : 20 + 19 * 4 + 3, 20:-20] = 120  # half as dark as the others
    assert solve(read(filed(Image.fromarray(page).filter(ImageFilter.GaussianBlur(0.5))))) is None


@pytest.mark.parametrize("orientation", range(1, 9))
def test_photographs_are_turned_as_they_were_held(orientation: int) -> None:
    back = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}  # of pillow's transpositions, the one that undoes each
    scan = Scan(width=13, height=8, seed=2)
    image = drawn(scan)
    held = image.transpose(Image.Transpose(back[orientation])) if orientation > 1 else image
    exif = Image.Exif()
    exif[274] = orientation
    puzzle = read(filed(held, "JPEG", quality=92, exif=exif.tobytes()))
    assert reading_of(puzzle).words.startswith("13×8 cells") and length(puzzle) == length(scan.maze())


# --- rings drawn by others, and passages of any shape


def rings(seed: int, count: int, sectors: int, ring: int = 20, wall: int = 3) -> tuple[bytes, Any]:
    """Rings of sectors around a closed core, with the walls of a spanning tree; and where its passages are."""
    random, fine = np.random.default_rng(seed), 3
    cells = {(k, i) for k in range(count) for i in range(sectors)}
    opened, seen, stack = set(), {(0, 0)}, [(0, 0)]
    while stack:
        k, i = stack[-1]
        around = [(k - 1, i), (k + 1, i), (k, (i + 1) % sectors), (k, (i - 1) % sectors)]
        free = [cell for cell in around if cell in cells and cell not in seen]
        if not free:
            stack.pop()
            continue
        following = free[random.integers(len(free))]
        opened |= {((k, i), following), (following, (k, i))}
        seen.add(following)
        stack.append(following)
    side = 2 * (count + 2) * ring + 40
    image = Image.new("L", (side * fine, side * fine), 255)
    pen, middle = ImageDraw.Draw(image), side * fine / 2

    def arc(level: int, first: int) -> None:
        radius = ((2 + level) * ring + wall / 2) * fine
        box = [middle - radius, middle - radius, middle + radius, middle + radius]
        pen.arc(box, 360 * first / sectors - 0.5, 360 * (first + 1) / sectors + 0.5, fill=0, width=wall * fine)

    for k, i in sorted(cells):
        if k == 0:
            arc(0, i)
        if ((k, i), (k + 1, i)) not in opened and (k + 1 < count or i not in (0, sectors // 2)):
            arc(k + 1, i)
        if ((k, i), (k, (i + 1) % sectors)) not in opened:
            angle = 2 * np.pi * (i + 1) / sectors
            ends = [
                middle + (2 + level) * ring * fine * turn
                for level in (k, k + 1)
                for turn in (np.cos(angle), np.sin(angle))
            ]
            pen.line(ends, fill=0, width=wall * fine)
    data = filed(image.resize((side, side), Image.Resampling.LANCZOS))

    def cell_at(x: int, y: int) -> tuple[int, int] | None:
        across, down = x + 0.5 - side / 2, y + 0.5 - side / 2
        level = int(np.hypot(across, down) // ring) - 2
        turn = (np.arctan2(down, across) / (2 * np.pi)) % 1
        return (level, int(turn * sectors)) if 0 <= level < count else None

    return data, (opened, cell_at)


@pytest.mark.parametrize(("seed", "count", "sectors"), [(1, 4, 11), (2, 5, 14), (3, 3, 9)])
def test_rings_drawn_by_others_are_walked_without_crossing_a_wall(seed: int, count: int, sectors: int) -> None:
    data, (opened, cell_at) = rings(seed, count, sectors)
    puzzle = read(data)
    solution = solve(puzzle)
    assert solution is not None and reading_of(puzzle).form == "pixels"
    met = [
        cell
        for cell in (cell_at(x, y) for x, y in backdrop_of(puzzle)._pixels_of(solution).tolist())
        if cell is not None
    ]
    steps = {(a, b) for a, b in zip(met[:-1], met[1:], strict=True) if a != b}
    assert steps <= opened and {met[0], met[-1]} == {(count - 1, 0), (count - 1, sectors // 2)}


def winding(wide: int) -> tuple[bytes, Position, Position]:
    """A white passage through a dark disc, much narrower than the walls."""
    image = Image.new("L", (700, 700), 255)
    pen = ImageDraw.Draw(image)
    pen.ellipse([40, 40, 660, 660], fill=20)
    share = np.linspace(0, 1, 900)
    radius, angle = 315 * (1 - 2 * share), share * np.pi * 1.4
    x, y = 350 + radius * np.cos(angle), 350 + radius * np.sin(angle)
    pen.line(list(zip(x.tolist(), y.tolist(), strict=True)), fill=255, width=wide, joint="curve")
    soft = image.filter(ImageFilter.GaussianBlur(1))
    return filed(soft), Position(int(x[30]), int(y[30])), Position(int(x[-30]), int(y[-30]))


@pytest.mark.parametrize("wide", [14, 30])
def test_narrow_passages_between_thick_walls(wide: int) -> None:
    data, start, goal = winding(wide)
    puzzle = read(data, start=f"{start.x},{start.y}", goal=f"{goal.x},{goal.y}", walls="dark")
    solution = solve(puzzle)
    assert solution is not None and reading_of(puzzle).start == start and reading_of(puzzle).goal == goal
    room = clearance(decode(data).grey > 128)
    assert np.median([room[y, x] / 3 for x, y in solution.states]) > 0.33 * wide
    over = decode(b"".join(backdrop_of(puzzle).drawn_over(solution))).rgb()
    changed = (over != decode(data).rgb()).any(axis=2)
    assert changed.any() and not (changed & (decode(data).grey < 60)).any()


# --- what cannot be read back


@pytest.mark.parametrize("layout", ["cylinder", "torus", "moebius", "floors:2", "weave"])
def test_drawings_that_do_not_lie_flat_are_named(layout: str, tmp_path: Path) -> None:
    maze = make("wall", (8, 6), seed=3, layout=layout)
    save(maze, tmp_path / "maze.png")
    data = (tmp_path / "maze.png").read_bytes()
    assert own_id(data) == maze.id
    with pytest.raises(FormatError, match=f"this is a drawing of wall:8x6,layout={layout}#3, which does not lie flat"):
        read(data)


def test_drawings_of_other_kinds_are_named(tmp_path: Path) -> None:
    save(make("alice", (5, 5), seed=3, candidates=2000), tmp_path / "alice.png")
    with pytest.raises(
        FormatError, match="this is a drawing of alice:5x5,candidates=2000#3, which is not a maze of walls"
    ):
        read((tmp_path / "alice.png").read_bytes())


@settings(max_examples=50)
@given(st.binary(max_size=60))
def test_no_comment_ends_in_a_traceback(tail: bytes) -> None:
    assert own_id(b"\x89PNG\r\n\x1a\n\0\0\0\xffiTXtComment\0\0\0\0\0" + tail) is None or tail


@pytest.mark.parametrize("seed", [0, 4])
def test_blurred_squares_of_one_pixel_are_refused(seed: int, tmp_path: Path) -> None:
    maze: Any = make("wall", (30, 20), seed=seed, ends="0/0-29/19")
    save(maze, tmp_path / "maze.png", cell=1, wall=1, margin=0)
    image = Image.open(tmp_path / "maze.png").convert("L")
    soft = read(filed(image.filter(ImageFilter.GaussianBlur(0.6))))
    assert len(solve(soft) or ()) == 2 * len(solve(maze) or ())
    with pytest.raises(FormatError, match="blurred together"):
        read(filed(image.filter(ImageFilter.GaussianBlur(0.8))))
