"""The page in a real browser: making, sharing, solving, watching and racing, at both widths."""

import re
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from mazeworks import load, make, solve
from mazeworks.core.registry import generators, kinds, solvers
from mazeworks.web.link import pack
from tests import ROOT
from tests.browser import page as opened
from tests.browser import pixels, visit


def test_a_maze_is_made_as_asked_and_the_address_is_the_maze(page: Page) -> None:
    page.fill("#field-width", "30")
    page.fill("#field-height", "8")
    page.fill("#field-complexity", "0.9")
    page.fill("#seed", "42")
    page.click("#make")
    expect(page.locator("#maze-id")).to_have_text("wall:30x8,complexity=0.9#42")
    expect(page).to_have_url(re.compile(re.escape("?id=wall:30x8,complexity=0.9%2342")))
    page.go_back()
    expect(page.locator("#maze-id")).to_have_text("wall:12x10#7")


def test_a_shared_link_is_the_same_maze_and_fills_the_form(browser: Browser, wide: Page) -> None:
    wide.fill("#seed", "99")
    wide.click("#make")
    expect(wide.locator("#maze-id")).to_have_text("wall:12x10#99")
    with opened(browser, 390) as other:
        other.goto(wide.evaluate("location.href"))
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


def test_each_kind_begins_with_its_own_size_and_parameters(wide: Page) -> None:
    wide.fill("#field-complexity", "0.9")
    for kind in (kind for kind in kinds.values() if kind.generator):
        wide.select_option("#kind", kind.name)
        generator = generators[kind.generator]
        for name, number in zip(("width", "height"), generator.size or (), strict=False):
            expect(wide.locator(f"#field-{name}")).to_have_value(str(number))
        assert wide.evaluate("[...mazeworks.panels.make.changed.parameters.keys()]") == []
    wide.select_option("#kind", "wall")
    wide.fill("#field-width", "33")
    wide.select_option("#field-layout", "hexagon")
    wide.select_option("#generator", "wilson")
    expect(wide.locator("#field-width")).to_have_value("33")
    expect(wide.locator("#field-layout")).to_have_value("hexagon")


def test_the_link_of_a_puzzle_that_was_searched_for_carries_it(browser: Browser, wide: Page, address: str) -> None:
    wide.select_option("#kind", "alice")
    wide.fill("#field-width", "5")
    wide.fill("#field-height", "5")
    wide.fill("#field-candidates", "3000")
    wide.fill("#seed", "4")
    wide.click("#make")
    expect(wide.locator("#maze-id")).to_have_text("alice:5x5,candidates=3000#4")
    here = wide.evaluate("location.href")
    assert "&puzzle=" in here
    with opened(browser) as other:
        elsewhere = here.replace("candidates=3000", "candidates=999999999")  # which takes too long
        other.goto(elsewhere)
        expect(other.locator("#maze-id")).to_have_text("alice:5x5,candidates=999999999#4, as its link says")
        expect(other).to_have_url(elsewhere)
        same = "() => JSON.stringify(mazeworks.maze.scene)"
        assert other.evaluate(same) == wide.evaluate(same)
        other.click("#tab-play")
        expect(other.locator("#choices button")).not_to_have_count(0)


