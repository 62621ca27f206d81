"""Dragonflies wired as their user says: by the group that each global port leads to."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import SpecError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alphacut.arrangements.links._base import GlobalLink


def wire_map(ports: Sequence[Sequence[int | None]], h: int) -> list[GlobalLink]:
    """Join the ports that lead to each other's groups, the first to the first, and so on.

    Parameters
    ----------
    ports
        For each group the group that each of its ports leads to, None where it
        is unused; port j·h + k is link k of switch j.
    h
        Global ports of each switch.

    Raises
    ------
    SpecError
        If a port leads nowhere, or two groups do not agree on their links.
    """
    ends: dict[tuple[int, int], list[int]] = defaultdict(list)
    for group, row in enumerate(ports):
        for port, other in enumerate(row):
            if other is None:
                continue
            if not 0 <= other < len(ports) or other == group:
                raise SpecError(
                    f"ports.{group}.{port}",
                    f"must be another group, 0 to {len(ports) - 1}, or null; got {other}",
                )
            ends[group, other].append(port // h)
    pairs = sorted({(min(pair), max(pair)) for pair in ends})
    return [link for pair in pairs for link in _pair(*pair, ends)]


def _pair(low: int, high: int, ends: dict[tuple[int, int], list[int]]) -> list[GlobalLink]:
    one, other = ends.get((low, high), []), ends.get((high, low), [])
    if len(one) != len(other):
        raise SpecError(
            f"ports.{low}",
            f"{len(one)} ports of group {low} lead to group {high}, but {len(other)} lead back",
        )
    return [((low, j), (high, k)) for j, k in zip(one, other, strict=True)]
