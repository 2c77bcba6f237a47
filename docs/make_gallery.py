"""Makes the pictures of the gallery and the page that shows them: `python docs/make_gallery.py`."""

import sys
from pathlib import Path

from mazeworks.cli import run

DOCS = Path(__file__).parent
FOLDER = DOCS / "pictures"
EXAMPLES = "../examples/picture"

#: The name of each picture, a sentence about it, and the words of the command that makes it.
PICTURES = {
    "light.png": (
        "A maze with its solution; the start is a square, the goal a ring around a dot.",
        "draw wall:30x16#7 --solution -o {} --cell 15",
    ),
    "dark.png": (
        "The theme `dark`, every cell coloured by its distance from the start.",
        "draw wall:60x32,complexity=0.9#3 -o {} --theme dark --distances --cell 8 --wall 1",
    ),
    "blueprint.svg": ("SVG in the theme `blueprint`.", "draw wall:30x16,ends=farthest#11 -o {} --theme blueprint"),
    "print.png": (
        "The theme `print`, for paper.",
        "draw wall:30x16,complexity=0.2,ends=corners#5 --solution -o {} --theme print",
    ),
    "small.png": ("One pixel a cell and one a wall.", "draw wall:150x80#2 --solution -o {} --cell 1 --wall 1"),
    "map.png": ("A text map.", "draw ../examples/textmap/hashes.txt --solution -o {}"),
    "carving.gif": ("Carving, four seconds.", "draw wall:24x14#9 -o {} --theme dark --seconds 4 --cell 12"),
    "solving.gif": (
        "Solving depth-first, six seconds, the last picture held.",
        "draw wall:24x14#9 --solution --with depth_first -o {} --seconds 6 --cell 12",
    ),
    "tasks.gif": (
        "Many tasks at once: the live ones are framed; cells without a colour, other than S and E, were never touched.",
        "solve ../examples/wall/tasks.txt --with tasks -o {} --cell 56",
    ),
    "circle.png": (
        "Distances on another layout: each cell in its own shape.",
        "draw wall:30x30,with=wilson,layout=circle#4 -o {} --distances --cell 14",
    ),
    "hexagons.gif": (
        "Carving hexagons, and then opening their dead ends.",
        "draw wall:24x18,layout=hexagon,then=braid#2 -o {} --of carving --seconds 5 --cell 14",
    ),
    "weave.svg": ("Passages that cross over and under one another.", "draw wall:24x14,layout=weave#3 --solution -o {}"),
    "alice.png": (
        "An Alice maze solved: the number of each step, the arrow to follow, and how far.",
        "draw ../examples/alice/6x6.txt --solution -o {} --cell 22",
    ),
    "travellers.gif": (
        "Three travellers in a coloured maze.",
        "draw coloured:5x4#1 --solution -o {} --seconds 4 --cell 10",
    ),
    "scanned.png": ("A scanned maze, solved.", f"solve {EXAMPLES}/scanned.png -o {{}}"),
    "wound.png": (
        "A drawing without cells, walked along its middle.",
        "solve pictures/winding.png --goal 105,105 -o {}",
    ),
}

HEAD = """# Gallery

Made by `python docs/make_gallery.py`; below each picture stands the command that made it.
"""


def main() -> int:
    """Make all pictures, then the page."""
    parts = [HEAD]
    for name, (sentence, words) in PICTURES.items():
        target = f"pictures/{name}"
        if run(words.format(target).split()):
            return 1
        parts.append(f"## {sentence}\n\n![{sentence}]({target})\n\n```console\n$ maze {words.format(name)}\n```\n")
    (DOCS / "gallery.md").write_text("\n".join(parts), encoding="utf-8")
    return 0


if __name__ == "__main__":
    import os

    os.chdir(DOCS)
    sys.exit(main())
