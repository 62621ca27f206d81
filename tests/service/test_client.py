"""The Python client, of both kinds, against a real service and a line that breaks."""

from __future__ import annotations

import asyncio
import inspect
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.links.catalogue import ARRANGEMENTS
from alphacut.jobs.job import JobError
from alphacut.jobs.origin import Quota
from alphacut.jobs.states import State
from alphacut.jobs.store import Ending, SqlStore, Store
from alphacut.service.app import create_app
from alphacut.service.client import (
    AsyncClient,
    Client,
    ClientError,
    NoResultError,
    RequestRefusedError,
)
from alphacut.service.settings import Settings
from tests.service.conftest import serving
from tests.service.test_jobs import CURVE, DOCUMENT, POINT, ended

SPEC = "dragonfly:a=4,h=2,arrangement=relative"
Call = Callable[..., Any]


def plainly(server: str, name: str, *arguments: Any, **options: Any) -> Any:
    """Call a method of the client for plain code."""
    with Client(server) as client:
        return getattr(client, name)(*arguments, **options)


def with_asyncio(server: str, name: str, *arguments: Any, **options: Any) -> Any:
    """Call a method of the client for asyncio."""

    async def call() -> Any:
        async with AsyncClient(server) as client:
            return await getattr(client, name)(*arguments, **options)

    return asyncio.run(call())


both = pytest.mark.parametrize("call", [plainly, with_asyncio])


@contextmanager
def holding(until: Callable[[int], bool]) -> Iterator[tuple[str, list[int]]]:
    """A service that answers a request, by its number, once it may; all that came are listed."""
    came: list[int] = []
    more = threading.Condition()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            with more:
                number = len(came)
                came.append(number)
                more.notify_all()
                more.wait_for(lambda: until(number))
            with suppress(ConnectionError):
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", came
    finally:
        server.shutdown()
        server.server_close()


def test_a_request_is_sent_again_after_its_time() -> None:
    came: list[int] = []
    with holding(lambda number: number > 0 or len(came) > 1) as (address, listed):
        came = listed
        with Client(address, timeout=0.3) as client:
            assert not client.job("x")
        assert came == [0, 1]


def test_without_a_time_an_answer_is_waited_for() -> None:
    with holding(lambda _: True) as (address, _), Client(address, timeout=None) as client:
        assert not client.job("x")
        assert client._http.timeout.read is None


def test_methods_show_how_they_are_called() -> None:
    names = [name for name in dir(Client) if not name.startswith("_")]
    assert names == [name for name in dir(AsyncClient) if not name.startswith("_")]
    assert len(names) > 15
    client = Client("http://127.0.0.1:1")
    for name in names:
        method = getattr(client, name)
        assert method.__name__ == name
        assert method.__doc__
        assert "self" not in inspect.signature(method).parameters
    assert [*inspect.signature(client.point).parameters][:2] == ["topology", "alpha"]
    client.close()


@contextmanager
def worker(store: Store, **ending: Any) -> Iterator[None]:
    """Work on the next job, soon, and end it in some way."""

    def work() -> None:
        time.sleep(0.3)
        while (claim := store.claim("worker", 60)) is None:
            time.sleep(0.02)
        store.finish(claim, Ending(seconds=1, **ending))

    thread = threading.Thread(target=work)
    thread.start()
    yield
    thread.join()


