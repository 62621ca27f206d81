"""The networks whose curves Belka et al. publish, with each of their arrangements that exists.

References
----------
Belka et al., New link arrangements for Dragonfly networks, section 3.
"""

from __future__ import annotations

from collections.abc import Iterator

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.links.catalogue import BY_NAME
from alphacut.arrangements.structure.symmetry import automorphisms
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.pairs import Pairs

SIZES = ((4, 2), (3, 3), (3, 4), (2, 8))  # (a, h)
ARRANGEMENTS = ("absolute", "relative", "circulant", "nautilus", "helix")


def published() -> Iterator[Dragonfly]:
    """Yield the 19 networks, in the paper's order."""
    for a, h in SIZES:
        for name in ARRANGEMENTS:
            if BY_NAME[name].refusal(a, h) is None:
                yield Dragonfly(a=a, h=h, arrangement=name)


def size_name(dragonfly: Dragonfly) -> str:
    """Return the name that the papers give a size: "(p,4,2)"."""
    return f"(p,{dragonfly.a},{dragonfly.h})"


def short_name(dragonfly: Dragonfly) -> str:
    """Return a name for options and progress: "p42-relative"."""
    return f"p{dragonfly.a}{dragonfly.h}-{dragonfly.arrangement}"


def hardest_first(dragonflies: list[Dragonfly]) -> list[Dragonfly]:
    """Order for sharing among processes: by the number of orbits of pairs, largest first."""
    return sorted(dragonflies, key=_orbits, reverse=True)


def _orbits(dragonfly: Dragonfly) -> int:
    network = dragonfly.network()
    balance = Balance.of(network)
    return Pairs(network, balance, automorphisms(network, balance.weights)).count
