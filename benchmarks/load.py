"""The server under load: makes a second, then minutes of mixed requests, during which memory and handles stay level."""

import http.client
import json
import os
import random
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.table import Row
from tests.serving import as_command, query

#: Connections that are kept open, and the seconds after which a client gives up.
CONNECTIONS, PATIENCE = 16, 120
#: Makes of 20x20 that are to be answered in a second.
ENOUGH = 600
TEXT = b"S####\n    #\n#####\n#    \n####E\n"
OUTLINE = b"##..##\n######\n##..##\n"
SIZES = (5, 8, 20, 20, 20, 33)
LAYOUTS = ("square", "square", "hexagon", "circle", "torus", "weave", "triangle", "floors:2")
SOLVERS = ("auto", "breadth_first", "a_star", "left_hand", "dijkstra", "all_shortest", "bidirectional")
FORMATS = ("json", "svg", "png", "pdf")
ACTIONS = ("undo", "redo", "hint", "reset", "hint", "give_up")
#: Samples of the server: what is counted, and by how much more than a tenth it may grow.
SLACK = {"MB of memory": 16, "threads": 2, "open handles": CONNECTIONS}


class Client:
    """One client with a connection that it keeps; counts the answers by status."""

    def __init__(self, port: int, seed: int) -> None:
        self.port, self.random = port, random.Random(seed)
        self.answers: Counter[int] = Counter()
        #: Requests without an answer, or with half of one, that we did not break off ourselves.
        self.broken: list[str] = []
        #: Works by name, for the figures.
        self.done: Counter[str] = Counter()
        self.line = self._connect()

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def close(self) -> None:
        """Hang up."""
        self.line.close()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
        """Status and body of an answer; a body other than bytes is sent as JSON."""
        if body is not None and not isinstance(body, bytes):
            body, headers = json.dumps(body).encode(), {"Content-Type": "application/json"} | headers
        for fresh in (False, True):
            try:
                self.line.request(method, path, body, headers)
                answer = self.line.getresponse()
                data = answer.read()
                break
            except (OSError, http.client.HTTPException):
                self.line.close()  # the server may close a connection that was idle, or after a refusal: once is fine
                self.line = self._connect()
                if fresh:
                    raise
        self.answers[answer.status] += 1
        return answer.status, data

    def raw(self, text: bytes, read: int = 0) -> bytes:
        """Send bytes over a connection of their own, read some of the answer, and hang up."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as line:
            line.sendall(text)
            return line.recv(read) if read else b""

    def choose(self, among: tuple[Any, ...]) -> Any:
        return self.random.choice(among)

    def id(self) -> str:
        """The id of some maze."""
        size = self.choose(SIZES)
        return f"wall:{size}x{size},layout={self.choose(LAYOUTS)}#{self.random.randrange(10_000)}"

    # --- what clients do

    def make(self) -> None:
        size = self.choose(SIZES)
        more = self.choose(({}, {"solver": "auto"}, {"generator": "prim"}, {"then": "braid:0.5"}))
        self.ask("POST", "/api/mazes", {"width": size, "height": size} | more)

    def make_by_id(self) -> None:
        self.ask("POST", "/api/mazes", {"id": self.choose((self.id(), "jugs#0", "terrain:9x9#3"))})

    def solve(self) -> None:
        ask = {"maze": self.id(), "solver": self.choose(SOLVERS), "trace": self.choose((True, False))}
        self.ask("POST", "/api/solutions", ask)

    def draw(self) -> None:
        self.ask("GET", query("/api/scene", maze=self.id()))
        self.ask("GET", query("/api/walls", maze=self.id()))

    def download(self) -> None:
        self.ask("GET", query("/api/download", maze=self.id(), format=self.choose(FORMATS)))

    def play(self) -> None:
        status, data = self.ask("POST", "/api/games", {"maze": self.id()})
        if status != 200:
            return
        game = f"/api/games/{json.loads(data)['game']}"
        for _ in range(8):
            towards = self.choose(([1, 0], [0, 1], [-1, 0], [0, -1]))
            move = {"action": self.choose(("move", "run")), "towards": towards}
            self.ask("POST", game, self.choose((move, move, {"action": self.choose(ACTIONS)})))
        self.ask("GET", game)

    def upload(self) -> None:
        size = self.random.randrange(4, 30)
        map = b"S" + b"#" * size + b"\n" + b" " * size + b"#\n" + b"#" * size + b"E\n"
        self.ask("POST", query("/api/files", name="map.txt"), self.choose((TEXT, map, b"no maze", b"{}", b"\x89PNG")))
        self.ask("POST", query("/api/outlines", name="outline.txt"), OUTLINE)

    def watch(self) -> None:
        ask = {"width": 60, "height": 60, "generator": "wilson"}
        self.ask("POST", "/api/mazes", ask, Accept="text/event-stream")

    def look(self) -> None:
        for path in ("/", "/static/style.css", "/api/registry", "/api/health", "/openapi.json"):
            self.ask("GET", path)

    def err(self) -> None:
        self.ask("POST", "/api/mazes", b"{", **{"Content-Type": "application/json"})
        self.ask("POST", "/api/mazes", {"width": self.choose((0, -1, 10**9, "x"))})
        self.ask("POST", "/api/mazes", {"colour": "blue"})
        self.ask("POST", "/api/mazes", {"id": self.choose(("wall:", "#", "wall:9x9,with=nobody#1", "x" * 7000))})
        self.ask("GET", self.choose(("/nowhere", "/api/walls", "/api/games/none", "/static/..%2f..%2fetc%2fpasswd")))
        self.ask("PUT", "/api/mazes", b"")
        self.ask("GET", "/", Host="elsewhere.example")
        self.raw(self.choose((b"\r\n\r\n", b"nonsense\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", bytes(range(256)))), 1000)

    def break_off(self) -> None:
        """Hang up: during long work, in the middle of a large answer, and before the request is complete."""
        long = json.dumps({"width": 700, "height": 700, "generator": "wilson", "seed": self.random.randrange(99)})
        kind = f"Content-Type: application/json\r\nContent-Length: {len(long)}"
        head = f"POST /api/mazes HTTP/1.1\r\nHost: localhost\r\n{kind}"
        self.raw(f"{head}\r\n\r\n{long}".encode())
        stream = self.raw(f"{head}\r\nAccept: text/event-stream\r\n\r\n{long}".encode(), 4000)
        if b'"work":"' in stream:
            self.ask("DELETE", "/api/works/" + stream.partition(b'"work":"')[2].partition(b'"')[0].decode())
        path = query("/api/walls", maze=f"wall:900x900#{self.random.randrange(3)}")
        self.raw(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(), 1000)
        self.raw(f"{head}\r\n\r\n{long[:20]}".encode())
        self.raw(head.encode())

    def run(self, seconds: float) -> None:
        """Do one thing after another."""
        often = (Client.make, Client.make, Client.make_by_id, Client.solve, Client.draw, Client.play, Client.download)
        seldom = (Client.upload, Client.watch, Client.look, Client.err)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            lot = self.random.random()
            self.attempt(Client.break_off if lot < 0.01 else self.choose(seldom if lot < 0.15 else often))

    def attempt(self, doing: "Callable[[Client], None]") -> None:
        """Do one thing, and note if an answer is missing."""
        self.done[doing.__name__] += 1
        try:
            doing(self)
        except (OSError, http.client.HTTPException) as error:
            self.broken.append(f"{doing.__name__}: {error!r:.80}")


def rows(seconds: int = 1200) -> Iterator[Row]:
    """Makes a second, then mixed requests for these seconds."""
    if not Path("/proc/self/status").exists():
        yield Row("the server under load", "not measured: there is no /proc here")
        return
    with as_command() as (server, process):
        said: list[str] = []
        assert process.stderr is not None
        reading = threading.Thread(target=said.extend, args=(process.stderr,), daemon=True)
        reading.start()  # a full pipe would stop the server
        server.wait_until_warm()
        assert server.port is not None
        yield from makes(server.port, process.pid, min(30, seconds / 4))
        yield from mixed(server.port, process.pid, seconds)
    yield Row("lines that the server logged meanwhile", f"{len(said)}")
    errors = Counter(re.findall(r"^Traceback .*?^(\S.*?)$", "".join(said), re.S | re.M))
    yield Row("errors among them", f"{errors.total()} {dict(errors) or ''}", target="none", reached=not errors)


def makes(port: int, server: int, seconds: float) -> Iterator[Row]:
    """How many mazes of 20x20 are made in a second, over connections that stay open."""
    body = b'{"width": 20, "height": 20}'
    head = (
        b"POST /api/mazes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    )
    request, counts = head % len(body) + body, Counter[bytes]()
    begin = time.monotonic() + 2  # to warm up
    end = begin + seconds

    def client() -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
            while (now := time.monotonic()) < end:
                line.sendall(request)
                answer = line.recv(1 << 16)
                while len(answer) < _length(answer):
                    answer += line.recv(1 << 16)
                if now > begin:
                    counts[answer[9:12]] += 1

    crowd = [threading.Thread(target=client) for _ in range(CONNECTIONS)]
    for each in crowd:
        each.start()
    time.sleep(max(0, begin - time.monotonic()))
    work, own = processor(server), time.process_time()
    for each in crowd:
        each.join()
    work, own = processor(server) - work, time.process_time() - own
    number = counts.total()
    name, rate = f"20x20 made over HTTP, {CONNECTIONS} connections, {seconds:.0f} s", counts[b"200"] / seconds
    yield Row(name, f"{rate:.0f} a second", target=f"at least {ENOUGH} a second", reached=rate >= ENOUGH)
    shares = f"{work / seconds:.0%} of a core, {work / max(1, number) * 1e3:.2g} ms each"
    yield Row("the same, processor time", f"server {shares}; client {own / seconds:.0%} of a core")


def _length(answer: bytes) -> int:
    """How many bytes an answer has in all; more than there are while its head is incomplete."""
    head, blank, _ = answer.partition(b"\r\n\r\n")
    if not blank:
        return len(answer) + 1
    return len(head) + 4 + int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])


def mixed(port: int, server: int, seconds: float) -> Iterator[Row]:
    """Mixed requests, and what the server takes meanwhile."""
    clients = [Client(port, seed) for seed in range(CONNECTIONS // 2)]
    crowd = [threading.Thread(target=client.run, args=(seconds,)) for client in clients]
    for each in crowd:
        each.start()
    samples = []
    while any(each.is_alive() for each in crowd):
        samples.append(sample(server))
        time.sleep(min(1, seconds / 60))
    for client in clients:
        client.close()
    answers = sum((client.answers for client in clients), Counter[int]())
    statuses = ", ".join(f"{answers[status]} × {status}" for status in sorted(answers))
    number = f"{answers.total()} answers, {answers.total() / seconds:.0f} a second"
    yield Row(f"mixed requests of {len(clients)} clients, {seconds:.0f} s", f"{number}: {statuses}")
    done = sum((client.done for client in clients), Counter[str]())
    yield Row("what clients did", ", ".join(f"{done[name]} × {name}" for name in sorted(done)))
    wrong = sum(count for status, count in answers.items() if status >= 500)
    yield Row("answers with a status of 500 and more", f"{wrong}", target="none", reached=not wrong)
    broken = [each for client in clients for each in client.broken]
    yield Row("requests without a whole answer", "; ".join(broken[:3]) or "0", target="none", reached=not broken)
    for number, name in enumerate(SLACK):
        yield level(name, [each[number] for each in samples])


def processor(pid: int) -> float:
    """The processor time of a process so far, in seconds."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def sample(pid: int) -> tuple[float, float, float]:
    """The memory of a process in MB, its threads and its open handles."""
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    handles = len(os.listdir(f"/proc/{pid}/fd"))
    return int(status["VmRSS"].split()[0]) / 1024, float(status["Threads"]), float(handles)


def level(name: str, values: list[float]) -> Row:
    """Whether a figure stays level: a quarter to warm up, then the last third of the rest beside the first third.

    >>> level("threads", [5.0] * 4 + [9.0] * 12).reached, level("threads", [float(n) for n in range(40)]).reached
    (True, False)
    """
    rest = values[len(values) // 4 :]
    third = max(1, len(rest) // 3)
    first, last = median(rest[:third]), median(rest[-third:])
    most = 1.1 * first + SLACK[name]
    return Row(f"{name}, first and last third", f"{first:.0f}, then {last:.0f}, at most {max(values):.0f}",
               target=f"at most {most:.0f}", reached=last <= most)  # fmt: skip
