"""Row generation: the capacity of a link enters a program once a solution exceeds it.

Most links of a large network are nowhere near full, while each costs an entry for almost
every variable. The program begins with the links that an even division fills most; links
that its solution overloads are added, until there are none. At any time the lengths found
(zero for the links left out) bound the rate from above, and the rates found from below.

References
----------
Dantzig, Fulkerson and Johnson, Solution of a large-scale traveling-salesman problem,
Operations Research 2(4), 1954 (rows as a solution violates them).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from alphacut.solver.throughput.program import Clock, Floats, Program, Solution
from alphacut.solver.throughput.variables import Variables
from alphacut.solver.traffic.traffic import Demands

FIRST = 0.8  # of the fullest link under an even division, from which on links are there at once
NEAR = 0.97  # of its capacity, from which on a link comes in with those that are overloaded
OVERLOAD = 1e-9  # of its capacity, up to which a link is none


class LazyLinks:
    """A program whose links come as they are needed, and stay for every later run."""

    def __init__(self, variables: Variables, demands: Demands, links: int) -> None:
        self._variables, self._demands, self._links = variables, demands, links
        self._kept = np.zeros(links, dtype=bool)

    @property
    def present(self) -> int:
        """How many links have come."""
        return int(self._kept.sum())

    def run(self, capacities: Floats, clock: Clock) -> Solution:
        """Solve by an interior point method, without crossover.

        Where the time is over, what the last whole round found is returned.
        """
        if not self._kept.any():
            shares = self._shares(self._even(), capacities)
            self._kept = shares >= FIRST * shares.max(initial=0.0)
        best: Solution | None = None
        while True:
            found = self._round(capacities, clock)
            if best is not None and not found.optimal:
                return best
            best = found
            shares = self._shares(found.rates, capacities)
            missing = (shares > 1 + OVERLOAD) & ~self._kept
            if not found.optimal or clock.over or not missing.any():
                return best
            self._kept |= shares > NEAR

    def _round(self, capacities: Floats, clock: Clock) -> Solution:
        """Solve with the links that are there; the lengths of the others are zero."""
        kept = np.flatnonzero(self._kept)
        part = self._variables.on(kept, self._links)
        program = Program(part, self._demands, len(kept), solver="ipm")
        program.set_capacities(capacities[kept])
        found = program.run(clock.left)
        lengths = np.zeros(self._links)
        lengths[kept] = found.lengths
        return replace(found, lengths=lengths, basis=None)

    def _even(self) -> Floats:
        """Divide the demand of each flow evenly over its variables."""
        flows = self._variables.flows
        sets = np.bincount(flows, minlength=len(self._demands))
        return np.asarray((self._demands.weights / sets)[flows], dtype=float)

    def _shares(self, rates: Floats, capacities: Floats) -> Floats:
        """Return the load of each link by its capacity, given the rates of whole variables."""
        loads = np.zeros(self._links)
        single = rates / self._variables.paths
        for place, part in self._variables.parts():
            carried = part.counts * single[place][part.owners]
            loads += np.bincount(part.links, weights=carried, minlength=self._links)
        with np.errstate(divide="ignore"):
            none = np.where(loads > 0, np.inf, 0.0)
            return np.where(capacities > 0, loads / np.maximum(capacities, 1e-300), none)
