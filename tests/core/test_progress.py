"""Long work in slices, so that other threads run meanwhile."""

import threading

import pytest

from mazeworks import FormatError
from mazeworks.core.progress import SHORT, cancelled_by
from mazeworks.drawing.sketch import lines_in
from mazeworks.files.loading import read_bytes


class Counting(threading.Event):
    """Counts how often work checks whether it is still wanted."""

    checks = 0

    def is_set(self) -> bool:
        self.checks += 1
        return False


@pytest.mark.parametrize("line", ["#", "+-", "█", "│"])
def test_texts_of_many_lines_are_read_in_slices_because_one_call_on_all_stops_all_threads(line: str) -> None:
    lines, event = 2 * SHORT, Counting()
    with cancelled_by(event), pytest.raises(FormatError):
        read_bytes((line + "\r\n").encode() * lines)
    # Newlines, lines, their longest, their sum, and their characters; the last slice of each may be short.
    assert event.checks >= (len(line) + 2 + len(line) + 1 + 1 + 1 + len(line)) * lines // SHORT


@pytest.mark.parametrize("text", ["", "\n", "a\n\nb", "a" * SHORT + "\nb", "a\n" * SHORT, "a" * 3 * SHORT])
def test_lines_in_slices_are_those_of_the_whole_text(text: str) -> None:
    assert lines_in(text) == text.split("\n")
