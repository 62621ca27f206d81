"""Networks that several tests draw from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import strategies as st

from alphacut.arrangements.network import Link, LinkClass, Network

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

CLASSES = (
    LinkClass(name="local", base=1, slope=0),
    LinkClass(name="global", base=0, slope=1),
    LinkClass(name="mixed", base=2, slope=3),
)


@st.composite
def _networks(draw: DrawFn, most: int = 6) -> Network:
    switches = draw(st.integers(1, most))
    pairs = [(i, j) for j in range(switches) for i in range(j)]
    ends = draw(st.lists(st.sampled_from(pairs), max_size=12)) if pairs else []
    links = tuple(
        Link(*pair, draw(st.sampled_from(CLASSES)).name, draw(st.integers(1, 2))) for pair in ends
    )
    numbers = st.lists(st.integers(0, 2), min_size=switches, max_size=switches)
    return Network(
        switches=switches,
        links=links,
        classes=CLASSES,
        groups=tuple(draw(numbers)),
        hosts=tuple(draw(numbers)),
    )


@pytest.fixture(scope="session")
def networks() -> SearchStrategy[Network]:
    """Small networks with links of three classes, parallel ones among them."""
    return _networks()
