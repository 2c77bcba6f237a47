"""Images in: decoded into arrays, with a limit on pixels that is checked before anything is decoded."""

import io
import logging
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import FormatError, MazeError, Note
from mazeworks.core.grid import Bytes
from mazeworks.core.memory import afford, check_count
from mazeworks.core.progress import checked
from mazeworks.images.png import Chunks, check_pixels, chunks, plain_header, plain_rows, unpacked
from mazeworks.images.signatures import PNG_SIGNATURE

if TYPE_CHECKING:
    from PIL.Image import Image

T = TypeVar("T", bound=np.generic)

#: The most pixels that are decoded by default.
MOST_PIXELS = 1 << 28
#: Bytes of memory per pixel to decode an image: by Pillow, WebP, whose decoder holds several copies, and a plain PNG.
PILLOW_BYTES, WEBP_BYTES, PLAIN_BYTES = 14, 24, 4
#: The formats that are read, by their names in Pillow.
READ = ("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP", "PPM")
#: The brightness of red, green and blue, in 256ths.
BRIGHTNESS = np.array([77, 150, 29], np.uint16)
_RED, _GREEN, _BLUE = BRIGHTNESS
#: Greys that differ by less than this are hardly distinct.
HARDLY = 8
#: Colours of fewer pixels are read by Pillow, which is there sooner than a kernel is loaded.
MANY = 1 << 18
#: Rows processed at a time, and pixels of an image that Pillow holds.
BAND, PIECE = 256, 1 << 18
#: What decoders say about truncated data.
ENDED = ("truncated", "EOF", "unpack requires")

BLACK, WHITE = [0, 0, 0], [255, 255, 255]
#: Held while settings of the whole process are changed, which two threads might restore in the wrong order.
_settings = threading.RLock()
#: Keeps what Pillow logs off standard error: our one sentence says it. Handlers of the caller still get it.
_quiet = logging.NullHandler()


class ImageNote(Note):
    """How an image was read."""


@dataclass
class Pixels:
    """A decoded image: a number per pixel, with a palette, or greys or colours themselves."""

    #: `[y, x]`, or `[y, x, 3]` for red, green and blue themselves.
    numbers: Bytes
    #: Red, green, blue of each number, `[256, 3]`; None where numbers are greys or colours themselves.
    palette: Bytes | None = None

    @property
    def shape(self) -> tuple[int, int]:
        return self.numbers.shape[0], self.numbers.shape[1]

    @property
    def plain_grey(self) -> bool:
        """Whether numbers are greys themselves."""
        return self.palette is None and self.numbers.ndim == 2

    @cached_property
    def grey(self) -> Bytes:
        """Brightness, `[y, x]`."""
        return self.numbers if self.plain_grey else self._measured(brightness)

    @cached_property
    def chroma(self) -> Bytes | None:
        """The distance from grey, `[y, x]`; None for an image without colours."""
        return None if self.plain_grey else self._measured(spread)

    def _measured(self, measure: Callable[[Bytes], Bytes]) -> Bytes:
        return measure(self.numbers) if self.palette is None else measure(self.palette)[self.numbers]

    def each(self, measure: Callable[[NDArray[np.int32]], NDArray[T]]) -> NDArray[T]:
        """A function of the colours, `[..., 3]`, of all pixels."""
        if self.numbers.ndim == 2:
            return measure(self.table.astype(np.int32))[self.numbers]
        return np.concatenate([measure(band.astype(np.int32)) for band in checked(list(_bands(self.numbers)))])

    @property
    def table(self) -> Bytes:
        """The colour of each number, `[256, 3]`."""
        return np.repeat(np.arange(256, dtype=np.uint8)[:, None], 3, axis=1) if self.palette is None else self.palette

    def colours_at(self, x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.int32]:
        """Red, green and blue of some pixels."""
        numbers = self.numbers[y, x]
        colours: Bytes = numbers if self.numbers.ndim == 3 else self.table[numbers]
        return colours.astype(np.int32)

    def forget(self) -> None:
        """Drop cached arrays, which take as much memory as the image."""
        for name in ("grey", "chroma"):
            self.__dict__.pop(name, None)

    def rgb(self) -> Bytes:
        """A copy in full colour, `[y, x, 3]`."""
        return self.numbers.copy() if self.numbers.ndim == 3 else self.table[self.numbers]

    @cached_property
    def histogram(self) -> NDArray[np.int64]:
        """The number of pixels of each grey."""
        numbers = self.grey if self.numbers.ndim == 3 else self.numbers
        counts = np.zeros(256, np.int64)
        for band in _bands(numbers):  # because counting makes wide copies
            counts += np.bincount(band.reshape(-1), minlength=256)
        return np.bincount(brightness(self.table), counts, minlength=256).astype(np.int64)


