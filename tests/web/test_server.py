"""The server: every answer, safe headers, games, downloads, files as on the command line."""

import hashlib
import json
import re
import tempfile
from collections.abc import Iterator
from math import dist
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mazeworks import MazeError, Puzzle, Solved, load, make, save, solve
from mazeworks.cells.outline import pack
from mazeworks.core.facets import codec_of, structure_of, variants_of
from mazeworks.core.registry import all_data, formats, generators, kinds
from mazeworks.drawing.board import board_of
from mazeworks.drawing.scene import Line
from mazeworks.play.session import Session
from mazeworks.search.task_solution import TaskSolution
from mazeworks.web import answers
from mazeworks.web.limits import Limits
from mazeworks.web.routes import STATIC
from tests.samples import PARAMETERS, SIZES, samples
from tests.serving import Client, in_thread, made, query


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with in_thread() as client:
        yield client


# --- what is served


def test_it_answers_and_lists_the_registry(client: Client) -> None:
    status, health = client.json("GET", "/api/health")
    assert status == 200 and health["status"] == "ok"
    status, data = client.json("GET", "/api/registry")
    assert status == 200 and data["registry"] == json.loads(json.dumps(all_data()))


@pytest.mark.parametrize("path", ["/", "/docs", "/static/app.js", "/static/style.css", "/openapi.json"])
def test_pages_come_with_safe_headers_and_nothing_from_elsewhere(client: Client, path: str) -> None:
    status, headers, body = client.ask("GET", path)
    assert status == 200
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
    assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    if path in ("/", "/docs"):
        text = body.decode()
        assert "://" not in text and "style=" not in text and "onclick" not in text
        assert text.count("<script") == text.count("<script src=") + text.count('<script type="module" src=')


@pytest.mark.parametrize("path", ["/", "/docs"])
def test_browsers_keep_the_files_of_a_page_under_addresses_that_change_with_them(client: Client, path: str) -> None:
    _, headers, page = client.ask("GET", path)
    assert headers["cache-control"] == "no-cache"
    contents = b"".join(file.read_bytes() for file in sorted(STATIC.iterdir()))
    folder = f"/static/{hashlib.sha256(contents).hexdigest()[:16]}/"
    named = re.findall('(?:src|href)="(/static/[^"]*)"', page.decode())
    assert named and all(address.startswith(folder) for address in named)
    for file in STATIC.iterdir():
        status, headers, data = client.ask("GET", folder + file.name)
        assert status == 200 and "immutable" in headers["cache-control"]
        assert data == file.read_bytes() or file.suffix == ".html"
        assert client.ask("GET", "/static/" + file.name)[1]["cache-control"] == "no-cache"
        assert file.suffix != ".js" or b"/static/" not in data  # modules name one another beside them


def test_no_path_leads_out_of_the_page(client: Client) -> None:
    for path in ("/static/../server.py", "/static/%2e%2e/server.py", "/static/", "/etc/passwd", "/static/app.js/.."):
        status, answer = client.json("GET", path)
        assert status == 404 and answer["error"]


@pytest.mark.parametrize("name", list(generators))
def test_every_generator_is_served(client: Client, name: str) -> None:
    generator = generators[name]
    width, height = SIZES.get(name, (None, None))
    parameters = {key: str(value) for key, value in PARAMETERS.get(name, {}).items()}
    ask = {"kind": generator.kind, "generator": name, "seed": "1", "parameters": parameters, "solver": "auto"}
    view = made(client, **ask, width=width, height=height)
    assert view["kind"] and view["id"].endswith("#1") and view["solution"]["solved"]
    again = made(client, id=view["id"])
    assert again["walls"] == view["walls"] and again["maze"] == view["maze"]
    if view["look"] == "scene":
        status, scene = client.json("GET", query("/api/scene", maze=view["maze"]))
        assert status == 200 and scene["shapes"]


def test_solvers_that_do_not_apply_say_why(client: Client) -> None:
    view = made(client, kind="jugs")
    why = {solver["name"]: solver["why"] for solver in view["solvers"]}
    assert why["breadth_first"] is None and "walls" in why["left_hand"]
    status, answer = client.json("POST", "/api/solutions", {"maze": view["maze"], "solver": "left_hand"})
    assert status == 422 and "these can" in answer["error"]


