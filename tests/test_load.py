"""The load on the server is a real one, and each of its checks fails on a server that is broken in that way."""

import os
import re
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from benchmarks import load
from benchmarks.load import Client, left_behind, level, logged, makes, rows, status_of_stream, verdicts
from benchmarks.table import Row
from mazeworks.web.service import Service
from mazeworks.web.work import PLACES
from tests.serving import in_thread

WELL_MEANT = (Client.make, Client.make_by_id, Client.solve, Client.draw, Client.download, Client.play, Client.look)
OTHERS = (Client.upload, Client.watch, Client.err)
FINE = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
HALF = b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}"
DAY = "2026-01-31 12:00:00,000"


@contextmanager
def stub(*replies: bytes) -> Iterator[int]:
    """The port of a server that sends these replies over each connection, the last one again and again.

    After an empty reply it closes the connection.
    """

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.settimeout(0.5)  # some requests have no end
            for number in range(10_000):
                reply = replies[min(number, len(replies) - 1)]
                if not self.asked() or not reply:
                    return
                self.request.sendall(reply)
                if reply == HALF:
                    return

        def asked(self) -> bool:
            """Read a request; False if there is none."""
            data = b""
            try:
                while not (found := re.search(rb"\r\n\r\n", data)) or len(data) < found.end() + length_in(data):
                    piece = self.request.recv(1 << 16)
                    if not piece:
                        return False
                    data += piece
            except TimeoutError:
                return bool(data)
            except OSError:
                return False
            return True

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def length_in(head: bytes) -> int:
    found = re.search(rb"(?i)content-length: (\d+)", head)
    return int(found[1]) if found else 0


def answer(status: int) -> bytes:
    return b"HTTP/1.1 %d Status\r\nContent-Length: 2\r\n\r\n{}" % status


def attempted(port: int, *works: Any) -> Client:
    """A client that has done these things."""
    with closing(Client(port, 3)) as client:
        for work in works:
            client.attempt(work)
    return client


def missed(table: Iterator[Row]) -> str:
    """The rows that miss their targets."""
    return "; ".join(row.work for row in table if row.reached is False)


def test_the_load_is_understood_by_the_server() -> None:
    with in_thread() as server:
        assert server.port is not None
        client = attempted(server.port, *WELL_MEANT, *OTHERS)
    assert {200, 405, 421, 422} <= set(client.answers) and max(client.answers) < 500
    assert not missed(verdicts([client], 1))
    assert {work.__name__ for work in (*WELL_MEANT, *OTHERS)} - {"err"} == set(client.good)


def test_a_failure_within_a_stream_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(Service, "make", fail)
    with in_thread() as server:
        assert server.port is not None
        client = attempted(server.port, Client.watch)
    assert client.answers == {500: 1}
    assert "answers with a status of 500 and more" in missed(verdicts([client], 1))


@pytest.mark.parametrize("data", [b"", b'event: work\ndata: {"work": "x"}\n\n', b"event: result\ndata: {"])
def test_a_stream_without_an_end_is_no_answer(data: bytes) -> None:
    stream = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: %d\r\n\r\n%b" % (len(data), data)
    with stub(stream) as port:
        client = attempted(port, Client.watch)
    assert len(client.broken) == 1 and "requests without a whole answer" in missed(verdicts([client], 1))
    assert status_of_stream(b"event: result\ndata: {}\n\n") == 200


@pytest.mark.parametrize("status", [404, 429])
def test_a_server_that_refuses_everything_fails(status: int) -> None:
    with stub(answer(status)) as port:
        client = attempted(port, Client.make, Client.draw)
    assert missed(verdicts([client], 1)) == "well-meant requests answered with a 2xx; answers to bad requests"


def test_a_server_that_refuses_one_kind_of_request_fails() -> None:
    with stub(FINE) as fine, stub(answer(404)) as missing:
        clients = [attempted(fine, *[Client.make] * 200), attempted(missing, Client.draw)]
    assert "well-meant requests" in missed(verdicts(clients, 1))


def test_a_server_that_accepts_bad_requests_fails() -> None:
    with stub(FINE) as port:
        client = attempted(port, Client.make, Client.err)
    assert missed(verdicts([client], 1)) == "answers to bad requests"
    assert client.bad == {200: 8}  # the last of them is not even HTTP


