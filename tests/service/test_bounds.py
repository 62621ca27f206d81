"""Curves as they are being proven, and the networks they are about; a worker's part is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from alphacut.arrangements.formats.spec import build, parse
from alphacut.jobs.job import Claim
from alphacut.jobs.progress import Snapshot
from alphacut.jobs.states import State
from alphacut.jobs.store import Ending, Store
from alphacut.jobs.stored_envelope import resumed
from alphacut.service.prepared import prepared
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.outcome import Progress
from alphacut.solver.bisection.schedule import Schedule
from alphacut.solver.bisection.stored import outcome_json

DRAGONFLY = {"family": "dragonfly", "a": 2, "h": 2, "arrangement": "absolute"}
CURVE = {"kind": "bisection-curve", "topology": DRAGONFLY}
POINT = {"kind": "bisection-point", "topology": DRAGONFLY, "alpha": "5/4"}


class Worker:
    """Does one step of a job at a time."""

    def __init__(self, store: Store, claim: Claim) -> None:
        self.store = store
        self.claim = claim
        self.known = prepared(claim.job)
        self.schedule = Schedule(problem=self.known.work.problem)

    def step(self) -> bool:
        """Answer the next question; tell whether there was one."""
        envelope = resumed(self.known.work.problem, self.store.answers(self.claim.job.id))
        asked = self.schedule.next(envelope)
        if not asked:
            return False
        written = outcome_json(answer(asked[0]))
        after = resumed(self.known.work.problem, [*self.store.answers(self.claim.job.id), written])
        following = next(iter(self.schedule.next(after)), None)
        progress = Snapshot(envelope=after, question=following).as_json(1)
        self.store.add_answer(self.claim, written, progress=progress, seconds=1)
        return True

    def tell(self, bound: int) -> None:
        """Let pollers know of a bound on the way to the next answer."""
        envelope = resumed(self.known.work.problem, self.store.answers(self.claim.job.id))
        (question,) = self.schedule.next(envelope)
        news = Progress(incumbent=None, lower_bound=bound)
        progress = Snapshot(envelope=envelope, question=question, news=news).as_json(1)
        self.store.renew(self.claim, 60, progress=progress, seconds=1)

    def finish(self) -> dict[str, Any]:
        """End the job; return its document."""
        while self.step():
            pass
        envelope = resumed(self.known.work.problem, self.store.answers(self.claim.job.id))
        document = self.known.variant.document(self.known.work, envelope, {})
        ending = Ending(state=State.SUCCEEDED, document=document, seconds=2)
        self.store.finish(self.claim, ending)
        return document


@pytest.fixture
def begin(client: httpx.Client, store: Store) -> Callable[..., tuple[Worker, str]]:
    """Post a request and have a worker take it; return the worker and the address of the bounds."""

    def posted(request: dict[str, Any]) -> tuple[Worker, str]:
        job = client.post("/v1/jobs", json=request).json()
        claim = store.claim("worker", 60)
        assert claim is not None
        assert claim.job.id == job["id"]
        return Worker(store, claim), job["links"]["bounds"]

    return posted


Begin = Callable[..., tuple[Worker, str]]


def test_before_anything_is_found_there_is_nothing_yet(begin: Begin, client: httpx.Client) -> None:
    _, bounds = begin(CURVE)
    said = client.get(bounds)
    assert (said.status_code, said.headers["Retry-After"]) == (409, "1")
    assert said.json()["type"] == "urn:alphacut:problem:no-result-yet"


def test_the_curves_close_while_the_job_runs(begin: Begin, client: httpx.Client) -> None:
    worker, bounds = begin(CURVE)
    worker.step()
    first = client.get(bounds).json()
    assert (first["state"], first["status"]) == ("running", "bounded")
    assert first["name"] == "(p,2,2) absolute"
    assert first["lower"] == [{"from": "0", "to": None, "intercept": "0", "slope": "0"}]
    assert "links cut" in first["segments"][0]["words"]
    worker.tell(bound=1)
    second = client.get(bounds).json()
    assert second["lower"] != first["lower"]
    assert second["segments"] == first["segments"]
    document = worker.finish()
    last = client.get(bounds).json()
    assert (last["state"], last["status"], last["lower"]) == ("succeeded", "exact", None)
    keys = ("from", "to", "intercept", "slope", "side")
    assert [{k: s[k] for k in keys} for s in last["segments"]] == document["segments"]
    assert "certificate" not in last["points"][0]


def test_a_point_is_seen_in_the_same_way(begin: Begin, client: httpx.Client) -> None:
    worker, bounds = begin(POINT)
    worker.step()
    first = client.get(bounds).json()["point"]
    assert (first["alpha"], first["lower"]) == ("5/4", "0")
    document = worker.finish()
    last = client.get(bounds).json()
    assert last["point"]["value"] == last["point"]["lower"] == document["point"]["value"]
    assert last["cut"]["side"] == document["side"]


def test_what_a_cancelled_job_leaves_can_be_seen(
    begin: Begin, client: httpx.Client, store: Store
) -> None:
    worker, bounds = begin(CURVE)
    store.finish(worker.claim, Ending(state=State.CANCELLED, seconds=1))
    said = client.get(bounds)
    assert said.status_code == 409
    assert said.json()["type"] == "urn:alphacut:problem:no-result"


@pytest.mark.parametrize("what", ["bounds", "network"])
def test_an_unknown_job_has_neither(what: str, client: httpx.Client) -> None:
    assert client.get(f"/v1/jobs/{'0' * 32}/{what}").status_code == 404


def test_the_network_comes_link_by_link(client: httpx.Client, store: Store) -> None:  # noqa: ARG001
    job = client.post("/v1/jobs", json=CURVE).json()
    network = client.get(job["links"]["network"]).json()
    assert network["family"] == "graph"
    assert build(parse(network)) == build(parse(DRAGONFLY))


def test_a_cut_is_drawn_while_the_job_runs(begin: Begin, client: httpx.Client) -> None:
    worker, bounds = begin(CURVE)
    picture = bounds.replace("/bounds", "/cut.svg")
    assert client.get(picture).json()["type"] == "urn:alphacut:problem:no-result-yet"
    worker.step()
    first = client.get(picture)
    assert first.headers["Content-Type"] == "image/svg+xml"
    assert "best known cut for" in first.text
    worker.finish()
    [*_, steepest] = client.get(bounds).json()["segments"]
    last = client.get(picture, params={"alpha": steepest["from"]})
    assert f"least cut for {steepest['from']} ≤ α" in last.text
    severed = last.text.count('class="cut"') - 1  # the last is the line of the legend
    assert severed == int(steepest["intercept"]) + int(steepest["slope"])


def test_what_is_about_every_wiring_shows_no_example(
    client: httpx.Client, begin: Callable[..., tuple[Worker, str]]
) -> None:
    shape = {"family": "slingshot", "groups": 4, "switches": 4, "links": 3, "wiring": "any"}
    worker, bounds = begin({"kind": "bisection-point", "topology": shape, "alpha": "1"})
    document = worker.finish()
    words = client.get(bounds).json()["cut"]["words"]
    assert f"in the best wiring at most {document['slope']} global links cut" in words
    job = bounds.removesuffix("/bounds")
    for picture in ("network", "cut.svg"):
        refused = client.get(f"{job}/{picture}")
        assert refused.status_code == 409
        assert "about every wiring of its shape" in refused.json()["detail"]
    [listed] = client.get("/v1/jobs").json()["jobs"]
    for links in (client.get(job).json()["links"], listed["links"]):
        assert links["network"] is links["cut"] is None
        assert links["bounds"] == bounds
