"""Degraded networks: what is left, by list and at random."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.failures import FailedLinks, Failures
from alphacut.arrangements.formats import spec
from alphacut.arrangements.network import Link, Network

NETWORK = Network(
    switches=5,
    links=(
        Link(0, 1, "local", 3),
        Link(0, 1, "global"),
        Link(1, 2, "local"),
        Link(2, 3, "global", 2),
        Link(3, 4, "local"),
    ),
    groups=(0, 0, 1, 1, 2),
    hosts=(1, 2, 3, 4, 5),
)


def test_all_links_of_a_pair_fail() -> None:
    left = Failures(links=(FailedLinks(first=1, second=0),)).apply(NETWORK)
    assert left.links == NETWORK.links[2:]
    assert (left.groups, left.hosts) == (NETWORK.groups, NETWORK.hosts)


def test_some_links_of_a_class_fail() -> None:
    failed = FailedLinks(first=0, second=1, link_class="local", count=2)
    left = Failures(links=(failed,)).apply(NETWORK)
    assert left.count_by_class() == {"local": 3, "global": 3}
    assert Link(0, 1, "local", 1) in left.links


def test_failed_switches_take_their_links_with_them() -> None:
    failures = Failures(switches=(1,))
    left = failures.apply(NETWORK)
    assert failures.survivors(NETWORK) == (0, 2, 3, 4)
    assert left.links == (Link(1, 2, "global", 2), Link(2, 3, "local", 1))
    assert left.groups == (0, 1, 1, 2)
    assert left.hosts == (1, 3, 4, 5)


def test_random_links_are_cables_and_each_may_fail() -> None:
    gone: Counter[Link] = Counter()
    for seed in range(200):
        left = Failures(random_links=1, seed=seed).apply(NETWORK)
        assert sum(link.multiplicity for link in left.links) == 7
        for link in NETWORK.links:
            kept = {each[:3]: each.multiplicity for each in left.links}.get(link[:3], 0)
            gone[link] += link.multiplicity - kept
    assert set(gone) == set(NETWORK.links)
    assert gone[Link(0, 1, "local", 3)] > gone[Link(1, 2, "local")]


def test_a_seed_draws_the_same_again_and_others_draw_others() -> None:
    whole = spec.build(spec.read("torus:sides=4x4"))
    drawn = [
        Failures(random_links=4, random_switches=2, seed=seed).apply(whole) for seed in (1, 1, 2)
    ]
    assert drawn[0] == drawn[1] != drawn[2]
    assert drawn[0].switches == 14


def test_all_of_a_class_may_fail() -> None:
    left = Failures(random_links=3, random_class="global").apply(NETWORK)
    assert left.count_by_class() == {"local": 5, "global": 0}


WRONG: list[tuple[Failures, str, str]] = [
    (Failures(switches=(0, 5)), "failed.switches.1", "numbered 0 to 4"),
    (Failures(switches=(0, 1, 2, 3, 4)), "failed.switches", "no switch would be left"),
    (Failures(random_switches=5), "failed.random_switches", "no switch would be left"),
    (Failures(links=(FailedLinks(first=0, second=4),)), "failed.links.0", "there are 0 such"),
    (
        Failures(links=(FailedLinks(first=0, second=1), FailedLinks(first=0, second=1))),
        "failed.links.1",
        "there are 0 such links left between switches 0 and 1, so 1 cannot fail",
    ),
    (Failures(links=(FailedLinks(first=0, second=9),)), "failed.links.0", "switch 9"),
    (
        Failures(links=(FailedLinks(first=0, second=1, link_class="local", count=4),)),
        "failed.links.0",
        "there are 3 such links left between switches 0 and 1, so 4 cannot fail",
    ),
    (Failures(random_links=9), "failed.random_links", "at most 8"),
    (Failures(random_links=1, random_class="globl"), "failed.random_class", "did you mean global"),
]


@pytest.mark.parametrize(("failures", "field", "problem"), WRONG)
def test_what_cannot_fail_is_refused(failures: Failures, field: str, problem: str) -> None:
    with pytest.raises(SpecError) as caught:
        failures.apply(NETWORK)
    assert caught.value.field == field
    assert problem in caught.value.problem


def test_spec_and_short_form_say_the_same() -> None:
    obj: dict[str, Any] = {
        "family": "torus",
        "sides": [4, 4],
        "failed": {"links": [[0, 1], [1, 2]], "switches": [7], "random_links": 2, "seed": 3},
    }
    short = "failed.links=0-1x1-2,failed.switches=7,failed.random_links=2,failed.seed=3"
    parsed = spec.read(f"torus:sides=4x4,{short}")
    assert parsed == spec.parse(obj)
    assert spec.parse(spec.complete(parsed)) == parsed
    assert spec.build(parsed).switches == 15
    assert spec.build(parsed).count_by_class()["local"] == 32 - 2 - 4 - 2


@pytest.mark.parametrize(
    ("failed", "field", "problem"),
    [
        ({"links": [[0]]}, "failed.links.0", "must be [first, second]"),
        ({"links": [[0, "1"]]}, "failed.links.0", 'an integer, got "1"'),
        ({"links": [[0, 1, 2]]}, "failed.links.0", "must be a name, got 2"),
        ({"links": [[0, 1, "local", 0]]}, "failed.links.0", "integer from 1, got 0"),
        ({"random_links": -1}, "failed.random_links", "at least 0, got -1"),
        ({"random_link": 1}, "failed.random_link", "did you mean random_links"),
        ({"switches": ["a"]}, "failed.switches.0", "must be an integer"),
        (3, "failed", "must be an object"),
    ],
)
def test_wrong_specs_name_the_field(failed: object, field: str, problem: str) -> None:
    with pytest.raises(SpecError) as caught:
        spec.parse({"family": "complete", "switches": 4, "failed": failed})
    assert caught.value.field == field
    assert problem in caught.value.problem


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("3", (3, 0)),
        ("alpha", (0, 1)),
        ("1+2alpha", (1, 2)),
        ("2 + 3·α", (2, 3)),
        ("0+5*α", (0, 5)),
    ],
)
def test_capacities_of_a_class_are_affine_in_alpha(text: str, line: tuple[int, int]) -> None:
    parsed = spec.parse({"family": "complete", "switches": 2, "capacities": {"local": text}})
    assert spec.build(parsed).total == line
    assert spec.parse(spec.complete(parsed)) == parsed


def test_wrong_capacities_name_the_class() -> None:
    for text, problem in (("-1", "must be a capacity such as"), ("1.5", "must be a capacity")):
        with pytest.raises(SpecError, match=problem) as caught:
            spec.parse({"family": "complete", "switches": 2, "capacities": {"local": text}})
        assert caught.value.field == "capacities.local"
    with pytest.raises(SpecError, match="did you mean local"):
        spec.build(spec.read("complete:switches=2,capacities.locl=1"))
