"""Networks from files that name their switches."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.network import (
    GLOBAL,
    LOCAL,
    Link,
    LinkClass,
    Network,
    switch_names_problem,
)
from alphacut.arrangements.words import printable, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Numbering(NamedTuple):
    """The numbers of switches that a file names."""

    numbers: list[int]  # of each name
    switches: int  # how many there are
    names: tuple[str, ...] = ()  # of each switch by its number; none where they are the numbers
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def number_names(names: Sequence[str], switches: int | None = None) -> Numbering:
    """Number the switches that a file names: by their numbers, or else in the order of the file.

    A name is no more than a name: numbers need not begin at 0, and those that
    are left out are no switches.

    Parameters
    ----------
    names
        All different.
    switches
        How many the file says there are; those without a name have no links. If
        all names are numbers below it, they are kept.

    Raises
    ------
    SpecError
        If more are named than there are, or a number is written in two ways.
    """
    count = len(names) if switches is None else switches
    if len(names) > count:
        raise SpecError("", f"{count} switches are said to be there, but {len(names)} are named")
    if not all(name.isascii() and name.isdigit() for name in names):
        return _kept(names, list(range(len(names))), count)
    values = [name.lstrip("0") or "0" for name in names]
    order = sorted(range(len(names)), key=lambda each: (len(values[each]), values[each]))
    for one, other in pairwise(order):
        if values[one] == values[other]:
            raise SpecError(
                "",
                f"the switches {shown(names[one])} and {shown(names[other])} have the same number",
            )
    if order and len(values[order[-1]]) < 10 and int(values[order[-1]]) < count:
        return Numbering([int(value) for value in values], count)
    numbers = [0] * len(names)
    for position, each in enumerate(order):
        numbers[each] = position
    kept = _kept(names, numbers, count)
    return kept._replace(remarks=(*kept.remarks, _renumbered(names, order)) if order else ())


def _kept(names: Sequence[str], numbers: list[int], count: int) -> Numbering:
    """Give each switch its name; one that the file does not name is called by its number."""
    found = [str(number) for number in range(count)]
    for name, number in zip(names, numbers, strict=True):
        found[number] = name
    if problem := switch_names_problem(found, count):
        note = f"the names of switches; they are numbered in the order of the file ({problem})"
        return Numbering(numbers, count, notes=(note,))
    return Numbering(numbers, count, names=tuple(found))


def _renumbered(names: Sequence[str], order: list[int]) -> str:
    first, last = names[order[0]], names[order[-1]]
    return (
        f"switches are numbered from 0, in the order of their numbers: {first} becomes 0, "
        f"{last} becomes {len(order) - 1}"
    )


def network_of(
    *,
    switches: int,
    links: Iterable[Link],
    classes: Sequence[LinkClass] = (LOCAL, GLOBAL),
    groups: Mapping[int, int] | None = None,
    hosts: Mapping[int, int] | None = None,
    default_hosts: int = 0,
    names: tuple[str, ...] = (),
) -> tuple[Network, tuple[str, ...]]:
    """Make a network of what a file tells, with notes on what it does not.

    Parameters
    ----------
    classes
        Those whose capacities are told; links of others are supposed to have 1.
    hosts
        Of the switches whose hosts the file tells; the others have `default_hosts`.
        Where it tells none of them, each has 1.

    Raises
    ------
    SpecError
        If it cannot be a network.
    """
    listed = tuple(links)
    untold = sorted({link.link_class for link in listed} - {each.name for each in classes})
    notes = tuple(
        f"the capacity of {printable(str(name), 60)} links, supposed to be 1" for name in untold
    )
    try:
        network = Network(
            switches=switches,
            links=listed,
            classes=(*classes, *(LinkClass(name=name, base=1, slope=0) for name in untold)),
            groups=tuple((groups or {}).get(i, 0) for i in range(switches)),
            hosts=tuple(hosts.get(i, default_hosts) if hosts else 1 for i in range(switches)),
            names=names,
        )
    except NetworkError as error:
        raise SpecError("", str(error)) from error
    return network, notes
