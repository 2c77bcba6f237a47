"""What is kept for the next request: the puzzles used last, and the games."""

import hashlib
import re
import secrets
import threading
from collections import OrderedDict
from typing import Any, Generic, TypeVar

from mazeworks.core.puzzle import Puzzle
from mazeworks.making.request import Request
from mazeworks.making.steps import grown
from mazeworks.play.session import Session
from mazeworks.web.limits import LONGEST_ID, Limits, Refused

V = TypeVar("V")

#: How many storeys there are where it is not said.
FLOORS = 3


class Shelf(Generic[V]):
    """Values by name; those not used for longest go first when there are too many or they weigh too much."""

    def __init__(self, most: int, most_weight: int) -> None:
        self.most, self.most_weight = most, most_weight
        self._values: OrderedDict[str, tuple[V, int]] = OrderedDict()
        self._weight = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def put(self, name: str, value: V, weight: int = 1) -> None:
        """Keep a value."""
        with self._lock:
            self._drop(name)
            self._values[name] = (value, weight)
            self._weight += weight
            while len(self._values) > 1 and (len(self._values) > self.most or self._weight > self.most_weight):
                self._drop(next(iter(self._values)))

    def get(self, name: str) -> V | None:
        """The value of this name, if it is still there."""
        with self._lock:
            if name not in self._values:
                return None
            self._values.move_to_end(name)
            return self._values[name][0]

    def _drop(self, name: str) -> None:
        if name in self._values:
            self._weight -= self._values.pop(name)[1]


class Puzzles:
    """Puzzles by reference: an id, which makes them again, or the mark of a file that was sent."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.shelf: Shelf[Puzzle[Any]] = Shelf(limits.kept, limits.kept_cells)

    def made(self, request: Request) -> tuple[str, Puzzle[Any]]:
        """The puzzle of a request, and the reference to it; one that is still kept is not made again."""
        name = request.id
        kept = self.shelf.get(name)
        if kept is not None:
            return name, kept
        self.check_size(request)
        puzzle = request.make()
        reference = puzzle.id or name
        if len(reference) > LONGEST_ID:  # an outline too large for a link: it is kept as a file that was sent is
            puzzle.id = None
            return self.sent(name.encode(), puzzle), puzzle
        self.shelf.put(reference, puzzle, weight(puzzle))
        return reference, puzzle

    def has(self, reference: str) -> bool:
        """Whether a puzzle is still kept."""
        return self.shelf.get(reference) is not None

    def sent(self, data: bytes, puzzle: Puzzle[Any]) -> str:
        """A reference to the puzzle of a file."""
        reference = f"file-{hashlib.sha256(data).hexdigest()[:20]}"
        self.shelf.put(reference, puzzle, weight(puzzle) + len(data))
        return reference

    def get(self, reference: str, variant: str = "") -> Puzzle[Any]:
        """The puzzle of a reference, or one of its variants."""
        variants = self.whole(reference).variants()
        name = variant or next(iter(variants))
        if name not in variants:
            raise Refused(422, f"there is no variant {name!r:.40}; there are {', '.join(variants)}")
        return variants[name]

    def whole(self, reference: str) -> Puzzle[Any]:
        """The puzzle of a reference with all its variants."""
        puzzle = self.shelf.get(reference)
        if puzzle is None and reference.startswith("file-"):
            raise Refused(404, "that file is no longer kept here; open it again")
        return self.made(Request.parse_id(reference))[1] if puzzle is None else puzzle

    def check_size(self, request: Request) -> None:
        """Refuse more cells than is served, before anything is made."""
        layout, _, number = request.values.get("layout", "").partition(":")
        storeys = 1 if layout != "floors" else int(number) if re.fullmatch(r"\d{1,9}", number) else FLOORS
        width, height = grown(request.size or (1, 1), request.then)
        if width * height * storeys > self.limits.cells:
            many = f"{width}x{height}" + (f" on {storeys} floors" if storeys > 1 else "")
            raise Refused(422, f"{many} cells are more than {self.limits.cells}, the most made here", about="size")


def weight(puzzle: Puzzle[Any]) -> int:
    """How many cells a puzzle has, as far as that is known."""
    grid = puzzle.as_grid()
    return 1000 if grid is None else int(grid.cells.size)


class Games:
    """Games by token, each with a lock: a game is one person's, but two requests may cross."""

    def __init__(self, limits: Limits) -> None:
        self.shelf: Shelf[tuple[Session, threading.Lock]] = Shelf(4 * limits.kept, 2 * limits.kept_cells)

    def begin(self, session: Session) -> str:
        """A token for a game."""
        token = secrets.token_urlsafe(12)
        self.shelf.put(token, (session, threading.Lock()), weight(session.puzzle))
        return token

    def get(self, token: str) -> tuple[Session, threading.Lock]:
        """The game of a token."""
        game = self.shelf.get(token)
        if game is None:
            raise Refused(404, "that game is no longer kept here; begin it again")
        return game
