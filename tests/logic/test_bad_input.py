"""Bad input: JSON and texts that are no logic mazes get one sentence each, which names the place."""

import json
import random
import re
from typing import Any

import pytest

from mazeworks import MazeError, read_text
from mazeworks.core.memory import Budget
from mazeworks.puzzles.number import NumberMaze
from mazeworks.puzzles.theseus import Theseus
from tests.logic.boards import KINDS, Data, text_of

WALLS = ["9115", "a226"]
GOOD: dict[str, Data] = {
    "number": {"numbers": [[1, 2, 1], [1, 1, 0]], "start": [0, 0], "goals": [[2, 1]], "diagonal": False},
    "arrow": {
        "arrows": [[["E"], [], ["S"]], [["N"], ["NE", "W"], []]],
        "colours": [["red", None, "blue"], ["red", "blue", "red"]],
        "start": [0, 0], "goals": [[2, 1]], "alternate": True,
    },
    "turn": {"walls": WALLS, "start": [0, 0], "goal": [3, 1], "heading": "E", "forbidden": ["left"]},
    "tilt": {"walls": WALLS, "balls": [[0, 0], [1, 0]], "goals": [[3, 1], [2, 1]], "rule": "match"},
    "theseus": {
        "walls": WALLS, "theseus": [0, 0], "minotaur": [3, 1], "goal": [2, 1], "steps": 2, "order": "vertical",
    },
}  # fmt: skip
#: Fields that may be left out.
OPTIONAL = {"diagonal", "alternate", "heading", "forbidden", "rule", "steps", "order"}

WIDE = {"arrows": [[[]] * 101] * 2, "colours": [["red"] * 101] * 2}
MANY = [[["red"] * 16 for _ in range(16)], [[f"c{x}_{y}" for x in range(16)] for y in range(16)]]
EIGHT = [[x, y] for y in range(2) for x in range(4)]
LARGE = ["9" + "1" * 298 + "5", *["8" + "0" * 298 + "4"] * 298, "a" + "2" * 298 + "6"]

