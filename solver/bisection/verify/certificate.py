"""Checking a certificate: that no bisection at an α has less than a given capacity."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.problem import KnownPoint, Level
from alphacut.solver.bisection.verify.components import least_by_components
from alphacut.solver.bisection.verify.elimination.check import check_elimination
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.packing.check import check_packing
from alphacut.solver.bisection.verify.part import Claim
from alphacut.solver.bisection.verify.read import integer, integers, listed, mapping
from alphacut.solver.bisection.verify.sweep.check import check_sweep
from alphacut.solver.bisection.verify.tree import TreeChecker
from alphacut.solver.bisection.verify.written import alpha_in
from alphacut.solver.errors import DocumentError

FORMAT = "alphacut-certificate/1"
WITHOUT_TREE = {  # proofs without a tree, by their kinds
    "sweep": check_sweep,
    "elimination": check_elimination,
    "packing": check_packing,
}

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
    multipliers: Mapping[str, Any] | None = None,
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
    multipliers
        What stands once in a document for several certificates, by the names that they use.

    Returns
    -------
    What was checked, in words.

    Raises
    ------
    Refused
        If the certificate does not prove the target.
    """
    proof = mapping(certificate, "the certificate")
    if proof.get("format") != FORMAT:
        raise Refused(f"the certificate's format is {shown(proof.get('format'))}, not {FORMAT!r}")
    kind = proof.get("kind")
    if intercept is not None and kind != "tree":
        raise Refused(f"a claim about an intercept is of the kind {shown(kind)}, not a tree")
    if kind == "components":
        return _check_components(network, balance, alpha, target)
    if kind not in ("tree", *WITHOUT_TREE):
        raise Refused(f"the certificate's kind is {shown(kind)}, which is not known")
    known = tuple(_known(entry, established) for entry in listed(proof, "known"))
    if kind in WITHOUT_TREE:
        return WITHOUT_TREE[kind](
            proof, network=network, balance=balance, alpha=alpha, target=target, known=known
        )
    claim = Claim(
        network=network,
        balance=balance,
        alpha=alpha,
        target=target,
        known=known,
        levels=_levels(proof, levels),
        intercept=intercept,
        multipliers=multipliers or {},
    )
    leaves = TreeChecker(claim, proof).check()
    return (
        f"{leaves} leaves, {len(listed(proof, 'rows'))} inequalities, {len(known)} known points, "
        f"{len(claim.levels)} known intercepts"
    )


def _levels(proof: Mapping[str, Any], proven: Collection[Level]) -> tuple[Level, ...]:
    """Return the claims about single intercepts that a certificate builds on."""
    found = list[Level]()
    slopes = {p.intercept: p.slope for p in sorted(proven, key=lambda level: level.slope)}
    for entry in listed(proof, "levels"):
        intercept, slope = integers(entry, "a known intercept", length=2, least=0)
        if slope > slopes.get(intercept, -1):
            raise Refused(
                f"slope {shown(slope)} at intercept {shown(intercept)} is used, but is not proven"
            )
        found.append(Level(intercept=intercept, slope=slope))
    return tuple(found)


def _check_components(network: Network, balance: Balance, alpha: Alpha, target: int) -> str:
    least = least_by_components(network, balance, alpha)
    if least is None:
        raise Refused("the components of this network are too large to be counted")
    if least < target:
        raise Refused(f"counting components gives {least}, which is less than {target}")
    return "all divisions of all components counted"


def _known(entry: Any, established: Established) -> KnownPoint:
    if not isinstance(entry, list) or len(entry) != 2:
        raise Refused("a known point is not a pair of α and bound")
    try:
        alpha = alpha_in({"alpha": entry[0]}, "alpha")
    except DocumentError as error:
        raise Refused(f"a known point's α cannot be read: {error}") from error
    bound = integer(entry[1], "a known point's bound", least=0)
    proven = established(alpha)
    if bound > proven:
        raise Refused(
            f"a known point at α = {alpha} claims {shown(bound)}, but only {proven} is proven"
        )
    return KnownPoint(alpha=alpha, bound=bound)
