"""A Tk canvas as an image, drawn from its items, so that no other window gets into it."""

import io
import os
from pathlib import Path
from typing import Any

from mazeworks.core.errors import MazeError


def picture_format(target: str | Path) -> str:
    """The Pillow format for the extension of a file."""
    from PIL import Image

    extension = os.path.splitext(str(target))[1].lower()
    form = Image.registered_extensions().get(extension)
    try:
        # Some formats can be read but not written, or not in colour.
        Image.new("RGB", (8, 8)).save(io.BytesIO(), str(form))
    except Exception:
        raise MazeError(f"{str(target)!r} is not the name of a picture, such as maze.png") from None
    return str(form)


def picture_of(canvas: Any, width: int, height: int) -> Any:
    """The part of a canvas of this size around its middle, as an image: every item, the lowest first."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (width, height), colour(canvas, canvas.cget("bg")))
    pen = ImageDraw.Draw(image)
    for item in canvas.find_all():
        kind = canvas.type(item)
        if kind in ("rectangle", "polygon", "line") and (fill := canvas.itemcget(item, "fill")):
            numbers = canvas.coords(item)
            points = [(x + width / 2, y + height / 2) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            if kind == "line":
                pen.line(points, colour(canvas, fill), round(float(canvas.itemcget(item, "width"))))
            else:
                draw_area(pen, points, colour(canvas, fill))
    return image


def colour(canvas: Any, name: str) -> tuple[int, ...]:
    """Red, green and blue of a colour name, as Tk defines it."""
    return tuple(part >> 8 for part in canvas.winfo_rgb(name))


def draw_area(pen: Any, points: list[tuple[float, float]], fill: tuple[int, ...]) -> None:
    """Draw a polygon; an upright rectangle ends before its last row and column, as on a canvas."""
    across, down = (sorted(numbers) for numbers in zip(*points, strict=True))
    if len(set(across)) == len(set(down)) == 2:
        pen.rectangle([across[0], down[0], across[-1] - 1, down[-1] - 1], fill)
    else:
        pen.polygon(points, fill)
