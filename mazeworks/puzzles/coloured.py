"""Coloured mazes: nodes joined by coloured lines, and travellers who may use only lines that contain their colour."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from mazeworks.core.directions import CARDINALS, Direction, Position
from mazeworks.core.errors import FormatError, MazeError, Note, TooLarge, UnknownName, counted
from mazeworks.core.facets import Codec, Structure, Variants, Words, list_of, numbers_in
from mazeworks.core.graph import Graph, Longs
from mazeworks.core.memory import afford
from mazeworks.core.parameters import Parameter
from mazeworks.core.puzzle import Puzzle, Solution
from mazeworks.core.registry import kind
from mazeworks.drawing.board import Board
from mazeworks.drawing.scene import Outline, Point, Scene, square_around
from mazeworks.drawing.sketch import ROLES, Sketch
from mazeworks.kernels.logic.coloured import CARRIES, KERNELS
from mazeworks.rating.measures import Measure, Measures, saturating
from mazeworks.search.compact import Compact

NODE, START, GOAL = ".", "+", "*"
#: What a goal may be written as.
GOAL_FORMS = "a node x,y, as in 8,1, or a row and column as in '(2, 16)'"
#: The most nodes a maze may have; their routes are still counted exactly in seconds.
MOST_NODES = 1_000_000
#: Bytes of memory to search a node.
SEARCH_BYTES = 250
#: The most travellers a file may name.
MOST_TRAVELLERS = 16


class Colour(NamedTuple):
    """The colour of a line: its name, and the travellers it carries."""

    name: str
    carries: tuple[str, ...]


#: The mixing table, by the letter of a line: a mixture carries every colour mixed into it.
COLOURS: dict[str, Colour] = {
    "b": Colour("blue", ("blue",)),
    "y": Colour("yellow", ("yellow",)),
    "r": Colour("red", ("red",)),
    "g": Colour("green", ("blue", "yellow")),
    "p": Colour("purple", ("blue", "red")),
    "o": Colour("orange", ("yellow", "red")),
    "w": Colour("white", ("blue", "yellow", "red")),
    "k": Colour("black", ()),
}
WHITE = "w"


class Character(NamedTuple):
    """A node as the row and column of its character in the text, counted from 0."""

    row: int
    column: int

    @classmethod
    def parse(cls, text: str) -> "Character":
        """The character that a text such as `(2, 16)` names."""
        match = re.fullmatch(r"\(\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*\)", text.strip(), re.ASCII)
        if not match:
            raise MazeError(f"goal is {GOAL_FORMS}, not {text!r:.60}")
        return cls(int(match[1]), int(match[2]))

    @property
    def node(self) -> Position:
        """The node whose character this is."""
        if self.row % 2 or self.column % 2:
            raise MazeError(f"{taken(self)}, is not a node; nodes stand in even rows and columns", other_way(self))
        return Position(self.column // 2, self.row // 2)


def taken(goal: tuple[int, int] | Character) -> str:
    """A goal as it is typed, and what it was taken for."""
    if isinstance(goal, Character):
        return f"the goal ({goal.row}, {goal.column}), taken for row {goal.row} and column {goal.column} of the text"
    return f"the goal {goal[0]},{goal[1]}, taken for a node x,y"


def other_way(goal: tuple[int, int] | Character) -> str:
    """How to write a goal so that it is taken for the other."""
    if isinstance(goal, Character):
        return "without parentheses it is a node x,y"
    return "in parentheses it is the row and column of a character, as in '(2, 16)'"


class GoalParameter(Parameter):
    """The goal: a node x,y, or in parentheses the row and column of its character."""

    def parse(self, text: str) -> Any:
        return Character.parse(text) if text.lstrip().startswith("(") else super().parse(text)

    def check(self, value: Any) -> Any:
        return value if value is None or isinstance(value, Character) else super().check(value)

    def expected(self) -> str:
        return GOAL_FORMS


def mixed(own: Mapping[str, Colour]) -> dict[str, Colour]:
    """The table with the colours a file adds; white carries all travellers, unless the file says otherwise."""
    table = COLOURS | dict(own)
    return table if WHITE in own else table | {WHITE: COLOURS[WHITE]._replace(carries=all_carried(table))}


def added(colours: Mapping[str, Colour]) -> dict[str, Colour]:
    """The colours of this table that a file must define itself: `mixed` returns the table from them."""
    others = {letter: colour for letter, colour in colours.items() if letter != WHITE}
    usual = COLOURS | {WHITE: mixed(others)[WHITE]}
    return {letter: colour for letter, colour in colours.items() if usual.get(letter) != colour}


def all_carried(colours: Mapping[str, Colour]) -> tuple[str, ...]:
    """All travellers that any line carries, in the order of the table."""
    return tuple(dict.fromkeys(name for colour in colours.values() for name in colour.carries))


TRAVELLERS = (*all_carried(COLOURS), "all")


def known_travellers(wanted: Sequence[str] | None, carried: tuple[str, ...]) -> tuple[str, ...]:
    """The wanted travellers, each carried by some line; by default all."""
    names = carried if wanted is None else tuple(dict.fromkeys(wanted))
    for name in names:
        if name not in carried:
            raise UnknownName("traveller", name, carried)
    if not 0 < len(names) <= MOST_TRAVELLERS:
        raise MazeError(f"there are from 1 to {MOST_TRAVELLERS} travellers, not {len(names)}")
    return names


def own_colours(table: Any) -> dict[str, Colour]:
    """Colours a file adds: for each letter its name, then the travellers it carries."""
    if not isinstance(table, dict):
        raise FormatError('\'colours\' should be an object of lists, as in {"t": ["teal", "blue", "cyan"]}')
    for letter, words in table.items():
        if not (len(letter) == 1 and letter.isalpha()):
            raise FormatError(f"a line is written as one letter, not {letter!r:.40}")
        sentence = f"the colour {letter!r} should be a name and its travellers, not {words!r:.60}"
        for word in list_of(words, str, sentence, least=1):
            if not word.replace("-", "").isalnum() or len(word) > 30 or word == "all":
                raise FormatError(sentence)
    return {letter: Colour(words[0], tuple(dict.fromkeys(words[1:]))) for letter, words in table.items()}


def check_rows(rows: Sequence[str], colours: Mapping[str, Colour], first_line: int) -> None:
    """Refuse lines of text that are not a maze, and say where."""
    if not rows:
        raise FormatError("there are no lines of nodes")
    width = _usual_width(rows, first_line)
    shape = "a maze W by H nodes has 2H - 1 lines of 2W - 1 characters, both odd numbers"
    if width % 2 == 0:
        raise FormatError(f"{width} columns are an even number; {shape}")
    if len(rows) % 2 == 0:
        raise FormatError(f"{len(rows)} lines are an even number; {shape}")
    if (width + 1) * (len(rows) + 1) // 4 > MOST_NODES:
        raise TooLarge(f"{width // 2 + 1}x{len(rows) // 2 + 1} nodes are more than {MOST_NODES}, the most there may be")
    marks, lines = set(NODE + START + GOAL), set(colours)
    for number, row in enumerate(rows):
        between = {" "} if number % 2 else lines
        _check_characters(row[::2], lines if number % 2 else marks, number + first_line, 1)
        _check_characters(row[1::2], between, number + first_line, 2)


def _usual_width(rows: Sequence[str], first_line: int) -> int:
    """The number of characters of every row; refuses a row that differs from most."""
    widths = [len(row) for row in rows]
    nodes, between = set(widths[::2]), set(widths[1::2])
    if len(nodes) == 1 and widths[0] % 2 == 0 and between <= {widths[0], widths[0] - 1}:
        return widths[0]  # of an even number, the last between nodes is a blank, which may be missing
    if len(set(widths)) > 1:
        usual = Counter(widths).most_common(1)[0][0]
        odd = next(number for number, width in enumerate(widths) if width != usual)
        most = f"line {first_line + widths.index(usual)} has {usual}"
        raise FormatError(f"line {first_line + odd} has {widths[odd]} characters, but {most}")
    return widths[0]


def _check_characters(characters: str, known: set[str], line: int, column: int) -> None:
    """Refuse an unknown character; `characters` are every second column of a line."""
    if set(characters) <= known:
        return
    index = next(index for index, character in enumerate(characters) if character not in known)
    where = f"line {line}, column {2 * index + column}: {characters[index]!r}"
    if known == {" "}:
        raise FormatError(f"{where} stands between four nodes, where a blank was expected")
    if NODE in known:
        raise FormatError(f"{where} is not a node; expected one of . + *")
    raise FormatError(f"{where} is not a colour; expected one of {' '.join(sorted(known))}")


def only(rows: Sequence[str], mark: str, first_line: int, what: str) -> Position:
    """The one node with this mark."""
    places = [Position(x, y) for y, row in enumerate(rows) if mark in row for x, c in enumerate(row) if c == mark]
    if not places:
        raise FormatError(f"there is no {mark} {what}")
    if len(places) > 1:
        found = " and ".join(f"line {y + first_line}, column {x + 1}" for x, y in places[:2])
        raise FormatError(f"there should be one {mark} {what}, but there are {len(places)}, at {found}")
    return Position(places[0].x // 2, places[0].y // 2)


_STEPS = [(direction, *direction.delta) for direction in CARDINALS]


class Coloured(Puzzle[Position]):
    """A coloured maze, seen by one traveller; where none was chosen, by the first, and `variants` has them all.

    >>> maze = Coloured.from_rows([".g.b*", "w k r", "+p.y."])
    >>> from mazeworks import solve
    >>> [move.letters for move in solve(maze.as_traveller("blue")).moves]
    ['N', 'E', 'E']
    >>> from mazeworks.drawing.board import board_of
    >>> print(board_of(maze.as_traveller("blue")).sketch(solve(maze)).text(), end="")
    ----+
    | k r
    |p.y.
    """

    def __init__(
        self,
        rows: Sequence[str],
        start: Position,
        goal: tuple[int, int] | Character,
        colours: Mapping[str, Colour] = COLOURS,
        travellers: Sequence[str] | None = None,
        traveller: str | None = None,
    ) -> None:
        #: The lines of text, every node a dot; node (x, y) stands in row 2y, column 2x.
        self.rows = tuple(rows)
        self.width, self.height = len(self.rows[0]) // 2 + 1, len(self.rows) // 2 + 1
        self.start, self.goal = start, self._node(goal)
        if self.start == self.goal:
            raise MazeError(
                f"start and goal are both {self.start}, {taken(goal)}; they have to differ", other_way(goal)
            )
        self.colours = dict(colours)
        self.travellers = known_travellers(travellers, all_carried(colours))
        if traveller is not None and traveller not in self.travellers:
            raise UnknownName("traveller", traveller, self.travellers)
        #: Who was chosen to travel, or None.
        self.traveller = traveller
        self.usable = {letter for letter, colour in self.colours.items() if self.who in colour.carries}

    def _node(self, goal: tuple[int, int] | Character) -> Position:
        """The goal as a node of this maze; an error says what it was taken for."""
        if isinstance(goal, Character):
            return self._node_at(goal)
        node, size = Position(*goal), f"{self.width}x{self.height} nodes"
        if not self._has(node):
            raise MazeError(f"{taken(goal)}, lies outside the maze of {size}", other_way(goal))
        return node

    def _node_at(self, goal: Character) -> Position:
        node, size = goal.node, f"{self.width}x{self.height} nodes, {len(self.rows[0])}x{len(self.rows)} characters"
        if not self._has(node):
            raise MazeError(f"{taken(goal)}, lies outside the maze of {size}", other_way(goal))
        if self._has(Position(*goal)) and tuple(node) != tuple(goal):
            Note(f"{taken(goal)}, is the node {node.x},{node.y}", other_way(goal)).give()
        return node

    def _has(self, node: Position) -> bool:
        return 0 <= node.x < self.width and 0 <= node.y < self.height

    @classmethod
    def from_rows(
        cls,
        rows: Sequence[str],
        goal: tuple[int, int] | Character | None = None,
        colours: Mapping[str, Colour] = COLOURS,
        travellers: Sequence[str] | None = None,
        first_line: int = 1,
    ) -> "Coloured":
        """The maze in lines of text with + at the start, and * at the goal unless that is given."""
        check_rows(rows, colours, first_line)
        start = only(rows, START, first_line, "to start from")
        marked = any(GOAL in row for row in rows)
        if goal is None and not marked:
            raise FormatError("no * marks the goal", "--goal x,y names one, or --goal '(row, column)'")
        mark = only(rows, GOAL, first_line, "at the goal") if marked else None
        plain = [row.replace(START, NODE).replace(GOAL, NODE) for row in rows]
        return cls(plain, start, goal or mark or start, colours, travellers)

    @property
    def who(self) -> str:
        """Who travels: the traveller chosen, or the first."""
        return self.traveller or self.travellers[0]

    def moves(self, state: Position) -> Iterator[tuple[Direction, Position]]:
        x, y = state
        for direction, dx, dy in _STEPS:
            if 0 <= x + dx < self.width and 0 <= y + dy < self.height and self.line(state, dx, dy) in self.usable:
                yield direction, Position(x + dx, y + dy)

    def line(self, node: Position, dx: int, dy: int) -> str:
        """The letter of the line from a node to its neighbour."""
        return self.rows[2 * node.y + dy][2 * node.x + dx]

    def is_goal(self, state: Position) -> bool:
        return state == self.goal

    def estimate(self, state: Position) -> float:
        return abs(state.x - self.goal.x) + abs(state.y - self.goal.y)

    def as_traveller(self, name: str) -> "Coloured":
        """The same maze, travelled by one colour."""
        return self.with_values(traveller=name)

    def with_values(self, **values: Any) -> "Coloured":
        now = {"goal": self.goal, "traveller": self.traveller} | values
        other = type(self)(self.rows, self.start, now["goal"], self.colours, self.travellers, now["traveller"])
        other.id = self.id if other.goal == self.goal else None
        return other

    def __str__(self) -> str:
        return ColouredBoard(self).sketch().text()

    def __repr__(self) -> str:
        who = f" as {self.traveller}" if self.traveller else ""
        size = f"{self.width}x{self.height} from {self.start} to {self.goal}{who}"
        return f"<Coloured {size}{f' {self.id}' if self.id else ''}>"

    def lines(self) -> list[str]:
        """The maze as text, with + at the start and * at the goal."""
        rows = list(self.rows)
        for (x, y), mark in ((self.start, START), (self.goal, GOAL)):
            rows[2 * y] = f"{rows[2 * y][: 2 * x]}{mark}{rows[2 * y][2 * x + 1 :]}"
        return rows


class ColouredStructure(Structure[Coloured]):
    """The compact representation: nodes, counted row by row."""

    def compact(self) -> Compact[Position]:
        maze, letters = self.puzzle, list(self.puzzle.colours)
        width, height = maze.width, maze.height
        afford(SEARCH_BYTES * width * height, f"searches of {width}x{height} nodes")
        facts = facts_of(width, height, [letter in maze.usable for letter in letters], 1, maze.goal)
        text = np.frombuffer("".join(maze.rows).encode("utf-32-le"), "<u4").reshape(len(maze.rows), -1)
        lines = np.concatenate([text[::2, 1::2].ravel(), text[1::2, ::2].ravel()])
        order = np.argsort(letters)
        board = order[np.searchsorted(np.array(letters)[order].view("<u4"), lines)].astype(np.uint16)
        return Compact.of_squares(maze, KERNELS, facts, board, 4)


def facts_of(width: int, height: int, carries: Sequence[int], who: int, goal: Sequence[int], *wishes: int) -> Longs:
    """The facts of a maze; lines are numbered row by row, those across before those down."""
    near, via = np.full((height, width, 4), -1), np.full((height, width, 4), -1)
    nodes = np.arange(width * height).reshape(height, width)
    across = np.arange((width - 1) * height).reshape(height, width - 1)
    down = across.size + np.arange(width * (height - 1)).reshape(height - 1, width)
    near[1:, :, 0], via[1:, :, 0] = nodes[:-1], down
    near[:-1, :, 1], via[:-1, :, 1] = nodes[1:], down
    near[:, :-1, 2], via[:, :-1, 2] = nodes[:, 1:], across
    near[:, 1:, 3], via[:, 1:, 3] = nodes[:, :-1], across
    head = [nodes.size, len(carries), who, goal[1] * width + goal[0], *wishes]
    return np.concatenate([head, [0] * (CARRIES - len(head)), carries, near.ravel(), via.ravel()]).astype(np.int64)


class ColouredWords(Words[Coloured]):
    """A coloured maze in words."""

    def rules(self) -> str:
        names = [colour.name for letter, colour in self.puzzle.colours.items() if letter in self.puzzle.usable]
        lines = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
        who = self.puzzle.who
        return f"Travel as {who}: along {lines} lines, the colours that {who} is or is mixed into."


class ColouredVariants(Variants[Coloured]):
    """One puzzle for each traveller, or for the one that was chosen."""

    def all(self) -> dict[str, Puzzle[Any]]:
        maze = self.puzzle
        return {name: maze.as_traveller(name) for name in ([maze.who] if maze.traveller else maze.travellers)}


class ColouredMeasures(Measures[Coloured]):
    """What makes a coloured maze hard."""

    def measures(self, graph: Graph[Position], solution: Solution[Position]) -> Iterator[Measure]:
        """Besides what any puzzle has: how roundabout the route is, and the regions beside it that lead nowhere."""
        detour = len(solution) - int(self.puzzle.estimate(self.puzzle.start))
        words = f"the route is {counted(detour, 'move')} longer than the straight way to the goal"
        yield Measure("detour", detour, words, saturating(detour, 15), 1)
        dead = [depth for depth, doors in self.regions(solution) if doors == 1]
        deepest = max(dead, default=0)
        far = counted(deepest, "move")
        words = f"beside the route {'lies' if len(dead) == 1 else 'lie'} {counted(len(dead), 'dead region')}"
        yield Measure("dead_regions", len(dead), f"{words}, up to {far} deep", saturating(sum(dead), 30), 1)
        yield Measure("deepest_region", deepest, f"the deepest dead region goes on for {far}")

    def regions(self, solution: Solution[Position]) -> Iterator[tuple[int, int]]:
        """For each region beside the route: its depth in moves, and how many lines connect it to the route."""
        route = set(solution.states)
        beside = (node for here in solution.states for _, node in self.puzzle.moves(here) if node not in route)
        depth = self._depths(beside, route)
        seen: set[Position] = set()
        for first in depth:
            if first not in seen:
                region = self._depths([first], route)
                seen.update(region)
                doors = sum(node in route for here in region for _, node in self.puzzle.moves(here))
                yield max(depth[node] for node in region), doors

    def _depths(self, firsts: Iterable[Position], route: set[Position]) -> dict[Position, int]:
        """All nodes connected with these, without the nodes of a route, and their depth, 1 for the first."""
        depth = dict.fromkeys(firsts, 1)
        waiting = list(depth)
        for here in waiting:  # grows while it is read
            for _, node in self.puzzle.moves(here):
                if node not in route and node not in depth:
                    depth[node] = depth[here] + 1
                    waiting.append(node)
        return depth


class ColouredBoard(Board[Coloured]):
    """Nodes two units apart, coloured lines between them, and a route as a dashed band."""

    #: Where the middles of strokes lie along a line two units long, and how long they are, by traveller, so that
    #: routes differ without colour; nodes and letters hide both ends and the middle of the line.
    DASHES = (((1.0,), 2.34), ((0.42,), 0.7), ((0.42, 1.58), 0.34), ((0.42, 1.58), 0.56))
    #: How broad a route is, from its edge inward: dark, pale, and on that the strokes, each with a dark rim.
    BAND, BED, RIM, STROKE = 0.66, 0.52, 0.34, 0.22

    def spot(self, state: tuple[float, float]) -> Point:
        return 2 * state[0] + 1, 2 * state[1] + 1

    def outlines(self, states: Sequence[Position]) -> Iterator[tuple[Outline]]:
        return ((square_around(*self.spot(state), 2),) for state in states)

    def square_of(self, state: Position) -> tuple[int, int]:
        return 2 * state[0], 2 * state[1]

    def sketch(self, solution: Solution[Position] | None = None) -> Sketch:
        """The maze; with a solution, | and - along the way and + at its end."""
        sketch = Sketch.from_lines(self.puzzle.lines() if solution is None else self.puzzle.rows)
        for letter, colour in self.puzzle.colours.items():
            if colour.name in ROLES:
                sketch.colour(sketch.chars == ord(letter), colour.name)
        if solution is None:
            for (x, y), mark, role in ((self.puzzle.start, START, "start"), (self.puzzle.goal, GOAL, "goal")):
                sketch.put(2 * x, 2 * y, mark, role)
            return sketch
        for (x, y), move in zip(solution.states, solution.moves, strict=False):
            dx, dy = move.delta
            for step in (0, 1):  # each node on the way looks like the line it is left by
                sketch.put(2 * x + step * dx, 2 * y + step * dy, "|" if dy else "-", "path")
        sketch.put(*self.square_of(solution.states[-1]), "+", "goal")
        return sketch

    def scene(self, solution: Solution[Position] | None = None) -> Scene:
        maze = self.puzzle
        scene = Scene(2 * maze.width, 2 * maze.height, f"A coloured maze of {maze.width} by {maze.height} nodes")
        edges = list(self._edges())
        for here, there, letter in edges:
            scene.line([here, there], f"line:{maze.colours[letter].name}", 0.3)
        if solution is not None:
            self._draw_band(scene, solution)
        for (x, y), (next_x, next_y), letter in edges:  # letters and nodes over lines and route
            middle = (x + next_x) / 2, (y + next_y) / 2
            scene.dot(*middle, 0.34, "cell")
            scene.label(*middle, letter, "text", 0.5)
        for y in range(maze.height):
            for x in range(maze.width):
                scene.dot(*self.spot((x, y)), 0.16, "text")
        for node, mark, role in ((maze.start, START, "start"), (maze.goal, GOAL, "goal")):
            scene.dot(*self.spot(node), 0.6, "background")  # a rim, for a line may have the same colour
            scene.dot(*self.spot(node), 0.52, role)
            scene.label(*self.spot(node), mark, f"on {role}", 0.8)
        return scene

    def _edges(self) -> Iterator[tuple[Point, Point, str]]:
        """Each line: from where, to where, and its letter."""
        for y, row in enumerate(self.puzzle.rows):
            for x in range(1 - y % 2, len(row), 2):
                dx, dy = (0, 0.5) if y % 2 else (0.5, 0)
                yield self.spot((x / 2 - dx, y / 2 - dy)), self.spot((x / 2 + dx, y / 2 + dy)), row[x]

    def _draw_band(self, scene: Scene, route: Solution[Position]) -> None:
        """The route, a pale band with dark edges, and on it strokes in the traveller's colour, rimmed to stand out."""
        name = self.puzzle.who
        points = [self.spot(state) for state in route.states]
        scene.line(points, "text", self.BAND)
        scene.line(points, "cell", self.BED)
        middles, long = self.DASHES[self.puzzle.travellers.index(name) % len(self.DASHES)]
        half = (long - self.RIM) / 2
        strokes = [((middle - half) / 2, (middle + half) / 2) for middle in middles]  # as shares of a line
        for role, width in (("text", self.RIM), (f"path:{name}", self.STROKE)):
            for (x, y), (to_x, to_y) in zip(points[:-1], points[1:], strict=True):
                for ends in strokes:
                    scene.line([(x + (to_x - x) * share, y + (to_y - y) * share) for share in ends], role, width)


