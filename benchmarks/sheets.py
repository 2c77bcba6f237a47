"""Mazes on paper: drawn by our renderers or by strokes of Pillow, with the place of the true path in pixels."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from mazeworks import board_of, make, save, solve
from mazeworks.drawing.lattice import edges, squares
from mazeworks.drawing.palette import THEMES

Points = NDArray[np.float64]
Colour = tuple[int, int, int]
Rng = np.random.Generator
#: A wall from corner to corner of cells: x, y, x, y.
Wall = tuple[int, int, int, int]

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
#: Colours of walls that stand out from all of `PAPERS`.
INKS = (
    (0, 0, 0),
    (60, 60, 60),
    (30, 60, 160),
    (160, 30, 40),
    (20, 100, 50),
    (110, 60, 20),
    (90, 20, 120),
    (0, 90, 110),
)
PAPERS = ((255, 255, 255), (244, 238, 220), (215, 228, 240), (250, 225, 225), (222, 240, 215), (255, 245, 180))
#: Walls and paper of screens in dark mode.
NIGHTS = (((235, 235, 235), (18, 18, 18)), ((140, 200, 255), (10, 20, 45)), ((120, 230, 140), (0, 0, 0)))
#: Colours of marks.
MARKS = ((0, 0, 0), (200, 30, 30), (20, 130, 50), (30, 70, 200), (230, 130, 0))
#: Generators of mazes that look different.
GENERATORS = ("backtracker", "prim", "kruskal", "wilson", "recursive_division", "hunt_and_kill")
#: Titles that people print above a maze.
TITLES = ("MAZE 17", "Find the way out!", "Help the mouse find the cheese", "Level 3 - hard", "Name: ____________")


@dataclass(frozen=True)
class Sheet:
    """An image of a maze, and where its only path lies in it."""

    image: Image.Image
    maze: Any
    #: The centres of the cells on the path from start to goal, in pixels.
    path: Points
    #: Points outside the openings at the start and at the goal, `[2, 2]`; None where marks in cells are the ends.
    tails: Points | None
    #: The distance from cell to cell, and the thickness of walls, in pixels.
    pitch: float
    wall: float
    paper: Colour


@dataclass(frozen=True)
class Pen:
    """How walls are drawn; the passage from wall to wall, the walls and the margin are in pixels."""

    passage: float
    wall: float
    margin: int
    ink: Colour = BLACK
    paper: Colour = WHITE
    #: Drawn this many times larger and scaled down, so that edges are smooth; 1 for hard edges.
    smooth: int = 1

    @property
    def pitch(self) -> float:
        """The distance from cell to cell."""
        return self.passage + self.wall

    def at(self, cells: Any) -> Points:
        """The pixels of corners of cells, which are the middle of the walls there."""
        return self.margin + self.wall / 2 + np.asarray(cells, np.float64) * self.pitch


def size_of(random: Rng, most: int = 40) -> tuple[int, int]:
    """Cells across and down; small mazes are more frequent."""
    wide = 5 + int((most - 4) * random.random() ** 1.6)
    return wide, int(np.clip(round(wide * random.uniform(0.6, 1.5)), 5, most))


def maze_of(random: Rng, most: int = 40, ends: str | None = None) -> Any:
    """A perfect maze whose ends are at the top and the bottom, at the sides, in corners, or anywhere."""
    width, height = size_of(random, most)
    across, down = random.integers(width, size=2).tolist(), random.integers(height, size=2).tolist()
    places = {
        "rows": f"{across[0]}/0-{across[1]}/{height - 1}",
        "sides": f"0/{down[0]}-{width - 1}/{down[1]}",
        "corners": f"0/0-{width - 1}/{height - 1}",
        "farthest": "farthest",
        "random": "random",
    }
    chosen = places[ends or ("rows", "rows", "sides", "corners")[random.integers(4)]]
    seed, using = int(random.integers(1 << 30)), GENERATORS[random.integers(len(GENERATORS))]
    return make("wall", (width, height), using=using, seed=seed, ends=chosen)


def pen_of(random: Rng, least: int = 6, most: int = 40, **values: Any) -> Pen:
    """A pen of thin or moderate walls, thinner than the passages."""
    passage = int(random.integers(least, most + 1))
    wall = int(random.integers(1, max(2, passage // 3) + 1))
    return Pen(**{"passage": passage, "wall": wall, "margin": int(random.integers(0, 60))} | values)


# --- openings and walls


def sides(maze: Any) -> list[tuple[int, int]]:
    """The directions in which the openings at the start and at the goal lead out."""
    found = []
    for place, first in ((maze.start, True), (maze.goal, False)):
        out = {(0, -1): place.y == 0, (0, 1): place.y == maze.grid.height - 1}
        side = {(-1, 0): place.x == 0, (1, 0): place.x == maze.grid.width - 1}
        facing = (maze.start.y == 0 and maze.goal.y == maze.grid.height - 1) or maze.start.x != 0
        every = [way for way, here in ((out | side) if facing else (side | out)).items() if here]
        found.append(every[0] if first or every[0] not in found else every[-1])
    return found


def open_walls(maze: Any, openings: bool) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The walls that run down and across; with `openings`, those of the outline at the ends are gone."""
    down, across = edges(maze.grid)
    if openings:
        for place, (x, y) in zip((maze.start, maze.goal), sides(maze), strict=True):
            if y:
                across[place.y + (y > 0), place.x] = False
            else:
                down[place.y, place.x + (x > 0)] = False
    return down, across


