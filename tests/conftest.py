"""What all tests share: both speeds, and the same random examples every time."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from mazeworks import speed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

settings.register_profile(
    "house", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")


@pytest.fixture(params=["interpreted", "compiled"])
def each_speed(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test twice, once at each speed."""
    with speed(request.param):
        yield request.param


# --- the page: a server and a browser for each file of tests, started when the first test asks for them


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where a server is that has compiled everything, so that no test waits for that."""
    from tests.serving import as_command

    with as_command() as (client, _):
        client.wait_until_warm()
        yield client.address


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """A browser."""
    from tests.browser import browser as started

    with started() as browser:
        yield browser


@pytest.fixture(params=[1280, 390])
def page(request: pytest.FixtureRequest, browser: "Browser", address: str) -> Iterator["Page"]:
    """A maze on the page, as a laptop shows it and as a phone does."""
    from tests.browser import page, visit

    with page(browser, request.param) as opened:
        visit(opened, address, "wall:12x10#7")
        yield opened


@pytest.fixture
def wide(browser: "Browser", address: str) -> Iterator["Page"]:
    """A maze on the page, as a laptop shows it."""
    from tests.browser import page, visit

    with page(browser) as opened:
        visit(opened, address, "wall:12x10#7")
        yield opened
