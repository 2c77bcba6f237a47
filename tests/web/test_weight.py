"""What the server keeps, weighed by the bytes it holds."""

import tracemalloc
from typing import Any

import numpy as np
import pytest

from mazeworks import MazeError, from_id, make, solve
from mazeworks.play import session as play
from mazeworks.play.session import Session
from mazeworks.web import answers
from mazeworks.web.limits import Limits, Refused
from mazeworks.web.models import BeginRequest, MakeRequest, PlayRequest
from mazeworks.web.service import Service
from mazeworks.web.shelf import Shelf
from mazeworks.web.weight import bytes_held
from tests.serving import CEILING, in_thread


def test_arrays_are_weighed_with_what_they_are_views_of_each_once() -> None:
    whole = np.zeros(100_000, np.int64)
    for thing in (whole, whole[::100], [whole[:1], whole[1:2]], {"a": whole.reshape(100, -1).T}):
        assert 800_000 <= bytes_held(thing) < 801_000


@pytest.mark.parametrize(
    "thing",
    [
        [(number, float(number)) for number in range(5_000)],
        {(number, number): [number] for number in range(3_000)},
        [[float(number + row) for number in range(100)] for row in range(100)],
        bytearray(1_000_000),
    ],
    ids=["list", "table", "lists", "bytes"],
)
def test_weights_are_those_that_the_allocator_counts(thing: Any) -> None:
    def duplicate(value: Any) -> Any:
        match value:
            case list():
                return [duplicate(each) for each in value]
            case tuple():
                return tuple([duplicate(each) for each in value])
            case dict():
                return {duplicate(key): duplicate(each) for key, each in value.items()}
            case float() | int():
                return value + 0.0 if isinstance(value, float) else value + 10_000_000 - 10_000_000
            case bytearray():
                return bytearray(value)
        return value

    tracemalloc.start()
    try:
        again = duplicate(thing)
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert 0.7 * taken < bytes_held(again) < 1.4 * taken


def test_what_a_closure_holds_is_weighed_and_a_deep_thing_is_not_too_deep() -> None:
    data = bytes(1_000_000)
    assert bytes_held(lambda: data) > 1_000_000
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert bytes_held(deep) > 9_000 * 64


@pytest.mark.parametrize("layout", ["square", "hexagon", "circle", "floors:3", "weave"])
def test_a_puzzle_weighs_at_least_its_cells_on_every_layout_and_more_once_it_is_solved(layout: str) -> None:
    puzzle = from_id(f"wall:60x60,layout={layout}#1")
    before = bytes_held(puzzle)
    assert before > 2_800
    solve(puzzle)  # on other layouts it keeps its graph
    assert layout == "square" or bytes_held(puzzle) > before + 50_000


@pytest.mark.parametrize("layout", ["square", "hexagon", "circle", "floors:3", "weave"])
def test_a_kept_puzzle_weighs_what_the_allocator_counts(layout: str) -> None:
    service, shelf = Service(Limits()), lambda: service.puzzles.shelf._values
    service.make(MakeRequest(id=f"wall:150x150,layout={layout}#1", solver="auto"))  # loads what all puzzles share
    tracemalloc.start()
    try:
        service.make(MakeRequest(id=f"wall:150x150,layout={layout}#2", solver="auto"))
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert 0.7 * taken < list(shelf().values())[-1][1] < 1.4 * taken


def test_the_moves_and_the_hints_of_a_game_have_weight() -> None:
    session = Session(make("jugs", sizes="3-5-8", target=4))
    begun = bytes_held(session)
    session.hint()
    hinted = bytes_held(session)
    for _ in range(500):
        session.play("fill0").play("empty0")
    assert begun < hinted and bytes_held(session) > hinted + 100_000


def test_what_grows_while_it_is_used_is_weighed_again() -> None:
    shelf: Shelf[list[bytes]] = Shelf(10, 100_000)
    grows: list[bytes] = []
    shelf.put("other", [bytes(1_000)])
    shelf.put("grows", grows)
    grows.append(bytes(99_500))
    shelf.weigh_again("grows")
    assert "other" not in shelf and "grows" in shelf
    grows.append(bytes(1_000))
    shelf.weigh_again("grows")
    assert "grows" not in shelf


def test_solving_drawing_and_playing_weigh_again() -> None:
    service = Service(Limits())
    reference = service.make(MakeRequest(id="wall:40x40,layout=hexagon#1"))["maze"]
    weight = lambda: service.puzzles.shelf._values[reference][1]  # noqa: E731
    before = weight()
    service.scene(reference, "")
    assert weight() > before + 50_000
    token = service.begin(BeginRequest(maze=reference))["game"]
    game = lambda: service.games._values[token][1]  # noqa: E731
    before = game()
    service.play(token, PlayRequest(action="hint"))
    assert game() > before + 50_000


def test_a_hint_that_takes_much_memory_ends_no_game() -> None:
    service = Service(Limits(kept_bytes=500_000))
    token = service.begin(BeginRequest(maze="wall:60x60,layout=hexagon#1"))["game"]
    for _ in range(2):
        assert service.play(token, PlayRequest(action="hint"))["hint"]
        session = service.game(token)
        assert "_moves_left" not in session.__dict__ and session.hints


def test_no_list_hides_what_it_holds() -> None:
    for step in (2, 3, 5, 7):
        hidden = ["x" if number % step == 0 else "y" * 100_000 + str(number) for number in range(64 * step)]
        assert bytes_held(hidden) > 0.7 * sum(map(len, hidden))


def test_what_alone_exceeds_the_shelf_is_not_kept() -> None:
    with in_thread(Limits(kept_bytes=20_000, seconds=CEILING)) as client:
        status, view = client.json("POST", "/api/mazes", {"width": 200, "height": 200, "seed": "1"})
        assert status == 200 and "too large to be kept" in view["notes"][0]
        assert client.json("POST", "/api/solutions", {"maze": view["maze"]})[1]["solved"]  # made again
        _, _, data = client.ask("GET", "/api/download?maze=wall:200x200%231&format=json")
        status, answer = client.json("POST", "/api/files", data)
        assert status == 422 and "of memory, more than the 0 MB that this server keeps" in answer["error"]
        status, answer = client.json("POST", "/api/games", {"maze": view["maze"]})
        assert status == 422 and answer["error"].startswith("this game takes ")


def test_a_game_has_a_longest_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_MOVES", 20)
    game = Session(make("jugs"))
    for _ in range(10):
        game.play("fill0").play("empty0")
    with pytest.raises(MazeError, match="a game has at most 20 moves; undo some, or begin again"):
        game.play("fill0")
    assert game.count == len(game.made) == len(game.costs) == len(game.states) - 1 == 20
    game.undo()
    assert game.play("empty0").count == 20
    with pytest.raises(MazeError, match="at most 20 moves"):
        Session(make("jugs")).resume(["fill0", "empty0"] * 11, [])


def test_a_game_that_is_not_kept_is_refused() -> None:
    with pytest.raises(Refused, match="begin it again"):
        answers.act("x", Service(Limits()).game("x"), PlayRequest(action="undo"), Limits())
