"""Mechanisms whose routes can be listed one by one: a user's own, and dimension order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import only_fields
from alphacut.solver.routing.verify.fabric import Fabric, Integers, Route

FIELDS = ("name", "vcs", "adaptive", "escape", "listed", "remarks")
Pair = tuple[int, int]


class Listing:
    """Routes by their pairs of switches."""

    def __init__(self, fabric: Fabric, by_pair: Mapping[Pair, list[Route]]) -> None:
        self.fabric = fabric
        self.by_pair = by_pair
        hosts = [switch for switch, count in enumerate(fabric.network.hosts) if count]
        for pair in product(hosts, hosts):
            if pair[0] != pair[1] and not any(share for _, share in by_pair.get(pair, ())):
                raise Refused(f"mechanism has no route from switch {pair[0]} to switch {pair[1]}")

    def dependencies(self) -> Iterator[tuple[int, int]]:
        """Yield the dependencies, many of them more than once."""
        for routes in self.by_pair.values():
            for hops, _ in routes:
                yield from pairwise(hops)

    def histogram(self) -> Counter[int]:
        """Count all routes by their hops."""
        return Counter(len(hops) for routes in self.by_pair.values() for hops, _ in routes)

    def routes(self, source: int, target: int) -> Iterator[Route]:
        """Yield the routes of a pair."""
        yield from self.by_pair.get((source, target), [])

    def loads(self, rates: Integers) -> list[Fraction]:
        """Return what each directed link carries."""
        found = [Fraction(0)] * len(self.fabric.tails)
        for (source, target), routes in self.by_pair.items():
            sent = int(rates[source, target])
            for hops, share in routes if sent else ():
                for hop in hops:
                    found[self.fabric.link_of[hop]] += sent * share
        return found


def read_listed(written: Mapping[str, Any], fabric: Fabric) -> Listing:
    """Read the routes of a user's mechanism.

    Raises
    ------
    DocumentError
        If they are not written as they should be.
    Refused
        If one is no route of the network.
    """
    only_fields(written, FIELDS, "mechanism")
    _check_remarks(written)
    rows = written.get("listed")
    if not isinstance(rows, list):
        raise DocumentError("mechanism.listed is not a list")
    weights: dict[Pair, dict[tuple[int, ...], int]] = {}
    for at, row in enumerate(rows):
        source, target, weight, hops = _row(row, f"mechanism.listed.{at}")
        _check_route(hops, source, target, fabric, f"mechanism.listed.{at}")
        routes = weights.setdefault((source, target), {})
        if hops in routes:
            raise Refused(f"mechanism.listed.{at} is listed twice")
        routes[hops] = weight
    shares = {
        pair: [
            (hops, Fraction(weight, max(1, sum(routes.values()))))
            for hops, weight in routes.items()
        ]
        for pair, routes in weights.items()
    }
    return Listing(fabric, shares)


def _check_remarks(written: Mapping[str, Any]) -> None:
    remarks = written.get("remarks", [])
    if not isinstance(remarks, list) or not all(isinstance(each, str) for each in remarks):
        raise DocumentError("mechanism.remarks is not a list of remarks")


def _row(row: object, place: str) -> tuple[int, int, int, tuple[int, ...]]:
    if not isinstance(row, list) or len(row) != 4 or not isinstance(row[3], list):
        raise DocumentError(f"{place} is not [source, target, weight, [channels]]")
    for number in (*row[:3], *row[3]):
        if type(number) is not int or number < 0:
            raise DocumentError(f"{place} has {shown(number)} where a number belongs")
    if not row[3]:
        raise DocumentError(f"{place} has no hops")
    return row[0], row[1], row[2], tuple(row[3])


def _check_route(
    hops: tuple[int, ...], source: int, target: int, fabric: Fabric, place: str
) -> None:
    at = source
    for hop in hops:
        if hop >= fabric.channels or fabric.tails[fabric.link_of[hop]] != at:
            raise Refused(f"{place}: channel {hop} does not leave switch {at}")
        at = fabric.heads[fabric.link_of[hop]]
    if at != target or source == target:
        raise Refused(f"{place} does not lead from switch {source} to switch {target}")


def dimension_order(fabric: Fabric, topology: Mapping[str, Any], written: Any) -> Listing:
    """Follow dimension order from the first coordinate to the last, for every pair."""
    only_fields(written, ("name", "vcs"), "mechanism")
    family = topology["family"]
    if family not in ("torus", "mesh", "grid", "hamming", "hypercube"):
        raise Refused("mechanism dimension-order is for tori, meshes, Hamming graphs, hypercubes")
    sides = topology.get("sides") or [2] * topology["dimension"]
    points = list(product(*(range(side) for side in sides)))
    found: dict[Pair, list[Route]] = {}
    for (source, start), (target, end) in product(enumerate(points), repeat=2):
        if source != target:
            lines = [
                _ways(a, b, side, family) for a, b, side in zip(start, end, sides, strict=True)
            ]
            every = list(product(*lines))
            found[source, target] = [
                (_channels(way, start, sides, fabric), Fraction(1, len(every))) for way in every
            ]
    return Listing(fabric, found)


def _ways(start: int, end: int, side: int, family: str) -> list[list[int]]:
    """Return the coordinates that a packet passes along one dimension, for each way it may take."""
    if start == end:
        return [[]]
    if family in ("hamming", "hypercube") or side == 2:
        return [[end]]
    direct = 1 if end > start else -1
    if family in ("mesh", "grid"):
        return [list(range(start + direct, end + direct, direct))]
    up = [(start + k) % side for k in range(1, (end - start) % side + 1)]
    down = [(start - k) % side for k in range(1, (start - end) % side + 1)]
    shorter = min(len(up), len(down))
    return [way for way in (up, down) if len(way) == shorter]


def _channels(
    way: tuple[list[int], ...], start: tuple[int, ...], sides: list[int], fabric: Fabric
) -> tuple[int, ...]:
    at, hops = list(start), []
    for dimension, passed in enumerate(way):
        vc = 0
        for coordinate in passed:
            here = _number(at, sides)
            around = abs(coordinate - at[dimension]) > 1
            at[dimension] = coordinate
            if (here, _number(at, sides)) not in fabric.joining:
                raise Refused(f"no link joins switches {here} and {_number(at, sides)}")
            hops.append(fabric.hop(here, _number(at, sides), min(vc, fabric.vcs[0] - 1)))
            vc = 1 if around else vc
    return tuple(hops)


def _number(point: list[int], sides: list[int]) -> int:
    number = 0
    for coordinate, side in zip(point, sides, strict=True):
        number = number * side + coordinate
    return number