GOAL_HELP = "the node to reach, x,y from 0 at the upper left, or '(row, column)' of its character"


class ColouredCodec(Codec[Coloured]):
    """The lines of text, with the colours and travellers of its own."""

    options = (
        Parameter("traveller", "text", "all", "who travels: a colour such as blue, or all", choices=TRAVELLERS),
        GoalParameter("goal", "place", None, GOAL_HELP),
    )

    def to_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {"rows": self.puzzle.lines()}
        own = added(self.puzzle.colours)
        if own:
            data["colours"] = {letter: [colour.name, *colour.carries] for letter, colour in own.items()}
        if self.puzzle.travellers != all_carried(self.puzzle.colours):
            data["travellers"] = list(self.puzzle.travellers)
        return data | ({"traveller": self.puzzle.traveller} if self.puzzle.traveller else {})

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Coloured:
        """The maze in `rows`; `colours` adds letters, each with a name and the travellers it carries."""
        travellers, goal, first_line = data.get("travellers"), data.get("goal"), data.get("first_line", 1)
        for texts in (data.get("rows"), [] if travellers is None else travellers):
            list_of(texts, str, "'rows' and 'travellers' should be lists of texts")
        if type(first_line) is not int:
            raise FormatError(f"'first_line' should be a whole number, not {first_line!r:.60}")
        if not isinstance(data.get("traveller", ""), str):
            raise FormatError(f"'traveller' should be a text, not {data['traveller']!r:.60}")
        end = goal if goal is None or isinstance(goal, Character) else Position(*numbers_in(goal, "goal"))
        colours = mixed(own_colours(data.get("colours", {})))
        maze = Coloured.from_rows(data["rows"], end, colours, travellers, first_line)
        return maze if data.get("traveller") is None else maze.as_traveller(data["traveller"])

    def configured(self, **values: Any) -> Coloured:
        if "goal" in values and values["goal"] is None:
            del values["goal"]
        if values.get("traveller") == "all":
            values["traveller"] = None
        return self.puzzle.with_values(**values)


kind(
    "coloured",
    "Nodes joined by coloured lines, to be travelled as each of several colours.",
    generator="coloured",
    formats=("coloured",),
    facets=(ColouredStructure, ColouredWords, ColouredVariants, ColouredMeasures, ColouredBoard, ColouredCodec),
)(Coloured)
