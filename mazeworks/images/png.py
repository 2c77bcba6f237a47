"""PNG files: written in bands of rows, and read where plain: up to 8 bits per number, not interlaced."""

import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mazeworks.core.errors import FormatError
from mazeworks.core.grid import Bytes
from mazeworks.images.signatures import PNG_SIGNATURE
from mazeworks.kernels.images.unfilter import unfilter

#: Bytes compressed at a time; workers share bands of this size.
BAND = 1 << 22
#: Light compression: the rows of a maze repeat so often that more effort gains little.
LEVEL = 1
#: Chunks that every decoder has to know, and those of the others that change what is read: transparency, how a camera
#: was held, and further pictures. With any of these an image is not plain.
NEEDED, TELLING = {b"IHDR", b"PLTE", b"IDAT", b"IEND"}, {b"tRNS", b"eXIf", b"acTL", b"fcTL", b"fdAT"}
GREY, PALETTE = 0, 3
#: A header: width, height, bits per number, colour type, and the methods of packing, filtering and interlacing.
HEADER = ">IIBBBBB"
#: The name and the data of each chunk.
Chunks = list[tuple[bytes, memoryview]]
#: Numbers per pixel for each colour type: grey, red-green-blue, palette, and two with transparency.
SAMPLES = {GREY: 1, 2: 3, PALETTE: 1, 4: 2, 6: 4}
#: The passes of an interlaced image: first column, first row, and the steps across and down.
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
#: The most bytes decompressed at a time, and those fed at a time.
PIECE, FED = 1 << 20, 1 << 16
#: The most bytes that may follow the pixels in the compressed data.
SPARE = 1 << 20


# --- writing


