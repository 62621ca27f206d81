"""Dimension order on tori, meshes and Hamming graphs: one coordinate after the other.

Around a ring a packet takes the shorter way, half of the packets either way where both are as
long; it changes from virtual channel 0 to 1 where it has passed the end of the ring (Dally and
Seitz, 1987).
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.common.compiled import compiled
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.explicit_routes import MOST_HOPS, Listed
from alphacut.solver.routing.grid import COMPLETE, RINGS, Box

if TYPE_CHECKING:
    from alphacut.solver.routing.channels import Channels, Links, Numbers

MOST_TIES = 4  # dimensions of even length, along which both ways can be as long


def check_box(box: Box) -> None:
    """Refuse a box with too many routes to list.

    Raises
    ------
    QuestionError
        Naming the number of its switches.
    """
    n, ties = prod(box.sides), sum(box.kind == RINGS and side % 2 == 0 for side in box.sides)
    if ties > MOST_TIES or n * n * 2**ties * max(1, len(box.sides)) > MOST_HOPS:
        raise QuestionError(
            "mechanism", f"too many routes of dimension order to list: {n:,} switches"
        )


def dimension_order(box: Box, channels: Channels) -> Listed:
    """List the routes of all pairs.

    Raises
    ------
    QuestionError
        If a link that a route needs is missing, or there would be too many hops.
    """
    check_box(box)
    links, vcs = channels.links, channels.vcs[0]
    sources, targets, weights, starts, hops, missing = _listed(
        np.array(box.sides, dtype=np.int64), box.kind, _table(box, links), channels.first, vcs
    )
    if missing[0] >= 0:
        raise QuestionError(
            "mechanism",
            f"dimension-order needs a link from switch {missing[0]} to switch {missing[1]}, "
            "which is not there",
        )
    return Listed(
        channels=channels, sources=sources, targets=targets, weights=weights, starts=starts,
        hops=hops,
    )  # fmt: skip


def _strides(sides: Numbers) -> Numbers:
    return np.concatenate([np.cumprod(sides[::-1])[-2::-1], [1]]).astype(np.int64)


def _table(box: Box, links: Links) -> Numbers:
    """Return the link from each switch along each dimension to each coordinate, or -1."""
    sides = np.array(box.sides, dtype=np.int64)
    strides = _strides(sides)
    table = np.full((links.switches, len(sides), int(sides.max())), -1, dtype=np.int64)
    for link in range(links.count - 1, -1, -1):  # of parallel links the first one stays
        tail, head = links.tails[link], links.heads[link]
        here, there = tail // strides % sides, head // strides % sides
        (differs,) = np.flatnonzero(here != there)
        table[tail, differs, there[differs]] = link
    return table


@compiled
def _listed(  # noqa: C901
    sides: Numbers, kind: int, table: Numbers, first: Numbers, vcs: int
) -> tuple[Numbers, Numbers, Numbers, Numbers, Numbers, Numbers]:
    n, dims = table.shape[0], len(sides)
    sources, targets = np.empty(n * n, np.int64), np.empty(n * n, np.int64)
    weights, starts = np.empty(n * n, np.int64), np.zeros(n * n + 1, np.int64)
    hops = np.empty(4 * n * n, np.int64)
    missing = np.full(2, -1, np.int64)
    strides = np.ones(dims, np.int64)
    for d in range(dims - 2, -1, -1):
        strides[d] = strides[d + 1] * sides[d + 1]
    count, length = 0, 0
    for source in range(n):
        for target in range(n):
            if source == target:
                continue
            ties = 0
            for d in range(dims):
                ahead = (target // strides[d] - source // strides[d]) % sides[d]
                if kind == RINGS and sides[d] > 2 and 2 * ahead == sides[d]:
                    ties += 1
            for way in range(1 << ties):
                if count == len(sources):
                    sources, targets = _doubled(sources), _doubled(targets)
                    weights = _doubled(weights)
                    starts = np.concatenate((starts, np.zeros(len(starts), np.int64)))
                at, tie = source, 0
                for d in range(dims):
                    here, there = at // strides[d] % sides[d], target // strides[d] % sides[d]
                    ahead = (there - here) % sides[d]
                    step = 1 if there > here else -1
                    if kind == RINGS and sides[d] > 2:
                        step = 1 if 2 * ahead < sides[d] else -1
                        if 2 * ahead == sides[d]:
                            step = 1 if way >> tie & 1 else -1
                            tie += 1
                    vc = 0
                    while here != there:
                        to = there if kind == COMPLETE else (here + step) % sides[d]
                        link = table[at, d, to]
                        after = at + (to - here) * strides[d]
                        if link < 0:
                            missing[0], missing[1] = at, after
                            return sources, targets, weights, starts, hops, missing
                        if length == len(hops):
                            hops = _doubled(hops)
                        hops[length] = first[link] + min(vc, vcs - 1)
                        length += 1
                        if kind == RINGS and abs(to - here) > 1:
                            vc = 1
                        at, here = after, to
                sources[count], targets[count], weights[count] = source, target, 1
                count += 1
                starts[count] = length
    return (
        sources[:count], targets[:count], weights[:count], starts[: count + 1], hops[:length],
        missing,
    )  # fmt: skip


@compiled
def _doubled(array: Numbers) -> Numbers:
    return np.concatenate((array, np.zeros(max(1, len(array)), np.int64)))
