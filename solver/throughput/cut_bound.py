"""What the bisections of a network say about traffic: no cut carries more than its capacity.

For any cut with the sides S and T, the rate times the demand from S to T is at most the
capacity of the cut, and so is that from T to S. For uniform traffic of N hosts and a
bisection this is rate ≤ 4(N-1)/N² · B(α).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from alphacut.solver.traffic.traffic import Demands


def cut_lines(curve: Mapping[str, Any], demands: Demands) -> list[tuple[Fraction, Fraction]]:
    """Return (intercept, slope) of a line above the rate for each cut of a curve document.

    Cuts that no demand crosses are left out.
    """
    found = []
    for segment in curve["segments"]:
        inside = np.zeros(int(curve["switches"]), dtype=bool)
        inside[segment["side"]] = True
        start, end = inside[demands.sources], inside[demands.destinations]
        crossing = max(
            int(demands.weights[start & ~end].sum()), int(demands.weights[~start & end].sum())
        )
        if crossing:
            needed = crossing * demands.unit
            found.append((segment["intercept"] / needed, segment["slope"] / needed))
    return found


def least_at(lines: list[tuple[Fraction, Fraction]], alpha: Fraction) -> Fraction:
    """Return the least of the lines at one α."""
    return min(intercept + slope * alpha for intercept, slope in lines)
