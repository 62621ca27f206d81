"""Pages of other sites: led here by a name of their own, or sending forms."""

from __future__ import annotations

import http.client
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from alphacut.jobs.states import State
from alphacut.jobs.store import SqlStore, Store
from alphacut.service.access import allowed_hosts
from alphacut.service.app import create_app
from alphacut.service.settings import Settings
from tests.service.conftest import serving
from tests.service.test_bad_requests import said
from tests.service.test_jobs import CURVE, posted

# A page at attacker.example whose name now leads to 127.0.0.1 sends this with each request.
REBOUND = ("attacker.example", "attacker.example:8000", "localhost.attacker.example",
           "127.0.0.1.attacker.example", "attacker.example:80@localhost", "")  # fmt: skip
OWN = ("localhost", "LOCALHOST:1", "127.0.0.1:8000", "[::1]", "[::1]:8000", "localhost.:80")
FOREIGN: tuple[dict[str, str], ...] = (
    {"Origin": "http://attacker.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost:3000"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost:3000"},
)


class TestNames:
    @pytest.mark.parametrize("name", REBOUND)
    @pytest.mark.parametrize("path", ["/", "/v1/jobs", "/healthz", "/docs", "/page/main.js"])
    def test_a_name_that_is_led_here_reaches_nothing(
        self, client: httpx.Client, name: str, path: str
    ) -> None:
        answer = client.get(path, headers={"Host": name})
        found = said(answer, 421, "wrong-host")
        assert found["errors"][0]["field"] == "Host"
        assert "ALPHACUT_ALLOWED_HOSTS" in found["detail"]

    def test_nothing_is_changed_by_such_a_name(self, client: httpx.Client, store: Store) -> None:
        job = posted(client, CURVE)
        rebound = {"Host": REBOUND[0]}
        for method, path in (
            ("POST", "/v1/jobs"), ("POST", "/v1/batches"), ("POST", job["links"]["cancel"]),
            ("DELETE", job["links"]["self"]),
        ):  # fmt: skip
            said(client.request(method, path, json=CURVE, headers=rebound), 421, "wrong-host")
        [left] = store.newest(limit=10)
        assert left.state is State.QUEUED

    @pytest.mark.parametrize("name", OWN)
    def test_names_of_the_loopback_address_are_right_with_any_port(
        self, client: httpx.Client, name: str
    ) -> None:
        assert client.get("/healthz", headers={"Host": name}).status_code == 200

    def test_a_check_without_a_name_is_answered(self, address: str) -> None:
        """Load balancers ask in HTTP/1.0, which knows requests without Host."""
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=120)
        connection._http_vsn, connection._http_vsn_str = 10, "HTTP/1.0"  # type: ignore[attr-defined]
        with closing(connection):
            connection.putrequest("GET", "/healthz", skip_host=True)
            connection.endheaders()
            assert connection.getresponse().status == 200


@pytest.mark.parametrize(
    ("settings", "right", "wrong"),
    [
        ({"host": "127.0.0.1"}, OWN, (*REBOUND, "192.0.2.1")),
        ({"host": "127.8.8.8"}, (*OWN, "127.8.8.8:8000"), REBOUND),
        # keys protect: a page of another site has none
        ({"host": "0.0.0.0"}, (*OWN, "alphacut.example.org", "api:8000"), ()),
        # a published port, or a proxy that keeps others out
        ({"host": "0.0.0.0", "require_key": "no"}, (*OWN, "192.0.2.1:8000", "[2001:db8::1]"),
         REBOUND),
        ({"host": "127.0.0.1", "require_key": "yes"}, (*OWN, "alphacut.example.org"), ()),
        (
            {"host": "192.0.2.6", "allowed_hosts": "Alphacut.example.org, *.lan,192.0.2.7"},
            (*OWN, "alphacut.example.org:443", "a.lan", "a.b.lan", "192.0.2.6", "192.0.2.7"),
            (*REBOUND, "lan", "xlan", "example.org", "192.0.2.8"),
        ),
        ({"host": "127.0.0.1", "allowed_hosts": "*"}, (*OWN, *REBOUND), ()),
    ],
)  # fmt: skip
def test_settings_tell_which_names_are_right(
    settings: dict[str, str], right: tuple[str, ...], wrong: tuple[str, ...]
) -> None:
    allowed = allowed_hosts(Settings(**settings))  # type: ignore[arg-type]
    assert [name for name in right if not allowed.hold(name)] == []
    assert [name for name in wrong if allowed.hold(name)] == []


class TestPagesOfOtherSites:
    @pytest.mark.parametrize("headers", FOREIGN)
    def test_they_change_nothing(
        self, client: httpx.Client, store: Store, headers: Mapping[str, str]
    ) -> None:
        job = posted(client, CURVE)
        links = job["links"]
        for path in (links["cancel"], links["retry"], "/v1/jobs", "/v1/batches"):
            said(client.post(path, headers=headers), 403, "foreign-page")
        said(client.delete(links["self"], headers=headers), 403, "foreign-page")
        [left] = store.newest(limit=10)
        assert left.state is State.QUEUED

    def test_a_form_makes_no_job(self, client: httpx.Client, store: Store) -> None:
        """What a form can send without asking first, should a browser not say where from."""
        before = len(store.newest(limit=10))
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            answer = client.post("/v1/jobs", content=_written(), headers={"Content-Type": kind})
            assert answer.status_code == 415
        assert len(store.newest(limit=10)) == before

    def test_our_own_page_and_programs_do(self, client: httpx.Client, address: str) -> None:
        own = {"Origin": address}
        for headers in (own, {**own, "Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}):
            assert client.post("/v1/jobs", json=CURVE, headers=headers).status_code == 202

    def test_where_keys_protect_a_proxy_may_change_the_name(self, tmp_path: Path) -> None:
        url = f"sqlite:///{tmp_path / 'jobs.sqlite3'}"
        with (
            serving(create_app(Settings(database_url=url, host="0.0.0.0"))) as address,
            closing(SqlStore(url)) as store,
        ):
            headers = {
                "Authorization": f"Bearer {store.keys.add('alice')[1]}",
                "Origin": "https://alphacut.example.org",
                "Host": "api:8000",
            }
            posted = httpx.post(f"{address}/v1/jobs", json=CURVE, headers=headers, timeout=60)
            assert posted.status_code == 202


def _written() -> bytes:
    return httpx.Request("POST", "http://localhost", json=CURVE).content


@pytest.fixture
def pages(client: httpx.Client) -> Iterator[httpx.Response]:
    """Every answer that is a page, and some that are not."""
    paths = ("/", "/docs", "/v1/jobs", "/openapi.json", "/nowhere", "/page/icon.svg", "/healthz")
    return (client.get(path) for path in paths)


def test_no_page_is_shown_within_another(pages: Iterator[httpx.Response]) -> None:
    for answer in pages:
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_no_answer_has_two_policies(pages: Iterator[httpx.Response]) -> None:
    for answer in pages:
        assert len(answer.headers.get_list("Content-Security-Policy")) == 1
