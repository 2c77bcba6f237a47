"""Outlines of mazes: as text, as an image, and packed into an id."""

import io
import zlib
from functools import cache
from random import Random

import numpy as np

from fuzz.fuzzer import Differs, fuzzer
from fuzz.mutation import mutated_bytes, mutated_text
from fuzz.samples import seeds
from mazeworks.cells.arrangement import Bools
from mazeworks.cells.outline import natural_size, pack, padded_to_minimum, unpack
from mazeworks.core.registry import layouts
from mazeworks.making.making import make
from mazeworks.making.outline_file import mask_in

#: The most cells of a maze that is made inside an outline.
MOST_CELLS = 150


@cache
def _outlines() -> list[bytes]:
    """Texts, packed words, and images of several formats."""
    from PIL import Image

    texts = ["##\n##", " # \n###\n # ", "###\n#.#\n###", "#.#", "#\t#\n##", "é \u2028#\n\x0b#", "#" * 30, "x\n" * 30]
    found = [text.encode() for text in texts] + [pack(np.eye(4, dtype=np.bool_)).encode()]
    shape = Image.fromarray((np.indices((9, 7)).sum(axis=0) % 5 * 60).astype(np.uint8))
    for form, mode in (("PNG", "L"), ("PNG", "RGBA"), ("PNG", "P"), ("GIF", "P"), ("BMP", "1"), ("PPM", "RGB")):
        file = io.BytesIO()
        shape.convert(mode).save(file, form)
        found.append(file.getvalue())
    return found


def make_outline(random: Random) -> bytes:
    """A mutated outline, or marks at random."""
    if random.random() < 0.3:
        width = random.choice((1, 2, 3, 5, 12))
        rows = ("".join(random.choices("#. ", k=width)) for _ in range(random.choice((1, 2, 4, 9))))
        return "\n".join(rows).encode()
    data = random.choice(_kept_outlines())
    if data[:1] == b"~":
        return mutated_text(random, data.decode("utf-8", "replace")).encode("utf-8", "replace")
    return mutated_bytes(random, data, _outlines())


_kept_outlines = seeds("masks", _outlines)


@fuzzer("masks", make_outline)
def try_outline(data: bytes) -> None:
    number = zlib.crc32(data)
    layout = layouts.values()[number // 4 % len(layouts.values())].name
    mask = _outline(data)
    if not np.array_equal(unpack(pack(mask)), mask):
        raise Differs("an outline is another after packing")
    if number % 4:
        return
    width, height = natural_size(padded_to_minimum(mask), layout)
    if width * height <= MOST_CELLS:
        make("wall", None, "prim", number, layout=layout, mask=pack(mask))
    small = 2 + number % 7, 2 + number % 5
    make("wall", small, "prim", number, layout=layout, mask=pack(mask), islands=("make", "largest")[number % 2])


def _outline(data: bytes) -> Bools:
    word = data.decode("utf-8", "replace")
    return unpack(word) if word.startswith("~") else mask_in(data, "mask")
