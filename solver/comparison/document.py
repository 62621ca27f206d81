"""The document that sets several networks beside each other at one α."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.comparison.curves import Bounds
from alphacut.solver.comparison.standing import Interval, standing
from alphacut.solver.comparison.units import check_units
from alphacut.solver.comparison.winners import Reign, reigns

FORMAT = "alphacut-comparison/1"
PER_HOST = "bisection_per_host"
Json = Mapping[str, Any]


def comparison(
    results: Sequence[Json], structures: Sequence[Json], *, alpha: Alpha, injection: Fraction
) -> dict[str, Any]:
    """Compare networks.

    Parameters
    ----------
    results
        A curve document of each network, or a point document at this α.
    structures
        The structure document of each network, in the same order.
    alpha
        The finite α of the table.
    injection
        The capacity of the link of a host, in units of a local link.

    Returns
    -------
    dict
        "networks" has a row for each, and "winners" the ranges of α if all
        results are curves. Capacities are strings ("49/2"). Every number that rests
        on one has its lower bound beside it, and "best" names what is proven, or what
        theorems give. "ranked_by" is the column by which networks are ranked: where they
        have unlike numbers of hosts, what there is for each host.

    Raises
    ------
    QuestionError
        If α lies outside the range of a curve, halves are balanced in
        different ways, or capacities are counted in different units.
    """
    if not alpha.finite:
        raise QuestionError("alpha", "a table needs a finite α, such as 5/4")
    check_units(result["topology"].get("unit") for result in results)
    balances = {result["balance"] for result in results}
    if len(balances) > 1:
        raise QuestionError(
            "balance", f"results must be balanced alike, got {' and '.join(sorted(balances))}"
        )
    rows = [
        _row(result, structure, alpha, injection)
        for result, structure in zip(results, structures, strict=True)
    ]
    per_host = _unlike_hosts(rows)
    found = standing([ranked(row, per_host=per_host) for row in rows])
    whole = all("segments" in result for result in results)
    curves = [Bounds.of(result) for result in results] if whole else []
    if per_host:
        curves = [
            curve.times(Fraction(1, row["hosts"])) for curve, row in zip(curves, rows, strict=False)
        ]
    return {
        "format": FORMAT,
        "alpha": str(alpha),
        "injection": str(injection),
        "balance": balances.pop(),
        "networks": rows,
        "ranked_by": PER_HOST if per_host else "bisection",
        "best": list(found.best),
        "candidates": list(found.candidates),
        "winners": [_range(reign) for reign in reigns(curves)] if whole else None,
    }


def ranked(row: Json, *, per_host: bool) -> Interval:
    """Return between what a row's capacity lies, as it is ranked."""
    share = Fraction(1, row["hosts"]) if per_host else 1
    return share * Fraction(row["lower"]), share * Fraction(row["bisection"])


def _unlike_hosts(rows: Sequence[Json]) -> bool:
    numbers = {row["hosts"] for row in rows}
    return len(numbers) > 1 and 0 not in numbers


def _row(result: Json, structure: Json, alpha: Alpha, injection: Fraction) -> dict[str, Any]:
    upper, lower = _values(result, alpha)
    hosts = structure["hosts"]
    measured = structure["distances"] or {}
    distances = {} if measured.get("sampled") else measured  # a sample is no figure to compare
    gccs = structure["components"].get("global")

    def per_host(value: Fraction) -> str | None:
        return str(value / hosts) if hosts else None

    def share(value: Fraction) -> str | None:
        return str(value / (injection * hosts / 2)) if hosts else None

    return {
        "topology": result["topology"],
        "status": result["status"],
        "bisection": str(upper),
        "lower": str(lower),
        "bisection_per_host": per_host(upper),
        "bisection_per_host_lower": per_host(lower),
        "share_of_full_bisection": share(upper),
        "share_of_full_bisection_lower": share(lower),
        "switches": structure["switches"],
        "hosts": hosts,
        "links": structure["links"],
        "radix": structure["radix"]["max"],
        "diameter": distances.get("diameter") if distances.get("connected") else None,
        "average_distance": distances.get("average"),
        "average_by_class": distances.get("average_by_class"),
        "gccs": gccs["count"] if gccs and structure["links"].get("global") else None,
    }


def _values(result: Json, alpha: Alpha) -> tuple[Fraction, Fraction]:
    """Return the bisection bandwidth at α from above and below."""
    if "point" in result:
        point = result["point"]
        if point["alpha"] != str(alpha):
            raise QuestionError("alpha", f"a result is for α = {point['alpha']}, not {alpha}")
        known = result["status"] == "formula"
        return Fraction(point["value"]), Fraction(point["value" if known else "lower"])
    bounds = Bounds.of(result)
    if not bounds.covers(alpha.fraction):
        end = "inf" if bounds.end is None else bounds.end
        raise QuestionError("alpha", f"{alpha} lies outside a curve, from {bounds.start} to {end}")
    return bounds.upper_at(alpha.fraction), bounds.lower_at(alpha.fraction)


def _range(reign: Reign) -> dict[str, Any]:
    return {
        "from": str(reign.start),
        "to": None if reign.end is None else str(reign.end),
        "networks": list(reign.standing.named),
        "proven": reign.standing.separated,
        "candidates": list(reign.standing.candidates),
    }
