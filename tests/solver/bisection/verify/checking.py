"""Checking a certificate for a problem, whose known points are all that is proven elsewhere."""

from __future__ import annotations

from typing import Any

from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused


def check(asked: PointProblem, certificate: Any, target: int) -> str:
    """Check that no bisection has a scaled capacity below a target."""
    proven = {point.alpha: point.bound for point in asked.known}

    def established(alpha: Alpha) -> int:
        if alpha not in proven:
            raise Refused("this known point is not proven")
        return proven[alpha]

    return check_certificate(
        certificate,
        network=asked.network,
        balance=asked.balance,
        alpha=asked.alpha,
        target=target,
        established=established,
        intercept=None if asked.target_lemma is None else asked.target_lemma.intercept,
    )