@both
class TestAsking:
    def test_a_curve_is_returned_once_it_is_there(
        self, address: str, store: Store, call: Call
    ) -> None:
        seen: list[str] = []
        with worker(store, state=State.SUCCEEDED, document=DOCUMENT):
            document = call(
                address, "curve", SPEC, watch=lambda job: seen.append(job["state"]),
                limits={"seconds": 5},
            )  # fmt: skip
        assert document == DOCUMENT
        assert seen[-1] == "succeeded"
        (job,) = store.newest(limit=10)
        assert job.request["limits"]["seconds"] == 5
        assert job.request["topology"]["arrangement"] == "relative"

    def test_a_point_has_its_alpha(self, address: str, store: Store, call: Call) -> None:
        with worker(store, state=State.SUCCEEDED, document={"format": "alphacut-point/1"}):
            assert call(address, "point", {"family": "torus", "sides": [4, 4]}, "5/4") == {
                "format": "alphacut-point/1"
            }
        assert store.newest(limit=1)[0].request["alpha"] == "5/4"

    @pytest.mark.parametrize("asked", [("point",), ("throughput", "uniform")])
    def test_links_that_are_all_local_need_no_alpha(
        self, address: str, store: Store, call: Call, asked: tuple[str, ...]
    ) -> None:
        name, *more = asked
        with worker(store, state=State.SUCCEEDED, document={"format": "a document"}):
            assert call(address, name, "torus:sides=4x4", *more) == {"format": "a document"}
        assert store.newest(limit=1)[0].request["alpha"] is None

    def test_networks_are_compared(self, address: str, store: Store, call: Call) -> None:
        document = {"format": "alphacut-comparison/1"}
        torus = {"family": "torus", "sides": [4, 4]}
        with worker(store, state=State.SUCCEEDED, document=document):
            assert call(address, "compare", [SPEC, torus], "5/4", injection="1/2") == document
        asked = store.newest(limit=1)[0].request
        assert [each["family"] for each in asked["topologies"]] == ["dragonfly", "torus"]
        assert (asked["alpha"], asked["injection"]) == ("5/4", "1/2")

    def test_a_structure_is_returned(self, address: str, store: Store, call: Call) -> None:
        document = {"format": "alphacut-structure/1"}
        with worker(store, state=State.SUCCEEDED, document=document):
            assert call(address, "structure", SPEC) == document

    def test_a_failed_job_is_an_error(self, address: str, store: Store, call: Call) -> None:
        error = JobError(type="execution", title="It broke", detail="killed by signal 9")
        with (
            worker(store, state=State.FAILED, error=error),
            pytest.raises(NoResultError, match="killed by signal 9"),
        ):
            call(address, "curve", SPEC)

    def test_news_is_heard_soon(self, address: str, store: Store, call: Call) -> None:
        job_id = store.submit("bisection-curve", CURVE).id
        with worker(store, state=State.SUCCEEDED, document=DOCUMENT):
            began = time.monotonic()
            assert call(address, "follow", job_id)["state"] == "succeeded"
        assert time.monotonic() - began < 2.5  # seconds; it ended after 0.3

    def test_what_is_wrong_is_told_field_by_field(
        self, address: str, store: Store, call: Call
    ) -> None:
        with pytest.raises(RequestRefusedError, match="at least 1") as caught:
            call(address, "curve", {"family": "torus", "sides": [0]})
        assert caught.value.status == 422
        assert caught.value.type == "urn:alphacut:problem:invalid-request"
        assert [each.field for each in caught.value.errors] == ["topology.sides.0"]
        assert store.newest(limit=1) == []

    def test_a_job_is_cancelled_retried_and_deleted(
        self, address: str, store: Store, call: Call
    ) -> None:
        job = call(address, "submit", CURVE)
        assert call(address, "cancel", job["id"])["state"] == "cancelled"
        assert call(address, "retry", job["id"])["state"] == "queued"
        assert call(address, "job", job["id"])["state"] == "queued"
        call(address, "delete", job["id"])
        assert store.newest(limit=1) == []
        with pytest.raises(RequestRefusedError) as caught:
            call(address, "job", job["id"])
        assert caught.value.status == 404

    def test_pictures_and_tables_are_texts(self, address: str, store: Store, call: Call) -> None:
        job = call(address, "submit", CURVE)
        ended(store, state=State.SUCCEEDED, document=DOCUMENT)
        assert "<svg" in call(address, "curve_svg", job["id"])
        assert "intercept" in call(address, "curve_csv", job["id"])

    def test_a_batch_is_followed_to_its_end(self, address: str, store: Store, call: Call) -> None:
        batch = call(address, "submit_batch", [CURVE, POINT])
        for _ in range(2):
            ended(store, state=State.SUCCEEDED, document=DOCUMENT)
        assert call(address, "follow_batch", batch["id"])["state"] == "succeeded"
        result = call(address, "batch_result", batch["id"])
        assert [each["document"] for each in result["jobs"]] == [DOCUMENT] * 2
        call(address, "delete_batch", batch["id"])
        swept = call(address, "submit_batch", sweep={"sizes": [{"a": 2, "h": 2}]})
        assert len(swept["jobs"]) == len(ARRANGEMENTS)
        assert call(address, "cancel_batch", swept["id"])["state"] == "cancelled"

    def test_limits_are_told(self, address: str, call: Call) -> None:
        assert call(address, "limits")["network"]["switches"] == 200

    def test_an_idempotency_key_finds_the_job_again(
        self, address: str, store: Store, call: Call
    ) -> None:
        ids = {call(address, "submit", CURVE, key=f"mine {call.__name__}")["id"] for _ in range(2)}
        assert len(ids) == 1 == len(store.newest(limit=10))


