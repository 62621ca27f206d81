"""Order statistics of values that are known from below and from above, and who loses least.

The k-th smallest of some values lies between the k-th smallest of their lower bounds and that of
their upper ones. Quartiles are values of the samples by nearest rank: none is interpolated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

Json = Mapping[str, Any]
NAMES = ("least", "lower quartile", "median", "upper quartile", "greatest")
MEDIAN = NAMES.index("median")


def ranks(number: int) -> tuple[int, ...]:
    """Return the places of the five statistics among so many values in rising order."""
    return (0, -(-number // 4) - 1, -(-number // 2) - 1, -(-3 * number // 4) - 1, number - 1)


def statistics(values: Sequence[Fraction]) -> list[str]:
    """Return least, quartiles and greatest of some values."""
    ordered = sorted(values)
    return [str(ordered[place]) for place in ranks(len(ordered))]


def band(entries: Sequence[Json]) -> dict[str, Any]:
    """Return the band of the samples at one level."""
    lower = [Fraction(each["lower"]) for each in entries]
    upper = [Fraction(each["upper"]) for each in entries]
    return {
        "lower": statistics(lower),
        "upper": statistics(upper),
        "exact": sum(one == other for one, other in zip(lower, upper, strict=True)),
        "connected": sum(each["components"] == 1 for each in entries),
        "hosts": min(each["hosts"] for each in entries),
        "throughput": [
            {
                "traffic": each["traffic"],
                "lower": statistics([Fraction(x["throughput"][place]["lower"]) for x in entries]),
                "upper": statistics([Fraction(x["throughput"][place]["upper"]) for x in entries]),
            }
            for place, each in enumerate(entries[0]["throughput"])
        ],
    }


def bands(samples: Sequence[Json], levels: int) -> list[dict[str, Any]]:
    """Return the bands of all levels; none without samples."""
    if not samples:
        return []
    return [band([each["at"][place] for each in samples]) for place in range(levels)]


def kept(network: Json) -> tuple[Fraction, Fraction | None] | None:
    """Return between which shares of B the median at the last level lies; None: not known above.

    Without samples there is nothing to tell.
    """
    if not network["bands"]:
        return None
    last, point = network["bands"][-1], network["intact"]["point"]
    value = Fraction(point["value"])
    lower = Fraction(point["lower"]) if point["proof"] == "certificate" else Fraction(0)
    least = Fraction(last["lower"][MEDIAN]) / value if value else Fraction(0)
    most = Fraction(last["upper"][MEDIAN]) / lower if lower else None
    return least, most


def ranking(networks: Sequence[Json]) -> dict[str, Any] | None:
    """Order networks by the share of B that is left in the median at the last level.

    The order is that of what was found, the best first; it is proven for the first one where the
    least that this keeps is at least the most that any other does.
    """
    shares = [kept(each) for each in networks]
    if len(networks) < 2 or any(each is None for each in shares):
        return None
    pairs = [each for each in shares if each is not None]
    found = [_found(each) for each in networks]
    order = sorted(range(len(networks)), key=lambda place: (-found[place], place))
    first = order[0]
    others = [pairs[place][1] for place in order[1:]]
    proven = all(most is not None and pairs[first][0] >= most for most in others)
    return {
        "order": order,
        "kept": [
            {"lower": str(least), "upper": None if most is None else str(most)}
            for least, most in pairs
        ],
        "proven": proven,
    }


def _found(network: Json) -> Fraction:
    """Return the share by the cuts that were found, with which networks are put in order."""
    value = Fraction(network["intact"]["point"]["value"])
    return Fraction(network["bands"][-1]["upper"][MEDIAN]) / value if value else Fraction(0)
