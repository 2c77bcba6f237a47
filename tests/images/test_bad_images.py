"""Images that are broken, hostile or odd, and files that are not images: one sentence says why, or they are read."""

import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from mazeworks import MazeError, make, solve
from mazeworks.cli import run
from mazeworks.core.facets import structure_of
from mazeworks.core.memory import Budget
from mazeworks.drawing.lattice import squares
from mazeworks.files.loading import read_bytes
from mazeworks.images.decoding import ImageNote, decode
from mazeworks.making.outline_file import mask_in
from tests.images.test_png import png_file
from tests.samples import EXAMPLES
from tests.scans import reading_of
from tests.vision.test_images import as_png, open_squares, read


def test_the_limit_in_force_is_named() -> None:
    """That of the server, which is lower than that of the option, and that no option raises."""
    for depth, colour in ((1, 0), (8, 2)):
        image = png_file(20_000, 20_000, depth, colour, bytes(9))
        with Budget(pixels=25_000_000).begin(), pytest.raises(MazeError) as error:
            read(image)
        assert str(error.value).endswith(
            "20000x20000 pixels are more than 25000000, the most for one request; try a smaller one"
        )


@pytest.mark.parametrize("side", [5001, 9_600, 30_000, 2**31 - 1])
def test_an_outline_of_too_many_pixels_is_refused_in_our_words(side: int) -> None:
    image = png_file(side, side, 1, 0, bytes(9))
    with pytest.raises(MazeError, match=f"^the mask 'a.png' has {side}x{side} pixels; at most 25000000 are read$"):
        mask_in(image, "a.png")
    with Budget(pixels=1_000_000).begin(), pytest.raises(MazeError, match=f"^{side}x{side} pixels are more than 1000"):
        mask_in(image, "a.png")


