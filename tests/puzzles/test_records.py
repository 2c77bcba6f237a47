"""The records and the counts of states: what is written of the examples is what their mazes have."""

from pathlib import Path

import pytest

from docs.make_records import COUNTS, PAGE, counted_examples, counts, counts_file, page, records, size_of
from mazeworks import load
from mazeworks.search.shortest_paths import shortest_routes

#: The fewest moves of the records of some sizes.
WANTED = {"number 6x6": 31, "number 8x8": 58, "tilt 5x5": 20, "tilt 9x9": 68, "theseus 6x6": 108, "theseus 9x8": 330}


def test_the_page_of_records_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m docs.make_records"


@pytest.mark.parametrize("path", records(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_record_has_one_shortest_solution_and_the_size_of_its_name(path: Path) -> None:
    maze = load(path)
    routes = shortest_routes(maze)
    assert routes is not None and routes[1] == 1
    assert f"{maze.width}x{maze.height}" == size_of(path)  # type: ignore[attr-defined]
    assert routes[0] >= WANTED.get(f"{path.parent.name} {path.stem}", 1)


def test_every_wanted_record_is_there() -> None:
    assert WANTED.keys() <= {f"{path.parent.name} {path.stem}" for path in records()}


@pytest.mark.parametrize("path", counted_examples(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_states_by_distance_are_as_many_as_written(path: Path) -> None:
    assert counts_file(path).read_text(encoding="utf-8") == counts(load(path)), "run: python -m docs.make_records"


def test_every_kind_of_logic_maze_has_three_examples() -> None:
    kinds = [path.parent.name for path in counted_examples()]
    assert all(kinds.count(kind) >= 3 for kind in kinds) and len(set(kinds)) >= 5
    assert {path.name for path in COUNTS.glob("*.txt")} == {counts_file(path).name for path in counted_examples()}
