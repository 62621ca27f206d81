"""Anything at all as a document: the verifier answers, soon, in little memory, and never wrongly.

Three kinds of input: real documents that were changed, JSON of the right names and any values, and
small descriptions of large things: networks, matrices, sweeps, searches.
"""

from __future__ import annotations

import json
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from alphacut.service.cli.documents import Files
from alphacut.solver.bisection.verify.document import (
    FIELDS,
    POINT_FIELDS,
    verify_document,
)
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.limits import MEGABYTE, Limits
from alphacut.solver.common.verdict import refuse_files
from benchmarks.mutations.forge import forge
from benchmarks.mutations.judge import false_claims
from benchmarks.mutations.truth import LARGEST_LISTED

Document = dict[str, Any]
Exact = Callable[[str], Document]

LIMITS = Limits(memory=64, size=1, switches=2_000, links=5_000, nodes=500, matrix=400)
LONGEST = 60  # seconds of one input, on a busy machine
MEMORY = 1_000 * MEGABYTE  # by which the process may grow, whatever it reads

SMALL = ("random 8", "hosts", "symmetric", "swept", "semidefinite", "counted", "bounded", "point")
QUICK = settings(
    deadline=None,
    derandomize=True,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
LONG = settings(QUICK, derandomize=False, max_examples=5_000)


@contextmanager
def bounded() -> Iterator[None]:
    """Fail where an input takes too long, or makes the process grow too much."""

    def late(*_: object) -> None:
        raise TimeoutError("the verifier takes too long")

    before, process = signal.signal(signal.SIGALRM, late), psutil.Process()
    held = process.memory_info().rss
    signal.alarm(LONGEST)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    assert process.memory_info().rss - held < MEMORY


def check(text: bytes) -> None:
    """Read and verify as the command does; what is accepted must be true."""
    with bounded():
        document, message = verified(text)
    assert len(message) < 2_000
    assert " ".join(message.split()).isprintable()
    if document is not None and document["switches"] <= LARGEST_LISTED:
        assert false_claims(document) == []


def verified(text: bytes) -> tuple[Document | None, str]:
    """Return a document that is accepted, or nothing, and why."""
    try:
        document = Files(Path("curve.json"), LIMITS).document(BytesIO(text))
        verify_document(document, refuse_files, LIMITS)
    except (Refused, DocumentError) as error:
        return None, str(error)
    assert isinstance(document, dict)
    return document, ""


def written(value: object) -> bytes:
    return json.dumps(value).encode()


# ---- values of any kind under names that mean something ------------------------------

NAMES = sorted(
    {
        *(name for names in FIELDS.values() for name in names), *POINT_FIELDS,
        "from", "to", "family", "a", "h", "sides", "hosts", "failed", "random_links", "capacities",
        "kind", "tree", "split", "low", "high", "even", "odd", "set", "sets", "parts", "rows",
        "known",
        "symmetries", "rotations", "permutation", "block", "denominator", "objective", "halves",
        "counts", "symmetry", "states", "classes", "groups", "semidefinite", "rotation",
        "scale", "shifts", "potentials", "totals", "square", "sums", "functions", "sequences",
        "crosscorrelations", "triples", "imbalances", "products", "gaps",
        "ranges", "diagonal", "box", "number",
        "triangles", "order", "reach", "sources", "trees", "file", "sha256",
    }
)  # fmt: skip
WORDS = (
    "alphacut-curve/1", "alphacut-point/1", "alphacut-certificate/1", "tree", "sweep", "components",
    "elimination", "packing",
    "exact", "closed", "bounded", "certificate", "solver", "switches", "hosts", "inf", "0", "1",
    "5/4",
    "local", "global", "graph", "dragonfly", "torus", "complete", "slope", "intercept", "count",
    "parity", "classes", "states", "", "\x1b[31m", "\ud800", "eJwDAAAAAAE=",
)  # fmt: skip
NUMBERS = st.one_of(
    st.integers(-2, 12), st.sampled_from([2**31, 2**53, 2**63, -(2**64), 10**30, 10**3_999])
)
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, st.sampled_from(WORDS), st.floats())
ANYTHING: SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inside: (
        st.lists(inside, max_size=6)
        | st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=3), inside, max_size=6)
    ),
    max_leaves=40,
)


@st.composite
def replaced(draw: DrawFn, document: Document) -> Document:
    """Draw a document with some values at its top, or one below it, replaced by anything."""
    for _ in range(draw(st.integers(1, 3))):
        place: Any = document
        while isinstance(place, dict | list) and place:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = draw(st.sampled_from(keys))
            if not isinstance(place[key], dict | list) or draw(st.booleans()):
                place[key] = draw(ANYTHING)
                break
            place = place[key]
    return document


# ---- small descriptions of large things -------------------------------------------------