BAD: list[tuple[str, Data, str]] = [
    # number
    ("number", {"numbers": [[1, 2, 1], [1, 1]]}, "row 2 of 'numbers' has 2 squares; the first has 3"),
    ("number", {"numbers": [[1, 2, 1], [1, -1, 1]]}, "(1, 1) of 'numbers' is -1; expected a whole number from 0 to"),
    ("number", {"numbers": [[1, 2, 10_000]] * 2}, "(2, 0) of 'numbers' is 10000; expected a whole number"),
    ("number", {"numbers": [[1, True, 1]] * 2}, "(1, 0) of 'numbers' is True; expected a whole number"),
    ("number", {"numbers": [[1, 2.0, 1]] * 2}, "(1, 0) of 'numbers' is 2.0; expected a whole number"),
    ("number", {"numbers": [[1, "2", 1]] * 2}, "(1, 0) of 'numbers' is '2'; expected a whole number"),
    ("number", {"numbers": [[1, [2], 1]] * 2}, "(1, 0) of 'numbers' is [2]; expected a whole number"),
    ("number", {"numbers": [[1, None, 1]] * 2}, "(1, 0) of 'numbers' is None; expected a whole number"),
    ("number", {"numbers": [[10**60, 1, 1]] * 2}, "(0, 0) of 'numbers' is 100000000000000000000000000000000000000"),
    ("number", {"numbers": []}, "'numbers' should be a list of one or more rows, not []"),
    ("number", {"numbers": [[]]}, "the rows of 'numbers' are empty"),
    ("number", {"numbers": "121"}, "'numbers' should be a list of one or more rows, not '121'"),
    ("number", {"numbers": ["121", "110"]}, "row 1 of 'numbers' should be a list of squares, not '121'"),
    ("number", {"numbers": [{"x": 1}]}, "row 1 of 'numbers' should be a list of squares, not {'x': 1}"),
    ("number", {"start": [3, 0]}, "start (3, 0) lies outside the board of 3x2 squares"),
    ("number", {"start": [0, -1]}, "start (0, -1) lies outside the board of 3x2 squares"),
    ("number", {"start": [10**60, 0]}, "start (10000000000000000000, 0) lies outside the board of 3x2 squares"),
    ("number", {"start": [True, 0]}, "'start' should be [x, y], two whole numbers, not [True, 0]"),
    ("number", {"start": [0.0, 0]}, "'start' should be [x, y], two whole numbers, not [0.0, 0]"),
    ("number", {"start": [0, 0, 0]}, "'start' should be [x, y], two whole numbers, not [0, 0, 0]"),
    ("number", {"start": None}, "'start' should be [x, y], two whole numbers, not None"),
    ("number", {"goals": []}, "'goals' should be a list of one or more places [x, y], not []"),
    ("number", {"goals": [1, 1]}, "place 1 of 'goals' should be [x, y], two whole numbers, not 1"),
    ("number", {"goals": [[1, 1], [2]]}, "place 2 of 'goals' should be [x, y], two whole numbers, not [2]"),
    ("number", {"goals": [[1, 1], [1, 1]]}, "'goals' has (1, 1) twice"),
    ("number", {"goals": [[1, 2]]}, "goal (1, 2) lies outside the board of 3x2 squares"),
    ("number", {"diagonal": 1}, "'diagonal' should be one of true, false; not 1"),
    ("number", {"diagonal": "yes"}, "'diagonal' should be one of true, false; not 'yes'"),
    # arrow
    ("arrow", {"arrows": [[["E"], [], []], [[], []]]}, "row 2 of 'arrows' has 2 squares; the first has 3"),
    ("arrow", {"arrows": [[["X"], [], []]] * 2}, "(0, 0) of 'arrows' is ['X']; expected a list of N, NE, E, SE, S, SW"),
    ("arrow", {"arrows": [[[], ["n"], []]] * 2}, "(1, 0) of 'arrows' is ['n']; expected a list of N, NE, E"),
    ("arrow", {"arrows": [[[], [["N"]], []]] * 2}, "(1, 0) of 'arrows' is [['N']]; expected a list of N, NE, E"),
    ("arrow", {"arrows": [[[], [{}], []]] * 2}, "(1, 0) of 'arrows' is [{}]; expected a list of N, NE, E"),
    ("arrow", {"arrows": [[[], {"N": 1}, []]] * 2}, "(1, 0) of 'arrows' is {'N': 1}; expected a list of N, NE, E"),
    ("arrow", {"arrows": [[[], 5, []]] * 2}, "(1, 0) of 'arrows' is 5; expected a list of N, NE, E"),
    ("arrow", {"arrows": [[[], ["N", True], []]] * 2}, "(1, 0) of 'arrows' is ['N', True]; expected a list of N"),
    ("arrow", {"colours": [["red"] * 3]}, "'colours' has 3x1 squares; the board has 3x2"),
    ("arrow", {"colours": [["red", "dark red", "red"]] * 2}, "(1, 0) of 'colours' is 'dark red'; expected the word of"),
    ("arrow", {"colours": [["red", "", "red"]] * 2}, "(1, 0) of 'colours' is ''; expected the word of a colour"),
    ("arrow", {"colours": [["red", "r" * 21, "red"]] * 2}, "(1, 0) of 'colours' is 'rrrrrrrrrrrrrrrrrrrrr'; expected"),
    ("arrow", {"colours": [["red", 3, "red"]] * 2}, "(1, 0) of 'colours' is 3; expected the word of a colour, or null"),
    ("arrow", {"colours": [["red", ["red"], "red"]] * 2}, "(1, 0) of 'colours' is ['red']; expected the word"),
    ("arrow", {"start": [1, 0]}, "start (1, 0) has no colour, so nobody can stand there"),
    ("arrow", {"goals": [[2, 1], [1, 0]]}, "goal (1, 0) has no colour, so nobody can stand there"),
    ("arrow", {"arrows": [[[]] * 16] * 16, "colours": MANY[1]}, "there are 256 colours; at most 255 can be told apart"),
    ("arrow", WIDE, "101x2 squares are more than 100x100, the most there may be"),
    ("arrow", {"alternate": None}, "'alternate' should be one of true, false; not None"),
    # turn
    ("turn", {"walls": ["9115", "a22"]}, "row 2 of 'walls' should be 4 hexadecimal digits, not 'a22'"),
    ("turn", {"walls": ["9115", "a22g"]}, "row 2 of 'walls' should be 4 hexadecimal digits, not 'a22g'"),
    ("turn", {"walls": [[9, 1, 1, 5], [10, 2, 2, 6]]}, "'walls' should be a list of two or more strings"),
    ("turn", {"walls": ["9315", "a226"]}, "the cells (1, 0) and (1, 1) disagree about the wall between them"),
    ("turn", {"walls": ["9515", "a226"]}, "the cells (1, 0) and (2, 0) disagree about the wall between them"),
    ("turn", {"walls": ["9114", "a226"]}, "the outer wall is open on the N side of (3, 0)"),
    ("turn", {"walls": ["9115"]}, "'walls' should be a list of two or more strings, one per row, not ['9115']"),
    ("turn", {"walls": ["9", "a"]}, "'walls' has 2 rows of 1 digit, but a row needs at least 2"),
    ("turn", {"walls": None}, "'walls' should be a list of two or more strings, one per row, not None"),
    ("turn", {"start": [4, 0]}, "start (4, 0) lies outside the board of 4x2 squares"),
    ("turn", {"goal": [0, 2]}, "goal (0, 2) lies outside the board of 4x2 squares"),
    ("turn", {"goal": []}, "'goal' should be [x, y], two whole numbers, not []"),
    ("turn", {"heading": "NE"}, "'heading' should be one of null, N, E, S, W; not 'NE'"),
    ("turn", {"heading": "n"}, "'heading' should be one of null, N, E, S, W; not 'n'"),
    ("turn", {"heading": False}, "'heading' should be one of null, N, E, S, W; not False"),
    ("turn", {"forbidden": "left"}, "'forbidden' should be a list of turns such as 'left', not 'left'"),
    ("turn", {"forbidden": ["left", "up"]}, "'forbidden' has 'up'; the turns are left, right, straight, back"),
    ("turn", {"forbidden": [["left"]]}, "'forbidden' has ['left']; the turns are left, right, straight, back"),
    ("turn", {"forbidden": ["left", "right", "straight", "back"]}, "'forbidden' has all four turns; one at least has"),
    # tilt
    ("tilt", {"balls": []}, "'balls' should be a list of one or more places [x, y], not []"),
    ("tilt", {"balls": [[0, 0], [0, 0]]}, "'balls' has (0, 0) twice"),
    ("tilt", {"balls": [[4, 0]]}, "ball (4, 0) lies outside the board of 4x2 squares"),
    ("tilt", {"balls": [[0, 0], [1, 0], [2, 0]]}, "3 balls cannot match 2 goals; each ball needs a goal of its own"),
    ("tilt", {"goals": None}, "'goals' should be a list of one or more places [x, y], not None"),
    ("tilt", {"rule": "stop"}, "'rule' should be one of rest, collect, match; not 'stop'"),
    ("tilt", {"rule": ["rest"]}, "'rule' should be one of rest, collect, match; not ['rest']"),
    ("tilt", {"walls": ["91111", "a2226"]}, "the outer wall is open on the E side of (4, 0)"),
    (
        "tilt", {"walls": LARGE, "balls": [[x, 9] for x in range(9)], "rule": "rest"},
        "there are 9 balls and 2 goals; at most 8 balls and 16 goals can be played",
    ),
    (
        "tilt", {"walls": LARGE, "balls": EIGHT, "rule": "rest"},
        "8 balls on 300x300 squares have more than 2^62 states, the most that can be numbered; take fewer balls",
    ),
    # theseus
    ("theseus", {"minotaur": [0, 0]}, "the Minotaur stands on Theseus, at (0, 0); they have to be apart"),
    ("theseus", {"theseus": [0, 2]}, "theseus (0, 2) lies outside the board of 4x2 squares"),
    ("theseus", {"minotaur": "here"}, "'minotaur' should be [x, y], two whole numbers, not 'here'"),
    ("theseus", {"steps": 0}, "'steps' should be one of 1, 2, 3, 4, 5, 6, 7, 8, 9; not 0"),
    ("theseus", {"steps": 10}, "'steps' should be one of 1, 2, 3, 4, 5, 6, 7, 8, 9; not 10"),
    ("theseus", {"steps": True}, "'steps' should be one of 1, 2, 3, 4, 5, 6, 7, 8, 9; not True"),
    ("theseus", {"steps": 2.0}, "'steps' should be one of 1, 2, 3, 4, 5, 6, 7, 8, 9; not 2.0"),
    ("theseus", {"order": "diagonal"}, "'order' should be one of horizontal, vertical; not 'diagonal'"),
    ("theseus", {"walls": {"x": 1}}, "'walls' should be a list of two or more strings, one per row, not {'x': 1}"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "wrong", "sentence"), BAD)
