"""Multipliers that stand in several certificates of a document are written once, and named."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from alphacut.solver.bisection.certificate.nodes import Change, with_leaves

Json = dict[str, Any]


def sharing(claims: list[Json]) -> tuple[list[Json], dict[str, Json]]:
    """Let multipliers of leaves over all divisions into classes stand once.

    Parameters
    ----------
    claims
        Points or claims about intercepts, each with its certificate.

    Returns
    -------
    The claims, whose certificates name what more than one place holds, and what the names mean.
    """
    places: Counter[bytes] = Counter()
    digests: dict[int, bytes] = {}  # by identity: the objects are long

    def counted(multipliers: Any) -> Any:
        if id(multipliers) not in digests:
            digests[id(multipliers)] = _digest(multipliers)
        places[digests[id(multipliers)]] += 1
        return multipliers

    for claim in claims:
        _in_claim(claim, counted)
    names: dict[bytes, str] = {}
    meant: dict[str, Json] = {}

    def named(multipliers: Any) -> Any:
        digest = digests[id(multipliers)]
        if places[digest] == 1:
            return multipliers
        name = names.setdefault(digest, str(len(names) + 1))
        meant[name] = multipliers
        return name

    return [_in_claim(claim, named) for claim in claims], meant


def in_place(certificate: Json, meant: Mapping[str, Any]) -> Json:
    """Return a certificate with the multipliers that it names in place of their names."""

    def found(multipliers: Any) -> Any:
        return meant[multipliers] if isinstance(multipliers, str) else multipliers

    return dict(_in_claim({"certificate": certificate}, found)["certificate"])


def _digest(multipliers: Any) -> bytes:
    return hashlib.sha256(json.dumps(multipliers, sort_keys=True).encode()).digest()


def _in_claim(claim: Json, change: Change) -> Json:
    """Return a claim with the multipliers of its leaves of all divisions changed."""
    certificate = claim["certificate"]
    if certificate is None or "tree" not in certificate:
        return claim
    tree = with_leaves(certificate["tree"], lambda leaf: _in_leaf(leaf, change))
    return {**claim, "certificate": {**certificate, "tree": tree}}


def _in_leaf(leaf: Json, change: Change) -> Json:
    if "classes" not in leaf:
        return dict(leaf)
    written, kept = leaf["classes"], list[Any]()
    for multipliers in map(change, written["multipliers"]):
        if not (isinstance(multipliers, str) and multipliers in kept):  # a name is there once
            kept.append(multipliers)
    return {**leaf, "classes": {**written, "multipliers": kept}}
