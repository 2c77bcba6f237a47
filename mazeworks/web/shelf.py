"""What the server keeps between requests: the puzzles and the games used last."""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, TypeVar

from mazeworks.core.errors import Note, UnknownName, collecting_notes
from mazeworks.core.facets import variants_of
from mazeworks.core.puzzle import Puzzle
from mazeworks.making.request import Request
from mazeworks.web.limits import LONGEST_ID, Limits, Refused
from mazeworks.web.weight import bytes_held

V = TypeVar("V")


class Shelf(Generic[V]):
    """Values by name; drops the least recently used when there are too many or they hold too many bytes."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self.most, self.most_bytes = most, most_bytes
        self._values: OrderedDict[str, tuple[V, int]] = OrderedDict()
        self._held = 0  # the bytes of all values
        self._lock = threading.Lock()

    def put(self, name: str, value: V) -> bool:
        """Keep a value, unless it alone holds too many bytes; whether it is kept."""
        weight = bytes_held(value)
        with self._lock:
            if name in self._values:
                self._held -= self._values.pop(name)[1]
            if weight > self.most_bytes:
                return False
            self._values[name] = (value, weight)
            self._held += weight
            while len(self._values) > self.most or self._held > self.most_bytes:
                self._held -= self._values.popitem(last=False)[1][1]
            return True

    def get(self, name: str) -> V | None:
        """The value of this name, or None."""
        with self._lock:
            if name not in self._values:
                return None
            self._values.move_to_end(name)
            return self._values[name][0]

    def __contains__(self, name: str) -> bool:
        """Whether it is kept now; takes no lock, because the event loop asks."""
        return name in self._values

    def weigh_again(self, name: str) -> None:
        """Weigh a value after its use, which may have filled its caches."""
        value = self.get(name)
        if value is not None:
            self.put(name, value)


class Kept(NamedTuple):
    """A puzzle, the reference to it, and the notes about it that whoever opens it gets."""

    reference: str
    puzzle: Puzzle[Any]
    notes: list[Note]


class Puzzles:
    """Puzzles by reference: an id, which makes them again, or the checksum of an uploaded file."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.shelf: Shelf[Kept] = Shelf(limits.kept, limits.kept_bytes)

    def made(self, request: Request) -> Kept:
        """The puzzle of a request; one that is still kept is not made again."""
        name = request.id
        kept = self.shelf.get(name) or self._make(request)
        for note in kept.notes:
            note.give()
        if len(kept.reference) > LONGEST_ID:  # an outline too large for a link: kept like an uploaded file
            kept.puzzle.id = None
            return self.keep_upload(name.encode(), kept.puzzle)
        return kept

    def _make(self, request: Request) -> Kept:
        with collecting_notes() as notes:
            puzzle = request.make()
            return Kept(puzzle.id or request.id, puzzle, notes)

    def keep(self, kept: Kept) -> None:
        """Keep a puzzle, weighed after its use, which may have filled its caches."""
        if not self.shelf.put(kept.reference, kept):
            Note(
                "This is too large to be kept by the server, so every view of it is made anew, which takes time."
            ).give()

    def keep_upload(self, data: bytes, puzzle: Puzzle[Any]) -> Kept:
        """Keep the puzzle of an uploaded file."""
        kept = Kept(f"file-{hashlib.sha256(data).hexdigest()[:20]}", puzzle, [])
        if not self.shelf.put(kept.reference, kept):
            raise too_large("this puzzle", puzzle, self.limits)
        return kept

    @contextmanager
    def used(self, reference: str, variant: str = "", whole: bool = False) -> Iterator[Puzzle[Any]]:
        """A puzzle by reference, one of its variants or the whole; weighed again after its use in this block."""
        kept = self.shelf.get(reference)
        if kept is None and reference.startswith("file-"):
            raise Refused(404, "that file is no longer kept here; open it again")
        kept = kept or self.made_again(reference)
        variants = variants_of(kept.puzzle)
        name = variant or next(iter(variants))
        if name not in variants:
            raise UnknownName("variant", name, filter(None, variants))
        try:
            yield kept.puzzle if whole else variants[name]
        finally:
            self.shelf.put(kept.reference, kept)

    def made_again(self, reference: str) -> Kept:
        """The puzzle of an id that is no longer kept; whoever opened it has had the notes about it."""
        with collecting_notes():
            return self.made(Request.parse_id(reference))


def too_large(what: str, thing: object, limits: Limits) -> Refused:
    """The refusal of something that alone holds more bytes than are kept."""
    size, most = (f"{number / 1e6:.0f} MB" for number in (bytes_held(thing), limits.kept_bytes))
    return Refused(
        422, f"{what} takes {size} of memory, more than the {most} that this server keeps; try a smaller one"
    )
