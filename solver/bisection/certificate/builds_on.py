"""What certificates build on, and which of them rest on one: proofs must not run in a circle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from alphacut.solver.bisection.certificate.known import InterceptLemma, KnownPoint
from alphacut.solver.bisection.certificate.proofs import Certificate, ComponentsProof, TreeProof
from alphacut.solver.common.alpha import Alpha


def known_of(certificate: Certificate | None) -> tuple[KnownPoint, ...]:
    """Return the points on which a certificate builds."""
    if certificate is None or isinstance(certificate, ComponentsProof):
        return ()
    return certificate.known


def lemmas_of(certificate: Certificate | None) -> tuple[InterceptLemma, ...]:
    """Return the claims about single intercepts on which it builds."""
    return certificate.levels if isinstance(certificate, TreeProof) else ()


def uses(certificate: Certificate | None) -> frozenset[Alpha]:
    """Return the α of the other points on which it builds."""
    return frozenset(point.alpha for point in known_of(certificate))


def dependents(alpha: Alpha, rests_on: Mapping[Alpha, Iterable[Alpha]]) -> frozenset[Alpha]:
    """Return the α whose proofs rest on that of one α, directly or not, and that α itself.

    Parameters
    ----------
    rests_on
        For each α, those on whose proofs its own builds.
    """
    reached = {alpha}
    while more := {a for a, on in rests_on.items() if a not in reached and reached & set(on)}:
        reached |= more
    return frozenset(reached)
