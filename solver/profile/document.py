"""The isoperimetric profile of a network: the least cut of each size, and what follows from it.

The expansion (isoperimetric number, Cheeger constant) is the least of the capacity of a cut over
the weight of its lighter side; the uniform sparsest cut is the least of its capacity over the
product of the weights of both sides. A profile proves both, as each cut has one of its sizes.

References
----------
Mohar, Isoperimetric numbers of graphs, 1989. Leighton and Rao, Multicommodity max-flow min-cut
theorems, 1999 (the uniform sparsest cut).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from alphacut.solver.bisection.balance import Balance, lighter_sides
from alphacut.solver.common.errors import QuestionError

PROFILE_FORMAT = "alphacut-profile/1"
MOST_SIZES = 256
QUOTIENTS = ("expansion", "sparsest")
ORDER = ("exact", "closed", "bounded")  # of statuses, the strongest first

Json = Mapping[str, Any]
Divisor = Callable[[int, int], int]  # of a cut, by the weight of its lighter side, and of all

DIVISORS: Mapping[str, Divisor] = {
    "expansion": lambda lighter, total: lighter,  # noqa: ARG005
    "sparsest": lambda lighter, total: lighter * (total - lighter),
}


def sizes_of(balance: Balance) -> list[int]:
    """Return each weight, from 1, that the lighter side of a cut can have.

    Raises
    ------
    QuestionError
        If there are too many.
    """
    unit, reachable = lighter_sides(balance.weights)
    bits = bin(reachable)[:1:-1]  # read as text, in one pass: there may be millions
    found = [unit * k for k, bit in enumerate(bits) if k and bit == "1"]
    if len(found) > MOST_SIZES:
        raise QuestionError(
            "topology",
            f"a profile has at most {MOST_SIZES} sizes, and this network has {len(found):,}; "
            "ask for single ones by their sizes",
        )
    if not found:
        raise QuestionError("topology", f"no cut of it has {balance.name} on both sides")
    return found


def status_of(cuts: Iterable[Json]) -> str:
    """Return the weakest status of all sizes."""
    return max((str(cut["status"]) for cut in cuts), key=ORDER.index)


def quotients(cuts: Sequence[Json], total: int) -> dict[str, Any]:
    """Return the least quotients of a profile, and what of them is certified.

    Parameters
    ----------
    cuts
        One for each size, with its "size" and "point".
    total
        The weight of both sides together.
    """
    return {name: _quotient(cuts, total, DIVISORS[name]) for name in QUOTIENTS}


def _quotient(cuts: Sequence[Json], total: int, divisor: Divisor) -> dict[str, Any]:
    sizes = [(cut["size"], Fraction(divisor(cut["size"], total)), cut["point"]) for cut in cuts]
    value, size = min((Fraction(point["value"]) / by, size) for size, by, point in sizes)
    lower = min(_certified(point) / by for _, by, point in sizes)
    return {"value": str(value), "lower": str(lower), "size": size}


def _certified(point: Json) -> Fraction:
    return Fraction(point["lower"]) if point["proof"] == "certificate" else Fraction(0)
