"""Random small boards of every kind of logic maze, with all their options, as plain values of JSON."""

import json
import random
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from mazeworks import Puzzle, read_text, solve
from mazeworks.core.facets import codec_of
from mazeworks.search.shortest_paths import shortest_routes
from tests.logic.brute import WAYS

TURNS = ("left", "right", "straight", "back")
Data = dict[str, Any]


def text_of(kind: str, data: Data) -> str:
    """A puzzle in JSON."""
    return json.dumps({"mazeworks": 1, "kind": kind} | data)


def puzzle_of(kind: str, data: Data) -> Puzzle[Any]:
    """The puzzle that JSON holds."""
    return read_text(text_of(kind, data))


def size(chance: random.Random, least: int, most: int) -> tuple[int, int]:
    return chance.randint(least, most), chance.randint(least, most)


def places(chance: random.Random, width: int, height: int, count: int) -> list[list[int]]:
    """Different squares of a board, as many as there are at most."""
    squares = [[x, y] for y in range(height) for x in range(width)]
    return chance.sample(squares, min(count, len(squares)))


def wall_rows(chance: random.Random, width: int, height: int) -> list[str]:
    """Walls that stand at random in a closed frame."""
    part = chance.choice([0.1, 0.25, 0.4])
    east = [[x == width - 1 or chance.random() < part for x in range(width)] for _ in range(height)]
    south = [[y == height - 1 or chance.random() < part for _ in range(width)] for y in range(height)]
    digits = [
        [(y == 0 or south[y - 1][x]) + 2 * south[y][x] + 4 * east[y][x] + 8 * (x == 0 or east[y][x - 1])
         for x in range(width)] for y in range(height)
    ]  # fmt: skip
    return ["".join(f"{digit:x}" for digit in row) for row in digits]


def number(chance: random.Random, most: int = 6) -> Data:
    width, height = size(chance, 1, most)
    highest = max(width, height, 3) - 1
    low = chance.choice([0, 1, 1])
    data: Data = {"numbers": [[chance.randint(low, highest) for _ in range(width)] for _ in range(height)]}
    start, *goals = places(chance, width, height, chance.randint(2, 3))
    return data | {"start": start, "goals": goals or [start], "diagonal": chance.random() < 0.5}


def arrow(chance: random.Random, most: int = 6) -> Data:
    width, height = size(chance, 1, most)
    colours: Any = chance.choice([("red", "blue"), ("red", "blue", None), ("red", "green", "blue", None)])
    start, *goals = ends = places(chance, width, height, chance.randint(2, 3))
    ways = chance.choice([(0, 1, 2, 3), (1,), (1, 2, 2, 8)])
    drawn = [[chance.sample(list(WAYS), chance.choice(ways)) for _ in range(width)] for _ in range(height)]
    painted = [[chance.choice(colours) for _ in range(width)] for _ in range(height)]
    for x, y in ends:
        painted[y][x] = painted[y][x] or "red"
    data: Data = {"arrows": drawn, "colours": painted}
    return data | {"start": start, "goals": goals or [start], "alternate": chance.random() < 0.5}


def turn(chance: random.Random, most: int = 5) -> Data:
    width, height = size(chance, 2, most)
    start, goal = places(chance, width, height, 2)
    data: Data = {"walls": wall_rows(chance, width, height), "start": start, "goal": goal}
    forbidden = chance.sample(TURNS, chance.randint(0, 3))
    return data | {"heading": chance.choice([None, *"NESW"]), "forbidden": forbidden}


def tilt(chance: random.Random, most: int = 4) -> Data:
    width, height = size(chance, 2, most)
    rule, balls = chance.choice(["rest", "collect", "match"]), places(chance, width, height, chance.randint(1, 3))
    goals = places(chance, width, height, max(len(balls) * (rule == "match"), chance.randint(1, 3)))
    return {"walls": wall_rows(chance, width, height), "balls": balls, "goals": goals, "rule": rule}


def theseus(chance: random.Random, most: int = 5) -> Data:
    width, height = size(chance, 2, most)
    here, beast, goal = places(chance, width, height, 3)
    data: Data = {"walls": wall_rows(chance, width, height), "theseus": here, "minotaur": beast, "goal": goal}
    return data | {"steps": chance.randint(1, 3), "order": chance.choice(["horizontal", "vertical"])}


BOARDS: dict[str, Callable[..., Data]] = {
    "number": number, "arrow": arrow, "turn": turn, "tilt": tilt, "theseus": theseus,
}  # fmt: skip
KINDS = sorted(BOARDS)


def boards(kind: str, **bounds: int) -> st.SearchStrategy[Data]:
    """Boards of a kind, each from a seed."""
    return st.integers(0, 10**9).map(lambda seed: BOARDS[kind](random.Random(seed), **bounds))


def answer(kind: str, **data: Any) -> tuple[str, int] | None:
    """The moves of a shortest solution in one text, and the number of solutions as short; None without one."""
    puzzle = puzzle_of(kind, data)
    found, best = solve(puzzle), shortest_routes(puzzle)
    if found is None or best is None:
        assert found is best is None
        return None
    assert len(found) == best[0]
    return " ".join(map(codec_of(puzzle).move_name, found.moves)), best[1]


def drawn(text: str) -> list[str]:
    """The walls in a drawing with + - and |, as rows of digits."""
    lines = [line.strip() for line in text.strip().splitlines()]
    maze: Any = read_text("\n".join(["kind: turn", "start: [0, 0]", "goal: [0, 0]", "walls:", *lines, ""]))
    return list(maze.values["walls"])
