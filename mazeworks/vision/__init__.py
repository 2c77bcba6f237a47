"""Read mazes out of images: `read` is all that other rooms need."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mazeworks.core.errors import FormatError, MazeError

if TYPE_CHECKING:
    from mazeworks.images.decoding import Pixels
    from mazeworks.vision.reading import Reading

__all__ = ["Reading", "read"]


def read(
    image: "Pixels", start: Sequence[int] | None = None, goal: Sequence[int] | None = None, walls: str = "auto"
) -> "Reading":
    """Recognise the maze in an image; FormatError says why there is none.

    start, goal: pixels, for an image that does not show its ends. walls: "dark", "light" or "auto".
    """
    from mazeworks.vision.recognition import recognise

    try:
        return recognise(image, start, goal, walls)
    except (MazeError, MemoryError):
        raise
    except Exception as error:  # a fault of ours, but the file is all that the caller can change
        raise FormatError("no maze was found in this image") from error


def __getattr__(name: str) -> Any:
    """Import `Reading` when it is first used, so that importing this room costs nothing."""
    if name == "Reading":
        from mazeworks.vision.reading import Reading

        return Reading
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
