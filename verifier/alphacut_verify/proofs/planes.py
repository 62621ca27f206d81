"""The bound of `uneven` where spines of one number are a plane (docs/certificate.md)."""

from __future__ import annotations

from itertools import combinations

from alphacut_verify.proofs.task import Task
from alphacut_verify.reading import a_list, an_integer, integers


def least_bound(task: Task) -> int | None:
    """Return the least that any bisection severs in planes, and between leaves and spines."""
    for name in ("order", "whole"):
        if a_list(task.member(name, []), task.at(name)):
            raise task.refuse("must be empty where charges are those of planes", name)
    by_group: dict[int, tuple[list[int], list[int]]] = {}
    weights = task.balance.weights
    for switch, group in enumerate(task.network.groups):
        leaves, spines = by_group.setdefault(group, ([], []))
        (leaves if weights[switch] else spines).append(switch)
    groups = list(by_group.values())
    sizes = {(len(leaves), len(spines)) for leaves, spines in groups}
    weighs = {weights[leaf] for leaves, _ in groups for leaf in leaves}
    if len(groups) < 2 or len(sizes) > 1 or len(weighs) != 1 or 0 in min(sizes):
        raise task.refuse("groups are not alike, of leaves of one weight and spines")
    c, w = (an_integer(task.member(name), task.at(name), 0) for name in ("usual", "inside"))
    lost = sum(
        max(0, c - task.matrix[i].get(j, 0))
        for (_, one), (_, other) in combinations(groups, 2)
        for i, j in zip(one, other, strict=True)
    ) + sum(
        max(0, w - task.matrix[i].get(j, 0))
        for leaves, spines in groups
        for i in leaves
        for j in spines
    )
    if list(integers(task.member("lost"), task.at("lost"))) != [lost]:
        raise task.refuse(f"is not {lost}, all that is lacking", "lost")
    weight = weighs.pop()
    if task.balance.lighter % weight:
        return None
    least = _least(task, len(groups), sizes.pop(), task.balance.lighter // weight, (c, w))
    return None if least is None else least - lost


def _least(
    task: Task, groups: int, size: tuple[int, int], half: int, least: tuple[int, int]
) -> int | None:
    """Take groups in the order of their spines on side 1, most first; states hold the last."""
    (leaves, spines), (c, w) = size, least
    states = {(spines, 0): 0}
    for place in range(groups):
        task.work.take(len(states) * (spines + 1) * (leaves + 1), task.place)
        longer: dict[tuple[int, int], int] = {}
        for (last, taken), value in states.items():
            for s in range(last + 1):
                planes = value + c * s * (groups - 1 - 2 * place)
                for k in range(min(leaves, half - taken) + 1):
                    total = planes + w * (k * (spines - s) + (leaves - k) * s)
                    key = (s, taken + k)
                    if total < longer.get(key, total + 1):
                        longer[key] = total
        states = longer
    return min((value for (_, taken), value in states.items() if taken == half), default=None)