def test_walls_are_the_bytes_of_the_grid(client: Client) -> None:
    maze = make("wall", (200, 150), seed=4)
    view = made(client, width=200, height=150, seed="4")
    assert view["walls"]["bytes"] is None
    _, _, data = client.ask("GET", query("/api/walls", maze=view["maze"]))
    grid = structure_of(maze).as_grid()
    assert grid is not None and data == grid.walls.tobytes()


@pytest.mark.parametrize("solver", ["breadth_first", "a_star", "depth_first", "tasks", "left_hand"])
def test_a_solution_lists_its_cells(client: Client, solver: str) -> None:
    maze = make("wall", (12, 9), seed=4)
    view = made(client, width=12, height=9, seed="4")
    ask = {"maze": view["maze"], "solver": solver, "trace": True}
    status, found = client.json("POST", "/api/solutions", ask)
    expected = solve(maze, solver, trace=True)
    assert status == 200 and expected is not None and expected.trace is not None
    assert found["length"] == len(expected) and found["moves"] == [m.letters for m in expected.moves]
    assert found["path"] == [y * 12 + x for x, y in expected.states]
    assert found["trace"] == [y * 12 + x for x, y in expected.trace]
    if solver == "tasks":
        assert isinstance(expected, TaskSolution) and expected.lives is not None
        assert found["task_of"] == expected.task_of().tolist() and len(found["task_of"]) == len(found["trace"])
        assert found["tasks"] == expected.tasks == len(found["lives"]) and found["lives"] == expected.lives.tolist()
        assert found["untouched"] == len(expected.untouched()) == 12 * 9 - len(found["trace"])


@pytest.mark.parametrize("name", sorted(samples()))
def test_every_kind_is_opened_solved_and_played_from_its_file(client: Client, name: str) -> None:
    puzzle: Puzzle[Any] = samples()[name]
    body = json.dumps({"mazeworks": 1, "kind": puzzle.kind} | codec_of(puzzle).to_data()).encode()
    status, view = client.json("POST", "/api/files?name=maze.json", body)
    assert status == 200 and view["id"] is None and view["kind"] == puzzle.kind
    variant = view["variants"][0]
    ask = {"maze": view["maze"], "variant": variant, "trace": True, "solver": "auto"}
    status, found = client.json("POST", "/api/solutions", ask)
    assert status == 200
    status, game = client.json("POST", "/api/games", {"maze": view["maze"], "variant": variant})
    assert status == 200 and (game["count"] == 0) and (game["trail"][0]["spot"] is None) == (view["look"] == "words")
    for move in found["moves"] if found["solved"] else []:
        assert move in [choice["move"] for choice in game["choices"]]
        _, game = client.json("POST", f"/api/games/{game['game']}", {"action": "move", "move": move})
    assert game["solved"] or not found["solved"]


