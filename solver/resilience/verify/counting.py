"""Bands and ranking counted again from the values of the samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

Json = Mapping[str, Any]


def _five(values: Sequence[Fraction]) -> list[str]:
    """Return least, quartiles and greatest by nearest rank."""
    order, n = sorted(values), len(values)
    places = (1, (n + 3) // 4, (n + 1) // 2, (3 * n + 3) // 4, n)
    return [str(order[place - 1]) for place in places]


def bands_of(samples: Sequence[Json], levels: int) -> list[dict[str, Any]]:
    """Return the bands that samples, which were checked, have at all levels."""
    return [_band([sample["at"][level] for sample in samples]) for level in range(levels)
            if samples]  # fmt: skip


def _band(values: Sequence[Json]) -> dict[str, Any]:
    def five(rows: Sequence[Json], side: str) -> list[str]:
        return _five([Fraction(row[side]) for row in rows])

    rates = [[row["throughput"][i] for row in values] for i in range(len(values[0]["throughput"]))]
    return {
        "lower": five(values, "lower"),
        "upper": five(values, "upper"),
        "exact": sum(Fraction(row["lower"]) == Fraction(row["upper"]) for row in values),
        "connected": sum(row["components"] == 1 for row in values),
        "hosts": min(row["hosts"] for row in values),
        "throughput": [
            {"traffic": rows[0]["traffic"], "lower": five(rows, "lower"),
             "upper": five(rows, "upper")}
            for rows in rates
        ],
    }  # fmt: skip


def ranking_of(networks: Sequence[Json]) -> dict[str, Any] | None:
    """Order the networks by the share of B that the median keeps at the last level."""
    if len(networks) < 2 or not all(each["bands"] for each in networks):
        return None
    found, kept = [], []
    for each in networks:
        about, last = each["intact"]["point"], each["bands"][-1]
        value = Fraction(about["value"])
        lower = Fraction(about["lower"]) if about["proof"] == "certificate" else Fraction(0)
        low, high = Fraction(last["lower"][2]), Fraction(last["upper"][2])
        found.append(high / value if value else Fraction(0))
        kept.append((low / value if value else Fraction(0), high / lower if lower else None))
    order = sorted(range(len(found)), key=lambda place: (-found[place], place))
    most = [kept[place][1] for place in order[1:]]
    return {
        "order": order,
        "kept": [
            {"lower": str(low), "upper": None if high is None else str(high)} for low, high in kept
        ],
        "proven": all(each is not None and each <= kept[order[0]][0] for each in most),
    }
