"""The mixing table of coloured mazes, and the lines of text they are written in: checked, with every fault told."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mazeworks.core.directions import Position
from mazeworks.core.errors import FormatError, MazeError, TooLarge, UnknownName

NODE, START, GOAL = ".", "+", "*"
#: The most nodes a maze may have; their routes are still counted exactly in seconds.
MOST_NODES = 1_000_000
#: The most travellers a file may name.
MOST_TRAVELLERS = 16


class Colour(NamedTuple):
    """The colour of a line: its name, and the travellers it carries."""

    name: str
    carries: tuple[str, ...]


#: The mixing table, by the letter of a line: a mixture carries whoever is mixed into it.
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


def mixed(own: Mapping[str, Colour]) -> dict[str, Colour]:
    """The table with the colours a file adds; white carries everyone there is, unless the file says otherwise."""
    table = COLOURS | dict(own)
    return table if WHITE in own else table | {WHITE: COLOURS[WHITE]._replace(carries=all_carried(table))}


def added(colours: Mapping[str, Colour]) -> dict[str, Colour]:
    """The colours that a file has to add, for `mixed` to give this table."""
    others = {letter: colour for letter, colour in colours.items() if letter != WHITE}
    usual = COLOURS | {WHITE: mixed(others)[WHITE]}
    return {letter: colour for letter, colour in colours.items() if usual.get(letter) != colour}


def all_carried(colours: Mapping[str, Colour]) -> tuple[str, ...]:
    """Everyone whom any line carries, in the order of the table."""
    return tuple(dict.fromkeys(name for colour in colours.values() for name in colour.carries))


def known_travellers(wanted: Sequence[str] | None, carried: tuple[str, ...]) -> tuple[str, ...]:
    """The travellers wanted, each of them carried by some line, or all there are."""
    names = carried if wanted is None else tuple(dict.fromkeys(wanted))
    for name in names:
        if name not in carried:
            raise UnknownName("traveller", name, carried)
    if not 0 < len(names) <= MOST_TRAVELLERS:
        raise MazeError(f"there are from 1 to {MOST_TRAVELLERS} travellers, not {len(names)}")
    return names


def are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def own_colours(table: Any) -> dict[str, Colour]:
    """Colours a file adds: for each letter its name, then whom it carries."""
    if not isinstance(table, dict):
        raise FormatError('\'colours\' should be an object of lists, as in {"t": ["teal", "blue", "cyan"]}')
    for letter, words in table.items():
        if not (len(letter) == 1 and letter.isalpha()):
            raise FormatError(f"a line is written as one letter, not {letter!r:.40}")
        if not are_texts(words) or not words or not all(_is_name(word) for word in words):
            raise FormatError(f"the colour {letter!r} should be a name and whom it carries, not {words!r:.60}")
    return {letter: Colour(words[0], tuple(dict.fromkeys(words[1:]))) for letter, words in table.items()}


def _is_name(word: str) -> bool:
    return word.replace("-", "").isalnum() and len(word) <= 30 and word != "all"


def check_rows(rows: Sequence[str], colours: Mapping[str, Colour], first_line: int) -> None:
    """Refuse lines of text that are no maze, saying where."""
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
    """How many characters every row has; refuses those that have another number than most."""
    widths = [len(row) for row in rows]
    nodes, between = set(widths[::2]), set(widths[1::2])
    if len(nodes) == 1 and widths[0] % 2 == 0 and between <= {widths[0], widths[0] - 1}:
        return widths[0]  # of an even number, the last between nodes is a blank, which may be missing
    if len(set(widths)) > 1:
        usual = Counter(widths).most_common(1)[0][0]
        odd = next(number for number, width in enumerate(widths) if width != usual)
        raise FormatError(
            f"line {first_line + odd} has {widths[odd]} characters, but line {first_line + widths.index(usual)} "
            f"has {usual}"
        )
    return widths[0]


def _check_characters(characters: str, known: set[str], line: int, column: int) -> None:
    """Refuse a character that does not belong; these are those of every other column."""
    if set(characters) <= known:
        return
    index = next(index for index, character in enumerate(characters) if character not in known)
    where = f"line {line}, column {2 * index + column}: {characters[index]!r}"
    if known == {" "}:
        raise FormatError(f"{where} stands between four nodes, where a blank was expected")
    if NODE in known:
        raise FormatError(f"{where} is no node; expected one of . + *")
    raise FormatError(f"{where} is no colour; expected one of {' '.join(sorted(known))}")


def only(rows: Sequence[str], mark: str, first_line: int, what: str) -> Position:
    """The one node with this mark."""
    places = [Position(x, y) for y, row in enumerate(rows) if mark in row for x, c in enumerate(row) if c == mark]
    if not places:
        raise FormatError(f"there is no {mark} {what}")
    if len(places) > 1:
        told = " and ".join(f"line {y + first_line}, column {x + 1}" for x, y in places[:2])
        raise FormatError(f"there should be one {mark} {what}, but {len(places)} stand there, at {told}")
    return Position(places[0].x // 2, places[0].y // 2)