def strokes(maze: Any, openings: bool) -> list[Wall]:
    """The walls as straight lines, each as long as possible."""
    down, across = open_walls(maze, openings)
    lines: list[Wall] = []
    for walls, upright in ((across, False), (down.T, True)):
        for row, line in enumerate(walls):
            turns = np.flatnonzero(np.diff(np.concatenate([[False], line, [False]]).astype(np.int8)))
            for first, last in turns.reshape(-1, 2).tolist():
                lines.append((row, first, row, last) if upright else (first, row, last, row))
    return lines


def centres(maze: Any) -> Points:
    """The centres of the cells on the only path, in cells."""
    solution = solve(maze)
    assert solution is not None
    return np.array(solution.states, np.float64) + 0.5


# --- drawings


def drawn(maze: Any, pen: Pen, openings: bool = True) -> Sheet:
    """The maze in straight lines."""
    sheet = blank(maze, pen, openings)
    canvas = sheet.image
    if pen.smooth > 1:
        canvas = canvas.resize((canvas.width * pen.smooth, canvas.height * pen.smooth))
    draw, half = ImageDraw.Draw(canvas), pen.wall / 2
    for wall in strokes(maze, openings):
        x0, y0, x1, y1 = pen.at(wall) + np.array([-half, -half, half, half])
        corners = [round(side * pen.smooth) for side in (x0, y0, x1, y1)]
        draw.rectangle([*corners[:2], corners[2] - 1, corners[3] - 1], fill=pen.ink)
    return replace(sheet, image=canvas.resize(sheet.image.size, Image.Resampling.BOX))


def blank(maze: Any, pen: Pen, openings: bool) -> Sheet:
    """The paper that a maze fits on, and where its path will lie."""
    cells = centres(maze)
    size = [round(side * pen.pitch + pen.wall + 2 * pen.margin) for side in (maze.grid.width, maze.grid.height)]
    image = Image.new("RGB", (size[0], size[1]), pen.paper)
    path = pen.at(cells) - 0.5
    tails = path[[0, -1]] + 1.3 * pen.pitch * np.array(sides(maze)) if openings else None
    return Sheet(image, maze, path, tails, pen.pitch, pen.wall, pen.paper)


def squared(maze: Any, random: Rng, light: bool = False) -> Sheet:
    """Squares of one pixel, with an opening at each end."""
    image = squares(maze.grid).copy()
    found = drawn(maze, Pen(1, 1, 0))
    for place, (x, y) in zip((maze.start, maze.goal), sides(maze), strict=True):
        image[2 * place.y + 1 + y, 2 * place.x + 1 + x] = True
    picture = Image.fromarray(np.where(image ^ light, 255, 0).astype(np.uint8))
    return replace(found, image=picture.convert(("1", "L", "RGB")[random.integers(3)]), path=2 * centres(maze))


