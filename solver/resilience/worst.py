"""What fails at worst: links by a theorem; a switch, a group or a domain by computation."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from alphacut.arrangements.failures import Failures
from alphacut.solver.bisection.certificate.codec import write
from alphacut.solver.common.listening import told_to_stop
from alphacut.solver.fabric.losses import Capacities, floor_of_loss, groups_of, losses, without
from alphacut.solver.resilience.machine import SMALL, Machine
from alphacut.solver.resilience.sampling import Left, Whole, best_cut, even, proven

Json = Mapping[str, Any]
SWITCH, GROUP, DOMAIN = "switch", "group", "domain"
LISTED = 10  # of each kind, the costliest
COMPUTED = 40  # sets of switches of one kind that are all computed with


def uniform(whole: Whole) -> bool:
    """Tell whether all switches with weight have the same, as the theorem on switches needs."""
    return len({weight for weight in whole.balance.weights if weight}) == 1


def certain_without(whole: Whole) -> Callable[[Sequence[int]], int]:
    """Return what tells a bound, scaled, for the network without some switches."""
    if not uniform(whole):
        return lambda _: 0
    capacities = Capacities(whole.network, whole.alpha)
    heavy = [weight > 0 for weight in whole.balance.weights]
    return lambda lost: floor_of_loss(capacities, heavy, lost, whole.lower)


def worst(machine: Machine, whole: Whole, seconds: float | None) -> Json:
    """Return what the worst failures leave.

    Returns
    -------
    dict
        "links": for some k, what the worst k links leave; "switch", "group" and "domain": None
        where there is none, else what the worst one leaves, and the costliest ones.
    """
    network = whole.network
    end = None if seconds is None else time.monotonic() + seconds
    links = losses(network, whole.balance, whole.alpha, whole.side, whole.lower).links
    groups = groups_of(network)
    sets: dict[str, list[tuple[int | str, Sequence[int]]]] = {
        SWITCH: [(switch, [switch]) for switch in range(network.switches)],
        GROUP: list(enumerate(groups)) if 1 < len(groups) < network.switches else [],
        DOMAIN: list(machine.domains.items()),
    }
    value = whole.alpha.value
    found: dict[str, Any] = {
        "links": [
            {"number": each.what, "lower": str(value(each.lower)), "upper": str(value(each.upper))}
            for each in links
        ]
    }
    for place, (kind, named) in enumerate(sets.items()):
        left = None if end is None else max(0.0, end - time.monotonic()) / (len(sets) - place)
        found[kind] = _worst_of(kind, named, machine, whole, left)
    return found


def _worst_of(
    kind: str,
    named: Sequence[tuple[int | str, Sequence[int]]],
    machine: Machine,
    whole: Whole,
    seconds: float | None,
) -> Json | None:
    """Return the worst of some sets of switches: all of them bounded, the costliest computed."""
    possible = [(name, lost) for name, lost in named if _leaves_halves(whole, lost)]
    if not possible:
        return None
    certain = certain_without(whole)
    floors = [certain(lost) for _, lost in possible]
    order = _costliest([lost for _, lost in possible], whole)
    few = len(possible) <= COMPUTED or kind == DOMAIN
    chosen = order if few else order[:LISTED]
    end = None if seconds is None else time.monotonic() + seconds
    entries = []
    for number, place in enumerate(chosen):
        name, lost = possible[place]
        left = None if end is None else (end - time.monotonic()) / (len(chosen) - number)
        entries.append(_entry(name, lost, floors[place], machine, whole, left))
    others = [floors[place] for place in range(len(possible)) if place not in set(chosen)]
    lower = min([*others, *(scaled for scaled, _, _ in entries)])
    entries.sort(key=lambda each: (each[1], each[0]))
    value = whole.alpha.value
    return {
        "number": len(possible),
        "lower": str(value(lower)),
        "upper": str(value(entries[0][1])),
        "listed": [entry for _, _, entry in entries[: len(entries) if few else LISTED]],
    }


def _leaves_halves(whole: Whole, lost: Iterable[int]) -> bool:
    """Tell whether at least two switches with weight are left."""
    heavy = {switch for switch, weight in enumerate(whole.balance.weights) if weight}
    return len(heavy - set(lost)) > 1


def _costliest(sets: Sequence[Sequence[int]], whole: Whole) -> list[int]:
    """Order sets of switches by what a cut has left without them, the least first."""
    if uniform(whole):
        arguments = (whole.network, whole.balance, whole.alpha, whole.side, whole.lower)
        found = without(*arguments, sets)
        return [each.what for each in sorted(found, key=lambda each: (each.upper, each.what))]
    capacities = Capacities(whole.network, whole.alpha)
    ends = [sum(c for u in lost for _, c in capacities.near[u]) for lost in sets]
    return sorted(range(len(sets)), key=lambda place: (-ends[place], place))


def _entry(
    name: int | str,
    lost: Sequence[int],
    floor: int,
    machine: Machine,
    whole: Whole,
    seconds: float | None,
) -> tuple[int, int, Json]:
    """Return both bounds of what is left without some switches, and how it is written."""
    gone = set(lost)
    left = Left(whole, Failures(switches=tuple(sorted(gone))).apply(whole.network), same=False)
    kept = [each for each in range(whole.network.switches) if each not in gone]
    number = {switch: place for place, switch in enumerate(kept)}
    near = even(left, [number[each] for each in whole.side if each in number])
    side = best_cut(left, [near] if near else [], seed=0)
    lower, certificate = floor, None
    if left.network.switches <= SMALL and floor < left.measured(side) and not told_to_stop():
        bound, proof, side = proven(left, side, machine.gap, seconds)
        if proof is not None and bound > lower:
            lower = bound
            certificate = {"bound": str(whole.alpha.value(bound)), "proof": write(proof)}
    upper = left.measured(side)
    value = whole.alpha.value
    entry = {
        "name": name,
        "switches": sorted(gone),
        "lower": str(value(lower)),
        "upper": str(value(upper)),
        "by": "loss" if certificate is None else "certificate",
        "side": sorted(side),
        "certificate": certificate,
    }
    return lower, upper, entry
