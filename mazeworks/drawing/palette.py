"""Colours: names, the themes that give each role of a scene its colour, and gradients that look even."""

import colorsys
import zlib
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.parameters import Parameter

#: Usual colours for names, lighter than black and readable on white.
NAMED = {"teal": "#12827c", "cyan": "#1797a6", "turquoise": "#1aa391", "aqua": "#1797a6", "magenta": "#c2329c"}
NAMED |= {"fuchsia": "#c2329c", "pink": "#e26fa5", "violet": "#7b4fd0", "indigo": "#4b3fb5", "navy": "#2b4a9b"}
NAMED |= {"brown": "#8a5a2b", "maroon": "#93303f", "olive": "#7a7a1c", "lime": "#5f9e12", "gold": "#b98a00"}
NAMED |= {"grey": "#7b8491", "gray": "#7b8491", "silver": "#98a1ae"}
#: The greatest luminance, of 1 for white, at which a colour stands out from white.
LIGHTEST = 0.28


@cache
def known_colours() -> dict[str, str]:
    """The exact colours of web pages by name, as `#rrggbb`.

    >>> known_colours()["rebeccapurple"]
    '#663399'
    """
    from PIL.ImageColor import colormap, getrgb

    return {name: written(getrgb(name)) for name in colormap}


def named_colour(name: str) -> str:
    """The colour of a name as `#rrggbb`: the usual one, or one computed from the name.

    >>> named_colour("Teal"), named_colour("zyx") == named_colour("zyx") != named_colour("xyz")
    ('#12827c', True)
    """
    if name.lower() in NAMED:
        return NAMED[name.lower()]
    # A checksum spreads similar names over the hues and a few lightnesses.
    number = zlib.crc32(name.lower().encode())
    hue, lightness = number % 360 / 360, (0.36, 0.44, 0.52)[number // 360 % 3]
    while _luminance(colour := colorsys.hls_to_rgb(hue, lightness, 0.62)) > LIGHTEST:
        lightness -= 0.02
    return written([round(255 * part) for part in colour])


RGB = tuple[int, int, int]

#: The colours that a puzzle itself names (`line:blue`), distinct on paper and on a screen; those of a user are exact.
NAMES = {"black": "20242b", "white": "ffffff", "grey": "8a93a1", "silver": "d5dae2", "red": "d2342b"}
NAMES |= {"orange": "e2711d", "yellow": "d99a00", "green": "2e8b4a", "cyan": "1797a6", "blue": "2a62c9"}
NAMES |= {"purple": "8446b0", "pink": "e26fa5", "brown": "8a5a2b"}

#: The colour of each role. Start and goal differ in lightness, not in hue alone, and neither looks like a wall.
_TABLE = """
role        light      dark       print      blueprint
background  ffffff     12161d     ffffff     10406f
wall        1b2330     d9e0ea     000000     eaf3fc
path        d2342b     ff6f61     7a7a7a     ffd166
start       1f8a4c     37c978     444444     59c98f
goal        c98500     f5c03a     8c8c8c     ffb0c8
cell        eef1f5     232a35     f2f2f2     1b4f85
text        1b2330     e8edf4     000000     ffffff
faint       c4cbd6     4a5464     bbbbbb     5f8dbd
seen        d3e3f8     22406b     e4e4e4     2a669f
black       -          9aa5b5     -          a3bad3
blue        -          6d9bf1     -          8fc1ff
orange      -          -          -          ff9d4d
yellow      b07d00     -          b07d00     ffd166
purple      -          bd8be0     -          d2a6ff
red         -          ff6459     -          ff8578
green       -          45b86c     -          7ee0b0
white       b4bcc8     ffffff     b4b4b4     ffffff
"""
_HEAD, *_ROWS = (line.split() for line in _TABLE.strip().splitlines())
THEMES: dict[str, dict[str, str]] = {
    theme: {row[0]: row[column] for row in _ROWS if row[column] != "-"} for column, theme in enumerate(_HEAD) if column
}

#: The stops of the gradient of distances, from blue to yellow, light enough for dark walls; and dark for light walls.
DISTANCES = (
    ("7f9df0", "52b0df", "4fc7b0", "93d980", "e8e565", "fff6bf"),
    ("2a1c63", "2b3c94", "175c85", "10725c", "4b7820", "7d6f12"),
)
#: The stops of the gradient of a path over an image, too light to look like a wall.
ALONG = ("35c3ff", "b8a6ff", "ff9db4")
#: The number of different colours of tasks, after which they begin anew; and their lightness, for dark and light walls.
TASK_COLOURS, TASK_LIGHTNESS = 144, (0.8, 0.3)
#: A pale colour is this many of three steps from the full colour to the background; ground is halfway.
PALE = 2


def parse_colour(text: str) -> RGB | None:
    """Red, green and blue of a name of web pages, or of three or six hexadecimal digits with or without `#`.

    >>> parse_colour("#f80"), parse_colour("red"), parse_colour("reddish")
    ((255, 136, 0), (255, 0, 0), None)
    """
    return _of_digits(text) or (None if text[:1] in ("", "#") else _of_digits(known_colours().get(text.lower(), "")))


def _of_digits(text: str) -> RGB | None:
    digits = text.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    if len(digits) != 6 or not set(digits) <= set("0123456789abcdefABCDEF"):
        return None
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


class ColourParameter(Parameter):
    """A colour by name or as `#rrggbb`, kept as written; the drawing replaces an empty text."""

    def _good(self, value: Any) -> bool:
        return isinstance(value, str) and (not value or parse_colour(value) is not None)

    def known(self) -> Iterable[str]:
        return known_colours()


class Palette:
    """The colours of a drawing: those of a theme, some of them replaced."""

    def __init__(self, theme: str = "light", **instead: str) -> None:
        chosen = {role: digits for role, digits in instead.items() if digits}
        self._digits = THEMES[_fitting(theme, chosen.get("background", ""))] | chosen
        self._known: dict[str, RGB] = {}

    def distance_colours(self, count: int) -> tuple[RGB, ...]:
        """This many colours of distances, those on which walls of this palette stand out."""
        wall = self.rgb("wall")
        able = [gradient(stops, count) for stops in DISTANCES]
        return max(able, key=lambda colours: min(contrast(wall, colour) for colour in (colours[0], colours[-1])))

    def task_colours(self) -> tuple[RGB, ...]:
        """Colours for the cells of tasks, whose neighbours in order differ in hue; walls and letters stand out."""
        wall = self.rgb("wall")
        able = [[_tinted(number, lightness) for number in range(TASK_COLOURS)] for lightness in TASK_LIGHTNESS]
        return tuple(max(able, key=lambda colours: min(contrast(wall, colour) for colour in colours)))

    def rgb(self, role: str) -> RGB:
        """The colour of a role, of the colour name it carries (`line:blue`), or of its digits (`line:#8800ff`).

        `shade:3/64` is the colour of a distance, `pale:3/64` the same nearer to the background, `ground:` halfway to
        it; `on start` is what can be read on the colour of `start`.
        """
        if role not in self._known:
            self._known[role] = self._found(role)
        return self._known[role]

    def _found(self, role: str) -> RGB:
        kind, carries, name = role.rpartition(":")
        if kind in ("shade", "pale") and "/" in name:
            number, count = map(int, name.split("/"))
            shade = self.distance_colours(count)[number]
            return shade if kind == "shade" else gradient((written(shade), self.hex("background")), 4)[PALE]
        if kind == "ground":
            return gradient((self.hex(f"line:{name}"), self.hex("background")), 3)[1]
        if role.startswith("on "):
            plate = self.rgb(role[3:])
            return max(self.rgb("text"), self.rgb("background"), key=lambda ink: contrast(ink, plate))
        found = self._digits.get(role) or self._digits.get(name) or NAMES.get(name.lower())
        other = named_colour(name) if carries else self._digits["text"]
        return parse_colour(found or (name if name.startswith("#") else other)) or parse_colour(other) or (0, 0, 0)

    def hex(self, role: str) -> str:
        """The colour of a role as `#rrggbb`."""
        return written(self.rgb(role))


def _tinted(number: int, lightness: float) -> RGB:
    """The colour of a number, a golden angle from that of the number before."""
    shares = colorsys.hls_to_rgb((20 + 137.5 * number) % 360 / 360, lightness, 0.6)
    red, green, blue = (round(255 * share) for share in shares)
    return red, green, blue


def _fitting(theme: str, background: str) -> str:
    """The given theme, or if its letters are not legible on the background, one whose letters are."""
    ground = parse_colour(background)
    if ground is None or contrast(_of_digits(THEMES[theme]["text"]) or ground, ground) >= 4:
        return theme
    return max(("light", "dark"), key=lambda name: contrast(_of_digits(THEMES[name]["text"]) or ground, ground))


def contrast(first: RGB, second: RGB) -> float:
    """The contrast of two colours, from 1 to 21, as the guidelines for web content define it.

    >>> round(contrast((0, 0, 0), (255, 255, 255)), 1)
    21.0
    """
    dark, light = sorted(_luminance([value / 255 for value in colour]) for colour in (first, second))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Sequence[float]) -> float:
    """The relative luminance of a colour in shares, 0 for black and 1 for white."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def written(colour: Sequence[int]) -> str:
    """A colour as `#rrggbb`."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


