"""Coordinates in a Cartesian product whose switches are numbered anyhow, from its squares.

Two links that meet belong to one factor unless just one square without diagonals has both; links
on opposite sides of such a square belong to one factor. Where the classes of links that follow
are finer than the factors, those that are no factor by themselves are taken together. Nothing
rests on that: whoever uses coordinates compares all links with them.

References
----------
Feder, Product graph representations (1992); Imrich and Žerovnik, Factoring Cartesian-product
graphs (1994), whose relation δ this is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

Integers = NDArray[np.int64]


def coordinates(ends: Integers, degrees: Integers) -> list[Integers] | None:
    """Return the place of each switch in each of at least two factors; None if none are found.

    Parameters
    ----------
    ends
        (links, 2); of each link both switches, the lower one first. No link stands twice.
    degrees
        (switches,); how many links each switch has, at least one.

    Returns
    -------
    An array (switches,) for each factor, of numbers from 0 on.
    """
    switches = len(degrees)
    number, factor = _classes(ends, degrees)
    if not 2 <= number <= degrees.min():  # each factor has a link at every switch
        return None
    places = [_parts(ends[factor != each], switches) for each in range(number)]
    layers = [_parts(ends[factor == each], switches) for each in range(number)]
    sides = [int(place.max()) + 1 for place in places]
    whole = [
        side * (int(layer.max()) + 1) == switches for side, layer in zip(sides, layers, strict=True)
    ]
    found = [place for place, is_factor in zip(places, whole, strict=True) if is_factor]
    if not all(whole):
        found.append(_parts(ends[np.isin(factor, np.flatnonzero(whole))], switches))
    return found if len(found) > 1 else None


def _classes(ends: Integers, degrees: Integers) -> tuple[int, Integers]:
    """Return how many classes of links there are, and the class of each."""
    switches = len(degrees)
    corner, codes, one, other = _meeting(ends, degrees)
    order = np.argsort(codes)
    corner, codes, one, other = corner[order], codes[order], one[order], other[order]
    first = np.flatnonzero(np.diff(codes, prepend=-1))
    counts = np.diff(first, append=len(codes))
    linked = np.sort(ends[:, 0] * switches + ends[:, 1])
    begin = first[counts == 2]  # two neighbours have two switches beside both
    begin = begin[~_within(codes[begin], linked)]
    corners = np.sort(np.stack([corner[begin], corner[begin + 1]]), axis=0)
    begin = begin[~_within(corners[0] * switches + corners[1], linked)]
    alone = np.ones(len(codes), dtype=bool)
    alone[begin] = alone[begin + 1] = False
    joined = (
        np.concatenate([one[alone], one[begin], other[begin]]),
        np.concatenate([other[alone], other[begin + 1], one[begin + 1]]),
    )
    shape = (len(ends), len(ends))
    matrix = coo_array((np.ones(len(joined[0]), dtype=np.int8), joined), shape=shape)
    number, factor = connected_components(matrix, directed=False)
    return int(number), np.asarray(factor, dtype=np.int64)


def _meeting(ends: Integers, degrees: Integers) -> tuple[Integers, Integers, Integers, Integers]:
    """Return all pairs of links that meet: where, a code of their other ends, and both links."""
    switches, links = len(degrees), len(ends)
    own, other = np.concatenate([ends, ends[:, ::-1]]).T
    order = np.lexsort((other, own))
    begins = np.cumsum(degrees) - degrees
    parts = []
    for degree in np.unique(degrees).tolist():
        some = np.flatnonzero(degrees == degree)
        slots = order[begins[some][:, None] + np.arange(degree)]
        lower, higher = np.triu_indices(degree, 1)
        near, joined = other[slots], slots % links
        codes = near[:, lower] * switches + near[:, higher]
        corners = np.repeat(some, len(lower))
        parts.append((corners, codes.ravel(), joined[:, lower].ravel(), joined[:, higher].ravel()))
    corner, codes, first, second = (np.concatenate(part) for part in zip(*parts, strict=True))
    return corner, codes, first, second


def _within(codes: Integers, some: Integers) -> NDArray[np.bool_]:
    """Tell which codes are among some, which are sorted."""
    place = np.minimum(np.searchsorted(some, codes), len(some) - 1)
    return np.asarray(some[place] == codes)


def _parts(ends: Integers, switches: int) -> Integers:
    """Return the component of each switch when only some links are there."""
    ones = np.ones(len(ends), dtype=np.int8)
    matrix = coo_array((ones, (ends[:, 0], ends[:, 1])), shape=(switches, switches))
    _, part = connected_components(matrix, directed=False)
    return np.asarray(part, dtype=np.int64)
