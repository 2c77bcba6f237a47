"""Playing in the terminal: the board redrawn after every key, the part around the player where it is larger."""

import os
import re
import shutil
import signal
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol, TextIO

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
HELP = "arrows/WASD go, Shift runs, u undo, r redo, h hint, b restart, g give up, q quit"
#: The words below the board take at most this share of the rows.
FOOT = 0.5


class Keyboard:
    """The keys of a terminal one by one, as long as it is taken; no key typed meanwhile is lost."""

    def __init__(self) -> None:
        self.file = sys.stdin.fileno()
        self.before: list[Any] | None = None
        self.waiting: list[str] = []

    def take(self) -> None:
        """Have keys at once and unseen, instead of lines."""
        with suppress(ImportError):  # not on Windows, where keys come so by themselves
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
            typed = os.read(self.file, 1024).decode(errors="replace")
            self.waiting = KEY.findall(typed) or ["\004"]  # nothing is read only where the terminal is gone
        return self.waiting.pop(0)


class Keys(Protocol):
    """What a game needs of a keyboard."""

    def take(self) -> None: ...
    def give_back(self) -> None: ...
    def read(self) -> str: ...


class Terminal:
    """A screen to draw on: the other screen of a terminal, without a cursor, given back however the game ends."""

    def __init__(self, out: TextIO, keys: Keys) -> None:
        self.out = out
        self.keys = keys
        self.redraw: Callable[[], None] = lambda: None
        self.drawing = False
        self.waiting: list[Callable[[], None]] = []

    @contextmanager
    def taken(self, redraw: Callable[[], None]) -> Iterator[None]:
        """Screen and keys for the length of a `with` block; `redraw` is called when the screen changed."""
        self.redraw = redraw
        answers = {"SIGWINCH": redraw, "SIGTSTP": self._pause}
        before = {
            number: signal.signal(number, lambda *_, answer=answer: self._soon(answer))
            for name, answer in answers.items()
            if (number := getattr(signal, name, None))  # neither is known on Windows
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
        self.out.write("\033[?1049h\033[?25l")

    def _give_back(self) -> None:
        self.out.write("\033[?25h\033[?1049l")
        self.out.flush()
        self.keys.give_back()

    def _soon(self, answer: Callable[[], None]) -> None:
        """Answer a signal: at once, or after the drawing it came in the midst of."""
        self.waiting.append(answer)
        while self.waiting and not self.drawing:
            self.waiting.pop(0)()

    def _pause(self) -> None:
        """Give everything back, sleep until the game is wanted again (`fg`), and go on."""
        self._give_back()
        mine = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, mine)
        self._take()
        self.redraw()

    def show(self, rows: list[str]) -> None:
        """Draw rows over what was there."""
        self.drawing = True
        self.out.write("\033[H" + "\033[K\n".join(rows) + "\033[K\033[J")
        self.out.flush()
        self.drawing = False
        while self.waiting:
            self.waiting.pop(0)()


class Game:
    """A session on a terminal."""

    def __init__(self, session: Session, terminal: Terminal, colour: bool = True) -> None:
        self.session = session
        self.terminal = terminal
        self.colour = colour
        self.said = ""
        self.shown: list[Any] = []
        self.placed = session.puzzle.spot(session.puzzle.start) is not None
        self.board = session.puzzle.sketch() if self.placed else None

    def play(self) -> bool:
        """Play until the goal is reached or the player quits; returns whether it was reached."""
        with self.terminal.taken(self.draw), suppress(KeyboardInterrupt, EOFError):
            self.draw()
            while not self.session.solved:
                key = self.terminal.keys.read()
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
        foot = self.foot(columns, max(1, int(lines * FOOT)))
        room = max(1, lines - len(foot))
        board = self.part(columns, room) if self.board is not None else self.words(room)
        return [*board, *foot]

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

    def foot(self, columns: int, lines: int) -> list[str]:
        """Where one is, what can be done, and the keys; what is said is told in full where there is room."""
        session = self.session
        ways = "  ".join(f"{n} {c.name}" for n, c in enumerate(session.choices()[:9], 1)) if self.placed else ""
        plural = "" if session.count == 1 else "s"
        aim = session.puzzle.aim()
        rows = [(f"{session.count} move{plural}, at {session.words}" + (f"; {aim}" if aim else ""))[:columns]]
        rows += [f"ways: {ways}"[:columns]] if ways else []
        left = max(1, lines - len(rows))
        return rows + textwrap.wrap(self.said or HELP, max(columns, 3), max_lines=left, placeholder="…"[:columns])


def play(session: Session, colour: bool = True) -> bool:
    """Play a session on the terminal; returns whether it was solved."""
    return Game(session, Terminal(sys.stdout, Keyboard()), colour).play()
