"""Serial BiqBin as an oracle: bisection as a maximum cut of the complete graph.

A pair of switches weighs U + 1 less the capacity of its links, where U is the capacity of some
bisection: a cut that is not balanced then weighs less than that bisection.

References
----------
Gusmeroli, Hrga, Lužar, Povh, Siebenhofer and Wiegele, BiqBin: a parallel branch-and-bound solver
for binary quadratic problems with linear constraints, 2022. The program is fetched and built by
whoever runs this (GitHub: Rudolfovoorg/serial_biqbin_maxcut, GPL-3); nothing of it is here.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from alphacut.arrangements.network import Line, Network
from alphacut.solver.common.alpha import Alpha
from benchmarks.one_core import run
from benchmarks.peers.record import Result

PARAMETERS = """init_bundle_iter = 5
max_bundle_iter = 20
min_outer_iter = 20
max_outer_iter = 30
violated_Ineq = 0.05
TriIneq = 500
Pent_Trials = 100
Hepta_Trials = 75
include_Pent = 1
include_Hepta = 1
root = 0
use_diff = 1
time_limit = {seconds}
branchingStrategy = 1
detailedOutput = 0
"""


def solve(program: Path, network: Network, alpha: Alpha, known: int, seconds: int) -> Result:
    """Run BiqBin.

    Parameters
    ----------
    known
        The scaled capacity of some bisection.
    seconds
        Limit of wall time.
    """
    heavy = known + 1
    with tempfile.TemporaryDirectory() as scratch:
        instance, parameters = Path(scratch) / "instance", Path(scratch) / "parameters"
        instance.write_text(_instance(network, alpha, heavy), "utf-8")
        parameters.write_text(PARAMETERS.format(seconds=seconds), "utf-8")
        with (Path(scratch) / "told").open("w+", encoding="utf-8") as told:
            spent = run([str(program), str(instance), str(parameters)], told=told)
            told.seek(0)
            text = told.read()
    half = network.switches // 2
    largest, nodes = (_number(name, text) for name in ("Maximum value", "Nodes"))
    # without a maximum, it was stopped at its limit
    value = None if largest is None else str(heavy * half * (network.switches - half) - largest)
    return Result(
        value=value,
        lower=value,
        nodes=nodes,
        **spent,
    )


def _instance(network: Network, alpha: Alpha, heavy: int) -> str:
    """Write the weights of all pairs, as edges counted from 1."""
    weight: dict[tuple[int, int], int] = {}
    for link in network.links:
        each = network.class_by_name[link.link_class]
        capacity = link.multiplicity * alpha.scaled(Line(each.base, each.slope))
        pair = (min(link.first, link.second), max(link.first, link.second))
        weight[pair] = weight.get(pair, 0) + capacity
    pairs = [(u, v) for v in range(network.switches) for u in range(v)]
    lines = [f"{u + 1} {v + 1} {heavy - weight.get((u, v), 0)}" for u, v in pairs]
    return "\n".join([f"{network.switches} {len(pairs)}", *lines]) + "\n"


def _number(name: str, text: str) -> int | None:
    found = re.search(rf"{name}\s*=\s*(-?\d+)", text)
    return None if found is None else int(found.group(1))
