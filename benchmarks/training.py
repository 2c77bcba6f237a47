"""Environments to train in: steps a second of many mazes at once, and of gymnasium's own vector of single ones.

To print all: python -m benchmarks training
"""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.table import Row
from mazeworks import speed, workers

#: How many mazes are stepped, and the steps that are prepared.
MAZES, PREPARED = 1024, 256
#: The least million steps a second, and times as many as gymnasium's vector.
LEAST, TIMES = 20, 100
#: The limit of short episodes, so that fresh mazes are made all the time.
SHORT = 46
PEER = "gymnasium's SyncVectorEnv of single mazes"


def rate(env: Any, count: int, seconds: float) -> tuple[float, float]:
    """Steps of single mazes a second over some seconds of random play, fresh mazes included, and episodes a step."""
    actions = np.random.default_rng(1).integers(0, 4, (PREPARED, count))
    env.reset(seed=1)
    for row in actions:  # compiles, and spreads the episodes
        env.step(row)
    steps, ended, began, used = 0, 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - began < seconds:
        for row in actions:
            _, _, terminated, truncated, _ = env.step(row)
            ended += np.count_nonzero(terminated) + np.count_nonzero(truncated)
        steps += PREPARED
    return steps * count / (time.process_time() - used), ended / (steps * count)


def rows(thorough: bool = False) -> Iterator[Row]:
    """Rows for what is seen, with copies and without, for short episodes, and beside gymnasium's vector."""
    import gymnasium  # first, since it may be missing

    from mazeworks.training.maze import MazeEnv

    seconds = 10.0 if thorough else 3.0
    with speed("compiled"), workers(1):
        peer, _ = rate(gymnasium.vector.SyncVectorEnv([MazeEnv] * MAZES), MAZES, seconds)
        yield measured("view of 5x5", peer, seconds, copy=False)
        yield measured("view of 5x5, copied", peer, seconds)
        yield measured("whole grid", 0, seconds, copy=False, observation="grid")
        yield measured("position", 0, seconds, copy=False, observation="position")
        yield measured(f"view of 5x5, at most {SHORT} steps an episode", 0, seconds, copy=False, limit=SHORT)


def measured(what: str, peer: float, seconds: float, **form: Any) -> Row:
    """The row of one form of the environment; with a peer it has targets."""
    from mazeworks.training.vector import MazeVectorEnv

    ours, ended = rate(MazeVectorEnv(MAZES, **form), MAZES, seconds)
    work = f"{MAZES:,} mazes of 10x10, {what}, one core: a fresh maze every {1 / ended:.0f} steps"
    done = f"{ours / 1e6:.1f} million steps a second"
    if not peer:
        return Row(work, done)
    target = f"at least {LEAST} million, and {TIMES} times"
    reached = ours >= LEAST * 1e6 and ours >= TIMES * peer
    return Row(work, done, PEER, f"{peer / 1e6:.3f} million", f"{ours / peer:.0f} times", target, reached)
