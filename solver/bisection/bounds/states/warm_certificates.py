"""Bounds on the capacity of all bisections that earlier certificates hold."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain

from alphacut.solver.bisection.bounds.proven import Proven
from alphacut.solver.bisection.bounds.states.rotation import Rotation
from alphacut.solver.bisection.certificate.leaves import CompositionsLeaf, Leaf, StatesLeaf
from alphacut.solver.bisection.certificate.proofs import Certificate, TreeProof
from alphacut.solver.bisection.certificate.tree import divided_by_intercept
from alphacut.solver.bisection.verify.block_cyclic import BlockCyclic
from alphacut.solver.bisection.verify.states import line_bound
from alphacut.solver.bisection.verify.tables import Known
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused


def proven_earlier(
    structure: BlockCyclic, rotation: Rotation, alpha: Alpha, certificate: Certificate
) -> Proven | None:
    """Return what a certificate proves at an α by one leaf over states of these blocks.

    Parameters
    ----------
    structure, rotation
        The blocks, and what carries them around.
    certificate
        At this α or another.
    """
    first = [leaf for leaf in _leaves(certificate) if isinstance(leaf, StatesLeaf)][:1]
    leaves = [leaf for leaf in first if leaf.bounds and _by(rotation, certificate, leaf.rotation)]
    if not leaves:
        return None
    weights = alpha.denominator, alpha.numerator
    try:
        bound = line_bound(structure, Known.of(structure), weights, (), leaves[0])
    except Refused:
        return None
    return Proven(Fraction(*bound), leaves[0])


def multipliers_of_compositions(rotation: Rotation, certificate: Certificate) -> list[StatesLeaf]:
    """Return the multipliers by which a certificate settles compositions of these blocks."""
    found = [leaf for leaf in _leaves(certificate) if isinstance(leaf, CompositionsLeaf)][:1]
    leaves = [leaf for leaf in found if _by(rotation, certificate, leaf.rotation)]
    multipliers = chain.from_iterable(leaf.multipliers for leaf in leaves)
    return [each for each in multipliers if isinstance(each, StatesLeaf)]


def _leaves(certificate: Certificate) -> Iterator[Leaf]:
    """Yield the leaves of all bisections of some intercepts."""
    if isinstance(certificate, TreeProof):
        yield from divided_by_intercept(certificate.tree)


def _by(rotation: Rotation, certificate: Certificate, number: int | None) -> bool:
    """Tell whether a leaf is written by this rotation."""
    assert isinstance(certificate, TreeProof)
    return number is not None and certificate.rotations[number] == rotation.cycle
