"""Mechanisms on networks, their documents, and everything counted from a list of all routes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from alphacut.arrangements.formats.spec import build, complete, parse, read
from alphacut.arrangements.network import Network
from alphacut.solver.routing.answer import answer
from alphacut.solver.routing.catalogue import Built
from alphacut.solver.routing.demand import Demand
from alphacut.solver.routing.document import routing_document
from alphacut.solver.routing.mechanism_spec import MechanismSpec
from alphacut.solver.traffic.reading import read_traffic

Ask = Callable[..., "Routed"]


class Routed(NamedTuple):
    """A mechanism on a network."""

    network: Network
    topology: dict[str, Any]
    built: Built

    def demand(self, traffic: str | dict[str, Any]) -> Demand:
        """Return what switches send to each other."""
        return Demand.of(read_traffic(traffic, self.network), self.network)

    def document(self, traffic: str | dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the document, as a reader of the file gets it."""
        found = answer(self.built.mechanism, self.demand(traffic) if traffic else None)
        document = routing_document(
            found, self.built, topology=self.topology, network=self.network, provenance={}
        )
        read_again: dict[str, Any] = json.loads(json.dumps(document))
        return read_again


def _route(spec: str | dict[str, Any], mechanism: str, **given: Any) -> Routed:
    parsed = read(spec) if isinstance(spec, str) else parse(spec)
    network, topology = build(parsed), complete(parsed)
    built = MechanismSpec(mechanism=mechanism, **given).build(topology, network)
    return Routed(network, topology, built)


@pytest.fixture(scope="session")
def route() -> Ask:
    """Return a mechanism on the network of a spec."""
    return _route


class Enumerated(NamedTuple):
    """What a list of all routes comes to."""

    dependencies: set[tuple[int, int]]
    hops: Counter[int]
    loads: list[Fraction]  # of directed links


def _enumerated(routed: Routed, traffic: str = "uniform") -> Enumerated:
    mechanism, demand = routed.built.mechanism, routed.demand(traffic)
    dependencies: set[tuple[int, int]] = set()
    hops: Counter[int] = Counter()
    loads = [Fraction(0)] * mechanism.channels.links.count
    n = routed.network.switches
    for source in range(n):
        for target in range(n):
            if source == target:
                continue
            total = Fraction(0)
            for each in mechanism.routes(source, target):
                dependencies.update(pairwise(each.channels))
                hops[len(each.channels)] += 1
                total += each.share
                for channel in each.channels:
                    link, _ = mechanism.channels.link_of(channel)
                    loads[link] += int(demand.rates[source, target]) * demand.unit * each.share
            assert total == 1
    return Enumerated(dependencies, hops, loads)


@pytest.fixture(scope="session")
def enumerated() -> Callable[..., Enumerated]:
    """Count everything from a list of all routes, packet by packet."""
    return _enumerated
