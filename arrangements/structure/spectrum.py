"""Girth, eigenvalues, and what they say about cuts and distances."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network


@dataclass(frozen=True, kw_only=True)
class Spectrum:
    """The second eigenvalues, every link counted as 1, and the bounds that follow.

    The eigenvalues are floating-point numbers; bounds are rounded to the safe
    side of their error, but nothing here is a proof that a verifier replays.
    """

    gap: float  # second least eigenvalue of the Laplacian; 0 iff disconnected
    largest: float  # largest eigenvalue of the Laplacian
    bisection_at_least: int  # links that every bisection severs
    expansion_at_least: float  # links leaving S for each switch in S, |S| <= n/2
    expansion_at_most: float  # there is an S with no more than this
    diameter_at_most: int | None  # none where the network is disconnected or has parallel links


def spectrum(network: Network) -> Spectrum:
    """Compute the eigenvalues of the Laplacian, every link counted as 1.

    Parameters
    ----------
    network
        The network, up to some thousands of switches: the matrix is dense.

    References
    ----------
    Fiedler, Algebraic connectivity of graphs (1973), for the bound on cuts:
    λ₂·|S|·|V∖S|/n. Mohar, Isoperimetric numbers of graphs (1989), for the
    expansion: λ₂/2 and √(λ₂(2Δ - λ₂)), with parallel links √(2Δλ₂). Mohar,
    Eigenvalues, diameter, and mean distance in graphs (1991), for the diameter:
    2⌈(Δ + λ₂)/(4λ₂) · ln(n - 1)⌉.
    """
    n = network.switches
    laplacian = _laplacian(network)
    values = np.linalg.eigvalsh(laplacian)
    degree = float(laplacian.diagonal().max())
    safety = 1e-9 * max(1.0, degree) * n
    gap = float(max(0.0, values[1])) if n > 1 else 0.0
    gap = 0.0 if gap < safety else gap
    half = n // 2
    simple = not _has_parallels(network)
    return Spectrum(
        gap=gap,
        largest=float(values[-1]),
        bisection_at_least=max(0, math.ceil((gap - safety) * half * (n - half) / n - safety)),
        expansion_at_least=max(0.0, gap - safety) / 2,
        expansion_at_most=_cheeger(gap + safety if gap else 0.0, degree, n, simple=simple),
        diameter_at_most=_mohar(gap - safety, degree, n) if gap and simple else None,
    )


def girth(network: Network) -> int | None:
    """Return the length of a shortest cycle; parallel links make one of 2; None without any."""
    if _has_parallels(network):
        return 2
    import igraph  # here, for most processes never need it

    pairs = [link[:2] for link in network.links]
    found = igraph.Graph(n=network.switches, edges=pairs).girth()
    return int(found) if math.isfinite(found) and found > 0 else None


def moore_bound(degree: int, diameter: int) -> int:
    """Return the most switches that a network of this degree and diameter can have.

    References
    ----------
    Hoffman and Singleton, On Moore graphs with diameters 2 and 3 (1960).
    """
    return 1 + degree * _tree(degree, diameter)


def girth_bound(degree: int, cycle: int) -> int:
    """Return the fewest switches of a network whose least degree and girth are given."""
    if cycle % 2 == 0:
        return 2 * _tree(degree, cycle // 2)
    return 1 + degree * _tree(degree, cycle // 2)


def _tree(degree: int, levels: int) -> int:
    """Count the nodes of a tree in which each has degree - 1 children."""
    return sum(int((degree - 1) ** level) for level in range(levels))


def _laplacian(network: Network) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    matrix = np.zeros((network.switches, network.switches))
    for first, second, _, count in network.links:
        matrix[first, second] -= count
        matrix[second, first] -= count
    np.fill_diagonal(matrix, -matrix.sum(axis=1))
    return matrix


def _has_parallels(network: Network) -> bool:
    pairs = {link[:2] for link in network.links}
    return len(pairs) < sum(link.multiplicity for link in network.links)


def _cheeger(gap: float, degree: float, n: int, *, simple: bool) -> float:
    """Return Mohar's upper bound, or for up to 3 switches, where it need not hold, the degree."""
    if n <= 3:
        return degree
    return math.sqrt(max(0.0, gap * (2 * degree - (gap if simple else 0.0))))


def _mohar(gap: float, degree: float, n: int) -> int:
    if n <= 2:
        return n - 1
    return 2 * math.ceil((degree + gap) / (4 * gap) * math.log(n - 1))
