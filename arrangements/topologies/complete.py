"""Complete networks: every switch is joined to every other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx

from arrangements.formats.networkx_graph import from_networkx
from arrangements.topologies._known import EVERY_BALANCE, KnownBisection

if TYPE_CHECKING:
    from arrangements.network import Network


def complete(switches: int) -> Network:
    """Build a complete network: links of the class "local", one group."""
    return from_networkx(networkx.complete_graph(switches))


def complete_bisection(switches: int) -> KnownBisection:
    """Return the bisection bandwidth: every switch of one side times every one of the other."""
    return KnownBisection(
        value=(switches // 2) * (switches - switches // 2),
        balances=EVERY_BALANCE,
        formula="floor(n/2)·ceil(n/2)",
        reference="every pair of switches on different sides is joined by one link",
    )
