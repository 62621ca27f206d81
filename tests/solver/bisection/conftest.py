"""Small networks, drawn at random, and their bisections."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from alphacut.arrangements.network import Link, LinkClass, Network

CLASSES = (
    LinkClass(name="local", base=1, slope=0),
    LinkClass(name="global", base=0, slope=1),
    LinkClass(name="mixed", base=2, slope=3),
)


@st.composite
def _networks(draw: DrawFn, least: int = 1, most: int = 7, hosts: int = 3) -> Network:
    switches = draw(st.integers(least, most))
    pairs = [(i, j) for j in range(switches) for i in range(j)]
    ends = draw(st.lists(st.sampled_from(pairs), max_size=14)) if pairs else []
    links = [
        Link(*pair, draw(st.sampled_from(CLASSES)).name, draw(st.integers(1, 3))) for pair in ends
    ]
    weights = draw(st.lists(st.integers(0, hosts), min_size=switches, max_size=switches))
    return Network(switches=switches, links=tuple(links), classes=CLASSES, hosts=(*weights[1:], 1))


@pytest.fixture(scope="session")
def networks() -> Callable[..., SearchStrategy[Network]]:
    """Return what draws small networks with links of three classes and hosts of 0 to 3."""
    return _networks
