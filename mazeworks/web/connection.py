"""Connections with deadlines, and a bound on their number: slow clients and half-sent requests stop no other client."""

import asyncio
from collections import Counter
from typing import cast

from uvicorn.protocols.http.h11_impl import H11Protocol

from mazeworks.web.guard import Guard


class Connection(H11Protocol):
    """A connection of uvicorn that is closed when its client is too slow, or when it has to give way to newer ones."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.limits = cast(Guard, self.config.app).limits
        #: When its client was last fast enough; the bytes received since the last look, and those left to send then.
        self.since = self.loop.time()
        self.received, self.unsent = 0, 0
        self._make_room()
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        self.looking.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        super().data_received(data)

    def resume_writing(self) -> None:
        """Its client has taken a piece of an answer; the next one follows."""
        self.since = self.loop.time()
        super().resume_writing()

    @property
    def address(self) -> str:
        """The address of its client, or of the proxy before it."""
        return self.client[0] if self.client else ""

    @property
    def answering(self) -> bool:
        """Whether its request has arrived, and the answer is not written yet."""
        return self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete

    def _make_room(self) -> None:
        """Where there are too many connections, close the longest waiting one of the client that has most of them."""
        open_now = [each for each in cast(set[Connection], self.connections) if not each.transport.is_closing()]
        if len(open_now) <= self.limits.sockets:
            return
        waiting = [each for each in open_now if not each.answering]
        number = Counter(each.address for each in waiting)
        min(waiting, key=lambda each: (-number[each.address], each.since)).transport.abort()

    def _look(self) -> None:
        """Close it if its client moves too few bytes of a request or an answer; otherwise look again later."""
        left, now = self.transport.get_write_buffer_size(), self.loop.time()
        idle = self.timeout_keep_alive_task is not None  # between two requests: uvicorn closes it after a while
        enough = self.received + self.unsent - left >= self.limits.rate * self.limits.stall / 2
        if enough or (not left and (idle or self.answering)):
            self.since = now
        elif now - self.since >= self.limits.stall:
            self.transport.abort()
            return
        self.received, self.unsent = 0, left
        self._look_later()

    def _look_later(self) -> None:
        self.looking = self.loop.call_later(self.limits.stall / 2, self._look)
