"""Leaves that rest on linear inequalities over pairs of switches, in exact integers.

References
----------
Neumaier and Shcherbina, Safe bounds in linear and mixed-integer linear programming (2004).
"""

from __future__ import annotations

from alphacut.arrangements.words import shown
from alphacut.solver.bisection.certificate.leaves import LinearLeaf
from alphacut.solver.bisection.certificate.proofs import TreeProof
from alphacut.solver.bisection.verify.counts import Limit
from alphacut.solver.bisection.verify.orbit_variables import OrbitVariables, Row
from alphacut.solver.bisection.verify.part import Part, Statement, enough
from alphacut.solver.bisection.verify.rows import Inequality, switch
from alphacut.solver.common.errors import Refused


class LinearLeaves:
    """Checks such leaves of one certificate."""

    def __init__(self, statement: Statement, proof: TreeProof) -> None:
        self._statement = statement
        self._size = len(statement.balance.extended)
        self._inequalities = [Inequality.of(row, self._size) for row in proof.rows]
        self._generators = proof.symmetries
        self._kept: set[tuple[int, int]] = set()  # sets that were seen to keep a symmetry
        self._variables: dict[int | None, OrbitVariables] = {}
        self._rows: dict[tuple[int | None, int], Row] = {}

    def check(self, leaf: LinearLeaf, part: Part, highest: int) -> None:
        """Refuse a leaf that does not exclude all capacities up to the highest.

        Parameters
        ----------
        part
            The part that it is a leaf of.
        highest
            The largest scaled capacity that is to be excluded.
        """
        objective = leaf.objective or 0
        enough((self._least(leaf, part, objective), objective), highest)

    def _least(self, leaf: LinearLeaf, part: Part, objective: int) -> int:
        """Return a number that objective·capacity is at least, everywhere in the leaf.

        Each inequality is taken as (row · y ≥ side); their sum, with multipliers
        that are not negative, is subtracted from the capacity, and what remains
        of each variable is at its least at an end of its range.
        """
        region, limits = part.region, part.limits
        symmetry = self._symmetry(leaf.symmetry)
        variables = self._variables_under(symmetry)
        for limit in limits:
            self._check_kept(limit, symmetry)
        total = _Sum(variables.scaled(self._statement.alpha), objective)
        half = self._statement.balance.half
        for number, value in leaf.halves:
            total.add(variables.half(switch(number, self._size)), half, value)
        for index, value in leaf.rows:
            total.add(
                self._row(symmetry, variables, index), self._inequalities[index].limit, -value
            )
        for index, value in leaf.known:
            if index >= len(self._statement.known):
                raise Refused(f"a leaf names known point {shown(index)}, which does not exist")
            known = self._statement.known[index]
            total.add(variables.scaled(known.alpha), known.bound, value)
        for index, low, high in leaf.counts:
            if index >= len(limits):
                raise Refused(f"a leaf names count {shown(index)}, which its path does not limit")
            row = limits[index].row(variables)
            total.add(row, limits[index].low, low)
            total.add(row, limits[index].high, -high)
        sides = ((variables.intercept, leaf.intercept, 0), (variables.slope, leaf.slope, 1))
        for row, (low, high), place in sides:
            total.add(row, region.low[place], low)
            total.add(row, region.high[place], -high)
        return total.least()

    def _variables_under(self, symmetry: int | None) -> OrbitVariables:
        if symmetry not in self._variables:
            generators = () if symmetry is None else self._generators[symmetry]
            network, balance = self._statement.network, self._statement.balance
            self._variables[symmetry] = OrbitVariables(network, balance, generators)
        return self._variables[symmetry]

    def _check_kept(self, limit: Limit, symmetry: int | None) -> None:
        if symmetry is not None and (limit.number, symmetry) not in self._kept:
            limit.check_kept(self._generators[symmetry])
            self._kept.add((limit.number, symmetry))

    def _symmetry(self, number: int | None) -> int | None:
        if number is not None and number >= len(self._generators):
            raise Refused(f"a tree names symmetry {shown(number)}, which does not exist")
        return number

    def _row(self, symmetry: int | None, variables: OrbitVariables, index: int) -> Row:
        if index >= len(self._inequalities):
            raise Refused(f"a leaf names row {shown(index)}, which does not exist")
        if (symmetry, index) not in self._rows:
            self._rows[symmetry, index] = self._inequalities[index].row(variables)
        return self._rows[symmetry, index]


class _Sum:
    """A capacity less multiples of valid inequalities, in exact integers."""

    def __init__(self, capacity: Row, objective: int) -> None:
        self._reduced = {orbit: objective * value for orbit, value in capacity.items()}
        self._constant = 0

    def add(self, row: Row, side: int, multiplier: int) -> None:
        if multiplier:
            self._constant += multiplier * side
            for orbit, value in row.items():
                self._reduced[orbit] = self._reduced.get(orbit, 0) - multiplier * value

    def least(self) -> int:
        return self._constant + sum(min(0, value) for value in self._reduced.values())
