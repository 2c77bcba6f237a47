"""What must not change: the puzzles of many ids, what they mean, how they look, and how they are solved."""

import pytest

from tests.golden import differing, names, read, solvers_in

#: The number of parts in which the ids are checked; parts may run in parallel.
PARTS = 14
LEAST_IDS = 400
GOLDEN = read()["ids"]


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_changed(part: int) -> None:
    wrong = [line for id in list(GOLDEN)[part::PARTS] for line in differing(id, GOLDEN[id])]
    assert not wrong, "\n".join(["these differ from tests/data/golden.json:", *wrong])


def words_of(id: str) -> set[str]:
    """The names that an id mentions; what it leaves out is the usual: a backtracker's, or a square maze."""
    head, _, rest = id.partition("#")[0].partition(":")
    given = dict(part.split("=") for part in rest.split(",") if "=" in part)
    usual = {"wall": "backtracker"}.get(head, head)
    steps = [step.partition(":")[0] for step in given.get("then", "").split("+")]
    return {given.get("with", usual), given.get("layout", "square").partition(":")[0], *steps}


def test_enough_is_covered() -> None:
    assert len(GOLDEN) >= LEAST_IDS
    mentioned = {word for id in GOLDEN for word in words_of(id)}
    for section in ("generators", "layouts", "transforms"):
        assert set(names(section)) <= mentioned, section
    assert set(names("solvers")) <= {solver for known in GOLDEN.values() for solver in solvers_in(known)}


def test_each_id_has_every_part() -> None:
    for id, known in GOLDEN.items():
        assert {"meaning", "svg", "png"} <= known.keys() and len(solvers_in(known)) == 5, id


def test_reasons_are_kept() -> None:
    assert all(entry["date"] and entry["because"] for entry in read()["reasons"])
