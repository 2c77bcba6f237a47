"""Slow and hostile clients: deadlines, half-sent requests, names, proxies, faults of our own, and the log."""

import asyncio
import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
from click.testing import CliRunner
from pydantic import ValidationError

from mazeworks import MazeError
from mazeworks.cli.command import maze as maze_command
from mazeworks.web.guard import LOOPBACK, PIECE, Answers, Sending
from mazeworks.web.limits import Limits
from mazeworks.web.log import LONGEST, MOST, Brief, Sparing
from mazeworks.web.models import BeginRequest
from mazeworks.web.routes import create_app
from mazeworks.web.service import Service
from mazeworks.web.startup import config_of, hosts_of, listen
from tests.serving import CEILING, SERVICES, Client, in_thread, made, wait_until

POST = b"POST /api/files HTTP/1.1\r\nHost: localhost\r\n"


@contextmanager
def wire(client: Client, data: bytes = b"") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", client.port), CEILING) as connected:
        connected.sendall(data)
        yield connected


def closed(connected: socket.socket) -> bool:
    """Whether the server closes a connection, without an answer."""
    try:
        return connected.recv(1000) == b""
    except ConnectionResetError:
        return True


# --- deadlines


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTT",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        POST + b"Content-Length: 1000\r\n\r\n" + b"#" * 10,
        POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n#",
    ],
)
def test_a_request_that_does_not_arrive_is_given_up(sent: bytes) -> None:
    with in_thread(Limits(stall=0.2)) as client, wire(client, sent) as slow:
        assert closed(slow)


def test_bytes_now_and_then_are_too_few() -> None:
    with in_thread(Limits(stall=0.4, rate=1000)) as client, wire(client, b"GET / HTTP/1.1\r\n") as slow:
        begun = time.monotonic()
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            while time.monotonic() - begun < CEILING:
                slow.sendall(b"X-Drip: 1\r\n")
                time.sleep(0.05)


