"""Whether two networks are the same but for the numbers of their switches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import igraph
import pytest

from alphacut.arrangements.network import Network

Isomorphic = Callable[[Network, Network], bool]


@pytest.fixture(scope="session")
def isomorphic() -> Isomorphic:
    """Whether some renumbering of switches keeps all links, with classes and multiplicities."""
    return _isomorphic


def _isomorphic(one: Network, other: Network) -> bool:
    networks = (one, other)
    graphs = [igraph.Graph(n=x.switches, edges=[link[:2] for link in x.links]) for x in networks]
    kinds = sorted({link[2:] for x in networks for link in x.links})
    colours = [[kinds.index(link[2:]) for link in x.links] for x in networks]
    if Counter(colours[0]) != Counter(colours[1]):
        return False
    return bool(graphs[0].isomorphic_vf2(graphs[1], edge_color1=colours[0], edge_color2=colours[1]))
