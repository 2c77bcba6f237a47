"""Transforms: both speeds, what each promises, chains in Python, on the command line and in ids."""

import warnings
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeworks import Maze, MazeError, change, from_id, load, make, solve, speed
from mazeworks.cli import run
from mazeworks.core.errors import Note, TooLarge
from mazeworks.core.facets import codec_of
from mazeworks.core.registry import transforms
from tests.oracle import graph_of, shortest_length
from tests.samples import loopy

SIZES = st.integers(2, 10)
SEEDS = st.integers(0, 2**63 - 1)
HOLES = st.integers(0, 20)


def changed(maze: Maze, steps: str, seed: int | None = 1) -> Maze:
    result: Any = change(maze, steps, seed)
    assert isinstance(result, Maze) == (not transforms[steps.partition(":")[0].partition("+")[0]].into)
    assert result is not maze and next(result.grid.broken_walls(), None) is None
    assert not isinstance(result, Maze) or result.start != result.goal
    return result  # type: ignore[no-any-return]


def cells_of(maze: Maze) -> Any:
    joined = graph_of(maze).to_undirected()
    joined.remove_node("goal")
    return joined


@pytest.mark.parametrize("name", list(transforms))
@given(SIZES, SIZES, SEEDS, HOLES)
@settings(max_examples=25)
def test_transforms_are_the_same_at_both_speeds(name: str, width: int, height: int, seed: int, holes: int) -> None:
    maze = loopy(width, height, seed, 0 if name == "unicursal" else holes)
    before = maze.grid.cells.copy()
    with speed("interpreted"):
        try:
            first = changed(maze, name, seed)
        except MazeError as error:
            assert transforms[name].into and "none of the 60 places" in str(error)
            return
    with speed("compiled"):
        assert changed(maze, name, seed) == first
    assert np.array_equal(before, maze.grid.cells)  # the maze itself stays
    assert shortest_length(first) is not None
    if "perfect" in " ".join(transforms[name].promises) and holes == 0:
        assert first.is_perfect()


@given(SIZES, SIZES, SEEDS)
def test_braid_leaves_no_dead_end(width: int, height: int, seed: int) -> None:
    maze = changed(Maze.create(width, height, seed=seed), "braid")
    joined = cells_of(maze)
    assert all(joined.degree(place) > 1 for place in joined)
    same = changed(Maze.create(width, height, seed=seed), "braid:0")
    assert same == Maze.create(width, height, seed=seed)


def test_braid_by_half_opens_about_half() -> None:
    maze = Maze.create(120, 120, seed=5)
    before, after = (sum(d == 1 for _, d in cells_of(m).degree()) for m in (maze, changed(maze, "braid:0.5")))
    assert 0.2 * before < after < 0.6 * before


@given(SIZES, SIZES, SEEDS)
def test_unicursal_is_one_way_through_all(width: int, height: int, seed: int) -> None:
    maze = changed(Maze.create(width, height, seed=seed), "unicursal")
    assert (maze.width, maze.height) == (2 * width, 2 * height)
    assert maze.is_perfect() and max(degree for _, degree in cells_of(maze).degree()) == 2
    solution = solve(maze)
    assert solution is not None and len(solution) == 4 * width * height - 1


@given(SIZES, SIZES, SEEDS, HOLES)
def test_fillers_keep_every_shortest_way(width: int, height: int, seed: int, holes: int) -> None:
    maze = loopy(width, height, seed, holes)
    joined = cells_of(maze)
    dead, cul = changed(maze, "fill_dead_ends"), changed(maze, "fill_cul_de_sacs")
    assert shortest_length(dead) == shortest_length(cul) == shortest_length(maze)
    while ends := [p for p in joined if joined.degree(p) == 1 and p not in (maze.start, maze.goal)]:
        joined.remove_nodes_from(ends)
    assert {cell.position for cell in dead if cell.walls != 15} >= {cell.position for cell in cul if cell.walls != 15}
    assert {cell.position for cell in dead if cell.walls != 15} == set(joined)