def test_a_wrong_value_gets_a_sentence_with_its_place(kind: str, wrong: Data, sentence: str) -> None:
    with pytest.raises(MazeError) as error:
        read_text(text_of(kind, GOOD[kind] | wrong))
    assert str(error.value).startswith(f"the text: {sentence}")


@pytest.mark.parametrize(("kind", "field"), [(kind, field) for kind in KINDS for field in GOOD[kind]])
def test_a_missing_value_is_named_unless_it_has_a_usual_one(kind: str, field: str) -> None:
    text = text_of(kind, {name: value for name, value in GOOD[kind].items() if name != field})
    if field in OPTIONAL:
        assert read_text(text).kind == kind
        return
    with pytest.raises(MazeError, match=f"^the text: {field!r} is missing$"):
        read_text(text)


def test_the_good_are_good_and_a_size_may_be_the_largest() -> None:
    for kind, data in GOOD.items():
        assert read_text(text_of(kind, data)).kind == kind
    data = {"arrows": [[[]] * 100] * 100, "colours": [["red", "blue"] * 50] * 100, "start": [0, 0], "goals": [[99, 99]]}
    assert read_text(text_of("arrow", data)).kind == "arrow"
    data = GOOD["arrow"] | {"arrows": [[[]] * 16] * 16, "colours": [["c0_0"] * 16, *MANY[1][1:]]}
    assert read_text(text_of("arrow", data)).kind == "arrow"


