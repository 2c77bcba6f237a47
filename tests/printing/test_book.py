"""Books: from easy to hard, hard ones really hard, and each page made again by its id."""

import re
import warnings
from pathlib import Path
from typing import Any

import pytest

from mazeworks import Solved, solve
from mazeworks.cli import run
from mazeworks.core.errors import Note
from mazeworks.core.facets import codec_of, variants_of
from mazeworks.core.randomness import Random
from mazeworks.core.registry import generators, renderers
from mazeworks.drawing.fonts import in_order
from mazeworks.drawing.scene import Label
from mazeworks.making.making import from_id
from mazeworks.printing import typesetting
from mazeworks.printing.book import Recipe, Search, bounds, choose, sized_generators
from mazeworks.printing.page_layout import scale_in
from mazeworks.printing.pdf import Item, Press, pdf


def test_a_book_goes_from_easy_to_hard() -> None:
    book = choose(8, "very easy", "moderate", seed=4, kinds=["wall"])
    figures = [page.difficulty for page in book]
    assert figures == sorted(figures) and 0 <= figures[0] < 2.5 and 3.5 < figures[-1] < 6
    assert len({page.puzzle.id for page in book}) == 8
    assert [page.puzzle.id for page in choose(8, "very easy", "moderate", 4, ["wall"])] == [p.puzzle.id for p in book]
    assert bounds("very-easy", "very_hard") == (0, 11)
    assert list(sized_generators(["cells"])) == ["wall"]  # an alias


@pytest.mark.parametrize("seed", range(3))
def test_a_hard_book_of_wall_mazes_is_hard(seed: int) -> None:
    book = choose(12, "easy", "hard", seed, ["wall"])
    figures = [page.difficulty for page in book]
    assert figures == sorted(figures) and figures[0] < 4 and 7.2 <= figures[-1] < 8
    for page in book:
        assert (
            page.puzzle.id is not None
            and codec_of(from_id(page.puzzle.id)).to_data() == codec_of(page.puzzle).to_data()
        )
    hard = [generators[match[1]] for page in book[-3:] if (match := re.search(r"with=(\w+)", page.puzzle.id or ""))]
    assert all("perfect" in entry.promises for entry in hard)
    very = choose(4, "very hard", "very hard", seed, ["wall"])
    assert all(page.difficulty >= 8 and page.rating.level == "very hard" for page in very)


def test_the_progress_of_a_book_only_grows() -> None:
    from mazeworks.core.progress import listening

    heard: list[tuple[str, float, str]] = []
    with listening(lambda *report: heard.append(report)):
        pages = choose(6, "very easy", "moderate", 2, ["coloured", "wall"])
        pdf([Item(page.solved) for page in pages], VALUES)
    assert list(dict.fromkeys(title for title, _, _ in heard)) == [
        "making puzzles",
        "printing puzzles",
        "printing solutions",
    ]
    for title in {title for title, _, _ in heard}:
        fractions = [fraction for other, fraction, _ in heard if other == title]
        assert fractions == sorted(fractions) and fractions[0] == 0 and fractions[-1] < 1
    assert ("making puzzles", 0.5, "3 of 6") in heard and len(heard) > 18


def test_a_book_mixes_kinds_and_layouts() -> None:
    book = choose(16, "very easy", "hard", 1)
    assert len({page.puzzle.kind for page in book}) >= 4
    assert {page.puzzle.kind for page in choose(20, "easy", "hard", 1, ["wall"])} == {"wall"}


def test_rings_in_a_book_are_as_wide_as_their_id_says() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (Recipe(generators["prim"], "circle").make(13, 1).id or "").startswith(
            "wall:12x12,with=prim,layout=circle"
        )


# --- on paper

#: The default settings of a PDF.
VALUES = {parameter.name: parameter.default for parameter in renderers["pdf"].parameters}


def solved(*names: str) -> list[Item]:
    """Puzzles with the routes of all their travellers."""
    found = []
    for name in names:
        puzzle = from_id(name)
        routes = {who: solve(variant) for who, variant in variants_of(puzzle).items()}
        found.append(Item(Solved(puzzle, routes)))
    return found


