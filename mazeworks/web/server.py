"""The server of the page: an application of FastAPI whose every answer is a plain value, a drawing or a file."""

import gc
import json
import mimetypes
import tempfile
import threading
import warnings
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.exceptions import HTTPException

from mazeworks.core.errors import MazeError
from mazeworks.core.files import load, save
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.randomness import fresh_seed
from mazeworks.core.registry import all_data, formats, kinds, load_all, renderers
from mazeworks.core.solving import solve
from mazeworks.kernels import warm_up
from mazeworks.session import Session, is_game
from mazeworks.version import __version__
from mazeworks.web import answers, models
from mazeworks.web.guard import Guard
from mazeworks.web.limits import Limits, Refused
from mazeworks.web.shelf import Games, Puzzles
from mazeworks.web.work import Work, Works

STATIC = Path(__file__).parent / "static"
PAGES = {"/": "index.html", "/docs": "docs.html"}
mimetypes.add_type("text/javascript", ".js")

InQuery = Annotated[models.Reference, Query()]
Variant = Annotated[models.Value, Query()]
Token = Annotated[str, InPath(max_length=40, pattern=r"^[\w-]+$")]

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.Problem, "description": sentence}
    for status, sentence in {
        400: "The request cannot be read.",
        404: "It is no longer kept here.",
        413: "The request is too large.",
        422: "The request says something that cannot be, or asks for too much.",
        429: "Too many requests at once from one address.",
        499: "Nobody waited for it any more.",
        503: "Too many requests at once, or the work took too long.",
    }.items()
}


class Server:
    """What the answers share: limits, work under way, puzzles and games kept."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.works = Works(limits)
        self.puzzles = Puzzles(limits)
        self.games = Games(limits)
        #: Warnings are caught for the whole process, so only one file at a time is read with its notes.
        self.noting = threading.Lock()

    # --- long work: answered whole, or told as it goes

    async def answer(self, request: Request, function: Callable[[], dict[str, Any]]) -> Response:
        """What a function returns, as JSON; as events with progress for whoever asks for those."""
        if "text/event-stream" in request.headers.get("accept", ""):
            return StreamingResponse(self._events(Work(function)), media_type="text/event-stream")
        return as_json(await self.works.do(function, request.is_disconnected))

    async def _events(self, work: Work) -> AsyncIterator[str]:
        """The token of the work, its progress, and its result or what was wrong."""
        yield event("work", {"work": work.token})
        shown = None
        try:
            async for step in self.works.watch(work, every=0.1):
                if step is not work:
                    yield event("result", step)
                elif work.progress != shown:
                    shown = work.progress
                    yield event("progress", dict(zip(("title", "fraction", "note"), shown or (), strict=True)))
        except Refused as refusal:
            yield event("problem", {"status": refusal.status, "error": refusal.sentence})
        except MazeError as error:
            yield event("problem", {"status": 422, "error": str(error)})
        except MemoryError:
            yield event("problem", {"status": 503, "error": "memory ran out; a smaller maze may do"})

    # --- the work itself, in threads

    def make(self, ask: models.MakeRequest) -> dict[str, Any]:
        """Make a puzzle, and solve it if asked."""
        reference, puzzle = self.puzzles.made(ask.id if ask.id is not None else self.write_id(ask))
        view = answers.opened(reference, puzzle)
        if ask.solver:
            variant = next(iter(puzzle.variants().values()))
            view["solution"] = answers.solved(variant, ask.solver, False, self.limits)
        return view

    def write_id(self, ask: models.MakeRequest) -> str:
        """The id that says what was asked for."""
        parts = []
        if ask.width is not None or ask.height is not None:
            parts.append(f"{ask.width or ask.height}x{ask.height or ask.width}")
        if ask.maker and ask.maker != kinds[ask.kind].generator:
            parts.append(f"with={ask.maker}")
        parts += [f"{name}={value}" for name, value in ask.parameters.items()]
        return f"{ask.kind}:{','.join(parts)}#{ask.seed or fresh_seed()}"

    def open(self, data: bytes, name: str) -> dict[str, Any]:
        """The puzzle or the saved game of a file, as the command line would understand it."""
        if data.lstrip()[:1] == b"{" and is_game(data[:1000].decode("utf-8", "replace")):
            return self._resume(data)
        with tempfile.TemporaryDirectory(prefix="mazeworks-") as folder:
            path = Path(folder) / f"file{known_extension(name)}"
            path.write_bytes(data)
            try:
                with self.noting, warnings.catch_warnings(record=True) as notes:
                    warnings.simplefilter("always", UserWarning)
                    puzzle = load(path)
            except MazeError as error:
                raise MazeError(str(error).replace(str(path), name[:80] or "the file")) from None
        view = answers.opened(self.puzzles.sent(data, puzzle), puzzle)
        return view | {"notes": [str(note.message) for note in notes if issubclass(note.category, UserWarning)]}

    def _resume(self, data: bytes) -> dict[str, Any]:
        session = Session.load(data.decode("utf-8", "replace"))
        view = answers.opened(self.puzzles.sent(data, session.whole), session.whole)
        return view | {"game": answers.game(self.games.begin(session), session)}

    def begin(self, ask: models.BeginRequest) -> dict[str, Any]:
        """Begin a game, or go on with one."""
        session = Session(self.puzzles.whole(ask.maze), ask.variant)
        session.resume(ask.moves, ask.undone)
        return answers.game(self.games.begin(session), session)

    def play(self, token: str, ask: models.PlayRequest) -> dict[str, Any]:
        """Do something in a game."""
        session, lock = self.games.get(token)
        with lock:
            return answers.act(token, session, ask.action, ask.move, self.limits)

    def download(self, puzzle: Puzzle[Any], form: str, solver: str) -> tuple[bytes, str]:
        """A puzzle written in a format or drawn by a renderer, and the name of its file."""
        entry = next((e for e in answers.downloads(puzzle) if e["name"] == form), None)
        if entry is None:
            able = ", ".join(e["name"] for e in answers.downloads(puzzle))
            raise Refused(422, f"this cannot be written as {form!r:.40}; it can as {able}")
        solution = solve(puzzle, solver, self._limit(puzzle)) if solver else None
        with tempfile.TemporaryDirectory(prefix="mazeworks-") as folder:
            path = Path(folder) / f"maze{entry['extension']}"
            save(puzzle, path, None if solution is None else solution.without_detours(), form)
            return path.read_bytes(), path.name

    def _limit(self, puzzle: Puzzle[Any]) -> int | None:
        known = puzzle.as_grid() is not None or puzzle.as_graph() is not None
        return None if known else self.limits.states


def known_extension(name: str) -> str:
    """The extension of a file's name, if it is one that a format has; nothing else of the name is used."""
    known = {e for entry in formats.values() for e in entry.extensions}
    known |= {e for entry in renderers.values() for e in entry.extensions}
    extension = Path(name[-20:]).suffix.lower()
    return extension if extension in known | {".txt", ".jpg", ".jpeg", ".png", ".gif", ".bmp", ".webp"} else ""


