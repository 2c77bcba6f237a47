"""What all tests share: both speeds, and the same random examples every time."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from mazeworks import speed

settings.register_profile(
    "house", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")


@pytest.fixture(params=["interpreted", "compiled"])
def each_speed(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test twice, once at each speed."""
    with speed(request.param):
        yield request.param
