"""What all tests share: compiled kernels, both speeds, and the same random examples every time."""

import gc
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from inspect import getsource
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mazeworks import speed
from mazeworks.kernels import kernels

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

settings.register_profile(
    "house", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests of the page, which wait often, so that other workers compute meanwhile."""
    items.sort(key=lambda item: "browser" not in getattr(item, "fixturenames", ()))


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over all that was imported and collected, which stays to the end.

    Before that a first example: in it hypothesis looks for whoever holds its random numbers, and warns where it finds
    none, as when a server that starts in another thread freezes all objects at that moment.
    """
    first_example()
    gc.collect()
    gc.freeze()


@given(st.none())
def first_example(_: None) -> None:
    """Nothing."""


# --- kernels: with several workers, each is compiled once for all of them


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(specs: list[Any]) -> None:
    """Compile every kernel before the workers begin, in as many processes; they all load it from disk.

    The longest file comes first, so that no process is left alone with it at the end.
    """
    files = {kernel.function.__module__ for kernel in kernels().values()}
    longest_first = sorted(files, key=lambda file: -len(getsource(sys.modules[file])))
    with ProcessPoolExecutor(len(specs)) as pool:
        list(pool.map(compile_file, longest_first))


def compile_file(module: str) -> None:
    """Compile the kernels of one file."""
    for kernel in kernels().values():
        if kernel.function.__module__ == module:
            kernel.compile()


@pytest.fixture(params=["interpreted", "compiled"])
def each_speed(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test twice, once at each speed."""
    with speed(request.param):
        yield request.param


# --- the page: one server and one browser for all tests, started when the first test asks for them


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where a server is that has compiled everything, so that no test waits for that."""
    from tests.serving import as_command

    with as_command() as (client, _):
        client.wait_until_warm()
        yield client.address


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """A browser."""
    from tests.browser import browser as started

    with started() as browser:
        yield browser


@pytest.fixture(params=[1280, 390])
def blank(request: pytest.FixtureRequest, browser: "Browser") -> Iterator["Page"]:
    """A page without a maze yet, as a laptop shows it and as a phone does."""
    from tests.browser import page

    with page(browser, request.param) as opened:
        yield opened


@pytest.fixture
def laptop(browser: "Browser") -> Iterator["Page"]:
    """A page without a maze yet, as a laptop shows it."""
    from tests.browser import page

    with page(browser) as opened:
        yield opened


@pytest.fixture
def page(blank: "Page", address: str) -> "Page":
    """A maze on the page, as a laptop shows it and as a phone does."""
    from tests.browser import visit

    visit(blank, address, "wall:12x10#7")
    return blank


@pytest.fixture
def wide(laptop: "Page", address: str) -> "Page":
    """A maze on the page, as a laptop shows it."""
    from tests.browser import visit

    visit(laptop, address, "wall:12x10#7")
    return laptop