def test_what_pillow_logs_stays_off_standard_error(tmp_path: Path) -> None:
    """Pillow logs an error about a TIFF with many samples per pixel, before it raises one."""
    sizes = {256: 4, 257: 4, 258: 8, 259: 1, 262: 1, 273: 8, 277: 134, 278: 4, 279: 16}
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in sizes.items())
    image = tmp_path / "odd.tif"
    image.write_bytes(b"II*\0" + struct.pack("<IH", 8, len(sizes)) + entries + bytes(20))
    command = [sys.executable, "-m", "mazeworks", "solve", str(image)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == f"error: {image}: the image is cut off or corrupt: its header makes no sense\n"


def test_rows_that_no_strip_holds_are_missing() -> None:
    """A header that promises more rows than there are strips, which Pillow would leave black."""
    out = io.BytesIO()
    Image.new("RGB", (40, 40), "white").save(out, "TIFF")
    data = out.getvalue()
    height = struct.pack("<HHII", 257, 4, 1, 40)
    assert data.count(height) == 1
    with pytest.raises(MazeError, match="the image is cut off or corrupt: its data ends too early"):
        read(data.replace(height, struct.pack("<HHII", 257, 4, 1, 60_000)))


def test_a_gif_may_be_larger_than_its_picture() -> None:
    out = io.BytesIO()
    Image.fromarray(open_squares(8, 6, 1)).convert("P").save(out, "GIF")
    data = bytearray(out.getvalue())
    assert struct.unpack("<HH", data[6:10]) == (17, 13)
    data[6:10] = struct.pack("<HH", 17, 15)
    assert decode(bytes(data)).shape == (15, 17)


def bad_images() -> dict[str, tuple[bytes, str]]:
    good = (EXAMPLES / "picture" / "scanned.png").read_bytes()
    closed = squares(structure_of(make("wall", (8, 6), seed=3)).as_walls()[0])
    one, three = closed.copy(), closed.copy()
    one[0, 1] = three[0, 1] = three[-1, 1] = three[-1, 3] = True
    jpeg = io.BytesIO()
    Image.fromarray(closed).convert("L").save(jpeg, "JPEG")
    return {
        "cut off": (good[: len(good) // 2], "the image is cut off after"),
        "no end": (good[:-12], "the image is cut off"),
        "only a header": (good[:33], "the image is cut off"),
        "less than a header": (good[:20], "the image is cut off after 20 bytes"),
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
        "far more than declared": (
            png_file(9, 9, 8, 0, bytes(3 * 10**6)),
            "it holds far more data than its pixels need",
        ),
        "no sum within": (png_file(9, 9, 8, 0, bytes(90), b""), "after its pixels is missing"),
        "rows missing": (png_file(9, 9, 8, 0, bytes(40)), "40 of 90 bytes of pixels are there"),
        "unknown filter": (png_file(9, 2, 8, 0, bytes([9] * 20)), "row 0 has an unknown filter"),
        "a bomb": (png_file(60_000, 60_000, 1, 0, bytes(9)), "60000x60000 pixels, more than 268435456; --max-pixels"),
        "a bomb in colour": (png_file(60_000, 60_000, 8, 2, bytes(9)), "--max-pixels raises the limit"),
        "more than declared": (png_file(9, 9, 8, 0, bytes(10**6)), "the whole image has one tone"),
        "half a JPEG": (jpeg.getvalue()[:150], "the image is cut off or corrupt"),
        "one pixel": (as_png(np.zeros((1, 1), np.uint8)), "has one tone"),
        "no openings": (as_png(closed), "no opening was found in the outline, nor two marks inside; --start"),
        "one opening": (as_png(one), "only one opening was found in the outline, at (1, 0)"),
        "three openings": (as_png(three), "3 openings were found in the outline, at (1, 0) and (1, 12) and (3, 12)"),
        "not an image": (b"GIF89a and nothing more", "its header makes no sense"),
        "random bytes": (np.random.default_rng(1).bytes(500), "this is not an image of a known format"),
        "words": (b"hello, world", "this is not an image of a known format, nor a maze in text"),
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
    """A file with one byte in its middle inverted."""
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


def test_many_image_formats_are_read() -> None:
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
        assert "17×13 squares" in reading_of(read(data)).words, name  # type: ignore[attr-defined]
    for mode, options in (("CMYK", {}), ("L", {"progressive": True}), ("RGB", {"quality": 60})):
        data = saved(large.convert(mode), "JPEG", **options)
        assert "8×6 cells" in reading_of(read(data)).words, mode  # type: ignore[attr-defined]


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


#: What the chunks of a PNG in colour become, and what is said of it: None if it is read all the same.
ORDERS = {
    "two headers": (lambda head, pixels, end: [head, head, pixels, end], "it does not begin with its only header"),
    "pixels first": (lambda head, pixels, end: [pixels, head, end], "it does not begin with its only header"),
    "a long header": (
        lambda head, pixels, end: [chunk(b"IHDR", head[8:-4] + b"\0"), pixels, end],
        "it does not begin with its only header",
    ),
    "a wrong header": (
        lambda head, pixels, end: [head[:-4] + b"oops", pixels, end],
        "a check sum is wrong near byte 8",
    ),
    "pixels in two places": (
        lambda head, pixels, end: [head, chunk(b"IDAT", pixels[8:40]), chunk(b"tEXt", b"a\0b"), pixels, end],
        "something lies between its pixels",
    ),
    "no palette": (lambda head, pixels, end: [as_palette(head), pixels, end], "it has no palette"),
    "half a palette": (
        lambda head, pixels, end: [as_palette(head), chunk(b"PLTE", b"abcd"), pixels, end],
        "it has no palette, or one that makes no sense",
    ),
    "a filter": (None, "row 1 has an unknown filter"),
    "a colour space": (lambda head, pixels, end: [head, chunk(b"cHRM", bytes(32)), pixels, end], None),
}


def as_palette(header: bytes) -> bytes:
    """The header of an image in colour as that of one with a palette."""
    return chunk(b"IHDR", header[8:17] + b"\3" + header[18:-4])


@pytest.mark.parametrize("side", [33, 600])
@pytest.mark.parametrize("name", ORDERS)
def test_an_odd_png_is_judged_alike_whatever_its_size(name: str, side: int) -> None:
    """Small images in colour are decoded by Pillow, which is more lenient in some ways and less so in others."""
    order, sentence = ORDERS[name]
    rows = np.zeros((side, 1 + 3 * side), np.uint8)
    rows[1, 0] = 5 * (order is None)
    data = png_file(side, side, 8, 2, rows.tobytes())
    if order is not None:
        end = len(data) - 12
        data = data[:8] + b"".join(order(data[8:33], data[33:end], data[end:]))
    if sentence is None:
        assert not decode(data).grey.any()
    else:
        with pytest.raises(MazeError, match=f"^the image is corrupt: {sentence}"):
            decode(data)


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB"])
def test_one_colour_may_be_transparent(mode: str) -> None:
    """It is white paper, as it is in an image with an alpha channel."""
    maze = Image.fromarray(open_squares(8, 6, 1)).convert("L").point(lambda grey: 9 * (grey > 0)).convert("RGB")
    drawn = maze if mode == "RGB" else Image.fromarray(np.asarray(maze)[..., 0] > 0).convert(mode)
    paper = (9, 9, 9) if mode == "RGB" else int(np.asarray(drawn).max())
    pixels = decode(saved(drawn, "PNG", transparency=paper))
    assert (np.asarray(pixels.grey) == 255 * (np.asarray(maze)[..., 0] > 0)).all()


@pytest.mark.parametrize("name", sorted(bad_images()))
def test_bad_images_are_refused_in_one_sentence(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, sentence = bad_images()[name]
    (tmp_path / "bad.png").write_bytes(data)
    assert run(["solve", str(tmp_path / "bad.png"), "-o", str(tmp_path / "out.png")]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and sentence in error and error.count("\n") == 1
    assert not (tmp_path / "out.png").exists()


@pytest.mark.parametrize(
    "name", ["no sum in colour", "a wrong sum behind more", "rows missing in colour", "a bomb in colour"]
)
def test_bad_images_in_colour_that_pillow_does_not_read_are_refused_alike(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, sentence = bad_images()[name]
    monkeypatch.setattr("mazeworks.images.decoding.MANY", 1)
    monkeypatch.setattr("mazeworks.images.decoding.opened", None)
    with pytest.raises(MazeError, match=sentence):
        read(data)
    with pytest.raises(MazeError, match="row 1 has an unknown filter"):
        read(png_file(9, 2, 8, 6, bytes(37) + b"\5" + bytes(36)))


@pytest.mark.filterwarnings("default::mazeworks.core.errors.Note")
def test_a_missing_path_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
