"""Rounds in which equal weights spread over classes, for all classes at once (as `spreading`).

Where all members of each class hold the same, spreading it evenly leaves each what it holds: a link
carries the sum, over the rounds, of its load within its class times that weight. Classes with the
same links by places in them are counted once, as products of networks have them: the labels of all
rounds put the members of a class in order, whatever their numbers are. All is counted
with 64-bit integers that cannot overflow; where that might not do, nothing is told, and
`verify.spreading` takes fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import lcm

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Link = tuple[int, int]  # first < second
Within = Callable[[int, tuple[Link, ...]], Mapping[Link, Fraction]]

LARGEST = 1 << 60  # of all numbers that are counted with


@dataclass(frozen=True, kw_only=True)
class Classes:
    """The classes of one round, in tables by their sizes."""

    of_switch: Integers  # the number of the class, and the place in it
    place: Integers
    members: Mapping[int, Integers]  # by size: a row for each class, in the order of their numbers
    numbers: Mapping[int, Integers]  # of the classes in these rows

    @classmethod
    def of(cls, labels: Integers, rank: Integers) -> Classes:
        """Sort switches by their labels, and those of a class by their rank."""
        _, of_switch, sizes = np.unique(labels, return_inverse=True, return_counts=True)
        order, begins = np.lexsort((rank, of_switch)), np.cumsum(sizes) - sizes
        place = np.empty_like(order)
        place[order] = np.arange(len(order)) - np.repeat(begins, sizes)
        found = {int(size): np.flatnonzero(sizes == size) for size in np.unique(sizes)}
        return cls(
            of_switch=of_switch,
            place=place,
            members={s: order[begins[c][:, None] + np.arange(s)] for s, c in found.items()},
            numbers=found,
        )

    def all_alike(self, held: Integers) -> bool:
        """Tell whether the members of each class hold the same."""
        return all((held[table] == held[table[:, :1]]).all() for table in self.members.values())


def tightest(
    capacities: Mapping[Link, int],
    rounds: Sequence[Sequence[int]],
    weights: Sequence[int],
    within: Within,
) -> Fraction | None:
    """Return the least capacity for a unit of load; None where fractions are needed to tell.

    Parameters
    ----------
    rounds
        The label of each switch, of the class over which it spreads.
    within
        Gives the loads of the links of a class, by their places, when each of so many members sends
        a unit evenly to all members by shortest ways.
    """
    most, heaviest = max(capacities.values(), default=0), max(weights)
    if not capacities or max(most, heaviest, *map(max, rounds)) >= LARGEST:
        return None
    held = np.array(weights, dtype=np.int64)
    tables = [np.array(labels, dtype=np.int64) for labels in rounds]
    rank = np.empty_like(held)  # by the labels of other rounds, as places in factors of a product
    rank[np.lexsort(tables)] = np.arange(len(held))
    classes = [Classes.of(labels, rank) for labels in tables]
    if not all(each.all_alike(held) for each in classes) or not _same_ends(classes, held):
        return None
    ends = np.array(list(capacities), dtype=np.int64)
    parts = [list(_loads(each, ends, within)) for each in classes]
    common = lcm(*(load.denominator for part in parts for _, loads in part for load in loads))
    most_of_each = [max((max(loads) for _, loads in part), default=0) for part in parts]
    if sum(most_of_each) * common * heaviest >= LARGEST:
        return None
    carried = np.zeros(len(ends), dtype=np.int64)
    for links, loads in chain.from_iterable(parts):  # of each, no link stands twice
        carried[links] += held[ends[links, 0]] * np.array([int(load * common) for load in loads])
    return _least_ratio(np.array(list(capacities.values())), carried, common)


def _least_ratio(capacity: Integers, carried: Integers, common: int) -> Fraction | None:
    """Return the least quotient of capacities and loads where there is a load."""
    loads = {c: int(carried[capacity == c].max()) for c in np.unique(capacity).tolist()}
    return min((Fraction(c, load) * common for c, load in loads.items() if load), default=None)


def _loads(
    classes: Classes, ends: Integers, within: Within
) -> Iterator[tuple[Integers, list[Fraction]]]:
    """Yield links by their numbers, as a table with a row for each class, and their loads."""
    inside = np.flatnonzero(classes.of_switch[ends[:, 0]] == classes.of_switch[ends[:, 1]])
    own = classes.of_switch[ends[inside, 0]]
    places = np.sort(classes.place[ends[inside]], axis=1)
    order = np.lexsort((places[:, 1], places[:, 0], own))
    inside, places = inside[order], places[order]
    counts = np.bincount(own, minlength=int(classes.of_switch.max()) + 1)
    begins = np.cumsum(counts) - counts
    for size, numbers in classes.numbers.items():
        for count in np.unique(counts[numbers]).tolist():
            some = numbers[counts[numbers] == count]
            rows = begins[some][:, None] + np.arange(count)
            if count:
                yield from _by_pattern(size, inside[rows], places[rows], within)
            else:
                within(size, ())


def _by_pattern(
    size: int, links: Integers, places: Integers, within: Within
) -> Iterator[tuple[Integers, list[Fraction]]]:
    """Divide classes of one size by the links that they have, told by places."""
    kinds, kind, counts = np.unique(
        places.reshape(len(places), -1), axis=0, return_inverse=True, return_counts=True
    )
    of_kind = np.split(np.argsort(kind.ravel(), kind="stable"), np.cumsum(counts)[:-1])
    for flat, alike in zip(kinds.tolist(), of_kind, strict=True):
        pattern = tuple(zip(flat[::2], flat[1::2], strict=True))
        loads = within(size, pattern)
        yield links[alike], [loads.get(link, Fraction(0)) for link in pattern]


def _same_ends(rounds: Sequence[Classes], held: Integers) -> bool:
    """Tell whether what all switches hold ends in the same shares at the same switches.

    What a switch holds at the beginning of a round ends as the mean over its class. Alike mixtures
    get one number; unlike numbers may yet be one distribution, so that "no" is not certain.
    """
    at, free = np.arange(len(held)), len(held)
    for each in reversed(rounds):
        for table in each.members.values():
            rows = np.sort(at[table], axis=1)
            _, first, kind = np.unique(rows, axis=0, return_index=True, return_inverse=True)
            mixed = free + np.arange(len(first))
            constant = rows[first, 0] == rows[first, -1]
            mixed[constant] = rows[first, 0][constant]
            free += len(first)
            at[table] = mixed[kind.ravel()][:, None]
    return len(np.unique(at[held > 0])) == 1
