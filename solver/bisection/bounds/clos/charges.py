"""What a bisection of a folded Clos network is charged for each fault, at least.

The argument is in docs/certificate.md. The unknowns are the sides of the switches at faults, on
which side the edge switches of their pods are (0 or 1 wholly, or 2: both), and the same of the core
switches of their planes. Where some pod is on both sides, a plane that is tells as well on which
side it has most aggregation switches: 2 as many on each, 3 on side 0, 4 on side 1. Each charge is
what a bisection severs at least above the usual value less all that is lacking.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from alphacut.solver.bisection.bounds.clos.structure import FoldedClos, Pair

NEVER = 1 << 60  # the charge of what cannot be
BOTH = 2
Charge = Callable[..., int]  # of values, one of each unknown


@dataclass(frozen=True, kw_only=True)
class Term:
    """A charge that some unknowns decide, for all their values."""

    unknowns: tuple[int, ...]
    charges: dict[tuple[int, ...], int]


@dataclass(frozen=True, kw_only=True)
class Charges:
    """Unknowns are numbered: switches by their numbers, then pods, then planes.

    Parameters
    ----------
    whole
        Faults that are left out: what they lack counts in full.
    pure
        Whether all pods are meant to be wholly on one side; else some is not.
    """

    clos: FoldedClos
    whole: Collection[Pair]
    pure: bool

    @cached_property
    def faults(self) -> dict[Pair, int]:
        """The faults that are charged."""
        return {pair: d for pair, d in self.clos.differing.items() if pair not in self.whole}

    def pod(self, switch: int) -> int:
        """Return the unknown of the pod of a switch."""
        return len(self.clos.pods) + self.clos.pods[switch] - 1

    def plane(self, switch: int) -> int:
        """Return the unknown of the plane of a switch."""
        return len(self.clos.pods) + len(self.clos.edges) + self.clos.planes[switch] - 1

    def is_pod(self, unknown: int) -> bool:
        """Whether an unknown is that of a pod."""
        return 0 <= unknown - len(self.clos.pods) < len(self.clos.edges)

    @property
    def most_pods(self) -> int:
        """How many pods may be wholly on one side, each having half of the edge switches."""
        pods, edges = len(self.clos.edges), len(self.clos.edges[0])
        return pods // 2 if self.pure else (pods * edges // 2 - 1) // edges

    def values(self, unknown: int) -> range:
        """Return the values of an unknown."""
        if unknown < len(self.clos.pods) or (self.pure and self.is_pod(unknown)):
            return range(2)
        return range(3 if self.pure or self.is_pod(unknown) else 5)

    @cached_property
    def unknowns(self) -> tuple[int, ...]:
        """All unknowns of the faults."""
        found = set[int]()
        for switch in {each for pair in self.faults for each in pair}:
            found.add(switch)
            if self.clos.pods[switch]:
                found.add(self.pod(switch))
            if self.clos.planes[switch]:
                found.add(self.plane(switch))
        return tuple(sorted(found))

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """All charges, but for those of no consequence."""
        return tuple(
            Term(unknowns=unknowns, charges=charges)
            for unknowns, charge in self._charges()
            if any(
                (charges := {
                    values: charge(*values) for values in product(*map(self.values, unknowns))
                }).values()
            )
        )  # fmt: skip

    def _charges(self) -> Iterator[tuple[tuple[int, ...], Charge]]:
        clos = self.clos
        beside = defaultdict[int, list[int]](list)  # of an aggregation switch, its faulty ones
        for (one, other), more in self.faults.items():
            plane = self._within(one, other)
            if plane is None:
                yield (one, other), lambda x, y, more=more: more if x != y else 0
                continue
            middle, end = (one, other) if clos.pods[one] and clos.planes[one] else (other, one)
            beside[middle].append(end)
            yield (one, other), lambda x, y, more=more: max(0, more if x != y else -more)
        for switch in self.unknowns:
            if switch >= len(clos.pods):
                continue
            pod, plane = clos.pods[switch], clos.planes[switch]
            if pod and plane:
                yield from self._middle(switch, beside[switch])
            else:
                home = self.pod(switch) if pod else self.plane(switch)
                yield (switch, home), lambda x, h: NEVER if h == 1 - x else 0
        if not self.pure:
            yield from self._divided()

    def _divided(self) -> Iterator[tuple[tuple[int, ...], Charge]]:
        """Charge planes whose core switches are on both sides, where some pod is as well."""
        clos, first = self.clos, len(self.clos.pods) + len(self.clos.edges)
        odd = len(clos.edges) % 2
        for unknown in (each for each in self.unknowns if each >= first):
            plane = unknown - first + 1
            cores = [
                each
                for each in self.unknowns
                if each < len(clos.pods) and not clos.pods[each] and clos.planes[each] == plane
            ]
            several = len(cores) > 1 and not odd
            least = clos.up if several or odd else 2 * clos.up

            def plane_divided(q: int, least: int = least) -> int:
                return (0, 0, 2 * clos.down, least, least)[q]

            yield (unknown,), plane_divided
            for each in cores if several else ():
                yield (each, unknown), lambda x, q: clos.up if q > BOTH and x != q - 3 else 0

    def _within(self, one: int, other: int) -> int | None:
        """Return the plane of two that the network usually joins; None if it does not."""
        pods, planes = self.clos.pods, self.clos.planes
        lower, upper = sorted((one, other), key=lambda each: (planes[each] > 0, pods[each] == 0))
        middle_below = pods[lower] > 0 and planes[lower] > 0
        if middle_below and not pods[upper] and planes[lower] == planes[upper]:
            return self.plane(lower)
        edge_below = pods[lower] > 0 and not planes[lower]
        if edge_below and planes[upper] and pods[lower] == pods[upper]:
            return self.plane(upper)
        return None

    def _middle(
        self, switch: int, beside: Sequence[int]
    ) -> Iterator[tuple[tuple[int, ...], Charge]]:
        """Charge an aggregation switch that stands against its pod or its plane."""
        clos, pod, plane = self.clos, self.pod(switch), self.plane(switch)
        edges = [each for each in beside if not clos.planes[each]]
        cores = [each for each in beside if not clos.pods[each]]
        spare = clos.up * len(clos.cores[0]) - clos.down * len(clos.edges[0])
        whole = 2 * clos.down * len(clos.edges[0])
        step = clos.down * len(clos.edges[0]) // len(clos.cores[0])

        def against(x: int, p: int, q: int) -> int:
            if q == BOTH and self.pure:
                return (1 if cores else 2) * step if p != x else 0
            if q == BOTH:
                return whole // 2 - 2 * clos.down if p == 1 - x else 0
            if q % 3 == x:
                return 0
            if p == BOTH:
                return spare + (1 if edges else 2) * clos.down
            return spare if p == x else spare + whole

        yield (switch, pod, plane), against

        def edge(x: int, y: int, p: int, q: int) -> int:
            return clos.down if p == BOTH and q != BOTH and x not in (q % 3, y) else 0

        def core(x: int, y: int, p: int, q: int) -> int:
            return step if self.pure and q == BOTH and p != x and y == p else 0

        for each in edges:
            yield (switch, each, pod, plane), edge
        for each in cores:
            yield (switch, each, pod, plane), core
