"""Checks before every request: the host, the origin, and limits on size and number; safe headers on every answer.

An error that nothing else answered is answered here, and logged with its trace.
"""

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mazeworks.web.limits import Limits, Refused
from mazeworks.web.problems import answer_to

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
log = logging.getLogger(__name__)
#: Where files are sent to; requests to all other paths are short.
UPLOADS = ("/api/files", "/api/outlines")
#: A game to continue may have many moves; other requests in JSON have few values.
WITH_MOVES = "/api/games"
#: Bytes of an answer that are handed on at a time: more are in no buffer, and wait here until the client takes them.
PIECE = 1 << 18
LOOPBACK = {"127.0.0.1", "localhost", "::1"}


class Guard:
    """Wraps the application; reads each request whole, and sends each answer no faster than its client takes it."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: set[str], answers: "Answers") -> None:
        self.app, self.limits, self.answers = app, limits, answers
        #: The names of this server: a page elsewhere may point its own name here (DNS rebinding).
        self.hosts = hosts
        #: Bytes of bodies by client, from their first byte to the end of their answer.
        self.bodies: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sending = Sending(self.answers, client_of(scope), send)
        try:
            await self._answer(scope, receive, sending)
        except Exception as error:
            if not isinstance(error, Refused):
                log.exception("%s %s failed", scope["method"], scope["path"][:100])
            if not sending.begun:
                await answer_to(error)(scope, receive, sending)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = client_of(scope)
        self._check(scope)
        body = bytearray()
        try:
            more = True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return
                more = message.get("more_body", False)
                body += message.get("body", b"")
                self.bodies[client] += len(message.get("body", b""))
                self._check_body(scope, client, len(body))
            self._check_values(scope, body)
            await self.app(scope, _again(bytes(body), receive), send)
        finally:
            self.bodies -= Counter({client: len(body)})  # drops counts of 0

    def _check(self, scope: Scope) -> None:
        """Refuse other names than ours, other sites, and a length that is too large, before the body is read."""
        headers = dict(scope["headers"])
        host = name_of(headers.get(b"host", b"").decode("latin-1"))
        if host not in self.hosts:
            raise Refused(421, f"this server does not answer to the name {host!r:.80}")
        reading = scope["method"] in ("GET", "HEAD") and not scope["path"].startswith("/api/")
        if not reading and _from_elsewhere(headers):
            raise Refused(403, "requests from pages of other sites are not answered")
        length = headers.get(b"content-length", b"0")
        self._check_body(scope, "", int(length) if length.isdigit() and len(length) < 19 else 0)

    def _check_body(self, scope: Scope, client: str, length: int) -> None:
        """Refuse a body that is too large, or more of them at once than fit: half of that space for one client."""
        most = self.limits.upload if scope["path"] in UPLOADS else min(self.limits.upload, self.limits.asked)
        if length > most:
            raise Refused(413, f"a request holds at most {most} bytes here")
        if self.bodies[client] > self.limits.bodies // 2 or self.bodies.total() > self.limits.bodies:
            raise Refused(503, "too many large requests at once; try again in a moment")

    def _check_values(self, scope: Scope, body: bytearray) -> None:
        """Refuse JSON with very many values: while Python reads it, nothing else is answered. Files have their own."""
        most = self.limits.values if scope["path"] == WITH_MOVES else self.limits.fields
        if scope["path"] not in UPLOADS and sum(map(body.count, (b",", b"[", b"{"))) > most:
            raise Refused(413, f"JSON holds at most {most} values here")


class Answers:
    """Bytes of large answers that wait until their clients take them, by client."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.unsent: Counter[str] = Counter()

    def check(self, client: str, length: int) -> None:
        """Refuse an answer if too many bytes wait: half of that space is for one client. One alone may be longer."""
        mine, all_together = self.unsent[client], self.unsent.total()
        if (mine and mine + length > self.most // 2) or (all_together and all_together + length > self.most):
            raise Refused(503, "too many large answers at once; try again in a moment")

    @contextmanager
    def waiting(self, client: str, length: int) -> Iterator[None]:
        """Count an answer while it is sent inside this block."""
        self.unsent[client] += length
        try:
            yield
        finally:
            self.unsent -= Counter({client: length})  # drops counts of 0


class Sending:
    """Sends one answer with safe headers, in pieces: each waits until the client has taken those before it."""

    def __init__(self, answers: Answers, client: str, send: Send) -> None:
        self.answers, self.client, self.send = answers, client, send
        self.begun = self.refused = False

    async def __call__(self, message: Message) -> None:
        if self.refused:
            return
        if message["type"] == "http.response.start":
            await self._begin(message)
        elif len(body := message.get("body", b"")) <= PIECE:
            await self.send(message)
        else:
            with self.answers.waiting(self.client, len(body)):
                for first in range(0, len(body), PIECE):
                    more = message.get("more_body", False) or first + PIECE < len(body)
                    await self.send({**message, "body": body[first : first + PIECE], "more_body": more})

    async def _begin(self, message: Message) -> None:
        self.begun = True
        headers = dict(message.get("headers", []))
        try:
            self.answers.check(self.client, int(headers.get(b"content-length", b"0")))
        except Refused as error:
            self.refused, refusal = True, answer_to(error)
            message = {**message, "status": refusal.status_code, "headers": refusal.raw_headers}
        await self.send({**message, "headers": [*message.get("headers", []), *HEADERS]})
        if self.refused:
            await self.send({"type": "http.response.body", "body": refusal.body})


def client_of(scope: Scope) -> str:
    """The address of a client."""
    return str((scope.get("client") or ("",))[0])


def _again(body: bytes, receive: Receive) -> Receive:
    """Receive a body that was read before, and then what follows it."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return messages.pop() if messages else await receive()

    return receive_again


def _from_elsewhere(headers: dict[bytes, bytes]) -> bool:
    """Whether a page of another site sends this request: browsers state the site, and the origin of changes.

    Any site may link to the page, but only the page may request work. An address that a person types, or a request
    of a program, has no such header, or `none`. Another port of this computer is another site too.
    """
    if headers.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin"):
        return True
    origin = headers.get(b"origin")
    return origin is not None and origin.partition(b"://")[2].lower() != headers.get(b"host", b"").lower()


def name_of(host: str) -> str:
    """The host name without its port."""
    return (host[1:].partition("]") if host.startswith("[") else host.partition(":"))[0].lower()
