"""`majority`: links between groups of unlike labels join the sides, unless at a lesser side.

The **lesser side** of a group has fewer of its switches, m of them; its label is the other side.
"""

from __future__ import annotations

from alphacut_verify.proofs.groups_of import Groups, Sums, added
from alphacut_verify.proofs.task import Task
from alphacut_verify.reading import a_string, an_integer, integers


def check(task: Task) -> None:
    """Find the least bound over all numbers of switches that groups may have on side 1."""
    integers(task.member("groups"), task.at("groups"), 0)
    ties = an_integer(task.member("ties"), task.at("ties"), 0)
    charges = a_string(task.member("charges"), task.at("charges"))
    if charges not in ("own", "least"):
        raise task.refuse("must be own or least", "charges")
    if task.highest is None:
        return
    groups = _read_groups(task)
    weights = [groups.weight(g) for g in range(groups.number)]
    if charges == "own":
        least = _own(task, groups, weights, min(ties, groups.number))
    else:
        alike = {(groups.size(g), weights[g]) for g in range(groups.number)}
        if len(alike) > 1 or ties != groups.number:
            raise task.refuse("needs groups of one size and weight, and as many ties", "charges")
        least = _alike(task, groups, weights[0])
    if least is not None and least <= task.highest:
        raise task.refuse(f"proves no more than {least} where {task.highest} must be excluded")


def _read_groups(task: Task) -> Groups:
    numbers = integers(task.member("groups"), task.at("groups"), 0)
    n = task.network.switches
    most = max(numbers, default=0)  # of numbers from 0, of which each has to be there
    if len(numbers) != n or len(set(numbers)) != most + 1 or most < 1:
        raise task.refuse(f"must number at least two groups of {n} switches, none empty", "groups")
    members: list[list[int]] = [[] for _ in range(most + 1)]
    for switch, group in enumerate(numbers):
        members[group].append(switch)
    if task.network.any_wiring is not None:
        own = {frozenset(each) for each in task.network.members}
        if {frozenset(each) for each in members} != own:
            raise task.refuse("must be the groups of the topology", "groups")
    return Groups(task, members)


def _own(task: Task, groups: Groups, weights: list[int], ties: int) -> int | None:
    """Charge each group by its own links."""
    half = task.balance.lighter
    least: dict[tuple[int, int, int], int] = {(0, 0, 0): 0}  # ties, labelled 1, weight on side 1
    for g in range(groups.number):
        a, w, most = groups.size(g), groups.inside(g), groups.most(g)
        task.work.take(len(least) * (a + 1), task.place)
        found: dict[tuple[int, int, int], int] = {}
        for (t, labelled, weight), value in least.items():
            for k in range(a + 1):
                total = weight + k * weights[g]
                if total > half:
                    break
                here = value + w * k * (a - k) - most[min(k, a - k)]
                if 2 * k == a and t < ties:
                    key = (t + 1, labelled, total)
                else:
                    key = (t, labelled + (2 * k >= a), total)
                if here < found.get(key, here + 1):
                    found[key] = here
        least = found
    number, between = groups.number, groups.least_between
    bounds = [
        value + between * max(m * (number - m) for m in range(labelled, labelled + t + 1))
        for (t, labelled, weight), value in least.items()
        if weight == half
    ]
    return min(bounds, default=None)


def _alike(task: Task, groups: Groups, weight: int) -> int | None:
    """Charge all groups what the cheapest would be; those of each label are added by themselves."""
    number, a = groups.number, groups.size(0)
    if weight and task.balance.lighter % weight:
        return None
    half = task.balance.lighter // weight if weight else 0
    most = [groups.most(g) for g in range(number)]
    inside = [groups.inside(g) for g in range(number)]
    charge = [
        min(inside[g] * k * (a - k) - most[g][min(k, a - k)] for g in range(number))
        for k in range(a + 1)
    ]
    within = [min(inside) * k * (a - k) for k in range(a + 1)]
    port = max(each[1] for each in most)
    charged = by_label(task, charge, number, a)
    severed = by_label(task, within, number, a)
    between = groups.least_between
    bounds = []
    for ones in range(number + 1):
        for zeros in range(number - ones + 1):
            t = number - ones - zeros
            if t and a % 2:
                continue
            rest = half - t * (a // 2)
            best = max(m * (number - m) for m in range(ones, ones + t + 1)) * between
            task.work.take(len(charged[1][ones]), task.place)
            for k1 in charged[1][ones]:
                k0 = rest - k1
                if k0 not in charged[0][zeros]:
                    continue
                lesser = a * ones - k1 + k0 + t * (a // 2)
                tie = t * charge[a // 2]
                first = charged[1][ones][k1] + charged[0][zeros][k0] + tie + best
                inner = severed[1][ones][k1] + severed[0][zeros][k0] + t * within[a // 2]
                bounds.append(max(first, inner + max(0, best - port * lesser)))
    return min(bounds, default=None)


def by_label(task: Task, charge: list[int], number: int, a: int) -> list[list[Sums]]:
    """Return by label, number of groups, and switches on side 1, the least charge."""
    found = []
    for label in (0, 1):
        one = {k: charge[k] for k in range(a + 1) if (2 * k > a) == bool(label) and 2 * k != a}
        sums: list[Sums] = [{0: 0}]
        for _ in range(number):
            sums.append(added(sums[-1], one, task, number * a))
        found.append(sums)
    return found
