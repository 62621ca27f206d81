"""Certificates in JSON: a proof, and the tree that it may have, without recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.bisection.certificate.kinds import Place, records
from alphacut.solver.bisection.certificate.proofs import FORMAT, Certificate, TreeProof
from alphacut.solver.bisection.certificate.record_codec import Wrong, codec, read
from alphacut.solver.bisection.certificate.tree import (
    HALVES,
    MOST_DEPTH,
    ByComposition,
    ByStates,
    Node,
    Split,
    parts,
)
from alphacut.solver.common.errors import Refused


def read_certificate(value: object, count: Callable[[], None] = lambda: None) -> Certificate:
    """Read a certificate as strangers wrote it; a record is one already.

    Parameters
    ----------
    count
        Hears of each node of a tree, and may refuse more of them.

    Raises
    ------
    Refused
        If it is not one; it says where, and what is wrong there.
    """
    if isinstance(value, Certificate):
        return value
    if not isinstance(value, dict):
        raise Refused("the certificate is not an object")
    if value.get("format") != FORMAT:
        raise Refused(f"the certificate's format is {shown(value.get('format'))}, not {FORMAT!r}")
    kind, proofs = value.get("kind"), records(Place.PROOF)
    if not isinstance(kind, str) or kind not in proofs:
        raise Refused(f"the certificate's kind is {shown(kind)}, which is not known")
    if "tree" in value:
        value = {**value, "tree": _read_tree(value["tree"], count)}
    certificate: Certificate = read(proofs[kind], value, "")
    return certificate


def write(record: object) -> Any:
    """Write a record as it stands in JSON; a leaf of a tree without the name of its kind."""
    if isinstance(record, TreeProof):
        record = replace(record, tree=_written_tree(record.tree))
    return codec(type(record)).write(record)


def _read_tree(written: object, count: Callable[[], None]) -> Any:
    """Read all nodes, each after its parts."""
    waiting: list[tuple[Any, str, int]] = [(written, "tree", 0)]
    order: list[tuple[Any, str]] = []
    while waiting:
        count()
        node, path, depth = waiting.pop()
        if not isinstance(node, dict):
            raise Refused(f"{path} is not an object")
        if depth > MOST_DEPTH:
            raise Refused(f"the tree has a leaf below more than {MOST_DEPTH} splits")
        order.append((node, path))
        waiting += ((part, place, depth + 1) for part, place in _written_parts(node, path))
    made: dict[int, Any] = {}
    for node, path in reversed(order):
        try:
            made[id(node)] = _read_node(node, made)
        except Wrong as wrong:
            raise wrong.refused(path) from None
    return made[id(written)]


def _written_parts(node: dict[str, Any], path: str) -> Iterator[tuple[Any, str]]:
    """Yield the parts of a split, with their paths."""
    if "split" not in node:
        return
    yield from ((node[name], f"{path}.{name}") for name in HALVES if name in node)
    parts = node.get("parts", [])
    if isinstance(parts, list):
        for place, entry in enumerate(parts):
            if not isinstance(entry, list) or len(entry) != 2:
                raise Refused(f"{path}.parts.{place} is not a list of numbers and a node")
            yield entry[1], f"{path}.parts.{place}"


def _read_node(node: dict[str, Any], made: dict[int, Any]) -> Any:
    if "split" in node:
        split, splits = node["split"], records(Place.SPLIT)
        if not isinstance(split, str) or split not in splits:
            raise Wrong(f"splits on {shown(split)}, which is not known")
        read = {n: made[id(node[n])] for n in HALVES if n in node}
        if "parts" in node and isinstance(node["parts"], list):
            read["parts"] = [[numbers, made[id(part)]] for numbers, part in node["parts"]]
        return codec(splits[split]).read({**node, **read})
    leaves = records(Place.LEAF)
    kind = next((name for name in leaves if name and name in node), "")
    try:
        return codec(leaves[kind]).read(node[kind] if kind else node)
    except Wrong as wrong:
        raise (wrong.within(kind) if kind else wrong) from None


def _written_tree(tree: Node) -> Any:
    """Write all nodes, each after its parts."""
    waiting, order = [tree], list[Node]()
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting += parts(node)
    written: dict[int, Any] = {}
    for node in reversed(order):
        written[id(node)] = _written_node(node, written)
    return written[id(tree)]


def _written_node(node: Any, written: dict[int, Any]) -> Any:
    writes = codec(type(node)).write
    if isinstance(node, ByComposition | ByStates):
        each = tuple((numbers, written[id(part)]) for numbers, part in node.parts)
        return writes(replace(node, parts=each))
    if isinstance(node, Split):
        halves = {n: written[id(getattr(node, n))] for n in HALVES if hasattr(node, n)}
        return writes(replace(node, **halves))
    leaves = {record: name for name, record in records(Place.LEAF).items()}
    kind = leaves.get(type(node), "")
    return {kind: writes(node)} if kind else writes(node)