def letters(items: list[Item], **values: Any) -> list[float]:
    """The height of the smallest letters of every solution on its sheet, in points."""
    from mazeworks.drawing.palette import Palette

    press = Press(None, VALUES | values, Palette("print"), {})
    sizes_in_print: list[float] = []
    scenes = [press._scene_of(item.solved) for item in items]
    while scenes:
        sheet = press._sheet_for(scenes[:4], values.get("solutions_per_sheet"), "Solutions")
        for scene, (_, _, wide, high) in zip(scenes, sheet.slots, strict=False):
            sizes = [shape.size for shape in scene.shapes if isinstance(shape, Label)]
            sizes_in_print.append(min(sizes, default=9) * scale_in(scene, wide, high))
        scenes = scenes[sheet.count :]
    return sizes_in_print


def test_solutions_of_coloured_mazes_are_large_enough_to_be_read() -> None:
    items = solved(
        "coloured:5x4,candidates=20000#1",
        "wall:20x20#1",
        "coloured:6x6,candidates=20000#2",
        "coloured:9x9,candidates=60000#1",
    )
    assert min(letters(items)) > 5.4 > 5 > min(letters(items, solutions_per_sheet=4))
    assert len(re.findall(rb"/Type /Page\b", pdf(items, VALUES))) == 6
    assert len(re.findall(rb"/Type /Page\b", pdf(items, VALUES | {"solutions_per_sheet": 4}))) == 5
    plain = solved(*(f"wall:12x12#{seed}" for seed in range(8)))
    assert len(re.findall(rb"/Type /Page\b", pdf(plain, VALUES))) == 10


@pytest.mark.parametrize(
    "title", ["For Ada, #1: 100% of it", "Лабиринты, ξένος", "zwei\nZeilen", "-- a", "\udcff\x07\t", " "]
)
@pytest.mark.filterwarnings("ignore::mazeworks.core.errors.Note")  # fonts differ from system to system
def test_a_title_is_any_text(title: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "a.pdf"
    assert run(["draw", "wall:6x5#1", "--solution", "-o", str(target), f"--title={title}"]) == 0
    assert capsys.readouterr().err == "" and target.read_bytes().startswith(b"%PDF")


@pytest.mark.filterwarnings("default::mazeworks.core.errors.Note")
def test_letters_that_no_font_has_raise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "a.pdf"
    assert run(["draw", "wall:6x5#1", "-o", str(target), "--title", f"Maze {chr(0x10FFFD)}"]) == 0
    assert "a box stands for each such character" in capsys.readouterr().err
    assert typesetting.settable(f"a{chr(0x10FFFD)}b") in ("a□b", "a?b")


@pytest.mark.parametrize("text", ["word " * 60, "w" * 300, "a few words", "日本語の迷路" * 20])
@pytest.mark.parametrize("room", [120.0, 500.0])
def test_headings_and_captions_fit(text: str, room: float) -> None:
    import warnings

    for lay in (typesetting.heading, typesetting.caption):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Note)
            size, lines = lay(text, room)
        assert lines and all(typesetting.width(line, size) <= room for line in lines)
        cut = lines[-1].endswith("…")
        assert cut or "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert not (cut and lay is typesetting.caption) and size >= 3


def test_words_from_right_to_left_are_set_in_their_order() -> None:
    assert in_order("\u05d0\u05d1\u05d2 12") == "12 \u05d2\u05d1\u05d0"
    assert in_order("abc \u05d0\u05d1 def") == "abc \u05d1\u05d0 def"


def test_captions_break_between_their_parts_and_at_commas() -> None:
    text = "wall:12x12,layout=hexagon,with=rooms,ends=far,braid=0.25#123456   moderate, 5.2 of 10"
    for room in (90.0, 120.0, 200.0):
        _, lines = typesetting.caption(text, room)
        assert lines[-1] == "moderate, 5.2 of 10"
        assert all(line.endswith(",") for line in lines[:-2])
    assert typesetting.caption(text, 900.0) == (8.0, [text])


def test_no_maze_of_a_book_has_cells_that_nothing_leads_to() -> None:
    search = Search(sized_generators(["wall"]), 0, 10, Random(1))
    for aim in (1.0, 5.0, 9.0):
        asked = search._suitable("wall", aim)
        assert len(asked) > 5 and all("perfect" in entry.promises for entry in asked)
