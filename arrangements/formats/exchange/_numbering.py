"""Networks from files that name their switches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arrangements.errors import NetworkError, SpecError
from arrangements.formats.exchange._base import is_count
from arrangements.network import GLOBAL, LOCAL, Link, LinkClass, Network

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

DEFAULTS = {each.name: each for each in (LOCAL, GLOBAL)}


def number_names(names: Iterable[str]) -> tuple[dict[str, int], tuple[str, ...]]:
    """Number switches: those with numbers for names keep them, others are counted.

    Returns
    -------
    The number of each name, and notes.
    """
    found = list(dict.fromkeys(names))
    if all(map(is_count, found)):
        numbers = {name: int(name) for name in found}
        count = max(numbers.values(), default=-1) + 1
        gaps = count - len(set(numbers.values()))
        if gaps > len(found) + 1000:
            ordered = sorted(found, key=int)
            return (
                {name: position for position, name in enumerate(ordered)},
                ("switches are numbered anew, in the order of their numbers",),
            )
        note = f"{gaps} switches without links, which their numbers leave room for"
        return numbers, (note,) if gaps else ()
    return (
        {name: position for position, name in enumerate(found)},
        ("the names of switches; they are numbered in the order of the file",),
    )


def classes_of(links: Iterable[Link]) -> tuple[tuple[LinkClass, ...], tuple[str, ...]]:
    """Return the classes of links whose capacities a file does not tell, and notes."""
    names = sorted({link.link_class for link in links} - set(DEFAULTS))
    unknown = tuple(LinkClass(name=name, base=1, slope=0) for name in names)
    notes = tuple(f"the capacity of {name} links, supposed to be 1" for name in names)
    return (LOCAL, GLOBAL, *unknown), notes


def network_of(
    *,
    switches: int,
    links: Iterable[Link],
    groups: Mapping[int, int] | None = None,
    hosts: Mapping[int, int] | None = None,
) -> tuple[Network, tuple[str, ...]]:
    """Make a network of what a file tells, with notes on what it does not.

    Raises
    ------
    SpecError
        If it cannot be a network.
    """
    listed = tuple(links)
    classes, notes = classes_of(listed)
    try:
        network = Network(
            switches=switches,
            links=listed,
            classes=classes,
            groups=tuple((groups or {}).get(i, 0) for i in range(switches)),
            hosts=tuple(hosts.get(i, 0) if hosts else 1 for i in range(switches)),
        )
    except NetworkError as error:
        raise SpecError("", str(error)) from error
    return network, notes