def test_boards_that_do_not_fit_into_memory_are_refused() -> None:
    rows = [[1] * 300] * 300
    text = text_of("number", GOOD["number"] | {"numbers": rows})
    with Budget(memory=9_000_000).begin(), pytest.raises(MazeError, match=r"300x300 cells take \d.* MB of memory"):
        read_text(text)


#: Values that no field has.
HOSTILE: list[Any] = [
    True, False, None, 0, -1, 1.5, float("inf"), float("nan"), 10**30, "", "x", "N", "1" * 5000, [], {}, [[]], [[[]]],
    [None], [[None]], [True, False], [1.0, 0.0], [-1, 0], [9, 9], [10**400, 0], {"x": 1}, [{"x": 1}], [[{"x": 1}]],
    [[0, 0], [0, 0]], [[0, 0], [0]], ["99", "99"], ["95", "a7"], [["9", "1"], ["a", "2"]], [[[["N"]]]], ["left", 1],
    [[["N"], "N", None]] * 2, [[None] * 3] * 2, [["red"] * 3] * 2, ["left", "left"], [[1, 2, 1, 1]] * 2, [[[[[[]]]]]],
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_hostile_values_raise_nothing_but_a_sentence(kind: str) -> None:
    chance = random.Random(7)
    for field in GOOD[kind]:
        for value in HOSTILE:
            check_one_sentence(text_of(kind, GOOD[kind] | {field: value}))
    for _ in range(500):
        fields = chance.sample(list(GOOD[kind]), 2)
        check_one_sentence(text_of(kind, GOOD[kind] | {field: spoilt(GOOD[kind][field], chance) for field in fields}))


def spoilt(value: Any, chance: random.Random) -> Any:
    """A value with a hostile one somewhere inside."""
    if isinstance(value, list) and value and chance.random() < 0.85:
        index = chance.randrange(len(value))
        return [*value[:index], spoilt(value[index], chance), *value[index + 1 :]]
    return chance.choice(HOSTILE)


def check_one_sentence(text: str) -> None:
    """The text is read, or refused by a sentence that names a row, a place or a field."""
    try:
        read_text(text)
    except MazeError as error:
        said = str(error)
        assert said.startswith("the text: ") and "\n" not in said and len(said) < 260, said
        assert re.search(r"row \d+|line \d+|\(-?\d+, -?\d+\)|'[a-z]+'|width|height|balls|squares", said), said
        assert error.__cause__ is None


def test_values_in_python_are_checked_alike() -> None:
    numbers = [[1, 2, 1], [1, 1, 0]]
    with pytest.raises(MazeError, match="'number' is not known; expected numbers, start, goals, diagonal"):
        NumberMaze(number=numbers, start=[0, 0], goals=[[1, 1]])
    with pytest.raises(MazeError, match="5 values are more than there are fields: numbers, start, goals, diagonal"):
        NumberMaze(numbers, [0, 0], [[1, 1]], False, 2)
    with pytest.raises(MazeError, match="'goal' is missing"):
        Theseus(WALLS, [0, 0], [1, 1])
    assert NumberMaze(tuple(map(tuple, numbers)), (0, 0), ((1, 1),)).values["goals"] == [[1, 1]]


# --- texts


NUMBER = ["kind: number", "numbers:", "1 2 1", "1 1 0", "start: [0, 0]", "goals: [[2, 1]]"]
TURN = ["kind: turn", "walls:", "+---+---+", "|       |", "+   +---+", "|       |", "+---+---+"]
ENDS = ["start: [0, 0]", "goal: [1, 1]"]

BROKEN: list[tuple[list[str], str]] = [
    ([*NUMBER[:3], "1 1", *NUMBER[4:]], "line 4 has 2 squares; the first row has 3"),
    ([*NUMBER[:3], "1 1 0 7", *NUMBER[4:]], "line 4 has 4 squares; the first row has 3"),
    ([*NUMBER[:3], "", "", "1", *NUMBER[4:]], "line 6 has 1 square; the first row has 3"),
    ([*NUMBER[:5], "1 1 1", *NUMBER[5:]], "line 6: '1 1 1' should be a name, a colon and a value"),
    ([*NUMBER, "and so on"], "line 7: 'and so on' should be a name, a colon and a value"),
    (["kind: number", "1 1 1", *NUMBER[1:]], "line 2: '1 1 1' should be a name, a colon and a value"),
    ([*NUMBER, "start: [1, 1]"], "line 7: 'start' stands there again; once is expected"),
    ([*NUMBER, "numbers:", "1 1 1"], "line 7: 'numbers' stands there again; once is expected"),
    ([*NUMBER, "kind: arrow"], "line 7: 'kind' stands there again; once is expected"),
    ([*NUMBER, "colour: red"], "line 7: 'colour' is not known; expected numbers, start, goals, diagonal"),
    ([*NUMBER, "colours:", "red red"], "line 7: 'colours' is not known; expected numbers, start, goals, diagonal"),
    (
        [*NUMBER[:4], "start: [0, 0", NUMBER[5]],
        "line 5: '[0, 0' is neither a word nor a value such as 2, true or [3, 4]",
    ),
    ([*NUMBER[:4], "start: 0, 0", NUMBER[5]], "line 5: '0, 0' is neither a word nor a value such as 2, true or [3, 4]"),
    ([*NUMBER, "diagonal: no way"], "line 7: 'no way' is neither a word nor a value"),
    ([*NUMBER, "diagonal: yes"], "'diagonal' should be one of true, false; not 'yes'"),
    ([*NUMBER[:4], "start:", NUMBER[5]], "'start' should be [x, y], two whole numbers, not []"),
    ([*NUMBER[:4], "start: [3, 0]", NUMBER[5]], "start (3, 0) lies outside the board of 3x2 squares"),
    (NUMBER[:5], "'goals' is missing"),
    ([*NUMBER[:2], *NUMBER[4:]], "'numbers' should be a list of one or more rows, not []"),
    ([*NUMBER[:2], "1 2 x", *NUMBER[3:]], "(2, 0) of 'numbers' is 'x'; expected a whole number from 0 to 9999"),
    ([*NUMBER[:2], "1 2 .", *NUMBER[3:]], "(2, 0) of 'numbers' is None; expected a whole number from 0 to 9999"),
    ([*NUMBER[:2], "1 2 -1", *NUMBER[3:]], "(2, 0) of 'numbers' is '-1'; expected a whole number from 0 to 9999"),
    ([*NUMBER[:2], "1 2 " + "9" * 400, *NUMBER[3:]], "(2, 0) of 'numbers' is '99999"),
    ([*NUMBER[:2], "1 2 ²", *NUMBER[3:]], "(2, 0) of 'numbers' is '²'; expected a whole number from 0 to 9999"),
    (["kind: numbers", *NUMBER[1:]], "no kind is called 'numbers'; did you mean number?"),
    (["kind: wall", *NUMBER[1:]], "line 1: 'wall' is not a kind of logic maze, which this text is for"),
    (["kind: jugs", "sizes: [3, 5]"], "line 1: 'jugs' is not a kind of logic maze, which this text is for"),
    (["kind: 7", *NUMBER[1:]], "the first line should name the kind, as in 'kind: number'"),
    (["kind:", "number", *NUMBER[1:]], "the first line should name the kind, as in 'kind: number'"),
    ([*TURN[:4], "+   +-x-+", *TURN[5:], *ENDS], "line 5, column 7: 'x' does not belong there"),
    ([*TURN[:6], *ENDS], "the walls below line 2: 4 lines of 9 characters cannot be a maze; "),
    ([*TURN[:3], "        |", *TURN[4:], *ENDS], "the outer wall is open on the W side of (0, 0)"),
    ([*TURN[:2], "95", "a", *ENDS], "row 2 of 'walls' should be 2 hexadecimal digits, not 'a'"),
    ([*TURN[:2], "95", "x6", *ENDS], "row 2 of 'walls' should be 2 hexadecimal digits, not 'x6'"),
    ([*TURN[:2], *ENDS], "line 2: the walls should stand below their name, or behind it as in JSON"),
    ([*TURN, *ENDS, "forbidden: left"], "'forbidden' should be a list of turns such as 'left', not 'left'"),
    ([*TURN, *ENDS, "forbidden: [left]"], "line 10: '[left]' is neither a word nor a value"),
    ([*TURN, *ENDS, "forbidden: " + "[" * 5000], "line 10: '[[[[[[[["),
    ([*TURN, *ENDS, "heading: NE"], "'heading' should be one of null, N, E, S, W; not 'NE'"),
]


@pytest.mark.parametrize(("lines", "sentence"), BROKEN)
def test_a_broken_text_gets_a_sentence_with_its_line_or_place(lines: list[str], sentence: str) -> None:
    with pytest.raises(MazeError) as error:
        read_text("\n".join(lines) + "\n")
    assert str(error.value).startswith(f"the text: {sentence}")
    assert "\n" not in str(error.value)


def test_texts_that_are_cut_or_mixed_up_raise_nothing_but_a_sentence() -> None:
    chance = random.Random(3)
    arrow = ["kind: arrow", "arrows:", "E,S . N", "W W .", "colours:", "red . blue", "blue red red", *NUMBER[4:]]
    for lines in (NUMBER, [*TURN, *ENDS], arrow):
        assert read_text("\n".join(lines) + "\n").kind == lines[0].split()[1]
        text = "\n".join(lines) + "\n"
        for cut in range(len(text)):
            check_one_sentence_of_text(text[:cut] + text[cut + 1 :])
            check_one_sentence_of_text(text[:cut])
        for _ in range(300):
            shuffled = [lines[0], *chance.sample(lines[1:], len(lines) - 1)]
            check_one_sentence_of_text("\n".join(shuffled) + "\n")
            letters = list(text)
            letters[chance.randrange(len(letters))] = chance.choice('[]{},.:0 9-+|"\\\n\t\x00é²')
            check_one_sentence_of_text("".join(letters))


def check_one_sentence_of_text(text: str) -> None:
    """A text is read, or refused by one sentence."""
    try:
        json.dumps(read_text(text).kind)
    except MazeError as error:
        assert "\n" not in str(error) and len(str(error)) < 400, str(error)
        assert error.__cause__ is None


def test_good_texts() -> None:
    for lines in (NUMBER, [*TURN, *ENDS]):
        assert read_text("\n".join(lines) + "\n") == read_text("\n\n".join(f"  {line}" for line in lines) + "\n\n")
