"""Requests that ask for far more than they look, or that are wrong in a hundred thousand places.

Each is a path and a body. Who finds another one adds it here; it is then sent to a real
server by `test_denial_of_service.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

JOBS, BATCHES = "/v1/jobs", "/v1/batches"
MEGABYTE = 1 << 20
TORUS = {"family": "torus", "sides": [4, 4]}
EMPTY = {"family": "graph", "switches": 4096, "links": []}
LARGE = 1_000_000_000

Make = Callable[[], bytes]


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _curve(topology: object, **more: object) -> Make:
    return lambda: _json({"kind": "bisection-curve", "topology": topology, **more})


def _family(name: str, **fields: object) -> Make:
    return _curve({"family": name, **fields})


def _graph(switches: int, links: list[Any], **more: object) -> Make:
    return _family("graph", switches=switches, links=links, **more)


def _compare(topologies: list[Any], **more: object) -> Make:
    return lambda: _json({"kind": "compare", "topologies": topologies, **more})


def _batch(**fields: object) -> Make:
    return lambda: _json(fields)


def _unknown(count: int) -> dict[str, int]:
    return {f"k{i}": 0 for i in range(count)}


_LINKS = [[i % 1500, (i * 7 + 1 + i // 1500) % 1500] for i in range(97_000)]
_TINY = {"kind": "bisection-curve", "topology": TORUS}

SMALL: dict[str, tuple[str, Make]] = {
    "gap": (JOBS, _curve(TORUS, limits={"gap": "1e-999999999"})),
    "ratio": (JOBS, _curve(TORUS, alpha={"min": "1e999999999"})),
    "injection": (JOBS, _compare([TORUS], injection="1e-999999999")),
    "switches": (JOBS, _graph(999_999_999, [])),
    "failures of a multiplicity": (
        JOBS, _graph(2, [[0, 1, "local", LARGE]], failed={"random_links": 1})),
    "failures of many switches": (JOBS, _graph(4096, [], failed={"random_switches": LARGE})),
    "unknown limit": (JOBS, _compare([TORUS], limits={"x": 1})),
    "field named like a kind": (JOBS, _compare([TORUS], compare=1)),
    "dimension": (JOBS, _family("hypercube", dimension=LARGE)),
    "shuffle": (JOBS, _family("de_bruijn", symbols=LARGE, length=LARGE)),
    "fat tree": (JOBS, _family("fat_tree", k=LARGE)),
    "sides": (JOBS, _family("torus", sides=[LARGE] * 32)),
    "link list": (JOBS, _family("link_list", a=LARGE, h=4, groups=LARGE, links=[])),
    "dragonfly": (JOBS, _family("dragonfly", a=LARGE, h=LARGE, arrangement="relative")),
    "networks of a comparison": (JOBS, _compare([EMPTY] * 500)),
    "links of a comparison": (JOBS, _compare([{"family": "complete", "switches": 600}] * 500)),
    "sizes of a sweep": (BATCHES, _batch(sweep={"sizes": [{"a": 16, "h": 8}] * 1000})),
}  # fmt: skip
# Those that keep a process for seconds; with limits on bodies as they are by default.
WIDE: dict[str, tuple[str, Make]] = {
    "unknown keys": (JOBS, _curve(TORUS, **_unknown(90_000))),
    "unknown keys of a network": (JOBS, _curve({**TORUS, **_unknown(90_000)})),
    "unknown keys of a sweep": (
        BATCHES, _batch(sweep={"sizes": [{"a": 2, "h": 1}], "job": _unknown(90_000)})),
    "unknown capacities": (
        JOBS, _curve({**TORUS, "capacities": dict.fromkeys(_unknown(60_000), "1")})),
    "name of a key": (JOBS, _curve(TORUS, **{"k" * 1_000_000: 1})),
    "name of a family": (JOBS, _family("x" * 1_000_000)),
    "kind": (JOBS, lambda: _json({"kind": "k" * 1_000_000})),
    "links that are none": (JOBS, _graph(2, [[0, 9]] * 170_000)),
    "the same links": (JOBS, _graph(10, [[0, 1], [1, 2], [2, 3]] * 56_000)),
    "links": (JOBS, _graph(1500, [link for link in _LINKS if link[0] != link[1]])),
    "classes": (
        JOBS,
        _graph(
            2, [[0, 1, "c0"]],
            classes=[{"name": f"c{i}", "base": 1, "slope": 0} for i in range(26_000)],
        )),
    "failed links": (JOBS, _curve({**TORUS, "failed": {"links": [[0, 1]] * 150_000}})),
    "hosts": (JOBS, _graph(4000, [], hosts=[1] * 400_000)),
    "nesting": (JOBS, lambda: b'{"kind":' + b"[" * 1_000_000),
    "nesting of objects": (JOBS, lambda: b'{"a":' * 200_000),
    "digits": (JOBS, lambda: b'{"kind":"structure","topology":' + b"9" * 1_000_000 + b"}"),
    "many numbers": (JOBS, _family("torus", sides=[10**4000] * 240)),
    "many networks": (JOBS, _compare([EMPTY] * 15_000)),
    "comparisons": (BATCHES, _batch(jobs=[{"kind": "compare", "topologies": [EMPTY] * 30}] * 500)),
    "jobs": (BATCHES, _batch(jobs=[{**_TINY, "engine": "x"}] * 12_000)),
    "arrangements": (
        BATCHES, _batch(sweep={"sizes": [{"a": 2, "h": 1}], "arrangements": ["helix"] * 100_000})),
    "a complete graph": (JOBS, _family("complete", switches=600)),
    "a random graph": (JOBS, _family("jellyfish", switches=4000, degree=99)),
    "a structure": (
        JOBS,
        lambda: _json({"kind": "structure", "topology": {"family": "complete", "switches": 600}})),
}  # fmt: skip
NASTY = {**SMALL, **WIDE}


def body_of(name: str) -> tuple[str, bytes]:
    """Return the path and the body of one of them; no body is larger than is taken."""
    path, make = NASTY[name]
    body = make()
    assert len(body) <= MEGABYTE, f"{name} has {len(body):,} bytes"
    return path, body
