"""The cable list: every link once, every port once."""

from __future__ import annotations

from collections import Counter

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Link, Network
from alphacut.arrangements.structure.cables import Plug, cables


@pytest.mark.parametrize("arrangement", ["absolute", "nautilus", "helix"])
def test_every_link_is_a_cable_and_every_port_is_used_once(arrangement: str) -> None:
    network = Dragonfly(a=4, h=2, arrangement=arrangement, p=3).network()
    found = list(cables(network))
    ends = Counter((c.link_class, *sorted((c.start.switch, c.end.switch))) for c in found)
    assert ends == {(link.link_class, link.first, link.second): 1 for link in network.links}
    ports = Counter((plug.switch, plug.port) for c in found for plug in (c.start, c.end))
    assert ports == {(switch, port): 1 for switch in range(36) for port in range(3, 8)}
    local = {plug.port for c in found if c.link_class == "local" for plug in (c.start, c.end)}
    assert local == {3, 4, 5}


def test_parallel_links_are_cables_of_their_own() -> None:
    links = (Link(0, 1, "local", 2), Link(0, 2, "global"))
    network = Network(switches=3, links=links, groups=(5, 5, 7), hosts=(0, 1, 2))
    found = list(cables(network))
    assert [c.link_class for c in found] == ["local", "local", "global"]
    assert found[0].start == Plug(group=5, switch=0, position=0, port=0)
    assert found[0].end == Plug(group=5, switch=1, position=1, port=1)
    assert (found[1].start.port, found[1].end.port) == (1, 2)
    assert found[2].end == Plug(group=7, switch=2, position=0, port=2)


def test_ports_follow_the_switch_at_the_other_end() -> None:
    network = Dragonfly(a=3, h=2, arrangement="relative").network()
    beyond: dict[int, dict[int, int]] = {}
    for cable in cables(network):
        beyond.setdefault(cable.start.switch, {})[cable.start.port] = cable.end.switch
        beyond.setdefault(cable.end.switch, {})[cable.end.port] = cable.start.switch
    for ports in beyond.values():
        ordered = [ports[port] for port in sorted(ports)]
        assert ordered[:2] == sorted(ordered[:2])
        assert ordered[2:] == sorted(ordered[2:])
