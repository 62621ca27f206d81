"""What the members of leaves are, looked at first, whether a leaf needs a proof or not.

What they mean is read where it is used; a leaf that holds nothing to exclude is used nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from alphacut_verify.errors import Refused
from alphacut_verify.reading import Object, a_list, a_string, an_integer, an_object, integers

Shape = Callable[[Any, str], object]


def _from(low: int) -> Shape:
    return lambda value, place: an_integer(value, place, low)


def _pair(value: Any, place: str) -> None:
    if len(integers(value, place, 0)) != 2:
        raise Refused(place, "must be two integers")


def _entries(value: Any, place: str) -> None:
    for i, entry in enumerate(a_list(value, place)):
        integers(entry, f"{place}.{i}")


def _tables(value: Any, place: str) -> None:
    for i, entry in enumerate(a_list(value, place)):
        here = f"{place}.{i}"
        if len(a_list(entry, here)) != 3:
            raise Refused(here, "must be a size, a number and a table")
        size, number, table = entry
        an_integer(size, f"{here}.0", 1)
        an_integer(number, f"{here}.1", 0)
        a_string(table, f"{here}.2")


_BLOCKS: Mapping[str, Shape] = {
    "scale": _from(1), "even": a_string, "odd": a_string, "shifts": _pair, "potentials": a_string,
    "known": a_string, "totals": integers, "balance": a_string,
}  # fmt: skip
NEEDED: Mapping[str, Mapping[str, Shape]] = {
    "states": {**_BLOCKS, "functions": a_string},
    "groups": {**_BLOCKS, "triangles": a_string},
    "semidefinite": {
        "objective": _from(1), "diagonal": a_string, "halves": a_string, "box": a_string,
        "triangles": a_string,
    },
    "classes": {"rotation": _from(0)},
}  # fmt: skip
OTHERS: Mapping[str, Mapping[str, Shape]] = {
    "states": {
        "square": an_integer, "sums": _entries, "sequences": _entries,
        "crosscorrelations": _entries, "counts": _entries,
    },
    "groups": {"number": _from(0)},
    "semidefinite": {
        "number": _from(0), "cliques": _tables, "sums": _tables, "known": _entries,
        "intercept": _pair, "slope": _pair,
    },
    "classes": {},
}  # fmt: skip


def check_shape(leaf: Object, kind: str, place: str) -> None:
    """Refuse a leaf of a kind with a member that is missing, or is not what it must be."""
    for name, shape in NEEDED[kind].items():
        if name not in leaf:
            raise Refused(f"{place}.{name}", "is missing")
        shape(leaf[name], f"{place}.{name}")
    for name, shape in OTHERS[kind].items():
        if name in leaf:
            shape(leaf[name], f"{place}.{name}")
    if kind != "classes" and leaf.get("rotation") is not None:
        an_integer(leaf["rotation"], f"{place}.rotation", 0)


def check_multipliers(leaf: Object, named: Mapping[str, Any], place: str) -> None:
    """Refuse a leaf of multipliers that are no objects of states, or names that are not there."""
    for i, value in enumerate(a_list(leaf.get("multipliers", []), f"{place}.multipliers")):
        here = f"{place}.multipliers.{i}"
        if isinstance(value, str):
            if value not in named:
                raise Refused(here, "there are no multipliers of this name in the document")
            here, value = f"multipliers.{value}", named[value]
        check_shape(an_object(value, here), "states", here)
