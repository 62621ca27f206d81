"""`clos`: folded Clos networks, of which some pairs have not the usual capacity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
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
    if task.highest is None:
        return
    clos = _clos(task, pods, planes, down, up)
    faults = clos.faults(task)
    left_out = {(pair[0], pair[1]) for pair in whole if len(pair) == 2}
    if len(left_out) < len(whole) or not left_out <= faults.keys():
        raise task.refuse("must have faults alone, each once", "whole")
    needed = task.highest + 1 - clos.least + sum(max(0, -more) for more in faults.values())
    charged = {pair: more for pair, more in faults.items() if pair not in left_out}
    for pure in (True, False):
        if (clos.number % 2 == 0) if pure else (clos.edges > 1):
            _Case(clos, charged, pure).check(task, order, needed)


@dataclass(frozen=True, kw_only=True)
class _Network:
    pods: tuple[int, ...]
    planes: tuple[int, ...]
    number: int  # of pods
    edges: int
    cores: int
    u: int
    v: int
    least: int  # that bisections sever without faults
    spare: int  # what aggregation switches have more up than down

    def usual(self, i: int, j: int) -> int:
        """Return the usual capacity of two switches."""
        edge = [self.planes[each] == 0 for each in (i, j)]
        core = [self.pods[each] == 0 for each in (i, j)]
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
    if len({weight for weight in weights if weight}) != 1 or task.balance.difference:
        raise task.refuse("weights are not alike, or halves not equal")
    number, rows = max(pods), max(planes)
    sizes = []
    for count, labels, others in ((number, pods, planes), (rows, planes, pods)):
        ends = [label for label, other in zip(labels, others, strict=True) if not other]
        numbers = {ends.count(label) for label in set(labels) - {0}}
        if len(numbers) != 1 or 0 in numbers or len(set(labels) - {0}) != count:
            raise task.refuse("pods or planes are not alike")
        sizes.append(numbers.pop())
    inner = [(a, b) for a, b in zip(pods, planes, strict=True) if a and b]
    if sorted(inner) != list(product(range(1, number + 1), range(1, rows + 1))):
        raise task.refuse("there must be one switch of each plane in each pod")
    spare = up * sizes[1] - down * sizes[0]
    if spare < 0:
        raise task.refuse("is less than what goes down", "up")
    return _Network(
        pods=pods, planes=planes, number=number, edges=sizes[0], cores=sizes[1], u=down, v=up,
        least=rows * down * number * sizes[0] // 2, spare=spare,
    )  # fmt: skip


class _Case:
    """The charges where all pods are on one side each (pure), or where some is not."""

    def __init__(self, clos: _Network, faults: dict[Pair, int], pure: bool) -> None:
        self.clos, self.faults, self.pure = clos, faults, pure
        self.n = len(clos.pods)
        half = clos.number * clos.edges // 2  # of the edge switches; some pod may have two sides
        self.most = (half if pure else half - 1) // clos.edges
        self.switches = {i for pair in faults for i in pair}
        self.charges: Charges = []
        self.beside: dict[int, list[int]] = {i: [] for i in self.switches}
        for (i, j), more in faults.items():
            self.charges.append(((i, j), _of_fault(more)))
            if clos.joined(i, j):
                self.beside[i].append(j)
                self.beside[j].append(i)
        for i in self.switches:
            if clos.tier(i) == 1:
                self._aggregation(i)
            else:
                self.charges.append(((i, self._pod(i) if clos.pods[i] else self._plane(i)), _fits))
        if not pure:
            for plane in {self._plane(i) for i in self.switches if clos.planes[i]}:
                self._divided(plane)

    def _pod(self, i: int) -> int:
        return self.n + self.clos.pods[i] - 1

    def _plane(self, i: int) -> int:
        return self.n + self.clos.number + self.clos.planes[i] - 1

    def _aggregation(self, i: int) -> None:
        clos, pure = self.clos, self.pure
        edges = [j for j in self.beside[i] if clos.tier(j) == 0]
        cores = [j for j in self.beside[i] if clos.tier(j) == 2]
        g = clos.u * clos.edges // clos.cores

        def alone(x: int, p: int, q: int) -> int:
            if q == 2:
                if p != 1 - x:
                    return 0
                if not pure:
                    return clos.u * (clos.edges - 2)
                return g if cores else 2 * g
            if x == q % 3:
                return 0
            if p == 2:
                return clos.spare + clos.u * (1 if edges else 2)
            return clos.spare if p == x else clos.spare + 2 * clos.u * clos.edges

        def edge(x: int, p: int, q: int, y: int) -> int:
            return clos.u if q != 2 and x != q % 3 and p == 2 and y == q % 3 else 0

        def core(x: int, p: int, q: int, y: int) -> int:
            return g if pure and q == 2 and p != x and y == p else 0

        of = (i, self._pod(i), self._plane(i))
        self.charges.append((of, alone))
        self.charges += [((*of, j), edge) for j in edges]
        self.charges += [((*of, j), core) for j in cores]

    def _divided(self, plane: int) -> None:
        clos = self.clos
        cores = [i for i in self.switches if clos.tier(i) == 2 and self._plane(i) == plane]
        several = clos.number % 2 == 0 and len(cores) > 1
        once = clos.v if several or clos.number % 2 else 2 * clos.v
        self.charges.append(((plane,), lambda q: (0, 0, 2 * clos.u, once, once)[q]))
        if several:
            self.charges += [
                ((plane, i), lambda q, y: clos.v if q > 2 and y != q % 3 else 0) for i in cores
            ]

    def _values(self, unknown: int) -> range:
        if unknown < self.n:
            return range(2)
        if unknown < self.n + self.clos.number:
            return range(2 if self.pure else 3)
        return range(3 if self.pure else 5)

    def check(self, task: Task, order: Sequence[int], needed: int) -> None:
        """Refuse if some values are charged less than is needed."""
        unknowns = set(self.switches)
        for i in self.switches:
            unknowns |= {self._pod(i)} if self.clos.pods[i] else set()
            unknowns |= {self._plane(i)} if self.clos.planes[i] else set()
        if sorted(order) != sorted(unknowns):
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
            values = [x for x in self._values(unknown) if len(joined) > 1 or x in (0, 2, 3)]
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
        is_pod = self.n <= unknown < self.n + self.clos.number
        for (known, zero, one), cost in states.items():
            for value in values:
                counts = (zero + (is_pod and value == 0), one + (is_pod and value == 1))
                if max(counts) > self.most:
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
