"""A database of an earlier release: everything that was made of its jobs then can be had now.

The documents in tests/data/releases were computed and stored by the workers of those days.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from alphacut.jobs.states import State
from alphacut.jobs.store import Ending
from alphacut.service.kinds import kinds
from tests.acceptance.conftest import Machine

RELEASES = Path(__file__).parents[1] / "data" / "releases"
FILES = sorted(RELEASES.glob("*/*.json"))
NOT_READ = {"self", "cancel", "retry", "continue", "events"}


def _of(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def served(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[httpx.Client, dict[Path, str]]]:
    """A server on a database with a job of each kind from each release."""
    machine = Machine(tmp_path_factory.mktemp("releases"))
    store, ids = machine.store(), {}
    for file in FILES:
        kept = _of(file)
        ids[file] = store.submit(kept["request"]["kind"], kept["request"], name=kept.get("name")).id
        claim = store.claim("worker", 600)
        assert claim
        for answer in kept.get("answers", ()):
            store.add_answer(claim, answer, progress=None, seconds=1)
        store.finish(
            claim,
            Ending(
                state=State.SUCCEEDED, document=kept["document"], progress=kept.get("progress"),
                seconds=1,
            ),
        )  # fmt: skip
    _, address = machine.serve()
    with httpx.Client(base_url=address, timeout=120) as client:
        yield client, ids
    machine.close()


def test_every_kind_is_there() -> None:
    assert {file.stem for file in FILES} == set(kinds())


def _first(file: Path) -> bool:
    """Whether no release of its kind is before: what differs most from this one."""
    return file.parent.name == min(each.parent.name for each in FILES if each.stem == file.stem)


@pytest.mark.parametrize(
    "file",
    [pytest.param(file, marks=[] if _first(file) else [pytest.mark.slow]) for file in FILES],
    ids=lambda file: f"{file.parent.name} {file.stem}",
)
def test_every_view_can_be_had(served: tuple[httpx.Client, dict[Path, str]], file: Path) -> None:
    client, ids = served
    job = client.get(f"/v1/jobs/{ids[file]}").json()
    links = {name: link for name, link in job["links"].items() if link and name not in NOT_READ}
    assert "result" in links
    for name, link in links.items():
        answer = client.get(link)
        assert answer.status_code == 200, f"{name}: {answer.text[:500]}"
        assert answer.content
    assert client.get(links["result"]).json() == _of(file)["document"]


def test_a_list_can_be_had(served: tuple[httpx.Client, dict[Path, str]]) -> None:
    client, ids = served
    listed = client.get("/v1/jobs?limit=100").json()["jobs"]
    assert {each["id"] for each in listed} == set(ids.values())
