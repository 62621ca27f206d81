"""Pictures of results: SVG, PNG and PDF show the same, with the names of the nodes."""

from __future__ import annotations

import io
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
import networkx as nx
import pytest
from matplotlib.figure import Figure
from PIL import Image

import alphacut
from alphacut.service.render.table import curve_csv
from alphacut.service.text.results import curve_words
from alphacut.solver.common.errors import QuestionError

GRAPH = nx.relabel_nodes(nx.cycle_graph(6), {node: f"rack <{node}>" for node in range(6)})


@pytest.fixture(scope="module")
def found() -> alphacut.Bisection:
    return alphacut.bisection(GRAPH)


@pytest.fixture(scope="module")
def curve() -> alphacut.Curve:
    return alphacut.curve("dragonfly:a=2,h=1,arrangement=relative")


def test_names_stand_in_the_picture_of_a_cut(found: alphacut.Bisection) -> None:
    root = ElementTree.fromstring(str(found._repr_svg_()))
    written = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert set(GRAPH) <= set(written)
    assert "2, exact" in written


def test_files_have_the_format_of_their_names(
    found: alphacut.Bisection, curve: alphacut.Curve, tmp_path: Path
) -> None:
    for result in (found, curve):
        for ending, start in (("svg", b"<"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
            path = tmp_path / f"picture.{ending}"
            result.draw(path, title="my $network$", size=(5, 4))
            assert path.read_bytes().startswith(start)
        with pytest.raises(ValueError, match="svg, png, pdf"):
            result.draw(tmp_path / "picture.gif")
    assert "my $network$" in (tmp_path / "picture.svg").read_text(encoding="utf-8")


def test_a_png_shows_both_sides_and_is_as_wide_as_it_should_be(
    found: alphacut.Bisection, tmp_path: Path
) -> None:
    found.draw(tmp_path / "cut.png", size=(5, 4))
    with Image.open(io.BytesIO((tmp_path / "cut.png").read_bytes())) as image:
        assert image.width == 5 * 200
        colours = {colour for _, colour in image.convert("RGB").getcolors(1 << 24) or ()}
    assert {(0x00, 0x72, 0xB2), (0xD5, 0x5E, 0x00)} <= colours  # blue and vermilion


def test_a_cut_is_drawn_on_axes_that_are_given(found: alphacut.Bisection) -> None:
    mpl.use("agg")
    axes = Figure().subplots()
    assert found.plot(ax=axes) is axes
    assert set(GRAPH) <= {text.get_text() for text in axes.texts}
    assert min(text.get_fontsize() for text in axes.texts) >= 6


def test_rows_of_a_data_frame_are_the_nodes(found: alphacut.Bisection) -> None:
    rows = found.to_pandas()
    assert list(rows["node"]) == list(GRAPH)
    assert list(rows["half"]) == found.membership


@pytest.mark.parametrize("size", [(2, 2), (5, 4), (10, 10)])
def test_words_do_not_run_into_each_other_on_axes_of_any_size(
    size: tuple[int, int], found: alphacut.Bisection
) -> None:
    figure = Figure(figsize=size)
    axes = found.plot(figure.subplots(), title="a title")
    figure.canvas.draw()
    level = [text for text in axes.texts if not text.get_rotation() and text.get_text()]
    boxes = [text.get_window_extent() for text in level]
    assert len(boxes) > 5
    assert not [one for one, other in combinations(boxes, 2) if one.overlaps(other)]
    assert all(figure.bbox.y0 <= box.y0 and box.y1 <= figure.bbox.y1 for box in boxes)


def test_everything_counts_in_the_unit_of_the_weights(tmp_path: Path) -> None:
    """Documents count tenths here; values, pictures and words are in the unit of the graph."""
    ring = nx.cycle_graph(4)
    for (_, _, data), weight in zip(ring.edges(data=True), (0.1, 0.2, 0.3, 0.4), strict=True):
        data["weight"] = weight
    ring.add_edge(0, 2, weight=0.9, link_class="global")
    point, curve = alphacut.bisection(ring, alpha="1/3"), alphacut.curve(ring)
    assert (point.unit, point.document["topology"]["unit"]) == (Fraction(1, 10), "1/10")
    assert point.value == curve.at("1/3") == Fraction(point.document["point"]["value"]) / 10
    [first, *_] = curve.segments
    assert (first.intercept, first.slope) == (Fraction(1, 2), Fraction(9, 10))
    curve.draw(tmp_path / "curve.svg")
    assert "1/2 + (9/10)α" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
    assert "1/2 + (9/10)α" in str(point._repr_svg_())
    lines = curve.plot(Figure().subplots()).get_lines()
    assert lines[0].get_ydata()[0] == pytest.approx(0.5)
    curve.save(tmp_path / "curve.json")
    assert alphacut.verify(tmp_path / "curve.json").status == "exact"
    words = " ".join(alphacut.verify(tmp_path / "curve.json").checked)
    assert "in units of 1/10" in words
    document = curve.document
    assert "B = 1/2 + (9/10)α" in " ".join(curve_words(document, curve.network))
    assert "0.5" in curve_csv(document).splitlines()[1]
    other = {**document, "topology": {**document["topology"], "unit": "1e-1"}}  # as specs take it
    assert curve_csv(other) == curve_csv(document)


@pytest.mark.parametrize("layout", ["force", "sides"])
def test_a_graph_is_drawn_where_its_nodes_are(layout: str) -> None:
    """In words of graphs: 78 edges, whose weights are widths and no numbers of links."""
    club = nx.karate_club_graph()
    found = alphacut.bisection(club)
    pos: Any = nx.random_layout(club, seed=1) if layout == "force" else "sides"
    axes = found.plot(Figure().subplots(), pos=pos)
    severed = sum((u in found.sides[0]) != (v in found.sides[0]) for u, v in club.edges)
    assert axes.get_title() == f"23, exact\n34 nodes, 78 edges, {severed} cut"
    kept, cut = axes.collections[:2]
    assert (len(kept.get_segments()), len(cut.get_segments())) == (78 - severed, severed)
    assert max(*kept.get_linewidths(), *cut.get_linewidths()) == 4
    dots = [tuple(map(tuple, each.get_offsets().tolist())) for each in axes.collections[2:]]
    assert [len(each) for each in dots] == [17, 17]
    if layout == "sides":
        assert max(x for x, _ in dots[0]) < min(x for x, _ in dots[1])
    else:
        assert dots[0] == tuple(tuple(map(float, pos[n])) for n in club if n in found.sides[0])
    for bad in ("round", {0: (1, 2)}, dict.fromkeys(club, 3)):
        with pytest.raises(QuestionError, match="pos: must"):
            found.plot(Figure().subplots(), pos=bad)
