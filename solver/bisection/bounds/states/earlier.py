"""Bounds on the capacity of all bisections that earlier certificates hold."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.bounds.proven import Proven
from alphacut.solver.bisection.bounds.states.leaf import WrittenLeaf
from alphacut.solver.bisection.bounds.states.rotation import Rotation
from alphacut.solver.bisection.certificate.nodes import divided_by_intercept
from alphacut.solver.bisection.problem import Certificate
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.frame import Frame
from alphacut.solver.bisection.verify.states import line_bound
from alphacut.solver.bisection.verify.tables import Known


def proven_earlier(
    frame: Frame, rotation: Rotation, alpha: Alpha, certificate: Certificate
) -> Proven | None:
    """Return what a certificate proves at an α by one leaf over states of these blocks."""
    leaf = _leaf(certificate, rotation, "states")
    if leaf is None or leaf.get("bounds") != "capacity":
        return None
    try:
        bound = line_bound(frame, Known.of(frame), (alpha.denominator, alpha.numerator), (), leaf)
    except Refused:
        return None
    return Proven(Fraction(*bound), WrittenLeaf(leaf))


def multipliers_of_divisions(rotation: Rotation, certificate: Certificate) -> list[Certificate]:
    """Return the multipliers by which a certificate settles divisions of these blocks."""
    leaf = _leaf(certificate, rotation, "classes") or {}
    return list(leaf.get("multipliers", []))


def _leaf(certificate: Certificate, rotation: Rotation, kind: str) -> Mapping[str, Any] | None:
    """Find a leaf of all bisections in a tree, if it is written by this rotation."""
    for node in divided_by_intercept(certificate.get("tree", {})):
        if kind in node:
            leaf: Mapping[str, Any] = node[kind]
            same = certificate["rotations"][leaf["rotation"]] == rotation.as_json()
            return leaf if same else None
    return None
