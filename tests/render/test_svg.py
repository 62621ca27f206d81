"""The drawing of curves, by what is in the SVG."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import pytest

from alphacut.service.render.svg import curve_svg
from alphacut.service.render.units import Units

SVG = "{http://www.w3.org/2000/svg}"
Document = dict[str, Any]


def texts(svg: str) -> list[str]:
    """Return all texts of a drawing."""
    return ["".join(node.itertext()) for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def strokes(svg: str) -> list[str]:
    """Return the styles of all paths."""
    return [node.get("style", "") for node in ElementTree.fromstring(svg).iter(f"{SVG}path")]


def test_every_segment_is_labelled_with_its_line(relative: Document) -> None:
    drawn = texts(curve_svg([relative]))
    for formula in ("4 + 16α", "14 + 8α", "20 + 4α", "36"):
        assert drawn.count(formula) == 1


def test_what_capacities_are_counted_in_is_told(relative: Document) -> None:
    assert "B(α), in local links" in texts(curve_svg([relative]))
    own = {**relative, "topology": {**relative["topology"], "unit": "100"}}
    assert "B(α), as the network counts it" in texts(curve_svg([own]))


def test_every_breakpoint_is_marked_with_its_alpha(relative: Document) -> None:
    svg = curve_svg([relative])
    assert {"α = 5/4", "α = 3/2", "α = 4"} <= set(texts(svg))
    rings = re.findall(r"<use [^>]*style=\"fill: #ffffff", svg)
    assert len(rings) == 3


def test_the_drawing_goes_on_beyond_the_last_breakpoint(relative: Document) -> None:
    ticks = [float(text) for text in texts(curve_svg([relative])) if text.isdecimal()]
    assert 5.0 in ticks


def test_the_same_curve_gives_the_same_bytes(relative: Document, helix: Document) -> None:
    assert curve_svg([relative, helix]) == curve_svg([relative, helix])
    assert "<dc:date>" not in curve_svg([relative])


def test_drawing_leaves_the_settings_of_matplotlib_alone(relative: Document) -> None:
    import matplotlib as mpl

    before = dict(mpl.rcParams)
    curve_svg([relative])
    assert dict(mpl.rcParams) == before


def test_it_has_a_title_for_those_who_cannot_see_it(relative: Document) -> None:
    root = ElementTree.fromstring(curve_svg([relative]))
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "Bisection bandwidth of (p,4,2) relative"
    assert root.get("role") == "img"


def test_several_curves_are_named_and_a_shared_line_is_labelled_once(
    relative: Document, helix: Document
) -> None:
    drawn = texts(curve_svg([relative, helix]))
    assert drawn.count("(p,4,2) relative") == drawn.count("(p,4,2) helix") == 1
    assert drawn.count("4 + 16α") == 1
    assert {"18 + 8α", "14 + 8α", "40", "36"} <= set(drawn)


def test_tied_curves_both_show(relative: Document) -> None:
    twin = {**relative, "topology": {**relative["topology"], "arrangement": "absolute"}}
    styles = strokes(curve_svg([twin, relative]))
    below = [style for style in styles if "#0072b2" in style and "stroke-width: 2.5" in style]
    above = [style for style in styles if "#d55e00" in style and "stroke-width: 1.5" in style]
    assert below
    assert not any("dasharray" in style for style in below)
    assert above
    assert all("dasharray" in style for style in above)


def test_curves_differ_without_colour(relative: Document, helix: Document) -> None:
    svg = curve_svg([relative, helix])
    markers = set(re.findall(r"<use xlink:href=\"#(m\w+)\"[^>]*fill: #(?:0072b2|d55e00)", svg))
    assert len(markers) >= 2


def test_of_a_bounded_result_the_lower_curve_is_dashed_and_the_gap_shaded(
    relative: Document, bounded: Document
) -> None:
    svg = curve_svg([bounded])
    assert any("dasharray: 4.8,3" in style for style in strokes(svg))
    assert "opacity: 0.14" in svg
    assert "opacity: 0.14" not in curve_svg([relative])
    assert "Bisection bandwidth of (p,4,2) relative (bounded)" in texts(svg)


def test_units_mark_the_machine_and_what_it_has_there(relative: Document) -> None:
    units = Units(local=Fraction(100), global_=Fraction(400))
    drawn = texts(curve_svg([relative], units=units))
    assert "α = 4: B = 36, 3,600 Gb/s" in drawn
    assert any("Gb/s" in text and "local one of 100" in text for text in drawn)


def test_units_tell_several_curves_apart_in_the_legend(relative: Document, helix: Document) -> None:
    units = Units(local=Fraction(100), global_=Fraction(250))
    drawn = texts(curve_svg([relative, helix], units=units))
    assert "(p,4,2) relative: 3,000 Gb/s at α = 5/2" in drawn
    assert "(p,4,2) helix: 3,800 Gb/s at α = 5/2" in drawn


def test_labels_are_drawn_as_they_are(relative: Document) -> None:
    label = "a $x$ <b> & c"
    assert label in texts(curve_svg([relative, relative], labels=[label, "other"]))


@pytest.mark.parametrize("line", [(0, 0), (5, 0), (0, 3)])
def test_a_curve_without_breakpoints_can_be_drawn(make_curve: Any, line: tuple[int, int]) -> None:
    formula = {(0, 0): "0", (5, 0): "5", (0, 3): "3α"}[line]
    assert formula in texts(curve_svg([make_curve("relative", [line])]))


def test_a_range_of_one_alpha_is_a_point(make_curve: Any) -> None:
    document = make_curve("relative", [(36, 4)])
    document["segments"][0] |= {"from": "1", "to": "1"}
    svg = curve_svg([document])
    assert "36 + 4α" in texts(svg)
    assert len(re.findall(r"<use [^>]*style=\"fill: #ffffff", svg)) == 1


def test_five_curves_with_many_breakpoints_keep_every_label(make_curve: Any) -> None:
    curves = {
        "absolute": [(4, 16), (12, 10), (20, 5), (40, 0)],
        "relative": [(4, 16), (14, 8), (20, 4), (36, 0)],
        "circulant": [(4, 16), (18, 7), (36, 2)],
        "nautilus": [(4, 16), (14, 9), (22, 4), (36, 0)],
        "helix": [(4, 16), (18, 8), (40, 0)],
    }
    drawn = texts(curve_svg([make_curve(*each) for each in curves.items()]))
    for formula in ("12 + 10α", "14 + 9α", "18 + 7α", "36 + 2α", "22 + 4α"):
        assert formula in drawn
    assert {"4/3", "5/4", "3/2", "14/9", "10/7", "7/4", "18/5", "7/2"} <= set(drawn)


def test_nothing_to_draw_is_an_error() -> None:
    with pytest.raises(ValueError, match="no curve"):
        curve_svg([])


def test_labels_of_control_characters_are_still_xml(relative: Document) -> None:
    svg = curve_svg([relative, relative], labels=["a\x00b\x1b[31m", "<&>"])
    assert any(r"a\u0000b\u001b[31m" in text for text in texts(svg))


def test_numbers_of_a_document_are_read_at_a_bounded_cost(relative: Document) -> None:
    first, *others = relative["segments"]
    with pytest.raises(ValueError, match="must be a number"):
        curve_svg([{**relative, "segments": [{**first, "to": "1e-999999999"}, *others]}])
