"""The described API, tried by Schemathesis: whatever is asked, within it or beside it, nothing answers 500."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from mazeworks.web.limits import Limits
from mazeworks.web.routes import create_app
from tests.serving import CEILING, Client, in_thread

CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]
KNOWN = {"maze": "wall:6x5#7", "kind": "wall", "id": "jugs:#1", "generator": "", "parameters": {}, "solver": "auto"}
OPERATIONS: dict[str, Any] = {
    operation.ok().label: operation.ok()
    for operation in schemathesis.openapi.from_dict(create_app().app.openapi()).get_all_operations()  # type: ignore[attr-defined]
}


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with in_thread(Limits(cells=2_500, seconds=5, states=5_000)) as client:
        yield client


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.name.lower())
@pytest.mark.parametrize("label", sorted(OPERATIONS))
def test_no_request_is_answered_by_500(client: Client, label: str, mode: GenerationMode) -> None:
    @given(OPERATIONS[label].as_strategy(generation_mode=mode))
    @settings(
        max_examples=15,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
        phases=[Phase.generate],
    )
    def ask(case: schemathesis.Case) -> None:
        if mode == GenerationMode.POSITIVE:
            lead(case)
        case.call_and_validate(base_url=client.address, checks=CHECKS, timeout=CEILING)

    with suppress(Unsatisfiable):  # where nothing can be asked wrongly
        ask()


def lead(case: schemathesis.Case) -> None:
    """Name a puzzle that there is in every other request: by chance alone none would be named."""
    for part in ("body", "query"):
        asked = getattr(case, part)
        if isinstance(asked, dict) and len(str(asked)) % 2:
            setattr(case, part, asked | {name: value for name, value in KNOWN.items() if name in asked})
