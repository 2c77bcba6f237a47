"""Choices along the shortest solution: wrong turns, where they lead, and how many guesses they take."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from mazeworks.core.graph import Graph, Longs
from mazeworks.core.progress import checked
from mazeworks.kernels.searching.rate import beside_path
from mazeworks.search.shortest_paths import costs_to_goal


class Turns(NamedTuple):
    """The number of choices along a shortest solution of a graph, and of the possible wrong turns.

    A wrong turn is a move that does not bring the goal nearer. It leads into a loop if a path from it returns to an
    earlier state of the solution, or to a cycle that avoids the solution. Where moves can be taken back, taking one
    back is neither a choice nor a loop, and two passages between the same two states are a cycle.
    """

    choices: int
    wrong: int
    loops: int
    #: The depth of all wrong turns together, and of the deepest, in states; only if every move can be taken back.
    depth: int = 0
    deepest: int = 0
    #: The number of states from which no goal can be reached.
    dead: int = 0


def turns_along(graph: Graph[Any], path: Longs) -> Turns:
    """The choices and wrong turns along a shortest solution."""
    if not graph.both_ways:
        return _one_way(graph, path)
    count = len(graph)
    steps, region, depths = (np.full(count, value, np.int64) for value in (-1, -1, 0))
    steps[path] = np.arange(len(path))
    loops, queue, registers = np.zeros(count, np.uint8), np.empty(count, np.int64), np.zeros(5, np.int64)
    beside_path(*graph.rows, costs_to_goal(graph), path, steps, region, depths, loops, queue, registers)
    return Turns(*registers.tolist())


def guesses_along(graph: Graph[Any], path: Longs, left: Sequence[float]) -> tuple[float, float]:
    """How many yes-or-no guesses a shortest solution takes, and how many where going towards the goal misleads.

    A step with eight ways on to states that the solution has not seen takes three guesses, less if several of them are
    as short. `left` is how far each state is from the goal as a person sees it; who tries the nearest way first and
    is right is not misled, and takes two guesses if three others are nearer.
    """
    far, (offsets, targets) = costs_to_goal(graph).tolist(), graph.rows
    seen: set[int] = set()
    guesses = misled = 0.0
    for state in checked(path[:-1].tolist(), 100):
        seen.add(state)
        new = set(targets[offsets[state] : offsets[state + 1]].tolist()) - seen
        right = [following for following in new if far[following] == far[state] - 1]
        nearest = min(left[following] for following in right)
        guesses += math.log2(len(new) / len(right))
        misled += math.log2(1 + sum(left[following] < nearest for following in new))
    return guesses, misled


def _one_way(graph: Graph[Any], path: Longs) -> Turns:
    far = costs_to_goal(graph).tolist()
    after, before = (_neighbours(*(part.tolist() for part in rows)) for rows in (graph.rows, graph.backwards()))
    step_of = {state: step for step, state in enumerate(path.tolist())}
    steps = [(step, far[state], after[state]) for state, step in step_of.items()][:-1]
    wrong = [(step, state) for step, left, onward in steps for state in onward if not 0 <= far[state] < left]
    endless, earliest = _endless(step_of, after, before), _earliest(step_of, before)
    loops = sum(state in endless or earliest.get(state, step + 1) <= step for step, state in wrong)
    return Turns(sum(len(onward) > 1 for _, _, onward in steps), len(wrong), loops, dead=far.count(-1))


def _neighbours(offsets: list[int], targets: list[int]) -> list[set[int]]:
    """The neighbours of each state, without itself."""
    rows = zip(offsets[:-1], offsets[1:], strict=True)
    return [set(targets[first:last]) - {state} for state, (first, last) in enumerate(rows)]


def _endless(step_of: dict[int, int], after: list[set[int]], before: list[set[int]]) -> set[int]:
    """States from which a cycle that avoids the solution can be reached."""
    beside = ((state, onward) for state, onward in enumerate(after) if state not in step_of)
    left = {state: sum(following not in step_of for following in onward) for state, onward in beside}
    ending = [state for state, count in left.items() if not count]
    for state in ending:  # grows while it is read: a state that leads only to ending states ends too
        for earlier in before[state] & left.keys():
            left[earlier] -= 1
            if not left[earlier]:
                ending.append(earlier)
    return left.keys() - set(ending)


def _earliest(step_of: dict[int, int], before: list[set[int]]) -> dict[int, int]:
    """For each state, the earliest step of the solution that can be reached from it."""
    earliest = dict(step_of)
    for end, step in step_of.items():
        arriving = [end]
        for state in arriving:  # grows while it is read
            new = [earlier for earlier in before[state] if earlier not in earliest]
            earliest.update(dict.fromkeys(new, step))
            arriving += new
    return earliest