#: The number of set bits in a byte.
ONES = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).sum(axis=1, dtype=np.uint8)


class Bits(Pixels):
    """An image in two colours, black and white by default: one bit per pixel, rows padded with 0, unpacked on use."""

    def __init__(self, bits: Bytes, width: int, colours: Bytes | None = None) -> None:
        self.bits, self.width = bits, width
        self.colours = np.array([BLACK, WHITE], np.uint8) if colours is None else colours
        self.greys = brightness(self.colours)

    @property
    def shape(self) -> tuple[int, int]:
        return self.bits.shape[0], self.width

    @property
    def grey(self) -> Bytes:
        greys = np.unpackbits(self.bits, axis=1, count=self.width)
        greys *= np.uint8((int(self.greys[1]) - int(self.greys[0])) % 256)  # it may wrap around, and wraps back
        greys += self.greys[0]
        return greys

    numbers = grey
    palette = None

    def rgb(self) -> Bytes:
        return self.colours[np.unpackbits(self.bits, axis=1, count=self.width)]

    @cached_property
    def histogram(self) -> NDArray[np.int64]:
        """The number of pixels of each grey."""
        ones = sum(int(ONES[band].sum(dtype=np.int64)) for band in np.array_split(self.bits, 8))
        counts = np.zeros(256, np.int64)
        counts[self.greys] = self.shape[0] * self.width - ones, ones
        return counts


def brightness(colours: Bytes) -> Bytes:
    """The brightness of colours, `[..., 3]`."""
    return _in_bands(colours, lambda red, green, blue: red * _RED + green * _GREEN + blue * _BLUE >> 8)


def spread(colours: Bytes) -> Bytes:
    """The distance of colours from grey, `[..., 3]`."""
    return _in_bands(
        colours,
        lambda red, green, blue: np.maximum(np.maximum(red, green), blue) - np.minimum(np.minimum(red, green), blue),
    )


def _in_bands(colours: Bytes, measure: Callable[[Bytes, Bytes, Bytes], NDArray[Any]]) -> Bytes:
    """A function of red, green and blue, some rows at a time, because it makes wide copies."""
    out = np.empty(colours.shape[:-1], np.uint8)
    for band, into in zip(_bands(colours), _bands(out), strict=True):
        into[...] = measure(band[..., 0], band[..., 1], band[..., 2])
    return out


def _bands(rows: Bytes) -> Iterator[Bytes]:
    """The rows of an image, some at a time."""
    for first in range(0, len(rows), BAND):
        yield rows[first : first + BAND]


