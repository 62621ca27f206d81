"""Complete networks: every switch is joined to every other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx

from arrangements.formats.networkx_graph import from_networkx

if TYPE_CHECKING:
    from arrangements.network import Network


def complete(switches: int) -> Network:
    """Build a complete network: links of the class "local", one group."""
    return from_networkx(networkx.complete_graph(switches))
