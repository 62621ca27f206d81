"""Cables, which are links counted one by one, and how many of them may be listed.

A network holds parallel links as one with a multiplicity, so its size says nothing
about them. Whatever lists cables asks here first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

MOST = 2_000_000  # as many as a network may have links


def check_cables(network: Network) -> None:
    """Refuse a network with more cables than are written out, parallel links one by one.

    Raises
    ------
    NetworkError
        With their number, and how many may be.
    """
    cables = sum(link.multiplicity for link in network.links)
    if cables > MOST:
        raise NetworkError(
            f"too many cables to write one by one: {cables:,} with parallel links, at most {MOST:,}"
        )
