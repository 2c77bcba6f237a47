"""What scanners, phones and messengers do to a sheet: blur, JPEG, noise, scaling, turns, perspective, light."""

import io
from dataclasses import replace

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from benchmarks.sheets import Points, Rng, Sheet, moved

#: Ways in which programs scale.
SCALING = (Image.Resampling.BILINEAR, Image.Resampling.BICUBIC, Image.Resampling.LANCZOS, Image.Resampling.BOX)
#: Colours of tables.
TABLES = ((120, 82, 50), (70, 50, 38), (176, 140, 98), (60, 62, 66), (150, 155, 160), (35, 70, 60))
#: The longer side of a photograph sent by a messenger, in pixels, and all pixels of one as the phone stores it.
SENT, STORED = (900, 1500), 12_000_000


def blurred(sheet: Sheet, random: Rng, most: float = 1.0) -> Sheet:
    """Out of focus, as far as thin walls can still be seen."""
    limit = most * min(0.17 * sheet.pitch, 0.5 + 0.9 * sheet.wall)
    return replace(sheet, image=sheet.image.filter(ImageFilter.GaussianBlur(random.uniform(0.4, 1) * limit)))


def compressed(sheet: Sheet, random: Rng, least: int = 12, most: int = 70) -> Sheet:
    """Stored as JPEG, once or twice."""
    image = sheet.image
    for _ in range(int(random.integers(1, 3))):
        file = io.BytesIO()
        image.save(file, "JPEG", quality=int(random.integers(least, most + 1)))
        image = Image.open(file).convert("RGB")
    return replace(sheet, image=image)


def noisy(sheet: Sheet, random: Rng, least: float, most: float) -> Sheet:
    """Noise of a sensor, in grey or in colour."""
    values = np.asarray(sheet.image).astype(np.float32)
    depth = 1 if random.random() < 0.5 else 3
    values += random.uniform(least, most) * random.standard_normal((*values.shape[:2], depth), np.float32)
    return replace(sheet, image=Image.fromarray(values.clip(0, 255).astype(np.uint8)))


def specked(sheet: Sheet, random: Rng) -> Sheet:
    """Dark specks of dust, and gaps, of one pixel."""
    values, specks = np.array(sheet.image), random.random(sheet.image.size[::-1])
    share = random.uniform(0.002, 0.015)
    values[specks < share] = 0
    values[specks > 1 - share] = 255
    return replace(sheet, image=Image.fromarray(values))


def scaled(sheet: Sheet, random: Rng) -> Sheet:
    """Larger or smaller by an odd factor, not always the same across and down."""
    least = max(0.4, 5 / (sheet.pitch - sheet.wall), 0.7 / sheet.wall)
    factor = random.uniform(least, max(least + 0.3, 1.9))
    across, down = (factor * random.uniform(0.97, 1.03) for _ in range(2))
    size = max(1, round(sheet.image.width * across)), max(1, round(sheet.image.height * down))
    factors = np.array(size) / sheet.image.size
    image = sheet.image.resize(size, SCALING[random.integers(len(SCALING))])
    return moved(sheet, image, lambda points: (points + 0.5) * factors - 0.5)


def turned(sheet: Sheet, random: Rng, most: float = 5) -> Sheet:
    """Scanned askew; the scanner makes the page larger so that nothing is lost."""
    angle = np.radians(random.uniform(0.3, most) * random.choice((-1, 1)))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return projected(sheet, box_of(sheet) @ turn.T, sheet.paper)


def perspective(sheet: Sheet, random: Rng, most: float = 0.07) -> Sheet:
    """Photographed from one side, as a scanning app crops it: paper up to the edges."""
    box = box_of(sheet)
    spread = random.uniform(0.3, 1) * most * np.array(sheet.image.size)
    return projected(sheet, box + random.uniform(-1, 1, (4, 2)) * spread, sheet.paper)


def box_of(sheet: Sheet) -> Points:
    """The corners of the image, clockwise from the upper left."""
    wide, high = sheet.image.size
    return np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64)


def projection(source: Points, target: Points) -> Points:
    """The matrix that maps four points to four others, `[3, 3]`."""
    rows, sides = [], []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        sides += [u, v]
    return np.append(np.linalg.solve(np.array(rows), np.array(sides)), 1).reshape(3, 3)


def projected(
    sheet: Sheet, corners: Points, ground: tuple[int, int, int] | Image.Image, at: tuple[float, float] | None = None
) -> Sheet:
    """The sheet with its corners at other places: on a ground of one colour, or at a place in an image."""
    if at is None:
        corners = corners - corners.min(axis=0)
        wide, high = np.ceil(corners.max(axis=0)).astype(int).tolist()
        under = Image.new("RGB", (wide, high), ground)  # type: ignore[arg-type]
    else:
        assert isinstance(ground, Image.Image)
        corners, under = corners + at, ground.copy()
    matrix = projection(box_of(sheet), corners)
    back = np.linalg.inv(matrix)
    coefficients = (back / back[2, 2]).ravel()[:8].tolist()
    how = (under.size, Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BICUBIC)
    mask = Image.new("L", sheet.image.size, 255)
    under.paste(sheet.image.transform(*how, fillcolor=sheet.paper), mask=mask.transform(*how))

    def move(points: Points) -> Points:
        there = np.column_stack([points + 0.5, np.ones(len(points))]) @ matrix.T
        return there[:, :2] / there[:, 2:] - 0.5

    return moved(sheet, under, move)


