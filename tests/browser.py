"""The system's Chromium, driven by Playwright, on the page of a real server."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect, sync_playwright

#: Flags for a machine without a screen, as root without a sandbox, and without a network.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: Programs that do, the quickest first: a shell without windows opens a page in a third of the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
#: Milliseconds after which something that should be seen is taken not to come, on however slow a machine.
PATIENCE = 120_000
expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    """Where Chromium is; without it the test is skipped, or fails where all tests have to run."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is not installed, and these tests have to run")
        pytest.skip("Chromium is not installed")
    return found


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser, closed afterwards."""
    path = chromium()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS, timeout=PATIENCE)
        try:
            yield started
        finally:
            started.close()


#: Pages that no test uses now, by browser, size and scheme: the next test goes on in a process that is warm.
IDLE: dict[tuple[Any, ...], list[tuple[Page, list[str]]]] = {}


def fresh(browser: Browser, width: int, height: int, scheme: str) -> tuple[Page, list[str]]:
    """A new page, and the list of its errors, warnings and requests to other hosts."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        has_touch=width < 500,
        accept_downloads=True,
    )
    faults: list[str] = []
    opened = context.new_page()
    opened.set_default_timeout(PATIENCE)
    opened.on("pageerror", lambda error: faults.append(f"error: {error}"))
    opened.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
    opened.on("request", lambda asked: None if "//127.0.0.1:" in asked.url else faults.append(asked.url))
    return opened, faults


@contextmanager
def page(browser: Browser, width: int = 1280, height: int = 0, scheme: str = "light") -> Iterator[Page]:
    """A page as a laptop or a phone has it; anything it complains about, or asks of another host, is a failure."""
    size = (width, height or (800 if width > 500 else 844))
    idle = IDLE.setdefault((browser, *size, scheme), [])
    opened, faults = idle.pop() if idle else fresh(browser, *size, scheme)
    faults.clear()
    try:
        yield opened
        opened.unroute_all()
        opened.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        idle.append((opened, faults))
    except BaseException:
        opened.context.close()
        raise
    # A refusal that the page itself shows, and a warning about how often a test reads pixels.
    expected = ("Failed to load resource", "Canvas2D: Multiple readback operations")
    wrong = [fault for fault in faults if not fault.startswith(expected)]
    assert not wrong, wrong


def faults(page: Page) -> list[str]:
    """The faults that axe finds in what is shown, serious or not."""
    if not page.evaluate("'axe' in window"):  # once in a document, so that what is compiled is run again
        page.evaluate(f"() => {{ {AXE_SCRIPT} }}")
    found = page.evaluate("axe.run({resultTypes: ['violations']}).then((results) => results.violations)")
    return [f"{fault['id']}: {fault['help']}: {[node['html'] for node in fault['nodes']][:3]}" for fault in found]


def visit(page: Page, address: str, id: str) -> None:
    """Open the link of an id, and wait until its maze is shown."""
    page.goto(address + "?id=" + id.replace("#", "%23"))
    expect(page.locator("#maze-id")).to_have_text(id)
    expect(page.locator("body")).to_have_attribute("data-maze", id)


def pixels(page: Page) -> int:
    """How many pixels of the board are drawn on."""
    script = """() => { const c = document.querySelector("#board canvas");
      const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
      let n = 0; for (let i = 3; i < d.length; i += 4) n += d[i] > 0; return n; }"""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
    return int(page.evaluate(script))
