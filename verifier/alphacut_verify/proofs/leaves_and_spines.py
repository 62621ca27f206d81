"""The bound of `uneven` where all weight is at leaves, and all links between groups at spines.

The label of a group is the side of most of its spines.
"""

from __future__ import annotations

from dataclasses import dataclass

from alphacut_verify.proofs.lacking import Uneven, largest


@dataclass(frozen=True, kw_only=True)
class Group:
    """A group of leaves and spines."""

    leaves: int
    spines: int
    weight: int  # of a leaf
    within: list[list[int]]  # by leaves and by spines on side 1, what they sever at least
    towards: list[list[int]]  # of each spine, to the 0, 1, … groups to which it has most

    def most(self, lesser: int, unlike: int) -> int:
        """Return the most that so many spines have to so many groups."""
        each = [row[min(unlike, len(row) - 1)] for row in self.towards]
        return sum(sorted(each, reverse=True)[:lesser])

    def charges(self, k: int, ones: int, zeros: int) -> tuple[int, int, int | None]:
        """Return the least charge with label 0, with label 1, and for a tie, of k leaves on side 1.

        In the end so many groups have label 1, and so many label 0.
        """
        row, size = self.within[k], self.spines
        few = min(row[j] - self.most(j, ones) for j in range(size + 1) if 2 * j < size)
        many = min(row[j] - self.most(size - j, zeros) for j in range(size + 1) if 2 * j > size)
        half = size // 2
        tie = None if size % 2 else row[half] - self.most(half, max(ones, zeros))
        return few, many, tie


def least_bound(uneven: Uneven) -> int | None:
    """Return the least bound, by ties and labels, each with the best choice of the ties."""
    groups = [_read(uneven, g) for g in range(uneven.groups.number)]
    number, half = len(groups), uneven.task.balance.lighter
    even = not uneven.task.balance.difference
    best: dict[tuple[int, int], int] = {}
    for ones in range(number + 1):
        for (ties, labelled), charge in _least(uneven, groups, ones, half).items():
            if not labelled <= ones <= labelled + ties:
                continue
            bound = charge + uneven.apart(ones)
            for own in {labelled, number - ties - labelled} if even else {labelled}:
                best[ties, own] = max(bound, best.get((ties, own), bound))
    return min(best.values(), default=None)


def _least(uneven: Uneven, groups: list[Group], ones: int, half: int) -> dict[tuple[int, int], int]:
    """Return the least charge by ties and labels, where so many groups have label 1 in the end."""
    least: dict[tuple[int, int, int], int] = {(0, 0, 0): 0}
    for group in groups:
        found: dict[tuple[int, int, int], int] = {}
        charges = [group.charges(k, ones, len(groups) - ones) for k in range(group.leaves + 1)]
        uneven.task.work.take(3 * len(least) * len(charges), uneven.task.place)
        for (ties, labelled, weight), value in least.items():
            for k, (zero, one, tie) in enumerate(charges):
                total = weight + k * group.weight
                if total > half:
                    break
                keys = [(ties, labelled, total), (ties, labelled + 1, total)]
                values = [value + zero, value + one]
                if tie is not None:
                    keys.append((ties + 1, labelled, total))
                    values.append(value + tie)
                for key, here in zip(keys, values, strict=True):
                    if here < found.get(key, here + 1):
                        found[key] = here
        least = found
    return {(t, own): value for (t, own, weight), value in least.items() if weight == half}


def _read(uneven: Uneven, number: int) -> Group:
    task, members = uneven.task, uneven.groups.members[number]
    weights, of = task.balance.weights, uneven.groups.of
    leaves = [each for each in members if weights[each]]
    spines = [each for each in members if not weights[each]]
    if not spines or len({weights[each] for each in leaves}) != 1:
        raise task.refuse(f"group {number} is not made of leaves of one weight, and spines")
    if any(of[j] != number for each in leaves for j in task.matrix[each]):
        raise task.refuse(f"a leaf of group {number} has a link to another group")
    w = uneven.inside
    lacks = {(x, y): max(0, w - task.matrix[x].get(y, 0)) for x in leaves for y in spines}
    by_leaf = largest(sum(lacks[x, y] for y in spines) for x in leaves)
    by_spine = largest(sum(lacks[x, y] for x in leaves) for y in spines)
    many, size = len(leaves), len(spines)

    def within(k: int, j: int) -> int:
        lost = min(by_leaf[many], by_leaf[k] + by_spine[j], by_leaf[many - k] + by_spine[size - j])
        return max(0, w * (k * (size - j) + (many - k) * j) - lost)

    towards = []
    for spine in spines:
        to: dict[int, int] = {}
        for other, capacity in task.matrix[spine].items():
            if of[other] != number:
                to[of[other]] = to.get(of[other], 0) + capacity
        towards.append(largest(to.values()))
    return Group(
        leaves=many,
        spines=size,
        weight=weights[leaves[0]],
        within=[[within(k, j) for j in range(size + 1)] for k in range(many + 1)],
        towards=towards,
    )
