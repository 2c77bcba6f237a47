"""Pictures as other sorts of files than PNG: JPEG, small and not quite exact, and WebP, small and exact."""

import io
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mazeworks.core.errors import MazeError

#: By extension, what a file is called, the most pixels along a side, and how it is saved: all colours in full.
SORTS: dict[str, tuple[str, int, dict[str, Any]]] = {
    ".jpg": ("JPEG", 65_500, {"quality": 92, "subsampling": 0}),
    ".jpeg": ("JPEG", 65_500, {"quality": 92, "subsampling": 0}),
    ".webp": ("WEBP", 16_383, {"lossless": True, "quality": 40}),
}
#: The most pixels that are turned into another sort of file.
MOST_PIXELS = 400_000_000
#: Where width and height end in a PNG.
SIZE_ENDS = 24


def encoded(parts: Iterable[str | bytes], target: str | Path) -> Iterator[str | bytes]:
    """The pieces of a PNG as the sort of file that a target's extension names; where that is PNG, as they are."""
    extension = Path(target).suffix.lower()
    if extension not in SORTS:
        yield from parts
        return
    from PIL import Image

    name, longest, how = SORTS[extension]
    data = bytearray()
    for part in parts:
        begun = len(data) >= SIZE_ENDS
        data += part if isinstance(part, bytes) else part.encode()
        if not begun and len(data) >= SIZE_ENDS:  # refused before all the rest is drawn
            width, height = struct.unpack(">II", data[SIZE_ENDS - 8 : SIZE_ENDS])
            if max(width, height) > longest or width * height > MOST_PIXELS:
                raise MazeError(f"a picture of {width}x{height} pixels is too large for {extension}; .png holds it")
    before, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None  # the limit here is ours
    try:
        image = Image.open(io.BytesIO(data))
    finally:
        Image.MAX_IMAGE_PIXELS = before
    told = {"comment": str(image.info["Comment"])} if name == "JPEG" and "Comment" in image.info else {}
    file = io.BytesIO()
    image.convert("RGB").save(file, name, **how, **told)
    yield file.getvalue()
