"""Weights of three sequences, divided into three parts of two sequences each.

A search for three sequences needs what the parts come to at most by themselves
(`verify.three`), and is the faster the less that is together.
"""

from __future__ import annotations

import numpy as np

from alphacut.solver.bisection.bounds.met import Met
from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.verify.triples import PLACES, Parts

WAYS = 64  # on which to look for sequences at a time
ROUNDS, DESCENT = 6, 100  # of looks, and steps after each
STEEP = 0.05  # of the largest weight, the first of these steps
SIGNS = ((1, 1), (-1, 1), (-1, -1))  # of how a part changes with the share of each of its two


def divided(weights: FloatArray, length: int, rng: np.random.Generator) -> Parts:
    """Divide integer weights of three sequences into parts of two.

    Only how much of the autocorrelations of a sequence is in either of its two parts is free. What
    the parts come to at most, all together, is a convex function of that: it is descended along
    the pairs of sequences that were met.
    """
    own, cross = _split(weights)
    met = [Met(length, 2) for _ in PLACES]
    share, best, least = own / 2, own / 2, np.inf
    for _ in range(ROUNDS):
        parts = _parts(share, own, cross)
        for each, part in zip(met, parts, strict=True):
            each.look(part, WAYS, rng)
        total = sum(
            float((each.correlations @ part).max()) for each, part in zip(met, parts, strict=True)
        )
        if total < least:
            best, least = share, total
        share = _descended(best, own, cross, met)
    return _as_parts(_parts(np.rint(best), own, cross))


def halved(weights: FloatArray) -> Parts:
    """Divide integer weights so that half of what is free is in either part."""
    own, cross = _split(weights)
    return _as_parts(_parts(own // 2, own, cross))


def _split(weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return weights of autocorrelations (sequence × offset) and of crosscorrelations."""
    length = (2 * len(weights) + 3) // 9
    half = length // 2
    return weights[: 3 * half].reshape(3, half), weights[3 * half :].reshape(3, length)


def _as_parts(parts: list[FloatArray]) -> Parts:
    one, two, three = (tuple(np.rint(part).astype(int).tolist()) for part in parts)
    return one, two, three


def _parts(share: FloatArray, own: FloatArray, cross: FloatArray) -> list[FloatArray]:
    """Return the weights of two sequences each, if a share of each one's own is in its first."""
    mine = [
        [share[p] if first else own[p] - share[p] for p, first in each]
        for each in ((((0, True), (1, True)), ((0, False), (2, True)), ((1, False), (2, False))))
    ]
    return [np.concatenate([*both, c]) for both, c in zip(mine, cross, strict=True)]


def _descended(start: FloatArray, own: FloatArray, cross: FloatArray, met: list[Met]) -> FloatArray:
    """Go down from some shares to where the pairs that were met have less, all parts together."""
    half = own.shape[1]
    size = max(1.0, float(np.abs(own).max()), float(np.abs(cross).max()))
    share, best, least = start, start, np.inf
    for step in range(DESCENT):
        total, slope = 0.0, np.zeros_like(own)
        for each, part, (p, q), signs in zip(
            met, _parts(share, own, cross), PLACES, SIGNS, strict=True
        ):
            have = each.correlations @ part
            highest = int(have.argmax())
            total += float(have[highest])
            mine = each.correlations[highest, : 2 * half].reshape(2, half)
            slope[p] += signs[0] * mine[0]
            slope[q] += signs[1] * mine[1]
        if total < least:
            best, least = share, total
        share = share - size * STEEP / (1 + step) ** 0.5 * slope / max(
            1e-9, float(np.linalg.norm(slope))
        )
    return best
