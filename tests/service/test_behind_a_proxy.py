"""The service below a path of a proxy, what it compresses, and what it tells strangers."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from alphacut.jobs.states import State
from alphacut.jobs.store import Ending, Store
from alphacut.jobs.store.engine import connect
from alphacut.service.app import create_app
from alphacut.service.settings import Settings
from tests.service.conftest import serving
from tests.service.test_bad_requests import said
from tests.service.test_jobs import CURVE

ROOT = "/alphacut"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, Settings]]:
    """A service that a proxy has below a path, which it takes off the addresses."""
    file = tmp_path_factory.mktemp("proxy") / "jobs.sqlite3"
    settings = Settings(database_url=f"sqlite:///{file}", root_path=ROOT)
    app = create_app(settings)
    with (
        serving(app, root_path=ROOT) as address,
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        yield client, settings


def test_addresses_in_headers_and_pages_are_below_the_path(
    own: tuple[httpx.Client, Settings],
) -> None:
    client, _ = own
    posted = client.post("/v1/jobs", json=CURVE)
    assert posted.headers["Location"] == f"{ROOT}{posted.json()['links']['self']}"
    page = client.get("/")
    assert f'src="{ROOT}/page/main.js"' in page.text
    assert f'<meta name="root" content="{ROOT}">' in page.text
    assert '="/page' not in page.text
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    assert client.get("/page/main.js").status_code == 200
    assert f"{ROOT}/openapi.json" in client.get("/docs").text
    assert client.get("/openapi.json").json()["servers"] == [{"url": ROOT}]


@pytest.mark.parametrize("path", ["alphacut", "/alphacut/", "/a b", '/a"b', "/"])
def test_what_is_no_path_is_no_setting(path: str) -> None:
    with pytest.raises(ValueError, match="root_path"):
        Settings(root_path=path)


def test_the_page_without_a_proxy_is_as_it_was(client: httpx.Client) -> None:
    assert 'name="root"' not in client.get("/").text


class TestCompression:
    @pytest.fixture
    def result(self, client: httpx.Client, store: Store) -> str:
        """The address of a large document."""
        job = client.post("/v1/jobs", json=CURVE).json()
        claim = store.claim("worker", 60)
        assert claim
        document = {"format": "alphacut-curve/1", "points": [{"alpha": "1"}] * 5_000}
        ending = Ending(state=State.SUCCEEDED, document=document, seconds=1)
        store.finish(claim, ending)
        return str(job["links"]["result"])

    def test_a_large_answer_is_the_same_in_fewer_bytes(
        self, client: httpx.Client, result: str
    ) -> None:
        plain = client.get(result, headers={"Accept-Encoding": "identity"})
        packed = client.get(result, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Content-Encoding" not in plain.headers
        assert packed.json() == plain.json()
        assert packed.num_bytes_downloaded < plain.num_bytes_downloaded / 10
        assert "Accept-Encoding" in packed.headers["Vary"]

    def test_its_tag_is_a_weak_one_that_holds(self, client: httpx.Client, result: str) -> None:
        plain, packed = (
            client.get(result, headers={"Accept-Encoding": each}) for each in ("identity", "gzip")
        )
        assert packed.headers["ETag"] == f"W/{plain.headers['ETag']}"
        for tag in (plain.headers["ETag"], packed.headers["ETag"]):
            assert client.get(result, headers={"If-None-Match": tag}).status_code == 304

    def test_a_small_answer_is_left_as_it_is(self, client: httpx.Client) -> None:
        answer = client.get("/healthz", headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in answer.headers


def test_strangers_hear_nothing_of_the_database(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"sqlite:///{tmp_path / 'secret-place.sqlite3'}"
    with serving(create_app(Settings(database_url=url, host="0.0.0.0"))) as address:
        engine = connect(url)
        with engine.begin() as connection:
            for table in ("api_keys", "alembic_version"):
                connection.execute(sa.text(f"ALTER TABLE {table} RENAME TO {table}_gone"))
        engine.dispose()
        with_key = {"Authorization": "Bearer alphacut_00000000_x"}
        for path, headers in (("/readyz", {}), ("/v1/jobs", with_key)):
            problem = said(httpx.get(address + path, headers=headers, timeout=60), 503, "store")
            assert problem["detail"] == "the store cannot be used now; the server's log says why"
    told = [each.getMessage() for each in caplog.records if each.levelno == logging.ERROR]
    assert any("no such table" in each for each in told)
