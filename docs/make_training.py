"""Draws the pictures of docs/training.md, one of them from what its examples learn: `python docs/make_training.py`."""

import doctest
from pathlib import Path
from typing import Any

from PIL import Image

from mazeworks import solve
from mazeworks.core.directions import CARDINALS
from mazeworks.drawing.look import PARAMETERS, look
from mazeworks.drawing.painter import paint
from mazeworks.drawing.scene import Scene
from mazeworks.training.maze import MazeEnv

DOCS = Path(__file__).parent
#: The sheet in cells, the corner of the curve in it, and how large the curve is.
SHEET, CORNER, PLOT = (30, 17), (2.5, 14.5), (26, 13)
LOOK = {parameter.name: parameter.default for parameter in PARAMETERS} | {"cell": 24, "wall": 3, "margin": 8}


def learned() -> tuple[list[float], float]:
    """The curve that the page's examples compute, and how long the shortest paths are."""
    names: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples((DOCS / "training.md").read_text(encoding="utf-8")):
        exec(compile(example.source, "training.md", "single"), names)
    return list(names["curve"]), float(names["shortest"])


def drawn(curve: list[float], shortest: float) -> Scene:
    """The curve over episodes, with the shortest paths below it."""
    scene, (left, bottom), (wide, high) = Scene(*SHEET, "A learning curve"), CORNER, PLOT
    most = 20 * -(-max(curve) // 20)

    def at(episode: float, steps: float) -> tuple[float, float]:
        return left + wide * episode / len(curve), bottom - high * steps / most

    for steps in range(0, int(most) + 1, 20):
        scene.line([at(0, steps), at(len(curve), steps)], "faint", 0.05)
        scene.label(left - 0.9, at(0, steps)[1], str(steps), "text", 0.8)
    for episode in range(0, len(curve) + 1, 20):
        scene.label(at(episode, 0)[0], bottom + 0.8, str(episode), "text", 0.8)
    scene.label(left + wide / 2, bottom + 1.9, "episode", "text", 0.8)
    scene.label(left + wide / 2, 0.6, "steps to the goal, mean of ten agents that learn a 5×5 maze each", "text", 0.8)
    scene.line([at(0, shortest), at(len(curve), shortest)], "goal", 0.12, dashed=True)
    scene.label(*at(0.68 * len(curve), most / 5), f"dashed: the shortest paths, {shortest:g} steps", "text", 0.8)
    scene.line([at(number + 0.5, steps) for number, steps in enumerate(curve)], "path", 0.18)
    return scene


def main() -> None:
    """Draw both pictures."""
    env = MazeEnv((10, 6), ends="corners", render_mode="rgb_array")
    env.reset(seed=4)
    solution = solve(env.maze)
    for move in solution.moves[:11] if solution else ():
        env.step(CARDINALS.index(move))
    Image.fromarray(env.render()).save(DOCS / "pictures" / "training-agent.png")
    paint(drawn(*learned()), look(*SHEET, LOOK)).save(DOCS / "pictures" / "training-curve.png")


if __name__ == "__main__":
    main()
