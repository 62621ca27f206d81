"""Pictures of networks: everything is there, in its place, and told apart."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree as ET

import networkx as nx
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Link, Network
from alphacut.arrangements.topologies.complete import complete
from alphacut.arrangements.topologies.hypercube import hypercube
from alphacut.service.render.diagram import SEVERED, SIDES, Picture, diagram_svg
from alphacut.service.render.layout import lay_out
from alphacut.service.render.sheet import paper, read_width
from alphacut.solver.common.errors import QuestionError

SVG = "{http://www.w3.org/2000/svg}"


def dragonfly(a: int, h: int) -> Network:
    return Dragonfly(a=a, h=h, arrangement="relative").network()


def drawn(picture: Picture) -> ET.Element:
    return ET.fromstring(diagram_svg(picture))


@pytest.mark.parametrize(
    "network", [dragonfly(4, 2), hypercube(4), complete(1)], ids=["dragonfly", "cube", "one"]
)
def test_every_link_and_switch_is_drawn(network: Network) -> None:
    root = drawn(Picture(network=network, title="a < b & c"))
    assert len(root.findall(f".//{SVG}path")) == len(network.links)
    titles = [each.text or "" for each in root.iter(f"{SVG}title")]
    assert titles[0] == "a < b & c"
    assert sum(text.startswith("switch ") for text in titles) == network.switches


def test_a_title_of_control_characters_is_still_xml() -> None:
    root = drawn(Picture(network=complete(2), title="a\x1b[31m\x00b", note="\x0b"))
    assert (root.findtext(f"{SVG}title"), len(root.findall(f".//{SVG}path"))) == (
        r"a\u001b[31m\u0000b",
        1,
    )


def test_the_cut_is_coloured_and_what_it_severs_is_dashed() -> None:
    network = dragonfly(4, 2)
    side = frozenset(range(18))
    root = drawn(Picture(network=network, title="cut", side=side))
    paths = [p for p in root.iter(f"{SVG}path") if "h24" not in p.attrib["d"]]
    colours = Counter(path.attrib["stroke"] for path in paths)
    severed = len(network.crossing(side))
    assert colours[SEVERED] == severed
    assert sum("stroke-dasharray" in path.attrib for path in paths) == severed
    assert colours[SIDES[0]] + colours[SIDES[1]] == 90 - severed
    words = " ".join(text.text or "" for text in root.iter(f"{SVG}text"))
    assert "one side: 18 switches" in words
    assert "links cut: 4 local, 24 global" in words


def test_links_inside_groups_are_straight_and_others_bend_to_the_centre() -> None:
    network = dragonfly(3, 2)
    paths = [p.attrib["d"] for p in drawn(Picture(network=network, title="")).iter(f"{SVG}path")]
    counts = network.count_by_class()
    assert sum("L" in path for path in paths) == counts["local"]
    assert sum("Q" in path for path in paths) == counts["global"]


@pytest.mark.parametrize(("a", "h"), [(2, 1), (4, 2), (8, 4), (16, 4)])
def test_nothing_overlaps(a: int, h: int) -> None:
    network = dragonfly(a, h)
    layout = lay_out(network)
    first = [layout.spots[s] for s in range(2 * a)]
    assert min(math.dist(p, q) for p, q in combinations(first, 2)) >= 2 * layout.dot
    centres = list(layout.centres.values())
    assert math.dist(centres[0], centres[1]) >= 2 * layout.group_radius
    assert all(
        math.dist(layout.spots[s], layout.centres[s // a]) + layout.dot <= layout.group_radius
        for s in range(2 * a)
    )


def test_33_groups_stay_readable() -> None:
    layout = lay_out(dragonfly(8, 4))
    assert layout.dot >= 6.5  # large enough for the numbers of switches
    assert layout.lettering >= 12
    assert layout.width == layout.height <= 1200


def test_components_have_hues() -> None:
    network = dragonfly(4, 2)
    halves = [frozenset(s for s in range(36) if s % 4 in (0, 3)),
              frozenset(s for s in range(36) if s % 4 in (1, 2))]  # fmt: skip
    root = drawn(Picture(network=network, title="", colours=halves))
    bent = [p.attrib["stroke"] for p in root.iter(f"{SVG}path") if "Q" in p.attrib["d"]]
    assert set(Counter(bent).values()) == {18}


def karate() -> tuple[Network, frozenset[int]]:
    """Return the club with its weights, and one of its least bisections by edges."""
    club = nx.karate_club_graph()
    links = tuple(Link(u, v, "local", data["weight"]) for u, v, data in club.edges(data=True))
    one, _ = nx.community.kernighan_lin_bisection(club, seed=1)
    return Network(switches=34, links=links), frozenset(one)


def words_of(root: ET.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def test_weights_of_a_graph_are_capacity_and_no_number_of_edges() -> None:
    network, side = karate()
    root = drawn(Picture(network=network, title="", side=side, graph=True))
    severed = network.crossing(side)
    words = words_of(root)
    assert "34 nodes, 78 edges, capacity 231" in words
    assert f"edges cut: {len(severed)}, capacity {network.cut(side).intercept}" in words
    assert not [each for each in words if "switch" in each or "link" in each]
    assert (root.attrib["data-node"], root.attrib["data-edge"]) == ("node", "edge")


def test_without_weights_edges_alone_are_counted() -> None:
    network, side = karate()
    plain = Network(
        switches=34, links=tuple(each._replace(multiplicity=1) for each in network.links)
    )
    words = words_of(drawn(Picture(network=plain, title="", side=side, graph=True)))
    assert "34 nodes, 78 edges" in words


def test_an_edge_is_as_wide_as_its_weight() -> None:
    network, _ = karate()
    root = drawn(Picture(network=network, title="", graph=True))
    found = sorted(float(path.attrib["stroke-width"]) for path in root.iter(f"{SVG}path"))
    weights = sorted(link.multiplicity for link in network.links)
    by_weight: dict[int, set[float]] = {}
    for width, weight in zip(found, weights, strict=True):
        by_weight.setdefault(weight, set()).add(width)
    assert all(len(widths) == 1 for widths in by_weight.values())
    assert len({min(widths) for widths in by_weight.values()}) == len(by_weight) > 3


def test_sides_of_a_graph_lie_apart() -> None:
    network, side = karate()
    layout = lay_out(network, side, "sides")
    left = [layout.spots[node][0] for node in side]
    right = [layout.spots[node][0] for node in range(34) if node not in side]
    assert max(left) + 2 * layout.dot < min(right)


@pytest.mark.parametrize("layout", ["sides", "force"])
def test_forces_place_nodes_the_same_each_time_and_none_on_another(layout: str) -> None:
    network, side = karate()
    found = lay_out(network, side, layout)
    assert found == lay_out(network, side, layout)
    apart = [math.dist(p, q) for p, q in combinations(found.spots, 2)]
    assert min(apart) > found.dot
    assert sum(each < 2 * found.dot for each in apart) <= 4  # of 561


def test_many_nodes_are_placed_by_forces_too() -> None:
    ring = Network(switches=320, links=tuple(Link(i, (i + 1) % 320, "local") for i in range(320)))
    found = lay_out(ring, layout="force")
    assert len(set(found.spots)) == 320
    assert max(found.width, found.height) <= 1900


@pytest.mark.parametrize("layout", ["circle", "sides", "force"])
@pytest.mark.parametrize("millimetres", [85, 180])
@pytest.mark.parametrize("which", ["graph", "named", "dragonfly"])
def test_a_figure_for_a_paper_has_its_width_and_letters_that_can_be_read(
    which: str, millimetres: int, layout: str
) -> None:
    network, side = (dragonfly(8, 4), frozenset(range(132))) if which == "dragonfly" else karate()
    if which == "named":
        network = replace(network, names=tuple(f"a member {node}" for node in range(34)))
    picture = Picture(
        network=network, side=side, title="a title that is longer than a column is wide " * 2,
        note="least cut: 23", graph=which != "dragonfly", layout=layout,
        sheet=paper(millimetres / 25.4),
    )  # fmt: skip
    root = drawn(picture)
    assert root.attrib["width"].endswith("mm")
    assert float(root.attrib["width"][:-2]) == pytest.approx(millimetres, abs=0.3)
    sizes = [float(each.attrib["font-size"]) * 72 / 96 for each in root.iter(f"{SVG}text")]
    assert min(sizes) >= 6.95  # points
    level = [text for text in root.iter(f"{SVG}text") if text.attrib["text-anchor"] == "middle"]
    wide = float(root.attrib["viewBox"].split()[2])
    for text in level:
        if text in list(root):  # words above and below the picture
            assert len(text.text or "") * 0.6 * float(text.attrib["font-size"]) <= wide + 1
    height = float(root.attrib["height"][:-2])
    assert height <= 1.6 * millimetres + 20


@pytest.mark.parametrize(
    ("layout", "side", "message"),
    [("round", None, "layout: 'round' is unknown"), ("sides", None, "layout: sides are those of")],
)
def test_layouts_that_there_are_not_are_refused(layout: str, side: None, message: str) -> None:
    network, _ = karate()
    with pytest.raises(QuestionError, match=message):
        lay_out(network, side, layout)


@pytest.mark.parametrize(
    ("written", "inches"),
    [("column", 85 / 25.4), ("page", 180 / 25.4), ("120mm", 120 / 25.4), ("12 cm", 12 / 2.54),
     ("3.5in", 3.5), (3.5, 3.5), ("252pt", 3.5)],
)  # fmt: skip
def test_widths_in_print_are_read(written: object, inches: float) -> None:
    assert read_width(written) == pytest.approx(inches)


@pytest.mark.parametrize("written", ["wide", "", "5mm", "1e9in", -1, "nan", True, None])
def test_other_widths_are_refused(written: object) -> None:
    with pytest.raises(QuestionError, match="width: must be column"):
        read_width(written)
