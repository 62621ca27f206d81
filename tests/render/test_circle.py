"""Pictures of networks: everything is there, in its place, and told apart."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Network
from alphacut.arrangements.topologies.complete import complete
from alphacut.arrangements.topologies.hypercube import hypercube
from alphacut.service.render.circle import SEVERED, SIDES, Picture, circle_svg
from alphacut.service.render.layout import lay_out

SVG = "{http://www.w3.org/2000/svg}"


def dragonfly(a: int, h: int) -> Network:
    return Dragonfly(a=a, h=h, arrangement="relative").network()


def drawn(picture: Picture) -> ET.Element:
    return ET.fromstring(circle_svg(picture))


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
    assert layout.size <= 1200


def test_components_have_hues() -> None:
    network = dragonfly(4, 2)
    halves = [frozenset(s for s in range(36) if s % 4 in (0, 3)),
              frozenset(s for s in range(36) if s % 4 in (1, 2))]  # fmt: skip
    root = drawn(Picture(network=network, title="", colours=halves))
    bent = [p.attrib["stroke"] for p in root.iter(f"{SVG}path") if "Q" in p.attrib["d"]]
    assert set(Counter(bent).values()) == {18}
