"""Forged profiles: whatever is changed, the verifier accepts nothing that is false."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import networkx as nx
import pytest

import alphacut
from alphacut.solver.common.errors import BeyondLimit, DocumentError, Refused
from alphacut.solver.profile.verify.document import verify_profile
from tests.forging import forged


@pytest.fixture(scope="module")
def profile() -> dict[str, Any]:
    """The profile of two triangles that an edge joins."""
    graph = nx.barbell_graph(3, 0)
    document = alphacut.profile(graph).document
    written: dict[str, Any] = json.loads(json.dumps(document))
    assert verify_profile(written).status == "exact"
    assert written["expansion"] == {"value": "1/3", "lower": "1/3", "size": 3}
    assert written["sparsest"] == {"value": "1/9", "lower": "1/9", "size": 3}
    return written


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("expansion", "value"), "1/4"),
        (("expansion", "lower"), "1/4"),
        (("expansion", "size"), 2),
        (("sparsest", "value"), "1/3"),
        (("sparsest", "lower"), "1"),
        (("status",), "closed"),
        (("status",), "formula"),
        (("alpha",), "2"),
        (("cuts", 0, "size"), 2),
        (("cuts", 1, "status"), "bounded"),
        (("cuts", 2, "point", "lower"), "0"),
        (("cuts", 2, "side"), [0, 1]),
        (("more",), 1),
        (("cuts", 0, "more"), 1),
        (("cuts", 0, "sizes"), {"least": 1, "most": 3}),
    ],
)
def test_a_profile_that_is_changed_is_refused(
    profile: dict[str, Any], path: tuple[Any, ...], value: object
) -> None:
    changed = copy.deepcopy(profile)
    node = changed
    for name in path[:-1]:
        node = node[name]
    node[path[-1]] = value
    with pytest.raises((Refused, DocumentError)):
        verify_profile(changed)


def test_a_profile_without_one_of_its_sizes_is_refused(profile: dict[str, Any]) -> None:
    for number in range(3):
        changed = copy.deepcopy(profile)
        del changed["cuts"][number]
        with pytest.raises(Refused, match="not one for each size"):
            verify_profile(changed)


def test_forged_profiles_claim_nothing_that_is_false(profile: dict[str, Any]) -> None:
    """What is accepted of documents that are changed at random is still true."""
    rng, accepted = random.Random(5), 0
    for _ in range(300):
        changed = forged(profile, rng)
        try:
            status = verify_profile(changed).status
        except (Refused, DocumentError, BeyondLimit):
            continue
        accepted += 1
        if status == "exact" and changed["topology"] == profile["topology"]:
            assert changed["expansion"]["value"] in ("1/3", "2/6")
    assert accepted < 300
