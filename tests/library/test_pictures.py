"""Pictures of results: SVG, PNG and PDF show the same, with the names of the nodes."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import matplotlib as mpl
import networkx as nx
import pytest
from matplotlib.figure import Figure
from PIL import Image

import alphacut

GRAPH = nx.relabel_nodes(nx.cycle_graph(6), {node: f"rack <{node}>" for node in range(6)})


@pytest.fixture(scope="module")
def found() -> alphacut.Bisection:
    return alphacut.bisection(GRAPH)


@pytest.fixture(scope="module")
def curve() -> alphacut.Curve:
    return alphacut.curve("dragonfly:a=2,h=1,arrangement=relative")


def test_names_stand_in_the_picture_of_a_cut(found: alphacut.Bisection) -> None:
    root = ElementTree.fromstring(found._repr_svg_())
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
