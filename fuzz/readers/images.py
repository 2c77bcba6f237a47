"""Images: small drawings with structure in every format that is read, and mutated bytes of them."""

import io
import struct
import zlib
from functools import cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fuzz.fuzzer import fuzzer
from fuzz.mutation import mutated_bytes
from fuzz.readers.texts import check_data
from fuzz.samples import puzzles, seeds
from mazeworks.core.facets import structure_of
from mazeworks.drawing.lattice import squares
from mazeworks.files.loading import read_bytes
from mazeworks.images.signatures import PNG_SIGNATURE

Grey = NDArray[np.uint8]
#: Formats as Pillow names them, with the modes that they can hold.
FORMS = {
    "PNG": ("1", "L", "P", "RGB", "RGBA", "LA", "I;16"),
    "GIF": ("P", "L", "1"),
    "BMP": ("1", "L", "RGB"),
    "PPM": ("1", "L", "RGB"),
    "TIFF": ("1", "L", "RGB", "CMYK", "F"),
    "JPEG": ("L", "RGB", "CMYK"),
    "WEBP": ("RGB", "RGBA"),
}


@cache
def _mazes() -> list[NDArray[np.bool_]]:
    """The open squares of wall mazes: some closed, some with openings in the outline."""
    grids = [structure_of(puzzle).as_grid() for puzzle in puzzles()]
    closed = [squares(grid) for grid in grids if grid is not None and grid.width * grid.height <= 20]
    opened = [maze.copy() for maze in closed]
    for maze in opened:
        maze[0, 1] = maze[-1, -2] = True
    return closed[:4] + opened


def make_picture(random: Random) -> Grey:
    """A maze, or shapes, or noise; scaled, cropped, turned, framed, blotted, in some tones."""
    kind = random.randrange(8)
    if kind < 5:
        shape = random.choice(_mazes())
    elif kind < 6:
        shape = np.indices((random.randrange(1, 9), random.randrange(1, 9))).sum(axis=0) % random.choice((2, 3)) == 0
    else:
        few = random.choice((0.1, 0.5, 0.9))
        bits = [random.random() < few for _ in range(random.randrange(1, 100))]
        width = random.randrange(1, len(bits) + 1)
        shape = np.array(bits[: len(bits) // width * width]).reshape(-1, width)
    if shape.size < 160 and random.random() < 0.5:
        shape = np.kron(shape, np.ones((random.choice((1, 2, 3)), random.choice((1, 2, 3))), np.bool_))
    dark, light = random.choice(((0, 255), (0, 255), (0, 255), (255, 0), (100, 130), (7, 7)))
    grey = np.where(shape, np.uint8(light), np.uint8(dark))
    return _spoilt(random, grey)


def _spoilt(random: Random, grey: Grey) -> Grey:
    """Cropped, turned, framed, blotted, with rows left out or doubled."""
    for _ in range(random.choice((0, 0, 1, 1, 2, 3))):
        row, column = random.randrange(grey.shape[0]), random.randrange(grey.shape[1])
        match random.randrange(7):
            case 0 if grey.size > 1:
                grey = grey[: row + 1] if random.random() < 0.5 else grey[:, : column + 1]
            case 1:
                grey = grey.T[::-1]
            case 2:
                grey = np.pad(grey, random.choice((1, 2)), constant_values=random.choice((0, 128, 255)))
            case 3:
                grey = grey.copy()
                grey[row : row + random.choice((1, 2, 9)), column : column + random.choice((1, 2, 9))] = random.choice(
                    (0, 90, 255)
                )
            case 4:
                grey = np.insert(grey, row, grey[row], axis=0)
            case 5:
                noise = np.frombuffer(random.randbytes(grey.size), np.uint8).reshape(grey.shape) % 40
                grey = np.where(grey > 127, grey - noise, grey + noise).astype(np.uint8)
            case _:
                grey = grey[:, ::-1]
    return np.ascontiguousarray(grey[:60, :60])


def encoded(grey: Grey, form: str, mode: str, **options: Any) -> bytes:
    """A picture as a file."""
    from PIL import Image

    image = Image.fromarray(grey.astype(np.uint16) * 257) if mode == "I;16" else Image.fromarray(grey).convert(mode)
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


def make_image(random: Random) -> bytes:
    """A file: a picture, mostly in plain PNG; its bytes are mutated now and then, with right check sums in PNG."""
    if _kept_images() and random.random() < 0.05:
        data = random.choice(_kept_images())
    else:
        form = "PNG" if random.random() < 0.6 else random.choice(list(FORMS))
        mode = random.choice(("1", "L") if form == "PNG" and random.random() < 0.5 else FORMS[form])
        options: dict[str, Any] = {"lossless": True} if form == "WEBP" else {}
        data = encoded(make_picture(random), form, mode, **options)
    if random.random() < 0.65:
        return data
    if data.startswith(PNG_SIGNATURE) and random.random() < 0.8:
        return mutated_png(random, data)
    return mutated_bytes(random, data)


_kept_images = seeds("images", list[bytes])


def chunks_of(data: bytes) -> list[tuple[bytes, bytes]]:
    """The chunks of a PNG file, as far as they are whole."""
    found, place = [], len(PNG_SIGNATURE)
    while place + 12 <= len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        found.append((data[place + 4 : place + 8], data[place + 8 : place + 8 + length]))
        place += 12 + length
    return found


def mutated_png(random: Random, data: bytes) -> bytes:
    """A PNG file with chunks left out, doubled, moved or mutated, pixels before they are packed; all sums are right."""
    chunks = chunks_of(data)
    if not chunks:
        return mutated_bytes(random, data)
    place = random.randrange(len(chunks))
    name, content = chunks[place]
    match random.randrange(6):
        case 0:
            del chunks[place]
        case 1:
            chunks.insert(random.randrange(len(chunks)), chunks[place])
        case 2:
            name = random.choice((b"tRNS", b"PLTE", b"IDAT", b"iTXt", b"zTXt", b"gAMA", b"eXIf", b"acTL", b"fcTL"))
            chunks.insert(place, (name, random.randbytes(random.choice((0, 1, 3, 6, 26)))))
        case 3 if name == b"IDAT":
            chunks[place] = name, _repacked(random, content)
        case _:
            chunks[place] = name, mutated_bytes(random, content)
    return PNG_SIGNATURE + b"".join(map(_chunk, chunks))


def _repacked(random: Random, content: bytes) -> bytes:
    try:
        return zlib.compress(mutated_bytes(random, zlib.decompress(content)), 1)
    except zlib.error:
        return content[: random.randrange(len(content) + 1)]


def _chunk(chunk: tuple[bytes, bytes]) -> bytes:
    name, content = chunk
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


@fuzzer("images", make_image)
def try_image(data: bytes) -> None:
    puzzle = read_bytes(data, "an image", max_pixels=20_000) if _is_image(data) else read_bytes(data, "an image")
    check_data(puzzle)


def _is_image(data: bytes) -> bool:
    from mazeworks.core.registry import formats

    return any(form.binary and form.sniff(data) for form in formats.values())
