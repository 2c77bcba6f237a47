"""Pictures in other formats than PNG: JPEG, small and lossy, and WebP, small and lossless."""

import io
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mazeworks.core.errors import MazeError
from mazeworks.core.memory import afford
from mazeworks.drawing.look import check_sides
from mazeworks.images.decoding import opened

#: By extension: the format's name, and the options of its encoder.
SORTS: dict[str, tuple[str, dict[str, Any]]] = {
    ".jpg": ("JPEG", {"quality": 92, "subsampling": 0}),
    ".jpeg": ("JPEG", {"quality": 92, "subsampling": 0}),
    ".webp": ("WEBP", {"lossless": True, "quality": 40}),
}
#: The most pixels that are converted.
MOST_PIXELS = 400_000_000
#: The most bytes that converting a pixel takes.
PIXEL = 16
#: Where width and height end in a PNG.
SIZE_ENDS = 24


def encoded(parts: Iterable[str | bytes], target: str | Path) -> Iterator[str | bytes]:
    """The pieces of a PNG converted to the format of a target's extension; a PNG is not changed."""
    extension = Path(target).suffix.lower()
    if extension not in SORTS:
        yield from parts
        return
    name, how = SORTS[extension]
    data = bytearray()
    for part in parts:
        begun = len(data) >= SIZE_ENDS
        data += part if isinstance(part, bytes) else part.encode()
        if not begun and len(data) >= SIZE_ENDS:  # refused before the rest is drawn
            width, height = struct.unpack(">II", data[SIZE_ENDS - 8 : SIZE_ENDS])
            check_sides(width, height, extension)
            if width * height > MOST_PIXELS:
                raise MazeError(f"a picture of {width}x{height} pixels is too large for {extension}; .png holds it")
            afford(width * height * PIXEL, f"{width}x{height} pixels as {extension}", "draw it as .png")
    image = opened(data)
    comment = {"comment": str(image.info["Comment"])} if name == "JPEG" and "Comment" in image.info else {}
    file = io.BytesIO()
    fitting = image if image.mode == "RGB" else image.convert("RGB")
    fitting.save(file, name, **how, **comment)
    yield file.getvalue()
