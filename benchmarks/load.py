"""The server under load: makes a second, then minutes of mixed requests, during which memory stays level.

Well-meant requests have to succeed, bad ones have to be refused, and when all clients have hung up, the server holds
as many handles and threads as before.
"""

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
from mazeworks.web.work import PLACES
from tests.serving import as_command, query

#: Connections that are kept open, and the seconds after which a client gives up.
CONNECTIONS, PATIENCE = 16, 120
#: Makes of 20x20 that are to be answered in a second.
ENOUGH = 600
#: What tells the memory, the threads and the handles of a process.
PROC = Path("/proc/self/status")
TEXT = b"S####\n    #\n#####\n#    \n####E\n"
OUTLINE = b"##..##\n######\n##..##\n"
SIZES = (5, 8, 20, 20, 20, 33)
LAYOUTS = ("square", "square", "hexagon", "circle", "torus", "weave", "triangle", "floors:2")
SOLVERS = ("auto", "breadth_first", "a_star", "dijkstra", "all_shortest", "bidirectional")
FORMATS = ("json", "svg", "png", "pdf")
ACTIONS = ("undo", "redo", "hint", "reset", "hint", "give_up")
#: MB of memory by which the server may grow, beside a tenth.
SLACK = 16
#: The least share of 2xx among the answers to well-meant requests of each kind. A few are refused with reason: a game
#: that its moves happened to solve cannot be given up.
SUCCESS = 0.97
#: The largest share of requests that may be sent again.
AGAIN = 0.01
#: Seconds of makes that are not counted, and seconds in which the server becomes quiet before the load, and after it.
WARM, QUIET, SETTLE = 2.0, 3.0, 10.0


