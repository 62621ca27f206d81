"""The pods and planes of a folded Clos network, as a certificate tells them, and its faults."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from alphacut.solver.bisection.certificate.proofs import ClosProof
from alphacut.solver.bisection.verify.elimination.classes import Capacities
from alphacut.solver.bisection.verify.part import Statement
from alphacut.solver.common.errors import Refused

LARGEST = 1 << 58  # of the usual capacities together

Pair = tuple[int, int]  # two switches, first < second


@dataclass(frozen=True, kw_only=True)
class Pods:
    """Edge, aggregation and core switches, in pods and planes that are alike."""

    pod: tuple[int, ...]  # of each switch; 0 for core switches
    plane: tuple[int, ...]  # of each switch; 0 for edge switches
    number: int  # of pods
    planes: int
    edges: int  # of each pod
    cores: int  # of each plane
    down: int  # usual scaled capacity between an edge and an aggregation switch
    up: int  # and between an aggregation and a core switch

    @classmethod
    def of(cls, proof: ClosProof, statement: Statement) -> Pods:
        """Read them, or refuse what is not alike."""
        weights, n = statement.balance.weights, statement.network.switches
        if len(proof.pods) != n or len(proof.planes) != n:
            raise Refused("pods and planes do not have each switch once")
        if len(set(weights) - {0}) != 1 or statement.balance.difference:
            raise Refused("edge switches have unlike weights, or halves are not equal")
        for switch, (pod, plane) in enumerate(zip(proof.pods, proof.planes, strict=True)):
            if (not pod and not plane) or (weights[switch] > 0) != (plane == 0):
                raise Refused(f"switch {switch} is not of its pod and plane, by its weight")
        number, planes, edges, cores = _sizes(proof)
        found = cls(
            pod=proof.pods, plane=proof.planes, number=number, planes=planes, edges=edges,
            cores=cores, down=proof.down, up=proof.up,
        )  # fmt: skip
        if max(found.up * cores, found.down * edges) * number * planes > LARGEST:
            raise Refused("down or up is too large for a bound by charges of faults")
        if found.spare < 0:
            raise Refused("an aggregation switch has less capacity up than down")
        return found

    @property
    def base(self) -> int:
        """What every bisection severs at least where there are no faults."""
        return self.planes * self.down * self.edges * self.number // 2

    @property
    def spare(self) -> int:
        """The capacity up of an aggregation switch, less that down."""
        return self.up * self.cores - self.down * self.edges

    def possible(self, *, pure: bool) -> bool:
        """Tell whether all pods can be wholly on one side, or some of them on both."""
        return self.number % 2 == 0 if pure else self.edges > 1

    def most_on_a_side(self, *, pure: bool) -> int:
        """Return how many pods can be wholly on one side, which has half of the edge switches."""
        half = self.number * self.edges // 2
        return half // self.edges if pure else (half - 1) // self.edges

    def usual(self, one: int, other: int) -> int | None:
        """Return the usual capacity between two switches; None for those that have none."""
        same_pod = self.pod[one] == self.pod[other] > 0
        same_plane = self.plane[one] == self.plane[other] > 0
        if same_pod and (self.plane[one] == 0) != (self.plane[other] == 0):
            return self.down
        if same_plane and (self.pod[one] == 0) != (self.pod[other] == 0):
            return self.up
        return None

    def faults(self, capacities: Capacities) -> dict[Pair, int]:
        """Return the pairs with another capacity than the usual one, and how much it is more."""
        found = dict[Pair, int]()
        of_pod, of_plane = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
        for switch, (pod, plane) in enumerate(zip(self.pod, self.plane, strict=True)):
            of_pod[pod if not plane else 0].append(switch)
            of_plane[plane if not pod else 0].append(switch)
        for switch, (pod, plane) in enumerate(zip(self.pod, self.plane, strict=True)):
            if pod and plane:
                for usual, others in ((self.down, of_pod[pod]), (self.up, of_plane[plane])):
                    for other in others:
                        more = capacities[switch].get(other, 0) - usual
                        if more:
                            found[min(switch, other), max(switch, other)] = more
        for switch, near in capacities.items():
            for other, capacity in near.items():
                if switch < other and self.usual(switch, other) is None:
                    found[switch, other] = capacity
        return found


def _sizes(proof: ClosProof) -> tuple[int, int, int, int]:
    """Return the numbers of pods and planes, and of edge and core switches of each, or refuse."""
    labels = list(zip(proof.pods, proof.planes, strict=True))
    edges = Counter(pod for pod, plane in labels if not plane)
    cores = Counter(plane for pod, plane in labels if not pod)
    both = Counter(label for label in labels if all(label))
    if set(edges) != set(range(1, len(edges) + 1)) or set(cores) != set(range(1, len(cores) + 1)):
        raise Refused("pods or planes are not numbered from 1 on")
    if len({*edges.values()}) != 1 or len({*cores.values()}) != 1:
        raise Refused("pods have unlike numbers of edge switches, or planes of core switches")
    if both != Counter((pod, plane) for pod in edges for plane in cores):
        raise Refused("not every pod has one switch of every plane, or one has no edge or core")
    return len(edges), len(cores), edges[1], cores[1]
