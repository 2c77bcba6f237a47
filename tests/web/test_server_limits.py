"""The server: every limit, who may ask, bad requests, long work stopped, what is kept, the command."""

import base64
import json
import signal
import socket
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from mazeworks import MazeError, make, replay
from mazeworks.core.facets import codec_of
from mazeworks.core.memory import Budget
from mazeworks.core.progress import check, report
from mazeworks.web.limits import Limits, Refused
from mazeworks.web.models import BeginRequest, MakeRequest, PlayRequest, SolveRequest
from mazeworks.web.problems import EXPECTED
from mazeworks.web.shelf import Shelf
from mazeworks.web.startup import listen
from mazeworks.web.work import Work
from tests.serving import CEILING, Client, as_command, in_thread, made, query, wait_until
from tests.test_prices import winding_image


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with in_thread() as client:
        yield client


# --- limits


def test_each_limit_has_its_sentence_and_serving_goes_on() -> None:
    with in_thread(Limits(cells=10_000, upload=5_000, shapes=3)) as client:
        status, answer = client.json("POST", "/api/mazes", {"width": 101, "height": 100})
        assert status == 422 and "101x100 cells are more than 10000" in answer["error"]
        status, answer = client.json("POST", "/api/mazes", {"id": "wall:101x100#1"})
        assert status == 422 and "more than 10000" in answer["error"]
        status, answer = client.json("POST", "/api/files", b"#" * 5_001)
        assert status == 413 and "5000 bytes" in answer["error"]
        status, answer = client.json("GET", query("/api/scene", maze="wall:5x5#1"))
        assert status == 422 and "shapes" in answer["error"]
        assert made(client, width=100, height=100)["walls"]["width"] == 100


def test_squares_of_maps_and_images_count_as_cells() -> None:
    """In an image of squares of one pixel, every second one is a cell."""
    rows = "S" + "#" * 100 + "\n" + ("#" * 101 + "\n") * 98 + "#" * 100 + "E"
    with in_thread(Limits(cells=10_000)) as client:
        status, answer = client.json("POST", "/api/files", rows.encode())
        assert status == 422 and "101x100 squares are more than 10000" in answer["error"]
        assert client.json("POST", "/api/files", winding_image(199))[0] == 200
        status, answer = client.json("POST", "/api/files", winding_image(203))
        assert status == 422 and "102x102 cells are more than 10000" in answer["error"]


def test_a_trace_that_is_cut_says_how_long_it_is() -> None:
    with in_thread(Limits(steps=10, seconds=CEILING)) as client:
        ask = {"maze": "wall:12x10#7", "solver": "breadth_first", "trace": True}
        _, found = client.json("POST", "/api/solutions", ask)
        assert found["cut"] and len(found["trace"]) == 10 and found["steps"] == found["explored"] > 10


