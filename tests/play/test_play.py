"""Playing in the terminal: what is drawn, what keys do, and a real terminal that is left as it was."""

import codecs
import fcntl
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pytest

from mazeworks import load, make, solve
from mazeworks.core.facets import structure_of
from mazeworks.drawing.board import board_of
from mazeworks.play.session import Session
from mazeworks.play.terminal import Game, Keyboard, Terminal
from tests import ROOT
from tests.samples import EXAMPLES, samples
from tests.serving import CEILING

KEYS = {"N": "\033[A", "S": "\033[B", "E": "\033[C", "W": "\033[D"}


class Typed(Keyboard):
    """Keys known beforehand; then the player quits."""

    def __init__(self, keys: list[str]) -> None:
        self.keys = iter(keys)

    def take(self) -> None:
        pass

    def give_back(self) -> None:
        pass

    def read(self) -> str:
        return next(self.keys, "q")


def game_of(puzzle: Any, keys: list[str]) -> tuple[Game, io.StringIO]:
    out = io.StringIO()
    return Game(Session(puzzle), Terminal(out, Typed(keys)), colour=False), out


def test_arrow_keys_lead_to_the_goal() -> None:
    maze = make("wall", (8, 6), seed=5)
    solution = solve(maze)
    assert solution is not None
    game, out = game_of(maze, [KEYS[move.letters] for move in solution.moves])
    assert game.play() and game.session.count == len(solution)
    assert out.getvalue().startswith("\033[?1049h\033[?25l") and out.getvalue().endswith("\033[?25h\033[?1049l")


def test_letters_undo_redo_hint_and_begin_again() -> None:
    maze = make("wall", (8, 6), seed=5)
    game, _ = game_of(maze, [])
    assert game.press("u") == "nothing to undo" and game.press("r") == "nothing to redo"
    hint = game.press("h").removeprefix("hint: ")
    assert game.press({"north": "w", "south": "s", "east": "d", "west": "a"}[hint]) == ""
    assert game.session.moves == [hint[0].upper()]
    assert game.press("u") == "" and game.session.count == 0
    assert game.press("r") == "" and game.session.count == 1
    game.press("b")
    assert game.session.count == 0
    assert game.press("g").startswith("a shortest way takes")
    assert game.press("ß") and game.press("") is not None


def test_the_board_stands_when_it_is_solved_until_it_is_left() -> None:
    maze = make("wall", (8, 6), seed=5)
    keys = [KEYS[move.letters] for move in solve(maze).moves]  # type: ignore[union-attr]
    game, out = game_of(maze, [*keys, keys[-1], "1"])
    assert game.play() and game.session.count == len(keys)  # keys held down for too long lead nowhere
    assert f"Solved in {len(keys)} moves. Enter ends" in out.getvalue()
    undone, _ = game_of(maze, [*keys, "u", "\n", "x"])
    assert not undone.play() and undone.session.count == len(keys) - 1
    left, _ = game_of(maze, [*keys, "\n", "u"])
    assert left.play()


def test_a_number_without_a_choice_and_a_puzzle_without_a_solution_have_messages() -> None:
    game, _ = game_of(make("jugs", sizes="2-4", target=3), [])
    assert game.press("9") == "There is no such choice." == game.press("0")
    assert game.press("h") == "This has no solution."
    game.press("1")
    assert "fill the first jug  2/2" in "\n".join(game.picture(80, 24))  # in words, not by its short name


def test_a_wall_has_a_message_and_nothing_moves() -> None:
    maze = make("wall", (8, 6), seed=5)
    game, _ = game_of(maze, [])
    closed = next(way for way in "NSEW" if way not in [c.name for c in game.session.choices()])
    message = {"N": "no way north", "S": "no way south", "E": "no way east", "W": "no way west"}[closed]
    assert game.press(KEYS[closed]) == message and game.session.count == 0


@pytest.mark.parametrize("name", sorted(samples()))
@pytest.mark.parametrize("size", [(80, 24), (20, 6), (3, 2)])
def test_every_kind_is_drawn_on_any_terminal_and_played_by_numbers(name: str, size: tuple[int, int]) -> None:
    game, _ = game_of(samples()[name], [])
    for _ in range(4):
        rows = game.picture(*size)
        assert len(rows) <= max(size[1], 4)
        assert all(len(row) <= size[0] for row in rows)
        if game.session.choices():
            assert game.press("1") == ""
    assert game.session.count > 0 or not game.session.choices()


