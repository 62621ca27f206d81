"""The page of designs: what it says follows from the results, and the results from each other."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

from alphacut.arrangements.links._base import Shape
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.synthesis.classes import classes
from benchmarks.designs import RESULTS, stored
from benchmarks.designs_page import (
    PAGE,
    PICTURES,
    at,
    envelope,
    page,
    picture_name,
    write_pictures,
    written,
)

KEPT = RESULTS.parent / "p63-lift-at-8.json"


def test_the_page_is_made_of_the_results() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(stored())


def test_every_design_has_its_picture() -> None:
    designs = stored()["designs"]
    names = {picture_name(each) for each in designs}
    assert names == {path.name for path in PICTURES.iterdir()}
    for each in designs:
        assert f"figures/designs/{picture_name(each)}" in PAGE.read_text(encoding="utf-8")


def test_a_picture_is_that_of_the_design(tmp_path: Path) -> None:
    """Drawn again: whatever changes in drawings or designs, they are made anew."""
    small = next(each for each in stored()["designs"] if (each["a"], each["h"]) == (4, 2))
    write_pictures([small], tmp_path)
    name = picture_name(small)
    assert (tmp_path / name).read_text() == (PICTURES / name).read_text()


def test_the_proof_that_is_kept_is_accepted() -> None:
    """The lower end of a row that today's search comes near to, and does not reach."""
    document = json.loads(KEPT.read_text(encoding="utf-8"))
    assert verify_document(document).status == "bounded"
    row = next(e for e in stored()["designs"] if (e["a"], e["h"], e["alpha"]) == (6, 3, "8"))
    assert document["point"]["lower"] == row["lower"] == "331"
    shape = {name: document["topology"][name] for name in ("a", "h", "arrangement")}
    assert shape == {"a": 6, "h": 3, "arrangement": "lift"}


def test_every_class_of_a_4_h_2_has_a_proven_curve() -> None:
    lifts = [each for each in stored()["curves"] if "=lift" in each["spec"]]
    assert len(lifts) == len(classes(Shape(a=4, h=2, groups=9))) == 23
    assert {each["status"] for each in stored()["curves"]} == {"exact"}


def test_designs_are_the_largest_of_all_curves() -> None:
    curves = [each["lines"] for each in stored()["curves"] if "=lift" in each["spec"]]
    designs = [each for each in stored()["designs"] if (each["a"], each["h"]) == (4, 2)]
    assert len(designs) == 7
    for each in designs:
        assert max(at(lines, Fraction(each["alpha"])) for lines in curves) == Fraction(
            each["value"]
        )


def test_no_design_is_below_what_is_published_or_above_the_bound() -> None:
    for each in stored()["designs"]:
        lower, value, upper = (Fraction(each[name]) for name in ("lower", "value", "upper"))
        assert lower <= value
        assert lower <= upper
        assert value >= max(map(Fraction, each["published"].values()))
        assert (each["best"] == "all") == (lower == upper)


def test_the_largest_of_two_curves() -> None:
    """4 + α, and min(6α, 2 + 2α, 7), which is above from 2 to 3: by hand."""
    pieces = envelope({"one": [[4, 1]], "other": [[0, 6], [2, 2], [7, 0]]})
    found = [(each.start, each.line, each.specs) for each in pieces]
    assert found == [
        (Fraction(0), (4, 1), ("one",)),
        (Fraction(2), (2, 2), ("other",)),
        (Fraction(5, 2), (7, 0), ("other",)),
        (Fraction(3), (4, 1), ("one",)),
    ]
    assert [each.end for each in pieces] == [2, Fraction(5, 2), 3, None]


def test_a_curve_in_one_line() -> None:
    assert written([[0, 6], [2, 2], [7, 0]]) == "6α <sub>1/2</sub> 2 + 2α <sub>5/2</sub> 7"
