"""Leaves over joint states of two groups: a reduced cost for each pair of groups and of states.

Twice D times the slope of a bisection is the sum of E, O and S of its own states, plus a constant
and what is known to be at least 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from alphacut_verify.errors import Refused
from alphacut_verify.proofs.definite import check_definite
from alphacut_verify.proofs.group_blocks import GroupBlocks
from alphacut_verify.proofs.packed import LARGEST, unpacked
from alphacut_verify.proofs.semidefinite import SIGNS, read_triangles
from alphacut_verify.proofs.shapes import check_shape
from alphacut_verify.proofs.tree import Path, Tree, highest_of
from alphacut_verify.reading import Object, an_integer, integers

LARGEST_ENTRY = 1 << 40  # of a matrix
Matrix = list[list[int]]


def check_joint_states(tree: Tree, leaf: Object, path: Path) -> None:
    """Check a leaf over joint states of two groups."""
    check_shape(leaf, "groups", f"{path.place}.groups")
    highest = highest_of(tree, path)
    if highest is None:
        return
    joint = _Joint(tree, leaf, path)
    bound, alpha = joint.bound(), tree.task.alpha
    value = 2 * joint.scale * alpha.q * joint.intercept + alpha.p * bound
    if not value > 2 * joint.scale * highest:
        raise Refused(joint.place, f"does not exclude {highest}")


class _Joint:
    """What the multipliers of a leaf leave of every pair of groups."""

    def __init__(self, tree: Tree, leaf: Object, path: Path) -> None:
        self.tree, self.task, self.leaf = tree, tree.task, leaf
        self.place = f"{path.place}.groups"
        if path.rotation is not None or path.states is not None:
            raise Refused(self.place, "stands below a split with a rotation")
        self.blocks = GroupBlocks(self.task, self.place)
        self.intercept = path.lines.least[0]
        if self.intercept != path.lines.largest[0]:
            raise Refused(self.place, "stands where more than one intercept is possible")
        self.g, self.width = self.blocks.number, self.blocks.width
        every = range(len(self.blocks.signs))
        numbers = path.minorities
        self.states = [s for s in every if numbers is None or numbers[self.blocks.minorities[s]]]
        self.m = len(self.states)
        if not self.m:
            raise Refused(self.place, "no state is possible")
        self.task.work.take(self.g * self.g * self.m * self.m * 30, self.place)
        self.signs = [self.blocks.signs[s] for s in self.states]
        self.minorities = [self.blocks.minorities[s] for s in self.states]
        self._functions(numbers)
        self._features()
        self._read()

    def _functions(self, numbers: Sequence[int] | None) -> None:
        """List the known functions F_i(b, s) and their sums T_i."""
        inside = [[row[s] for s in self.states] for row in self.blocks.intercepts]
        nothing = [[0] * self.m] * self.blocks.dummy
        self.known: list[Matrix] = [inside + nothing]
        self.sums = [self.intercept]
        zeros = [[0] * self.m for _ in self.blocks.rows]
        if self.blocks.dummy:
            self.known.append([*zeros, [int(q > 0) for q in self.minorities]])
            self.sums.append(0)
        for q, number in enumerate(numbers or ()):
            if number:
                self.known.append([[int(each == q) for each in self.minorities]] * self.g)
                self.sums.append(number)
        weights = self.task.balance.weights
        own = [[weights[each] for each in row] for row in self.blocks.rows]
        if self.blocks.dummy:
            own.append([self.task.balance.difference] + [0] * (self.width - 1))
        self.weights = [
            [sum(w * x for w, x in zip(row, signs, strict=True)) for signs in self.signs]
            for row in own
        ]

    def _features(self) -> None:
        a = self.width
        self.even = [[int(q == own) for q in range(a // 2 + 1)] for own in self.minorities]
        self.odd = [
            [*signs, *(sum(signs) if q == own else 0 for q in range(1, (a + 1) // 2))]
            for own, signs in zip(self.minorities, self.signs, strict=True)
        ]

    def _packed(self, name: str, count: int, largest: int = LARGEST) -> list[int]:
        return unpacked(self.leaf.get(name), count, self.task, f"{self.place}.{name}", largest)

    def _read(self) -> None:
        self.scale = an_integer(self.leaf.get("scale"), f"{self.place}.scale", 1, 1 << 30)
        shifts = integers(self.leaf.get("shifts"), f"{self.place}.shifts", 0, LARGEST)
        if len(shifts) != 2:
            raise Refused(f"{self.place}.shifts", "must be two numbers")
        self.shifts = shifts
        self.matrices = [
            self._matrix("even", len(self.even[0]), shifts[0]),
            self._matrix("odd", len(self.odd[0]), shifts[1]),
        ]
        g, m = self.g, self.m
        flat = self._packed("potentials", g * g * m)
        self.potentials = [
            [flat[(b * g + c) * m : (b * g + c + 1) * m] for c in range(g)] for b in range(g)
        ]
        flat = self._packed("known", len(self.known) * g * m)
        self.multipliers = [
            [flat[(i * g + b) * m : (i * g + b + 1) * m] for b in range(g)]
            for i in range(len(self.known))
        ]
        self.totals = integers(self.leaf.get("totals", []), f"{self.place}.totals")
        if len(self.totals) != len(self.known):
            raise Refused(f"{self.place}.totals", f"must be {len(self.known)} numbers")
        flat = self._packed("balance", g * m)
        self.balance = [flat[b * m : (b + 1) * m] for b in range(g)]
        self._read_links()

    def _matrix(self, name: str, features: int, shift: int) -> Matrix:
        n = self.g * features
        flat = self._packed(name, n * n, LARGEST_ENTRY)
        matrix = [flat[i * n : (i + 1) * n] for i in range(n)]
        if any(matrix[i][j] != matrix[j][i] for i in range(n) for j in range(i)):
            raise Refused(f"{self.place}.{name}", "must be symmetric")
        shifted = [[*row[:i], row[i] + shift, *row[i + 1 :]] for i, row in enumerate(matrix)]
        check_definite(shifted, self.task, f"{self.place}.{name}")
        return matrix

    def _read_links(self) -> None:
        """Collect D·G between groups, with what triangles add, by groups and positions."""
        at = {each: (b, j) for b, row in enumerate(self.blocks.rows) for j, each in enumerate(row)}
        n = self.task.network.switches
        at.update((n + j, (self.g - 1, j)) for j in range(self.width * self.blocks.dummy))
        self.links: dict[tuple[int, int], dict[tuple[int, int], int]] = {}
        self.slopes = self.lost = 0
        for (x, y), line in self.task.network.pairs.items():
            if at[x][0] != at[y][0]:
                self.slopes += line[1]
                self._add_link(at[x], at[y], self.scale * line[1])
        count = an_integer(self.leaf.get("number", 0), f"{self.place}.number", 0)
        flat = self._packed("triangles", 5 * count)
        for u, v, w, kind, times in read_triangles(flat, count, len(at), self.place):
            if len({at[each][0] for each in (u, v, w)}) < 3:
                raise Refused(f"{self.place}.triangles", "must be among three different groups")
            for one, other, sign in zip((u, u, v), (v, w, w), SIGNS[kind], strict=True):
                self._add_link(at[one], at[other], sign * times)
            self.lost += times

    def _add_link(self, one: tuple[int, int], other: tuple[int, int], value: int) -> None:
        (b, j), (c, k) = min(one, other), max(one, other)
        links = self.links.setdefault((b, c), {})
        links[j, k] = links.get((j, k), 0) + value

    def bound(self) -> int:
        """Return twice D times a lower bound of the slope."""
        total = self.scale * self.slopes - self.lost
        total += sum(k * t for k, t in zip(self.totals, self.sums, strict=True))
        for b in range(self.g):
            total += min(self._alone(b))
            for c in range(b + 1, self.g):
                total += self._pair(b, c)
        return total

    def _alone(self, b: int) -> list[int]:
        dummy = self.blocks.dummy and b == self.g - 1
        slopes = [0] * len(self.blocks.signs) if dummy else self.blocks.slopes[b]
        found = []
        for s in range(self.m):
            value = 2 * self.scale * slopes[self.states[s]]
            value += sum(self.potentials[b][c][s] for c in range(self.g) if c != b)
            value -= self.balance[b][s] * self.weights[b][s]
            for features, matrix, shift in self._kinds():
                f = features[s]
                value -= _dot(_applied(matrix, b, b, f), f) + shift * sum(x * x for x in f)
            for i, known in enumerate(self.known):
                own = known[b][s]
                value -= self.multipliers[i][b][s] * (own - self.sums[i]) + self.totals[i] * own
            found.append(value)
        return found

    def _kinds(self) -> list[tuple[Matrix, Matrix, int]]:
        return list(zip((self.even, self.odd), self.matrices, self.shifts, strict=True))

    def _pair(self, b: int, c: int) -> int:
        """Return the least E - |O| of two groups."""
        links = self.links.get((b, c), {})
        return min(self._least(b, c, s, links) for s in range(self.m))

    def _least(self, b: int, c: int, s: int, links: dict[tuple[int, int], int]) -> int:
        """Return the least E - |O| where group b is in state s."""
        left = _applied(self.matrices[0], b, c, self.even[s])
        right = [2 * each for each in _applied(self.matrices[1], b, c, self.odd[s])]
        for (j, k), value in links.items():
            right[k] += value * self.signs[s][j]  # the first odd features are the signs
        found = []
        for t in range(self.m):
            even = -2 * _dot(left, self.even[t])
            even -= self.potentials[b][c][s] + self.potentials[c][b][t]
            for known, h in zip(self.known, self.multipliers, strict=True):
                even -= h[b][s] * known[c][t] + known[b][s] * h[c][t]
            odd = -_dot(right, self.odd[t])
            odd -= self.balance[b][s] * self.weights[c][t]
            odd -= self.weights[b][s] * self.balance[c][t]
            found.append(even - abs(odd))
        return min(found)


def _dot(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(map(mul, one, other))


def _applied(matrix: Matrix, b: int, c: int, features: Sequence[int]) -> list[int]:
    """Return features of group b times the part of a matrix between b and c."""
    f = len(features)
    rows = [row[c * f : (c + 1) * f] for row in matrix[b * f : (b + 1) * f]]
    return [_dot(features, column) for column in zip(*rows, strict=True)]
