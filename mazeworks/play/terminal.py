"""The game in the terminal: redraws the board after every key, or the part around the player where it is larger."""

import os
import re
import select
import shutil
import signal
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

import numpy as np

from mazeworks.core.directions import Direction
from mazeworks.core.errors import MazeError, counted
from mazeworks.core.facets import words_of
from mazeworks.drawing.board import board_of
from mazeworks.drawing.sketch import Sketch
from mazeworks.play.session import Choice, Session

#: Keys that move in a direction, and keys that run in one.
_N, _S, _E, _W = Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST
MOVES = {"\033[A": _N, "\033[B": _S, "\033[C": _E, "\033[D": _W}
MOVES |= {"\033OA": _N, "\033OB": _S, "\033OC": _E, "\033OD": _W}
MOVES |= {"w": _N, "s": _S, "d": _E, "a": _W}
RUNS = {"W": _N, "S": _S, "D": _E, "A": _W}
DIGITS = "123456789"
#: A key as a terminal sends it: an escape sequence, or one character.
KEY = re.compile(r"\033\[<[0-9;]*[mM]|\033[\[O][0-9;]*[A-Za-z~]|.", re.DOTALL)
#: What switches reports of clicks and taps on and off, and one of the first button: column and row, counted from 1.
MOUSE, NO_MOUSE = "\033[?1000h\033[?1006h", "\033[?1006l\033[?1000l"
CLICK = re.compile(r"\033\[<0;(\d{1,4});(\d{1,4})M")
#: How many columns from the middle of a square a click may be.
NEAR = 2
#: Keys that leave the game, and keys that leave it once it is solved.
LEAVE, DONE = ("q", "Q", "\033", "\004"), ("\r", "\n")
#: The move that the space bar makes, where it is possible.
WAIT = "wait"
WAITS = "space waits, "
GO, CHOOSE = "arrows/WASD go, Shift runs, ", "digits choose, "
HELP = "u undo, r redo, h hint, b restart, g give up, ? rules, q quit"
#: Seconds between two looks for signals while the game waits for a key.
HEED = 0.2


class Keyboard:
    """The keys of a terminal one by one, between `take` and `give_back`; keys typed early are buffered."""

    def __init__(self) -> None:
        self.file = sys.stdin.fileno()
        self.before: list[Any] | None = None
        self.waiting: list[str] = []

    def take(self) -> None:
        """Switch the terminal to single keys without echo."""
        with suppress(ImportError):  # not on Windows, where click reads single keys
            import termios
            import tty

            self.before = termios.tcgetattr(self.file)
            tty.setcbreak(self.file, termios.TCSADRAIN)

    def give_back(self) -> None:
        """Leave the terminal as it was."""
        if self.before is not None:
            import termios

            termios.tcsetattr(self.file, termios.TCSADRAIN, self.before)

    def read(self) -> str:
        """The next key; waits for it."""
        if self.before is None:
            import click

            return click.getchar()
        if not self.waiting:
            while not select.select([self.file], [], [], HEED)[0]:
                pass  # handles a signal that came right before `select`, without waiting for a key
            typed = os.read(self.file, 1024).decode(errors="replace")
            self.waiting = KEY.findall(typed) or ["\004"]  # an empty read means that the terminal is gone
        return self.waiting.pop(0)


class Terminal:
    """The alternate screen of a terminal, without a cursor; restored however the game ends."""

    def __init__(self, out: TextIO, keys: Keyboard) -> None:
        self.out, self.keys = out, keys
        self.redraw: Callable[[], None] = lambda: None
        self.drawing = False
        self.waiting: list[Callable[[], None]] = []

    @contextmanager
    def taken(self, redraw: Callable[[], None]) -> Iterator[None]:
        """Use screen and keys inside this block; calls `redraw` when the terminal changes its size."""
        self.redraw = redraw
        answers = {"SIGWINCH": redraw, "SIGTSTP": self._pause}
        before = {
            number: signal.signal(number, lambda *_, answer=answer: self._soon(answer))
            for name, answer in answers.items()
            if (number := getattr(signal, name, None))  # Windows has neither
        }
        try:
            self._take()
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            self._give_back()

    def _take(self) -> None:
        self.keys.take()
        self.out.write(f"\033[?1049h\033[?25l{MOUSE}")

    def _give_back(self) -> None:
        self.out.write(f"{NO_MOUSE}\033[?25h\033[?1049l")
        self.out.flush()
        self.keys.give_back()

    def _soon(self, answer: Callable[[], None]) -> None:
        """Handle a signal: at once, or after the current drawing."""
        self.waiting.append(answer)
        while self.waiting and not self.drawing:
            self.waiting.pop(0)()

    def _pause(self) -> None:
        """Restore the terminal, sleep until the shell continues the game (`fg`), and go on."""
        self._give_back()
        mine = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, mine)
        self._take()
        self.redraw()

    def show(self, rows: list[str]) -> None:
        """Draw rows over the last ones."""
        self.drawing = True
        self.out.write("\033[H" + "\033[K\n".join(rows) + "\033[K\033[J")
        self.out.flush()
        self.drawing = False
        while self.waiting:
            self.waiting.pop(0)()


