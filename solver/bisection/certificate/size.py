"""The size of a certificate in memory: that of the packed tables in its leaves."""

from __future__ import annotations

from alphacut.solver.bisection.certificate.leaves import (
    CompositionsLeaf,
    GroupsLeaf,
    Leaf,
    SemidefiniteLeaf,
    StatesLeaf,
)
from alphacut.solver.bisection.certificate.proofs import Certificate, TreeProof
from alphacut.solver.bisection.certificate.tree import leaves

PLAIN = 200  # bytes of a node without tables


def packed_bytes(certificate: Certificate) -> int:
    """Return about how many bytes a tree takes; other kinds are small, and count as none."""
    if not isinstance(certificate, TreeProof):
        return 0
    return sum(map(_leaf_bytes, leaves(certificate.tree)))


def _leaf_bytes(leaf: Leaf | str) -> int:
    match leaf:
        case StatesLeaf():
            tables = leaf.even, leaf.odd, leaf.potentials, leaf.known, leaf.functions
        case GroupsLeaf():
            tables = leaf.even, leaf.odd, leaf.potentials, leaf.known, leaf.triangles
        case SemidefiniteLeaf():
            tables = leaf.diagonal, leaf.halves, leaf.box, leaf.triangles, ""
        case CompositionsLeaf():
            return PLAIN + sum(map(_leaf_bytes, leaf.multipliers))
        case _:
            return PLAIN
    return PLAIN + sum(map(len, tables))
