"""The page in a real browser: large mazes, themes, access by keyboard and screen reader, the described API."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import faults, pixels, visit
from tests.browser import page as opened
from tests.serving import wait_until


def test_a_large_maze_is_drawn_zoomed_and_panned(laptop: Page, address: str) -> None:
    visit(laptop, address, "wall:1000x1000#5")
    far = pixels(laptop)
    assert far > 200_000
    for _ in range(12):
        laptop.click("#zoom-in")
    wait_until(lambda: laptop.evaluate("mazeworks.stage.board.camera.scale") > 20)
    before = laptop.evaluate("mazeworks.stage.board.camera.x")
    box = laptop.locator("#board canvas").bounding_box()
    assert box is not None
    laptop.mouse.move(box["x"] + 300, box["y"] + 300)
    laptop.mouse.down()
    laptop.mouse.move(box["x"] + 100, box["y"] + 250, steps=5)
    laptop.mouse.up()
    wait_until(lambda: laptop.evaluate("mazeworks.stage.board.camera.x") > before)
    laptop.focus("#board canvas")
    laptop.keyboard.press("0")
    wait_until(lambda: laptop.evaluate("mazeworks.stage.board.camera.fitted"))
    laptop.click("#tab-play")
    expect(laptop.locator("#choices button:not([disabled])")).not_to_have_count(0)
    assert laptop.evaluate("mazeworks.stage.board.camera.scale") >= 7


def test_what_is_drawn_is_the_maze(wide: Page) -> None:
    """Between any two neighbouring cells the canvas shows a wall exactly where one stands, direct and from tiles."""
    script = """(tiles) => {
      const {stage} = mazeworks, {board, maze} = stage, {camera} = board;
      if (tiles) { camera.scale = 16; board.tiles.draw = function (context, camera) {
        return this.drawTiles(context, camera, [0, 0, maze.width, maze.height]); }; }
      board.picture = {};
      board.draw(); board.draw(); board.draw();
      const wrong = [];
      const dark = (x, y) => board.context.getImageData(...camera.pixel(x, y).map(Math.round), 1, 1).data[3] > 100;
      for (let y = 0; y < maze.height; y++) for (let x = 0; x < maze.width; x++) {
        const walls = maze.walls[y * maze.width + x];
        if (dark(x + 1, y + 0.25) !== Boolean(walls & 4)) wrong.push([x, y, "E"]);
        if (dark(x + 0.25, y + 1) !== Boolean(walls & 2)) wrong.push([x, y, "S"]);
      }
      return wrong;
    }"""
    assert wide.evaluate(script, False) == []
    assert wide.evaluate(script, True) == []


def test_the_theme_follows_the_system_and_can_be_switched(browser: Browser, address: str) -> None:
    with opened(browser, scheme="dark") as page:
        visit(page, address, "wall:12x10#7")
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
        page.click("#theme")
        expect(page.locator("#theme")).to_have_text("Theme: light")
        light = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert light != dark
        page.reload()
        expect(page.locator("#theme")).to_have_text("Theme: light")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == light


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_no_fault_of_access_in_any_view(browser: Browser, address: str, width: int, scheme: str) -> None:
    with opened(browser, width, scheme=scheme) as page:
        for id in ("wall:12x10#7", "jugs:#1"):
            visit(page, address, id)
            for view in ("make", "watch", "race", "play", "files"):
                page.click(f"#tab-{view}")
                if view in ("watch", "race"):
                    page.click({"watch": "#solve", "race": "#race"}[view])
                    expect(page.locator({"watch": "#figures", "race": ".lane >> nth=0"}[view])).to_be_visible()
                if view == "play":
                    page.click("#hint")
                    expect(page.locator(".hinted")).to_have_count(1)
                assert faults(page) == [], f"{id} {view}"
                assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.goto(address + "docs")
        expect(page.locator("section h2").first).to_be_visible()
        assert faults(page) == []


VIEWS = ("make", "watch", "race", "play", "files")


def enter(page: Page, view: str) -> None:
    """Open a view, with something in it."""
    page.click(f"#tab-{view}")
    if view in ("watch", "race"):
        page.click({"watch": "#solve", "race": "#race"}[view])
        expect(page.locator({"watch": "#figures", "race": "#standings"}[view])).to_be_visible()
    if view == "play":
        expect(page.locator("#choices button:not([disabled])")).not_to_have_count(0)


def test_a_thumb_hits_everything_on_a_phone_and_nothing_runs_over_its_edge(browser: Browser, address: str) -> None:
    small = """() => [...document.querySelectorAll("button, select, input:not([type=checkbox]), label.check, a[href]")]
    .filter((one) => {
      const {height, width, right} = one.getBoundingClientRect();
      const small = Math.min(height, width) < 39.5, over = right > innerWidth + 0.5;
      return one.checkVisibility() && !one.matches(".skip") && (small || over);
    }).map((one) => `${one.tagName} ${one.id} ${one.textContent.slice(0, 20)}`)"""
    with opened(browser, 390) as page:
        for id in ("wall:12x10#7", "jugs:#1", "wall:8x8,layout=floors:2#1", "terrain:20x10#1", "coloured:5x5#1"):
            visit(page, address, id)
            for view in VIEWS:
                enter(page, view)
                assert page.evaluate(small) == [], f"{id} {view}"
                assert page.evaluate("document.documentElement.scrollWidth") <= 390, f"{id} {view}"
        page.goto(address + "docs")
        expect(page.locator("section h2").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390)])
def test_the_narrowest_phone_and_one_on_its_side_do(browser: Browser, address: str, width: int, height: int) -> None:
    apart = """() => [...document.querySelectorAll("[role=tab]")].every((tab) => tab.scrollWidth <= tab.clientWidth)"""
    with opened(browser, width, height) as page:
        for id in ("wall:12x10#7", "jugs:#1"):
            visit(page, address, id)
            for view in VIEWS:
                enter(page, view)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{id} {view}"
                assert page.evaluate(apart)
        if width > height:
            visit(page, address, "wall:12x10#7")
            enter(page, "play")
            page.evaluate("scrollTo(0, 0)")
            for name in ("#board", "#undo", "#hint", "#choices button >> nth=-1"):
                expect(page.locator(name)).to_be_in_viewport(ratio=1)


def test_a_finger_on_the_board_scrolls_the_page_where_it_neither_pans_nor_plays(wide: Page) -> None:
    canvas = wide.locator("#board canvas")
    expect(canvas).to_have_css("touch-action", "pan-x pan-y")
    wide.click("#zoom-in")
    expect(canvas).to_have_css("touch-action", "none")
    wide.click("#zoom-fit")
    expect(canvas).to_have_css("touch-action", "pan-x pan-y")
    wide.click("#tab-play")
    expect(canvas).to_have_css("touch-action", "none")


def test_without_an_open_maze_the_fault_stays_and_what_needs_one_is_off(browser: Browser, address: str) -> None:
    with opened(browser) as page:
        page.goto(address + "?id=zzz")
        expect(page.locator("#problem")).to_contain_text("has no seed")
        for view, button in (("watch", "solve"), ("race", "race"), ("play", "hint"), ("files", "with-solution")):
            page.click(f"#tab-{view}")
            expect(page.locator("#status")).to_have_text("No maze is open.")
            expect(page.locator("#problem")).to_contain_text("has no seed")
            expect(page.locator(f"#{button}")).to_be_disabled()
        page.fill("#id-field", "wall:6x6#1")
        page.keyboard.press("Enter")
        expect(page.locator("#maze-id")).to_have_text("wall:6x6#1")
        expect(page.locator("#problem")).to_be_hidden()
        expect(page.locator("#with-solution")).to_be_enabled()


SEEN = """() => {
  const one = document.activeElement, style = getComputedStyle(one), box = one.getBoundingClientRect();
  if (one === document.body) return null;
  const hidden = [...document.querySelectorAll(".act")].some((bar) => !bar.contains(one) && bar.checkVisibility()
    && box.bottom > bar.getBoundingClientRect().top + 1 && box.top < bar.getBoundingClientRect().bottom
    && bar.getBoundingClientRect().left < box.right && box.left < bar.getBoundingClientRect().right);
  const frame = one.closest(".board")?.getBoundingClientRect();
  const room = parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth);
  const clipped = frame && frame.left > box.left - room;
  const inside = box.bottom > 0 && box.top < innerHeight;
  const name = one.id || one.className || one.textContent.trim() || one.tagName;
  return [name, style.outlineStyle !== "none" && inside && !hidden && !clipped];
}"""


@pytest.mark.parametrize("view", VIEWS)
def test_the_focus_goes_everywhere_is_seen_and_never_trapped(page: Page, view: str) -> None:
    enter(page, view)
    page.evaluate("document.activeElement.blur()")
    page.locator("h1").click()  # where the keyboard begins
    stops = []
    for _ in range(80):
        page.keyboard.press("Tab")
        stop = page.evaluate(SEEN)
        if stop is None:
            break
        stops.append(stop)
    assert stop is None, "the focus never leaves the page again"
    assert [name for name, seen in stops if not seen] == []
    names = [name for name, _ in stops]
    wanted = {"make": "make", "watch": "watch-play", "race": "race", "play": "hint", "files": "file"}[view]
    assert f"tab-{view}" in names and wanted in names and len(set(names)) >= 8


def test_a_maze_is_made_solved_and_raced_by_the_keyboard_alone(wide: Page) -> None:
    def tab_to(id: str) -> None:
        for _ in range(80):
            if wide.evaluate("document.activeElement.id") == id:
                return
            wide.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not come to {id}")

    tab_to("tab-make")
    tab_to("seed")
    wide.keyboard.press("Control+a")
    wide.keyboard.type("8")
    wide.keyboard.press("Enter")
    expect(wide.locator("#maze-id")).to_have_text("wall:12x10#8")
    wide.focus("#tab-make")
    wide.keyboard.press("ArrowRight")
    tab_to("solver")
    for _ in range(40):  # not by letters, which count as one word only if they come quickly
        if wide.evaluate("document.activeElement.value") == "tremaux":
            break
        wide.keyboard.press("ArrowDown")
    tab_to("solve")
    wide.keyboard.press("Enter")
    expect(wide.locator("#status")).to_contain_text("tremaux found a way")
    tab_to("watch-back")
    wide.keyboard.press("Space")
    expect(wide.locator("#watch-next")).to_be_enabled()
    tab_to("watch-scrub")
    wide.keyboard.press("Home")
    expect(wide.locator("#watch-first")).to_be_disabled()
    wide.focus("#tab-watch")
    wide.keyboard.press("ArrowRight")
    tab_to("race")
    wide.keyboard.press("Enter")
    expect(wide.locator("#standings li")).to_have_count(3)  # it runs to its end by itself
    tab_to("race-first")
    wide.keyboard.press("Enter")
    expect(wide.locator("#standings")).to_be_hidden()
    tab_to("race-last")
    wide.keyboard.press("Enter")
    expect(wide.locator("#standings li")).to_have_count(3)


def test_the_described_api_is_a_page_of_its_own(laptop: Page, address: str) -> None:
    laptop.goto(address + "docs")
    expect(laptop.locator("main")).to_contain_text("/api/mazes")
    expect(laptop.locator("main")).to_contain_text("Too many requests at once")


@contextmanager
def elsewhere(html: str) -> Iterator[str]:
    """Another site, with one page."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *parts: object) -> None:
            """Says nothing."""

    with HTTPServer(("127.0.0.1", 0), Site) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{site.server_port}/"
        finally:
            site.shutdown()


def test_a_page_elsewhere_may_lead_here_but_not_have_work_done(browser: Browser, address: str) -> None:
    picture = f"{address}api/download?maze=wall:6x6%231&format=png"
    link = f"<link rel=icon href=data:,><a href='{address}?id=wall:6x6%231'>a maze</a>"
    with elsewhere(link) as other, opened(browser) as page:
        page.goto(other)
        with page.expect_response("**/api/download*") as answer:
            page.evaluate("(address) => { location.href = address; }", picture)
        assert answer.value.status == 403
        expect(page.locator("body")).to_contain_text("other sites")
        page.goto(other)
        page.click("a")
        expect(page.locator("#maze-id")).to_have_text("wall:6x6#1")
        assert page.evaluate("async (address) => (await fetch(address)).status", picture) == 200
