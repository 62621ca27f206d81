"""Leaves over pairs of switches with one matrix that must be positive semidefinite.

8·m₀ times the scaled capacity of a cut with signs x is xᵀMx plus what the constant bounds below.
"""

from __future__ import annotations

from itertools import combinations

from alphacut_verify.errors import Refused
from alphacut_verify.network import Alpha
from alphacut_verify.proofs.blocks import read_blocks
from alphacut_verify.proofs.definite import check_definite
from alphacut_verify.proofs.packed import LARGEST, unpacked
from alphacut_verify.proofs.shapes import check_shape
from alphacut_verify.proofs.tree import Pair, Path, Tree, highest_of
from alphacut_verify.reading import Object, a_list, an_integer, integers

SIGNS = ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))  # of a triangle, by kind
LARGEST_CLIQUE = 15  # switches of an inequality
LARGEST_SUM = 1 << 20  # of the sizes of the coefficients of an odd sum
Triangle = tuple[int, int, int, int, int]  # three switches, a kind, a multiplier


def check_semidefinite(tree: Tree, leaf: Object, path: Path) -> None:
    """Check a leaf with one matrix over pairs."""
    check_shape(leaf, "semidefinite", f"{path.place}.semidefinite")
    highest = highest_of(tree, path)
    if highest is None:
        return
    matrix = _Matrix(tree, leaf, path)
    check_definite(matrix.whole(), tree.task, matrix.place)
    if not matrix.constant > 8 * matrix.objective * highest:
        raise Refused(matrix.place, f"does not exclude {highest}")


