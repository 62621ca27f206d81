"""Complete networks: every switch is joined to every other."""

from __future__ import annotations

from itertools import combinations

from alphacut.arrangements.network import LOCAL, Link, Network
from alphacut.arrangements.topologies._known import EVERY_BALANCE, KnownBisection


def complete(switches: int, p: int = 1) -> Network:
    """Build a complete network: links of the class "local", one group, p hosts at each switch."""
    return Network(
        switches=switches,
        links=tuple(Link(*pair, LOCAL.name) for pair in combinations(range(switches), 2)),
        hosts=(p,) * switches,
    )


def complete_bisection(switches: int) -> KnownBisection:
    """Return the bisection bandwidth: every switch of one side times every one of the other."""
    return KnownBisection(
        value=(switches // 2) * (switches - switches // 2),
        balances=EVERY_BALANCE,
        formula="floor(n/2)·ceil(n/2)",
        reference="every pair of switches on different sides is joined by one link",
    )
