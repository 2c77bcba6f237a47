"""Options of generators, solvers, renderers and kinds: in the help, completed by the shell, parsed, and refused."""

from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete

from mazeworks import from_id
from mazeworks.cli import maze, run
from tests.samples import EXAMPLES

ALICE = "alice:4x4,candidates=2000#1"


def completed(words: str, incomplete: str) -> list[str]:
    """What the shell offers after some words."""
    found = ShellComplete(maze, {}, "maze", "_MAZE_COMPLETE").get_completions(words.split(), incomplete)
    return [item.type if item.type != "plain" else item.value for item in found]


@pytest.mark.parametrize(
    ("words", "incomplete", "expected"),
    [
        ("", "so", ["solve"]),
        ("new", "al", ["alice"]),
        ("new --layout", "h", ["hexagon"]),
        ("new 20x20 --with prim --layout", "t", ["torus", "triangle"]),
        ("new --ends", "", ["random", "corners", "farthest"]),
        ("new --then", "b", ["braid"]),
        ("new --then", "braid:0.5+per", ["braid:0.5+perturb"]),
        ("new --with", "p", ["percolation", "prim"]),
        ("new alice --with", "", ["alice"]),
        ("new --mask", "", ["file"]),
        ("new", "--compl", ["--complexity"]),
        ("new --with rooms", "--d", ["--doors", "--dead-ends"]),
        ("new --format", "js", ["json"]),
        ("new --format", "sv", ["svg"]),
        ("new terrain --maze", "wil", ["wilson"]),
        ("change x.txt --then", "sym", ["symmetric"]),
        ("solve", "", ["file"]),
        ("solve x.txt --with", "b", ["bidirectional", "breadth_first"]),
        ("solve x.txt --with random_mouse", "--pati", ["--patience"]),
        ("solve x.txt --with pledge --ahead", "", ["N", "S", "E", "W"]),
        ("solve x.txt", "--trav", ["--traveller"]),
        ("solve x.txt --walls", "", ["auto", "dark", "light"]),
        ("draw x.txt -o x.png --theme", "d", ["dark"]),
        ("draw x.txt -o x.png", "--dist", ["--distances"]),
        ("draw x.txt", "--dist", ["--distances"]),
        ("draw x.txt --theme", "bl", ["blueprint"]),
        ("solve x.txt --steps", "--dist", []),
        ("new 8x5", "--tow", ["--towards"]),
        ("new 8x5 --towards", "N", ["NW", "NE"]),
        ("new 8x5", "--arr", []),
        ("new 8x5 --with prim", "--tow", []),
        ("solve x.txt", "--pati", ["--patience"]),
        ("rate 8x5", "--tow", []),
        ("draw x.txt --solution --with", "left", ["left_hand"]),
        ("draw -o", "", ["file"]),
        ("convert x.txt x.gif --of", "c", ["carving"]),
        ("book --paper", "A5", ["A5"]),
        ("book --kinds", "wall,al", ["wall,alice"]),
        ("rate --many 3 --layout", "w", ["weave"]),
        ("rate --many 3", "te", ["file"]),
        ("list", "sol", ["solvers"]),
        ("list", "pri", ["prim"]),
        ("completion", "z", ["zsh"]),
        ("book --from", "very", ["very-easy", "very-hard"]),
        ("book --to", "m", ["moderate"]),
        ("new --with growing_tree --pick", "", ["newest", "oldest", "random", "middle"]),
        ("solve coloured:5x5#1 --traveller", "", ["blue", "yellow", "red", "all"]),
        ("solve x.txt --with tasks -o x.gif", "--tasks", ["--tasks-seconds"]),
        ("solve x.txt --with tasks -o x.gif", "--sec", ["--seconds"]),
    ],
)
def test_the_shell_completes(words: str, incomplete: str, expected: list[str]) -> None:
    assert completed(words, incomplete) == expected