def test_every_choice_is_seen_on_a_small_terminal_and_more_than_nine_are_come_to() -> None:
    game, _ = game_of(make("jugs"), [])
    for key in "14":
        game.press(key)
    for columns, lines in ((20, 6), (40, 12), (80, 24)):
        shown = "\n".join(game.picture(columns, lines))
        for number, choice in enumerate(game.session.choices(), 1):
            assert any(f"{number}{mark} {word}" in shown for mark in ("", ".") for word in (choice.name, choice.move))
    many, _ = game_of(make("jugs", sizes="1-2-3-4-5-6-7-8", target=7), [])
    many.session.play("fill7").play("fill3")
    choices = many.session.choices()
    assert len(choices) > 9 and "others" in "\n".join(many.picture(80, 24))
    assert many.press("0") == "" and choices[9].move in "\n".join(many.picture(80, 24))
    many.press("1")
    assert many.session.moves[-1] == choices[9].name


def test_an_arrow_key_means_the_move_that_leads_most_nearly_there() -> None:
    """The same rule as on the page, for it is the session's: on hexagons east is north-east or south-east."""
    for seed in range(1, 9):
        game, _ = game_of(make("wall", (5, 5), seed=seed, layout="hexagon"), [])
        names = [choice.name for choice in game.session.choices()]
        for key, ways in (("d", ("NE", "SE")), ("a", ("NW", "SW"))):
            wanted = next((way for way in ways if way in names), None)
            choice = game.session.towards({"d": 1, "a": -1}[key], 0)
            assert (choice.name if choice else None) == wanted
            message = game.press(key)
            assert game.session.moves == ([wanted] if wanted else []) and bool(message) == (wanted is None)
            game.session.reset()


