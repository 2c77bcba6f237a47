"""PNG files written straight from arrays: 1 to 8 bits with a palette, or full colour, in bands of rows."""

import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from mazeworks.drawing.palette import RGB

Bytes = NDArray[np.uint8]

SIGNATURE = b"\x89PNG\r\n\x1a\n"
#: Bytes compressed at a time; bands of this size are compressed on all workers.
BAND = 1 << 22
#: Light compression: the rows of a maze repeat so much that more effort gains little.
LEVEL = 1


def bits_for(colours: int) -> int:
    """The fewest bits a pixel in which a palette of so many colours can be written."""
    return next(bits for bits in (1, 2, 4, 8) if colours <= 1 << bits)


def packed(rows: Bytes, bits: int) -> Bytes:
    """Palette numbers, one a byte, as rows of 1, 2, 4 or 8 bits a pixel."""
    if bits == 8:
        return rows
    if bits == 1:
        return np.packbits(rows, axis=1)
    per_byte = 8 // bits
    wide = np.zeros((rows.shape[0], -(-rows.shape[1] // per_byte) * per_byte), np.uint8)
    wide[:, : rows.shape[1]] = rows
    out = np.zeros((rows.shape[0], wide.shape[1] // per_byte), np.uint8)
    for place in range(per_byte):
        out |= wide[:, place::per_byte] << np.uint8(8 - bits * (place + 1))
    return out


def png(
    width: int,
    height: int,
    bands: Iterable[Bytes],
    palette: Sequence[RGB] | None = None,
    texts: dict[str, str] | None = None,
) -> Iterator[bytes]:
    """A PNG file, piece by piece.

    bands: rows from the top, `[rows, width]` of palette numbers, or `[rows, width, 3]` without a palette.
    """
    bits = 8 if palette is None else bits_for(len(palette))
    yield SIGNATURE
    yield chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, 2 if palette is None else 3, 0, 0, 0))
    for word, text in (texts or {}).items():
        yield chunk(b"iTXt", word.encode("latin-1") + b"\0\0\0\0\0" + text.encode())
    if palette is not None:
        yield chunk(b"PLTE", bytes(value for colour in palette for value in colour))
    for data in _deflated(_scanlines(band, bits, palette is None) for band in bands):
        yield chunk(b"IDAT", data)
    yield chunk(b"IEND", b"")


def chunk(name: bytes, data: bytes) -> bytes:
    """A length, a name, the data and their check sum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(name)))


def _scanlines(band: Bytes, bits: int, full_colour: bool) -> Bytes:
    """Rows as they are compressed: each begins with 0, for "not filtered"."""
    data = band.reshape(len(band), -1) if full_colour else packed(band, bits)
    rows = np.zeros((len(band), data.shape[1] + 1), np.uint8)
    rows[:, 1:] = data
    return rows


def _deflated(bands: Iterator[Bytes]) -> Iterator[bytes]:
    """One zlib stream over all bands; each is a run of blocks of its own, so that workers can share them."""
    from mazeworks.core.workers import in_order

    yield b"\x78\x01"
    check = 1
    for band, data in in_order(_compressed, bands):
        check = zlib.adler32(band.data, check)
        yield data
    yield b"\x03\x00" + struct.pack(">I", check)


def _compressed(band: Bytes) -> tuple[Bytes, bytes]:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -15)
    return band, packer.compress(band.data) + packer.flush(zlib.Z_FULL_FLUSH)
