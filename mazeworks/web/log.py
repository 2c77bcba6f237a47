"""The log of the server, which never grows large: each failure is written once, and then only counted."""

import logging
from collections import Counter

#: The most characters of an entry, and the most different failures.
LONGEST, MOST = 4_000, 500


class Brief(logging.Formatter):
    """Formats an entry in at most LONGEST characters: its beginning and its end, where a trace says what failed."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        return text if len(text) <= LONGEST else f"{text[: LONGEST // 4]} … {text[-LONGEST * 3 // 4 :]}"


class Sparing(logging.Filter):
    """Passes a failure the first, tenth, hundredth time and so on; a failure is an error at a line of code."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: Counter[tuple[object, ...]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        what: tuple[object, ...] = (record.pathname, record.lineno, record.getMessage()[:100])
        if record.exc_info and record.exc_info[2]:
            trace = record.exc_info[2]
            while trace.tb_next:
                trace = trace.tb_next
            what = (record.exc_info[0], trace.tb_frame.f_code, trace.tb_lineno)
        what = what if what in self.seen or len(self.seen) < MOST else ()
        self.seen[what] += 1
        count = self.seen[what]
        if count > 1:
            record.msg, record.args = f"{record.getMessage()} (for the {count}th time)", ()
            record.exc_info = record.exc_text = None
        return str(count).rstrip("0") == "1"


def brief_log() -> logging.Handler:
    """A handler that writes such a log to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(Brief("%(asctime)s %(levelname)s %(message)s"))
    handler.addFilter(Sparing())
    return handler
