"""Multipliers that stand in several certificates of a document are written once, and named."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

Json = dict[str, Any]
Change = Callable[[Any], Any]

_PARTS = ("low", "high", "even", "odd")  # of a split in two


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
    certificate = claim["certificate"]
    if certificate is None or "tree" not in certificate:
        return claim
    tree = _in_tree(certificate["tree"], change)
    return {**claim, "certificate": {**certificate, "tree": tree}}


def _in_tree(node: Mapping[str, Any], change: Change) -> Json:
    """Return a tree with the multipliers of its leaves of all divisions changed."""
    if "split" in node:
        found = {**node, **{n: _in_tree(node[n], change) for n in _PARTS if n in node}}
        if "parts" in node:
            found["parts"] = [[numbers, _in_tree(part, change)] for numbers, part in node["parts"]]
        return found
    if "classes" not in node:
        return dict(node)
    leaf, kept = node["classes"], list[Any]()
    for multipliers in map(change, leaf["multipliers"]):
        if not (isinstance(multipliers, str) and multipliers in kept):  # a name is there once
            kept.append(multipliers)
    return {**node, "classes": {**leaf, "multipliers": kept}}