def as_json(data: Any) -> Response:
    return Response(json.dumps(data, separators=(",", ":")), media_type="application/json")


def event(name: str, data: Any) -> str:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"


def create_app(limits: Limits | None = None, hosts: set[str] | None = None) -> Guard:
    """The application: its routes, behind the guard."""
    server = Server(limits or Limits())

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        load_all()
        gc.freeze()  # what is there from the start stays, and need not be looked at again and again
        threading.Thread(target=warm_up, daemon=True, name="warm-up").start()
        yield
        server.works.close()

    app = FastAPI(
        title="mazeworks",
        version=__version__,
        description="Make, solve, draw and play mazes of many kinds.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.server = server
    add_routes(app, server)
    add_files(app)
    add_problems(app)
    return Guard(app, server.limits, hosts)


def add_routes(app: FastAPI, server: Server) -> None:
    """The described API."""
    add_works(app, server)
    add_making(app, server)
    add_drawings(app, server)
    add_games(app, server)


def add_works(app: FastAPI, server: Server) -> None:
    """What there is, and what is under way."""

    @app.get("/api/health", response_model=models.Health, summary="Whether the server is there")
    async def health() -> Response:
        return as_json({"status": "ok", "version": __version__, "under_way": len(server.works.going)})

    @app.get("/api/registry", summary="Everything there is, and the limits", responses=pick(413, 429, 503))
    async def registry() -> dict[str, Any]:
        limits = {"cells": server.limits.cells, "upload": server.limits.upload, "seconds": server.limits.seconds}
        return {"registry": all_data(), "limits": limits, "version": __version__}

    @app.delete("/api/works/{work}", status_code=204, responses=PROBLEMS, summary="Stop work under way")
    async def stop(work: Token) -> Response:
        if not server.works.stop(work):
            raise Refused(404, "there is no such work under way; it may be done")
        return Response(status_code=204)


def add_making(app: FastAPI, server: Server) -> None:
    """Making, opening and solving."""

    @app.post("/api/mazes", response_model=models.Opened, responses=PROBLEMS, summary="Make a puzzle")
    async def make(request: Request, ask: models.MakeRequest) -> Response:
        return await server.answer(request, lambda: server.make(ask))

    @app.post("/api/files", response_model=models.Opened, responses=PROBLEMS, summary="Open a file", openapi_extra=BODY)
    async def open_file(request: Request, name: Annotated[str, Query(max_length=200)] = "the file") -> Response:
        data = await request.body()
        return await server.answer(request, lambda: server.open(data, name))

    @app.post("/api/solutions", response_model=models.Solved, responses=PROBLEMS, summary="Solve a puzzle")
    async def solve_puzzle(request: Request, ask: models.SolveRequest) -> Response:
        def work() -> dict[str, Any]:
            return answers.solved(server.puzzles.get(ask.maze, ask.variant), ask.solver, ask.trace, server.limits)

        return await server.answer(request, work)


def add_drawings(app: FastAPI, server: Server) -> None:
    """Walls, drawings and files to be kept."""

    @app.get("/api/walls", responses=PROBLEMS | BYTES, summary="The walls, a byte a cell", response_class=Response)
    async def walls(request: Request, maze: InQuery) -> Response:
        grid = (await server.works.do(lambda: server.puzzles.get(maze), request.is_disconnected)).as_grid()
        if grid is None:
            raise Refused(422, "this puzzle has no walls between cells")
        return Response(answers.wall_bytes(grid), media_type="application/octet-stream")

    @app.get("/api/scene", response_model=models.Shapes, responses=PROBLEMS, summary="The drawing, in cell units")
    async def scene(request: Request, maze: InQuery, variant: Variant = "") -> Response:
        def work() -> dict[str, Any]:
            return answers.shapes(server.puzzles.get(maze, variant).scene(), server.limits.shapes)

        return await server.answer(request, work)

    @app.get("/api/download", responses=PROBLEMS | BYTES, summary="A puzzle as a file", response_class=Response)
    async def download(
        request: Request,
        maze: InQuery,
        format: Annotated[models.Name, Query()],
        variant: Variant = "",
        solver: Annotated[models.Name, Query()] = "",
    ) -> Response:
        def work() -> tuple[bytes, str]:
            alone = variant or solver
            puzzle = server.puzzles.get(maze, variant) if alone else server.puzzles.whole(maze)
            return server.download(puzzle, format, solver)

        data, name = await server.works.do(work, request.is_disconnected)
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return Response(data, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def add_games(app: FastAPI, server: Server) -> None:
    """Playing."""

    @app.post("/api/games", response_model=models.Game, responses=PROBLEMS, summary="Begin a game")
    async def begin(request: Request, ask: models.BeginRequest) -> Response:
        return await server.answer(request, lambda: server.begin(ask))

    @app.post("/api/games/{game}", response_model=models.Game, responses=PROBLEMS, summary="Play")
    async def play(request: Request, game: Token, ask: models.PlayRequest) -> Response:
        return await server.answer(request, lambda: server.play(game, ask))

    @app.get("/api/games/{game}", responses=PROBLEMS | BYTES, summary="Save a game", response_class=Response)
    async def save_game(game: Token) -> Response:
        session, lock = server.games.get(game)
        with lock:
            text = session.save()
        name = {"Content-Disposition": 'attachment; filename="game.json"'}
        return Response(text, media_type="application/octet-stream", headers=name)


BODY = {"requestBody": {"required": True, "content": {"application/octet-stream": {"schema": {"type": "string"}}}}}
BYTES: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file.", "content": {"*/*": {"schema": {"type": "string", "format": "binary"}}}}
}


def pick(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: PROBLEMS[status] for status in statuses}


def add_files(app: FastAPI) -> None:
    """The page: every file is read once, here, and served by its exact name; no path comes from a request."""
    version = {"Cache-Control": "no-cache"}
    for file in sorted(STATIC.iterdir()):
        content, kind = file.read_bytes(), mimetypes.guess_type(file.name)[0]
        answer = Response(content, media_type=kind, headers=version)
        paths = [f"/static/{file.name}", *(path for path, name in PAGES.items() if name == file.name)]
        for path in paths:
            app.add_api_route(path, _constant(answer), methods=["GET", "HEAD"], include_in_schema=False)


def _constant(answer: Response) -> Callable[[], Any]:
    async def serve() -> Response:
        return answer

    return serve


def add_problems(app: FastAPI) -> None:
    """Whatever goes wrong is answered by one sentence."""

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> Response:
        again = {"Retry-After": "1"} if error.status == 503 else None
        return JSONResponse({"error": error.sentence}, error.status, again)

    @app.exception_handler(MazeError)
    async def wrong(request: Request, error: MazeError) -> Response:
        return JSONResponse({"error": str(error)}, 422)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return JSONResponse({"error": sentence(error)}, 422)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        return JSONResponse({"error": f"{request.method} {request.url.path:.80}: {error.detail}"}, error.status_code)

    @app.exception_handler(MemoryError)
    async def memory(request: Request, error: MemoryError) -> Response:
        return JSONResponse({"error": "memory ran out; a smaller maze may do"}, 503)


def sentence(error: RequestValidationError) -> str:
    """The first fault of a request, told plainly."""
    fault = error.errors()[0]
    where = ".".join(str(part) for part in fault["loc"][1:]) or "the request"
    told = str(fault["msg"])
    return f"{where:.100}: {told[:1].lower()}{told[1:]}"
