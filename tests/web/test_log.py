"""The log of the server: bounded in memory and in what it writes, and a new failure is still noticed."""

import io
import logging

import pytest

from mazeworks.web import log
from mazeworks.web.log import AT_ONCE, MOST, PAUSE, Sparing, brief_log


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that the log sees, in seconds."""
    now = [1000.0]
    monkeypatch.setattr(log, "monotonic", lambda: now[0])
    return now


def failing(error: Exception) -> logging.LogRecord:
    try:
        raise error
    except Exception as raised:
        trace = (type(raised), raised, raised.__traceback__)
    return logging.LogRecord("web", logging.ERROR, __file__, 1, "failed", (), trace)


def warning(text: str) -> logging.LogRecord:
    return logging.LogRecord("web", logging.WARNING, __file__, 1, text, (), None)


def test_a_new_failure_is_written_after_very_many_different_entries(clock: list[float]) -> None:
    handler, written = brief_log(), io.StringIO()
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(written)
    for number in range(20 * MOST):
        handler.handle(warning(f"warning {number}"))
    written.truncate(0)
    handler.handle(failing(KeyError("never seen before")))
    assert "never seen before" in written.getvalue()


def test_what_is_left_out_is_counted_and_written_when_it_happens_again(clock: list[float]) -> None:
    sparing = Sparing()
    assert sum(sparing.filter(warning(f"warning {number}")) for number in range(AT_ONCE + 7)) == AT_ONCE
    assert not sparing.filter(warning("another"))
    clock[0] += PAUSE
    again = warning("another")
    assert sparing.filter(again) and again.getMessage() == "another (entries left out before it: 8)"
    assert not sparing.filter(warning("one more"))


def test_the_log_is_bounded_in_memory_and_in_lines_per_hour(clock: list[float]) -> None:
    sparing = Sparing()
    passed = 0
    for number in range(36_000):
        clock[0] += 0.1
        passed += sparing.filter(warning(f"warning {number}"))
    assert passed <= AT_ONCE + 3600 / PAUSE + 1 and len(sparing.seen) <= MOST


def test_the_least_recently_seen_failure_is_forgotten_first(clock: list[float]) -> None:
    sparing = Sparing()
    assert sparing.filter(warning("often"))
    for number in range(3 * MOST):
        clock[0] += PAUSE
        sparing.filter(warning(f"warning {number}"))
        assert sparing.filter(warning("often")) == (number + 2 in (10, 100, 1000))
