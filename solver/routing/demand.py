"""What switches send to each other under a traffic, in integers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network
    from alphacut.solver.routing.channels import Numbers
    from alphacut.solver.traffic.traffic import Traffic

MOST_SWITCHES = 8_000  # a table of all pairs then takes 512 MB


@dataclass(frozen=True, kw_only=True)
class Demand:
    """What each switch sends to each other in a cycle, when hosts send what the traffic says."""

    spec: str | dict[str, Any]  # what gives the traffic again
    rates: Numbers  # (n, n) phits, in units
    unit: Fraction  # what a rate of 1 stands for
    sent: Fraction  # phits that all hosts send, also those that stay at their switch

    @classmethod
    def of(cls, traffic: Traffic, network: Network) -> Demand:
        """Sum the traffic of hosts by their switches."""
        n = network.switches
        if n > MOST_SWITCHES:
            raise QuestionError(
                "traffic", f"loads are computed for at most {MOST_SWITCHES:,} switches, got {n:,}"
            )
        flows = traffic.between_switches(network)
        rates = np.zeros((n, n), dtype=np.int64)
        rates[flows.sources, flows.destinations] = flows.weights
        return cls(spec=traffic.spec, rates=rates, unit=flows.unit, sent=_sent(traffic))


def _sent(traffic: Traffic) -> Fraction:
    total = int(traffic.pairs.weights.sum()) if traffic.pairs else 0
    for block in traffic.blocks:
        both = len(np.intersect1d(block.sources, block.destinations, assume_unique=True))
        total += block.weight * (len(block.sources) * len(block.destinations) - both)
    return total * traffic.unit
