"""What else tells lifts apart whose bisections tie: distances, and components of global links."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace

from alphacut.arrangements.links._base import Shape
from alphacut.arrangements.links.lift import Offsets, wire_lift


def rank(shape: Shape, offsets: Offsets) -> tuple[int, int, Offsets]:
    """Order lifts: by the sum of distances, then by the number of components, then by name.

    Distances are taken from the switches of one group, for the rotation takes each to all others.
    """
    near: list[list[int]] = [[] for _ in range(shape.groups * shape.a)]
    for (i, x), (j, y) in wire_lift(replace(shape, offsets=offsets)):
        one, other = i * shape.a + x, j * shape.a + y
        near[one].append(other)
        near[other].append(one)
    components = _components(near)
    for switch, others in enumerate(near):
        first = switch - switch % shape.a
        others.extend(each for each in range(first, first + shape.a) if each != switch)
    return sum(sum(_distances(near, [x])) for x in range(shape.a)), components, offsets


def _distances(near: Sequence[Sequence[int]], sources: Iterable[int]) -> list[int]:
    """Return how far each switch is from the nearest source; -1: not reached."""
    found = [-1] * len(near)
    waiting = deque(sources)
    for source in waiting:
        found[source] = 0
    while waiting:
        switch = waiting.popleft()
        for other in near[switch]:
            if found[other] < 0:
                found[other] = found[switch] + 1
                waiting.append(other)
    return found


def _components(near: Sequence[Sequence[int]]) -> int:
    left, count = set(range(len(near))), 0
    while left:
        reached = _distances(near, [min(left)])
        left -= {switch for switch, distance in enumerate(reached) if distance >= 0}
        count += 1
    return count
