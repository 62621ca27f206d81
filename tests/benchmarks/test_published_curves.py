"""What the benchmark solves and how it tells; never how long it takes."""

from __future__ import annotations

from alphacut.arrangements.dragonfly import Dragonfly
from benchmarks.comparison import WARM_UP, Contender, compete
from benchmarks.curves import solve_curve
from benchmarks.networks import hardest_first, published, short_name, size_name
from benchmarks.words import curve_line, point_line, ratio


def test_there_are_19_published_curves() -> None:
    names = [short_name(each) for each in published()]
    assert len(names) == len(set(names)) == 19
    assert "p33-circulant" not in names  # h is odd there


def test_the_one_without_symmetry_comes_first() -> None:
    ordered = hardest_first(
        [Dragonfly(a=2, h=8, arrangement=name) for name in ("helix", "nautilus")]
    )
    assert [each.arrangement for each in ordered] == ["nautilus", "helix"]


def test_a_curve_is_solved_and_its_written_document_verified() -> None:
    record = solve_curve(Dragonfly(a=2, h=1, arrangement="relative"))
    assert record.accepted
    assert record.segments == ({"from": "0", "to": None, "intercept": 1, "slope": 1},)
    assert record.certificate_bytes > 0
    assert "exact" in curve_line(record)


def test_contenders_tell_what_they_prove() -> None:
    solvers = [("branch_and_bound", False), ("HiGHS", True)]
    records = [
        compete(Contender(dragonfly=WARM_UP, solver=name, plain=plain), 60.0)
        for name, plain in solvers
    ]
    assert [(r.value, r.bound, r.proof) for r in records] == [
        (2.0, 2.0, "certificate"),
        (2.0, 2.0, "solver"),
    ]
    assert ratio(records[0], records) == 1.0
    assert all("[2, 2]" in point_line(record, records) for record in records)


def test_names_are_those_of_the_papers() -> None:
    assert size_name(Dragonfly(a=4, h=2, arrangement="absolute")) == "(p,4,2)"
    assert short_name(Dragonfly(a=4, h=2, arrangement="absolute")) == "p42-absolute"
