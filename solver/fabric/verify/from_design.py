"""Checking what follows for a fabric from the bisection of its design.

For any halves, the fabric severs at least what the design severs less all that it lacks of it: the
same switches have the same weights, and the capacity that is gone is added up anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.fields import fraction_in, object_in, only_fields
from alphacut.solver.fabric.verify.forms import Bisection

Pairs = dict[frozenset[int], Fraction]


def check_from_design(
    told: object, same: list[int | None], now: Bisection, designed: Bisection | None
) -> str:
    """Check a bound that rests on the design, let `now` have it, and say what was counted.

    Parameters
    ----------
    same
        The switch of the fabric that each one of the design is, as `check_differences` found it.
    """
    member: Mapping[str, Any] = object_in(told, "from_design")
    only_fields(member, ("gone", "lower"), "from_design")
    gone, lower = fraction_in(member, "gone"), fraction_in(member, "lower")
    if designed is None or designed.proof != "certificate":
        raise Refused("from_design: there is no design whose bisection has a certificate")
    if sorted(-1 if each is None else each for each in same) != [*range(now.network.switches)]:
        raise Refused("from_design: the design has not all switches of the fabric, and no others")
    for switch, there in enumerate(same):
        if there is None or now.balance.weights[there] != designed.balance.weights[switch]:
            raise Refused(f"from_design: switch {switch} of the design has not the same weight")
    if now.unit != designed.unit:
        raise Refused("from_design: the design counts capacities in another unit")
    lacking = _lacking(_pairs(designed, same), _pairs(now, [*range(now.network.switches)]))
    if gone != lacking:
        raise Refused(f"from_design.gone is {shown(str(gone))}; it is {lacking}")
    if lower > max(Fraction(0), designed.lower - lacking) or lower > now.value:
        raise Refused("from_design.lower is more than the design's bound less what is gone")
    now.improve(lower)
    return f"of the design {lacking} is gone, so that at least {lower} is left"


def _pairs(bisection: Bisection, numbers: list[int | None] | list[int]) -> Pairs:
    found: Pairs = {}
    for first, second, name, multiplicity in bisection.network.links:
        one, other = numbers[first], numbers[second]
        assert one is not None
        assert other is not None
        ends = frozenset((one, other))
        found[ends] = found.get(ends, Fraction(0)) + bisection.capacity(name) * multiplicity
    return found


def _lacking(planned: Pairs, there: Pairs) -> Fraction:
    none = Fraction(0)
    return sum((max(none, each - there.get(ends, none)) for ends, each in planned.items()), none)
