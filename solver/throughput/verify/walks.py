"""All numbers and total lengths of minimal and non-minimal paths, as products of matrices.

With lengths y on the links, every entry of a matrix is a number of paths together with
the sum of their lengths: c + s·ε with ε² = 0, whose products count concatenations and add
up their lengths. What a link carries is the derivative of the total length with respect
to its own, which the products give backwards. No path is listed, and nothing is taken
over from how the answer was found.

References
----------
Clifford, Preliminary sketch of biquaternions, 1871 (dual numbers). Griewank and Walther,
Evaluating derivatives, 2008, chapter 3 (the reverse mode).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product as pairs

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.throughput.verify.exact import Table, product, times, total


@dataclass(frozen=True, kw_only=True)
class Sums:
    """Paths between all pairs of switches: how many, and their lengths added up."""

    count: Table  # (n, n)
    length: Table  # (n, n)

    def then(self, other: Sums) -> Sums:
        """Return the concatenations of these paths with others."""
        return Sums(
            count=product(self.count, other.count),
            length=total(product(self.length, other.count), product(self.count, other.length)),
        )

    def where(self, kept: Table) -> Sums:
        """Return those between some pairs of switches alone."""
        return Sums(count=np.where(kept, self.count, 0), length=np.where(kept, self.length, 0))


def added(parts: Sequence[Sums]) -> Sums:
    """Return all paths of several kinds together."""
    return Sums(
        count=total(*(part.count for part in parts)), length=total(*(part.length for part in parts))
    )


class Walks:
    """The paths of a network with groups under lengths of its directed links.

    Parameters
    ----------
    lengths
        Of link k of the network from its first switch to its second at place 2k, and
        back at 2k + 1; integers, not negative.
    """

    def __init__(self, network: Network, lengths: Sequence[int]) -> None:
        n = network.switches
        self.network = network
        groups = np.array(network.groups)
        self.inside = groups[:, None] == groups[None, :]
        self._steps = _tables(network, lengths, inside=True)
        self._jumps = _tables(network, lengths, inside=False)
        self.nearest = [Sums(count=np.eye(n, dtype=np.int64), length=np.zeros((n, n), np.int64))]
        self._masks = [np.eye(n, dtype=bool)]
        reached = np.eye(n, dtype=bool)
        while True:
            longer = self.nearest[-1].then(self._steps)
            new = (longer.count > 0) & ~reached
            if not new.any():
                break
            reached |= new
            self._masks.append(new)
            self.nearest.append(longer.where(new))
        self.minimal = self._minimal()
        self.valiant = self._valiant()

    def _minimal(self) -> list[Sums]:
        """Return the minimal paths between different groups, by length."""
        longest = len(self.nearest) - 1
        found: list[list[Sums]] = [[] for _ in range(2 * longest + 2)]
        for i, j in pairs(range(longest + 1), repeat=2):
            found[i + 1 + j].append(self.nearest[i].then(self._jumps).then(self.nearest[j]))
        n = self.network.switches
        none = np.zeros((n, n), dtype=np.int64)
        return [added(parts) if parts else Sums(count=none, length=none) for parts in found]

    def _valiant(self) -> list[Sums]:
        """Return the non-minimal paths, by length: two minimal ones to and from other groups."""
        found: list[list[Sums]] = [[] for _ in range(2 * len(self.minimal) - 1)]
        for i, j in pairs(range(len(self.minimal)), repeat=2):
            found[i + j].append(self.minimal[i].then(self.minimal[j]))
        return [added(parts) for parts in found]

    def direct(self, length: int) -> Sums:
        """Return the minimal paths of a length, between and inside groups."""
        here = self.minimal[length] if length < len(self.minimal) else None
        near = self.nearest[length] if 0 < length < len(self.nearest) else None
        return added([part for part in (here, near) if part is not None])

    # ---- loads -----------------------------------------------------------

    def loads(self, minimal: Sequence[Table], valiant: Sequence[Table]) -> list[int]:
        """Return the load of each directed link, given the rate of each path by its length.

        Parameters
        ----------
        minimal, valiant
            For each length an (n, n) matrix of rates of single paths; `minimal` is over
            paths between groups and inside them.
        """
        across = [self._of_minimal(length, rate, valiant) for length, rate in enumerate(minimal)]
        longest = len(self.nearest) - 1
        spans = list(pairs(range(longest + 1), repeat=2))
        jump = total(*(
            product(product(self.nearest[i].count.T, across[i + 1 + j]), self.nearest[j].count.T)
            for i, j in spans
        ))  # fmt: skip
        near = [
            np.where(self.inside, minimal[i], 0) if i else np.zeros_like(self.nearest[0].count)
            for i in range(longest + 1)
        ]
        for i, j in spans:
            rest = product(self._jumps.count, self.nearest[j].count)
            near[i] = total(near[i], product(across[i + 1 + j], rest.T))
            early = product(self.nearest[j].count, self._jumps.count)
            near[i] = total(near[i], product(early.T, across[j + 1 + i]))
        step = self._of_steps(near)
        return self._by_link(step, jump)

    def _of_minimal(self, length: int, rate: Table, valiant: Sequence[Table]) -> Table:
        """Return the rate of each minimal path of a length, by itself and as a half of others."""
        parts = [np.where(self.inside, 0, rate)]
        for other, half in enumerate(self.minimal):
            whole = valiant[length + other]
            if half.count.any() and whole.any():
                parts.append(product(whole, half.count.T))
                parts.append(product(half.count.T, whole))
        return np.where(self.inside, 0, total(*parts))

    def _of_steps(self, near: list[Table]) -> Table:
        """Return the load of a local hop between two switches, for each link that makes it."""
        load = np.zeros_like(self._steps.count)
        for i in range(len(near) - 1, 0, -1):
            here = np.where(self._masks[i], near[i], 0)
            load = total(load, product(self.nearest[i - 1].count.T, here))
            near[i - 1] = total(near[i - 1], product(here, self._steps.count.T))
        return load

    def _by_link(self, step: Table, jump: Table) -> list[int]:
        found: list[int] = []
        for first, second, _, multiplicity in self.network.links:
            for ends in ((first, second), (second, first)):
                local = bool(self.inside[ends])
                found.append(int(step[ends]) if local else multiplicity * int(jump[ends]))
        return found


def _tables(network: Network, lengths: Sequence[int], *, inside: bool) -> Sums:
    """Return the links inside groups, or between them, as paths of one hop.

    Parallel links are one hop inside a group, and as many paths between groups.
    """
    n = network.switches
    count = np.zeros((n, n), dtype=object)
    length = np.zeros((n, n), dtype=object)
    for place, (first, second, _, multiplicity) in enumerate(network.links):
        if (network.groups[first] == network.groups[second]) != inside:
            continue
        paths = 1 if inside else multiplicity
        for ends, at in (((first, second), 2 * place), ((second, first), 2 * place + 1)):
            count[ends] += paths
            length[ends] += paths * lengths[at]
    whole = np.ones((n, n), dtype=np.int64)
    return Sums(count=times(count, whole), length=times(length, whole))
