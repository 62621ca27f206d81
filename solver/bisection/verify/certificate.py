"""Checking a certificate: that no bisection at an α has less than a given capacity.

The checker of a kind is loaded when a certificate of that kind is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.codec import read_certificate
from alphacut.solver.bisection.certificate.kinds import checker_of
from alphacut.solver.bisection.certificate.known import InterceptLemma, KnownPoint
from alphacut.solver.bisection.certificate.proofs import (
    ComponentsProof,
    GroupKindsProof,
    MajorityProof,
    TreeProof,
)
from alphacut.solver.bisection.verify.part import Named, Statement, nothing_named
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.limits import at_most

Established = Callable[[Alpha], int]  # the scaled bound proven at another α, or Refused


def check_certificate(
    certificate: object,
    *,
    network: Network,
    balance: Balance,
    alpha: Alpha,
    target: int,
    established: Established,
    lemmas: Collection[InterceptLemma] = (),
    intercept: int | None = None,
    named: Named = nothing_named,
) -> str:
    """Accept a certificate, or refuse it.

    Parameters
    ----------
    target
        The scaled capacity below which no bisection may be.
    established
        Gives the bounds of other points that the certificate builds on.
    lemmas
        What is proven about single intercepts, for the certificate to build on.
    intercept
        If given, only bisections with this intercept are meant.
    named
        Gives multipliers that stand once in a document for several certificates, by their names.

    Returns
    -------
    What was checked, in words.

    Raises
    ------
    Refused
        If the certificate does not prove the target.
    """
    proof = read_certificate(certificate, _Nodes())
    if network.free and not isinstance(proof, MajorityProof | GroupKindsProof):
        raise Refused(f"a certificate of the kind {proof.kind!r} tells of one wiring, not of any")
    if intercept is not None and not isinstance(proof, TreeProof):
        raise Refused(f"a claim about an intercept is of the kind {proof.kind!r}, not a tree")
    statement = Statement(
        network=network,
        balance=balance,
        alpha=alpha,
        target=target,
        known=() if isinstance(proof, ComponentsProof) else _known(proof.known, established),
        lemmas=_lemmas(proof.levels, lemmas) if isinstance(proof, TreeProof) else (),
        intercept=intercept,
        named=named,
    )
    words: str = checker_of(type(proof))(proof, statement)
    return words


class _Nodes:
    """Counts the nodes of a tree, and refuses too many."""

    def __init__(self) -> None:
        self._number = 0

    def __call__(self) -> None:
        self._number += 1
        at_most("nodes", self._number, "nodes of a tree")


def _lemmas(
    used: Iterable[InterceptLemma], proven: Collection[InterceptLemma]
) -> tuple[InterceptLemma, ...]:
    """Return the claims about single intercepts that a certificate builds on, or refuse."""
    slopes = {p.intercept: p.slope for p in sorted(proven, key=lambda lemma: lemma.slope)}
    for lemma in used:
        if lemma.slope > slopes.get(lemma.intercept, -1):
            raise Refused(
                f"slope {shown(lemma.slope)} at intercept {shown(lemma.intercept)} is used, "
                "but is not proven"
            )
    return tuple(used)


def _known(used: Iterable[KnownPoint], established: Established) -> tuple[KnownPoint, ...]:
    """Return the points that a certificate builds on, or refuse."""
    for point in used:
        proven = established(point.alpha)
        if point.bound > proven:
            raise Refused(
                f"a known point at α = {point.alpha} claims {shown(point.bound)}, "
                f"but only {proven} is proven"
            )
    return tuple(used)
