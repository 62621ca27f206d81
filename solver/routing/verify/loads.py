"""The loads of links, computed anew: products of tables of all pairs of switches."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.common.errors import Refused
from alphacut.solver.routing.verify.definition import Defined
from alphacut.solver.routing.verify.fabric import Integers

EXACT = 2**53  # sums of integers up to here are exact in floating point
LARGEST = 2**62


class Carried:
    """What a named mechanism makes the links carry.

    Parameters
    ----------
    rates
        (n, n) what switches send to each other, in integers.
    """

    def __init__(self, defined: Defined, rates: Integers) -> None:
        self._defined, self._fabric = defined, defined.fabric
        self._group = np.array(self._fabric.group)
        self._tables = [
            {pair: defined.usable(leg, *pair) for pair in self._fabric.pairs()}
            for leg in defined.legs
        ]
        self._unit = lcm(
            *(int(k) for table in self._tables for each in table.values()
              for k in np.unique(each.sum(axis=2)) if k)
        )  # fmt: skip
        self._load = np.zeros(len(self._fabric.tails), dtype=np.int64)
        self._rates = rates

    def loads(self) -> list[Fraction]:
        """Return what each directed link carries."""
        apart = self._group[:, None] != self._group[None, :]
        between = np.where(apart, self._rates, 0)
        scale = self._unit
        if len(self._defined.legs) == 1:
            self._check(self._unit, between)
            self._carry(0, between, 1)
        else:
            scale = self._twice(between)
        for one, other in np.argwhere(~apart & (self._rates > 0)).tolist():
            if one != other:
                link = self._fabric.joining[one, other][0]
                self._load[link] += scale * self._rates[one, other]
        return [Fraction(each, scale) for each in self._load.tolist()]

    def _check(self, factor: int, rates: Integers) -> None:
        if sum(rates.ravel().tolist()) * factor * 6 >= LARGEST:
            raise Refused("load: its traffic has numbers too large to be checked")

    def _twice(self, between: Integers) -> int:
        first = self._defined.legs[0]
        out, back = (self._allowed(leg) for leg in range(2))
        if first.whole:
            counts = _product(out, back)
        else:
            counts = np.full_like(between, len(self._fabric.members) - 2)
        used = np.unique(counts[between > 0]).tolist()
        if 0 in used:
            raise Refused("load: some pair that sends has no route")
        middles = lcm(*used)
        scale = middles * self._unit**2
        self._check(scale, between)
        shares = between * (middles // np.maximum(counts, 1))
        if first.whole:
            self._carry(0, _product(shares, back.T) * out, self._unit)
            self._carry(1, _product(out.T, shares) * back, self._unit)
        else:
            self._carry(1, self._by_group(shares), 1)
        return scale

    def _allowed(self, leg: int) -> Integers:
        """Tell which switches a leg joins: (n, n) of 0 and 1."""
        found = np.zeros((len(self._group),) * 2, dtype=np.int64)
        for (one, other), usable in self._tables[leg].items():
            xs, ys = (np.array(self._fabric.members[group]) for group in (one, other))
            found[np.ix_(xs, ys)] = usable.any(axis=2)
        return found

    def _carry(self, leg: int, sent: Integers, times: int) -> None:
        """Add what legs carry when each switch sends so much to each other."""
        fabric = self._fabric
        for (one, other), usable in self._tables[leg].items():
            xs, ys = (np.array(fabric.members[group]) for group in (one, other))
            many = np.maximum(usable.sum(axis=2), 1)
            share = sent[np.ix_(xs, ys)] * (times * self._unit // many)
            parts = np.where(usable, share[:, :, None], 0)
            for at, link in enumerate(fabric.trunks[one, other]):
                self._load[link] += parts[:, :, at].sum()
                self._beside(xs, fabric.tails[link], parts[:, :, at].sum(axis=1), out=False)
                self._beside(ys, fabric.heads[link], parts[:, :, at].sum(axis=0), out=True)

    def _beside(self, switches: Integers, end: int, amounts: Integers, *, out: bool) -> None:
        """Add local hops between one end of a link and the switches of its group."""
        for switch, amount in zip(switches.tolist(), amounts.tolist(), strict=True):
            if amount and switch != end:
                ends = (end, switch) if out else (switch, end)
                self._load[self._fabric.joining[ends][0]] += amount

    def _by_group(self, shares: Integers) -> Integers:
        """Carry first legs to other groups; return what is sent on from where they end."""
        fabric = self._fabric
        arrives = np.zeros_like(shares)
        for (one, other), usable in self._tables[0].items():
            each = np.asarray(usable.any(axis=1))  # (switches, links)
            xs = np.array(fabric.members[one])
            elsewhere = self._group != other
            sent = shares[np.ix_(xs, np.flatnonzero(elsewhere))].sum(axis=1)
            part = self._unit // np.maximum(each.sum(axis=1), 1)
            for at, link in enumerate(fabric.trunks[one, other]):
                amounts = np.where(each[:, at], sent * part, 0)
                self._load[link] += amounts.sum() * self._unit
                self._beside(xs, fabric.tails[link], amounts * self._unit, out=False)
                arrives[xs, fabric.heads[link]] += np.where(each[:, at], part, 0)
        onward = _product(arrives.T, shares)
        onward[self._group[:, None] == self._group[None, :]] = 0
        return onward


def _product(one: Integers, other: Integers) -> Integers:
    """Multiply tables of integers exactly, fast where the sums allow it."""
    bound = float(one.max(initial=0)) * float(other.max(initial=0)) * one.shape[1]
    if bound < EXACT:
        fast: NDArray[np.float64] = one.astype(np.float64) @ other.astype(np.float64)
        return fast.astype(np.int64)
    if bound >= LARGEST:
        raise Refused("load: its traffic has numbers too large to be checked")
    return np.asarray(one @ other)