class Client:
    """One client with a connection that it keeps; counts the answers by status."""

    def __init__(self, port: int, seed: int) -> None:
        self.port, self.random = port, random.Random(seed)
        self.answers: Counter[int] = Counter()
        #: Of these, the answers to well-meant requests by what was done, and those to bad requests, which are 4xx.
        self.good: dict[str, Counter[int]] = {}
        self.bad: Counter[int] = Counter()
        #: Requests without an answer, or with half of one, that we did not break off ourselves.
        self.broken: list[str] = []
        #: Requests sent again, because the server had closed the kept connection before it answered.
        self.again = 0
        #: Works by name, for the figures, and the one that is done now.
        self.done: Counter[str] = Counter()
        self.doing = ""
        self.line = self._connect()

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def close(self) -> None:
        """Hang up."""
        self.line.close()

    def ask(
        self, method: str, path: str, body: Any = None, good: bool | None = True, **headers: str
    ) -> tuple[int, bytes]:
        """Status and body of an answer; a body other than bytes is sent as JSON.

        good: whether the request is meant well; None if it may as well be refused.
        """
        if body is not None and not isinstance(body, bytes):
            body, headers = json.dumps(body).encode(), {"Content-Type": "application/json"} | headers
        used = self.line.sock is not None
        if not self._send(method, path, body, headers):
            self.line.close()
            if not used:
                raise ConnectionError("the server closed a new connection without an answer")
            self.again += 1
            if not self._send(method, path, body, headers):
                raise ConnectionError("the server closed two connections without an answer")
        answer = self.line.getresponse()
        data, status = answer.read(), answer.status
        if answer.getheader("Content-Type", "").startswith("text/event-stream"):
            status = status_of_stream(data)
        self._count(status, good)
        return status, data

    def _send(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> bool:
        """Send a request and wait for the first byte of the answer; False if the connection was closed before."""
        try:
            self.line.request(method, path, body, headers)
            return bool(self.line.sock.recv(1, socket.MSG_PEEK))
        except (BrokenPipeError, ConnectionResetError):
            return False

    def _count(self, status: int, good: bool | None) -> None:
        self.answers[status] += 1
        if good:
            self.good.setdefault(self.doing, Counter())[status] += 1
        elif good is not None:
            self.bad[status] += 1

    def raw(self, text: bytes, read: int = 0, good: bool = True) -> bytes:
        """Send bytes over a connection of their own, read some of the answer, count its status, and hang up."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as line:
            line.sendall(text)
            answer = line.recv(read) if read else b""
        if read:
            found = re.match(rb"HTTP/1\.[01] (\d{3}) ", answer)
            if not found:
                raise ConnectionError(f"no answer, but {answer[:40]!r}, to {text[:40]!r}")
            self._count(int(found[1]), good)
        return answer

    def choose(self, among: tuple[Any, ...]) -> Any:
        return self.random.choice(among)

    def id(self, layout: str = "") -> str:
        """The id of some maze."""
        size = self.choose(SIZES)
        return f"wall:{size}x{size},layout={layout or self.choose(LAYOUTS)}#{self.random.randrange(10_000)}"

    # --- what clients do

    def make(self) -> None:
        size = self.choose(SIZES)
        more = self.choose(({}, {"solver": "auto"}, {"generator": "prim"}, {"then": "braid:0.5"}))
        self.ask("POST", "/api/mazes", {"width": size, "height": size} | more)

    def make_by_id(self) -> None:
        self.ask("POST", "/api/mazes", {"id": self.choose((self.id(), "jugs#0", "terrain:9x9#3"))})

    def solve(self) -> None:
        ask = {"maze": self.id(), "solver": self.choose(SOLVERS), "trace": self.choose((True, False))}
        on_walls = {"maze": self.id("square"), "solver": "left_hand"}
        self.ask("POST", "/api/solutions", self.choose((ask, ask, ask, on_walls)))

    def draw(self) -> None:
        self.ask("GET", query("/api/scene", maze=self.id()))
        self.ask("GET", query("/api/walls", maze=self.id("square")))

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
        self.ask("POST", query("/api/files", name="map.txt"), self.choose((TEXT, map)))
        self.ask("POST", query("/api/outlines", name="outline.txt"), OUTLINE)
        self.ask("POST", query("/api/files", name="map.txt"), self.choose((b"no maze", b"{}", b"\x89PNG")), good=False)

    def watch(self) -> None:
        ask = {"width": 60, "height": 60, "generator": "wilson"}
        self.ask("POST", "/api/mazes", ask, Accept="text/event-stream")

    def look(self) -> None:
        for path in ("/", "/static/style.css", "/api/registry", "/api/health", "/openapi.json"):
            self.ask("GET", path)

    def err(self) -> None:
        size, id = self.choose((0, -1, 10**9, "x")), self.choose(("wall:", "#", "wall:9x9,with=nobody#1", "x" * 7000))
        path = self.choose(("/nowhere", "/api/walls", "/api/games/none", "/static/..%2f..%2fetc%2fpasswd"))
        self.ask("POST", "/api/mazes", b"{", good=False, **{"Content-Type": "application/json"})
        self.ask("POST", "/api/mazes", {"width": size}, good=False)
        self.ask("POST", "/api/mazes", {"colour": "blue"}, good=False)
        self.ask("POST", "/api/mazes", {"id": id}, good=False)
        self.ask("GET", path, good=False)
        self.ask("PUT", "/api/mazes", b"", good=False)
        self.ask("GET", "/", good=False, Host="elsewhere.example")
        text = self.choose((b"\r\n\r\n", b"nonsense\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", bytes(range(256))))
        self.raw(text, 1000, good=False)

    def break_off(self) -> None:
        """Hang up: during long work, in the middle of a large answer, and before the request is complete."""
        long = json.dumps({"width": 700, "height": 700, "generator": "wilson", "seed": self.random.randrange(99)})
        kind = f"Content-Type: application/json\r\nContent-Length: {len(long)}"
        head = f"POST /api/mazes HTTP/1.1\r\nHost: localhost\r\n{kind}"
        self.raw(f"{head}\r\n\r\n{long}".encode())
        stream = self.raw(f"{head}\r\nAccept: text/event-stream\r\n\r\n{long}".encode(), 4000)
        if b'"work":"' in stream:
            token = stream.partition(b'"work":"')[2].partition(b'"')[0].decode()
            self.ask("DELETE", "/api/works/" + token, good=None)  # it may have ended, because we hung up
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
        self.doing = doing.__name__
        self.done[self.doing] += 1
        try:
            doing(self)
        except Exception as error:  # whatever it is, it must not end this thread in silence
            self.close()
            self.broken.append(f"{self.doing}: {error!r:.120}")


def status_of_stream(data: bytes) -> int:
    """The status of an answer in events: 200 for a result, or the status in a problem.

    >>> status_of_stream(b'event: work\\ndata: {}\\n\\nevent: problem\\ndata: {"status": 500}\\n\\n')
    500
    """
    events = [event.partition(b"\ndata: ") for event in data.split(b"\n\n") if event]
    name, _, content = events[-1] if events else (b"", b"", b"")
    if name not in (b"event: result", b"event: problem"):
        raise http.client.HTTPException(f"a stream ended with {data[-40:]!r}, neither a result nor a problem")
    value = json.loads(content)
    return 200 if name == b"event: result" else int(value["status"])


def rows(seconds: int = 1200) -> Iterator[Row]:
    """Makes a second, then mixed requests for these seconds."""
    if not PROC.exists():
        yield Row("the server under load", "not measured", target=f"needs {PROC}, as Linux has it", reached=False)
        return
    with as_command() as (server, process):
        said: list[str] = []
        assert process.stderr is not None
        reading = threading.Thread(target=said.extend, args=(process.stderr,), daemon=True)
        reading.start()  # a full pipe would stop the server
        server.wait_until_warm()
        assert server.port is not None
        idle = idle_state(process.pid)
        yield from makes(server.port, process.pid, min(30, seconds / 4))
        yield from mixed(server.port, process.pid, seconds)
        yield from left_behind(process.pid, idle)
        process.terminate()
        process.wait(PATIENCE)
        reading.join(PATIENCE)  # what it says at its end counts too
    yield from logged(said)


def logged(lines: list[str]) -> Iterator[Row]:
    """What the server logged, and whether there are errors in it."""
    yield Row("lines that the server logged meanwhile", f"{len(lines)}")
    number = sum(re.match(r"\S+ \S+ (ERROR|CRITICAL) |Traceback ", line) is not None for line in lines)
    kinds = Counter(re.findall(r"^Traceback .*?^(\S.*?)$", "".join(lines), re.S | re.M))
    yield Row("errors among them", f"{number} {dict(kinds) or ''}".strip(), target="none", reached=not number)


def makes(port: int, server: int, seconds: float) -> Iterator[Row]:
    """How many mazes of 20x20 are made in a second, over connections that stay open."""
    body = b'{"width": 20, "height": 20}'
    head = (
        b"POST /api/mazes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    )
    request, counts, errors = head % len(body) + body, Counter[bytes](), list[str]()
    begin = time.monotonic() + WARM
    end = begin + seconds

    def client() -> None:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
                while (now := time.monotonic()) < end:
                    status = exchange(line, request)
                    if now > begin or status != b"200":
                        counts[status] += 1
        except Exception as error:  # whatever it is, it must not end this thread in silence
            errors.append(f"{error!r:.120}")

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
    errors += [f"{count} × {status.decode()}" for status, count in counts.items() if status != b"200"]
    yield Row("the same, answers other than 200, or not whole", shown(errors), target="none", reached=not errors)
    shares = f"{work / seconds:.0%} of a core, {work / max(1, number) * 1e3:.2g} ms each"
    yield Row("the same, processor time", f"server {shares}; client {own / seconds:.0%} of a core")


def exchange(line: socket.socket, request: bytes) -> bytes:
    """Send a request, read the answer whole, and return its status."""
    line.sendall(request)
    answer = b""
    while len(answer) < _length(answer):
        piece = line.recv(1 << 16)
        if not piece:
            raise ConnectionError(f"the server closed the connection after {len(answer)} bytes of an answer")
        answer += piece
    return answer[9:12]


def _length(answer: bytes) -> int:
    """How many bytes an answer has in all; more than there are while its head is incomplete."""
    head, blank, _ = answer.partition(b"\r\n\r\n")
    if not blank:
        return len(answer) + 1
    return len(head) + 4 + int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])


def shown(faults: list[str]) -> str:
    """How many faults there are, and the first of them."""
    return "; ".join([f"{len(faults)}", *faults[:3]])


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
    yield from verdicts(clients, seconds)
    yield level("MB of memory", [each[0] for each in samples])
    most = ", ".join(
        f"{max(each[number] for each in samples)} {name}" for number, name in ((1, "threads"), (2, "handles"))
    )
    yield Row("the most at any time", most)


def verdicts(clients: list[Client], seconds: float) -> Iterator[Row]:
    """What clients did, and whether the answers are as they should be."""
    answers = sum((client.answers for client in clients), Counter[int]())
    number = f"{answers.total()} answers, {answers.total() / seconds:.0f} a second"
    yield Row(f"mixed requests of {len(clients)} clients, {seconds:.0f} s", f"{number}: {listed(answers)}")
    done = sum((client.done for client in clients), Counter[str]())
    yield Row("what clients did", listed(done))
    wrong = sum(count for status, count in answers.items() if status >= 500)
    yield Row("answers with a status of 500 and more", f"{wrong}", target="none", reached=not wrong)
    yield successes(clients)
    bad = sum((client.bad for client in clients), Counter[int]())
    refused = bool(bad) and all(400 <= status < 500 for status in bad)
    yield Row("answers to bad requests", listed(bad) or "0", target="some, all of them 4xx", reached=refused)
    broken = [each for client in clients for each in client.broken]
    yield Row("requests without a whole answer", shown(broken), target="none", reached=not broken)
    again = sum(client.again for client in clients)
    most = int(AGAIN * answers.total())
    yield Row("requests sent again, as the server had closed the kept connection", f"{again}",
              target=f"at most {most}", reached=again <= most)  # fmt: skip


def listed(counts: Counter[Any]) -> str:
    """Counts in words, such as 3 × 200, 1 × 404."""
    return ", ".join(f"{counts[what]} × {what}" for what in sorted(counts))


def successes(clients: list[Client]) -> Row:
    """Whether well-meant requests of each kind succeed; each kind that was tried has to be answered."""
    kinds = {kind for client in clients for kind in client.good} | {kind for client in clients for kind in client.done}
    shares = {}
    for kind in sorted(kinds - {Client.err.__name__}):
        counts = sum((client.good.get(kind, Counter()) for client in clients), Counter[int]())
        fine = sum(count for status, count in counts.items() if 200 <= status < 300)
        shares[kind] = fine / max(1, counts.total())
    words = ", ".join(f"{kind} {share:.1%}" for kind, share in shares.items() if share < 1) or "all"
    reached = bool(shares) and min(shares.values()) >= SUCCESS
    return Row("well-meant requests answered with a 2xx", words if shares else "none",
               target=f"at least {SUCCESS:.0%} of each kind", reached=reached)  # fmt: skip


def idle_state(pid: int) -> tuple[int, int]:
    """The threads and handles of a server that has nothing to do: the least in some seconds."""
    samples, end = [sample(pid)], time.monotonic() + QUIET
    while time.monotonic() < end:
        time.sleep(0.1)
        samples.append(sample(pid))
    return min(each[1] for each in samples), min(each[2] for each in samples)


def left_behind(pid: int, idle: tuple[int, int]) -> Iterator[Row]:
    """Whether a server has as many handles and threads as before, soon after all clients have hung up.

    The threads for work start when they are first needed, and stay.
    """
    most, end = (idle[0] + sum(PLACES.values()), idle[1]), time.monotonic() + SETTLE
    now = sample(pid)[1:]
    while (now[0] > most[0] or now[1] > most[1]) and time.monotonic() < end:
        time.sleep(0.1)
        now = sample(pid)[1:]
    for number, name in enumerate(("threads", "open handles")):
        what, figures = f"{name} when all clients have hung up", f"{idle[number]} before, then {now[number]}"
        target = f"at most {most[number]} within {SETTLE:.0f} s"
        yield Row(what, figures, target=target, reached=now[number] <= most[number])


def processor(pid: int) -> float:
    """The processor time of a process so far, in seconds."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def sample(pid: int) -> tuple[float, int, int]:
    """The memory of a process in MB, its threads and its open handles."""
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return int(status["VmRSS"].split()[0]) / 1024, int(status["Threads"]), len(os.listdir(f"/proc/{pid}/fd"))


def level(name: str, values: list[float]) -> Row:
    """Whether a figure stays level: a quarter to warm up, then the last third of the rest beside the first third.

    >>> level("MB", [5.0] * 4 + [30.0] * 12).reached, level("MB", [float(n) for n in range(100)]).reached
    (True, False)
    """
    rest = values[len(values) // 4 :]
    third = max(1, len(rest) // 3)
    first, last = median(rest[:third]), median(rest[-third:])
    most = 1.1 * first + SLACK
    return Row(f"{name}, first and last third", f"{first:.0f}, then {last:.0f}, at most {max(values):.0f}",
               target=f"at most {most:.0f}", reached=last <= most)  # fmt: skip
