"""The limits of a server; a request over one of them is answered by a sentence that names it."""

from dataclasses import dataclass

#: The most characters of an id, which is part of a link: some programs cut longer ones off.
LONGEST_ID = 8_000


@dataclass(frozen=True)
class Limits:
    """Upper limits of a server."""

    #: Cells of a maze, and pixels of an image, wherever they come from.
    cells: int = 4_000_000
    pixels: int = 25_000_000
    #: Bytes of memory that the work for one request takes, and that all work takes at once.
    memory: int = 5 << 28
    memory_in_all: int = 3 << 30
    #: Bytes of an uploaded file, of any other request, and of all requests at once.
    upload: int = 16 << 20
    asked: int = 4 << 20
    bodies: int = 96 << 20
    #: Values in a file of JSON or a game to continue, and in any other request.
    values: int = 600_000
    fields: int = 1_000
    #: Bytes of all answers that their clients have not taken yet; half of that for one address.
    answers: int = 512 << 20
    #: Open connections; one that is awaited, to send a request or take an answer, moves at least `rate` bytes a
    #: second, or is closed after `stall` seconds.
    sockets: int = 512
    stall: float = 10.0
    rate: int = 4096
    #: Seconds of work for one request.
    seconds: float = 60.0
    #: Work of one sort at once, in progress or waiting: in all, and for one address.
    at_once: int = 96
    per_client: int = 64
    #: States that a solver may explore of a puzzle that has neither walls nor a graph.
    states: int = 500_000
    #: Steps of a search, and shapes of a drawing, in one answer.
    steps: int = 1_000_000
    shapes: int = 400_000
    #: Puzzles kept for later requests, four times as many games, and the bytes that each of these two shelves holds.
    kept: int = 64
    kept_bytes: int = 256 << 20


class Refused(Exception):
    """A refused request: its status, the reason in a sentence, and the part of the request at fault, if it is one."""

    def __init__(self, status: int, sentence: str, about: str = "") -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.about = status, sentence, about