class _Matrix:
    """M as a table by offset and two positions, and the constant beside it."""

    def __init__(self, tree: Tree, leaf: Object, path: Path) -> None:
        self.tree, self.task, self.leaf, self.path = tree, tree.task, leaf, path
        self.place = f"{path.place}.semidefinite"
        self.objective = an_integer(leaf.get("objective"), f"{self.place}.objective", 1, LARGEST)
        self._read_rows()
        self.table = [[[0] * self.width for _ in range(self.width)] for _ in range(self.g)]
        self.constant = 0
        self._add_capacity(self.task.alpha, -self.objective)
        self._diagonal()
        self._box()
        self._halves()
        self._triangles()
        self._cliques()
        self._odd_sums()
        self._known()
        self._limit("intercept", 0)
        self._limit("slope", 1)

    def whole(self) -> list[list[int]]:
        """Return the whole matrix, row of switches after row; without rotation, of classes."""
        g = self.g
        if self.leaf.get("rotation") is None:
            return self._of_classes(self.table[0])
        return [
            [each for c in range(g) for each in self.table[(c - b) % g][p]]
            for b in range(g)
            for p in range(self.width)
        ]

    def _of_classes(self, matrix: list[list[int]]) -> list[list[int]]:
        """Add up rows and columns of switches whose sides are decided beside each other."""
        number, sign = decided(self.tree, self.path, len(matrix), self.place)
        size = max(number) + 1
        added = [[0] * size for _ in range(size)]
        for i, row in enumerate(matrix):
            into, own = added[number[i]], sign[i]
            for j, each in enumerate(row):
                into[number[j]] += own * sign[j] * each
        return added

    def _read_rows(self) -> None:
        n = len(self.tree.weights)
        if self.leaf.get("rotation") is None:
            rows = [tuple(range(n))]
        else:
            if n > self.task.network.switches:
                raise Refused(f"{self.place}.rotation", "stands where a dummy is needed")
            image, rows = read_blocks(self.task, self.leaf["rotation"], f"{self.place}.rotation")
            self.tree.keeps_sets([image], self.path, self.place)
        self.g, self.width = len(rows), len(rows[0])
        self.at = {each: (b, p) for b, row in enumerate(rows) for p, each in enumerate(row)}
        self.weights = [self.tree.weights[each] for each in rows[0]]

    def _packed(self, name: str, count: int) -> list[int]:
        return unpacked(self.leaf.get(name), count, self.task, f"{self.place}.{name}")

    def _add(self, one: int, other: int, value: int) -> None:
        """Add to the entry of two switches and its mirror image, and so to all their images."""
        (b, p), (c, q) = self.at[one], self.at[other]
        self.table[(c - b) % self.g][p][q] += value
        self.table[(b - c) % self.g][q][p] += value

    def _add_capacity(self, alpha: Alpha, times: int) -> None:
        """Add 2·times·A for the capacities at an α, and -2·times·ΣA to the constant."""
        for (x, y), line in self.task.network.pairs.items():
            capacity = alpha.scaled(line)
            (b, p), (c, q) = self.at[x], self.at[y]
            # each pair stands in the network itself, so that only row 0 is filled here
            if b == 0:
                self.table[c][p][q] += 2 * times * capacity
            if c == 0:
                self.table[(b - c) % self.g][q][p] += 2 * times * capacity
            self.constant -= 4 * times * capacity

    def _diagonal(self) -> None:
        delta = self._packed("diagonal", self.width)
        for p, each in enumerate(delta):
            self.table[0][p][p] -= each
        self.constant += self.g * sum(delta)

    def _box(self) -> None:
        w, offsets = self.width, self.g // 2 + 1
        flat = self._packed("box", offsets * w * w)
        beta = [
            [list(flat[(d * w + p) * w : (d * w + p + 1) * w]) for p in range(w)]
            for d in range(offsets)
        ]
        for d in {0, self.g - self.g // 2} & set(range(offsets)):
            if any(beta[d][p][q] != beta[d][q][p] for p in range(w) for q in range(p)):
                raise Refused(f"{self.place}.box", f"the table of offset {d} must be symmetric")
        for d in range(self.g):
            for p in range(w):
                for q in range(w):
                    each = beta[d][p][q] if d < offsets else beta[self.g - d][q][p]
                    self.table[d][p][q] -= each
                    self.constant -= self.g * abs(each)

    def _halves(self) -> None:
        eta, w = self._packed("halves", self.width), self.weights
        for table in self.table:
            for p, row in enumerate(table):
                for q in range(self.width):
                    row[q] -= eta[p] * w[q] + w[p] * eta[q]

    def _triangles(self) -> None:
        count = an_integer(self.leaf.get("number", 0), f"{self.place}.number", 0)
        flat = self._packed("triangles", 5 * count)
        for u, v, w, kind, times in read_triangles(flat, count, len(self.at), self.place):
            for one, other, sign in zip((u, u, v), (v, w, w), SIGNS[kind], strict=True):
                self._add(one, other, -sign * times)
            self.constant -= 2 * self.g * times

    def _cliques(self) -> None:
        place = f"{self.place}.cliques"
        for i, entry in enumerate(a_list(self.leaf.get("cliques", []), place)):
            at = f"{place}.{i}"
            if len(a_list(entry, at)) != 3:
                raise Refused(at, "must be a size, a number and a table")
            size = an_integer(entry[0], f"{at}.0", 3, LARGEST_CLIQUE)
            if size % 2 == 0:
                raise Refused(f"{at}.0", "must be odd")
            number = an_integer(entry[1], f"{at}.1", 0)
            flat = unpacked(entry[2], (size + 2) * number, self.task, f"{at}.2")
            for each in range(number):
                self._clique(flat[each::number], size, f"{at}.2")

    def _clique(self, written: list[int], size: int, place: str) -> None:
        """Subtract an inequality (Σ b·x)² ≥ 1 of an odd number of switches."""
        switches, mark, times = written[:size], written[size], written[size + 1]
        if not all(0 <= each < len(self.at) for each in switches) or len({*switches}) < size:
            raise Refused(place, "must name different switches")
        if not 0 <= mark < 1 << size or times < 0:
            raise Refused(place, f"must have a mark below 2^{size}, and μ ≥ 0")
        signs = [-1 if mark >> (size - 1 - k) & 1 else 1 for k in range(size)]
        for (one, first), (other, second) in combinations(zip(switches, signs, strict=True), 2):
            self._add(one, other, -first * second * times)
        self.constant -= self.g * (size - 1) * times

    def _odd_sums(self) -> None:
        place = f"{self.place}.sums"
        for i, entry in enumerate(a_list(self.leaf.get("sums", []), place)):
            at = f"{place}.{i}"
            if len(a_list(entry, at)) != 3:
                raise Refused(at, "must be a size, a number and a table")
            size = an_integer(entry[0], f"{at}.0", 1, len(self.at))
            number = an_integer(entry[1], f"{at}.1", 0)
            flat = unpacked(entry[2], (2 * size + 1) * number, self.task, f"{at}.2")
            for each in range(number):
                self._odd_sum(flat[each::number], size, f"{at}.2")

    def _odd_sum(self, written: list[int], size: int, place: str) -> None:
        """Subtract an inequality (Σ b·x)² ≥ 1 of integers b with an odd sum."""
        switches, factors, times = written[:size], written[size : 2 * size], written[2 * size]
        if not all(0 <= each < len(self.at) for each in switches) or len({*switches}) < size:
            raise Refused(place, "must name different switches")
        if sum(factors) % 2 == 0 or sum(map(abs, factors)) > LARGEST_SUM or times < 0:
            raise Refused(place, "must have coefficients of odd sum, up to 2^20, and μ ≥ 0")
        for (one, first), (other, second) in combinations(zip(switches, factors, strict=True), 2):
            self._add(one, other, -first * second * times)
        self.constant -= self.g * (sum(each * each for each in factors) - 1) * times

    def _known(self) -> None:
        place, known = f"{self.place}.known", self.task.known
        for i, entry in enumerate(a_list(self.leaf.get("known", []), place)):
            numbers = integers(entry, f"{place}.{i}", 0)
            if len(numbers) != 2 or numbers[0] >= len(known):
                raise Refused(f"{place}.{i}", "must be the index of a known point, and m ≥ 0")
            alpha, bound = known[numbers[0]]
            self.constant += 8 * numbers[1] * bound
            self._add_capacity(alpha, numbers[1])

    def _limit(self, name: str, which: int) -> None:
        if self.leaf.get(name) is None:
            return
        numbers = integers(self.leaf[name], f"{self.place}.{name}", 0)
        if len(numbers) != 2:
            raise Refused(f"{self.place}.{name}", "must be two multipliers")
        low, high = numbers
        lines = self.path.lines
        self.constant += 8 * (low * lines.least[which] - high * lines.largest[which])
        self._add_capacity(Alpha(p=which, q=1 - which), low - high)


def decided(tree: Tree, path: Path, n: int, place: str) -> tuple[list[int], list[int]]:
    """Return the class of each switch, and the side in it, by pairs whose splits decide them."""
    beside: list[list[Pair]] = [[] for _ in range(n)]  # another switch, and whether opposite
    for limit in path.limits:
        if len(tree.sets[limit.index]) == 1 and limit.low == limit.high:
            ((x, y),) = tree.sets[limit.index]
            beside[x].append((y, limit.low))
            beside[y].append((x, limit.low))
    number, sign, classes = [-1] * n, [1] * n, 0
    for first in range(n):
        if number[first] >= 0:
            continue
        number[first], waiting = classes, [first]
        for x in waiting:
            for y, opposite in beside[x]:
                side = -sign[x] if opposite else sign[x]
                if number[y] < 0:
                    number[y], sign[y] = classes, side
                    waiting.append(y)
                elif sign[y] != side:
                    raise Refused(place, "the splits above contradict each other")
        classes += 1
    return number, sign


def read_triangles(flat: list[int], count: int, switches: int, place: str) -> list[Triangle]:
    """Return triangles from a table of five rows: three switches, kinds, multipliers."""
    found = []
    rows = [flat[k * count : (k + 1) * count] for k in range(5)]
    for u, v, w, kind, times in zip(*rows, strict=True):
        if not all(0 <= each < switches for each in (u, v, w)) or len({u, v, w}) < 3:
            raise Refused(f"{place}.triangles", "must name three different switches")
        if not 0 <= kind < len(SIGNS) or times < 0:
            raise Refused(f"{place}.triangles", "must have a kind from 0 to 3, and μ ≥ 0")
        found.append((u, v, w, kind, times))
    return found
