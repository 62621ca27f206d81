"""How much of some traffic any routing could carry after failures: an exact range, or a cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.resilience.components import reached
from alphacut.solver.throughput.models import MCF
from alphacut.solver.throughput.question import MOST_SWITCHES, Question
from alphacut.solver.traffic.reading import read_traffic
from alphacut.solver.traffic.traffic import Demands

Json = Mapping[str, Any]
SHORTEST = 0.5  # seconds below which no program is begun


@dataclass(frozen=True, kw_only=True)
class Flow:
    """What is to be carried."""

    traffic: Any  # its spec
    alpha: Alpha
    injection: Fraction


def carried(
    topology: Json,
    network: Network,
    flow: Flow,
    side: Sequence[int],
    seconds: float | None,
) -> dict[str, Any]:
    """Bound the largest rate, by a document about throughput where there is time for one.

    Parameters
    ----------
    side
        Of a cut, which bounds the rate where there is no document.
    seconds
        For the document; None: as long as it takes.

    Returns
    -------
    dict
        "traffic", "lower" and "upper", with the "side" of the cut or the "document" that show it.
    """
    spec = flow.traffic
    traffic = read_traffic(spec, network)
    demands = traffic.between_switches(network).over(flow.injection)
    lacking = _apart(network, demands)
    if lacking is not None:
        return {"traffic": spec, "lower": "0", "upper": "0", "side": reached(network, lacking)}
    late = seconds is not None and seconds < SHORTEST
    if late or not len(demands) or network.switches > MOST_SWITCHES:
        return _by_cut(network, demands, flow, side)
    from alphacut.solver.throughput.answering import entry  # loads HiGHS
    from alphacut.solver.throughput.document import document
    from alphacut.solver.throughput.problem_instance import Machine

    asked = Question(
        topology=topology, network=network, traffic=traffic, alpha=flow.alpha, models=(MCF,),
        injection=flow.injection, seconds=seconds,
    )  # fmt: skip
    written = document(asked, [entry(asked, Machine(asked), MCF)], {})
    rate = written["models"][0]["rate"]
    return {
        "traffic": spec, "lower": rate["lower"], "upper": rate["upper"], "document": written,
    }  # fmt: skip


def _apart(network: Network, demands: Demands) -> int | None:
    """Return the source of a flow that has no path."""
    from alphacut.solver.throughput.reach import without_path

    lacking = without_path(network, demands, any_path=True)
    return None if lacking is None else lacking[0]


def _by_cut(network: Network, demands: Demands, flow: Flow, side: Sequence[int]) -> dict[str, Any]:
    """Bound the rate by what a cut severs, and by what hosts can send."""
    inside = np.zeros(network.switches, dtype=bool)
    inside[list(side)] = True
    start, end = inside[demands.sources], inside[demands.destinations]
    most = max(int(demands.weights[start & ~end].sum()), int(demands.weights[~start & end].sum()))
    upper = 1 / demands.busiest
    if most:
        capacity = flow.alpha.value(flow.alpha.scaled(network.cut(tuple(side))))
        upper = min(upper, capacity / (most * demands.unit))
    return {"traffic": flow.traffic, "lower": "0", "upper": str(upper), "side": sorted(side)}
