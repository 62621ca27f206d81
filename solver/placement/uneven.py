"""Layouts in an allocation that no division into equal blocks fits: tasks in runs.

The groups with most room are filled first. Tasks follow each other in tiles of tiles, so that
those of a group lie close together on the grid, however many it takes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from alphacut.solver.placement.layout import Placement, slots_by_group
from alphacut.solver.placement.mapping.starts import tiled

if TYPE_CHECKING:
    from alphacut.solver.placement.records import Job
    from alphacut.solver.placement.sides import Sides

MOST_DIVISIONS = 20_000  # that are listed
MOST_TRIED = 12  # with the least traffic


def divisions(job: Job) -> list[Sides]:
    """Return the decompositions that fit the hosts but for their blocks, least traffic first."""
    wanted = job.question.wanted
    if wanted.room is None or wanted.block is not None:
        return []
    exchange, room = job.question.exchange, sum(wanted.room)
    strict = not (wanted.any_tasks or wanted.tasks)
    options = [
        [wanted.tasks[k]] if wanted.tasks
        else [n for n in range(1, min(side, room) + 1) if not (strict and side % n)]
        for k, side in enumerate(exchange.elements)
    ]  # fmt: skip
    found = list(islice(_grown(options, wanted.count, room), MOST_DIVISIONS))
    return sorted(found, key=lambda tasks: (exchange.volume(tasks), tasks))[:MOST_TRIED]


def _grown(options: list[list[int]], count: int | None, room: int) -> Iterator[Sides]:
    """Yield what there is of one option along each dimension, with the right number of tasks."""
    if not options:
        if count in (None, 1):
            yield ()
        return
    for n in options[0]:
        if n > room or (count is not None and count % n):
            continue
        for others in _grown(options[1:], None if count is None else count // n, room // n):
            yield (n, *others)


def layouts(job: Job, tasks: Sides) -> Iterator[Placement]:
    """Lay a decomposition out, its tasks in several orders."""
    size = math.prod(tasks)
    hosts = np.array(slots_by_group(job.allocation, job.network.groups, size, job.layout))
    room = job.question.wanted.room or (size,)
    shared, largest = math.gcd(*room), max(room)
    for tiles in {(shared, largest), (largest,), (shared,), ()}:
        order = hosts[tiled(tasks, np.arange(size), *tiles)]
        switches = [job.allocation.hosts.switch[host] for host in order.tolist()]
        yield Placement(
            tasks=tasks,
            block=None,
            groups=tuple(sorted({job.network.groups[switch] for switch in switches})),
            hosts=tuple(order.tolist()),
            switches=tuple(switches),
        )
