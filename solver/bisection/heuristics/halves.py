"""Halves of orders of the switches: along a narrow order, a half severs little."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.starts import filled


def halves_of(order: Sequence[int], balance: Balance) -> tuple[list[int], ...]:
    """Return the sides that an order begins with and ends with, each exactly half.

    They differ where the sides of a bisection do, or where weights do.
    """
    first, last = filled(order, balance), filled(order[::-1], balance)
    complement = set(order) - set(first)
    return (first,) if complement == set(last) else (first, last)


def repaired(side: Collection[int], balance: Balance, pull: Sequence[float]) -> list[int]:
    """Return a side of a bisection that is much the same as one that is none.

    Parameters
    ----------
    pull
        How strongly each switch belongs to the side: those with least of it leave first, and of
        the others those with most of it come first.
    """
    inside = set(side)
    return filled(sorted(range(len(pull)), key=lambda u: (u not in inside, -pull[u], u)), balance)
