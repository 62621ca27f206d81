"""What a bisection is charged at the switches of faults, at least (docs/certificate.md)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from alphacut.solver.bisection.verify.clos.pods import Pair, Pods

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
        return len(self.pods.pod) + self.pods.number + self.pods.plane[switch] - 1

    @cached_property
    def switches(self) -> list[int]:
        """Those that have faults."""
        return sorted({switch for pair in self.faults for switch in pair})

    @cached_property
    def unknowns(self) -> set[int]:
        """All unknowns."""
        pods = {self.pod(each) for each in self.switches if self.pods.pod[each]}
        return {*self.switches, *pods, *self._planes}

    @cached_property
    def _planes(self) -> set[int]:
        return {self.plane(each) for each in self.switches if self.pods.plane[each]}

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
            yield (one, other), _fault(more)
        for switch in self.switches:
            if not self.pods.pod[switch]:
                yield (switch, self.plane(switch)), _wholly
            elif not self.pods.plane[switch]:
                yield (switch, self.pod(switch)), _wholly
            else:
                yield from self._of_aggregation(switch, near[switch])
        if not self.pure:
            for plane in self._planes:
                yield from self._divided(plane)

    def _of_aggregation(self, switch: int, near: Sequence[int]) -> Iterator[Rule]:
        """Charge a switch that stands against its pod or its plane."""
        edges = [each for each in near if not self.pods.plane[each]]
        cores = [each for each in near if not self.pods.pod[each]]
        home = switch, self.pod(switch), self.plane(switch)
        down, spare, size = self.pods.down, self.pods.spare, self.pods.edges
        share = down * size // self.pods.cores

        def own(x: int, pod: int, plane: int) -> int:
            if plane == EQUAL:
                if pod != 1 - x:
                    return 0
                return share * (1 if cores else 2) if self.pure else down * (size - 2)
            main = plane % MORE_ON_0
            if main == x:
                return 0
            if pod in (0, 1):
                return spare + (2 * down * size if pod == main else 0)
            return spare + down * (1 if edges else 2)

        def with_edge(x: int, pod: int, plane: int, side: int) -> int:
            main = plane % MORE_ON_0
            return down if plane != EQUAL and pod == 2 and x != main == side else 0

        def with_core(x: int, pod: int, plane: int, side: int) -> int:
            return share if self.pure and plane == EQUAL and x != pod == side else 0

        yield home, own
        for each in edges:
            yield (*home, each), with_edge
        for each in cores:
            yield (*home, each), with_core

    def _divided(self, plane: int) -> Iterator[Rule]:
        """Charge a plane whose core switches are on both sides, as is some pod."""
        cores = [
            each for each in self.switches if not self.pods.pod[each] and self.plane(each) == plane
        ]
        odd, up = self.pods.number % 2 == 1, self.pods.up
        several = len(cores) > 1 and not odd

        def own(value: int) -> int:
            if value < EQUAL:
                return 0
            return 2 * self.pods.down if value == EQUAL else up if odd or several else 2 * up

        def with_core(value: int, side: int) -> int:
            return up if value > EQUAL and side != value % MORE_ON_0 else 0

        yield (plane,), own
        for each in cores if several else ():
            yield (plane, each), with_core


def _fault(more: int) -> Callable[[int, int], int]:
    return lambda x, y: max(0, more if x != y else -more)


def _wholly(side: int, value: int) -> int | None:
    return None if value == 1 - side else 0
