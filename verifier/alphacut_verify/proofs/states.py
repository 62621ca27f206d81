"""Leaves over states of blocks: reduced costs of pairs of states, averaged over a rotation.

Twice the slope of a bisection is a sum over blocks b and offsets d of a number that depends on the
states of the blocks b and b + d, and on whether their signs agree. What multipliers subtract from
these numbers is known to be at least 0, or known exactly, so that the least of what is left is a
bound. All numbers here are twice those of docs/certificate.md, which lets them be integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from alphacut_verify.errors import Refused
from alphacut_verify.proofs.blocks import Blocks
from alphacut_verify.proofs.definite import check_definite
from alphacut_verify.proofs.packed import LARGEST, unpacked
from alphacut_verify.proofs.sequences import check_crosscorrelation, largest_autocorrelation
from alphacut_verify.proofs.shapes import check_shape
from alphacut_verify.proofs.tree import Limit, Path, Tree, highest_of
from alphacut_verify.reading import Object, a_list, an_integer, an_object, integers

MOST_ENTRIES = 500
LONGEST = 33  # blocks where sequences are bounded
Table = list[list[list[int]]]  # [σ = 1 or -1][s][t]


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is bounded, and what is known of the states of all blocks together."""

    blocks: Blocks
    states: tuple[int, ...]  # those that are possible
    known: tuple[tuple[int, ...], ...]  # functions of them, by function and state
    sums: tuple[int, ...]  # of each function over all blocks
    price: tuple[int, int]  # of intercept and slope: (0, 1), or (q, p) for the capacity
    limits: tuple[Limit, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Reduced:
    """What multipliers leave: twice the doubled bound is `pairs` + what single states add."""

    scale: int
    pairs: int  # g·(Σ of the least of each offset - δ - ε) + constant
    alone: list[int]  # Q, by state
    multipliers: list[list[int]]  # h_i, by function and state


def check_states(tree: Tree, leaf: Object, path: Path) -> None:
    """Check a leaf over states."""
    task, place = tree.task, f"{path.place}.states"
    check_shape(leaf, "states", place)
    highest = highest_of(tree, path)
    if highest is None:
        return
    blocks = Blocks.read(task, leaf.get("rotation"), f"{place}.rotation")
    tree.keeps_sets([blocks.image], path, place)
    whole = leaf.get("bounds") == "capacity"
    question, intercept = _question(blocks, path, place, whole, tree)
    reduced = reduce_costs(tree, leaf, question, place)
    bound = reduced.pairs + blocks.number * min(reduced.alone)
    # twice what is bounded, in units of 1/scale, stands doubled in `bound`
    if whole:
        enough = bound > 4 * reduced.scale * highest
    else:
        value = 4 * reduced.scale * task.alpha.q * intercept + task.alpha.p * bound
        enough = value > 4 * reduced.scale * highest
    if not enough:
        raise Refused(place, f"does not exclude {highest}")


def _question(
    blocks: Blocks, path: Path, place: str, whole: bool, tree: Tree
) -> tuple[Question, int]:
    alpha = tree.task.alpha
    every = tuple(range(len(blocks.signs)))
    if whole:
        return Question(blocks=blocks, states=every, known=(), sums=(), price=(alpha.q, alpha.p)), 0
    blocks.check_intercepts_inside(place)
    intercept = path.lines.least[0]
    if intercept != path.lines.largest[0]:
        raise Refused(place, "stands where more than one intercept is possible")
    known: tuple[tuple[int, ...], ...]
    sums: tuple[int, ...]
    if path.minorities is None:
        known, sums = (tuple(blocks.intercepts),), (intercept,)
        states = every
    else:
        numbers = path.minorities
        states = tuple(s for s in every if numbers[blocks.minorities[s]] > 0)
        if path.states is None:
            there = [q for q, number in enumerate(numbers) if number > 0]
            known = tuple(tuple(int(blocks.minorities[s] == q) for s in states) for q in there)
            sums = tuple(numbers[q] for q in there)
        else:
            known = tuple(tuple(int(s == own) for s in states) for own in states)
            decided = dict(path.states)
            sums = tuple(decided[s] for s in states)
    return Question(
        blocks=blocks, states=states, known=known, sums=sums, price=(0, 1), limits=path.limits
    ), intercept  # fmt: skip


def reduce_costs(tree: Tree, leaf: Object, question: Question, place: str) -> Reduced:
    """Subtract what the multipliers say from twice the slope."""
    return _Reduction(tree, leaf, question, place).result()


class _Reduction:
    """The tables, from which one kind of multipliers after the other is subtracted."""

    def __init__(self, tree: Tree, leaf: Object, question: Question, place: str) -> None:
        self.tree, self.leaf, self.question, self.place = tree, leaf, question, place
        self.task, self.blocks = tree.task, question.blocks
        self.signs = [self.blocks.signs[s] for s in question.states]
        self.weights = [self.blocks.weights[s] for s in question.states]
        self.m, self.g = len(self.signs), self.blocks.number
        if not self.m:
            raise Refused(place, "no state is possible")
        self.task.work.take(self.g * self.m * self.m * 20, place)
        self.scale = an_integer(leaf.get("scale"), f"{place}.scale", 1, 1 << 30)
        self.constant = 0
        self.tables: list[Table] = [self._costs(d) for d in range(self.g)]
        self.alone = [self.tables[0][0][s][s] for s in range(self.m)]

    def result(self) -> Reduced:
        shifts = self._semidefinite()
        self._potentials()
        multipliers = self._known()
        self._balance()
        self._square()
        self._sums()
        self._sequences()
        self._crosscorrelations()
        self._counts()
        least = 0
        for d in range(1, (self.g + 1) // 2):
            ahead, back = self.tables[d], self.tables[self.g - d]
            least += min(
                x + y[s]
                for sign in (0, 1)
                for s in range(self.m)
                for x, y in zip(ahead[sign][s], back[sign], strict=True)
            )
        pairs = self.g * (least - 2 * sum(shifts)) + self.constant
        return Reduced(scale=self.scale, pairs=pairs, alone=self.alone, multipliers=multipliers)

    def _packed(self, name: str, count: int) -> list[int]:
        return unpacked(self.leaf.get(name), count, self.task, f"{self.place}.{name}")

    def _costs(self, d: int) -> Table:
        """Twice D·P_d: what the links of an offset sever, priced."""
        base, rise = self.question.price
        prices = {
            places: base * line[0] + rise * line[1]
            for places, line in self.blocks.between[d].items()
        }
        return self._severed(prices, 2 * self.scale)

    def _severed(self, prices: dict[tuple[int, int], int], times: int) -> Table:
        table: Table = []
        for sign in (1, -1):
            rows = [
                [
                    times * sum(c for (j, k), c in prices.items() if x[j] * sign * y[k] < 0)
                    for y in self.signs
                ]
                for x in self.signs
            ]
            table.append(rows)
        return table

    def _subtract(self, d: int, value: Sequence[Sequence[int]], signed: bool) -> None:
        """Subtract a table from that of an offset; where signed, times σ."""
        for sign, rows in zip((1, -1), self.tables[d], strict=True):
            times = sign if signed else 1
            for row, less in zip(rows, value, strict=True):
                for t, each in enumerate(less):
                    row[t] -= times * each

    def _semidefinite(self) -> tuple[int, int]:
        shifts = integers(self.leaf.get("shifts"), f"{self.place}.shifts", 0, LARGEST)
        if len(shifts) != 2:
            raise Refused(f"{self.place}.shifts", "must be two numbers")
        half = (self.g + 1) // 2
        for name, shift, signed in (("even", shifts[0], False), ("odd", shifts[1], True)):
            flat = self._packed(name, half * self.m * self.m)
            size = self.m * self.m
            given = [_rows(flat[d * size : (d + 1) * size], self.m) for d in range(half)]
            tables = given + [_transposed(given[self.g - d]) for d in range(half, self.g)]
            if given[0] != _transposed(given[0]):
                raise Refused(f"{self.place}.{name}", "the table of offset 0 must be symmetric")
            check_definite(circulant(tables, shift), self.task, f"{self.place}.{name}")
            for d in range(1, self.g):
                self._subtract(d, _times(tables[d], 2), signed)
            for s in range(self.m):
                self.alone[s] -= 2 * given[0][s][s]
        return shifts[0], shifts[1]

    def _potentials(self) -> None:
        flat = self._packed("potentials", (self.g - 1) * self.m)
        for d in range(1, self.g):
            own = flat[(d - 1) * self.m : d * self.m]
            self._subtract(d, [[2 * u] * self.m for u in own], False)
            for s, u in enumerate(own):
                self.alone[s] += 2 * u

    def _known(self) -> list[list[int]]:
        functions, sums = self.question.known, self.question.sums
        flat = self._packed("known", len(functions) * self.m)
        totals = integers(self.leaf.get("totals", []), f"{self.place}.totals")
        if len(totals) != len(functions):
            raise Refused(f"{self.place}.totals", f"must be {len(functions)} numbers")
        rows = _rows(flat, self.m)
        for h, phi, total, k in zip(rows, functions, sums, totals, strict=True):
            for d in range(1, self.g):
                self._subtract(d, [[2 * x * f for f in phi] for x in h], False)
            for s in range(self.m):
                self.alone[s] -= 2 * (h[s] * phi[s] - total * h[s] + k * phi[s])
            self.constant += 2 * k * total
        return rows

    def _balance(self) -> None:
        z, w = self._packed("balance", self.m), self.weights
        for d in range(1, self.g):
            self._subtract(d, [[2 * x * y for y in w] for x in z], True)
        for s in range(self.m):
            self.alone[s] -= 2 * (z[s] * w[s] + self.task.balance.difference * abs(z[s]))

    def _square(self) -> None:
        k, w = (
            an_integer(self.leaf.get("square", 0), f"{self.place}.square", -LARGEST, LARGEST),
            self.weights,
        )
        if not k:
            return
        for d in range(1, self.g):
            self._subtract(d, [[2 * k * x * y for y in w] for x in w], True)
        for s in range(self.m):
            self.alone[s] -= 2 * k * w[s] ** 2
        self.constant += 2 * k * self.task.balance.difference**2

    def _sums(self) -> None:
        entries = a_list(self.leaf.get("sums", []), f"{self.place}.sums")
        read = [integers(each, f"{self.place}.sums.{i}") for i, each in enumerate(entries)]
        for i, each in enumerate(read):
            offsets = each[:-2]
            if len(each) < 3 or each[-1] < 0 or len({o % self.g for o in offsets}) < len(offsets):
                raise Refused(f"{self.place}.sums.{i}", "must be different offsets, c, and μ ≥ 0")
        count = sum(len(each) - 2 for each in read)
        flat = self._packed("functions", 2 * self.m * count)
        tables = iter(_rows(flat, self.m))
        for each in read:
            offsets, c, times = each[:-2], each[-2], each[-1]
            functions = [(next(tables), next(tables)) for _ in offsets]
            self._sum(offsets, c, times, functions)

    def _sum(
        self, offsets: Sequence[int], c: int, times: int,
        functions: Sequence[tuple[list[int], list[int]]],
    ) -> None:  # fmt: skip
        """Subtract μ·(Y - c)·(Y - c - 1), averaged over exchanging the sides, and doubled."""
        for s in range(self.m):
            for plus, minus in functions:
                square = plus[s] ** 2 + minus[s] ** 2
                self.alone[s] -= times * (square - (2 * c + 1) * (plus[s] + minus[s]))
            self.alone[s] -= times * 2 * c * (c + 1)
        for o, (plus, minus) in zip(offsets, functions, strict=True):
            for other, (there, back) in zip(offsets, functions, strict=True):
                d = (other - o) % self.g
                if not d:
                    continue
                for sign, (same, turned) in enumerate(((there, back), (back, there))):
                    for s, row in enumerate(self.tables[d][sign]):
                        x, y = times * plus[s], times * minus[s]
                        for t in range(self.m):
                            row[t] -= x * same[t] + y * turned[t]

    def _sequences(self) -> None:
        for place, entry in self._entries("sequences", 2 + (self.g - 1) // 2):
            j, times, *a = entry
            self._check_entry(place, (j,), times, a)
            most = largest_autocorrelation(tuple(a), self.g, self.tree, place)
            self.constant -= 2 * times * most
            for d, weight in enumerate(a, 1):
                self._add_product(d, j, j, 2 * times * weight)

    def _crosscorrelations(self) -> None:
        half = (self.g - 1) // 2
        for place, entry in self._entries("crosscorrelations", 4 + 2 * half + self.g):
            j, k, times, most, *rest = entry
            self._check_entry(place, (j, k), times, rest)
            if not j < k:
                raise Refused(place, "must be two positions j < k")
            a, b, c = rest[:half], rest[half : 2 * half], rest[2 * half :]
            check_crosscorrelation(tuple(a), tuple(b), tuple(c), most, self.g, self.tree, place)
            self.constant -= 2 * times * most
            for d in range(1, half + 1):
                self._add_product(d, j, j, 2 * times * a[d - 1])
                self._add_product(d, k, k, 2 * times * b[d - 1])
            for d in range(1, self.g):
                self._add_product(d, j, k, 2 * times * c[d])
            for s, x in enumerate(self.signs):
                self.alone[s] += 2 * times * c[0] * x[j] * x[k]

    def _entries(self, name: str, width: int) -> list[tuple[str, tuple[int, ...]]]:
        place = f"{self.place}.{name}"
        entries = a_list(self.leaf.get(name, []), place)
        if len(entries) > MOST_ENTRIES or (entries and self.g > LONGEST):
            raise Refused(place, f"must be at most {MOST_ENTRIES}, and for {LONGEST} blocks")
        found = []
        for i, each in enumerate(entries):
            numbers = integers(each, f"{place}.{i}")
            if len(numbers) != width:
                raise Refused(f"{place}.{i}", f"must be {width} numbers")
            found.append((f"{place}.{i}", numbers))
        return found

    def _check_entry(
        self, place: str, positions: Sequence[int], times: int, weights: Sequence[int]
    ) -> None:
        if times < 1 or any(not 0 <= each < self.blocks.width for each in positions):
            raise Refused(place, "must have positions in the blocks, and a multiplier above 0")
        if sum(map(abs, weights)) > 1 << 16:
            raise Refused(place, "its weights add up to more than 2¹⁶")

    def _add_product(self, d: int, j: int, k: int, times: int) -> None:
        """Add a multiple of σ·x_j(s)·x_k(t) to the table of an offset."""
        if times:
            less = [[-times * x[j] * y[k] for y in self.signs] for x in self.signs]
            self._subtract(d, less, True)

    def _counts(self) -> None:
        place = f"{self.place}.counts"
        for i, entry in enumerate(a_list(self.leaf.get("counts", []), place)):
            numbers = integers(entry, f"{place}.{i}", 0)
            if len(numbers) != 3 or numbers[0] >= len(self.question.limits):
                raise Refused(f"{place}.{i}", "must be the index of a limit, and two multipliers")
            index, low, high = numbers
            limit = self.question.limits[index]
            self.constant += 4 * (low * limit.low - high * limit.high)
            offsets = self.blocks.by_offset(self.tree.sets[limit.index])
            for d, positions in enumerate(offsets):
                table = self._severed(dict.fromkeys(positions, 1), 2 * (low - high))
                for sign in (0, 1):
                    if d:
                        for row, less in zip(self.tables[d][sign], table[sign], strict=True):
                            for t, each in enumerate(less):
                                row[t] -= each
                if not d:
                    for s in range(self.m):
                        self.alone[s] -= table[0][s][s]


def circulant(tables: Sequence[Sequence[Sequence[int]]], shift: int) -> list[list[int]]:
    """Return the matrix of all blocks whose table at offset d is the d-th, plus a multiple of I."""
    g, m = len(tables), len(tables[0])
    matrix = []
    for b in range(g):
        for s in range(m):
            row = [each for c in range(g) for each in tables[(c - b) % g][s]]
            row[b * m + s] += shift
            matrix.append(row)
    return matrix


def _rows(flat: Sequence[int], width: int) -> list[list[int]]:
    return [list(flat[i : i + width]) for i in range(0, len(flat), width)]


def _transposed(table: Sequence[Sequence[int]]) -> list[list[int]]:
    return [list(each) for each in zip(*table, strict=True)]


def _times(table: Sequence[Sequence[int]], factor: int) -> list[list[int]]:
    return [[factor * each for each in row] for row in table]


def read_multipliers(tree: Tree, value: Any, place: str) -> tuple[Object, str]:
    """Return an object of multipliers, or the one that a name of the document means."""
    if not isinstance(value, str):
        return an_object(value, place), place
    named = tree.task.multipliers
    if value not in named:
        raise Refused(place, "there are no multipliers of this name in the document")
    return an_object(named[value], f"multipliers.{value}"), f"multipliers.{value}"
