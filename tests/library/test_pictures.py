"""Pictures of results: SVG, PNG and PDF show the same, with the names of the nodes."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from itertools import combinations
from pathlib import Path
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

SVG = "{http://www.w3.org/2000/svg}"
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


@pytest.fixture(scope="module")
def club() -> alphacut.Bisection:
    return alphacut.bisection(nx.karate_club_graph())


def shown(path: Path) -> ElementTree.Element:
    return ElementTree.fromstring(path.read_text(encoding="utf-8"))


def centres(root: ElementTree.Element, side: str) -> dict[int, tuple[float, float]]:
    """Where the nodes of a side are drawn, by their numbers."""
    found = {}
    for group in root.iter(f"{SVG}g"):
        if group.get("class") == side and len(group) == 2:  # a title and a shape
            title, shape = group
            at = {name: float(value) for name, value in shape.attrib.items()}
            middle = (
                (at["cx"], at["cy"])
                if "cx" in at
                else (at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
            )
            found[int((title.text or "").split()[-1])] = middle
    return found


def test_a_graph_is_drawn_in_words_of_graphs(club: alphacut.Bisection, tmp_path: Path) -> None:
    """It has 78 edges: weights are widths, and no numbers of links."""
    graph = nx.karate_club_graph()
    club.draw(tmp_path / "club.svg")
    root = shown(tmp_path / "club.svg")
    severed = sum((u in club.sides[0]) != (v in club.sides[0]) for u, v in graph.edges)
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert "34 nodes, 78 edges, capacity 231" in words
    assert f"edges cut: {severed}, capacity 23" in words
    one, other = centres(root, "a"), centres(root, "b")
    assert {frozenset(one), frozenset(other)} == set(club.sides)
    assert max(x for x, _ in one.values()) < min(x for x, _ in other.values())


def test_nodes_lie_where_their_owner_puts_them(club: alphacut.Bisection, tmp_path: Path) -> None:
    pos = nx.random_layout(nx.karate_club_graph(), seed=1)
    club.draw(tmp_path / "club.svg", pos=pos)
    root = shown(tmp_path / "club.svg")
    found = centres(root, "a") | centres(root, "b")
    assert len(found) == 34
    for axis, sign in ((0, 1), (1, -1)):  # y upwards there, and downwards here
        order = sorted(found, key=lambda node: sign * found[node][axis])
        assert order == sorted(found, key=lambda node: pos[node][axis])


def test_groups_lie_on_a_circle_under_their_names(club: alphacut.Bisection, tmp_path: Path) -> None:
    own = {node: data["club"] for node, data in nx.karate_club_graph().nodes(data=True)}
    club.draw(tmp_path / "club.svg", groups=own)
    root = shown(tmp_path / "club.svg")
    assert {"Mr. Hi", "Officer"} <= {text.text for text in root.iter(f"{SVG}text")}
    assert len([each for each in root.iter(f"{SVG}circle") if each.get("class") == "ring"]) == 2


@pytest.mark.parametrize(("width", "points"), [("column", 85), ("page", 180), ("100mm", 100)])
def test_a_pdf_for_a_paper_is_as_wide_as_its_column(
    width: str, points: int, club: alphacut.Bisection, tmp_path: Path
) -> None:
    club.draw(tmp_path / "club.pdf", width=width)
    [box] = re.findall(
        rb"/MediaBox \[ 0 0 ([0-9.]+) ([0-9.]+) \]", (tmp_path / "club.pdf").read_bytes()
    )
    assert float(box[0]) == pytest.approx(points / 25.4 * 72, abs=1)
    curve = alphacut.curve("dragonfly:a=2,h=1,arrangement=relative")
    curve.draw(tmp_path / "curve.pdf", width=width)
    [box] = re.findall(
        rb"/MediaBox \[ 0 0 ([0-9.]+) ([0-9.]+) \]", (tmp_path / "curve.pdf").read_bytes()
    )
    assert float(box[0]) == pytest.approx(points / 25.4 * 72, abs=1)


def test_what_no_picture_can_show_is_refused(club: alphacut.Bisection, tmp_path: Path) -> None:
    axes = Figure().subplots()
    for wrong, message in (
        ({"pos": {0: (1, 2)}}, "pos: must have a place"),
        ({"pos": dict.fromkeys(range(34), 3)}, "pos: must have a place"),
        ({"pos": dict.fromkeys(range(34), (0, float("nan")))}, "pos: must have finite places"),
        ({"groups": {0: 1}}, "groups: must have one for each node"),
        ({"layout": "round"}, "layout: 'round' is unknown"),
    ):
        with pytest.raises(QuestionError, match=message):
            club.plot(axes, **wrong)
    with pytest.raises(QuestionError, match="width: cannot be given beside size"):
        club.draw(tmp_path / "club.svg", width="page", size=(3, 3))
    with pytest.raises(QuestionError, match="width: must be column"):
        club.draw(tmp_path / "club.svg", width="2 columns")