@pytest.mark.parametrize(
    ("words", "option"),
    [
        ("new 8x5 --seed 1 --seed 2", "--seed"),
        ("new 8x5 --ends corners --ends farthest", "--ends"),
        ("solve wall:5x5#1 --with bfs --with dfs", "--with"),
        ("draw wall:5x5#1 -o x.svg -o y.svg", "--output"),
        ("draw wall:5x5#1 -o x.svg --theme dark --theme light", "--theme"),
    ],
)
def test_an_option_with_two_values_is_refused(words: str, option: str, capfd: Any) -> None:
    assert run(words.split()) == 2
    assert capfd.readouterr().err == f"error: {option} is given twice; give it once\n"


def helped(words: str, capfd: Any) -> str:
    """The help of a command as one line."""
    assert run([*words.split(), "--help"]) == 0
    return " ".join(capfd.readouterr().out.split())


@pytest.mark.parametrize(
    ("words", "shown", "hidden"),
    [
        ("new", "Options of the generator backtracker: --complexity X 0 gives long halls", "--seconds"),
        ("new", "`maze new --with GENERATOR --help` explains them: aldous_broder, boruvka,", ""),
        ("new", "Options of other kinds; `maze new KIND --help` explains them: alice --moves --arrows", ""),
        ("new --with rooms", "Options of the generator rooms: --rooms N..N", "--complexity X"),
        ("new --with rooms", "--dead-ends whether to keep the dead ends of corridors", "other generators"),
        ("new jugs", "Options of the generator jugs: --sizes SIZES", "--layout LAYOUT"),
        ("new --with nonsense", "Options: --with GENERATOR", "Options of the generator"),
        (
            "draw",
            "Options of renderers; `maze draw FILE -o OUT.png --help` explains them: apng, gif --sec",
            "--of [auto",
        ),
        ("draw", "Options of coloured puzzles: --traveller TRAVELLER", ""),
        ("draw", "Options of the format textmap: --path TEXT", ""),
        ("draw x.txt -o y.gif", "Options of the renderer gif: --seconds X", "Options of renderers"),
        ("draw wall:5x5#1 -o y.svg", "--distances colour each cell by its distance", "--traveller"),
        ("draw coloured:5x5#1", "Options of coloured puzzles: --traveller", "Options of picture puzzles"),
        (
            "solve",
            "Options of other solvers; `maze solve FILE --with SOLVER --help` explains them: iter",
            "Options of the s",
        ),
        ("solve --with tasks", "Options of the solver tasks: --seconds X", "random_mouse"),
        ("draw x.txt --solution --with pledge", "Options of the solver pledge: --ahead [N|S|E|W]", "random_mouse"),
        ("convert a.txt b.svg", "Options of the renderer svg: --theme", "--paper"),
        ("book", "Options of the renderer pdf: --paper PAPER", "--seconds"),
        ("rate --many 3 terrain", "Options of the generator terrain: --maze MAZE", "--traveller"),
        ("rate", "--then TRANSFORM With --many: change them, as in braid:0.5", ""),
        ("solve x.txt --with tasks -o t.gif", "Options of the solver tasks: --tasks-seconds X how long", "gif-seconds"),
        ("solve x.txt --with tasks -o t.gif", " --seconds X", "--gif-seconds"),
        ("draw x.txt -o t.svg", " --wall N", "--svg-wall"),
        ("draw x.txt -o t.svg", "--textmap-wall TEXT", "--svg-cell"),
        ("draw x.json -o t.svg", " --wall N", "--textmap-wall"),
        ("draw wall:5x5#1 -o t.svg", " --wall N", "--svg-wall"),
    ],
)
def test_the_help_groups_options_by_what_they_belong_to(words: str, shown: str, hidden: str, capfd: Any) -> None:
    text = helped(words, capfd)
    assert shown in text and (not hidden or hidden not in text)