def test_an_outline_is_taken_from_a_text_or_an_image(page: Page, browser: Browser, tmp_path: Path) -> None:
    drawn = tmp_path / "ring.txt"
    drawn.write_text("".join("##..##\n" if y % 3 else "######\n" for y in range(7)))
    page.set_input_files("#field-mask", drawn)
    expect(page.locator("#panel-make")).to_contain_text("6 by 7 marks from ring.txt")
    expect(page.locator("#field-width")).to_have_value("6")
    expect(page.locator("#field-height")).to_have_value("7")
    page.fill("#seed", "3")
    page.click("#make")
    masked = make("wall", (6, 7), seed=3, mask=drawn)
    expect(page.locator("#maze-id")).to_have_text(masked.id or "")
    assert page.evaluate("mazeworks.view.kind") == masked.kind == "wall"
    with opened(browser) as other:
        other.goto(page.evaluate("location.href"))
        expect(other.locator("#maze-id")).to_have_text(masked.id or "")
        expect(other.locator("#panel-make")).to_contain_text("6 by 7 marks")
    page.click("#remove-mask")
    page.click("#make")
    expect(page.locator("#maze-id")).to_have_text("wall:6x7#3")
    image = tmp_path / "dot.png"
    Image.radial_gradient("L").save(image)
    page.set_input_files("#field-mask", image)
    expect(page.locator("#panel-make")).to_contain_text("marks from dot.png")
    page.select_option("#field-layout", "hexagon")
    page.click("#make")
    expect(page.locator("#maze-id")).to_have_text(re.compile("layout=hexagon,mask=~"))
    script = tmp_path / "script.js"
    script.write_text("let x = 1; " * 50_000)
    page.set_input_files("#field-mask", script)
    expect(page.locator("#problem")).to_contain_text("The mask has")
    assert "pathlib" not in page.content()


def test_an_outline_too_large_for_a_link_says_so(wide: Page, tmp_path: Path) -> None:
    image = tmp_path / "noise.png"
    Image.effect_noise((300, 300), 90).save(image)
    wide.set_input_files("#field-mask", image)
    expect(wide.locator("#panel-make")).to_contain_text("from noise.png")
    wide.select_option("#field-layout", "hexagon")
    wide.fill("#field-width", "120")
    wide.fill("#field-height", "120")
    wide.click("#make")
    expect(wide.locator("#maze-id")).to_have_text("no id, because the outline is too large for one")
    expect(wide.locator("#notes")).to_contain_text("too large for a link")
    expect(wide.locator("#copy-link")).to_be_hidden()
    assert wide.evaluate("location.search") == ""
    wide.click("#tab-play")
    expect(wide.locator("#choices button")).not_to_have_count(0)


def test_a_layout_is_chosen_with_its_setting(wide: Page) -> None:
    expect(wide.locator("#field-layout-setting")).to_be_hidden()
    wide.select_option("#field-layout", "floors")
    expect(wide.locator("#field-layout-setting")).to_have_value("3")
    wide.fill("#field-layout-setting", "2")
    wide.click("#make")
    expect(wide.locator("#maze-id")).to_have_text("wall:12x10,layout=floors:2#7")
    expect(wide.locator("#field-layout")).to_have_value("floors")
    expect(wide.locator("#field-layout-setting")).to_have_value("2")


def test_sliders_go_from_5_to_50_and_more_can_be_typed_up_to_the_limit(wide: Page) -> None:
    slider = wide.locator("#sizes input[type=range]").first
    assert (slider.get_attribute("min"), slider.get_attribute("max")) == ("5", "50")
    wide.fill("#field-width", "120")
    wide.click("#make")
    expect(wide.locator("#maze-id")).to_have_text(re.compile("wall:120x10#7"))
    wide.fill("#field-width", "900000")
    wide.click("#make")
    expect(wide.locator("#problem")).to_contain_text("900000x10 cells are more than")
    expect(wide.locator("[aria-invalid]")).to_have_count(2)
    wide.fill("#field-width", "many")
    wide.click("#make")
    expect(wide.locator("#problem")).to_have_text('The width is a whole number, at least 1, not "many".')
    expect(wide.locator("#field-width")).to_have_attribute("aria-invalid", "true")
    wide.fill("#field-width", "20")
    expect(wide.locator("[aria-invalid]")).to_have_count(0)
    expect(wide.locator("#maze-id")).to_have_text("wall:120x10#7")


