"""The work behind each route, and what requests share: limits, work in progress, puzzles and games."""

import json
import logging
import secrets
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

from fastapi import Request as Asked
from fastapi import Response
from fastapi.responses import StreamingResponse

from mazeworks.cells.outline import natural_size, pack, padded_to_minimum
from mazeworks.core.errors import MazeError, Note
from mazeworks.core.facets import structure_of, variants_of, words_of
from mazeworks.core.progress import checked
from mazeworks.core.puzzle import Puzzle
from mazeworks.drawing.board import board_of
from mazeworks.files.loading import read_bytes
from mazeworks.files.saving import save
from mazeworks.kernels import warm_up
from mazeworks.making.outline_file import is_image, mask_in
from mazeworks.making.request import Request, parse_seed
from mazeworks.play.session import Session, is_game, limit_for
from mazeworks.search.solving import solve
from mazeworks.web import answers, link, models
from mazeworks.web.guard import Answers, client_of
from mazeworks.web.limits import LONGEST_ID, Limits, Refused
from mazeworks.web.problems import problem
from mazeworks.web.shelf import Kept, Puzzles, Shelf, too_large
from mazeworks.web.work import Sort, Work, Works

log = logging.getLogger(__name__)
#: The most entries of a list that are written as JSON at a time: meanwhile no other thread goes on.
PIECE = 500
#: The most moves with which a game begins at once, and not after searches that wait.
FEW_MOVES = 2_000


