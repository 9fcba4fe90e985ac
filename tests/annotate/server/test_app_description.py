"""Requests drawn from the OpenAPI description: whatever comes, the server answers for itself."""

from __future__ import annotations

import itertools
import re
import warnings
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from diglot.annotate.server.app import make_app
from diglot.annotate.server.identity import Entrance
from diglot.annotate.store import Store
from tests.annotate.server.conftest import browser, fill

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis import checks
    from schemathesis.specs.openapi import checks as described

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI

pytestmark = pytest.mark.filterwarnings("ignore")

BASE = "http://localhost:8427"
EXAMPLES = 10
CHECKS = [
    checks.not_a_server_error,
    described.status_code_conformance,
    described.content_type_conformance,
    described.response_schema_conformance,
]
# What the server offers does not depend on what is in a project.
SCHEMA = schemathesis.openapi.from_dict(
    make_app(cast("Store", None), entrance=Entrance("team")).openapi()
)
SCHEMA.config.update(base_url=BASE)
OPERATIONS = [(path, method.upper()) for path in SCHEMA for method in SCHEMA[path]]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    store = Store.create(tmp_path_factory.mktemp("drawn") / "project", name="Drawn")
    layer = fill(store)
    owner = store.people.local_owner()
    store.annotations.open(store.items.by_seq(layer, 1).id, owner.id)
    yield store
    store.close()


@pytest.fixture(scope="module")
def app(project: Store) -> FastAPI:
    return make_app(project, entrance=Entrance("team"))


@pytest.mark.slow
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_whatever_is_sent_is_answered_as_described(
    project: Store, app: FastAPI, path: str, method: str
) -> None:
    count = itertools.count()

    @given(case=SCHEMA[path][method].as_strategy())
    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def send(case: Any) -> None:
        # A session of its own, since one of the requests ends it.
        session = project.sessions.start(project.people.local_owner().id)
        page = browser(app, Cookie=f"diglot={session}")
        sent = case.as_transport_kwargs(base_url=BASE, headers=dict(page.headers))
        sent.pop("cookies", None)
        if next(count) % 2:
            # Numbers drawn are hardly ever those of something that is there.
            sent["url"] = re.sub(r"(?<=/api/)(\w+)/[^/?]+", r"\1/1", sent["url"])
            sent["url"] = re.sub(r"(?<=/items)/[^/?]+$", "/1", sent["url"])
            sent["headers"]["If-Match"] = str(project.annotations.get(1, 1).rev)
        case.validate_response(page.request(**sent), checks=CHECKS)

    send()
