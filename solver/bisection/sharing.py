"""Multipliers that stand in several certificates of a document are written once, and named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from alphacut.solver.bisection.certificate.leaves import CompositionsLeaf, Leaf, StatesLeaf
from alphacut.solver.bisection.certificate.proofs import Certificate, TreeProof
from alphacut.solver.bisection.certificate.tree import with_leaves

Multipliers = StatesLeaf | str  # or the name of some


def sharing(
    certificates: Sequence[Certificate | None],
) -> tuple[list[Certificate | None], dict[str, StatesLeaf]]:
    """Let multipliers of leaves over all compositions stand once.

    Returns
    -------
    The certificates, which name what more than one place holds, and what the names mean.
    """
    places: Counter[Multipliers] = Counter()
    names: dict[StatesLeaf, str] = {}

    def counted(multipliers: Multipliers) -> Multipliers:
        places[multipliers] += 1
        return multipliers

    def named(multipliers: Multipliers) -> Multipliers:
        if isinstance(multipliers, str) or places[multipliers] == 1:
            return multipliers
        return names.setdefault(multipliers, str(len(names) + 1))

    for each in certificates:
        _with(each, counted)
    written = [_with(each, named) for each in certificates]
    return written, {name: multipliers for multipliers, name in names.items()}


def in_place(certificate: Certificate, named: Callable[[str], StatesLeaf]) -> Certificate:
    """Return a certificate with the multipliers that it names in place of their names."""
    placed = _with(certificate, lambda each: named(each) if isinstance(each, str) else each)
    assert placed is not None
    return placed


def _with(
    certificate: Certificate | None, change: Callable[[Multipliers], Multipliers]
) -> Certificate | None:
    """Return a certificate with the multipliers of its leaves of all compositions changed."""

    def changed(leaf: Leaf) -> Leaf:
        if not isinstance(leaf, CompositionsLeaf):
            return leaf
        return replace(leaf, multipliers=tuple(dict.fromkeys(map(change, leaf.multipliers))))

    if not isinstance(certificate, TreeProof):
        return certificate
    return replace(certificate, tree=with_leaves(certificate.tree, changed))
