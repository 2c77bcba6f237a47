"""What the server keeps between requests: the puzzles and the games used last."""

import hashlib
import threading
from collections import OrderedDict
from typing import Any, Generic, TypeVar

from mazeworks.cells.arrangement import parse_layout
from mazeworks.core.errors import UnknownName
from mazeworks.core.facets import structure_of, variants_of
from mazeworks.core.puzzle import Puzzle
from mazeworks.making.carving import LAYOUT
from mazeworks.making.request import Request
from mazeworks.making.steps import grown
from mazeworks.web.limits import LONGEST_ID, Limits, Refused

V = TypeVar("V")


class Shelf(Generic[V]):
    """Values by name; drops the least recently used when there are too many or they weigh too much."""

    def __init__(self, most: int, most_weight: int) -> None:
        self.most, self.most_weight = most, most_weight
        self._values: OrderedDict[str, tuple[V, int]] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, name: str, value: V, weight: int = 1) -> None:
        """Keep a value."""
        with self._lock:
            self._values[name] = (value, weight)
            self._values.move_to_end(name)
            while len(self._values) > 1 and self._full():
                self._values.popitem(last=False)

    def get(self, name: str) -> V | None:
        """The value of this name, or None."""
        with self._lock:
            if name not in self._values:
                return None
            self._values.move_to_end(name)
            return self._values[name][0]

    def _full(self) -> bool:
        weights = [weight for _, weight in self._values.values()]
        return len(weights) > self.most or sum(weights) > self.most_weight


class Puzzles:
    """Puzzles by reference: an id, which makes them again, or the checksum of an uploaded file."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.shelf: Shelf[Puzzle[Any]] = Shelf(limits.kept, limits.kept_cells)

    def made(self, request: Request) -> tuple[str, Puzzle[Any]]:
        """The puzzle of a request, and the reference to it; one that is still kept is not made again."""
        name = request.id
        if (kept := self.shelf.get(name)) is not None:
            return name, kept
        self.check_size(request)
        puzzle = request.make()
        reference = puzzle.id or name
        if len(reference) > LONGEST_ID:  # an outline too large for a link: kept like an uploaded file
            puzzle.id = None
            return self.keep_upload(name.encode(), puzzle), puzzle
        self.shelf.put(reference, puzzle, weight(puzzle))
        return reference, puzzle

    def keep_upload(self, data: bytes, puzzle: Puzzle[Any]) -> str:
        """Keep the puzzle of an uploaded file; the reference to it."""
        reference = f"file-{hashlib.sha256(data).hexdigest()[:20]}"
        self.shelf.put(reference, puzzle, weight(puzzle) + len(data))
        return reference

    def get(self, reference: str, variant: str = "") -> Puzzle[Any]:
        """The puzzle of a reference, or one of its variants."""
        variants = variants_of(self.with_variants(reference))
        name = variant or next(iter(variants))
        if name not in variants:
            raise UnknownName("variant", name, filter(None, variants))
        return variants[name]

    def with_variants(self, reference: str) -> Puzzle[Any]:
        """The puzzle of a reference with all its variants."""
        puzzle = self.shelf.get(reference)
        if puzzle is None and reference.startswith("file-"):
            raise Refused(404, "that file is no longer kept here; open it again")
        return self.made(Request.parse_id(reference))[1] if puzzle is None else puzzle

    def check_size(self, request: Request) -> None:
        """Refuse more cells than is served, before anything is made."""
        layout, setting = parse_layout(request.values.get("layout", LAYOUT.default))
        storeys = next(iter(setting.values())) if layout.storeys else 1  # each of the whole size
        width, height = grown(request.size or (1, 1), request.then)
        if width * height * storeys > self.limits.cells:
            many = f"{width}x{height}" + (f" on {storeys} floors" if storeys > 1 else "")
            most = f"{self.limits.cells}, the most that this server makes"
            raise Refused(422, f"{many} cells are more than {most}", about="size")


def weight(puzzle: Puzzle[Any]) -> int:
    """The number of cells of a puzzle, as far as it is known."""
    grid = structure_of(puzzle).as_grid()
    return 1000 if grid is None else int(grid.cells.size)
