"""Colours: names, the themes that give each role of a scene its colour, and gradients that look even."""

import colorsys
import zlib
from collections.abc import Iterable
from functools import cache
from typing import Any

from mazeworks.core.parameters import Parameter

#: Names that people have a colour in mind for; all of them lighter than black and readable on white.
NAMED = {
    "teal": "#12827c",
    "cyan": "#1797a6",
    "turquoise": "#1aa391",
    "aqua": "#1797a6",
    "magenta": "#c2329c",
    "fuchsia": "#c2329c",
    "pink": "#e26fa5",
    "violet": "#7b4fd0",
    "indigo": "#4b3fb5",
    "navy": "#2b4a9b",
    "brown": "#8a5a2b",
    "maroon": "#93303f",
    "olive": "#7a7a1c",
    "lime": "#5f9e12",
    "gold": "#b98a00",
    "grey": "#7b8491",
    "gray": "#7b8491",
    "silver": "#98a1ae",
}
#: The most that a colour shines, of 1 for white, to stand out from white.
LIGHTEST = 0.28


@cache
def known_colours() -> dict[str, str]:
    """The colours that web pages know by name, each exactly, as `#rrggbb`.

    >>> known_colours()["rebeccapurple"]
    '#663399'
    """
    from PIL.ImageColor import colormap

    # Pillow keeps a colour as numbers once somebody has asked it for that name.
    return {
        name: found if isinstance(found, str) else "#" + "".join(f"{part:02x}" for part in found[:3])
        for name, found in colormap.items()
    }


def named_colour(name: str) -> str:
    """The colour of a name as `#rrggbb`: the one it usually means, else one of its own, the same each time.

    >>> named_colour("Teal"), named_colour("zyx") == named_colour("zyx") != named_colour("xyz")
    ('#12827c', True)
    """
    return NAMED.get(name.lower()) or _of_its_own(name.lower())


