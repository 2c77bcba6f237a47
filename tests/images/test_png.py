"""Plain PNG files are decoded as Pillow does, at both speeds."""

import io
import struct
import zlib

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from mazeworks import speed
from mazeworks.images.decoding import decode

BOTH = ("interpreted", "compiled")


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
            predictions = [0, left, int(above[x]), (left + int(above[x])) // 2, paeth(left, int(above[x]), corner)]
            out.append((int(row[x]) - predictions[number]) % 256)
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