def test_a_game_is_played_undone_hinted_given_up_saved_and_resumed(client: Client) -> None:
    view = made(client, width=10, height=10, seed="3")
    _, game = client.json("POST", "/api/games", {"maze": view["maze"]})
    path = f"/api/games/{game['game']}"
    _, hinted = client.json("POST", path, {"action": "hint"})
    _, moved = client.json("POST", path, {"action": "move", "move": hinted["hint"]})
    assert moved["count"] == 1 and moved["since"] == 0 and len(moved["trail"]) == 2
    _, run = client.json("POST", path, {"action": "run", "move": moved["choices"][0]["move"]})
    assert run["count"] > 1 and run["since"] == 1
    _, undone = client.json("POST", path, {"action": "undo"})
    assert undone["count"] == run["count"] - 1 and undone["redoable"]
    _, reset = client.json("POST", path, {"action": "reset"})
    assert reset["count"] == 0 and reset["since"] == 0
    client.json("POST", path, {"action": "redo"})
    _, gave = client.json("POST", path, {"action": "give_up"})
    assert gave["gave_up"] and gave["solution"]["length"] == len(solve(make("wall", (10, 10), seed=3)) or ())
    status, wrong = client.json("POST", path, {"action": "move", "move": "up"})
    assert status == 422 and "these can" in wrong["error"]
    status, wrong = client.json("POST", path, {"action": "move"})
    assert (status, wrong["about"]) == (422, "move") and wrong["error"].startswith("move is missing; expected")
    _, _, saved = client.ask("GET", path)
    assert Session.load(saved.decode()).count == 1
    status, opened = client.json("POST", "/api/files?name=game.json", saved)
    assert status == 200 and opened["game"]["count"] == 1
    ask = {"maze": view["maze"], "moves": [hinted["hint"]], "hints": 2, "gave_up": True}
    _, resumed = client.json("POST", "/api/games", ask)
    assert (resumed["count"], resumed["hints"], resumed["gave_up"]) == (1, 2, True)
    status, lost = client.json("POST", "/api/games/nobody", {"action": "undo"})
    assert status == 404 and "begin it again" in lost["error"]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    "name",  # one of each generator, layout and kind: another seed or size is written in the same way
    [name for name in sorted(samples()) if not name.endswith("#2") and name != "alice/10x10"],
)
def test_every_download_is_what_the_command_line_writes(
    client: Client, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mazeworks.animation.pictures.RATE", 2)  # a file with fewer pictures is sent in the same way
    puzzle: Puzzle[Any] = samples()[name]
    body = json.dumps({"mazeworks": 1, "kind": puzzle.kind} | codec_of(puzzle).to_data()).encode()
    _, view = client.json("POST", "/api/files", body)
    for entry in view["downloads"]:
        path = query("/api/download", maze=view["maze"], format=entry["name"], solver="auto")
        status, headers, data = client.ask("GET", path)
        if status == 422:
            assert b"error" in data  # such as a map that is not a wall maze
            continue
        assert status == 200 and data and "attachment" in headers["content-disposition"]
        target = tmp_path / f"{entry['name']}{entry['extension']}"
        target.write_bytes(data)
        if entry["name"] in formats and formats[entry["name"]].holds(puzzle):
            again = load(target)
            assert again.kind in kinds


def test_a_file_that_cannot_be_opened_again_says_so(client: Client, tmp_path: Path) -> None:
    said: dict[str, bool | None] = {}
    for name in ("backtracker#1", "alice/4x4", "coloured#1", "jugs#1", "hexagon#1", "terrain#1"):
        for entry in answers.downloads(samples()[name]):
            said[f"{name} {entry['name']}"] = entry["opens"]
            if entry["name"] not in ("text", "json", "svg"):
                continue
            target = tmp_path / f"maze{entry['extension']}"
            save(samples()[name], target, None, entry["name"])
            status, _ = client.json("POST", f"/api/files?name={target.name}", target.read_bytes())
            assert (status == 200) == entry["opens"], f"{name} {entry['name']}"
    assert said["backtracker#1 text"] and said["coloured#1 text"] and not said["alice/4x4 text"]
    assert said["jugs#1 png"] is None and said["jugs#1 gif"] is False


def test_uploads_are_understood_and_misunderstood_as_on_the_command_line(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    status, view = client.json("POST", "/api/files?name=map.txt", b"#####\n#S E#\n#####\n")
    assert status == 200 and view["kind"] == "textmap" and "read as the wall" in view["notes"][0]
    for data in (b"", b"\0\1\2", b"hello", b"{", b"S##\n", b'{"mazeworks_game": 1}', b"\x89PNG\r\n\x1a\n1234"):
        status, answer = client.json("POST", "/api/files?name=../../etc/x.txt", data)
        assert status == 422 and "\n" not in answer["error"] and tempfile.gettempdir() not in answer["error"]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("form", ["svg", "pdf", "gif", "apng"])
def test_files_without_a_readable_maze_are_refused_with_the_reason(client: Client, form: str) -> None:
    _, _, data = client.ask("GET", query("/api/download", maze="wall:6x5#1", format=form))
    status, answer = client.json("POST", f"/api/files?name=maze.{form}", data)
    assert status == 422 and "--" not in answer["error"]
    if form in ("svg", "pdf"):
        assert "cannot be opened; a maze is read from text" in answer["error"]
    else:
        assert "this is an animation, of which only the first picture is read" in answer["error"]


@pytest.mark.parametrize(
    "data",
    [b"####\nS##E\n#x##\n", b"S  #\n## #\n#  E\n", b"+r.b.\nw k r\n.p.y.\n", (b"P1 6 6 " + b"1" * 12 + b"0" * 24)],
)
def test_no_word_of_the_command_line_reaches_the_page(client: Client, data: bytes) -> None:
    _, answer = client.json("POST", "/api/files", data)
    assert "--" not in json.dumps(answer)
    assert "`maze" not in json.dumps(client.json("GET", "/api/registry")[1])
    with pytest.raises(MazeError, match="--patience") as error:
        solve(make("wall", (40, 40), seed=1), "random_mouse", patience=1)
    assert "--" not in error.value.sentence


def test_an_outline_is_read_from_a_file_that_is_sent(client: Client) -> None:
    status, outline = client.json("POST", "/api/outlines?name=../../etc/passwd", b".##\n##.\n")
    word = pack(np.array([[False, True, True], [True, True, False]]))
    assert status == 200 and outline == {"mask": word, "width": 3, "height": 2}
    view = made(client, width=6, height=4, seed="1", parameters={"mask": outline["mask"]})
    assert view["id"] == f"wall:6x4,mask={word}#1" and made(client, id=view["id"])["maze"] == view["maze"]
    status, outline = client.json("POST", "/api/outlines?layout=circle", b"####\n####\n")
    assert (outline["width"], outline["height"]) == (8, 8)
    status, outline = client.json("POST", "/api/outlines", b"#" * 150 + b"\n")
    assert (outline["width"], outline["height"]) == (150, 2)
    status, answer = client.json("POST", "/api/outlines?layout=rhombus", b"##\n##\n")
    assert status == 422 and "no layout is called 'rhombus'" in answer["error"].lower()
    for data in (b"", b"...\n", b"\0\xff\xfe", b"GIF89a\xff", b"#" * 2000):
        status, answer = client.json("POST", "/api/outlines?name=x.txt", data)
        assert status == 422 and "mask" in answer["error"]


def test_an_outline_in_several_pieces_gives_a_note(client: Client) -> None:
    status, outline = client.json("POST", "/api/outlines", b"##.##\n##.##\n")
    view = made(client, width=5, height=2, parameters={"mask": outline["mask"]})
    assert status == 200 and "in 2 pieces" in view["notes"][0]


def test_no_id_names_a_file(client: Client, tmp_path: Path) -> None:
    drawn = tmp_path / "secret.txt"
    drawn.write_text("###\n")
    for mask in (str(drawn), f"./{drawn.name}", "/etc/passwd"):
        status, answer = client.json("POST", "/api/mazes", {"parameters": {"mask": mask}})
        assert status == 422 and "is not a mask packed into an id" in answer["error"]


@pytest.mark.parametrize("layout", ["torus", "floors:3", "weave", "circle", "hexagon"])
def test_a_way_is_drawn_where_it_goes_not_across_what_lies_between(client: Client, layout: str) -> None:
    view = made(client, width=9, height=8, seed="2", parameters={"layout": layout}, solver="auto")
    puzzle: Any = load(view["id"])
    solution = solve(puzzle)
    assert solution is not None
    drawn = [
        shape for shape in board_of(puzzle).scene(solution).shapes if isinstance(shape, Line) and shape.role == "path"
    ]
    lines = [[(x, y) for x, y in zip(line[::2], line[1::2], strict=True)] for line in view["solution"]["lines"]]
    assert [len(line) for line in lines] == [len(shape.points) for shape in drawn]
    far = max(dist(a, b) for line in lines for a, b in zip(line, line[1:], strict=False))
    assert far < 1.5  # never further than to the next cell
    moves = view["solution"]["moves"]
    _, game = client.json("POST", "/api/games", {"maze": view["maze"], "moves": moves})
    assert game["solved"] and game["trail"][0]["lines"] is None
    steps = [len(line) // 2 for step in game["trail"][1:] for line in step["lines"]]
    if layout != "weave":  # where a player below a bridge is shown there
        assert sum(steps) - len(steps) == sum(len(line) - 1 for line in lines)  # the same strokes, step by step


@pytest.mark.parametrize(
    "name", ["hexagon#1", "circle#1", "floors#1", "terrain#1", "alice/4x4", "coloured#1", "jugs#1"]
)
def test_explored_states_come_with_the_shapes_they_fill(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = next(iter(variants_of(samples()[name]).values()))
    found = answers.solved(puzzle, "breadth_first" if not structure_of(puzzle).weighted else "auto", {}, True, Limits())
    if board_of(puzzle).spot(puzzle.start) is None:
        assert "outlines" not in found
        return
    assert len(found["outlines"]) == len(found["spots"]) and max(found["trace"]) < len(found["spots"])
    drawn = next(iter(board_of(puzzle).outlines([puzzle.start])))
    assert found["outlines"][0] == [[round(n, 3) for point in outline for n in point] for outline in drawn] != []
    monkeypatch.setattr(answers, "OUTLINED", 3)
    assert "outlines" not in answers.solved(puzzle, "auto", {}, True, Limits())


def test_a_way_is_asked_for_by_a_direction_and_what_is_wrong_is_about_something(client: Client) -> None:
    view = made(client, width=6, height=6, seed="3", parameters={"layout": "hexagon"})
    session = Session(load(view["id"]))
    for towards in ([1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [0, 0]):
        _, game = client.json("POST", "/api/games", {"maze": view["maze"]})
        path, wanted = f"/api/games/{game['game']}", session.towards(*towards)
        status, after = client.json("POST", path, {"action": "move", "towards": towards})
        assert status == 200 and after["nowhere"] == (wanted is None)
        assert [step["move"] for step in after["trail"]][1:] == ([wanted.name] if wanted else [])
    for ask, about in (
        ({"parameters": {"complexity": "2"}}, "complexity"),
        ({"parameters": {"ends": "there"}}, "ends"),
        ({"width": 1, "height": 5}, "width"),
        ({"width": 9_000_000, "height": 5}, "size"),
        ({"kind": "alice", "width": 31, "height": 5}, "size"),
        ({"seed": "x"}, "seed"),
        ({"kind": "zzz"}, "kind"),
        ({"generator": "zzz"}, "generator"),
        ({"solver": "zzz"}, "solver"),
        ({"parameters": {"layout": "hexagone"}}, "layout"),
        ({"then": "braid:2"}, "then"),
        ({"kind": "terrain", "parameters": {"maze": "jugs"}}, "maze"),
    ):
        status, answer = client.json("POST", "/api/mazes", ask)
        assert (status, answer["about"]) == (422, about), answer


def test_what_would_be_ignored_is_refused(client: Client) -> None:
    for further in ({"kind": "alice"}, {"generator": "prim"}, {"seed": "9"}, {"width": 5}, {"then": "braid"}):
        status, answer = client.json("POST", "/api/mazes", {"id": "wall:5x5#1"} | further)
        assert (status, answer["about"]) == (422, *further)
        assert answer["error"].startswith("an id is complete; remove ")
    for path in ("/api/download?maze=wall:5x5%231&format=json&theme=dark", "/api/scene?maze=jugs:%231&zzz=1"):
        status, answer = client.json("GET", path)
        assert status == 422 and "unknown field " in answer["error"] and "; expected " in answer["error"]
    _, game = client.json("POST", "/api/games", {"maze": "wall:5x5#1"})
    for ask, sentence in (
        ({"action": "undo", "move": "N"}, "undo does not take move"),
        ({"action": "hint", "towards": [1, 0]}, "hint does not take towards"),
        ({"action": "move", "move": "N", "towards": [1, 0]}, "move takes move or towards, not both"),
    ):
        status, answer = client.json("POST", f"/api/games/{game['game']}", ask)
        assert (status, answer["error"]) == (422, sentence)


def test_what_a_puzzle_does_not_have_is_said_as_it_is(client: Client) -> None:
    status, answer = client.json("GET", "/api/walls?maze=wall:5x5,layout=hexagon%231")
    assert (status, answer["error"]) == (422, "a hexagon maze is not a rectangle of cells with walls")
    status, answer = client.json("GET", "/api/scene?maze=wall:5x5%231&variant=blue")
    assert (status, answer["error"]) == (422, "no variant is called 'blue'")
    status, answer = client.json("GET", "/api/scene?maze=coloured:5x5%231&variant=pink")
    assert status == 422 and "no variant is called 'pink'; there are blue, " in answer["error"]
    ask = {"maze": "wall:5x5#1", "solver": "bfs", "parameters": {"patience": "3"}}
    status, answer = client.json("POST", "/api/solutions", ask)
    assert status == 422 and answer["error"].startswith("breadth_first has no parameter patience; these solvers have: ")
    status, answer = client.json("POST", "/api/mazes", {"kind": "jugs", "parameters": {"layout": "hexagon"}})
    assert (status, answer["error"]) == (422, "a jugs puzzle has no parameter layout; these kinds have: wall")


def test_solvers_are_given_their_parameters(client: Client) -> None:
    view = made(client, width=8, height=8, seed="3")
    ask = {"maze": view["maze"], "solver": "random_mouse", "parameters": {"seed": "5"}}
    solution = solve(make("wall", (8, 8), seed=3), "random_mouse", seed=5)
    status, found = client.json("POST", "/api/solutions", ask)
    assert status == 200 and solution is not None and found["length"] == len(solution)
    for parameters, sentence in (({"seed": "-1"}, "seed is a whole number"), ({"speed": "1"}, "no parameter of")):
        status, answer = client.json("POST", "/api/solutions", ask | {"parameters": parameters})
        assert status == 422 and sentence in answer["error"]


@pytest.mark.parametrize("name", sorted(samples()))
def test_a_format_shows_the_solution_unless_it_says_not(name: str, tmp_path: Path) -> None:
    puzzle: Puzzle[Any] = samples()[name]
    solution = solve(puzzle)
    for form in (form for form in formats.values() if form.holds(puzzle) and solution is not None):
        try:
            both = ["".join(map(str, form.write(Solved.of(puzzle, each)))) for each in (None, solution)]
        except MazeError:
            continue  # such as a map that is not a wall maze
        assert (both[0] != both[1]) == form.shows_solution, form.name


def test_a_long_alice_solution_comes_as_a_drawing_and_a_short_one_as_lines(client: Client) -> None:
    for name in ("alice/10x10", "alice/4x4"):
        puzzle = samples()[name]
        solution = solve(puzzle)
        assert solution is not None
        body = json.dumps({"mazeworks": 1, "kind": puzzle.kind} | codec_of(puzzle).to_data()).encode()
        _, view = client.json("POST", "/api/files?name=maze.json", body)
        _, found = client.json("POST", "/api/solutions", {"maze": view["maze"]})
        assert (found["scene"] is None) == (len(solution) <= 20) == bool(found["lines"]), name


def test_a_seed_is_a_number_or_a_text_of_digits(client: Client) -> None:
    for seed in (7, "7", 0):
        status, view = client.json("POST", "/api/mazes", {"width": 5, "height": 5, "seed": seed})
        assert status == 200 and view["id"] == f"wall:5x5#{seed}"
    for wrong in (-1, 1.5, True, "x", 10**19):
        assert client.json("POST", "/api/mazes", {"width": 5, "height": 5, "seed": wrong})[0] == 422


def test_a_file_and_a_game_that_say_their_id_have_it(client: Client) -> None:
    game = Session(load("wall:12x8#7"))
    puzzle = json.loads(game.save())["puzzle"]
    other = json.loads(Session(load("wall:12x8#8")).save())["puzzle"] | {"id": "wall:12x8#7"}
    for text, id in ((json.dumps(puzzle), "wall:12x8#7"), (game.save(), "wall:12x8#7"), (json.dumps(other), None)):
        status, view = client.json("POST", "/api/files?name=maze.json", text.encode())
        assert status == 200 and view["id"] == id and bool(view["unnamed"]) == (id is None)
