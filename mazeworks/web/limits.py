"""The limits of a server; a request over one of them is answered by a sentence that names it."""

from dataclasses import dataclass

#: The most characters of an id, which is part of a link: some programs cut longer ones off.
LONGEST_ID = 8_000


@dataclass(frozen=True)
class Limits:
    """Upper limits of a server."""

    #: Cells of a maze that is made.
    cells: int = 4_000_000
    #: Bytes of a request, such as an uploaded file.
    upload: int = 16 << 20
    #: Seconds of work for one request.
    seconds: float = 60.0
    #: Concurrent requests, in all and from one address.
    at_once: int = 96
    per_client: int = 64
    #: States that a solver may explore of a puzzle that has neither walls nor a graph.
    states: int = 500_000
    #: Steps of a search, and shapes of a drawing, in one answer.
    steps: int = 1_000_000
    shapes: int = 400_000
    #: Puzzles and games kept for later requests.
    kept: int = 64
    kept_cells: int = 24_000_000


class Refused(Exception):
    """A refused request: its status, the reason in a sentence, and the part of the request at fault, if it is one."""

    def __init__(self, status: int, sentence: str, about: str = "") -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.about = status, sentence, about