def lit(sheet: Sheet, random: Rng, darkest: float = 0.45) -> Sheet:
    """Light from one side, and sometimes the soft shadow of a hand or a phone."""
    wide, high = sheet.image.size
    x, y = np.linspace(-0.5, 0.5, wide)[None, :], np.linspace(-0.5, 0.5, high)[:, None]
    angle = random.uniform(0, 2 * np.pi)
    ramp = 0.5 + (x * np.cos(angle) + y * np.sin(angle)) / 1.42
    light = 1 - (1 - random.uniform(darkest, 0.8)) * ramp
    if random.random() < 0.6:
        light = light * shadow(wide, high, random)
    warm = np.array([1, random.uniform(0.92, 1), random.uniform(0.82, 1)])
    values = np.asarray(sheet.image) * (light[..., None] * warm).astype(np.float32)
    return replace(sheet, image=Image.fromarray(values.clip(0, 255).astype(np.uint8)))


def shadow(wide: int, high: int, random: Rng) -> Points:
    """How bright a soft shadow leaves each pixel, from 0 to 1."""
    small = Image.new("L", (256, 256), 0)
    middle = random.uniform(0, 256, 2)
    angles = np.sort(random.uniform(0, 2 * np.pi, 9))
    tips = middle + np.stack([np.cos(angles), np.sin(angles)], axis=1) * random.uniform(50, 130, (9, 1))
    ImageDraw.Draw(small).polygon([tuple(tip) for tip in tips.tolist()], fill=255)
    soft = small.filter(ImageFilter.GaussianBlur(random.uniform(6, 25))).resize((wide, high), Image.Resampling.BICUBIC)
    return 1 - random.uniform(0.15, 0.4) * np.asarray(soft, np.float64) / 255


def table(wide: int, high: int, random: Rng) -> Image.Image:
    """A table top of one colour, with grain."""
    colour = np.array(TABLES[random.integers(len(TABLES))], np.float64)
    coarse = random.normal(0, 1, (max(2, high // 8), max(2, wide // 120)))
    grain = np.asarray(Image.fromarray(coarse.astype(np.float32)).resize((wide, high), Image.Resampling.BICUBIC))
    values = colour + random.uniform(2, 9) * grain[..., None]
    return Image.fromarray(values.clip(0, 255).astype(np.uint8))


def on_table(sheet: Sheet, random: Rng, stored: bool = False, tilt: float = 0.03) -> Sheet:
    """The page on a table, seen by a phone held by hand: the table on all sides, a little askew."""
    wide, high = sheet.image.size
    border = random.uniform(0.05, 0.16)
    factor = float(random.integers(*SENT)) * (1 - 2 * border) / max(wide, high)
    factor = max(factor, 9 / (sheet.pitch - sheet.wall))  # a page of many cells is photographed as large as they need
    if stored:
        factor = float((1 - 2 * border) * np.sqrt(STORED / (1.15 * wide * high)))
    size = np.array([wide, high]) * factor
    angle = np.radians(random.uniform(-4, 4))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = (box_of(sheet) * factor - size / 2) @ turn.T
    corners += random.uniform(-tilt, tilt, (4, 2)) * size
    ground = np.ceil(np.abs(corners).max(axis=0) * 2 + 2 * border * size.max()).astype(int)
    smaller = int(max(1, round(1 / factor)))
    if smaller > 1:  # so that walls do not fall between the pixels
        sheet = shrunk(sheet, 1 / smaller)
        corners = corners.copy()
    under = table(int(ground[0]), int(ground[1]), random)
    return projected(sheet, corners, cast(under, corners + ground / 2, random), (ground[0] / 2, ground[1] / 2))


def shrunk(sheet: Sheet, factor: float) -> Sheet:
    """The sheet scaled down evenly."""
    size = round(sheet.image.width * factor), round(sheet.image.height * factor)
    factors = np.array(size) / sheet.image.size
    image = sheet.image.resize(size, Image.Resampling.BOX)
    return moved(sheet, image, lambda points: (points + 0.5) * factors - 0.5)


def cast(ground: Image.Image, corners: Points, random: Rng) -> Image.Image:
    """The table with the shadow of the page's edges."""
    dark = Image.new("L", ground.size, 0)
    shift = random.uniform(2, 8, 2)
    ImageDraw.Draw(dark).polygon([tuple(corner) for corner in (corners + shift).tolist()], fill=130)
    return Image.composite(Image.new("RGB", ground.size), ground, dark.filter(ImageFilter.GaussianBlur(5)))
