"""`leaf_spine_groups`: groups of leaves and spines, bounded by the shares of leaves on a side."""

from __future__ import annotations

from fractions import Fraction

from alphacut_verify.proofs.task import Task


def check(task: Task) -> None:
    """Find the groups, and what any number of leaves on lesser sides leaves severed."""
    if task.highest is None:
        return
    weights, matrix = task.balance.weights, task.matrix
    groups = _groups(task)
    leaves = len(groups[0][0])
    weight = max(weights)
    if task.balance.lighter % weight:
        raise task.refuse("the lighter side must be a number of leaves")
    on_one = task.balance.lighter // weight
    group_of = {spine: i for i, (_, spines) in enumerate(groups) for spine in spines}
    down = {
        spine: leaves * min(matrix[spine][leaf] for leaf in groups[i][0])
        for spine, i in group_of.items()
    }
    outside = {
        spine: sum(c for j, c in matrix[spine].items() if group_of.get(j, i) != i)
        for spine, i in group_of.items()
    }
    # of each link between groups no more is counted than any spine has to leaves
    used = Fraction(1)
    for spine in group_of:
        if down[spine] < used * outside[spine]:
            used = Fraction(down[spine], outside[spine])
    between: dict[tuple[int, int], int] = {}
    for spine, i in group_of.items():
        for j, c in matrix[spine].items():
            if group_of.get(j, i) < i:
                pair = i, group_of[j]
                between[pair] = between.get(pair, 0) + c
    all_joined = len(between) == len(groups) * (len(groups) - 1) // 2
    counted = used * (min(between.values()) if all_joined else 0)
    spare = min(
        sum((down[s] - used * outside[s] for s in spines), Fraction(0)) for _, spines in groups
    )
    if _least(counted, spare, len(groups), leaves, on_one, task) <= task.highest:
        raise task.refuse(f"shares of leaves do not prove more than {task.highest}")


def _least(
    counted: Fraction, spare: Fraction, groups: int, leaves: int, on_one: int, task: Task
) -> Fraction:
    """Return the least over how many leaves are on the lesser side of their group."""
    task.work.take(groups * leaves, task.place)
    possible: set[int] = set()
    for larger_on_one in range(groups + 1):
        least = abs(larger_on_one * leaves - on_one)
        possible.update(range(least, min(groups * leaves, least + leaves) + 1, 2))
    one = Fraction(on_one, leaves)
    return min(
        counted * (one * (groups - one) - Fraction(k * (leaves - k), leaves * leaves))
        + spare * Fraction(k, leaves)
        for k in possible
    )


def _groups(task: Task) -> list[tuple[list[int], list[int]]]:
    """Return the leaves and the spines of each group."""
    weights, matrix = task.balance.weights, task.matrix
    if len(set(weights) - {0}) != 1:
        raise task.refuse("all leaves must have one weight")
    by_spines: dict[tuple[int, ...], list[int]] = {}
    for switch, weight in enumerate(weights):
        if weight:
            by_spines.setdefault(tuple(sorted(matrix[switch])), []).append(switch)
    spines = [spine for group in by_spines for spine in group]
    if sorted(spines) != [switch for switch, weight in enumerate(weights) if not weight]:
        raise task.refuse(
            "each spine must be joined to all leaves of one group, and no leaf to others"
        )
    if len(by_spines) < 2 or len({len(each) for each in by_spines.values()}) > 1:
        raise task.refuse("groups must be two at least, with as many leaves each")
    return [(leaves, list(group)) for group, leaves in by_spines.items()]
