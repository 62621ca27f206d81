"""`group_kinds`: majorities of groups that are alike by kinds, with multipliers for each count."""

from __future__ import annotations

from functools import cache
from itertools import accumulate, product
from math import prod

from alphacut_verify.proofs.groups_of import Groups, Sums, added
from alphacut_verify.proofs.task import Task
from alphacut_verify.reading import a_list, an_integer, integers

MOST_GROUPS = 5_000
MOST_MULTIPLIERS = 1_000
Counts = tuple[int, ...]  # of each kind, how many groups are labelled 1


def check(task: Task) -> None:
    """Show of all counts of labels that the bound exceeds what has to be excluded."""
    integers(task.member("kinds"), task.at("kinds"), 0)
    integers(task.member("rows", []), task.at("rows"), 1)
    an_integer(task.member("denominator"), task.at("denominator"), 1)
    for i, entry in enumerate(a_list(task.member("multipliers"), task.at("multipliers"))):
        numbers = integers(entry, task.at(f"multipliers.{i}"))
        if len(numbers) != 3 or numbers[0] < 0 or numbers[2] < 0:
            raise task.refuse("must be θ from 0 on, λ, pairs", f"multipliers.{i}")
    if task.highest is None:
        return
    bound = _Bound(task)
    task.work.take(prod(each + 1 for each in bound.number) * len(bound.multipliers), task.place)
    for counts in product(*(range(each + 1) for each in bound.number)):
        if not bound.excludes(counts, task.highest):
            raise task.refuse(f"does not exclude {task.highest} with labels {counts}")


