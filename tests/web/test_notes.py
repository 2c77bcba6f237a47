"""Notes: they come with the answer to the request that caused them, and the page shows them."""

import json
import threading
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, expect

from mazeworks.core.errors import Note
from mazeworks.web.service import Service
from tests.browser import page as opened
from tests.browser import visit
from tests.serving import CEILING, Client, in_thread, made, query

CIRCLE = "wall:9x8,layout=circle#1"
ACROSS = "this circle is 8 cells across, not 9x8: a circle is as high as it is wide, always an even number of cells"


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with in_thread() as client:
        yield client


def test_requests_at_the_same_time_get_their_own_notes(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    together = threading.Barrier(3)

    def make_noted(self: Service, ask: Any) -> Any:
        for number in range(3):
            together.wait(CEILING)
            Note(f"note {number} of {ask.seed}").give()
        return {}

    monkeypatch.setattr(Service, "make", make_noted)
    found: dict[str, Any] = {}

    def ask(seed: str) -> None:
        found[seed] = client.json("POST", "/api/mazes", {"seed": seed})[1]

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in "123"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {seed: {"notes": [f"note {number} of {seed}" for number in range(3)]} for seed in "123"}


def test_whoever_opens_a_maze_gets_the_notes_about_it_and_only_then(client: Client) -> None:
    for _ in range(2):  # made, and kept
        assert made(client, id=CIRCLE)["notes"] == [ACROSS]
    with in_thread() as other:
        for path in ("/api/solutions", "/api/games"):  # which make it again
            status, answer = other.json("POST", path, {"maze": CIRCLE})
            assert status == 200 and "notes" not in answer
    assert made(client, width=9, height=8)["notes"] == []


def test_a_file_comes_with_its_notes_in_a_header(client: Client) -> None:
    _, view = client.json("POST", "/api/files?name=maze.json", b"S #\n# #\n# E\n")
    status, headers, _ = client.ask("GET", query("/api/download", maze=view["maze"], format="gif"))
    notes = json.loads(unquote(headers["x-notes"]))
    assert status == 200 and notes[0].startswith("this is a still picture") and "--" not in notes[0]
    _, headers, _ = client.ask("GET", query("/api/download", maze="wall:9x9#1", format="gif"))
    assert "x-notes" not in headers


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_page_shows_notes(address: str, browser: Browser, width: int, scheme: str) -> None:
    with opened(browser, width, scheme=scheme) as page:
        visit(page, address, CIRCLE)
        expect(page.locator("#notes p")).to_have_text(["T" + ACROSS[1:] + "."])
        page.click("#tab-play")
        expect(page.locator("#notes")).to_be_visible()  # as long as the maze is open
        visit(page, address, "wall:6x6#1")
        expect(page.locator("#notes")).to_be_hidden()
        page.click("#tab-files")
        page.set_input_files("#file", {"name": "map.txt", "mimeType": "text/plain", "buffer": b"#####\n#S E#\n#####\n"})
        expect(page.locator("#notes")).to_contain_text("was read as the wall.")
        with page.expect_download():
            page.click("#downloads a[data-format=gif]")
        expect(page.locator("#notes p")).to_have_count(2)
        expect(page.locator("#notes")).to_contain_text("This is a still picture")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
