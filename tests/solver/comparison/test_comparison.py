"""The comparison of Belka et al., figure 6, from curves that are proven."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import build, complete, parse
from alphacut.arrangements.structure.description import describe
from alphacut.solver.common.alpha import INFINITY, Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.comparison.balance import usual_balance
from alphacut.solver.comparison.document import comparison

Solve = Callable[..., dict[str, Any]]
RING = {"family": "dragonfly", "a": 2, "h": 1, "arrangement": "relative", "p": 2}
BENT = {  # B = min(3α, 4)
    "family": "graph", "switches": 4, "links": [[0, 2, "local", 4], [0, 1, "global", 3]],
    "hosts": [3, 3, 3, 3],
}  # fmt: skip


def structure(topology: dict[str, Any]) -> dict[str, Any]:
    spec = parse(topology)
    return describe(build(spec), complete(spec))


def compared(results: list[dict[str, Any]], alpha: str = "1", injection: int = 1) -> dict[str, Any]:
    return comparison(
        results,
        [structure(dict(result["topology"])) for result in results],
        alpha=Alpha.parse(alpha),
        injection=Fraction(injection),
    )


def test_a_row_tells_what_an_architect_compares(solve: Solve) -> None:
    document = compared([solve(RING)], "5", injection=2)
    [row] = document["networks"]
    assert (row["bisection"], row["lower"], row["status"]) == ("6", "6", "exact")  # 1 + α
    assert row["bisection_per_host"] == "1/2"
    assert row["share_of_full_bisection"] == "1/2"  # 6 hosts on a side, 2 units each
    assert (row["hosts"], row["radix"], row["diameter"], row["gccs"]) == (12, 4, 3, 3)
    assert row["links"] == {"local": 3, "global": 3}


def test_the_winner_changes_where_the_curves_cross(solve: Solve) -> None:
    document = compared([solve(RING), solve(BENT)], "4")  # 1 + α against min(3α, 4)
    assert document["best"] == document["candidates"] == [0]
    assert [(r["from"], r["to"], r["networks"]) for r in document["winners"]] == [
        ("0", "1/2", [0]), ("1/2", "3", [1]), ("3", None, [0]),
    ]  # fmt: skip
    assert all(reign["proven"] for reign in document["winners"])


def bounded(result: dict[str, Any], upper: int, lower: int) -> dict[str, Any]:
    """Return a curve with horizontal bounds, as a run that was stopped leaves one."""
    whole = {"from": "0", "to": None, "slope": 0}
    segments = [{**whole, "intercept": upper}]
    return {
        **result,
        "status": "bounded",
        "segments": segments,
        "lower": [{**whole, "intercept": str(lower), "slope": "0"}],
    }


def test_nobody_is_best_by_an_upper_bound(solve: Solve) -> None:
    ring = solve(RING)
    document = compared([bounded(ring, 464, 424), bounded(ring, 464, 426), bounded(ring, 9, 1)])
    assert document["best"] == []
    assert document["candidates"] == [0, 1]
    assert [(r["networks"], r["proven"]) for r in document["winners"]] == [([0, 1], False)]


def test_derived_numbers_have_both_bounds(solve: Solve) -> None:
    [row] = compared([bounded(solve(RING), 48, 24)], injection=2)["networks"]
    assert (row["bisection"], row["lower"]) == ("48", "24")
    assert (row["bisection_per_host"], row["bisection_per_host_lower"]) == ("4", "2")
    assert (row["share_of_full_bisection"], row["share_of_full_bisection_lower"]) == ("4", "2")


def test_points_are_compared_without_ranges(solve: Solve) -> None:
    two = Alpha.of(2)
    document = compared([solve(RING), solve(BENT, low=two, high=two)], "2")
    assert [row["bisection"] for row in document["networks"]] == ["3", "4"]


@pytest.mark.parametrize("alpha", ["1/2", "5"])
def test_an_alpha_outside_a_curve_is_refused(solve: Solve, alpha: str) -> None:
    short = solve(RING, low=Alpha.of(1), high=Alpha.of(3))
    with pytest.raises(QuestionError, match="outside a curve, from 1 to 3"):
        compared([short], alpha)


def test_capacities_in_different_units_are_refused(solve: Solve) -> None:
    """A file with several speeds counts in Gb/s, and 7 of its units are no more than 8 links."""
    links, speeds = solve(BENT), solve({**BENT, "unit": "100"})
    with pytest.raises(QuestionError, match=r"topologies: must count .* in one unit .* 1 and 100"):
        compared([links, speeds])
    assert compared([speeds, speeds])["best"] == [0, 1]


def test_infinity_is_refused(solve: Solve) -> None:
    with pytest.raises(QuestionError, match="finite"):
        comparison([solve(RING)], [structure(RING)], alpha=INFINITY, injection=Fraction(1))


def test_unlike_numbers_of_hosts_are_ranked_by_what_each_host_has(solve: Solve) -> None:
    """1 + α for 12 hosts, and half of that for 4: the smaller network has more for each."""
    small = {"family": "graph", "switches": 2, "links": [[0, 1]], "hosts": [2, 2]}
    document = compared([solve(RING), solve(small)], "1")  # 2 for 12 hosts, 1 for 4
    assert document["ranked_by"] == "bisection_per_host"
    assert document["best"] == [1]
    assert [(r["from"], r["to"], r["networks"]) for r in document["winners"]] == [
        ("0", "2", [1]), ("2", None, [0]),
    ]  # fmt: skip


def test_equal_numbers_of_hosts_are_ranked_by_the_whole(solve: Solve) -> None:
    assert compared([solve(RING), solve(RING)])["ranked_by"] == "bisection"


@pytest.mark.parametrize(
    ("specs", "balance"),
    [
        ([{"family": "fat_tree", "k": 4}, {"family": "slim_fly", "q": 5}], "hosts"),
        ([{"family": "leaf_spine", "leaves": 4, "spines": 2}], "hosts"),
        ([{"family": "torus", "sides": [4, 4]}, {"family": "slim_fly", "q": 5}], "switches"),
        ([{"family": "graph", "switches": 2, "links": [[0, 1]], "hosts": [1, 2]}], "hosts"),
        ([{"family": "graph", "switches": 2, "links": [[0, 1]]}], "switches"),
        (
            [
                {"family": "fat_tree", "k": 4},
                {"family": "graph", "switches": 2, "links": [[0, 1]], "hosts": [0, 0]},
            ],
            "switches",
        ),
    ],
)
def test_halves_share_hosts_where_switches_have_unlike_numbers(
    specs: list[dict[str, Any]], balance: str
) -> None:
    read = [parse(each) for each in specs]
    assert usual_balance(read) == balance
    for spec in read:
        assert set(build(spec).hosts) == set(spec.host_numbers())
