"""Notes belong to the work that gives them, whatever other threads do at the same time."""

import re
import threading
import warnings

import pytest

from mazeworks import make
from mazeworks.core.errors import Note, collecting_notes
from mazeworks.core.progress import in_context
from tests import ROOT


def test_a_note_is_a_warning_unless_it_is_collected() -> None:
    with pytest.warns(Note, match="only this"):
        Note("only this", "--advice").give()
    with collecting_notes() as notes, warnings.catch_warnings():
        warnings.simplefilter("error")
        make("wall", (9, 8), seed=1, layout="circle")
    assert [note.sentence for note in notes] == [
        "this circle is 8 cells across, not 9x8: a circle is as high as it is wide, always an even number of cells"
    ]
    with pytest.warns(Note):
        Note("no longer collected").give()


def test_notes_of_other_threads_are_not_heard_and_those_of_own_threads_are() -> None:
    other: list[str] = []

    def elsewhere() -> None:
        with collecting_notes() as notes:
            Note("of the other").give()
        other.extend(note.sentence for note in notes)

    with collecting_notes() as notes:
        for job in (elsewhere, in_context(lambda: Note("of my thread").give())):
            thread = threading.Thread(target=job)
            thread.start()
            thread.join()
        Note("mine").give()
    assert [note.sentence for note in notes] == ["of my thread", "mine"] and other == ["of the other"]


def test_inner_notes_are_collected_apart() -> None:
    with collecting_notes() as outer:
        with collecting_notes() as inner:
            Note("inner").give()
        Note("outer").give()
    assert [note.sentence for note in (*inner, *outer)] == ["inner", "outer"]


def test_every_note_in_the_package_is_given_and_not_warned_of() -> None:
    for path in (ROOT / "mazeworks").rglob("*.py"):
        if path.name != "errors.py":
            assert not re.search(r"warnings\.warn\(.*Note", path.read_text("utf-8")), path