def test_stairs_are_in_no_direction_of_the_keys() -> None:
    maze = make("wall", (4, 4), seed=1, layout="floors:2")
    found = 0
    for state in structure_of(maze).as_graph().states:  # type: ignore[union-attr]
        session = Session(maze)
        session.states = [state]
        stairs = {"up", "down"} & {choice.name for choice in session.choices()}
        ways = [session.towards(x, y) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        assert all(way is None or way.name in "NSEW" for way in ways)
        found += bool(stairs)
    assert found


def test_moves_and_rules_are_shown_in_words() -> None:
    jugs, _ = game_of(make("jugs"), [])
    shown = " ".join(jugs.picture(80, 24))
    assert "digits choose, u undo" in jugs.press("?") and "arrows" not in jugs.press("?") + shown
    assert "arrows/WASD go, Shift runs, u undo" in game_of(make("wall", (5, 5), seed=1), [])[0].press("?")
    assert "1. fill the first jug" in shown and "pour it into another" in shown
    jugs.press("2")
    assert jugs.press("h") == "hint: pour the second jug into the first"
    assert "brim" in jugs.press("?") and "q quit" in jugs.press("?")
    rings, _ = game_of(make("wall", (8, 8), seed=2, layout="circle"), [])
    words = {"cw": "clockwise", "ccw": "counter-clockwise", "in": "inward", "out": "outward", "out2": "second way"}
    for number, choice in enumerate(rings.session.choices(), 1):
        assert f"{number} {choice.move}" in " ".join(rings.picture(120, 24)) and words[choice.name] in choice.move


def test_a_terrain_shows_the_cost() -> None:
    maze = make("terrain", (8, 6), seed=3)
    game, _ = game_of(maze, [])
    solution = solve(maze)
    assert solution is not None and solution.cost is not None
    assert "0 moves, cost 0, at" in " ".join(game.picture(80, 24)) and "water 8" in " ".join(game.picture(80, 24))
    for move in solution.moves:
        game.press(KEYS[move.letters])
    assert game.session.cost == solution.cost and f"cost {solution.cost}" in " ".join(game.picture(80, 24))
    assert game.press("g") == "Already solved: there is nothing to give up." and not game.session.gave_up
    assert game.press("h") == "Already solved." and game.session.hints == 0
    game.press("u")
    assert f"costs {solution.cost}" in game.press("g")
    assert game.session.cost == sum(game.session.costs) < solution.cost


def test_the_player_stays_in_sight_on_a_large_maze() -> None:
    game, _ = game_of(make("wall", (60, 60), seed=2), [])
    for _ in range(60):
        game.press(str(len(game.session.choices())))
        assert any("@" in row for row in game.picture(30, 12))


class Screen:
    """A program on a terminal of its own."""

    def __init__(self, *arguments: str, program: tuple[str, ...] = (sys.executable, "-m", "mazeworks")) -> None:
        self.master, slave = pty.openpty()
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        self.resize(24, 80)
        command = [*program, *arguments]
        environment = os.environ | {"TERM": "xterm", "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            preexec_fn=self._heeding_interrupts,
        )
        self.seen = ""
        self.letters = codecs.getincrementaldecoder("utf-8")()  # what is read may end amidst a letter

    def _heeding_interrupts(self) -> None:
        """So that Ctrl-C reaches it as a signal, also where the tests run in the background and ignore it."""
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def wait_for(self, pattern: str, seconds: float = CEILING) -> str:
        deadline = time.monotonic() + seconds
        while not re.search(pattern, self.seen):
            assert time.monotonic() < deadline, f"no {pattern!r} in {self.seen[-2000:]!r}"
            if select.select([self.master], [], [], 0.1)[0]:
                self.seen += self.letters.decode(os.read(self.master, 65536))
        return self.seen

    def press(self, keys: str) -> None:
        self.seen = ""
        os.write(self.master, keys.encode())

    def close(self) -> int:
        code = self.process.wait(CEILING)
        assert termios.tcgetattr(self.slave)[:4] == self.before[:4]
        os.close(self.master)
        os.close(self.slave)
        return code


def test_a_game_on_a_real_terminal_is_left_saved_and_gone_on_with(tmp_path: Path) -> None:
    kept = tmp_path / "game.json"
    screen = Screen("play", "wall:12x6#3", "--save", str(kept))
    screen.wait_for("0 moves, at")
    screen.press("1")
    screen.wait_for("1 move, at")
    screen.press("h")
    screen.wait_for("hint: (north|south|east|west)")
    screen.seen = ""
    screen.resize(12, 40)
    screen.process.send_signal(signal.SIGWINCH)
    screen.wait_for("1 move, at")
    screen.press("q")
    screen.wait_for("left after 1 move, with 1 hint")
    assert screen.close() == 0
    again = Screen("play", str(kept))
    again.wait_for("1 move, at")
    again.press("\x03")
    again.wait_for("left after 1 move")
    assert again.close() == 0


def test_ctrl_z_gives_the_terminal_back_and_fg_goes_on() -> None:
    shell = Screen("--norc", "--noprofile", "--noediting", "-i", program=("bash",))
    shell.press(f"PS1='ready> '; '{sys.executable}' -m mazeworks play wall:12x6#3\n")
    shell.wait_for("0 moves, at")
    shell.press("1")
    shell.wait_for("1 move, at")
    shell.press("\x1a")
    shell.wait_for(r"\033\[\?25h\033\[\?1049l(.|\n)*Stopped(.|\n)*ready> ")
    assert termios.tcgetattr(shell.slave)[3] & termios.ECHO and termios.tcgetattr(shell.slave)[3] & termios.ICANON
    shell.press("fg\n")
    shell.wait_for(r"\033\[\?1049h\033\[\?25l(.|\n)*1 move, at")
    shell.press("u")
    shell.wait_for("0 moves, at")
    shell.press("q")
    shell.wait_for("left after 0 moves(.|\n)*ready> ")
    shell.press("exit\n")
    assert shell.close() == 0


@pytest.mark.parametrize("name", sorted(samples()))
def test_the_player_stands_where_the_board_shows_the_start(name: str) -> None:
    puzzle = samples()[name]
    game, _ = game_of(puzzle, [])
    rows = game.picture(500, 200)
    if board_of(puzzle).spot(puzzle.start) is None:
        assert game.board is None
    else:
        column, row = board_of(puzzle).square_of(puzzle.start)
        pieces = board_of(puzzle).pieces(puzzle.start)
        assert rows[row][column] == (pieces[0][0] if pieces else "@")
        assert game.board is not None
        before = (board_of(puzzle).sketch() if pieces else game.board).rows(False)
        near = "".join(line[max(0, column - 3) : column + 4] for line in list(before)[row : row + 1])
        assert any(sign in near for sign in ("S", "+", "^", "[", *(letter for letter, _ in pieces)))


def test_the_aim_is_shown() -> None:
    for puzzle, aim in ((make("jugs"), "measure 4 litres"), (make("wall", (5, 4), seed=1), "get to (")):
        game, _ = game_of(puzzle, [])
        assert aim in " ".join(game.picture(80, 24))


def test_a_signal_in_the_midst_of_drawing_is_answered_after_it() -> None:
    drawn: list[str] = []

    class Slow(io.StringIO):
        def flush(self) -> None:
            if "board" in self.getvalue() and not drawn:
                terminal._soon(lambda: drawn.append("again"))
                assert not drawn

    terminal = Terminal(Slow(), Typed([]))
    terminal.show(["board"])
    assert drawn == ["again"]


def test_messages_are_shown_in_full_where_there_is_room() -> None:
    game, _ = game_of(make("jugs"), [])
    assert "q quit" in " ".join(game.picture(80, 24))
    game.said = game.press("g")
    picture = " ".join(game.picture(40, 24))
    assert picture.count("pour") >= 2 and "empty" in picture and "…" not in picture


def test_the_search_for_a_puzzle_to_play_shows_how_far_it_is() -> None:
    screen = Screen("play", "alice:6x6,candidates=2000000#1")  # a few seconds: long enough for a bar
    screen.wait_for("searching.*moves")
    screen.wait_for("0 moves, at")
    screen.press("q")
    assert screen.close() == 0


def test_without_a_terminal_it_is_refused_in_a_sentence() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "mazeworks", "play", "wall:5x5#1"],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert result.returncode == 2 and result.stderr.startswith("error: maze play needs a terminal")