@given(SIZES, SIZES, SEEDS, HOLES, st.integers(0, 200))
def test_perturb_keeps_what_is_joined(width: int, height: int, seed: int, holes: int, count: int) -> None:
    maze = loopy(width, height, seed, holes)
    after = changed(maze, f"perturb:{count}")
    assert nx.is_connected(cells_of(after)) and len(cells_of(after)) == width * height
    assert cells_of(after).number_of_edges() <= cells_of(maze).number_of_edges()
    solid = changed(maze, f"fill_dead_ends+perturb:{count}")
    assert {c.position for c in solid if c.walls == 15} == {
        c.position for c in changed(maze, "fill_dead_ends") if c.walls == 15
    }


@given(SIZES, SIZES, SEEDS, HOLES, st.sampled_from(["upright", "level"]), st.integers(1, 4))
def test_symmetric_is_its_own_mirror_image(
    width: int, height: int, seed: int, holes: int, axis: str, doors: int
) -> None:
    doors = min(doors, height if axis == "upright" else width)
    maze = changed(loopy(width, height, seed, holes), f"symmetric:{axis}:{doors}")
    joined = cells_of(maze)
    assert nx.is_connected(joined) and len(joined) == width * height
    mirror = {p: (width - 1 - p[0], p[1]) if axis == "upright" else (p[0], height - 1 - p[1]) for p in joined}
    assert {frozenset((mirror[a], mirror[b])) for a, b in joined.edges} == {frozenset(e) for e in joined.edges}
    assert mirror[maze.start] == maze.goal
    for filled in ("fill_dead_ends", "fill_cul_de_sacs"):
        assert shortest_length(changed(loopy(width, height, seed, holes), f"{filled}+symmetric:{axis}")) is not None


# --- chains


def test_an_id_makes_the_changed_maze_again() -> None:
    maze = make("wall", (20, 20), seed=7, then="braid:0.5+perturb:10")
    assert maze.id == "wall:20x20,then=braid:0.5+perturb#7"
    assert codec_of(from_id(maze.id)).to_data() == codec_of(maze).to_data()
    assert change(make("wall", (20, 20), seed=7), "braid:0.5+perturb").id == maze.id
    assert from_id("wall:20x20,with=prim,then=symmetric:level#7").id == "wall:20x20,with=prim,then=symmetric:level#7"
    assert change(maze, "braid").id is None  # its numbers were drawn after those of the first steps
    assert change(Maze.closed(4, 4), "fill_dead_ends").id is None


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        ("brade", "no transform is called 'brade'; did you mean braid"),
        ("braid:2", "share is a number from 0 to 1, not '2'"),
        ("braid:x", "share is a number"),
        ("braid:1:2", "has too many values for braid; expected braid:SHARE"),
        ("", "no transform is called ''"),
        ("braid++perturb", "no transform is called ''"),
        ("+".join(["braid"] * 101), "at most 100 transforms can follow one another, not 101"),
        ("braid+unicursal", "any two cells; these can change this one: braid, "),
        ("symmetric:slanted", "axis is one of upright, level"),
    ],
)
def test_bad_steps_raise(steps: str, sentence: str) -> None:
    with pytest.raises(MazeError) as caught:
        change(Maze.create(5, 5, seed=1), steps)
    assert sentence in str(caught.value)


def test_steps_that_grow_past_all_memory_are_refused_before_the_first() -> None:
    doubled = "+".join(["unicursal"] * 40)
    with pytest.raises(TooLarge, match="9895604649984x9895604649984 cells take more than 1000 PB of memory"):
        from_id(f"wall:9x9,then={doubled}#1")
    maze = Maze.create(9, 9, seed=1)
    with pytest.raises(TooLarge, match="9895604649984x9895604649984 cells"):
        change(maze, f"braid+{doubled}")  # which needs a perfect maze, but that is found out step by step
    assert (changed(maze, "unicursal+unicursal").width, maze.width) == (36, 9)


def test_only_wall_mazes_are_changed() -> None:
    for puzzle in (make("jugs"), make("terrain", (5, 5), seed=1)):
        with pytest.raises(MazeError, match="cannot be changed by transforms; a wall maze on any layout can"):
            change(puzzle, "braid")


