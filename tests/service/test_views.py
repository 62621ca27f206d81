"""Answers that take long are made once, and kept as far as there is room."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from alphacut.jobs.raw_json import Written
from alphacut.service.cache import Cache
from alphacut.service.pool import Pool
from alphacut.service.views import View, Views
from tests.service.test_jobs import CURVE


class TestCache:
    def test_the_oldest_goes_when_there_is_no_room(self) -> None:
        cache: Cache[str] = Cache(10)
        for name in "abc":
            cache.keep(name, name.upper(), 4)
        assert [cache.get(name) for name in "abc"] == [None, "B", "C"]

    def test_what_was_asked_for_stays(self) -> None:
        cache: Cache[str] = Cache(10)
        cache.keep("a", "A", 4)
        cache.keep("b", "B", 4)
        cache.get("a")
        cache.keep("c", "C", 4)
        assert [cache.get(name) for name in "abc"] == ["A", None, "C"]

    def test_what_is_larger_than_all_room_is_not_kept(self) -> None:
        cache: Cache[str] = Cache(10)
        cache.keep("a", "A", 4)
        cache.keep("b", "B", 11)
        assert [cache.get(name) for name in "ab"] == ["A", None]

    def test_what_is_kept_anew_counts_once(self) -> None:
        cache: Cache[str] = Cache(10)
        for _ in range(5):
            cache.keep("a", "A", 6)
        cache.keep("b", "B", 4)
        assert [cache.get(name) for name in "ab"] == ["A", "B"]


def views(most: int = 100) -> Views:
    pool = Pool("testing", processes=1, waiting=9, room=99, seconds=1, memory=1 << 28, too_much=503)
    return Views(pool, most)


class TestViews:
    def test_many_who_ask_at_once_have_it_made_once(self) -> None:
        made = 0

        async def make() -> bytes:
            nonlocal made
            made += 1
            await asyncio.sleep(0.05)
            return b"answer"

        async def ask() -> list[View]:
            here = views()
            first = await asyncio.gather(*(here.get("key", make) for _ in range(10)))
            return [*first, await here.get("key", make)]

        assert {view.content for view in asyncio.run(ask())} == {b"answer"}
        assert made == 1

    def test_an_error_is_heard_by_all_and_not_kept(self) -> None:
        async def fail() -> bytes:
            await asyncio.sleep(0.01)
            raise LookupError

        async def ask() -> tuple[list[Any], View]:
            here = views()
            told = await asyncio.gather(
                *(here.get("key", fail) for _ in range(3)), return_exceptions=True
            )
            return told, await here.get("key", _answer)

        told, later = asyncio.run(ask())
        assert [type(each) for each in told] == [LookupError] * 3
        assert later.content == b"answer"


async def _answer() -> bytes:
    return b"answer"


def test_the_network_of_a_job_has_a_tag(client: httpx.Client) -> None:
    job = client.post("/v1/jobs", json=CURVE).json()
    answer = client.get(job["links"]["network"], timeout=60)
    assert answer.json()["family"] == "graph"
    tag = {"If-None-Match": answer.headers["ETag"]}
    assert client.get(job["links"]["network"], headers=tag).status_code == 304


@pytest.mark.parametrize("look", [bool, repr, lambda written: written.text])
def test_text_that_is_passed_on_is_not_read(look: Callable[[Written], object]) -> None:
    look(Written("this is no JSON, and whoever reads it fails"))


def test_text_is_read_where_something_is_looked_up() -> None:
    written = Written('{"a": [1, 2]}')
    assert written["a"] == [1, 2]
    assert written == {"a": [1, 2]}
    assert (len(written), list(written)) == (1, ["a"])
    assert not Written.of({})
