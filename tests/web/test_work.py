"""Work of requests: places of its own for each sort, a fair share for each client, one action of a game at a time."""

import asyncio
import gc
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from mazeworks.core.progress import check
from mazeworks.web.limits import Limits, Refused
from mazeworks.web.service import PIECE, pieces
from mazeworks.web.work import PLACES, WHEN_IDLE, Sort, Work, Works, collecting_young
from tests.serving import CEILING, SERVICES, Client, in_thread, made, wait_until

LIMITS = Limits(seconds=CEILING)


@contextmanager
def works(limits: Limits = LIMITS) -> Iterator[tuple[Works, Callable[[Coroutine[Any, Any, Any]], Any]]]:
    """All work, and a function that starts a request for some in an event loop of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    all_work = Works(limits)
    try:
        yield all_work, lambda request: asyncio.run_coroutine_threadsafe(request, loop)
    finally:
        all_work.close()
        time.sleep(0.05)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class Held:
    """Work that goes on until it is let go or cancelled."""

    def __init__(self, sort: Sort = "search", client: str = "a", game: str = "") -> None:
        self.goes_on = threading.Event()
        self.work = Work(self.wait, sort, client, game)

    def wait(self) -> str:
        while not self.goes_on.wait(0.01):
            check()
        return "done"


def test_searches_leave_the_places_of_play_and_pictures_free() -> None:
    with works() as (all_work, start):
        held = [Held(client=str(number)) for number in range(6)]
        asked = [start(all_work.do(each.work)) for each in held]
        wait_until(lambda: sum(each.work.begun for each in held) == PLACES["search"])
        for sort in ("play", "picture"):
            assert start(all_work.do(Work(lambda: "at once", sort))).result(CEILING) == "at once"
        for each in held:
            each.goes_on.set()
        assert [each.result(CEILING) for each in asked] == ["done"] * 6


def test_a_client_never_holds_all_places_and_the_one_with_least_work_is_next() -> None:
    with works() as (all_work, start):
        greedy = [Held(client="greedy") for _ in range(6)]
        for each in greedy:
            start(all_work.do(each.work))
        wait_until(lambda: sum(each.work.begun for each in greedy) == PLACES["search"] - 1)
        second, third = Held(client="second"), Held(client="third")
        start(all_work.do(second.work))
        wait_until(lambda: second.work.begun)
        asked = start(all_work.do(third.work))
        wait_until(lambda: len(all_work.waiting) == 4)
        assert not third.work.begun  # all places are taken now
        greedy[0].goes_on.set()
        wait_until(lambda: third.work.begun)  # before the three that have waited longer
        assert sum(each.work.begun for each in greedy) == PLACES["search"] - 1
        third.goes_on.set()
        assert asked.result(CEILING) == "done"


def test_actions_of_one_game_wait_for_one_another_without_a_thread() -> None:
    with works() as (all_work, start):
        hint = Held("search", "a", "game")
        start(all_work.do(hint.work))
        wait_until(lambda: hint.work.begun)
        undo = [start(all_work.do(Work(lambda: "undone", "play", "a", "game"))) for _ in range(5)]
        wait_until(lambda: len(all_work.waiting) == 5)
        assert start(all_work.do(Work(lambda: "other", "play", "a", "another"))).result(CEILING) == "other"
        assert not any(each.done() for each in undo)
        hint.goes_on.set()
        assert [each.result(CEILING) for each in undo] == ["undone"] * 5


def test_where_there_is_too_much_work_the_client_with_most_gives_up_its_last() -> None:
    with works(Limits(seconds=CEILING, at_once=8, per_client=7)) as (all_work, start):
        greedy = [Held(client="greedy") for _ in range(7)]
        asked = [start(all_work.do(each.work)) for each in greedy]
        wait_until(lambda: len(all_work.going) == 7)
        with pytest.raises(Refused, match="more than 7 requests at once from one address"):
            start(all_work.do(Held(client="greedy").work)).result(CEILING)
        second = [Held(client="second"), Held(client="second"), Held(client="second")]
        for number, each in enumerate(second):
            start(all_work.do(each.work))
            wait_until(lambda count=number: sum(each.done() for each in asked) == count)  # type: ignore[misc]
        with pytest.raises(Refused, match="more than 8 requests at once; try again in a moment"):
            asked[-1].result(CEILING)
        assert [each.done() for each in asked] == [False] * 5 + [True] * 2  # the last ones
        assert start(all_work.do(Work(lambda: "undone", "play", "third"))).result(CEILING) == "undone"
        third = start(all_work.do(Held(client="third").work))
        wait_until(lambda: asked[4].done())
        assert not third.done()


def test_work_that_waits_is_cancelled_and_never_begins() -> None:
    with works() as (all_work, start):
        held = [Held(client=str(number)) for number in range(4)]
        for each in held:
            start(all_work.do(each.work))
        late = Held(client="late")
        asked = start(all_work.do(late.work))
        wait_until(lambda: late.work in all_work.waiting)
        late.work.stop()
        with pytest.raises(Refused, match="stopped before it was done"):
            asked.result(CEILING)
        assert not all_work.waiting and not late.work.begun


def test_a_thread_that_cannot_be_started_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("can't start new thread")

    with works() as (all_work, start):
        with monkeypatch.context() as patch:
            patch.setattr(all_work.threads["play"], "_adjust_thread_count", fail)
            with pytest.raises(Refused, match="cannot start more work now"):
                start(all_work.do(Work(lambda: 1, "play"))).result(CEILING)
        assert not all_work.running
        assert start(all_work.do(Work(lambda: 2, "play"))).result(CEILING) == 2


def test_old_objects_are_collected_while_nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python by itself collects only young ones: looking through millions of states would stop every thread."""
    before, collected = gc.get_threshold(), []
    with collecting_young(), works() as (all_work, start):
        assert gc.get_threshold()[:2] == before[:2] and gc.get_threshold()[2] > 10**6
        monkeypatch.setattr("mazeworks.web.work.gc.collect", lambda: collected.append(len(all_work.running)))
        for pause in (WHEN_IDLE / 2, WHEN_IDLE * 2):
            all_work.collected = time.monotonic() - pause
            start(all_work.do(Work(lambda: None))).result(CEILING)
        wait_until(lambda: collected == [0])
    assert gc.get_threshold() == before


