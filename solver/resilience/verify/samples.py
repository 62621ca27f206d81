"""The samples of a network: every cut measured anew, every bound derived anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import fraction_in, integer_in, object_in, text_in
from alphacut.solver.common.limits import Limits
from alphacut.solver.resilience.verify.networks import (
    Drawing,
    Intact,
    Remaining,
    connectivity,
    exactly,
    least_without,
)
from alphacut.solver.resilience.verify.traffic import Carrying

Json = Mapping[str, Any]
ENTRY = (
    "lower", "upper", "by", "side", "survivors", "components", "hosts", "certificate",
    "throughput",
)  # fmt: skip
LOSS, CERTIFICATE, SAMPLE = "loss", "certificate", "sample"


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What was found of one value."""

    lower: Fraction
    upper: Fraction


def check_sample(
    written: object,
    place: str,
    seed: int,
    numbers: Sequence[int],
    intact: Intact,
    drawing: Drawing,
    carrying: Carrying,
    limits: Limits,
) -> list[Checked]:
    """Check one sample at all levels.

    Parameters
    ----------
    seed
        With which it has to be drawn.
    numbers
        Of failures at each level, rising.
    """
    node = object_in(written, place)
    exactly(node, ("seed", "at"), place)
    if integer_in(node, "seed") != seed:
        raise Refused(f"{place}.seed is {shown(node['seed'])}; samples have one after the other")
    listed = node.get("at")
    if not isinstance(listed, list) or len(listed) != len(numbers):
        raise DocumentError(f"{place}.at is not a list of one value for each level")
    left = [drawing.remaining(intact, number, seed) for number in numbers]
    entries = [object_in(each, f"{place}.at.{i}") for i, each in enumerate(listed)]
    own = [
        _own(entry, f"{place}.at.{i}", each)
        for i, (entry, each) in enumerate(zip(entries, left, strict=True))
    ]
    found = [
        _value(entry, f"{place}.at.{i}", each, own, i, left)
        for i, (entry, each) in enumerate(zip(entries, left, strict=True))
    ]
    for i, (entry, each) in enumerate(zip(entries, left, strict=True)):
        spec = drawing.spec(intact.topology, numbers[i], seed)
        carrying.check(entry.get("throughput"), f"{place}.at.{i}.throughput", each, spec, limits)
    return found


def _own(entry: Json, place: str, left: Remaining) -> tuple[Fraction, Fraction]:
    """Return what a theorem and a certificate prove of one value, without any other."""
    exactly(entry, ENTRY, place)
    if left.gone is None:
        loss = least_without(left.intact, left.lost)
    else:
        loss = max(Fraction(0), left.intact.lower - left.taken)
    return loss, left.certified(entry.get("certificate"), f"{place}.certificate")


def _value(
    entry: Json,
    place: str,
    left: Remaining,
    own: Sequence[tuple[Fraction, Fraction]],
    level: int,
    others: Sequence[Remaining],
) -> Checked:
    """Check both bounds of one value, and connectivity."""
    lower, upper = fraction_in(entry, "lower"), fraction_in(entry, "upper")
    by = text_in(entry, "by")
    loss, certified = own[level]
    proven = {LOSS: loss, CERTIFICATE: certified}
    if left.gone is not None:
        proven[SAMPLE] = _from_others(own, level, others)
    if by not in proven:
        raise DocumentError(f"{place}.by is {shown(by)}, which is not known here")
    if lower > proven[by]:
        raise Refused(f"{place}.lower is {lower}, and by {by} no more than {proven[by]} follows")
    measured = left.cut(entry.get("side"), f"{place}.side")
    if upper != measured:
        raise Refused(f"{place}.upper is {upper}, but the cut has {measured}")
    if not 0 <= lower <= upper:
        raise Refused(f"{place}.lower is not from 0 to the upper bound")
    survivors = None if left.gone is not None else left.network.switches
    if entry.get("survivors", "") != survivors or isinstance(entry.get("survivors"), bool | float):
        raise Refused(f"{place}.survivors is not {shown(survivors)}")
    if (integer_in(entry, "components"), integer_in(entry, "hosts")) != connectivity(left.network):
        raise Refused(f"{place}: components or hosts are not those of what is left")
    return Checked(lower=lower, upper=upper)


def _from_others(
    own: Sequence[tuple[Fraction, Fraction]], level: int, others: Sequence[Remaining]
) -> Fraction:
    """Return what follows from the bounds of other levels, whose failures contain each other.

    More links carry no less; and without some links a cut has at most their capacity less.
    """
    best = Fraction(0)
    mine = others[level].gone
    assert mine is not None
    for place, bounds in enumerate(own):
        theirs = others[place].gone
        assert theirs is not None
        if place > level and mine <= theirs:
            best = max(best, *bounds)
        elif place <= level and theirs <= mine:
            best = max(best, max(bounds) - (others[level].taken - others[place].taken))
    return best
