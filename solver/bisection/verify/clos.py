"""The bound by charges of faults of a folded Clos network, such as a fat tree (docs/certificate.md).

In a folded Clos network of three tiers with as much capacity up as down, no bisection severs less
than half of what edge switches have upwards, and what it severs more is known of each aggregation
switch, from the sides of its pod and its plane. Faults spare what they lack, if they are severed.
So every bisection is charged what it severs more at the switches that have faults, and what faults
lack without being severed; all sides of these switches are counted, along an order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from alphacut.solver.bisection.certificate.proofs import ClosProof
from alphacut.solver.bisection.verify.elimination.classes import Capacities, scaled_capacities
from alphacut.solver.bisection.verify.part import Statement
from alphacut.solver.common.errors import Refused

MOST_STATES = 1 << 22  # that are looked at, in all
LARGEST = 1 << 58  # of the usual capacities together
EQUAL, MORE_ON_0 = 2, 3  # values of a plane that is divided; 4: more of it is on side 1

Pair = tuple[int, int]  # two switches, first < second
Rule = tuple[tuple[int, ...], Callable[..., int | None]]  # a charge; None: it cannot be
State = tuple[tuple[int, ...], int, int]  # open values; pods wholly on side 0, and on side 1


def check_clos(proof: ClosProof, statement: Statement) -> str:
    """Accept a certificate by charges of faults, or refuse it; return what it is.

    Raises
    ------
    Refused
        If pods and planes are not alike, states too many, or it proves less than the target.
    """
    highest = statement.highest
    if highest is None:
        return "nothing below is possible"
    pods = Pods.of(proof, statement)
    faults = pods.faults(scaled_capacities(statement.network, statement.alpha))
    whole = set(proof.whole)
    if len(whole) < len(proof.whole) or not whole <= faults.keys():
        raise Refused("whole has a pair twice, or one that is as usual")
    least = pods.base + sum(min(0, more) for more in faults.values())
    counted = {pair: more for pair, more in faults.items() if pair not in whole}
    states = 0
    for pure in (True, False):
        if pods.possible(pure=pure):
            charged = Charged(pods=pods, faults=counted, pure=pure)
            states += _none_below(charged, proof.order, highest + 1 - least, states)
    return f"{len(faults)} faults of {pods.number} pods, {states} states"


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
        edges, cores = defaultdict[int, int](int), defaultdict[int, int](int)
        both = set[tuple[int, int]]()
        for switch, (pod, plane) in enumerate(zip(proof.pods, proof.planes, strict=True)):
            if not pod and not plane or (weights[switch] > 0) != (plane == 0):
                raise Refused(f"switch {switch} is not of its pod and plane, by its weight")
            if not plane:
                edges[pod] += 1
            elif not pod:
                cores[plane] += 1
            elif (pod, plane) in both:
                raise Refused(f"pod {pod} has two switches of plane {plane}")
            else:
                both.add((pod, plane))
        number, planes = len(edges), len(cores)
        if set(edges) != set(range(1, number + 1)) or set(cores) != set(range(1, planes + 1)):
            raise Refused("pods or planes are not numbered from 1 on")
        if len({*edges.values()}) != 1 or len({*cores.values()}) != 1:
            raise Refused("pods have unlike numbers of edge switches, or planes of core switches")
        if both != {(x, y) for x in edges for y in cores}:
            raise Refused("not every pod has a switch of every plane, or one has no core")
        found = cls(
            pod=proof.pods, plane=proof.planes, number=number, planes=planes, edges=edges[1],
            cores=cores[1], down=proof.down, up=proof.up,
        )  # fmt: skip
        if max(found.up * cores[1], found.down * edges[1]) * number * planes > LARGEST:
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
        """Charge a switch that stands against its pod or its plane; half of it to each neighbour."""
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


def _none_below(charged: Charged, order: Sequence[int], needed: int, states: int) -> int:
    """Refuse if some values are charged less than is needed; return how many states there were.

    Parameters
    ----------
    states
        How many have been looked at before.
    """
    if len(set(order)) < len(order) or set(order) != charged.unknowns:
        raise Refused("order does not have each unknown of the faults once")
    place = {unknown: at for at, unknown in enumerate(order)}
    due: list[list[Rule]] = [[] for _ in order]  # the rules whose last unknown stands there
    last = list(range(len(order)))  # the place at which an unknown is no longer needed
    for unknowns, charge in charged.rules():
        latest = max(place[each] for each in unknowns)
        due[latest].append((unknowns, charge))
        for each in unknowns:
            last[place[each]] = max(last[place[each]], latest)
    half, seen = charged.pods.number // 2, 0
    opened = list[int]()
    costs: dict[State, int] = {((), 0, 0): 0} if needed > 0 else {}
    for at, unknown in enumerate(order):
        values = [v for v in charged.values(unknown) if at or v in (0, 2, 3)]  # others are mirrored
        opened.append(unknown)
        due_here = [
            (charge, [opened.index(each) for each in unknowns]) for unknowns, charge in due[at]
        ]
        kept = [number for number, each in enumerate(opened) if last[place[each]] > at]
        after: dict[State, int] = {}
        for (before, zero, one), cost in costs.items():
            for value in values:
                now = (*before, value)
                pods = (zero, one)
                if charged.is_pod(unknown) and value < 2:
                    pods = (zero + 1 - value, one + value)
                    if max(pods) > half:
                        continue
                total = _charged(due_here, now, cost, needed)
                if total is None:
                    continue
                state = (tuple([now[number] for number in kept]), *pods)
                after[state] = min(total, after.get(state, total))
        seen += len(after)
        if states + seen > MOST_STATES:
            raise Refused("a bound by charges of faults has too many states here")
        costs = after if charged.pure else _least(after)
        opened = [opened[number] for number in kept]
    if costs:
        raise Refused(f"faults are charged {min(costs.values())} where at least {needed} is needed")
    return seen


def _charged(
    due: Sequence[tuple[Callable[..., int | None], Sequence[int]]],
    values: Sequence[int],
    cost: int,
    needed: int,
) -> int | None:
    """Add what rules charge; None where it cannot be, or is as much as is needed."""
    for charge, places in due:
        more = charge(*[values[place] for place in places])
        if more is None:
            return None
        cost += more
        if cost >= needed:
            return None
    return cost


def _least(costs: Mapping[State, int]) -> dict[State, int]:
    """Leave out states for which another has no more cost, nor more pods wholly on either side."""
    alike = defaultdict[tuple[int, ...], list[tuple[int, int, int]]](list)
    for (values, zero, one), cost in costs.items():
        alike[values].append((cost, zero, one))
    found: dict[State, int] = {}
    for values, each in alike.items():
        least = list[tuple[int, int, int]]()
        for cost, zero, one in sorted(each):
            if all(zero < other[1] or one < other[2] for other in least):
                least.append((cost, zero, one))
                found[values, zero, one] = cost
    return found
