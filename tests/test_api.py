"""The described API, tried by Schemathesis: whatever is asked, within it or beside it, nothing answers 500."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

from mazeworks.web.limits import Limits
from mazeworks.web.routes import create_app
from tests.serving import CEILING, Client, in_thread

if TYPE_CHECKING:  # imported by the tests alone, because it takes seconds and every worker collects this file
    import schemathesis

KNOWN = {"maze": "wall:6x5#7", "kind": "wall", "id": "jugs:#1", "generator": "", "parameters": {}, "solver": "auto"}
DESCRIBED = create_app().app.openapi()  # type: ignore[attr-defined]
LABELS = [f"{method.upper()} {path}" for path, methods in DESCRIBED["paths"].items() for method in methods]


@cache
def operations() -> dict[str, Any]:
    """What the description offers, by method and path."""
    import schemathesis

    found = [operation.ok() for operation in schemathesis.openapi.from_dict(DESCRIBED).get_all_operations()]
    return {operation.label: operation for operation in found}


def test_every_operation_is_tried() -> None:
    assert sorted(operations()) == sorted(LABELS)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with in_thread(Limits(cells=2_500, seconds=5, states=5_000)) as client:
        yield client


@pytest.mark.parametrize("mode", ["positive", "negative"])
@pytest.mark.parametrize("label", sorted(LABELS))
def test_no_request_is_answered_by_500(client: Client, label: str, mode: str) -> None:
    from schemathesis.checks import not_a_server_error
    from schemathesis.generation import GenerationMode
    from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

    checks = [not_a_server_error, status_code_conformance, response_schema_conformance]

    @given(operations()[label].as_strategy(generation_mode=GenerationMode(mode)))
    @settings(
        max_examples=15,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
        phases=[Phase.generate],
    )
    def ask(case: "schemathesis.Case") -> None:
        if mode == "positive":
            lead(case)
        case.call_and_validate(base_url=client.address, checks=checks, timeout=CEILING)

    with suppress(Unsatisfiable):  # where nothing can be asked wrongly
        ask()


def lead(case: "schemathesis.Case") -> None:
    """Name a puzzle that there is in every other request: by chance alone none would be named."""
    for part in ("body", "query"):
        asked = getattr(case, part)
        if isinstance(asked, dict) and len(str(asked)) % 2:
            setattr(case, part, asked | {name: value for name, value in KNOWN.items() if name in asked})
