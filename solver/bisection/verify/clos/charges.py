"""What a bisection is charged at the switches of faults, at least (docs/certificate.md)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from alphacut.solver.bisection.verify.clos.pods import Pair, Pods

DIVIDED = 2  # the value of a pod with edge switches on both sides
EQUAL, MORE_ON_0 = 2, 3  # values of a plane that is divided; 4: more of it is on side 1

Rule = tuple[tuple[int, ...], Callable[..., int | None]]  # a charge; None: it cannot be


@dataclass(frozen=True, kw_only=True)
class Charged:
    """What is charged to the unknowns of some faults; each is a switch, a pod or a plane."""

    pods: Pods
    faults: Mapping[Pair, int]
    pure: bool  # all pods are wholly on one side; else one at least is not

    def pod(self, switch: int) -> int:
        """Return the unknown of a switch's pod."""
        return len(self.pods.pod) + self.pods.pod[switch] - 1

    def plane(self, switch: int) -> int:
        """Return the unknown of a switch's plane."""
        return self._number(self.pods.plane[switch])

    @cached_property
    def switches(self) -> list[int]:
        """Those that have faults."""
        return sorted({switch for pair in self.faults for switch in pair})

    @cached_property
    def unknowns(self) -> set[int]:
        """All unknowns."""
        if self.pods.flat:
            return {*self.switches}
        pods = {self.pod(each) for each in self.switches if self.pods.pod[each]}
        lacking = {len(self.pods.pod) + pod - 1 for pod, _ in self.pods.absent}
        return {*self.switches, *pods, *lacking, *map(self._number, self.planes)}

    @cached_property
    def planes(self) -> set[int]:
        """The planes, from 1 on, that have unknowns."""
        near = {self.pods.plane[each] for each in self.switches} - {0}
        return near | {plane for _, plane in self.pods.absent}

    def _number(self, plane: int) -> int:
        return len(self.pods.pod) + self.pods.number + plane - 1

    def size(self, unknown: int) -> int:
        """Return the number of edge switches of a pod, and 1 for a leaf; 0 for other unknowns."""
        if self.pods.flat:
            return self.pods.pod[unknown]
        return self.pods.edges[unknown - len(self.pods.pod)] if self.is_pod(unknown) else 0

    def is_pod(self, unknown: int) -> bool:
        """Tell whether it is that of a pod."""
        return len(self.pods.pod) <= unknown < len(self.pods.pod) + self.pods.number

    def values(self, unknown: int) -> Sequence[int]:
        """Return the values that an unknown can have."""
        if unknown < len(self.pods.pod):
            return (0, 1)
        if self.is_pod(unknown):
            return (0, 1) if self.pure else (0, 1, 2)
        return (0, 1, 2) if self.pure else (0, 1, 2, 3, 4)

    def rules(self) -> Iterator[Rule]:
        """Yield all charges."""
        near = defaultdict[int, list[int]](list)  # the usual neighbours at faults
        for (one, other), more in self.faults.items():
            usual = self.pods.usual(one, other) is not None
            if usual:
                near[one].append(other)
                near[other].append(one)
            yield (one, other), _fault(more * self.pods.factor)
        if self.pods.flat:
            heavier = self.pods.up * self.pods.difference
            for spine in (each for each in self.switches if self.pods.plane[each]):
                yield (spine,), (0, heavier).__getitem__
            return
        for switch in self.switches:
            if not self.pods.pod[switch]:
                yield (switch, self.plane(switch)), _wholly
            elif not self.pods.plane[switch]:
                yield (switch, self.pod(switch)), _wholly
            else:
                yield from self._of_aggregation(switch, near[switch])
        for pod, plane in self.pods.absent:
            yield (len(self.pods.pod) + pod - 1, self._number(plane)), self._lacking(pod, plane)
        for plane in self.planes:
            yield from self._of_plane(plane)

    def _of_aggregation(self, switch: int, near: Sequence[int]) -> Iterator[Rule]:
        """Charge a switch that stands against its pod or its plane."""
        edges = [each for each in near if not self.pods.plane[each]]
        cores = [each for each in near if not self.pods.pod[each]]
        home = switch, self.pod(switch), self.plane(switch)
        size = self.pods.edges[self.pods.pod[switch] - 1]
        above = self.pods.cores[self.pods.plane[switch] - 1]
        share = self.pods.share(self.pods.plane[switch])
        down, up = self.pods.down * self.pods.factor, self.pods.up * self.pods.factor
        spare = above * up - size * share
        core = up + size * share // above

        least = {True: (0, down - share), False: (spare, down + share)}  # on the main side or not
        against = size * (down - share) + (core // 2 if cores else core)
        divided = against if self.pure else down * max(0, size - 2)

        def own(x: int, pod: int, plane: int) -> int:
            if plane == EQUAL:
                return divided if pod == 1 - x else 0
            alone, each = least[x == plane % MORE_ON_0]
            if pod == DIVIDED:
                return alone + (each // 2 if edges else each)
            return alone + (each * size if pod != x else 0)

        def with_edge(x: int, pod: int, plane: int, side: int) -> int:
            if plane == EQUAL or pod != DIVIDED or side == x:
                return 0
            each = least[x == plane % MORE_ON_0][1]
            return each - each // 2

        def with_core(x: int, pod: int, plane: int, side: int) -> int:
            return core - core // 2 if self.pure and plane == EQUAL and x != pod == side else 0

        yield home, own
        for each in edges:
            yield (*home, each), with_edge
        for each in cores:
            yield (*home, each), with_core

    def _lacking(self, pod: int, plane: int) -> Callable[[int, int], int]:
        """Charge a pod that has no aggregation switch in a plane: the share of its main side."""
        share, size = self.pods.share(plane), self.pods.edges[pod - 1]
        equal = share * size // (self.pods.cores[plane - 1] if self.pure else 2)

        def lacking(side: int, value: int) -> int:
            if value == EQUAL:
                return equal
            if side == DIVIDED:
                return share
            return share * size if side == value % MORE_ON_0 else 0

        return lacking

    def _of_plane(self, plane: int) -> Iterator[Rule]:
        """Charge a plane whose main side is the heavier one, or whose core is on both sides."""
        cores = [
            each
            for each in self.switches
            if not self.pods.pod[each] and self.pods.plane[each] == plane
        ]
        share, up = self.pods.share(plane), self.pods.up * self.pods.factor
        absent = sum(each == plane for _, each in self.pods.absent)
        odd, heavier = (self.pods.number - absent) % 2 == 1, self.pods.difference * share
        several = len(cores) > 1 and not odd and not self.pure

        def own(value: int) -> int | None:
            main = heavier if value in (1, 4) else 0
            if self.pure or value < EQUAL:
                return main
            if value > EQUAL:
                return main + (up if odd or several else 2 * up)
            if odd:
                return None
            return 0 if absent else self.pods.down * self.pods.factor + share

        def with_core(value: int, side: int) -> int:
            return up if value > EQUAL and side != value % MORE_ON_0 else 0

        yield (self._number(plane),), own
        for each in cores if several else ():
            yield (self._number(plane), each), with_core


def _fault(more: int) -> Callable[[int, int], int]:
    return lambda x, y: max(0, more if x != y else -more)


def _wholly(side: int, value: int) -> int | None:
    return None if value == 1 - side else 0
