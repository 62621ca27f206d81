"""Two and three levels: Table IV of Camarero et al., with its misprint repaired."""

from __future__ import annotations

import pytest

from alphacut.arrangements.structure.levels import CORNERS, Corner, trunked, trunked_cascade

BY_NAME = {corner.name: corner for corner in CORNERS}


@pytest.mark.parametrize("corner", CORNERS, ids=lambda corner: str(corner.name))
def test_hosts_are_as_printed_for_large_radix(corner: Corner) -> None:
    radix = 10.0**6
    assert corner.sizes(radix).hosts == pytest.approx(corner.printed(radix), rel=1e-4)


@pytest.mark.parametrize(
    ("name", "power", "factor"),
    [
        ("canonical dragonfly", 3, 1 / 2),
        ("Hamming graph", 2, 1),
        ("3-level dragonfly", 7, 1 / 16),
        ("Cascade-like", 5, 1 / 2),
        ("trunked above", 5, 1 / 9),
        ("3D Hamming graph", 3, 1),
    ],
)
def test_switches_by_group_size(name: str, power: int, factor: float) -> None:
    sizes = BY_NAME[name].sizes(10.0**6)
    assert sizes.switches == pytest.approx(factor * sizes.a**power, rel=1e-3)


def test_the_printed_term_of_the_cascade_is_a_misprint() -> None:
    """54R³ leaves out R⁴: at R = 64 it misses the product by 8 %, 54R⁴ by 0.1 %."""
    exact = BY_NAME["Cascade-like"].sizes(64).hosts
    misprint = (64**6 + 12 * 64**5 + 54 * 64**3) / (2**2 * 3**6)
    assert abs(misprint - exact) / exact > 0.01
    assert BY_NAME["Cascade-like"].printed(64) == pytest.approx(exact, rel=1e-3)


@pytest.mark.parametrize("name", ["canonical dragonfly", "3-level dragonfly", "Cascade-like"])
def test_hosts_equal_links_of_the_highest_level(name: str) -> None:
    """R = Δ₀ + Δ with Δ₀ = Δₙ, the sizes put into equations 1 and 5."""
    sizes = BY_NAME[name].sizes(64)
    highest = {
        "canonical dragonfly": (sizes.b - 1) / sizes.a,
        "3-level dragonfly": (sizes.c - 1) / (sizes.a * sizes.b),
        "Cascade-like": (sizes.c - 1) / (sizes.a * sizes.b),
    }[name]
    assert sizes.hosts_per_switch == pytest.approx(highest)


def test_trunking_leads_from_the_dragonfly_to_the_hamming_graph() -> None:
    radix, hosts = trunked(22.0, 22.0)
    assert (radix, hosts) == pytest.approx((63, 22 * 22 * 21))
    radix, hosts = trunked(1000.0, 1.0)
    assert hosts == pytest.approx(BY_NAME["canonical dragonfly"].sizes(radix).hosts, rel=0.01)


def test_trunking_leads_from_the_cascade_to_three_dimensions() -> None:
    radix, hosts = trunked_cascade(10.0, 100.0)
    assert (radix, hosts) == pytest.approx((36, 10**3 * 9))
    radix, hosts = trunked_cascade(300.0, 1.0)
    assert hosts == pytest.approx(BY_NAME["Cascade-like"].sizes(radix).hosts, rel=0.01)
