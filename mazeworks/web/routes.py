"""The application (FastAPI): the routes of the API and of the page, behind the guard."""

import json
import mimetypes
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Depends, FastAPI, Query, Request, Response
from fastapi import Path as InPath
from starlette.routing import Route

from mazeworks.core.registry import all_data, load_all
from mazeworks.version import __version__
from mazeworks.web import models
from mazeworks.web.guard import LOOPBACK, Guard
from mazeworks.web.limits import Limits, Refused
from mazeworks.web.problems import PROBLEMS, add_problems
from mazeworks.web.service import Service, as_json
from mazeworks.web.work import Sort, collecting_young

STATIC = Path(__file__).parent / "static"
PAGES = {"/": "index.html", "/docs": "docs.html"}
mimetypes.add_type("text/javascript", ".js")

InQuery = Annotated[models.Reference, Query()]
Name = Annotated[models.Name, Query()]
Word = Annotated[models.Value, Query()]
#: The name of an uploaded file in messages; nothing is read from or written to that path.
FileName = Annotated[str, Query(max_length=200)]
Token = Annotated[str, InPath(max_length=40, pattern=r"^[\w-]+$")]


async def refuse_unknown(request: Request) -> None:
    """Refuse a query with a name that its route does not know."""
    known = [field.alias for field in request.scope["route"].dependant.query_params]
    models.refuse_unknown(request.query_params, known)


def create_app(limits: Limits | None = None, hosts: set[str] = LOOPBACK) -> Guard:
    """The application: its routes, behind the guard; it answers to the names in `hosts` alone."""
    server = Service(limits or Limits())

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        load_all()
        warming = threading.Thread(target=server.warm_up, daemon=True, name="warm-up")
        with suppress(RuntimeError):  # without a further thread, kernels are compiled when they are needed
            warming.start()
        with collecting_young():
            yield
        server.stopping = True
        server.works.close()
        if warming.ident is not None:
            warming.join()  # a process that ends while numba compiles may crash

    about = "Make, solve, draw and play mazes of many kinds."
    unseen: dict[str, Any] = {"docs_url": None, "redoc_url": None, "dependencies": [Depends(refuse_unknown)]}
    app = FastAPI(title="mazeworks", version=__version__, description=about, lifespan=lifespan, **unseen)
    app.state.server = server
    for add in (add_works, add_making, add_drawings, add_games):
        add(app, server)
    add_files(app)
    add_problems(app)
    return Guard(app, server.limits, hosts, server.answers)


def add_works(app: FastAPI, server: Service) -> None:
    """The registry, and work in progress."""

    @app.get("/api/health", response_model=models.Health, summary="Whether the server answers")
    async def health() -> Response:
        going = len(server.works.going)
        return as_json({"status": "ok", "version": __version__, "under_way": going, "warm": server.warm})

    @app.get("/api/registry", summary="The registry and the limits", responses=BUSY)
    async def registry() -> Response:
        limits = {"cells": server.limits.cells, "upload": server.limits.upload, "seconds": server.limits.seconds}
        return as_json({"registry": all_data(), "limits": limits, "version": __version__})

    @app.delete("/api/works/{work}", status_code=204, responses=PROBLEMS, summary="Cancel work in progress")
    async def stop(work: Token) -> Response:
        going = server.works.going.get(work)
        if going is None:
            raise Refused(404, "no work in progress has this token; it may be done")
        going.stop()
        return Response(status_code=204)


def add_making(app: FastAPI, server: Service) -> None:
    """Making, opening and solving."""

    @app.post("/api/mazes", response_model=models.Opened, responses=PROBLEMS, summary="Make a puzzle")
    async def make(request: Request, ask: models.MakeRequest) -> Response:
        return await server.answer(request, lambda: server.make(ask))

    @app.post("/api/files", response_model=models.Opened, responses=PROBLEMS, summary="Open a file", openapi_extra=BODY)
    async def open_file(request: Request, name: FileName = "the file") -> Response:
        data = await request.body()
        return await server.answer(request, lambda: server.open(data, name))

    about = "Read an outline for cells: a text or an image"

    @app.post("/api/outlines", response_model=models.Outline, responses=PROBLEMS, summary=about, openapi_extra=BODY)
    async def read_outline(request: Request, name: FileName = "the file", layout: Word = "square") -> Response:
        data = await request.body()
        return await server.answer(request, lambda: server.outline(data, name, layout))

    @app.post("/api/solutions", response_model=models.Solved, responses=PROBLEMS, summary="Solve a puzzle")
    async def solve_puzzle(request: Request, ask: models.SolveRequest) -> Response:
        return await server.answer(request, lambda: server.solve(ask))