def ours(maze: Any, cell: int, wall: int, margin: int, **look: Any) -> Sheet:
    """Drawn by our renderer, with its marks and without its id."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "maze.png"
        save(maze, file, cell=cell, wall=wall, margin=margin, **look)
        with Image.open(file) as opened:
            image = opened.convert("RGB")
    solution = solve(maze)
    assert solution is not None
    spots = np.array([board_of(maze).spot(state) for state in solution.states])
    path = margin + wall / 2 + spots * (cell + wall) - 0.5
    pitch = float(np.median(np.hypot(*np.diff(path, axis=0).T)))
    paper: Any = image.getpixel((0, 0))
    return Sheet(image, maze, path, None, pitch, wall, paper)


def pencilled(maze: Any, pen: Pen, random: Rng, wobble: float) -> Sheet:
    """The maze drawn by hand: lines wobble, by `wobble` of a cell, are grainy, and end a little early or late."""
    sheet = blank(maze, pen, True)
    times = 2
    size = (sheet.image.width * times, sheet.image.height * times)
    graphite = Image.new("L", size, 0)
    draw = ImageDraw.Draw(graphite)
    bent = random.normal(0, wobble, (maze.grid.height + 1, maze.grid.width + 1, 2))
    for x0, y0, x1, y1 in strokes(maze, True):
        steps = max(x1 - x0, y1 - y0)
        line = np.array([bent[y0 + n * (y1 > y0), x0 + n * (x1 > x0)] for n in range(steps + 1)])
        line += np.linspace((x0, y0), (x1, y1), steps + 1)
        way = (line[-1] - line[0]) / steps
        line[0] -= way * random.uniform(-0.04, 0.15)
        line[-1] += way * random.uniform(-0.04, 0.15)
        fine = np.linspace(0, steps, steps * 4 + 1)
        curve = np.stack([np.interp(fine, np.arange(steps + 1), line[:, axis]) for axis in (0, 1)], axis=1)
        curve = pen.at(curve + random.normal(0, wobble / 5, curve.shape)) * times
        pressed = int(random.integers(150, 255))
        for (ax, ay), (bx, by) in zip(curve[:-1].tolist(), curve[1:].tolist(), strict=True):
            thick = max(1, round(pen.wall * times * random.uniform(0.7, 1.2)))
            draw.line([ax, ay, bx, by], fill=pressed, width=thick)
            draw.ellipse([bx - thick / 2, by - thick / 2, bx + thick / 2, by + thick / 2], fill=pressed)
    cover = np.asarray(graphite.resize(sheet.image.size, Image.Resampling.BOX)) / 255
    grain = np.clip(random.normal(0.85, 0.15, cover.shape), 0.35, 1)
    share = (cover * grain)[..., None]
    mixed = np.array(pen.paper) * (1 - share) + np.array(pen.ink) * share
    return replace(sheet, image=Image.fromarray(mixed.clip(0, 255).astype(np.uint8)))


# --- what is printed beside a maze


def padded(sheet: Sheet, left: int, top: int, right: int, bottom: int) -> Sheet:
    """The sheet with more paper around it."""
    size = sheet.image.width + left + right, sheet.image.height + top + bottom
    image = Image.new("RGB", size, sheet.paper)
    image.paste(sheet.image, (left, top))
    return moved(sheet, image, lambda points: points + np.array([left, top]))


def moved(sheet: Sheet, image: Image.Image, move: Callable[[Points], Points]) -> Sheet:
    """The sheet with another image, whose pixels lie where `move` says."""
    path, tails = move(sheet.path), None if sheet.tails is None else move(sheet.tails)
    pitch = float(np.median(np.hypot(*np.diff(path, axis=0).T)))
    return replace(sheet, image=image, path=path, tails=tails, pitch=pitch, wall=sheet.wall * pitch / sheet.pitch)


def framed(sheet: Sheet, random: Rng) -> Sheet:
    """A printed line around the maze, at some distance, with paper outside."""
    gap, thick, outside = int(random.integers(12, 40)), int(random.integers(1, 4)), int(random.integers(6, 30))
    found = padded(sheet, *[gap + thick + outside] * 4)
    right, bottom = found.image.width - outside - 1, found.image.height - outside - 1
    draw = ImageDraw.Draw(found.image)
    draw.rectangle([outside, outside, right, bottom], outline=(40, 40, 40), width=thick)
    return found


def titled(sheet: Sheet, random: Rng) -> Sheet:
    """A title above the maze, and sometimes a line of print below."""
    size = int(np.clip(sheet.image.width / 16, 12, 48))
    below = 2 * size * int(random.integers(2))
    title = TITLES[random.integers(len(TITLES))]
    wide = int(ImageDraw.Draw(sheet.image).textlength(title, font=font(size)))
    side = max(12, (wide - sheet.image.width) // 2 + 8)
    found = padded(sheet, side, 3 * size, side, 12 + below)
    draw = ImageDraw.Draw(found.image)
    middle = found.image.width / 2
    draw.text((middle, 1.5 * size), title, fill=(20, 20, 20), font=font(size), anchor="mm")
    if below:
        where = (middle, found.image.height - 0.8 * size)
        draw.text(where, "www.example.org/mazes", fill=(90, 90, 90), font=font(max(9, size // 2)), anchor="mm")
    return found


def font(size: float) -> Any:
    """The font that comes with Pillow."""
    return ImageFont.load_default(size)


def arrowed(sheet: Sheet, random: Rng) -> Sheet:
    """An arrow or a letter outside each opening: in at the start, out at the goal."""
    room = round(2.4 * sheet.pitch) + 6
    found = padded(sheet, room, room, room, room)
    assert found.tails is not None
    draw, letters = ImageDraw.Draw(found.image), random.random() < 0.4
    colour = MARKS[random.integers(len(MARKS))]
    words = (("S", "E"), ("A", "B"), ("Start", "End"), ("IN", "OUT"))[random.integers(4)]
    for number, cell in enumerate(found.path[[0, -1]]):
        out = (found.tails[number] - cell) / np.hypot(*(found.tails[number] - cell))
        near = cell + out * 0.85 * found.pitch + out * found.wall
        if letters:
            size = max(9.0, 0.7 * found.pitch)
            shift = out * (0.5 * found.pitch + (len(words[0]) > 1) * abs(out[0]) * size)
            draw.text(tuple(near + shift), words[number], fill=colour, font=font(size), anchor="mm")
        else:
            far = near + out * 1.3 * found.pitch
            arrow(draw, *((far, near) if number == 0 else (near, far)), colour)
    return found


def arrow(draw: ImageDraw.ImageDraw, tail: Points, tip: Points, colour: Colour) -> None:
    """A shaft with a filled head."""
    way = tip - tail
    across = np.array([-way[1], way[0]])
    neck = tail + 0.55 * way
    draw.line([*tail, *neck], fill=colour, width=max(1, round(np.hypot(*way) / 7)))
    draw.polygon([tuple(tip), tuple(neck + 0.25 * across), tuple(neck - 0.25 * across)], fill=colour)


def marked(sheet: Sheet, random: Rng) -> Sheet:
    """A mark in the first and the last cell: discs, squares, letters, a ring, a star."""
    draw = ImageDraw.Draw(sheet.image)
    room = 0.5 * (sheet.pitch - sheet.wall)
    styles = (
        ("disc", "disc"),
        ("box", "ring"),
        ("S", "E"),
        ("A", "B"),
        ("disc", "star"),
        ("S", "F"),
        ("disc", "cross"),
    )
    names = styles[random.integers(len(styles))]
    same = random.random() < 0.5
    first, second = random.permutation(len(MARKS))[:2]
    for place, name, colour in zip(sheet.path[[0, -1]], names, (first, first if same else second), strict=True):
        mark(draw, name, place, room, MARKS[colour])
    return sheet


def mark(draw: ImageDraw.ImageDraw, name: str, place: Points, room: float, colour: Colour) -> None:
    """One mark in a cell with this much room from its centre."""
    (x, y), reach = place, 0.62 * room
    box = (x - reach, y - reach, x + reach, y + reach)
    if name == "disc":
        draw.ellipse(box, fill=colour)
    elif name == "box":
        draw.rectangle(box, fill=colour)
    elif name == "ring":
        draw.ellipse(box, outline=colour, width=max(1, round(reach / 3)))
    elif name == "cross":
        draw.line(box, fill=colour, width=max(1, round(reach / 2.5)))
        draw.line((box[0], box[3], box[2], box[1]), fill=colour, width=max(1, round(reach / 2.5)))
    elif name == "star":
        turns = np.arange(10) * np.pi / 5 - np.pi / 2
        radii = np.where(np.arange(10) % 2 == 0, 1.15 * reach, 0.5 * reach)
        tips = np.stack([x + radii * np.cos(turns), y + radii * np.sin(turns)], axis=1)
        draw.polygon([tuple(tip) for tip in tips.tolist()], fill=colour)
    else:
        draw.text((x, y), name, fill=colour, font=font(1.6 * room), anchor="mm")


def theme_of(random: Rng) -> dict[str, str]:
    """The colours of one of our drawings: a theme, or two colours of ink and paper."""
    if random.random() < 0.6:
        return {"theme": sorted(THEMES)[random.integers(len(THEMES))]}
    ink, paper = INKS[random.integers(len(INKS))], PAPERS[random.integers(len(PAPERS))]
    return {role: bytes(colour).hex() for role, colour in (("wall_colour", ink), ("background_colour", paper))}
