"""How tests draw a puzzle, and look at what was drawn."""

import io
import re
import warnings
from pathlib import Path
from typing import Any

from PIL import Image

from mazeworks import Puzzle, Solved, load
from mazeworks.core.errors import Note
from mazeworks.core.registry import renderers
from mazeworks.files.targets import pieces


def drawn(renderer: str, puzzle: Puzzle[Any], solution: Any = None, **values: Any) -> bytes:
    parts = pieces(renderers[renderer], Solved.of(puzzle, solution), **values)
    return b"".join(part.encode() if isinstance(part, str) else part for part in parts)


def as_image(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def read_back(path: Path, **options: str) -> Puzzle[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        return load(path, **options)


def pages(data: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", data))