@pytest.mark.parametrize(
    ("words", "id"),
    [
        ("--with rooms --dead-ends 5x5", "wall:5x5,with=rooms,dead_ends=yes#1"),
        ("--with rooms 5x5 --dead-ends yes", "wall:5x5,with=rooms,dead_ends=yes#1"),
        ("5x5 --with rooms --dead-ends=no", "wall:5x5,with=rooms#1"),
        ("5x5 --dead-ends no --with rooms", "wall:5x5,with=rooms#1"),
        ("5x5 --with rooms --no-dead-ends", "wall:5x5,with=rooms#1"),
        ("--layout hexagon 5x5", "wall:5x5,layout=hexagon#1"),
        ("--ends corners alice 5x5 --moves 1..99", None),
        ("--moves 1..99 alice 5x5 --candidates 2000", "alice:5x5,moves=1..99,candidates=2000#1"),
    ],
)
def test_options_may_stand_anywhere_and_flags_may_be_answered(words: str, id: str | None, capfd: Any) -> None:
    code = run(["new", *words.split(), "--seed", "1", "--format", "json"])
    out = capfd.readouterr().out
    assert code == (0 if id else 2)
    if id:
        assert f'"id": "{id}"' in out and from_id(id).id == id


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "book wall:5x5#1 wall:5x5#2 --count 4 -o b.pdf",
            "--count says which puzzles to make, but the book is made of",
        ),
        ("book wall:5x5#1 --from easy -o b.pdf", "--from says which puzzles to make"),
        ("book wall:5x5#1 --to hard -o b.pdf", "--to says which puzzles to make"),
        ("book wall:5x5#1 --kinds wall -o b.pdf", "--kinds says which puzzles to make"),
        ("book wall:5x5#1 --seed 3 -o b.pdf", "--seed says which puzzles to make"),
        ("book wall:5x5#1 --seconds 3 -o b.pdf", "pdf has no parameter --seconds; these renderers have: apng, gif"),
        ("rate wall:5x5#1 --with prim", "they go with --many"),
        ("rate wall:5x5#1 --seed 3", "they go with --many"),
        ("rate wall:5x5#1 --then braid", "they go with --many"),
        ("rate wall:5x5#1 --layout hexagon", "--layout says how puzzles are made, and needs --many"),
        ("rate wall:5x5#1 --jsn", "there is no option --jsn; did you mean --json?"),
        ("rate wall:5x5#1 --theme dark", "there is no option --theme"),
        (
            "rate --many 3 coloured --traveller blue",
            "--traveller is for reading coloured puzzles, and --many reads no file",
        ),
        (
            "draw alice:4x4,candidates=2000#1 --solution -o x.alice",
            "alice cannot store a solution; these can: json, apng, gif",
        ),
        ("draw wall:5x5#1 --with prim", "--with needs --solution"),
        ("draw wall:5x5#1 --patience 3", "--patience is an option of a solver, and needs --solution"),
        (
            "draw wall:5x5#1 --solution --patience 3",
            "auto has no parameter --patience; these solvers have: iterative_d",
        ),
        (
            "draw wall:5x5#1 --theme dark",
            "a drawing in text has no parameter --theme; these renderers have: apng, gif",
        ),
        ("draw wall:5x5#1 -o x.svg --paper A4", "svg has no parameter --paper; these renderers have: pdf"),
        (
            "draw wall:5x5#1 -o x.json --theme dark",
            "the format of 'x.json' has no parameter --theme; these renderers have: apng",
        ),
        ("convert wall:5x5#1 x.svg --seconds 3", "svg has no parameter --seconds; these renderers have: apng, gif"),
        ("convert wall:5x5#1 x.txt --cell 3", "has no parameter --cell; these renderers have: apng"),
        ("solve wall:5x5#1 --theme dark", "a drawing in text has no parameter --theme; these renderers have"),
        ("solve wall:5x5#1 --steps -o x.txt --cell 3", "has no parameter --cell; these renderers have"),
        ("solve wall:5x5#1 --json --format box", "--json prints one object, and --format says how to draw; -o names"),
        ("solve wall:5x5#1 --json -o -", "--json prints one object on standard output, so the drawing needs a file"),
        ("solve wall:5x5#1 --speed 3", "--speed needs --animate"),
        ("solve wall:5x5#1 --with pledge --patience 3", "pledge has no parameter --patience; these solvers have"),
        (
            "solve wall:5x5#1 --traveller blue",
            "a wall puzzle has no parameter --traveller; these have: coloured puzzles",
        ),
        ("new 5x5 --theme dark", "there is no option --theme"),
        ("new 5x5 --with prim --complexity 1", "prim has no parameter --complexity"),
        ("change wall:5x5#1 --then braid --complexity 1", "there is no option --complexity"),
        ("new 5x5 --seed", "the option --seed needs a value after it"),
        ("solve wall:5x5#1 --json=yes", "the option --json takes no value"),
        ("draw wall:5x5#1 -o x.png --distances=maybe", "--distances is yes or no, not 'maybe'"),
        ("draw wall:5x5#1 -o x.pdf --solutions-per-sheet 4", "--solutions-per-sheet needs a solution"),
        ("convert wall:5x5#1 x.pdf --solutions-per-sheet 4", "--solutions-per-sheet needs a solution"),
        ("new 8x8 --islands refuse", "--islands has no effect without --mask or --mask-text"),
        ("rate --many 2 8x8 --islands largest", "--islands has no effect without --mask or --mask-text"),
        ("book --kinds , --count 1 -o b.pdf", "--kinds has a blank name in ','; expected kinds such as wall,alice"),
        ("book --kinds wall, --count 1 -o b.pdf", "--kinds has a blank name in 'wall,'"),
        ("draw wall:5x5#1 --solution --limit 3", "there is no option --limit; `maze draw --help` lists all"),
        ("new --cell 3", "there is no option --cell; `maze new --help` lists all"),
        ("play wall:5x5#1 --theme dark", "there is no option --theme; `maze play --help` lists all"),
        ("stream 5 --sed 3", "there is no option --sed; did you mean --seed?"),
        ("list --jsn", "there is no option --jsn; did you mean --json?"),
        ("serve --theme dark", "there is no option --theme; `maze serve --help` lists all"),
        ("demo -x", "there is no option -x; `maze demo --help` lists all"),
        ("--nonsense", "there is no option --nonsense; `maze --help` lists all"),
        ("draw wall:5x5#1 -o x.png --wall-colour zzz", "error: --wall-colour is a colour, by name or as #rrggbb"),
        ("draw wall:5x5#1 -o x.json --wall-colour red", "has no parameter --wall-colour; these renderers have"),
        (f"draw {EXAMPLES / 'textmap/hashes.txt'} --path {'x' * 200}", f"not '{'x' * 59}\n"),
        (
            "draw wall:8x6#1 -o x.gif --of carving --solution",
            "a picture of carving does not show a solution; --of solv",
        ),
        ("draw wall:8x6#1 -o x.gif --of carving --solution --with bfs", "does not show a solution"),
        ("draw wall:8x6#1 -o x.gif --distances", "a picture of carving does not show distances; --of solving does"),
        ("draw wall:8x6#1 -o x.svg --path-colour red", "--path-colour has no effect, because this drawing has no path"),
        ("draw wall:8x6#1 -o x.png --path-colour red", "--path-colour has no effect, because this drawing has no path"),
        ("draw wall:8x6#1 -o x.gif --path-colour red", "--path-colour has no effect, because this drawing has no path"),
        ("convert wall:8x6#1 x.svg --path-colour red", "--path-colour has no effect"),
        ("draw jugs:#1 -o x.svg --wall 3", "--wall has no effect, because this drawing has no wall"),
        ("draw jugs:#1 -o x.png --wall-colour red", "--wall-colour has no effect"),
        ("draw jugs:#1 -o x.svg --start-colour red", "--start-colour has no effect, because this drawing has no start"),
        ("draw jugs:#1 -o x.svg --goal-colour red", "--goal-colour has no effect, because this drawing has no goal"),
        (f"draw {ALICE} -o x.svg --wall 3", "--wall has no effect, because this drawing has no wall"),
        (f"draw {ALICE} -o x.svg --wall-colour red --theme dark", "--wall-colour has no effect"),
        (f"draw {ALICE} -o x.svg --path-colour red --solution", "--path-colour has no effect"),
        (f"solve {ALICE} -o x.alice", "alice cannot store a solution; these can: json, apng, gif"),
        (
            f"solve {EXAMPLES / 'wall/hexagons.json'} --start 0,0",
            "has no parameter --start; these have: the format image",
        ),
        ("solve wall:8x6#1 --walls dark", "a wall puzzle has no parameter --walls; these have: the format image"),
        ("new jugs --layout hexagon", "a jugs puzzle has no parameter --layout; these kinds have: wall"),
        ("new 5x5 --sizes 3-5", "a wall puzzle has no parameter --sizes; these kinds have: jugs"),
        ("rate --many 3 5x5 --walls dark", "--walls is for reading the format image, and --many reads no file"),
    ],
)
def test_an_option_that_would_be_ignored_is_refused(
    words: str, sentence: str, capfd: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(words.split()) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.startswith("error: ") and err.count("\n") == 1 and sentence in err
    assert not list(tmp_path.iterdir())


def test_the_second_of_two_options_with_one_name_begins_with_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("map.txt").write_text("xxxxxxxx\nxSooooEx\nxxxxxxxx\n")
    reading = ["--path", "o", "--textmap-wall", "x"]
    assert run(["draw", "map.txt", "-o", "map.svg", *reading, "--wall=3"]) == 0
    assert run(["new", "5x5", "--seed", "1", "-o", "maze.txt"]) == 0
    for wall in ("1", "3"):
        assert run(["draw", "maze.txt", "-o", f"{wall}.svg", "--wall", wall]) == 0
    assert Path("1.svg").read_text() != Path("3.svg").read_text()
    assert run(["draw", "map.txt", *reading[:2], "--wall", "x"]) == 0  # nothing else has that name here
    tasks = ["solve", "wall:9x9#1", "--with", "tasks", "--tasks-seconds", "9", "-o"]
    assert run([*tasks, "short.gif", "--seconds", "1"]) == 0 and run([*tasks, "long.gif"]) == 0
    assert Path("short.gif").read_bytes() != Path("long.gif").read_bytes()


def test_options_for_solutions_are_not_to_blame_where_there_is_none(
    capfd: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("map.txt").write_text("S# #E\n")
    words = "draw map.txt --path # --solution -o x.pdf --solutions-per-sheet 4"
    assert run(words.split()) == 1 and Path("x.pdf").exists()
    assert capfd.readouterr().err.count("error: ") == 1


def test_an_option_with_a_name_of_the_command_begins_with_its_owner() -> None:
    from mazeworks.cli.options import Offer, Source, options_for
    from mazeworks.core.parameters import Parameter

    offer = Offer("two_words", "title", (Parameter("limit", "whole", 1, ""), Parameter("fast", "flag", False, "")))
    limit, fast = options_for([(Source(), offer)], ["--limit", "-l"])["title"]
    assert limit.opts == ["--two-words-limit"] and fast.opts == ["--fast"]


def test_a_parameter_in_an_error_is_named_as_it_was_typed(tmp_path: Path, capfd: Any) -> None:
    image = str(tmp_path / "maze.png")
    assert run(["draw", "wall:9x9#1", "-o", image]) == 0
    assert run(["draw", image, "--max-pixels", "many"]) == 2
    assert "--max-pixels is a whole number" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("draw wall:5x5#1 -o x.svg --cell 0", "--cell is a whole number from 1 to 1000, not '0'"),
        ("new 5x5 --with rooms --rooms x", "--rooms is a whole number or two, as in 3..7, each from 2 to 64, not 'x'"),
        ("new 5x5 --with growing_tree --pick x", "--pick is newest, oldest, "),
        ("new jugs --sizes 3-x", "--sizes are like 3-5, not '3-x'"),
        ("new rooms --rooms 3", "rooms is a generator, not a kind; --with rooms asks for it"),
        ("new 5x5 --layout hexagn", "no layout is called 'hexagn'; did you mean hexagon?"),
        (f"draw {EXAMPLES / 'picture/scanned.png'} --start 5,5,5", "--start is a place x,y, as in 8,1, not '5,5,5'"),
        (f"draw {EXAMPLES / 'picture/scanned.png'} --walls x", "--walls is one of auto, dark, light, not 'x'"),
        (
            f"draw {EXAMPLES / 'coloured/express.txt'} --goal 5",
            "--goal is a node x,y, as in 8,1, or a row and column as in '(2, 16)', not '5'",
        ),
        (f"draw {EXAMPLES / 'textmap/hashes.txt'} -o x.svg --textmap-wall xx", "--textmap-wall is one character"),
        ("solve wall:5x5,complexity=9#1", "error: complexity is a number from 0 to 1"),
    ],
)
def test_parameters_in_errors_are_named_as_they_are_typed(words: str, sentence: str, capfd: Any) -> None:
    assert run(words.split()) == 2
    assert sentence in capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("solve wall:5x5#1 --limit abc", "--limit is a whole number, at least 1, not 'abc'"),
        ("solve wall:5x5#1 --animate --speed nan", "--speed is a number from 0.1 to 1000, not 'nan'"),
        ("stream 5x5", "WIDTH is a whole number, at least 2, not '5x5'"),
        ("stream 5 --across 2", "--across is a number from 0 to 1, not '2'"),
        ("stream 5 --seed x", "a seed is a whole number from 0 to 2^63 - 1, not 'x'"),
        ("stream", "WIDTH is missing; expected a whole number, at least 2"),
        ("stream 5 6", "`maze stream` does not take '6'; `maze stream --help` says what it takes"),
        ("book --count 0 -o x.pdf", "--count is a whole number from 1 to 1000, not '0'"),
        ("book", "--output is missing; expected the name of a file"),
        ("rate wall:5x5#1 --seed 0", "--with, --seed and --then say how puzzles are made; they go with --many"),
        ("rate --many x", "--many is a whole number, at least 1, not 'x'"),
        ("serve --port x", "--port is a whole number from 0 to 65535, not 'x'"),
        ("completion tcsh", "SHELL is one of bash, zsh, fish, not 'tcsh'"),
    ],
)
def test_own_options_of_commands_are_refused_in_the_same_words(words: str, sentence: str, capfd: Any) -> None:
    assert run(words.split()) == 2
    assert capfd.readouterr() == ("", f"error: {sentence}\n")


