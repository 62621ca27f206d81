"""The catalogue, health, the service's own documentation, and errors nobody expected."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
import sqlalchemy as sa

from alphacut.arrangements.links.catalogue import CATALOGUE
from alphacut.service.app import create_app
from alphacut.service.settings import Settings


class TestCatalogue:
    def test_arrangements_are_listed(self, client: httpx.Client) -> None:
        listed = client.get("/v1/arrangements").json()["arrangements"]
        names = {each["name"] for each in listed}
        assert names == {each.name for each in CATALOGUE}
        assert {"absolute", "relative", "palmtree", "random"} < names
        assert all(each["description"] and each["reference"] for each in listed)

    def test_families_are_listed_with_their_schemas(self, client: httpx.Client) -> None:
        listed = {each["name"]: each for each in client.get("/v1/arrangements").json()["families"]}
        assert {"dragonfly", "graph", "torus", "slim_fly", "cascade"} <= set(listed)
        assert "arrangement" in listed["dragonfly"]["json_schema"]["properties"]


class TestHealth:
    @pytest.mark.parametrize("path", ["/healthz", "/readyz"])
    def test_a_healthy_service_says_so(self, client: httpx.Client, path: str) -> None:
        assert client.get(path).json() == {"status": "ok"}

    def test_metrics_count_jobs_by_state(self, client: httpx.Client) -> None:
        text = client.get("/metrics").text
        assert re.search(r'^alphacut_jobs\{state="queued"\} \d+\.0$', text, re.MULTILINE)


@pytest.fixture(scope="module")
def openapi(client: httpx.Client) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/openapi.json").json()
    return document


class TestOpenApi:
    def test_every_reference_leads_somewhere(self, openapi: dict[str, Any]) -> None:
        referred = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(openapi)))
        assert referred == set(openapi["components"]["schemas"])

    def test_every_operation_says_what_it_does(self, openapi: dict[str, Any]) -> None:
        for path in openapi["paths"].values():
            for operation in path.values():
                assert operation["summary"]
                assert operation["description"]

    def test_every_error_is_described_as_a_problem_with_an_example(
        self, openapi: dict[str, Any]
    ) -> None:
        for path in openapi["paths"].values():
            for operation in path.values():
                for status, answer in operation["responses"].items():
                    if int(status) >= 400:
                        described = answer["content"]["application/problem+json"]
                        assert described["example"]["status"] == int(status)

    def test_the_examples_of_requests_are_accepted(
        self, client: httpx.Client, openapi: dict[str, Any]
    ) -> None:
        body = openapi["paths"]["/v1/jobs"]["post"]["requestBody"]["content"]["application/json"]
        assert len(body["examples"]) >= 3
        for example in body["examples"].values():
            assert client.post("/v1/jobs", json=example["value"]).status_code == 202

    def test_it_is_shown_to_people(self, client: httpx.Client) -> None:
        assert "openapi.json" in client.get("/docs").text


class TestUnexpected:
    async def _get(self, app: Any, path: str) -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get(path)

    def get(self, app: Any, path: str) -> httpx.Response:
        return anyio.run(self._get, app, path)

    @pytest.fixture
    def app(self, tmp_path: Path) -> Any:
        return create_app(Settings(database_url=f"sqlite:///{tmp_path / 'jobs.sqlite3'}"))

    def test_a_bug_is_told_without_its_details(self, app: Any) -> None:
        def bug() -> None:
            raise RuntimeError("secret")

        app.add_api_route("/bug", bug)
        answer = self.get(app, "/bug")
        assert answer.status_code == 500
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert "secret" not in answer.text
        app.state.store.close()

    def test_a_store_that_is_broken_is_told(self, app: Any, tmp_path: Path) -> None:
        engine = sa.create_engine(f"sqlite:///{tmp_path / 'jobs.sqlite3'}")
        with engine.begin() as connection:
            connection.execute(sa.text("DROP TABLE answers"))
            connection.execute(sa.text("DROP TABLE results"))
            connection.execute(sa.text("DROP TABLE jobs"))
            connection.execute(sa.text("DELETE FROM alembic_version"))
        engine.dispose()
        for path in ("/readyz", "/v1/jobs"):
            answer = self.get(app, path)
            assert answer.status_code == 503
            assert answer.headers["Retry-After"] == "5"
            assert answer.json()["type"] == "urn:alphacut:problem:store"
        assert self.get(app, "/healthz").status_code == 200
        app.state.store.close()
