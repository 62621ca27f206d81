"""The envelope of a curve, made again from the answers that the store holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any

from alphacut.jobs.progress import Phase
from alphacut.solver.bisection.curve import CurveProblem
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.stored import read_outcome
from alphacut.solver.common.alpha import Alpha

Json = Mapping[str, Any]


def resumed(problem: CurveProblem, answered: Iterable[Json]) -> Envelope:
    """Return what the answers stored so far tell."""
    envelope = problem.start()
    for written in answered:
        envelope = envelope.absorb(read_outcome(problem.network, written))
    return envelope


def current_envelope(
    problem: CurveProblem, answered: Sequence[Json], progress: Json | None
) -> Envelope:
    """Return what is known now: the answers, and the bound that running work has reached.

    Parameters
    ----------
    progress
        The last that was heard of the running work; see `jobs.progress`.
    """
    envelope = resumed(problem, answered)
    if not envelope.cuts or not progress or progress["phase"] != Phase.PROVING.value:
        return envelope
    if progress["alpha"] is None:  # one question has ended, and the next has not begun
        return envelope
    return envelope.absorb(_reached(progress))


def _reached(progress: Json) -> Outcome:
    alpha = Alpha.read(progress["alpha"])
    scaled = Fraction(progress["bound"]) * (alpha.denominator or 1)
    return Outcome(alpha=alpha, lower_bound=floor(scaled))