class _Bound:
    """The bound for each count of labels, and what it is made of."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.groups = Groups(task, task.network.members)
        if not 2 <= self.groups.number <= MOST_GROUPS:
            raise task.refuse(f"needs 2 to {MOST_GROUPS:,} groups in the network")
        self._read_kinds()
        self.denominator = an_integer(task.member("denominator"), task.at("denominator"), 1)
        self.multipliers = []
        if not 1 <= len(task.member("multipliers")) <= MOST_MULTIPLIERS:
            raise task.refuse(f"must be 1 to {MOST_MULTIPLIERS:,}", "multipliers")
        for i, entry in enumerate(a_list(task.member("multipliers"), task.at("multipliers"))):
            numbers = integers(entry, task.at(f"multipliers.{i}"))
            if numbers[0] > self.denominator:
                raise task.refuse("has a θ above the denominator", f"multipliers.{i}")
            self.multipliers.append((numbers[0], numbers[1], numbers[2]))
        self._measure()

    def _read_kinds(self) -> None:
        task = self.task
        self.kinds = integers(task.member("kinds"), task.at("kinds"), 0)
        if len(self.kinds) != self.groups.number or set(self.kinds) != set(
            range(len(set(self.kinds)))
        ):
            raise task.refuse("must be one for each group, numbered from 0", "kinds")
        count = len(set(self.kinds))
        self.of = [[g for g, k in enumerate(self.kinds) if k == kind] for kind in range(count)]
        self.number = [len(each) for each in self.of]
        self.size, self.weight = [], []
        for members in self.of:
            alike = {(self.groups.size(g), self.groups.weight(g)) for g in members}
            if len(alike) > 1:
                raise task.refuse("groups of one kind have unlike sizes or weights", "kinds")
            size, weight = alike.pop()
            self.size.append(size)
            self.weight.append(weight)
        self.rows = integers(task.member("rows", []), task.at("rows"), 1) or (1,) * count
        if len(self.rows) != count or any(s % r for s, r in zip(self.size, self.rows, strict=True)):
            raise task.refuse("must be one for each kind, that divides its size", "rows")

    def _measure(self) -> None:
        kinds = range(len(self.of))
        self.least: dict[tuple[int, int], list[int]] = {}  # of 0, 1, … pairs of groups together
        self.largest = {}
        for i, j in product(kinds, repeat=2):
            found = [
                self.groups.capacity(g, h)
                for g in self.of[i]
                for h in self.of[j]
                if i != j or g < h
            ]
            self.least[i, j] = list(accumulate(sorted(found), initial=0))
            self.largest[i, j] = max(found, default=0)
        self.most = [
            [max(column) for column in zip(*(self.groups.most(g) for g in self.of[i]), strict=True)]
            for i in kinds
        ]
        self.inside = [self._least_inside(i) for i in kinds]
        pairs = [(i, j) for i in kinds for j in kinds if i <= j]
        self.bit = {pair: bit for bit, pair in enumerate(pairs)}

    def _least_inside(self, kind: int) -> list[int]:
        """I(k): with the least capacities, or with medians less what a group lacks of them."""
        r = self.rows[kind]
        c = self.size[kind] // r
        grids = [self._grid(g, c) for g in self.of[kind]]
        least, usual = [], []
        for in_row in (True, False):
            listed = sorted(
                capacity for grid in grids for _, _, row, capacity in grid if row == in_row
            )
            least.append(listed[0] if listed else 0)
            usual.append(listed[(len(listed) - 1) // 2] if listed else 0)
        lost = [self._lost(grid, kind, usual) for grid in grids]
        return [
            max(low, high - max(each[min(k, self.size[kind] - k)] for each in lost))
            for k, (low, high) in enumerate(
                zip(self._severed(r, c, *least), self._severed(r, c, *usual), strict=True)
            )
        ]

    def _lost(
        self, grid: list[tuple[int, int, bool, int]], kind: int, usual: list[int]
    ) -> list[int]:
        """Return what a group has less than usual at 0, 1, … of its switches, at most."""
        lacks = [0] * self.size[kind]
        for x, y, in_row, capacity in grid:
            lack = max(0, usual[0 if in_row else 1] - capacity)
            lacks[x] += lack
            lacks[y] += lack
        every = sum(lacks) // 2
        return [min(each, every) for each in accumulate(sorted(lacks, reverse=True), initial=0)]

    def _severed(self, r: int, c: int, in_row: int, in_column: int) -> list[int]:
        """Return the least that k switches sever in a grid, where rows are nested."""

        @cache
        def least(row: int, most: int, k: int) -> int | None:
            if row > r:
                return 0 if k == 0 else None
            best: int | None = None
            for own in range(min(most, k), -1, -1):
                if own * (r - row + 1) < k:
                    break
                rest = least(row + 1, own, k - own)
                if rest is not None:
                    value = in_row * own * (c - own) + in_column * own * (r - 2 * row + 1) + rest
                    best = value if best is None else min(best, value)
            return best

        found = [least(1, c, k) for k in range(r * c + 1)]
        return [0 if each is None else each for each in found]

    def _grid(self, group: int, c: int) -> list[tuple[int, int, bool, int]]:
        """List two places of a row or a column, whether it is a row, and what joins them."""
        members = self.groups.members[group]
        return [
            (x, y, x // c == y // c, self.task.matrix[members[x]].get(members[y], 0))
            for x in range(len(members))
            for y in range(x)
            if x // c == y // c or x % c == y % c
        ]

    def excludes(self, counts: Counts, highest: int) -> bool:
        """Tell whether multipliers, or a count of all weights, exceed what is to be excluded."""
        goal = self.denominator * highest
        if any(self._bound(counts, *each) > goal for each in self.multipliers):
            return True
        tried = {(theta, left_out) for theta, _, left_out in self.multipliers}
        return any(
            (found := self._counted(counts, *each)) is None or found > goal for each in tried
        )

    def _charges(
        self, counts: Counts, theta: int, left_out: int
    ) -> tuple[int, list[tuple[int, int, dict[int, int]]]]:
        """Return θ·U, and for each kind and label: how many groups, and their charge by k."""
        kinds = range(len(self.of))

        def kept(i: int, j: int) -> bool:
            return not left_out >> self.bit[min(i, j), max(i, j)] & 1

        severed = 0
        for i, j in self.bit:
            if kept(i, j):
                apart = counts[i] * (self.number[j] - counts[j])
                apart += (self.number[i] - counts[i]) * counts[j] if i < j else 0
                severed += self.least[i, j][apart]
        found = []
        for i in kinds:
            a = self.size[i]
            for label in (0, 1):
                others = [self.number[j] - counts[j] if label else counts[j] for j in kinds]
                every = sum(self.largest[i, j] * others[j] for j in kinds if kept(i, j))
                charge = {
                    k: self.denominator * self.inside[i][k]
                    - theta * min(self.most[i][min(k, a - k)], every)
                    for k in range(a + 1)
                    if (2 * k >= a) == bool(label)
                }
                times = counts[i] if label else self.number[i] - counts[i]
                found.append((i, times, charge))
        return theta * severed, found

    def _bound(self, counts: Counts, theta: int, price: int, left_out: int) -> int:
        total, charges = self._charges(counts, theta, left_out)
        total += price * self.task.balance.lighter
        for kind, times, charge in charges:
            if times:
                weight = self.weight[kind]
                total += times * min(value - price * k * weight for k, value in charge.items())
        return total

    def _counted(self, counts: Counts, theta: int, left_out: int) -> int | None:
        """Return the least over all divisions with the weight of a half; None if there is none."""
        total, charges = self._charges(counts, theta, left_out)
        half = self.task.balance.lighter
        least: Sums = {0: 0}
        for kind, times, charge in charges:
            one: Sums = {}
            for k, value in charge.items():
                key = k * self.weight[kind]
                one[key] = min(value, one.get(key, value))
            for _ in range(times):
                least = added(least, one, self.task, half)
        return total + least[half] if half in least else None
