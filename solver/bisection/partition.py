"""Partitions in two parts, as METIS, KaHIP and Mt-KaHyPar write them: a number a line.

References
----------
Karypis and Kumar, METIS manual, 4.1.2: line i of a partition file is the part of vertex i.
KaHIP and Mt-KaHyPar write the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.bisection.balance import Balance, Sizes
from alphacut.solver.bisection.sizes import read_imbalance, with_sizes
from alphacut.solver.common.errors import QuestionError

FIELD = "partition"
LARGEST_FILE = 50_000_000  # bytes


def read_partition(path: Path, switches: int) -> list[int]:
    """Read a side of the partition in a file.

    Raises
    ------
    QuestionError
        If it cannot be read, has another number of lines than there are switches, or has not
        two parts.
    """
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise QuestionError(FIELD, f"{path} has more than {LARGEST_FILE:,} bytes")
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise QuestionError(FIELD, f"{path} cannot be read: {why}") from error
    while lines and not lines[-1].strip():
        lines.pop()
    parts = [line.strip() for line in lines]
    for number, part in enumerate(parts, start=1):
        if not part.isdecimal():
            raise QuestionError(
                FIELD, f"line {number} of {path} must be the number of a part, got {shown(part)}"
            )
    return side_of([part.lstrip("0") or "0" for part in parts], range(switches))


def side_of(given: Any, nodes: Sequence[Hashable]) -> list[int]:
    """Return a side of a partition: a part for each node, or the nodes of both parts.

    Parameters
    ----------
    given
        A part for each node, in their order or by node; or two collections of nodes.

    Raises
    ------
    QuestionError
        If it does not tell of each node once, or has not two parts.
    """
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise QuestionError(
            FIELD, f"must be a part for each node, or the nodes of both parts, got {shown(given)}"
        )
    if isinstance(given, Mapping):
        missing = [node for node in nodes if node not in given]
        if missing:
            raise QuestionError(FIELD, f"there is no part for the node {shown(missing[0])}")
        return _side([given[node] for node in nodes])
    listed = given.tolist() if hasattr(given, "tolist") else list(given)
    if listed and all(isinstance(each, Iterable) and not isinstance(each, str) for each in listed):
        nested = not any(isinstance(each, tuple) and each in nodes for each in listed)
        if nested:
            return _side(_membership([list(each) for each in listed], nodes))
    if len(listed) != len(nodes):
        raise QuestionError(
            FIELD, f"must have a part for each of {len(nodes)} nodes, got {len(listed)}"
        )
    return _side(listed)


def _membership(parts: list[list[Any]], nodes: Sequence[Hashable]) -> list[Hashable]:
    number = {node: switch for switch, node in enumerate(nodes)}
    part_of: dict[int, int] = {}
    for part, members in enumerate(parts):
        for node in members:
            if node not in number:
                raise QuestionError(FIELD, f"there is no node {shown(node)}")
            if number[node] in part_of:
                raise QuestionError(FIELD, f"the node {shown(node)} is named twice")
            part_of[number[node]] = part
    if len(part_of) < len(nodes):
        missing = next(node for node in nodes if number[node] not in part_of)
        raise QuestionError(FIELD, f"the node {shown(missing)} is in no part")
    return [part_of[switch] for switch in range(len(nodes))]


def _side(parts: Sequence[Any]) -> list[int]:
    kinds = set(parts)
    if len(kinds) != 2:
        raise QuestionError(
            FIELD,
            f"has {len(kinds)} part{'s' * (len(kinds) != 1)}; bounds are for cuts into two parts "
            "alone",
        )
    first = parts[0]
    return [switch for switch, part in enumerate(parts) if part == first]


def sized_for(
    network: Network, balance: Balance, side: Sequence[int], imbalance: object = None
) -> Balance:
    """Return the balance of all cuts of the sizes of a partition, or within an imbalance.

    Parameters
    ----------
    side
        Of the partition.
    imbalance
        As a request has it; None: the very sizes.

    Raises
    ------
    QuestionError
        If the partition has another imbalance.
    """
    inside = sum(balance.weights[switch] for switch in side)
    lighter = min(inside, sum(balance.weights) - inside)
    if network.free:
        raise QuestionError(FIELD, "is of a single wiring, not of any")
    if not lighter:
        raise QuestionError(FIELD, f"has no {balance.name} on one side")
    if imbalance is None:
        return with_sizes(balance, Sizes(least=lighter, most=lighter))
    sizes = read_imbalance(imbalance, balance)
    if lighter < sizes.least:
        raise QuestionError(
            "imbalance",
            f"the partition has {sum(balance.weights) - lighter} {balance.name} on a side, and "
            f"{shown(imbalance)} allows {sum(balance.weights) - sizes.least}",
        )
    return with_sizes(balance, sizes, "imbalance")


def partition_document(network: Network, side: Sequence[int]) -> dict[str, Any]:
    """Write a partition for a document; nothing if there is none."""
    if not side:
        return {}
    line = network.cut(side)
    about = {"intercept": line.intercept, "slope": line.slope, "side": sorted(side)}
    return {"partition": about}