LARGE = st.one_of(st.integers(0, 40), st.sampled_from([1_000, 2_000, 10**5, 10**9, 10**12]))
TOPOLOGIES = st.one_of(
    st.fixed_dictionaries({"family": st.just("complete"), "switches": LARGE}),
    st.fixed_dictionaries({"family": st.just("torus"), "sides": st.lists(LARGE, max_size=4)}),
    st.fixed_dictionaries({"family": st.just("hypercube"), "dimension": LARGE}),
    st.fixed_dictionaries(
        {"family": st.just("dragonfly"), "a": LARGE, "h": LARGE, "arrangement": st.just("relative")}
    ),
    st.fixed_dictionaries(
        {"family": st.just("de_bruijn"), "symbols": LARGE, "length": LARGE},
    ),
)


@st.composite
def heavy(draw: DrawFn) -> Document:
    """Draw a document about a path of switches, whose proof asks for much."""
    switches = draw(st.sampled_from([2, 9, 22, 100, 1_000]))
    each, shift = draw(st.sampled_from([1, 10**5, 10**8])), draw(st.sampled_from([0, 1, 2]))
    links = [[u, u + 1, "local", each] for u in range(switches - 1)]
    hosts = [1 << (u * shift % 21) for u in range(min(switches, 22))]
    topology: Document = {"family": "graph", "switches": switches, "links": links}
    if len(hosts) == switches:
        topology["hosts"] = hosts
    leaf = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "semidefinite": st.fixed_dictionaries(
                    {"objective": LARGE, "number": LARGE, "rotation": st.none() | LARGE}
                ),
                "states": st.fixed_dictionaries({"rotation": LARGE, "scale": LARGE}),
                "groups": st.fixed_dictionaries({"scale": LARGE, "number": LARGE}),
                "rows": st.just([[0, 1]]),
                "objective": LARGE,
            },
        )
    )
    turn = [(u + 1) % switches for u in range(switches)]
    proof = {
        "format": "alphacut-certificate/1",
        "kind": draw(st.sampled_from(["tree", "sweep", "components", "elimination", "packing"])),
        "denominator": 1,
        "tree": leaf,
        "rows": [[list(range(switches)), [1] * switches]],
        "rotations": [{"permutation": turn, "block": list(range(draw(st.integers(0, 9))))}],
        "order": draw(st.permutations(range(switches))) if switches < 30 else turn,
        "reach": draw(LARGE),
        "sources": draw(st.lists(st.integers(0, switches), max_size=3)),
        "trees": draw(st.sampled_from(["", "eJwDAAAAAAE=", 7])),
    }
    point = {"alpha": "1", "value": str(links[switches // 2 - 1][3]), "proof": "certificate"}
    return {
        "format": "alphacut-point/1",
        "topology": topology,
        "switches": switches,
        "links": {"local": sum(link[3] for link in links), "global": 0},
        "balance": draw(st.sampled_from(["switches", "hosts"])),
        "status": "exact",
        "point": {**point, "lower": point["value"], "certificate": proof},
        "intercept": links[switches // 2 - 1][3],
        "slope": 0,
        "side": list(range(switches // 2)),
    }


# ---- tests ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def originals(exact: Exact) -> dict[str, Document]:
    return {name: exact(name) for name in SMALL}


def try_mutations(originals: dict[str, Document], data: st.DataObject) -> None:
    rng = data.draw(st.randoms(use_true_random=False))
    assert isinstance(rng, random.Random)
    document, _ = forge(originals, data.draw(st.sampled_from(SMALL)), rng)
    check(written(document))


def try_values(originals: dict[str, Document], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(SMALL))
    document = json.loads(json.dumps(originals[name]))
    check(written(data.draw(replaced(document))))


def try_topologies(originals: dict[str, Document], data: st.DataObject) -> None:
    check(written({**originals["counted"], "topology": data.draw(TOPOLOGIES)}))


def try_heavy(originals: dict[str, Document], data: st.DataObject) -> None:  # noqa: ARG001
    check(written(data.draw(heavy())))


def try_garbage(originals: dict[str, Document], data: st.DataObject) -> None:
    text = written(originals["counted"])
    start = data.draw(st.integers(0, len(text)))
    middle = data.draw(st.binary(max_size=20) | ANYTHING.map(written))
    check(text[:start] + middle + text[start + data.draw(st.integers(0, 40)) :])


TRIES = (try_mutations, try_values, try_topologies, try_heavy, try_garbage)


@pytest.mark.parametrize("attempt", TRIES)
@QUICK
@given(data=st.data())
def test_documents_of_any_kind(
    originals: dict[str, Document], attempt: Callable[..., None], data: st.DataObject
) -> None:
    attempt(originals, data)


@pytest.mark.slow
@pytest.mark.parametrize("attempt", TRIES)
@LONG
@given(data=st.data())
def test_thousands_of_documents_of_any_kind(
    originals: dict[str, Document], attempt: Callable[..., None], data: st.DataObject
) -> None:
    attempt(originals, data)