class Game:
    """A session on a terminal."""

    def __init__(self, session: Session, terminal: Terminal, colour: bool = True) -> None:
        self.session, self.terminal, self.colour = session, terminal, colour
        self.shown: list[Any] = []
        #: The index of the first choice that a digit selects.
        self.first = 0
        #: Column and row of the sketch at the upper left of the terminal.
        self.corner = 0, 0
        board = board_of(session.puzzle)
        #: The sketch without pieces, which are put on it where they are.
        self.board = None if board.spot(session.puzzle.start) is None else board.at(None).sketch()
        waits = any(choice.name == WAIT for choice in session.choices())
        self.help = (CHOOSE if self.board is None else GO) + WAITS * waits + HELP
        self.said = self.rules

    def play(self) -> bool:
        """Play until the player leaves; returns whether the goal is reached."""
        with self.terminal.taken(self.draw), suppress(KeyboardInterrupt, EOFError):
            self.said = self.ending or self.said
            self.draw()
            while (key := self.terminal.keys.read()) not in LEAVE and not (self.session.solved and key in DONE):
                try:
                    self.said = self.press(key) or self.ending
                except MazeError as error:  # the game is as long as it can be, or a hint takes too many states
                    self.said = error.sentence
                self.draw()
        return self.session.solved

    @property
    def ending(self) -> str:
        """The message at the goal, or where no move is possible."""
        if not self.session.solved:
            return "" if self.session.choices() else "Lost: no move is possible from here. u takes moves back"
        return f"Solved in {counted(self.session.count, 'move')}. Enter ends, u takes moves back"

    def press(self, key: str) -> str:
        """Perform the action of a key; returns the message to show."""
        session = self.session
        choices, others = self.page
        if key == "0" and others:
            self.first += len(choices)
            return ""
        self.first = 0
        if key.startswith("\033[<"):
            return self.click(key)
        if key == " " and any(choice.name == WAIT for choice in choices):
            if not session.solved:
                session.play(WAIT)
            return ""
        if session.solved and key and (key in MOVES or key in RUNS or key in DIGITS):
            return ""  # a key held down for too long does not leave the goal
        if key in MOVES or key in RUNS:
            return self.move(MOVES.get(key) or RUNS[key], key in RUNS)
        if key in DIGITS and key and int(key) <= len(choices):
            session.play(choices[int(key) - 1].name)
            return ""
        if key.isdecimal():
            return "There is no such choice."
        match key:
            case "u":
                return "" if session.undo() else "nothing to undo"
            case "r":
                return "" if session.redo() else "nothing to redo"
            case "b":
                session.reset()
                return "begun again; r makes the moves once more"
            case "?":
                return self.rules
            case "h":
                return self.hint()
            case "g":
                return self.give_up()
        return self.ending or self.help

    @property
    def page(self) -> tuple[list[Choice], bool]:
        """The choices that digits select now, and whether 0 shows others."""
        choices = self.session.choices()
        first = self.first if self.first < len(choices) else 0
        return choices[first : first + len(DIGITS)], len(choices) > len(DIGITS)

    @property
    def rules(self) -> str:
        """The rules and the keys."""
        return f"{self.session.rules} {self.help}".strip()

    def hint(self) -> str:
        """The next move, in words."""
        hint = self.session.hint()
        if hint is None:
            why = self.session.why_no_hint()
            return f"{why} u takes moves back" if "no longer" in why else why
        return f"hint: {next(choice.move for choice in self.session.choices() if choice.name == hint)}"

    def move(self, direction: Direction, run: bool) -> str:
        """Move in a direction, or say that no move leads there."""
        choice = self.session.towards(*direction.delta)
        if choice is None:
            return self.ending or f"no way {direction.words}"
        (self.session.run if run else self.session.play)(choice.name)
        return ""

    def click(self, key: str) -> str:
        """Make the move to a square that is clicked, or a move towards it."""
        clicked, session = CLICK.fullmatch(key), self.session
        if clicked is None or self.board is None or session.solved:
            return self.said
        board = board_of(session.puzzle)
        column, row = (int(clicked[n + 1]) - 1 + self.corner[n] for n in (0, 1))
        near = 0 if board.breadth else NEAR

        def far(state: Any) -> tuple[int, int]:
            """How far down and right the click is from the square of a state."""
            left, top = board.square_of(state)
            return row - top, column - min(max(column, left), left + board.breadth)

        close = [each for each in session.choices() if abs(far(each.state)[0]) <= 1 and abs(far(each.state)[1]) <= near]
        hit = min(close, key=lambda each: [abs(part) for part in far(each.state)], default=None)
        down, right = far(session.state)
        if hit is None and (down or abs(right) > near // 2):
            hit = session.towards(right, 2 * down)  # a row is about as high as two columns are wide
        if hit is None:
            return self.ending or "no way there"
        session.play(hit.name)
        return ""

    def give_up(self) -> str:
        """Show a shortest solution."""
        if self.session.solved:
            return "Already solved: there is nothing to give up."
        solution, puzzle = self.session.give_up(), self.session.puzzle
        if solution is None:
            return "this has no solution: every way from the start was tried"
        self.shown = list(solution.states)
        moves = _listed([words_of(puzzle).move_words(move) for move in solution.moves[:200]])
        best, cost = ("shortest", "") if solution.cost is None else ("cheapest", f" and costs {solution.cost}")
        return f"a {best} way takes {len(solution)} moves{cost}: {moves}"

    # --- the picture

    def draw(self) -> None:
        """Draw everything in the current size of the terminal."""
        columns, lines = shutil.get_terminal_size()
        self.terminal.show(self.picture(columns, lines))

    def picture(self, columns: int, lines: int) -> list[str]:
        """The rows to show on a terminal of this size."""
        foot = self.foot(columns, max(1, lines // 2))  # at most half of the rows
        room = max(1, lines - len(foot))
        board = self.words if self.board is None else self.part
        return [*board(columns, room), *foot]

    def part(self, columns: int, rows: int) -> list[str]:
        """The part of the board around the player, with the path so far."""
        assert self.board is not None
        board = board_of(self.session.puzzle)
        column, row = board.square_of(self.session.state)
        height, width = self.board.chars.shape
        top = max(0, min(row - rows // 2, height - rows))
        left = max(0, min(column - columns // 2, width - columns))
        self.corner = left, top
        where = np.s_[top : top + rows, left : left + columns]
        part = Sketch(self.board.chars[where].copy(), self.board.roles[where].copy())
        path = self.session.states[-4000:]
        marks = [("*", "goal", board.square_of(state)) for state in self.shown]
        marks += [("·", "path", board.square_of(state)) for state in path]
        marks.append(("@", "bold", board.square_of(path[-1])))
        marks += [(letter, "bold", board.square_of(place)) for letter, place in board.pieces(path[-1])]
        for sign, role, (column, row) in marks:
            if 0 <= row - top < part.chars.shape[0] and 0 <= column - left < part.chars.shape[1]:
                part.put(column - left, row - top, sign, role)
        return list(part.rows(self.colour))

    def words(self, columns: int, rows: int) -> list[str]:
        """The choices, in as many words as fit, below the last states."""
        session, (shown, others) = self.session, self.page
        long = [f"  {n}. {c.move}  →  {c.words}" for n, c in enumerate(shown, 1)] + ["  0. others"] * others
        forms = [["", *long], ["", *self.flow("move", columns)], self.flow("name", columns)]
        fitting = (form for form in forms if len(form) < rows and all(len(row) <= columns for row in form))
        choices = next(fitting, forms[-1])
        left = max(0, rows - len(choices))
        say = words_of(session.puzzle)
        moves = ["", *map(say.move_words, session.made)][-left:]
        states = map(say.describe, session.states[-left:])
        wide = max(map(len, moves), default=0) + 2
        past = [f"{move:{wide}}{state}" for move, state in zip(moves, states, strict=True)]
        return [row[:columns] for row in [*past[:left], *choices][:rows]]

    def flow(self, form: str, columns: int) -> list[str]:
        """The choices one after the other in rows, in words (`move`) or by their names (`name`)."""
        shown, others = self.page
        items = [f"{n} {getattr(choice, form)}" for n, choice in enumerate(shown, 1)] + ["0 others"] * others
        rows = items[:1] or [""]
        for item in items[1:]:
            longer = next((row for gap in ("  ", " ") if len(row := f"{rows[-1]}{gap}{item}") <= columns), None)
            if longer is None:
                rows.append(item)
            else:
                rows[-1] = longer
        return rows

    def foot(self, columns: int, lines: int) -> list[str]:
        """The state in up to two rows, the choices, and the message or the keys, cut off where they do not fit."""
        session = self.session
        cost = "" if session.cost is None else f", cost {session.cost}"
        aim = words_of(session.puzzle).aim()
        status = f"{counted(session.count, 'move')}{cost}, at {session.words}" + (f"; {aim}" if aim else "")
        rows = textwrap.wrap(status, max(columns, 3), max_lines=1 + (lines > 3), placeholder="…"[:columns])
        if self.board is not None and self.page[0]:
            rows.append(self.choice_line(columns)[:columns])
        left = max(1, lines - len(rows))
        return rows + textwrap.wrap(self.said or self.help, max(columns, 3), max_lines=left, placeholder="…"[:columns])

    def choice_line(self, columns: int) -> str:
        """The choices on one line: in words, or by their names where words do not fit."""
        lines = ["ways: " + "  ".join(self.flow("move", 1)), "  ".join(self.flow("name", 1))]
        return next((line for line in lines if len(line) <= columns), lines[-1])


def _listed(moves: list[str]) -> str:
    """Moves in words, repeated ones as a count.

    >>> _listed(["south", "south", "east"])
    'south ×2; east'
    """
    runs: list[tuple[str, int]] = []
    for move in moves:
        if runs and runs[-1][0] == move:
            runs[-1] = move, runs[-1][1] + 1
        else:
            runs.append((move, 1))
    return "; ".join(move if times == 1 else f"{move} ×{times}" for move, times in runs)
