"""The page in a real browser: playing, opening and saving, at both widths."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from mazeworks import load, make, save, solve
from mazeworks.core.facets import codec_of, structure_of
from mazeworks.play.session import Session
from tests.browser import page as opened
from tests.browser import visit
from tests.serving import wait_until


def way(id: str) -> list[str]:
    puzzle = load(id)
    solution = solve(puzzle)
    assert solution is not None
    return [codec_of(puzzle).move_name(move) for move in solution.moves]


#: A maze with a short way, on which arrows and letters lead in all four directions.
SHORT = "wall:6x5#28"
ARROWS = {"N": "ArrowUp", "S": "ArrowDown", "E": "ArrowRight", "W": "ArrowLeft"}


def test_the_keyboard_alone_plays_to_the_goal_and_the_best_is_kept(blank: Page, address: str) -> None:
    visit(blank, address, SHORT)
    blank.focus("#tab-make")
    for _ in range(3):
        blank.keyboard.press("ArrowRight")
    expect(blank.locator("#tab-play")).to_have_attribute("aria-selected", "true")
    expect(blank.locator("#choices button")).to_have_count(4)
    moves = way(SHORT)
    letters = {"N": "w", "S": "s", "E": "d", "W": "a"}
    blank.keyboard.press(letters[moves[0]])  # the tab has the focus, whose arrows go to other tabs
    expect(blank.locator("#moves")).to_have_text("1")
    blank.keyboard.press("Tab")
    for number, move in enumerate(moves[1:], 1):
        blank.keyboard.press(ARROWS[move] if number % 2 else letters[move])
        expect(blank.locator("#moves")).to_have_text(str(number + 1))
    expect(blank.locator("#status")).to_contain_text(f"Solved in {len(moves)} moves")
    expect(blank.locator("#best")).to_contain_text(f"best: {len(moves)} moves")
    blank.reload()
    expect(blank.locator("body")).to_have_attribute("data-maze", SHORT)
    blank.click("#tab-play")
    expect(blank.locator("#best")).to_contain_text(f"best: {len(moves)} moves")


@pytest.mark.parametrize("help", ["hint", "give-up"])
def test_a_result_with_help_is_not_kept_as_the_best(laptop: Page, address: str, help: str) -> None:
    visit(laptop, address, SHORT)
    laptop.click("#tab-play")
    moves = way(SHORT)
    laptop.click(f"#{help}")
    expect(laptop.locator("#status")).to_contain_text({"hint": "Hint:", "give-up": "Given up."}[help])
    laptop.evaluate("mazeworks.panels.play.game.game = 'forgotten'")  # the help is not forgotten with the game
    for number, move in enumerate(moves, 1):
        laptop.keyboard.press(ARROWS[move])
        expect(laptop.locator("#moves")).to_have_text(str(number))
    helped = {"hint": "with 1 hint", "give-up": "after giving up"}[help]
    expect(laptop.locator("#status")).to_contain_text(f"That was {helped}, so it is not kept as a best result.")
    laptop.keyboard.press("h")
    expect(laptop.locator("#status")).to_have_text("Already solved.")
    laptop.click("#give-up")
    expect(laptop.locator("#problem")).to_have_text("Already solved: there is nothing to give up.")
    expect(laptop.locator("#best")).to_have_text("")
    laptop.reload()
    expect(laptop.locator("body")).to_have_attribute("data-maze", SHORT)
    laptop.click("#tab-play")
    expect(laptop.locator("#choices button")).to_have_count(4)
    expect(laptop.locator("#best")).to_have_text("")


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


def test_a_puzzle_without_places_is_played_by_choosing(blank: Page, address: str) -> None:
    visit(blank, address, "jugs:#1")
    blank.click("#tab-play")
    for number, move in enumerate(way("jugs:#1"), 1):
        blank.click(f"#choices [data-move={move}]")
        expect(blank.locator("#moves")).to_have_text(str(number))
    expect(blank.locator("#status")).to_contain_text("Solved in 6 moves")


def test_a_game_that_the_server_forgot_goes_on(wide: Page) -> None:
    wide.click("#tab-play")
    moves = way("wall:12x10#7")
    expect(wide.locator("#choices button")).to_have_count(4)
    wide.keyboard.press(ARROWS[moves[0]])
    expect(wide.locator("#moves")).to_have_text("1")
    wide.evaluate("mazeworks.panels.play.game.game = 'forgotten'")
    wide.keyboard.press(ARROWS[moves[1]])  # which is not lost with the game
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
    status = page.locator("#status[aria-live]")
    expect(status).to_contain_text("The saved game game.json goes on: A wall maze of 9 by 7 cells: get to (")
    expect(status).to_contain_text("Ways:")
    assert page.evaluate("document.activeElement.tagName") == "CANVAS"


def test_a_file_can_be_dropped_and_a_bad_one_is_refused(wide: Page) -> None:
    drop = """(text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "map.txt", {type: "text/plain"}));
      document.body.dispatchEvent(new DragEvent("dragover", {dataTransfer: data, bubbles: true, cancelable: true}));
      document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
    }"""
    wide.evaluate(drop, "S##\n  #\n  E\n")
    expect(wide.locator("#status")).to_contain_text("A textmap maze of 3 by 3 cells")
    wide.evaluate(drop, "this is no maze")
    expect(wide.locator("#problem")).to_contain_text("not a maze in any known format")
    expect(wide.locator("#problem")).to_contain_text("map.txt")


def test_each_download_opens(page: Page, tmp_path: Path) -> None:
    """Each link is asked for as it stands; one alone is clicked, for browsers may ask before a page saves more."""
    page.click("#tab-files")
    page.check("#with-solution")
    links = page.locator("#downloads a")
    count = links.count()
    assert count >= 5
    for number in range(count):
        link = links.nth(number)
        form, name = link.get_attribute("data-format") or "", link.get_attribute("download") or ""
        answer = page.request.get(link.evaluate("link => link.href"))
        assert answer.ok
        target = tmp_path / f"{form}-{name}"
        target.write_bytes(answer.body())
        check_file(target, form)
    with page.expect_download() as download:
        page.click("#downloads a[data-format=svg]")
    assert download.value.failure() is None
    target = tmp_path / download.value.suggested_filename
    download.value.save_as(target)
    assert target.name == "maze.svg"
    check_file(target, "svg")
    expect(page.locator("#status")).to_have_text("maze.svg is written.")


def test_a_download_can_be_cancelled_and_a_refusal_is_shown(wide: Page) -> None:
    wide.click("#tab-files")
    held: list[Any] = []
    wide.route("**/api/download*", lambda route: held.append(route))
    wide.click("#downloads a[data-format=svg]")
    expect(wide.locator("#progress-words")).to_have_text("Writing maze.svg …")
    wide.click("#cancel")
    expect(wide.locator("#status")).to_have_text("Cancelled.")
    expect(wide.locator("#progress")).to_be_hidden()
    wide.unroute("**/api/download*")
    refusal = {"error": "out of memory; try a smaller maze"}
    wide.route("**/api/download*", lambda route: route.fulfill(status=503, json=refusal))
    wide.click("#downloads a[data-format=svg]")
    expect(wide.locator("#problem")).to_have_text("Out of memory; try a smaller maze.")


def check_file(target: Path, form: str) -> None:
    """What was downloaded is what its extension says."""
    data = target.read_bytes()
    beginnings = {".svg": b"<svg", ".png": b"\x89PNG", ".apng": b"\x89PNG", ".gif": b"GIF8", ".pdf": b"%PDF"}
    beginnings |= {".jpg": b"\xff\xd8\xff", ".webp": b"RIFF"}
    if target.suffix in beginnings:
        assert data.startswith(beginnings[target.suffix])
    elif form != "text":
        assert structure_of(load(target)).as_grid() is not None
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


def test_a_click_where_one_cannot_go_makes_no_move_and_the_clock_is_of_the_game(laptop: Page, address: str) -> None:
    visit(laptop, address, SHORT)
    laptop.click("#tab-play")
    expect(laptop.locator("#choices button")).to_have_count(4)
    assert laptop.evaluate("mazeworks.panels.play.clock.seconds") is None
    laptop.evaluate(
        "mazeworks.stage.board.onMove && mazeworks.stage.board.tap(...mazeworks.stage.board.camera.pixel(-3, -3))"
    )
    expect(laptop.locator("#status")).to_have_text("There is no way there.")
    expect(laptop.locator("#moves")).to_have_text("0")
    moves = way(SHORT)
    for number, move in enumerate(moves, 1):
        laptop.keyboard.press(ARROWS[move])
        expect(laptop.locator("#moves")).to_have_text(str(number))
    expect(laptop.locator("#status")).to_contain_text("Solved")
    kept = laptop.evaluate("mazeworks.panels.play.clock.seconds")
    assert kept > 0 and laptop.evaluate("mazeworks.panels.play.clock.seconds") == kept
    laptop.click("#reset")
    expect(laptop.locator("#moves")).to_have_text("0")
    assert laptop.evaluate("mazeworks.panels.play.clock.seconds") is None


def test_no_key_of_a_burst_is_lost_and_the_tab_shows_the_state_again(wide: Page) -> None:
    held: list[Any] = []
    wide.click("#tab-play")
    expect(wide.locator("#choices button")).to_have_count(4)
    wide.route(
        "**/api/games/*", lambda route: held.append(route), times=1
    )  # the first answer comes when all keys have been pressed
    moves = way("wall:12x10#7")
    for move in moves:
        wide.keyboard.press(ARROWS[move])
    wait_until(lambda: wide.evaluate("mazeworks.panels.play.waiting") == len(moves) and held)
    held[0].continue_()
    expect(wide.locator("#status")).to_contain_text(f"Solved in {len(moves)} moves")
    wide.click("#tab-files")
    expect(wide.locator("#status")).to_have_text("")
    wide.click("#tab-play")
    expect(wide.locator("#status")).to_contain_text(f"{len(moves)} moves; at")


def test_a_terrain_is_played_by_its_cost(laptop: Page, address: str) -> None:
    id = "terrain:6x5#2"
    visit(laptop, address, id)
    laptop.click("#tab-play")
    expect(laptop.locator("#rules")).to_contain_text("What counts is the cost")
    expect(laptop.locator("#cost")).to_have_text("cost 0")
    puzzle = load(id)
    solution = solve(puzzle)
    assert solution is not None and solution.cost is not None
    record = {"moves": 1, "cost": solution.cost + 1, "seconds": 0.1}
    laptop.evaluate(f"localStorage.setItem('mazeworks:best:{id}/', '{json.dumps(record)}')")
    for number, move in enumerate(solution.moves, 1):
        laptop.keyboard.press(ARROWS[codec_of(puzzle).move_name(move)])
        expect(laptop.locator("#moves")).to_have_text(str(number))
    expect(laptop.locator("#cost")).to_have_text(f"cost {solution.cost}")
    expect(laptop.locator("#status")).to_contain_text("That is the best so far.")  # though not in fewer moves
    expect(laptop.locator("#best")).to_contain_text(f"best: {len(solution)} moves, cost {solution.cost}")
    laptop.click("#reset")
    laptop.click("#give-up")
    expect(laptop.locator("#status")).to_contain_text(f"The cheapest way costs {solution.cost}")


def test_moves_and_rules_are_in_words_and_keys_mean_what_they_mean_in_the_terminal(laptop: Page, address: str) -> None:
    id = "wall:10x10,layout=circle#3"
    visit(laptop, address, id)
    laptop.click("#tab-play")
    expect(laptop.locator("#rules")).to_contain_text("Go from cell to cell")
    game = Session(load(id))
    for number, choice in enumerate(game.choices(), 1):
        expect(laptop.locator("#choices button").nth(number - 1)).to_contain_text(f"{number}. {choice.move}")
    expect(laptop.locator("#status")).to_contain_text("; ".join(choice.move for choice in game.choices()))
    for key, towards in (("ArrowUp", (0, -1)), ("ArrowRight", (1, 0)), ("ArrowDown", (0, 1)), ("ArrowLeft", (-1, 0))):
        wanted = game.towards(*towards)
        laptop.keyboard.press(key)
        if wanted is None:
            expect(laptop.locator("#status")).to_have_text("There is no way on in that direction.")
        else:
            expect(laptop.locator("#status")).to_contain_text(f"1 move; at {wanted.words}.")
            laptop.keyboard.press("u")
            expect(laptop.locator("#moves")).to_have_text("0")


def test_everything_needed_to_play_is_in_sight_on_a_phone(browser: Browser, address: str) -> None:
    with opened(browser, 390) as page:
        for id in ("wall:12x10#7", "jugs:#1", "wall:10x10,layout=circle,then=braid:0.25+perturb:12#3"):
            visit(page, address, id)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390  # though its id is one long word
            page.click("#tab-play")
            expect(page.locator("#choices button:not([disabled])")).not_to_have_count(0)
            page.evaluate("scrollTo(0, 0)")
            for name in ("#undo", "#hint", "#choices button >> nth=-1"):
                expect(page.locator(name)).to_be_in_viewport(ratio=1)


def test_a_format_that_shows_no_solution_says_so(laptop: Page, address: str) -> None:
    visit(laptop, address, "alice:5x5,candidates=3000#4")
    laptop.click("#tab-files")
    own = laptop.locator("#downloads a[data-format=alice]")
    expect(own).not_to_contain_text("without the solution", use_inner_text=True)
    laptop.check("#with-solution")
    expect(own).to_contain_text("without the solution", use_inner_text=True)
    expect(laptop.locator("#downloads a[data-format=svg]")).not_to_contain_text("without")
