"""Checks before every request: the host, the origin, and limits on size and number; safe headers on every answer."""

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
LOOPBACK = {"127.0.0.1", "localhost", "::1"}


class Guard:
    """Wraps the application; counts the requests in progress."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: set[str] | None) -> None:
        self.app, self.limits = app, limits
        #: The names of this server, or None for any: a page elsewhere may point its own here (DNS rebinding).
        self.hosts = hosts
        self.clients: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        client = (scope.get("client") or ("",))[0]
        self.clients[client] += 1
        begun = False

        async def send_safely(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        try:
            self._check(scope, client)
            await self.app(scope, self._counted(receive), send_safely)
        except Refused as refusal:
            if begun:
                raise
            await answer_to(refusal)(scope, receive, send_safely)
        finally:
            self.clients -= Counter([client])  # drops counts of 0

    def _check(self, scope: Scope, client: str) -> None:
        headers = dict(scope["headers"])
        host = _name(headers.get(b"host", b"").decode("latin-1"))
        if self.hosts is not None and host not in self.hosts:
            raise Refused(421, f"this server does not answer to the name {host!r:.80}")
        reading = scope["method"] in ("GET", "HEAD") and not scope["path"].startswith("/api/")
        if not reading and _from_elsewhere(headers):
            raise Refused(403, "requests from pages of other sites are not answered")
        if scope["path"].startswith("/api/") and scope["path"] != "/api/health":
            if self.clients[client] > self.limits.per_client:
                raise Refused(429, f"more than {self.limits.per_client} requests at once from one address")
            if self.clients.total() > self.limits.at_once:
                raise Refused(503, f"more than {self.limits.at_once} requests at once; try again in a moment")
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > self.limits.upload:
            raise self._too_large()

    def _too_large(self) -> Refused:
        return Refused(413, f"a request holds at most {self.limits.upload} bytes")

    def _counted(self, receive: Receive) -> Receive:
        """Receive at most the largest upload: a chunked request does not state its length beforehand."""
        got = 0

        async def receive_counted() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > self.limits.upload:
                raise self._too_large()
            return message

        return receive_counted


def _from_elsewhere(headers: dict[bytes, bytes]) -> bool:
    """Whether a page of another site sends this request: browsers state the site, and the origin of changes.

    Any site may link to the page, but only the page may request work. An address that a person types, or a request
    of a program, has no such header, or `none`. Another port of this computer is another site too.
    """
    if headers.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin"):
        return True
    origin = headers.get(b"origin")
    return origin is not None and origin.partition(b"://")[2].lower() != headers.get(b"host", b"").lower()


def _name(host: str) -> str:
    """The host name without its port."""
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0].lower()
