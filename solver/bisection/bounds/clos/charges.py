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

    def size(self, unknown: int) -> int:
        """Return the number of edge switches of a pod, and 1 for a leaf; 0 for other unknowns."""
        if self.clos.flat:
            return self.clos.pods[unknown]
        pod = unknown - len(self.clos.pods)
        return len(self.clos.edges[pod]) if self.is_pod(unknown) else 0

    @property
    def base(self) -> int:
        """What every bisection severs at least, scaled, without what it is charged."""
        first = len(self.clos.pods) + len(self.clos.edges) - 1
        lacking = sum(min(0, more) for more in self.clos.differing.values())
        return self.clos.base({each - first for each in self.unknowns}) + self.clos.scale * lacking

    @property
    def most(self) -> tuple[int, int]:
        """How many edge switches may be on each side in pods that are wholly on it."""
        lighter, inside = self.clos.lighter, 0 if self.pure else 1
        return lighter + self.clos.difference - inside, lighter - inside

    def values(self, unknown: int) -> range:
        """Return the values of an unknown."""
        if unknown < len(self.clos.pods) or (self.pure and self.is_pod(unknown)):
            return range(2)
        return range(3 if self.pure or self.is_pod(unknown) else 5)

    @cached_property
    def unknowns(self) -> tuple[int, ...]:
        """All unknowns of the faults, and of pods and planes without a switch in common."""
        found = set[int]()
        for switch in {each for pair in self.faults for each in pair}:
            found.add(switch)
            if self.clos.flat:
                continue
            if self.clos.pods[switch]:
                found.add(self.pod(switch))
            if self.clos.planes[switch]:
                found.add(self.plane(switch))
        pods = len(self.clos.pods)
        for pod, plane in () if self.clos.flat else self.clos.absent:
            found |= {pods + pod - 1, pods + len(self.clos.edges) + plane - 1}
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
            more *= clos.scale
            yield (one, other), lambda x, y, more=more: max(0, more if x != y else -more)
            if self._within(one, other):
                middle, end = (one, other) if clos.pods[one] and clos.planes[one] else (other, one)
                beside[middle].append(end)
        if clos.flat:
            for spine in (each for each in self.unknowns if clos.planes[each]):
                yield (spine,), (0, clos.up * clos.difference).__getitem__
            return
        for switch in self.unknowns:
            if switch >= len(clos.pods):
                continue
            pod, plane = clos.pods[switch], clos.planes[switch]
            if pod and plane:
                yield from self._middle(switch, beside[switch])
            else:
                home = self.pod(switch) if pod else self.plane(switch)
                yield (switch, home), lambda x, h: NEVER if h == 1 - x else 0
        yield from self._absent()
        yield from self._planes()

    def _absent(self) -> Iterator[tuple[tuple[int, ...], Charge]]:
        """Charge pods that have no aggregation switch in a plane."""
        for number, plane in self.clos.absent:
            size, share = len(self.clos.edges[number - 1]), self.clos.share(plane)
            divided = share * size // (len(self.clos.cores[plane - 1]) if self.pure else 2)

            def lacking(
                p: int, q: int, size: int = size, share: int = share, divided: int = divided
            ) -> int:
                if q == BOTH:
                    return divided
                return share if p == BOTH else share * size if p == q % 3 else 0

            pods = len(self.clos.pods)
            yield (pods + number - 1, pods + len(self.clos.edges) + plane - 1), lacking

    def _planes(self) -> Iterator[tuple[tuple[int, ...], Charge]]:
        """Charge planes with most core switches on side 1, or where some pod is on both."""
        clos, first = self.clos, len(self.clos.pods) + len(self.clos.edges)
        down, up = clos.down * clos.scale, clos.up * clos.scale
        for unknown in (each for each in self.unknowns if each >= first):
            plane = unknown - first + 1
            share, lost = clos.share(plane), [p for p, i in clos.absent if i == plane]
            cores = [
                each
                for each in self.unknowns
                if each < len(clos.pods) and not clos.pods[each] and clos.planes[each] == plane
            ]
            odd = (len(clos.edges) - len(lost)) % 2
            several = len(cores) > 1 and not odd and not self.pure
            equal = 0 if self.pure else NEVER if odd else 0 if lost else down + share
            least, heavier = up if several or odd else 2 * up, share * clos.difference
            yield (unknown,), (0, heavier, equal, least, least + heavier).__getitem__
            for each in cores if several else ():
                yield (each, unknown), lambda x, q: up if q > BOTH and x != q - 3 else 0

    def _within(self, one: int, other: int) -> bool:
        """Whether the network usually joins two, of which one is an aggregation switch."""
        pods, planes = self.clos.pods, self.clos.planes
        lower, upper = sorted((one, other), key=lambda each: (planes[each] > 0, pods[each] == 0))
        middle_below = pods[lower] > 0 and planes[lower] > 0
        if middle_below and not pods[upper] and planes[lower] == planes[upper]:
            return True
        edge_below = pods[lower] > 0 and not planes[lower]
        return edge_below and planes[upper] > 0 and pods[lower] == pods[upper]

    def _middle(
        self, switch: int, beside: Sequence[int]
    ) -> Iterator[tuple[tuple[int, ...], Charge]]:
        """Charge an aggregation switch that stands against its pod or its plane."""
        clos, pod, plane = self.clos, self.pod(switch), self.plane(switch)
        edges = [each for each in beside if not clos.planes[each]]
        cores = [each for each in beside if not clos.pods[each]]
        size, above = (
            len(clos.edges[clos.pods[switch] - 1]),
            len(clos.cores[clos.planes[switch] - 1]),
        )
        share, down, up = (
            clos.share(clos.planes[switch]),
            clos.down * clos.scale,
            clos.up * clos.scale,
        )
        spare, main, other = up * above - share * size, down - share, down + share
        step = up + share * size // above  # for each core switch on the side of the pod

        def against(x: int, p: int, q: int) -> int:
            if q == BOTH and self.pure:
                return main * size + (step // 2 if cores else step) if p != x else 0
            if q == BOTH:
                return down * max(0, size - 2) if p == 1 - x else 0
            least, each = (0, main) if q % 3 == x else (spare, other)
            if p == BOTH:
                return least + (each // 2 if edges else each)
            return least if p == x else least + each * size

        yield (switch, pod, plane), against

        def edge(x: int, y: int, p: int, q: int) -> int:
            each = main if q % 3 == x else other
            return -(-each // 2) if p == BOTH and q != BOTH and y != x else 0

        def core(x: int, y: int, p: int, q: int) -> int:
            return -(-step // 2) if self.pure and q == BOTH and p != x and y == p else 0

        for each in edges:
            yield (switch, each, pod, plane), edge
        for each in cores:
            yield (switch, each, pod, plane), core