def test_an_answer_that_its_client_does_not_take_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Service, "walls", lambda *_: bytes(16_000_000))
    with in_thread(Limits(stall=0.3)) as client, socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", client.port))
        slow.sendall(b"GET /api/walls?maze=wall:5x5%231 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        got = len(slow.recv(100))
        time.sleep(1.5)
        with suppress(ConnectionResetError):
            while chunk := slow.recv(1 << 16):
                got += len(chunk)
        assert got < 16_000_000
        assert len(client.ask("GET", "/api/walls?maze=wall:5x5%231")[2]) == 16_000_000  # by one that takes it


def test_a_connection_that_waits_for_long_work_is_not_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    def make_slowly(self: Service, ask: Any) -> Any:
        time.sleep(1)
        return {"maze": "x"}

    monkeypatch.setattr(Service, "make", make_slowly)
    with in_thread(Limits(stall=0.1)) as client:
        assert client.json("POST", "/api/mazes", {}) == (200, {"maze": "x"})


# --- how many


@pytest.mark.parametrize("sent", [b"GET / HTT", POST + b"Content-Length: 1000\r\n\r\n#"])
def test_half_sent_requests_give_way_to_whole_ones(sent: bytes) -> None:
    with in_thread(Limits(sockets=20, per_client=8, at_once=10)) as client, ExitStack() as stack:
        half_sent = [stack.enter_context(wire(client, sent)) for _ in range(60)]
        for _ in range(3):
            assert made(client, width=5, height=5)["look"] == "walls"
        assert all(map(closed, half_sent[:30]))  # the oldest


def test_a_connection_whose_request_is_answered_is_never_closed_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def make_slowly(self: Service, ask: Any) -> Any:
        time.sleep(1)
        return {"maze": "x"}

    monkeypatch.setattr(Service, "make", make_slowly)
    with in_thread(Limits(sockets=5)) as client, ExitStack() as stack:
        body = b"POST /api/mazes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
        asked = stack.enter_context(wire(client, body + b"Content-Type: application/json\r\n\r\n{}"))
        wait_until(lambda: client.json("GET", "/api/health")[1]["under_way"] == 1)
        for _ in range(20):
            stack.enter_context(wire(client, b"GET"))
        assert asked.recv(1000).startswith(b"HTTP/1.1 200")


def test_bodies_at_once_are_bounded() -> None:
    with in_thread(Limits(upload=6_000, bodies=10_000)) as client, ExitStack() as stack:
        stack.enter_context(wire(client, POST + b"Content-Length: 5000\r\n\r\n" + b"#" * 4_000))
        wait_until(lambda: client.json("POST", "/api/files", b"#" * 3_000)[0] == 503)
        status, answer = client.json("POST", "/api/files", b"#" * 3_000)
        assert status == 503 and "too many large requests at once" in answer["error"]
        assert made(client, width=5, height=5)


def test_only_files_may_be_large() -> None:
    with in_thread(Limits(asked=1_000)) as client:
        status, answer = client.json("POST", "/api/mazes", {"then": "x" * 1_000})
        assert status == 413 and "at most 1000 bytes here" in answer["error"]
        assert client.json("POST", "/api/files", b"#" * 2_000)[0] == 422


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_json_has_a_bound_on_its_values_because_reading_it_stops_all_threads(encoding: str) -> None:
    many = ('{"mazeworks": 1, "kind": [' + "[]," * 60 + "[]]}").encode(encoding)
    game = (" " * 300 + '{"mazeworks_game": 1, "moves": [' + "[]," * 60 + "[]]}").encode(encoding)
    with in_thread(Limits(values=100, fields=50)) as client:
        for path, most in (("/api/mazes", 50), ("/api/solutions", 50), ("/api/games", 100)):
            status, answer = client.json("POST", path, many)
            assert status == 413 and answer["error"] == f"JSON holds at most {most} values here"
        for file in (many, game) if encoding != "utf-16" else ():  # such files are not read
            status, answer = client.json("POST", "/api/files", file)
            assert status == 422 and "the values of this JSON are more than 100, the most" in answer["error"]
        map = client.json("POST", "/api/files", b"S,,E\n" + b",,,,\n" * 60)[1]  # of commas
        assert "values" not in map["error"]


def test_a_list_of_wrong_moves_has_one_fault() -> None:
    for wrong in ([1] * 5_000, [""] * 5_000, ["x" * 101] * 5_000):
        with pytest.raises(ValidationError) as caught:
            BeginRequest.model_validate({"maze": "wall:5x5#1", "moves": wrong, "undone": wrong})
        assert len(caught.value.errors()) == 2  # one for each list


# --- answers that wait


def sent(answers: Answers, client: str, *messages: dict[str, Any]) -> list[Any]:
    """What is sent of an answer."""
    found: list[Any] = []

    async def send(message: Any) -> None:
        found.append(message | {"waiting": answers.unsent.total()})

    async def run() -> None:
        sending = Sending(answers, client, send)
        for message in messages:
            await sending(message)

    with ThreadPoolExecutor(1) as pool:  # another loop may run in this thread
        pool.submit(asyncio.run, run()).result()
    return found


def answer(length: int) -> tuple[dict[str, Any], dict[str, Any]]:
    headers = [(b"content-length", b"%d" % length)]
    return {"type": "http.response.start", "status": 200, "headers": headers}, {
        "type": "http.response.body",
        "body": bytes(range(256)) * (length // 256),
    }


def test_a_large_answer_is_sent_in_pieces_and_counts_until_it_is_sent() -> None:
    answers, length = Answers(10 * PIECE), 2 * PIECE + 256
    _, *pieces = sent(answers, "a", *answer(length))
    assert b"".join(each["body"] for each in pieces) == answer(length)[1]["body"]
    assert [each["more_body"] for each in pieces] == [True, True, False]
    assert [each["waiting"] for each in pieces] == [length] * 3 and not answers.unsent


def test_more_answers_than_may_wait_are_refused() -> None:
    answers = Answers(4_000_000)
    with answers.waiting("a", 1_500_000), answers.waiting("b", 1_000_000):
        for client, length, status in (
            ("a", 600_000, 503),  # more than half for one
            ("a", 400_000, 200),
            ("b", 900_000, 200),
            ("c", 1_600_000, 503),  # more than there is
            ("c", 1_000_000, 200),
        ):
            begin, *rest = sent(answers, client, *answer(length - length % 256))
            assert begin["status"] == status and (b"x-content-type-options", b"nosniff") in begin["headers"]
            assert status == 200 or b"too many large answers" in rest[0]["body"]
    assert sent(answers, "a", *answer(8_000_000))[0]["status"] == 200  # alone


def test_a_stream_says_that_too_many_answers_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Service, "make", lambda *_: {"maze": "x" * 1_000})
    with in_thread(Limits(answers=100)) as client:
        service = SERVICES[-1]
        with service.answers.waiting("127.0.0.1", 40):
            data = client.ask("POST", "/api/mazes", {}, {"Accept": "text/event-stream"})[2]
    assert b'event: problem\ndata: {"status":503,"error":"too many large answers at once' in data


def test_a_client_that_takes_an_answer_slowly_gets_all_of_it() -> None:
    with in_thread(Limits(stall=0.5)) as client:
        ask = b"GET /api/walls?maze=wall:900x900%231 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with socket.socket() as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 14)
            slow.settimeout(CEILING)
            slow.connect(("127.0.0.1", client.port))
            slow.sendall(ask)
            taken, whole = 0, 900 * 900
            while taken < whole:
                piece = slow.recv(1 << 15)
                assert piece, f"cut off after {taken} bytes"
                taken += len(piece)
                time.sleep(0.05)


def test_the_kernel_holds_little_of_an_answer() -> None:
    with listen("127.0.0.1", 0) as listener:
        assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 1 << 17


# --- names and proxies


def test_the_names_of_a_server() -> None:
    assert hosts_of("localhost", False, []) == LOOPBACK
    assert hosts_of("::1", False, ["[FE80::1]:80"]) == LOOPBACK | {"fe80::1"}
    assert hosts_of("0.0.0.0", True, ["Maze.example.org:8642"]) == LOOPBACK | {"maze.example.org"}
    with pytest.raises(MazeError, match="without http"):
        hosts_of("0.0.0.0", True, ["http://maze.example.org"])


@pytest.mark.parametrize("host", ["0.0.0.0", "0", "::"])
def test_a_server_for_other_computers_needs_its_names(host: str) -> None:
    from mazeworks.web.startup import serve

    before = logging.root.handlers[:]
    try:
        with pytest.raises(MazeError, match="needs the name or address by which other computers open it; for example"):
            serve(host, 0)
    finally:
        logging.captureWarnings(False)
        logging.root.handlers[:] = before


def test_the_options_of_the_server_are_described() -> None:
    said = CliRunner().invoke(maze_command, ["serve", "--help"]).output
    assert "--allow-host NAME" in said and "--behind-proxy ADDRESS" in said


def test_a_client_does_not_escape_its_limits_by_naming_other_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on = threading.Event()
    monkeypatch.setattr(Service, "make", lambda *_: {"maze": str(goes_on.wait(CEILING))})
    with in_thread(Limits(per_client=1, seconds=CEILING)) as client:
        first = threading.Thread(target=client.json, args=("POST", "/api/mazes", {}))
        first.start()
        wait_until(lambda: client.json("GET", "/api/health")[1]["under_way"] == 1)
        status, _ = client.json("POST", "/api/mazes", {}, **{"X-Forwarded-For": "10.9.8.7"})
        goes_on.set()
        first.join(CEILING)
        assert status == 429


def test_no_forwarded_address_is_believed_unless_asked_for() -> None:
    config = config_of(create_app())
    assert not config.proxy_headers
    config = config_of(create_app(), ["10.0.0.1"])
    assert config.proxy_headers and config.forwarded_allow_ips == ["10.0.0.1"]


# --- faults of our own


def fail(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("a fault of ours")


@pytest.mark.parametrize("accept", ["*/*", "text/event-stream"])
@pytest.mark.parametrize(
    ("target", "method", "path", "body"),
    [
        ("mazeworks.web.service.Service.make", "POST", "/api/mazes", {}),
        ("mazeworks.web.service.pieces", "POST", "/api/mazes", {}),
        ("mazeworks.web.service.Service.open", "POST", "/api/files", b"#"),
        ("mazeworks.web.service.Service.file", "GET", "/api/download?maze=wall:5x5%231&format=png", None),
        ("mazeworks.web.guard.Guard._check", "GET", "/", None),
        ("mazeworks.web.models.refuse_unknown", "POST", "/api/mazes", {}),
        ("mazeworks.web.problems.fault_of", "POST", "/api/mazes", {"width": 0}),
    ],
)
def test_any_other_error_is_a_problem_of_ours_and_logged(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    target: str,
    method: str,
    path: str,
    body: Any,
    accept: str,
) -> None:
    monkeypatch.setattr(target, fail)
    with in_thread() as client:
        status, headers, data = client.ask(method, path, body, {"Accept": accept})
        if headers["content-type"].startswith("text/event-stream"):
            said = data.decode().partition("event: problem\ndata: ")[2]
            assert status == 200 and said.endswith("\n\n")
            answer = json.loads(said)
            assert answer.pop("status") == 500
        else:
            answer = json.loads(data)
            assert status == 500 and headers["x-content-type-options"] == "nosniff"
        assert list(answer) == ["error"] and "fault" in answer["error"] and "Zero" not in answer["error"]
        assert client.ask("GET", "/docs")[0] == (500 if "guard" in target else 200)
    traced = [entry for entry in caplog.records if entry.exc_info and entry.exc_info[0] is ZeroDivisionError]
    assert traced and traced[0].name.startswith("mazeworks.web")
    assert not [entry for entry in caplog.records if "ASGI" in entry.getMessage()]


@pytest.mark.parametrize("accept", ["*/*", "text/event-stream"])
@pytest.mark.parametrize(
    "error",
    [GeneratorExit, asyncio.CancelledError, StopIteration, KeyboardInterrupt, BaseException],
)
def test_errors_that_are_no_exceptions_are_problems_too(
    monkeypatch: pytest.MonkeyPatch, error: type[BaseException], accept: str
) -> None:
    def fail(*_: Any) -> Any:
        raise error

    monkeypatch.setattr(Service, "make", fail)
    with in_thread() as client:
        status, _, data = client.ask("POST", "/api/mazes", {}, {"Accept": accept})
        assert b"fault" in data and (status == 500 or b'event: problem\ndata: {"status":500' in data)
        assert client.json("GET", "/api/health")[1]["under_way"] == 0


def test_a_server_without_a_thread_to_spare_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start

    def refuse(self: threading.Thread) -> None:
        if self.name == "warm-up":
            raise RuntimeError("can't start new thread")
        start(self)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with in_thread() as client:
        assert made(client, width=5, height=5)["look"] == "walls"


# --- the log


def entry(error: Exception | None = None, text: str = "failed") -> logging.LogRecord:
    trace = None
    if error is not None:
        try:
            raise error
        except Exception as raised:
            trace = (type(raised), raised, raised.__traceback__)
    return logging.LogRecord("web", logging.ERROR, __file__, 1, text, (), trace)


def test_a_failure_is_logged_once_and_then_counted() -> None:
    sparing, shown = Sparing(), []
    for number in range(1_000):
        record = entry(ValueError(f"attempt {number}"))
        if sparing.filter(record):
            shown.append((record.getMessage(), record.exc_info is not None))
    times = [f"failed (for the {count}th time)" for count in (10, 100, 1000)]
    assert shown == [("failed", True), *((text, False) for text in times)]
    assert sparing.filter(entry(KeyError("another")))


def test_the_log_is_bounded_whatever_fails() -> None:
    sparing = Sparing()
    passed = sum(sparing.filter(entry(None, f"failure {number}")) for number in range(20 * MOST))
    assert passed < MOST + 10 and len(sparing.seen) <= MOST + 1
    text = Brief().format(entry(ValueError("x" * 10 * LONGEST), "begins here"))
    assert len(text) <= LONGEST + 3 and text.startswith("begins here")
