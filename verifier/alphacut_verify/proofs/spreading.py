"""`spreading`: what all switches hold moves to common ends, and no link bears too much of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from alphacut_verify.proofs.task import Task
from alphacut_verify.reading import Object, a_list, an_object, integers

MOST_ROUNDS = 64
Held = dict[int, Fraction]  # by switch
Loads = dict[tuple[int, int], Fraction]  # by link i < j


def check(task: Task) -> None:
    """Move the weight of every switch, round after round, and compare loads with capacities."""
    rounds = [
        _read_round(each, task, task.at(f"rounds.{i}"))
        for i, each in enumerate(a_list(task.member("rounds"), task.at("rounds")))
    ]
    if task.highest is None:
        return
    if not 1 <= len(rounds) <= MOST_ROUNDS:
        raise task.refuse(f"must be 1 to {MOST_ROUNDS}", "rounds")
    held = [
        {switch: Fraction(weight)} for switch, weight in enumerate(task.balance.weights) if weight
    ]
    loads: Loads = {}
    for rule, labels in rounds:
        if len(labels) != task.network.switches:
            raise task.refuse("the labels must be one for each switch", "rounds")
        held = (_even if rule == "even" else _up)(task, held, labels, loads)
    shares = [{v: x / sum(each.values()) for v, x in each.items() if x} for each in held]
    if any(each != shares[0] for each in shares):
        raise task.refuse("what the switches hold does not end in the same shares", "rounds")
    rates = [Fraction(task.capacities[link]) / load for link, load in loads.items() if load]
    if not rates or not _crosses(task, rounds) * min(rates) > task.highest:
        raise task.refuse(f"does not exclude {task.highest}")


def _crosses(task: Task, rounds: Sequence[tuple[str, tuple[int, ...]]]) -> Fraction:
    """Return how much crosses at least from one side to the other, once all ends are common."""
    lighter = task.balance.lighter
    weights = task.balance.weights
    for rule, labels in rounds:
        of_class: dict[int, int] = {}
        for label, weight in zip(labels, weights, strict=True):
            if rule != "even" or of_class.setdefault(label, weight) != weight:
                return Fraction(lighter)
    return Fraction(2 * lighter * (sum(weights) - lighter), sum(weights))


def _read_round(value: object, task: Task, place: str) -> tuple[str, tuple[int, ...]]:
    entry: Object = an_object(value, place)
    rule = entry.get("rule")
    if rule not in ("even", "up"):
        raise task.refuse(f"the rule of {place} must be even or up")
    labels = integers(entry.get("labels"), f"{place}.labels", 0)
    return str(rule), labels


def _load(loads: Loads, i: int, j: int, amount: Fraction) -> None:
    pair = (i, j) if i < j else (j, i)
    loads[pair] = loads.get(pair, Fraction(0)) + amount


def _even(task: Task, held: Sequence[Held], labels: Sequence[int], loads: Loads) -> list[Held]:
    """Divide what each switch holds evenly among its class, over all shortest ways within it."""
    classes: dict[int, list[int]] = {}
    for switch, label in enumerate(labels):
        classes.setdefault(label, []).append(switch)
    total: Held = {}
    for each in held:
        for switch, amount in each.items():
            total[switch] = total.get(switch, Fraction(0)) + amount
    for switch, amount in total.items():
        members = classes[labels[switch]]
        _spread(task, switch, members, amount / len(members), loads)
    for members in classes.values():
        if total.keys().isdisjoint(members):  # it has to be connected all the same
            _spread(task, members[0], members, Fraction(0), loads)
    found: list[Held] = []
    for each in held:
        task.work.take(sum(len(classes[labels[switch]]) for switch in each), task.place)
        new: Held = {}
        for switch, amount in each.items():
            members = classes[labels[switch]]
            for member in members:
                new[member] = new.get(member, Fraction(0)) + amount / len(members)
        found.append(new)
    return found


def _spread(task: Task, start: int, members: Sequence[int], amount: Fraction, loads: Loads) -> None:
    """Send an amount to each member, evenly over all shortest ways (Brandes, 2001)."""
    inside = set(members)
    distance, ways, order = {start: 0}, {start: 1}, [start]
    before: dict[int, list[int]] = {start: []}
    for switch in order:
        task.work.take(len(task.matrix[switch]) + 1, task.place)
        for other in task.matrix[switch]:
            if other not in inside:
                continue
            if other not in distance:
                distance[other] = distance[switch] + 1
                ways[other], before[other] = 0, []
                order.append(other)
            if distance[other] == distance[switch] + 1:
                ways[other] += ways[switch]
                before[other].append(switch)
    if len(order) < len(inside):
        raise task.refuse("a class is not connected", "rounds")
    through = dict.fromkeys(order, Fraction(0))
    for switch in reversed(order):
        arrives = amount + through[switch]
        for one in before[switch]:
            part = arrives * ways[one] / ways[switch]
            through[one] += part
            _load(loads, one, switch, part)


def _up(task: Task, held: Sequence[Held], labels: Sequence[int], loads: Loads) -> list[Held]:
    """Send all that a switch holds to neighbours with greater labels, by the capacities there."""
    order = sorted(range(len(labels)), key=labels.__getitem__)
    ahead = [
        {j: c for j, c in task.matrix[i].items() if labels[j] > labels[i]}
        for i in range(len(labels))
    ]
    found: list[Held] = []
    for each in held:
        new = dict(each)
        for switch in order:
            if not new.get(switch) or not ahead[switch]:
                continue
            task.work.take(len(ahead[switch]), task.place)
            amount, every = new.pop(switch), sum(ahead[switch].values())
            for other, c in ahead[switch].items():
                part = amount * c / every
                new[other] = new.get(other, Fraction(0)) + part
                _load(loads, switch, other, part)
        found.append(new)
    return found
