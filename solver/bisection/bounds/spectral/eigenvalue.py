"""The bound of the second eigenvalue on bisections (Fiedler, 1973), as a semidefinite leaf.

With the Laplacian matrix L of the scaled capacities, the weights w on the diagonal of W, and the
second least λ for which L - λW is singular, a cut whose signs have the weighted sum Δ has at least
the capacity λ/4·(Σw - Δ²/Σw). Where weights are unlike, λ for the unit matrix in place of W may be
better, among signs that are orthogonal to w: λ·n/4 (Donath and Hoffman, 1973).

References
----------
Fiedler, Algebraic connectivity of graphs (1973).
Donath and Hoffman, Lower bounds for the partitioning of graphs (1973).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray
from alphacut.solver.bisection.bounds.semidefinite.face import multipliers_of_balance
from alphacut.solver.bisection.bounds.states.leaf import packed
from alphacut.solver.bisection.certificate.leaves import SemidefiniteLeaf
from alphacut.solver.bisection.problem import PointProblem

LARGEST = 1 << 40  # of what is rounded to integers
FINEST = 1 << 30  # of the unit
ROUNDING = 32 * 2.0**-53  # twice what the verifier's bound on rounding errors has
NOTHING = 1e-9  # of the largest eigenvalue: whatever is below is taken for 0


@dataclass(frozen=True, kw_only=True)
class EigenvalueBound:
    """What a second eigenvalue gives the square of each sign, in floating point."""

    capacities: IntArray  # (switches, switches), scaled
    weights: IntArray  # (size,), that of the dummy switch last where there is one
    squares: FloatArray  # (size,), their multipliers; an eighth of their sum is the bound

    @property
    def bound(self) -> float:
        """The bound on the scaled capacity, up to rounding."""
        return float(self.squares.sum()) / 8

    @classmethod
    def of(cls, problem: PointProblem) -> EigenvalueBound | None:
        """Compute what eigenvalues give; None where that is nothing."""
        capacities, balance = scaled_matrix(problem), problem.balance
        weights = np.array(balance.extended, dtype=np.int64)
        each = [_by_weights(capacities, balance)]
        if len(set(balance.weights)) > 1 and not balance.difference:
            each.append(_alike(capacities, weights))
        squares = max(each, key=lambda found: float(found.sum()))
        if squares.sum() <= 0:
            return None
        return cls(capacities=capacities, weights=weights, squares=squares)

    def leaf(self, lowered: float = 1.0) -> SemidefiniteLeaf:
        """Round to integers, so that a little less is proven.

        Parameters
        ----------
        lowered
            Times the error of rounding, that is taken from the square of each sign.
        """
        size, weights = len(self.weights), self.weights.astype(float)
        degrees = np.zeros(size, dtype=np.int64)
        degrees[: len(self.capacities)] = self.capacities.sum(axis=1)
        largest = 2 * float(degrees.max()) + float(np.abs(self.squares).max())
        unit = max(1, min(FINEST, 1 << int(np.log2(LARGEST / largest))))
        diagonal = np.floor(unit * self.squares).astype(np.int64) - 2 * unit * degrees
        halves = np.rint(
            self._halves(unit, diagonal.astype(float), 4 * unit * float(degrees.max()))
        )
        trace = float(np.abs(diagonal).sum()) + 2 * float(np.abs(halves) @ weights)
        spare = int(lowered * (ROUNDING * (size + 1) * trace + 2))
        return SemidefiniteLeaf(
            objective=unit,
            diagonal=packed(diagonal - spare),
            halves=packed(halves.astype(np.int64)),
            box=packed(np.zeros((1, size, size), dtype=np.int64)),
            triangles=packed(np.zeros((5, 0), dtype=np.int64)),
        )

    def _halves(self, unit: int, diagonal: FloatArray, eigenvalue: float) -> FloatArray:
        """Return multipliers of the balance that make the weights an eigenvector, of that value."""
        weights = self.weights.astype(float)
        number, image = len(self.capacities), -diagonal * weights
        image[:number] -= 2 * unit * (self.capacities @ weights[:number])
        return multipliers_of_balance(image, weights, eigenvalue)


def scaled_matrix(problem: PointProblem) -> IntArray:
    """Return the matrix (switches × switches) of scaled capacities."""
    network, size = problem.network, problem.network.switches
    scales = problem.alpha.scales(network)
    matrix = np.zeros((size, size), dtype=np.int64)
    ends = np.array([link[:2] for link in network.links], dtype=np.int64).reshape(-1, 2)
    each = [scales[link.link_class] * link.multiplicity for link in network.links]
    for one, other in (ends.T, ends.T[::-1]):
        np.add.at(matrix, (one, other), np.array(each, dtype=np.int64))
    return matrix


def _by_weights(capacities: IntArray, balance: Balance) -> FloatArray:
    """Return the squares' multipliers 2λw, and what the dummy switch gives back."""
    weights = np.array(balance.extended, dtype=float)
    number, total = len(capacities), float(sum(balance.weights))
    eigenvalue = _second(_laplacian(capacities), weights[:number])
    squares = 2 * eigenvalue * weights
    if balance.difference:
        squares[-1] = -2 * eigenvalue * balance.difference**2 / total
    return np.asarray(squares)


def _alike(capacities: IntArray, weights: IntArray) -> FloatArray:
    """Return the squares' multipliers 2λ, with the least λ orthogonal to the weights."""
    laplacian = _laplacian(capacities)
    along = weights / np.linalg.norm(weights.astype(float))
    image = laplacian @ along
    share = float(along @ image)
    apart = laplacian - np.outer(along, image) - np.outer(image, along)
    apart += np.outer(along, along) * (share + 2 * float(laplacian.diagonal().max()))
    least = max(0.0, float(np.linalg.eigvalsh(apart)[0]))
    return np.full(len(weights), 2 * least)


def _laplacian(capacities: IntArray) -> FloatArray:
    return np.asarray(np.diag(capacities.sum(axis=1).astype(float)) - capacities)


def _second(laplacian: FloatArray, weights: FloatArray) -> float:
    """Return the second least λ for which L - λW is singular; 0 where there is none."""
    heavy = weights > 0
    if np.count_nonzero(heavy) < 2:
        return 0.0
    reduced = laplacian if heavy.all() else _eliminated(laplacian, heavy)
    roots = np.sqrt(weights[heavy])
    values = np.linalg.eigvalsh(reduced / roots[:, None] / roots)
    second = float(values[1])
    return second if second > NOTHING * float(values[-1]) else 0.0


def _eliminated(laplacian: FloatArray, kept: NDArray[np.bool_]) -> FloatArray:
    """Return the Schur complement: the others take the real signs that cost the least."""
    between, others = laplacian[np.ix_(~kept, kept)], laplacian[np.ix_(~kept, ~kept)]
    others = others + NOTHING * max(1.0, float(others.max())) * np.eye(len(others))
    return np.asarray(laplacian[np.ix_(kept, kept)] - between.T @ np.linalg.solve(others, between))
