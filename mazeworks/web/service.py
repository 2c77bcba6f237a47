"""The work behind each route, and what requests share: limits, work in progress, puzzles and games."""

import json
import secrets
import tempfile
import threading
import warnings
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, TypeVar

from fastapi import Request as Asked
from fastapi import Response
from fastapi.responses import StreamingResponse

from mazeworks.cells.outline import natural_size, pack, padded_to_minimum
from mazeworks.core.errors import MazeError, Note
from mazeworks.core.facets import variants_of
from mazeworks.core.puzzle import Puzzle
from mazeworks.files.loading import read_bytes
from mazeworks.files.saving import save
from mazeworks.kernels import warm_up
from mazeworks.making.outline_file import is_image, mask_in
from mazeworks.making.request import Request, parse_seed
from mazeworks.play.session import Session, is_game, limit_for
from mazeworks.search.solving import solve
from mazeworks.web import answers, link, models
from mazeworks.web.limits import LONGEST_ID, Limits, Refused
from mazeworks.web.problems import problem
from mazeworks.web.shelf import Puzzles, Shelf, weight
from mazeworks.web.work import Work, Works, held

T = TypeVar("T")


class Service:
    """What requests share, and the work that they ask for."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.works = Works(limits)
        self.puzzles = Puzzles(limits)
        #: Games by token, each with a lock: two requests of one player may overlap.
        self.games: Shelf[tuple[Session, threading.Lock]] = Shelf(4 * limits.kept, 2 * limits.kept_cells)
        #: Python catches warnings for the whole process, so only one file at a time is read with its notes.
        self.noting = threading.Lock()
        #: Whether all kernels are compiled, so that no request waits for that.
        self.warm = False
        self.stopping = False

    def warm_up(self) -> None:
        """Compile all kernels beforehand, unless the server stops meanwhile."""
        warm_up(lambda: not self.stopping)
        self.warm = not self.stopping

    # --- long work: one answer at its end, or events while it lasts

    async def answer(self, request: Asked, function: Callable[[], dict[str, Any]]) -> Response:
        """What a function returns, as JSON; with progress, as events, where the client accepts those."""
        if "text/event-stream" in request.headers.get("accept", ""):
            return StreamingResponse(self._events(Work(function)), media_type="text/event-stream")
        return as_json(await self.works.do(function, request.is_disconnected))

    async def _events(self, work: Work) -> AsyncIterator[str]:
        """The token of the work, its progress, and its result or its error."""
        yield event("work", {"work": work.token})
        shown = None
        try:
            async for step in self.works.watch(work, every=0.1):
                if step is not work:
                    yield event("result", step)
                elif work.progress != shown:
                    shown = work.progress
                    yield event("progress", dict(zip(("title", "fraction", "note"), shown or (), strict=True)))
        except (Refused, MazeError, MemoryError) as error:
            status, content = problem(error)
            yield event("problem", {"status": status} | content)

    # --- the work itself, in threads

    def make(self, ask: models.MakeRequest) -> dict[str, Any]:
        """Make a puzzle, or unpack it from its link; solve it if the request names a solver."""
        if ask.puzzle and not (ask.id and self.puzzles.shelf.get(ask.id) is not None):
            puzzle = link.unpack(ask.puzzle)
            view = answers.opened(self.puzzles.keep_upload(ask.puzzle.encode(), puzzle), puzzle)
            view |= {"unnamed": "a puzzle that its link carries", "carried": ask.puzzle, "claimed": ask.id}
        else:
            view, puzzle = self._made(self.request(ask))
        if ask.solver:
            variant = next(iter(variants_of(puzzle).values()))
            view["solution"] = answers.solved(variant, ask.solver, {}, False, self.limits)
        return view

    def _made(self, request: Request) -> tuple[dict[str, Any], Puzzle[Any]]:
        """The puzzle of a request, as the page needs it, and the puzzle itself."""
        if not request.values.get("mask"):
            reference, puzzle = self.puzzles.made(request)
            return answers.opened(reference, puzzle) | {"carried": link.packed_if_needed(puzzle)}, puzzle
        (reference, puzzle), notes = self.noted(lambda: self.puzzles.made(request))  # of islands
        view = answers.opened(reference, puzzle) | {"notes": notes}
        if puzzle.id is None:
            why = "Its outline is too large for a link"
            notes.append(f"{why}, so only a file keeps this maze: save it to have it again.")
            view["unnamed"] = "no id, because the outline is too large for one"
        return view, puzzle

    def noted(self, doing: Callable[[], T]) -> tuple[T, list[str]]:
        """What a function returns, and the notes that it gave as warnings."""
        with held(self.noting), warnings.catch_warnings(record=True) as notes:
            warnings.simplefilter("always", UserWarning)
            result = doing()
        said = [note.message for note in notes if issubclass(note.category, UserWarning)]
        return result, [note.sentence if isinstance(note, Note) else str(note) for note in said]

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
        puzzle, notes = self.noted(lambda: read_bytes(data, name[-80:] or "the file"))
        return answers.opened(self.puzzles.keep_upload(data, puzzle), puzzle) | self._named(puzzle) | {"notes": notes}

    def _named(self, puzzle: Puzzle[Any]) -> dict[str, Any]:
        """The id that a file claims for its puzzle, if it makes the same puzzle or only a search could check that."""
        if puzzle.id is None or len(puzzle.id) > LONGEST_ID:
            return {}
        try:
            word = link.packed_if_needed(puzzle)
            if word is None and self.puzzles.made(Request.parse_id(puzzle.id))[1] != puzzle:
                return {"unnamed": "a file, which is not what its id makes"}
        except (MazeError, Refused):
            return {}
        return {"id": puzzle.id, "unnamed": None, "carried": word}

    def _resume(self, data: bytes) -> dict[str, Any]:
        session = Session.load(data.decode("utf-8", "replace"))
        view = answers.opened(self.puzzles.keep_upload(data, session.whole), session.whole)
        return view | self._named(session.whole) | {"game": self._begun(session)}

    def begin(self, ask: models.BeginRequest) -> dict[str, Any]:
        """Begin a game, or continue one."""
        session = Session(self.puzzles.with_variants(ask.maze), ask.variant)
        session.resume(ask.moves, ask.undone)
        session.hints, session.gave_up = ask.hints, ask.gave_up
        return self._begun(session)

    def _begun(self, session: Session) -> dict[str, Any]:
        token = secrets.token_urlsafe(12)
        self.games.put(token, (session, threading.Lock()), weight(session.puzzle))
        return answers.game(token, session)

    def game(self, token: str) -> tuple[Session, threading.Lock]:
        """The game of a token, and its lock."""
        found = self.games.get(token)
        if found is None:
            raise Refused(404, "the server no longer keeps that game; begin it again")
        return found

    def play(self, token: str, ask: models.PlayRequest) -> dict[str, Any]:
        """Perform an action in a game."""
        session, lock = self.game(token)
        with held(lock):
            return answers.act(token, session, ask, self.limits)

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
    return Response(json.dumps(data, separators=(",", ":")), media_type="application/json")


def event(name: str, data: Any) -> str:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"
