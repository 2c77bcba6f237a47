"""PNG files read straight into arrays, where they are plain: greys or a palette of 1 to 8 bits, not interlaced."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import FormatError
from mazeworks.core.png import SIGNATURE
from mazeworks.kernels.unfilter import unfilter

Bytes = NDArray[np.uint8]

#: Chunks that say nothing about how pixels look, or nothing that matters here; with any other, it is not plain.
HARMLESS = {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tEXt", b"zTXt", b"iTXt", b"tIME", b"pHYs", b"gAMA", b"bKGD", b"sRGB"}
GREY, PALETTE = 0, 3


@dataclass
class Header:
    """Size, bits a pixel, and colours of a plain PNG."""

    width: int
    height: int
    bits: int
    palette: Bytes | None

    @property
    def row_bytes(self) -> int:
        """Bytes of a row, its filter included."""
        return 1 + (self.width * self.bits + 7) // 8


def chunks(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """The name and the data of each chunk; FormatError where the file is cut off or a check sum is wrong."""
    view, place = memoryview(data), len(SIGNATURE)
    while place < len(data):
        if place + 12 > len(data):
            raise FormatError(f"the image is cut off after {len(data)} bytes")
        length = int.from_bytes(view[place : place + 4], "big")
        name, body = bytes(view[place + 4 : place + 8]), view[place + 8 : place + 8 + length]
        if len(body) < length or place + 12 + length > len(data):
            raise FormatError(f"the image is cut off after {len(data)} bytes")
        check = int.from_bytes(view[place + 8 + length : place + 12 + length], "big")
        if zlib.crc32(view[place + 4 : place + 8 + length]) != check:
            raise FormatError(f"the image is corrupt: a check sum is wrong near byte {place}")
        yield name, body
        if name == b"IEND":
            return
        place += 12 + length
    raise FormatError(f"the image is cut off after {len(data)} bytes")


def check_sums(data: bytes) -> None:
    """Refuse a PNG that is cut off or damaged; other files have nothing to check."""
    if data.startswith(SIGNATURE):
        for _ in chunks(data):
            pass


def plain_header(data: bytes) -> Header | None:
    """What the first bytes say, or None if this is no plain PNG."""
    if not data.startswith(SIGNATURE + b"\0\0\0\rIHDR") or len(data) < 33:
        return None
    width, height, bits, colour, packing, filtering, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    if bits not in (1, 2, 4, 8) or colour not in (GREY, PALETTE) or packing or filtering or interlaced:
        return None
    if not (width and height):
        return None
    return Header(width, height, bits, np.zeros((256, 3), np.uint8) if colour == PALETTE else None)


def plain_rows(data: bytes, header: Header) -> Bytes | None:
    """The rows as they are packed, and the colours into the header; None if it is not so plain after all."""
    parts = []
    for name, body in chunks(data):
        if name not in HARMLESS:
            return None
        if name == b"PLTE" and header.palette is not None:
            colours = np.frombuffer(body, np.uint8)[: len(body) // 3 * 3].reshape(-1, 3)[:256]
            header.palette[: len(colours)] = colours
        if name == b"IDAT":
            parts.append(body)
    rows = _rows(parts, header)
    wrong = unfilter(rows.reshape(-1), header.row_bytes, header.height) if rows[:, 0].any() else -1
    if wrong >= 0:
        raise FormatError(f"the image is corrupt: row {wrong} has a filter nobody knows")
    return rows[:, 1:]


def _rows(parts: list[memoryview], header: Header) -> Bytes:
    """The rows as they were filtered; no more is unpacked than they take."""
    expected = header.row_bytes * header.height
    rows = np.empty(expected, np.uint8)
    unpacker, filled = zlib.decompressobj(), 0
    try:
        for part in parts:
            piece = unpacker.decompress(part, expected - filled + 1) if filled <= expected else b""
            rows[filled : filled + len(piece)] = np.frombuffer(piece, np.uint8)[: expected - filled]
            filled += len(piece)
    except zlib.error as error:
        raise FormatError(f"the image is corrupt: {error}") from None
    if filled < expected:
        raise FormatError(f"the image is cut off: {filled} of {expected} bytes of pixels are there")
    if filled == expected and not unpacker.eof:
        raise FormatError("the image is corrupt: the check sum after its pixels is missing")
    return rows.reshape(header.height, header.row_bytes)


def unpacked(rows: Bytes, header: Header) -> Bytes:
    """The number of each pixel, `[y, x]`."""
    if header.bits == 8:
        return np.ascontiguousarray(rows)
    if header.bits == 1:
        return np.unpackbits(rows, axis=1, count=header.width)
    per_byte = 8 // header.bits
    numbers = np.empty((header.height, rows.shape[1] * per_byte), np.uint8)
    for place in range(per_byte):
        numbers[:, place::per_byte] = rows >> np.uint8(8 - header.bits * (place + 1)) & np.uint8((1 << header.bits) - 1)
    return np.ascontiguousarray(numbers[:, : header.width])
