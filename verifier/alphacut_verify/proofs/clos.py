"""`clos`: folded Clos networks, of which some pairs have not the usual capacity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from alphacut_verify.proofs.task import Task
from alphacut_verify.reading import a_list, an_integer, integers

Pair = tuple[int, int]
Charge = Callable[..., int]
Charges = list[tuple[tuple[int, ...], Charge]]
IMPOSSIBLE = 1 << 200


def check(task: Task) -> None:
    """Count the least charge of all sides of the switches at faults."""
    pods = integers(task.member("pods"), task.at("pods"), 0)
    planes = integers(task.member("planes"), task.at("planes"), 0)
    down, up = (an_integer(task.member(name), task.at(name), 0) for name in ("down", "up"))
    order = integers(task.member("order"), task.at("order"), 0)
    whole = [
        integers(pair, task.at(f"whole.{i}"), 0)
        for i, pair in enumerate(a_list(task.member("whole", []), task.at("whole")))
    ]
    if any(len(pair) != 2 for pair in whole):
        raise task.refuse("must have pairs of switches", "whole")
    if task.highest is None:
        return
    clos = _clos(task, pods, planes, down, up)
    faults = clos.faults(task)
    left_out = {(pair[0], pair[1]) for pair in whole}
    if len(left_out) < len(whole) or not left_out <= faults.keys():
        raise task.refuse("must have faults alone, each once", "whole")
    charged = {pair: clos.f * more for pair, more in faults.items() if pair not in left_out}
    for pure in (True, False):
        if clos.possible(pure):
            case = _Case(clos, charged, pure)
            least = clos.least(
                {i for i in range(len(clos.cores)) if case.first_plane + i in case.unknowns}
            )
            lacking = clos.f * sum(max(0, -more) for more in faults.values())
            case.check(task, order, clos.f * task.highest + 1 - least + lacking)


@dataclass(frozen=True, kw_only=True)
class _Network:
    pods: tuple[int, ...]
    planes: tuple[int, ...]
    edges: list[int]  # E_p of each pod
    cores: list[int]  # C_i of each plane
    lacks: list[Pair]  # pods and the planes that they lack, both from 0 on
    u: int
    v: int
    b: int  # edge switches on side 1, the lighter one
    delta: int  # how many more there are on side 0

    @property
    def flat(self) -> bool:
        """Whether it has leaves and spines alone."""
        return len(self.edges) == len(self.cores) == len(self.lacks) == 1

    @property
    def f(self) -> int:
        """F: what shares and charges are multiplied by."""
        if self.flat:
            return 1
        e = max(self.edges)
        return e if any(self.v * c < self.u * e for c in self.cores) else 1

    def share(self, i: int) -> int:
        """Return F times the share of a plane."""
        share = Fraction(self.v * self.cores[i], max(self.edges))
        return int(self.f * min(share, Fraction(self.u)))

    def least(self, charged: set[int]) -> int:
        """Return F times what all bisections sever, where planes that are not charged have all."""
        if self.flat:
            return self.v * self.cores[0] * self.b
        total = 0
        for i in range(len(self.cores)):
            edges = self.b - sum(self.edges[p] for p, plane in self.lacks if plane == i)
            if i in charged or self.v * self.cores[i] >= self.u * max(self.edges):
                total += self.share(i) * edges
            else:
                total += self.f * self.alone(self.v * self.cores[i])
        return total

    def alone(self, up: int) -> int:
        """Return what a plane severs without faults: its pods are on one side each but for one."""
        best = []
        for part in sorted(set(self.edges)):
            rest = sorted(self.edges)
            rest.remove(part)
            costs = {0: 0}
            for size in rest:
                more = {b + size: cost + min(self.u * size, up) for b, cost in costs.items()}
                for b, cost in more.items():
                    costs[b] = min(cost, costs.get(b, cost))
            for b in range(part + 1):
                own = min(self.u * b, up + self.u * (part - b))
                ends = {self.b - b, self.b + self.delta - b} & costs.keys()
                best += [own + costs[end] for end in ends]
        return min(best)

    def possible(self, pure: bool) -> bool:
        """Tell whether there are bisections of that case."""
        if self.flat or not pure:
            return pure if self.flat else max(self.edges) > 1
        sums = 1
        for size in self.edges:
            sums |= sums << size
        return sums >> self.b & 1 == 1

    def usual(self, i: int, j: int) -> int:
        """Return the usual capacity of two switches."""
        edge = [self.planes[each] == 0 for each in (i, j)]
        core = [self.pods[each] == 0 for each in (i, j)]
        if self.flat:
            return self.v if core[0] != core[1] else 0
        if edge[0] != edge[1] and not any(core) and self.pods[i] == self.pods[j]:
            return self.u
        if core[0] != core[1] and not any(edge) and self.planes[i] == self.planes[j]:
            return self.v
        return 0

    def joined(self, i: int, j: int) -> bool:
        """Tell whether two switches usually have a capacity, be it 0."""
        return self.tier(i) + self.tier(j) in (1, 3) and (
            self.pods[i] == self.pods[j] if self.tier(i) + self.tier(j) == 1
            else self.planes[i] == self.planes[j]
        )  # fmt: skip

    def tier(self, i: int) -> int:
        """Return 0 for an edge, 1 for an aggregation and 2 for a core switch."""
        return 0 if not self.planes[i] else 1 if self.pods[i] else 2

    def faults(self, task: Task) -> dict[Pair, int]:
        """Return what pairs have more than usual, or less."""
        found = {}
        n = len(self.pods)
        task.work.take(n * n // 2, task.place)
        for i in range(n):
            for j in range(i + 1, n):
                more = task.matrix[i].get(j, 0) - self.usual(i, j)
                if more:
                    found[i, j] = more
        return found


def _clos(
    task: Task, pods: tuple[int, ...], planes: tuple[int, ...], down: int, up: int
) -> _Network:
    n, weights = task.network.switches, task.balance.weights
    if not len(pods) == len(planes) == n:
        raise task.refuse("must have each switch once", "pods")
    if any(a == 0 and b == 0 for a, b in zip(pods, planes, strict=True)):
        raise task.refuse("have a switch that is in no pod and no plane", "pods")
    if any((w > 0) != (b == 0) for w, b in zip(weights, planes, strict=True)):
        raise task.refuse("must be 0 for switches with weight, and for no others", "planes")
    unit = max(weights)
    if {weight for weight in weights if weight} != {unit}:
        raise task.refuse("weights are not alike")
    sizes = []
    for labels, others in ((pods, planes), (planes, pods)):
        ends = Counter(label for label, other in zip(labels, others, strict=True) if not other)
        if len(ends) != max(labels) or set(ends) != set(range(1, len(ends) + 1)):
            raise task.refuse("pods or planes are not numbered, or one has no edge or core switch")
        sizes.append([ends[label] for label in sorted(ends)])
    inner = Counter((a - 1, b - 1) for a, b in zip(pods, planes, strict=True) if a and b)
    if any(number > 1 for number in inner.values()):
        raise task.refuse("there must not be two switches of one plane in a pod")
    if len(sizes[0]) * len(sizes[1]) > 2 * n:
        raise task.refuse("there are too many pods and planes for so few switches")
    if max(up * max(sizes[1]), down * max(sizes[0])) * len(sizes[0]) * len(sizes[1]) > 1 << 58:
        raise task.refuse("the usual capacities add up to more than 2⁵⁸")
    both = product(range(len(sizes[0])), range(len(sizes[1])))
    delta = task.balance.difference // unit
    return _Network(
        pods=pods, planes=planes, edges=sizes[0], cores=sizes[1], u=down, v=up,
        lacks=[each for each in both if each not in inner],
        b=(sum(sizes[0]) - delta) // 2, delta=delta,
    )  # fmt: skip


class _Case:
    """The charges where all pods are on one side each (pure), or where some is not."""

    def __init__(self, clos: _Network, faults: dict[Pair, int], pure: bool) -> None:
        self.clos, self.faults, self.pure = clos, faults, pure
        self.n = len(clos.pods)
        self.first_plane = self.n + len(clos.edges)
        inside = 0 if pure else 1  # of a pod that is on both sides
        self.most = clos.b + clos.delta - inside, clos.b - inside
        self.switches = {i for pair in faults for i in pair}
        self.charges: Charges = []
        self.beside: dict[int, list[int]] = {i: [] for i in self.switches}
        for (i, j), more in faults.items():
            self.charges.append(((i, j), _of_fault(more)))
            if clos.joined(i, j):
                self.beside[i].append(j)
                self.beside[j].append(i)
        self.unknowns = set(self.switches)
        if clos.flat:
            self._spines()
        else:
            self._tiers()

    def _spines(self) -> None:
        on_1 = (0, self.clos.v * self.clos.delta)
        self.charges += [((i,), on_1.__getitem__) for i in self.switches if self.clos.tier(i) == 2]

    def _tiers(self) -> None:
        clos = self.clos
        for i in self.switches:
            if clos.tier(i) == 1:
                self._aggregation(i)
            else:
                self.charges.append(((i, self._pod(i) if clos.pods[i] else self._plane(i)), _fits))
        self.unknowns |= {self._pod(i) for i in self.switches if clos.pods[i]}
        self.unknowns |= {self._plane(i) for i in self.switches if clos.planes[i]}
        for p, i in clos.lacks:
            self.unknowns |= {self.n + p, self.first_plane + i}
            self._lack(p, i)
        for i in range(len(clos.cores)):
            if self.first_plane + i in self.unknowns:
                self._of_plane(i)

    def _pod(self, i: int) -> int:
        return self.n + self.clos.pods[i] - 1

    def _plane(self, i: int) -> int:
        return self.first_plane + self.clos.planes[i] - 1

    def _aggregation(self, i: int) -> None:
        clos, pure = self.clos, self.pure
        edges = [j for j in self.beside[i] if clos.tier(j) == 0]
        cores = [j for j in self.beside[i] if clos.tier(j) == 2]
        size, above = clos.edges[clos.pods[i] - 1], clos.cores[clos.planes[i] - 1]
        share, u, v = clos.share(clos.planes[i] - 1), clos.f * clos.u, clos.f * clos.v
        s = v * above - share * size
        h = v + share * size // above

        def alone(x: int, p: int, q: int) -> int:
            if q == 2:
                if p != 1 - x:
                    return 0
                if not pure:
                    return u * max(0, size - 2)
                return (u - share) * size + _first(h, cores)
            base, each = (0, u - share) if x == q % 3 else (s, u + share)
            if p == 2:
                return base + _first(each, edges)
            return base if p == x else base + each * size

        def edge(x: int, p: int, q: int, y: int) -> int:
            if q == 2 or p != 2 or x == y:
                return 0
            return _further(u - share if x == q % 3 else u + share)

        def core(x: int, p: int, q: int, y: int) -> int:
            return _further(h) if pure and q == 2 and p != x and y == p else 0

        of = (i, self._pod(i), self._plane(i))
        self.charges.append((of, alone))
        self.charges += [((*of, j), edge) for j in edges]
        self.charges += [((*of, j), core) for j in cores]

    def _lack(self, p: int, i: int) -> None:
        share, size = self.clos.share(i), self.clos.edges[p]
        equal = share * size // (self.clos.cores[i] if self.pure else 2)

        def lack(value: int, q: int) -> int:
            if q == 2:
                return equal
            return share if value == 2 else share * size if value == q % 3 else 0

        self.charges.append(((self.n + p, self.first_plane + i), lack))

    def _of_plane(self, i: int) -> None:
        clos, plane = self.clos, self.first_plane + i
        share, v = clos.share(i), clos.f * clos.v
        cores = [j for j in self.switches if clos.tier(j) == 2 and self._plane(j) == plane]
        lacking = sum(each == i for _, each in clos.lacks)
        odd = (len(clos.edges) - lacking) % 2 == 1
        once = v if odd or len(cores) > 1 else 2 * v
        equal = IMPOSSIBLE if odd else 0 if lacking else clos.f * clos.u + share
        main = clos.delta * share
        values = (0, main, 0) if self.pure else (0, main, equal, once, once + main)
        self.charges.append(((plane,), values.__getitem__))
        if not self.pure and not odd and len(cores) > 1:
            self.charges += [
                ((plane, j), lambda q, y: v if q > 2 and y != q % 3 else 0) for j in cores
            ]

    def _values(self, unknown: int) -> range:
        if unknown < self.n:
            return range(2)
        if unknown < self.first_plane:
            return range(2 if self.pure else 3)
        return range(3 if self.pure else 5)

    def check(self, task: Task, order: Sequence[int], needed: int) -> None:
        """Refuse if some values are charged less than is needed."""
        if sorted(order) != sorted(self.unknowns):
            raise task.refuse("must have each unknown of the faults once", "order")
        states: dict[tuple[tuple[tuple[int, int], ...], int, int], int] = {}
        if needed > 0:
            states[(), 0, 0] = 0
        waiting = list(self.charges)
        joined = set[int]()
        for unknown in order:
            joined.add(unknown)
            due = [each for each in waiting if joined.issuperset(each[0])]
            waiting = [each for each in waiting if not joined.issuperset(each[0])]
            open_ = {each for unknowns_, _ in waiting for each in unknowns_}
            mirrored = len(joined) == 1 and not self.clos.delta
            values = [x for x in self._values(unknown) if not mirrored or x in (0, 2, 3)]
            task.work.take(len(states) * len(values) * (len(due) + 1), task.place)
            states = self._joined(states, unknown, values, due, open_, needed)
        if states:
            raise task.refuse(f"proves {min(states.values()) - needed} too little")

    def _joined(
        self,
        states: dict[tuple[tuple[tuple[int, int], ...], int, int], int],
        unknown: int,
        values: Iterable[int],
        due: Charges,
        open_: set[int],
        needed: int,
    ) -> dict[tuple[tuple[tuple[int, int], ...], int, int], int]:
        after: dict[tuple[tuple[tuple[int, int], ...], int, int], int] = {}
        is_pod = self.n <= unknown < self.first_plane
        size = self.clos.edges[unknown - self.n] if is_pod else 0
        if self.clos.flat:
            size = int(self.clos.tier(unknown) == 0)
        for (known, zero, one), cost in states.items():
            for value in values:
                counts = (zero + size * (value == 0), one + size * (value == 1))
                if counts[0] > self.most[0] or counts[1] > self.most[1]:
                    continue
                of = {**dict(known), unknown: value}
                total = cost + sum(charge(*[of[i] for i in each]) for each, charge in due)
                key = (tuple((i, x) for i, x in of.items() if i in open_), *counts)
                if total < min(needed, after.get(key, needed)):
                    after[key] = total
        return after


def _of_fault(more: int) -> Charge:
    return lambda x, y: max(0, -more) if x == y else max(0, more)


def _fits(x: int, value: int) -> int:
    return IMPOSSIBLE if value == 1 - x else 0


def _first(k: int, others: Sequence[int]) -> int:
    """Return what is charged of k where some of `others` add the rest, or all of it."""
    return k // 2 if others else k


def _further(k: int) -> int:
    return k - k // 2
