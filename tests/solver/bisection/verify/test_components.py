"""Counting divisions of components, against listing all bisections."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Line, Link, LinkClass, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.verify.components import LARGEST_COMPONENT, least_by_components
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha

Lines = Callable[..., frozenset[Line]]
Networks = Callable[..., SearchStrategy[Network]]
ALPHAS = st.sampled_from([ZERO, Alpha(1, 3), Alpha(1, 1), Alpha(9, 2), INFINITY])


@settings(deadline=None)
@given(st.data())
def test_least_is_that_of_all_bisections(
    networks: Networks, lines_of: Lines, data: st.DataObject
) -> None:
    network = data.draw(networks(most=8))
    balance = Balance.of(network, data.draw(st.sampled_from(["switches", "hosts"])))
    alpha = data.draw(ALPHAS)
    least = min(alpha.scaled(line) for line in lines_of(network, balance.weights))
    assert least_by_components(network, balance, alpha) == least


@pytest.mark.parametrize(
    ("arrangement", "alpha", "least"),
    [
        ("relative", ZERO, 4),  # 9 groups of 4: one is split evenly, 2·2 local links
        ("circulant", INFINITY, 0),  # 4 GCCs of 9 switches
        ("absolute", INFINITY, 0),
    ],
)
def test_ends_of_a_dragonfly_are_counted(arrangement: str, alpha: Alpha, least: int) -> None:
    network = Dragonfly(a=4, h=2, arrangement=arrangement).network()
    assert least_by_components(network, Balance.of(network), alpha) == least


def test_component_that_is_too_large_is_not_counted() -> None:
    size = LARGEST_COMPONENT + 1
    path = Network(switches=size, links=tuple(Link(u, u + 1, "local") for u in range(size - 1)))
    assert least_by_components(path, Balance.of(path), ZERO) is None
    assert least_by_components(path, Balance.of(path), INFINITY) == 0  # no global links


def test_capacities_beyond_machine_integers_are_not_counted() -> None:
    """Rather than wrapped around."""
    heavy = Network(
        switches=2,
        links=(Link(0, 1, "heavy"),),
        classes=(LinkClass(name="heavy", base=2**62, slope=0),),
    )
    assert least_by_components(heavy, Balance.of(heavy), ZERO) is None


def test_equal_capacities_of_large_size_are_exact() -> None:
    heavy = Network(
        switches=4,
        links=(Link(0, 1, "heavy"), Link(2, 3, "heavy"), Link(1, 2, "local")),
        classes=(
            LinkClass(name="heavy", base=2**55 + 1, slope=0),
            LinkClass(name="local", base=1, slope=0),
        ),
    )
    only = Balance(name="hosts", weights=(1, 0, 0, 1))
    assert least_by_components(heavy, Balance.of(heavy), ZERO) == 1
    assert least_by_components(heavy, only, ZERO) == 1
