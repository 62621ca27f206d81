"""HyperX networks, Hamming graphs and tori, dimension by dimension."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from alphacut.solver.bisection.verify.formulas import width_by_formula
from alphacut.solver.common.errors import Refused
from alphacut.solver.design.verify.facts import Conditions, Facts, Spec, share


def box(spec: Spec, conditions: Conditions) -> Facts:
    """Return the facts of a product of complete graphs, or of cycles; shorter sides have others."""
    ring, sides, p = spec["family"] == "torus", tuple(spec["sides"]), spec["p"]
    least = 3 if ring else 2
    if min(sides) < least:
        raise Refused(f"a {spec['family']} of a design has sides of at least {least}")
    times = tuple(spec.get("multiplicities") or (1,) * len(sides))
    switches = prod(sides)
    near = [2 if ring else side - 1 for side in sides]  # switches that one is joined to
    links = [switches * each * many // 2 for each, many in zip(near, times, strict=True)]
    ports = p + sum(each * many for each, many in zip(near, times, strict=True))
    # hops along a dimension from one switch to all of its line
    hops = [side * side // 4 if ring else side - 1 for side in sides]
    lower, upper = _width(spec, sides, times)
    hosts = switches * p
    rate = share(
        *(
            Fraction(2 * count * (hosts - 1) * side, hosts * hosts * hop)
            for count, hop, side in zip(links, hops, sides, strict=True)
        )
    )
    return Facts(
        name=_name(spec["family"], sides, times, p),
        hosts=hosts,
        switches=switches,
        edge=switches,
        ports=ports,
        edge_ports=ports,
        local=sum(links),
        global_=0,
        copper=sum(
            count for place, count in enumerate(links) if prod(sides[place:]) <= conditions.block
        ),
        lower=lower,
        upper=upper,
        diameter=sum(side // 2 for side in sides) if ring else len(sides),
        mean=sum((Fraction(hop, side) for hop, side in zip(hops, sides, strict=True)), Fraction(0))
        * Fraction(hosts, max(1, hosts - 1)),
        rate=(rate, rate),
    )


def _name(family: str, sides: Sequence[int], times: Sequence[int], p: int) -> str:
    label = "x".join(map(str, sides))
    if family == "hyperx" and max(times) > 1:
        label += f" K={'x'.join(map(str, times))}"
    return f"{label} p={p}"


def _width(spec: Spec, sides: Sequence[int], times: Sequence[int]) -> tuple[Fraction, Fraction]:
    """Return the width by theorem; where dimensions differ in links, bounds on it."""
    known = width_by_formula(spec, "hosts")
    if known is not None:
        return Fraction(known), Fraction(known)
    upper = _sliced(list(zip(sides, times, strict=True)))
    fullest = min(side * many for side, many in zip(sides, times, strict=True))
    lower = -(-fullest * (prod(sides) // 2) // 2)
    return Fraction(min(lower, upper)), Fraction(upper)


def _sliced(box: list[tuple[int, int]]) -> int:
    """Cut across one dimension; its middle slice, if there is one, is cut across another."""
    if not box:
        return 0
    found = []
    for place, (side, many) in enumerate(box):
        others = [*box[:place], *box[place + 1 :]]
        low = side // 2
        severed = many * low * (side - low) * prod(each for each, _ in others)
        found.append(severed + (side % 2) * _sliced(others))
    return min(found)
