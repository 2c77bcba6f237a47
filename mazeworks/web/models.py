"""The types of requests and answers: they validate requests and describe the API."""

from collections.abc import Collection, Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, FailFast, Field, model_validator

from mazeworks.play.session import LONGEST_NAME, MOST_MOVES
from mazeworks.web.limits import LONGEST_ID, Refused

Name = Annotated[str, Field(max_length=60, pattern=r"^\w*$")]
#: A value of a parameter, as it stands in an id.
Value = Annotated[str, Field(max_length=200, pattern=r"^[^,#\n\r\x00]*$")]
#: The same where it may be a packed outline of up to a thousand rows and columns.
Setting = Annotated[str, Field(max_length=2_000_000, pattern=r"^[^,#\n\r\x00]*$")]
Reference = Annotated[str, Field(min_length=1, max_length=LONGEST_ID, description="An id, or the reference to a file.")]
Spot = Annotated[list[float], Field(min_length=2, max_length=2)]
#: A coordinate of a direction, small enough that products stay finite.
Part = Annotated[float, Field(ge=-1e6, le=1e6)]
Direction = Annotated[list[Part], Field(min_length=2, max_length=2)]
#: Validated up to the first fault: a list of them all would take seconds.
Moves = Annotated[list[Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]], FailFast()]


