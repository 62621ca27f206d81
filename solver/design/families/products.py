"""Products of complete graphs (HyperX, Hamming graphs) and of cycles (tori).

Each switch spreads its weight evenly along one dimension after the other, by shortest ways, so that
half of all weight crosses every bisection; and slices across a dimension attain that where its side
is even (docs/method.md, "Bounds for a design").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import ceil, prod
from typing import TYPE_CHECKING

import numpy as np

from alphacut.arrangements.topologies.hamming import hamming_bisection
from alphacut.arrangements.topologies.torus import torus_bisection
from alphacut.solver.design.families._base import (
    MOST_LISTED,
    Found,
    Integers,
    at_most_one,
    sieve,
    too_many,
)
from alphacut.solver.design.machine import FULL, Machine, Range

if TYPE_CHECKING:
    from alphacut.solver.design.question import DesignQuestion

Shape = tuple[tuple[int, ...], tuple[int, ...], int]  # sides, parallel links, hosts of a switch

DIMENSIONS = 4
TORUS_DIMENSIONS = 6


def hyperx(question: DesignQuestion) -> Found:
    """Look at HyperX networks of up to 4 dimensions, with parallel links in each."""
    return _boxes(question, "hyperx")


def hamming(question: DesignQuestion) -> Found:
    """Look at the HyperX networks without parallel links."""
    return _boxes(question, "hamming")


def torus(question: DesignQuestion) -> Found:
    """Look at tori of up to 6 dimensions, with sides from 3."""

    def shapes() -> Iterator[Shape]:
        for sides in _sides(question, TORUS_DIMENSIONS, 3, lambda _: 2, _longest_ring(question)):
            ordered = _ordered(sides, question.prices.block)
            for p in _hosts(question, prod(sides), 2 * len(sides)):
                yield ordered, (1,) * len(sides), p

    return _worth(question, "torus", _listed(shapes()))


def _longest_ring(question: DesignQuestion) -> int:
    """Return the longest side with which a torus may have what is asked for.

    Across the longest side of n switches there are 2·n/side links, and at most half as many more
    are cut where sides are odd.
    """
    return int(3 / question.per_host) if question.per_host else question.most


def _boxes(question: DesignQuestion, family: str) -> Found:
    def shapes() -> Iterator[Shape]:
        for sides in _sides(question, DIMENSIONS, 2, lambda side: side - 1, question.most):
            ordered = _ordered(sides, question.prices.block)
            for p in _hosts(question, prod(sides), sum(side - 1 for side in sides)):
                for each in _multiplicities(question, ordered, p, family):
                    yield ordered, each, p

    return _worth(question, family, _listed(shapes()))


def _listed(shapes: Iterator[Shape]) -> list[Shape]:
    """List shapes, if they are not too many."""
    found = list(islice(shapes, MOST_LISTED + 1))
    if len(found) > MOST_LISTED:
        raise too_many(MOST_LISTED)
    return found


def _worth(question: DesignQuestion, family: str, shapes: Sequence[Shape]) -> Found:
    """Make machines of what may be worth its price, of as many dimensions as it has."""
    found = Found(fitting=len(shapes))
    by_dimensions: dict[int, list[Shape]] = {}
    for each in shapes:
        by_dimensions.setdefault(len(each[0]), []).append(each)
    for some in by_dimensions.values():
        for place in _kept(question, family, some).tolist():
            machine = box_machine(question, family, *some[place])
            if machine.each.upper >= question.per_host:
                found.machines.append(machine)
    return found


def _kept(question: DesignQuestion, family: str, shapes: Sequence[Shape]) -> Integers:
    """Return the places of shapes of one number of dimensions that may be worth their price."""
    sides = np.array([each[0] for each in shapes], dtype=np.int64)
    times = np.array([each[1] for each in shapes], dtype=np.int64)
    p = np.array([each[2] for each in shapes], dtype=np.int64)
    switches = sides.prod(axis=1)
    degrees = np.full_like(sides, 2) if family == "torus" else sides - 1
    counts = switches[:, None] * degrees * times // 2
    blocks = sides[:, ::-1].cumprod(axis=1)[:, ::-1]
    each = 2 / sides if family == "torus" else sides * times / 4
    return sieve(
        question,
        {
            "hosts": switches * p, "switches": switches, "local": counts.sum(axis=1),
            "global": np.zeros_like(p),
            "copper": np.where(blocks <= question.prices.block, counts, 0).sum(axis=1),
        },
        [each.min(axis=1) / p],
    )  # fmt: skip


def _sides(
    question: DesignQuestion,
    dimensions: int,
    least: int,
    degree: Callable[[int], int],
    longest: int,
) -> Iterator[tuple[int, ...]]:
    """Yield the sides, in falling order, of boxes whose switches have ports enough."""

    def grow(sides: tuple[int, ...], switches: int, left: int) -> Iterator[tuple[int, ...]]:
        if sides and switches * left >= question.least:
            yield sides
        if len(sides) == dimensions:
            return
        for side in range(least, (sides[-1] if sides else longest) + 1):
            rest = left - degree(side)
            if rest < 1 or switches * side > question.most:
                return
            yield from grow((*sides, side), switches * side, rest)

    yield from grow((), 1, question.ports)


def _hosts(question: DesignQuestion, switches: int, degree: int) -> range:
    """Return the numbers of hosts of a switch that fit."""
    least = max(1, -(-question.least // switches))
    return range(least, min(question.ports - degree, question.most // switches) + 1)


def _ordered(sides: Sequence[int], block: int) -> tuple[int, ...]:
    """Order sides so that blocks of the last ones have as many links as may be."""
    return tuple(sorted(sides, key=lambda side: (side <= block, side)))


def _multiplicities(
    question: DesignQuestion, sides: Sequence[int], p: int, family: str
) -> Iterator[tuple[int, ...]]:
    """Yield parallel links in each dimension: for each bandwidth the fewest that have it."""
    if family == "hamming":
        yield (1,) * len(sides)
        return
    ports, seen = question.ports - p, set[tuple[int, ...]]()
    most = ports // min(side - 1 for side in sides)
    for wanted in sorted({side * times for side in sides for times in range(1, most + 1)}):
        each = tuple(-(-wanted // side) for side in sides)
        if sum(times * (side - 1) for times, side in zip(each, sides, strict=True)) > ports:
            return
        bandwidth = Fraction(min(k * s for k, s in zip(each, sides, strict=True)), 4 * p)
        if each not in seen and 2 * bandwidth >= question.per_host:
            seen.add(each)
            yield each
        if bandwidth >= FULL:
            return


def box_machine(
    question: DesignQuestion,
    family: str,
    sides: Sequence[int],
    multiplicities: Sequence[int],
    p: int,
) -> Machine:
    """Write a box as a machine.

    Parameters
    ----------
    sides, multiplicities
        (dimensions,) the length of each, and its parallel links.
    """
    ring = family == "torus"
    switches, hosts = prod(sides), prod(sides) * p
    degrees = [2 if ring else side - 1 for side in sides]
    counts = [
        switches * degree * times // 2
        for degree, times in zip(degrees, multiplicities, strict=True)
    ]
    ports = p + sum(d * times for d, times in zip(degrees, multiplicities, strict=True))
    # hops along a side from one of its switches to all, itself included
    hops = [side**2 // 4 if ring else side - 1 for side in sides]
    mean = sum(
        (Fraction(hop * hosts, side) for hop, side in zip(hops, sides, strict=True)), Fraction(0)
    ) / max(1, hosts - 1)
    rate = at_most_one(
        *(
            2 * count * Fraction(hosts - 1, hosts) * Fraction(side, hop * hosts)
            for count, hop, side in zip(counts, hops, sides, strict=True)
        )
    )
    topology: dict[str, object] = {"family": family, "sides": list(sides), "p": p}
    label = "x".join(map(str, sides))
    if family == "hyperx":
        topology["multiplicities"] = list(multiplicities)
        if max(multiplicities) > 1:
            label += " K=" + "x".join(map(str, multiplicities))
    return Machine(
        family=family,
        name=f"{label} p={p}",
        topology=topology,
        hosts=hosts,
        switches=switches,
        edge=switches,
        ports=ports,
        free=question.radix - ports,
        local=sum(counts),
        global_=0,
        copper=sum(
            count
            for place, count in enumerate(counts)
            if prod(sides[place:]) <= question.prices.block
        ),
        bisection=_torus(sides) if ring else _hyperx(sides, multiplicities),
        diameter=sum(side // 2 if ring else 1 for side in sides),
        mean=mean,
        saturation=Range(lower=rate, upper=rate),
        formula=True,
    )


def _torus(sides: Sequence[int]) -> Range:
    known = torus_bisection(sides)
    assert known is not None  # no side is 2
    return Range(lower=Fraction(known.value), upper=Fraction(known.value))


def _hyperx(sides: Sequence[int], multiplicities: Sequence[int]) -> Range:
    """Bound the bisection: by Lindsey's theorem, where all dimensions have as many links.

    Else from below by the dimension whose links are fullest, and from above by slices.
    """
    if len(set(multiplicities)) == 1:
        known = hamming_bisection(sides, multiplicities[0]).value
        return Range(lower=Fraction(known), upper=Fraction(known))
    switches = prod(sides)
    fullest = min(side * times for side, times in zip(sides, multiplicities, strict=True))
    lower = ceil(Fraction(fullest * (switches // 2), 2))
    upper = _slices(tuple(zip(sides, multiplicities, strict=True)))
    return Range(lower=Fraction(min(lower, upper)), upper=Fraction(upper))


def _slices(box: tuple[tuple[int, int], ...]) -> int:
    """Return the least cut across a dimension, whose middle slice is halved in the same way."""
    if not box:
        return 0
    found = []
    for place, (side, times) in enumerate(box):
        rest = box[:place] + box[place + 1 :]
        slice_ = prod(each for each, _ in rest)
        # a switch of the slice that is halved is joined to as many slices of the other side
        across = times * (side // 2) * ((side + 1) // 2) * slice_
        found.append(across + (_slices(rest) if side % 2 else 0))
    return min(found)
