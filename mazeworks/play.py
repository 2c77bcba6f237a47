"""Playing in the terminal: the board redrawn after every key, the part around the player where it is larger."""

import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

import numpy as np

from mazeworks.core.sketch import Sketch
from mazeworks.session import Session

#: Keys that stand for moves by their names, and keys that do something else.
MOVES = {"\033[A": "N", "\033[B": "S", "\033[C": "E", "\033[D": "W"}
MOVES |= {"\033OA": "N", "\033OB": "S", "\033OC": "E", "\033OD": "W"}
MOVES |= {"w": "N", "s": "S", "d": "E", "a": "W"}
RUNS = {"W": "N", "S": "S", "D": "E", "A": "W"}
DIGITS = "123456789"
#: A key in what a terminal sends: a sequence that begins with escape, or one character.
KEY = re.compile(r"\033[\[O][0-9;]*[A-Za-z~]|.", re.DOTALL)
HELP = "arrows/WASD go, Shift runs; u undo, r redo, h hint, b begin again, g give up, q quit"
#: Rows below the board: where one is, what can be done, and the keys.
FOOT = 3


@contextmanager
def keyboard() -> Iterator[Callable[[], str]]:
    """A function that waits for the next key, for the length of a `with` block; no key typed meanwhile is lost."""
    try:
        import termios
        import tty
    except ImportError:  # not on Windows
        import click

        yield click.getchar
        return
    file = sys.stdin.fileno()
    before = termios.tcgetattr(file)
    tty.setcbreak(file, termios.TCSADRAIN)
    waiting: list[str] = []

    def read() -> str:
        if not waiting:
            typed = os.read(file, 1024).decode(errors="replace")
            waiting.extend(KEY.findall(typed) or ["\004"])  # nothing is read only where the terminal is gone
        return waiting.pop(0)

    try:
        yield read
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)


class Terminal:
    """A screen to draw on: the other screen of a terminal, without a cursor, given back however the game ends."""

    def __init__(self, out: TextIO, read: Callable[[], str]) -> None:
        self.out = out
        self.read = read

    @contextmanager
    def taken(self, redraw: Callable[[], None]) -> Iterator[None]:
        """The screen for the length of a `with` block; `redraw` is called when its size changes."""
        resized = getattr(signal, "SIGWINCH", None)
        before = signal.signal(resized, lambda *_: redraw()) if resized else None
        self.out.write("\033[?1049h\033[?25l")
        try:
            yield
        finally:
            if resized:
                signal.signal(resized, before)
            self.out.write("\033[?25h\033[?1049l")
            self.out.flush()

    def show(self, rows: list[str]) -> None:
        """Draw rows over what was there."""
        self.out.write("\033[H" + "\033[K\n".join(rows) + "\033[K\033[J")
        self.out.flush()


class Game:
    """A session on a terminal."""

    def __init__(self, session: Session, terminal: Terminal, colour: bool = True) -> None:
        self.session = session
        self.terminal = terminal
        self.colour = colour
        self.said = ""
        self.shown: list[Any] = []
        self.placed = session.puzzle.place(session.puzzle.start) is not None
        self.board = session.puzzle.sketch() if self.placed else None

    def play(self) -> bool:
        """Play until the goal is reached or the player quits; returns whether it was reached."""
        with self.terminal.taken(self.draw), suppress(KeyboardInterrupt, EOFError):
            self.draw()
            while not self.session.solved:
                key = self.terminal.read()
                if key in ("q", "Q", "\033", "\004"):
                    break
                self.said = self.press(key)
                self.draw()
        return self.session.solved

    def press(self, key: str) -> str:
        """Do what a key means; returns what is to be said."""
        session = self.session
        names = [choice.name for choice in session.choices()]
        if key in MOVES or key in RUNS:
            return self.move(MOVES.get(key) or RUNS[key], names, key in RUNS)
        if key in DIGITS and key and int(key) <= len(names):
            session.play(names[int(key) - 1])
            return ""
        match key:
            case "u":
                return "" if session.undo() else "nothing to undo"
            case "r":
                return "" if session.redo() else "nothing to redo"
            case "b":
                session.reset()
                return "begun again; r makes the moves once more"
            case "h" | "?":
                hint = session.hint()
                return f"hint: {hint}" if hint else "the goal can no longer be reached from here; u takes moves back"
            case "g":
                return self.give_up()
        return HELP

    def move(self, name: str, names: list[str], run: bool) -> str:
        """Go in a direction, or say that there is no way."""
        if name not in names:
            return f"no way {name}"
        if run:
            self.session.run(name)
        else:
            self.session.play(name)
        return ""

    def give_up(self) -> str:
        """Show a shortest solution."""
        solution = self.session.give_up()
        if solution is None:
            return "this has no solution: every way from the start was tried"
        self.shown = list(solution.states)
        moves = " ".join(self.session.puzzle.move_name(move) for move in solution.moves[:200])
        return f"a shortest way takes {len(solution)} moves: {moves}"

    # --- what is seen

    def draw(self) -> None:
        """Draw everything again, as large as the terminal is now."""
        columns, lines = shutil.get_terminal_size()
        self.terminal.show(self.picture(columns, lines))

    def picture(self, columns: int, lines: int) -> list[str]:
        """The rows to be shown on a terminal of this size."""
        room = max(1, lines - FOOT)
        board = self.part(columns, room) if self.board is not None else self.words(room)
        return [*board, *(row[:columns] for row in self.foot())]

    def part(self, columns: int, rows: int) -> list[str]:
        """The part of the board around the player, with the way so far."""
        assert self.board is not None
        column, row = self.session.puzzle.square_of(self.session.state)
        height, width = self.board.chars.shape
        top = max(0, min(row - rows // 2, height - rows))
        left = max(0, min(column - columns // 2, width - columns))
        where = np.s_[top : top + rows, left : left + columns]
        part = Sketch(self.board.chars[where].copy(), self.board.roles[where].copy())
        for state in self.shown:
            self._mark(part, state, left, top, "*", "goal")
        for state in self.session.states[-4000:]:
            self._mark(part, state, left, top, "·", "path")
        self._mark(part, self.session.state, left, top, "@", "bold")
        return list(part.rows(self.colour))

    def _mark(self, part: Sketch, state: Any, left: int, top: int, sign: str, role: str) -> None:
        column, row = self.session.puzzle.square_of(state)
        height, width = part.chars.shape
        if 0 <= row - top < height and 0 <= column - left < width:
            part.put(column - left, row - top, sign, role)

    def words(self, rows: int) -> list[str]:
        """The states so far in words, the last of them at the end, and what can be done."""
        session = self.session
        choices = [f"  {n}. {c.name}  →  {c.words}" for n, c in enumerate(session.choices()[:9], 1)]
        describe = session.puzzle.describe
        steps = [
            f"{move:12} {describe(state)}" for move, state in zip(["", *session.moves], session.states, strict=True)
        ]
        keep = max(1, rows - len(choices) - 1)
        return [*steps[-keep:], "", *choices][:rows]

    def foot(self) -> list[str]:
        """Where one is, what can be done, and the keys."""
        session = self.session
        ways = "  ".join(f"{n} {c.name}" for n, c in enumerate(session.choices()[:9], 1)) if self.placed else ""
        plural = "" if session.count == 1 else "s"
        return [f"{session.count} move{plural}, at {session.words}", f"ways: {ways}" if ways else "", self.said or HELP]


def play(session: Session, colour: bool = True) -> bool:
    """Play a session on the terminal; returns whether it was solved."""
    with keyboard() as read:
        return Game(session, Terminal(sys.stdout, read), colour).play()
