"""A last check of cells against the pixels: their path crosses no line, and a path over pixels crosses no wall."""

import numpy as np

from mazeworks.core.directions import Position
from mazeworks.vision.arrays import Bools, Bytes, Floats, Longs
from mazeworks.vision.ink import FULL
from mazeworks.vision.lattice import shortest_path
from mazeworks.vision.lattice_fit import ROOMY
from mazeworks.vision.morphology import clearance, grid_of, touching, without_cracks
from mazeworks.vision.polyline import dense_points, is_set, longest_leg, points_along
from mazeworks.vision.reading import Cells, Reading
from mazeworks.vision.ridges import ridge_heights

#: Larger images are not checked: their cells are large, and the check would take long.
MOST_PIXELS = 1 << 22


def contradicts_image(found: Reading, walls: Bools, ink: Bytes, exact: bool) -> bool:
    """Whether the pixels contradict the cells found in them; exact: the wall pixels are all there is to see."""
    cells, ends = found.cells, (found.start, found.goal)
    if cells is None or found.passage < 3:
        return False
    closed = [walls | (ink > 0.3 * FULL), *([walls] if exact else [])]
    return _crosses_line(cells, ends, found.passage, ink) or _is_crossed(cells, ends, found.passage, closed)


def _crosses_line(cells: Cells, ends: tuple[Position, Position], passage: float, ink: Bytes) -> bool:
    """Whether the path between both ends leads over a line as dark as walls."""
    crossed, standing = cells.path_walls(*ends), cells.standing()
    reach = min(cells.wall / 2 + 2.5, (cells.wall + passage) / 2)
    bordered = np.pad(ink, 1)
    usual = float(np.median(ridge_heights(bordered, standing[:5000], reach)[0])) if len(standing) else np.inf
    looked_at = crossed if passage >= ROOMY else crossed[1:-1]  # in narrow ones a mark's edge may look like a wall
    return bool((ridge_heights(bordered, looked_at, reach)[0] > max(0.6 * usual, 0.2)).any())


def _is_crossed(cells: Cells, ends: tuple[Position, Position], passage: float, closed: list[Bools]) -> bool:
    """Whether a path over pixels leads through a wall of the cells; closed: pixels that are wall, or may be."""
    standing, missing = cells.standing(), cells.missing()
    start, goal = (cells.cell_middle(end) for end in ends)
    for walls in closed:
        path = _pixel_path(walls, missing, (start, goal), passage)
        if path is not None:
            return crosses_a_wall(path, standing)
    return False


def _pixel_path(closed: Bools, missing: Floats, ends: tuple[Position, Position], passage: float) -> Longs | None:
    """A shortest path over open pixels, `[number, 2]`, away from walls and inside the outline; None if none exists."""
    open_pixels = ~(closed | _rasterised(missing, closed.shape))
    aside = int(0.25 * passage)
    open_pixels = clearance(open_pixels) > 3 * aside if aside else without_cracks(open_pixels, 2)
    height, width = closed.shape
    y, x = np.ogrid[:height, :width]
    for end in ends:
        open_pixels |= (x - end.x) ** 2 + (y - end.y) ** 2 <= (0.4 * passage) ** 2  # a mark
    if not all(open_pixels[end.y, end.x] for end in ends):
        return None
    return shortest_path(grid_of(open_pixels, *ends))


def _rasterised(lines: Floats, shape: tuple[int, ...]) -> Bools:
    """The pixels on lines, `[count, points, 2]`, and those that touch them."""
    height, width = shape
    drawn = np.zeros((height, width), np.bool_)
    points = dense_points(lines, int(2 * max(1, longest_leg(lines))) + 2)
    x, y = np.round(points.reshape(-1, 2)).astype(np.int64).T
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    drawn[y[inside], x[inside]] = True
    return drawn | touching(drawn)


def crosses_a_wall(path: Longs, walls: Floats) -> bool:
    """Whether a path over pixels crosses the middle of a wall, `[count, points, 2]`, and does not come back.

    >>> wall = np.array([[[2.0, -5.0], [2.0, 5.0]]])
    >>> over = np.array([[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]])
    >>> crosses_a_wall(over, wall), crosses_a_wall(np.concatenate([over, over[::-1]]), wall)
    (True, False)
    """
    if not len(walls):
        return False
    # Near its ends a path may go around a wall, and none should go through the middle of a pixel.
    lines = points_along(walls, np.linspace(0.15, 0.85, 4)) + np.array([0.013, 0.017])
    return any(_crossings(path, line) % 2 for line in lines[_near(path, lines)])


def _near(path: Longs, lines: Floats) -> Bools:
    """Which lines touch a path."""
    corner = path.min(axis=0) - 2
    width, height = (path.max(axis=0) - corner + 3).tolist()
    mask = np.zeros((height, width), np.bool_)
    x, y = (path - corner).T
    mask[y, x] = True
    mask |= touching(mask)
    points = dense_points(lines, 1 + int(longest_leg(lines)))
    near: Bools = np.any(is_set(mask, np.round(points - corner).astype(np.int64)), axis=1)
    return near


def _crossings(path: Longs, line: Floats) -> int:
    """How often a path crosses a line, `[points, 2]`."""
    count = 0
    for start, end in zip(line[:-1], line[1:], strict=True):
        along, offset = end - start, path - start
        side = along[0] * offset[:, 1] - along[1] * offset[:, 0]
        turns = np.flatnonzero((side[:-1] > 0) != (side[1:] > 0))
        share = side[turns] / (side[turns] - side[turns + 1])
        met = offset[turns] + (offset[turns + 1] - offset[turns]) * share[:, None]
        place = met @ along / (along @ along)
        count += int(np.count_nonzero((place >= 0) & (place < 1)))
    return count