def add_drawings(app: FastAPI, server: Service) -> None:
    """Walls, drawings and downloads."""

    @app.get("/api/walls", responses=PROBLEMS | BYTES, summary="The walls, one byte per cell", response_class=Response)
    async def walls(request: Request, maze: InQuery) -> Response:
        data, notes = await server.do(request, lambda: server.walls(maze), "picture")
        return Response(data, media_type="application/octet-stream", headers=headers_for(notes))

    @app.get("/api/scene", response_model=models.Shapes, responses=PROBLEMS, summary="The drawing, in cell units")
    async def scene(request: Request, maze: InQuery, variant: Word = "") -> Response:
        return await server.answer(request, lambda: server.scene(maze, variant), "picture")

    @app.get("/api/download", responses=PROBLEMS | BYTES, summary="A puzzle as a file", response_class=Response)
    async def download(
        request: Request, maze: InQuery, format: Name, variant: Word = "", solver: Name = ""
    ) -> Response:
        (data, name), notes = await server.do(request, lambda: server.file(maze, variant, format, solver), "picture")
        return attachment(data, name, mimetypes.guess_type(name)[0], notes)


def add_games(app: FastAPI, server: Service) -> None:
    """Playing."""

    @app.post("/api/games", response_model=models.Game, responses=PROBLEMS, summary="Begin a game")
    async def begin(request: Request, ask: models.BeginRequest) -> Response:
        return await server.answer(request, lambda: server.begin(ask), server.sort_of_beginning(ask))

    @app.post("/api/games/{game}", response_model=models.Game, responses=PROBLEMS, summary="Play")
    async def play(request: Request, game: Token, ask: models.PlayRequest) -> Response:
        sort: Sort = "search" if ask.action in ("hint", "give_up") else "play"
        return await server.answer(request, lambda: server.play(game, ask), sort, game)

    @app.get("/api/games/{game}", responses=PROBLEMS | BYTES, summary="Save a game", response_class=Response)
    async def save_game(request: Request, game: Token) -> Response:
        data, notes = await server.do(request, lambda: server.game(game).save(), "play", game)
        return attachment(data, "game.json", None, notes)


BODY = {"requestBody": {"required": True, "content": {"application/octet-stream": {"schema": {"type": "string"}}}}}
BYTES: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file.", "content": {"*/*": {"schema": {"type": "string", "format": "binary"}}}}
}
BUSY: dict[int | str, dict[str, Any]] = {status: PROBLEMS[status] for status in (413, 429, 503)}


def attachment(data: bytes | str, name: str, kind: str | None, notes: list[str]) -> Response:
    """A file to keep under a name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'} | headers_for(notes)
    return Response(data, media_type=kind or "application/octet-stream", headers=headers)


def headers_for(notes: list[str]) -> dict[str, str]:
    """Notes beside an answer that is not JSON."""
    return {"X-Notes": quote(json.dumps([note[:500] for note in notes[:8]]))} if notes else {}


def add_files(app: FastAPI) -> None:
    """Serve the page: each file is read once, here, and has a route of its own; no request names a path."""
    files = {file.name: file.read_bytes() for file in sorted(STATIC.iterdir())}
    # Pages name a folder with a checksum of all files: browsers keep those, and never mix two versions.
    kept = f"/static/{sha256(b''.join(files.values())).hexdigest()[:16]}/"
    routes = {folder + name: name for folder in ("/static/", kept) for name in files} | PAGES
    for path, name in routes.items():
        headers = {"Cache-Control": "max-age=31536000, immutable" if path.startswith(kept) else "no-cache"}
        answer = Response(files[name].replace(b"/static/", kept.encode()), 200, headers, mimetypes.guess_type(name)[0])
        app.router.routes.append(Route(path, answer, methods=["GET"], include_in_schema=False))