def test_a_game_that_is_as_long_as_it_can_be_goes_on_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mazeworks.play.session.MOST_MOVES", 1)
    game, out = game_of(make("jugs"), ["1", "1", "u", "q"])
    assert not game.play() and game.session.count == 0
    assert "a game has at most 1 moves; undo some, or begin again" in " ".join(out.getvalue().split())


def clicked(game: Game, state: Any, columns: int = 100, lines: int = 60, aside: int = 0) -> str:
    """Click on the square of a state, or some columns beside its point, on a terminal of this size."""
    game.picture(columns, lines)
    column, row = board_of(game.session.puzzle).square_of(state)
    left, top = game.corner
    return game.press(f"\033[<0;{column + aside - left + 1};{row - top + 1}M")


@pytest.mark.parametrize(
    "name", ["backtracker#1", "number#1", "arrow#1", "turn#1", "theseus#1", "alice#1", "hexagon#1"]
)
def test_a_click_on_a_square_moves_there(name: str) -> None:
    puzzle = samples()[name]
    for choice in Session(puzzle).choices():
        game, _ = game_of(puzzle, [])
        if board_of(puzzle).square_of(choice.state) != board_of(puzzle).square_of(puzzle.start):
            assert clicked(game, choice.state) == "" and game.session.states[1][:2] == choice.state[:2]


@pytest.mark.parametrize("name", ["number#1", "number/10x10", "arrow/4x4", "arrow/5x5", "turn/6x6"])
def test_every_character_within_a_square_belongs_to_it(name: str) -> None:
    puzzle = samples()[name]
    board = board_of(puzzle)
    columns = range(board.breadth + 1) if board.breadth else (-1, 0, 1)
    for column in columns:
        for choice in Session(puzzle).choices():
            game, _ = game_of(puzzle, [])
            assert clicked(game, choice.state, aside=column) == "" and game.session.states[1] == choice.state
        game, _ = game_of(puzzle, [])
        assert clicked(game, puzzle.start, aside=column) == "no way there" and not game.session.count
        game.said = "said before"
        assert game.press("\033[<0;5;5m") == "said before"


def test_clicks_elsewhere_move_towards_them_or_not_at_all() -> None:
    maze = make("wall", (30, 30), seed=5)
    for columns, lines in ((100, 60), (40, 15)):
        game, _ = game_of(maze, [])
        choice = game.session.choices()[0]
        x, y = choice.state[0] - maze.start.x, choice.state[1] - maze.start.y
        far = maze.start.x + 3 * x, maze.start.y + 3 * y
        assert clicked(game, far, columns, lines) == "" and game.session.moves == [choice.name]
    game, _ = game_of(maze, [])
    assert clicked(game, maze.start) == "no way there"
    for key in ("\033[<0;5;5m", "\033[<64;5;5M", "\033[<2;5;5M"):  # a release, the wheel, another button
        assert game.press(key) == game.said and game.session.count == 0
    game, _ = game_of(make("jugs"), [])
    assert game.press("\033[<0;5;5M") == game.said


def test_pieces_leave_the_squares_where_they_began() -> None:
    theseus = load(EXAMPLES / "theseus/waiting.txt")
    game, _ = game_of(theseus, [])
    for _ in range(3):
        assert "".join(game.part(100, 40)).count("M") == 1
        game.session.play(game.session.hint() or "")
    tilt: Any = load(EXAMPLES / "tilt/collect.txt")
    game, _ = game_of(tilt, [])
    while not game.session.solved:
        game.session.play(game.session.hint() or "")
        board = "".join(game.part(100, 60))
        balls = game.session.state[: 2 * len(tilt.values["balls"])]
        got = [g for n, g in enumerate(tilt.values["goals"]) if game.session.state[-1] >> n & 1]
        seen = [g for g in got if tuple(g) not in zip(balls[::2], balls[1::2], strict=True)]
        assert board.count("1") == board.count("2") == 1 and board.count("✓") == len(seen)


def test_a_lost_game_says_so() -> None:
    caught: Any = make("theseus", (4, 4), seed=1, candidates=400)
    for _ in range(200):
        game, _ = game_of(caught, ["1"] * 60 + ["q"])
        game.play()
        if not game.session.choices() and not game.session.solved:
            break
        caught = make("theseus", (4, 4), seed=_ + 2, candidates=100)
    assert "caught by the Minotaur" in game.session.words
    assert game.ending == "Lost: no move is possible from here. u takes moves back"