def in_bits(pixels: Pixels) -> Pixels:
    """The image as one bit per pixel, if it has two colours that differ in brightness."""
    if isinstance(pixels, Bits) or not pixels.numbers.size:
        return pixels
    numbers = pixels.numbers
    first, other = numbers[0, 0], None
    some = numbers[:: max(1, len(numbers) // 60), :: max(1, numbers.shape[1] // 60)]
    if len(np.unique(some.reshape(-1, *numbers.shape[2:]), axis=0)) > 2:
        return pixels
    bits = []
    for band in _bands(numbers):
        differs = _unlike(band, first)
        if other is None and differs.any():
            other = band[np.unravel_index(differs.argmax(), differs.shape)]
        if other is not None and (differs & _unlike(band, other)).any():
            return pixels
        bits.append(np.packbits(differs, axis=1))
    if other is None:
        return pixels
    pair = np.stack([first, other])
    colours: Bytes = pair if numbers.ndim == 3 else pixels.table[pair]
    return Bits(np.concatenate(bits), numbers.shape[1], colours) if _differ(*colours.astype(np.int64)) else pixels


def _differ(one: NDArray[np.int64], other: NDArray[np.int64]) -> bool:
    """Whether two colours differ in brightness rather than in hue."""
    grey = abs(int((one - other) @ BRIGHTNESS.astype(np.int64)) >> 8)
    return grey > 0 and (grey > HARDLY or np.ptp(one - other) <= 2 * grey)


def _unlike(band: Bytes, colour: Bytes) -> NDArray[np.bool_]:
    """Which pixels of a band differ from a colour."""
    parts = zip(np.moveaxis(band, 2, 0), colour, strict=True) if band.ndim == 3 else [(band, colour)]
    unlike = np.zeros(band.shape[:2], np.bool_)
    for numbers, number in parts:  # because `any` along so short an axis takes ten times as long
        unlike |= numbers != number
    return unlike


def decode(data: bytes, most_pixels: int = MOST_PIXELS) -> Pixels:
    """The pixels of an image file; of an animation the first picture."""
    found = chunks(data) if data.startswith(PNG_SIGNATURE) else None
    quick = None if found is None else _quickly(found, most_pixels)
    return in_bits(_by_pillow(data, found, most_pixels) if quick is None else quick)


def _by_pillow(data: bytes, found: Chunks | None, most_pixels: int) -> Pixels:
    """The pixels as Pillow decodes them; `found` has the chunks of a PNG."""
    from PIL import ImageOps

    with _one_sentence("header"):
        image = opened(data)
        _check_size(image.width, image.height, most_pixels, decoding_bytes(image, data))
    if found is not None:
        check_pixels(found)  # Pillow skips their check sum
    with _one_sentence("data"):
        frames = getattr(image, "n_frames", 1)
        if frames > 1:
            ImageNote(f"the image has {frames} pictures; the first was read").give()
        strips = [tile.extents[3] for tile in getattr(image, "tile", ()) if tile.extents]
        # Pillow would leave the rows black that no strip of a TIFF holds; a GIF may well be larger than its picture.
        if image.format == "TIFF" and max(strips, default=0) < image.height:
            raise FormatError("the image is cut off or corrupt: its data ends too early")
        image.load()
        ImageOps.exif_transpose(image, in_place=True)  # a photograph is rotated as its camera was held
        return _as_arrays(image)


def opened(data: bytes | bytearray) -> "Image":
    """An image file as Pillow opens it, but without its limit on pixels, because ours applies."""
    from PIL import Image

    logging.getLogger("PIL").addHandler(_quiet)
    with _settings:
        before, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
        try:
            return Image.open(io.BytesIO(data), formats=READ)
        finally:
            Image.MAX_IMAGE_PIXELS = before


def decoding_bytes(image: "Image", data: bytes) -> int:
    """The bytes of memory to decode an image that Pillow has opened; of WebP, its decoder copies the file."""
    webp = image.format == "WEBP"
    return image.width * image.height * (WEBP_BYTES if webp else PILLOW_BYTES) + webp * len(data)


def _check_size(width: int, height: int, most_pixels: int, needed: int) -> None:
    check_count("pixels", width * height, f"{width}x{height} pixels")  # first, because no option raises this limit
    if width * height > most_pixels:
        raise FormatError(
            f"the image has {width}x{height} pixels, more than {most_pixels}", "--max-pixels raises the limit"
        )
    afford(needed, f"{width}x{height} pixels", "try a smaller image")


def _quickly(found: Chunks, most_pixels: int) -> Pixels | None:
    """The pixels of a plain PNG; None for others, and for small ones in colour."""
    header = plain_header(found)
    if header is None:
        return None
    each = PLAIN_BYTES if header.samples == 1 else PILLOW_BYTES
    _check_size(header.width, header.height, most_pixels, each * header.width * header.height)
    if header.samples > 1 and header.width * header.height < MANY:
        return None
    rows = plain_rows(found, header)
    colours = None if header.palette is None else header.palette[:2].tolist()
    if header.bits == 1 and colours in (None, [BLACK, WHITE], [WHITE, BLACK]):
        bits = ~rows if colours == [WHITE, BLACK] else np.ascontiguousarray(rows)
        bits[:, -1] &= np.uint8(256 - (1 << -header.width % 8))
        return Bits(bits, header.width)
    numbers = unpacked(rows, header)
    if header.samples > 1:
        return Pixels(_opaque(numbers))
    if header.palette is not None:
        return Pixels(numbers, header.palette)
    if header.bits < 8:
        numbers *= np.uint8(255 // ((1 << header.bits) - 1))
    return Pixels(numbers)


def _opaque(numbers: Bytes) -> Bytes:
    """The colours of pixels, `[y, x, 3]`; where some are transparent, on white paper."""
    from PIL import Image

    if numbers.shape[2] == 3:
        return numbers
    if numbers.shape[2] == 4 and all((band[..., 3] == 255).all() for band in _bands(numbers)):
        return numbers[..., :3]
    return _on_white(Image.fromarray(numbers))


@contextmanager
def _one_sentence(what: str) -> Iterator[None]:
    """Any error of a decoder as one sentence."""
    try:
        with _settings, warnings.catch_warnings():
            warnings.filterwarnings("ignore", module="PIL")
            yield
    except (MazeError, MemoryError):
        raise
    except Exception as error:  # decoders fail in many ways on invalid data
        early = isinstance(error, EOFError) or any(word in str(error) for word in ENDED)
        why = f"its {what} ends too early" if early else f"its {what} makes no sense"
        raise FormatError(f"the image is cut off or corrupt: {why}") from error


def _as_arrays(image: "Image") -> Pixels:
    if image.mode == "P" and "transparency" not in image.info:
        table = np.zeros((256, 3), np.uint8)
        colours = np.array(image.getpalette("RGB"), np.uint8).reshape(-1, 3)
        table[: len(colours)] = colours
        return Pixels(np.asarray(image), table)
    if image.mode in ("1", "L", "RGB") and "transparency" in image.info:
        return Pixels(_on_white(image))
    if image.mode == "1":
        return Bits(np.packbits(np.asarray(image), axis=1), image.width)
    if image.mode.startswith("I"):
        shift = 8 if any(np.asarray(image.crop(box)).max() > 255 for box in _boxes(image)) else 0
        return Pixels(_filled(image, lambda piece: (np.asarray(piece) >> shift).clip(0, 255)))
    if image.mode in ("L", "RGB"):
        return Pixels(_filled(image, np.asarray))
    if image.mode in ("LA", "PA", "RGBA", "La", "RGBa") or "transparency" in image.info:
        return Pixels(_on_white(image))
    return Pixels(_filled(image, lambda piece: np.asarray(piece.convert("RGB"))))


def _filled(image: "Image", measure: Callable[["Image"], NDArray[Any]]) -> Bytes:
    """A function of all pixels, in pieces, because Pillow and numpy copy what they convert."""
    depth = measure(image.crop((0, 0, 1, 1))).shape[2:]
    numbers = np.empty((image.height, image.width, *depth), np.uint8)
    for left, top, right, bottom in _boxes(image):
        numbers[top:bottom, left:right] = measure(image.crop((left, top, right, bottom)))
    return numbers


def _boxes(image: "Image") -> Iterator[tuple[int, int, int, int]]:
    """The left, top, right and bottom of pieces of an image."""
    width = min(image.width, PIECE)
    height = PIECE // max(1, width)
    for top in range(0, image.height, height):
        for left in range(0, image.width, width):
            yield left, top, min(left + width, image.width), min(top + height, image.height)


def _on_white(image: "Image") -> Bytes:
    """The colours of an image with transparent parts as white paper."""
    numbers = _filled(image, _on_paper)
    if any((band != numbers[0, 0]).any() for band in _bands(numbers)):
        return numbers
    return _filled(image, _shape)  # white on nothing: draw it in black


def _on_paper(piece: "Image") -> Bytes:
    from PIL import Image

    seen = piece.convert("RGBA")
    return np.asarray(Image.alpha_composite(Image.new("RGBA", seen.size, "white"), seen).convert("RGB"))


def _shape(piece: "Image") -> Bytes:
    """What is transparent in white, the rest in black."""
    from PIL import ImageOps

    return np.asarray(ImageOps.invert(piece.convert("RGBA").getchannel("A")).convert("RGB"))
