"""The cut of a fabric's bisection, and what losses leave of it: computed anew.

From below they are the theorems of `solver.fabric.losses`; from above each has a cut, which is
measured.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import fraction_in, integer_in, object_in, only_fields, same
from alphacut.solver.fabric.verify.forms import Bisection, is_a, names_in


def check_cut(told: object, now: Bisection) -> None:
    """Check the links that the cut severs; what their cables are called is for people."""
    if not isinstance(told, list):
        raise DocumentError("cut is not a list")
    severed: list[list[Any]] = [[*link] for link in now.network.crossing(now.side)]
    for place, entry in enumerate(told):
        if not isinstance(entry, list) or len(entry) != 5:
            raise DocumentError(f"cut.{place} is not a link with its cables")
        names_in(entry[4], f"cut.{place}.4")
    if not same([entry[:4] for entry in told], severed):
        raise Refused("cut does not have the links that the side of now severs")


def check_losses(told: object, now: Bisection) -> None:
    """Check what failures of links, switches and groups leave."""
    losses = object_in(told, "losses")
    only_fields(losses, ("links", "worst_links", "switches", "groups"), "losses")
    _check_links(losses, now)
    _check_worst(losses.get("worst_links"), now)
    members: dict[int, list[int]] = {group: [] for group in sorted(set(now.network.groups))}
    for switch, group in enumerate(now.network.groups):
        members[group].append(switch)
    parts = list(members.values())
    near: list[list[tuple[int, Fraction]]] = [[] for _ in range(now.network.switches)]
    for first, second, name, multiplicity in now.network.links:
        capacity = now.capacity(name) * multiplicity
        near[first].append((second, capacity))
        near[second].append((first, capacity))
    for kind, name, choices in (
        ("switches", "switch", [[s] for s in range(now.network.switches)]),
        ("groups", "group", parts),
    ):
        for place, entry in enumerate(_list(losses, kind)):
            where = f"losses.{kind}.{place}"
            node = object_in(entry, where)
            only_fields(node, (name, "lower", "upper", "moved"), where)
            number = integer_in(node, name)
            if not 0 <= number < len(choices):
                raise Refused(f"{where}.{name} is none of the fabric")
            _check_loss(node, where, choices[number], now, near)


def _list(node: Mapping[str, Any], name: str) -> list[Any]:
    value = node.get(name)
    if not isinstance(value, list):
        raise DocumentError(f"losses.{name} is not a list")
    return value


def _check_links(losses: Mapping[str, Any], now: Bisection) -> None:
    """Check what the worst failures leave: no cut loses more than the largest capacities."""
    of_cut = sorted(_each(now, now.network.crossing(now.side)), reverse=True)
    of_all = sorted(_each(now, now.network.links), reverse=True)
    for place, entry in enumerate(_list(losses, "links")):
        where = f"losses.links.{place}"
        node = object_in(entry, where)
        only_fields(node, ("links", "lower", "upper"), where)
        number = integer_in(node, "links")
        if number < 1:
            raise Refused(f"{where}.links is not at least 1")
        lower, upper = fraction_in(node, "lower"), fraction_in(node, "upper")
        if lower > max(Fraction(0), now.lower - _largest(of_all, number)):
            raise Refused(f"{where}.lower is more than what is certain")
        if upper != now.value - _largest(of_cut, number):
            raise Refused(f"{where}.upper is not what the cut has left")


def _each(now: Bisection, links: Sequence[Any]) -> list[tuple[Fraction, int]]:
    return [(now.capacity(name), multiplicity) for _, _, name, multiplicity in links]


def _largest(capacities: Sequence[tuple[Fraction, int]], number: int) -> Fraction:
    total = Fraction(0)
    for capacity, there in capacities:
        taken = min(there, number)
        total, number = total + taken * capacity, number - taken
        if not number:
            break
    return total


def _check_worst(told: object, now: Bisection) -> None:
    severed = {link[:3] for link in now.network.crossing(now.side)}
    if not isinstance(told, list):
        raise DocumentError("losses.worst_links is not a list")
    for place, entry in enumerate(told):
        where = f"losses.worst_links.{place}"
        if not isinstance(entry, list) or len(entry) != 4 or not all(map(is_a, entry, "iiss")):
            raise DocumentError(f"{where} is not a link with its capacity")
        if tuple(entry[:3]) not in severed:
            raise Refused(f"{where} is not in the cut")
        if entry[3] != str(now.capacity(entry[2])):
            raise Refused(f"{where} costs another capacity")


def _check_loss(
    node: Mapping[str, Any],
    where: str,
    lost: list[int],
    now: Bisection,
    near: Sequence[Sequence[tuple[int, Fraction]]],
) -> None:
    """Check what is left without some switches: from below by theorem, from above by a cut."""
    weights, gone = now.balance.weights, set(lost)
    if len({weight for weight in weights if weight}) > 1:
        raise Refused(f"{where}: switches of unlike weight have no such bound")
    heavy = {switch for switch, weight in enumerate(weights) if weight}
    if len(heavy - gone) < 2:
        raise Refused(f"{where}: what is left has no halves")
    certain = max(Fraction(0), now.lower - _mean(lost, heavy, near))
    lower, upper = fraction_in(node, "lower"), fraction_in(node, "upper")
    unit = Fraction(1, now.alpha.denominator)  # of all capacities
    if lower > -(-certain // unit) * unit:
        raise Refused(f"{where}.lower is more than what is certain")
    moved = node.get("moved")
    if not isinstance(moved, list) or not all(is_a(s, "i") for s in moved):
        raise DocumentError(f"{where}.moved is not a list of switches")
    if len(set(moved)) < len(moved) or any(s >= len(near) or s in gone for s in moved):
        raise Refused(f"{where}.moved names a switch twice, or one that is not left")
    side = set(now.side) ^ set(moved)
    if abs(2 * len((side & heavy) - gone) - len(heavy - gone)) > 1:
        raise Refused(f"{where}: the halves are not equal after these are moved")
    severed = sum(
        (
            now.capacity(link.link_class) * link.multiplicity
            for link in now.network.crossing(side)
            if link.first not in gone and link.second not in gone
        ),
        Fraction(0),
    )
    if upper != severed:
        raise Refused(f"{where}.upper is {upper}, but the cut has {severed}")


def _mean(
    lost: list[int], heavy: set[int], near: Sequence[Sequence[tuple[int, Fraction]]]
) -> Fraction:
    """Return what is severed in the mean when switches are put back so that halves are equal.

    Those with weight are divided as evenly as can be, at random; each of the others is put on
    either side.
    """
    gone, weighing = set(lost), len(heavy & set(lost))
    larger = weighing - weighing // 2
    half, apart = Fraction(1, 2), Fraction(0)
    if weighing > 1:
        apart = Fraction(2 * larger * (weighing // 2), weighing * (weighing - 1))
    free = weighing % 2 == 0 or len(heavy) % 2 == 1  # either side may have the larger part
    across = half if free else Fraction(larger, weighing)
    sums = dict.fromkeys((apart, across, half), Fraction(0))
    for each in lost:
        for other, capacity in near[each]:
            if other in gone:  # which is met twice
                sums[apart if {each, other} <= heavy else half] += capacity / 2
            else:
                sums[across if each in heavy else half] += capacity
    return sum((share * capacity for share, capacity in sums.items()), Fraction(0))