@both
class TestTrouble:
    def test_a_service_that_is_not_there_is_told_at_once(self, call: Call) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))  # and does not listen
            server = f"http://127.0.0.1:{taken.getsockname()[1]}"
            began = time.monotonic()
            with pytest.raises(ClientError, match="cannot reach the service"):
                call(server, "submit", CURVE)
            assert call(server, "ready") is False
        assert time.monotonic() - began < 5

    def test_a_request_whose_answer_got_lost_makes_one_job(
        self, address: str, store: Store, call: Call
    ) -> None:
        with breaking_line(address) as (server, broken):
            job = call(server, "submit", CURVE)
        assert broken == [True]
        assert [each.id for each in store.newest(limit=10)] == [job["id"]]

    def test_something_else_than_an_alphacut_is_told(self, address: str, call: Call) -> None:
        with pytest.raises(ClientError, match="is it an alphacut"):
            call(f"{address}/docs", "job", "../../../docs")


@pytest.mark.parametrize("call", [plainly, pytest.param(with_asyncio, marks=pytest.mark.slow)])
class TestPatience:
    def test_it_waits_for_as_long_as_it_is_told_to(self, tmp_path: Path, call: Call) -> None:
        settings = Settings(
            database_url=f"sqlite:///{tmp_path / 'jobs.sqlite3'}", require_key="yes"
        )
        url = settings.database_url
        with serving(create_app(settings)) as server, closing(SqlStore(url)) as own:
            with pytest.raises(RequestRefusedError, match="API key") as caught:
                call(server, "submit", CURVE)
            assert caught.value.status == 401
            _, text = own.keys.add("one at once", Quota(active=1))
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("ALPHACUT_API_KEY", text)
                first = call(server, "submit", CURVE)
                threading.Timer(1.0, lambda: own.cancel(first["id"])).start()
                began = time.monotonic()
                second = call(server, "submit", POINT)
            assert 4 < time.monotonic() - began < 60  # told to wait for 5 seconds
            assert second["id"] != first["id"]

    def test_it_does_not_wait_for_an_hour(self, tmp_path: Path, call: Call) -> None:
        settings = Settings(database_url=f"sqlite:///{tmp_path / 'jobs.sqlite3'}")
        url = settings.database_url
        with serving(create_app(settings)) as server, closing(SqlStore(url)) as own:
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("ALPHACUT_API_KEY", own.keys.add("one a day", Quota(daily=1))[1])
                call(server, "submit", CURVE)
                began = time.monotonic()
                with pytest.raises(RequestRefusedError) as caught:
                    call(server, "submit", POINT)
            assert time.monotonic() - began < 5
            assert caught.value.status == 429
            assert caught.value.retry_after == 3600


@contextmanager
def breaking_line(address: str) -> Iterator[tuple[str, list[bool]]]:
    """Relay to a service; the first answer is cut off after the service has given it."""
    port = int(address.rpartition(":")[2])
    broken: list[bool] = []
    listener = socket.create_server(("127.0.0.1", 0))

    def relay() -> None:
        while True:
            try:
                caller, _ = listener.accept()
            except OSError:
                return
            with caller, socket.create_connection(("127.0.0.1", port)) as service:
                caller.settimeout(0.3)
                _pump(caller, service)
                answer = service.recv(1 << 20)
                if not broken:
                    broken.append(True)
                    continue
                caller.sendall(answer)

    thread = threading.Thread(target=relay, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}", broken
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join(5)


def _pump(source: socket.socket, target: socket.socket) -> None:
    """Pass on what comes, until nothing comes for a moment."""
    try:
        while content := source.recv(1 << 16):
            target.sendall(content)
    except TimeoutError:
        return
