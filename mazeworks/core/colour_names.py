"""What a colour looks like that is known by its name alone: one asked for, or one that coloured lines bring."""

import colorsys
import zlib
from functools import cache

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
