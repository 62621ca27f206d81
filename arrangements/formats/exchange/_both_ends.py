"""Links that a file lists from both ends, as tables of neighbours do: each counts once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import SpecError

if TYPE_CHECKING:
    from collections.abc import Mapping

End = tuple[int, int, str]  # the switch that is named first, the other one, the class


@dataclass(frozen=True, kw_only=True)
class Listed:
    """Links in the direction in which a file lists them, and what it says of directions."""

    counts: Mapping[End, int]
    places: Mapping[End, str]  # where each stands first
    directed: bool | None  # None: the format does not say
    both_ends: bool | None  # what the user says of the file; None: nothing


def joined(listed: Listed) -> tuple[dict[End, int], tuple[str, ...]]:
    """Return undirected links, with remarks.

    Where every link stands in both directions equally often, it counts once;
    where none does, the direction says nothing. In between the user must decide,
    unless the format itself says that its links have no direction.

    Raises
    ------
    SpecError
        With the places of the links that do not fit together.
    """
    counts = listed.counts
    there = next((end for end in counts if _back(end) in counts), None)
    alone = next((end for end, n in counts.items() if counts.get(_back(end)) != n), None)
    if listed.both_ends is not None:
        return _folded(counts, both=listed.both_ends), ()
    if there is None:
        if listed.directed and counts:
            raise _one_way(listed, next(iter(counts)))
        return dict(counts), ()
    if alone is None:
        remark = "every link is listed from both ends, and counts once; both_ends=no counts both"
        return _folded(counts, both=True), (remark,)
    if listed.directed:
        raise _one_way(listed, alone)
    if listed.directed is None:
        raise _undecided(listed, there, alone)
    return _folded(counts, both=False), ()


def _back(end: End) -> End:
    return end[1], end[0], end[2]


def _folded(counts: Mapping[End, int], *, both: bool) -> dict[End, int]:
    """Join the two directions: one link seen from both ends, or links beside each other."""
    found: dict[End, int] = {}
    for end, count in counts.items():
        key = end if end[0] < end[1] else _back(end)
        before = found.get(key, 0)
        found[key] = max(before, count) if both else before + count
    return found


def _one_way(listed: Listed, end: End) -> SpecError:
    return SpecError(
        "",
        f"{listed.places[end]}: a directed link without an equal one back; a network's links have "
        "no direction: both_ends=no takes each as a link, both_ends=yes each and its counterpart "
        "as one",
    )


def _undecided(listed: Listed, there: End, alone: End) -> SpecError:
    return SpecError(
        "",
        f"{listed.places[there]} and {listed.places[_back(there)]} name the same two switches in "
        f"opposite order, but {listed.places[alone]} has no equal counterpart (rows of a switch "
        "and its neighbours are not read): both_ends=yes takes such two as one link, "
        "both_ends=no as two",
    )
