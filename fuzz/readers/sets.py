"""Files that say what is in a dataset."""

import json
from random import Random

from fuzz.fuzzer import Differs, fuzzer
from fuzz.mutation import HUGE, NUMBERS, mutated_text
from fuzz.samples import seeds
from mazeworks.core.errors import MazeError
from mazeworks.scale.plan import Plan
from mazeworks.scale.plan_files import READERS, parse_plan


def _sets() -> list[str]:
    return [
        'seed = 7\nunique = true\nsplit = { train = 0.9, test = 0.1 }\n[[mazes]]\nsize = "8x8"\ncount = 6_000\n'
        '[[mazes]]\nsize = 9\ncount = 3\ngenerator = "wilson"\nparameters = { ends = "corners" }\nlength = "20..60"\n',
        'format = "jsonl"\nshard = 10\nmazes = [{ kind = "alice", size = [5, 5], count = 2, difficulty = [2, 5.5] }]\n',
        "split: train=3,test=1\nmazes:\n- size: 8x8\n  count: 10\n  then: braid:0.5\n- {kind: jugs, count: 1}\n",
        "a: &a [1, 1]\nb: &b [*a, *a]\nseed: *b\nmazes: [{count: 1, size: *a}]\n",
    ]


_kept_sets = seeds("sets", _sets)


def make_set(random: Random) -> str:
    """A mutated file, and now and then a list or table within many others."""
    if random.random() < 0.1:
        number, depth = random.choice((*NUMBERS, *HUGE)), random.choice((1, 9, 2000))
        return random.choice(("seed = {}\nmazes = [1]", "seed: {}", "split: {{a: {}}}")).format(
            "[" * depth + number + "]" * depth
        )
    return mutated_text(random, random.choice(_kept_sets()), _sets())


@fuzzer("sets", make_set)
def try_set(text: str) -> None:
    refused = 0
    for form in sorted(READERS):
        try:
            options = parse_plan(text, form)
            options = {"seed": 0, "form": options.pop("format", "parquet")} | options
            plan = Plan.of(options.pop("mazes"), **options)
        except MazeError as error:
            refused += 1
            if refused == len(READERS):
                raise
            if "\n" in str(error):
                raise Differs(f"a sentence in lines: {error}") from None
            continue
        if Plan.from_data(json.loads(plan.write())) != plan:
            raise Differs(f"a plan: {plan.write()} is read as another")
