"""What correlations of cyclic sequences of 1 and -1 can be at most, by trying all sequences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import mul

from alphacut_verify.errors import Refused
from alphacut_verify.proofs.tree import Tree

Signs = tuple[int, ...]
MOST_SINGLE, MOST_DOUBLE = 4000, 1000  # different lists in a certificate


def largest_autocorrelation(weights: Signs, g: int, tree: Tree, place: str) -> int:
    """Return the largest Σ_d a_d·Σ_b y_b·y_(b+d) of all sequences y of length g."""
    memory = tree.memory.setdefault("autocorrelations", {})
    if weights not in memory:
        if len(memory) == MOST_SINGLE:
            raise Refused(place, f"there are more than {MOST_SINGLE} different lists of weights")
        tree.task.work.take(g * len(weights) << g - 1, place)
        memory[weights] = max(_correlated(y, weights) for y in _sequences(g))
    largest: int = memory[weights]
    return largest


def check_crosscorrelation(
    a: Signs, b: Signs, c: Signs, most: int, g: int, tree: Tree, place: str
) -> None:
    """Refuse a number that two sequences y and z exceed.

    The number is Σ_d a_d·Σ_b y_b·y_(b+d) + Σ_d b_d·Σ_b z_b·z_(b+d) + Σ_d c_d·Σ_b y_b·z_(b+d).
    """
    memory = tree.memory.setdefault("crosscorrelations", {})
    key = (a, b, c)
    if key not in memory:
        if len(memory) == MOST_DOUBLE:
            raise Refused(place, f"there are more than {MOST_DOUBLE} different lists of weights")
        tree.task.work.take(g << 2 * g - 1, place)
        memory[key] = _largest_crosscorrelation(a, b, c, g)
    if memory[key] > most:
        raise Refused(place, f"two sequences have {memory[key]}")


def _largest_crosscorrelation(a: Signs, b: Signs, c: Signs, g: int) -> int:
    second = [(z, _correlated(z, b)) for z in _sequences(g, whole=True)]
    best: int | None = None
    for y in _sequences(g):
        first = _correlated(y, a)
        # the coefficient of z_k: Σ over b of y_b·c_(k - b)
        row = [sum(y[i] * c[(k - i) % g] for i in range(g)) for k in range(g)]
        here = first + max(own + sum(map(mul, row, z)) for z, own in second)
        best = here if best is None else max(best, here)
    assert best is not None
    return best


def _sequences(g: int, *, whole: bool = False) -> Iterator[Signs]:
    """Yield all sequences; unless whole, one of every two that exchanging all signs makes."""
    for bits in range(1 << (g if whole else g - 1)):
        yield tuple(1 if bits >> i & 1 else -1 for i in range(g))


def _correlated(y: Sequence[int], weights: Signs) -> int:
    return sum(
        weight * sum(map(mul, y, (*y[d:], *y[:d]))) for d, weight in enumerate(weights, 1) if weight
    )
