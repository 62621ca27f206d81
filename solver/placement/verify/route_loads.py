"""Loads of links by walking every route of every message.

A route is a row of switches, and each step between two of them a local or a global link. Messages
between two groups take each of the links between these equally often; indirect ones go by way of
each other group equally often, and choose a link to it and one from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from alphacut.solver.common.errors import BeyondLimit
from alphacut.solver.placement.verify.machine import Machine
from alphacut.solver.placement.verify.traffic import Amounts, Messages, Table

MOST_STEPS = 1_000_000_000  # pairs of switches by groups by links between two groups


@dataclass(frozen=True, kw_only=True)
class Carried:
    """What links carry, times `unit`, by their ends: u·n + v for switches, i·g + j for groups."""

    local: dict[int, int]
    remote: dict[int, int]  # of each link between two groups
    unit: Fraction

    def largest(self, limit: str) -> Fraction:
        """Return the largest demand on a "local" or a "remote" link."""
        return max(getattr(self, limit).values(), default=0) * self.unit

    def on(self, limit: str, key: int) -> Fraction:
        """Return the demand on one link."""
        found: int = getattr(self, limit).get(key, 0)
        return found * self.unit


class _Sums:
    """Amounts by key, added up at the end."""

    def __init__(self, kind: np.dtype[np.generic]) -> None:
        self._keys, self._amounts = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=kind)]

    def add(self, keys: Table, amounts: Amounts) -> None:
        """Add to several keys, of which one may be there twice."""
        known, place = np.unique(keys, return_inverse=True)
        total = np.zeros(len(known), dtype=self._amounts[0].dtype)
        np.add.at(total, place, amounts)
        self._keys.append(known)
        self._amounts.append(total)

    def totals(self) -> dict[int, int]:
        """Return the sums."""
        found: dict[int, int] = {}
        for keys, amounts in zip(self._keys, self._amounts, strict=True):
            for key, amount in zip(keys.tolist(), amounts.tolist(), strict=True):
                found[key] = found.get(key, 0) + amount
        return found


def walked(
    messages: Messages, switches: Sequence[int], machine: Machine, routing: str, same_group: str
) -> Carried:
    """Return what every local and global link carries.

    Parameters
    ----------
    switches
        The switch of each task.

    Raises
    ------
    BeyondLimit
        If there are too many routes.
    """
    return _Walk(messages, switches, machine).carried(routing, same_group)


class _Walk:
    def __init__(self, messages: Messages, switches: Sequence[int], machine: Machine) -> None:
        n, g, t = sum(map(len, machine.members)), machine.groups, machine.trunks
        group = np.zeros(n, dtype=np.int64)
        for number, members in enumerate(machine.members):
            group[list(members)] = number
        gates = np.zeros((g, g, t, 2), dtype=np.int64)
        for pair, links in machine.gates.items():
            gates[pair] = links
        self._start, self._end = gates[..., 0], gates[..., 1]
        self._n, self._g, self._t, self._unit = n, g, t, messages.unit
        at = np.array(switches, dtype=np.int64)
        keys, place = np.unique(at[messages.source] * n + at[messages.target], return_inverse=True)
        self._amount = np.zeros(len(keys), dtype=messages.amount.dtype)
        np.add.at(self._amount, place, messages.amount)
        self._u, self._v = keys // n, keys % n
        self._i, self._j = group[self._u], group[self._v]
        self._local, self._remote = (_Sums(self._amount.dtype) for _ in range(2))

    def carried(self, routing: str, same_group: str) -> Carried:
        """Walk all routes."""
        direct, g, t = routing == "direct", self._g, self._t
        if not direct and len(self._u) * g * t > MOST_STEPS:
            raise BeyondLimit("time", f"more than {MOST_STEPS:,} routes to walk")
        scale = t if direct else (g - 1) * (g - 2) * t * t
        stays = (self._i == self._j) & (direct or same_group == "minimal")
        self._step(self._u[stays], self._v[stays], self._amount[stays] * scale)
        if direct:
            self._between(~stays)
        else:
            for p in range(g):
                self._by_way_of(p, ~stays & (self._i != p) & (self._j != p))
        return Carried(
            local=self._local.totals(), remote=self._remote.totals(), unit=self._unit / scale
        )

    def _step(self, start: Table, end: Table, amounts: Amounts) -> None:
        """Load the local links between switches, where these differ."""
        apart = start != end
        self._local.add((start * self._n + end)[apart], amounts[apart])

    def _between(self, chosen: Table) -> None:
        """Take each link between two groups, for one part in t of what goes over it."""
        u, v, i, j = (each[chosen] for each in (self._u, self._v, self._i, self._j))
        amounts = self._amount[chosen]
        self._remote.add(i * self._g + j, amounts)
        for link in range(self._t):
            self._step(u, self._start[i, j, link], amounts)
            self._step(self._end[i, j, link], v, amounts)

    def _by_way_of(self, p: int, chosen: Table) -> None:
        """Take each link to one group, and each one from it.

        Of g - 1 groups each is taken by what stays in its group, of g - 2 by the others.
        """
        u, v, i, j = (each[chosen] for each in (self._u, self._v, self._i, self._j))
        amounts = self._amount[chosen] * np.where(i == j, self._g - 2, self._g - 1)
        self._remote.add(i * self._g + p, amounts * self._t)
        self._remote.add(p * self._g + j, amounts * self._t)
        for link in range(self._t):
            self._step(u, self._start[i, p, link], amounts * self._t)
            self._step(self._end[p, j, link], v, amounts * self._t)
            for onward in range(self._t):
                self._step(self._end[i, p, link], self._start[p, j, onward], amounts)
