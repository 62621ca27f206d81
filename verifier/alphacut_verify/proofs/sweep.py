"""`sweep`: dynamic programmes along an order of the switches, backward and then forward.

A bisection severs p among the first switches, x between these and the others, and c among the
others. With a total of at most T, (2p + x) + (2c + x) is at most 2T. The backward sweep finds, for
the switches behind each place, the least c and the least of 2c + x; the forward sweep drops what
cannot stay within 2T with these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd

from alphacut_verify.proofs.symmetry import read_permutations
from alphacut_verify.proofs.task import Task
from alphacut_verify.reading import an_integer, integers

State = tuple[int, tuple[int, ...]]  # weight on side 1; capacity of each switch to come to side 1
States = dict[State, int]  # the least capacity severed among the placed switches
Table = dict[int, int]  # by the weight on side 1 of the switches behind a place

MOST_STATES = 1 << 22
MOST_SYMMETRIES = 64
MOST_LISTED = 1 << 16  # weights


def check(task: Task) -> None:
    """Sweep backward and forward; nothing may be left at the end."""
    n = task.network.switches
    order = integers(task.member("order"), task.at("order"), 0)
    reach = an_integer(task.member("reach"), task.at("reach"))
    if sorted(order) != list(range(n)) or reach < 0:
        raise task.refuse("must hold every switch once, and `reach` must not be negative", "order")
    _check_sizes(task)
    found = read_permutations(task.member("symmetries", []), task, task.at("symmetries"))
    if len(found) > MOST_SYMMETRIES:
        raise task.refuse(f"must be at most {MOST_SYMMETRIES}", "symmetries")
    if task.highest is None:
        return
    behind = _backward(task, order[::-1], reach)
    if left := _forward(task, order, reach, behind):
        raise task.refuse(
            f"{left} states are left at the end of the sweep, so a bisection may exist"
        )


def _check_sizes(task: Task) -> None:
    weights = task.balance.weights
    unit = gcd(*weights) or 1
    if sum(task.capacities.values()) >= 1 << 56:
        raise task.refuse("the capacities of all links add up to 2⁵⁶ or more")
    if len(weights) * min(sum(weights) // unit, MOST_LISTED) > 1 << 24:
        raise task.refuse("switches times weight, or 2¹⁶ where that is less, exceed 2²⁴")


def _halves(task: Task) -> tuple[int, ...]:
    lighter = task.balance.lighter
    return tuple(sorted({lighter, sum(task.balance.weights) - lighter}))


class _Boundary:
    """What the switches to come sever at least, by their links to placed ones."""

    def __init__(self, task: Task, order: Sequence[int], placed: int) -> None:
        weights = task.balance.weights
        ahead = order[placed:]
        inside = set(order[:placed])
        self.number = len(ahead)
        self.weight = sum(weights[each] for each in ahead)
        self.alike = weights[0] if len(set(weights)) == 1 else 0
        self.totals = [
            sum(c for j, c in task.matrix[each].items() if j in inside) for each in ahead
        ]

    def least(self, to_one: Sequence[int], weight: int) -> int | None:
        """Return the boundary where so much weight has to go to side 1; None if it cannot."""
        if not 0 <= weight <= self.weight:
            return None
        if not self.alike:
            return sum(min(c, t - c) for c, t in zip(to_one, self.totals, strict=True))
        count, rest = divmod(weight, self.alike)
        if rest:
            return None
        gains = sorted(t - 2 * c for c, t in zip(to_one, self.totals, strict=True))
        return sum(to_one) + sum(gains[:count])


def _placed(
    task: Task, states: States, order: Sequence[int], at: int, sides: Sequence[int]
) -> States:
    """Put the next switch on a side, in all states."""
    switch, ahead = order[at], order[at + 1 :]
    weight = task.balance.weights[switch]
    links = [task.matrix[switch].get(each, 0) for each in ahead]
    total = sum(c for j, c in task.matrix[switch].items() if j in set(order[:at]))
    found: States = {}
    task.work.take(len(states) * len(sides) * (len(ahead) + 1), task.place)
    for (on_one, (own, *others)), severed in states.items():
        for side in sides:
            if side:
                state = (on_one + weight, tuple(x + y for x, y in zip(others, links, strict=True)))
                value = severed + total - own
            else:
                state, value = (on_one, tuple(others)), severed + own
            if value < found.get(state, value + 1):
                found[state] = value
    return found


def _start(n: int) -> States:
    return {(0, (0,) * n): 0}


def _backward(task: Task, order: Sequence[int], reach: int) -> list[tuple[Table, Table]]:
    """Return, for each number of switches from the end, the least c and the least severed ends."""
    assert task.highest is not None
    n, states = len(order), _start(len(order))
    tables: list[tuple[Table, Table]] = [({0: 0}, {0: 0})]
    for at in range(n):
        states = _placed(task, states, order, at, (0, 1))
        boundary = _Boundary(task, order, at + 1)
        kept: States = {}
        least: Table = {}
        severed_ends: Table = {}
        for (on_one, to_one), severed in states.items():
            found = [boundary.least(to_one, half - on_one) for half in _halves(task)]
            bounds = [each for each in found if each is not None]
            if not bounds:
                continue
            b = min(bounds)
            ends = 2 * severed + b
            if ends > reach or severed + b > task.highest:
                continue
            kept[on_one, to_one] = severed
            least[on_one] = min(severed, least.get(on_one, severed))
            severed_ends[on_one] = min(ends, severed_ends.get(on_one, ends))
        states = kept
        tables.append((least, severed_ends))
    return tables


def _forward(
    task: Task, order: Sequence[int], reach: int, behind: list[tuple[Table, Table]]
) -> int:
    """Return how many states are left at the end; the first switch lies on side 0."""
    assert task.highest is not None
    n, states = len(order), _start(len(order))
    for at in range(n):
        states = _placed(task, states, order, at, (0, 1) if at else (0,))
        boundary = _Boundary(task, order, at + 1)
        least, severed_ends = behind[n - at - 1]
        kept: States = {}
        for (on_one, to_one), severed in states.items():
            for half, b in _ways(task, boundary, on_one, to_one):
                k = half - on_one
                rest = min(2 * least[k] + b, reach + 1) if k in least else reach + 1
                if 2 * severed + b + max(severed_ends.get(k, reach + 1), rest) <= 2 * task.highest:
                    kept[on_one, to_one] = severed
                    break
        states = kept
        if len(states) > MOST_STATES:
            raise task.refuse("there are more than 2²² states at one step")
    return len(states)


def _ways(
    task: Task, boundary: _Boundary, on_one: int, to_one: Sequence[int]
) -> Iterator[tuple[int, int]]:
    for half in _halves(task):
        b = boundary.least(to_one, half - on_one)
        if b is not None:
            yield half, b
