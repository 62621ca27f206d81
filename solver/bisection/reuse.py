"""What a proof at one α may build on, and what it may go on from, of all that is proven.

Proofs must not run in a circle: a point whose own proof rests on an α, directly or not, is none
that a proof at this α may build on.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from alphacut.solver.bisection.certificate.builds_on import (
    dependents,
    known_of,
    lemmas_of,
    uses,
)
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.leaves import CompositionsLeaf
from alphacut.solver.bisection.certificate.proofs import Certificate, TreeProof
from alphacut.solver.bisection.certificate.tree import divided_by_intercept
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.common.alpha import Alpha


def known_for(
    envelope: Envelope,
    alpha: Alpha,
    under_way: Iterable[tuple[Alpha, Iterable[Alpha]]] = (),
) -> tuple[KnownPoint, ...]:
    """Return the certified points that a proof at this α may build on.

    Parameters
    ----------
    under_way
        The α of proofs that are being worked on, each with all those that it may build on.
    """
    rests_on = {point.alpha: set(uses(point.certificate)) for point in envelope.points}
    for at, on in under_way:
        rests_on.setdefault(at, set()).update(on)
    after = dependents(alpha, rests_on)
    return tuple(
        KnownPoint(alpha=point.alpha, bound=point.bound)
        for point in envelope.points
        if point.proof == "certificate" and point.bound > 0 and point.alpha not in after
    )


def stands(envelope: Envelope, alpha: Alpha, proof: Certificate | None) -> bool:
    """Tell whether all that a proof at an α builds on is there, and does not rest on that α."""
    known = {each.alpha: each.bound for each in known_for(envelope, alpha)}
    lemmas = {each.intercept: each.slope for each in envelope.certified_lemmas}
    return all(known.get(each.alpha, -1) >= each.bound for each in known_of(proof)) and all(
        lemmas.get(each.intercept, -1) >= each.slope for each in lemmas_of(proof)
    )


def certificates_for(envelope: Envelope, alpha: Alpha) -> tuple[Certificate, ...]:
    """Return the certificates from which a proof at an α may take something over.

    Those of this α come first, and then those whose multipliers serve at every α.
    """
    here = [p.certificate for p in envelope.points if p.alpha == alpha]
    others = [p.certificate for p in envelope.points if p.alpha != alpha]
    serving = [each for each in others if each and _settles_compositions(each)]
    partial = chain.from_iterable(each.partial_proofs for _, each in envelope.ledger.points)
    return tuple(each for each in (*here, *serving, *partial) if each)


def tree_for(envelope: Envelope, intercept: int) -> Certificate | None:
    """Return the tree of the last attempt at a lemma whose time was over, if it is kept."""
    return next(iter(envelope.ledger.on(intercept).partial_proofs), None)


def _settles_compositions(certificate: Certificate) -> bool:
    """Tell whether a leaf of a tree divided by intercept is over all compositions."""
    if not isinstance(certificate, TreeProof):
        return False
    leaves = divided_by_intercept(certificate.tree)
    return any(isinstance(leaf, CompositionsLeaf) for leaf in leaves)
