"""From floating point to integers: rates and lengths in units of their own."""

from __future__ import annotations

from math import lcm

import numpy as np

from alphacut.solver.throughput.primal_dual_bounds import Whole, sums
from alphacut.solver.throughput.program import Floats
from alphacut.solver.throughput.variables import Variables
from alphacut.solver.traffic.traffic import Demands

RATE_BITS = 46  # of the rate of the busiest host, so that sums of loads stay in 64 bits
LENGTH_BITS = 26  # of the longest link, so that sums over all paths of a pair stay below 2**53


def whole_rates(variables: Variables, demands: Demands, rates: Floats) -> Whole:
    """Return integer rates of single paths, in proportion to those of whole variables.

    Every flow is first given the same share of its demand, for what one flow has more
    than another is lost, but loads links.
    """
    flows = np.bincount(variables.flows, rates, minlength=len(demands))
    share = demands.weights / demands.weights.max()
    factor = np.where(flows > 0, share / np.where(flows > 0, flows, 1.0), 0.0)
    scaled = rates * factor[variables.flows] / variables.paths
    return np.asarray(np.floor(scaled * 2.0**RATE_BITS), dtype=np.int64)


def whole_lengths(lengths: Floats) -> Whole:
    """Return integer lengths in proportion to those given."""
    top = lengths.max(initial=0.0)
    if not top > 0:
        return np.zeros(len(lengths), dtype=np.int64)
    return np.asarray(np.rint(lengths / top * 2.0**LENGTH_BITS), dtype=np.int64)


def minimal_rates(variables: Variables, demands: Demands) -> Whole | None:
    """Return rates that spread every demand evenly over its minimal paths, exactly.

    None where a flow has no minimal path, or the numbers of paths have no small multiple.
    """
    valiant = np.array([each.valiant for each in variables.each], dtype=bool)
    paths = np.where(valiant, 0, variables.paths)
    each = sums(variables.flows, np.ones_like(paths), paths, len(demands))
    if not len(demands):
        return np.zeros(0, dtype=np.int64)
    if each.min() == 0:
        return None
    common = lcm(*(int(number) for number in np.unique(each)))
    if common * float(demands.weights.max()) > 2.0**RATE_BITS:
        return None
    rates = demands.weights * (common // each)
    return np.where(valiant, 0, rates[variables.flows])
