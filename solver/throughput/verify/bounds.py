"""What the evidence of a model proves, computed anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import Refused
from alphacut.solver.throughput.models import Control, Model
from alphacut.solver.throughput.verify.evidence import Flow, Rate
from alphacut.solver.throughput.verify.exact import Table
from alphacut.solver.throughput.verify.routes import check_route
from alphacut.solver.throughput.verify.shortest import least_any, least_ugal
from alphacut.solver.throughput.verify.walks import Walks
from alphacut.solver.throughput.verify.weighted import weighted_sum


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What all models of a document have in common."""

    network: Network
    flows: Mapping[Flow, int]  # weight of each pair of switches
    unit: Fraction  # demand of a weight of 1
    busiest: Fraction  # the largest sum of demands at a host
    alpha: Fraction

    @cached_property
    def counted(self) -> Walks:
        """The numbers of paths; their lengths are left out."""
        return Walks(self.network, [0] * (2 * len(self.network.links)))

    def capacities(self, alpha: Fraction) -> list[Fraction]:
        """Return the capacity of each directed link at an α."""
        by_name = self.network.class_by_name
        return [
            (by_name[name].base + by_name[name].slope * alpha) * multiplicity
            for _, _, name, multiplicity in self.network.links
            for _ in range(2)
        ]


def proven_above(setting: Setting, model: Model, lengths: Sequence[int]) -> Fraction:
    """Return what the lengths prove: Σ capacity · y / Σ demand · (least mean length)."""
    intercept, slope = line_above(setting, model, lengths)
    return min(1 / setting.busiest, intercept + slope * setting.alpha)


def line_above(setting: Setting, model: Model, lengths: Sequence[int]) -> tuple[Fraction, Fraction]:
    """Return intercept and slope of the line in α that the lengths prove; flat if none."""
    means = _means(setting, model, lengths).items() if any(lengths) else ()
    needed = setting.unit * weighted_sum((mean, setting.flows[flow]) for flow, mean in means)
    if not needed:
        return 1 / setting.busiest, Fraction(0)
    by_name, base, slope = setting.network.class_by_name, 0, 0
    for place, (_, _, name, multiplicity) in enumerate(setting.network.links):
        both = multiplicity * (lengths[2 * place] + lengths[2 * place + 1])
        base += both * by_name[name].base
        slope += both * by_name[name].slope
    return base / needed, slope / needed


def _means(setting: Setting, model: Model, lengths: Sequence[int]) -> dict[Flow, Fraction]:
    """Return the least mean length of paths that share a rate, for each flow."""
    if model.minimal is None:
        table = least_any(setting.network, lengths)
        return {flow: Fraction(_finite(table[flow], flow)) for flow in setting.flows}
    shared = Control.INDIVIDUAL not in (model.minimal, model.valiant)
    walks = (
        setting.counted if model.valiant is Control.INDIVIDUAL else Walks(setting.network, lengths)
    )
    single = (None, None) if shared else least_ugal(walks, lengths)
    kinds = (
        (model.minimal, [walks.direct(length) for length in range(len(walks.minimal))], single[0]),
        (model.valiant, walks.valiant, single[1]),
    )
    found: dict[Flow, Fraction] = {}
    for flow in setting.flows:
        means = [
            mean
            for control, sums, least in kinds
            for mean in _of_kind(
                control,
                [(int(each.count[flow]), int(each.length[flow])) for each in sums],
                None if least is None else least[flow],
            )
        ]
        if not means:
            raise Refused(f"switch {flow[0]} has no path to switch {flow[1]}")
        found[flow] = min(means)
    return found


def _of_kind(
    control: Control | None, sums: list[tuple[int, int]], least: float | None
) -> list[Fraction]:
    """Return the mean lengths of all sets of paths of one kind that share a rate."""
    if control is Control.INDIVIDUAL:
        assert least is not None
        return [] if least == float("inf") else [Fraction(int(least))]
    if control is Control.TOGETHER:
        sums = [(sum(count for count, _ in sums), sum(length for _, length in sums))]
    return [Fraction(length, count) for count, length in sums if count]