class Ask(BaseModel):
    """A request; unknown names are refused, not ignored."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _refuse_unknown(cls, data: Any) -> Any:
        refuse_unknown(data if isinstance(data, dict) else (), cls.model_fields)
        return data


def refuse_unknown(names: Iterable[str], known: Collection[str]) -> None:
    """Refuse a field that is not among the known ones."""
    for name in (name for name in names if name not in known):
        raise Refused(422, f"unknown field {name!r:.60}; expected {', '.join(sorted(known)) or 'none'}")


class MakeRequest(Ask):
    """A puzzle to make: by its id, or by its kind, size, generator, seed and parameters."""

    id: Annotated[str, Field(max_length=LONGEST_ID)] | None = None
    puzzle: Annotated[str, Field(max_length=4000, pattern=r"^[A-Za-z0-9_-]*$")] = Field(
        "", description="The puzzle itself, as its link carries it; the id is then what the link claims."
    )
    kind: Name = "wall"
    width: Annotated[int, Field(ge=1, le=1_000_000_000)] | None = None
    height: Annotated[int, Field(ge=1, le=1_000_000_000)] | None = None
    generator: Name = ""
    #: Better a text: some JSON parsers round numbers of this size.
    seed: Annotated[str, Field(pattern=r"^[0-9]{0,19}$")] | Annotated[int, Field(strict=True, ge=0, lt=10**19)] = ""
    parameters: Annotated[dict[Name, Setting], Field(max_length=40)] = {}
    then: Annotated[str, Field(max_length=2000, pattern=r"^[^,#\n\r\x00]*$")] = Field(
        "", description="Transforms to apply, such as braid:0.5+perturb:4."
    )
    solver: Name = Field("", description="A solver to solve it with at once, such as auto.")


class SolveRequest(Ask):
    """A puzzle to solve."""

    maze: Reference
    variant: Value = ""
    solver: Name = "auto"
    parameters: Annotated[dict[Name, Value], Field(max_length=40)] = Field(
        {}, description="Parameters of the solver, each value a text."
    )
    trace: bool = Field(False, description="Whether to return the order in which states were explored.")


class BeginRequest(Ask):
    """A game to begin or to continue."""

    maze: Reference
    variant: Value = ""
    moves: Annotated[Moves, Field(max_length=MOST_MOVES)] = []
    undone: Annotated[Moves, Field(max_length=MOST_MOVES)] = []
    hints: Annotated[int, Field(ge=0, le=1_000_000)] = Field(0, description="Hints given before.")
    gave_up: bool = Field(False, description="Whether the player gave up before.")


class PlayRequest(Ask):
    """An action in a game; moving and running need `move`, or the direction `towards` instead."""

    action: Literal["move", "run", "undo", "redo", "reset", "hint", "give_up"]
    move: Annotated[str, Field(max_length=100)] = ""
    towards: Direction | None = Field(None, description="Right and down; the move whose direction is nearest is made.")


class Problem(BaseModel):
    """What was wrong, in a sentence."""

    error: str
    about: str | None = Field(None, description="The part of the request at fault, if it is one.")


class Answer(BaseModel):
    """An answer; it may carry notes."""

    notes: list[str] = Field([], description="How the request was understood, or what was left out, in sentences.")


class SolverNote(BaseModel):
    """A solver, and why it cannot solve this puzzle, if it cannot."""

    name: str
    sentence: str
    why: str | None


class Download(BaseModel):
    """A format or renderer that can write a puzzle."""

    name: str
    extension: str
    sentence: str
    shows_solution: bool = Field(description="Whether it shows a solution.")
    opens: bool | None = Field(None, description="Whether it can be opened again; null for images: perhaps.")


class Walls(BaseModel):
    """A rectangle of cells with walls; small ones include the bytes, others have them at /api/walls."""

    width: int
    height: int
    start: int
    goal: int
    bytes: str | None = Field(description="Base64: one byte per cell, N 1, S 2, E 4, W 8.")


class Solved(Answer):
    """What a solver found; `path` and `trace` are cell numbers, or indices into `spots` and `words`."""

    solver: str
    solved: bool
    seconds: float
    length: int | None = None
    direct: int | None = Field(None, description="The length without detours.")
    cost: int | None = Field(None, description="The total cost of the moves, where they do not all cost 1.")
    explored: int | None = None
    path: list[int] = []
    lines: list[list[float]] | None = Field(None, description="The path as lines in the drawing: x, y, x, y …")
    scene: "Shapes | None" = Field(None, description="The drawing with the path in it, where lines cannot show it.")
    moves: list[str] = []
    says: list[str] | None = Field(None, description="The moves in words, where they may be more than directions.")
    trace: list[int] | None = None
    steps: int | None = Field(None, description="The length of the whole trace, also where `trace` is cut.")
    cut: bool = Field(False, description="Whether `trace` is only the beginning of the trace.")
    spots: list[Spot | None] | None = None
    outlines: list[list[list[float]]] | None = Field(
        None, description="The shapes that each entry fills in the drawing, each x, y, x, y …; null for very many."
    )
    words: list[str] | None = None
    tasks: int | None = Field(None, description="How many tasks there were, for the solver of many tasks.")
    task_of: list[int] | None = Field(None, description="For each step of the trace its task, -1 for the start.")
    lives: list[tuple[int, int, int]] | None = Field(
        None,
        description="For each task the steps at which it was born and ended, and its first direction (N 1, S 2, E 4, "
        "W 8). One that the signal stopped ends at the length of the trace.",
    )
    untouched: int | None = Field(None, description="How many cells no task entered.")


class Piece(BaseModel):
    """One of several pieces: its letter, and its point in the drawing."""

    letter: str
    spot: Spot | None


class Opened(Answer):
    """A puzzle, ready to be shown."""

    maze: str
    id: str | None = Field(description="Makes the same puzzle again; null for an uploaded puzzle.")
    unnamed: str | None = Field(None, description="Why it has no id.")
    claimed: str | None = Field(None, description="The id that a link claims for the puzzle it carries; not checked.")
    carried: str | None = Field(None, description="The packed puzzle for its link, if only a search makes it again.")
    kind: str
    title: str
    aim: str
    look: Literal["walls", "scene", "words"]
    unit: float = Field(description="The distance between neighbouring places in the drawing, in cell units.")
    signs: bool = Field(description="Whether squares show signs that have to be read.")
    pieces: list[Piece] = Field(description="The pieces at the start, which the drawing leaves out.")
    walls: Walls | None
    variants: list[str]
    solvers: list[SolverNote]
    downloads: list[Download]
    solution: Solved | None = None
    game: "Game | None" = None


class Outline(Answer):
    """An outline read from a file: a value for the parameter `mask`, and the size that suits it."""

    mask: str
    width: int
    height: int


class Shapes(Answer):
    """A drawing in cell units: each shape is a list whose first entry names its type."""

    width: float
    height: float
    title: str
    shapes: list[list[Any]]


class Step(BaseModel):
    """A state of a game: the move that led there, the state in words, its point in the drawing, and lines to it."""

    move: str
    says: str = Field("", description="The move in words.")
    cost: int | None = Field(None, description="The cost of the move, where not all cost 1.")
    words: str
    spot: Spot | None
    pieces: list[Piece] = Field([], description="All pieces, where there are several.")
    lines: list[list[float]] | None = Field(None, description="Null: a straight line from the point before.")


class Game(Answer):
    """The state of a game; `trail` are its steps from number `since` on."""

    game: str
    variant: str
    rules: str = Field(description="The rules, in a sentence or two.")
    count: int
    cost: int | None = Field(None, description="The total cost of the moves, where they do not all cost 1.")
    nowhere: bool = Field(False, description="Whether no move leads in the requested direction.")
    solved: bool
    gave_up: bool
    hints: int
    undoable: bool
    redoable: bool
    since: int
    trail: list[Step]
    choices: list[Step]
    hint: str | None = None
    said: str | None = Field(None, description="Why there is no hint, after a request for one.")
    solution: Solved | None = None


class Health(BaseModel):
    """The server answers."""

    status: str
    version: str
    under_way: int
    warm: bool = Field(description="Whether all kernels are compiled, so that no request waits for that.")
