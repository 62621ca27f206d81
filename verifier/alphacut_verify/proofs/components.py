"""`components`: every division of every component is counted."""

from __future__ import annotations

from alphacut_verify.proofs.task import Task

LARGEST = 21  # switches of a component


def check(task: Task) -> None:
    """Find the least scaled capacity of all bisections, component by component."""
    weights = task.balance.weights
    half = task.balance.lighter
    least = {0: 0}  # weight on side 1 of the components so far: the least capacity severed
    for members in components(task.matrix):
        if len(members) > LARGEST:
            raise task.refuse(f"a component has more than {LARGEST} switches")
        own = _divisions(members, task)
        task.work.take(len(own) * len(least), task.place)
        summed: dict[int, int] = {}
        for weight, capacity in least.items():
            for more, severed in own.items():
                key, value = weight + more, capacity + severed
                if key <= half and value < summed.get(key, value + 1):
                    summed[key] = value
        least = summed
    if half not in least or sum(weights) < half:
        raise task.refuse("no division has the weight of a half")
    if least[half] < task.target:
        raise task.refuse(f"a bisection has the scaled capacity {least[half]}, below {task.target}")


def components(matrix: list[dict[int, int]]) -> list[list[int]]:
    """Return the components that links form, each in a breadth-first order."""
    seen: set[int] = set()
    found = []
    for start in range(len(matrix)):
        if start in seen:
            continue
        seen.add(start)
        members = [start]
        for switch in members:
            for other in matrix[switch]:
                if other not in seen:
                    seen.add(other)
                    members.append(other)
        found.append(members)
    return found


def _divisions(members: list[int], task: Task) -> dict[int, int]:
    """Return the least capacity severed for each weight of one component on side 1."""
    ways = [(0, 0, 0)]  # the side of each member as bits, weight on side 1, severed
    task.work.take((2 << len(members)) * 2, task.place)
    place = {switch: i for i, switch in enumerate(members)}
    for i, switch in enumerate(members):
        before = [(place[j], c) for j, c in task.matrix[switch].items() if place[j] < i]
        weight, longer = task.balance.weights[switch], []
        for sides, total, severed in ways:
            on_one = sum(c for j, c in before if sides >> j & 1)
            everything = sum(c for _, c in before)
            longer.append((sides, total, severed + on_one))
            longer.append((sides | 1 << i, total + weight, severed + everything - on_one))
        ways = longer
    least: dict[int, int] = {}
    for _, total, severed in ways:
        if severed < least.get(total, severed + 1):
            least[total] = severed
    return least
