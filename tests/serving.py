"""A server for tests: the real one, on a free port, in a thread with limits of its own or as the command."""

import http.client
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import quote, urlsplit

import uvicorn

from mazeworks.web.guard import LOOPBACK
from mazeworks.web.limits import Limits
from mazeworks.web.routes import create_app
from mazeworks.web.service import Service
from mazeworks.web.startup import config_of, listen
from tests import ROOT

#: Seconds after which something that should have happened is taken not to: no test waits so long if all is well,
#: however slow the machine is.
CEILING = 600


def wait_until(holds: Callable[[], Any], seconds: float = CEILING) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


class Client:
    """Requests to a server, one connection each."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.port = urlsplit(address).port

    def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body; a body other than bytes is sent as JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=CEILING)
        try:
            sent = dict(headers or {})
            if body is not None and not isinstance(body, bytes):
                body = json.dumps(body).encode()
                sent.setdefault("Content-Type", "application/json")
            with suppress(BrokenPipeError, ConnectionResetError):  # refused before all was sent: the answer is there
                connection.request(method, path, body, sent)
            response = connection.getresponse()
            return response.status, {k.lower(): v for k, v in response.getheaders()}, response.read()
        finally:
            connection.close()

    def wait_until_warm(self) -> None:
        """Wait until the server has compiled everything; the first time on a slow machine that takes minutes."""
        wait_until(lambda: self.json("GET", "/api/health")[1]["warm"])

    def json(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Status and answer."""
        status, _, data = self.ask(method, path, body, headers)
        return status, json.loads(data)


def query(path: str, **values: str) -> str:
    """A path with values, written as an address has them."""
    return path + "?" + "&".join(f"{name}={quote(value, safe='')}" for name, value in values.items())


def made(client: Client, **ask: Any) -> Any:
    """The answer of the server to a request to make a puzzle."""
    status, view = client.json("POST", "/api/mazes", ask)
    assert status == 200, view
    return view


#: The service of each server that `in_thread` started, the last one last.
SERVICES: list[Service] = []


@contextmanager
def in_thread(limits: Limits | None = None) -> Iterator[Client]:
    """A server in a thread, with limits of its own; unless they say otherwise, on no machine too short of time."""
    listener = listen("127.0.0.1", 0)
    guard = create_app(limits or Limits(seconds=CEILING), LOOPBACK)
    SERVICES.append(guard.app.state.server)  # type: ignore[attr-defined]
    server = uvicorn.Server(config_of(guard))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield Client(f"http://127.0.0.1:{listener.getsockname()[1]}/")
    finally:
        server.should_exit = True
        thread.join(CEILING)
        listener.close()


@contextmanager
def as_command() -> Iterator[tuple[Client, "subprocess.Popen[str]"]]:
    """`maze serve` in a process of its own."""
    command = [sys.executable, "-m", "mazeworks", "serve", "--port", "0", "--no-open"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None and process.stderr is not None
    try:
        said = process.stdout.readline()
        found = re.search(r"http://\S+/", said)
        assert found, f"{said!r} {process.stderr.read() if process.poll() is not None else ''}"
        yield Client(found[0]), process
    finally:
        process.terminate()
        process.wait(CEILING)
        process.stdout.close()
        process.stderr.close()
