"""One choice laid out on the hosts of a machine: blocks on groups, tasks on hosts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.model.general import block_of_tasks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alphacut.solver.placement.allocation import Allocation
    from alphacut.solver.placement.sides import Sides

Within = Literal["spread", "packed", "random"]
WITHIN: tuple[Within, ...] = ("spread", "packed", "random")


@dataclass(frozen=True, kw_only=True)
class Placement:
    """Where every task lies; tasks and blocks are numbered in row-major order."""

    tasks: Sides  # β
    block: Sides | None  # γ; None: in runs, whatever room groups have
    groups: tuple[int, ...]  # group of each block; of runs: those that are used
    hosts: tuple[int, ...]  # host of each task
    switches: tuple[int, ...]  # switch of each task


@dataclass(frozen=True, kw_only=True)
class Layout:
    """How a choice is laid out."""

    within: Within = "spread"  # spread: as many tasks on each switch of a group as on each other
    ranks: int = 1  # tasks on each host
    seed: int = 0  # of what is random
    shuffled: bool = False  # blocks on groups at random, not in order


def place(
    tasks: Sides, block: Sides, allocation: Allocation, groups: Sequence[int], layout: Layout
) -> Placement:
    """Lay a choice out.

    The largest blocks go to groups with the most room, in order; where all groups have room
    enough, that is simply in order.

    Parameters
    ----------
    groups
        The group of each switch.

    Raises
    ------
    QuestionError
        If the allocation is too small.
    """
    rng = np.random.default_rng(layout.seed)
    members = _members(block_of_tasks(tasks, block))
    room = _room(allocation, groups, layout.ranks)
    chosen = _matched([len(each) for each in members], room, layout, rng)
    hosts = [0] * math.prod(tasks)
    for each, group in zip(members, chosen, strict=True):
        for task, host in zip(each, _slots(room[group], len(each), layout, rng), strict=True):
            hosts[task] = host
    return Placement(
        tasks=tasks,
        block=block,
        groups=tuple(chosen),
        hosts=tuple(hosts),
        switches=tuple(allocation.hosts.switch[host] for host in hosts),
    )


def fits(tasks: Sides, block: Sides, room: Sequence[int]) -> bool:
    """Tell whether every block finds a group, whose free slots are given in falling order."""
    sizes = np.bincount(block_of_tasks(tasks, block))
    largest = np.sort(sizes)[::-1]
    return len(largest) <= len(room) and bool((largest <= np.array(room[: len(largest)])).all())


def free_slots(allocation: Allocation, groups: Sequence[int], ranks: int) -> list[int]:
    """Return the slots of each group that may be used, in falling order."""
    room = _room(allocation, groups, ranks)
    counts = (sum(len(each) for each in slots.values()) for slots in room.values())
    return sorted(counts, reverse=True)


def slots_by_group(
    allocation: Allocation, groups: Sequence[int], tasks: int, layout: Layout
) -> list[int]:
    """Return a host for each of so many tasks, group by group, those with most room first."""
    rng = np.random.default_rng(layout.seed)
    found: list[int] = []
    room = _room(allocation, groups, layout.ranks)
    for slots in sorted(room.values(), key=lambda each: -sum(map(len, each.values()))):
        count = min(tasks - len(found), sum(map(len, slots.values())))
        found += _slots(slots, count, layout, rng) if count else []
    return found


def _members(block_of: Sequence[int]) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(max(block_of) + 1)]
    for task, block in enumerate(block_of):
        found[block].append(task)
    return found


def _room(
    allocation: Allocation, groups: Sequence[int], ranks: int
) -> dict[int, dict[int, list[int]]]:
    """Return the slots of each group, by switch: hosts, each as often as it takes tasks."""
    room: dict[int, dict[int, list[int]]] = {}
    for switch, hosts in sorted(allocation.by_switch.items()):
        slots = [host for host in hosts for _ in range(ranks)]
        room.setdefault(groups[switch], {})[switch] = slots
    return room


def _matched(
    sizes: list[int], room: dict[int, dict[int, list[int]]], layout: Layout,
    rng: np.random.Generator,
) -> list[int]:  # fmt: skip
    """Choose a group for each block."""
    slots = {group: sum(map(len, each.values())) for group, each in room.items()}
    order = sorted(slots)
    if layout.shuffled:
        order = [order[at] for at in rng.permutation(len(order))]
    most = max(sizes)
    wide = [group for group in order if slots[group] >= most]
    if len(wide) < len(sizes):  # blocks of different sizes have to share groups of different room
        wide = sorted(order, key=lambda group: -slots[group])
    by_size = sorted(range(len(sizes)), key=lambda block: -sizes[block])
    blocks = range(len(sizes)) if len(wide) >= len(sizes) and slots[wide[-1]] >= most else by_size
    chosen = [-1] * len(sizes)
    for block, group in zip(blocks, wide, strict=False):
        chosen[block] = group
    if -1 in chosen or any(sizes[b] > slots[g] for b, g in enumerate(chosen)):
        raise QuestionError(
            "nodes",
            f"the allocation is too small: {len(sizes)} blocks of up to {most} tasks need as many "
            f"groups with that many slots, and it has {sum(n >= most for n in slots.values())}; "
            "take a smaller --block, more hosts, or more --ranks",
        )
    return chosen


def _slots(
    room: dict[int, list[int]], count: int, layout: Layout, rng: np.random.Generator
) -> list[int]:
    """Return the hosts of the tasks of a block, in order."""
    every = [host for slots in room.values() for host in slots]
    if layout.within == "packed":
        return every[:count]
    if layout.within == "random":
        return [every[at] for at in rng.permutation(len(every))[:count]]
    shares = _shares([len(slots) for slots in room.values()], count)
    return [h for slots, n in zip(room.values(), shares, strict=True) for h in slots[:n]]


def _shares(room: list[int], count: int) -> list[int]:
    """Divide tasks among switches as evenly as their room allows."""
    shares = [0] * len(room)
    while count:
        open_ones = [at for at, most in enumerate(room) if shares[at] < most]
        each = max(count // len(open_ones), 1)
        for at in open_ones:
            more = min(each, room[at] - shares[at], count)
            shares[at] += more
            count -= more
    return shares
