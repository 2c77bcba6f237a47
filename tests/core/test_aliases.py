"""Solvers and generators answer to their usual names, and report their own."""

import json
from pathlib import Path

import pytest

from mazeworks import MazeError, make, solve
from mazeworks.cli import run
from mazeworks.core.errors import UnknownName
from mazeworks.core.parameters import Parameter
from mazeworks.core.registry import SECTIONS, Section, generators, solvers
from mazeworks.making.making import from_id

ALIASES = {
    (title, alias): entry.name
    for title, section in SECTIONS.items()
    for entry in section.values()
    for alias in getattr(entry, "aliases", ())
}
GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"


@pytest.mark.parametrize(("title", "alias"), sorted(ALIASES))
def test_every_alias_resolves_and_none_is_taken_twice(title: str, alias: str) -> None:
    section = SECTIONS[title]
    assert section[alias].name == ALIASES[title, alias] and alias in section
    assert alias not in list(section)
    assert [entry.name for entry in section.values() if alias in getattr(entry, "aliases", ())] == [section[alias].name]
    assert alias.isidentifier() and alias == alias.lower()


def test_the_usual_names() -> None:
    wanted = {"bfs": "breadth_first", "dfs": "depth_first", "astar": "a_star", "flood_fill": "breadth_first"}
    wanted |= {"wall_follower": "left_hand", "trémaux": "tremaux"}
    assert {name: solvers[name].name for name in wanted} == wanted
    assert generators["recursive_backtracker"].name == generators["dfs"].name == "backtracker"


def test_an_alias_is_never_reported(capsys: pytest.CaptureFixture[str]) -> None:
    solution = solve(make("wall", (8, 6), seed=1), "bfs")
    assert solution is not None and solution.solver == "breadth_first"
    assert run(["solve", "wall:8x6,with=jarnik#1", "--with", "dfs", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["solver"], data["id"]) == ("depth_first", "wall:8x6,with=prim#1")
    assert run(["list", "solvers"]) == 0
    assert "also called bfs, flood_fill" in capsys.readouterr().out


def test_ids_hold_the_name() -> None:
    assert from_id("wall:8x6,with=recursive_backtracker#1").id == "wall:8x6#1"
    assert from_id("terrain:8x6,maze=jarnik#1").id == "terrain:8x6,maze=prim#1"


@pytest.mark.parametrize(("wrong", "near"), [("bf", "bfs"), ("asta", "astar"), ("tremau", "tremaux")])
def test_suggestions_know_aliases(wrong: str, near: str) -> None:
    with pytest.raises(UnknownName, match=rf"did you mean {near}\?"):
        solvers[wrong]


def test_an_alias_that_is_taken_is_refused() -> None:
    section = Section[object]("solver", "solvers")  # type: ignore[type-var]
    entry = solvers["breadth_first"]
    section.add(entry)
    with pytest.raises(MazeError, match="there is already a solver called 'breadth_first'"):
        section.add(entry)
    for taken in ("bfs", "breadth_first"):
        with pytest.raises(MazeError, match=f"there is already a solver called '{taken}'"):
            section.add(_called("another", taken))
    with pytest.raises(MazeError, match="there is already a solver called 'bfs'"):
        section.add(_called("bfs"))


def _called(name: str, *aliases: str) -> object:
    return type(solvers["bfs"])(solvers["bfs"].function, name, "A solver.", "any", (), (), "unit", aliases)


def test_a_parameter_that_names_a_generator_takes_aliases() -> None:
    maze = next(parameter for parameter in generators["terrain"].parameters if parameter.name == "maze")
    assert isinstance(maze, Parameter) and maze.check("recursive_backtracker") == "backtracker"


def test_every_alias_stands_in_the_glossary() -> None:
    text = GLOSSARY.read_text(encoding="utf-8")
    assert not [alias for _, alias in ALIASES if f"`{alias}`" not in text]
