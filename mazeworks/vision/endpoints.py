"""The ends of the path through an image: as given, at openings in the outline, or at marks."""

from collections.abc import Callable, Sequence
from math import dist

from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError

Given = list[Position | None]
Place = Sequence[int] | None

HINT = "--start X,Y and --goal X,Y name the ends in pixels"
#: What to do where walls and passages may be confused.
TONES = "--walls dark or --walls light says which pixels are wall"


class NotInMaze(FormatError):
    """A start or goal that lies far from all cells."""


class NoEnds(FormatError):
    """Too few or too many openings."""

    def __init__(self, openings: list[Position]) -> None:
        super().__init__(_no_ends(openings), HINT if openings else f"{HINT}, and {TONES}")
        self.openings = openings


def inside(place: Place, what: str, width: int, height: int) -> Position | None:
    """A given place, checked to lie in the image."""
    if place is None:
        return None
    x, y = place
    if not (0 <= x < width and 0 <= y < height):
        raise FormatError(f"the {what} ({x}, {y}) lies outside the image of {width}x{height} pixels")
    return Position(x, y)


def snapped_to_cells(
    given: Given, distance_to_cells: Callable[[Position], float], middle: Callable[[Position], Position], near: float
) -> tuple[Given, str]:
    """Given ends moved into the nearest cell if they are on a wall or beside the maze, and a note on it."""
    places, words = [], ""
    for place, what in zip(given, ("start", "goal"), strict=True):
        far = 0 if place is None else distance_to_cells(place)
        if place is None or not far:
            places.append(place)
            continue
        if far > near:
            raise NotInMaze(f"the {what} {place} lies {far:.0f} pixels away from the maze, which has no cell there")
        places.append(middle(place))
        words += f"; the {what} {place} is not in a cell and was moved to {places[-1]}"
    return places, words


def ends(given: Given, openings: list[Position], marks: list[Position]) -> tuple[Position, Position, str]:
    """Start and goal: as given, else two openings, else an opening and a mark or two marks; and a note on it."""
    start, goal = given
    if start is not None and goal is not None:
        if start == goal:
            raise FormatError(f"start and goal are both {start}; they have to differ")
        return start, goal, f"from {start} to {goal} as given"
    found = openings if len(openings) > 1 or len(openings) + len(marks) != 2 else openings + marks
    words = f"openings at {_listed(openings)}" if openings else ""
    words = f"{words}, marks at {_listed(marks)}" if found is not openings else words
    if start is not None or goal is not None:
        known = start or goal
        found = [place for place in found if known and abs(place.x - known.x) + abs(place.y - known.y) > 2]
        if len(found) == 1:
            both = (start or found[0], goal or found[0])
            return *both, f"from {both[0]} to {both[1]}"
    if len(found) != 2 or start is not None or goal is not None:
        raise NoEnds(openings)
    return found[0], found[1], words.removeprefix(", ")


def far_from(found: tuple[Position, Position], openings: list[Position], near: float) -> bool:
    """Whether an end lies far from all openings that another reading found, if it found any."""
    return bool(openings) and any(min(dist(end, place) for place in openings) > near for end in found)


def _no_ends(openings: list[Position]) -> str:
    if not openings:
        return "no opening was found in the outline, nor two marks inside"
    if len(openings) == 1:
        return f"only one opening was found in the outline, at {openings[0]}, where two were expected"
    return f"{len(openings)} openings were found in the outline, at {_listed(openings)}"


def _listed(places: list[Position]) -> str:
    shown = [str(place) for place in places[:4]]
    return " and ".join(shown) + (" and more" if len(places) > 4 else "")