def packed(rows: Bytes, bits: int) -> Bytes:
    """Palette numbers, one per byte, as rows of 1, 2 or 4 bits per pixel; with 8 bits the rows unchanged."""
    if bits == 8:
        return rows
    if bits == 1:
        return np.packbits(rows, axis=1)
    per_byte = 8 // bits
    out = np.zeros((rows.shape[0], -(-rows.shape[1] // per_byte)), np.uint8)
    for place in range(per_byte):
        part = rows[:, place::per_byte]
        out[:, : part.shape[1]] |= part << np.uint8(8 - bits * (place + 1))
    return out


def png(
    width: int,
    height: int,
    bands: Iterable[Bytes],
    palette: Sequence[Sequence[int]] | None = None,
    texts: dict[str, str] | None = None,
) -> Iterator[bytes]:
    """A PNG file, in pieces; bands are `[rows, width]` of palette numbers, or `[rows, width, 3]` without a palette."""
    bits = 8 if palette is None else next(bits for bits in (1, 2, 4, 8) if len(palette) <= 1 << bits)
    yield PNG_SIGNATURE
    yield chunk(b"IHDR", struct.pack(HEADER, width, height, bits, 2 if palette is None else 3, 0, 0, 0))
    for word, text in (texts or {}).items():
        yield chunk(b"iTXt", word.encode("latin-1") + b"\0\0\0\0\0" + text.encode())
    if palette is not None:
        yield chunk(b"PLTE", bytes(value for colour in palette for value in colour))
    rows = (packed(band, bits).reshape(len(band), -1) for band in bands)
    for data in _deflated(np.pad(row, ((0, 0), (1, 0))) for row in rows):  # each begins with 0, for "not filtered"
        yield chunk(b"IDAT", data)
    yield chunk(b"IEND", b"")


def chunk(name: bytes, data: bytes) -> bytes:
    """A length, a name, the data and their check sum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(name)))


def _deflated(bands: Iterator[Bytes]) -> Iterator[bytes]:
    """One zlib stream over all bands; each is a separate run of blocks, so that workers can share them."""
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


# --- reading


@dataclass
class Header:
    """Size, bits per number, numbers per pixel, and colours of a plain PNG."""

    width: int
    height: int
    bits: int
    samples: int
    palette: Bytes | None

    @property
    def row_bytes(self) -> int:
        """Bytes of a row, its filter included."""
        return 1 + (self.width * self.bits * self.samples + 7) // 8


def chunks(data: bytes) -> Chunks:
    """The chunks of a PNG; FormatError if the file is cut off, damaged, or not in order."""
    found = list(_chunks(data))
    names = [name for name, _ in found]
    pixels = [place for place, name in enumerate(names) if name == b"IDAT"]
    palettes = [body for name, body in found if name == b"PLTE"]
    if names[0] != b"IHDR" or len(found[0][1]) != 13 or names.count(b"IHDR") > 1:
        raise FormatError("the image is corrupt: it does not begin with its only header")
    if pixels and pixels[-1] - pixels[0] >= len(pixels):
        raise FormatError("the image is corrupt: something lies between its pixels")
    if found[0][1][9] == PALETTE and (len(palettes) != 1 or not 0 < len(palettes[0]) <= 768 or len(palettes[0]) % 3):
        raise FormatError("the image is corrupt: it has no palette, or one that makes no sense")
    return found


def _chunks(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    view, place = memoryview(data), len(PNG_SIGNATURE)
    while place < len(data):
        end = place + 8 + int.from_bytes(view[place : place + 4], "big")
        if end + 4 > len(data):
            break
        if zlib.crc32(view[place + 4 : end]) != int.from_bytes(view[end : end + 4], "big"):
            raise FormatError(f"the image is corrupt: a check sum is wrong near byte {place}")
        name = bytes(view[place + 4 : place + 8])
        yield name, view[place + 8 : end]
        if name == b"IEND":
            return
        place = end + 4
    raise FormatError(f"the image is cut off after {len(data)} bytes")


def check_pixels(found: Chunks) -> None:
    """Refuse a PNG whose pixels are cut off or damaged."""
    width, height, bits, colour, _, _, interlaced = struct.unpack(HEADER, found[0][1])
    expected = _packed(width, height, bits * SAMPLES.get(colour, 0), bool(interlaced))
    row, place = max(1, expected if interlaced else expected // max(1, height)), 0
    for piece in inflated(pixels_in(found), expected):
        filters = np.frombuffer(piece, np.uint8)[-place % row : max(0, expected - place) : row]
        if filters.max(initial=0) > 4:
            raise _unknown_filter(-(-place // row) + int((filters > 4).argmax()))
        place += len(piece)


def _unknown_filter(row: int) -> FormatError:
    return FormatError(f"the image is corrupt: row {row} has an unknown filter")


def _packed(width: int, height: int, bits: int, interlaced: bool) -> int:
    """The number of bytes of an image before compression, the filter of each row included."""
    total = 0
    for x, y, across, down in PASSES if interlaced else ((0, 0, 1, 1),):
        columns, rows = -(-max(0, width - x) // across), -(-max(0, height - y) // down)
        total += rows * (1 + (columns * bits + 7) // 8) if columns else 0
    return total


def inflated(parts: list[memoryview], expected: int) -> Iterator[bytes]:
    """The decompressed data of parts, in pieces; FormatError if it is too short or far too long, or damaged."""
    unpacker, total = zlib.decompressobj(), 0
    for fed in (part[first : first + FED] for part in parts for first in range(0, len(part), FED)):
        waiting: bytes | memoryview = fed
        while waiting and not unpacker.eof:
            piece = _unpacked(unpacker, waiting)
            total += len(piece)
            if total > expected + SPARE:
                raise FormatError("the image is corrupt: it holds far more data than its pixels need")
            yield piece
            waiting = unpacker.unconsumed_tail
    if total < expected:
        raise FormatError(f"the image is cut off: {total} of {expected} bytes of pixels are there")
    if not unpacker.eof:
        raise FormatError("the image is corrupt: the check sum after its pixels is missing")


def _unpacked(unpacker: Any, packed: bytes | memoryview) -> bytes:
    """The next piece of decompressed data."""
    try:
        piece: bytes = unpacker.decompress(packed, PIECE)
    except zlib.error as error:
        wrong = "the check sum after its pixels is wrong" if "data check" in str(error) else "its data makes no sense"
        raise FormatError(f"the image is corrupt: {wrong}") from None
    return piece


def pixels_in(found: Chunks) -> list[memoryview]:
    """The parts of the compressed pixels."""
    return [body for name, body in found if name == b"IDAT"]


def plain_header(found: Chunks) -> Header | None:
    """The header of a plain PNG with its palette, or None."""
    if any(name in TELLING or (name not in NEEDED and name[0] < ord("a")) for name, _ in found):
        return None
    width, height, bits, colour, packing, filtering, interlaced = struct.unpack(HEADER, found[0][1])
    able = bits in (1, 2, 4, 8) and (bits == 8 or SAMPLES.get(colour) == 1) and colour in SAMPLES
    if not (able and width and height) or packing or filtering or interlaced:
        return None
    palette = None
    if colour == PALETTE:
        colours = np.frombuffer(dict(found)[b"PLTE"], np.uint8).reshape(-1, 3)
        palette = np.zeros((256, 3), np.uint8)
        palette[: len(colours)] = colours
    return Header(width, height, bits, SAMPLES[colour], palette)


def plain_rows(found: Chunks, header: Header) -> Bytes:
    """The packed rows of a plain PNG."""
    rows = _rows(pixels_in(found), header)
    filtered = rows[:, 0].any()
    wrong = unfilter(rows.reshape(-1), header.row_bytes, header.height, header.samples) if filtered else -1
    if wrong >= 0:
        raise _unknown_filter(wrong)
    return rows[:, 1:]


def _rows(parts: list[memoryview], header: Header) -> Bytes:
    """The rows as they were filtered."""
    expected, filled = header.row_bytes * header.height, 0
    rows = np.empty(expected, np.uint8)
    for piece in inflated(parts, expected):
        rows[filled : filled + len(piece)] = np.frombuffer(piece, np.uint8)[: max(0, expected - filled)]
        filled += len(piece)
    return rows.reshape(header.height, header.row_bytes)


def unpacked(rows: Bytes, header: Header) -> Bytes:
    """The number of each pixel, `[y, x]`, or its numbers, `[y, x, samples]`."""
    if header.samples > 1:
        return rows.reshape(header.height, header.width, header.samples)
    if header.bits == 8:
        return np.ascontiguousarray(rows)
    if header.bits == 1:
        return np.unpackbits(rows, axis=1, count=header.width)
    per_byte = 8 // header.bits
    numbers = np.empty((header.height, rows.shape[1] * per_byte), np.uint8)
    for place in range(per_byte):
        numbers[:, place::per_byte] = rows >> np.uint8(8 - header.bits * (place + 1)) & np.uint8((1 << header.bits) - 1)
    return np.ascontiguousarray(numbers[:, : header.width])
