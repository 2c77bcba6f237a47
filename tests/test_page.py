"""The page in a real browser: made, solved, stepped, raced, played, shared, opened and saved, at both widths."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from mazeworks import load, make, save, solve
from mazeworks.core.registry import generators, kinds, solvers
from tests.browser import browser as started
from tests.browser import page as opened
from tests.browser import serious
from tests.serving import as_command


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with as_command() as (client, _):
        yield client.address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started() as browser:
        yield browser


@pytest.fixture(params=[1280, 390])
def page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    with opened(browser, request.param) as page:
        visit(page, address, "wall:12x10#7")
        yield page


@pytest.fixture
def wide(browser: Browser, address: str) -> Iterator[Page]:
    with opened(browser) as page:
        visit(page, address, "wall:12x10#7")
        yield page


def visit(page: Page, address: str, id: str) -> None:
    page.goto(address + "?id=" + id.replace("#", "%23"))
    expect(page.locator("#maze-id")).to_have_text(id)
    expect(page.locator("body")).to_have_attribute("data-maze", id)


def way(id: str) -> list[str]:
    puzzle = load(id)
    solution = solve(puzzle)
    assert solution is not None
    return [puzzle.move_name(move) for move in solution.moves]


ARROWS = {"N": "ArrowUp", "S": "ArrowDown", "E": "ArrowRight", "W": "ArrowLeft"}


# --- make


def test_a_maze_is_made_as_asked_and_the_address_is_the_maze(page: Page) -> None:
    page.fill("#field-width", "30")
    page.fill("#field-height", "8")
    page.fill("#field-complexity", "0.9")
    page.fill("#seed", "42")
    page.click("#make")
    expect(page.locator("#maze-id")).to_have_text("wall:30x8,complexity=0.9#42")
    assert "?id=wall:30x8,complexity=0.9%2342" in page.url
    page.go_back()
    expect(page.locator("#maze-id")).to_have_text("wall:12x10#7")


def test_a_shared_link_is_the_same_maze_and_fills_the_form(browser: Browser, wide: Page) -> None:
    wide.fill("#seed", "99")
    wide.click("#make")
    expect(wide.locator("#maze-id")).to_have_text("wall:12x10#99")
    with opened(browser, 390) as other:
        other.goto(wide.url)
        expect(other.locator("#maze-id")).to_have_text("wall:12x10#99")
        expect(other.locator("#seed")).to_have_value("99")
        expect(other.locator("#field-width")).to_have_value("12")
        assert pixels(other) > 100


def test_every_kind_that_can_be_made_is_offered(wide: Page) -> None:
    offered = wide.locator("#kind option").evaluate_all("all => all.map(one => one.value)")
    assert offered == [kind.name for kind in kinds.values() if any(g.kind == kind.name for g in generators.values())]
    wide.select_option("#kind", "jugs")
    for parameter in generators["jugs"].parameters:
        expect(wide.locator(f"#field-{parameter.name}")).to_be_visible()
    wide.fill("#field-target", "2")
    wide.fill("#seed", "1")
    wide.click("#make")
    expect(wide.locator("#maze-id")).to_have_text("jugs:target=2#1")


def test_sliders_go_from_5_to_50_and_more_can_be_typed_up_to_the_limit(wide: Page) -> None:
    slider = wide.locator("#sizes input[type=range]").first
    assert (slider.get_attribute("min"), slider.get_attribute("max")) == ("5", "50")
    wide.fill("#field-width", "120")
    wide.click("#make")
    expect(wide.locator("#maze-id")).to_have_text(re.compile("wall:120x10#7"))
    wide.fill("#field-width", "900000")
    wide.click("#make")
    expect(wide.locator("#problem")).to_contain_text("900000x10 cells are more than")
    wide.fill("#field-width", "many")
    wide.click("#make")
    expect(wide.locator("#problem")).to_contain_text("whole number")
    expect(wide.locator("#maze-id")).to_have_text("wall:120x10#7")


def test_work_under_way_can_be_cancelled(wide: Page) -> None:
    wide.route("**/api/mazes", lambda route: None)  # never answered
    wide.click("#make-another")
    expect(wide.locator("#progress")).to_contain_text("Making")
    wide.click("#cancel")
    expect(wide.locator("#status")).to_have_text("Cancelled.")
    expect(wide.locator("#progress")).to_be_hidden()
    expect(wide.locator("#maze-id")).to_have_text("wall:12x10#7")


# --- watch and race


def test_a_solver_is_watched_step_by_step(page: Page) -> None:
    page.click("#tab-watch")
    page.select_option("#solver", "breadth_first")
    page.click("#solve")
    puzzle = make("wall", (12, 10), seed=7)
    solution = solve(puzzle, "breadth_first", trace=True)
    assert solution is not None and solution.trace is not None
    steps = len(solution.trace)
    expect(page.locator("#figures")).to_contain_text(f"{len(solution)} moves")
    expect(page.locator("#figures")).to_contain_text(f"{solution.explored} states")
    told = page.locator("#watch-controls output").first
    expect(told).to_have_text(f"{steps} of {steps}")
    whole = pixels(page)
    page.click("#watch-back")
    expect(told).to_have_text(f"{steps - 1} of {steps}")
    page.click("#watch-first")
    expect(told).to_have_text(f"0 of {steps}")
    assert pixels(page) < whole
    page.click("#watch-next")
    expect(told).to_have_text(f"1 of {steps}")
    page.locator("#watch-scrub").fill("5")
    expect(told).to_have_text(f"5 of {steps}")
    page.locator("#watch-speed").fill("16")
    page.click("#watch-play")
    expect(told).to_have_text(f"{steps} of {steps}")
    expect(page.locator("#watch-play")).to_have_attribute("aria-label", "Play")


def test_playing_a_search_can_be_paused(wide: Page) -> None:
    wide.click("#tab-watch")
    wide.click("#solve")
    wide.locator("#watch-speed").fill("2")
    wide.click("#watch-play")
    expect(wide.locator("#watch-play")).to_have_attribute("aria-label", "Pause")
    wide.click("#watch-play")
    expect(wide.locator("#watch-play")).to_have_attribute("aria-label", "Play")
    expect(wide.locator("#watch-controls output").first).not_to_have_text(re.compile(r"^(\d+) of \1$"))


def test_tasks_are_shown_in_colours(wide: Page) -> None:
    wide.click("#tab-watch")
    wide.select_option("#solver", "tasks")
    wide.click("#solve")
    expect(wide.locator("#figures")).to_contain_text("Tasks")
    expect(wide.locator("#legend")).to_contain_text("a colour for each task")


def test_solvers_that_do_not_apply_are_greyed_with_the_reason(wide: Page, address: str) -> None:
    visit(wide, address, "jugs:#1")
    wide.click("#tab-watch")
    off = wide.locator("#solver option[disabled]").all_inner_texts()
    assert any("it needs a rectangle of cells with walls" in text for text in off)
    assert len(off) + wide.locator("#solver option:not([disabled])").count() == len(solvers.values())
    wide.click("#solve")
    expect(wide.locator(".words")).to_contain_text("pour1to0")
    wide.click("#tab-race")
    expect(wide.locator("#racers input[disabled]")).to_have_count(len(off))


def test_solvers_race_side_by_side_in_step(page: Page) -> None:
    page.click("#tab-race")
    for name in ("a_star", "breadth_first", "depth_first", "left_hand"):
        page.check(f"#racers input[value={name}]")
    page.check("#racers input[value=tasks]")
    expect(page.locator("#race")).to_be_disabled()
    page.uncheck("#racers input[value=tasks]")
    page.locator("#race-speed").evaluate("input => { input.value = 16; }")
    page.click("#race")
    expect(page.locator(".lane")).to_have_count(4)
    expect(page.locator("#standings li")).to_have_count(4)
    puzzle = make("wall", (12, 10), seed=7)
    solution = solve(puzzle, "a_star")
    assert solution is not None
    expect(page.locator(".lane h3").first).to_contain_text(f"there in {solution.explored} steps, {len(solution)} moves")
    page.click("#race-first")
    page.click("#race-next")
    assert page.locator(".lane h3 span").all_inner_texts() == ["step 1"] * 4


# --- play


def test_the_keyboard_alone_plays_to_the_goal_and_the_best_is_kept(page: Page) -> None:
    page.focus("#tab-make")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-play")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#choices button")).to_have_count(4)
    page.keyboard.press("Tab")
    moves = way("wall:12x10#7")
    for number, move in enumerate(moves):
        page.keyboard.press(ARROWS[move] if number % 2 else {"N": "w", "S": "s", "E": "d", "W": "a"}[move])
        expect(page.locator("#moves")).to_have_text(str(number + 1))
    expect(page.locator("#status")).to_contain_text(f"Solved in {len(moves)} moves")
    expect(page.locator("#best")).to_contain_text(f"best: {len(moves)} moves")
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-maze", "wall:12x10#7")
    page.click("#tab-play")
    expect(page.locator("#best")).to_contain_text(f"best: {len(moves)} moves")


def test_undo_redo_hint_reset_and_giving_up(page: Page) -> None:
    page.click("#tab-play")
    moves = way("wall:12x10#7")
    page.click("#hint")
    expect(page.locator("#choices .hinted")).to_have_attribute("data-move", moves[0])
    expect(page.locator("#status")).to_contain_text("Hint:")
    page.click(".hinted")
    expect(page.locator("#moves")).to_have_text("1")
    page.click("#undo")
    expect(page.locator("#moves")).to_have_text("0")
    expect(page.locator("#undo")).to_be_disabled()
    page.click("#redo")
    expect(page.locator("#moves")).to_have_text("1")
    page.keyboard.press("u")
    expect(page.locator("#moves")).to_have_text("0")
    page.keyboard.press("r")
    page.click("#reset")
    expect(page.locator("#moves")).to_have_text("0")
    page.click("#give-up")
    expect(page.locator("#status")).to_contain_text(f"The shortest way takes {len(moves)} moves")


def test_clicking_where_one_can_go_and_swiping_move(page: Page) -> None:
    page.click("#tab-play")
    expect(page.locator("#choices button:not([disabled])")).not_to_have_count(0)
    choice = page.evaluate("mazeworks.panels.play.game.choices[0]")
    x, y = page.evaluate(
        "([x, y]) => { const {camera, canvas} = mazeworks.stage.board; const box = canvas.getBoundingClientRect();"
        " const [px, py] = camera.pixel(x, y); return [px / devicePixelRatio, py / devicePixelRatio]; }",
        choice["spot"],
    )
    page.locator("#board canvas").click(position={"x": x, "y": y})
    expect(page.locator("#moves")).to_have_text("1")
    page.click("#reset")
    expect(page.locator("#moves")).to_have_text("0")
    dx, dy = {"N": (0, -80), "S": (0, 80), "E": (80, 0), "W": (-80, 0)}[choice["move"]]
    page.locator("#board canvas").evaluate(
        """(canvas, [dx, dy]) => {
          const box = canvas.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
          canvas.setPointerCapture = () => {};
          const send = (type, x, y) => canvas.dispatchEvent(new PointerEvent(type,
            {pointerId: 7, pointerType: "touch", clientX: x, clientY: y, bubbles: true}));
          send("pointerdown", x, y);
          for (let i = 1; i <= 8; i++) send("pointermove", x + dx * i / 8, y + dy * i / 8);
          send("pointerup", x + dx, y + dy);
        }""",
        [dx, dy],
    )
    expect(page.locator("#moves")).not_to_have_text("0")


def test_a_puzzle_without_places_is_played_by_choosing(page: Page, address: str) -> None:
    visit(page, address, "jugs:#1")
    page.click("#tab-play")
    for number, move in enumerate(way("jugs:#1"), 1):
        page.click(f"#choices [data-move={move}]")
        expect(page.locator("#moves")).to_have_text(str(number))
    expect(page.locator("#status")).to_contain_text("Solved in 6 moves")


def test_a_game_that_the_server_forgot_goes_on(wide: Page) -> None:
    wide.click("#tab-play")
    moves = way("wall:12x10#7")
    expect(wide.locator("#choices button")).to_have_count(4)
    wide.keyboard.press(ARROWS[moves[0]])
    expect(wide.locator("#moves")).to_have_text("1")
    wide.evaluate("mazeworks.panels.play.game.game = 'forgotten'")
    wide.keyboard.press(ARROWS[moves[1]])
    expect(wide.locator("#undo")).to_be_enabled()
    expect(wide.locator("#moves")).to_have_text("1")
    wide.keyboard.press(ARROWS[moves[1]])
    expect(wide.locator("#moves")).to_have_text("2")


# --- files


def test_files_are_opened_and_a_saved_game_goes_on(page: Page, tmp_path: Path) -> None:
    target = tmp_path / "maze.txt"
    save(make("wall", (9, 7), seed=1), target)
    page.click("#tab-files")
    page.set_input_files("#file", target)
    expect(page.locator("#status")).to_contain_text("9 by 7 cells")
    expect(page.locator("#maze-id")).to_contain_text("a file")
    page.click("#tab-play")
    page.click("#hint")
    page.click(".hinted")
    expect(page.locator("#moves")).to_have_text("1")
    with page.expect_download() as download:
        page.click("#save-game")
    game = tmp_path / "game.json"
    download.value.save_as(game)
    assert json.loads(game.read_text())["mazeworks_game"] == 1
    page.click("#tab-files")
    page.set_input_files("#file", game)
    expect(page.locator("#tab-play")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#moves")).to_have_text("1")


def test_a_file_can_be_dropped_and_a_bad_one_is_told(wide: Page) -> None:
    drop = """(text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "map.txt", {type: "text/plain"}));
      document.body.dispatchEvent(new DragEvent("dragover", {dataTransfer: data, bubbles: true, cancelable: true}));
      document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
    }"""
    wide.evaluate(drop, "S##\n  #\n  E\n")
    expect(wide.locator("#status")).to_contain_text("A textmap maze of 3 by 3 cells")
    wide.evaluate(drop, "this is no maze")
    expect(wide.locator("#problem")).to_contain_text("no maze in any format known")
    expect(wide.locator("#problem")).to_contain_text("map.txt")


def test_each_download_opens(page: Page, tmp_path: Path) -> None:
    page.click("#tab-files")
    page.check("#with-solution")
    links = page.locator("#downloads a")
    count = links.count()
    assert count >= 5
    for number in range(count):
        link = links.nth(number)
        form = link.get_attribute("data-format")
        for _ in range(20):  # on a machine that still compiles kernels, work may take longer than is allowed at first
            answer = page.request.get(page.evaluate("link => link.href", link.element_handle()), timeout=120_000)
            if answer.status != 503:
                break
        assert answer.ok, answer.text()
        name = answer.headers["content-disposition"].partition("filename=")[2].strip('"') or "maze"
        target = tmp_path / f"{form}-{name}"
        target.write_bytes(answer.body())
        check_file(target, form or "")


def check_file(target: Path, form: str) -> None:
    """What was downloaded is what its extension says."""
    data = target.read_bytes()
    beginnings = {".svg": b"<svg", ".png": b"\x89PNG", ".apng": b"\x89PNG", ".gif": b"GIF8", ".pdf": b"%PDF"}
    if target.suffix in beginnings:
        assert data.startswith(beginnings[target.suffix])
    elif form != "text":
        assert load(target).as_grid() is not None
    else:
        assert data.decode()


def test_an_id_can_be_opened_by_hand(wide: Page) -> None:
    wide.click("#tab-files")
    wide.fill("#id-field", "wall:6x6#1")
    wide.keyboard.press("Enter")
    expect(wide.locator("#maze-id")).to_have_text("wall:6x6#1")
    wide.fill("#id-field", "wall:6x6")
    wide.keyboard.press("Enter")
    expect(wide.locator("#problem")).to_contain_text("has no seed")


# --- large, themes, access


def pixels(page: Page) -> int:
    """How many pixels of the board are drawn on."""
    script = """() => { const c = document.querySelector("#board canvas");
      const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
      let n = 0; for (let i = 3; i < d.length; i += 4) n += d[i] > 0; return n; }"""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
    return int(page.evaluate(script))


def test_a_large_maze_is_drawn_zoomed_and_panned(wide: Page, address: str) -> None:
    visit(wide, address, "wall:1000x1000#5")
    far = pixels(wide)
    assert far > 200_000
    for _ in range(12):
        wide.click("#zoom-in")
    wide.wait_for_timeout(200)
    assert wide.evaluate("mazeworks.stage.board.camera.scale") > 20
    before = wide.evaluate("mazeworks.stage.board.camera.x")
    box = wide.locator("#board canvas").bounding_box()
    assert box is not None
    wide.mouse.move(box["x"] + 300, box["y"] + 300)
    wide.mouse.down()
    wide.mouse.move(box["x"] + 100, box["y"] + 250, steps=5)
    wide.mouse.up()
    assert wide.evaluate("mazeworks.stage.board.camera.x") > before
    wide.focus("#board canvas")
    wide.keyboard.press("0")
    assert wide.evaluate("mazeworks.stage.board.camera.fitted")
    wide.click("#tab-play")
    expect(wide.locator("#choices button:not([disabled])")).not_to_have_count(0)
    assert wide.evaluate("mazeworks.stage.board.camera.scale") >= 7


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
        light = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert light != dark and page.locator("#theme").inner_text() == "Theme: light"
        page.reload()
        expect(page.locator("#theme")).to_have_text("Theme: light")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == light


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_no_serious_fault_of_access_in_any_view(browser: Browser, address: str, width: int, scheme: str) -> None:
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
                assert serious(page) == [], f"{id} {view}"
                assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.goto(address + "docs")
        expect(page.locator("section h2").first).to_be_visible()
        assert serious(page) == []


def test_the_described_api_is_a_page_of_its_own(wide: Page, address: str) -> None:
    wide.goto(address + "docs")
    expect(wide.locator("main")).to_contain_text("/api/mazes")
    expect(wide.locator("main")).to_contain_text("Too many requests at once")
