"""Fuzzers run: in several processes, for a time or a number of inputs; each finding is made small and kept.

Every input comes from the seed, the name of its fuzzer and its number alone, so that the input of a process that
crashed or hung can be made again.
"""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from random import Random
from typing import Any

from fuzz.fuzzer import Fuzzer, all_fuzzers
from fuzz.minimising import minimal
from fuzz.outcome import Finding, Watch, finding_of, in_mazeworks, outcome, watching
from fuzz.samples import texts

#: Bytes of addresses that a process may have: what would take more fails, and the machine lives on.
MOST_ADDRESSES = 6 << 30
#: Seconds without news after which a process hangs, and those between two pieces of news.
SILENCE, NEWS = 120.0, 1.0


@dataclass
class Tally:
    """What became of the inputs of one fuzzer."""

    inputs: int = 0
    refused: int = 0
    #: Of the processor, so that the rate does not depend on what else the machine does.
    seconds: float = 0.0
    #: Findings by their signs, each with its input.
    findings: dict[str, tuple[Finding, Any]] = field(default_factory=dict)

    def add(self, other: "Tally") -> None:
        """Add what another process counted."""
        self.inputs += other.inputs
        self.refused += other.refused
        self.seconds += other.seconds
        self.findings = other.findings | self.findings


@dataclass
class Plan:
    """The work of one process: fuzzers by name, and numbers of inputs from `first` in steps of `step`."""

    names: list[str]
    seed: int
    first: int
    step: int
    #: When to end, by the clock of `time.time`; or the number of inputs of each fuzzer.
    deadline: float | None
    inputs: int | None


def input_of(fuzzer: Fuzzer, seed: int, number: int) -> Any:
    """The input with this number."""
    return fuzzer.make(Random(f"{seed} {fuzzer.name} {number}"))


def run(fuzzer: Fuzzer, plan: Plan, until: float | None, news: Callable[[int], None] = lambda _: None) -> Tally:
    """Try the inputs of one fuzzer; a sample that mazeworks fails to make is a finding without an input."""
    tally = Tally()
    try:
        _try_inputs(tally, fuzzer, plan, until, news)
    except Exception as error:  # inputs fail inside `outcome`, so this is from making one
        if not in_mazeworks(error):
            raise
        finding = finding_of(error)
        tally.findings[finding.sign] = finding, None
    return tally


def _try_inputs(tally: Tally, fuzzer: Fuzzer, plan: Plan, until: float | None, news: Callable[[int], None]) -> None:
    number, left = plan.first, plan.inputs
    input_of(fuzzer, plan.seed, number)  # makes all samples, which takes time
    begun = time.process_time()
    with watching() as watch:
        while (left is None or left > 0) and (until is None or time.time() < until):
            news(number)
            value = input_of(fuzzer, plan.seed, number)
            _count(tally, fuzzer, value, watch)
            number += plan.step
            left = None if left is None else left - 1
            tally.seconds = time.process_time() - begun


def _count(tally: Tally, fuzzer: Fuzzer, value: Any, watch: Watch) -> None:
    result = outcome(fuzzer, value, watch)
    tally.inputs += 1
    tally.refused += result is False
    if isinstance(result, Finding) and result.sign not in tally.findings:
        sign = result.sign
        small = value if sign.startswith("slow") else minimal(value, lambda each: _sign(fuzzer, each, watch) == sign)
        again = outcome(fuzzer, small, watch)
        tally.findings[sign] = (again if isinstance(again, Finding) else result), small


def _sign(fuzzer: Fuzzer, value: Any, watch: Watch) -> str:
    """The sign of what goes wrong with an input; empty if nothing does."""
    result = outcome(fuzzer, value, watch)
    return result.sign if isinstance(result, Finding) else ""


# --- processes


def work(plan: Plan, results: Connection, number: Any) -> None:
    """Run every fuzzer of a plan, and send the tally of each; `number` is that of the input tried now."""
    _prepare()
    for place, name in enumerate(plan.names):
        left = None if plan.deadline is None else (plan.deadline - time.time()) / (len(plan.names) - place)
        until = None if left is None else time.time() + left
        results.send(run(all_fuzzers()[name], plan, until, lambda now: setattr(number, "value", now)))


def _prepare() -> None:
    """Limit the memory, discard what commands print, load everything and make all samples."""
    import resource

    from mazeworks.core.registry import load_all

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESSES, MOST_ADDRESSES))
    load_all()
    all_fuzzers()
    with suppress(Exception):  # a fuzzer that needs what fails reports it
        texts()


class Worker:
    """A process that works on a plan, as its parent sees it."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.done = plan, 0
        spawning = multiprocessing.get_context("spawn")
        self.number: Any = spawning.Value("q", plan.first, lock=False)
        self.results, sender = spawning.Pipe(duplex=False)
        self.process = spawning.Process(target=work, args=(plan, sender, self.number), daemon=True)
        self.process.start()
        sender.close()
        self.seen, self.seen_at = -1, time.monotonic()

    def kill_if_silent(self) -> None:
        """Kill the process if it has been at the same input for too long."""
        if self.number.value != self.seen:
            self.seen, self.seen_at = self.number.value, time.monotonic()
        elif time.monotonic() - self.seen_at > SILENCE:
            self.process.kill()

    def died(self) -> tuple[str, Tally, Plan]:
        """The fuzzer during which the process died, that as a finding, and the plan for what is left."""
        name, number = self.plan.names[self.done], self.number.value
        code = self.process.exitcode
        if code == 1:
            raise SystemExit(f"the fuzzer {name} itself failed at input {number} of the seed {self.plan.seed}")
        how = f"hangs for {SILENCE:g} s" if code == -signal.SIGKILL else f"ends the process with {code}"
        finding = Finding("hang" if code == -signal.SIGKILL else f"crash {code}", f"input {number} {how}")
        tried = (number - self.plan.first) // self.plan.step + 1
        left = None if self.plan.inputs is None else max(0, self.plan.inputs - tried)
        rest = replace(self.plan, names=self.plan.names[self.done :], first=number + self.plan.step, inputs=left)
        value = input_of(all_fuzzers()[name], self.plan.seed, number)
        return name, Tally(tried, 0, 0.0, {finding.sign: (finding, value)}), rest


def run_all(plans: list[Plan]) -> dict[str, Tally]:
    """Run every plan in a process of its own; a process that dies is a finding, and another takes its place."""
    tallies = {name: Tally() for plan in plans for name in plan.names}
    workers = [Worker(plan) for plan in plans]
    while workers:
        ready = wait([worker.results for worker in workers], NEWS)
        for worker in list(workers):
            worker.kill_if_silent()
            if worker.results in ready:
                _hear(worker, workers, tallies)
    return tallies


def _hear(worker: Worker, workers: list[Worker], tallies: dict[str, Tally]) -> None:
    """Take the next tally of a process; if the process has ended, replace it unless its plan is done."""
    try:
        tally = worker.results.recv()
    except EOFError:
        worker.process.join()
        workers.remove(worker)
        if worker.done < len(worker.plan.names):
            name, tally, rest = worker.died()
            tallies[name].add(tally)
            workers.append(Worker(rest))
        return
    tallies[worker.plan.names[worker.done]].add(tally)
    worker.done += 1