def test_errors_in_the_form_use_its_words(wide: Page) -> None:
    wide.fill("#seed", "seven")
    wide.click("#make")
    expect(wide.locator("#problem")).to_have_text('The seed is a whole number of at most 19 digits, not "seven".')
    wide.fill("#seed", "7")
    wide.fill("#field-complexity", "2")
    wide.click("#make")
    expect(wide.locator("#problem")).to_have_text("Complexity is a number from 0 to 1, not '2'.")
    expect(wide.locator("[aria-invalid]")).to_have_attribute("id", "field-complexity")


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
    shown = page.locator("#watch-controls output").first
    expect(shown).to_have_text(f"{steps} of {steps}")
    whole = pixels(page)
    page.click("#watch-back")
    expect(shown).to_have_text(f"{steps - 1} of {steps}")
    page.click("#watch-first")
    expect(shown).to_have_text(f"0 of {steps}")
    assert pixels(page) < whole
    page.click("#watch-next")
    expect(shown).to_have_text(f"1 of {steps}")
    page.locator("#watch-scrub").fill("5")
    expect(shown).to_have_text(f"5 of {steps}")
    page.locator("#watch-speed").fill("16")
    page.click("#watch-play")
    expect(shown).to_have_text(f"{steps} of {steps}")
    expect(page.locator("#watch-play")).to_have_attribute("aria-label", "Play")


def test_playing_a_search_can_be_paused(wide: Page) -> None:
    wide.click("#tab-watch")
    wide.click("#solve")
    wide.locator("#watch-speed").fill("0")  # a step a second, so that it goes on for minutes
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
    expect(wide.locator("#legend")).to_contain_text(
        re.compile("^T1 … T[2-8]; green frame: live; green bar: will start there; red: stopped$")
    )


def test_the_tasks_of_the_figure_are_watched_step_by_step(laptop: Page, address: str) -> None:
    laptop.goto(f"{address}?puzzle={pack(load(ROOT / 'examples/wall/tasks.txt'))}")
    expect(laptop.locator("#status")).to_contain_text("4 by 4 cells")
    laptop.click("#tab-watch")
    laptop.select_option("#solver", "tasks")
    laptop.click("#solve")
    words = laptop.locator("#task-words")
    expect(words).to_have_text("T7 enters (0, 0), the goal; no other task is live")
    expect(laptop.locator("#figures")).to_contain_text("Tasks7Stopped by the signal0Never touched2 cells")
    laptop.click("#watch-first")
    expect(words).to_have_text("The start (1, 2) starts T1 north, T2 south, T3 east; live: T1 T2 T3")
    for number, line in enumerate(
        (
            "T1 enters (1, 1) and ends; live: T2 T3",
            "T2 enters (1, 3); live: T2 T3",
            "T3 enters (2, 2); live: T2 T3",
            "T2 enters (0, 3) and ends; live: T3",
            "T3 enters (3, 2) and starts T4 north, T5 south; live: T4 T5",
            "T4 enters (3, 1) and starts T6 north, T7 west; live: T5 T6 T7",
        ),
        start=1,
    ):
        laptop.click("#watch-next")
        expect(words).to_have_text(line)
        expect(laptop.locator("#watch-controls output").first).to_have_text(f"{number} of 13")  # as in the terminal
    grounds = [colour_at(laptop, x, y) for x, y in ((1, 1), (1, 3), (3, 2), (3, 1))]
    assert len(set(grounds)) == 4 and all(colour[3] for colour in grounds)  # T1 to T4
    assert not any(colour_at(laptop, x, y)[3] for x, y in ((3, 3), (2, 1), (0, 1), (0, 2)))  # not yet, and never
    green, rim = colour_at(laptop, 3, 1, 0.085, 0.5), colour_at(laptop, 3, 2, 0.085, 0.5)
    assert green == colour_at(laptop, 1, 2, 0.5, 0.5) != rim  # T7 is born at the western side of its junction
    laptop.click("#watch-last")
    laptop.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
    assert not any(colour_at(laptop, x, y)[3] for x, y in ((0, 1), (0, 2)))
    for x, y in ((2, 2), (3, 2), (3, 1), (2, 1), (2, 0), (1, 0)):  # the path leaves the names in the corners free
        corner = colours_at(laptop, [(x + 0.12 + i / 100, y + 0.12 + j / 100) for i in range(18) for j in range(18)])
        path, ground = colours_at(laptop, [(x + 0.5, y + 0.5), (x + 0.75, y + 0.75)])
        assert path not in corner and max(corner) == ground and sum(min(corner)[:3]) < 300  # letters on the ground


