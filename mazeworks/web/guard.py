"""Checks before every request: the host, the origin, and limits on size and number; safe headers on every answer.

An error that nothing else answered is answered here, and logged with its trace.
"""

import logging
from collections import Counter

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
#: What may stand before JSON: blanks, and marks of its encoding.
BEFORE_JSON = b"\0 \t\r\n\xef\xbb\xbf\xfe\xff"
LOOPBACK = {"127.0.0.1", "localhost", "::1"}


class Guard:
    """Wraps the application; reads each request whole, and counts those that are answered now."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: set[str]) -> None:
        self.app, self.limits = app, limits
        #: The names of this server: a page elsewhere may point its own name here (DNS rebinding).
        self.hosts = hosts
        self.clients: Counter[str] = Counter()
        #: Bytes of bodies by client, from their first byte to the end of their answer.
        self.bodies: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def send_safely(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        try:
            await self._answer(scope, receive, send_safely)
        except Exception as error:
            if not isinstance(error, Refused):
                log.exception("%s %s failed", scope["method"], scope["path"][:100])
            if not begun:
                await answer_to(error)(scope, receive, send_safely)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = (scope.get("client") or ("",))[0]
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
            self.clients[client] += 1
            try:
                self._check_number(scope, client)
                await self.app(scope, _again(bytes(body), receive), send)
            finally:
                self.clients -= Counter([client])  # drops counts of 0
        finally:
            self.bodies -= Counter({client: len(body)})

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
        """Refuse JSON with very many values: while Python reads it, no other thread runs."""
        begins = body.lstrip(BEFORE_JSON)[:1]
        is_json = scope["path"] not in UPLOADS or bytes(begins) in (b"{", b"[")
        if is_json and sum(map(body.count, (b",", b"[", b"{"))) > self.limits.values:
            raise Refused(413, f"JSON holds at most {self.limits.values} values here")

    def _check_number(self, scope: Scope, client: str) -> None:
        """Refuse more requests at once than are answered."""
        if scope["path"].startswith("/api/") and scope["path"] != "/api/health":
            if self.clients[client] > self.limits.per_client:
                raise Refused(429, f"more than {self.limits.per_client} requests at once from one address")
            if self.clients.total() > self.limits.at_once:
                raise Refused(503, f"more than {self.limits.at_once} requests at once; try again in a moment")


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
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0].lower()