def test_bytes_without_an_answer_are_noticed() -> None:
    for reply in (b"", b"220 mail.example.org\r\n"):
        with stub(reply) as port, closing(Client(port, 3)) as client, pytest.raises(ConnectionError, match="no answer"):
            client.raw(b"nonsense\r\n\r\n", 1000, good=False)


def test_a_request_is_sent_again_only_on_a_kept_connection_that_was_closed() -> None:
    with stub(FINE, b"") as port:
        client = attempted(port, *[Client.make] * 4)
    assert (client.again, client.answers, client.broken) == (3, {200: 4}, [])
    assert "requests sent again" in missed(verdicts([client], 1))
    for replies in ((b"",), (HALF,), (FINE, HALF)):
        with stub(*replies) as port:
            client = attempted(port, Client.make, Client.make)
        assert client.again == 0 and client.broken, replies
        assert "requests without a whole answer" in missed(verdicts([client], 1))


@pytest.mark.parametrize("replies", [(b"",), (HALF,), (FINE, HALF), (b"HTTP/1.1 200 OK\r\n\r\n",), (answer(503),)])
def test_makes_that_fail_are_noticed(replies: tuple[bytes, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "WARM", 0)
    with stub(*replies) as port:
        table = list(makes(port, os.getpid(), 0.2))
    assert "the same, answers other than 200, or not whole" in missed(iter(table))


def test_one_handle_or_thread_left_behind_is_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    places = sum(PLACES.values())
    monkeypatch.setattr(load, "SETTLE", 0.2)
    for threads, handles, name in ((3, 8, "open handles"), (4 + places, 7, "threads"), (3 + places, 7, "")):
        monkeypatch.setattr(load, "sample", lambda _, now=(90.0, threads, handles): now)
        assert missed(left_behind(1, (3, 7))).startswith(name) and bool(missed(left_behind(1, (3, 7)))) == bool(name)


def test_handles_that_are_closed_soon_are_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    handles = iter([9, 8, 7, 7])
    monkeypatch.setattr(load, "sample", lambda _: (90.0, 3, next(handles)))
    assert not missed(left_behind(1, (3, 7)))


def test_a_sample_counts_handles_and_threads() -> None:
    script = "import sys; kept = [open('/dev/null') for _ in range(5)]; print(flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdin is not None
        process.stdout.readline()
        memory, threads, handles = load.sample(process.pid)
        process.stdin.close()
    assert memory > 1 and threads == 1 and handles == 8


def test_what_the_server_logs_at_its_end_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    script = f"""
import signal, sys, time
def end(*_):
    time.sleep(0.2)
    print("{DAY} WARNING fine\\n" * 20000 + "{DAY} ERROR at the end", file=sys.stderr, flush=True)
    sys.exit()
signal.signal(signal.SIGTERM, end)
print(flush=True)
time.sleep(600)
"""

    class Warm:
        port = 1

        def wait_until_warm(self) -> None:
            pass

    @contextmanager
    def command() -> Iterator[tuple[Warm, "subprocess.Popen[str]"]]:
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        with subprocess.Popen([sys.executable, "-c", script], **pipes) as process:
            assert process.stdout is not None and process.stderr is not None
            process.stdout.readline()
            yield Warm(), process
            process.terminate()
            process.stderr.close()

    for name in ("makes", "mixed", "left_behind"):
        monkeypatch.setattr(load, name, lambda *_: iter(()))
    monkeypatch.setattr(load, "as_command", command)
    monkeypatch.setattr(load, "QUIET", 0)
    lines, errors = rows(1)
    assert lines.ours == "20001" and errors.reached is False


def test_errors_in_the_log_are_counted() -> None:
    assert not missed(logged([f"{DAY} WARNING Invalid HTTP request received.\n"]))
    assert missed(logged([f"{DAY} ERROR a stream failed\n"])) == "errors among them"
    assert missed(logged(["Traceback (most recent call last):\n", "  File\n", "KeyError: 3\n"])) == "errors among them"


def test_without_proc_nothing_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "PROC", Path("/nowhere"))
    (only,) = rows(1)
    assert only.reached is False and "needs /nowhere" in only.target


def test_what_grows_is_not_level() -> None:
    assert level("MB of memory", [float(max(20, n)) for n in range(100)]).reached is False
    assert level("MB of memory", [1.0, 500, *[300.0] * 50]).reached