def test_colours_of_what_is_drawn_are_accepted(capfd: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("map.txt").write_text("S# #E\n")
    for words in (
        "jugs:#1 -o x.svg --solution --start-colour red --goal-colour red --path-colour red",
        "wall:5x5#1 -o x.gif --of solving --path-colour red --seconds 1",
        "wall:5x5,layout=hexagon#1 -o x.png --wall 2 --wall-colour red --goal-colour red",
        f"{ALICE} -o x.svg --theme dark --start-colour red --background-colour white",
    ):
        assert run(["draw", *words.split()]) == 0, words
    assert run(["draw", "map.txt", "--path", "#", "--solution", "-o", "x.svg", "--path-colour", "red"]) == 1
    assert capfd.readouterr().err.count("error: ") == 1


def test_options_of_the_renderer_count_when_converting(tmp_path: Path) -> None:
    for name, options in (("dark.svg", ["--theme", "dark"]), ("light.svg", [])):
        assert run(["convert", str(EXAMPLES / "wall/hexagons.json"), str(tmp_path / name), *options]) == 0
    assert (tmp_path / "dark.svg").read_text() != (tmp_path / "light.svg").read_text()


def test_options_of_a_saved_game_are_refused(tmp_path: Path) -> None:
    from mazeworks.cli.playing import sessions
    from mazeworks.core.errors import MazeError
    from mazeworks.play.session import Session

    game = tmp_path / "game.json"
    game.write_text(Session(from_id("wall:5x5#1"), "").save())
    assert len(list(sessions((str(game),), {}))) == 1
    with pytest.raises(MazeError, match="which already contains its puzzle; --traveller cannot change it"):
        list(sessions((str(game),), {"traveller": "blue"}))
