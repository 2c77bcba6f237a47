"""The page and its server: requests a second, the first paint, a maze from the click to the canvas, and panning."""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.table import Row, within
from tests.browser import browser, page
from tests.serving import as_command

#: What `wrk` sends: a new maze of 20 by 20 every time, and its solution.
SCRIPT = """
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"width": 20, "height": 20, "solver": "auto"}'
"""
CLICK = """async () => {
  const {panels} = mazeworks, begun = performance.now();
  await panels.make.make();
  await panels.watch.solve();
  await new Promise((done) => requestAnimationFrame(() => { mazeworks.stage.board.draw(); done(); }));
  return (performance.now() - begun) / 1000;
}"""
PAN = """async () => {
  const {board} = mazeworks.stage, drawn = [], gaps = [];
  let before = 0;
  for (let frame = 0; frame < 240; frame++) {
    const now = await new Promise(requestAnimationFrame);
    if (before) gaps.push(now - before);
    before = now;
    board.camera.pan(-23, frame % 2 ? -17 : -5, board.maze);
    const begun = performance.now();
    board.draw();
    drawn.push(performance.now() - begun);
  }
  const late = (list) => list.sort((a, b) => a - b)[Math.floor(list.length * 0.99)] / 1000;
  return [late(drawn), late(gaps)];
}"""


def rows(thorough: bool = False) -> Iterator[Row]:
    """Every figure of the page."""
    with as_command() as (client, _):
        client.wait_until_warm()
        yield from load(client.address, 30 if thorough else 5)
    with as_command() as (client, _), browser() as started, page(started) as shown:
        client.wait_until_warm()
        shown.goto(client.address)
        shown.wait_for_selector("body[data-maze]")
        paint = shown.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000")
        yield within("the page: first paint", paint, 1)
        shown.fill("#field-width", "50")
        shown.fill("#field-height", "50")
        taken = []
        for _ in range(15):
            shown.evaluate("document.getElementById('seed').value = ''")
            taken.append(shown.evaluate(CLICK))
        yield within("the page: 50x50 made, solved and drawn after the click, warm", median(taken), 0.15)
        shown.goto(client.address + "?id=wall:1000x1000%235")
        shown.wait_for_selector("body[data-maze='wall:1000x1000#5']")
        for scale in (20, 6, 2):
            shown.evaluate("(scale) => { mazeworks.stage.board.camera.scale = scale; }", scale)
            drawn, gap = shown.evaluate(PAN)
            yield within(f"the page: 1000x1000 panned at {scale} pixels a cell, 99 of 100 frames drawn", drawn, 1 / 60)
            yield Row(f"the page: the same, from frame to frame (no graphics card), {scale}", f"{gap * 1000:.3g} ms")


def load(address: str, seconds: int) -> Iterator[Row]:
    """What `wrk` measures: two seconds to warm up, then requests over 16 connections."""
    if shutil.which("wrk") is None:
        yield Row("20x20 made and solved over HTTP", "not measured: wrk is not installed")
        return
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "post.lua"
        script.write_text(SCRIPT, encoding="ascii")
        for length in (2, seconds):
            command = ["wrk", "-t1", "-c16", f"-d{length}s", "--latency", "-s", str(script), f"{address}api/mazes"]
            output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rate = float(re.findall(r"Requests/sec:\s+([\d.]+)", output)[0])
    number, unit = re.findall(r"99%\s+([\d.]+)(us|ms|s)", output)[0]
    wrong = re.findall(r"(Non-2xx.*|Socket errors.*)", output)
    name = "20x20 made and solved over HTTP"
    yield Row(f"{name}, {seconds} s", f"{rate:.0f} a second", target="at least 300 a second", reached=rate >= 300)
    yield within(f"{name}, 99 of 100 answered", float(number) * {"us": 1e-6, "ms": 1e-3, "s": 1}[unit], 0.25)
    yield Row(f"{name}, errors", "; ".join(wrong) or "none", target="none", reached=not wrong)