def test_impossible_door_counts_raise() -> None:
    maze = Maze.create(6, 4, seed=1)
    for axis, most in (("upright", 4), ("level", 6)):
        crossing = changed(maze, f"symmetric:{axis}:{most}").walls
        middle = crossing[:, 2] & 4 if axis == "upright" else crossing[1] & 2
        assert not middle.any()
        with pytest.raises(MazeError, match=f"symmetric can open {most} doors across the middle of this maze, not 99"):
            change(maze, f"symmetric:{axis}:99")


def test_the_command(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = str(tmp_path / "one.json"), str(tmp_path / "two.txt")
    assert run(["new", "9x6", "--seed", "3", "--then", "braid:0.5", "--then", "symmetric", "-o", one]) == 0
    maze = load(one)
    assert maze.id == "wall:9x6,then=braid:0.5+symmetric#3"
    assert codec_of(maze).to_data() == codec_of(from_id(maze.id)).to_data()
    assert run(["change", one, "--then", "fill_dead_ends", "--then", "perturb:3", "--seed", "5", "-o", two]) == 0
    assert (
        codec_of(load(two)).to_data()["walls"]
        == codec_of(change(maze, "fill_dead_ends+perturb:3", 5)).to_data()["walls"]
    )
    assert run(["change", one]) == 2
    assert "name a transform" in capsys.readouterr().err
    assert run(["change", "jugs:#1", "--then", "braid"]) == 2
    assert run(["list", "transforms"]) == 0
    assert "unicursal" in capsys.readouterr().out


@pytest.mark.parametrize("steps", ["symmetric", "symmetric:level", "fill_dead_ends+symmetric+fill_dead_ends"])
@pytest.mark.parametrize("ends", ["2/0-0/0", "4/4-0/1", "corners"])
def test_ends_that_were_asked_for_stay_where_they_are_joined(steps: str, ends: str) -> None:
    kept = 0
    for seed in range(12):
        with warnings.catch_warnings(record=True) as notes:
            warnings.simplefilter("always")
            maze: Any = from_id(f"wall:5x5,ends={ends},then={steps}#{seed}")
        asked = from_id(f"wall:5x5,ends={ends}#{seed}")
        if (maze.start, maze.goal) == (asked.start, asked.goal):
            kept += 1
            assert not notes
        else:
            assert "and no longer" in str(notes[-1].message)
        assert solve(maze) is not None
    assert kept == 12 or ("fill" in steps and kept)


def test_ends_that_cannot_stay_are_noted() -> None:
    with pytest.warns(
        Note, match=r"the ends are \(2, 2\) and .*, and no longer \(1, 1\) and \(0, 0\), because unicursal moved"
    ):
        from_id("wall:5x5,ends=1/1-0/0,then=unicursal#1")
    maze: Any = from_id("wall:5x5,then=symmetric#1")  # no note where no ends were asked for
    assert maze.goal == (4 - maze.start.x, maze.start.y)


@pytest.mark.parametrize("options", ["", ",layout=hexagon", ",mask_text=O", ",with=prim,layout=weave"])
def test_ends_as_far_apart_as_can_be_are_so_after_the_changes(options: str) -> None:
    maze: Any = from_id(f"wall:14x11{options},ends=farthest,then=braid#2")
    steps = graph_of(maze)
    steps.remove_node("goal")
    for end, other in ((maze.start, maze.goal), (maze.goal, maze.start)):
        reached = nx.single_source_shortest_path_length(steps, end)
        assert reached[other] == max(reached.values())
    assert codec_of(from_id(maze.id)).to_data() == codec_of(maze).to_data()
    assert (
        codec_of(change(from_id(f"wall:14x11{options},ends=farthest#2"), "braid")).to_data() == codec_of(maze).to_data()
    )


def test_a_maze_with_an_invalid_id_can_be_changed() -> None:
    maze = Maze.create(6, 4, seed=1)
    for strange in ("", "nothing:ends=farthest#1", "wall:6x4,ends=farthest#x"):
        maze.id = strange
        assert len(codec_of(change(maze, "braid", seed=1)).to_data()["walls"]) == 4
