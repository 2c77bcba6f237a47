"""The log of the server, which never grows large: each failure is written once, and then only counted."""

import logging
from threading import Lock
from time import monotonic

#: The most characters of an entry, and the most failures that are remembered.
LONGEST, MOST = 4_000, 500
#: Entries that may be written at once; after them there is one more every PAUSE seconds.
AT_ONCE, PAUSE = 200, 60.0


class Brief(logging.Formatter):
    """Formats an entry in at most LONGEST characters: its beginning and its end, where a trace says what failed."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        return text if len(text) <= LONGEST else f"{text[: LONGEST // 4]} … {text[-LONGEST * 3 // 4 :]}"


class Sparing(logging.Filter):
    """Passes a failure the first, tenth, hundredth time and so on.

    Two entries are the same failure if the same type of exception was raised in the same line of code. Without an
    exception they are the same if one line of code wrote them and they begin with the same 100 characters.

    Memory is bounded: of more than MOST failures, the one not seen for longest is forgotten. Output is bounded too:
    AT_ONCE entries, then one every PAUSE seconds, for entries with an exception and for others apart. The next entry
    says how many were left out. A new failure that is left out is not remembered, so it is new again the next time.
    """

    def __init__(self) -> None:
        super().__init__()
        #: How often each failure was seen; the one seen last is at the end.
        self.seen: dict[tuple[object, ...], int] = {}
        #: For entries with an exception, and for others: how many may be written, at which time, and how many were not.
        self.room = {True: (float(AT_ONCE), monotonic(), 0), False: (float(AT_ONCE), monotonic(), 0)}
        self.lock = Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        what: tuple[object, ...] = (record.pathname, record.lineno, record.getMessage()[:100])
        if record.exc_info and record.exc_info[2]:
            trace = record.exc_info[2]
            while trace.tb_next:
                trace = trace.tb_next
            what = (record.exc_info[0], trace.tb_frame.f_code, trace.tb_lineno)
        with self.lock:
            return self._passes(record, what)

    def _passes(self, record: logging.LogRecord, what: tuple[object, ...]) -> bool:
        count = self.seen.pop(what, 0) + 1
        passes = str(count).rstrip("0") == "1" and self._has_room(record)
        if passes or count > 1:
            self.seen[what] = count
        if len(self.seen) > MOST:
            del self.seen[next(iter(self.seen))]
        if count > 1:
            record.msg, record.args = f"{record.getMessage()} (for the {count}th time)", ()
            record.exc_info = record.exc_text = None
        return passes

    def _has_room(self, record: logging.LogRecord) -> bool:
        """Whether an entry may be written now; it then says how many were left out before it."""
        sort, now = bool(record.exc_info), monotonic()
        room, since, left_out = self.room[sort]
        room = min(AT_ONCE, room + (now - since) / PAUSE)
        if room < 1:
            self.room[sort] = room, now, left_out + 1
            return False
        if left_out:
            record.msg, record.args = f"{record.getMessage()} (entries left out before it: {left_out})", ()
        self.room[sort] = room - 1, now, 0
        return True


def brief_log() -> logging.Handler:
    """A handler that writes such a log to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(Brief("%(asctime)s %(levelname)s %(message)s"))
    handler.addFilter(Sparing())
    return handler
