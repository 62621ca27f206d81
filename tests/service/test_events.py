"""Server-sent events: each change as it comes, and the end; a worker's part is played here."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx

from alphacut.jobs.states import State
from alphacut.jobs.store import Store
from tests.service.test_bad_requests import said
from tests.service.test_jobs import CURVE, DOCUMENT, ended, posted


def events(response: httpx.Response) -> Iterator[dict[str, str]]:
    """Read a stream as browsers do."""
    assert response.headers["Content-Type"].startswith("text/event-stream")
    fields: dict[str, str] = {}
    for line in response.iter_lines():
        if not line and fields:
            yield fields
            fields = {}
        elif line and not line.startswith(":"):
            name, _, value = line.partition(": ")
            fields[name] = value


def in_turn(store: Store) -> None:
    """Work on a job: claim it, tell progress, end it."""
    claim = store.claim("worker", 60)
    assert claim
    time.sleep(0.8)
    store.renew(claim, 60, progress=_NEWS, seconds=1)
    time.sleep(0.8)
    from alphacut.jobs.store import Ending

    store.finish(claim, Ending(state=State.SUCCEEDED, document=DOCUMENT, seconds=1))


_NEWS: dict[str, Any] = {
    "phase": "proving", "points": {"solved": 1, "open": 2}, "alpha": "1",
    "incumbent": "20", "bound": "19", "gap": 0.05, "seconds": 1.0,
}  # fmt: skip


def test_every_change_is_sent_and_then_the_end(client: httpx.Client, store: Store) -> None:
    job = posted(client, CURVE)
    with client.stream("GET", job["links"]["events"]) as response:
        worker = threading.Thread(target=in_turn, args=(store,))
        worker.start()
        found = list(events(response))
        worker.join()
    told = [json.loads(each["data"]) for each in found]
    assert [each["event"] for each in found] == ["progress"] * (len(found) - 1) + ["end"]
    states = [each["state"] for each in told]
    assert sorted(set(states), key=states.index) in (
        ["queued", "running", "succeeded"], ["running", "succeeded"],
    )  # fmt: skip
    assert any(each["progress"] == _NEWS for each in told)
    assert told[-1] == client.get(job["links"]["self"]).json()
    assert len({each["id"] for each in found}) == len(found)


def test_who_comes_back_hears_nothing_twice(client: httpx.Client, store: Store) -> None:
    job = posted(client, CURVE)
    with client.stream("GET", job["links"]["events"]) as response:
        first = next(events(response))
    timer = threading.Timer(0.8, lambda: store.claim("worker", 60))
    timer.start()
    headers = {"Last-Event-ID": first["id"]}
    with client.stream("GET", job["links"]["events"], headers=headers) as response:
        second = next(events(response))
    timer.join()
    assert json.loads(second["data"])["state"] == "running"


def test_the_stream_of_a_deleted_job_ends(client: httpx.Client, store: Store) -> None:
    job = posted(client, CURVE)
    with client.stream("GET", job["links"]["events"]) as response:
        stream = events(response)
        next(stream)
        store.delete(job["id"])
        assert list(stream) == []


def test_a_batch_is_followed_as_well(client: httpx.Client, store: Store) -> None:
    batch = client.post("/v1/batches", json={"jobs": [CURVE, CURVE]}).json()
    for _ in range(2):
        ended(store, state=State.SUCCEEDED, document=DOCUMENT)
    with client.stream("GET", batch["links"]["events"]) as response:
        (end,) = events(response)
    assert end["event"] == "end"
    assert json.loads(end["data"])["progress"]["jobs"]["succeeded"] == 2


def test_an_unknown_job_is_a_problem_and_no_stream(client: httpx.Client) -> None:
    said(client.get(f"/v1/jobs/{'0' * 32}/events"), 404, "unknown-job")
    said(client.get(f"/v1/batches/{'0' * 32}/events"), 404, "unknown-batch")
