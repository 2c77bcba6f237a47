"""How much one server does for whoever asks; each limit is told in a sentence when it is met."""

from dataclasses import dataclass

#: The most characters of an id, which a link has to carry: not every program passes longer ones on.
LONGEST_ID = 8_000


@dataclass(frozen=True)
class Limits:
    """What is served at most."""

    #: Cells of a maze that is made.
    cells: int = 4_000_000
    #: Bytes of a request, a file above all.
    upload: int = 16 << 20
    #: Seconds that one request may work.
    seconds: float = 60.0
    #: Requests under way at once, from everybody and from one address.
    at_once: int = 96
    per_client: int = 64
    #: States that a solver may explore of a puzzle without walls or a graph.
    states: int = 500_000
    #: Steps of a search that are sent to be watched, and shapes of a drawing.
    steps: int = 1_000_000
    shapes: int = 400_000
    #: Puzzles and games kept for the next request.
    kept: int = 64
    kept_cells: int = 24_000_000


class Refused(Exception):
    """A request that is not served: its status, and why, in a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