@cache
def gradient(stops: tuple[str, ...], count: int) -> tuple[RGB, ...]:
    """This many colours through the stops, evenly spaced for the eye: mixed in OKLab (Ottosson, 2020).

    >>> gradient(("000000", "ffffff"), 3)
    ((0, 0, 0), (99, 99, 99), (255, 255, 255))
    """
    corners = to_lab([parse_colour(stop) or (0, 0, 0) for stop in stops])
    lengths = np.append(0, np.cumsum(np.linalg.norm(np.diff(corners, axis=0), axis=1)))
    at = np.linspace(0, lengths[-1], count)
    lab = np.stack([np.interp(at, lengths, axis) for axis in corners.T], axis=1)
    linear = ((lab @ np.linalg.inv(_CONES_TO_LAB).T) ** 3 @ np.linalg.inv(_RGB_TO_CONES).T).clip(0, 1)
    values = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return tuple((red, green, blue) for red, green, blue in np.rint(255 * values).astype(int).tolist())


def to_lab(colours: Sequence[RGB]) -> NDArray[np.float64]:
    """Colours in OKLab, a row each."""
    shares = np.array(colours) / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    lab: NDArray[np.float64] = np.cbrt(linear @ _RGB_TO_CONES.T) @ _CONES_TO_LAB.T
    return lab


_RGB_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_CONES_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
