"""Requests: what an id says, parsed once, and written again in its shortest form."""

from dataclasses import replace
from typing import Any

import pytest

from mazeworks import MazeError, from_id, make
from mazeworks.making.request import Request
from tests.golden_ids import all_ids


def test_an_id_is_written_as_it_is_read() -> None:
    for id in all_ids():
        written = Request.parse_id(id).id
        assert Request.parse_id(written).id == written, id


@pytest.mark.parametrize(
    ("id", "shortest"),
    [
        ("wall:#3", "wall:20x20#3"),
        ("wall:8#3", "wall:8x8#3"),
        ("wall:8x5,with=backtracker,complexity=0.50,ends=random#3", "wall:8x5#3"),
        ("wall:ends=corners,8x5,with=prim#03", "wall:8x5,with=prim,ends=corners#3"),
        ("wall:8x5,then=braid:1.0+perturb:4#3", "wall:8x5,then=braid+perturb:4#3"),
        ("jugs:sizes=3-5,target=4#7", "jugs:#7"),
    ],
)
def test_the_shortest_id_makes_the_same(id: str, shortest: str) -> None:
    request = Request.parse_id(id)
    assert request.id == shortest == request.make().id
    assert from_id(shortest) == from_id(id)


def test_a_request_is_a_value_that_makes_what_its_parts_say() -> None:
    request = Request.parse_id("wall:6x4,with=prim,then=braid#3")
    assert (request.kind, request.generator.name, request.size, request.seed) == ("wall", "prim", (6, 4), 3)
    assert request.values["ends"] == "random" and [transform.name for transform, _ in request.then] == ["braid"]
    plain = replace(request, then=())
    assert plain.make() == make("wall", (6, 4), "prim", 3)
    assert request.changed(plain.make(), request.then) == request.make()
    assert replace(request, seed=4) != request == Request.parse_id(request.id)


@pytest.mark.parametrize(
    ("id", "about"),
    [
        ("wall:5x5,complexity=9#1", "complexity"),
        ("wall:5x5,layout=round#1", "layout"),
        ("wall:5x5,then=brid#1", "then"),
        ("wall:5x5,layout=hexagon,then=unicursal#1", "then"),
        ("alice:5x5,then=braid#1", "then"),
    ],
)
def test_an_error_names_the_parameter_that_is_to_blame(id: str, about: str) -> None:
    with pytest.raises(MazeError) as error:
        Request.parse_id(id)
    assert error.value.about == about


@pytest.mark.parametrize("id", [5, "", "wall:5x5", "wall#", "wall:5x5,5x6#1", "wall:5x5,ends=corners,ends=random#1"])
def test_what_is_not_an_id_is_refused(id: Any) -> None:
    with pytest.raises(MazeError, match=r"id|seed"):
        Request.parse_id(id)


def test_a_value_without_effect_is_refused_unless_an_old_id_holds_it() -> None:
    with pytest.raises(MazeError, match="islands has no effect without mask or mask text") as caught:
        make("wall", (8, 8), seed=1, islands="refuse")
    assert caught.value.about == "islands"
    assert make("wall", (8, 8), seed=1, islands="make").id == "wall:8x8#1"
    assert "HI,islands=largest#1" in str(make("wall", seed=1, mask_text="HI", islands="largest").id)
    assert from_id("wall:8x8,islands=refuse#1") == from_id("wall:8x8#1")


@pytest.mark.parametrize("name", ["zzz", "jug", 7])
def test_an_unknown_generator_is_answered_with_those_of_the_kind(name: Any) -> None:
    with pytest.raises(MazeError, match=r"there are aldous_broder, backtracker, .*, wilson$"):
        make("wall", (5, 5), name)
    with pytest.raises(MazeError, match="did you mean dfs"):
        make("wall", (5, 5), "dfss")
