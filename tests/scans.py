"""Mazes as if drawn by hand and scanned: lines of any thickness and colour, noisy, blurred, a little askew."""

import io
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from mazeworks import make, save
from mazeworks.drawing.board import board_of
from mazeworks.drawing.lattice import edges

INKS = ((20, 20, 20), (90, 90, 90), (30, 60, 160), (160, 40, 40), (20, 110, 60), (110, 70, 30))
PAPERS = ((255, 255, 255), (240, 236, 220), (215, 225, 235))


@dataclass(frozen=True)
class Scan:
    """How a maze is drawn and scanned."""

    width: int = 14
    height: int = 10
    seed: int = 1
    thick: int = 3
    cell: int = 16
    margin: int = 20
    ink: tuple[int, int, int] = INKS[0]
    paper: tuple[int, int, int] = PAPERS[0]
    noise: float = 0
    blur: float = 0
    turned: float = 0
    ours: bool = False
    jpeg: bool = False

    def maze(self) -> Any:
        """Its start is at the top and its goal at the bottom."""
        ends = f"{self.seed % self.width}/0-{self.seed // 2 % self.width}/{self.height - 1}"
        return make("wall", (self.width, self.height), seed=self.seed, ends=ends)

    def image(self) -> bytes:
        """The image file."""
        drawing = self._ours() if self.ours else self._lines()
        if self.turned:
            drawing = drawing.rotate(self.turned, Image.Resampling.BICUBIC, fillcolor=self.paper)
        if self.blur:
            drawing = drawing.filter(ImageFilter.GaussianBlur(self.blur))
        noisy = np.asarray(drawing) + np.random.default_rng(self.seed).normal(0, self.noise, (*drawing.size[::-1], 3))
        file = io.BytesIO()
        scanned = Image.fromarray(noisy.clip(0, 255).astype(np.uint8))
        scanned.save(file, "JPEG" if self.jpeg else "PNG", **({"quality": 80} if self.jpeg else {"compress_level": 1}))
        return file.getvalue()

    def _lines(self) -> Image.Image:
        """Drawn here, wall by wall; open above the start and below the goal."""
        maze, pitch = self.maze(), self.cell + self.thick
        down, across = edges(maze.grid)
        across[0, maze.start.x] = across[-1, maze.goal.x] = False
        size = [side * pitch + self.thick + 2 * self.margin for side in (self.width, self.height)]
        image = Image.new("RGB", (size[0], size[1]), self.paper)
        pen = ImageDraw.Draw(image)
        for walls, wide, high in ((across, pitch + self.thick, self.thick), (down, self.thick, pitch + self.thick)):
            for y, x in np.argwhere(walls).tolist():
                left, top = self.margin + x * pitch, self.margin + y * pitch
                pen.rectangle([left, top, left + wide - 1, top + high - 1], fill=self.ink)
        return image

    def _ours(self) -> Image.Image:
        """Drawn by the renderer, with marks."""
        import tempfile
        from pathlib import Path

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "maze.png"
            colours = ["".join(f"{part:02x}" for part in colour) for colour in (self.ink, self.paper)]
            sizes = {"cell": self.cell, "wall": self.thick, "margin": self.margin}
            save(self.maze(), path, wall_colour=colours[0], background_colour=colours[1], **sizes)
            return Image.open(path).convert("RGB")


def scan_of(number: int, **values: Any) -> Scan:
    """A scan by chance, moderate in everything."""
    random = np.random.default_rng(number)
    thick = int(random.integers(1, 10))
    chosen: dict[str, Any] = {
        "width": int(random.integers(5, 25)),
        "height": int(random.integers(5, 20)),
        "seed": number,
        "thick": thick,
        "cell": int(random.integers(max(10, 2 * thick), 30)),
        "margin": int(random.integers(5, 40)),
        "ink": INKS[random.integers(len(INKS))],
        "paper": PAPERS[random.integers(len(PAPERS))],
        "noise": float(random.uniform(0, 15)),
        "blur": float(random.uniform(0, 1.0 if thick < 3 else 1.5)) * int(random.integers(2)),
        "turned": float(random.uniform(-1, 1)) * int(random.integers(2)),
        "ours": bool(random.integers(2)),
        "jpeg": bool(random.integers(2)),
    }
    return Scan(**chosen | values)


def backdrop_of(puzzle: Any) -> Any:
    """The image of a puzzle."""
    return board_of(puzzle).backdrop()


def reading_of(puzzle: Any) -> Any:
    """What was read from the image of a puzzle."""
    return backdrop_of(puzzle).reading
