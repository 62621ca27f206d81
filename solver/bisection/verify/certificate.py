"""Checking a certificate: that no bisection at an α has less than a given capacity.

The checker of a kind is loaded when a certificate of that kind is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.codec import read_certificate
from alphacut.solver.bisection.certificate.known import KnownPoint, Level
from alphacut.solver.bisection.certificate.proofs import (
    ComponentsProof,
    EliminationProof,
    GroupKindsProof,
    MajorityProof,
    PackingProof,
    SpreadingProof,
    SweepProof,
    TreeProof,
    UnevenProof,
)
from alphacut.solver.bisection.verify.components import least_by_components
from alphacut.solver.bisection.verify.part import Asked, Claim, Named, nothing_named
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
    levels: Collection[Level] = (),
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
    levels
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
    if isinstance(proof, TreeProof):
        known = _known(proof.known, established)
        claim = Claim(
            network=network,
            balance=balance,
            alpha=alpha,
            target=target,
            known=known,
            levels=_levels(proof.levels, levels),
            intercept=intercept,
            named=named,
        )
        from alphacut.solver.bisection.verify.tree import TreeChecker

        leaves = TreeChecker(claim, proof).check()
        return (
            f"{leaves} leaves, {len(proof.rows)} inequalities, {len(known)} known points, "
            f"{len(claim.levels)} known intercepts"
        )
    if intercept is not None:
        raise Refused(f"a claim about an intercept is of the kind {proof.kind!r}, not a tree")
    if isinstance(proof, ComponentsProof):
        return _check_components(network, balance, alpha, target)
    asked = Asked(network=network, balance=balance, alpha=alpha, target=target)
    asked = replace(asked, known=_known(proof.known, established))
    return _CHECKS[type(proof)](proof, asked)


def _sweep(proof: SweepProof, asked: Asked) -> str:
    from alphacut.solver.bisection.verify.sweep.check import check_sweep

    return check_sweep(proof, asked)


def _elimination(proof: EliminationProof, asked: Asked) -> str:
    from alphacut.solver.bisection.verify.elimination.check import check_elimination

    return check_elimination(proof, asked)


def _packing(proof: PackingProof, asked: Asked) -> str:
    from alphacut.solver.bisection.verify.packing.check import check_packing

    return check_packing(proof, asked)


def _majority(proof: MajorityProof, asked: Asked) -> str:
    from alphacut.solver.bisection.verify.majority import check_majority

    return check_majority(proof, asked)


def _group_kinds(proof: GroupKindsProof, asked: Asked) -> str:
    from alphacut.solver.bisection.verify.group_kinds import check_group_kinds

    return check_group_kinds(proof, asked)


def _uneven(proof: UnevenProof, asked: Asked) -> str:
    from alphacut.solver.bisection.verify.uneven import check_uneven

    return check_uneven(proof, asked)


def _spreading(proof: SpreadingProof, asked: Asked) -> str:
    from alphacut.solver.bisection.verify.spreading import check_spreading

    return check_spreading(proof, asked)


_CHECKS: Mapping[type, Callable[[Any, Asked], str]] = {
    SweepProof: _sweep,
    EliminationProof: _elimination,
    PackingProof: _packing,
    MajorityProof: _majority,
    GroupKindsProof: _group_kinds,
    UnevenProof: _uneven,
    SpreadingProof: _spreading,
}


class _Nodes:
    """Counts the nodes of a tree, and refuses too many."""

    def __init__(self) -> None:
        self._number = 0

    def __call__(self) -> None:
        self._number += 1
        at_most("nodes", self._number, "nodes of a tree")


def _levels(used: Iterable[Level], proven: Collection[Level]) -> tuple[Level, ...]:
    """Return the claims about single intercepts that a certificate builds on, or refuse."""
    slopes = {p.intercept: p.slope for p in sorted(proven, key=lambda level: level.slope)}
    for level in used:
        if level.slope > slopes.get(level.intercept, -1):
            raise Refused(
                f"slope {shown(level.slope)} at intercept {shown(level.intercept)} is used, "
                "but is not proven"
            )
    return tuple(used)


def _check_components(network: Network, balance: Balance, alpha: Alpha, target: int) -> str:
    least = least_by_components(network, balance, alpha)
    if least is None:
        raise Refused("the components of this network are too large to be counted")
    if least < target:
        raise Refused(f"counting components gives {least}, which is less than {target}")
    return "all divisions of all components counted"


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
