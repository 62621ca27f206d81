"""The pods and planes of a folded Clos network, as a certificate tells them, and its faults."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from alphacut.solver.bisection.certificate.proofs import ClosProof
from alphacut.solver.bisection.verify.elimination.classes import Capacities
from alphacut.solver.bisection.verify.part import Statement
from alphacut.solver.common.errors import Refused

LARGEST = 1 << 58  # of the usual capacities together

MOST_MISSING = 1 << 20  # pairs, beyond as many as there are
Pair = tuple[int, int]  # two switches, first < second


@dataclass(frozen=True, kw_only=True)
class Pods:
    """Edge, aggregation and core switches, in pods and planes."""

    pod: tuple[int, ...]  # of each switch; 0 for core switches
    plane: tuple[int, ...]  # of each switch; 0 for edge switches
    edges: tuple[int, ...]  # how many each pod has
    cores: tuple[int, ...]  # how many each plane has
    absent: tuple[Pair, ...]  # pods and planes, from 1 on, that have no switch in common
    difference: int  # of the numbers of edge switches of the sides, of which side 1 has fewer
    down: int  # usual scaled capacity between an edge and an aggregation switch
    up: int  # and between an aggregation and a core switch

    @classmethod
    def of(cls, proof: ClosProof, statement: Statement) -> Pods:
        """Read them, or refuse what is not alike."""
        weights, n = statement.balance.weights, statement.network.switches
        if len(proof.pods) != n or len(proof.planes) != n:
            raise Refused("pods and planes do not have each switch once")
        if len(set(weights) - {0}) != 1:
            raise Refused("edge switches have unlike weights")
        for switch, (pod, plane) in enumerate(zip(proof.pods, proof.planes, strict=True)):
            if (not pod and not plane) or (weights[switch] > 0) != (plane == 0):
                raise Refused(f"switch {switch} is not of its pod and plane, by its weight")
        edges, cores, absent = _sizes(proof)
        found = cls(
            pod=proof.pods, plane=proof.planes, edges=edges, cores=cores, absent=absent,
            difference=statement.balance.difference // max(weights), down=proof.down, up=proof.up,
        )  # fmt: skip
        if max(found.up * max(cores), found.down * max(edges)) * len(edges) * len(cores) > LARGEST:
            raise Refused("down or up is too large for a bound by charges of faults")
        return found

    @property
    def number(self) -> int:
        """The number of pods."""
        return len(self.edges)

    @property
    def lighter(self) -> int:
        """The number of edge switches on side 1."""
        return (sum(self.edges) - self.difference) // 2

    @cached_property
    def factor(self) -> int:
        """What all charges are multiplied by: 1 where no plane has less capacity up than down."""
        largest = max(self.edges)
        return 1 if self.flat or min(self.cores) * self.up >= largest * self.down else largest

    def share(self, plane: int) -> int:
        """Return what an edge switch on side 1 makes a plane sever at least, times the factor."""
        above = self.up * self.cores[plane - 1]
        return min(self.down * self.factor, above * self.factor // max(self.edges))

    def base(self, charged: Container[int]) -> int:
        """Return what every bisection severs without faults and charges, times the factor.

        Parameters
        ----------
        charged
            Planes that have unknowns; what others sever is counted for all divisions of the pods.
        """
        if self.flat:
            return self.lighter * self.cores[0] * self.up
        served = [self.lighter] * len(self.cores)
        for pod, plane in self.absent:
            served[plane - 1] -= self.edges[pod - 1]
        known = dict[int, int]()
        for plane, (number, cores) in enumerate(zip(served, self.cores, strict=True), 1):
            known[plane] = self.share(plane) * number
            if plane not in charged and self.up * cores < self.down * max(self.edges):
                known[plane] = self.factor * self._severed(self.up * cores)
        return sum(known.values())

    def _severed(self, above: int) -> int:
        """Return the least that a plane without faults severs, with so much capacity up.

        A pod costs what it has down to its edge switches on side 1, or to the others and up. That
        is concave in their number, so that one pod at most is divided.
        """
        kinds = Counter(self.edges)
        found = list[int]()
        for divided in kinds:
            left = Counter(kinds)
            left[divided] -= 1
            least = {0: 0}  # for numbers of edge switches in pods that are wholly on side 1
            for size, times in left.items():
                for _ in range(times):
                    joined = dict(least)
                    for number, cost in least.items():
                        with_it = cost + min(self.down * size, above)
                        joined[number + size] = min(with_it, joined.get(number + size, with_it))
                    least = joined
            for inside in range(divided + 1):
                cost = min(self.down * inside, above + self.down * (divided - inside))
                for side in {self.lighter, self.lighter + self.difference}:
                    if side - inside in least:
                        found.append(least[side - inside] + cost)
        return min(found)

    def possible(self, *, pure: bool) -> bool:
        """Tell whether all pods can be wholly on one side, or some of them on both."""
        if self.flat:
            return pure
        if not pure:
            return max(self.edges) > 1
        sums = {0}
        for size in self.edges:
            sums |= {size + each for each in sums}
        return self.lighter in sums

    def most_on_sides(self, *, pure: bool) -> Pair:
        """Return how many edge switches of pods that are wholly on one side can be on each."""
        inside = 0 if pure else 1  # of the pod that is on both
        return self.lighter + self.difference - inside, self.lighter - inside

    @property
    def flat(self) -> bool:
        """Whether there are no aggregation switches, but leaves and spines in one pod and plane."""
        return len(self.edges) == len(self.cores) == len(self.absent) == 1

    def usual(self, one: int, other: int) -> int | None:
        """Return the usual capacity between two switches; None for those that have none."""
        if self.flat:
            return self.up if (self.pod[one] == 0) != (self.pod[other] == 0) else None
        same_pod = self.pod[one] == self.pod[other] > 0
        same_plane = self.plane[one] == self.plane[other] > 0
        if same_pod and (self.plane[one] == 0) != (self.plane[other] == 0):
            return self.down
        if same_plane and (self.pod[one] == 0) != (self.pod[other] == 0):
            return self.up
        return None

    def _number_joined(self) -> int:
        if self.flat:
            return self.edges[0] * self.cores[0]
        labels = zip(self.pod, self.plane, strict=True)
        return sum(self.edges[p - 1] + self.cores[i - 1] for p, i in labels if p and i)

    def _joined(self) -> Iterator[Pair]:
        """Yield pairs that usually have a capacity, an aggregation switch or a spine first."""
        of_pod, of_plane = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
        for switch, (pod, plane) in enumerate(zip(self.pod, self.plane, strict=True)):
            of_pod[pod if not plane else 0].append(switch)
            of_plane[plane if not pod else 0].append(switch)
        for switch, (pod, plane) in enumerate(zip(self.pod, self.plane, strict=True)):
            if pod and plane:
                yield from ((switch, other) for other in (*of_pod[pod], *of_plane[plane]))
            elif plane and self.flat:
                yield from ((switch, other) for other in of_pod[1])

    def faults(self, capacities: Capacities) -> dict[Pair, int]:
        """Return the pairs with another capacity than the usual one, and how much it is more."""
        if self._number_joined() > MOST_MISSING + sum(map(len, capacities.values())):
            raise Refused("more than half of the usual pairs are missing, and very many")
        found = dict[Pair, int]()
        for switch, other in self._joined():
            more = capacities[switch].get(other, 0) - (self.usual(switch, other) or 0)
            if more:
                found[min(switch, other), max(switch, other)] = more
        for switch, near in capacities.items():
            for other, capacity in near.items():
                if switch < other and self.usual(switch, other) is None:
                    found[switch, other] = capacity
        return found


def _sizes(proof: ClosProof) -> tuple[tuple[int, ...], tuple[int, ...], tuple[Pair, ...]]:
    """Return how many edge and core switches there are in each pod and plane, and what is absent.

    Refuse labels that do not tell this.
    """
    labels = list(zip(proof.pods, proof.planes, strict=True))
    edges = Counter(pod for pod, plane in labels if not plane)
    cores = Counter(plane for pod, plane in labels if not pod)
    both = Counter(label for label in labels if all(label))
    pods, planes = range(1, len(edges) + 1), range(1, len(cores) + 1)
    if edges.keys() != {*pods} or cores.keys() != {*planes} or not cores:
        raise Refused("pods or planes are not numbered from 1 on, or one has no edge or core")
    if len(pods) * len(planes) > 2 * len(labels):
        raise Refused("most pods lack most planes")
    whole = [*product(pods, planes)]
    if any(number > 1 for number in both.values()) or not both.keys() <= {*whole}:
        raise Refused("a pod has several switches of one plane, or of none")
    absent = tuple(each for each in whole if each not in both)
    return (
        tuple(edges[each] for each in pods), tuple(cores[each] for each in planes), absent,
    )  # fmt: skip
