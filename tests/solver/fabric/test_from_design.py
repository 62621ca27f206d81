"""What follows for a fabric from its design: never more than any bisection has."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import jsonschema
import pytest

import alphacut
from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import GLOBAL, LOCAL, Line, Link, Network
from alphacut.service.text.fabric import fabric_lines, together_lines
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.fabric.from_design import SameSwitches
from alphacut.solver.fabric.matching import Match
from alphacut.solver.fabric.schema import FABRIC
from alphacut.solver.fabric.verify.document import verify_fabric
from tests.solver.fabric.faults import grouped_names, ibnetdiscover

Document = dict[str, Any]
Lines = Callable[..., frozenset[Line]]
ALPHA = Alpha(3, 2)


def drawn(rng: random.Random) -> Network:
    number = rng.randint(3, 7)
    links = [
        Link(first, second, rng.choice([LOCAL.name, GLOBAL.name]), rng.randint(1, 3))
        for first, second in combinations(range(number), 2)
        if rng.random() < 0.8
    ]
    hosts = tuple(rng.choice([1, 1, 2]) for _ in range(number))
    return Network(switches=number, links=tuple(links), hosts=hosts)


def became(designed: Network, order: list[int], rng: random.Random) -> Network:
    """Lose and add some links, and number the switches in another order."""
    links = []
    for link in designed.links:
        first, second = sorted((order[link.first], order[link.second]))
        number = max(0, link.multiplicity + rng.choice([-2, -1, 0, 0, 0, 1]))
        if number:
            links.append(Link(first, second, link.link_class, number))
    hosts = [0] * designed.switches
    for switch, place in enumerate(order):
        hosts[place] = designed.hosts[switch]
    return replace(designed, links=tuple(links), hosts=tuple(hosts))


def compared(designed: Network, now: Network, order: list[int], by: str) -> SameSwitches | None:
    return SameSwitches.of(
        (designed, Balance.of(designed, by)),
        (now, Balance.of(now, by)),
        Match(by="order", same=tuple(order)),
        ALPHA,
    )


@pytest.mark.parametrize("by", ["switches", "hosts"])
def test_no_bisection_has_less(by: str, lines_of: Lines) -> None:
    attained = 0
    for seed in range(150):
        rng = random.Random(seed)
        designed = drawn(rng)
        order = rng.sample(range(designed.switches), designed.switches)
        now = became(designed, order, rng)
        alike = compared(designed, now, order, by)
        assert alike is not None
        values = [
            min(
                ALPHA.value(ALPHA.scaled(line))
                for line in lines_of(each, Balance.of(each, by).weights)
            )
            for each in (designed, now)
        ]
        assert values[1] >= values[0] - alike.gone
        attained += values[1] == values[0] - alike.gone and alike.gone > 0
    assert attained > 10


def test_other_switches_or_hosts_have_other_bisections() -> None:
    ring = specs.build(specs.read("cycle:switches=6"))
    assert compared(ring, ring, [*range(6)], "switches") is not None
    longer = specs.build(specs.read("cycle:switches=7"))
    assert compared(ring, longer, [*range(6)], "switches") is None
    heavier = replace(ring, hosts=(2, *ring.hosts[1:]))
    assert compared(ring, heavier, [*range(6)], "hosts") is None
    assert compared(ring, heavier, [*range(6)], "switches") is not None


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Document:
    """A ring of eight that has lost a link, of which nothing is known but a cut."""
    ring = specs.build(specs.read("cycle:switches=8"))
    path = tmp_path_factory.mktemp("fabric") / "ring.ibnetdiscover"
    broken = replace(ring, links=ring.links[:3] + ring.links[4:])
    path.write_text(ibnetdiscover(broken, grouped_names(ring)), encoding="utf-8")
    found: Document = json.loads(json.dumps(alphacut.fabric(path, design="cycle:switches=8")))
    assert found["now"]["point"]["value"] == "1"
    assert "from_design" not in found, "its own proof is as good"
    found["now"]["point"] |= {"lower": "0", "proof": None, "certificate": None}
    found["now"]["status"] = "bounded"
    found["losses"] |= {"links": [], "switches": [], "groups": []}
    found["from_design"] = {"gone": "1", "lower": "1"}
    return found


def test_it_closes_what_was_open(document: Document) -> None:
    jsonschema.validate(document, FABRIC)
    verdict = verify_fabric(document)
    assert verdict.status == "exact"
    assert "of the design 1 is gone, so that at least 1 is left" in verdict.checked


def test_it_is_told(document: Document) -> None:
    page = "\n".join(fabric_lines(document))
    assert "  now: 1, 1/8 (0.125) for each host (from below as the design less 1 that" in page
    assert "  now, the sum of all, each with halves of its own: 2" in together_lines([document] * 2)


def test_losses_may_rest_on_it(document: Document) -> None:
    kept = copy.deepcopy(document)
    kept["losses"]["links"] = [{"links": 1, "lower": "0", "upper": "0"}]
    assert verify_fabric(kept).status == "exact"


CHANGES: list[tuple[str, Callable[[Document], object], str]] = [
    ("more left", lambda d: d["from_design"].update(lower="2"), "more than the design's bound"),
    ("less gone", lambda d: d["from_design"].update(gone="0"), 'gone is "0"; it is 1'),
    ("more gone", lambda d: d["from_design"].update(gone="2"), 'gone is "2"; it is 1'),
    ("no design", lambda d: d.update(designed=None, match=None, differences=None), "no design|hos"),
    ("not without it", lambda d: d.pop("from_design"), "but a bisection is"),
    ("a weaker bound", lambda d: d["from_design"].update(lower="1/2"), "but a bisection is"),
    (
        "a solver's word",
        lambda d: d["designed"].update(
            status="closed",
            point={**d["designed"]["point"], "proof": "solver", "certificate": None},
        ),
        "no design whose bisection has a certificate",
    ),
    (
        "another unit",
        lambda d: d["now"]["topology"].update(unit="1/2"),
        "another unit",
    ),
    ("more", lambda d: d["from_design"].update(more=1), "more"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "why"), [each[1:] for each in CHANGES], ids=[c[0] for c in CHANGES]
)
def test_forgeries_are_refused(
    document: Document, change: Callable[[Document], object], why: str
) -> None:
    document = copy.deepcopy(document)
    document["status"] = "exact"
    change(document)
    with pytest.raises((Refused, DocumentError), match=why):
        verify_fabric(document)
