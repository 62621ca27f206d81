"""Which switch of a fabric is which of its design: by names, by order within groups, or by groups.

A design that is a file names its switches. One that is a family numbers them: its groups in order
are those of the fabric in the natural order of their names, and so are the switches within.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, Literal

from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.fabric.fabric import Fabric
from alphacut.solver.fabric.names import natural

By = Literal["names", "order", "groups"]


@dataclass(frozen=True, kw_only=True)
class Design:
    """What a fabric was to be."""

    network: Network
    topology: Mapping[str, Any]  # its complete spec
    wired: bool = True  # whether it says which switches its links join, and not groups alone


@dataclass(frozen=True, kw_only=True)
class Match:
    """Which switch of the fabric each one of the design is."""

    by: By
    same: tuple[int | None, ...]  # of each switch of the design; (): groups alone are compared

    def groups(self, design: Network, fabric: Network) -> list[int | None]:
        """Return the group of the fabric, by place, that each group of the design is.

        It is that of the first of its switches that are there.
        """
        members, places = _members(design.groups), _members(fabric.groups)
        if self.by == "groups":
            return list(range(len(members)))
        place = {switch: number for number, own in enumerate(places) for switch in own}
        there = ([self.same[switch] for switch in own] for own in members)
        first = (next((s for s in own if s is not None), None) for own in there)
        return [None if switch is None else place[switch] for switch in first]


def matched(design: Design, fabric: Fabric) -> Match:
    """Find the switches of a design in a fabric.

    Raises
    ------
    QuestionError
        If neither names nor groups tell which is which.
    """
    named = _by_names(design.network, fabric.network)
    if named is not None:
        return Match(by="names", same=named)
    members = _members(design.network.groups), _members(fabric.network.groups)
    ordered = _best_order(design, fabric, members)
    if ordered is not None:
        return Match(by="order", same=ordered)
    if len(members[0]) == len(members[1]) > 1:
        return Match(by="groups", same=())
    raise QuestionError(
        "design",
        f"its switches cannot be told from the names of the fabric: it has "
        f"{design.network.switches:,} switches in {len(members[0]):,} groups, and the fabric "
        f"{fabric.network.switches:,} in {len(members[1]):,}; say by a pattern which switches are "
        "a group, or give the file of a fabric with these names",
    )


def _by_names(design: Network, fabric: Network) -> tuple[int | None, ...] | None:
    if not design.names:
        return None
    number = {name: switch for switch, name in enumerate(fabric.names)}
    same = tuple(number.get(name) for name in design.names)
    found = sum(each is not None for each in same)
    return same if 2 * found >= min(fabric.switches, design.switches) else None


def _members(groups: Sequence[int]) -> list[list[int]]:
    """Return the switches of each group, in the order of the groups' numbers."""
    found: dict[int, list[int]] = {group: [] for group in sorted(set(groups))}
    for switch, group in enumerate(groups):
        found[group].append(switch)
    return list(found.values())


def _best_order(
    design: Design, fabric: Fabric, members: tuple[list[list[int]], list[list[int]]]
) -> tuple[int | None, ...] | None:
    """Return the order in which most links are where they were designed; None if too few are."""
    if not design.wired:
        return None
    found = (_by_order(*orders, fabric) for orders in _orders(*members, fabric.network))
    orders = dict.fromkeys(each for each in found if each is not None)
    alike = {each: _alike(design.network, fabric.network, each) for each in orders}
    best = max(alike, key=alike.__getitem__, default=None)
    return best if best is not None and 2 * alike[best] > 1 else None


def _orders(
    design: list[list[int]], fabric: list[list[int]], network: Network
) -> Iterator[tuple[list[list[int]], list[list[int]]]]:
    """Yield groups beside each other: as names are, and with hosts first; then by their sizes."""
    if 1 in (len(design), len(fabric)):  # without groups there is one order
        design, fabric = [list(chain(*design))], [list(chain(*fabric))]
    hosts_first = [sorted(each, key=lambda s: network.hosts[s] == 0) for each in fabric]
    for there in (fabric, hosts_first):
        yield design, there
        yield sorted(design, key=len), sorted(there, key=len)


def _by_order(
    design: list[list[int]], fabric: list[list[int]], named: Fabric
) -> tuple[int | None, ...] | None:
    """Put groups and their switches in order beside each other; None where that is ambiguous.

    Where a group lacks switches, the names of those in other groups tell which.
    """
    if len(design) != len(fabric):
        return None
    same: list[int | None] = [None] * sum(map(len, design))
    rest = named.grouping.rest
    places = {name: place for place, name in enumerate(sorted(set(rest), key=natural))}
    for planned, there in zip(design, fabric, strict=True):
        if len(planned) == len(there):
            at = list(range(len(there)))
        elif len(planned) == len(places) and len({rest[each] for each in there}) == len(there):
            at = [places[rest[each]] for each in there]
        else:
            return None
        for place, switch in zip(at, there, strict=True):
            same[planned[place]] = switch
    return tuple(same)


def _alike(design: Network, fabric: Network, same: Sequence[int | None]) -> Fraction:
    """Return the share of the links of a design that are where its switches are said to be."""
    there = Counter[tuple[int, int]]()
    for first, second, _, multiplicity in fabric.links:
        there[first, second] += multiplicity
    found = total = 0
    for first, second, _, multiplicity in design.links:
        total += multiplicity
        one, other = same[first], same[second]
        if one is not None and other is not None:
            found += min(multiplicity, there[min(one, other), max(one, other)])
    return Fraction(found, total) if total else Fraction(1)
