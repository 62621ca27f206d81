"""Residual balancing: the penalty of alternating directions follows the two residuals.

References
----------
He, Yang and Wang, Alternating direction method with self-adaptive penalty parameters for monotone
variational inequalities, 2000. Boyd et al., Distributed optimization and statistical learning via
the alternating direction method of multipliers, 2011, section 3.4.1.
"""

from __future__ import annotations

ADAPT = 1.3  # factor of the penalty when one residual lags behind
BALANCED = 1 / 3, 3.0  # ratio of the primal residual to the dual one


def balanced(
    penalty: float, primal: float, dual: float, ratio: tuple[float, float] = BALANCED
) -> float:
    """Return the penalty with which to go on.

    Parameters
    ----------
    primal, dual
        Residuals, relative to the variables and to the multipliers.
    ratio
        What primal / dual may be at least and at most.
    """
    least, most = ratio
    if primal > most * dual:
        return penalty * ADAPT
    return penalty / ADAPT if primal < least * dual else penalty