def test_nothing_that_ends_work_ends_the_server() -> None:
    def leave() -> None:
        raise SystemExit(3)

    with works() as (all_work, start), pytest.raises(RuntimeError, match="SystemExit"):
        start(all_work.do(Work(leave))).result(CEILING)


def test_an_undo_is_answered_while_hints_and_searches_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on = threading.Event()

    def search(*_: Any, **__: Any) -> None:
        while not goes_on.wait(0.01):
            check()

    with in_thread(LIMITS) as client:
        maze = made(client, width=6, height=6, seed="1")["maze"]
        games = [begun(client, maze) for _ in range(2)]
        for game in games:
            move = client.json("POST", f"/api/games/{game}", {"action": "move", "move": first_move(client, game)})
            assert move[0] == 200
        monkeypatch.setattr("mazeworks.play.session.Session.hint", search)
        monkeypatch.setattr("mazeworks.web.answers.solved", search)
        waiting = SERVICES[-1].works
        asked = [(f"/api/games/{games[0]}", {"action": "hint"})] * 2 + [("/api/solutions", {"maze": maze})] * 4
        threads = [threading.Thread(target=client.json, args=("POST", *ask)) for ask in asked]
        for number, thread in enumerate(threads):
            thread.start()
            wait_until(lambda count=number + 1: len(waiting.going) == count)  # type: ignore[misc]
        saving = threading.Thread(target=client.ask, args=("GET", f"/api/games/{games[0]}"))
        saving.start()  # of the game whose hint goes on: it waits, and nothing waits for it
        wait_until(lambda: len(waiting.going) == 7)
        status, after = client.json("POST", f"/api/games/{games[1]}", {"action": "undo"})
        assert status == 200 and after["count"] == 0
        assert client.ask("GET", f"/api/games/{games[1]}")[0] == 200
        assert client.ask("GET", "/api/walls?maze=" + maze.replace("#", "%23"))[0] == 200
        begun(client, maze)
        assert len(waiting.going) == 7
        goes_on.set()
        for thread in (*threads, saving):
            thread.join(CEILING)


def begun(client: Client, maze: str) -> str:
    status, game = client.json("POST", "/api/games", {"maze": maze})
    assert status == 200, game
    return str(game["game"])


def first_move(client: Client, game: str) -> str:
    _, view = client.json("POST", f"/api/games/{game}", {"action": "reset"})
    return str(view["choices"][0]["move"])


@pytest.mark.parametrize(
    "data",
    [
        {"a": [], "b": {}, "c": None, "d": "ä\n", "e": [1.5, [2]]},
        {"long": list(range(3 * PIECE + 1)), "deep": [[0.25] * (PIECE + 1), [], [[1] * (2 * PIECE)]]},
        [{"x": number} for number in range(PIECE + 7)],
        [],
        "text",
    ],
)
def test_json_in_pieces_is_the_same_json(data: Any) -> None:
    import json

    assert b"".join(pieces(data)) == json.dumps(data, separators=(",", ":")).encode()
