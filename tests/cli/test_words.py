"""What the command says to blank options, to words in the wrong place, and in its lists."""

from typing import Any

import numpy as np
import pytest

from mazeworks import MazeError, change, make
from mazeworks.cells.outline import IslandNote, pack
from mazeworks.cli import run
from mazeworks.core.registry import generators, layouts, solvers


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("new 5x5 --with=", "--with is blank; expected a generator such as prim, see `maze list generators`"),
        ("new 5x5 --format=", "--format is blank; expected a format such as json, see `maze list formats`"),
        ("new 5x5 --output=", "--output is blank; expected the name of a file"),
        ("new 5x5 --then=", "--then is blank; expected a transform such as braid:0.5, see `maze list transforms`"),
        ("new 5x5 --seed=", "--seed is blank; expected a whole number"),
        ("solve wall:5x5#1 --with=", "--with is blank; expected a solver such as dijkstra, see `maze list solvers`"),
        ("solve wall:5x5#1 --output=", "--output is blank; expected the name of a file"),
        ("draw wall:5x5#1 --format=", "--format is blank; expected a format such as json, see `maze list formats`"),
        ("change wall:5x5#1 --then braid --output=", "--output is blank; expected the name of a file"),
        (
            "rate --many 2 --then=",
            "--then is blank; expected a transform such as braid:0.5, see `maze list transforms`",
        ),
        ("book -o x.pdf --kinds=", "--kinds is blank; expected kinds such as wall,alice, see `maze list kinds`"),
    ],
)
def test_a_blank_option_is_refused(words: str, sentence: str, capfd: Any) -> None:
    assert run(words.split()) == 2
    assert capfd.readouterr() == ("", f"error: {sentence}\n")


def test_a_blank_name_is_refused(capfd: Any) -> None:
    assert run(["solve", ""]) == run(["convert", "wall:5x5#1", " "]) == run(["list", ""]) == 2
    assert capfd.readouterr().err.splitlines()[:2] == [
        "error: a name is blank; expected FILE",
        "error: ' ' cannot be written: a file needs a name",
    ]
    with pytest.raises(MazeError, match="no generator is called ''"):
        make("wall", (5, 5), "")


@pytest.mark.parametrize("layout", list(layouts))
def test_a_layout_in_place_of_a_kind_is_shown_its_option(layout: str, capfd: Any) -> None:
    assert run(["new", layout, "5x5"]) == 2
    assert f"error: {layout} is a layout, not a kind; --layout {layout} asks for it\n" == capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("new floors:3", "floors is a layout, not a kind; --layout floors:3 asks for it"),
        ("new prim 5x5", "prim is a generator, not a kind; --with prim asks for it"),
        ("new 5x5 --with hexagon", "hexagon is a layout, not a generator; --layout hexagon asks for it"),
        ("new wall:5x5#7", "'wall:5x5#7' is an id, not a kind; `maze draw` shows it"),
        ("rate --many 3 wall:5x5#7", "is an id, not a kind; leave out --many to use it"),
        (
            "new terrain 10x6 --layout hexagon",
            "a terrain puzzle has no parameter --layout; these kinds have: wall",
        ),
        (
            "solve wall:5x5#7 --patience 3",
            "auto has no parameter --patience; these solvers have: iterative_deepening, r",
        ),
        ("new braid:0.5", "braid is a transform, not a kind; --then braid:0.5 asks for it"),
        (
            "new 5x5 --with eller --layout hexagon",
            "eller has no parameter --layout, because it makes only plain rectangles",
        ),
        (
            "new 5x5 --with prim --complexity 1",
            "prim has no parameter --complexity; these generators have: backtracker",
        ),
    ],
)
def test_words_in_the_wrong_place_are_refused(words: str, sentence: str, capfd: Any) -> None:
    assert run(words.split()) == 2
    assert sentence in capfd.readouterr().err


def test_lists_name_options_as_they_are_typed_and_say_what_solvers_work_on(capfd: Any) -> None:
    assert run(["list"]) == 0
    said = " ".join(capfd.readouterr().out.split())
    assert "--mask-text" in said and "--dead-ends" in said and "_text" not in said
    for solver in solvers.values():
        assert solver.works_on in said
    assert generators["prim"].works_on != generators["eller"].works_on == "rectangles of squares"
    assert said.count("works on rectangles of squares") >= 7


def test_a_single_solution_is_called_the_only_one(capfd: Any) -> None:
    assert run(["solve", "wall:5x5#1", "--with", "all_shortest"]) == 0
    assert "the only one as short" in capfd.readouterr().err


def test_one_is_written_in_the_singular() -> None:
    apart = pack(np.array([[True, False, True], [False, False, False]]))
    with pytest.raises(MazeError, match=r"in a piece of 1 cell of the outline, to the goal \(2, 0\), in another of 1;"):
        make("wall", (3, 2), "prim", 1, mask=apart, ends="0/0-2/0")
    with pytest.warns(IslandNote, match="in 2 pieces, of 1, 1 cell;"), pytest.raises(MazeError, match="no two cells"):
        make("wall", (3, 2), "prim", 1, mask=apart)
    said = " ".join(doors_refused(seed) for seed in range(40))
    assert "1 doors" not in said and "can open 1 door across" in said


def doors_refused(seed: int) -> str:
    """What is said to more doors than there is room for."""
    filled = change(make("wall", (4, 3), "prim", seed), "fill_dead_ends", seed)
    with pytest.raises(MazeError) as error:
        change(filled, "symmetric:upright:9", seed)
    return str(error.value)


@pytest.mark.parametrize("size", [5, "5x5", (5,), (5, 5, 5), {5: 5}])
def test_a_bad_size_is_refused(size: Any) -> None:
    with pytest.raises(MazeError, match="a size is width and height, as in"):
        make("wall", size)


def test_transforms_that_are_not_text_are_refused() -> None:
    with pytest.raises(MazeError, match=r"transforms are named in a text such as .*, not 5"):
        make("wall", (5, 5), then=5)  # type: ignore[arg-type]
