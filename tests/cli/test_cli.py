"""The command line: what it prints, its exit codes, and one line for every mistake."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from mazeworks.cli import maze, run
from mazeworks.drawing.board import board_of
from tests import ROOT

MAZE = [sys.executable, "-m", "mazeworks"]


class Outcome:
    """What a command printed, and its exit code."""

    def __init__(self, capture: pytest.CaptureFixture[str], arguments: str | list[str]) -> None:
        capture.readouterr()
        self.code = run(arguments.split() if isinstance(arguments, str) else arguments)
        self.out, self.err = capture.readouterr()


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Call the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda arguments: Outcome(capfd, arguments)


def test_new_is_read_by_solve(call) -> None:  # type: ignore[no-untyped-def]
    made = call("new 6x3 --seed 1")
    assert made.code == 0 and made.err == "" and made.out.count("\n") == 7
    Path("maze.txt").write_text(made.out)
    solved = call("solve maze.txt")
    assert solved.code == 0 and "•" in solved.out and "moves" in solved.err
    Path("solved.txt").write_text(solved.out)
    assert json.loads(call("solve solved.txt --json").out)["solved"]
    assert call("solve wall:6x3#1").out == solved.out


def test_solve_json_is_one_object(call) -> None:  # type: ignore[no-untyped-def]
    for solver in ("auto", "left_hand", "tasks"):
        data = json.loads(call(f"solve wall:8x8#5 --json --with {solver}").out)
        assert {"kind", "solver", "solved", "length", "path", "moves", "explored"} <= set(data)
        assert data["kind"] == "wall" and data["solver"] == solver and data["solved"] is True
        assert data["length"] == len(data["moves"]) == len(data["path"]) - 1
        assert set(data["moves"]) <= set("NSEW")


def test_a_puzzle_without_solution(call) -> None:  # type: ignore[no-untyped-def]
    Path("jugs.json").write_text('{"mazeworks": 1, "kind": "jugs", "sizes": [2, 4], "target": 3}')
    solved = call("solve jugs.json")
    assert solved.code == 1 and solved.out == "" and solved.err.startswith("error: no solution")
    data = json.loads(call("solve jugs.json --json").out)
    assert data["solved"] is False and data["path"] is None
    assert call("solve jugs.json --json").code == 1


def test_draw_convert_and_check(call) -> None:  # type: ignore[no-untyped-def]
    assert call("new 7x4 --seed 2 -o maze.json").code == 0
    for target in ("maze.txt", "maze.box", "maze.asc", "maze.blk", "maze.map", "again.json"):
        assert call(f"convert maze.json {target}").code == 0
        assert call(f"convert {target} - --format box").out == call("draw maze.json").out
    assert call("draw maze.json --solution -o maze.svg").code == 0
    assert Path("maze.svg").read_text().startswith("<svg")
    assert "perfect: 7x4 cells" in call("check maze.txt").out
    assert call("draw maze.json --solution --format ascii").out.count(".") > 5


def test_check_says_where(call) -> None:  # type: ignore[no-untyped-def]
    Path("loop.asc").write_text("+---+---+\n| S     |\n+   +   +\n|     E |\n+---+---+\n")
    checked = call("check loop.asc")
    assert checked.code == 1 and "not perfect: more than one path: a loop goes through (0, 0)" in checked.out


def test_list_shows_the_registry(call) -> None:  # type: ignore[no-untyped-def]
    data = json.loads(call("list --json").out)
    assert list(data) == ["kinds", "generators", "transforms", "solvers", "layouts", "formats", "renderers"]
    assert all({"name", "sentence"} <= set(entry) for entries in data.values() for entry in entries)
    assert list(json.loads(call("list solvers --json").out)) == ["solvers"]
    assert "breadth_first" in call("list solvers").out
    assert "(None)" not in (shown := call("list renderers").out) and "()" not in shown and "--margin (" in shown


def test_list_shows_what_has_a_name_or_alias(call) -> None:  # type: ignore[no-untyped-def]
    [[solver]] = json.loads(call("list bfs --json").out).values()
    assert solver["name"] == "breadth_first" and "optimal" in solver["promises"]
    assert list(json.loads(call("list alice --json").out)) == ["kinds", "generators", "formats"]
    rooms = call("list rooms").out
    assert all(each in rooms for each in ("promises: ", "works on rectangles of squares", "--dead-ends: whether"))
    assert "prim" not in rooms and "--traveller (all): who travels" in call("list coloured").out
    assert "--path: the character" in call("list textmap").out and ":floors (3): the number" in call("list floors").out
    assert "layouts" in call("list --help").out


def test_demo_and_completion(call) -> None:  # type: ignore[no-untyped-def]
    demo = call("demo --seed 4")
    assert demo.code == 0 and "Try next" in demo.out and "•" in demo.out
    for shell in ("bash", "zsh", "fish"):
        assert "_MAZE_COMPLETE" in call(f"completion {shell}").out
    assert call("--version").out.startswith("maze, version ")


def test_every_command_of_the_demo_works(call) -> None:  # type: ignore[no-untyped-def]
    import shlex

    hints = call("demo --seed 4").out.split("Try next:\n")[1]
    for command in re.findall(r"maze [^\n]+?(?=   |\n|$)", hints):
        assert call(shlex.split(command)[1:]).code == 0, command


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("new 0x5", "the width is at least 2, not 0"),
        ("new 1x5", "the width is at least 2, not 1"),
        ("new 5x-5", "the height is at least 2, not -5"),
        ("new -5x5", "the width is at least 2, not -5"),
        ("new 5xfive", "'5xfive' is not a size; write WIDTHxHEIGHT"),
        ("new 5x5 6x6", "expected one size, but got 5x5 and 6x6"),
        ("new 1000000x1000000", "1000000x1000000 cells take 4 TB of memory"),
        ("new 5x5 --complexity 1.5", "complexity is a number from 0 to 1, not '1.5'"),
        ("new 5x5 --complexity nan", "complexity is a number from 0 to 1, not 'nan'"),
        ("new 5x5 --complexity much", "complexity is a number from 0 to 1, not 'much'"),
        ("new 5x5 --complexity", "--complexity needs a value"),
        ("new 5x5 --complexty 1", "there is no option --complexty; did you mean --complexity?"),
        ("new 5x5 --seed x", "a seed is a whole number from 0 to 2^63 - 1, not 'x'"),
        ("new 5x5 --seed 99999999999999999999", "a seed is a whole number from 0 to 2^63 - 1"),
        ("new 5x5 --with backtraker", "did you mean backtracker?"),
        ("new wal 5x5", "did you mean wall?"),
        ("new textmap", "comes from a file"),
        ("new jugs 5x5", "has no size"),
        ("new jugs --sizes 3-x", "sizes are like 3-5"),
        ("new 5x5 --with jugs", "makes jugs puzzles, not wall"),
        (f"new 5x5 --seed {'9' * 5000}", "a seed is a whole number"),
        (f"new {'k' * 5000}", "no kind is called"),
        (f"new 5x5 --layout {'x' * 5000}", "no layout is called"),
        (f"new 5x5 --{'x' * 5000} 1", "there is no option --xxx"),
        (f"new 5x5 --{'x' * 5000}", "; `maze new --help` lists all"),
        (f"new 5x5 --complexity {'x' * 5000}", "complexity is a number"),
        ("stream 5 --rows 1", "2"),
        (f"solve wall:5x5#{'9' * 5000}", "a seed is a whole number"),
        (f"new {'9' * 4000}x5", "is too large a size: it would take more than 1000 PB of memory"),
        ("new 4x4 --ends 0,0-3,3", "given as X/Y-X/Y, not '0,0-3,3'; did you mean 0/0-3/3?"),
        ("new 4x4 --with spiral --ends 0,0-3,3", "did you mean 0/0-3/3?"),
        ("new 99999999999999999999999x5", "'99999999999999999999999x5' is too large a size"),
        ("new 999999999999999999x999999999999999999", "take more than 1000 PB of memory"),
        ("new 5x5 -o .", "'.' cannot be written: it is a folder"),
        ("draw wall:5x5#1 --soluton", "did you mean --solution?"),
        ("solve", "expected FILE, but got nothing"),
        ("solve missing.txt", "there is no file 'missing.txt'"),
        ("solve .", "'.' is a folder"),
        ("solve empty.txt", "empty.txt: the file is empty"),
        ("solve alice", "'alice' is a kind of puzzle, not a file"),
        ("solve nothing", "there is no file 'nothing'"),
        ("solve binary.txt", "binary.txt: byte 0 is not text"),
        ("solve nul.txt", "nul.txt: byte 1 is not text"),
        ("solve words.txt", "words.txt: this is not a maze in any known format"),
        ("solve truncated.json", "truncated.json: line 1, column"),
        ("solve version.json", "version.json: this is version 7; only version 1 can be read"),
        ("solve list.json", "list.json: this JSON is not a maze"),
        ("solve kind.json", "kind.json: no kind is called 'wal'; did you mean wall?"),
        ("solve deep.json", "deep.json: "),
        ("solve truncated.box", "truncated.box: 3 lines of 9 characters cannot be a maze"),
        ("solve line.asc", "line.asc: 1 line of 9 characters cannot be a maze"),
        ("solve odd.box", "odd.box: line 2, column 3: 'x' does not belong there"),
        ("solve open.asc", "open.asc: the outer wall is open on the N side of (0, 0)"),
        ("solve noend.asc", "noend.asc: there should be exactly one E, but there are 0"),
        ("solve wall:5x5", "has no seed"),
        ("solve wall:5x5#x", "a seed is a whole number"),
        ("solve wall:5x5,complexity=9#1", "complexity is a number from 0 to 1"),
        ("solve wall:5x5,colour=9#1", "no parameter of backtracker is called 'colour'"),
        ("solve walls:5x5#1", "did you mean wall?"),
        ("solve wall:5x5#1 --with a_str", "did you mean a_star?"),
        ("solve wall:5x5#1 --path x", "a wall puzzle has no parameter --path; these have: the format textmap"),
        ("solve wall:5x5#1 --limit 0", "--limit is a whole number, at least 1, not '0'"),
        ("solve wall:50x50,ends=corners#1 --limit 3", "no solution among the first 3 cells explored; raise --limit"),
        ("solve jugs:#1 --with left_hand", "left_hand cannot solve this: it needs a rectangle of cells with walls"),
        ("solve jugs:#1 --steps", "no map on which steps could be shown"),
        ("solve wall:5x5#1 --animate", "--animate needs a terminal"),
        ("new 5x5 -o nowhere/maze.txt", "'nowhere/maze.txt' cannot be written: there is no folder '"),
        ("new 5x5 -o maze.xyz", "no format has the extension '.xyz'; there are .txt, "),
        ("new 5x5 --format bx", "did you mean box?"),
        ("new jugs --format box", "box cannot hold a jugs puzzle; these can: json"),
        ("new 5x5 --layout hexagon -o x.asc", "ascii cannot hold a hexagon maze; these can: json"),
        ("convert wall:,mask_text=AB#1 x.asc", "ascii cannot hold a masked square maze; these can: json"),
        ("convert wall:5x5#1", "expected IN OUT, but got wall:5x5#1"),
        ("list solver", "did you mean solvers?"),
        ("list prmi", "no section or entry is called 'prmi'; did you mean prim?"),
        ("list qqqq", "no section or entry is called 'qqqq'; there are formats, generators, kinds, layouts, "),
        (
            "solve wall:5x5,with=zzz#1",
            "there are aldous_broder, backtracker, binary_tree, boruvka, cellular, eller, gro",
        ),
        ("slove", "did you mean solve?"),
        ("demo --seed -4", "a seed is a whole number from 0 to 2^63 - 1, not '-4'"),
        ("draw wall:5x5#1 --nonsense", "there is no option --nonsense; `maze draw --help` lists all"),
        ("new --mask-text=", "--mask-text is blank; expected letters such as HELLO"),
        ("new --mask=", "mask is blank; expected the name of a text file or an image"),
        ("new 5x5 --then=", "--then is blank; expected a transform such as braid:0.5"),
        ("new 5x5 --then braid --then=", "--then is blank; expected a transform such as braid:0.5"),
        ("change wall:5x5#1 --then=", "--then is blank; expected a transform such as braid:0.5"),
        ("solve wall:5x5,then=#1", "has a 'then' without a transform; expected one such as braid:0.5"),
        ("solve wall:5x5,mask_text=#1", "mask_text is blank; expected letters such as HELLO"),
    ],
)
def test_mistakes_get_one_line_and_exit_code_2(call, arguments: str, sentence: str) -> None:  # type: ignore[no-untyped-def]
    Path("empty.txt").write_text(" \n")
    Path("binary.txt").write_bytes(b"\xff\xfe\x00\x01")
    Path("nul.txt").write_bytes(b"#\0#")
    Path("words.txt").write_text("once upon a time there was a maze\n")
    Path("truncated.json").write_text('{"mazeworks": 1, "kind": "wall", "wal')
    Path("version.json").write_text('{"mazeworks": 7, "kind": "wall"}')
    Path("list.json").write_text("[1, 2]")
    Path("kind.json").write_text('{"mazeworks": 1, "kind": "wal"}')
    Path("deep.json").write_text("[" * 100_000)
    Path("truncated.box").write_text("┌───────┐\n│ S   E │\n└───────┘\n")
    Path("odd.box").write_text("┌───────┐\n│ x   E │\n│   ╷   │\n│ S │   │\n└───┴───┘\n")
    Path("open.asc").write_text("+   +---+\n| S     |\n+   +   +\n|     E |\n+---+---+\n")
    Path("noend.asc").write_text("+---+---+\n| S     |\n+   +   +\n|       |\n+---+---+\n")
    Path("line.asc").write_text("+---+---+\n")
    before = sorted(Path().iterdir())
    outcome = call(arguments)
    assert outcome.code == 2 and outcome.out == ""
    assert outcome.err.startswith("error: ") and outcome.err.count("\n") == 1
    assert sentence in outcome.err and len(outcome.err) < 1500
    assert sorted(Path().iterdir()) == before  # no half-written file is left


def test_a_maze_that_could_be_made_but_not_written_is_refused_before_the_work(call, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("mazeworks.core.memory.free_memory", lambda: 250_000_000)
    monkeypatch.setattr("mazeworks.core.grid.Grid.closed", lambda *_: pytest.fail("it began to make it"))
    outcome = call("new 10000x10000")
    assert outcome.code == 2 and outcome.out == ""
    assert outcome.err == "error: 10000x10000 cells take 400 MB of memory, and 250 MB are free; try a smaller one\n"


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell what a process takes")
def test_a_limit_set_for_the_process_is_heeded_before_the_work(call, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("resource.getrlimit", lambda _: (1 << 30, 1 << 30))
    monkeypatch.setattr("mazeworks.core.grid.Grid.closed", lambda *_: pytest.fail("it began to make it"))
    outcome = call("new 20000x20000 -o big.json")
    assert outcome.code == 2 and outcome.err.startswith("error: 20000x20000 cells take 1.6 GB of memory, and ")


@pytest.mark.filterwarnings("default::mazeworks.core.errors.Note")
def test_no_file_or_name_commands_the_terminal(call) -> None:  # type: ignore[no-untyped-def]
    evil = "S\x1b[2JE\x9b\u202e"
    Path("\x1b[31m.map").write_text(evil)
    for arguments in (["solve", "\x1b[31m.map"], ["solve", evil], ["new", evil], ["draw", "\x1b[31m.map", "-o", evil]):
        refused = call(arguments)
        assert refused.code == 2 and refused.err.count("\n") == 1
        assert refused.err[:-1].isprintable() and "\\x1b[" in refused.err
    assert call(["solve", "\x1b[31m.map", "--debug"]).err.replace("\n", "").isprintable()


def test_a_word_comes_before_long_work(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    from mazeworks import make
    from mazeworks.core.progress import listening

    heard: list[tuple[str, float]] = []
    monkeypatch.setattr("mazeworks.making.carving.LARGE", 20)
    with listening(lambda title, fraction, _: heard.append((title, fraction))):
        for generator in ("backtracker", "eller", "prim", "boruvka"):
            make("wall", (5, 5), generator, seed=1)
            assert heard[0] == ("arranging cells" if generator == "boruvka" else "carving", 0)
            heard.clear()


@pytest.mark.parametrize("id", ["wall:4x3#1", "wall:4x3,layout=hexagon#1", "jugs:#1", "terrain:4x3#1"])
def test_a_drawing_is_one_in_a_pipe_too(call, id: str) -> None:  # type: ignore[no-untyped-def]
    from mazeworks import from_id

    puzzle = from_id(id)
    outcome = call(f"draw {id}")
    assert (outcome.code, outcome.err) == (0, "") and outcome.out == board_of(puzzle).sketch().text()
    assert call(f"draw {id} --format json").out.startswith("{")


def test_a_target_that_cannot_be_replaced_is_left_alone(call) -> None:  # type: ignore[no-untyped-def]
    Path("folder.txt").mkdir()
    outcome = call("new 5x5 -o folder.txt")
    assert outcome.code == 2 and "'folder.txt' cannot be written" in outcome.err
    assert [path.name for path in Path().iterdir()] == ["folder.txt"]


def test_a_closed_pipe_exits_quietly() -> None:
    for size in ("500x500", "5x5"):
        shell = f"{sys.executable} -m mazeworks new {size} --seed 1 | head -n 1"
        done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=True)
        assert done.stdout.startswith("┌─") and done.stderr == ""
    shell = f"{sys.executable} -m mazeworks new 500x500 --seed 1 | head -n 1 >/dev/null; echo ${{PIPESTATUS[0]}}"
    assert subprocess.run(["bash", "-c", shell], capture_output=True, text=True).stdout == "141\n"


def test_closed_standard_streams_are_an_error() -> None:
    def shell(end: str) -> tuple[int, str]:
        done = subprocess.run(["bash", "-c", f"{sys.executable} -m mazeworks {end}"], capture_output=True, text=True)
        return done.returncode, done.stderr

    assert shell("new 5x5 >&-") == (2, "error: standard output is closed\n")
    assert shell("solve - <&-") == (2, "error: standard input is closed\n")
    assert shell("new 1x5 2>&-") == (2, "")
    assert shell("new 5x5 >/dev/full")[0] == 2


def test_an_interrupt_ends_cleanly(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*MAZE, "new", "5000x5000", "--seed", "1", "-o", str(tmp_path / "maze.txt")],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    while process.poll() is None and not list(tmp_path.iterdir()):  # until it has begun to write
        time.sleep(0.002)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    if process.returncode != 0:  # it may just have been done
        assert process.returncode == 130 and errors.strip().splitlines()[-1] == "interrupted"
        assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal here")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_to_end_leaves_no_half_written_file(name: str, tmp_path: Path) -> None:
    number = getattr(signal, name)
    code = (
        "import os, sys, runpy, mazeworks.files.saving as files\n"
        "def pieces(*_, **__):\n"
        "    yield 'half'\n"
        f"    os.kill(os.getpid(), {int(number)})\n"
        "    yield 'whole'\n"
        f"files.pieces = pieces; sys.argv = ['maze', 'new', '5x5', '-o', {str(tmp_path / 'maze.txt')!r}]\n"
        "runpy.run_module('mazeworks', run_name='__main__')\n"
    )
    heard = lambda: signal.signal(number, signal.SIG_DFL)  # noqa: E731 - where tests run, it may be ignored
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, preexec_fn=heard, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (128 + number, "", "")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_while_kernels_are_loaded_ends_with_its_code_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code = (
        "import sys, runpy, mazeworks.making.request as making\n"
        "def make(*_, **__): exec('raise KeyboardInterrupt')\n"
        "making.Request.make = make; sys.argv = ['maze', 'new', '5x5']\n"
        "runpy.run_module('mazeworks', run_name='__main__')\n"
    )
    Path("interrupted.py").write_text(code)
    done = subprocess.run([sys.executable, "-m", "interrupted"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "interrupted\n")


def test_colour_on_a_terminal_and_plain_in_a_pipe(tmp_path: Path) -> None:
    import pty

    def on_terminal(*arguments: str, **variables: str) -> str:
        parent, child = pty.openpty()
        environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | variables
        process = subprocess.Popen([*MAZE, *arguments], stdout=child, stderr=child, env=environment)
        process.wait(120)
        os.close(child)
        seen = b""
        while True:
            try:
                piece = os.read(parent, 65536)
            except OSError:
                piece = b""
            if not piece:
                return seen.decode()
            seen += piece

    assert "\033[1;31m" in on_terminal("solve", "wall:6x4#1")
    assert "\033[" not in on_terminal("solve", "wall:6x4#1", NO_COLOR="1")
    assert "wall:6x4#3" in on_terminal("new", "6x4", "--seed", "3")
    animated = on_terminal("solve", "wall:4x3#1", "--with", "left_hand", "--animate", "--speed", "1000")
    assert ("\033[?1049h" in animated and animated.rstrip().endswith("by left_hand")) or "Solution Found!" in animated
    plain = subprocess.run([*MAZE, "solve", "wall:6x4#1"], capture_output=True, text=True, check=True)
    assert "\033" not in plain.stdout


def test_every_command_is_documented() -> None:
    readme = (ROOT / "README.md").read_text()
    with maze.make_context("maze", ["list"]) as context:
        commands = {name: maze.get_command(context, name) for name in maze.list_commands(context)}
    assert len(commands) == 17
    for name, command in commands.items():
        assert f"maze {name}" in readme, name
        assert command is not None and command.help, name


def test_a_target_that_cannot_be_written_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any
) -> None:
    def work(*_: Any, **__: Any) -> None:
        raise AssertionError("made before the target was looked at")

    monkeypatch.setattr("mazeworks.making.request.Request.make", work)
    for options in (["-o", f"{tmp_path}/no/maze.txt"], ["-o", str(tmp_path)], ["-o", "maze.xyz"], ["--format", "xyz"]):
        assert run(["new", "5x5", *options]) == 2
        assert capfdbinary.readouterr().err.startswith(b"error: ")


def test_only_a_command_with_a_limit_advises_to_raise_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("mazeworks.printing.book.rated.__defaults__", (50,))
    assert run(["book", "wall:9x9#1", "-o", str(tmp_path / "book.pdf")]) == 2
    assert capsys.readouterr().err.endswith("there are more than 50; try a smaller puzzle\n")
    assert run(["rate", "wall:9x9#1", "--limit", "50"]) == 2
    assert capsys.readouterr().err.endswith("there are more than 50; raise --limit to search on\n")
