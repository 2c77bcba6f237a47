"""Requests to the server's application, in this process: what its described API takes, and mutations of that."""

import asyncio
import json
import re
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random
from typing import Any
from urllib.parse import urlencode

from fuzz.confined import confined
from fuzz.fuzzer import Differs, fuzzer
from fuzz.mutation import HOSTILE, PIECES, mutated_value
from fuzz.readers.data import make_game, make_link
from fuzz.readers.ids import make_chain, make_id
from fuzz.readers.texts import make_text
from fuzz.samples import ids, layout_word, without_searches
from mazeworks.core.errors import MazeError
from mazeworks.core.registry import SECTIONS
from mazeworks.web.limits import Limits
from mazeworks.web.routes import create_app

#: Limits with which every answer is quick.
LIMITS = Limits(cells=400, upload=20_000, seconds=20, states=2_000, steps=2_000, shapes=5_000)
#: What stands for the references and tokens of earlier answers.
EARLIER = {"maze": "{maze}", "game": "{game}"}
HEADERS = {"host": "localhost", "content-type": "application/json"}


class Server:
    """The application, with a loop of events, in a thread where no other loop can be running."""

    def __init__(self) -> None:
        self.app = create_app(LIMITS)
        self.loop, self.thread = asyncio.new_event_loop(), ThreadPoolExecutor(1)
        self.folder = tempfile.TemporaryDirectory(prefix="mazeworks-fuzz-")
        self.described: dict[str, Any] = json.loads(self.ask({"path": "/openapi.json"})[2])

    def ask(self, request: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of the answer to a request."""
        return self.thread.submit(lambda: self.loop.run_until_complete(self._ask(request))).result()

    async def _ask(self, request: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        headers = HEADERS | request.get("headers", {})
        path = request["path"].encode("utf-8", "replace")
        sent: list[Any] = []
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": request.get("method", "GET"),
            "scheme": "http",
            "path": path.decode(),
            "raw_path": path,
            "query_string": urlencode(request.get("query", {}), errors="replace").encode(),
            "root_path": "",
            "headers": [(_latin(name), _latin(value)) for name, value in headers.items()],
            "client": ("127.0.0.1", 5),
            "server": ("localhost", 80),
        }  # fmt: skip
        arriving = [{"type": "http.request", "body": body_of(request), "more_body": False}]

        async def receive() -> dict[str, Any]:
            if arriving:
                return arriving.pop()
            await asyncio.sleep(3600)
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        if not sent or sent[-1].get("more_body"):
            raise Differs("there is no whole answer")
        found = {name.decode("latin-1"): value.decode("latin-1") for name, value in sent[0]["headers"]}
        return sent[0]["status"], found, b"".join(message.get("body", b"") for message in sent[1:])


@cache
def server() -> Server:
    """The one application of this process."""
    return Server()


def _latin(text: str) -> bytes:
    return text.encode("latin-1", "replace")


def body_of(request: dict[str, Any]) -> bytes:
    """The bytes that a request sends: a text as it is, anything else as JSON."""
    body = request.get("body")
    if body is None:
        return b""
    return (body if isinstance(body, str) else json.dumps(body)).encode("utf-8", "replace")


# --- requests by the description


def make_requests(random: Random) -> list[dict[str, Any]]:
    """One to four requests, of which later ones refer to what earlier ones made; mutated now and then."""
    paths = server().described["paths"]
    asked = []
    for _ in range(random.choice((1, 1, 2, 3))):
        path = random.choice(list(paths))
        asked.append(_request(random, path, *random.choice(list(paths[path].items()))))
    if asked[0]["path"] != "/api/mazes":
        asked.insert(0, {"method": "POST", "path": "/api/mazes", "body": {"id": random.choice(ids())}})
    if any("games/" in request["path"] for request in asked):
        asked.insert(1, {"method": "POST", "path": "/api/games", "body": {"maze": EARLIER["maze"]}})
    asked = [mutated_request(random, each) if random.random() < 0.3 else each for each in asked]
    return [json.loads(without_searches(json.dumps(each))) for each in asked]


def _request(random: Random, path: str, method: str, described: dict[str, Any]) -> dict[str, Any]:
    request: dict[str, Any] = {"method": method.upper(), "path": path, "query": {}}
    for parameter in described.get("parameters", []):
        if parameter["in"] == "query" and (parameter.get("required") or random.random() < 0.4):
            request["query"][parameter["name"]] = _text(_value(random, parameter["name"], parameter["schema"]))
    for kind, content in described.get("requestBody", {}).get("content", {}).items():
        request["body"] = _value(random, "", content["schema"]) if "json" in kind else _upload(random)
    if random.random() < 0.2:
        request["headers"] = {"accept": "text/event-stream"}
    return request


def _upload(random: Random) -> str:
    return make_text(random) if random.random() < 0.7 else json.dumps(make_game(random))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


#: Values for fields by their names, where the description does not say enough.
KNOWN: dict[str, Callable[[Random], Any]] = {
    "id": make_id,
    "maze": lambda random: EARLIER["maze"] if random.random() < 0.7 else random.choice(ids()),
    "puzzle": make_link,
    "then": make_chain,
    "layout": layout_word,
    "width": lambda random: random.randrange(1, 12),
    "height": lambda random: random.randrange(1, 12),
    "move": lambda random: random.choice(("N", "S", "E", "W", "NE", "fill1", "")),
    "format": lambda random: random.choice([*SECTIONS["formats"], "svg", "text"]),
}
#: Sections of the registry for the fields that name one of their entries.
NAMED = {"kind": "kinds", "generator": "generators", "solver": "solvers"}


def _value(random: Random, name: str, schema: dict[str, Any]) -> Any:
    """A value that a schema describes, mostly."""
    if "$ref" in schema:
        schema = server().described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if name in KNOWN:
        return KNOWN[name](random)
    if name in NAMED:
        return random.choice(list(SECTIONS[NAMED[name]]))
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return _value(random, "", random.choice(choices))
    if "enum" in schema:
        return random.choice(schema["enum"])
    match schema.get("type"):
        case "object":
            return _object(random, schema)
        case "array":
            return [
                _value(random, "move", schema.get("items", {}))
                for _ in range(schema.get("minItems", random.randrange(3)))
            ]
        case "integer" | "number":
            return random.choice((0, 1, 2, -1, 0.5, 7))
        case "boolean":
            return random.random() < 0.5
        case "null":
            return None
    return random.choice(("", "", "a", "7", random.choice(PIECES)))


def _object(random: Random, schema: dict[str, Any]) -> dict[str, Any]:
    fields = schema.get("properties", {})
    needed = schema.get("required", [])
    chosen = [name for name in fields if name in needed or random.random() < 0.3]
    return {name: _value(random, name, fields[name]) for name in chosen}


def mutated_request(random: Random, request: dict[str, Any]) -> dict[str, Any]:
    """A request with another body, query, path or method."""
    part = random.choice(("body", "body", "query", "path", "method", "headers"))
    match part:
        case "body" if "body" in request:
            return request | {"body": mutated_value(random, request["body"])}
        case "query":
            changed = mutated_value(random, request.get("query") or {"maze": ""})
            return request | {
                "query": {name: _text(value) for name, value in changed.items()} if isinstance(changed, dict) else {}
            }
        case "path":
            return request | {
                "path": request["path"].replace("{game}", random.choice(PIECES)) + random.choice(("", "/", "x"))
            }
        case "method":
            return request | {
                "method": random.choice(("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "X"))
            }
    name = random.choice(("content-type", "content-length", "accept", "host", "origin"))
    return request | {"headers": {name: str(random.choice(HOSTILE))[:50]}}


# --- trying them


@fuzzer("requests", make_requests)
def try_requests(requests: list[dict[str, Any]]) -> None:
    earlier: dict[str, str] = {}
    status = 0
    with confined(server().folder.name):
        for request in requests:
            status, headers, body = server().ask(_filled(request, earlier))
            check_answer(status, headers, body)
            if headers.get("content-type") == "application/json" and status == 200:
                answer = json.loads(body)
                earlier |= {name: answer[name] for name in EARLIER if isinstance(answer.get(name), str)}
    if status >= 400:
        raise MazeError(f"the last answer has the status {status}")


def _filled(request: dict[str, Any], earlier: dict[str, str]) -> dict[str, Any]:
    """The request with what earlier answers named."""
    text = json.dumps(request)
    for name, word in EARLIER.items():
        text = text.replace(word, json.dumps(earlier.get(name, "none"))[1:-1])
    filled: dict[str, Any] = json.loads(text)
    return {"path": "/"} | filled


def check_answer(status: int, headers: dict[str, str], body: bytes) -> None:
    """Refuse an answer that is a fault of the server, or no answer of ours."""
    kind = headers.get("content-type", "")
    if status >= 500 or (status >= 400 and not kind.startswith("application/json")):
        raise Differs(f"status {status}: {body!r:.300}")
    if status >= 400 and body and not isinstance(json.loads(body).get("error"), str):
        raise Differs(f"status {status} without a sentence: {body!r:.300}")
    if kind.startswith("text/event-stream"):
        events = re.findall(r"^event: (\w+)$", body.decode(), re.MULTILINE)
        if not events or events[-1] not in ("result", "problem"):
            raise Differs(f"the events end without a result or a problem: {events[-3:]}")
        if re.search(r'^data: {"status": ?5', body.decode(), re.MULTILINE):
            raise Differs(f"a fault of the server in events: {body[-300:]!r}")