class Service:
    """What requests share, and the work that they ask for."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.works = Works(limits)
        self.answers = Answers(limits.answers)
        self.puzzles = Puzzles(limits)
        #: Games by token; `Works` does one piece of work on each at a time.
        self.games: Shelf[Session] = Shelf(4 * limits.kept, limits.kept_bytes)
        #: Whether all kernels are compiled, so that no request waits for that.
        self.warm = False
        self.stopping = False

    def warm_up(self) -> None:
        """Compile all kernels beforehand, unless the server stops meanwhile."""
        warm_up(lambda: not self.stopping)
        self.warm = not self.stopping

    # --- long work: one answer at its end, or events while it lasts

    async def do(
        self, request: Asked, function: Callable[[], Any], sort: Sort, game: str = ""
    ) -> tuple[Any, list[str]]:
        """What a function returns, done in a thread for its sort of work, and its notes."""
        work = Work(function, sort, client_of(request.scope), game)
        return await self.works.do(work, request.is_disconnected), work.said

    async def answer(
        self, request: Asked, function: Callable[[], dict[str, Any]], sort: Sort = "search", game: str = ""
    ) -> Response:
        """What a function returns, and its notes, as JSON; with progress, as events, where the client accepts those."""

        def encoded() -> bytes:
            data = function()
            return b"".join(pieces(data | {"notes": work.said} if work.said else data))

        work = Work(encoded, sort, client_of(request.scope), game)
        if "text/event-stream" in request.headers.get("accept", ""):
            return StreamingResponse(self._events(work), media_type="text/event-stream")
        return Response(await self.works.do(work, request.is_disconnected), media_type="application/json")

    async def _events(self, work: Work) -> AsyncIterator[bytes]:
        """The token of the work, its progress, and its result or its error."""
        yield event("work", {"work": work.token})
        shown = None
        try:
            async for step in self.works.watch(work, every=0.1):
                if step is not work:
                    self.answers.check(work.client, len(step))
                    yield b"event: result\ndata: %b\n\n" % step
                elif work.progress != shown:
                    shown = work.progress
                    yield event("progress", dict(zip(("title", "fraction", "note"), shown or (), strict=True)))
        except Exception as error:
            status, content = problem(error)
            if not isinstance(error, (Refused, MazeError)):
                log.exception("a stream of events failed")
            yield event("problem", {"status": status} | content)

    # --- the work itself, in threads

    def make(self, ask: models.MakeRequest) -> dict[str, Any]:
        """Make a puzzle, or unpack it from its link; solve it if the request names a solver."""
        if ask.puzzle and not (ask.id and self.puzzles.shelf.get(ask.id) is not None):
            kept = self.puzzles.keep_upload(ask.puzzle.encode(), link.unpack(ask.puzzle))
            view = answers.opened(kept.reference, kept.puzzle)
            view |= {"unnamed": "a puzzle that its link carries", "carried": ask.puzzle, "claimed": ask.id}
        else:
            kept = self.puzzles.made(request := self.request(ask))
            view = self._made(kept, request)
        if ask.solver:
            variant = next(iter(variants_of(kept.puzzle).values()))
            view["solution"] = answers.solved(variant, ask.solver, {}, False, self.limits)
        self.puzzles.keep(kept)
        return view

    def _made(self, kept: Kept, request: Request) -> dict[str, Any]:
        """The puzzle of a request, as the page needs it."""
        view = answers.opened(kept.reference, kept.puzzle)
        if request.values.get("mask") and kept.puzzle.id is None:
            Note(
                "Its outline is too large for a link, so only a file keeps this maze: save it to have it again."
            ).give()
            return view | {"unnamed": "no id, because the outline is too large for one"}
        return view | {"carried": link.packed(kept.puzzle) if request.generator.searches else None}

    def outline(self, data: bytes, name: str, layout: str) -> dict[str, Any]:
        """The outline in a text or an image, packed for an id, and the size that suits it."""
        mask = padded_to_minimum(mask_in(data, name))
        width, height = natural_size(mask, layout, is_image(data))
        return {"mask": pack(mask), "width": width, "height": height}

    def request(self, ask: models.MakeRequest) -> Request:
        """The puzzle that is asked for."""
        if ask.id is not None:
            further = sorted(ask.model_fields_set - {"id", "puzzle", "solver"})
            if further:
                raise Refused(422, f"an id is complete; remove {further[0]}", further[0])
            return Request.parse_id(ask.id)
        width, height = ask.width or ask.height, ask.height or ask.width
        size = (width, height) if width and height else None
        seed = None if ask.seed == "" else parse_seed(str(ask.seed))
        return Request.of(ask.kind, size, ask.generator or None, seed, ask.then, ask.parameters, "form")

    def open(self, data: bytes, name: str) -> dict[str, Any]:
        """The puzzle or the saved game in a file, read as the command line reads it."""
        if data.lstrip()[:1] == b"{" and is_game(data[:1000].decode("utf-8", "replace")):
            return self._resume(data)
        puzzle = read_bytes(data, name[-80:] or "the file")
        kept = self.puzzles.keep_upload(data, puzzle)
        view = answers.opened(kept.reference, puzzle) | self._named(puzzle)
        self.puzzles.keep(kept)
        return view

    def _named(self, puzzle: Puzzle[Any]) -> dict[str, Any]:
        """The id that a file claims for its puzzle, if it makes the same puzzle or only a search could check that."""
        if puzzle.id is None or len(puzzle.id) > LONGEST_ID:
            return {}
        try:
            word = link.packed(puzzle) if Request.parse_id(puzzle.id).generator.searches else None
            if word is None and self.puzzles.made_again(puzzle.id).puzzle != puzzle:
                return {"unnamed": "a file, which is not what its id makes"}
        except (MazeError, Refused):
            return {}
        return {"id": puzzle.id, "unnamed": None, "carried": word}

    def _resume(self, data: bytes) -> dict[str, Any]:
        session = Session.load(data.decode("utf-8", "replace"))
        view = answers.opened(self.puzzles.keep_upload(data, session.whole).reference, session.whole)
        return view | self._named(session.whole) | {"game": self._begun(session)}

    def solve(self, ask: models.SolveRequest) -> dict[str, Any]:
        """Solve a puzzle."""
        with self.puzzles.used(ask.maze, ask.variant) as puzzle:
            return answers.solved(puzzle, ask.solver, ask.parameters, ask.trace, self.limits)

    def begin(self, ask: models.BeginRequest) -> dict[str, Any]:
        """Begin a game, or continue one."""
        with self.puzzles.used(ask.maze, whole=True) as puzzle:
            session = Session(puzzle, ask.variant)
            session.resume(ask.moves, ask.undone)
            session.hints, session.gave_up = ask.hints, ask.gave_up
            return self._begun(session)

    def sort_of_beginning(self, ask: models.BeginRequest) -> Sort:
        """A game begins like a move is made, unless its puzzle has to be made or many moves are made again."""
        return "play" if ask.maze in self.puzzles.shelf and len(ask.moves) <= FEW_MOVES else "search"

    def _begun(self, session: Session) -> dict[str, Any]:
        token = secrets.token_urlsafe(12)
        view = answers.game(token, session)
        if not self.games.put(token, session):
            raise too_large("this game", session, self.limits)
        return view

    def game(self, token: str) -> Session:
        """The game of a token."""
        found = self.games.get(token)
        if found is None:
            raise Refused(404, "the server no longer keeps that game; begin it again")
        return found

    def play(self, token: str, ask: models.PlayRequest) -> dict[str, Any]:
        """Perform an action in a game."""
        session = self.game(token)
        try:
            return answers.act(token, session, ask, self.limits)
        finally:
            if not self.games.put(token, session):  # a hint knows the distance of every state to the goal
                session.forget_distances()
                self.games.put(token, session)

    def walls(self, reference: str) -> bytes:
        """The walls of a rectangle, one byte per cell."""
        with self.puzzles.used(reference) as puzzle:
            grid = structure_of(puzzle).as_grid()
            if grid is None:
                raise Refused(422, f"{words_of(puzzle).name()} is not a rectangle of cells with walls")
            return answers.wall_bytes(grid)

    def scene(self, reference: str, variant: str) -> dict[str, Any]:
        """The drawing of a puzzle."""
        with self.puzzles.used(reference, variant) as puzzle:
            return answers.shapes(board_of(puzzle).at(None).scene(), self.limits.shapes)

    def file(self, reference: str, variant: str, form: str, solver: str) -> tuple[bytes, str]:
        """A puzzle by reference as a file, and the name of the file."""
        with self.puzzles.used(reference, variant, whole=not (variant or solver)) as puzzle:
            return self.download(puzzle, form, solver)

    def download(self, puzzle: Puzzle[Any], form: str, solver: str) -> tuple[bytes, str]:
        """A puzzle written in a format or drawn by a renderer, and the name of its file."""
        extensions = {entry["name"]: entry["extension"] for entry in answers.downloads(puzzle)}
        if form not in extensions:
            raise Refused(422, f"this cannot be written as {form!r:.40}; it can be written as {', '.join(extensions)}")
        solution = solve(puzzle, solver, limit_for(puzzle, self.limits.states)) if solver else None
        with tempfile.TemporaryDirectory(prefix="mazeworks-") as folder:
            path = Path(folder) / f"maze{extensions[form]}"
            save(puzzle, path, None if solution is None else solution.without_detours(), form)
            return path.read_bytes(), path.name


def as_json(data: Any) -> Response:
    return Response(b"".join(pieces(data)), media_type="application/json")


def event(name: str, data: Any) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (name.encode(), _compact(data))


def pieces(data: Any) -> Iterator[bytes]:
    """JSON in pieces: Python does nothing else while it writes one, so that a large one would hold up all requests.

    >>> b"".join(pieces({"a": list(range(3)), "b": [], "c": {}}))
    b'{"a":[0,1,2],"b":[],"c":{}}'
    """
    if not _is_long(data):
        yield _compact(data)
    elif isinstance(data, dict):
        for number, (name, value) in enumerate(data.items()):
            yield b"%b%b:" % (b"," if number else b"{", _compact(name))
            yield from pieces(value)
        yield b"}"
    elif len(data) > PIECE:
        for first in checked(range(0, len(data), PIECE)):
            yield b"," if first else b"["
            yield b"".join(pieces(data[first : first + PIECE]))[1:-1]
        yield b"]"
    else:
        for number, each in enumerate(data):
            yield b"," if number else b"["
            yield from pieces(each)
        yield b"]"


def _is_long(data: Any) -> bool:
    """Whether writing it as JSON may take long: a long list, or one in a table or a list."""
    if isinstance(data, dict):
        return any(_is_long(value) for value in data.values() if isinstance(value, (dict, list)))
    return isinstance(data, list) and (
        len(data) > PIECE or any(isinstance(each, list) and len(each) > PIECE for each in data)
    )


def _compact(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode()
