"""A time that no placement falls below: what the links of hosts must carry."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from alphacut.solver.placement.mapping.bounds import most_edges
from alphacut.solver.placement.mapping.stencil import Stencil

if TYPE_CHECKING:
    from alphacut.solver.placement.exchange import Exchange
    from alphacut.solver.placement.machine import Machine
    from alphacut.solver.placement.sides import Sides


def least_seconds(exchange: Exchange, machine: Machine, tasks: Sides) -> Fraction:
    """Return a time that no placement of a decomposition falls below: that of the hosts' links.

    A host with c tasks sends at least c less what these can send each other: for each of the
    edges among c cells, twice the largest m_k.
    """
    largest = max(exchange.proportions(tasks))
    periodic = Stencil(sides=tasks, torus=True)
    sends = min(
        max(c - 2 * most_edges(periodic, c) * largest, Fraction(0))
        for c in range(1, machine.ranks + 1)
    )
    return exchange.volume(tasks) * sends / machine.injection
