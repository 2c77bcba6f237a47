"""What is asked and what is answered: the types that requests are checked by and the described API is made of."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from mazeworks.web.limits import LONGEST_ID

Name = Annotated[str, Field(max_length=60, pattern=r"^\w*$")]
#: A value of a parameter, as it stands in an id.
Value = Annotated[str, Field(max_length=200, pattern=r"^[^,#\n\r\x00]*$")]
#: The same where it may be an outline, packed into a word; a thousand rows and columns fit.
Setting = Annotated[str, Field(max_length=2_000_000, pattern=r"^[^,#\n\r\x00]*$")]
Reference = Annotated[
    str, Field(min_length=1, max_length=LONGEST_ID, description="An id such as wall:20x20#7, or a file's.")
]
Spot = Annotated[list[float], Field(min_length=2, max_length=2)]
#: A direction, with numbers that can be multiplied without end.
Part = Annotated[float, Field(ge=-1e6, le=1e6)]
Direction = Annotated[list[Part], Field(min_length=2, max_length=2)]
Move = Annotated[str, Field(min_length=1, max_length=100)]


class Ask(BaseModel):
    """A request: names that are not known are refused, not passed over."""

    model_config = ConfigDict(extra="forbid")


class MakeRequest(Ask):
    """A puzzle to be made: by its id, or by its kind, size, maker, seed and parameters."""

    id: Annotated[str, Field(max_length=LONGEST_ID)] | None = None
    puzzle: Annotated[str, Field(max_length=4000, pattern=r"^[A-Za-z0-9_-]*$")] = Field(
        "", description="The puzzle itself, as its link carries it; the id then only says what it is said to be."
    )
    kind: Name = "wall"
    width: Annotated[int, Field(ge=1, le=1_000_000_000)] | None = None
    height: Annotated[int, Field(ge=1, le=1_000_000_000)] | None = None
    maker: Name = ""
    #: Best a text, because numbers of this size do not survive every reader of JSON.
    seed: Annotated[str, Field(pattern=r"^[0-9]{0,19}$")] | Annotated[int, Field(strict=True, ge=0, lt=10**19)] = ""
    parameters: Annotated[dict[Name, Setting], Field(max_length=40)] = {}
    then: Annotated[str, Field(max_length=2000, pattern=r"^[^,#\n\r\x00]*$")] = Field(
        "", description="Transforms to change it by, such as braid:0.5+perturb:4."
    )
    solver: Name = Field("", description="A solver to solve it by at once, such as auto.")


class SolveRequest(Ask):
    """A puzzle to be solved."""

    maze: Reference
    variant: Value = ""
    solver: Name = "auto"
    parameters: Annotated[dict[Name, Value], Field(max_length=40)] = Field(
        {}, description="What the solver is told, each value a text."
    )
    trace: bool = Field(False, description="Whether to tell the order in which states were explored.")


class BeginRequest(Ask):
    """A game to begin, or to go on with."""

    maze: Reference
    variant: Value = ""
    moves: Annotated[list[Move], Field(max_length=1_000_000)] = []
    undone: Annotated[list[Move], Field(max_length=1_000_000)] = []
    hints: Annotated[int, Field(ge=0, le=1_000_000)] = Field(0, description="Hints that were given before.")
    gave_up: bool = Field(False, description="Whether it was given up before.")


class PlayRequest(Ask):
    """Something to do in a game; `move` is for moving and running, or instead of it the direction `towards`."""

    action: Literal["move", "run", "undo", "redo", "reset", "hint", "give_up"]
    move: Annotated[str, Field(max_length=100)] = ""
    towards: Direction | None = Field(None, description="Right and down: the move that leads most nearly there.")


class Problem(BaseModel):
    """What was wrong, in a sentence."""

    error: str
    about: str | None = Field(None, description="The part of the request that is to blame, if one is.")


class SolverNote(BaseModel):
    """A solver, and why it cannot solve this puzzle, if it cannot."""

    name: str
    sentence: str
    why: str | None


class Download(BaseModel):
    """A way to write a puzzle to a file."""

    name: str
    extension: str
    sentence: str
    shows_solution: bool = Field(description="Whether a solution is seen in it.")
    opens: bool | None = Field(None, description="Whether it can be opened again; null for an image: perhaps.")


class Walls(BaseModel):
    """A rectangle of cells with walls; the bytes themselves where they are few, else at /api/walls."""

    width: int
    height: int
    start: int
    goal: int
    bytes: str | None = Field(description="Base64: a byte a cell, N 1, S 2, E 4, W 8.")


class Solved(BaseModel):
    """What a solver found; `path` and `trace` are numbers of cells, or of entries in `spots` and `words`."""

    solver: str
    solved: bool
    seconds: float
    length: int | None = None
    direct: int | None = Field(None, description="The length without detours.")
    cost: int | None = Field(None, description="What the moves cost together, where they do not all cost 1.")
    explored: int | None = None
    path: list[int] = []
    lines: list[list[float]] | None = Field(None, description="The way as lines in the drawing: x, y, x, y …")
    scene: "Shapes | None" = Field(None, description="The drawing with the way in it, where lines would not tell it.")
    moves: list[str] = []
    says: list[str] | None = Field(None, description="The moves in words, where they may be more than directions.")
    trace: list[int] | None = None
    steps: int | None = Field(None, description="How long the whole trace is, however much of it is told.")
    cut: bool = Field(False, description="Whether the trace is longer than what is told of it.")
    spots: list[Spot | None] | None = None
    outlines: list[list[list[float]]] | None = Field(
        None, description="The shapes that each entry fills in the drawing, each x, y, x, y …; not told of very many."
    )
    words: list[str] | None = None
    tasks: int | None = None
    task_of: list[int] | None = None


class Opened(BaseModel):
    """A puzzle, ready to be shown."""

    maze: str
    id: str | None = Field(description="What makes it again; null for a puzzle that was sent.")
    unnamed: str | None = Field(None, description="Why it has no id, if it has none.")
    claimed: str | None = Field(None, description="The id that a link gives to the puzzle it carries; not checked.")
    carried: str | None = Field(None, description="The puzzle for its link, where making it again is a search.")
    kind: str
    title: str
    aim: str
    look: Literal["walls", "scene", "words"]
    unit: float = Field(description="How far apart places lie in the drawing, in cell units.")
    walls: Walls | None
    variants: list[str]
    solvers: list[SolverNote]
    downloads: list[Download]
    notes: list[str] = []
    solution: Solved | None = None
    game: "Game | None" = None


class Outline(BaseModel):
    """An outline for cells, read from a file: a value for the parameter `mask`, and the size it is best made at."""

    mask: str
    width: int
    height: int


class Shapes(BaseModel):
    """A drawing in cell units: each shape a list, its first entry saying what it is."""

    width: float
    height: float
    title: str
    shapes: list[list[Any]]


class Step(BaseModel):
    """A state of a game: the move that led there, the state in words, its point in the drawing, and lines to it."""

    move: str
    says: str = Field("", description="The move in words.")
    cost: int | None = Field(None, description="What the move costs, where not all cost 1.")
    words: str
    spot: Spot | None
    lines: list[list[float]] | None = Field(None, description="Null: straight from the point before.")


class Game(BaseModel):
    """Where a game stands; `trail` are its steps from the number `since` on."""

    game: str
    variant: str
    rules: str = Field(description="How it is played, in a sentence or two.")
    count: int
    cost: int | None = Field(None, description="What the moves cost together, where they do not all cost 1.")
    nowhere: bool = Field(False, description="Whether there was no way in the direction asked for.")
    solved: bool
    gave_up: bool
    hints: int
    undoable: bool
    redoable: bool
    since: int
    trail: list[Step]
    choices: list[Step]
    hint: str | None = None
    said: str | None = Field(None, description="Why there is no hint, where one was asked for.")
    solution: Solved | None = None


class Health(BaseModel):
    """That the server is there."""

    status: str
    version: str
    under_way: int
    warm: bool = Field(description="Whether everything is compiled, so that no work waits for that any more.")