def colour_at(page: Page, x: int, y: int, across: float = 0.75, down: float = 0.75) -> tuple[int, ...]:
    """The pixel of a cell on the board, of a maze of 4 by 4 cells that is shown as a whole."""
    (colour,) = colours_at(page, [(x + across, y + down)])
    return colour


def colours_at(page: Page, points: list[tuple[float, float]]) -> list[tuple[int, ...]]:
    """The pixels at some points of that maze, in cells."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
    script = """points => points.map(([x, y]) => { const c = document.querySelector("#board canvas");
      const scale = Math.min(Math.min((c.width - 56) / 4, (c.height - 56) / 4), 90 * devicePixelRatio);
      const at = [(x - 2) * scale + c.width / 2, (y - 2) * scale + c.height / 2].map(Math.round);
      return [...c.getContext("2d").getImageData(...at, 1, 1).data]; })"""
    return [tuple(colour) for colour in page.evaluate(script, points)]


def test_solvers_that_do_not_apply_are_greyed_with_the_reason(laptop: Page, address: str) -> None:
    visit(laptop, address, "jugs:#1")
    laptop.click("#tab-watch")
    off = laptop.locator("#solver option[disabled]").all_inner_texts()
    assert any("it needs a rectangle of cells with walls" in text for text in off)
    assert len(off) + laptop.locator("#solver option:not([disabled])").count() == len(solvers.values())
    laptop.click("#solve")
    expect(laptop.locator(".words")).to_contain_text("pour the second jug into the first")
    laptop.click("#tab-race")
    expect(laptop.locator("#racers input[disabled]")).to_have_count(len(off))


def test_solvers_race_side_by_side_in_step(page: Page) -> None:
    page.click("#tab-race")
    for name in ("a_star", "breadth_first", "depth_first", "left_hand"):
        page.check(f"#racers input[value={name}]")
    page.check("#racers input[value=tasks]")
    expect(page.locator("#race")).to_be_disabled()
    page.uncheck("#racers input[value=tasks]")
    page.locator("#race-speed").evaluate("input => { input.value = 16; }")
    page.evaluate("scrollTo(0, 0)")
    page.locator("#tab-race").scroll_into_view_if_needed()
    expect(page.locator("#race")).to_be_in_viewport(ratio=1)  # beside the tab, not below the list
    page.click("#race")
    expect(page.locator(".lane")).to_have_count(4)
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator("#race-play")).to_be_in_viewport(ratio=1)
    expect(page.locator(".lane canvas").first).to_be_in_viewport(ratio=1)
    expect(page.locator("#standings li")).to_have_count(4)
    puzzle = make("wall", (12, 10), seed=7)
    solution = solve(puzzle, "a_star")
    assert solution is not None
    expect(page.locator(".lane h3").first).to_contain_text(f"there in {solution.explored} steps, {len(solution)} moves")
    page.click("#race-first")
    page.click("#race-next")
    assert page.locator(".lane h3 span").all_inner_texts() == ["step 1"] * 4


def test_a_race_is_judged_by_all_steps_and_equal_ones_share_a_place(wide: Page) -> None:
    def judged(*steps: int) -> Any:
        parts = [
            {"solver": name, "steps": count, "explored": 5, "length": 3, "cut": count > 4, "trace": [0] * min(count, 4)}
            for name, count in zip("abcd", steps, strict=False)
        ]
        script = """async (all) => { const {placed, outcome, laneWords} = await import("/static/standings.js");
          return [placed(all).map(({place, found}) => place + found.solver), outcome(all), laneWords(all[0], 4)]; }"""
        return wide.evaluate(script, parts)

    places, words, lane = judged(9, 4, 7)
    assert places == ["1b", "2c", "3a"] and "First: b: 4 steps" in words and "Only the first 4 steps" in words
    assert lane == "there in 9 steps, 3 moves; the first 4 are shown"
    assert judged(3, 3, 3)[:2] == [["1a", "1b", "1c"], "All three at once: a, b and c, in 3 steps."]
    assert judged(3, 2, 2, 4)[:2] == [["1b", "1c", "3a", "4d"], "First at once: b and c, in 2 steps."]


# --- forms


def test_changes_after_making_are_chosen_and_an_opened_id_keeps_all_its_parts(laptop: Page, address: str) -> None:
    id = "wall:8x7,with=prim,layout=hexagon,then=braid:0.5+perturb#3"
    visit(laptop, address, id)
    laptop.click("#make")
    expect(laptop.locator("#maze-id")).to_have_text(id)
    laptop.fill("#field-step-2-count", "4")
    laptop.fill("#seed", "9")
    laptop.click("#make")
    expect(laptop.locator("#maze-id")).to_have_text(id.replace("perturb#3", "perturb:4#9"))
    laptop.get_by_role("button", name="Remove change 1").click()
    expect(laptop.locator("#then li")).to_have_count(1)
    laptop.click("#add-step")
    expect(laptop.locator("#then li")).to_have_count(2)
    laptop.locator("#then select").nth(1).select_option("fill_dead_ends")
    laptop.click("#make")
    expect(laptop.locator("#maze-id")).to_have_text("wall:8x7,with=prim,layout=hexagon,then=perturb:4+fill_dead_ends#9")
    laptop.select_option("#kind", "jugs")
    expect(laptop.locator("#then")).to_be_hidden()


def test_sliders_end_at_the_largest_size_a_generator_makes(wide: Page) -> None:
    for generator in generators.values():
        if generator.most_side is None and generator.most_cells is None:
            continue
        wide.select_option("#kind", generator.kind)
        most = wide.locator("#sizes input[type=range]").evaluate_all("all => all.map(one => Number(one.max))")
        assert max(most) <= (generator.most_side or 50) and most[0] * most[1] <= (generator.most_cells or 2500)
        expect(wide.locator("#size-note")).to_contain_text("Up to")
    wide.select_option("#kind", "wall")
    expect(wide.locator("#size-note")).to_have_text("")


def test_generators_and_ends_are_chosen_from_a_list(wide: Page) -> None:
    wide.select_option("#field-ends", "corners")
    wide.click("#make")
    expect(wide.locator("#maze-id")).to_have_text("wall:12x10,ends=corners#7")
    wide.select_option("#field-ends", "")
    wide.fill("#field-ends-other", "0/0-3/4")
    wide.click("#make")
    expect(wide.locator("#maze-id")).to_have_text("wall:12x10,ends=0/0-3/4#7")
    expect(wide.locator("#field-ends-other")).to_have_value("0/0-3/4")
    wide.fill("#field-ends-other", "nowhere")
    wide.click("#make")
    expect(wide.locator("#problem")).to_contain_text("Ends are random")
    expect(wide.locator("#field-ends-other")).to_have_attribute("aria-invalid", "true")
    wide.select_option("#kind", "terrain")
    offered = wide.locator("#field-maze option").evaluate_all("all => all.map(one => one.value)")
    assert offered == [generator.name for generator in generators.values() if generator.kind == "wall"]


def test_solvers_get_their_parameters(wide: Page) -> None:
    wide.click("#tab-watch")
    wide.select_option("#solver", "random_mouse")
    wide.fill("#field-watch-random_mouse-seed", "5")
    wide.click("#solve")
    solution = solve(make("wall", (12, 10), seed=7), "random_mouse", seed=5)
    assert solution is not None
    expect(wide.locator("#figures")).to_contain_text(f"{len(solution)} moves")
    wide.fill("#field-watch-random_mouse-patience", "0")
    wide.click("#solve")
    expect(wide.locator("#problem")).to_contain_text("Patience is a whole number, at least 1, not '0'")
    expect(wide.locator("#field-watch-random_mouse-patience")).to_have_attribute("aria-invalid", "true")
    wide.click("#tab-race")
    wide.uncheck("#racers input[value=depth_first]")
    wide.uncheck("#racers input[value=a_star]")
    wide.check("#racers input[value=random_mouse]")
    wide.fill("#field-race-random_mouse-seed", "5")
    wide.locator("#race-speed").evaluate("input => { input.value = 16; }")
    wide.click("#race")
    expect(wide.locator("#standings")).to_contain_text(f"{len(solution)} moves")