def _of_its_own(name: str) -> str:
    # The checksum is spread over the circle of hues and over a few lightnesses, so that names alike differ.
    number = zlib.crc32(name.encode())
    hue, lightness = number % 360 / 360, (0.36, 0.44, 0.52)[number // 360 % 3]
    while _shine(colour := colorsys.hls_to_rgb(hue, lightness, 0.62)) > LIGHTEST:
        lightness -= 0.02
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


def _shine(colour: tuple[float, float, float]) -> float:
    """The relative luminance of a colour, 0 for black and 1 for white."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


RGB = tuple[int, int, int]

#: How colours look that a puzzle itself knows (`line:blue`), told apart on paper and on a screen; one that somebody
#: asks for by name is that colour exactly.
NAMES = {
    "black": "20242b",
    "white": "ffffff",
    "grey": "8a93a1",
    "silver": "d5dae2",
    "red": "d2342b",
    "orange": "e2711d",
    "yellow": "d99a00",
    "green": "2e8b4a",
    "cyan": "1797a6",
    "blue": "2a62c9",
    "purple": "8446b0",
    "pink": "e26fa5",
    "brown": "8a5a2b",
}

#: What each role looks like. In every theme start and goal differ in lightness too, not in hue alone, and neither is
#: taken for a wall where cells have room for a colour only.
THEMES: dict[str, dict[str, str]] = {
    "light": {
        "background": "ffffff",
        "wall": "1b2330",
        "path": "d2342b",
        "start": "1f8a4c",
        "goal": "c98500",
        "cell": "eef1f5",
        "text": "1b2330",
        "faint": "c4cbd6",
        "seen": "d3e3f8",
        "white": "b4bcc8",
        "yellow": "b07d00",
    },
    "dark": {
        "background": "12161d",
        "wall": "d9e0ea",
        "path": "ff6f61",
        "start": "37c978",
        "goal": "f5c03a",
        "cell": "232a35",
        "text": "e8edf4",
        "faint": "4a5464",
        "seen": "22406b",
        "black": "9aa5b5",
        "red": "ff6459",
        "green": "45b86c",
        "blue": "6d9bf1",
        "purple": "bd8be0",
        "white": "ffffff",
    },
    "print": {
        "background": "ffffff",
        "wall": "000000",
        "path": "7a7a7a",
        "start": "444444",
        "goal": "8c8c8c",
        "cell": "f2f2f2",
        "text": "000000",
        "faint": "bbbbbb",
        "seen": "e4e4e4",
        "white": "b4b4b4",
        "yellow": "b07d00",
    },
    "blueprint": {
        "background": "10406f",
        "wall": "eaf3fc",
        "path": "ffd166",
        "start": "59c98f",
        "goal": "ffb0c8",
        "cell": "1b4f85",
        "text": "ffffff",
        "faint": "5f8dbd",
        "seen": "2a669f",
        "black": "a3bad3",
        "blue": "8fc1ff",
        "orange": "ff9d4d",
        "yellow": "ffd166",
        "purple": "d2a6ff",
        "red": "ff8578",
        "green": "7ee0b0",
        "white": "ffffff",
    },
}

#: Where the gradient of distances begins and passes, each colour lighter than the last: from blue over green to
#: yellow, light enough all along for dark walls to stand out; and the same deep enough for light ones.
DISTANCES = (
    ("7f9df0", "52b0df", "4fc7b0", "93d980", "e8e565", "fff6bf"),
    ("2a1c63", "2b3c94", "175c85", "10725c", "4b7820", "7d6f12"),
)
#: Where the gradient of a path over an image passes: light enough all along to be no wall.
ALONG = ("35c3ff", "b8a6ff", "ff9db4")


#: Of three steps from a colour to the background, how many are taken for what is pale; ground is halfway.
PALE = 2


def parse_colour(text: str) -> RGB | None:
    """Red, green and blue of a name, as web pages know it, or of three or six hexadecimal digits with or without `#`.

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
    """A colour by name or as `#rrggbb`, kept as written; the empty text leaves the choice to the drawing."""

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

    def distances(self, count: int) -> tuple[RGB, ...]:
        """So many colours of distances, those on which walls of this palette stand out."""
        wall = self.rgb("wall")
        able = [gradient(stops, count) for stops in DISTANCES]
        return max(able, key=lambda colours: min(contrast(wall, colour) for colour in (colours[0], colours[-1])))

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
            shade = self.distances(count)[number]
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
        """The same as `#rrggbb`."""
        return written(self.rgb(role))


def _fitting(theme: str, background: str) -> str:
    """The theme asked for, or where its letters cannot be read on another background, one whose letters can."""
    ground = parse_colour(background)
    if ground is None or contrast(_of_digits(THEMES[theme]["text"]) or ground, ground) >= 4:
        return theme
    return max(("light", "dark"), key=lambda name: contrast(_of_digits(THEMES[name]["text"]) or ground, ground))


def contrast(first: RGB, second: RGB) -> float:
    """How well two colours are told apart by lightness, from 1 to 21, as the guidelines for web content count it.

    >>> round(contrast((0, 0, 0), (255, 255, 255)), 1)
    21.0
    """
    dark, light = sorted(_lightness(colour) for colour in (first, second))
    return (light + 0.05) / (dark + 0.05)


def _lightness(colour: RGB) -> float:
    """The share of white light that a colour sends, as the eye weighs it."""
    red, green, blue = (_linear(value) for value in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def written(colour: RGB) -> str:
    """A colour as `#rrggbb`."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


@cache
def gradient(stops: tuple[str, ...], count: int) -> tuple[RGB, ...]:
    """This many colours through the stops, evenly spaced for the eye: mixed in OKLab (Ottosson, 2020).

    >>> gradient(("000000", "ffffff"), 3)
    ((0, 0, 0), (99, 99, 99), (255, 255, 255))
    """
    corners = [_to_lab(parse_colour(stop) or (0, 0, 0)) for stop in stops]
    lengths = [0.0]
    for first, second in zip(corners[:-1], corners[1:], strict=True):
        lengths.append(lengths[-1] + sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5)
    return tuple(_at(lengths[-1] * number / max(1, count - 1), corners, lengths) for number in range(count))


def _at(length: float, corners: list[tuple[float, ...]], lengths: list[float]) -> RGB:
    """The colour at a length along the way through the corners."""
    leg = max(i for i in range(len(lengths) - 1) if lengths[i] <= length)
    share = (length - lengths[leg]) / (lengths[leg + 1] - lengths[leg])
    return _from_lab(tuple(a + (b - a) * share for a, b in zip(corners[leg], corners[leg + 1], strict=True)))


def _to_lab(colour: RGB) -> tuple[float, ...]:
    r, g, b = (_linear(value) for value in colour)
    cone_l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    cone_m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    cone_s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * cone_l + 0.7936177850 * cone_m - 0.0040720468 * cone_s,
        1.9779984951 * cone_l - 2.4285922050 * cone_m + 0.4505937099 * cone_s,
        0.0259040371 * cone_l + 0.7827717662 * cone_m - 0.8086757660 * cone_s,
    )


def _from_lab(lab: tuple[float, ...]) -> RGB:
    light, a, b = lab
    cone_l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    cone_m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    cone_s = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * cone_l - 3.3077115913 * cone_m + 0.2309699292 * cone_s,
        -1.2684380046 * cone_l + 2.6097574011 * cone_m - 0.3413193965 * cone_s,
        -0.0041960863 * cone_l - 0.7034186147 * cone_m + 1.7076147010 * cone_s,
    )
    return _byte(linear[0]), _byte(linear[1]), _byte(linear[2])


def _byte(linear: float) -> int:
    value = min(1.0, max(0.0, linear))
    value = 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
    return round(value * 255)
