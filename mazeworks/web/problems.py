"""Errors as answers: one sentence each, in the words of the page."""

from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from mazeworks.core.errors import MazeError, NotNow, UnknownName
from mazeworks.play.session import MOST_MOVES
from mazeworks.web import models
from mazeworks.web.limits import LONGEST_ID, Refused

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.Problem, "description": sentence}
    for status, sentence in {
        400: "The request cannot be read.",
        403: "A page of another site sent the request.",
        404: "The server no longer keeps it.",
        413: "The request is too large.",
        422: "The request is invalid, or asks for too much.",
        429: "Too many requests at once from one address.",
        499: "The client disconnected.",
        500: "The server has a fault, which its log describes.",
        503: "Too many requests at once, or the work took too long.",
    }.items()
}

#: What each part of a request expects, by its name.
EXPECTED = {
    **dict.fromkeys(("width", "height"), "a whole number from 1 to 1000000000"),
    "seed": "a whole number of at most 19 digits",
    **dict.fromkeys(("kind", "generator", "solver", "format"), "a name of letters, digits and underscores"),
    "then": "transforms joined by +, such as braid:0.5+perturb:4, in at most 2000 characters",
    "towards": "two numbers, how far right and how far down",
    "parameters": "at most 40 names, each with a text",
    "variant": "a text of at most 200 characters without commas, # and line ends",
    "id": f"a text of at most {LONGEST_ID} characters, such as wall:20x20#7",
    "maze": f"an id of at most {LONGEST_ID} characters, such as wall:20x20#7",
    "puzzle": "a puzzle as its link carries it, in at most 4000 letters, digits, hyphens and underscores",
    "name": "a text of at most 200 characters",
    "layout": "the name of a layout, such as hexagon",
    **dict.fromkeys(("moves", "undone"), f"a list of at most {MOST_MOVES} moves, each a text of 1 to 100 characters"),
    "move": "a text of at most 100 characters",
    "action": "one of move, run, undo, redo, reset, hint and give_up",
    **dict.fromkeys(("trace", "gave_up"), "true or false"),
    "hints": "a whole number from 0 to 1000000",
    "game": "the token of a game, of at most 40 letters, digits, hyphens and underscores",
    "work": "the token of work in progress, of at most 40 letters, digits, hyphens and underscores",
}

NO_JSON = "the request is not a JSON object"


def add_problems(app: FastAPI) -> None:
    """Add handlers that turn every error into an answer."""

    @app.exception_handler(Refused)
    @app.exception_handler(MazeError)
    @app.exception_handler(RequestValidationError)
    @app.exception_handler(Exception)
    async def answer(request: Request, error: Exception) -> Response:
        return answer_to(error)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        path = f"{request.url.path:.80}"
        nothing, method = f"there is nothing at {path}", f"{path} does not take {request.method:.20}"
        sentence = {400: NO_JSON, 404: nothing, 405: method}.get(error.status_code, str(error.detail))
        return JSONResponse({"error": sentence}, error.status_code, error.headers)


def answer_to(error: Exception) -> Response:
    """The answer to an error."""
    status, content = problem(error)
    # The rest of a request that is too large is not read, so its connection cannot serve another.
    headers = {413: {"Connection": "close"}, 429: {"Retry-After": "1"}, 503: {"Retry-After": "1"}}
    return JSONResponse(content, status, headers.get(status) if isinstance(error, (Refused, NotNow)) else None)


def problem(error: Exception) -> tuple[int, dict[str, str]]:
    """The status of the answer to an error, and its content: a sentence, and the part of the request at fault."""
    about = ""
    match error:
        case Refused(status=status, sentence=sentence):
            about = error.about
        case MazeError(sentence=sentence):
            what = error.what if isinstance(error, UnknownName) else ""
            status = 503 if isinstance(error, NotNow) else 422
            about = error.about or (what if what in EXPECTED else "")
        case RequestValidationError():
            status, (sentence, about) = 422, fault_of(error)
        case MemoryError():
            status, sentence = 503, "out of memory; try a smaller maze"
        case _:
            status, sentence = 500, "something went wrong in the server, which is its own fault; its log says more"
    return status, {"error": sentence} | ({"about": about} if about else {})


def fault_of(error: RequestValidationError) -> tuple[str, str]:
    """The first fault of a request as a sentence, and the part it is about."""
    fault = error.errors()[0]
    names = [part for part in fault["loc"][1:] if isinstance(part, str)]
    if fault["type"] == "json_invalid" or not names:
        return NO_JSON, ""
    if fault["type"] == "missing":
        return f"{names[-1]} is missing; expected {EXPECTED[names[-1]]}", ""
    if names[0] == "parameters" and len(names) > 1:
        return f"{names[1]!r:.60} is a text without commas, # and line ends, not {fault['input']!r:.60}", names[1]
    return f"{names[0]} is {EXPECTED[names[0]]}, not {fault['input']!r:.60}", names[0]
