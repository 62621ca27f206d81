"""What can be asked of the service, once for both kinds of client."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast
from urllib.parse import urlencode

import httpx

from alphacut.service.client.errors import NoResultError
from alphacut.service.client.exchange import (
    NOT_MODIFIED,
    PAUSE,
    Call,
    Send,
    Sleep,
    exchange,
    json_object,
    retry_after,
)
from alphacut.service.client.records import ENDED, Document, Job

Topology = str | Mapping[str, Any]  # dragonfly:a=4,h=2,arrangement=relative, or a spec
Watch = Callable[[Any], None]

_HOLD = 10  # seconds that the service may keep a request while nothing changes


def unwatched(seen: Any) -> None:
    """Let progress pass by."""


def submit(path: str, request: Mapping[str, Any], key: str | None) -> Call[dict[str, Any]]:
    """Post something; a key lets the service know a request that is sent twice."""
    headers = {"Idempotency-Key": key or str(uuid.uuid4())}
    send = Send(method="POST", path=path, json=dict(request), headers=headers)
    return json_object((yield from exchange(send)))


def get(path: str) -> Call[dict[str, Any]]:
    """Read a JSON object."""
    return json_object((yield from exchange(Send(method="GET", path=path))))


def kinds() -> Call[list[dict[str, Any]]]:
    """Read the list of the kinds of question."""
    found: list[dict[str, Any]] = (yield from get("/v1/kinds"))["kinds"]
    return found


def jobs(state: str | None, limit: int) -> Call[list[dict[str, Any]]]:
    """Read the list of jobs."""
    chosen = {"limit": str(limit), **({"state": state} if state else {})}
    found: list[dict[str, Any]] = (yield from get(f"/v1/jobs?{urlencode(chosen)}"))["jobs"]
    return found


def text(path: str) -> Call[str]:
    """Read a text."""
    response = yield from exchange(Send(method="GET", path=path))
    return response.text


def act(method: str, path: str) -> Call[dict[str, Any]]:
    """Do something to a job or a batch; return it."""
    return json_object((yield from exchange(Send(method=method, path=path))))


def go_on(job_id: str, seconds: float | None, gap: str | None) -> Call[dict[str, Any]]:
    """Have a job go on, with new limits where they are given."""
    body = {"limits": _given({"seconds": seconds, "gap": gap})}
    path = f"{job_path(job_id)}/continue"
    return json_object((yield from exchange(Send(method="POST", path=path, json=body))))


def remove(path: str) -> Call[None]:
    """Remove a job or a batch."""
    yield from exchange(Send(method="DELETE", path=path))


def ready() -> Call[bool]:
    """Ask once whether the service is ready."""
    try:
        response: httpx.Response = yield Send(method="GET", path="/readyz")
    except httpx.TransportError:
        return False
    return response.status_code == httpx.codes.OK


def follow(path: str, watch: Watch) -> Call[dict[str, Any]]:
    """Look at a job or a batch until it has ended; return it.

    The service is asked to answer when there is news. One that is away for some
    seconds, to be started anew perhaps, is waited for.
    """
    headers: dict[str, str] = {}
    while True:
        send = Send(method="GET", path=path, headers=headers)
        response: httpx.Response = yield from exchange(send, patient=True)
        if response.status_code != NOT_MODIFIED:
            seen = json_object(response)
            watch(seen)
            if seen.get("state") in ENDED:
                return seen
        if headers and "Preference-Applied" not in response.headers:
            asked = retry_after(response)
            yield Sleep(seconds=PAUSE if asked is None else max(asked, 0.1))
        headers = _for_news(response)


def answer(request: Mapping[str, Any], watch: Watch, key: str | None) -> Call[Document]:
    """Ask a question, wait for the answer, and return it."""
    job = cast(Job, (yield from submit("/v1/jobs", request, key)))
    ended = cast(Job, (yield from follow(job_path(job["id"]), watch)))
    if not ended["has_result"]:
        raise NoResultError(why(ended))
    return (yield from get(f"{job_path(job['id'])}/result"))


def question(kind: str, topology: Topology, options: Mapping[str, Any]) -> dict[str, Any]:
    """Write a request; options are fields of the request that may be left out."""
    return {"kind": kind, "topology": spec(topology), **_given(options)}


def request(
    kind: str, networks: Topology | Sequence[Topology], options: Mapping[str, Any]
) -> dict[str, Any]:
    """Write a request of any kind, about one network or several; options as for `question`."""
    if isinstance(networks, str | Mapping):
        return question(kind, networks, options)
    return {"kind": kind, "topologies": [spec(each) for each in networks], **_given(options)}


def comparison(topologies: Sequence[Topology], options: Mapping[str, Any]) -> dict[str, Any]:
    """Write a request for a comparison; options are as for `question`."""
    return request("compare", list(topologies), options)


def _given(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def spec(topology: Topology) -> dict[str, Any]:
    """Write a spec as the service takes it."""
    if not isinstance(topology, str):
        return dict(topology)
    from alphacut.arrangements.formats.spec import complete, read

    return complete(read(topology))


def batch_request(
    jobs: Sequence[Mapping[str, Any]] | None, sweep: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Write a request for a batch."""
    return _given({"jobs": None if jobs is None else [dict(job) for job in jobs], "sweep": sweep})


def job_path(job_id: str) -> str:
    """Return the address of a job."""
    return f"/v1/jobs/{job_id}"


def batch_path(batch_id: str) -> str:
    """Return the address of a batch."""
    return f"/v1/batches/{batch_id}"


def why(job: Job) -> str:
    """Say why a job that has ended has no result."""
    error = job.get("error")
    detail = error["detail"] if error else "there is no result"
    return f"job {job['id']} {job['state']}: {detail}"


def _for_news(response: httpx.Response) -> dict[str, str]:
    """Return the headers that ask for an answer as soon as anything has changed."""
    tag = response.headers.get("ETag")
    return {"Prefer": f"wait={_HOLD}", **({"If-None-Match": tag} if tag else {})}
