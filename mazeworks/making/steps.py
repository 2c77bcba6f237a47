"""Transforms one after the other, parsed: `braid:0.5+perturb:10` names each and the values of its parameters."""

import math
from typing import Any

from mazeworks.core.errors import MazeError, with_article
from mazeworks.core.grid import check_size
from mazeworks.core.registry import Transform, transforms

#: Transforms, each with the values of its parameters.
Chain = tuple[tuple[Transform, dict[str, Any]], ...]

#: The most steps of a chain.
MOST_STEPS = 100
#: Bytes of memory per cell while a maze grows.
GROWING_BYTES = 8


def parse_steps(text: str) -> Chain:
    """The transforms that a text names, each with the values of its parameters."""
    if not isinstance(text, str):
        raise MazeError(f"transforms are named in a text such as 'braid:0.5+perturb:10', not {text!r:.60}")
    words = text.split("+")
    if len(words) > MOST_STEPS:
        raise MazeError(f"at most {MOST_STEPS} transforms can follow one another, not {len(words)}")
    return tuple(map(_parse_step, words))


def _parse_step(word: str) -> tuple[Transform, dict[str, Any]]:
    name, *texts = word.split(":")
    transform = transforms[name]
    if len(texts) > len(transform.parameters):
        known = ":".join([name, *(parameter.name.upper() for parameter in transform.parameters)])
        raise MazeError(f"{word!r:.60} has too many values for {name}; expected {known}")
    values = {parameter.name: parameter.default for parameter in transform.parameters}
    for parameter, text in zip(transform.parameters, texts, strict=False):
        values[parameter.name] = parameter.parse(text)
    return transform, values


def write_steps(chain: Chain) -> str:
    """The shortest text that names the same steps again."""
    words = []
    for transform, values in chain:
        counts = [n for n, p in enumerate(transform.parameters, 1) if values[p.name] != p.default]
        written = transform.parameters[: max(counts, default=0)]
        words.append(":".join([transform.name, *(p.format(values[p.name]) for p in written)]))
    return "+".join(words)


def check_kind(chain: Chain, kind: str) -> None:
    """Refuse transforms of another kind of puzzle."""
    if any(transform.kind != kind for transform, _ in chain):
        what = f"{with_article(kind or 'plain')} puzzle"
        raise MazeError(f"{what} cannot be changed by transforms; a wall maze on any layout can")
    for transform, _ in chain[:-1]:
        if transform.into:
            raise MazeError(f"{transform.name} makes another kind of puzzle, so no other transform can follow it")


def check_anywhere(chain: Chain, words: str) -> None:
    """Refuse a transform that needs a rectangle of squares; `words` names the maze that is not one."""
    for transform, _ in chain:
        if transform.on_cells is None:
            able = ", ".join(other.name for other in transforms.values() if other.on_cells is not None)
            why = f"{transform.name} cannot change {with_article(words)}: {transform.only}"
            raise MazeError(f"{why}; these can: {able}")


def grown(size: tuple[int, int], chain: Chain) -> tuple[int, int]:
    """Width and height after all steps."""
    times = math.prod(transform.grows for transform, _ in chain)
    return times * size[0], times * size[1]


def check_growth(size: tuple[int, int], chain: Chain) -> None:
    """Refuse steps if the maze after them would not fit into memory."""
    last = grown(size, chain)
    if last != size:
        check_size(*last, GROWING_BYTES)