def _finite(length: float, flow: Flow) -> int:
    if length == float("inf"):
        raise Refused(f"switch {flow[0]} has no path to switch {flow[1]}")
    return int(length)


@dataclass(frozen=True, kw_only=True)
class Carried:
    """What rates prove, and the loads that they bring."""

    rate: Fraction  # of all demands
    shares: list[Fraction]  # of the capacity of each directed link, at a given rate


def proven_below(
    setting: Setting,
    model: Model,
    rates: Sequence[Rate],
    claimed: Fraction,
    alpha: Fraction | None = None,
) -> Carried:
    """Return what the rates prove, and how full they leave the links at the rate claimed.

    Parameters
    ----------
    alpha
        Another α than that of the setting.
    """
    walks = None if model.minimal is None else setting.counted
    sent = dict.fromkeys(setting.flows, 0)
    loads = [0] * (2 * len(setting.network.links))
    pooled = []
    for each in rates:
        if each.route is None:
            pooled.append(each)
        else:
            check_route(setting.network, walks, each.flow, each.route, valiant=each.valiant)
            sent[each.flow] += each.rate
            for link in each.route:
                loads[link] += each.rate
    if pooled:
        assert walks is not None
        loads = [a + b for a, b in zip(loads, _pooled(walks, pooled, sent), strict=True)]
    least = min(
        (Fraction(rate, setting.flows[flow]) for flow, rate in sent.items()), default=Fraction(1)
    )
    capacities = setting.capacities(setting.alpha if alpha is None else alpha)
    return _carried(setting, capacities, loads, least / setting.unit, claimed)


def _pooled(walks: Walks, rates: Sequence[Rate], sent: dict[Flow, int]) -> list[int]:
    """Add what paths that share rates carry to each flow; return their loads."""
    n = walks.network.switches
    tables: dict[bool, list[Table]] = {
        False: [np.zeros((n, n), dtype=object) for _ in walks.minimal],
        True: [np.zeros((n, n), dtype=object) for _ in walks.valiant],
    }
    direct = [walks.direct(length).count for length in range(len(walks.minimal))]
    counts: dict[bool, list[Table]] = {
        False: direct, True: [each.count for each in walks.valiant],
    }  # fmt: skip
    for each in rates:
        of_kind = counts[each.valiant]
        lengths = range(len(of_kind)) if each.length is None else (each.length,)
        paths = sum(int(of_kind[i][each.flow]) for i in lengths if i < len(of_kind))
        if not paths:
            raise Refused(f"switches {each.flow[0]} and {each.flow[1]}: there are no such paths")
        sent[each.flow] += paths * each.rate
        for i in lengths:
            tables[each.valiant][i][each.flow] += each.rate
    narrow = {
        kind: [t.astype(np.int64) if t.max() < 2**62 else t for t in parts]
        for kind, parts in tables.items()
    }
    return walks.loads(narrow[False], narrow[True])


def _carried(
    setting: Setting,
    capacities: list[Fraction],
    loads: list[int],
    least: Fraction,
    claimed: Fraction,
) -> Carried:
    if any(load and not capacity for load, capacity in zip(loads, capacities, strict=True)):
        return Carried(rate=Fraction(0), shares=[Fraction(0)] * len(loads))
    full = [
        load / capacity if capacity else Fraction(0)
        for load, capacity in zip(loads, capacities, strict=True)
    ]
    over, at_hosts = max(full, default=Fraction(0)), 1 / setting.busiest
    if not setting.flows:
        return Carried(rate=at_hosts, shares=full)
    factor = claimed / least if least else Fraction(0)
    rate = min(at_hosts, least / over) if over else Fraction(0)
    return Carried(rate=rate, shares=[share * factor for share in full])
