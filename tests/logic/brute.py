"""Logic mazes searched by brute force, written from their rules alone: dicts of squares, walls as pairs of squares."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple

Square = tuple[int, int]
Wall = frozenset[Square]
State = Any

#: The eight directions by name, as steps of x and y.
WAYS = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip
STRAIGHT = ("N", "E", "S", "W")


class Game(NamedTuple):
    """A puzzle as its rules tell it: states may be anything; `plain` is a state as the package has it."""

    start: State
    moves: Callable[[State], list[tuple[str, State]]]
    solved: Callable[[State], bool]
    plain: Callable[[State], Hashable] = lambda state: state


def step(square: Square, way: str, far: int = 1) -> Square:
    return square[0] + far * WAYS[way][0], square[1] + far * WAYS[way][1]


def place(pair: Any) -> Square:
    x, y = pair
    return x, y


def squares(rows: Any) -> dict[Square, Any]:
    return {(x, y): value for y, row in enumerate(rows) for x, value in enumerate(row)}


def walls(rows: list[str]) -> set[Wall]:
    """The walls that stand, each as the pair of squares that it lies between; one of a pair may be off the board."""
    digits, standing = squares(rows), set()
    for square, digit in digits.items():
        for way, bit in (("N", 1), ("S", 2), ("E", 4), ("W", 8)):
            if int(digit, 16) & bit:
                standing.add(frozenset({square, step(square, way)}))
    return standing


def number(data: dict[str, Any]) -> Game:
    board = squares(data["numbers"])
    goals = {place(goal) for goal in data["goals"]}

    def moves(here: Square) -> list[tuple[str, Square]]:
        far = board[here]
        ways = WAYS if data.get("diagonal", False) else STRAIGHT
        return [(way, there) for way in ways if far > 0 and (there := step(here, way, far)) in board]

    return Game(place(data["start"]), moves, lambda here: here in goals)


def arrow(data: dict[str, Any]) -> Game:
    arrows, colours = squares(data["arrows"]), squares(data["colours"])
    goals = {place(goal) for goal in data["goals"]}

    def moves(here: Square) -> list[tuple[str, Square]]:
        found = []
        for way in set(arrows[here]):
            far = 1
            while (there := step(here, way, far)) in colours:
                differs = colours[there] != colours[here] or not data.get("alternate", True)
                if colours[there] is not None and differs:
                    found.append((f"{way}{far}", there))
                far += 1
        return found

    return Game(place(data["start"]), moves, lambda here: here in goals)


#: For a heading the way that each turn leads.
TURNED = {
    "N": {"straight": "N", "right": "E", "back": "S", "left": "W"},
    "E": {"straight": "E", "right": "S", "back": "W", "left": "N"},
    "S": {"straight": "S", "right": "W", "back": "N", "left": "E"},
    "W": {"straight": "W", "right": "N", "back": "E", "left": "S"},
}


def turn(data: dict[str, Any]) -> Game:
    standing, goal = walls(data["walls"]), place(data["goal"])
    forbidden = data.get("forbidden", ["left", "back"])

    def moves(state: tuple[Square, str | None]) -> list[tuple[str, State]]:
        here, heading = state
        never = {TURNED[heading][turn] for turn in forbidden} if heading else set()
        able = [way for way in STRAIGHT if frozenset({here, step(here, way)}) not in standing]
        return [(way, (step(here, way), way)) for way in able if way not in never]

    start = place(data["start"]), data.get("heading")
    return Game(start, moves, lambda state: state[0] == goal, lambda state: (*state[0], state[1]))


def tilt(data: dict[str, Any]) -> Game:
    standing, rule = walls(data["walls"]), data.get("rule", "rest")
    goals = [place(goal) for goal in data["goals"]]

    def roll(balls: tuple[Square, ...], way: str) -> tuple[tuple[Square, ...], set[Square]]:
        """All balls one square at a time, until none can move; where they end, and where they came by."""
        now, passed = list(balls), set(balls)
        while True:
            for number, ball in enumerate(now):
                there = step(ball, way)
                if frozenset({ball, there}) not in standing and there not in now:
                    now[number] = there
                    passed.add(there)
                    break
            else:
                return tuple(now), passed

    def moves(state: tuple[tuple[Square, ...], frozenset[Square]]) -> list[tuple[str, State]]:
        balls, collected = state
        found = []
        for way in STRAIGHT:
            after, passed = roll(balls, way)
            if after != balls:
                found.append((way, (after, collected | (passed & set(goals) if rule == "collect" else set()))))
        return found

    def solved(state: tuple[tuple[Square, ...], frozenset[Square]]) -> bool:
        balls, collected = state
        if rule == "collect":
            return collected == set(goals)
        if rule == "rest":
            return any(ball in goals for ball in balls)
        return all(ball == goals[number] for number, ball in enumerate(balls))

    def plain(state: tuple[tuple[Square, ...], frozenset[Square]]) -> Hashable:
        balls, collected = state
        got = sum(1 << number for number, goal in enumerate(goals) if goal in collected)
        return (*[each for ball in balls for each in ball], *([got] if rule == "collect" else []))

    start = tuple(map(place, data["balls"]))
    return Game((start, frozenset(set(goals) & set(start) if rule == "collect" else ())), moves, solved, plain)


def theseus(data: dict[str, Any]) -> Game:
    standing, goal = walls(data["walls"]), place(data["goal"])
    first = 0 if data.get("order", "horizontal") == "horizontal" else 1

    def chase(beast: Square, hero: Square) -> Square:
        """Where the Minotaur stands after one step."""
        for axis in (first, 1 - first):
            if beast[axis] != hero[axis]:
                nearer = list(beast)
                nearer[axis] += 1 if hero[axis] > beast[axis] else -1
                if frozenset({beast, place(nearer)}) not in standing:
                    return place(nearer)
        return beast

    def moves(state: tuple[Square, Square]) -> list[tuple[str, State]]:
        hero, beast = state
        if hero == beast:
            return []
        ways = [(way, step(hero, way)) for way in STRAIGHT]
        able = [(way, there) for way, there in ways if frozenset({hero, there}) not in standing and there != beast]
        found = []
        for name, there in [*able, ("wait", hero)]:
            after = beast
            for _ in range(data.get("steps", 2)):
                if there not in (goal, after):
                    after = chase(after, there)
            found.append((name, (there, after)))
        return found

    start = place(data["theseus"]), place(data["minotaur"])
    return Game(start, moves, lambda state: state[0] == goal, lambda state: (*state[0], *state[1]))


GAMES: dict[str, Callable[[dict[str, Any]], Game]] = {
    "number": number, "arrow": arrow, "turn": turn, "tilt": tilt, "theseus": theseus,
}  # fmt: skip


# --- what is asked of a game


def levels(game: Game, past_goals: bool = True) -> Iterator[dict[State, int]]:
    """The states at each distance from the start, with the number of shortest ways to each."""
    level, seen = {game.start: 1}, {game.start}
    while level:
        yield level
        after: dict[State, int] = {}
        for state, ways in level.items():
            if past_goals or not game.solved(state):
                for _, reached in game.moves(state):
                    if reached not in seen:
                        after[reached] = after.get(reached, 0) + ways
        seen |= after.keys()
        level = after


def shortest(game: Game) -> tuple[int, int] | None:
    """The length of the shortest solutions and their number; None if there is none."""
    for length, level in enumerate(levels(game, past_goals=False)):
        ways = sum(ways for state, ways in level.items() if game.solved(state))
        if ways:
            return length, ways
    return None


def distances(game: Game, past_goals: bool = True) -> dict[Hashable, int]:
    """The distance of every state that can be reached, each as the package has it."""
    return {game.plain(state): far for far, level in enumerate(levels(game, past_goals)) for state in level}


def by_distance(game: Game, past_goals: bool = True) -> Counter[int]:
    """The number of states at each distance."""
    return Counter(distances(game, past_goals).values())


def edges(game: Game, past_goals: bool = True) -> Counter[tuple[Hashable, str, Hashable]]:
    """Every move between states that can be reached."""
    found: Counter[tuple[Hashable, str, Hashable]] = Counter()
    for level in levels(game, past_goals):
        for state in level:
            if past_goals or not game.solved(state):
                found.update((game.plain(state), name, game.plain(reached)) for name, reached in game.moves(state))
    return found


def all_go_back(game: Game) -> bool:
    """Whether as many moves lead from each state to another as back."""
    pairs = Counter((first, last) for first, _, last in edges(game).elements())
    return all(pairs[last, first] == count for (first, last), count in pairs.items())


def hardest(game: Game, ends: Callable[[State], Any]) -> int:
    """The most moves to a place that only one shortest way leads to, other than the first; `ends` is where one is.

    Nothing ends at a goal here: each place stands for the puzzle whose goal it is.
    """
    found: dict[Any, tuple[int, int]] = {}
    for far, level in enumerate(levels(game)):
        for state, ways in level.items():
            where = ends(state)
            least, before = found.get(where, (far, 0))
            if least == far:
                found[where] = far, before + ways
    return max((far for far, ways in found.values() if ways == 1), default=0)
