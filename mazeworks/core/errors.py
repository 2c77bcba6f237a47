"""The error family: one sentence each, saying what was wrong, where, and what was expected."""

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Message(Exception):
    """A sentence, and optional advice for the command line; `str` joins both."""

    def __init__(self, sentence: str = "", advice: str = "") -> None:
        super().__init__(sentence)
        self.advice = advice

    @property
    def sentence(self) -> str:
        """The message without advice."""
        return str(self.args[0]) if self.args else ""

    def __str__(self) -> str:
        return f"{self.sentence}; {self.advice}" if self.advice else self.sentence


class MazeError(Message, ValueError):
    """Anything a caller or a file got wrong.

    >>> error = MazeError("no end was found", "--goal names one")
    >>> error.sentence, str(error)
    ('no end was found', 'no end was found; --goal names one')
    """

    def __init__(self, sentence: str = "", advice: str = "", about: str = "") -> None:
        super().__init__(sentence, advice)
        #: The parameter at fault, if any; `size` for width and height together.
        self.about = about


class FormatError(MazeError):
    """An invalid file or text."""


class UnknownFormat(FormatError):
    """A text that no format reads as a maze."""

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message)
        self.text = text


class BrokenWalls(FormatError):
    """Walls that do not fit together; `faults` says where, each in a sentence."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__(faults[0])
        self.faults = faults


class UnknownName(MazeError):
    """A name that is not registered; suggests the nearest one."""

    def __init__(self, what: str, name: str, known: Iterable[str], aliases: Iterable[str] = ()) -> None:
        names = sorted(known)
        self.what, self.name, self.known = what, name, names
        near = nearest(name, [*names, *aliases])
        hint = f"did you mean {near}?" if near else f"there are {', '.join(names)}"
        super().__init__(f"no {what} is called {name!r:.60}" + (f"; {hint}" if names else ""))


class TooLarge(MazeError):
    """A size that does not fit into memory."""


class NotNow(TooLarge):
    """Memory that other work needs just now; later there may be enough."""


class CannotSolve(MazeError):
    """A solver that cannot solve a puzzle; says why, and which solvers can."""


class LimitReached(MazeError):
    """A search stopped at its limit: neither solved nor proved unsolvable."""


class TooManyStates(LimitReached):
    """More states than the limit, where a solver needs all of them."""


class NoSolution(MazeError, IndexError):
    """Proved to have no solution, where that is an error; also an IndexError, as older code expects."""


class SolveTimeout(MazeError, TimeoutError):
    """A solver that ran out of time."""


class Note(Message, UserWarning):
    """A warning for people: how an input was understood, or what was left out."""

    def give(self) -> None:
        """Add it to the notes that this work collects; if it collects none, warn."""
        notes = _notes.get()
        if notes is None:
            warnings.warn(self, stacklevel=3)
        else:
            notes.append(self)


_notes: ContextVar[list[Note] | None] = ContextVar("notes", default=None)


@contextmanager
def collecting_notes() -> Iterator[list[Note]]:
    """Collect the notes given inside this block, also by threads that it starts through `in_context`.

    >>> with collecting_notes() as notes:
    ...     Note("only the first picture was read").give()
    >>> [note.sentence for note in notes]
    ['only the first picture was read']
    """
    notes: list[Note] = []
    token = _notes.set(notes)
    try:
        yield notes
    finally:
        _notes.reset(token)


@contextmanager
def blaming(name: str) -> Iterator[None]:
    """Attribute errors inside this block to a parameter, unless they name another."""
    try:
        yield
    except MazeError as error:
        error.about = error.about or name
        raise


@contextmanager
def blaming_file() -> Iterator[None]:
    """Raise errors inside this block as FormatErrors: a file or text is at fault."""
    try:
        yield
    except (FormatError, NotNow):
        raise
    except MazeError as error:
        raise FormatError(error.sentence, error.advice, error.about) from None


def with_article(noun: str) -> str:
    """A noun and its article.

    >>> with_article("alice puzzle"), with_article("wall maze")
    ('an alice puzzle', 'a wall maze')
    """
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def counted(count: int, noun: str) -> str:
    """A count and its noun, such as 1 move or 2 moves."""
    return f"{count} {noun}" + "s" * (count != 1)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most similar to this one; None if none is similar."""
    import difflib

    matches = difflib.get_close_matches(name.lower(), list(known), n=1, cutoff=0.6)
    return matches[0] if matches else None