def test_an_upload_without_its_length_is_cut_off() -> None:
    with in_thread(Limits(upload=1_000)) as client, socket.create_connection(("127.0.0.1", client.port)) as wire:
        wire.sendall(b"POST /api/files HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        wire.sendall(b"400\r\n" + b"#" * 1024 + b"\r\n")
        assert b" 413 " in wire.recv(4096).split(b"\r\n")[0]


def silently() -> Any:
    """Work without end that reports nothing, and only checks whether it is still wanted."""
    while True:
        check()


def slowly() -> Any:
    """Work that reports its progress until it is cancelled."""
    for step in range(1_000_000):
        report("waiting", step / 1_000_000, f"step {step}")
        time.sleep(0.01)
    return {}


@pytest.fixture
def endless_making(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Making goes on until it is cancelled; the list says how it ended."""
    from mazeworks.web.service import Service

    ended: list[str] = []

    def make_slowly(self: Service, ask: Any) -> Any:
        try:
            if ask.kind == "silent":
                return silently()
            return slowly()
        except BaseException as error:
            ended.append(type(error).__name__)
            raise

    monkeypatch.setattr(Service, "make", make_slowly)
    yield ended


@pytest.mark.parametrize("kind", ["slow", "silent"])
def test_work_that_takes_too_long_is_cancelled(endless_making: list[str], kind: str) -> None:
    with in_thread(Limits(seconds=0.6)) as client:
        status, answer = client.json("POST", "/api/mazes", {"kind": kind})
        assert status == 503 and "longer than 0.6 seconds" in answer["error"]
        wait_until(lambda: endless_making == ["Cancelled"])
        assert client.json("GET", "/api/health")[1]["under_way"] == 0


def test_work_reports_its_progress_and_can_be_cancelled(endless_making: list[str]) -> None:
    with in_thread() as client, asked(client, b"text/event-stream") as wire:
        seen = b""
        while b"event: progress" not in seen:
            seen += wire.recv(4096)
        token = seen.partition(b'{"work":"')[2].partition(b'"')[0].decode()
        assert client.ask("DELETE", f"/api/works/{token}")[0] == 204
        while b"event: problem" not in seen:
            seen += wire.recv(4096)
        assert endless_making == ["Cancelled"]
        assert client.ask("DELETE", f"/api/works/{token}")[0] == 404


@pytest.mark.parametrize("accept", [b"text/event-stream", b"*/*"])
def test_work_is_cancelled_when_the_client_disconnects(endless_making: list[str], accept: bytes) -> None:
    with in_thread() as client:
        with asked(client, accept):
            wait_until(lambda: under_way(client) == 1)
        wait_until(lambda: endless_making == ["Cancelled"])


@contextmanager
def asked(client: Client, accept: bytes = b"*/*") -> Iterator[socket.socket]:
    """A connection on which a maze was asked for."""
    with socket.create_connection(("127.0.0.1", client.port)) as wire:
        wire.sendall(
            b"POST /api/mazes HTTP/1.1\r\nHost: localhost\r\nAccept: " + accept + b"\r\n"
            b"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
        )
        yield wire


@pytest.mark.parametrize(
    ("limits", "status", "sentence"),
    [
        (Limits(per_client=3, at_once=10, seconds=CEILING), 429, "more than 3 requests at once from one address"),
        (Limits(per_client=99, at_once=3, seconds=CEILING), 503, "more than 3 requests at once; try again"),
    ],
)
def test_too_many_requests_at_once_are_refused_with_different_sentences(
    endless_making: list[str], limits: Limits, status: int, sentence: str
) -> None:
    with in_thread(limits) as client:
        with asked(client), asked(client), asked(client):
            wait_until(lambda: under_way(client) == 3)
            for _ in range(3):
                refused, headers, body = client.ask("POST", "/api/mazes", {})
                assert refused == status and sentence in json.loads(body)["error"] and headers["retry-after"] == "1"
        wait_until(lambda: under_way(client) == 0)
        wait_until(lambda: client.json("GET", "/api/registry")[0] == 200)  # work ends before its request does


def under_way(client: Client) -> int:
    return int(client.json("GET", "/api/health")[1]["under_way"])


# --- who may ask, and bad requests


def test_other_names_and_other_sites_are_refused(client: Client) -> None:
    status, answer = client.json("GET", "/", None, Host="evil.example")
    assert status == 421 and "evil.example" in answer["error"]
    for site in ("cross-site", "same-site"):  # another port of this computer is another site
        status, answer = client.json("POST", "/api/mazes", {}, **{"Sec-Fetch-Site": site})
        assert status == 403 and "other sites" in answer["error"]
    assert client.ask("GET", "/", None, {"Host": f"localhost:{client.port}"})[0] == 200
    assert client.ask("GET", "/", None, {"Host": f"[::1]:{client.port}"})[0] == 200


@pytest.mark.parametrize(
    "path", ["/api/download?maze=wall:9x9%231&format=gif", "/api/scene?maze=alice:7x7%231", "/api/registry"]
)
def test_no_page_elsewhere_has_work_done_here_even_by_asking_for_a_picture(client: Client, path: str) -> None:
    for headers in (
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"},
        {"Origin": "https://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "null"},
    ):
        status, answer = client.json("GET", path, None, **headers)
        assert status == 403 and "other sites" in answer["error"]
        assert client.json("GET", "/api/health")[1]["under_way"] == 0


def test_a_link_from_anywhere_leads_to_the_page(client: Client) -> None:
    arriving = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    for path in ("/?id=wall:9x9%231", "/docs", "/static/app.js", "/openapi.json"):
        assert client.ask("GET", path, None, arriving)[0] == 200
    for own in (
        {},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Origin": f"http://127.0.0.1:{client.port}"},
    ):
        assert client.ask("GET", "/api/scene?maze=wall:5x5%231", None, own)[0] == 200
        assert client.ask("POST", "/api/mazes", {"width": 5, "height": 5}, dict(own))[0] == 200


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        ({"kind": "hexagonal"}, "no kind is called"),
        ({"kind": "textmap"}, "comes from a file"),
        ({"width": 0}, "width is a whole number from 1 to"),
        ({"width": "many"}, "width"),
        ({"wide": 3}, "unknown field 'wide'; expected generator, height, id, kind, "),
        ({"parameters": {"complexity": "7"}}, "complexity is a number"),
        ({"parameters": {"complexity": "1,with=prim"}}, "'complexity' is a text without commas"),
        ({"parameters": {"depth": "7"}}, "no parameter of backtracker is called 'depth'"),
        ({"seed": "-1"}, "seed is a whole number of at most 19 digits, not '-1'"),
        ({"parameters": []}, "parameters is at most 40 names, each with a text, not []"),
        ({"seed": "9" * 19}, "seed lies between"),
        ({"generator": "jugs"}, "makes jugs puzzles"),
        ({"id": "nonsense"}, "has no seed"),
        ({"id": "wall:20x20#" + "9" * 900}, "seed"),
        ({"id": "wall:3x" + "9" * 900 + "#1"}, "size"),
        ({"solver": "magic"}, "no solver is called"),
    ],
)
def test_bad_requests_are_answered_by_a_sentence(client: Client, ask: Any, sentence: str) -> None:
    status, answer = client.json("POST", "/api/mazes", ask)
    assert status == 422 and sentence in answer["error"] and "\n" not in answer["error"]


@pytest.mark.parametrize("path", ["/api/mazes", "/api/solutions", "/api/games", "/api/games/x"])
def test_every_part_of_a_request_has_words_for_what_is_expected(client: Client, path: str) -> None:
    asked = {"/api/mazes": MakeRequest, "/api/solutions": SolveRequest, "/api/games": BeginRequest}.get(
        path, PlayRequest
    )
    for name in asked.model_fields:
        right = {"maze": "wall:5x5#1", "action": "undo"}
        ask = {key: value for key, value in right.items() if key in asked.model_fields} | {name: {"no": ["good"]}}
        if name == "parameters":
            ask[name] = 3
        status, answer = client.json("POST", path, ask)
        assert status == 422 and answer["error"].startswith(f"{name} is {EXPECTED[name]}, not ")
        assert "pattern" not in answer["error"] and "JSON" not in answer["error"]


def test_bodies_that_are_not_json_are_refused(client: Client) -> None:
    for body in (b"", b"{", b"[]", b"\xff\xfe", b"1" * 10_000):
        status, answer = client.json("POST", "/api/mazes", body, **{"Content-Type": "application/json"})
        assert status in (400, 422) and answer["error"] == "the request is not a JSON object"


def test_what_was_dropped_from_the_shelf_is_made_again_or_asked_for() -> None:
    with in_thread(Limits(kept=1)) as client:
        first = made(client, width=9, height=9, seed="1")
        _, sent = client.json("POST", "/api/files", b"S##\n  #\n  E\n")
        status, found = client.json("POST", "/api/solutions", {"maze": first["maze"]})
        assert status == 200 and found["solved"]
        status, answer = client.json("POST", "/api/solutions", {"maze": sent["maze"]})
        assert status == 404 and "open it again" in answer["error"]


def test_a_puzzle_that_is_kept_or_carried_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from mazeworks.web import link, shelf

    def never(request: Any) -> Any:
        raise AssertionError(f"{request.id} was made again")

    ask = {"kind": "alice", "width": 5, "height": 5, "seed": "4", "parameters": {"candidates": "2000"}}
    with in_thread() as client:
        view = made(client, **ask)
        assert view["carried"] and view["id"] == "alice:5x5,candidates=2000#4"
        assert made(client, width=5, height=5)["carried"] is None
        with monkeypatch.context() as patch:
            patch.setattr(shelf.Request, "make", never)
            assert made(client, id=view["id"]) == view and made(client, **ask) == view
            assert made(client, id=view["id"], puzzle=view["carried"]) == view
    with in_thread() as client:
        again = made(client, id=view["id"], puzzle=view["carried"], solver="auto")
        assert again["id"] is None and again["claimed"] == view["id"] and again["solution"]["solved"]
        assert (
            codec_of(link.unpack(view["carried"])).to_data()
            == codec_of(make("alice", (5, 5), seed=4, candidates=2000)).to_data()
        )


@pytest.mark.parametrize("word", ["A", "AAAA", "zzzz", "_" * 4000, "eJwDAAAAAAE", "S0zKBgA"])
def test_a_broken_puzzle_in_a_link_is_refused(client: Client, word: str) -> None:
    status, answer = client.json("POST", "/api/mazes", {"puzzle": word})
    assert status == 422 and "in this link" in answer["error"]


def test_the_unpacked_size_of_a_puzzle_in_a_link_is_limited(client: Client) -> None:
    squeezed = zlib.compressobj(9, wbits=-15)
    data = squeezed.compress(b"[" * 1_000_000) + squeezed.flush()
    word = base64.urlsafe_b64encode(data).decode().rstrip("=")
    status, answer = client.json("POST", "/api/mazes", {"puzzle": word})
    assert status == 422 and "larger than a link may carry" in answer["error"]


def test_the_shelf_keeps_what_was_used_last_and_what_fits() -> None:
    shelf: Shelf[bytes] = Shelf(2, 10_000)
    for name in "abc":
        assert shelf.put(name, name.encode())
        shelf.get("a")
    assert [shelf.get(name) for name in "abc"] == [b"a", None, b"c"]
    shelf.put("d", bytes(9_960))
    assert [name in shelf for name in "abcd"] == [False, False, False, True]
    assert not shelf.put("e", bytes(10_001)) and "e" not in shelf and "d" in shelf  # alone too heavy: drops no other


def test_cancelling_work_never_reaches_the_next_work_of_its_thread() -> None:
    for _ in range(200):
        work = Work(lambda: sum(range(200)))
        stopper = threading.Thread(target=work.stop)
        stopper.start()
        try:
            work.run(Budget())
        except BaseException as error:
            assert type(error).__name__ == "Cancelled"
        stopper.join()
        assert sum(range(1000)) == 499500


def test_work_that_swallows_its_cancelling_is_cancelled_at_its_next_check() -> None:
    lost: list[str] = []

    def deaf() -> None:
        try:
            try:
                threading.Thread(target=work.stop).start()
                while True:
                    check()
                    time.sleep(0.01)
            except BaseException as error:  # as a finaliser would
                lost.append(type(error).__name__)
            while True:
                check()
                time.sleep(0.01)
        except BaseException as error:
            lost.append(type(error).__name__)
            raise

    work = Work(deaf)
    with pytest.raises(BaseException) as ended:
        work.run(Budget())
    assert type(ended.value).__name__ == "Cancelled" and lost == ["Cancelled", "Cancelled"]


def test_refusals_carry_their_sentence() -> None:
    assert str(Refused(418, "tea")) == "tea"


# --- the command


def test_the_command_serves_and_stops_cleanly() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        with as_command() as (client, process):
            view = made(client, width=20, height=20, seed="7", solver="auto")
            state = make("wall", (20, 20), seed=7)
            assert state.is_goal(replay(state, view["solution"]["moves"]))
            process.send_signal(number)
            assert process.wait(CEILING) == 0
            assert process.stderr is not None and process.stderr.read() == ""


def test_a_port_that_is_taken_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(MazeError, match="cannot listen on"):
        listen("127.0.0.1", taken.getsockname()[1])


def test_floors_count_towards_the_cells(client: Client) -> None:
    status, answer = client.json("POST", "/api/mazes", {"id": "wall:1000x1000,layout=floors:10#1"})
    assert status == 422 and "1000x1000 cells on 10 floors are more than" in answer["error"]


def test_cells_that_transforms_would_make_count_too(client: Client) -> None:
    status, answer = client.json("POST", "/api/mazes", {"id": "wall:then=" + "+".join(["unicursal"] * 9) + "#1"})
    assert status == 422 and "10240x10240 cells are more than" in answer["error"]
